//! Trouble with a PostgreSQL database while people play: it becomes unreachable or hangs for a while, or a
//! newer version of the bot migrates it.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use journal::StorageUrl;
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::text_of;
use serde_json::json;
use simulator::real::{Storage, StorageKind};
use sqlx::{Connection as _, PgConnection};
use table::ids::InteractionId;
use table::intent::Intent;

use crate::database_proxy::{DatabaseProxy, Hang, database_host};
use crate::harness::{Harness, QUICK, UNKNOWN_MESSAGE};
use crate::monitor::{get, wait_for_readiness};
use crate::player::{
    game_message, is_mentioned, only_message, play_to_the_end_amid_faults, start_new_game,
    wait_for_button,
};

/// The length of a turn whose deadline passes while the database is down or hangs.
const SHORT_TURN: Duration = Duration::from_secs(1);
/// Longer than the term of the bot's lease, so that the lease expires.
const LONGER_THAN_A_TERM: Duration = Duration::from_secs(6);

/// Lets everyone click Draw, and returns the replies.
async fn draw(harness: &Harness, users: &[User], channel: &str) -> Vec<String> {
    let draw = wait_for_button(harness, &users[0], channel, Intent::Draw).await;
    let mut answers = Vec::new();
    for user in users {
        let outcome = harness.force_click(user, channel, &draw, &[]).await;
        assert!(outcome.is_answered() && outcome.is_private(), "{outcome:?}");
        answers.push(outcome.text());
    }
    answers
}

/// A game on its own database, which the bot reaches through a [`DatabaseProxy`].
struct TroubledGame {
    harness: Harness,
    proxy: DatabaseProxy,
    channel: String,
    users: Vec<User>,
    /// A direct connection to the database.
    database: PgConnection,
    _storage: Storage,
}

impl TroubledGame {
    async fn start() -> Self {
        Self::start_with(2, "slow", "").await
    }

    async fn start_with(people: usize, pace: &str, settings: &str) -> Self {
        let storage = Storage::create(StorageKind::Postgres)
            .await
            .expect("PostgreSQL starts");
        let address = &storage.address;
        let Ok(StorageUrl::Postgres(url)) = StorageUrl::parse(address) else {
            panic!("{address} is the address of a server");
        };
        let host = database_host(address);
        let proxy = DatabaseProxy::open(host).await;
        let address = address.replace(&host.to_string(), &proxy.address.to_string());
        let settings = format!(
            "storage.url = {address:?}\nmonitor.listen = \"127.0.0.1:0\"\n{QUICK}{settings}"
        );
        let harness = Harness::start(&settings).await;
        let (channel, users) = start_new_game(&harness, people, json!({"pace": pace})).await;
        // The bot polls its connection to Discord, so it may become ready a little later.
        wait_for_readiness(harness.monitor_address(), 200).await;
        let database = PgConnection::connect_with(&url.options()).await;
        Self {
            harness,
            proxy,
            channel,
            users,
            database: database.expect("the database answers"),
            _storage: storage,
        }
    }

    /// Lets everyone click Draw. Asserts that each player learns in time that the click failed or that it is not their
    /// turn (a refusal that needs no entry), and that at least one click failed.
    async fn assert_clicks_refused(&self) {
        let answers = draw(&self.harness, &self.users, &self.channel).await;
        let failed = |answer: &String| answer.contains("Something went wrong");
        assert!(answers.iter().any(failed), "{answers:?}");
        for answer in answers {
            assert!(
                failed(&answer) || answer.contains("not your turn"),
                "{answer}"
            );
        }
    }

    async fn table_text(&self) -> String {
        text_of(&only_message(&self.harness, &self.users[0], &self.channel).await)
    }

