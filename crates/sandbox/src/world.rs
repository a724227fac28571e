//! A small Discord as plain state: imitates Discord's responses without network, clock or randomness.
//!
//! [`World`] is the interface for tests and simulators in the same process; the sandbox's server is a layer over it.
//! Calls that advance the time take it in milliseconds since 1970; the same sequence of calls gives the same replies.
//! `World::request` carries out the bot's REST calls (`rest`); `World::click` and similar functions act as users
//! (`people`). The world never spawns, blocks or waits.
//!
//! Only the modules of `world` access the fields of [`World`]; the other layers use methods. The exception is
//! `application`, which those layers may change directly, because no rule of the world depends on it.

mod application;
mod attachment;
mod callbacks;
mod channels;
mod commands;
pub(crate) mod components;
mod emojis;
mod guilds;
mod interactions;
mod message_content;
mod message_json;
mod messages;
mod outputs;
mod permissions;
mod rate_limiter;
mod users;

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use self::application::ApplicationSettings;
use self::rate_limiter::RateLimiter;
use crate::id::{Id, IdGenerator};

pub(crate) use application::SessionStartLimit;
pub use attachment::Upload;
pub(crate) use attachment::{MAX_FILE_BYTES, StoredFile};
pub(crate) use channels::{Channel, ChannelKind, FORUM};
pub(crate) use commands::Command;
pub(crate) use emojis::Emoji;
pub(crate) use guilds::{BotMembership, Guild};
pub use interactions::StartedInteraction;
pub(crate) use interactions::{Interaction, InteractionKind, RESPONSE_DEADLINE_MS, UserAction};
pub(crate) use messages::{Mentions, Visibility, flags, message_kinds};
pub use messages::{Message, Stranger};
pub use outputs::{Change, Event, Output};
pub use permissions::Permissions;
pub(crate) use rate_limiter::Bucket;
pub(crate) use users::User;

#[derive(Clone, Debug)]
pub struct WorldConfig {
    /// The bot's token, without the prefix `Bot`.
    pub token: String,
    pub bot_name: String,
    /// The address of the REST API, gateway and files, such as `http://127.0.0.1:8383`. Used only to build URLs.
    pub base_url: String,
    pub has_rate_limits: bool,
    /// If true, outputs are kept for [`World::take_outputs`]; otherwise none are built.
    pub keeps_outputs: bool,
}

impl Default for WorldConfig {
    /// Returns settings for use without a network: no rate limits, no outputs.
    fn default() -> Self {
        Self {
            token: "sandbox-token".to_owned(),
            bot_name: "sandbox-bot".to_owned(),
            base_url: "http://127.0.0.1".to_owned(),
            has_rate_limits: false,
            keeps_outputs: false,
        }
    }
}

/// A small Discord, with its users, servers, channels, messages, interactions and other state.
#[derive(Debug)]
pub struct World {
    config: WorldConfig,
    bot: User,
    users: BTreeMap<Id, User>,
    guilds: BTreeMap<Id, Guild>,
    channels: BTreeMap<Id, Channel>,
    messages: BTreeMap<Id, BTreeMap<Id, Message>>,
    files: HashMap<Id, StoredFile>,
    commands: Vec<Command>,
    emojis: BTreeMap<Id, Emoji>,
    interactions: BTreeMap<Id, Interaction>,
    rate_limiter: RateLimiter,
    pub(crate) application: ApplicationSettings,
    /// Milliseconds since 1970.
    now: u64,
    revision: u64,
    /// The revision of each channel's newest change.
    channel_revisions: HashMap<Id, u64>,
    outputs: Vec<Output>,
    id_generator: IdGenerator,
}

impl World {
    /// Creates a world at `now`, in milliseconds since 1970, that contains only the bot.
    pub fn new(config: WorldConfig, now: u64) -> Self {
        let mut id_generator = IdGenerator::default();
        let bot = User {
            id: id_generator.next(now),
            username: config.bot_name.clone(),
            global_name: None,
            locale: "en-US".to_owned(),
            is_bot: true,
            accepts_direct_messages: false,
            colour_index: 0,
        };
        Self {
            bot,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: HashMap::new(),
            commands: Vec::new(),
            emojis: BTreeMap::new(),
            interactions: BTreeMap::new(),
            rate_limiter: RateLimiter::new(config.has_rate_limits),
            application: ApplicationSettings::default(),
            now,
            revision: 0,
            channel_revisions: HashMap::new(),
            outputs: Vec::new(),
            id_generator,
            config,
        }
    }

    /// Advances the world's time to `now`, in milliseconds since 1970; the time never goes back. Calls that take a time
    /// do this themselves.
    pub fn advance_to(&mut self, now: u64) {
        self.now = self.now.max(now);
    }

    /// Returns the latest time passed to a call, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.now
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the revision of the newest change in this channel, or 0 if nothing has changed in it.
    pub(crate) fn channel_revision(&self, channel: Id) -> u64 {
        self.channel_revisions.get(&channel).copied().unwrap_or(0)
    }

    /// Returns the outputs since the last call of this function, oldest first.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    fn keeps_outputs(&self) -> bool {
        self.config.keeps_outputs
    }

    pub(crate) fn new_id(&mut self) -> Id {
        self.id_generator.next(self.now)
    }

    /// Counts and reports a change. `channel` is `None` for a change outside of channels.
    pub(crate) fn notify_change(&mut self, channel: Option<Id>) {
        self.revision += 1;
        let revision = self.revision;
        if let Some(channel) = channel {
            self.channel_revisions.insert(channel, revision);
        }
        self.report(|_| Output::Change(Change { revision, channel }));
    }

    /// Reports an event for the bot. `data` is called only if outputs are kept.
    fn emit(&mut self, name: &'static str, guild: Option<Id>, data: impl FnOnce(&Self) -> Value) {
        self.report(|world| {
            Output::Event(Event {
                name,
                guild,
                data: data(world),
            })
        });
    }

    fn report(&mut self, output: impl FnOnce(&Self) -> Output) {
        if self.keeps_outputs() {
            let output = output(self);
            self.outputs.push(output);
        }
    }

    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.config.base_url.replacen("http", "ws", 1))
    }

    pub(crate) fn is_bot_token(&self, token: &str) -> bool {
        self.config.token == token
    }
}
