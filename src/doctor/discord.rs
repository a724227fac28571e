//! Checks the connection to Discord, the clock, the token, the gateway, the registered commands, and the application's
//! settings and intents. `profile` checks the application's profile and install link.

use std::num::NonZeroU64;

use reqwest::StatusCode;
use serde_json::Value;

use super::profile::{self, PORTAL};
use super::report::{Finding, Health, Report};
use crate::application::commands::commands;
use crate::application::registered_commands::are_registered;
use crate::config::ShardCount;
use crate::doctor::start_check::clock_offset::{ClockOffset, NOTICEABLE_OFFSET, REFUSED_OFFSET};
use crate::doctor::start_check::rest_probe::{ProbeResponse, RestProbe};
use crate::doctor::start_check::{APPLICATION_PATH, StartCheckError, application_id, has_endpoint};
use crate::gateway::session_start_limit::{RESERVE_DIVISOR, TOO_FEW_SHARDS};

/// The application flags of the privileged intents (presences, members, message content). Each intent has one flag for
/// bots in few servers and one for bots in many.
const PRIVILEGED_INTENTS: u64 = 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 19;

pub(super) struct Account {
    pub(super) application: NonZeroU64,
    pub(super) user: NonZeroU64,
}

/// Adds the findings about Discord, for a bot with this number of shards. Returns the bot's account; `None` if it could
/// not be read.
pub(super) async fn check(
    report: &mut Report,
    probe: &RestProbe,
    shards: ShardCount,
) -> Option<Account> {
    let api_url = probe.api_url.as_str().to_owned();
    let response = match probe.get(APPLICATION_PATH).await {
        Ok(response) => response,
        Err(error) => {
            let reason = error.to_string();
            let why = StartCheckError::Unreachable { api_url, reason };
            report.add(Finding::problem("reachability", why));
            return None;
        }
    };
    report.add(reachability(&api_url, &response));
    if let Some(offset) = ClockOffset::measure(&response) {
        report.add(clock(&api_url, offset));
    }
    if response.status == StatusCode::UNAUTHORIZED {
        let why = StartCheckError::Token { api_url };
        report.add(Finding::problem("token", why));
        return None;
    }
    let account = read_account(&response.body);
    report.add(token(&api_url, &response, account.as_ref()));
    let account = account?;
    report.add(application(&response.body));
    let profile = profile::check(&response.body).into_iter();
    profile.for_each(|finding| report.add(finding));
    report.add(intents(&response.body));
    report.add(gateway(probe, shards).await);
    report.add(registered_commands(probe, account.application).await);
    Some(account)
}

fn read_account(application: &Value) -> Option<Account> {
    let id = application_id(application)?;
    let user = application["bot"]["id"].as_str();
    Some(Account {
        application: id,
        // In early applications, the bot's id differs from the application's.
        user: user.and_then(|user| user.parse().ok()).unwrap_or(id),
    })
}

fn reachability(api_url: &str, response: &ProbeResponse) -> Finding {
    if response.status.is_server_error() {
        let status = response.status.as_u16();
        let says = format!("{api_url} answers with status {status}: try again later");
        return Finding::problem("reachability", says);
    }
    let milliseconds = response.round_trip.as_millis();
    let says = format!("{api_url} answers in {milliseconds} ms");
    Finding::ok("reachability", says)
}

fn clock(api_url: &str, offset: ClockOffset) -> Finding {
    let api_url = api_url.to_owned();
    if offset.size() >= NOTICEABLE_OFFSET {
        let why = StartCheckError::Clock {
            offset: offset.to_string(),
            api_url,
        };
        let health = if offset.size() >= REFUSED_OFFSET {
            Health::Problem
        } else {
            Health::Warning
        };
        return Finding::new("clock", health, why);
    }
    let says = format!(
        "agrees with that of {api_url} within {} s",
        NOTICEABLE_OFFSET.as_secs()
    );
    Finding::ok("clock", says)
}

fn token(api_url: &str, response: &ProbeResponse, account: Option<&Account>) -> Finding {
    match account {
        Some(account) => {
            let name = response.body["bot"]["username"].as_str().unwrap_or("a bot");
            let application = account.application;
            let says = format!("is that of {name}, application {application}");
            Finding::ok("token", says)
        }
        None => {
            let status = response.status.as_u16();
            let says = format!(
                "{api_url} does not tell whose token it is (status {status}): check discord.api_url"
            );
            Finding::problem("token", says)
        }
    }
}

fn application(application: &Value) -> Finding {
    const CHECK: &str = "application";
    if has_endpoint(application) {
        return Finding::problem(CHECK, StartCheckError::InteractionsEndpoint);
    }
    if application["bot_require_code_grant"] == true {
        let says = format!(
            "requires a code grant, so nobody can invite the bot: switch Requires OAuth2 Code Grant off \
             under Bot on {PORTAL}"
        );
        return Finding::problem(CHECK, says);
    }
    Finding::ok(CHECK, "is set up")
}

