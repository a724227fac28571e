//! Updates the messages of closed tables that no driver has updated: each table's own message, and the direct messages
//! with its hands. They then show how the table ended.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use discord::InitialState;
use futures_util::FutureExt as _;
use journal::{JournalError, PostedMessages, RunningTable};
use table::Table;
use table::effect::{Effect, MessageUpdate, Urgency};
use tokio::time::sleep;
use tracing::{debug, error, warn};

use super::Registry;
use super::member_guilds::Membership;
use super::table_map::{TableSlot, channel_of};
use super::unloaded::guild_of;

/// The pause after updating the messages of a closed table.
const CLOSED_INTERVAL: Duration = Duration::from_millis(40);

impl Registry {
    /// Updates the messages of all closed tables that may still look open, so that they show how the table ended.
    pub(super) async fn finish_closed(&self) {
        let closed = self
            .services
            .journal
            .closed_with_messages()
            .await
            .unwrap_or_else(|error| {
                warn!(%error, "could not look for closed tables");
                Vec::new()
            });
        for running in closed {
            let id = running.table;
            let shown = AssertUnwindSafe(self.show_closed(running)).catch_unwind();
            if shown.await.is_err() {
                error!(table = id.0, "showing the end of a closed table panicked");
                self.services.env.failpoints.panic_recovered();
                self.clear_posted(id).await;
            }
            sleep(CLOSED_INTERVAL).await;
        }
    }

    /// Updates the messages of a closed table. If the bot has left the server, updates only the hands, because Discord
    /// would refuse requests for the table's message.
    pub(super) async fn show_closed(&self, running: RunningTable) {
        let place = TableSlot {
            table: running.table,
            guild: guild_of(&running),
            channel: channel_of(&running),
            serial: 0,
        };
        let posted = match self.membership(place.guild) {
            Membership::Left => PostedMessages::default(),
            Membership::Member | Membership::Unknown => running.posted,
        };
        let (screen, hands) = match self.services.journal.load(place.table).await {
            Ok(entries) => (
                Table::closing_screen(&entries),
                Table::closing_hands(&entries),
            ),
            Err(JournalError::Unreadable(_)) => (None, Vec::new()),
            Err(error) => {
                return debug!(%error, table = place.table.0, "could not show the end of a closed table yet");
            }
        };
        let has_message = posted.message.is_some();
        let mut board = self.board(place, &InitialState::Uncertain(posted), None);
        // Without a recorded message, the table may never have been visible, so the closing screen is not posted.
        if let Some(screen) = screen.filter(|_| has_message) {
            board.handle(Effect::UpdateMessage {
                screen,
                update: MessageUpdate::Edit,
                urgency: Urgency::Routine,
            });
        }
        for (hand, screen, place) in hands {
            board.handle(Effect::FinishHand {
                hand,
                screen,
                place,
            });
        }
        self.finish_message(place.table, board).await;
    }
}
