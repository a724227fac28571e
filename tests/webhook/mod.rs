//! Interactions by HTTP: the sandbox signs and sends them once, as Discord does, to a load balancer that
//! hands each to another process.

mod load_balancer;

use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use reqwest::StatusCode;
use serde_json::json;
use table::intent::Intent;
use virtual_user::control_client::User;

use crate::harness::{ALREADY_ANSWERED, Harness, QUICK, TOO_FAST, UNKNOWN_MESSAGE, succeed};
use crate::player::{play_round_amid_faults, press_button, start_game, within_game_timeout};
use load_balancer::{LoadBalancer, SeenRequest};

/// The processes take free ports of this machine.
const WEBHOOK: &str = "webhook.listen = \"127.0.0.1:0\"\n";

/// Starts a bot that receives interactions by HTTP, through a load balancer.
async fn start(settings: &str) -> (Harness, LoadBalancer) {
    let harness = Harness::start(&format!("{WEBHOOK}{settings}{QUICK}")).await;
    let balancer = LoadBalancer::start(harness.webhook_address()).await;
    let url = balancer.url();
    succeed(harness.client.set_interactions_endpoint(Some(&url)).await);
    (harness, balancer)
}

/// Opens a lobby, and returns its channel and two people, of whom the first is the host.
async fn open_lobby(harness: &Harness) -> (String, Vec<User>) {
    let channel = harness.create_channel("lobby").await;
    let users = harness.create_users(2).await;
    let options = json!({"pace": "slow"});
    let opened = harness.send_command(&users[0], &channel, "new", options);
    assert!(opened.await.is_answered());
    (channel, users)
}

/// Plays a little. A process that has taken a table over does not know the panels that its previous owner
/// opened, so people ask for their hands again.
async fn play_some_rounds(harness: &Harness, users: &[User], channel: &str, rng: &mut SmallRng) {
    for _ in 0..4 {
        play_round_amid_faults(harness, users, channel, rng).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_two_processes_in_turn_that_are_restarted_one_after_the_other() {
    let server = postgres_server::Server::start().await;
    let server = server.expect("PostgreSQL starts");
    let database = server.create_database("webhook").await;
    let storage = format!("storage.url = {:?}\n", database.expect("a database"));
    let (harness, balancer) = start(&storage).await;
    let second = harness.start_second_bot().await;
    let second_address = second.webhook_address().expect("it has a webhook");
    balancer.add(second_address);
    let channel = harness.create_channel("two-processes").await;
    let users = harness.create_users(3).await;
    let mut rng = SmallRng::seed_from_u64(1);
    within_game_timeout(async {
        start_game(&harness, &users, &channel, json!({"pace": "fast"})).await;
        play_some_rounds(&harness, &users, &channel, &mut rng).await;
        let first_address = harness.webhook_address();
        let playing = play_some_rounds(&harness, &users, &channel, &mut rng);
        tokio::join!(harness.restart_bot(async {}), playing);
        balancer.replace(first_address, harness.webhook_address());
        let playing = play_some_rounds(&harness, &users, &channel, &mut rng);
        tokio::join!(second.shutdown(), playing);
        balancer.remove(second_address);
        while play_round_amid_faults(&harness, &users, &channel, &mut rng).await {}
    })
    .await;
    // A process does not know how fast the one before it has posted, nor which message it has deleted.
    harness
        .assert_only_refused_with(&[ALREADY_ANSWERED, TOO_FAST, UNKNOWN_MESSAGE])
        .await;
    let state = succeed(harness.client.state().await);
    assert_eq!(state["gateway_connections"], 0, "no process has a gateway");
    let problems = succeed(harness.client.problems().await);
    assert_eq!(problems["undelivered"], json!([]));
    assert_eq!(problems["unanswered"], json!([]));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_replayed_changes_nothing_and_one_that_is_changed_is_refused() {
    let (harness, balancer) = start("").await;
    let (channel, users) = open_lobby(&harness).await;
    press_button(&harness, &users[1], &channel, Intent::Join).await;
    let join = balancer.newest().expect("the click was delivered");
    let before = harness.view(&users[1], &channel).await.table_stamp();

    let replayed = join.send_again().await;
    assert_eq!(replayed.status(), StatusCode::OK);
    let answer = replayed.text().await.expect("an answer");
    assert_eq!(
        answer, join.answer,
        "the answer is that of the first delivery"
    );
    let changes: [fn(&mut SeenRequest); 5] = [
        |request| request.signature = "0".repeat(128),
        |request| request.signature.clear(),
        |request| request.timestamp = "1".to_owned(),
        |request| request.body = [&request.body[..], b" "].concat().into(),
        |request| request.body = b"{}".to_vec().into(),
    ];
    for change in changes {
        let mut changed = join.clone();
        change(&mut changed);
        let status = changed.send_again().await.status();
        assert_eq!(status, StatusCode::UNAUTHORIZED);
    }
    let read = reqwest::get(balancer.url()).await.expect("an answer");
    assert_eq!(read.status(), StatusCode::METHOD_NOT_ALLOWED);
    let after = harness.view(&users[1], &channel).await.table_stamp();
    assert_eq!(after, before, "the table is at the same revision");
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_while_the_bot_runs_refuses_no_click_and_no_recording_gets_in() {
    let (harness, balancer) = start("").await;
    let (channel, users) = open_lobby(&harness).await;
    let command = balancer.newest().expect("the command was delivered");
    // To the bot, this looks as if its own clock had been set back.
    harness.advance_discord(Duration::from_secs(61));
    press_button(&harness, &users[1], &channel, Intent::Join).await;
    let status = command.send_again().await.status();
    assert_eq!(
        status,
        StatusCode::UNAUTHORIZED,
        "it was signed a minute ago"
    );
    harness.assert_no_problems().await;
    harness.stop().await;
}
