//! The figures and the readiness of a bot that plays, as a monitoring system reads them.

use std::net::SocketAddr;

use serde_json::json;
use tokio::time::timeout;

use crate::harness::{Harness, TIMEOUT, succeed};
use crate::player::start_game;

/// Returns the status and the body of an answer.
async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let response = reqwest::get(format!("http://{address}{path}")).await;
    let response = response.expect("the monitor answers");
    let status = response.status().as_u16();
    (status, response.text().await.expect("a text"))
}

/// Waits until the bot's readiness has this status.
async fn wait_for_readiness(address: SocketAddr, expected: u16) {
    let waiting = async { while get(address, "/readyz").await.0 != expected {} };
    let reached = timeout(TIMEOUT, waiting).await;
    reached.expect("the readiness changes");
}

/// Returns the value of a figure, or 0 if it has none.
fn value(metrics: &str, figure: &str) -> f64 {
    let lines = metrics.lines();
    let mut values = lines.filter_map(|line| line.strip_prefix(figure)?.strip_prefix(' '));
    values
        .next()
        .map_or(0.0, |value| value.parse().expect("a number"))
}

fn settings() -> String {
    format!(
        "monitor.listen = \"127.0.0.1:0\"\n{}",
        crate::whole_games::QUICK
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_answers_requests_and_tables_are_counted() {
    let harness = Harness::start(&settings()).await;
    let address = harness.monitor_address();
    let channel = harness.create_channel("counted").await;
    let users = harness.create_users(2).await;
    let (_, before) = get(address, "/metrics").await;
    assert!(before.ends_with("# EOF\n"), "{before}");
    start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
    harness
        .send_command(&users[0], &channel, "hand", json!({}))
        .await;
    let (_, after) = get(address, "/metrics").await;
    for figure in [
        "kittens_interactions_total{kind=\"command\",outcome=\"served\"}",
        "kittens_interactions_total{kind=\"click\",outcome=\"served\"}",
        "kittens_answers_total{outcome=\"answered\"}",
        "kittens_answer_seconds_count",
        "kittens_shown_seconds_count",
        "kittens_rest_requests_total{call=\"answer interaction\",status=\"204\"}",
        "kittens_rest_limit_wait_seconds_count",
        "kittens_tables{stage=\"playing\"}",
    ] {
        let (before, after_value) = (value(&before, figure), value(&after, figure));
        assert!(
            after_value > before,
            "{figure}: {before}, then {after_value}\n{after}"
        );
    }
    for user in &users {
        assert!(!after.contains(&user.id), "no label holds a person");
    }
    assert!(!after.contains(&channel) && !after.contains(&harness.guild));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_without_the_gateway_lives_but_is_not_ready() {
    let harness = Harness::start(&settings()).await;
    let address = harness.monitor_address();
    wait_for_readiness(address, 200).await;
    succeed(
        harness
            .client
            .change_gateway(&json!({"takes_connections": false}))
            .await,
    );
    succeed(harness.client.disconnect_gateway(None).await);
    wait_for_readiness(address, 503).await;
    assert_eq!(get(address, "/healthz").await.0, 200);
    let (_, metrics) = get(address, "/metrics").await;
    assert!(
        metrics.contains("\nkittens_shard_connected{shard=\"0\"} 0"),
        "{metrics}"
    );
    succeed(
        harness
            .client
            .change_gateway(&json!({"takes_connections": true}))
            .await,
    );
    wait_for_readiness(address, 200).await;
    harness.stop().await;
}
