//! The bot's own ids, used to tell its messages from those of other bots and webhooks. They come from the gateway's
//! READY event.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use serenity::model::id::{ApplicationId, UserId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotIdentity {
    pub user: UserId,
    /// The bot's application id, which differs from the user id for some older bots.
    pub application: ApplicationId,
}

impl BotIdentity {
    /// Returns true if the bot itself wrote this message, as returned by Discord. In an answer to an interaction,
    /// `webhook_id` is the application's id.
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
        // A later READY has the same ids.
        let _ = self.0.set(identity);
    }

    /// Returns the ids, or `None` before the first READY.
    pub fn get(&self) -> Option<BotIdentity> {
        self.0.get().copied()
    }
}
