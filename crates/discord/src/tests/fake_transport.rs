//! A Discord without HTTP, for tests with a paused clock.

use journal::Lease;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use serenity::model::id::ChannelId;

use crate::failpoint::Failpoints;
use crate::{Call, Response, ResponseFuture, RestClient, Scope, Transport};

/// A Discord that refuses some requests and records the names of all calls.
#[derive(Default)]
pub(super) struct FakeTransport {
    /// The channels in which all requests are refused.
    pub(super) channels: Mutex<BTreeSet<ChannelId>>,
    /// True if requests with an interaction's token are refused.
    pub(super) answers: bool,
    pub(super) sent: Mutex<Vec<&'static str>>,
    /// The messages in every channel.
    pub(super) history: Value,
}

impl FakeTransport {
    pub(super) fn rest(self: &Arc<Self>) -> RestClient {
        RestClient::with_transport(Arc::clone(self), Failpoints::default(), Lease::unlimited())
    }

    pub(super) fn sent(&self) -> Vec<&'static str> {
        self.sent.lock().unwrap().clone()
    }

    fn status_of(&self, call: &Call) -> StatusCode {
        let channels = self.channels.lock().unwrap();
        match call.route().scope {
            Scope::Channel(channel) if channels.contains(&channel) => StatusCode::FORBIDDEN,
            Scope::Token if self.answers => StatusCode::UNAUTHORIZED,
            _ => StatusCode::OK,
        }
    }
}

impl Transport for Arc<FakeTransport> {
    fn send<'a>(&'a self, call: &'a Call, _: Option<&'a Value>) -> ResponseFuture<'a> {
        self.sent.lock().unwrap().push(call.name());
        let status = self.status_of(call);
        let body = match status {
            StatusCode::OK if matches!(call, Call::ReadMessages { .. }) => self.history.clone(),
            StatusCode::OK => json!({ "id": "9000" }),
            _ => json!({ "code": 50_013 }),
        };
        let headers = HeaderMap::new();
        Box::pin(std::future::ready(Ok(Response {
            status,
            headers,
            body,
        })))
    }
}
