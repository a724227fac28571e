//! `kittens doctor`: checks the settings, editions, keys, database and access to Discord, without changing anything.
//! `start_check` contains the checks of Discord that also run when the bot starts.
//!
//! - Discord: `discord`, with the profile and install link in `profile`, and the uploaded pictures in `emojis`
//! - a channel: `channel`, with the bot's permissions computed in `channel_permissions`
//! - storage: `database`
//! - the report, as text and JSON: `report`

mod channel;
mod channel_permissions;
mod database;
mod discord;
mod emojis;
mod profile;
mod report;
pub(crate) mod start_check;

use std::num::NonZeroU64;
use std::path::Path;

use ::discord::BotToken;
use journal::{RecordCipher, check_backup};
use serenity::model::id::ChannelId;

use crate::config::Config;
use crate::config::journal_key::journal_cipher_from_environment;
use crate::doctor::start_check::rest_probe::RestProbe;
use report::Health;
pub(crate) use report::{Finding, Report};

const BACKUP: &str = "backup";
const EDITIONS: &str = "editions";
const KEYS: &str = "keys";

/// Checks only the keys and a backup. Needs a Tokio runtime.
pub(crate) async fn examine_backup(file: &Path) -> Report {
    let mut report = Report::default();
    if let Some(cipher) = report.take(KEYS, journal_cipher_from_environment())
        && let Some(summary) = report.take(BACKUP, check_backup(file, &cipher).await)
    {
        let health = if summary.unread == 0 {
            Health::Ok
        } else {
            Health::Warning
        };
        let says = format!("{} is whole: {summary}", file.display());
        report.add(Finding::new(BACKUP, health, says));
    }
    report
}

/// Checks everything except backups; if `channel` is given, also the bot's permissions there. Needs a Tokio runtime.
pub(crate) async fn examine(config: &Config, channel: Option<ChannelId>) -> Report {
    let mut report = Report::default();
    report.add(Finding::ok("settings", "can be used"));
    report.add(editions());
    let application = examine_discord(&mut report, config, channel).await;
    if let Some(cipher) = report.take(KEYS, journal_cipher_from_environment()) {
        report.add(keys(&cipher));
        let findings = database::check(&config.storage.url, &cipher, application).await;
        findings.into_iter().for_each(|finding| report.add(finding));
    }
    report
}

async fn examine_discord(
    report: &mut Report,
    config: &Config,
    channel: Option<ChannelId>,
) -> Option<NonZeroU64> {
    let token = report.take("token", BotToken::from_environment())?;
    let probe = report.take("token", RestProbe::new(&config.discord.api_url, &token))?;
    let account = discord::check(report, &probe, config.discord.shards).await?;
    if config.discord.pictures {
        report.add(emojis::check(&probe, account.application).await);
    }
    if let Some(channel) = channel {
        report.add(channel::check(&probe, &account, channel).await);
    }
    Some(account.application)
}

fn editions() -> Finding {
    match crate::config::editions::load() {
        Ok(_) => Finding::ok(EDITIONS, "can be played"),
        Err(error) => Finding::problem(EDITIONS, error),
    }
}

fn keys(cipher: &RecordCipher) -> Finding {
    if cipher.encrypts() {
        return Finding::ok(KEYS, "stored games are encrypted");
    }
    let says = "hands are stored in plain text: set JOURNAL_KEY_FILE to a file with a key, as `openssl rand \
                -hex 32` prints it";
    Finding::warning(KEYS, says)
}
