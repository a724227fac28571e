//! The HTTP server to which Discord delivers interactions, in place of the gateway. It serves only what
//! Discord has signed now ([`admission`]); everything else is refused with 401 before it is parsed.
//! Serving is up to [`crate::intake`], and whatever load balancer stands in front may hand
//! any request to any process.
//!
//! - how many connections there are, and how long each may wait: [`connections`]
//! - the signature: [`signature`]; and recordings; repeated deliveries: `deliveries`
//! - the way of the answer: [`outbox::http_reply`]

pub mod admission;
mod connections;
mod deliveries;
pub(crate) mod setup;
pub mod signature;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use outbox::http_reply::HttpReply;
use outbox::metrics::{Metrics, WebhookOutcome};
use parking_lot::Mutex;
use serde_json::{Value, json};
use serenity::all::Interaction;
use serenity::model::id::InteractionId;
use tokio::net::TcpListener;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::background_tasks::BackgroundTasks;
use crate::intake::{Arrival, InteractionIntake};
use admission::{Admitted, PING, Refused, admit};
use connections::{Connections, Place, serve};
use deliveries::Deliveries;
use signature::RequestVerifier;

/// The largest body that is read. Discord's are some tens of kilobytes: a click holds its message. As many as
/// there are connections fit into memory.
const MAX_BODY_BYTES: usize = 256 * 1024;
/// How long the body of a request may take.
const BODY_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a response waits for its answer. Discord waits for three seconds.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(2_900);
/// How long a shutdown waits for the responses that are under way.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(3_500);

#[derive(Debug, thiserror::Error)]
#[error(
    "webhook.listen: {address} cannot be used ({reason}): choose another port or address, or end the \
     program that uses it"
)]
pub struct WebhookListenError {
    address: SocketAddr,
    reason: std::io::Error,
}

/// A listener on an address that is taken.
pub(crate) struct WebhookListener {
    listener: TcpListener,
    address: SocketAddr,
}

pub(crate) struct WebhookServer {
    address: SocketAddr,
    stopping: CancellationToken,
    connections: TaskTracker,
}

/// The state behind all connections.
struct Endpoint {
    intake: Arc<InteractionIntake>,
    verifier: RequestVerifier,
    deliveries: Mutex<Deliveries>,
    metrics: Metrics,
}

pub(crate) async fn bind(address: SocketAddr) -> Result<WebhookListener, WebhookListenError> {
    let refused = |reason| WebhookListenError { address, reason };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok(WebhookListener { listener, address })
}

impl WebhookServer {
    /// Serves until it is closed. Needs a Tokio runtime.
    pub(crate) fn start(
        WebhookListener { listener, address }: WebhookListener,
        verifier: RequestVerifier,
        intake: Arc<InteractionIntake>,
        background_tasks: &BackgroundTasks,
    ) -> Self {
        info!(%address, "receiving interactions by HTTP");
        let metrics = intake.metrics().clone();
        let endpoint = Arc::new(Endpoint {
            intake,
            verifier,
            deliveries: Mutex::default(),
            metrics,
        });
        let server = Self {
            address,
            stopping: CancellationToken::new(),
            connections: TaskTracker::new(),
        };
        let accepting = accept_loop(
            listener,
            endpoint,
            server.stopping.clone(),
            server.connections.clone(),
        );
        let name = "accepts connections of the webhook";
        background_tasks.spawn_on(&server.connections, name, accepting);
        server
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more connections and requests, and waits for the responses that are under way.
    pub(crate) async fn close(self) {
        self.stopping.cancel();
        self.connections.close();
        let closed = timeout(CLOSE_TIMEOUT, self.connections.wait());
        if closed.await.is_err() {
            warn!("some interactions were not answered in time");
        }
    }
}

async fn accept_loop(
    listener: TcpListener,
    endpoint: Arc<Endpoint>,
    stopping: CancellationToken,
    tasks: TaskTracker,
) {
    let mut connections = Connections::default();
    let accepting = async {
        loop {
            let (stream, place) = connections.accept(&listener).await;
            // Answers are small, and each is waited for.
            let _ = stream.set_nodelay(true);
            let endpoint = Arc::clone(&endpoint);
            let respond = move |request, place| Arc::clone(&endpoint).respond(request, place);
            tasks.spawn(serve(stream, place, stopping.clone(), respond));
        }
    };
    stopping.run_until_cancelled(accepting).await;
}

impl Endpoint {
    async fn respond(
        self: Arc<Self>,
        request: Request<Incoming>,
        place: Arc<Place>,
    ) -> Response<Full<Bytes>> {
        let received = Instant::now();
        if request.method() != Method::POST {
            return empty(StatusCode::METHOD_NOT_ALLOWED);
        }
        let (head, body) = request.into_parts();
        let body = match timeout(BODY_TIMEOUT, read_body(body)).await {
            Ok(Some(body)) => body,
            Ok(None) => return empty(StatusCode::PAYLOAD_TOO_LARGE),
            Err(_) => return empty(StatusCode::REQUEST_TIMEOUT),
        };
        let admitted = admit(&self.verifier, &head.headers, &body, received);
        if admitted.is_ok() {
            place.mark_verified();
        }
        match admitted {
            Ok(Admitted::Ping) => {
                self.metrics.count_webhook_request(WebhookOutcome::Ping);
                json_body(Bytes::from(json!({ "type": PING }).to_string()))
            }
            Ok(Admitted::Interaction(id, interaction)) => {
                self.metrics.count_webhook_request(WebhookOutcome::Received);
                self.serve(id, (interaction, body), received).await
            }
            Err(why) => {
                self.metrics.count_webhook_request(match why {
                    Refused::Unverified => WebhookOutcome::Unverified,
                    Refused::Unreadable => WebhookOutcome::Unreadable,
                });
                empty(why.status())
            }
        }
    }

