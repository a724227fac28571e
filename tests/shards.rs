//! Shards by lease: two processes on one database, of which one comes and goes while people play in
//! servers of both shards.

use std::time::Duration;

use journal::StorageUrl;
use postgres_server::Server;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use sandbox::SandboxConfig;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::time::timeout;
use virtual_user::control_client::User;

use crate::database_way::{Hang, Way, database_host};
use crate::direct_hands::{choose_direct_hand, play_from_hands, wait_for_draw};
use crate::harness::{
    ALREADY_ANSWERED, Harness, QUICK, TIMEOUT, TOO_FAST, UNKNOWN_MESSAGE, succeed,
};
use crate::player::{play_round_amid_faults, start_game, within_game_timeout};

const SHARDS: u64 = 2;
/// Counts the processes that hold a shard and receive it, if every shard is received.
const RECEIVERS: &str = "SELECT CASE WHEN bool_and(connected AND until > now()) \
     THEN count(DISTINCT holder) ELSE 0 END FROM shards";
/// Waits a little, and tells whether the lease of every shard has run out.
const HAVE_RUN_OUT: &str = "SELECT bool_and(until < now()) FROM shards, pg_sleep(0.2)";

async fn create_guild(harness: &Harness, shard: u64) -> String {
    loop {
        let guild = succeed(harness.client.create_guild("Sharded", "en-US").await);
        let number: u64 = guild.parse().expect("an id");
        if (number >> 22) % SHARDS == shard {
            return guild;
        }
    }
}

struct ShardedGame {
    channel: String,
    users: Vec<User>,
    rng: SmallRng,
    is_over: bool,
}

impl ShardedGame {
    async fn start(harness: &Harness, shard: u64) -> Self {
        let guild = create_guild(harness, shard).await;
        let name = format!("shard-{shard}");
        let channel = succeed(harness.client.create_channel(&guild, &name).await);
        let users = harness.create_users(3).await;
        start_game(harness, &users, &channel, json!({"pace": "fast"})).await;
        Self {
            channel,
            users,
            rng: SmallRng::seed_from_u64(shard),
            is_over: false,
        }
    }

    async fn start_both(harness: &Harness) -> [Self; 2] {
        [Self::start(harness, 0).await, Self::start(harness, 1).await]
    }

    /// Plays a round. Does nothing once the game is over.
    async fn play(&mut self, harness: &Harness) {
        if !self.is_over {
            let (users, channel) = (&self.users, &self.channel);
            self.is_over = !play_round_amid_faults(harness, users, channel, &mut self.rng).await;
        }
    }
}

/// Lets people play in all servers until so many processes receive all shards together.
async fn play_until_received_by(
    harness: &Harness,
    games: &mut [ShardedGame],
    database: &mut PgConnection,
    processes: i64,
) {
    let playing = async {
        loop {
            for game in &mut *games {
                game.play(harness).await;
            }
            let receivers = sqlx::query_scalar(RECEIVERS).fetch_one(&mut *database);
            let receivers: i64 = receivers.await.expect("the database answers");
            if receivers == processes {
                return;
            }
            // A game that is over sends nothing that takes time.
            tokio::task::yield_now().await;
        }
    };
    let moved = timeout(TIMEOUT, playing).await;
    moved.expect("the shards move");
}

/// Waits until every shard has left the process that received it before.
async fn wait_until_received_once(harness: &Harness) {
    let look = async || {
        let state = succeed(harness.client.state().await);
        let shards = state["shard_connections"].as_object()?;
        let once = shards.values().all(|count| count == 1);
        (shards.len() as u64 == SHARDS && once).then_some(())
    };
    harness.wait_for("each shard is received once", look).await;
}

async fn play_to_the_end(harness: &Harness, games: &mut [ShardedGame]) {
    within_game_timeout(async {
        while games.iter().any(|game| !game.is_over) {
            for game in &mut *games {
                game.play(harness).await;
            }
        }
    })
    .await;
}

