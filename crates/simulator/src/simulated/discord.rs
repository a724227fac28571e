//! A model of the part of Discord that tables use: messages in one channel, interactions with their
//! tokens, and the error codes of refused requests. It outlives every process and has no faults of
//! its own: those are injected in `network`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use serenity::model::id::MessageId;
use table::ids::{Millis, TableId, UserId};
use virtual_user::component::{Component, components};
use virtual_user::view::{offers_rematch, text_of};

use kittens::outbox::Call;

/// An interaction must get its first answer within this time.
const ANSWER_DEADLINE: Millis = Millis::seconds(3);
/// The lifetime of an interaction's token.
const TOKEN_LIFETIME: Millis = Millis::minutes(15);
/// The time for which a repeated nonce returns the earlier message instead of posting a second one.
const NONCE_LIFETIME: Millis = Millis::minutes(3);
/// The flag of a message that only one person can see.
const EPHEMERAL: u64 = 1 << 6;

/// A message in the channel.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The only person who sees it; none for a public message.
    pub(super) viewer: Option<UserId>,
    pub(super) components: Value,
    /// All buttons and menus, in order.
    pub(super) controls: Vec<Component>,
    /// All text in it, one line for each component.
    pub(super) text: String,
}

impl Message {
    /// Returns true if it shows the result of a game: such a message stays in the channel.
    pub(super) fn shows_result(&self) -> bool {
        offers_rematch(&self.controls)
    }

    fn new(viewer: Option<UserId>, body: &Value) -> Self {
        Self {
            viewer,
            components: body["components"].clone(),
            controls: components(body),
            text: text_of(body),
        }
    }
}

/// An interaction of a person.
#[derive(Clone, Debug)]
pub(super) struct Interaction {
    pub(super) user: UserId,
    pub(super) at: Millis,
    /// The message whose control was used.
    pub(super) clicked: Option<u64>,
    pub(super) answered: bool,
    /// The message that `@original` refers to, once there is one.
    original_message: Option<u64>,
}

/// An error response of Discord: HTTP status and JSON error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ApiError {
    pub(super) status: u16,
    pub(super) code: u64,
}

impl ApiError {
    pub(super) const UNKNOWN_INTERACTION: Self = Self::new(404, 10_062);
    pub(super) const ALREADY_ANSWERED: Self = Self::new(400, 40_060);
    pub(super) const TOKEN_EXPIRED: Self = Self::new(401, 50_027);
    pub(super) const UNKNOWN_MESSAGE: Self = Self::new(404, 10_008);
    pub(super) const UNKNOWN_CHANNEL: Self = Self::new(404, 10_003);
    pub(super) const NOT_ALLOWED: Self = Self::new(403, 50_013);
    pub(super) const ARCHIVED: Self = Self::new(400, 50_083);
    pub(super) const TOO_MANY_EDITS: Self = Self::new(400, 30_046);

    const fn new(status: u16, code: u64) -> Self {
        Self { status, code }
    }
}

/// The effect of a successful request.
#[derive(Clone, Debug, Default)]
pub(super) struct Applied {
    pub(super) body: Value,
    /// The message that was posted or edited.
    pub(super) shown: Option<u64>,
    /// The interaction that was answered.
    pub(super) answered: Option<u64>,
}

/// The bot's permission to write in the channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Access {
    #[default]
    Granted,
    /// Revoked by a moderator for a while.
    Denied,
    /// The channel no longer exists.
    ChannelDeleted,
}

/// A Discord server with one channel.
#[derive(Debug, Default)]
pub(super) struct Discord {
    messages: BTreeMap<u64, Arc<Message>>,
    interactions: BTreeMap<u64, Interaction>,
    /// The message posted with each nonce, and the time.
    nonces: HashMap<String, (u64, Millis)>,
    last_id: u64,
    pub(super) access: Access,
}

