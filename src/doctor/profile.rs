//! Checks the number of servers, the install link and the application's profile. The description, tags and link that
//! `kittens publish` sets are in `application::profile`.

use serde_json::Value;
use serenity::model::permissions::Permissions;

use super::report::Finding;
use crate::permissions::{INVITED, invited};

/// The page on which operators configure their applications.
pub(super) const PORTAL: &str = "https://discord.com/developers/applications";

/// The number of servers at which Discord lets an owner have the application verified.
const ASKED_TO_VERIFY: u64 = 75;
/// The number of servers that an unverified application cannot exceed.
const MUST_BE_VERIFIED: u64 = 100;
/// The flag of a verified bot's account.
const VERIFIED: u64 = 1 << 16;

/// Checks the application, given Discord's description of it.
pub(super) fn check(application: &Value) -> [Finding; 3] {
    [
        servers(application),
        install_link(application),
        completeness(application),
    ]
}

fn servers(application: &Value) -> Finding {
    const CHECK: &str = "servers";
    let Some(servers) = application["approximate_guild_count"].as_u64() else {
        return Finding::ok(CHECK, "Discord does not tell how many");
    };
    let flags = application["bot"]["public_flags"].as_u64().unwrap_or(0);
    let is_verified = flags & VERIFIED != 0;
    let how = format!(
        "the owner proves who they are, and links terms and privacy, under App Verification on {PORTAL}"
    );
    match servers {
        0 => Finding::warning(CHECK, "none: open the link that `kittens invite` prints"),
        MUST_BE_VERIFIED.. if !is_verified => {
            let says = format!("{servers}: no more can add the bot until it is verified: {how}");
            Finding::warning(CHECK, says)
        }
        ASKED_TO_VERIFY.. if !is_verified => {
            let says = format!(
                "{servers}: from {MUST_BE_VERIFIED} on, no more can add the bot unless it is verified: {how}"
            );
            Finding::warning(CHECK, says)
        }
        _ => Finding::ok(CHECK, servers),
    }
}

/// Checks the link behind *Add App* on the bot's profile. Discord's default link adds only the commands.
fn install_link(application: &Value) -> Finding {
    const CHECK: &str = "install link";
    if application["custom_install_url"].is_string() {
        let says = "is your own: it should ask for what the link of `kittens invite` asks for";
        return Finding::ok(CHECK, says);
    }
    let config = &application["integration_types_config"];
    let for_servers = &config["0"]["oauth2_install_params"];
    let told = [for_servers, &application["install_params"]];
    let Some(link) = told.into_iter().find(|link| link["scopes"].is_array()) else {
        return Finding::ok(CHECK, "there is none: `kittens invite` prints one");
    };
    let mut faults = link_faults(link);
    if config["0"].is_object() && config["1"].is_null() {
        faults
            .push("offers no User Install, by which people take the command everywhere".to_owned());
    }
    if faults.is_empty() {
        let says = "asks for the bot, its commands and the permissions it uses";
        return Finding::ok(CHECK, says);
    }
    let says = format!(
        "{}: run `kittens publish`, or change it under Installation on {PORTAL}",
        faults.join("; ")
    );
    Finding::warning(CHECK, says)
}

