//! A gateway that comes and goes: games go on, and nobody loses by what could not be heard.

use reqwest::Method;
use sandbox::SandboxConfig;
use serde_json::json;
use table::intent::Intent;

use super::Game;
use crate::harness::{PATIENCE, World, text_of};
use crate::whole_games::QUICK;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_through_reconnects_of_every_kind() {
    let world = World::start(QUICK).await;
    let mut game = Game::start(&world, "reconnects").await;
    let deeds = [
        ("reconnect", json!(null)),
        ("disconnect", json!({})),
        ("invalidate", json!({"resumable": true})),
        ("disconnect", json!({"code": 4000})),
        ("invalidate", json!({"resumable": false})),
        ("disconnect", json!({"code": 4009})),
    ];
    for (deed, body) in deeds {
        game.play_rounds(2).await;
        let path = format!("/gateway/{deed}");
        world.control(Method::POST, &path, body).await;
    }
    game.play_to_the_end().await;
    game.assert_over().await;
    // What was missed comes late, if it comes at all.
    world.assert_no_mistakes(&[10_062]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_answers_no_heartbeat_is_left_for_a_new_session() {
    let manners = json!({"heartbeat_interval_ms": 1_000});
    let calls = [(Method::PATCH, "/gateway", manners)];
    let world = World::start_on(SandboxConfig::default(), &calls, QUICK).await;
    let mut game = Game::start(&world, "zombie").await;
    game.play_rounds(1).await;
    let before = sessions(&world).await;
    let mute = json!({"answers_heartbeats": false});
    world.control(Method::PATCH, "/gateway", mute).await;
    // Nobody clicks meanwhile: what is sent to a session that is gone is not heard.
    wait_for_another_session(&world, before).await;
    let answer = json!({"answers_heartbeats": true});
    world.control(Method::PATCH, "/gateway", answer).await;
    game.ask_for_hand().await;
    game.play_rounds(2).await;
    world.assert_no_mistakes(&[10_062]).await;
    world.stop().await;
}

async fn wait_for_another_session(world: &World, before: u64) {
    let waiting = async {
        while sessions(world).await <= before {
            world.wait_after(u64::MAX).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.expect("a new session begins");
}

/// How many sessions have begun.
async fn sessions(world: &World) -> u64 {
    let starts = world.get("/sandbox/state").await["session_starts"].clone();
    let number = |key: &str| starts[key].as_u64().unwrap_or(0);
    number("total") - number("remaining")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_put_off_by_the_time_in_which_nobody_was_heard() {
    // A turn of the pace "fast" has a deadline that the table tells.
    let world = World::start("").await;
    let game = Game::start(&world, "put-off").await;
    let before = deadline(&game).await.expect("the table tells a deadline");
    let closed = json!({"takes_connections": false});
    world.control(Method::PATCH, "/gateway", closed).await;
    world
        .control(Method::POST, "/gateway/disconnect", json!({}))
        .await;
    let silence = tokio::time::Instant::now();
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    let open = json!({"takes_connections": true});
    world.control(Method::PATCH, "/gateway", open).await;
    let waiting = async {
        while deadline(&game).await.is_none_or(|now| now <= before) {
            let (revision, _) = world.messages(&game.users[0], &game.channel).await;
            world.wait_after(revision).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(waited.is_ok(), "the deadline is put off");
    let after = deadline(&game).await.expect("a deadline");
    let silent = silence.elapsed().as_secs() + 5;
    assert!(
        after >= before + 2 && after <= before + silent,
        "{before} {after} {silent}"
    );
    assert!(
        super::wanted(
            &crate::harness::components(&game.newest_table().await),
            Intent::OpenHand
        )
        .is_some()
    );
    world.stop().await;
}

/// The deadline that the table tells, in seconds since 1970.
async fn deadline(game: &Game<'_>) -> Option<u64> {
    let text = text_of(&game.newest_table().await);
    let (_, rest) = text.split_once("<t:")?;
    rest.split_once(':')?.0.parse().ok()
}
