//! Interactions as data: their kinds, their tokens, and the bot's responses.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::model::ids::Id;

/// Deadline for the first response to an interaction, in milliseconds.
pub(crate) const RESPONSE_DEADLINE_MS: u64 = 3000;
/// Lifetime of an interaction token, in milliseconds.
pub(crate) const TOKEN_LIFETIME_MS: u64 = 15 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
}

impl InteractionKind {
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
        }
    }

    /// Returns the callback types that may answer it. Modals (9) are not supported.
    pub(crate) fn callbacks(self) -> &'static [i64] {
        match self {
            Self::Command => &[4, 5],
            Self::Component => &[4, 5, 6, 7],
            Self::Autocomplete => &[8],
        }
    }
}

/// An interaction that was sent to the bot.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) created_ms: u64,
    /// The expiry of its token, in milliseconds since 1970.
    pub(crate) expires_ms: u64,
    /// The message with the component that was used.
    pub(crate) source: Option<Id>,
    pub(crate) response: ResponseState,
    /// The field `data` of the payload that the bot receives.
    pub(crate) data: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum ResponseState {
    Pending,
    Responded(InteractionResponse),
}

#[derive(Clone, Debug)]
pub(crate) struct InteractionResponse {
    pub(crate) callback: i64,
    pub(crate) responded_ms: u64,
    /// The message that `@original` refers to.
    pub(crate) original: Option<Id>,
    /// The JSON of `original` right after the response, if outputs are kept; later edits do not
    /// change it.
    pub(crate) message: Option<Value>,
    pub(crate) choices: Option<Value>,
}

impl Interaction {
    /// Returns true if the deadline has passed without a response.
    pub(crate) fn is_late(&self, now: u64) -> bool {
        matches!(self.response, ResponseState::Pending)
            && now >= self.created_ms + RESPONSE_DEADLINE_MS
    }

    pub(crate) fn response(&self) -> Option<&InteractionResponse> {
        match &self.response {
            ResponseState::Responded(response) => Some(response),
            ResponseState::Pending => None,
        }
    }

    /// Returns the time between interaction and first response, in milliseconds.
    pub(crate) fn response_time_ms(&self) -> Option<u64> {
        self.response()
            .map(|response| response.responded_ms - self.created_ms)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Interactions {
    by_id: BTreeMap<Id, Interaction>,
    by_token: HashMap<String, Id>,
}

impl Interactions {
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Interaction> {
        self.by_id.values()
    }

    /// Returns the channel of the interaction with this token.
    pub(crate) fn channel_of_token(&self, token: &str) -> Option<Id> {
        Some(self.with_token(token)?.channel)
    }

    pub(crate) fn expire_tokens(&mut self, channel: Id, now: u64) {
        let all = self.by_id.values_mut();
        for interaction in all.filter(|interaction| interaction.channel == channel) {
            interaction.expires_ms = interaction.expires_ms.min(now);
        }
    }

    pub(crate) fn insert(&mut self, interaction: Interaction) {
        self.by_token
            .insert(interaction.token.clone(), interaction.id);
        self.by_id.insert(interaction.id, interaction);
    }

    /// Returns the interaction of a token, also of an expired one.
    pub(crate) fn with_token(&self, token: &str) -> Option<&Interaction> {
        self.get(*self.by_token.get(token)?)
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut Interaction> {
        self.by_id.get_mut(&id)
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Interaction> {
        self.by_id.get(&id)
    }
}
