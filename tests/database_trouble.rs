//! Trouble with a PostgreSQL database while people play: it goes away for a while, or a newer version of the
//! bot changes it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use journal::{PostgresUrl, StorageUrl};
use postgres_server::Server;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use table::intent::Intent;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use virtual_user::control_client::User;
use virtual_user::view::text_of;

use crate::harness::{Harness, succeed};
use crate::player::{game_message, only_message, play_to_the_end, start_game, wait_for_button};
use crate::whole_games::QUICK;

/// A turn that passes while the database is away.
const SHORT_TURN: Duration = Duration::from_secs(4);

/// The way from the bot to a database, which can be closed or blocked.
struct Way {
    database: SocketAddr,
    address: SocketAddr,
    open: Option<JoinHandle<()>>,
    /// True while connections are kept open and nothing gets through.
    blocked: watch::Sender<bool>,
}

impl Way {
    async fn open(database: SocketAddr) -> Self {
        let mut way = Self {
            database,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            open: None,
            blocked: watch::Sender::new(false),
        };
        way.reopen().await;
        way
    }

    /// Ends all connections, and refuses new ones.
    async fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.abort();
            // Its end is a cancellation. The listener is closed then.
            let _ = open.await;
        }
    }

    /// Lets nothing through any more, as if the machine were gone.
    fn block(&self) {
        self.blocked.send_replace(true);
    }

    async fn reopen(&mut self) {
        self.blocked.send_replace(false);
        let listener = TcpListener::bind(self.address).await;
        let listener = listener.expect("the port is free");
        self.address = listener.local_addr().expect("it has an address");
        let (database, blocked) = (self.database, self.blocked.subscribe());
        self.open = Some(tokio::spawn(async move {
            // Ends with the task, and all that is in it.
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(carry(stream, database, blocked.clone()));
            }
        }));
    }
}

async fn carry(mut stream: TcpStream, database: SocketAddr, mut blocked: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(database).await else {
        return;
    };
    let is_blocked = tokio::select! {
        // Ends with either side.
        _ = copy_bidirectional(&mut stream, &mut server) => false,
        blocked = blocked.wait_for(|blocked| *blocked) => blocked.is_ok(),
    };
    if is_blocked {
        std::future::pending::<()>().await;
    }
}

/// Creates a database and returns its address, and that of its server.
async fn create_database(server: &Server) -> (String, PostgresUrl, SocketAddr) {
    let address = server.create_database("troubled").await;
    let address = address.expect("a database");
    let Ok(StorageUrl::Postgres(url)) = StorageUrl::parse(&address) else {
        panic!("{address} is the address of a server");
    };
    let (_, host) = address.split_once('@').expect("it names a user");
    let (host, _) = host.split_once('/').expect("it names a database");
    let host = host.parse().expect("an address with a port");
    (address, url, host)
}

/// Lets everybody click Draw, and returns what each is told.
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

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_refused_with_a_sentence_while_the_database_is_away_and_the_game_goes_on_after_it()
 {
    let server = Server::start().await.expect("PostgreSQL starts");
    let (address, _, database) = create_database(&server).await;
    let mut way = Way::open(database).await;
    let address = address.replace(&database.to_string(), &way.address.to_string());
    let settings = format!("storage.url = {address:?}\n{QUICK}");
    let harness = Harness::start(&settings).await;
    // With PostgreSQL, commands are registered first.
    succeed(harness.client.wait_for_session().await);
    let channel = harness.create_channel("troubled").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "fast"})).await;
    let before = text_of(&game_message(&harness, &users[0], &channel).await);

    way.close().await;
    for answer in draw(&harness, &users, &channel).await {
        assert!(answer.contains("Something went wrong"), "{answer}");
    }
    let during = text_of(&only_message(&harness, &users[0], &channel).await);
    assert_eq!(during, before, "nothing is half done");

    way.reopen().await;
    let mut rng = SmallRng::seed_from_u64(9);
    play_to_the_end(&harness, &users, &channel, &mut rng).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

/// Asserts that every click is answered in time for a while in which the deadline of a turn passes, after
/// this has happened to the way to the database.
async fn assert_answered_past_a_deadline(happens: impl AsyncFnOnce(&mut Way)) {
    let server = Server::start().await.expect("PostgreSQL starts");
    let (address, _, database) = create_database(&server).await;
    let mut way = Way::open(database).await;
    let address = address.replace(&database.to_string(), &way.address.to_string());
    let turn = SHORT_TURN.as_secs();
    let settings = format!("storage.url = {address:?}\n{QUICK}paces.normal.turn = {turn}\n");
    let harness = Harness::start(&settings).await;
    // With PostgreSQL, commands are registered first.
    succeed(harness.client.wait_for_session().await);
    let channel = harness.create_channel("troubled").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "normal"})).await;
    let draw = wait_for_button(&harness, &users[0], &channel, Intent::Draw).await;
    happens(&mut way).await;
    let started = Instant::now();
    while started.elapsed() < 3 * SHORT_TURN {
        for user in &users {
            let outcome = harness.force_click(user, &channel, &draw, &[]).await;
            assert!(outcome.is_answered(), "{outcome:?}");
        }
    }
    way.close().await;
    way.reopen().await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_answered_in_time_while_a_deadline_waits_for_a_database_that_is_away() {
    assert_answered_past_a_deadline(async |way| way.close().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_answered_in_time_while_a_deadline_waits_for_a_database_that_hangs() {
    assert_answered_past_a_deadline(async |way| way.block()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_goes_on_after_a_newer_version_has_changed_the_database() {
    const NEWER: &str = "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) VALUES (999, 'later', true, '', 0)";
    let server = Server::start().await.expect("PostgreSQL starts");
    let (address, url, _) = create_database(&server).await;
    let harness = Harness::start(&format!("storage.url = {address:?}\n{QUICK}")).await;
    // With PostgreSQL, commands are registered first.
    succeed(harness.client.wait_for_session().await);
    let channel = harness.create_channel("upgraded").await;
    let users = harness.create_users(2).await;
    start_game(&harness, &users, &channel, json!({"pace": "fast"})).await;
    let connected = PgConnection::connect_with(&url.options()).await;
    let mut database = connected.expect("the database answers");
    let changed = sqlx::query(NEWER).execute(&mut database).await;
    changed.expect("it is changed");
    let mut rng = SmallRng::seed_from_u64(2);
    play_to_the_end(&harness, &users, &channel, &mut rng).await;
    harness.assert_no_problems().await;
    harness.stop().await;
}