    /// Waits until the bot is ready again, and finishes the game.
    async fn finish(self) {
        let Self {
            harness,
            channel,
            users,
            ..
        } = &self;
        wait_for_readiness(harness.monitor_address(), 200).await;
        // A reloaded table does not refresh earlier panels. It may delete a message again if the first deletion was
        // not stored.
        play_to_the_end_amid_faults(harness, users, channel, 9).await;
        harness.assert_no_problems_but(&[UNKNOWN_MESSAGE]).await;
        self.harness.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_refused_while_the_database_is_down_and_the_game_continues_afterwards() {
    let mut game = TroubledGame::start().await;
    let before = text_of(&game_message(&game.harness, &game.users[0], &game.channel).await);
    game.proxy.close().await;
    game.assert_clicks_refused().await;
    assert_eq!(game.table_text().await, before, "nothing is half done");
    game.proxy.reopen().await;
    game.finish().await;
}

/// Makes the database connection hang when a move is committed, and asserts that the player learns in time that the
/// move failed. Returns the move's interaction.
async fn assert_refused_in_commit(game: &TroubledGame, moment: Hang) -> InteractionId {
    let channel = &game.channel;
    let draw = wait_for_button(&game.harness, &game.users[0], channel, Intent::Draw).await;
    let view = game.harness.view(&game.users[0], channel).await;
    let on_turn = game.users.iter().find(|user| is_mentioned(user, &view));
    let user = on_turn.expect("somebody's turn begins");
    game.proxy.hang_at(moment);
    let outcome = game.harness.force_click(user, channel, &draw, &[]).await;
    let text = outcome.text();
    assert!(text.contains("Something went wrong"), "{outcome:?}");
    game.proxy.wait_until_hanging().await;
    outcome.interaction().expect("it was sent")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_commit_hangs_is_refused_in_time_and_the_game_continues() {
    let game = TroubledGame::start().await;
    let before = text_of(&game_message(&game.harness, &game.users[0], &game.channel).await);
    assert_refused_in_commit(&game, Hang::BeforeCommit).await;
    let (status, why) = get(game.harness.monitor_address(), "/readyz").await;
    assert_eq!((status, why.contains("journal")), (503, true), "{why}");
    assert_eq!(game.table_text().await, before, "nothing is half done");
    game.proxy.go_on();
    game.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_commit_is_confirmed_too_late_still_counts() {
    let mut game = TroubledGame::start().await;
    let interaction = assert_refused_in_commit(&game, Hang::AfterCommit).await;
    game.proxy.go_on();
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM entries WHERE interaction = $1")
        .bind(interaction.0.cast_signed())
        .fetch_one(&mut game.database)
        .await
        .expect("it answers");
    assert_eq!(count, 1, "the database has it");
    game.finish().await;
}

/// Calls `happens` with the database proxy, then asserts that all clicks are answered in time while a turn's
/// deadline passes.
async fn assert_answered_past_a_deadline(happens: impl AsyncFnOnce(&mut DatabaseProxy)) {
    let turn = format!("paces.normal.turn = {}\n", SHORT_TURN.as_secs());
    let TroubledGame {
        harness,
        mut proxy,
        channel,
        users,
        ..
    } = TroubledGame::start_with(3, "normal", &turn).await;
    let draw = wait_for_button(&harness, &users[0], &channel, Intent::Draw).await;
    happens(&mut proxy).await;
    let started = Instant::now();
    // Ends before the lease can expire.
    while started.elapsed() < 2 * SHORT_TURN {
        // Everyone clicks at the same time, so clicks have to wait for each other.
        let clicks = users
            .iter()
            .map(|user| harness.force_click(user, &channel, &draw, &[]));
        for outcome in join_all(clicks).await {
            assert!(outcome.is_answered(), "{outcome:?}");
        }
    }
    proxy.close().await;
    proxy.go_on();
    proxy.reopen().await;
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_answered_in_time_while_a_deadline_waits_for_a_database_that_is_down() {
    assert_answered_past_a_deadline(async |proxy| proxy.close().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_answered_in_time_while_a_deadline_waits_for_a_database_that_hangs() {
    assert_answered_past_a_deadline(async |proxy| proxy.hang()).await;
}

/// Once the lease has expired, another process may be serving the cluster.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_database_hangs_longer_than_its_lease_sends_nothing_and_continues_afterwards() {
    let game = TroubledGame::start().await;
    let TroubledGame {
        harness,
        proxy,
        channel,
        users,
        ..
    } = &game;
    let draw = wait_for_button(harness, &users[0], channel, Intent::Draw).await;
    // Waits until only the table's current message is left.
    game.table_text().await;
    proxy.hang();
    tokio::time::sleep(LONGER_THAN_A_TERM).await;
    let before = game.table_text().await;
    let outcome = harness.force_click(&users[0], channel, &draw, &[]).await;
    assert!(!outcome.is_answered(), "{outcome:?}");
    assert_eq!(game.table_text().await, before);
    proxy.go_on();
    wait_for_readiness(harness.monitor_address(), 200).await;
    play_to_the_end_amid_faults(harness, users, channel, 9).await;
    harness.assert_only_refused_with(&[UNKNOWN_MESSAGE]).await;
    game.harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_keeps_running_after_a_newer_version_has_migrated_the_database() {
    const NEWER: &str = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) VALUES (999, 'later', true, '', 0)";
    let mut game = TroubledGame::start().await;
    let changed = sqlx::query(NEWER).execute(&mut game.database).await;
    changed.expect("it is changed");
    game.finish().await;
}
