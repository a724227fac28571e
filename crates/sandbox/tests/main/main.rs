//! Tests of the sandbox over the network: plain HTTP, a gateway client and a serenity bot.

mod faults;
mod foreign_sites;
mod gateway;
mod messages;
mod serenity_bot;
mod users;
mod world;

use reqwest::{Client, Method, StatusCode};
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};

/// A running sandbox with an HTTP client for its REST and control APIs.
pub(crate) struct TestSandbox {
    pub(crate) server: Sandbox,
    http: Client,
    base: String,
}

/// A response: status, headers, and body as JSON or else as a string.
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

    /// Returns the header by which the sandbox knows its bot.
    pub(crate) fn authorization(&self) -> String {
        format!("Bot {}", self.server.token())
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> TestResponse {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if !token.is_empty() {
            request = request.header("authorization", token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.expect("the sandbox answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("the response is complete");
        TestResponse {
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// Makes a REST call as the bot.
    pub(crate) async fn rest(&self, method: Method, path: &str, body: &Value) -> TestResponse {
        let path = format!("/api/v10{path}");
        let body = Some(body).filter(|body| !body.is_null());
        self.call(method, &path, &self.authorization(), body).await
    }

    /// Makes a multipart REST call as the bot, with one file.
    pub(crate) async fn upload(&self, path: &str, body: &Value, name: &str) -> TestResponse {
        let file = reqwest::multipart::Part::bytes(vec![1, 2, 3]).file_name(name.to_owned());
        let form = reqwest::multipart::Form::new()
            .text("payload_json", body.to_string())
            .part("files[0]", file);
        let response = self
            .http
            .post(format!("{}/api/v10{path}", self.base))
            .header("authorization", self.authorization())
            .multipart(form)
            .send()
            .await
            .expect("the sandbox answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.json().await.unwrap_or_default();
        TestResponse {
            status,
            headers,
            body,
        }
    }

    pub(crate) async fn call_with_token(&self, path: &str, token: &str) -> TestResponse {
        self.call(Method::GET, path, token, None).await
    }

    /// Makes a control call.
    pub(crate) async fn control(&self, method: Method, path: &str, body: &Value) -> TestResponse {
        let path = format!("/sandbox{path}");
        let body = Some(body).filter(|body| !body.is_null());
        self.call(method, &path, "", body).await
    }

    pub(crate) async fn state(&self) -> Value {
        self.control(Method::GET, "/state", &Value::Null).await.body
    }

    /// Returns the id of the first channel.
    pub(crate) async fn first_channel_id(&self) -> String {
        string(&self.state().await["guilds"][0]["channels"][0]["id"])
    }

    /// Returns the id of the user at `index`.
    pub(crate) async fn user_id(&self, index: usize) -> String {
        string(&self.state().await["users"][index]["id"])
    }

    pub(crate) async fn application_id(&self) -> String {
        string(&self.state().await["application"]["id"])
    }

    /// Registers the commands that these tests use.
    pub(crate) async fn register_commands(&self) {
        let path = format!("/applications/{}/commands", self.application_id().await);
        let body = json!([{
            "name": "play",
            "description": "Plays.",
            "options": [
                {"type": 3, "name": "edition", "description": "The edition.",
                 "choices": [{"name": "Classic", "value": "classic"}]},
                {"type": 4, "name": "players", "description": "How many.", "min_value": 2},
                {"type": 3, "name": "card", "description": "A card.", "autocomplete": true},
            ],
        }]);
        let response = self.rest(Method::PUT, &path, &body).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    }

    /// Returns the messages of a channel that a user sees; only public ones without a user.
    pub(crate) async fn visible_messages(&self, channel: &str, user: Option<&str>) -> Vec<Value> {
        let query = user.map(|user| format!("?user={user}")).unwrap_or_default();
        let path = format!("/channels/{channel}/messages{query}");
        let response = self.control(Method::GET, &path, &Value::Null).await;
        response.body["messages"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }
}

/// Returns a JSON string, such as an id; empty for any other value.
pub(crate) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
