//! A client for the sandbox's control API, which lets tests act as people, see what they see, and inject faults between
//! the bot and Discord. The sandbox's README lists the calls.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use table::intent::Meaning;

use crate::virtual_user::component::{Component, enabled_button};
use crate::virtual_user::outcome::Outcome;
use crate::virtual_user::view::View;

/// The timeout of one call. The sandbox answers within a few seconds, but tests may run on a slow machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum time for which [`ControlClient::wait_after`] waits, in milliseconds.
const LONGEST_WAIT_MS: u64 = 1_000;
/// The maximum number of public messages, and of private messages, in a view of a channel.
const MESSAGES_IN_VIEW: usize = 12;

#[derive(Debug, thiserror::Error)]
pub enum ControlClientError {
    #[error("the sandbox does not answer: {0}")]
    Http(#[from] reqwest::Error),
    #[error("the sandbox refuses {call} with {status}: {body}")]
    Refused {
        call: String,
        status: StatusCode,
        body: String,
    },
    /// The sandbox's response lacks something promised by its API.
    #[error("the sandbox's answer to {call} has no {missing}: {body}")]
    Incomplete {
        call: String,
        missing: &'static str,
        body: Value,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: String,
    pub name: String,
}

type ControlResult<T> = Result<T, ControlClientError>;

/// A client of one sandbox. Clones share their connections. Calls fail with [`ControlClientError`] if the sandbox does
/// not respond or refuses. A refused click, command or form is not an error but [`Outcome::NotSent`].
#[derive(Clone, Debug)]
pub struct ControlClient {
    http: reqwest::Client,
    /// `http://host:port`, without a trailing slash.
    address: String,
    /// True to send ids and values that no Discord client would send.
    forces: bool,
}

impl ControlClient {
    /// Creates a client for the sandbox at this address, such as `http://127.0.0.1:8080`.
    pub fn new(address: &str) -> ControlResult<Self> {
        Ok(Self {
            http: reqwest::Client::builder().timeout(TIMEOUT).build()?,
            address: address.to_owned(),
            forces: false,
        })
    }

    /// Returns a client that also sends clicks and commands that no Discord client would send.
    #[must_use]
    pub fn forcing(&self) -> Self {
        Self {
            forces: true,
            ..self.clone()
        }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the state that does not belong to a single channel, such as servers, people and commands.
    pub async fn state(&self) -> ControlResult<Value> {
        self.get("/state").await
    }

    /// Returns refused requests, unanswered and slow interactions, and the numbers of requests and interactions.
    pub async fn problems(&self) -> ControlResult<Value> {
        self.get("/problems").await
    }

    pub async fn create_guild(&self, name: &str, locale: &str) -> ControlResult<String> {
        let guild = json!({"name": name, "preferred_locale": locale});
        self.create("/guilds", guild).await
    }

    pub async fn create_channel(&self, guild: &str, name: &str) -> ControlResult<String> {
        let path = format!("/guilds/{guild}/channels");
        self.create(&path, json!({"name": name})).await
    }

    /// Creates a channel. `number` is Discord's channel type.
    pub async fn create_channel_of_type(&self, guild: &str, number: u8) -> ControlResult<String> {
        let path = format!("/guilds/{guild}/channels");
        self.create(&path, json!({"name": "place", "type": number}))
            .await
    }

    /// Opens a thread in a channel, or a post in a forum, as a member would.
    pub async fn create_thread(&self, channel: &str) -> ControlResult<String> {
        let path = format!("/channels/{channel}/threads");
        self.create(&path, json!({"name": "thread"})).await
    }

    pub async fn create_user(&self, name: &str, locale: &str) -> ControlResult<User> {
        let user = json!({"username": name, "global_name": name, "locale": locale});
        Ok(User {
            id: self.create("/users", user).await?,
            name: name.to_owned(),
        })
    }

    /// Runs a subcommand of `/kittens` and waits up to three seconds for the bot's answer.
    pub async fn send_command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> ControlResult<Outcome> {
        let mut body = command(user, name, options);
        body["force"] = json!(self.forces);
        let path = format!("/channels/{channel}/command");
        self.interact(&path, body).await
    }

    /// Runs a command from the context menu of a target, such as `{"user": id}` or `{"message": id}`, and waits
    /// like [`Self::send_command`].
    pub async fn send_menu_command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        target: Value,
    ) -> ControlResult<Outcome> {
        let body = json!({"user": user.id, "command": name, "target": target});
        let path = format!("/channels/{channel}/menu-command");
        self.interact(&path, body).await
    }

    /// Types into the command option `focused`, and returns the sandbox's response with the bot's suggestions.
    pub async fn autocomplete(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
        focused: &str,
    ) -> ControlResult<Value> {
        let mut body = command(user, name, options);
        body["focused"] = json!(focused);
        let path = format!("/channels/{channel}/autocomplete");
        self.call(Method::POST, &path, body).await
    }

    /// Clicks a button, or chooses these values in a select, and waits up to three seconds for the bot's answer.
    pub async fn send_click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> ControlResult<Outcome> {
        let mut body = json!({
            "user": user.id,
            "message": component.message,
            "custom_id": component.custom_id,
            "force": self.forces,
        });
        if component.choices.is_some() {
            body["values"] = json!(values);
        }
        let path = format!("/channels/{channel}/click");
        self.interact(&path, body).await
    }

    /// Submits the form that answered a click, with this text in its only field.
    pub async fn submit(
        &self,
        user: &User,
        channel: &str,
        form: &Outcome,
        text: &str,
    ) -> ControlResult<Outcome> {
        let body = json!({
            "user": user.id,
            "interaction": form.interaction().map(|id| id.0.to_string()),
            "values": { "text": text },
        });
        let path = format!("/channels/{channel}/submit");
        self.interact(&path, body).await
    }

    /// Presses the table's button for this intent whenever the button is enabled, until a press is answered.
    pub async fn press(
        &self,
        user: &User,
        channel: &str,
        intent: impl Into<Meaning>,
    ) -> ControlResult<Outcome> {
        let intent = intent.into();
        loop {
            let button = self.wait_for_button(user, channel, intent).await?;
            let outcome = self.send_click(user, channel, &button, &[]).await?;
            if outcome.is_answered() {
                return Ok(outcome);
            }
        }
    }

    /// Waits until the table has an enabled button for this intent, and returns the button.
    pub async fn wait_for_button(
        &self,
        user: &User,
        channel: &str,
        intent: impl Into<Meaning>,
    ) -> ControlResult<Component> {
        let intent = intent.into();
        loop {
            let view = self.view(Some(user), channel).await?;
            if let Some(button) = enabled_button(&view.table(), intent) {
                return Ok(button.clone());
            }
            self.wait_in_channel(channel, view.revision).await?;
        }
    }

    /// Returns the latest messages of a channel that a person can see; if `user` is `None`, the latest public messages.
    pub async fn view(&self, user: Option<&User>, channel: &str) -> ControlResult<View> {
        let viewer = user.map_or(String::new(), |user| format!("user={}&", user.id));
        let path = format!("/channels/{channel}/messages?{viewer}last={MESSAGES_IN_VIEW}");
        let mut answer = self.get(&path).await?;
        let Value::Array(messages) = answer["messages"].take() else {
            return Err(incomplete(&path, "messages", answer));
        };
        Ok(View {
            revision: revision(&answer),
            messages,
        })
    }

    /// Waits up to a second for a change after this revision, and returns the revision reached.
    pub async fn wait_after(&self, revision: u64) -> ControlResult<u64> {
        let path = format!("/wait?after={revision}&timeout_ms={LONGEST_WAIT_MS}");
        Ok(self::revision(&self.get(&path).await?))
    }

    /// Like [`Self::wait_after`], but for a change in this channel.
    pub async fn wait_in_channel(&self, channel: &str, revision: u64) -> ControlResult<u64> {
        let path = format!("/wait?after={revision}&channel={channel}&timeout_ms={LONGEST_WAIT_MS}");
        Ok(self::revision(&self.get(&path).await?))
    }

    /// Waits, without a limit, until the bot has registered its commands.
    pub async fn wait_for_commands(&self) -> ControlResult<()> {
        let is_registered = |commands: &Vec<Value>| !commands.is_empty();
        self.wait_until(|state| state["commands"].as_array().is_some_and(is_registered))
            .await
    }

    /// Waits until a gateway session is open. Interactions sent earlier are lost.
    pub async fn wait_for_session(&self) -> ControlResult<()> {
        self.wait_until(|state| state["gateway_connections"].as_u64() > Some(0))
            .await
    }

    async fn wait_until(&self, is_reached: impl Fn(&Value) -> bool) -> ControlResult<()> {
        loop {
            let state = self.state().await?;
            if is_reached(&state) {
                return Ok(());
            }
            self.wait_after(revision(&state)).await?;
        }
    }

    /// Deletes a channel or a thread.
    pub async fn delete_channel(&self, channel: &str) -> ControlResult<()> {
        let path = format!("/channels/{channel}");
        self.order(Method::DELETE, &path, Value::Null).await
    }

    pub async fn delete_message(&self, channel: &str, message: &str) -> ControlResult<()> {
        let path = format!("/channels/{channel}/messages/{message}");
        self.order(Method::DELETE, &path, Value::Null).await
    }

    /// Archives and locks a thread, or reopens it.
    pub async fn set_thread_closed(&self, thread: &str, closed: bool) -> ControlResult<()> {
        let path = format!("/channels/{thread}");
        let change = json!({"archived": closed, "locked": closed});
        self.order(Method::PATCH, &path, change).await
    }

    /// Makes a thread private, with or without the bot as a member.
    pub async fn set_private(&self, thread: &str, has_bot: bool) -> ControlResult<()> {
        let path = format!("/channels/{thread}");
        self.order(Method::PATCH, &path, json!({"has_bot": has_bot}))
            .await
    }

    pub async fn set_bot_permissions(&self, channel: &str, bits: u64) -> ControlResult<()> {
        let path = format!("/channels/{channel}/permissions");
        let bits = json!({"bot": bits.to_string()});
        self.order(Method::PUT, &path, bits).await
    }

    /// Changes the bot's standing on a server: `member`, `unavailable`, `removed` or `commands_only`.
    pub async fn set_standing(&self, guild: &str, standing: &str) -> ControlResult<()> {
        let path = format!("/guilds/{guild}/standing");
        let standing = json!({"standing": standing});
        self.order(Method::PUT, &path, standing).await
    }

    /// Posts a copy of a message under another author: `stranger` is `bot` for another bot, or `webhook`.
    pub async fn copy_message(
        &self,
        channel: &str,
        message: &str,
        stranger: &str,
    ) -> ControlResult<()> {
        let path = format!("/channels/{channel}/messages/{message}/copy");
        let stranger = json!({"as": stranger});
        self.order(Method::POST, &path, stranger).await
    }

    /// Adds a fault, in the format described in the sandbox's README.
    pub async fn add_fault(&self, fault: &Value) -> ControlResult<()> {
        self.order(Method::POST, "/faults", fault.clone()).await
    }

    /// Returns all faults in the order added, each with the number of times it has occurred.
    pub async fn faults(&self) -> ControlResult<Vec<Value>> {
        let mut answer = self.get("/faults").await?;
        match answer["faults"].take() {
            Value::Array(faults) => Ok(faults),
            _ => Err(incomplete("/faults", "faults", answer)),
        }
    }

    /// Changes how the gateway behaves, in the format described in the sandbox's README.
    pub async fn change_gateway(&self, settings: &Value) -> ControlResult<()> {
        self.order(Method::PATCH, "/gateway", settings.clone())
            .await
    }

    pub async fn reconnect_gateway(&self) -> ControlResult<()> {
        self.order(Method::POST, "/gateway/reconnect", Value::Null)
            .await
    }

    /// Closes every gateway connection with this code, or cuts the connections if `code` is `None`.
    pub async fn disconnect_gateway(&self, code: Option<u16>) -> ControlResult<()> {
        let body = json!({"code": code});
        self.order(Method::POST, "/gateway/disconnect", body).await
    }

    /// Tells every gateway connection that its session is invalid.
    pub async fn invalidate_sessions(&self, resumable: bool) -> ControlResult<()> {
        let body = json!({"resumable": resumable});
        self.order(Method::POST, "/gateway/invalidate", body).await
    }

    async fn create(&self, path: &str, body: Value) -> ControlResult<String> {
        let made = self.call(Method::POST, path, body).await?;
        match made["id"].as_str() {
            Some(id) => Ok(id.to_owned()),
            None => Err(incomplete(path, "id", made)),
        }
    }

    /// Sends an interaction. The sandbox's refusal to send it is an outcome, not an error.
    async fn interact(&self, path: &str, body: Value) -> ControlResult<Outcome> {
        let request = self.request(Method::POST, path, &body);
        let answer: Value = request.send().await?.json().await?;
        Outcome::read(&answer).ok_or_else(|| incomplete(path, "interaction_id", answer))
    }

    /// Makes a call and ignores the content of its response.
    async fn order(&self, method: Method, path: &str, body: Value) -> ControlResult<()> {
        self.send(method, path, body).await.map(drop)
    }

    async fn get(&self, path: &str) -> ControlResult<Value> {
        self.call(Method::GET, path, Value::Null).await
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> ControlResult<Value> {
        Ok(self.send(method, path, body).await?.json().await?)
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> ControlResult<Response> {
        let call = format!("{method} {path}");
        let response = self.request(method, path, &body).send().await?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = response.text().await?;
        Err(ControlClientError::Refused { call, status, body })
    }

    /// Builds a request. Null means no body.
    fn request(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        let url = format!("{}/sandbox{path}", self.address);
        let request = self.http.request(method, url);
        match body {
            Value::Null => request,
            body => request.json(body),
        }
    }
}

fn command(user: &User, name: &str, options: &Value) -> Value {
    json!({"user": user.id, "command": "kittens", "path": [name], "options": options})
}

fn revision(answer: &Value) -> u64 {
    answer["revision"].as_u64().unwrap_or(0)
}

fn incomplete(path: &str, missing: &'static str, body: Value) -> ControlClientError {
    ControlClientError::Incomplete {
        call: path.to_owned(),
        missing,
        body,
    }
}
