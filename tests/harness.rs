//! A world for one test: a sandbox, the real bot connected to it by serenity, and people who see
//! and click through the sandbox's control API. It knows no secret: people act on what they see.

use std::io::Write as _;
use std::time::Duration;

use kittens::{Bot, BotToken, Config};
use reqwest::Method;
use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

/// How long a test waits for what must come; far beyond what anything takes, so that a slow
/// machine fails no test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What the bot proves itself with to the sandbox.
const TOKEN: &str = "a-token-of-the-tests";

/// One sandbox with one bot.
pub(crate) struct World {
    pub(crate) http: reqwest::Client,
    pub(crate) address: String,
    pub(crate) guild: String,
    sandbox: Sandbox,
    bot: Bot,
}

/// One person of the sandbox.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// What came back for one interaction.
#[derive(Debug)]
pub(crate) struct Outcome(pub(crate) Value);

impl Outcome {
    pub(crate) fn answered(&self) -> bool {
        self.0["answered"] == json!(true)
    }

    /// Whether the sandbox did not even send it: the person does not see that any more.
    pub(crate) fn was_impossible(&self) -> bool {
        self.0["error"].is_string()
    }

    /// All text of the message that the answer made or changed.
    pub(crate) fn text(&self) -> String {
        text_of(&self.0["message"])
    }

    pub(crate) fn is_private(&self) -> bool {
        is_private(&self.0["message"])
    }
}

/// A button or a select that somebody sees.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Component {
    pub(crate) message: String,
    pub(crate) private: bool,
    pub(crate) custom_id: String,
    pub(crate) label: String,
    pub(crate) enabled: bool,
    /// The values of a select's options; none for a button.
    pub(crate) values: Vec<String>,
    pub(crate) is_select: bool,
}

impl World {
    /// Starts a sandbox and the bot with these settings besides the built-in ones, and waits until
    /// the bot's commands are there.
    pub(crate) async fn start(settings: &str) -> World {
        Self::start_on(SandboxConfig::default(), &[], settings).await
    }

    /// The same on a sandbox like this one, after these control calls.
    pub(crate) async fn start_on(
        sandbox: SandboxConfig,
        calls: &[(Method, &str, Value)],
        settings: &str,
    ) -> World {
        let (sandbox, settings) = prepare(sandbox, settings).await;
        let address = format!("http://{}/sandbox", sandbox.address());
        for (method, path, body) in calls {
            control(&address, method.clone(), path, body).await;
        }
        let config = Config::load(Some(settings.path())).expect("the settings are good");
        let token = BotToken::parse(TOKEN).expect("a token");
        let bot = Bot::start(&config, &token)
            .await
            .expect("the bot starts against the sandbox");
        let address = format!("http://{}", sandbox.address());
        let http = reqwest::Client::new();
        let guild = json!({"name": "Test", "preferred_locale": "en-US"});
        let guild = post(&http, &format!("{address}/sandbox/guilds"), &guild).await;
        let guild = string(&guild["id"]);
        let world = World {
            http,
            address,
            guild,
            sandbox,
            bot,
        };
        world.wait_for_commands().await;
        world
    }

    async fn wait_for_commands(&self) {
        let ready = async {
            loop {
                let state = self.get("/sandbox/state").await;
                if state["commands"]
                    .as_array()
                    .is_some_and(|commands| !commands.is_empty())
                {
                    return;
                }
                self.wait_after(state["revision"].as_u64().unwrap_or(0))
                    .await;
            }
        };
        tokio::time::timeout(PATIENCE, ready)
            .await
            .expect("the bot registers its commands");
    }

    pub(crate) async fn channel(&self, name: &str) -> String {
        let path = format!("/sandbox/guilds/{}/channels", self.guild);
        string(&self.post(&path, &json!({"name": name})).await["id"])
    }

    pub(crate) async fn user(&self, name: &str, locale: &str) -> User {
        let user = self
            .post(
                "/sandbox/users",
                &json!({"username": name, "global_name": name, "locale": locale}),
            )
            .await;
        User {
            id: string(&user["id"]),
            name: name.to_owned(),
        }
    }

