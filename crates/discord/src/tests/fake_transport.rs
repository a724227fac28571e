//! A fake Discord without HTTP, for tests with a paused clock.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use journal::Lease;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use tokio::time::Instant;

use crate::failpoint::Failpoints;
use crate::{Call, Response, ResponseFuture, RestClient, Scope, Transport};

/// Refuses some requests, and records all of them.
#[derive(Default)]
pub(super) struct FakeTransport {
    /// The statuses and bodies of the first responses.
    pub(super) script: Mutex<VecDeque<(u16, Value)>>,
    /// The channels in which requests are refused once the script has ended.
    pub(super) channels: Mutex<BTreeSet<ChannelId>>,
    /// True if requests with an interaction's token are refused.
    pub(super) answers: bool,
    /// The names, times and bodies of the requests.
    pub(super) sent: Mutex<Vec<(&'static str, Instant, Value)>>,
}

impl FakeTransport {
    pub(super) fn rest(self: &Arc<Self>) -> RestClient {
        self.rest_with(Lease::unlimited())
    }

    pub(super) fn rest_with(self: &Arc<Self>, lease: Lease) -> RestClient {
        RestClient::with_transport(Arc::clone(self), Failpoints::default(), lease)
    }

    pub(super) fn sent(&self) -> Vec<&'static str> {
        let sent = self.sent.lock().unwrap();
        sent.iter().map(|(name, ..)| *name).collect()
    }

    fn respond(&self, call: &Call) -> (u16, Value) {
        if let Some(scripted) = self.script.lock().unwrap().pop_front() {
            return scripted;
        }
        let refusal = json!({ "code": 50_013 });
        match call.route().scope {
            Scope::Channel(channel) if self.channels.lock().unwrap().contains(&channel) => {
                (403, refusal)
            }
            Scope::Token if self.answers => (401, refusal),
            _ => (200, json!({ "id": "1" })),
        }
    }
}

impl Transport for Arc<FakeTransport> {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        let sent = (
            call.name(),
            Instant::now(),
            body.cloned().unwrap_or_default(),
        );
        self.sent.lock().unwrap().push(sent);
        let (status, body) = self.respond(call);
        Box::pin(std::future::ready(Ok(Response {
            status: StatusCode::from_u16(status).unwrap(),
            headers: HeaderMap::new(),
            body,
        })))
    }
}
