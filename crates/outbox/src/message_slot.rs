//! A table's place in its channel: posts, records, finds and deletes the table's public message.
//!
//! The journal names the table's message and older ones that may still be there. At most one
//! further message can exist at any time, however a process dies: a post is recorded before the
//! next one begins. Its nonce follows from the recorded message, so another process that posts at
//! the same point is given the same message by Discord, or finds it in the channel's history.
//!
//! When to do any of this is decided in `message_board`; the history is read in `channel_scan`.

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, PostedMessages};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, MessageId};
use table::effect::Urgency;
use table::ids::TableId;
use tokio::time::{Instant, sleep};
use tracing::{debug, warn};

use super::bot_identity::KnownIdentity;
use super::channel_scan::{FoundMessage, find_messages, message_id};
use super::direct_message::HandSender;
use super::message_board::{MessageSource, Record, RecordResult};
use super::{AttachedFile, Call, Lane, RequestError, RestClient};
use crate::end_picture::EndPictures;
use crate::failpoint::Failpoint;

/// How long a post, an edit or a deletion may wait for Discord's limits.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long reading the channel's history may take. The table is shown only after that.
const SCAN_TIMEOUT: Duration = Duration::from_secs(5);
/// How often to check that another process has not been given the same message, and the pause
/// between two checks.
const OWNER_CHECKS: u32 = 4;
const BETWEEN_OWNER_CHECKS: Duration = Duration::from_millis(500);
/// How often the journal is tried before it counts as unavailable, and the pause between two tries.
const JOURNAL_ATTEMPTS: u32 = 5;
const BETWEEN_JOURNAL_ATTEMPTS: Duration = Duration::from_secs(1);
/// How often the deletion of a message that no journal names is tried again, and the pause before each.
const WITHDRAWAL_ATTEMPTS: u32 = 40;
const BETWEEN_WITHDRAWALS: Duration = Duration::from_secs(15);

/// Returns true if a withdrawal failed and may succeed later.
fn is_retried(withdrawn: &Result<(), RequestError>) -> bool {
    matches!(
        withdrawn,
        Err(RequestError::OutcomeUnknown
            | RequestError::DeadlineExceeded
            | RequestError::MissingAccess
            | RequestError::MissingPermissions
            | RequestError::ThreadArchived
            | RequestError::ThreadLocked
            | RequestError::ChannelPaused)
    )
}

/// Which message of another process's table is withdrawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Withdrawal {
    /// One that no journal names.
    Unnamed(MessageId),
    /// One of a closed table. If Discord gave it to the process that closed it too, that process has shown
    /// the end in it.
    UnlessItShowsTheEnd(MessageId),
    /// The message, if there is one, of a post of unknown outcome that was made after this message.
    Unknown { after: Option<MessageId> },
}

/// The journal's answer about a table's messages.
enum Known {
    Posted(PostedMessages),
    /// The table is closed.
    Closed,
    /// The journal does not answer.
    Nothing,
}

/// The place of one table's public message. Discord is not asked for the message before it is needed.
#[derive(Clone)]
pub struct MessageSlot {
    /// Names the messages.
    pub journal: Arc<dyn Journal>,
    /// Sends the requests.
    pub rest: RestClient,
    /// The bot's own ids, by which it knows its messages.
    pub bot: KnownIdentity,
    /// The table.
    pub table: TableId,
    /// The server of the channel.
    pub guild: GuildId,
    /// The channel of the message.
    pub channel: ChannelId,
    /// The pictures of finished games.
    pub pictures: EndPictures,
}

