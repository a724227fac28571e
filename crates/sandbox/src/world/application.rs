//! The bot's application: the fields that the bot has edited, and Discord's limits and advice for gateway sessions.

use serde_json::{Map, Value, json};

use super::{Permissions, World};
use crate::api_error::ApiError;
use crate::validation::application;

const SESSIONS_PER_DAY: u32 = 1000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Debug)]
pub(crate) struct ApplicationSettings {
    pub(crate) session_start_limit: SessionStartLimit,
    /// The number of buckets for session starts. A shard's bucket is the shard's number modulo this number.
    pub(crate) max_concurrency: u64,
    pub(crate) advised_shards: u64,
    /// The fields that the bot has edited, as Discord returns them.
    edited: Map<String, Value>,
}

impl Default for ApplicationSettings {
    fn default() -> Self {
        Self {
            session_start_limit: SessionStartLimit {
                total: SESSIONS_PER_DAY,
                remaining: SESSIONS_PER_DAY,
                resets_at_ms: None,
            },
            max_concurrency: 1,
            advised_shards: 1,
            edited: Map::new(),
        }
    }
}

impl World {
    /// Returns the application. Initially, it can be installed only in servers, and its installation link adds the bot.
    pub(crate) fn application_json(&self) -> Value {
        let mut application = json!({
            "id": self.bot_id(),
            "name": self.bot.username,
            "icon": null,
            "description": "",
            "tags": [],
            "bot_public": true,
            "bot_require_code_grant": false,
            "bot": self.bot.to_json(),
            "verify_key": "0".repeat(64),
            "flags": 0,
            "team": null,
            "approximate_guild_count": self.guilds.len(),
            "integration_types_config": {"0": {"oauth2_install_params": {
                "scopes": ["applications.commands", "bot"],
                "permissions": Permissions::EVERYONE.0.to_string(),
            }}},
            "interactions_endpoint_url": null,
        });
        for (field, value) in &self.application.edited {
            application[field] = value.clone();
        }
        application
    }

    /// Edits the fields of the application that are in `body`. Null resets a field.
    ///
    /// # Errors
    /// Returns 50035 if a field is invalid; then nothing changes.
    pub(crate) fn edit_application(&mut self, body: &Value) -> Result<Value, ApiError> {
        for (field, value) in application::check(body)? {
            self.application.edited.remove(&field);
            if !value.is_null() {
                self.application.edited.insert(field, value);
            }
        }
        self.notify_change(None);
        Ok(self.application_json())
    }
}

impl ApplicationSettings {
    pub(crate) fn session_starts_json(&self, now: u64) -> Value {
        let mut limit = self.session_start_limit;
        limit.reset_if_due(now);
        json!({
            "total": limit.total,
            "remaining": limit.remaining,
            "reset_after": limit.resets_at_ms.map_or(DAY_MS, |at| at - now),
            "max_concurrency": self.max_concurrency,
        })
    }
}

/// The limit on session starts until the next reset. Discord revokes the token of a bot that exceeds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionStartLimit {
    pub(crate) total: u32,
    pub(crate) remaining: u32,
    /// The next reset, in milliseconds since 1970; `None` before the first session of a period.
    pub(crate) resets_at_ms: Option<u64>,
}

impl SessionStartLimit {
    /// Counts a session start. Returns true if it is within the limit.
    pub(crate) fn try_consume(&mut self, now: u64) -> bool {
        self.reset_if_due(now);
        self.resets_at_ms.get_or_insert(now + DAY_MS);
        let allowed = self.remaining > 0;
        self.remaining = self.remaining.saturating_sub(1);
        allowed
    }

    fn reset_if_due(&mut self, now: u64) {
        if self.resets_at_ms.is_some_and(|at| at <= now) {
            self.remaining = self.total;
            self.resets_at_ms = None;
        }
    }
}
