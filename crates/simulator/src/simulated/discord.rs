//! Discord in the simulated games: one channel and direct messages in the sandbox's [`World`], which validates every
//! request and answers like Discord. `network` injects the faults of requests, and `moderator` changes the channel.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kit::virtual_user::component::Component;
use kit::virtual_user::game_move::leads_to_move;
use sandbox::{
    Click, Id, Method, Permissions, Request, SlashCommand, StartedInteraction, Upload, UserConfig,
    World, WorldConfig,
};
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, ChannelId, GuildId, UserId as BotUser};
use table::control::ControlAction;
use table::ids::{Millis, TableId, UserId};
use table::intent::Intent;

use super::message::Message;
use super::person::UsedControl;
use discord::emoji_markers::{UploadedEmoji, UploadedEmojis};
use discord::{AttachedFile, BotIdentity, Call};

const AUTHORIZATION: &str = "Bot sandbox-token";
/// The command that people use. Its options do not matter here.
const COMMAND: &str = "kittens";
/// The media type of all files that the bot sends in a simulated game.
const PNG: &str = "image/png";
const INVALID_BODY: u64 = 50_035;

#[derive(Clone, Debug)]
pub(super) struct Interaction {
    pub(super) user: UserId,
    pub(super) at: Millis,
    pub(super) token: String,
    channel: Id,
    /// The message whose control was used.
    clicked: Option<u64>,
    pub(super) answered: bool,
}

/// An error response from Discord: HTTP status and JSON error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ApiError {
    pub(super) status: u16,
    pub(super) code: u64,
}

impl ApiError {
    pub(super) const UNKNOWN_INTERACTION: Self = Self::new(404, 10_062);
    pub(super) const TOKEN_EXPIRED: Self = Self::new(401, 50_027);
    pub(super) const UNKNOWN_MESSAGE: Self = Self::new(404, 10_008);
    pub(super) const NOT_ALLOWED: Self = Self::new(403, 50_013);
    pub(super) const ARCHIVED: Self = Self::new(400, 50_083);
    pub(super) const BLOCKED: Self = Self::new(400, 200_000);
    pub(super) const TOO_MANY_EDITS: Self = Self::new(429, 30_046);
    pub(super) const OPENED_TOO_FAST: Self = Self::new(400, 40_003);

    const fn new(status: u16, code: u64) -> Self {
        Self { status, code }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Applied {
    pub(super) body: Value,
    /// The message that was posted or edited.
    pub(super) shown: Option<u64>,
    /// The interaction that was answered.
    pub(super) answered: Option<u64>,
}

/// The bot's access to the channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Access {
    #[default]
    Granted,
    /// Temporarily revoked by a moderator.
    Denied,
    /// As if the channel were a private thread that the bot was removed from: the bot is not notified.
    Lost,
    ChannelDeleted,
}

pub(super) struct Discord {
    world: World,
    guild: Id,
    channel: Id,
    /// The direct message channels, each with its person.
    direct_channels: BTreeMap<Id, UserId>,
    messages: BTreeMap<u64, Arc<Message>>,
    interactions: BTreeMap<u64, Interaction>,
    tokens: HashMap<String, u64>,
    access: Access,
    /// The only uploaded emoji: the picture on the Draw button.
    pub(super) emojis: UploadedEmojis,
    /// Discord's answer to the first request with an invalid body, which is a bug in the bot.
    pub(super) invalid_body: Option<String>,
}

impl Discord {
    /// Creates a server with one channel and this many people. Also returns the people's ids.
    pub(super) fn new(now: Millis, people: usize) -> (Self, Vec<UserId>) {
        let mut world = World::new(WorldConfig::default(), now.0);
        let guild = world.add_guild(now.0, "Home", "en-US");
        let channel = world.add_channel(now.0, guild, "table");
        let users = (0..people)
            .map(|index| {
                let config = UserConfig {
                    username: format!("player{index}"),
                    global_name: None,
                    locale: "en-US".to_owned(),
                };
                UserId(world.add_user(now.0, &config).get())
            })
            .collect();
        let path = format!("applications/{}/commands", world.bot_id());
        let commands = json!([{ "name": COMMAND, "description": "A table", "type": 1 }]);
        let register = Request::new(Method::PUT, &path).authorization(AUTHORIZATION);
        world.request(now.0, &register.body(&commands));
        let emojis = upload_emoji(&mut world, now);
        let discord = Self {
            world,
            guild,
            channel,
            direct_channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            access: Access::Granted,
            emojis,
            invalid_body: None,
        };
        (discord, users)
    }

