//! The HTTP request by which Discord delivered an interaction, as far as its answer is concerned: the
//! answer is the body of the response. The table decides the answer. If another process gives it, the
//! response is empty (`cluster::forwarding`). There, the reply is a handed click's: nobody waits for a
//! response, and the click is answered once it has been answered by REST.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hyper::body::Bytes;
use parking_lot::Mutex;
use tokio::sync::watch;

/// The way to answer one interaction by HTTP. Clones answer the same one. Once all are dropped without
/// an answer, the response has no body: Discord then expects the answer by REST.
#[derive(Clone)]
pub struct HttpReply(Arc<Inner>);

struct Inner {
    /// Empty once answered: the answer is not kept for as long as the interaction's token is.
    answer: Mutex<Option<watch::Sender<Option<Bytes>>>>,
    waiting: Arc<AtomicUsize>,
}

#[derive(Clone)]
pub struct PendingAnswer {
    answer: watch::Receiver<Option<Bytes>>,
    waiting: Arc<AtomicUsize>,
}

/// Counts a response as waiting for as long as it lives.
struct Waiting(Arc<AtomicUsize>);

impl HttpReply {
    pub fn new() -> (Self, PendingAnswer) {
        let (answer, pending) = watch::channel(None);
        let waiting = Arc::new(AtomicUsize::new(0));
        let inner = Inner {
            answer: Mutex::new(Some(answer)),
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
        if self.0.waiting.load(Ordering::Acquire) == 0 {
            return false;
        }
        let answer = self.take();
        answer.is_some_and(|answer| answer.send_replace(Some(body)).is_none())
    }

    /// Takes in that the interaction has been answered by REST.
    pub fn close(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<watch::Sender<Option<Bytes>>> {
        self.0.answer.lock().take()
    }
}

impl PendingAnswer {
    /// Waits until the interaction has been answered, or will not be. The answer does not come here.
    pub async fn answered(mut self) {
        // An error is the end of the last clone of the reply.
        let _ = self.answer.wait_for(Option::is_some).await;
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: Bytes = Bytes::from_static(b"{}");

    #[tokio::test]
    async fn an_answer_reaches_every_response_that_waits_and_those_that_come_later() {
        let (reply, pending) = HttpReply::new();
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
        let (reply, pending) = HttpReply::new();
        drop(pending.wait());
        assert!(!reply.respond(ANSWER));
    }

    #[tokio::test]
    async fn an_answer_by_rest_ends_all_that_wait() {
        let (reply, pending) = HttpReply::new();
        assert!(!reply.respond(ANSWER), "it goes by REST");
        let answered = tokio::spawn(pending.clone().answered());
        let response = tokio::spawn(pending.wait());
        tokio::task::yield_now().await;
        assert!(!answered.is_finished() && !response.is_finished());
        reply.close();
        answered.await.unwrap();
        assert_eq!(response.await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_response_ends_without_a_body_once_nobody_can_answer() {
        let (reply, pending) = HttpReply::new();
        let clone = reply.clone();
        let waiting = tokio::spawn(pending.wait());
        drop(reply);
        assert!(!waiting.is_finished());
        drop(clone);
        assert_eq!(waiting.await.unwrap(), None);
    }
}
