//! A model of Discord as far as tables see it: messages in one channel, interactions with their
//! tokens, and what it refuses. It outlives every process. It never fails by itself: what goes
//! wrong on the way, the wire decides.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use serenity::model::id::MessageId;
use table::ids::{Millis, TableId, UserId};
use virtual_user::component::{Component, components};
use virtual_user::view::{offers_rematch, text_of};

use kittens::outbox::Call;

/// An interaction wants its first answer within this.
const ANSWER_WITHIN: Millis = Millis::seconds(3);
/// An interaction's token lives for this.
const TOKEN_LIVES: Millis = Millis::minutes(15);
/// A nonce makes a second post no second message for this long.
const NONCE_LIVES: Millis = Millis::minutes(3);
/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;

/// A message in the channel.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The only one who sees it, if it is not public.
    pub(super) reader: Option<UserId>,
    pub(super) components: Value,
    /// The buttons and selects in it.
    pub(super) seen: Vec<Component>,
    /// All words in it.
    pub(super) text: String,
}

impl Message {
    /// Whether it shows how a game ended, and so stays whatever comes after it.
    pub(super) fn shows_an_end(&self) -> bool {
        offers_rematch(&self.seen)
    }

    fn new(reader: Option<UserId>, body: &Value) -> Self {
        Self {
            reader,
            components: body["components"].clone(),
            seen: components(body),
            text: text_of(body),
        }
    }
}

/// What somebody asked for, and what he was told.
#[derive(Clone, Debug)]
pub(super) struct Interaction {
    pub(super) user: UserId,
    pub(super) at: Millis,
    /// The message whose control was used.
    pub(super) clicked: Option<u64>,
    pub(super) answered: bool,
    /// The message that `@original` is.
    original: Option<u64>,
}

/// Why Discord refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) status: u16,
    pub(super) code: u64,
}

impl Refused {
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

/// What came of a request that was granted.
#[derive(Clone, Debug, Default)]
pub(super) struct Applied {
    pub(super) body: Value,
    /// The message that now shows something else than before.
    pub(super) shown: Option<u64>,
    /// The interaction that now has its answer.
    pub(super) answered: Option<u64>,
}

/// Whether the bot may write in the channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Access {
    #[default]
    Granted,
    Taken,
    /// The channel is gone for good.
    Gone,
}

/// One server with one channel.
#[derive(Debug, Default)]
pub(super) struct Discord {
    messages: BTreeMap<u64, Arc<Message>>,
    interactions: BTreeMap<u64, Interaction>,
    /// What was posted by each nonce, and when.
    nonces: HashMap<String, (u64, Millis)>,
    last_id: u64,
    pub(super) access: Access,
}

