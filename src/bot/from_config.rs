//! Converts the operator's settings to the configuration of the bot's parts. The settings themselves are defined
//! in `config`.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use discord::RestClient;
use rules::Editions;
use serenity::model::id::ApplicationId;
use table::about::About;
use table::config::TableConfig;
use table::ids::Millis;
use table::pace::{Paces, TimeLimits};
use tokio::sync::watch;

use crate::application::emojis;
use crate::config::{self, Config};
use crate::expired_data::Retention;
use crate::pages::click_rate_limit::ClickRateLimit;
use crate::tables::game_quota::GameLimits;
use crate::tables::registry::Limits;

pub(crate) fn limits(config: &Config) -> Limits {
    Limits {
        games: GameLimits {
            per_server: config.limits.games_per_server.to_size(),
            per_person: config.limits.games_per_person.to_size(),
            watched_per_server: config.limits.watched_games_per_server.to_size(),
        },
        mailbox_capacity: config.limits.mailbox_capacity.to_size(),
    }
}

pub(crate) fn click_rate_limit(config: &Config) -> ClickRateLimit {
    ClickRateLimit::new(
        config.limits.click_burst.to_size(),
        config.limits.clicks_per_second.to_size(),
    )
}

pub(crate) fn retention(config: &Config) -> Retention {
    let days = config.storage.retention_days.get();
    Retention {
        games: Millis::hours(24 * days),
    }
}

/// Returns the task that keeps the pictures uploaded; `None` if the settings disable pictures.
pub(crate) fn picture_upload(
    config: &Config,
    rest: RestClient,
    application: watch::Receiver<Option<ApplicationId>>,
) -> Option<impl Future<Output = ()> + Send + 'static> {
    let is_on = config.discord.pictures;
    is_on.then(|| emojis::keep_uploaded(rest, application))
}

pub(crate) fn table_config(config: &Config, editions: Editions) -> TableConfig {
    TableConfig {
        editions: Arc::new(editions),
        paces: Paces {
            fast: time_limits(config.paces.fast),
            normal: time_limits(config.paces.normal),
            relaxed: time_limits(config.paces.relaxed),
            slow: time_limits(config.paces.slow),
        },
        min_tap_delay: Millis(config.limits.min_tap_delay_ms.get()),
        // Discord sends clicks in direct messages to the first shard. With several clusters, that shard's cluster runs
        // only some of the tables.
        direct_controls: config.discord.cluster.is_whole(),
        about: about(&config.about),
    }
}

fn about(about: &config::About) -> About {
    About {
        operator: about.operator.0.clone(),
        contact: about.contact.0.clone(),
        privacy: about.privacy_url.0.clone(),
        terms: about.terms_url.0.clone(),
        source: about.source_url.0.clone(),
    }
}

fn time_limits(seconds: config::PaceSeconds) -> TimeLimits {
    TimeLimits {
        turn: Millis::seconds(seconds.turn.get()),
        choice: Millis::seconds(seconds.choice.get()),
        window: Millis::seconds(seconds.window.get()),
    }
}
