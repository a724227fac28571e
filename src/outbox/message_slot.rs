//! A table's place in its channel: the journal says which message stands for it, and which others
//! may still be there. Never more than one is there that the journal does not know of, and whoever
//! posts next is given that one by its nonce, or finds it there: so nothing is left over, whoever is
//! cut off when.

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, PostedMessages};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, MessageId};
use table::ids::TableId;
use tokio::time::{Instant, sleep};
use tracing::{debug, warn};

use super::channel_scan::{Sighting, sightings};
use super::{Call, Failure, Rest};
use crate::point::Point;

/// How long a post, an edit or a removal may wait for Discord's limits.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// How long a look into the channel may take: the table is shown after that.
const LOOKING: Duration = Duration::from_secs(5);
/// How often it is looked whether another process is given the same message, and how long it has for
/// that in between.
const GLANCES: u32 = 4;
const BETWEEN_GLANCES: Duration = Duration::from_millis(500);
/// How often the journal is written to and asked before it counts as silent, and how long it has a
/// rest in between.
const ATTEMPTS: u32 = 5;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// The place of one table.
pub(crate) struct Berth<J> {
    journal: Arc<J>,
    rest: Rest,
    table: TableId,
    channel: ChannelId,
}

impl<J> Clone for Berth<J> {
    fn clone(&self) -> Self {
        Self {
            journal: Arc::clone(&self.journal),
            rest: self.rest.clone(),
            ..*self
        }
    }
}

/// How a message came to be, and so who else may be given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// As a command's answer. Nobody else is given that.
    Answer,
    /// By a post in the place of this message, or as the table's first. Whoever else posts in that
    /// place is given it too.
    InPlaceOf(Option<MessageId>),
}

/// Whose message stands for a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Noted {
    /// The one that was to be noted.
    Ours,
    /// Another process's.
    Theirs(PostedMessages),
}

impl<J: Journal> Berth<J> {
    /// The place of this table, whose messages this journal keeps.
    pub(crate) fn new(journal: Arc<J>, rest: Rest, table: TableId, channel: ChannelId) -> Self {
        Self {
            journal,
            rest,
            table,
            channel,
        }
    }

    pub(super) fn rest(&self) -> &Rest {
        &self.rest
    }

    pub(super) fn channel(&self) -> ChannelId {
        self.channel
    }

    /// Looks for messages of this table that the journal may not know of: this one and those after
    /// it, the oldest first. Nothing is seen where the bot may not read what was said before.
    pub(super) async fn look_around(
        &self,
        since: Option<MessageId>,
    ) -> Result<Vec<Sighting>, Failure> {
        let channel = self.channel;
        let call = Call::ReadMessages { channel, since };
        let messages = self.rest.send(&call, None, Instant::now() + LOOKING);
        // What cannot be read is not the same as nothing.
        sightings(&messages.await?, self.table).ok_or(Failure::Unreachable)
    }

    /// Posts in the place of this message. A second attempt does not make a second message.
    pub(super) async fn post(
        &self,
        mut body: Value,
        before: Option<MessageId>,
    ) -> Result<MessageId, Failure> {
        body["nonce"] = json!(self.nonce(before));
        body["enforce_nonce"] = json!(true);
        let (channel, until) = (self.channel, Instant::now() + PATIENCE);
        let call = Call::Post { channel };
        let posted = self.rest.send(&call, Some(&body), until).await?;
        message_id(&posted).ok_or(Failure::Unreachable)
    }

    /// What tells a post from every other: it follows from what is in the journal. At most 25
    /// characters.
    fn nonce(&self, before: Option<MessageId>) -> String {
        match before {
            Some(before) => format!("after{before}"),
            None => format!("first{}", self.table.0),
        }
    }

    /// Notes that this message of this process stands for the table, beside those in whose place it
    /// came. If another process shows the table by now, it goes away again.
    pub(super) async fn note(
        &self,
        message: MessageId,
        origin: Origin,
        posted: PostedMessages,
    ) -> Noted {
        self.rest.points().pass(Point::MessageNoting);
        for _ in 0..ATTEMPTS {
            let noted = self.journal.record_posted(self.table, &posted).await;
            self.rest.points().pass(Point::MessageNoted);
            match noted {
                Ok(()) => return Noted::Ours,
                Err(JournalError::NotOwner(_)) => {
                    return Noted::Theirs(self.withdraw(message, origin).await);
                }
                Err(error) => debug!(%error, "a message's number is not kept yet"),
            }
            sleep(BETWEEN_ATTEMPTS).await;
        }
        // The next one that is noted names this one too.
        warn!(table = self.table.0, "a message's number was not kept");
        Noted::Ours
    }

    /// Notes that nothing is left of what this message has replaced, so that nobody after this
    /// process tries to remove it once more. Says whether the table is still this process's.
    pub(super) async fn clear(&self, message: MessageId) -> bool {
        let posted = PostedMessages {
            message: Some(message.get()),
            replaced: Vec::new(),
        };
        self.rest.points().pass(Point::MessageNoting);
        let noted = self.journal.record_posted(self.table, &posted).await;
        self.rest.points().pass(Point::MessageNoted);
        match noted {
            Ok(()) => true,
            Err(error) => {
                debug!(%error, "what is gone is still named");
                false
            }
        }
    }

    /// Removes a message that this process has posted for a table which another one shows, and
    /// gives back that one's. It stays if the other one has been given it too.
    pub(super) async fn withdraw(&self, message: MessageId, origin: Origin) -> PostedMessages {
        let Some(theirs) = self.replacement(origin).await else {
            return PostedMessages::default();
        };
        let standing = theirs.message.map(MessageId::new);
        if standing != Some(message) {
            // Without an answer it is left there.
            let _ = self.remove(message).await;
        }
        theirs
    }

    /// What another process has posted for this table. As long as that is nothing new, it may be
    /// about to post in the same place; but one that finds nothing to be shown never does, and one
    /// that comes late finds out by the edit after it that its message is gone.
    async fn replacement(&self, origin: Origin) -> Option<PostedMessages> {
        let mut theirs = self.posted().await?;
        for _ in 0..GLANCES {
            if origin != Origin::InPlaceOf(theirs.message.map(MessageId::new)) {
                break;
            }
            sleep(BETWEEN_GLANCES).await;
            theirs = self.posted().await?;
        }
        Some(theirs)
    }

    /// What the journal says of this table, as long as it runs.
    async fn posted(&self) -> Option<PostedMessages> {
        let channel = table::ids::ChannelId(self.channel.get());
        for _ in 0..ATTEMPTS {
            match self.journal.find_in_channel(channel).await {
                Ok(standing) => {
                    let running = standing?.running;
                    return (running.table == self.table).then_some(running.posted);
                }
                Err(error) => debug!(%error, "whose message stands for a table is not known yet"),
            }
            sleep(BETWEEN_ATTEMPTS).await;
        }
        None
    }

    pub(super) async fn remove(&self, message: MessageId) -> Result<(), Failure> {
        let (channel, until) = (self.channel, Instant::now() + PATIENCE);
        let call = Call::Delete { channel, message };
        self.rest.points().pass(Point::BoardDeleting);
        let removed = self.rest.send(&call, None, until).await.map(drop);
        self.rest.points().pass(Point::BoardDeleted);
        removed
    }
}

pub(super) fn message_id(message: &Value) -> Option<MessageId> {
    let id: u64 = message.get("id")?.as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}
