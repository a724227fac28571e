//! A Discord that remembers every request, and grants it unless a test wants it refused.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use serenity::model::id::ChannelId;

use crate::failpoint::Failpoints;
use crate::outbox::{Call, Response, ResponseFuture, RestClient, Transport};

/// A request that has arrived.
#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) call: Call,
    pub(crate) body: Value,
}

/// The requests that have arrived, in order. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct FakeDiscord {
    sent: Arc<Mutex<Vec<Sent>>>,
    refused: Arc<Mutex<Refused>>,
}

/// The requests that are refused.
#[derive(Default)]
struct Refused {
    channels: BTreeSet<ChannelId>,
    answers: bool,
}

impl Refused {
    fn status_of(&self, call: &Call) -> StatusCode {
        match call.channel() {
            Some(channel) if self.channels.contains(&channel) => StatusCode::FORBIDDEN,
            None if self.answers => StatusCode::UNAUTHORIZED,
            _ => StatusCode::OK,
        }
    }
}

impl FakeDiscord {
    /// Returns a client that sends to this Discord.
    pub(crate) fn rest(&self) -> RestClient {
        RestClient::with_transport(self.clone(), Failpoints::default())
    }

    /// Takes the bot's permissions away in a channel.
    pub(crate) fn refuse_in(&self, channel: ChannelId) {
        self.refused.lock().unwrap().channels.insert(channel);
    }

    /// Refuses all answers to interactions from now on.
    pub(crate) fn refuse_answers(&self) {
        self.refused.lock().unwrap().answers = true;
    }

    /// Removes and returns all requests so far.
    pub(crate) fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    /// Returns the names of all requests so far.
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
        let status = self.refused.lock().unwrap().status_of(call);
        let body = match call {
            _ if status != StatusCode::OK => json!({ "code": 50_013 }),
            Call::ReadMessages { .. } => json!([]),
            Call::Callback { .. } => {
                json!({ "resource": { "message": { "id": id.to_string() } } })
            }
            _ => json!({ "id": id.to_string() }),
        };
        let response = Response {
            status,
            headers: HeaderMap::new(),
            body,
        };
        Box::pin(std::future::ready(Ok(response)))
    }
}