    pub(crate) async fn users(&self, count: usize) -> Vec<User> {
        let mut users = Vec::new();
        for number in 0..count {
            users.push(self.user(&format!("player{number}"), "en-US").await);
        }
        users
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let response = self
            .http
            .get(format!("{}{path}", self.address))
            .send()
            .await;
        response
            .expect("the sandbox answers")
            .json()
            .await
            .expect("the sandbox answers JSON")
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        post(&self.http, &format!("{}{path}", self.address), body).await
    }

    /// A control call that the sandbox has to take.
    pub(crate) async fn control(&self, method: Method, path: &str, body: Value) {
        control(&format!("{}/sandbox", self.address), method, path, &body).await;
    }

    /// Lets something go wrong.
    pub(crate) async fn inject(&self, fault: Value) {
        self.control(Method::POST, "/faults", fault).await;
    }

    /// How often each of the faults has struck.
    pub(crate) async fn struck(&self) -> Vec<u64> {
        let faults = self.get("/sandbox/faults").await["faults"].clone();
        let faults = faults.as_array().cloned().unwrap_or_default();
        faults
            .iter()
            .map(|fault| fault["struck"].as_u64().unwrap_or(0))
            .collect()
    }

    /// Comes back once something has changed after this revision, or after a second.
    pub(crate) async fn wait_after(&self, revision: u64) -> u64 {
        let path = format!("/sandbox/wait?after={revision}&timeout_ms=1000");
        self.get(&path).await["revision"].as_u64().unwrap_or(0)
    }

    pub(crate) async fn command(
        &self,
        user: &User,
        channel: &str,
        path: &str,
        options: Value,
    ) -> Outcome {
        let body =
            json!({"user": user.id, "command": "kittens", "path": [path], "options": options});
        Outcome(
            self.post(&format!("/sandbox/channels/{channel}/command"), &body)
                .await,
        )
    }

    /// The same with options that no client would let pass.
    pub(crate) async fn force_command(
        &self,
        user: &User,
        channel: &str,
        path: &str,
        options: Value,
    ) -> Outcome {
        let body = json!({
            "user": user.id,
            "command": "kittens",
            "path": [path],
            "options": options,
            "force": true,
        });
        Outcome(
            self.post(&format!("/sandbox/channels/{channel}/command"), &body)
                .await,
        )
    }

    pub(crate) async fn click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Outcome {
        let body = click_body(user, component, values, false);
        Outcome(
            self.post(&format!("/sandbox/channels/{channel}/click"), &body)
                .await,
        )
    }