    pub(super) fn guild(&self) -> GuildId {
        GuildId::new(self.guild.get())
    }

    pub(super) fn channel(&self) -> ChannelId {
        ChannelId::new(self.channel.get())
    }

    pub(super) fn application(&self) -> ApplicationId {
        ApplicationId::new(self.world.bot_id().get())
    }

    pub(super) fn bot(&self) -> BotIdentity {
        BotIdentity {
            user: BotUser::new(self.world.bot_id().get()),
            application: self.application(),
        }
    }

    /// Lets a person use a control, or the command, and returns the interaction's id; `None` if the channel or the
    /// message no longer exists.
    pub(super) fn add_interaction(
        &mut self,
        user: UserId,
        used: Option<&UsedControl>,
        now: Millis,
    ) -> Option<u64> {
        let person = Id::new(user.0)?;
        let channel = used
            .and_then(|used| self.direct_channel_of(used.source.message.get()))
            .unwrap_or(self.channel);
        let StartedInteraction { id, token } = match used {
            Some(used) => {
                let message = Id::new(used.source.message.get())?;
                let click = Click {
                    values: (!used.values.is_empty()).then(|| used.values.clone()),
                    force: true,
                    ..Click::new(person, message, &*used.custom_id)
                };
                self.world.click(now.0, channel, &click).ok()?
            }
            None => {
                let command = SlashCommand::new(person, COMMAND);
                self.world.run_command(now.0, self.channel, &command).ok()?
            }
        };
        self.tokens.insert(token.clone(), id.get());
        let interaction = Interaction {
            user,
            at: now,
            token,
            channel,
            clicked: used.map(|used| used.source.message.get()),
            answered: false,
        };
        self.interactions.insert(id.get(), interaction);
        Some(id.get())
    }

    pub(super) fn interaction(&self, id: u64) -> Option<&Interaction> {
        self.interactions.get(&id)
    }

    pub(super) fn message(&self, id: u64) -> Option<&Arc<Message>> {
        self.messages.get(&id)
    }

    pub(super) fn table_message(&self) -> Option<(u64, &Arc<Message>)> {
        self.newest(|message| message.viewer.is_none())
    }