/// Opens the game of people who play from direct messages, in a new server of the second shard.
async fn start_direct_game(harness: &Harness, name: &str) -> (String, Vec<User>) {
    let guild = create_guild(harness, 1).await;
    let channel = succeed(harness.client.create_channel(&guild, name).await);
    let users = harness.create_users(2).await;
    for user in &users {
        choose_direct_hand(harness, user, &channel).await;
    }
    let options = json!({"edition": "two-player", "pace": "fast"});
    start_game(harness, &users, &channel, options).await;
    (channel, users)
}

/// Opens a way to the server of a database, and returns it with the database's address by it.
async fn open_way(address: &str) -> (Way, String) {
    let host = database_host(address);
    let way = Way::open(host).await;
    let by_way = address.replace(&host.to_string(), &way.address.to_string());
    (way, by_way)
}

async fn start_first(server: &Server, database: &str) -> (Harness, PgConnection) {
    let address = server.create_database(database).await;
    start_first_on(&address.expect("a database")).await
}

/// Starts a bot that is to share its shards with others on this database.
async fn start_first_on(address: &str) -> (Harness, PgConnection) {
    let settings = format!("storage.url = {address:?}\n{QUICK}");
    let buckets = json!({"shards": SHARDS, "max_concurrency": SHARDS});
    let harness = Harness::start_on(SandboxConfig::default(), &settings, async |client| {
        succeed(client.change_gateway(&buckets).await);
    });
    let harness = harness.await;
    let mut database = connect(address).await;
    play_until_received_by(&harness, &mut [], &mut database, 1).await;
    (harness, database)
}

