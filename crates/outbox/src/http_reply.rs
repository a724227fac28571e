//! The HTTP request by which Discord delivered an interaction, as far as its answer is concerned: the
//! answer is the body of the response, and the request can be passed on to another process. The table
//! decides the answer, `cluster::forwarding` which process is asked.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use reqwest::StatusCode;
use tokio::sync::watch;
use tracing::debug;

/// How long another process may take to answer a request that was passed on to it.
const RELAY_TIMEOUT: Duration = Duration::from_secs(1);
/// The header of a request that another process has passed on: it is passed on no further.
pub const RELAYED_HEADER: &str = "x-kittens-relayed";

/// The way to answer one interaction by HTTP. Clones answer the same one. Once all are dropped without
/// an answer, the response has no body: Discord then expects the answer by REST.
#[derive(Clone)]
pub struct HttpReply(Arc<Inner>);

struct Inner {
    /// Empty once answered: the request and the answer are not kept for as long as the interaction's
    /// token is.
    open: Mutex<Option<Open>>,
    waiting: Arc<AtomicUsize>,
}

struct Open {
    answer: watch::Sender<Option<Bytes>>,
    request: Option<RelayRequest>,
}

/// A verified request, as it can be passed on: with its signature, which the other process checks again.
#[derive(Clone)]
pub struct RelayRequest {
    /// Sends it to the other process.
    pub client: reqwest::Client,
    /// The headers with the signature and its time.
    pub headers: [(&'static str, String); 2],
    /// As Discord signed it.
    pub body: Bytes,
}

/// The answer that an HTTP response waits for.
#[derive(Clone)]
pub struct PendingAnswer {
    answer: watch::Receiver<Option<Bytes>>,
    waiting: Arc<AtomicUsize>,
}

/// Counts a response as waiting for as long as it lives.
struct Waiting(Arc<AtomicUsize>);

/// The request was not answered by the process that it was passed on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRelayedError;

impl HttpReply {
    /// Returns the way to answer a request, which can be passed on if `request` holds it, and the answer
    /// to wait for.
    pub fn new(request: Option<RelayRequest>) -> (Self, PendingAnswer) {
        let (answer, pending) = watch::channel(None);
        let waiting = Arc::new(AtomicUsize::new(0));
        let inner = Inner {
            open: Mutex::new(Some(Open { answer, request })),
            waiting: Arc::clone(&waiting),
        };
        let pending = PendingAnswer {
            answer: pending,
            waiting,
        };
        (Self(Arc::new(inner)), pending)
    }

    /// Answers with this body. Returns false if it was answered before, or no response waits any more.
    pub fn respond(&self, body: Bytes) -> bool {
        let Some(open) = self.take() else {
            return false;
        };
        // Read before the answer: a response that has got it waits no more.
        let is_awaited = self.0.waiting.load(Ordering::Acquire) > 0;
        open.answer.send_replace(Some(body));
        is_awaited
    }

    /// Passes the request on to the process at this address, and its answer back.
    ///
    /// # Errors
    /// If the request came from another process already, or that process does not answer within a second.
    /// It may have served the request all the same.
    pub async fn relay(&self, owner: SocketAddr) -> Result<(), NotRelayedError> {
        let request = self.request().ok_or(NotRelayedError)?;
        let response = send(request, owner).await.map_err(|error| {
            let timeout = error.is_timeout();
            debug!(%owner, timeout, "the owner of a table did not answer");
            NotRelayedError
        })?;
        let open = self.take().ok_or(NotRelayedError)?;
        if let Some(body) = response {
            open.answer.send_replace(Some(body));
        }
        Ok(())
    }

    /// Returns true if the request can be passed on.
    pub fn can_relay(&self) -> bool {
        self.request().is_some()
    }

    fn request(&self) -> Option<RelayRequest> {
        let open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref()?.request.clone()
    }

    fn take(&self) -> Option<Open> {
        // The value is only taken as a whole, so that of a poisoned lock is valid.
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.take()
    }
}

impl PendingAnswer {
    /// Waits for the answer; none if there will be none here.
    pub fn wait(mut self) -> impl Future<Output = Option<Bytes>> + Send + 'static {
        // Counted from now on, not from the first poll: the answer may come before it.
        let waiting = Waiting::new(&self.waiting);
        async move {
            let answer = self.answer.wait_for(Option::is_some).await;
            drop(waiting);
            answer.ok().and_then(|answer| answer.clone())
        }
    }
}

impl Waiting {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(count))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Sends a request to another process. Returns its answer, or none if it answers by REST.
async fn send(request: RelayRequest, owner: SocketAddr) -> Result<Option<Bytes>, reqwest::Error> {
    let mut to_send = request
        .client
        .post(format!("http://{owner}/"))
        .timeout(RELAY_TIMEOUT)
        .header(RELAYED_HEADER, "1")
        .body(request.body);
    for (name, value) in request.headers {
        to_send = to_send.header(name, value);
    }
    let response = to_send.send().await?.error_for_status()?;
    match response.status() {
        StatusCode::OK => response.bytes().await.map(Some),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: Bytes = Bytes::from_static(b"{}");

    #[tokio::test]
    async fn an_answer_reaches_every_response_that_waits_and_those_that_come_later() {
        let (reply, pending) = HttpReply::new(None);
        let first = tokio::spawn(pending.clone().wait());
        let second = tokio::spawn(pending.clone().wait());
        assert!(reply.clone().respond(ANSWER));
        assert_eq!(first.await.unwrap(), Some(ANSWER));
        assert_eq!(second.await.unwrap(), Some(ANSWER));
        assert_eq!(pending.wait().await, Some(ANSWER));
        assert!(!reply.respond(ANSWER), "the second answer is none");
    }

    #[tokio::test]
    async fn an_answer_that_nobody_waits_for_has_to_go_another_way() {
        let (reply, pending) = HttpReply::new(None);
        drop(pending.wait());
        assert!(!reply.respond(ANSWER));
    }

    #[tokio::test]
    async fn a_response_ends_without_a_body_once_nobody_can_answer() {
        let (reply, pending) = HttpReply::new(None);
        let clone = reply.clone();
        let waiting = tokio::spawn(pending.wait());
        drop(reply);
        assert!(!waiting.is_finished());
        drop(clone);
        assert_eq!(waiting.await.unwrap(), None);
    }
}
