//! Limits: a global one silences everything, and too many refusals stop everything.

use std::fs;
use std::path::Path;

use futures::future::join_all;
use sandbox::SandboxConfig;
use serde_json::{Value, json};

use super::Game;
use crate::harness::{User, World};
use crate::whole_games::QUICK;

/// How long the global limit lasts, in milliseconds.
const PAUSE_MS: u64 = 3_000;
/// What is under way when it strikes arrives within so much, on a slow machine.
const UNDER_WAY_MS: u64 = 500;
/// So many refusals within ten minutes stop the bot, and a few that cross each other.
const REFUSALS: usize = 1_000;
/// How many are asked for at a time.
const AT_ONCE: usize = 250;

#[tokio::test(flavor = "multi_thread")]
async fn after_a_global_limit_nothing_is_sent_within_its_time_but_what_is_under_way() {
    let folder = tempfile::tempdir().expect("a folder for the record");
    let record = folder.path().join("record.jsonl");
    let config = SandboxConfig {
        record: Some(record.clone()),
        ..SandboxConfig::default()
    };
    let world = World::start_on(config, &[], QUICK).await;
    let names = ["global-1", "global-2", "global-3"];
    let mut games = join_all(names.map(|name| Game::start(&world, name))).await;
    join_all(games.iter_mut().map(|game| game.play_rounds(2))).await;
    let limit = json!({"kind": "limit", "scope": "global", "milliseconds": PAUSE_MS});
    world
        .inject(json!({"call": "PATCH /channels/*/messages/*", "effect": limit, "times": 1}))
        .await;
    let end = join_all(games.iter_mut().map(|game| {
        game.play_until("the limit is over", async |_| {
            exchanges(&record)
                .last()
                .is_some_and(|last| is_past(&record, last))
        })
    }));
    end.await;
    assert_silent(&exchanges(&record));
    world.assert_no_mistakes(&[]).await;
    world.stop().await;
}

/// Whether this exchange was long after the global limit.
fn is_past(record: &Path, last: &Value) -> bool {
    let exchanges = exchanges(record);
    let limited = exchanges.iter().find(|one| one["status"] == 429);
    limited.is_some_and(|limited| time(last) > time(limited) + PAUSE_MS + 500)
}

/// The bot's requests that the global limit is about; answers to interactions are exempt from it.
fn exchanges(record: &Path) -> Vec<Value> {
    let text = fs::read_to_string(record).expect("the record is there");
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    lines
        .filter(|line: &Value| line["method"] != "GATEWAY")
        .filter(|line| {
            let path = line["path"].as_str().unwrap_or_default();
            !path.contains("/interactions/") && !path.contains("/webhooks/")
        })
        .collect()
}

fn time(exchange: &Value) -> u64 {
    exchange["time"].as_u64().unwrap_or(0)
}

fn assert_silent(exchanges: &[Value]) {
    let limited = exchanges.iter().position(|one| one["status"] == 429);
    let limited = limited.expect("the limit has struck");
    let start = time(&exchanges[limited]);
    let after = &exchanges[limited + 1..];
    let within = |one: &&Value| time(one) >= start + UNDER_WAY_MS && time(one) < start + PAUSE_MS;
    let sent: Vec<_> = after.iter().filter(within).map(time).collect();
    assert_eq!(sent, Vec::<u64>::new(), "nothing is sent after {start}");
    let later = after.iter().filter(|one| time(one) >= start + PAUSE_MS);
    assert!(later.count() > 0, "and then it goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_without_a_word_of_how_long_end_no_game() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "pages").await;
    for (call, effect) in [
        ("PATCH /channels/*/messages/*", json!({"kind": "page"})),
        ("POST /interactions/*/*/callback", json!({"kind": "page"})),
        (
            "PATCH /channels/*/messages/*",
            json!({"kind": "limit", "scope": "shared", "milliseconds": 300}),
        ),
    ] {
        world
            .inject(json!({"call": call, "effect": effect, "times": 2}))
            .await;
    }
    let struck = async |world: &World| world.struck().await == [2, 2, 2];
    game.play_until("all limits strike", struck).await;
    game.play_to_the_end().await;
    game.assert_over().await;
    // An edit that was held back comes when there is another message already.
    world.assert_no_mistakes(&[10_008]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_refusals_stop_everything() {
    let world = World::start(QUICK).await;
    let channel = world.channel("refused").await;
    let users = world.users(1).await;
    let refuse = json!({"kind": "refuse", "code": 50027});
    world
        .inject(json!({
            "call": "POST /interactions/*/*/callback", "effect": refuse, "times": REFUSALS * 2}))
        .await;
    while world.struck().await[0] < REFUSALS as u64 {
        join_all((0..AT_ONCE).map(|_| suggest(&world, &users[0], &channel))).await;
    }
    let before = requests(&world).await;
    let silent = world.command(&users[0], &channel, "me", json!({})).await;
    assert!(!silent.answered(), "{silent:?}");
    assert_eq!(requests(&world).await, before, "nothing is sent any more");
    world.stop().await;
}

/// Somebody types a card's name, which needs no table and no budget.
async fn suggest(world: &World, user: &User, channel: &str) -> Value {
    let body = json!({
        "user": user.id, "command": "kittens", "path": ["rules"],
        "options": {"card": "s"}, "focused": "card"});
    let path = format!("/sandbox/channels/{channel}/autocomplete");
    world.post(&path, &body).await
}

async fn requests(world: &World) -> Value {
    world.get("/sandbox/problems").await["counts"]["requests"].clone()
}
