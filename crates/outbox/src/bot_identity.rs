//! The bot's own ids, by which its messages are told from those of other bots and of webhooks. The
//! gateway learns them with READY.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use serenity::model::id::{ApplicationId, UserId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotIdentity {
    pub user: UserId,
    /// The application of the bot. Older bots have another id as a user.
    pub application: ApplicationId,
}

impl BotIdentity {
    /// Returns true if the bot itself has written this message of Discord's. An answer to an interaction
    /// names the application as its webhook.
    pub(super) fn has_written(&self, message: &Value) -> bool {
        let webhook = &message["webhook_id"];
        let is_own = |id: &Value, own: u64| id.as_str() == Some(&own.to_string());
        is_own(&message["author"]["id"], self.user.get())
            && (webhook.is_null() || is_own(webhook, self.application.get()))
    }
}

/// The bot's own ids once they are known. Clones share them.
#[derive(Clone, Default)]
pub struct KnownIdentity(Arc<OnceLock<BotIdentity>>);

impl KnownIdentity {
    pub fn set(&self, identity: BotIdentity) {
        // A later READY brings the same ids.
        let _ = self.0.set(identity);
    }

    /// Returns the ids, `None` before the first READY.
    pub fn get(&self) -> Option<BotIdentity> {
        self.0.get().copied()
    }
}
