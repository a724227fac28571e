//! Registers the commands in [`crate::application::commands`] with Discord when the bot first connects. If Discord
//! already has them, they are not registered again, because Discord limits how often they may change.

use discord::{Call, RequestError, RestClient};
use serde_json::Value;
use serenity::model::id::ApplicationId;
use tokio::time::{Duration, Instant, sleep};
use tracing::{error, info, warn};

use crate::application::commands::commands;
use crate::application::registered_commands::are_registered;

/// The timeout of one attempt to register, including waits for rate limits.
const REGISTER_TIMEOUT: Duration = Duration::from_secs(120);
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// Registers the commands with Discord unless they are already registered. Retries until Discord answers; a refusal is
/// logged and not retried.
pub(crate) async fn register(rest: &RestClient, application: ApplicationId) {
    loop {
        match register_if_changed(rest, application).await {
            Ok(true) => return info!("registered the commands"),
            Ok(false) => return info!("the registered commands are up to date"),
            Err(failure @ (RequestError::OutcomeUnknown | RequestError::DeadlineExceeded)) => {
                warn!(error = %failure, "could not register the commands yet; retrying");
            }
            Err(failure) => {
                return error!(error = %failure, "Discord refused to register the commands");
            }
        }
        sleep(RETRY_INTERVAL).await;
    }
}

/// Returns true if the commands had to be registered, false if they were up to date.
async fn register_if_changed(
    rest: &RestClient,
    application: ApplicationId,
) -> Result<bool, RequestError> {
    let deadline = Instant::now() + REGISTER_TIMEOUT;
    let wanted = commands();
    let known = rest
        .send(&Call::ReadCommands { application }, None, deadline)
        .await?;
    if are_registered(&known, &wanted) {
        note_id(rest, &known);
        return Ok(false);
    }
    let write = Call::WriteCommands { application };
    let written = rest.send(&write, Some(&wanted), deadline).await?;
    note_id(rest, &written);
    Ok(true)
}

/// Stores the id of the slash command, so that texts can mention it.
fn note_id(rest: &RestClient, registered: &Value) {
    let mut commands = registered.as_array().into_iter().flatten();
    let slash = commands.find(|command| command["type"] == 1);
    let id = slash.and_then(|command| command["id"].as_str());
    if let Some(id) = id.and_then(|id| id.parse().ok()) {
        rest.emojis().set_command(id);
    }
}
