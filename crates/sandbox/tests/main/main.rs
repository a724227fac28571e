//! The sandbox tried through its wire: plain HTTP, and serenity as a bot uses it.

mod bot;
mod faults;
mod messages;
mod people;
mod wire;

use reqwest::{Client, Method, StatusCode};
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};

/// A running sandbox and a client for both of its faces.
pub(crate) struct Scene {
    pub(crate) sandbox: Sandbox,
    http: Client,
    base: String,
}

/// An answer: status, headers that tell of limits, body.
pub(crate) struct Heard {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl Heard {
    /// Discord's code of a refusal.
    pub(crate) fn code(&self) -> u64 {
        self.body["code"].as_u64().unwrap_or_default()
    }
}

impl Scene {
    pub(crate) async fn start() -> Self {
        Self::start_with(SandboxConfig::default()).await
    }

    pub(crate) async fn unlimited() -> Self {
        Self::start_with(SandboxConfig {
            rate_limits: None,
            ..SandboxConfig::default()
        })
        .await
    }

    pub(crate) async fn start_with(config: SandboxConfig) -> Self {
        let sandbox = Sandbox::start(config).await.expect("a free port");
        let base = format!("http://{}", sandbox.address());
        Self {
            sandbox,
            http: Client::new(),
            base,
        }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: Option<&Value>) -> Heard {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if !token.is_empty() {
            request = request.header("authorization", token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.expect("the sandbox answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("a whole answer");
        Heard {
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// A call as the bot makes it.
    pub(crate) async fn rest(&self, method: Method, path: &str, body: &Value) -> Heard {
        let path = format!("/api/v10{path}");
        let body = Some(body).filter(|body| !body.is_null());
        self.call(method, &path, "Bot sandbox-token", body).await
    }

    /// A multipart call as the bot makes it, with one file.
    pub(crate) async fn upload(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        name: &str,
    ) -> Heard {
        let file = reqwest::multipart::Part::bytes(vec![1, 2, 3]).file_name(name.to_owned());
        let form = reqwest::multipart::Form::new()
            .text("payload_json", body.to_string())
            .part("files[0]", file);
        let response = self
            .http
            .request(method, format!("{}/api/v10{path}", self.base))
            .header("authorization", "Bot sandbox-token")
            .multipart(form)
            .send()
            .await
            .expect("the sandbox answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.json().await.unwrap_or_default();
        Heard {
            status,
            headers,
            body,
        }
    }

    pub(crate) async fn call_with_token(&self, path: &str, token: &str) -> Heard {
        self.call(Method::GET, path, token, None).await
    }

    /// A control call.
    pub(crate) async fn control(&self, method: Method, path: &str, body: &Value) -> Heard {
        let path = format!("/sandbox{path}");
        let body = Some(body).filter(|body| !body.is_null());
        self.call(method, &path, "", body).await
    }

    pub(crate) async fn state(&self) -> Value {
        self.control(Method::GET, "/state", &Value::Null).await.body
    }

    /// The id of the first channel.
    pub(crate) async fn channel(&self) -> String {
        text(&self.state().await["guilds"][0]["channels"][0]["id"])
    }

    /// The id of person number `number`.
    pub(crate) async fn person(&self, number: usize) -> String {
        text(&self.state().await["users"][number]["id"])
    }

    pub(crate) async fn application(&self) -> String {
        text(&self.state().await["application"]["id"])
    }

    /// Registers the commands that these tests use.
    pub(crate) async fn register(&self) {
        let path = format!("/applications/{}/commands", self.application().await);
        let body = json!([{
            "name": "play",
            "description": "Plays.",
            "options": [
                {"type": 3, "name": "edition", "description": "Which.",
                 "choices": [{"name": "Classic", "value": "classic"}]},
                {"type": 4, "name": "players", "description": "How many.", "min_value": 2},
                {"type": 3, "name": "card", "description": "A card.", "autocomplete": true},
            ],
        }]);
        let heard = self.rest(Method::PUT, &path, &body).await;
        assert_eq!(heard.status, StatusCode::OK, "{}", heard.body);
    }

    /// What a person sees in a channel.
    pub(crate) async fn seen(&self, channel: &str, user: Option<&str>) -> Vec<Value> {
        let query = user.map(|user| format!("?user={user}")).unwrap_or_default();
        let path = format!("/channels/{channel}/messages{query}");
        let heard = self.control(Method::GET, &path, &Value::Null).await;
        heard.body["messages"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }
}

/// A snowflake in a body.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
