//! A proxy between a bot and its database. It can close all connections, or hang: it then accepts data but does not
//! forward any.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The statement that makes a transaction durable.
const COMMIT: &[u8] = b"COMMIT";

pub(crate) struct DatabaseProxy {
    database: SocketAddr,
    pub(crate) address: SocketAddr,
    open: Option<JoinHandle<()>>,
    traffic: watch::Sender<Traffic>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Traffic {
    Flows,
    HangsAt(Hang),
    Hangs,
}

/// The moment at which the proxy starts to hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hang {
    /// The next commit does not reach the database until traffic is resumed.
    BeforeCommit,
    /// The next commit reaches the database, but the response is held back until traffic is resumed.
    AfterCommit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Statements,
    Answers,
}

impl DatabaseProxy {
    pub(crate) async fn open(database: SocketAddr) -> Self {
        let mut proxy = Self {
            database,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            open: None,
            traffic: watch::Sender::new(Traffic::Flows),
        };
        proxy.reopen().await;
        proxy
    }

    /// Closes all connections, and refuses new ones.
    pub(crate) async fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.abort();
            // Waits until the cancelled task has ended, which closes the listener.
            let _ = open.await;
        }
    }

    pub(crate) async fn reopen(&mut self) {
        let listener = TcpListener::bind(self.address)
            .await
            .expect("the port is free");
        self.address = listener.local_addr().expect("it has an address");
        let (database, traffic) = (self.database, self.traffic.clone());
        self.open = Some(tokio::spawn(async move {
            // All connections end with this task.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(carry(stream, database, traffic.clone()));
            }
        }));
    }

    pub(crate) fn hang(&self) {
        self.traffic.send_replace(Traffic::Hangs);
    }

    pub(crate) fn hang_at(&self, moment: Hang) {
        self.traffic.send_replace(Traffic::HangsAt(moment));
    }

    pub(crate) async fn wait_until_hanging(&self) {
        let mut traffic = self.traffic.subscribe();
        let hanging = traffic.wait_for(|traffic| *traffic == Traffic::Hangs);
        hanging.await.expect("the proxy is there");
    }

    /// Resumes the traffic, beginning with the data that was held back.
    pub(crate) fn go_on(&self) {
        self.traffic.send_replace(Traffic::Flows);
    }
}

pub(crate) fn database_host(address: &str) -> SocketAddr {
    let (_, host) = address.split_once('@').expect("it names a user");
    let (host, _) = host.split_once('/').expect("it names a database");
    host.parse().expect("an address with a port")
}

async fn carry(stream: TcpStream, database: SocketAddr, traffic: watch::Sender<Traffic>) {
    if let Ok(server) = TcpStream::connect(database).await {
        let (from_bot, to_bot) = stream.into_split();
        let (from_server, to_server) = server.into_split();
        // Ends when either side closes.
        tokio::select! {
            _ = forward(from_bot, to_server, &traffic, Direction::Statements) => {}
            _ = forward(from_server, to_bot, &traffic, Direction::Answers) => {}
        }
    }
}

async fn forward(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    traffic: &watch::Sender<Traffic>,
    direction: Direction,
) -> io::Result<()> {
    let mut flow = traffic.subscribe();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = from.read(&mut buffer).await?;
        let sent = &buffer[..length];
        if sent.is_empty() {
            return Ok(());
        }
        let reached = begin_to_hang(traffic, direction, sent);
        let is_last = matches!(reached, Some(Hang::AfterCommit));
        if !is_last && flow.wait_for(|now| *now != Traffic::Hangs).await.is_err() {
            return Ok(());
        }
        to.write_all(sent).await?;
    }
}

/// If a hang was requested and the bot is sending a commit, starts the hang and returns the requested moment.
fn begin_to_hang(
    traffic: &watch::Sender<Traffic>,
    direction: Direction,
    sent: &[u8],
) -> Option<Hang> {
    let mut parts = sent.windows(COMMIT.len());
    let is_commit = direction == Direction::Statements && parts.any(|part| part == COMMIT);
    let mut reached = None;
    traffic.send_if_modified(|now| {
        match *now {
            Traffic::HangsAt(moment) if is_commit => {
                *now = Traffic::Hangs;
                reached = Some(moment);
            }
            _ => {}
        }
        reached.is_some()
    });
    reached
}