    /// Returns the public messages with enabled controls of this table, except the newest message and games' results.
    pub(super) fn leftover_messages(&self, table: TableId) -> Vec<u64> {
        let public = self
            .messages
            .iter()
            .rev()
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

    pub(super) fn access(&self) -> Access {
        self.access
    }

    pub(super) fn is_denied(&self) -> bool {
        matches!(self.access, Access::Denied | Access::Lost)
    }

    /// Sets the bot's access: restores its permissions in the channel, or revokes all of them.
    pub(super) fn set_access(&mut self, access: Access, now: Millis) {
        let permissions = match access {
            Access::Granted => Permissions::EVERYONE,
            Access::Denied | Access::Lost | Access::ChannelDeleted => Permissions(0),
        };
        self.access = access;
        self.world.advance_to(now.0);
        // Fails only if the channel has been deleted; then its permissions do not matter.
        let _ = self.world.set_bot_permissions(self.channel, permissions);
    }

    pub(super) fn delete_channel(&mut self, now: Millis) {
        self.access = Access::ChannelDeleted;
        self.world.advance_to(now.0);
        // Fails only if the channel has already been deleted.
        let _ = self.world.delete_channel(self.channel);
    }

    /// Deletes the newest public message, as a moderator might.
    pub(super) fn delete_table_message(&mut self, now: Millis) {
        if let Some((id, _)) = self.table_message() {
            self.delete(id, now);
        }
    }

    pub(super) fn delete(&mut self, message: u64, now: Millis) {
        if let Some(id) = Id::new(message) {
            // The deletion fails only if the message or its channel is already gone.
            let channel = self.direct_channel_of(message).unwrap_or(self.channel);
            self.world.advance_to(now.0);
            let _ = self.world.delete_message(channel, id);
            self.read(message);
        }
    }

    fn direct_channel_of(&self, message: u64) -> Option<Id> {
        let id = Id::new(message)?;
        let mut channels = self.direct_channels.keys().copied();
        channels.find(|channel| self.world.find_message(*channel, id).is_some())
    }

    pub(super) fn refuse_direct_messages(&mut self, user: UserId, now: Millis) {
        if let Some(person) = Id::new(user.0) {
            self.world.set_accepts_direct_messages(now.0, person, false);
        }
    }

    /// Returns a person's direct messages that still have controls for this table.
    pub(super) fn live_hands(&self, user: UserId, table: TableId) -> Vec<u64> {
        let is_live = |message: &Message| {
            let mut controls = message.controls.iter();
            message.direct
                && message.viewer == Some(user)
                && controls.any(|one| one.control.is_some_and(|known| known.stamp.table == table))
        };
        let messages = self.messages.iter().filter(|(_, message)| is_live(message));
        messages.map(|(id, _)| *id).collect()
    }

    /// Returns the private messages in the channel that allow a person to make a move at this table. Prompts that ask
    /// whether to leave or to end the game do not count, although answering No shows the hand.
    pub(super) fn open_panels(&self, user: UserId, table: TableId) -> Vec<u64> {
        let known = |control: &Component| control.control.filter(|it| it.stamp.table == table);
        let moves = |control: &Component| known(control).is_some_and(|it| leads_to_move(&it));
        let asks = |control: &Component| {
            let action = known(control).map(|it| it.action);
            matches!(
                action,
                Some(ControlAction::Button(
                    Intent::Leave { .. } | Intent::End { .. }
                ))
            )
        };
        let is_open = |message: &Message| {
            let mut controls = message.controls.iter();
            let is_theirs = !message.direct && message.viewer == Some(user);
            is_theirs && controls.clone().any(moves) && !controls.any(asks)
        };
        let messages = self.messages.iter().filter(|(_, message)| is_open(message));
        messages.map(|(id, _)| *id).collect()
    }

    pub(super) fn interaction_of(&self, call: &Call) -> Option<u64> {
        match call {
            Call::Callback { interaction, .. } => Some(interaction.get()),
            Call::EditOriginal(original, _)
            | Call::DeleteOriginal(original)
            | Call::FollowUp(original) => self.tokens.get(&original.token).copied(),
            _ => None,
        }
    }

    pub(super) fn apply(
        &mut self,
        call: &Call,
        body: Option<&Value>,
        now: Millis,
    ) -> Result<Applied, ApiError> {
        let route = call.route();
        let path = format!("{}{}", route.path, route.query);
        let body = body.unwrap_or(&Value::Null);
        let files: Vec<Upload> = call.file().map(uploaded).into_iter().collect();
        let request = Request::new(route.method, &path)
            .authorization(AUTHORIZATION)
            .body(body)
            .files(&files);
        let reply = self.world.request(now.0, &request);
        if !(200..300).contains(&reply.status) {
            let code = reply.code();
            if code == INVALID_BODY {
                let answer = reply.body.unwrap_or_default();
                self.invalid_body.get_or_insert(answer.to_string());
            }
            let status = reply.status;
            return Err(ApiError { status, code });
        }
        let answer = reply.body.unwrap_or_default();
        if let Call::OpenDirectMessages = call {
            self.note_direct_channel(body, &answer);
        }
        let shown = self.message_shown_by(call, body, &answer);
        if let Some(message) = shown {
            self.read(message);
        }
        if let Call::Delete { message, .. } = call {
            self.read(message.get());
        }
        if let Call::DeleteOriginal { .. } = call {
            self.drop_deleted_private_messages(call);
        }
        Ok(Applied {
            body: answer,
            shown,
            answered: self.note_answer(call),
        })
    }

    fn note_direct_channel(&mut self, body: &Value, answer: &Value) {
        let number = |value: &Value| value.as_str()?.parse::<u64>().ok();
        let channel = number(&answer["id"]).and_then(Id::new);
        if let (Some(channel), Some(user)) = (channel, number(&body["recipient_id"])) {
            self.direct_channels.insert(channel, UserId(user));
        }
    }

    fn note_answer(&mut self, call: &Call) -> Option<u64> {
        let Call::Callback { interaction, .. } = call else {
            return None;
        };
        let id = interaction.get();
        self.interactions.get_mut(&id)?.answered = true;
        Some(id)
    }

    /// Returns the message that a successful request created or changed; `None` if it showed no message.
    fn message_shown_by(&self, call: &Call, body: &Value, answer: &Value) -> Option<u64> {
        match call {
            Call::Callback { interaction, .. } => {
                let asked = self.interactions.get(&interaction.get())?;
                match body["type"].as_u64()? {
                    4 => self.newest_message_of(asked.channel, asked.user),
                    7 => asked.clicked,
                    _ => None,
                }
            }
            Call::Post { .. } | Call::EditOriginal { .. } | Call::FollowUp(_) => {
                answer["id"].as_str()?.parse().ok()
            }
            Call::Edit { message, .. } => Some(message.get()),
            _ => None,
        }
    }

    fn newest_message_of(&self, channel: Id, user: UserId) -> Option<u64> {
        let mut seen = self.world.messages_seen_by(channel, Id::new(user.0));
        Some(seen.next_back()?.id().get())
    }

    /// Removes the parsed copies of deleted private messages to the person whose interaction token the request uses.
    fn drop_deleted_private_messages(&mut self, call: &Call) {
        let interaction = self.interaction_of(call);
        let asked = interaction.and_then(|id| self.interactions.get(&id));
        let Some(viewer) = asked.map(|asked| asked.user) else {
            return;
        };
        let (world, channel) = (&self.world, self.channel);
        let exists = |message: u64| {
            let id = Id::new(message);
            id.is_some_and(|id| world.find_message(channel, id).is_some())
        };
        self.messages
            .retain(|&id, message| message.direct || message.viewer != Some(viewer) || exists(id));
    }

    /// Updates the parsed copy of a message that was created, edited or deleted.
    fn read(&mut self, message: u64) {
        let id = Id::new(message);
        let found = id.and_then(|id| self.world.find_message(self.channel, id));
        let person = self.direct_channel_of(message);
        let direct = person.zip(id).and_then(|(channel, id)| {
            let found = self.world.find_message(channel, id)?;
            Some(Message::new(found).in_direct_messages_of(self.direct_channels.get(&channel)))
        });
        match found.map(Message::new).or(direct) {
            Some(read) => drop(self.messages.insert(message, Arc::new(read))),
            None => drop(self.messages.remove(&message)),
        }
    }
}

fn upload_emoji(world: &mut World, now: Millis) -> UploadedEmojis {
    const SIGNATURE_OF_PNG: &str = "data:image/png;base64,iVBORw0KGgo=";
    let path = format!("applications/{}/emojis", world.bot_id());
    let body = json!({ "name": "card_back", "image": SIGNATURE_OF_PNG });
    let create = Request::new(Method::POST, &path).authorization(AUTHORIZATION);
    let created = world.request(now.0, &create.body(&body)).body;
    let id = created.and_then(|emoji| emoji["id"].as_str()?.parse().ok());
    let name = "card_back".to_owned();
    let emoji = id.map(|id| ("card-back".to_owned(), UploadedEmoji { id, name }));
    UploadedEmojis {
        by_picture: emoji.into_iter().collect(),
        ..UploadedEmojis::default()
    }
}

/// Returns true if a button or a menu option in a request body shows an application emoji.
pub(super) fn shows_emoji(body: Option<&Value>) -> bool {
    body.is_some_and(|body| body.to_string().contains(r#""emoji":{"id":"#))
}

fn uploaded(file: &AttachedFile) -> Upload {
    Upload {
        index: 0,
        name: file.name.to_owned(),
        content_type: PNG.to_owned(),
        bytes: file.content.clone(),
    }
}