    /// Sends an id that this person may never have been shown.
    pub(crate) async fn force(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Outcome {
        let body = click_body(user, component, values, true);
        Outcome(
            self.post(&format!("/sandbox/channels/{channel}/click"), &body)
                .await,
        )
    }

    pub(crate) async fn messages(&self, user: &User, channel: &str) -> (u64, Vec<Value>) {
        let path = format!(
            "/sandbox/channels/{channel}/messages?user={}&last=25",
            user.id
        );
        let answer = self.get(&path).await;
        let messages = answer["messages"].as_array().cloned().unwrap_or_default();
        (answer["revision"].as_u64().unwrap_or(0), messages)
    }

    /// Asserts that the sandbox refused nothing, and that every interaction was answered in time.
    pub(crate) async fn assert_no_problems(&self) {
        let problems = self.get("/sandbox/problems").await;
        assert_eq!(problems["refused"], json!([]), "requests were refused");
        assert_eq!(
            problems["unanswered"],
            json!([]),
            "interactions were never answered"
        );
        assert_eq!(
            problems["slow"],
            json!([]),
            "interactions were answered after more than a second"
        );
    }

    /// Asserts that whatever the sandbox refused, it refused because of a fault, or for one of these
    /// reasons, which are faults' consequences.
    pub(crate) async fn assert_no_mistakes(&self, consequences: &[u64]) {
        let problems = self.get("/sandbox/problems").await;
        let refused = problems["refused"].as_array().cloned().unwrap_or_default();
        let mistakes: Vec<_> = refused
            .iter()
            .filter(|one| one["injected"] != true)
            .filter(|one| !consequences.contains(&one["code"].as_u64().unwrap_or(0)))
            .collect();
        assert_eq!(mistakes, Vec::<&Value>::new(), "the bot made mistakes");
    }

    pub(crate) async fn stop(self) {
        self.bot.shutdown().await;
        self.sandbox.shutdown().await;
    }
}

/// A sandbox, and a file with the settings by which a bot finds it.
async fn prepare(sandbox: SandboxConfig, settings: &str) -> (Sandbox, NamedTempFile) {
    let config = SandboxConfig {
        token: TOKEN.to_owned(),
        ..sandbox
    };
    let sandbox = Sandbox::start(config)
        .await
        .expect("the sandbox starts on a free port");
    let address = format!("http://{}", sandbox.address());
    let mut file = NamedTempFile::new().expect("a file for the settings");
    writeln!(
        file,
        "discord.api_url = {address:?}\nstorage.url = \"memory:\"\n{settings}"
    )
    .expect("the settings are written");
    (sandbox, file)
}

/// A control call that the sandbox has to take.
async fn control(address: &str, method: Method, path: &str, body: &Value) {
    let call = reqwest::Client::new().request(method, format!("{address}{path}"));
    let heard = call.json(body).send().await.expect("the sandbox answers");
    let (status, text) = (heard.status(), heard.text().await.unwrap_or_default());
    assert!(status.is_success(), "{path} {body}: {text}");
}

fn click_body(user: &User, component: &Component, values: &[String], force: bool) -> Value {
    let mut body = json!({
        "user": user.id,
        "message": component.message,
        "custom_id": component.custom_id,
        "force": force,
    });
    if component.is_select {
        body["values"] = json!(values);
    }
    body
}

async fn post(http: &reqwest::Client, url: &str, body: &Value) -> Value {
    let response = http
        .post(url)
        .json(body)
        .send()
        .await
        .expect("the sandbox answers");
    response.json().await.expect("the sandbox answers JSON")
}

pub(crate) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn is_private(message: &Value) -> bool {
    message["flags"]
        .as_u64()
        .is_some_and(|flags| flags & 64 != 0)
}

/// Every button and select of a message, nested ones too, in the order in which they are shown.
pub(crate) fn components(message: &Value) -> Vec<Component> {
    let mut found = Vec::new();
    collect(message, &message["components"], &mut found);
    found
}

fn collect(message: &Value, value: &Value, found: &mut Vec<Component>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(message, item, found)),
        Value::Object(fields) => {
            if let Some(custom_id) = fields.get("custom_id") {
                found.push(component(message, value, custom_id));
            }
            for key in ["components", "accessory"] {
                if let Some(inner) = fields.get(key) {
                    collect(message, inner, found);
                }
            }
        }
        _ => {}
    }
}

fn component(message: &Value, value: &Value, custom_id: &Value) -> Component {
    let options = value["options"].as_array().cloned().unwrap_or_default();
    Component {
        message: string(&message["id"]),
        private: is_private(message),
        custom_id: string(custom_id),
        label: string(&value["label"]),
        enabled: value["disabled"] != json!(true),
        values: options
            .iter()
            .map(|option| string(&option["value"]))
            .collect(),
        is_select: value["type"] == json!(3),
    }
}

/// All words of a message, a line each.
pub(crate) fn text_of(message: &Value) -> String {
    let mut lines = Vec::new();
    if let Some(content) = message["content"].as_str() {
        lines.push(content.to_owned());
    }
    collect_text(&message["components"], &mut lines);
    lines.join("\n")
}

fn collect_text(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_text(item, lines)),
        Value::Object(fields) => {
            for (key, inner) in fields {
                match (key.as_str(), inner) {
                    ("content" | "label" | "placeholder" | "description", Value::String(text)) => {
                        lines.push(text.clone())
                    }
                    ("custom_id" | "value", _) => {}
                    _ => collect_text(inner, lines),
                }
            }
        }
        _ => {}
    }
}