/// Returns the scopes and permissions that a link for servers lacks, and the permissions that the bot does not use.
fn link_faults(link: &Value) -> Vec<String> {
    let scopes: Vec<_> = link["scopes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let lacks = |scope: &&str| !scopes.contains(scope);
    let mut faults: Vec<_> = ["bot", "applications.commands"]
        .into_iter()
        .filter(lacks)
        .map(|scope| format!("lacks the scope {scope}"))
        .collect();
    let bits = link["permissions"]
        .as_str()
        .and_then(|bits| bits.parse().ok());
    let asked = Permissions::from_bits_retain(bits.unwrap_or(0));
    let missing: Vec<_> = INVITED
        .iter()
        .filter(|one| !asked.contains(one.bit))
        .map(|one| one.name)
        .collect();
    if !missing.is_empty() {
        faults.push(format!("lacks the permissions {}", missing.join(", ")));
    }
    let unused = asked.difference(invited());
    if !unused.is_empty() {
        faults.push(format!("asks for {unused}, which the bot does not use"));
    }
    faults
}

fn completeness(application: &Value) -> Finding {
    const CHECK: &str = "profile";
    let is_empty = |field: &str| match &application[field] {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => true,
    };
    let lacking = |fields: &[(&str, &'static str)]| -> Vec<&'static str> {
        let fields = fields.iter().filter(|(field, _)| is_empty(field));
        fields.map(|(_, name)| *name).collect()
    };
    let ours = lacking(&[("description", "description"), ("tags", "tags")]);
    let mut owners = lacking(&[("icon", "icon")]);
    let is_public = application["bot_public"] != false;
    if is_public {
        owners.extend(lacking(&[
            ("terms_of_service_url", "terms"),
            ("privacy_policy_url", "privacy policy"),
        ]));
    }
    let who = if is_public {
        "anyone can add the bot: if only you should, switch Public Bot off under Bot"
    } else {
        "only you can add the bot"
    };
    let mut says = vec![who.to_owned()];
    if !ours.is_empty() {
        let ours = ours.join(" and ");
        says.push(format!("lacks {ours}: run `kittens publish`"));
    }
    if !owners.is_empty() {
        let owners = owners.join(", ");
        says.push(format!(
            "lacks {owners}: see General Information on {PORTAL}"
        ));
    }
    if says.len() == 1 {
        return Finding::ok(CHECK, who);
    }
    Finding::warning(CHECK, says.join("; "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::application::profile;
    use crate::doctor::report::Health;

    #[test]
    fn a_link_that_asks_for_too_little_or_too_much_is_a_warning() {
        let application = Value::from(profile::changes(&json!({})));
        assert_eq!(install_link(&application).health, Health::Ok);
        let commands = "applications.commands";
        for (field, value, says) in [
            ("scopes", json!([commands]), "lacks the scope bot:"),
            ("scopes", json!(["bot"]), "lacks the scope applications."),
            ("permissions", json!("8"), "lacks the permissions View Ch"),
            ("permissions", json!("8"), "asks for Administrator, which"),
        ] {
            let mut application = application.clone();
            application["integration_types_config"]["0"]["oauth2_install_params"][field] = value;
            let finding = install_link(&application);
            assert_eq!(finding.health, Health::Warning, "{field}");
            assert!(finding.says.contains(says), "{}", finding.says);
        }
        let old = json!({"install_params": {"scopes": [commands]}});
        assert_eq!(install_link(&old).health, Health::Warning);
        let mut for_users = application;
        for_users["integration_types_config"]["1"] = json!(null);
        assert!(install_link(&for_users).says.starts_with("offers no User"));
        assert_eq!(install_link(&json!({})).health, Health::Ok, "no link");
    }

    #[test]
    fn verification_is_called_for_in_time() {
        for (count, flags, health) in [
            (0, 0, Health::Warning),
            (74, 0, Health::Ok),
            (75, 0, Health::Warning),
            (100, 0, Health::Warning),
            (100, VERIFIED, Health::Ok),
        ] {
            let body = json!({"approximate_guild_count": count, "bot": {"public_flags": flags}});
            assert_eq!(servers(&body).health, health, "{count}");
        }
    }

    #[test]
    fn everything_that_a_profile_lacks_is_named_and_a_private_bot_needs_no_terms() {
        let mut body = json!({"icon": null, "description": "", "bot_public": true});
        let says = completeness(&body).says;
        for part in ["description and tags:", "icon", "terms", "privacy"] {
            assert!(says.contains(part), "{part}: {says}");
        }
        body = json!({"icon": "5f", "description": "A game.", "tags": ["game"]});
        assert_eq!(completeness(&body).health, Health::Warning);
        body["bot_public"] = json!(false);
        assert_eq!(completeness(&body).health, Health::Ok);
    }
}