impl Discord {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// A person clicks or types a command: the number of his interaction.
    pub(super) fn ask(&mut self, user: UserId, clicked: Option<u64>, now: Millis) -> u64 {
        let id = self.next_id();
        let interaction = Interaction {
            user,
            at: now,
            clicked,
            answered: false,
            original: None,
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

    /// The newest public message.
    pub(super) fn table(&self) -> Option<(u64, &Arc<Message>)> {
        self.newest(|message| message.reader.is_none())
    }

    /// The public messages older than the newest that look as if this table could still be played
    /// at there.
    pub(super) fn left_over(&self, table: TableId) -> Vec<u64> {
        let public = self.messages.iter().rev();
        let public = public
            .filter(|(_, message)| message.reader.is_none())
            .skip(1);
        let of_table = |seen: &Component| {
            let control = seen.control.filter(|_| seen.enabled);
            control.is_some_and(|control| control.stamp.table == table)
        };
        let live = |(_, message): &(&u64, &Arc<Message>)| {
            !message.shows_an_end() && message.seen.iter().any(of_table)
        };
        public.filter(live).map(|(id, _)| *id).collect()
    }

    /// The newest message that only this person sees and that is like this.
    pub(super) fn private(
        &self,
        reader: UserId,
        wanted: impl Fn(&Message) -> bool,
    ) -> Option<(u64, &Arc<Message>)> {
        self.newest(|message| message.reader == Some(reader) && wanted(message))
    }

    fn newest(&self, wanted: impl Fn(&Message) -> bool) -> Option<(u64, &Arc<Message>)> {
        let mut newest = self.messages.iter().rev();
        let (id, message) = newest.find(|(_, message)| wanted(message))?;
        Some((*id, message))
    }

    /// Somebody who may deletes the newest public message.
    pub(super) fn delete_table(&mut self) {
        if let Some((id, _)) = self.table() {
            self.messages.remove(&id);
        }
    }

    /// Takes a message away.
    pub(super) fn delete(&mut self, message: u64) {
        self.messages.remove(&message);
    }

    /// The interaction that a token belongs to.
    pub(super) fn by_token(token: &str) -> Option<u64> {
        token.parse().ok()
    }

    /// Does what a request asks for.
    pub(super) fn apply(
        &mut self,
        call: &Call,
        body: Option<&Value>,
        now: Millis,
    ) -> Result<Applied, Refused> {
        let body = body.unwrap_or(&Value::Null);
        match call {
            Call::Callback { interaction, .. } => self.answer(interaction.get(), body, now),
            Call::ReadOriginal { token, .. } => {
                let message = self.original(token, now)?;
                let private = self
                    .message(message)
                    .is_some_and(|seen| seen.reader.is_some());
                let flags = if private { EPHEMERAL } else { 0 };
                Ok(Applied {
                    body: json!({ "id": message.to_string(), "flags": flags }),
                    ..Applied::default()
                })
            }
            Call::EditOriginal { token, .. } => {
                let message = self.original(token, now)?;
                self.edit(message, body)
            }
            Call::ReadMessages { since, .. } => self.read_messages(since.map_or(0, MessageId::get)),
            Call::Post { .. } => self.post(body, now),
            Call::Edit { message, .. } => {
                self.reachable()?;
                self.edit(message.get(), body)
            }
            Call::Delete { message, .. } => {
                self.reachable()?;
                let gone = self.messages.remove(&message.get());
                gone.map(|_| Applied::default())
                    .ok_or(Refused::UNKNOWN_MESSAGE)
            }
            Call::OpenThread { .. } | Call::ReadCommands { .. } | Call::WriteCommands { .. } => {
                Ok(Applied::default())
            }
        }
    }

    fn read_messages(&self, since: u64) -> Result<Applied, Refused> {
        self.reachable()?;
        let public = self.messages.range(since..);
        let public = public.filter(|(_, message)| message.reader.is_none());
        let shown = |(id, message): (&u64, &Arc<Message>)| json!({ "id": id.to_string(), "components": message.components });
        let mut shown: Vec<_> = public.take(100).map(shown).collect();
        shown.reverse();
        Ok(Applied {
            body: Value::Array(shown),
            ..Applied::default()
        })
    }

    fn reachable(&self) -> Result<(), Refused> {
        match self.access {
            Access::Granted => Ok(()),
            Access::Taken => Err(Refused::NOT_ALLOWED),
            Access::Gone => Err(Refused::UNKNOWN_CHANNEL),
        }
    }

    fn answer(&mut self, id: u64, body: &Value, now: Millis) -> Result<Applied, Refused> {
        let unknown = Refused::UNKNOWN_INTERACTION;
        let interaction = self.interactions.get(&id).ok_or(unknown)?.clone();
        if interaction.answered {
            return Err(Refused::ALREADY_ANSWERED);
        }
        if now.since(interaction.at) > ANSWER_WITHIN || self.access == Access::Gone {
            return Err(unknown);
        }
        let data = &body["data"];
        let original = match body["type"].as_u64() {
            Some(4) => Some(self.add(data, interaction.user)),
            Some(7) => {
                let clicked = interaction.clicked.ok_or(unknown)?;
                self.edit(clicked, data)?;
                Some(clicked)
            }
            _ => None,
        };
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.answered = true;
            interaction.original = original.or(interaction.clicked);
        }
        let resource = original.map(|id| json!({ "message": { "id": id.to_string() } }));
        Ok(Applied {
            body: json!({ "resource": resource }),
            shown: original,
            answered: Some(id),
        })
    }

    /// A new message; private if its flags say so.
    fn add(&mut self, body: &Value, user: UserId) -> u64 {
        let private = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        let id = self.next_id();
        let message = Message::new(private.then_some(user), body);
        self.messages.insert(id, Arc::new(message));
        id
    }

    fn post(&mut self, body: &Value, now: Millis) -> Result<Applied, Refused> {
        self.reachable()?;
        let nonce = body["nonce"].as_str().unwrap_or_default().to_owned();
        let known = self.nonces.get(&nonce).copied();
        let known = known
            .filter(|&(id, at)| now.since(at) < NONCE_LIVES && self.messages.contains_key(&id));
        let id = known.map_or_else(|| self.add(body, UserId(0)), |(id, _)| id);
        self.nonces.insert(nonce, (id, now));
        Ok(Applied {
            body: json!({ "id": id.to_string() }),
            shown: Some(id),
            answered: None,
        })
    }

    fn edit(&mut self, id: u64, body: &Value) -> Result<Applied, Refused> {
        let message = self.messages.get_mut(&id).ok_or(Refused::UNKNOWN_MESSAGE)?;
        *message = Arc::new(Message::new(message.reader, body));
        Ok(Applied {
            body: json!({ "id": id.to_string() }),
            shown: Some(id),
            answered: None,
        })
    }

    /// The message behind `@original`, as long as the token lives.
    fn original(&self, token: &str, now: Millis) -> Result<u64, Refused> {
        let interaction = Self::by_token(token).and_then(|id| self.interactions.get(&id));
        let interaction = interaction.ok_or(Refused::TOKEN_EXPIRED)?;
        if now.since(interaction.at) > TOKEN_LIVES {
            return Err(Refused::TOKEN_EXPIRED);
        }
        let original = interaction.original.ok_or(Refused::UNKNOWN_MESSAGE)?;
        let known = self.messages.contains_key(&original);
        known.then_some(original).ok_or(Refused::UNKNOWN_MESSAGE)
    }
}
