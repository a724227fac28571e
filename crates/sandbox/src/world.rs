//! The state of the sandbox: users, servers, channels, messages, sessions, limits, faults.
//!
//! A `World` is locked for one request at a time and never across an await. No method blocks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::api_error::ApiError;
use crate::attachments::StoredFile;
use crate::channels::{Channel, ChannelKind};
use crate::clock::Clock;
use crate::commands::Command;
use crate::config::{SandboxConfig, UserConfig};
use crate::emojis::Emoji;
use crate::faults::Faults;
use crate::gateway::GatewayBehaviour;
use crate::guilds::{BotMembership, Guild};
use crate::ids::{Id, IdGenerator};
use crate::interactions::Interactions;
use crate::messages::Message;
use crate::permissions::Permissions;
use crate::problems::Problems;
use crate::rate_limiter::RateLimiter;
use crate::recorder::Recorder;
use crate::sessions::{Intent, Sessions};
use crate::users::User;

/// Number of changes that a subscriber may lag behind before it misses some.
const CHANGE_BUFFER: usize = 1024;

/// The whole state of the sandbox, behind one lock in `server::Shared`.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) base_url: String,
    pub(crate) token: String,
    pub(crate) bot: User,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, BTreeMap<Id, Message>>,
    pub(crate) files: HashMap<Id, StoredFile>,
    pub(crate) commands: Vec<Command>,
    pub(crate) emojis: BTreeMap<Id, Emoji>,
    pub(crate) interactions: Interactions,
    pub(crate) sessions: Sessions,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) faults: Faults,
    pub(crate) gateway_behaviour: GatewayBehaviour,
    pub(crate) problems: Problems,
    pub(crate) recorder: Recorder,
    pub(crate) revision: u64,
    pub(crate) changes: broadcast::Sender<Change>,
    /// Refers to the lock around this world, for actions that run later.
    pub(crate) weak_self: Weak<Mutex<World>>,
    id_generator: IdGenerator,
}

/// A change of something that users can see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) revision: u64,
    pub(crate) channel: Option<Id>,
}

impl World {
    /// Creates the world that `config` describes, served at `base_url`.
    pub(crate) fn new(config: &SandboxConfig, base_url: String, recorder: Recorder) -> Self {
        let clock = Clock::start();
        let mut id_generator = IdGenerator::default();
        let bot = User {
            id: id_generator.next(clock.now()),
            username: config.bot_name.clone(),
            global_name: None,
            locale: "en-US".to_owned(),
            is_bot: true,
            accepts_direct_messages: false,
            colour_index: 0,
        };
        let mut world = Self {
            clock,
            base_url,
            token: config.token.clone(),
            bot,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: HashMap::new(),
            commands: Vec::new(),
            emojis: BTreeMap::new(),
            interactions: Interactions::default(),
            sessions: Sessions::default(),
            rate_limiter: RateLimiter::new(config.rate_limits),
            faults: Faults::default(),
            gateway_behaviour: GatewayBehaviour::default(),
            problems: Problems::default(),
            recorder,
            revision: 0,
            changes: broadcast::channel(CHANGE_BUFFER).0,
            weak_self: Weak::new(),
            id_generator,
        };
        world.create_initial_users_and_guild(config);
        world
    }

    fn create_initial_users_and_guild(&mut self, config: &SandboxConfig) {
        for user in &config.users {
            self.add_user(user);
        }
        if let Some(name) = &config.guild_name {
            let guild = self.add_guild(name.clone(), "en-US".to_owned());
            for channel in &config.channels {
                self.add_channel(guild, channel.clone(), 0);
            }
        }
    }

    /// Returns the sandbox's time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Returns a new id for an object created now.
    pub(crate) fn new_id(&mut self) -> Id {
        let now = self.now();
        self.id_generator.next(now)
    }

    /// Increments the revision and notifies all subscribers. `None` is a change outside of channels.
    pub(crate) fn notify_change(&mut self, channel: Option<Id>) {
        self.revision += 1;
        // Without subscribers there is nobody to notify.
        let _ = self.changes.send(Change {
            revision: self.revision,
            channel,
        });
    }