impl MessageSlot {
    /// Returns the way to the direct messages of the table's players.
    pub(super) fn hand_sender(&self) -> HandSender<'_> {
        HandSender {
            rest: &self.rest,
            bot: &self.bot,
            table: self.table,
            guild: self.guild,
        }
    }

    fn lane(&self, urgency: Urgency) -> Lane {
        Lane::of(self.guild, urgency)
    }

    pub(super) fn channel(&self) -> ChannelId {
        self.channel
    }

    /// Finds messages of this table that the journal may not know: those from `since` on
    /// (inclusive), the oldest first. Finds none where the bot may not read the channel's history.
    pub(super) async fn scan_channel(
        &self,
        since: Option<MessageId>,
    ) -> Result<Vec<FoundMessage>, RequestError> {
        let channel = self.channel;
        let call = Call::ReadMessages { channel, since };
        let (lane, deadline) = (self.lane(Urgency::Urgent), Instant::now() + SCAN_TIMEOUT);
        let history = self.rest.send_in(lane, &call, None, deadline);
        // An unreadable response is not the same as an empty channel.
        let found = find_messages(&history.await?, self.table, self.bot.get());
        found.ok_or(RequestError::OutcomeUnknown)
    }

    /// Posts a message after this recorded one. A second attempt returns the message of the first
    /// instead of creating another.
    pub(super) async fn post(
        &self,
        mut body: Value,
        file: Option<Arc<AttachedFile>>,
        predecessor: Option<MessageId>,
        urgency: Urgency,
    ) -> Result<MessageId, RequestError> {
        body["nonce"] = json!(self.nonce(predecessor));
        body["enforce_nonce"] = json!(true);
        let (channel, deadline) = (self.channel, Instant::now() + WRITE_TIMEOUT);
        let call = Call::Post { channel, file };
        let lane = self.lane(urgency);
        let posted = self.rest.send_in(lane, &call, Some(&body), deadline);
        let posted = posted.await?;
        message_id(&posted).ok_or(RequestError::OutcomeUnknown)
    }

    /// Returns the nonce of a post, by which Discord recognises a repeated one. It follows from the
    /// journal's contents, and has at most 25 characters.
    fn nonce(&self, predecessor: Option<MessageId>) -> String {
        match predecessor {
            Some(predecessor) => format!("after{predecessor}"),
            None => format!("first{}", self.table.0),
        }
    }

    /// Records in the journal which messages are the table's. Deletes the newest, which this process
    /// has posted, if another process owns the table by now.
    pub(super) async fn record(&self, record: &Record) -> RecordResult {
        let posted = PostedMessages {
            message: Some(record.message.get()),
            replaced: record.replaced.clone(),
        };
        for _ in 0..JOURNAL_ATTEMPTS {
            match self.record_posted(&posted).await {
                Ok(()) => return RecordResult::Recorded,
                Err(JournalError::NotOwner(_)) => {
                    let posted = self.withdraw(record.message, record.source).await;
                    return RecordResult::NotOwner(posted);
                }
                Err(error) => debug!(%error, "recording the table's message failed; trying again"),
            }
            sleep(BETWEEN_JOURNAL_ATTEMPTS).await;
        }
        warn!(
            table = self.table.0,
            "the table's message could not be recorded"
        );
        RecordResult::Unavailable
    }

    /// Records in the journal, in one attempt, that every message that `message` replaced is gone, so
    /// that no later process tries to delete them again. Returns true if it is recorded.
    pub(super) async fn record_only(&self, message: MessageId) -> bool {
        let posted = PostedMessages {
            message: Some(message.get()),
            replaced: Vec::new(),
        };
        let recorded = self.record_posted(&posted).await;
        if let Err(error) = &recorded {
            debug!(%error, "the journal still names deleted messages");
        }
        recorded.is_ok()
    }

    async fn record_posted(&self, posted: &PostedMessages) -> Result<(), JournalError> {
        self.rest.failpoints().hit(Failpoint::MessageRecording);
        let recorded = self.journal.record_posted(self.table, posted).await;
        self.rest.failpoints().hit(Failpoint::MessageRecorded);
        recorded
    }

    /// Deletes a message that this process has posted for a table of another process, and returns
    /// the messages that the journal names. The message stays if Discord gave it to the other
    /// process too.
    pub(super) async fn withdraw(
        &self,
        message: MessageId,
        source: MessageSource,
    ) -> PostedMessages {
        let posted = match self.await_other_post(source).await {
            Known::Posted(posted) => posted,
            Known::Closed => {
                self.see_withdrawn(Withdrawal::UnlessItShowsTheEnd(message))
                    .await;
                return PostedMessages::default();
            }
            Known::Nothing => return PostedMessages::default(),
        };
        if posted.message.map(MessageId::new) != Some(message) {
            self.see_withdrawn(Withdrawal::Unnamed(message)).await;
        }
        posted
    }

    /// Deletes the message of a post of unknown outcome, which this process made after `after` for a table of
    /// another process, unless that process has it too. A task of its own sees to it.
    pub(super) fn withdraw_unknown(&self, after: Option<MessageId>) {
        let withdrawal = Withdrawal::Unknown { after };
        tokio::spawn(self.clone().withdraw_in_background(withdrawal));
    }

    /// Returns the messages that the other process has posted for this table. As long as the
    /// journal names the predecessor, that process may be posting after it too and be given our
    /// message, so this waits for a short while. If that process posts later still, its next edit
    /// finds the message gone, and it posts another.
    async fn await_other_post(&self, source: MessageSource) -> Known {
        let mut known = self.recorded_messages().await;
        for _ in 0..OWNER_CHECKS {
            match &known {
                Known::Posted(posted)
                    if source == MessageSource::PostAfter(posted.message.map(MessageId::new)) => {}
                _ => break,
            }
            sleep(BETWEEN_OWNER_CHECKS).await;
            known = self.recorded_messages().await;
        }
        known
    }

    async fn recorded_messages(&self) -> Known {
        let channel = table::ids::ChannelId(self.channel.get());
        for _ in 0..JOURNAL_ATTEMPTS {
            match self.journal.find_in_channel(channel).await {
                Ok(Some(owned)) if owned.running.table == self.table => {
                    return Known::Posted(owned.running.posted);
                }
                Ok(_) => return Known::Closed,
                Err(error) => debug!(%error, "reading the table's messages failed; trying again"),
            }
            sleep(BETWEEN_JOURNAL_ATTEMPTS).await;
        }
        Known::Nothing
    }

    /// Withdraws a message. While Discord does not answer or refuses, a task of its own tries again for some
    /// minutes: the caller has to know who owns the table.
    async fn see_withdrawn(&self, withdrawal: Withdrawal) {
        if !is_retried(&self.try_to_withdraw(withdrawal).await) {
            return;
        }
        tokio::spawn(self.clone().withdraw_in_background(withdrawal));
    }

    async fn withdraw_in_background(self, withdrawal: Withdrawal) {
        for _ in 0..WITHDRAWAL_ATTEMPTS {
            sleep(BETWEEN_WITHDRAWALS).await;
            if !is_retried(&self.try_to_withdraw(withdrawal).await) {
                return;
            }
        }
    }

    async fn try_to_withdraw(&self, withdrawal: Withdrawal) -> Result<(), RequestError> {
        match withdrawal {
            Withdrawal::Unnamed(message) => self.delete(message).await,
            Withdrawal::UnlessItShowsTheEnd(message) => {
                let found = self.scan_channel(Some(message)).await?;
                let is_live =
                    |found: &FoundMessage| found.id == message && found.game_end.is_none();
                match found.iter().any(is_live) {
                    true => self.delete(message).await,
                    false => Ok(()),
                }
            }
            Withdrawal::Unknown { after } => self.delete_unnamed(after).await,
        }
    }

    /// Deletes the messages of another process's running table that came after this one, and that the journal
    /// does not name after as long as a post may take: the other process may just be posting one.
    async fn delete_unnamed(&self, after: Option<MessageId>) -> Result<(), RequestError> {
        let before = self.live_after(after).await?;
        if before.is_empty() {
            return Ok(());
        }
        sleep(WRITE_TIMEOUT + SCAN_TIMEOUT).await;
        let there = self.live_after(after).await?;
        let named = match self.recorded_messages().await {
            Known::Posted(posted) => posted.message.map(MessageId::new),
            // The last screen of a closed table has buttons as well: it could be taken for the lost post.
            Known::Closed => return Ok(()),
            Known::Nothing => return Err(RequestError::OutcomeUnknown),
        };
        let is_unnamed = |message: &MessageId| before.contains(message) && Some(*message) != named;
        for message in there.into_iter().filter(is_unnamed) {
            let deleted = self.delete(message).await;
            if is_retried(&deleted) {
                return deleted;
            }
        }
        Ok(())
    }

    /// Finds the messages of this table that came after this one and do not show the end of a game.
    async fn live_after(&self, after: Option<MessageId>) -> Result<Vec<MessageId>, RequestError> {
        let found = self.scan_channel(after).await?;
        let live = found.iter().filter(|found| found.game_end.is_none());
        let ids = live.map(|found| found.id);
        Ok(ids.filter(|id| Some(*id) > after).collect())
    }

    pub(super) async fn delete(&self, message: MessageId) -> Result<(), RequestError> {
        let (channel, deadline) = (self.channel, Instant::now() + WRITE_TIMEOUT);
        let call = Call::Delete { channel, message };
        self.rest.failpoints().hit(Failpoint::MessageDeleting);
        let lane = self.lane(Urgency::Routine);
        let deleted = self.rest.send_in(lane, &call, None, deadline).await;
        let deleted = deleted.map(drop);
        self.rest.failpoints().hit(Failpoint::MessageDeleted);
        deleted
    }

    pub(super) async fn edit(
        &self,
        message: MessageId,
        body: &Value,
        file: Option<Arc<AttachedFile>>,
        urgency: Urgency,
        timeout: Duration,
    ) -> Result<(), RequestError> {
        let (channel, deadline) = (self.channel, Instant::now() + timeout);
        let call = Call::Edit {
            channel,
            message,
            file,
        };
        let edited = self
            .rest
            .send_in(self.lane(urgency), &call, Some(body), deadline);
        edited.await.map(drop)
    }
}
