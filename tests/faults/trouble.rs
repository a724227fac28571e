//! Servers in trouble and answers that never come: the outcome is unknown, and nothing happens twice.

use futures::future::join_all;
use reqwest::Method;
use sandbox::SandboxConfig;
use serde_json::{Value, json};
use table::intent::Intent;

use super::{Game, id_of, wanted};
use crate::harness::{World, text_of};
use crate::player::look;
use crate::whole_games::QUICK;

/// Games that are played at the same time.
const GAMES: usize = 6;
const CALLBACKS: &str = "POST /interactions/*/*/callback";

/// Everything that can become of calls on this route but a refusal, each so often.
fn trouble(call: &str, rate: f64) -> Vec<Value> {
    let effects = [
        json!({"kind": "delay", "milliseconds": 60}),
        json!({"kind": "fail", "status": 500}),
        json!({"kind": "fail", "status": 503, "applied": true}),
        json!({"kind": "drop", "moment": "before"}),
        json!({"kind": "drop", "moment": "after"}),
        json!({"kind": "drop", "moment": "within"}),
        json!({"kind": "limit", "scope": "user", "milliseconds": 100}),
        json!({"kind": "limit", "scope": "shared", "milliseconds": 100}),
    ];
    let effects = effects.into_iter().zip(1..);
    effects
        .map(|(effect, seed)| json!({"call": call, "effect": effect, "rate": rate, "seed": seed}))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_come_to_their_end_while_discord_is_in_trouble_and_events_come_twice_and_late() {
    let commands = json!({"call": "GET /applications/*/commands", "times": 2,
        "effect": {"kind": "fail", "status": 502}});
    let start = (Method::POST, "/faults", commands);
    let world = World::start_on(SandboxConfig::default(), &[start], QUICK).await;
    let routes = [
        CALLBACKS,
        "PATCH /webhooks/*/*/messages/@original",
        "PATCH /channels/*/messages/*",
        "POST /channels/*/messages",
    ];
    let mut games = join_all((0..GAMES).map(|number| start_game(&world, number))).await;
    for fault in routes.iter().flat_map(|call| trouble(call, 0.03)) {
        world.inject(fault).await;
    }
    for (effect, seed) in [
        (json!({"kind": "duplicate", "copies": 2}), 1),
        (json!({"kind": "delay", "milliseconds": 40}), 2),
    ] {
        let event = "INTERACTION_CREATE";
        world
            .inject(json!({"event": event, "effect": effect, "rate": 0.3, "seed": seed}))
            .await;
    }
    join_all(games.iter_mut().map(Game::play_to_the_end)).await;
    for game in &games {
        game.assert_over().await;
    }
    let struck = world.struck().await;
    assert!(struck.iter().sum::<u64>() > 100, "{struck:?}");
    // Second attempts of what was done already, answers that were late or never came, and limits of
    // which no answer told.
    let consequences = [40_060, 10_062, 10_008, 10_015, 0];
    world.assert_no_mistakes(&consequences).await;
    world.stop().await;
}

async fn start_game(world: &World, number: usize) -> Game<'_> {
    Game::start(world, &format!("trouble-{number}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_that_comes_three_times_is_done_once() {
    let world = World::start(QUICK).await;
    let channel = world.channel("three-times").await;
    let users = world.users(2).await;
    let copies = json!({"kind": "duplicate", "copies": 2});
    world
        .inject(json!({"event": "INTERACTION_CREATE", "effect": copies, "rate": 1.0}))
        .await;
    let options = json!({"edition": "original"});
    let opened = world.command(&users[0], &channel, "new", options).await;
    assert!(opened.answered(), "{opened:?}");
    let sight = look(&world, &users[0], &channel).await;
    // Each more of these would seat one more.
    let add = sight.table().into_iter().find(|seen| {
        seen.enabled && matches!(crate::player::intent(seen), Some(Intent::AddComputer(_)))
    });
    let join = wanted(&sight.table(), Intent::Join).expect("a lobby can be joined");
    let joined = world.click(&users[1], &channel, &join, &[]).await;
    assert!(joined.answered(), "{joined:?}");
    if let Some(add) = add {
        let added = world.click(&users[0], &channel, &add, &[]).await;
        assert!(added.answered(), "{added:?}");
    }
    let leave = Intent::Leave { confirmed: false };
    let sight = look(&world, &users[1], &channel).await;
    let leave = wanted(&sight.table(), leave).expect("a lobby can be left");
    let left = world.click(&users[1], &channel, &leave, &[]).await;
    assert!(left.answered(), "{left:?}");
    let text = text_of(
        look(&world, &users[0], &channel)
            .await
            .messages
            .last()
            .expect("a table"),
    );
    assert!(!text.contains(&users[1].name), "{text}");
    world.assert_no_mistakes(&[40_060]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_answers_are_lost_stands_in_its_channel_once() {
    let world = World::start(QUICK).await;
    let channel = world.channel("lost-answers").await;
    let lost = json!({"kind": "drop", "moment": "after"});
    let fault = |call: &str| json!({"call": call, "effect": lost, "times": 2});
    world.inject(fault(CALLBACKS)).await;
    let mut game = Game::start_in(&world, channel).await;
    assert_eq!(
        game.tables().await.len(),
        1,
        "the lobby is not posted again"
    );

    let old = id_of(&game.newest_table().await);
    let path = format!("/channels/{}/messages/{old}", game.channel);
    world.control(Method::DELETE, &path, json!(null)).await;
    world.inject(fault("POST /channels/*/messages")).await;
    let struck = async |world: &World| world.struck().await == [2, 2];
    game.play_until("both answers are lost", struck).await;
    game.ask_for_hand().await;
    game.play_rounds(3).await;
    game.wait_for_one_table().await;
    world.assert_no_mistakes(&[40_060, 10_008]).await;
    world.stop().await;
}
