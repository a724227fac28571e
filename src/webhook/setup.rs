//! The facts that a webhook has to know before the first interaction: the application, its bot, the key by which
//! Discord signs, and Discord's time. All of it is in Discord's answer about the application.

use std::time::UNIX_EPOCH;

use outbox::BotIdentity;
use tokio::time::Instant;

use crate::config::{PublicKey, PublicKeySetting, Webhook};
use crate::start_check::Application;
use crate::webhook::signature::RequestVerifier;

pub(crate) struct WebhookSetup {
    bot: BotIdentity,
    key: PublicKey,
    /// Discord's time when it was asked, in seconds since 1970.
    server_seconds: u64,
}

/// Why interactions cannot be received by HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookSetupError {
    #[error(
        "Discord does not tell whose token it is: without that, no click can be answered by HTTP"
    )]
    UnknownApplication,
    #[error(
        "webhook.public_key: Discord does not tell the application's key: set it to the Public Key under \
         General Information on https://discord.com/developers/applications"
    )]
    UnknownKey,
    #[error(
        "webhook.public_key is {found}, but the application of this token has {expected}: copy the Public \
         Key under General Information on https://discord.com/developers/applications, or set \"discord\""
    )]
    OtherKey {
        found: PublicKey,
        expected: PublicKey,
    },
}

impl WebhookSetup {
    /// Takes what is needed out of the settings and of what Discord told.
    pub(crate) fn new(
        settings: &Webhook,
        application: &Application,
    ) -> Result<Self, WebhookSetupError> {
        let bot = application.identity();
        let since_1970 = application.server_time().duration_since(UNIX_EPOCH);
        Ok(Self {
            bot: bot.ok_or(WebhookSetupError::UnknownApplication)?,
            key: choose_key(settings.public_key, application.public_key())?,
            server_seconds: since_1970.unwrap_or_default().as_secs(),
        })
    }

    pub(crate) fn bot(&self) -> BotIdentity {
        self.bot
    }

    /// Returns a verifier that begins to judge at `now`.
    pub(crate) fn verifier(&self, now: Instant) -> RequestVerifier {
        RequestVerifier::new(self.key, self.server_seconds, now)
    }
}

/// Returns the key by which interactions are verified.
pub(crate) fn choose_key(
    setting: PublicKeySetting,
    told: Option<PublicKey>,
) -> Result<PublicKey, WebhookSetupError> {
    match (setting, told) {
        (PublicKeySetting::FromDiscord, told) => told.ok_or(WebhookSetupError::UnknownKey),
        (PublicKeySetting::Fixed(found), Some(expected)) if found != expected => {
            Err(WebhookSetupError::OtherKey { found, expected })
        }
        (PublicKeySetting::Fixed(key), _) => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_not_the_applications_is_refused_with_both() {
        let [one, other] = ["11", "22"].map(|pair| pair.repeat(32));
        let [found, expected] = [&one, &other].map(|key| key.parse().expect("a key"));
        let fixed = PublicKeySetting::Fixed(found);
        let refused = choose_key(fixed, Some(expected)).unwrap_err().to_string();
        let start =
            format!("webhook.public_key is {one}, but the application of this token has {other}");
        assert!(refused.starts_with(&start), "{refused}");
        assert_eq!(choose_key(fixed, Some(found)), Ok(found));
        assert_eq!(choose_key(fixed, None), Ok(found));
    }

    #[test]
    fn discords_key_is_taken_where_the_settings_ask_for_it() {
        let key = "33".repeat(32).parse().expect("a key");
        let from_discord = PublicKeySetting::FromDiscord;
        assert_eq!(choose_key(from_discord, Some(key)), Ok(key));
        let unknown = choose_key(from_discord, None);
        assert_eq!(unknown, Err(WebhookSetupError::UnknownKey));
    }
}
