//! Brings a hand to a person's direct messages: opens their channel, finds a message that an earlier
//! process posted without recording it, posts or edits. When to do so is decided
//! in `message_board::direct_hands`.
//!
//! A hand goes only into the channel that Discord opens for its owner, or into a message that was
//! posted there before.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, MessageId};
use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::Urgency;
use table::ids::{self, TableId};
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::Instant;
use tracing::debug;

use super::bot_identity::KnownIdentity;
use super::channel_scan::{find_messages, message_id};
use super::message_board::HandRequest;
use super::{Call, Lane, RequestError, RestClient};
use crate::failpoint::Failpoint;
use crate::to_discord::{change, post};

/// How long one request may wait for Discord's limits.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

/// The way to the direct messages of one table's players.
pub(super) struct HandSender<'r> {
    pub(super) rest: &'r RestClient,
    pub(super) bot: &'r KnownIdentity,
    pub(super) table: TableId,
    /// The server on whose behalf requests are sent.
    pub(super) guild: GuildId,
}

impl HandSender<'_> {
    /// Brings a screen to the message of a hand. Returns the message; none if there is none and none
    /// was to be posted.
    pub(super) async fn send(
        &self,
        request: HandRequest,
    ) -> Result<Option<DirectMessage>, RequestError> {
        self.rest.failpoints().hit(Failpoint::HandSending);
        let sent = match request.place {
            HandPlace::Known(message) => self
                .edit(message, &request.screen)
                .await
                .map(|()| Some(message)),
            HandPlace::New => self.post(&request).await.map(Some),
            HandPlace::Unknown => self.find_or_post(&request).await,
        };
        self.rest.failpoints().hit(Failpoint::HandSent);
        sent
    }

    async fn post(&self, request: &HandRequest) -> Result<DirectMessage, RequestError> {
        let channel = self.open_channel(request.hand).await?;
        self.post_in(channel, request).await
    }

    /// Finds the message of an earlier attempt and brings the screen to it; otherwise posts one. If
    /// there are several, all but the newest are deleted.
    async fn find_or_post(
        &self,
        request: &HandRequest,
    ) -> Result<Option<DirectMessage>, RequestError> {
        let channel = self.open_channel(request.hand).await?;
        let mut found = self.find(channel).await?;
        let newest = found.pop();
        for older in found {
            self.delete(channel, older).await;
        }
        let message = match newest {
            Some(message) => DirectMessage {
                channel: ids::ChannelId(channel.get()),
                message: message.get(),
            },
            None if !request.may_post => return Ok(None),
            None => self.post_in(channel, request).await?,
        };
        // A post may have returned the message of an earlier attempt, which shows an older screen.
        self.edit(message, &request.screen).await?;
        Ok(Some(message))
    }

    /// Returns the channel of the bot's direct messages with the person whose hand it is.
    async fn open_channel(&self, hand: HandId) -> Result<ChannelId, RequestError> {
        let body = json!({ "recipient_id": hand.user.to_string() });
        let opened = self.call(&Call::OpenDirectMessages, Some(&body)).await?;
        let is_theirs = opened["type"] == 1
            && opened["recipients"]
                .as_array()
                .is_some_and(|people| people.iter().all(|one| one["id"] == hand.user.to_string()));
        let id = opened["id"].as_str().and_then(|id| id.parse::<u64>().ok());
        match id {
            Some(id) if is_theirs && id != 0 => Ok(ChannelId::new(id)),
            _ => Err(RequestError::OutcomeUnknown),
        }
    }

    async fn post_in(
        &self,
        channel: ChannelId,
        request: &HandRequest,
    ) -> Result<DirectMessage, RequestError> {
        let mut body = post(&request.screen, UserSet::EMPTY);
        body["nonce"] = json!(self.nonce(request));
        body["enforce_nonce"] = json!(true);
        let call = Call::Post {
            channel,
            file: None,
        };
        let posted = self.call(&call, Some(&body)).await?;
        let message = message_id(&posted).ok_or(RequestError::OutcomeUnknown)?;
        Ok(DirectMessage {
            channel: ids::ChannelId(channel.get()),
            message: message.get(),
        })
    }

    /// Returns the nonce of a post, by which Discord recognises a repeated one, also of another process.
    /// It has at most 25 characters.
    fn nonce(&self, request: &HandRequest) -> String {
        let parts = [
            self.table.0,
            request.hand.user.0,
            u64::from(request.hand.game),
            u64::from(request.lost),
        ];
        format!("hand{:016x}", parts.into_iter().fold(0, mix))
    }

    /// Returns the live messages of this table in a person's channel, the oldest first: a closed one has
    /// no buttons.
    async fn find(&self, channel: ChannelId) -> Result<Vec<MessageId>, RequestError> {
        let since = None;
        let call = Call::ReadMessages { channel, since };
        let history = self.call(&call, None).await?;
        let found = find_messages(&history, self.table, self.bot.get());
        let found = found.ok_or(RequestError::OutcomeUnknown)?;
        Ok(found.into_iter().map(|message| message.id).collect())
    }

    async fn edit(&self, message: DirectMessage, screen: &Screen) -> Result<(), RequestError> {
        let call = Call::Edit {
            channel: ChannelId::new(message.channel.0),
            message: MessageId::new(message.message),
            file: None,
        };
        self.call(&call, Some(&change(screen))).await.map(drop)
    }

    async fn delete(&self, channel: ChannelId, message: MessageId) {
        if let Err(error) = self.call(&Call::Delete { channel, message }, None).await {
            debug!(%error, "a second message with a hand was not deleted");
        }
    }

    async fn call(&self, call: &Call, body: Option<&Value>) -> Result<Value, RequestError> {
        let lane = Lane::to_person(self.guild, Urgency::Routine);
        let deadline = Instant::now() + WRITE_TIMEOUT;
        self.rest.send_in(lane, call, body, deadline).await
    }
}

/// Mixes a number into a hash, as `SplitMix64` does.
fn mix(hash: u64, number: u64) -> u64 {
    let sum = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ (sum >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_hands_have_different_nonces() {
        let numbers = [
            [1, 2, 1, 0],
            [2, 1, 1, 0],
            [1, 2, 2, 0],
            [1, 2, 1, 1],
            [0, 0, 0, 0],
        ];
        let mut hashes = numbers.map(|parts| parts.into_iter().fold(0, mix));
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
