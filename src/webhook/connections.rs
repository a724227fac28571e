//! The connections to the webhook: how many there are, how long each may wait, and which one goes if there is no
//! room for another. Anybody can open them, so one on which no request of Discord's has come is worth little:
//! it goes first, and its first answer is its last. How long a request may take is up to [`super`].

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The most connections. Half of the 1,024 files that a process may have open on many systems.
const MAX_CONNECTIONS: usize = 512;
/// How long the head of the first request may take.
const FIRST_HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection may be idle after a request of Discord's. Longer than the minute after which load
/// balancers close it themselves: no request crosses with the end of its connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// How long a write may make no progress.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// The age at which a connection is closed with its next answer.
const MAX_AGE: Duration = Duration::from_secs(600);
/// The age at which a connection is closed whatever happens on it.
const AGE_LIMIT: Duration = Duration::from_secs(900);
/// The most bytes of a request that are read ahead: a head has to fit.
const READ_BUFFER: usize = 32 * 1024;
/// How long the answer that is under way may take when a connection is closed.
const FINISH_TIMEOUT: Duration = Duration::from_secs(4);
/// The pause after a connection could not be accepted, as without free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
/// The connections that go before the next attempt.
const CLOSED_PER_FAILURE: usize = 64;
/// The time between two warnings about connections that could not be accepted.
const WARNING_INTERVAL: Duration = Duration::from_secs(60);
/// How long a new connection waits for the end of one that has to go, before another has to go.
const EVICTION_TIMEOUT: Duration = Duration::from_millis(20);

/// The places for connections.
pub(super) struct Connections {
    places: Arc<Semaphore>,
    queue: Arc<Mutex<EvictionQueue>>,
    /// The time of the last warning about one that could not be accepted.
    warned: Option<Instant>,
}

/// The connections on which no request of Discord's is being served, in the order in which they go.
#[derive(Default)]
struct EvictionQueue {
    connections: BTreeMap<Rank, CancellationToken>,
    newest: u64,
}

/// Those that have never brought a request of Discord's go first, and of these the oldest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_verified: bool,
    number: u64,
}

/// One connection's place.
pub(super) struct Place {
    queue: Arc<Mutex<EvictionQueue>>,
    /// `None` while a request of Discord's is being served.
    rank: Mutex<Option<Rank>>,
    opened: Instant,
    head_received: CancellationToken,
    evicted: CancellationToken,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for Connections {
    fn default() -> Self {
        Self::with_capacity(MAX_CONNECTIONS)
    }
}

impl Connections {
    fn with_capacity(capacity: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(capacity)),
            queue: Arc::default(),
            warned: None,
        }
    }

    pub(super) async fn accept(&mut self, listener: &TcpListener) -> (TcpStream, Place) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return (stream, self.take_place().await),
                Err(error) => {
                    let is_recent = |at: Instant| at.elapsed() < WARNING_INTERVAL;
                    if !self.warned.is_some_and(is_recent) {
                        warn!(%error, "could not accept a connection to the webhook");
                        self.warned = Some(Instant::now());
                    }
                    self.evict(CLOSED_PER_FAILURE);
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Takes a place, if need be that of another connection. Waits only while a request of Discord's is being
    /// served on all of them.
    async fn take_place(&self) -> Place {
        loop {
            if self.places.available_permits() == 0 {
                self.evict(1);
            }
            let permit = Arc::clone(&self.places).acquire_owned();
            if let Ok(permit) = timeout(EVICTION_TIMEOUT, permit).await {
                // The semaphore is never closed.
                return Place::new(Arc::clone(&self.queue), permit.ok());
            }
        }
    }

    fn evict(&self, count: usize) {
        let mut queue = self.queue.lock();
        for _ in 0..count {
            if let Some((_, evicted)) = queue.connections.pop_first() {
                evicted.cancel();
            }
        }
    }
}

impl Place {
    fn new(queue: Arc<Mutex<EvictionQueue>>, permit: Option<OwnedSemaphorePermit>) -> Self {
        let evicted = CancellationToken::new();
        let rank = queue.lock().insert(false, evicted.clone());
        Self {
            queue,
            rank: Mutex::new(Some(rank)),
            opened: Instant::now(),
            head_received: CancellationToken::new(),
            evicted,
            _permit: permit,
        }
    }

    /// Takes in that the request that is being answered is Discord's: it is served to its end.
    pub(super) fn mark_verified(&self) {
        self.leave_queue();
    }

    fn leave_queue(&self) {
        if let Some(rank) = self.rank.lock().take() {
            self.queue.lock().connections.remove(&rank);
        }
    }

