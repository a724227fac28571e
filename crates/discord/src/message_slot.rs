//! Posts, edits, records, finds and deletes a table's public message. Also posts, edits, finds and deletes its players'
//! hands in their direct messages.
//!
//! The journal lists the table's message and the older ones that may still exist. A post is recorded before the next
//! one starts, so a process that dies leaves at most one of its posts unrecorded, apart from answers to commands. A
//! post's nonce is derived from the recorded message, so if another process repeats the post, Discord returns the same
//! message, or the process finds it in the channel's history.
//!
//! `message_board` decides when to do any of this; `channel_scan` reads the history.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, Shared};
use journal::{Journal, JournalError, PostedMessages};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, MessageId};
use table::direct_hand::HandId;
use table::effect::Urgency;
use table::ids::TableId;
use tokio::time::{Instant, sleep};
use tracing::{debug, warn};

use super::bot_identity::KnownIdentity;
use super::channel_scan::{FoundMessage, find_messages, message_id};
use super::message_board::Place;
use super::{AttachedFile, Call, Lane, RequestError, RestClient};
use crate::failpoint::Failpoint;
use crate::pictures::EndPictures;

/// The usual time limit for a write or for opening a channel, including the wait for Discord's rate limits.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// The time limit for reading the channel's history. The board posts and edits nothing in the meantime.
const SCAN_TIMEOUT: Duration = Duration::from_secs(5);
/// The number of attempts to record the table's message, and the pause between them.
const JOURNAL_ATTEMPTS: u32 = 5;
const BETWEEN_JOURNAL_ATTEMPTS: Duration = Duration::from_secs(1);

/// Completes once all requests that the table's earlier boards left in flight have ended.
pub type EarlierRequests = Shared<BoxFuture<'static, ()>>;

/// The channel of a table's public message or of a hand, with the means to write there.
#[derive(Clone)]
pub struct MessageSlot {
    pub journal: Arc<dyn Journal>,
    pub rest: RestClient,
    pub bot: KnownIdentity,
    pub table: TableId,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The hand shown in the channel, if it is a direct message channel.
    pub hand: Option<HandId>,
    pub pictures: EndPictures,
    /// The requests that must end before a scan of the channel, because one of them may post a message.
    pub earlier: Option<EarlierRequests>,
}

impl MessageSlot {
    /// Returns the slot for this table's message in the channel of `place`.
    pub(super) fn at(&self, place: Place) -> Self {
        let mut slot = self.clone();
        if let Place::Direct(channel, hand) = place {
            slot.channel = ChannelId::new(channel.0);
            slot.hand = Some(hand);
        }
        slot
    }

    fn lane(&self, urgency: Urgency) -> Lane {
        match self.hand {
            None => Lane::of(self.guild, urgency),
            Some(_) => Lane::to_person(self.guild, Urgency::Routine),
        }
    }

    /// Waits until the table's earlier boards can no longer change its messages.
    pub(super) async fn wait_for_earlier_requests(&self) {
        if let Some(earlier) = &self.earlier {
            earlier.clone().await;
        }
    }

    /// Finds messages of this table that may be missing from the journal, starting with `since`, oldest first. Finds
    /// none if the bot may not read the channel's history.
    pub(super) async fn scan_channel(
        &self,
        since: Option<MessageId>,
    ) -> Result<Vec<FoundMessage>, RequestError> {
        self.wait_for_earlier_requests().await;
        let channel = self.channel;
        let call = Call::ReadMessages { channel, since };
        let (lane, deadline) = (self.lane(Urgency::Urgent), Instant::now() + SCAN_TIMEOUT);
        let history = self.rest.send_in(lane, &call, None, deadline);
        // An unreadable response does not mean that the channel is empty.
        let found = find_messages(&history.await?, self.table, self.bot.get());
        found.ok_or(RequestError::OutcomeUnknown)
    }

    /// Posts a message with a nonce derived from `predecessor`, the recorded message. A second attempt returns the
    /// first attempt's message instead of creating another.
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
        let posted = self
            .rest
            .send_in(lane, &call, Some(&body), deadline)
            .await?;
        message_id(&posted).ok_or(RequestError::OutcomeUnknown)
    }

    /// Returns the nonce by which Discord recognises a repeated post. It depends only on values in the journal, and has
    /// at most 25 characters.
    fn nonce(&self, predecessor: Option<MessageId>) -> String {
        match (predecessor, self.hand) {
            (Some(predecessor), _) => format!("after{predecessor}"),
            (None, Some(hand)) => hand_nonce(self.table, hand),
            (None, None) => format!("first{}", self.table.0),
        }
    }

    /// Records the table's messages in the journal, in several attempts if necessary.
    pub(super) async fn record(
        &self,
        message: MessageId,
        replaced: Vec<u64>,
    ) -> Result<(), RequestError> {
        let posted = PostedMessages {
            message: Some(message.get()),
            replaced,
        };
        for _ in 0..JOURNAL_ATTEMPTS {
            match self.record_posted(&posted).await {
                Ok(()) => return Ok(()),
                Err(error) => debug!(%error, "recording the table's message failed; trying again"),
            }
            sleep(BETWEEN_JOURNAL_ATTEMPTS).await;
        }
        warn!(
            table = self.table.0,
            "the table's message could not be recorded"
        );
        Err(RequestError::OutcomeUnknown)
    }

    /// Records in the journal, in one attempt, that every message replaced by `message` is gone, so that later
    /// processes do not try to delete them.
    pub(super) async fn record_only(&self, message: MessageId) {
        let posted = PostedMessages {
            message: Some(message.get()),
            replaced: Vec::new(),
        };
        if let Err(error) = self.record_posted(&posted).await {
            debug!(%error, "the journal still names deleted messages");
        }
    }

    async fn record_posted(&self, posted: &PostedMessages) -> Result<(), JournalError> {
        self.rest.failpoints().hit(Failpoint::MessageRecording);
        let recorded = self.journal.record_posted(self.table, posted).await;
        self.rest.failpoints().hit(Failpoint::MessageRecorded);
        recorded
    }

    pub(super) async fn delete(&self, message: MessageId) -> Result<(), RequestError> {
        let (channel, deadline) = (self.channel, Instant::now() + WRITE_TIMEOUT);
        let call = Call::Delete { channel, message };
        self.rest.failpoints().hit(Failpoint::MessageDeleting);
        let lane = self.lane(Urgency::Routine);
        let deleted = self
            .rest
            .send_in(lane, &call, None, deadline)
            .await
            .map(drop);
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

/// Returns the nonce of a hand's first post. Discord allows at most 25 characters.
pub(super) fn hand_nonce(table: TableId, hand: HandId) -> String {
    let parts = [table.0, hand.user.0, u64::from(hand.game)];
    format!("hand{:016x}", parts.into_iter().fold(0, mix))
}

/// Mixes a number into a hash using the `SplitMix64` algorithm.
fn mix(hash: u64, number: u64) -> u64 {
    let mut z = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use table::ids::UserId;

    use super::*;

    #[test]
    fn different_hands_have_different_nonces() {
        let hands = [(1, 2, 1), (2, 1, 1), (1, 2, 2), (0, 0, 0)];
        let mut nonces = hands.map(|(table, user, game)| {
            let user = UserId(user);
            hand_nonce(TableId(table), HandId { user, game })
        });
        nonces.sort_unstable();
        assert!(nonces.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(nonces.iter().all(|nonce| nonce.len() <= 25));
    }
}
