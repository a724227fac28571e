//! Shows the end of tables that were closed by a process that died before it could show it, in the table's
//! message and in the direct messages with its hands.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use journal::{JournalError, PostedMessages, RunningTable};
use outbox::{InitialState, MessageBoard, Speaker};
use table::Table;
use table::effect::{MessageUpdate, Urgency};
use tokio::time::sleep;
use tracing::{debug, error, warn};

use super::handle::{channel_of, guild_of};
use super::member_guilds::Membership;
use super::services::Services;

/// The pause between two closed tables whose end is shown.
const CLOSED_INTERVAL: Duration = Duration::from_millis(40);

/// Shows the end of all closed tables whose messages may not say that they are closed.
pub(super) async fn finish_closed(services: &Services) {
    let closed = services.journal.closed_with_messages().await;
    let closed = closed.unwrap_or_else(|error| {
        warn!(%error, "could not look for closed tables");
        Vec::new()
    });
    for running in closed {
        let id = running.table;
        let shown = AssertUnwindSafe(show_closed(services, running)).catch_unwind();
        if shown.await.is_err() {
            error!(table = id.0, "showing the end of a closed table panicked");
            services.env.failpoints.panic_recovered();
            services.clear_posted(id).await;
        }
        sleep(CLOSED_INTERVAL).await;
    }
}

/// Shows the end of a closed table, or only that of its hands if the bot has left the server: Discord would
/// refuse each request for the table's message.
pub(super) async fn show_closed(services: &Services, running: RunningTable) {
    let (id, place) = (running.table, (guild_of(&running), channel_of(&running)));
    let posted = match services.membership(place.0) {
        Membership::Left => PostedMessages::default(),
        Membership::Member | Membership::Unknown => running.posted,
    };
    let (screen, hands) = match services.journal.load(id).await {
        Ok(entries) => (
            Table::closing_screen(&entries),
            Table::closing_hands(&entries),
        ),
        Err(JournalError::Unreadable(_)) => (None, Vec::new()),
        Err(error) => return debug!(%error, table = id.0, "its end is not shown yet"),
    };
    let has_message = posted.message.is_some();
    let slot = services.message_slot(id, place);
    let board = Box::new(MessageBoard::new(&InitialState::Uncertain(posted)));
    let (speaker, task) = Speaker::new(slot, board, Arc::default(), |_| ());
    services.tasks.spawn(task);
    // Without a recorded message there may be none, and the end of a table that nobody saw is not posted.
    if let Some(screen) = screen.filter(|_| has_message) {
        speaker.show(screen, MessageUpdate::Edit, Urgency::Routine);
    }
    for (hand, screen, place) in hands {
        speaker.finish_hand(hand, screen, place);
    }
    services.finish_message(id, speaker).await;
}
