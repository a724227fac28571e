//! Outages of Discord and lost answers: even if the outcome of a request is unknown, no message is posted twice.

use futures::future::join_all;
use kit::virtual_user::component::is_private;
use kit::virtual_user::control_client::ControlClient;
use sandbox::SandboxConfig;
use serde_json::{Value, json};

use super::{Game, id_of};
use crate::harness::{Harness, QUICK, Record, succeed};

const GAMES: usize = 6;
/// The route for answers to clicks and commands.
const CALLBACKS: &str = "POST /interactions/*/*/callback";

/// The type of an answer that posts a message.
const POST_MESSAGE: u64 = 4;

/// Returns faults for calls on this route: delays, failures, dropped connections and limits, each at this rate.
fn outage_faults(call: &str, rate: f64) -> Vec<Value> {
    let effects = [
        json!({"kind": "delay", "milliseconds": 60}),
        json!({"kind": "fail", "status": 500}),
        json!({"kind": "fail", "status": 503, "applied": true}),
        json!({"kind": "drop", "moment": "before"}),
        json!({"kind": "drop", "moment": "after"}),
        json!({"kind": "drop", "moment": "within"}),
        json!({"kind": "limit", "scope": "user", "milliseconds": 100}),
        json!({"kind": "limit", "scope": "shared", "milliseconds": 100}),
    ]
    .into_iter()
    .zip(1..);
    effects
        .map(|(effect, seed)| json!({"call": call, "effect": effect, "rate": rate, "seed": seed}))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_end_while_discord_fails_and_events_arrive_twice_and_late() {
    let commands = json!({"call": "GET /applications/*/commands", "times": 2,
        "effect": {"kind": "fail", "status": 502}});
    let prepare = async |client: &ControlClient| succeed(client.add_fault(&commands).await);
    let harness = Harness::start_on(SandboxConfig::default(), QUICK, prepare).await;
    let routes = [
        CALLBACKS,
        "PATCH /webhooks/*/*/messages/@original",
        "PATCH /channels/*/messages/*",
        "POST /channels/*/messages",
    ];
    let mut games = join_all((0..GAMES).map(|number| start_game(&harness, number))).await;
    for fault in routes.iter().flat_map(|call| outage_faults(call, 0.03)) {
        harness.add_fault(fault).await;
    }
    for (effect, seed) in [
        (json!({"kind": "duplicate", "copies": 2}), 1),
        (json!({"kind": "delay", "milliseconds": 40}), 2),
    ] {
        let event = "INTERACTION_CREATE";
        harness
            .add_fault(json!({"event": event, "effect": effect, "rate": 0.3, "seed": seed}))
            .await;
    }
    join_all(games.iter_mut().map(Game::play_to_the_end)).await;
    for game in &games {
        game.assert_over().await;
    }
    let strikes = harness.count_strikes().await;
    assert!(strikes.iter().sum::<u64>() > 100, "{strikes:?}");
    // Such refusals occur, for example, if the bot retries a request whose answer was lost, answers too late, or
    // exceeds a limit that it did not learn of.
    let codes = [40_060, 10_062, 10_008, 10_015, 0];
    harness.finish_refused_with(&codes).await;
}

async fn start_game(harness: &Harness, number: usize) -> Game<'_> {
    Game::start(harness, &format!("trouble-{number}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_answers_are_lost_is_posted_only_once() {
    let record = Record::new();
    let harness = Harness::start_on(record.sandbox(), QUICK, async |_| ()).await;
    let channel = harness.create_channel("lost-answers").await;
    let lost = json!({"kind": "drop", "moment": "after"});
    let fault = |call: &str| json!({"call": call, "effect": lost, "times": 2});
    harness.add_fault(fault(CALLBACKS)).await;
    let mut game = Game::start_in(&harness, channel).await;
    // The bot deletes the lobby only after the game's message is posted and recorded in the journal, so both
    // exist for a moment.
    game.wait_for_one_table().await;
    let posted = count_posted_messages(&record);
    assert_eq!(posted, 2, "the lobby and the game are posted once each");

    let old = id_of(&game.newest_table().await);
    succeed(harness.client.delete_message(&game.channel, &old).await);
    harness.add_fault(fault("POST /channels/*/messages")).await;
    let struck = async |harness: &Harness| harness.count_strikes().await == [2, 2];
    game.play_until("both answers are lost", struck).await;
    game.ask_for_hand().await;
    game.play_rounds(3).await;
    game.wait_for_one_table().await;
    harness.finish_refused_with(&[40_060, 10_008]).await;
}

/// Counts all public messages that the sandbox has posted for the bot, including deleted ones.
fn count_posted_messages(record: &Record) -> usize {
    let posts = |exchange: &&Value| {
        let path = exchange["path"].as_str().unwrap_or_default();
        let answers_with_message =
            path.ends_with("/callback") && exchange["body"]["type"] == POST_MESSAGE;
        let succeeded = exchange["status"]
            .as_u64()
            .is_some_and(|status| status < 300);
        exchange["method"] == "POST"
            && succeeded
            && !is_private(&exchange["body"]["data"])
            && (answers_with_message || path.ends_with("/messages"))
    };
    record.exchanges().iter().filter(posts).count()
}