fn intents(application: &Value) -> Finding {
    let flags = application["flags"].as_u64().unwrap_or(0);
    if flags & PRIVILEGED_INTENTS == 0 {
        let says = "no privileged intent is granted, and none is needed";
        return Finding::ok("intents", says);
    }
    let says = format!(
        "privileged intents are granted that the bot does not use: switch them off under Bot on {PORTAL}"
    );
    Finding::warning("intents", says)
}

/// Checks that the gateway's address is valid and reachable, and that there are enough shards and session starts.
async fn gateway(probe: &RestProbe, shards: ShardCount) -> Finding {
    const CHECK: &str = "gateway";
    let advice = match probe.read("gateway/bot").await {
        Ok(advice) => advice,
        Err(why) => return Finding::problem(CHECK, format!("its address is not told{why}")),
    };
    let url = advice["url"].as_str().unwrap_or_default();
    if let Err(why) = probe.api_url.check_gateway(url) {
        return Finding::problem(CHECK, format!("{why}: check discord.api_url"));
    }
    // A gateway refuses ordinary HTTP requests, but any response shows that it can be reached.
    let over_http = url.replacen("ws", "http", 1);
    if let Err(error) = probe.get_without_token(&over_http).await {
        let says =
            format!("cannot be reached ({error}): allow connections to its port, mostly 443");
        return Finding::problem(CHECK, says);
    }
    session_starts(&advice, shards)
}

fn session_starts(advice: &Value, shards: ShardCount) -> Finding {
    let limit = &advice["session_start_limit"];
    let read = |name: &str| limit[name].as_u64().unwrap_or(0);
    let (total, remaining) = (read("total"), read("remaining"));
    let shards_advised = advice["shards"].as_u64().unwrap_or(1);
    let advised = u32::try_from(shards_advised).unwrap_or(u32::MAX);
    let is_below = shards.is_below(advised);
    let shards = shards.or(advised);
    if remaining.saturating_sub(total / RESERVE_DIVISOR) < u64::from(shards) {
        let minutes = read("reset_after").div_ceil(60_000);
        let says = format!(
            "{remaining} of {total} session starts are left today, too few for {shards} shards: the bot \
             connects when they are renewed, in {minutes} min"
        );
        return Finding::problem("gateway", says);
    }
    if is_below {
        return Finding::warning("gateway", format!("{TOO_FEW_SHARDS} (advised: {advised})"));
    }
    let says =
        format!("can be reached; session starts left: {remaining} of {total}, shards: {shards}");
    Finding::ok("gateway", says)
}

async fn registered_commands(probe: &RestProbe, application: NonZeroU64) -> Finding {
    const CHECK: &str = "commands";
    let path = format!("applications/{application}/commands?with_localizations=true");
    match probe.read(&path).await {
        Ok(known) if are_registered(&known, &commands()) => Finding::ok(CHECK, "are registered"),
        Ok(_) => {
            let says =
                "are not those of this version: `kittens run` registers them when it connects";
            Finding::warning(CHECK, says)
        }
        Err(why) => Finding::problem(CHECK, format!("cannot be read{why}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_application_that_gets_its_clicks_elsewhere_or_cannot_be_invited_is_a_problem() {
        for (field, value) in [
            ("interactions_endpoint_url", json!("https://example.com")),
            ("bot_require_code_grant", json!(true)),
        ] {
            let mut body = json!({"interactions_endpoint_url": null});
            assert_eq!(application(&body).health, Health::Ok);
            body[field] = value;
            assert_eq!(application(&body).health, Health::Problem, "{field}");
        }
    }

    #[test]
    fn every_privileged_intent_is_noticed() {
        for bit in [12, 13, 14, 15, 18, 19] {
            assert_eq!(intents(&json!({"flags": 1 << bit})).health, Health::Warning);
        }
        assert_eq!(intents(&json!({"flags": 1 << 23})).health, Health::Ok);
    }

    #[test]
    fn the_reserve_of_session_starts_does_not_count() {
        let advice = |remaining| {
            json!({"shards": 2, "session_start_limit": {
                "total": 1000, "remaining": remaining, "reset_after": 60_001, "max_concurrency": 1,
            }})
        };
        let check = |remaining| session_starts(&advice(remaining), ShardCount::ADVISED);
        assert_eq!(check(202).health, Health::Ok);
        let problem = check(201);
        assert_eq!(problem.health, Health::Problem);
        assert!(problem.to_string().ends_with("in 2 min"), "{problem}");
    }

    #[test]
    fn fewer_shards_than_discord_advises_are_a_warning() {
        let advice = json!({"shards": 4, "session_start_limit": {
            "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1,
        }});
        for (shards, health) in [
            (json!(3), Health::Warning),
            (json!(4), Health::Ok),
            (json!("discord"), Health::Ok),
        ] {
            let count = serde_json::from_value(shards.clone()).expect("a number of shards");
            assert_eq!(session_starts(&advice, count).health, health, "{shards}");
        }
    }
}
