//! Shows the end of tables that were closed by a process that died before it could show it.

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, RunningTable};
use outbox::{InitialState, MessageBoard, Speaker};
use table::Table;
use table::effect::{MessageUpdate, Urgency};
use tokio::time::sleep;
use tracing::{debug, warn};

use super::handle::{channel_of, guild_of};
use super::member_guilds::Membership;
use super::services::Services;

/// The pause between two closed tables whose end is shown.
const CLOSED_INTERVAL: Duration = Duration::from_millis(40);

/// Shows the end of all closed tables whose message may not say that they are closed.
pub(super) async fn finish_closed<J: Journal + 'static>(services: &Services<J>) {
    let closed = services.journal.closed_with_messages().await;
    let closed = closed.unwrap_or_else(|error| {
        warn!(%error, "could not look for closed tables");
        Vec::new()
    });
    for running in closed {
        show_closed(services, running).await;
        sleep(CLOSED_INTERVAL).await;
    }
}

async fn show_closed<J: Journal + 'static>(services: &Services<J>, running: RunningTable) {
    let (id, place) = (running.table, (guild_of(&running), channel_of(&running)));
    if services.membership(place.0) == Membership::Left {
        return services.clear_posted(id).await;
    }
    let (screen, hands) = match services.journal.load(id).await {
        Ok(entries) => (
            Table::closing_screen(&entries),
            Table::closing_hands(&entries),
        ),
        Err(JournalError::Unreadable(_)) => (None, Vec::new()),
        Err(error) => return debug!(%error, table = id.0, "its end is not shown yet"),
    };
    let slot = services.message_slot(id, place);
    let board = Box::new(MessageBoard::new(&InitialState::Uncertain(running.posted)));
    let (speaker, task) = Speaker::new(slot, board, Arc::default(), |_| ());
    services.tasks.spawn(task);
    if let Some(screen) = screen {
        speaker.show(screen, MessageUpdate::Edit, Urgency::Routine);
    }
    for (hand, screen, place) in hands {
        speaker.finish_hand(hand, screen, place);
    }
    services.finish_message(id, speaker).await;
}
