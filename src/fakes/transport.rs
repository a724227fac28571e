//! A fake Discord that records every request, and grants it unless the test asks for a refusal.

use journal::Lease;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use discord::failpoint::Failpoints;
use discord::{Call, Response, ResponseFuture, RestClient, Transport};
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use tokio::sync::oneshot;

#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) call: Call,
    pub(crate) body: Value,
}

/// The name of a call, and the signal that its response waits for.
type DelayedCall = (&'static str, oneshot::Receiver<()>);

/// Records the received requests, in order. Clones share all state.
#[derive(Clone, Default)]
pub(crate) struct FakeDiscord {
    sent: Arc<Mutex<Vec<Sent>>>,
    refuses_files: Arc<AtomicBool>,
    /// The name of a call to refuse once, and Discord's error code for it.
    refusal: Arc<Mutex<Option<(&'static str, u64)>>>,
    /// The call whose next response is held until the signal arrives.
    delayed: Arc<Mutex<Option<DelayedCall>>>,
}

impl FakeDiscord {
    pub(crate) fn rest(&self) -> RestClient {
        self.rest_with(Failpoints::default())
    }

    /// Returns a client that sends to this Discord and reports to these failpoints.
    pub(crate) fn rest_with(&self, failpoints: Failpoints) -> RestClient {
        RestClient::with_transport(self.clone(), failpoints, Lease::unlimited())
    }

    pub(crate) fn refuse_files(&self, refuse: bool) {
        self.refuses_files.store(refuse, Ordering::Relaxed);
    }

    /// Refuses the next request of this name, using this error code.
    pub(crate) fn refuse_next(&self, name: &'static str, code: u64) {
        *self.refusal.lock().unwrap() = Some((name, code));
    }

    /// Holds the response to the next request of this name until the returned sender sends.
    pub(crate) fn delay_next(&self, name: &'static str) -> oneshot::Sender<()> {
        let (arrives, arrival) = oneshot::channel();
        *self.delayed.lock().unwrap() = Some((name, arrival));
        arrives
    }

    /// Removes and returns all requests so far.
    pub(crate) fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    pub(crate) fn names(&self) -> Vec<&'static str> {
        let sent = self.sent.lock().unwrap();
        sent.iter().map(|sent| sent.call.name()).collect()
    }

    /// Returns the bodies of the answers to this interaction so far.
    pub(crate) fn answers(&self, interaction: u64) -> Vec<Value> {
        let sent = self.sent.lock().unwrap();
        let answers = sent.iter().filter(|sent| match &sent.call {
            Call::Callback {
                interaction: of, ..
            } => of.get() == interaction,
            _ => false,
        });
        answers.map(|sent| sent.body.clone()).collect()
    }
}

impl Transport for FakeDiscord {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        let mut sent = self.sent.lock().unwrap();
        sent.push(Sent {
            call: call.clone(),
            body: body.cloned().unwrap_or_default(),
        });
        let id = 9_000 + sent.len();
        let body = match call {
            Call::ReadMessages { .. } => json!([]),
            Call::Callback { .. } => {
                json!({ "resource": { "message": { "id": id.to_string() } } })
            }
            _ => json!({ "id": id.to_string() }),
        };
        let mut refusal = self.refusal.lock().unwrap();
        if let Some((_, code)) = refusal.take_if(|(name, _)| *name == call.name()) {
            let response = Response {
                status: StatusCode::FORBIDDEN,
                headers: HeaderMap::new(),
                body: json!({ "code": code }),
            };
            return Box::pin(std::future::ready(Ok(response)));
        }
        let mut delayed = self.delayed.lock().unwrap();
        let arrival = delayed.take_if(|(name, _)| *name == call.name());
        let is_refused = call.file().is_some() && self.refuses_files.load(Ordering::Relaxed);
        let response = Response {
            status: if is_refused {
                StatusCode::FORBIDDEN
            } else {
                StatusCode::OK
            },
            headers: own_limit(call.name()),
            body,
        };
        Box::pin(async move {
            if let Some((_, arrival)) = arrival {
                arrival.await.expect("the test lets it arrive");
            }
            Ok(response)
        })
    }
}

/// Returns the headers of a rate limit that applies only to calls of this name.
fn own_limit(name: &'static str) -> HeaderMap {
    let value = HeaderValue::from_static;
    HeaderMap::from_iter([
        (HeaderName::from_static("x-ratelimit-bucket"), value(name)),
        (HeaderName::from_static("x-ratelimit-limit"), value("1000")),
        (
            HeaderName::from_static("x-ratelimit-remaining"),
            value("999"),
        ),
        (
            HeaderName::from_static("x-ratelimit-reset-after"),
            value("1"),
        ),
    ])
}
