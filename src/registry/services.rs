//! The parts of the process that every table's actor uses.

use std::sync::Arc;

use journal::Journal;
use outbox::{KnownIdentity, MessageSlot, RestClient, Speaker, SpeakerExit};
use serenity::model::id::{ChannelId, GuildId};
use table::ids::TableId;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::env::Env;
use super::member_guilds::{MemberGuilds, Membership};
use super::table_map::TableMap;
use crate::clock::Clock;
use crate::outages::Outages;

/// The parts of the process that every table's actor uses.
pub(super) struct Services {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) rest: RestClient,
    pub(super) clock: Clock,
    pub(super) env: Env,
    pub(super) tables: TableMap,
    pub(super) outages: Outages,
    pub(super) bot: KnownIdentity,
    /// The servers that the bot is in. Receivers are notified of each READY and of the end of the wait.
    pub(super) guilds: watch::Sender<MemberGuilds>,
    /// The tasks of tables and speakers. A shutdown waits for them.
    pub(super) tasks: TaskTracker,
}

impl Services {
    /// Returns the bot's relation to a server.
    pub(super) fn membership(&self, guild: GuildId) -> Membership {
        self.guilds.borrow().membership(guild)
    }

    /// Returns the place of a table's public message.
    pub(super) fn message_slot(&self, table: TableId, place: (GuildId, ChannelId)) -> MessageSlot {
        let (journal, rest) = (Arc::clone(&self.journal), self.rest.clone());
        let pictures = self.env.end_pictures.clone();
        MessageSlot::new(journal, rest, self.bot.clone(), table, place, pictures)
    }

    /// Waits until a closed table's message says that it is closed, then removes the record of it.
    pub(super) async fn finish_message(&self, table: TableId, speaker: Speaker) {
        if speaker.finish().await == SpeakerExit::Finished {
            self.clear_posted(table).await;
        }
    }

    /// Removes the record of a closed table's messages.
    pub(super) async fn clear_posted(&self, table: TableId) {
        if let Err(error) = self.journal.clear_posted(table).await {
            warn!(%error, table = table.0, "could not clear the record of a closed table's message");
        }
    }
}