    /// Runs `action` after a delay, unless the sandbox has stopped by then.
    pub(crate) fn run_later(
        &self,
        delay: Duration,
        action: impl FnOnce(&mut Self) + Send + 'static,
    ) {
        let weak_self = self.weak_self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            if let Some(world) = weak_self.upgrade() {
                action(&mut world.lock().unwrap_or_else(PoisonError::into_inner));
            }
        });
    }

    /// Adds a user.
    pub(crate) fn add_user(&mut self, config: &UserConfig) -> Id {
        let id = self.new_id();
        let user = User {
            id,
            username: config.username.clone(),
            global_name: config.global_name.clone(),
            locale: config.locale.clone(),
            is_bot: false,
            accepts_direct_messages: true,
            colour_index: self.users.len(),
        };
        self.users.insert(id, user);
        self.notify_change(None);
        id
    }

    /// Adds a server with the bot as a member, and sends GUILD_CREATE.
    pub(crate) fn add_guild(&mut self, name: String, preferred_locale: String) -> Id {
        let id = self.new_id();
        let guild = Guild {
            id,
            name,
            preferred_locale,
            created_ms: self.now(),
            bot_membership: BotMembership::Member,
        };
        self.guilds.insert(id, guild);
        self.announce_guild(id);
        id
    }

    /// Adds a channel of Discord's type `type_number` to a server, and sends CHANNEL_CREATE.
    pub(crate) fn add_channel(&mut self, guild: Id, name: String, type_number: u8) -> Id {
        let id = self.new_id();
        let position = self.channels.len();
        let kind = ChannelKind::Guild {
            guild,
            type_number,
            position,
        };
        self.channels.insert(id, Channel::new(id, name, kind));
        self.announce_channel("CHANNEL_CREATE", id);
        id
    }

    /// Sends `event` about a channel or thread, such as CHANNEL_CREATE or THREAD_UPDATE.
    pub(crate) fn announce_channel(&mut self, event: &'static str, id: Id) {
        if let Some(channel) = self.channels.get(&id)
            && let Some(guild) = channel.guild()
        {
            let json = channel.to_json(self.bot.id);
            self.dispatch(event, Some(guild), Intent::Guilds, json);
        }
        self.notify_change(Some(id));
    }

    /// Deletes a channel with its messages and threads, and sends the matching event. Returns the
    /// deleted channel's JSON.
    pub(crate) fn remove_channel(&mut self, id: Id) -> Result<Value, ApiError> {
        let channel = self.channels.remove(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        self.messages.remove(&id);
        self.channels.retain(|_, other| other.parent() != Some(id));
        let event = match channel.kind {
            ChannelKind::Thread(_) => "THREAD_DELETE",
            _ => "CHANNEL_DELETE",
        };
        let mut json = channel.to_json(self.bot.id);
        if matches!(channel.kind, ChannelKind::Thread(_)) {
            json = json!({
                "id": id,
                "guild_id": channel.guild(),
                "parent_id": channel.parent(),
                "type": channel.type_number(),
            });
        }
        if let Some(guild) = channel.guild() {
            self.dispatch(event, Some(guild), Intent::Guilds, json.clone());
        }
        self.notify_change(Some(id));
        Ok(json)
    }

    /// Returns the direct message channel with `user`; creates it if needed.
    pub(crate) fn direct_channel(&mut self, user: Id) -> Id {
        let known = self.channels.values().find(
            |channel| matches!(channel.kind, ChannelKind::Direct { user: other } if other == user),
        );
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.new_id();
        let channel = Channel::new(id, String::new(), ChannelKind::Direct { user });
        self.channels.insert(id, channel);
        self.notify_change(Some(id));
        id
    }

    /// Returns Discord's channel object for a channel of any kind.
    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        match channel.kind {
            ChannelKind::Direct { user } => json!({
                "id": channel.id,
                "type": 1,
                "last_message_id": channel.last_message,
                "flags": 0,
                "recipients": [self.user_json(user)],
            }),
            _ => channel.to_json(self.bot.id),
        }
    }

    /// Returns a user by id, also the bot.
    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        if id == self.bot.id {
            return Some(&self.bot);
        }
        self.users.get(&id)
    }

    /// Returns Discord's user object; that of a deleted account for an unknown id.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        match self.user(id) {
            Some(user) => user.to_json(),
            None => {
                json!({"id": id, "username": "deleted_user", "discriminator": "0", "avatar": null})
            }
        }
    }

    /// Returns the bot's permissions in `channel`.
    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        channel
            .bot_permissions
            .or_else(|| parent.and_then(|parent| parent.bot_permissions))
            .unwrap_or(Permissions::EVERYONE)
    }

    /// Returns the permissions of `user` in `channel`.
    pub(crate) fn member_permissions(&self, channel: &Channel, user: Id) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        let own = channel.member_permissions.get(&user);
        own.or_else(|| parent.and_then(|parent| parent.member_permissions.get(&user)))
            .copied()
            .unwrap_or(Permissions::EVERYONE)
    }

    /// Returns a channel that the bot can see.
    ///
    /// # Errors
    /// 10003 if there is no such channel, 50001 if the bot cannot see it.
    pub(crate) fn visible_channel(&self, id: Id) -> Result<&Channel, ApiError> {
        let channel = self.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
        let has_bot = channel
            .guild()
            .is_none_or(|guild| self.guilds.get(&guild).is_some_and(Guild::has_bot));
        if has_bot
            && self
                .bot_permissions(channel)
                .allow(Permissions::VIEW_CHANNEL)
        {
            Ok(channel)
        } else {
            Err(ApiError::MISSING_ACCESS)
        }
    }

    /// Returns a channel in which the bot has the permissions `required`.
    ///
    /// # Errors
    /// As [`World::visible_channel`], and 50013 without the permissions.
    pub(crate) fn permitted_channel(
        &self,
        id: Id,
        required: Permissions,
    ) -> Result<&Channel, ApiError> {
        let channel = self.visible_channel(id)?;
        if channel.guild().is_none() || self.bot_permissions(channel).allow(required) {
            Ok(channel)
        } else {
            Err(ApiError::MISSING_PERMISSIONS)
        }
    }
}
