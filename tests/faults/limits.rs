//! Rate limits: a global limit pauses all requests except answers to interactions.

use futures::future::join_all;
use serde_json::{Value, json};

use super::Game;
use crate::harness::{Harness, QUICK, Record};

/// The duration of the global limit, in milliseconds.
const LIMIT_MS: u64 = 3_000;
/// The maximum time in milliseconds that a request in flight takes to arrive, even on a slow machine.
const IN_FLIGHT_MS: u64 = 500;

#[tokio::test(flavor = "multi_thread")]
async fn after_a_global_limit_no_request_is_sent_until_it_has_passed() {
    let record = Record::new();
    let harness = Harness::start_on(record.sandbox(), QUICK, async |_| ()).await;
    let names = ["global-1", "global-2", "global-3"];
    let mut games = join_all(names.map(|name| Game::start(&harness, name))).await;
    join_all(games.iter_mut().map(|game| game.play_rounds(2))).await;
    let limit = json!({"kind": "limit", "scope": "global", "milliseconds": LIMIT_MS});
    harness
        .add_fault(json!({"call": "PATCH /channels/*/messages/*", "effect": limit, "times": 1}))
        .await;
    let playing = games.iter_mut().map(|game| {
        game.play_until("the limit passes", async |_| {
            let exchanges = read_limited_exchanges(&record);
            exchanges
                .last()
                .is_some_and(|last| is_after_limit(&exchanges, last))
        })
    });
    join_all(playing).await;
    assert_paused(&read_limited_exchanges(&record));
    harness.finish_refused_with(&[]).await;
}

/// Returns true if `last` was more than half a second after the end of the global limit.
fn is_after_limit(exchanges: &[Value], last: &Value) -> bool {
    let limited = exchanges.iter().find(|one| one["status"] == 429);
    limited.is_some_and(|limited| time(last) > time(limited) + LIMIT_MS + 500)
}

/// Returns the bot's requests that the global limit applies to: all except answers to interactions.
fn read_limited_exchanges(record: &Record) -> Vec<Value> {
    let exchanges = record.exchanges().into_iter();
    exchanges
        .filter(|line| {
            let path = line["path"].as_str().unwrap_or_default();
            !path.contains("/interactions/") && !path.contains("/webhooks/")
        })
        .collect()
}

fn time(exchange: &Value) -> u64 {
    exchange["time"].as_u64().unwrap_or(0)
}

/// Asserts that requests were sent after the global limit but not during it, except requests already in flight.
fn assert_paused(exchanges: &[Value]) {
    let limited = exchanges
        .iter()
        .position(|one| one["status"] == 429)
        .expect("the limit has struck");
    let start = time(&exchanges[limited]);
    let after = &exchanges[limited + 1..];
    let within = |one: &&Value| time(one) >= start + IN_FLIGHT_MS && time(one) < start + LIMIT_MS;
    let sent: Vec<_> = after.iter().filter(within).map(time).collect();
    assert_eq!(
        sent,
        Vec::<u64>::new(),
        "requests were sent during the limit that began at {start}"
    );
    let later = after.iter().filter(|one| time(one) >= start + LIMIT_MS);
    assert!(later.count() > 0, "no request was sent after the limit");
}