    async fn serve(
        self: &Arc<Self>,
        id: InteractionId,
        interaction: (Value, Bytes),
        received: Instant,
    ) -> Response<Full<Bytes>> {
        let answer = self.deliver(id, interaction, received);
        match timeout(ANSWER_TIMEOUT, answer).await {
            Ok(Some(answer)) => json_body(answer),
            // The answer comes by REST, or never.
            Ok(None) | Err(_) => empty(StatusCode::ACCEPTED),
        }
    }

    /// Hands an interaction to the intake, in a task that goes on if the client leaves. Returns the answer
    /// to wait for, which is that of the first delivery if this one is a repeated one.
    fn deliver(
        self: &Arc<Self>,
        id: InteractionId,
        (interaction, body): (Value, Bytes),
        received: Instant,
    ) -> impl Future<Output = Option<Bytes>> {
        let (reply, answer) = {
            let mut deliveries = self.deliveries.lock();
            if let Some(pending) = deliveries.find(id, received) {
                return pending.wait();
            }
            let (reply, pending) = HttpReply::new();
            deliveries.insert(id, pending.clone(), received);
            (reply, pending.wait())
        };
        let this = Arc::clone(self);
        tokio::spawn(async move { this.take(interaction, body, received, reply).await });
        answer
    }

    async fn take(&self, interaction: Value, body: Bytes, received: Instant, reply: HttpReply) {
        match serde_json::from_value::<Interaction>(interaction.clone()) {
            Ok(interaction) => {
                let arrival = Arrival::Http(reply, body);
                self.intake.take(&interaction, received, arrival).await;
            }
            Err(_) => {
                let reply = Some(reply);
                let taking = { &self.intake }.take_undeserialized(&interaction, received, reply);
                taking.await;
            }
        }
    }
}

/// Reads a body into one buffer: kept apart, pieces of a byte each would take a hundred times their size. Returns
/// none if it is larger than [`MAX_BODY_BYTES`], or does not come to its end.
async fn read_body(body: impl Body<Data = Bytes>) -> Option<Bytes> {
    let mut body = std::pin::pin!(body);
    let mut read = Vec::new();
    while let Some(frame) = body.frame().await {
        // Trailers say nothing.
        if let Ok(data) = frame.ok()?.into_data() {
            if read.len() + data.len() > MAX_BODY_BYTES {
                return None;
            }
            read.extend_from_slice(&data);
        }
    }
    Some(read.into())
}

fn empty(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::new()));
    *response.status_mut() = status;
    response
}

fn json_body(body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    let content_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{FutureExt as _, stream};
    use http_body_util::StreamBody;
    use hyper::body::Frame;

    use super::*;

    /// A piece of a body that knows how many others there are.
    struct Piece(Arc<[u8; 1]>);

    impl AsRef<[u8]> for Piece {
        fn as_ref(&self) -> &[u8] {
            self.0.as_slice()
        }
    }

    /// Reads a body that comes in pieces of one byte. Returns its length, if it is read, and the most pieces
    /// that were there at the same time.
    fn read_pieces(count: usize) -> (Option<usize>, usize) {
        let (piece, mut most) = (Arc::new(*b"x"), 0);
        let pieces = (0..count).map(|_| {
            most = most.max(Arc::strong_count(&piece));
            let bytes = Bytes::from_owner(Piece(Arc::clone(&piece)));
            Ok::<_, Infallible>(Frame::data(bytes))
        });
        let read = read_body(StreamBody::new(stream::iter(pieces))).now_or_never();
        let read = read.expect("all pieces are there");
        (read.map(|body| body.len()), most)
    }

    #[test]
    fn a_body_in_many_pieces_takes_no_more_memory_than_its_bytes() {
        let (length, most) = read_pieces(MAX_BODY_BYTES);
        assert_eq!(length, Some(MAX_BODY_BYTES));
        assert!(most <= 2, "{most} pieces at the same time");
        assert_eq!(read_pieces(MAX_BODY_BYTES + 1).0, None);
    }
}
