//! Hostile servers attack the real bot. The bot must still serve other servers, and stay far below the number of
//! refusals at which Discord bans an address.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum as _;
use futures::future::join_all;
use kit::virtual_user::control_client::User;
use serde_json::json;
use simulator::attack::{Attack, attack};
use table::intent::Intent;

use crate::harness::{Harness, QUICK, succeed};
use crate::player::{press_button, start_game};

/// The duration of each attack. `kittens-lab attack` runs longer attacks and measures their effects.
const ATTACK_TIME: Duration = Duration::from_secs(3);
const TABLES: usize = 24;
const PEOPLE: usize = 4;
const ROUNDS: usize = 10;
/// The number of refusals within ten minutes after which the bot pauses its requests to a server.
const MAX_REFUSALS: u64 = 50;

/// Opens games between computers, each in a new channel, and returns the channels.
async fn open_watched(harness: &Harness, user: &User) -> Vec<String> {
    let mut channels = Vec::new();
    for number in 0..TABLES {
        let channel = harness.create_channel(&format!("hostile-{number}")).await;
        let options = json!({"computers": 2, "watch": true});
        let opened = harness.send_command(user, &channel, "new", options).await;
        assert!(opened.is_answered(), "{opened:?}");
        channels.push(channel);
    }
    channels
}

#[tokio::test(flavor = "multi_thread")]
async fn under_each_attack_of_the_laboratory_well_behaved_people_are_answered() {
    let program = Path::new(env!("CARGO_BIN_EXE_kittens"));
    for &kind in Attack::value_variants() {
        let report = attack(program, kind, 2, ATTACK_TIME)
            .await
            .expect("the process and the sandbox work");
        assert!(report.measured.clicks() > 0, "nobody played: {report:?}");
        assert_eq!(report.measured.unanswered, 0, "{report:?}");
        assert!(report.invalid_requests <= MAX_REFUSALS * 20, "{report:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_takes_all_permissions_away_does_not_silence_the_bot_elsewhere() {
    let settings = format!(
        "limits.games_per_server = 100\nlimits.games_per_person = 100\n\
         limits.watched_games_per_server = 100\n{QUICK}"
    );
    let harness = Harness::start(&settings).await;
    let users = harness.create_users(PEOPLE).await;
    let channels = open_watched(&harness, &users[0]).await;
    for channel in &channels {
        succeed(harness.client.set_bot_permissions(channel, 0).await);
    }
    let (client, options) = (harness.client.forcing(), json!({}));
    for _ in 0..ROUNDS {
        let commands = channels.iter().flat_map(|channel| {
            let rules = |user| client.send_command(user, channel, "rules", &options);
            users.iter().map(rules)
        });
        for outcome in join_all(commands).await {
            assert!(succeed(outcome).is_answered());
        }
    }
    let problems = succeed(harness.client.problems().await);
    let invalid = problems["counts"]["invalid"].as_u64().unwrap_or(u64::MAX);
    // During the pause, one more request is tried every few seconds.
    assert!(
        invalid <= 2 * MAX_REFUSALS,
        "{invalid} requests were refused"
    );
    let guild = succeed(harness.client.create_guild("Friendly", "en-US").await);
    let channel = succeed(harness.client.create_channel(&guild, "friendly").await);
    start_game(&harness, &users[..2], &channel, json!({})).await;
    press_button(&harness, &users[0], &channel, Intent::OpenHand).await;
    harness.stop().await;
}
