//! Everything the sandbox knows, in one place with one owner.
//!
//! A `World` is locked for one request at a time and never across an await;
//! no method here waits for anything.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::attachments::StoredFile;
use crate::channels::{Channel, Place};
use crate::clock::Clock;
use crate::commands::Command;
use crate::config::{Person, SandboxConfig};
use crate::emojis::Emoji;
use crate::faults::Faults;
use crate::gateway::Manners;
use crate::guilds::{Guild, Standing};
use crate::ids::{Id, IdMint};
use crate::interactions::Interactions;
use crate::limits::Limits;
use crate::messages::Message;
use crate::permissions::Permissions;
use crate::problems::Problems;
use crate::record::Recorder;
use crate::refusal::Refusal;
use crate::sessions::{Intent, Sessions};
use crate::users::User;

/// How many changes a slow listener may lag behind before it misses some.
const CHANGES_KEPT: usize = 1024;

/// The state of the sandbox.
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
    pub(crate) limits: Limits,
    pub(crate) faults: Faults,
    pub(crate) manners: Manners,
    pub(crate) problems: Problems,
    pub(crate) recorder: Recorder,
    pub(crate) revision: u64,
    pub(crate) changes: broadcast::Sender<Change>,
    /// The way back to this world, for what is done in it later.
    pub(crate) itself: Weak<Mutex<World>>,
    ids: IdMint,
}

/// Something that a person could see has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) revision: u64,
    pub(crate) channel: Option<Id>,
}

impl World {
    /// The world as `config` wants it at the start, served at `base_url`.
    pub(crate) fn new(config: &SandboxConfig, base_url: String, recorder: Recorder) -> Self {
        let clock = Clock::start();
        let mut ids = IdMint::default();
        let bot = User {
            id: ids.next(clock.now()),
            username: config.bot_name.clone(),
            global_name: None,
            locale: "en-US".to_owned(),
            is_bot: true,
            accepts_direct_messages: false,
            number: 0,
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
            limits: Limits::new(config.rate_limits),
            faults: Faults::default(),
            manners: Manners::default(),
            problems: Problems::default(),
            recorder,
            revision: 0,
            changes: broadcast::channel(CHANGES_KEPT).0,
            itself: Weak::new(),
            ids,
        };
        world.furnish(config);
        world
    }

    fn furnish(&mut self, config: &SandboxConfig) {
        for person in &config.people {
            self.add_user(person);
        }
        if let Some(name) = &config.guild_name {
            let guild = self.add_guild(name.clone(), "en-US".to_owned());
            for channel in &config.channels {
                self.add_channel(guild, channel.clone(), 0);
            }
        }
    }

    /// Milliseconds since 1970, on the sandbox's clock.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// A new id for something made now.
    pub(crate) fn mint(&mut self) -> Id {
        let now = self.now();
        self.ids.next(now)
    }

    /// Tells everybody who waits that something changed.
    pub(crate) fn touch(&mut self, channel: Option<Id>) {
        self.revision += 1;
        // Nobody listening is fine.
        let _ = self.changes.send(Change {
            revision: self.revision,
            channel,
        });
    }

