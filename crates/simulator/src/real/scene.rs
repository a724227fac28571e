//! Where real processes are tried: a sandbox, the settings by which they find it and their journal,
//! and the sandbox's control API, through which people see and click.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Sandbox, SandboxConfig};
use serde_json::{Value, json};
use table::ids::InteractionId;
use tempfile::NamedTempFile;

use super::process::Process;
use super::{RealError, system};

/// Turns are short, so that deadlines pass, and nobody is asked to slow down.
const SETTINGS: &str = "
paces.fast.turn = 6
paces.fast.choice = 5
paces.fast.window = 1
limits.clicks_at_once = 1000
limits.clicks_per_second = 1000
limits.games_per_server = 10000
log.filter = \"error\"
";
/// The sandbox answers everything but a click at once, and a click after three seconds.
const PATIENCE: Duration = Duration::from_secs(30);
/// More sessions than any torture begins.
const STARTS: u32 = 1_000_000;
/// As many messages as anybody looks back.
const IN_SIGHT: u32 = 12;

/// One sandbox.
pub(super) struct Scene {
    http: reqwest::Client,
    address: String,
    guild: String,
    token: String,
    sandbox: Sandbox,
    settings: NamedTempFile,
    program: PathBuf,
}

/// What one person sees of a channel.
pub(super) struct View {
    /// The oldest first.
    pub(super) messages: Vec<Value>,
}

/// What came back for a click or a command.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The sandbox did not send it: nobody sees that any more.
    Impossible,
    /// It was sent, and this was answered, if anything was.
    Sent {
        interaction: InteractionId,
        /// The message that the answer made or changed; null if it only said that it was seen.
        answer: Option<Value>,
    },
}

impl Scene {
    /// A sandbox for processes that keep their games here.
    pub(super) async fn start(program: &Path, storage: &str) -> Result<Self, RealError> {
        // A process that is killed every second knows of no limit that the one before it used up.
        let config = SandboxConfig {
            rate_limits: None,
            ..SandboxConfig::default()
        };
        let token = config.token.clone();
        let sandbox = Sandbox::start(config).await?;
        let address = format!("http://{}", sandbox.address());
        let mut settings = NamedTempFile::new().map_err(system("there are no temporary files"))?;
        let places = format!("discord.api_url = {address:?}\nstorage.url = {storage:?}\n");
        write!(settings, "{places}{SETTINGS}").map_err(system("the settings are not written"))?;
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        let mut scene = Self {
            http,
            address,
            guild: String::new(),
            token,
            sandbox,
            settings,
            program: program.to_owned(),
        };
        let guild = json!({"name": "Torture", "preferred_locale": "en-US"});
        scene.guild = id_of(&scene.post("/sandbox/guilds", &guild).await?);
        scene.allow_starts().await?;
        Ok(scene)
    }

    /// Each process begins a session, and there are more of them than Discord allows in a day.
    async fn allow_starts(&self) -> Result<(), RealError> {
        let starts = json!({"total": STARTS, "left": STARTS, "reset_after_ms": 86_400_000});
        let address = format!("{}/sandbox/gateway", self.address);
        let request = self.http.patch(address).json(&json!({"starts": starts}));
        request.send().await?.error_for_status()?;
        Ok(())
    }

    /// Starts a process of the bot.
    pub(super) fn process(&self) -> Result<Process, RealError> {
        Process::start(&self.program, self.settings.path(), &self.token)
    }

    /// Waits until the bot's commands are there.
    pub(super) async fn wait_for_commands(&self) -> Result<(), RealError> {
        let ready = async {
            loop {
                let state = self.get("/sandbox/state").await?;
                let commands = state["commands"].as_array();
                if commands.is_some_and(|commands| !commands.is_empty()) {
                    return Ok(());
                }
                let revision = state["revision"].as_u64().unwrap_or_default();
                self.wait_after(revision).await?;
            }
        };
        let ready = tokio::time::timeout(super::PATIENCE, ready).await;
        ready.unwrap_or_else(|_| Err(RealError::Stuck("the bot's start".to_owned())))
    }

    pub(super) async fn channel(&self, name: &str) -> Result<String, RealError> {
        let path = format!("/sandbox/guilds/{}/channels", self.guild);
        Ok(id_of(&self.post(&path, &json!({"name": name})).await?))
    }

    pub(super) async fn user(&self, name: &str) -> Result<String, RealError> {
        let user = json!({"username": name, "global_name": name, "locale": "en-US"});
        Ok(id_of(&self.post("/sandbox/users", &user).await?))
    }

    pub(super) async fn command(
        &self,
        user: &str,
        channel: &str,
        name: &str,
        options: Value,
    ) -> Result<Outcome, RealError> {
        let body = json!({"user": user, "command": "kittens", "path": [name], "options": options});
        let path = format!("/sandbox/channels/{channel}/command");
        Ok(outcome(&self.post(&path, &body).await?))
    }

    /// Clicks at a control that is in sight; `values` are for menus.
    pub(super) async fn click(
        &self,
        user: &str,
        channel: &str,
        (message, custom_id): (&str, &str),
        values: Option<&[String]>,
    ) -> Result<Outcome, RealError> {
        let mut body = json!({"user": user, "message": message, "custom_id": custom_id});
        if let Some(values) = values {
            body["values"] = json!(values);
        }
        let path = format!("/sandbox/channels/{channel}/click");
        Ok(outcome(&self.post(&path, &body).await?))
    }

    /// What a person sees; what everybody sees, if it is nobody in particular.
    pub(super) async fn look(&self, user: Option<&str>, channel: &str) -> Result<View, RealError> {
        let viewer = user.map(|user| format!("user={user}&")).unwrap_or_default();
        let path = format!("/sandbox/channels/{channel}/messages?{viewer}last={IN_SIGHT}");
        let answer = self.get(&path).await?;
        Ok(View {
            messages: answer["messages"].as_array().cloned().unwrap_or_default(),
        })
    }

    /// Comes back once something has changed after this revision, or after a second.
    pub(super) async fn wait_after(&self, revision: u64) -> Result<(), RealError> {
        let path = format!("/sandbox/wait?after={revision}&timeout_ms=1000");
        self.get(&path).await.map(drop)
    }

    pub(super) async fn end(self) {
        self.sandbox.shutdown().await;
    }

    async fn get(&self, path: &str) -> Result<Value, RealError> {
        let request = self.http.get(format!("{}{path}", self.address));
        Ok(request.send().await?.json().await?)
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value, RealError> {
        let request = self.http.post(format!("{}{path}", self.address)).json(body);
        Ok(request.send().await?.json().await?)
    }
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_default().to_owned()
}

fn outcome(answer: &Value) -> Outcome {
    let interaction = answer["interaction_id"].as_str();
    match interaction.and_then(|id| id.parse().ok()) {
        Some(interaction) => Outcome::Sent {
            interaction,
            answer: (answer["answered"] == json!(true)).then(|| answer["message"].clone()),
        },
        None => Outcome::Impossible,
    }
}
