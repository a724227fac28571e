//! Checks whether a table can be opened in a channel, from the channel's type and the bot's permissions.

use reqwest::StatusCode;
use serde_json::Value;
use serenity::model::id::ChannelId;
use serenity::model::permissions::Permissions;

use super::channel_permissions::permissions_in;
use super::discord::Account;
use super::report::{Finding, Health};
use crate::doctor::start_check::rest_probe::RestProbe;
use crate::permissions::{INVITED, Need};

const CHECK: &str = "channel";

/// A finding that ends the check early, for example because Discord did not return the channel.
type Unread = Finding;

pub(super) async fn check(probe: &RestProbe, account: &Account, channel: ChannelId) -> Finding {
    match check_readable(probe, account, channel).await {
        Ok(finding) | Err(finding) => finding,
    }
}

async fn check_readable(
    probe: &RestProbe,
    account: &Account,
    id: ChannelId,
) -> Result<Finding, Unread> {
    let channel = read(probe, &format!("channels/{id}")).await?;
    let name = channel["name"].as_str().unwrap_or_default().to_owned();
    let Some(guild) = channel["guild_id"].as_str().map(str::to_owned) else {
        let says = format!("{id} is not a channel of a server: choose one");
        return Err(Finding::problem(CHECK, says));
    };
    let is_thread = matches!(channel["type"].as_u64(), Some(10..=12));
    if !is_thread && !matches!(channel["type"].as_u64(), Some(0 | 2 | 5)) {
        let says = format!("no table can stand in #{name}: choose a text channel or a thread");
        return Err(Finding::problem(CHECK, says));
    }
    let overwritten = match channel["parent_id"].as_str().filter(|_| is_thread) {
        Some(parent) => read(probe, &format!("channels/{parent}")).await?,
        None => channel,
    };
    let member = read(probe, &format!("guilds/{guild}/members/{}", account.user)).await?;
    let guild = read(probe, &format!("guilds/{guild}")).await?;
    let granted = permissions_in(&guild, &member, &overwritten, account.user);
    Ok(judge(&name, is_thread, granted))
}

async fn read(probe: &RestProbe, path: &str) -> Result<Value, Unread> {
    let response = probe.get(path).await;
    let response =
        response.map_err(|error| Finding::problem(CHECK, format!("cannot be read: {error}")))?;
    let says = match (response.status, response.body["code"].as_u64()) {
        (status, _) if status.is_success() => return Ok(response.body),
        (_, Some(50_001)) => {
            "the bot may not see it, or is not on its server: allow its role View Channels there, or \
             invite it by the link that `kittens invite` prints"
        }
        (_, Some(10_003)) | (StatusCode::NOT_FOUND, _) => {
            "there is no such channel: copy its id by Copy Channel ID in Discord (with Developer Mode on)"
        }
        (status, _) => &format!(
            "cannot be read (status {}): try again later",
            status.as_u16()
        ),
    };
    Err(Finding::problem(CHECK, says))
}

fn judge(name: &str, is_thread: bool, granted: Permissions) -> Finding {
    let missing: Vec<_> = INVITED
        .into_iter()
        .filter(|permission| !granted.contains(permission.bit))
        .collect();
    if missing.is_empty() {
        return Finding::ok(CHECK, format!("the bot has all permissions in #{name}"));
    }
    let is_necessary = |need| match need {
        Need::Everywhere => true,
        Need::Channel => !is_thread,
        Need::Thread => is_thread && !granted.contains(Permissions::SEND_MESSAGES_IN_THREADS),
        Need::Duplicates => false,
    };
    let names: Vec<_> = missing.iter().map(|permission| permission.name).collect();
    let says = format!(
        "the bot lacks {} in #{name}: allow its role that under Edit Channel, Permissions",
        names.join(", ")
    );
    let health = if missing.iter().any(|it| is_necessary(it.need)) {
        Health::Problem
    } else {
        Health::Warning
    };
    Finding::new(CHECK, health, says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::invited;

    #[test]
    fn a_missing_permission_is_named_and_is_a_problem_where_a_table_needs_it() {
        use Health::{Problem, Warning};
        for (bit, in_channel, in_thread) in [
            (Permissions::VIEW_CHANNEL, Problem, Problem),
            (Permissions::SEND_MESSAGES, Problem, Warning),
            (Permissions::SEND_MESSAGES_IN_THREADS, Warning, Problem),
            (Permissions::CREATE_PUBLIC_THREADS, Warning, Warning),
            (Permissions::READ_MESSAGE_HISTORY, Warning, Warning),
        ] {
            let granted = invited().difference(bit);
            assert_eq!(judge("games", false, granted).health, in_channel, "{bit}");
            assert_eq!(judge("games", true, granted).health, in_thread, "{bit}");
        }
        assert_eq!(judge("games", false, invited()).health, Health::Ok);
        let granted = invited().difference(Permissions::EMBED_LINKS);
        let says = judge("games", false, granted).says;
        assert!(says.contains("lacks Embed Links in #games"), "{says}");
    }
}