impl Discord {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Adds an interaction of a person and returns its id.
    pub(super) fn add_interaction(
        &mut self,
        user: UserId,
        clicked: Option<u64>,
        now: Millis,
    ) -> u64 {
        let id = self.next_id();
        let interaction = Interaction {
            user,
            at: now,
            clicked,
            answered: false,
            original_message: None,
        };
        self.interactions.insert(id, interaction);
        id
    }

    pub(super) fn interaction(&self, id: u64) -> Option<&Interaction> {
        self.interactions.get(&id)
    }

    pub(super) fn message(&self, id: u64) -> Option<&Arc<Message>> {
        self.messages.get(&id)
    }

    /// Returns the newest public message.
    pub(super) fn table_message(&self) -> Option<(u64, &Arc<Message>)> {
        self.newest(|message| message.viewer.is_none())
    }

    /// Returns the public messages, other than the newest, that still have active controls of this
    /// table.
    pub(super) fn leftover_messages(&self, table: TableId) -> Vec<u64> {
        let public = self.messages.iter().rev();
        let public = public
            .filter(|(_, message)| message.viewer.is_none())
            .skip(1);
        let of_table = |control: &Component| {
            let parsed = control.control.filter(|_| control.enabled);
            parsed.is_some_and(|parsed| parsed.stamp.table == table)
        };
        let is_active = |(_, message): &(&u64, &Arc<Message>)| {
            !message.shows_result() && message.controls.iter().any(of_table)
        };
        public.filter(is_active).map(|(id, _)| *id).collect()
    }

    /// Returns the newest private message of this person that satisfies `wanted`.
    pub(super) fn newest_private(
        &self,
        viewer: UserId,
        wanted: impl Fn(&Message) -> bool,
    ) -> Option<(u64, &Arc<Message>)> {
        self.newest(|message| message.viewer == Some(viewer) && wanted(message))
    }

    fn newest(&self, wanted: impl Fn(&Message) -> bool) -> Option<(u64, &Arc<Message>)> {
        let mut newest = self.messages.iter().rev();
        let (id, message) = newest.find(|(_, message)| wanted(message))?;
        Some((*id, message))
    }

    /// Deletes the newest public message, as a moderator does.
    pub(super) fn delete_table_message(&mut self) {
        if let Some((id, _)) = self.table_message() {
            self.messages.remove(&id);
        }
    }

    /// Deletes a message.
    pub(super) fn delete(&mut self, message: u64) {
        self.messages.remove(&message);
    }

    /// Returns the interaction of a token: tokens are interaction ids here.
    pub(super) fn interaction_of_token(token: &str) -> Option<u64> {
        token.parse().ok()
    }

    /// Carries out a request.
    pub(super) fn apply(
        &mut self,
        call: &Call,
        body: Option<&Value>,
        now: Millis,
    ) -> Result<Applied, ApiError> {
        let body = body.unwrap_or(&Value::Null);
        match call {
            Call::Callback { interaction, .. } => self.answer(interaction.get(), body, now),
            Call::ReadOriginal { token, .. } => {
                let message = self.original_message(token, now)?;
                let is_private = self
                    .message(message)
                    .is_some_and(|message| message.viewer.is_some());
                let flags = if is_private { EPHEMERAL } else { 0 };
                Ok(Applied {
                    body: json!({ "id": message.to_string(), "flags": flags }),
                    ..Applied::default()
                })
            }
            Call::EditOriginal { token, .. } => {
                let message = self.original_message(token, now)?;
                self.edit(message, body)
            }
            Call::ReadMessages { since, .. } => self.read_messages(since.map_or(0, MessageId::get)),
            Call::Post { .. } => self.post(body, now),
            Call::Edit { message, .. } => {
                self.check_access()?;
                self.edit(message.get(), body)
            }
            Call::Delete { message, .. } => {
                self.check_access()?;
                let removed = self.messages.remove(&message.get());
                removed
                    .map(|_| Applied::default())
                    .ok_or(ApiError::UNKNOWN_MESSAGE)
            }
            Call::OpenThread { .. } | Call::ReadCommands { .. } | Call::WriteCommands { .. } => {
                Ok(Applied::default())
            }
        }
    }