async fn connect(address: &str) -> PgConnection {
    let Ok(StorageUrl::Postgres(url)) = StorageUrl::parse(address) else {
        panic!("{address} is the address of a server");
    };
    let connected = PgConnection::connect_with(&url.options()).await;
    connected.expect("the database answers")
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_move_to_a_process_that_joins_and_back_while_people_play_and_no_click_is_lost() {
    let server = Server::start().await;
    let server = server.expect("PostgreSQL starts");
    let (harness, mut database) = start_first(&server, "shards").await;
    let mut games = ShardedGame::start_both(&harness).await;
    within_game_timeout(async {
        let second = harness.start_second_bot().await;
        play_until_received_by(&harness, &mut games, &mut database, 2).await;
        // Each server's clicks come to another process now.
        for game in &mut games {
            game.play(&harness).await;
        }
        let stopping = second.shutdown();
        let playing = play_until_received_by(&harness, &mut games, &mut database, 1);
        tokio::join!(stopping, playing);
        play_to_the_end(&harness, &mut games).await;
    })
    .await;
    // A click needs three seconds to count as unanswered.
    harness.advance_discord(Duration::from_secs(4));
    let problems = succeed(harness.client.problems().await);
    assert_eq!(
        problems["unanswered"], problems["unreceived"],
        "only clicks that no process received are without an answer"
    );
    let state = succeed(harness.client.state().await);
    assert_eq!(state["early_session_starts"], 0);
    // A process does not know how fast the other one has posted, nor which message it has deleted.
    harness
        .assert_only_refused_with(&[ALREADY_ANSWERED, TOO_FAST, UNKNOWN_MESSAGE])
        .await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_database_was_away_longer_than_all_leases_each_shard_has_a_process_and_games_go_on()
{
    let server = Server::start().await.expect("PostgreSQL starts");
    let address = server.create_database("away").await;
    let address = address.expect("a database");
    let (mut way, by_way) = open_way(&address).await;
    let (harness, _) = start_first_on(&by_way).await;
    let mut database = connect(&address).await;
    let second = harness.start_second_bot().await;
    play_until_received_by(&harness, &mut [], &mut database, 2).await;
    let mut games = ShardedGame::start_both(&harness).await;
    way.close().await;
    let running_out = async {
        let mut have_run_out = false;
        while !have_run_out {
            let asked = sqlx::query_scalar(HAVE_RUN_OUT).fetch_one(&mut database);
            have_run_out = asked.await.expect("it answers");
        }
    };
    let run_out = timeout(TIMEOUT, running_out).await;
    run_out.expect("nobody renews the leases");
    way.reopen().await;

    play_until_received_by(&harness, &mut games, &mut database, 2).await;
    play_to_the_end(&harness, &mut games).await;
    wait_until_received_once(&harness).await;
    let state = succeed(harness.client.state().await);
    assert_eq!(state["early_session_starts"], 0);
    second.shutdown().await;
    harness.stop().await;
}

/// Discord tells clicks in direct messages to the process with the first shard. Here the table is in the
/// other one, which keeps it: a process that takes a table over posts it once more, as did the one before.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_played_from_direct_messages_stays_in_the_process_of_its_servers_shard() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let (harness, mut database) = start_first(&server, "direct").await;
    let second = harness.start_second_bot().await;
    play_until_received_by(&harness, &mut [], &mut database, 2).await;
    wait_until_received_once(&harness).await;
    let (channel, users) = start_direct_game(&harness, "direct").await;
    play_from_hands(&harness, &users, &channel, 5).await;
    let writers = sqlx::query_scalar("SELECT count(DISTINCT writer) FROM entries");
    let writers: i64 = writers.fetch_one(&mut database).await.expect("it answers");
    assert_eq!(writers, 1, "no other process has taken the table over");
    harness.assert_no_problems().await;
    second.shutdown().await;
    harness.stop().await;
}

/// The owner of a table takes a click from the process that Discord told, and is killed before it is stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_click_whose_process_is_killed_before_it_is_stored_is_served_by_the_one_that_received_it()
{
    let server = Server::start().await.expect("PostgreSQL starts");
    let address = server.create_database("killed").await;
    let address = address.expect("a database");
    let (harness, mut database) = start_first_on(&address).await;
    let (mut way, by_way) = open_way(&address).await;
    let mut second = harness.start_second_process(&by_way);
    play_until_received_by(&harness, &mut [], &mut database, 2).await;
    wait_until_received_once(&harness).await;
    let (channel, users) = start_direct_game(&harness, "killed").await;
    let (user, messages, draw) = wait_for_draw(&harness, &users).await;

    way.hang_at(Hang::AfterHandedClick);
    let killing = async {
        way.wait_until_hanging().await;
        second.kill().await.expect("it is killed");
    };
    let clicking = harness.click(user, &messages, &draw, &[]);
    let both = async { tokio::join!(clicking, killing) };
    let (outcome, ()) = timeout(TIMEOUT, both)
        .await
        .expect("the owner has the click");
    assert!(outcome.is_answered(), "{outcome:?}");
    way.close().await;

    play_until_received_by(&harness, &mut [], &mut database, 1).await;
    play_from_hands(&harness, &users, &channel, 6).await;
    let click = outcome.interaction().expect("it was sent").0;
    let stored = sqlx::query_scalar("SELECT count(*) FROM entries WHERE interaction = $1");
    let stored = stored.bind(click.cast_signed()).fetch_one(&mut database);
    let stored: i64 = stored.await.expect("it answers");
    assert_eq!(stored, 1, "it counts once");
    let problems = succeed(harness.client.problems().await);
    assert_eq!(problems["unanswered"], json!([]));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_asks_for_another_number_of_shards_takes_that_of_the_others() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let (harness, mut database) = start_first(&server, "numbers").await;
    let second = harness.start_second_bot_with("discord.shards = 5").await;
    play_until_received_by(&harness, &mut [], &mut database, 2).await;
    let totals = sqlx::query_scalar("SELECT DISTINCT total FROM shards");
    let totals: Vec<i32> = totals.fetch_all(&mut database).await.expect("it answers");
    assert_eq!(totals, [2]);
    let game = ShardedGame::start(&harness, 1).await;
    play_to_the_end(&harness, &mut [game]).await;
    second.shutdown().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_after_a_restart_with_another_number_of_shards() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let (harness, mut database) = start_first(&server, "renumbered").await;
    let mut games = ShardedGame::start_both(&harness).await;
    let more = json!({"shards": 2 * SHARDS, "max_concurrency": 2 * SHARDS});
    let change = async { succeed(harness.client.change_gateway(&more).await) };
    harness.restart_bot(change).await;
    play_until_received_by(&harness, &mut games, &mut database, 1).await;
    let count = sqlx::query_scalar("SELECT count(*) FROM shards WHERE total = 4 AND connected");
    let count: i64 = count.fetch_one(&mut database).await.expect("it answers");
    assert_eq!(count, 4);
    play_to_the_end(&harness, &mut games).await;
    harness.stop().await;
}