    /// Does something here later, unless the sandbox has stopped by then.
    pub(crate) fn later(&self, delay: Duration, what: impl FnOnce(&mut Self) + Send + 'static) {
        let itself = self.itself.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            if let Some(world) = itself.upgrade() {
                what(&mut world.lock().unwrap_or_else(PoisonError::into_inner));
            }
        });
    }

    /// Adds a person.
    pub(crate) fn add_user(&mut self, person: &Person) -> Id {
        let id = self.mint();
        let user = User {
            id,
            username: person.username.clone(),
            global_name: person.global_name.clone(),
            locale: person.locale.clone(),
            is_bot: false,
            accepts_direct_messages: true,
            number: self.users.len(),
        };
        self.users.insert(id, user);
        self.touch(None);
        id
    }

    /// Adds a server that the bot is a member of, and tells the bot.
    pub(crate) fn add_guild(&mut self, name: String, preferred_locale: String) -> Id {
        let id = self.mint();
        let guild = Guild {
            id,
            name,
            preferred_locale,
            created_ms: self.now(),
            standing: Standing::Member,
        };
        self.guilds.insert(id, guild);
        self.announce_guild(id);
        id
    }

    /// Adds a channel of Discord's `kind` to a server, and tells the bot.
    pub(crate) fn add_channel(&mut self, guild: Id, name: String, kind: u8) -> Id {
        let id = self.mint();
        let position = self.channels.len();
        let place = Place::Guild {
            guild,
            kind,
            position,
        };
        self.channels.insert(id, Channel::new(id, name, place));
        self.announce_channel("CHANNEL_CREATE", id);
        id
    }

    /// Tells the bot of a channel's or thread's creation or change.
    pub(crate) fn announce_channel(&mut self, event: &'static str, id: Id) {
        if let Some(channel) = self.channels.get(&id)
            && let Some(guild) = channel.guild()
        {
            let json = channel.to_json(self.bot.id);
            self.dispatch(event, Some(guild), Intent::Guilds, json);
        }
        self.touch(Some(id));
    }

    /// Takes a channel away with all that is in it, threads included.
    pub(crate) fn remove_channel(&mut self, id: Id) -> Result<Value, Refusal> {
        let channel = self.channels.remove(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
        self.messages.remove(&id);
        self.channels.retain(|_, other| other.parent() != Some(id));
        let event = match channel.place {
            Place::Thread(_) => "THREAD_DELETE",
            _ => "CHANNEL_DELETE",
        };
        let mut json = channel.to_json(self.bot.id);
        if matches!(channel.place, Place::Thread(_)) {
            json = json!({
                "id": id,
                "guild_id": channel.guild(),
                "parent_id": channel.parent(),
                "type": channel.kind(),
            });
        }
        if let Some(guild) = channel.guild() {
            self.dispatch(event, Some(guild), Intent::Guilds, json.clone());
        }
        self.touch(Some(id));
        Ok(json)
    }

    /// The channel of direct messages with `user`, made if there is none.
    pub(crate) fn direct_channel(&mut self, user: Id) -> Id {
        let known = self.channels.values().find(
            |channel| matches!(channel.place, Place::Direct { user: other } if other == user),
        );
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.mint();
        let channel = Channel::new(id, String::new(), Place::Direct { user });
        self.channels.insert(id, channel);
        self.touch(Some(id));
        id
    }

    /// A channel's object as Discord gives it to the bot.
    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        match channel.place {
            Place::Direct { user } => json!({
                "id": channel.id,
                "type": 1,
                "last_message_id": channel.last_message,
                "flags": 0,
                "recipients": [self.user_json(user)],
            }),
            _ => channel.to_json(self.bot.id),
        }
    }

    /// A person or the bot.
    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        if id == self.bot.id {
            return Some(&self.bot);
        }
        self.users.get(&id)
    }

    /// Discord's user object; a deleted account's for an unknown id.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        match self.user(id) {
            Some(user) => user.to_json(),
            None => {
                json!({"id": id, "username": "deleted_user", "discriminator": "0", "avatar": null})
            }
        }
    }

    /// What the bot may do in `channel`.
    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        channel
            .bot_permissions
            .or_else(|| parent.and_then(|parent| parent.bot_permissions))
            .unwrap_or(Permissions::EVERYONE)
    }

    /// What `user` may do in `channel`.
    pub(crate) fn member_permissions(&self, channel: &Channel, user: Id) -> Permissions {
        let parent = channel.parent().and_then(|id| self.channels.get(&id));
        let own = channel.member_permissions.get(&user);
        own.or_else(|| parent.and_then(|parent| parent.member_permissions.get(&user)))
            .copied()
            .unwrap_or(Permissions::EVERYONE)
    }

    /// A channel that the bot can see.
    ///
    /// # Errors
    /// 10003 if there is none, 50001 if the bot may not see it.
    pub(crate) fn visible_channel(&self, id: Id) -> Result<&Channel, Refusal> {
        let channel = self.channels.get(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
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
            Err(Refusal::MISSING_ACCESS)
        }
    }

    /// A channel in which the bot has `wanted`.
    ///
    /// # Errors
    /// As [`World::visible_channel`], and 50013 without the permission.
    pub(crate) fn permitted_channel(
        &self,
        id: Id,
        wanted: Permissions,
    ) -> Result<&Channel, Refusal> {
        let channel = self.visible_channel(id)?;
        if channel.guild().is_none() || self.bot_permissions(channel).allow(wanted) {
            Ok(channel)
        } else {
            Err(Refusal::MISSING_PERMISSIONS)
        }
    }
}
