//! A fake Discord whose responses the test chooses one by one.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use journal::Lease;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::fixture::PATIENCE;
use crate::RestClient;
use crate::bot_token::BotToken;

pub(super) struct PendingRequest {
    /// The method and the path with its query.
    line: String,
    pub(super) body: Value,
    response: oneshot::Sender<(StatusCode, Value)>,
}

impl PendingRequest {
    pub(super) fn respond_ok(self, body: Value) {
        self.respond(200, body);
    }

    pub(super) fn respond(self, status: u16, body: Value) {
        self.response
            .send((StatusCode::from_u16(status).unwrap(), body))
            .unwrap();
    }

    pub(super) fn text(&self) -> &str {
        let data = if self.body["data"].is_null() {
            &self.body
        } else {
            &self.body["data"]
        };
        data["components"][0]["components"][0]["content"]
            .as_str()
            .unwrap_or_default()
    }
}

pub(super) struct FakeDiscord {
    pub(super) rest: RestClient,
    requests: mpsc::UnboundedReceiver<PendingRequest>,
}

impl FakeDiscord {
    pub(super) async fn start() -> Self {
        let (sender, requests) = mpsc::unbounded_channel();
        let router = Router::new()
            .fallback(respond_as_the_test_says)
            .with_state(sender);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let token = BotToken::parse("token").unwrap();
        let rest = RestClient::new(&address.parse().unwrap(), &token, Lease::unlimited()).unwrap();
        Self { rest, requests }
    }

    pub(super) async fn next_request(&mut self) -> PendingRequest {
        timeout(PATIENCE, self.requests.recv())
            .await
            .expect("a request comes")
            .unwrap()
    }

    pub(super) async fn expect(&mut self, line: &str) -> PendingRequest {
        let request = self.next_request().await;
        assert_eq!(request.line, line);
        request
    }
}

async fn respond_as_the_test_says(
    State(sender): State<mpsc::UnboundedSender<PendingRequest>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, String) {
    let (response, receiver) = oneshot::channel();
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    sender
        .send(PendingRequest {
            line: format!("{method} {uri}"),
            body,
            response,
        })
        .unwrap();
    let (status, body) = receiver.await.unwrap();
    (status, body.to_string())
}
