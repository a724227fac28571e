//! Finds messages: by id, by nonce, and those of a channel that a person sees.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde_json::Value;

use super::state::World;
use crate::api_error::ApiError;
use crate::model::ids::Id;
use crate::model::messages::Message;

/// Time in which a nonce prevents a second message, in milliseconds.
const NONCE_WINDOW_MS: u64 = 5 * 60 * 1000;

impl World {
    /// Returns a message that has not been deleted; `None` if there is none.
    #[must_use]
    pub fn find_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.message(channel, id).ok()
    }

    /// Returns a message that has not been deleted.
    pub(crate) fn message(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        let message = self.messages.get(&channel).and_then(|all| all.get(&id));
        message
            .filter(|message| message.exists())
            .ok_or(ApiError::UNKNOWN_MESSAGE)
    }

    /// Returns a message, also a deleted one.
    pub(crate) fn any_message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Returns the bot's recent message with this nonce.
    pub(crate) fn message_by_nonce(&self, channel: Id, nonce: &Value) -> Option<Id> {
        let oldest = self.now().saturating_sub(NONCE_WINDOW_MS);
        let all = self.messages.get(&channel)?.values().rev();
        all.take_while(|message| message.created_ms >= oldest)
            .find(|message| {
                message.author == self.bot.id
                    && message.exists()
                    && message.nonce.as_ref() == Some(nonce)
            })
            .map(|message| message.id)
    }

    /// Iterates over the messages of a channel, oldest first, deleted ones included.
    pub(crate) fn messages(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages
            .get(&channel)
            .into_iter()
            .flat_map(BTreeMap::values)
    }

    /// Iterates over the messages of a channel that a person sees, oldest first. `None` stands for a
    /// person without ephemeral messages.
    pub fn messages_seen_by(
        &self,
        channel: Id,
        person: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let all = self.messages(channel);
        all.filter(move |message| message.is_seen_by(person))
    }

    /// Iterates over the public messages of a channel, or those after an id, oldest first.
    pub(crate) fn public_messages_after(
        &self,
        channel: Id,
        after: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let of_channel = self.messages.get(&channel).into_iter();
        let following = of_channel.flat_map(move |all| all.range((start, Bound::Unbounded)));
        let messages = following.map(|(_, message)| message);
        messages.filter(|message| message.is_seen_by(None))
    }
}
