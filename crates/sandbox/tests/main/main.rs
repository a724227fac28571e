//! Tests of the sandbox: its world without a network (`world`, `messages`, `people`), and its server over the network,
//! with plain HTTP and a gateway client.

mod control;
mod faults;
mod foreign_sites;
mod gateway;
mod messages;
mod people;
mod world;

use reqwest::{Client, Method, RequestBuilder, StatusCode};
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};

pub(crate) struct TestSandbox {
    pub(crate) server: Sandbox,
    http: Client,
    base: String,
}

/// A response. A body that is not JSON becomes a string.
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl TestResponse {
    /// Returns Discord's error code; 0 if there is none.
    pub(crate) fn code(&self) -> u64 {
        self.body["code"].as_u64().unwrap_or_default()
    }
}

impl TestSandbox {
    pub(crate) async fn start() -> Self {
        Self::start_with(SandboxConfig::default()).await
    }

    pub(crate) async fn start_with(config: SandboxConfig) -> Self {
        let server = Sandbox::start(config).await.expect("a free port");
        let base = format!("http://{}", server.address());
        Self {
            server,
            http: Client::new(),
            base,
        }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) fn authorization(&self) -> String {
        format!("Bot {}", self.server.token())
    }

    pub(crate) fn request(
        &self,
        method: Method,
        path: &str,
        authorization: &str,
    ) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match authorization {
            "" => request,
            _ => request.header("authorization", authorization),
        }
    }

    /// Makes a REST call as the bot. Null means no body.
    pub(crate) async fn rest(&self, method: Method, path: &str, body: Value) -> TestResponse {
        let path = format!("/api/v10{path}");
        send(self.request(method, &path, &self.authorization()), body).await
    }

    pub(crate) async fn post(&self, channel: &str, body: Value) -> TestResponse {
        let path = format!("/channels/{channel}/messages");
        self.rest(Method::POST, &path, body).await
    }

    /// Makes a control call. Null means no body.
    pub(crate) async fn control(&self, method: Method, path: &str, body: Value) -> TestResponse {
        send(self.request(method, &format!("/sandbox{path}"), ""), body).await
    }

    /// Makes a control call that must succeed with an empty response.
    pub(crate) async fn control_ok(&self, method: Method, path: &str, body: Value) {
        let response = self.control(method, path, body).await;
        assert_eq!(response.status, StatusCode::NO_CONTENT, "{}", response.body);
    }

    pub(crate) async fn read(&self, path: &str) -> Value {
        self.control(Method::GET, path, Value::Null).await.body
    }

    pub(crate) async fn create_channel(&self, name: &str) {
        let guild = string(&self.read("/state").await["guilds"][0]["id"]);
        let path = format!("/guilds/{guild}/channels");
        let made = self.control(Method::POST, &path, json!({"name": name}));
        assert_eq!(made.await.status, StatusCode::OK);
    }

    pub(crate) async fn first_channel_and_user(&self) -> (String, String) {
        let state = self.read("/state").await;
        let channel = &state["guilds"][0]["channels"][0];
        (string(&channel["id"]), string(&state["users"][0]["id"]))
    }

    pub(crate) async fn first_channel(&self) -> String {
        self.first_channel_and_user().await.0
    }

    pub(crate) async fn application_id(&self) -> String {
        string(&self.read("/state").await["application"]["id"])
    }

    pub(crate) async fn register_command(&self) {
        let path = format!("/applications/{}/commands", self.application_id().await);
        let body = json!([{"name": "play", "description": "Plays."}]);
        let response = self.rest(Method::PUT, &path, body).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    }

    /// Returns a channel's messages that the user in `query` can see; without a user, the public messages.
    pub(crate) async fn visible_messages(&self, channel: &str, query: &str) -> Vec<Value> {
        let path = format!("/channels/{channel}/messages{query}");
        let messages = &self.read(&path).await["messages"];
        messages.as_array().cloned().unwrap_or_default()
    }
}

pub(crate) async fn send(request: RequestBuilder, body: Value) -> TestResponse {
    let request = if body.is_null() {
        request
    } else {
        request.json(&body)
    };
    let response = request.send().await.expect("the sandbox answers");
    let (status, headers) = (response.status(), response.headers().clone());
    let text = response.text().await.expect("the response is complete");
    TestResponse {
        status,
        headers,
        body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
    }
}

/// Returns a JSON string, such as an id; empty for any other value.
pub(crate) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
