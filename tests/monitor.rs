//! A bot's metrics, and its log of each click, while people play.

use std::net::SocketAddr;

use sandbox::SandboxConfig;
use serde_json::{Value, json};
use table::intent::Intent;
use tokio::time::timeout;

use crate::harness::{Harness, QUICK, TIMEOUT};
use crate::player::{press_button, start_game};

pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let response = reqwest::get(format!("http://{address}{path}"))
        .await
        .expect("the monitor answers");
    let status = response.status().as_u16();
    (status, response.text().await.expect("a text"))
}

pub(crate) async fn wait_for_readiness(address: SocketAddr, expected: u16) {
    let waiting = async { while get(address, "/readyz").await.0 != expected {} };
    let reached = timeout(TIMEOUT, waiting).await;
    reached.expect("the readiness changes");
}

fn value(metrics: &str, figure: &str) -> f64 {
    let lines = metrics.lines();
    let mut values = lines.filter_map(|line| line.strip_prefix(figure)?.strip_prefix(' '));
    values
        .next()
        .map_or(0.0, |value| value.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_answers_requests_and_tables_are_counted() {
    let harness = Harness::start(&format!("monitor.listen = \"127.0.0.1:0\"\n{QUICK}")).await;
    let address = harness.monitor_address();
    let channel = harness.create_channel("counted").await;
    let users = harness.create_users(2).await;
    let (_, before) = get(address, "/metrics").await;
    assert!(before.ends_with("# EOF\n"), "{before}");
    start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
    let asking = harness.send_command(&users[0], &channel, "hand", json!({}));
    asking.await;
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
        let [earlier, later] = [&before, &after].map(|metrics| value(metrics, figure));
        assert!(later > earlier, "{figure}: {earlier}, then {later}");
    }
    for user in &users {
        assert!(!after.contains(&user.id), "no label holds a person");
    }
    assert!(!after.contains(&channel) && !after.contains(&harness.guild));
    harness.stop().await;
}

/// The log messages that trace a click.
const WAY_OF_A_CLICK: [&str; 3] = [
    "received an interaction",
    "appended an entry",
    "sent the answer to an interaction",
];

#[tokio::test(flavor = "multi_thread")]
async fn one_id_traces_a_click_through_the_log_from_receipt_to_answer() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = folder.path().join("log");
    let settings = format!(
        "{QUICK}log.filter = \"info,kittens=debug,discord=debug\"\nlog.format = \"json\"\n"
    );
    let harness = Harness::start_process(SandboxConfig::default(), &settings, &file).await;
    let channel = harness.create_channel("followed").await;
    let users = harness.create_users(2).await;
    let opening = harness.send_command(&users[0], &channel, "new", json!({}));
    opening.await;
    press_button(&harness, &users[1], &channel, Intent::Join).await;
    let following = async {
        // The bot logs an answer only after the person has received it.
        while !is_followed(&std::fs::read_to_string(&file).expect("a log")) {
            tokio::task::yield_now().await;
        }
    };
    let followed = timeout(TIMEOUT, following).await;
    followed.expect("the way of both is in the log");
    harness.stop().await;
}

/// Returns true if the log contains all three messages for each of exactly two interactions.
fn is_followed(log: &str) -> bool {
    let lines: Vec<_> = log
        .lines()
        .map(serde_json::from_str::<Value>)
        .filter_map(Result::ok)
        .collect();
    let of = |message: &str| {
        let lines = lines
            .iter()
            .filter(move |line| line["fields"]["message"] == message);
        let ids = lines.filter_map(|line| line["fields"]["interaction"].as_u64());
        ids.collect::<Vec<_>>()
    };
    let [received, appended, answered] = WAY_OF_A_CLICK.map(of);
    let whole = |id: &&u64| received.contains(id) && answered.contains(id);
    appended.len() == 2 && appended.iter().filter(whole).count() == 2
}
