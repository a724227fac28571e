//! A load balancer as an operator puts it in front of the bot: it hands requests to one process after the
//! other, and a request that a process does not answer to the next one. It keeps the newest request.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse as _, Response};
use reqwest::StatusCode;
use tokio::net::TcpListener;

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Content>>);

#[derive(Default)]
struct Content {
    processes: Vec<SocketAddr>,
    requests: usize,
    newest: Option<SeenRequest>,
}

pub(super) struct LoadBalancer {
    address: SocketAddr,
    shared: Shared,
}

/// A request that the load balancer has seen, and its answer.
#[derive(Clone)]
pub(super) struct SeenRequest {
    pub(super) signature: String,
    pub(super) timestamp: String,
    pub(super) body: Bytes,
    pub(super) answer: String,
    pub(super) process: SocketAddr,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().expect("no test panics with it")
    }

    /// Returns the processes in the order in which they are asked.
    fn next_processes(&self) -> Vec<SocketAddr> {
        let mut content = self.lock();
        content.requests += 1;
        let mut processes = content.processes.clone();
        let first = content.requests % processes.len();
        processes.rotate_left(first);
        processes
    }
}

impl LoadBalancer {
    pub(super) async fn start(process: SocketAddr) -> Self {
        let shared = Shared::default();
        shared.lock().processes.push(process);
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let router = Router::new().fallback(forward).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    pub(super) fn add(&self, process: SocketAddr) {
        self.shared.lock().processes.push(process);
    }

    pub(super) fn remove(&self, process: SocketAddr) {
        self.shared.lock().processes.retain(|one| *one != process);
    }

    pub(super) fn replace(&self, old: SocketAddr, new: SocketAddr) {
        self.remove(old);
        self.add(new);
    }

    pub(super) fn newest(&self) -> Option<SeenRequest> {
        self.shared.lock().newest.clone()
    }
}

impl SeenRequest {
    /// Sends the request to its process once more.
    pub(super) async fn send_again(&self) -> reqwest::Response {
        let sent = self.request().send().await;
        sent.expect("the process answers")
    }

    fn request(&self) -> reqwest::RequestBuilder {
        reqwest::Client::new()
            .post(format!("http://{}/", self.process))
            .header("x-signature-ed25519", &self.signature)
            .header("x-signature-timestamp", &self.timestamp)
            .body(self.body.clone())
    }
}

async fn forward(
    State(shared): State<Shared>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if method != Method::POST {
        let process = shared.next_processes()[0];
        let answer = reqwest::get(format!("http://{process}/")).await;
        return answer
            .expect("the process answers")
            .status()
            .into_response();
    }
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    for process in shared.next_processes() {
        let mut request = SeenRequest {
            signature: text("x-signature-ed25519").unwrap_or_default().to_owned(),
            timestamp: text("x-signature-timestamp").unwrap_or_default().to_owned(),
            body: body.clone(),
            answer: String::new(),
            process,
        };
        let Ok(answer) = request.request().send().await else {
            continue;
        };
        let status = answer.status();
        let Ok(text) = answer.text().await else {
            continue;
        };
        request.answer.clone_from(&text);
        shared.lock().newest = Some(request);
        let json = [("content-type", "application/json")];
        return (status, json, text).into_response();
    }
    StatusCode::BAD_GATEWAY.into_response()
}
