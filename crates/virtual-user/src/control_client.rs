//! A client of the sandbox's control API: what people do and see, and what goes wrong between the
//! bot and Discord. The sandbox's README lists the calls.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use table::intent::Intent;

use crate::component::{Component, enabled_button};
use crate::outcome::Outcome;
use crate::view::View;

/// Timeout of one call. The sandbox answers a click within three seconds and all else at once, but
/// the machine that runs the tests may be slow.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Longest that [`ControlClient::wait_after`] waits, in milliseconds.
const LONGEST_WAIT_MS: u64 = 1_000;
/// The newest messages of each kind that a view of a channel has.
const MESSAGES_IN_VIEW: usize = 12;

/// A control call that failed.
#[derive(Debug, thiserror::Error)]
pub enum ControlClientError {
    /// The sandbox is not there, or its answer is no JSON.
    #[error("the sandbox does not answer: {0}")]
    Http(#[from] reqwest::Error),
    /// The sandbox refused the call.
    #[error("the sandbox refuses {call} with {status}: {body}")]
    Refused {
        /// Method and path of the call.
        call: String,
        /// Status of the refusal.
        status: StatusCode,
        /// Body of the refusal.
        body: String,
    },
    /// The sandbox's answer lacks something that its API promises.
    #[error("the sandbox's answer to {call} has no {missing}: {body}")]
    Incomplete {
        /// Method and path of the call.
        call: String,
        /// Name of the missing part.
        missing: &'static str,
        /// The answer.
        body: Value,
    },
}

/// A person of the sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The id by which the sandbox knows the person.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// The bot's relation to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The bot is a member.
    Member,
    /// The bot is a member, but Discord has an outage there.
    Unavailable,
    /// The bot has been removed.
    Removed,
}

/// A client of one sandbox. Clones share their connections. Every call fails with
/// [`ControlClientError`] if the sandbox does not answer or refuses.
#[derive(Clone, Debug)]
pub struct ControlClient {
    http: reqwest::Client,
    /// `http://host:port`, without a slash at its end.
    address: String,
    /// True to send ids and values that no Discord client would let through.
    forces: bool,
}

impl ControlClient {
    /// Makes a client of the sandbox at this address, such as `http://127.0.0.1:8080`.
    ///
    /// # Errors
    /// [`ControlClientError::Http`] if the system gives no HTTP client.
    pub fn new(address: &str) -> Result<Self, ControlClientError> {
        Ok(Self {
            http: reqwest::Client::builder().timeout(TIMEOUT).build()?,
            address: address.to_owned(),
            forces: false,
        })
    }

    /// Returns a client that also sends clicks and commands that no Discord client would let through.
    #[must_use]
    pub fn forcing(&self) -> Self {
        Self {
            forces: true,
            ..self.clone()
        }
    }

    /// Returns the sandbox's address, without a slash at its end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns everything that belongs to no single channel: servers, people, commands.
    pub async fn state(&self) -> Result<Value, ControlClientError> {
        self.call(Method::GET, "/state", None).await
    }

    /// Returns what the sandbox refused or found slow so far.
    pub async fn problems(&self) -> Result<Value, ControlClientError> {
        self.call(Method::GET, "/problems", None).await
    }

    /// Creates a server and returns its id.
    pub async fn create_guild(
        &self,
        name: &str,
        locale: &str,
    ) -> Result<String, ControlClientError> {
        let guild = json!({"name": name, "preferred_locale": locale});
        self.create("/guilds", &guild).await
    }

    /// Creates a text channel and returns its id.
    pub async fn create_channel(
        &self,
        guild: &str,
        name: &str,
    ) -> Result<String, ControlClientError> {
        let path = format!("/guilds/{guild}/channels");
        self.create(&path, &json!({"name": name})).await
    }

    /// Creates a person who reads this language.
    pub async fn create_user(&self, name: &str, locale: &str) -> Result<User, ControlClientError> {
        let user = json!({"username": name, "global_name": name, "locale": locale});
        Ok(User {
            id: self.create("/users", &user).await?,
            name: name.to_owned(),
        })
    }