    /// Takes in that a request was answered. Returns true if another one may follow.
    fn finish_request(&self) -> bool {
        let mut rank = self.rank.lock();
        if rank.is_some() {
            return false;
        }
        *rank = Some(self.queue.lock().insert(true, self.evicted.clone()));
        self.opened.elapsed() < MAX_AGE
    }

    /// Waits until the connection has to go without an answer.
    async fn must_close(&self) {
        let first_head = timeout(FIRST_HEAD_TIMEOUT, self.head_received.cancelled());
        let heard = async {
            if first_head.await.is_ok() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = heard => {}
            () = self.evicted.cancelled() => {}
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave_queue();
    }
}

impl EvictionQueue {
    fn insert(&mut self, is_verified: bool, evicted: CancellationToken) -> Rank {
        self.newest += 1;
        let number = self.newest;
        let rank = Rank {
            is_verified,
            number,
        };
        self.connections.insert(rank, evicted);
        rank
    }
}

/// Serves a connection until it ends, has to go, or `stopping` is cancelled.
pub(super) async fn serve<S, F>(
    stream: S,
    place: Place,
    stopping: CancellationToken,
    respond: impl Fn(Request<Incoming>, Arc<Place>) -> F,
) where
    S: AsyncRead + AsyncWrite,
    F: Future<Output = Response<Full<Bytes>>>,
{
    let place = Arc::new(place);
    let service = service_fn(|request| {
        place.head_received.cancel();
        let (place, responding) = (Arc::clone(&place), respond(request, Arc::clone(&place)));
        async move {
            let mut response = responding.await;
            if !place.finish_request() {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_TIMEOUT)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = std::pin::pin!(connection);
    // An error is the client's: it sent no HTTP, or left.
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        () = place.must_close() => return,
        () = sleep(AGE_LIMIT) => {}
        () = stopping.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(FINISH_TIMEOUT, connection).await;
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::task::JoinHandle;

    use super::*;

    /// Requests to these paths count as Discord's; the others are refused.
    const SIGNED: &str = "/signed";
    const SLOW: &str = "/signed/slow";
    const LARGE: &str = "/signed/large";
    const FORGED: &str = "/forged";
    /// The bytes that are on their way between a client and the server.
    const PIPE: usize = 1_024;
    const SLOW_ANSWER: Duration = Duration::from_secs(3);
    const MOMENT: Duration = Duration::from_millis(100);

    /// A client, connected by a pipe. The clock is paused: a sleep ends as soon as every task waits.
    struct Client {
        stream: DuplexStream,
        serving: JoinHandle<()>,
    }

    async fn respond(request: Request<Incoming>, place: Arc<Place>) -> Response<Full<Bytes>> {
        let path = request.uri().path().to_owned();
        if path.starts_with(SIGNED) {
            place.mark_verified();
        }
        if path == SLOW {
            sleep(SLOW_ANSWER).await;
        }
        let length = if path == LARGE { 4 * PIPE } else { 0 };
        Response::new(Full::new(vec![b'x'; length].into()))
    }

    impl Client {
        async fn connect(connections: &Connections) -> Self {
            let (stream, server) = duplex(PIPE);
            let place = connections.take_place().await;
            let serving = serve(server, place, CancellationToken::new(), respond);
            Self {
                stream,
                serving: tokio::spawn(serving),
            }
        }

        async fn connect_many(connections: &Connections, count: usize) -> Vec<Self> {
            let mut clients = Vec::new();
            for _ in 0..count {
                clients.push(Self::connect(connections).await);
            }
            clients
        }

        async fn send(&mut self, path: &str) {
            let head = format!("GET {path} HTTP/1.1\r\nhost: bot\r\n\r\n");
            // Fails if the connection has ended, which the answer shows.
            let _ = self.stream.write_all(head.as_bytes()).await;
        }

        /// Sends a request and returns the head of the answer; `None` if the connection has ended.
        async fn ask(&mut self, path: &str) -> Option<String> {
            self.send(path).await;
            let mut answer = Vec::new();
            while !answer.ends_with(b"\r\n\r\n") {
                answer.push(self.stream.read_u8().await.ok()?);
            }
            String::from_utf8(answer).ok()
        }

        async fn is_open_after(&self, pause: Duration) -> bool {
            sleep(pause).await;
            !self.serving.is_finished()
        }
    }

    fn closes(answer: Option<&String>) -> bool {
        answer.is_some_and(|answer| answer.contains("connection: close"))
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_a_first_head_ends_after_five_seconds() {
        let connections = Connections::default();
        let idle = Client::connect(&connections).await;
        let mut slow = Client::connect(&connections).await;
        for byte in b"GET /".iter().cycle().take(49) {
            let _ = slow.stream.write_all(&[*byte]).await;
            sleep(MOMENT).await;
        }
        assert!(idle.is_open_after(Duration::ZERO).await);
        assert!(slow.is_open_after(Duration::ZERO).await);
        assert!(!idle.is_open_after(2 * MOMENT).await);
        assert!(!slow.is_open_after(Duration::ZERO).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_of_discords_may_be_idle_for_longer() {
        let connections = Connections::default();
        let mut client = Client::connect(&connections).await;
        for _ in 0..3 {
            let answer = client.ask(SIGNED).await;
            assert!(answer.is_some() && !closes(answer.as_ref()));
            assert!(client.is_open_after(IDLE_TIMEOUT - MOMENT).await);
        }
        assert!(!client.is_open_after(2 * MOMENT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_is_not_discords_is_the_last_of_its_connection() {
        let connections = Connections::default();
        let mut client = Client::connect(&connections).await;
        assert!(closes(client.ask(FORGED).await.as_ref()));
        assert!(!client.is_open_after(MOMENT).await);
        let mut discord = Client::connect(&connections).await;
        discord.ask(SIGNED).await;
        assert!(closes(discord.ask(FORGED).await.as_ref()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_on_which_no_answer_is_read_ends() {
        let connections = Connections::default();
        let mut client = Client::connect(&connections).await;
        client.send(LARGE).await;
        assert!(client.is_open_after(WRITE_TIMEOUT - MOMENT).await);
        assert!(!client.is_open_after(2 * MOMENT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn no_head_takes_more_than_its_share_of_memory() {
        let connections = Connections::default();
        let mut client = Client::connect(&connections).await;
        let path = format!("{SIGNED}?{}", "x".repeat(READ_BUFFER));
        let answer = client.ask(&path).await;
        assert!(answer.is_none_or(|answer| answer.starts_with("HTTP/1.1 4")));
        assert!(!client.is_open_after(MOMENT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn no_connection_lasts_for_ever() {
        let connections = Connections::default();
        let mut client = Client::connect(&connections).await;
        let opened = Instant::now();
        while !closes(client.ask(SIGNED).await.as_ref()) {
            sleep(IDLE_TIMEOUT / 2).await;
        }
        assert!(opened.elapsed() <= MAX_AGE + IDLE_TIMEOUT);
        // One that reads a byte now and then never gets so far as to be closed with an answer.
        let mut slow = Client::connect(&connections).await;
        slow.send(LARGE).await;
        while slow.is_open_after(WRITE_TIMEOUT / 2).await {
            let _ = slow.stream.read_u8().await;
        }
        assert!(opened.elapsed() <= 2 * AGE_LIMIT);
    }

    #[tokio::test(start_paused = true)]
    async fn others_are_answered_at_once_although_hostile_connections_take_all_places() {
        let connections = Connections::with_capacity(20);
        let mut discord = Client::connect(&connections).await;
        discord.ask(SIGNED).await;
        let mut hostile = Client::connect_many(&connections, 60).await;
        for unread in hostile.iter_mut().skip(50) {
            unread.send(FORGED).await;
        }
        let started = Instant::now();
        for _ in 0..100 {
            let mut other = Client::connect(&connections).await;
            assert!(other.ask(SIGNED).await.is_some());
        }
        assert!(started.elapsed() < Duration::from_secs(1));
        assert!(discord.ask(SIGNED).await.is_some(), "it keeps its place");
    }

    #[tokio::test(start_paused = true)]
    async fn connections_go_in_the_order_in_which_they_are_missed_least() {
        let connections = Connections::with_capacity(3);
        let mut used_first = Client::connect(&connections).await;
        let mut used_last = Client::connect(&connections).await;
        let unused = Client::connect(&connections).await;
        used_first.ask(SIGNED).await;
        used_last.ask(SIGNED).await;
        let mut newcomers = Client::connect_many(&connections, 1).await;
        assert!(!unused.is_open_after(MOMENT).await);
        newcomers[0].ask(SIGNED).await;
        newcomers.extend(Client::connect_many(&connections, 1).await);
        assert!(!used_first.is_open_after(MOMENT).await);
        assert!(used_last.ask(SIGNED).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_of_discords_is_served_to_its_end() {
        let connections = Connections::with_capacity(1);
        let mut discord = Client::connect(&connections).await;
        let started = Instant::now();
        let (answer, newcomer) = tokio::join!(discord.ask(SLOW), async {
            sleep(MOMENT).await;
            Client::connect(&connections).await;
            started.elapsed()
        });
        assert!(answer.is_some());
        assert!((SLOW_ANSWER..SLOW_ANSWER + MOMENT).contains(&newcomer));
    }
}
