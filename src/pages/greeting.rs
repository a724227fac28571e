//! Greets a server that has just added the bot, in the channel for Discord's system messages. The greeting is recorded
//! before it is posted, so that the server is not greeted twice. If the post fails, the server gets no greeting.

use std::time::Duration;

use discord::{Call, Lane, to_discord};
use serenity::model::guild::Guild;
use table::effect::Urgency;
use table::ids::GuildId;
use table::screen;
use table::text::{Language, Locale};
use tokio::time::Instant;
use tracing::{debug, warn};

use super::Dispatcher;

/// The timeout of the post. Generous, because no one waits for it.
const POST_TIMEOUT: Duration = Duration::from_secs(60);

impl Dispatcher {
    /// Greets a server, unless it was greeted before or has no system channel.
    pub(crate) async fn greet(&self, guild: &Guild) {
        let Some(channel) = guild.system_channel_id else {
            return;
        };
        match self.servers.claim_greeting(GuildId(guild.id.get())).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return warn!(%error, "could not record that a server is greeted"),
        }
        let language = Language::of(Locale::nearest(&guild.preferred_locale));
        let body = to_discord::post(&screen::greeting(language), []);
        let call = Call::Post {
            channel,
            file: None,
        };
        let lane = Lane::of(guild.id, Urgency::Routine);
        let deadline = Instant::now() + POST_TIMEOUT;
        if let Err(error) = self.rest.send_in(lane, &call, Some(&body), deadline).await {
            debug!(%error, guild = guild.id.get(), "could not greet a server");
        }
    }
}
