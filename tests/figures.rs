//! The cost of games: the bot's requests per click, and their size in bytes. `cargo test -p kittens --test
//! main figures:: -- --nocapture` prints the figures. The bot skips edits while requests are in flight, so
//! the figures depend on the pace of the clicks.

use futures::future::join_all;
use serde_json::json;

use crate::direct_hands::choose_direct_hand;
use crate::emojis::wait_for_emojis;
use crate::harness::{Harness, QUICK, Record};
use crate::monkey::play_prepared;
use crate::player::{play_to_the_end, start_game, within_game_timeout};

const GAMES: usize = 5;
/// The maximum number of requests per click or command in games with random clicks. It is generous, because on a busy
/// machine clicks are slow and fewer edits are skipped; the printed figure is more precise.
const MAX_CALLS: f64 = 1.7;
/// The same maximum if everyone also has their hand in a direct message.
const MAX_CALLS_WITH_DIRECT_HANDS: f64 = 2.2;
/// The maximum size in bytes of an average game's request bodies, without files, if players make no pointless clicks.
const MAX_BYTES: usize = 600_000;

#[tokio::test(flavor = "multi_thread")]
async fn an_action_between_random_clicks_costs_few_requests() {
    let recorded = Recorded::start().await;
    let games = (0..GAMES).map(|number| {
        within_game_timeout(play_prepared(
            &recorded.harness,
            number,
            "player",
            async |_, _| (),
        ))
    });
    join_all(games).await;
    let figures = recorded.finish().await;
    println!("{figures:?}: {:.2} calls each", figures.calls_per_action());
    assert!(figures.calls_per_action() <= MAX_CALLS, "{figures:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_costs_few_requests_if_everyone_uses_direct_messages() {
    let recorded = Recorded::start().await;
    let harness = &recorded.harness;
    let choose = async |users: &[_], channel: &str| {
        for user in users {
            choose_direct_hand(harness, user, channel).await;
        }
    };
    let games = (0..GAMES)
        .map(|number| within_game_timeout(play_prepared(harness, number, "player", choose)));
    join_all(games).await;
    let figures = recorded.finish().await;
    println!("{figures:?}: {:.2} calls each", figures.calls_per_action());
    let calls = figures.calls_per_action();
    assert!(calls <= MAX_CALLS_WITH_DIRECT_HANDS, "{figures:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_costs_few_bytes() {
    let recorded = Recorded::start().await;
    join_all((0..GAMES).map(|number| play_sensibly(&recorded.harness, number))).await;
    let figures = recorded.finish().await;
    println!("{figures:?}: {} bytes a game", figures.bytes / GAMES);
    assert!(figures.bytes / GAMES <= MAX_BYTES, "{figures:?}");
}

/// Plays a game for two to five people, who click only what they see.
async fn play_sensibly(harness: &Harness, number: usize) {
    let channel = harness.create_channel(&format!("sensible-{number}")).await;
    let mut users = Vec::new();
    for index in 0..2 + number % 4 {
        let name = format!("sensible{number}x{index}");
        users.push(harness.create_user(&name, "en-US").await);
    }
    start_game(harness, &users, &channel, json!({"pace": "fast"})).await;
    play_to_the_end(harness, &users, &channel, number as u64).await;
}

/// A bot that uploads its pictures, with a record of its requests.
struct Recorded {
    harness: Harness,
    record: Record,
}

impl Recorded {
    async fn start() -> Self {
        let record = Record::new();
        let settings = format!("{QUICK}discord.pictures = true\n");
        let harness = Harness::start_on(record.sandbox(), &settings, async |_| ()).await;
        wait_for_emojis(&harness).await;
        Self { harness, record }
    }

    /// Stops the bot and counts its requests, except requests about emojis and commands.
    async fn finish(self) -> Figures {
        self.harness.finish().await;
        let mut figures = Figures::default();
        for exchange in self.record.exchanges() {
            let path = exchange["path"].as_str().unwrap_or_default();
            if !path.contains("/applications/") {
                figures.calls += 1;
                figures.actions += usize::from(path.ends_with("/callback"));
                figures.bytes += exchange["body"].to_string().len();
            }
        }
        figures
    }
}

#[derive(Debug, Default)]
struct Figures {
    calls: usize,
    /// The size of the requests' bodies in bytes, without files.
    bytes: usize,
    /// The number of clicks and commands that were answered.
    actions: usize,
}

impl Figures {
    fn calls_per_action(&self) -> f64 {
        self.calls as f64 / self.actions as f64
    }
}
