//! A gateway that loses its connections: games continue, and deadlines are extended by the time during which clicks
//! could not reach the bot.

use kit::virtual_user::component::{components, enabled_button};
use kit::virtual_user::control_client::ControlClient;
use kit::virtual_user::view::text_of;
use sandbox::SandboxConfig;
use serde_json::json;
use table::intent::Intent;

use super::Game;
use crate::harness::{Harness, QUICK, count_sessions, succeed};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_through_reconnects_of_every_kind() {
    let harness = Harness::start(QUICK).await;
    let mut game = Game::start(&harness, "reconnects").await;
    let client = &harness.client;
    for disturbance in 0..6 {
        game.play_rounds(2).await;
        let disturbed = match disturbance {
            0 => client.reconnect_gateway().await,
            1 => client.disconnect_gateway(None).await,
            2 => client.invalidate_sessions(true).await,
            3 => client.disconnect_gateway(Some(4000)).await,
            4 => client.invalidate_sessions(false).await,
            _ => client.disconnect_gateway(Some(4009)).await,
        };
        succeed(disturbed);
    }
    game.play_to_the_end().await;
    game.assert_over().await;
    // Clicks made during a reconnect may arrive late.
    harness.finish_refused_with(&[10_062]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_answers_no_heartbeat_is_replaced_by_a_new_session() {
    let heartbeats = json!({"heartbeat_interval_ms": 1_000});
    let prepare = async |client: &ControlClient| succeed(client.change_gateway(&heartbeats).await);
    let harness = Harness::start_on(SandboxConfig::default(), QUICK, prepare).await;
    let mut game = Game::start(&harness, "zombie").await;
    game.play_rounds(1).await;
    let before = count_sessions(&harness.client).await;
    let answers = |answers: bool| json!({"answers_heartbeats": answers});
    succeed(harness.client.change_gateway(&answers(false)).await);
    // No one clicks in the meantime, because a click that is sent to the dead session is lost.
    let is_replaced = async || (count_sessions(&harness.client).await > before).then_some(());
    harness.wait_for("a new session", is_replaced).await;
    succeed(harness.client.change_gateway(&answers(true)).await);
    game.ask_for_hand().await;
    game.play_rounds(2).await;
    harness.finish_refused_with(&[10_062]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_suspended_and_extended_while_the_gateway_is_down() {
    // At the pace "fast", the table shows the deadline of a turn.
    let harness = Harness::start("paces.fast.turn = 10").await;
    let game = Game::start(&harness, "put-off").await;
    let before = read_deadline(&game)
        .await
        .expect("the table shows a deadline");
    let closed = json!({"takes_connections": false});
    succeed(harness.client.change_gateway(&closed).await);
    succeed(harness.client.disconnect_gateway(None).await);
    let disconnected = tokio::time::Instant::now();
    let shown = text_of(&game.newest_table().await);
    // Longer than a turn.
    tokio::time::sleep(std::time::Duration::from_secs(12)).await;
    let still_shown = text_of(&game.newest_table().await);
    assert_eq!(shown, still_shown, "nobody was made to draw");
    let open = json!({"takes_connections": true});
    succeed(harness.client.change_gateway(&open).await);
    let is_later = async || read_deadline(&game).await.filter(|now| *now > before);
    let after = harness.wait_for("the deadline is extended", is_later).await;
    let longest = disconnected.elapsed().as_secs() + 5;
    assert!(
        after >= before + 11 && after <= before + longest,
        "before {before}, after {after}, at most {longest} s more"
    );
    let table = components(&game.newest_table().await);
    assert!(enabled_button(&table, Intent::OpenHand).is_some());
    harness.stop().await;
}

/// Returns the deadline that the table shows, if any, in seconds since 1970.
async fn read_deadline(game: &Game<'_>) -> Option<u64> {
    let text = text_of(&game.newest_table().await);
    let (_, rest) = text.split_once("<t:")?;
    rest.split_once(':')?.0.parse().ok()
}