    fn read_messages(&self, since: u64) -> Result<Applied, ApiError> {
        self.check_access()?;
        let public = self.messages.range(since..);
        let public = public.filter(|(_, message)| message.viewer.is_none());
        let shown = |(id, message): (&u64, &Arc<Message>)| json!({ "id": id.to_string(), "components": message.components });
        let mut shown: Vec<_> = public.take(100).map(shown).collect();
        shown.reverse();
        Ok(Applied {
            body: Value::Array(shown),
            ..Applied::default()
        })
    }

    fn check_access(&self) -> Result<(), ApiError> {
        match self.access {
            Access::Granted => Ok(()),
            Access::Denied => Err(ApiError::NOT_ALLOWED),
            Access::ChannelDeleted => Err(ApiError::UNKNOWN_CHANNEL),
        }
    }

    fn answer(&mut self, id: u64, body: &Value, now: Millis) -> Result<Applied, ApiError> {
        let unknown = ApiError::UNKNOWN_INTERACTION;
        let interaction = self.interactions.get(&id).ok_or(unknown)?.clone();
        if interaction.answered {
            return Err(ApiError::ALREADY_ANSWERED);
        }
        if now.since(interaction.at) > ANSWER_DEADLINE || self.access == Access::ChannelDeleted {
            return Err(unknown);
        }
        let data = &body["data"];
        let original_message = match body["type"].as_u64() {
            Some(4) => Some(self.add_message(data, interaction.user)),
            Some(7) => {
                let clicked = interaction.clicked.ok_or(unknown)?;
                self.edit(clicked, data)?;
                Some(clicked)
            }
            _ => None,
        };
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.answered = true;
            interaction.original_message = original_message.or(interaction.clicked);
        }
        let resource = original_message.map(|id| json!({ "message": { "id": id.to_string() } }));
        Ok(Applied {
            body: json!({ "resource": resource }),
            shown: original_message,
            answered: Some(id),
        })
    }

    /// Adds a message, private if its flags say so, and returns its id.
    fn add_message(&mut self, body: &Value, user: UserId) -> u64 {
        let is_private = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        let id = self.next_id();
        let message = Message::new(is_private.then_some(user), body);
        self.messages.insert(id, Arc::new(message));
        id
    }

    fn post(&mut self, body: &Value, now: Millis) -> Result<Applied, ApiError> {
        self.check_access()?;
        let nonce = body["nonce"].as_str().unwrap_or_default().to_owned();
        let known = self.nonces.get(&nonce).copied();
        let known = known
            .filter(|&(id, at)| now.since(at) < NONCE_LIFETIME && self.messages.contains_key(&id));
        let id = known.map_or_else(|| self.add_message(body, UserId(0)), |(id, _)| id);
        self.nonces.insert(nonce, (id, now));
        Ok(Applied {
            body: json!({ "id": id.to_string() }),
            shown: Some(id),
            answered: None,
        })
    }

    fn edit(&mut self, id: u64, body: &Value) -> Result<Applied, ApiError> {
        let message = self
            .messages
            .get_mut(&id)
            .ok_or(ApiError::UNKNOWN_MESSAGE)?;
        *message = Arc::new(Message::new(message.viewer, body));
        Ok(Applied {
            body: json!({ "id": id.to_string() }),
            shown: Some(id),
            answered: None,
        })
    }

    /// Returns the message behind `@original`, if the token has not expired.
    fn original_message(&self, token: &str, now: Millis) -> Result<u64, ApiError> {
        let interaction =
            Self::interaction_of_token(token).and_then(|id| self.interactions.get(&id));
        let interaction = interaction.ok_or(ApiError::TOKEN_EXPIRED)?;
        if now.since(interaction.at) > TOKEN_LIFETIME {
            return Err(ApiError::TOKEN_EXPIRED);
        }
        let original_message = interaction
            .original_message
            .ok_or(ApiError::UNKNOWN_MESSAGE)?;
        let known = self.messages.contains_key(&original_message);
        known
            .then_some(original_message)
            .ok_or(ApiError::UNKNOWN_MESSAGE)
    }
}