    /// Runs a subcommand of `/kittens` and waits for the bot's answer, for at most three seconds.
    ///
    /// A command that the sandbox does not send to the bot is no error but [`Outcome::NotSent`].
    pub async fn send_command(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> Result<Outcome, ControlClientError> {
        let body = json!({
            "user": user.id,
            "command": "kittens",
            "path": [name],
            "options": options,
            "force": self.forces,
        });
        let path = format!("/channels/{channel}/command");
        self.interact(&path, &body).await
    }

    /// Types into the option `focused` of a command and returns the bot's suggestions.
    pub async fn autocomplete(
        &self,
        user: &User,
        channel: &str,
        name: &str,
        options: &Value,
        focused: &str,
    ) -> Result<Value, ControlClientError> {
        let body = json!({
            "user": user.id,
            "command": "kittens",
            "path": [name],
            "options": options,
            "focused": focused,
        });
        let path = format!("/channels/{channel}/autocomplete");
        self.call(Method::POST, &path, Some(&body)).await
    }

    /// Clicks a button, or chooses these values in a select, and waits for the bot's answer, for at most
    /// three seconds.
    ///
    /// A click that the sandbox does not send to the bot is no error but [`Outcome::NotSent`].
    pub async fn send_click(
        &self,
        user: &User,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Result<Outcome, ControlClientError> {
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
        self.interact(&path, &body).await
    }

    /// Waits until the table's button for this intent is there and enabled, and presses it, until a press
    /// is answered.
    pub async fn press(
        &self,
        user: &User,
        channel: &str,
        intent: Intent,
    ) -> Result<Outcome, ControlClientError> {
        loop {
            let button = self.wait_for_button(user, channel, intent).await?;
            let outcome = self.send_click(user, channel, &button, &[]).await?;
            if outcome.is_answered() {
                return Ok(outcome);
            }
        }
    }

    /// Returns the table's button for this intent as soon as it is there and enabled.
    pub async fn wait_for_button(
        &self,
        user: &User,
        channel: &str,
        intent: Intent,
    ) -> Result<Component, ControlClientError> {
        loop {
            let view = self.view(Some(user), channel).await?;
            if let Some(button) = enabled_button(&view.table(), intent) {
                return Ok(button.clone());
            }
            self.wait_after(view.revision).await?;
        }
    }

    /// Returns the newest messages of a channel that a person sees, or the public without one.
    pub async fn view(
        &self,
        user: Option<&User>,
        channel: &str,
    ) -> Result<View, ControlClientError> {
        let viewer = user.map(|user| format!("user={}&", user.id));
        let viewer = viewer.unwrap_or_default();
        let path = format!("/channels/{channel}/messages?{viewer}last={MESSAGES_IN_VIEW}");
        let mut answer = self.call(Method::GET, &path, None).await?;
        let Value::Array(messages) = answer["messages"].take() else {
            return Err(incomplete(&Method::GET, &path, "messages", answer));
        };
        Ok(View {
            revision: revision(&answer),
            messages,
        })
    }

    /// Waits until something has changed after this revision, for at most a second, and returns the
    /// revision reached.
    pub async fn wait_after(&self, revision: u64) -> Result<u64, ControlClientError> {
        let path = format!("/wait?after={revision}&timeout_ms={LONGEST_WAIT_MS}");
        let answer = self.call(Method::GET, &path, None).await?;
        Ok(self::revision(&answer))
    }

    /// Waits until the bot has registered its commands, however long that takes.
    pub async fn wait_for_commands(&self) -> Result<(), ControlClientError> {
        let is_registered = |commands: &Vec<Value>| !commands.is_empty();
        self.wait_until(|state| state["commands"].as_array().is_some_and(is_registered))
            .await
    }

    /// Waits until a session of the gateway is open. Interactions that are sent before it are lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the sandbox cannot be asked.
    pub async fn wait_for_session(&self) -> Result<(), ControlClientError> {
        self.wait_until(|state| state["gateway_connections"].as_u64() > Some(0))
            .await
    }

    async fn wait_until(
        &self,
        is_reached: impl Fn(&Value) -> bool,
    ) -> Result<(), ControlClientError> {
        loop {
            let state = self.state().await?;
            if is_reached(&state) {
                return Ok(());
            }
            self.wait_after(revision(&state)).await?;
        }
    }

    /// Deletes a channel or a thread.
    pub async fn delete_channel(&self, channel: &str) -> Result<(), ControlClientError> {
        let path = format!("/channels/{channel}");
        self.order(Method::DELETE, &path, None).await
    }

    /// Deletes a message.
    pub async fn delete_message(
        &self,
        channel: &str,
        message: &str,
    ) -> Result<(), ControlClientError> {
        let path = format!("/channels/{channel}/messages/{message}");
        self.order(Method::DELETE, &path, None).await
    }

    /// Archives and locks a thread, or opens it again.
    pub async fn set_thread_closed(
        &self,
        thread: &str,
        closed: bool,
    ) -> Result<(), ControlClientError> {
        let path = format!("/channels/{thread}");
        let change = json!({"archived": closed, "locked": closed});
        self.order(Method::PATCH, &path, Some(&change)).await
    }

    /// Sets the bits of the bot's permissions in a channel.
    pub async fn set_bot_permissions(
        &self,
        channel: &str,
        bits: u64,
    ) -> Result<(), ControlClientError> {
        let path = format!("/channels/{channel}/permissions");
        let bits = json!({"bot": bits.to_string()});
        self.order(Method::PUT, &path, Some(&bits)).await
    }

    /// Changes the bot's relation to a server.
    pub async fn set_standing(
        &self,
        guild: &str,
        standing: Standing,
    ) -> Result<(), ControlClientError> {
        let standing = match standing {
            Standing::Member => "member",
            Standing::Unavailable => "unavailable",
            Standing::Removed => "removed",
        };
        let path = format!("/guilds/{guild}/standing");
        let standing = json!({"standing": standing});
        self.order(Method::PUT, &path, Some(&standing)).await
    }

    /// Posts a copy of a message as another bot or, with `is_webhook`, as a webhook.
    pub async fn copy_message(
        &self,
        channel: &str,
        message: &str,
        is_webhook: bool,
    ) -> Result<(), ControlClientError> {
        let path = format!("/channels/{channel}/messages/{message}/copy");
        let stranger = if is_webhook { "webhook" } else { "bot" };
        let stranger = json!({"as": stranger});
        self.order(Method::POST, &path, Some(&stranger)).await
    }

    /// Adds a fault, in the form that the sandbox's README describes.
    pub async fn add_fault(&self, fault: &Value) -> Result<(), ControlClientError> {
        self.order(Method::POST, "/faults", Some(fault)).await
    }

    /// Returns all faults with the number of times that each has struck, in the order added.
    pub async fn faults(&self) -> Result<Vec<Value>, ControlClientError> {
        let mut answer = self.call(Method::GET, "/faults", None).await?;
        match answer["faults"].take() {
            Value::Array(faults) => Ok(faults),
            _ => Err(incomplete(&Method::GET, "/faults", "faults", answer)),
        }
    }

    /// Changes how the gateway behaves, in the form that the sandbox's README describes.
    pub async fn change_gateway(&self, settings: &Value) -> Result<(), ControlClientError> {
        self.order(Method::PATCH, "/gateway", Some(settings)).await
    }

    /// Sends interactions to this address from now on, or over the gateway.
    pub async fn set_interactions_endpoint(
        &self,
        url: Option<&str>,
    ) -> Result<(), ControlClientError> {
        let path = "/interactions-endpoint";
        self.order(Method::PUT, path, Some(&json!({ "url": url })))
            .await
    }

    /// Tells every gateway connection to connect again.
    pub async fn reconnect_gateway(&self) -> Result<(), ControlClientError> {
        self.order(Method::POST, "/gateway/reconnect", None).await
    }

    /// Ends every gateway connection, with this close code or by cutting it.
    pub async fn disconnect_gateway(&self, code: Option<u16>) -> Result<(), ControlClientError> {
        let code = code.map_or_else(|| json!({}), |code| json!({"code": code}));
        let path = "/gateway/disconnect";
        self.order(Method::POST, path, Some(&code)).await
    }

    /// Tells every gateway connection that its session is invalid.
    pub async fn invalidate_sessions(&self, resumable: bool) -> Result<(), ControlClientError> {
        let resumable = json!({"resumable": resumable});
        let path = "/gateway/invalidate";
        self.order(Method::POST, path, Some(&resumable)).await
    }

    /// Creates something and returns its id.
    async fn create(&self, path: &str, body: &Value) -> Result<String, ControlClientError> {
        let made = self.call(Method::POST, path, Some(body)).await?;
        match made["id"].as_str() {
            Some(id) => Ok(id.to_owned()),
            None => Err(incomplete(&Method::POST, path, "id", made)),
        }
    }

    /// Sends an interaction. The sandbox's refusal to send it is an outcome, not an error.
    async fn interact(&self, path: &str, body: &Value) -> Result<Outcome, ControlClientError> {
        let request = self.request(&Method::POST, path, Some(body));
        let answer: Value = request.send().await?.json().await?;
        Outcome::read(&answer)
            .ok_or_else(|| incomplete(&Method::POST, path, "interaction_id", answer))
    }

    /// Makes a call whose answer has no content.
    async fn order(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(), ControlClientError> {
        self.send(method, path, body).await.map(drop)
    }

    /// Makes a call and returns the JSON of its answer.
    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, ControlClientError> {
        Ok(self.send(method, path, body).await?.json().await?)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<reqwest::Response, ControlClientError> {
        let response = self.request(&method, path, body).send().await?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        Err(ControlClientError::Refused {
            call: format!("{method} {path}"),
            status,
            body: response.text().await?,
        })
    }

    fn request(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::RequestBuilder {
        let url = format!("{}/sandbox{path}", self.address);
        let request = self.http.request(method.clone(), url);
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }
}

fn revision(answer: &Value) -> u64 {
    answer["revision"].as_u64().unwrap_or(0)
}

fn incomplete(
    method: &Method,
    path: &str,
    missing: &'static str,
    body: Value,
) -> ControlClientError {
    ControlClientError::Incomplete {
        call: format!("{method} {path}"),
        missing,
        body,
    }
}
