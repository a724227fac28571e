//! Answers interactions, and uses their tokens to read, edit and delete the answers and to send follow-up messages. An
//! answer must arrive within three seconds; the token is valid for fifteen minutes. If another answer may have arrived
//! first, the token may refer to the public message instead of a private panel. The message is then read before a
//! player's cards are sent, to make sure that it is private.
//!
//! For a table, `message_board` decides when to answer. `rest_client` sends the requests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::MessageId;
use table::form::Form;
use table::screen::Screen;
use table::user_set::UserSet;
use tracing::debug;

use super::channel_scan::message_id;
use super::{AttachedFile, Call, RequestError, RestClient};
use crate::callback::Callback;
use crate::message_board::{PrivateMessage, Reply};
use crate::metrics::AnswerOutcome;
use crate::to_discord::{
    Audience, EPHEMERAL, SUPPRESS_NOTIFICATIONS, change, message as body_of, post,
};

/// The time limit for an answer, from receipt of the interaction. Discord allows three seconds, including
/// the network latency.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(2_900);

/// Sends the answer to an interaction. Gives up when the answer would arrive too late.
pub async fn send_answer(
    rest: &RestClient,
    callback: &Callback,
    body: &Value,
) -> Result<(), RequestError> {
    call_back(rest, callback, body, false).await.map(drop)
}

/// Sends an answer. If `with_response` is true, the returned value contains the created message in `resource.message`.
async fn call_back(
    rest: &RestClient,
    callback: &Callback,
    body: &Value,
    with_response: bool,
) -> Result<Value, RequestError> {
    let call = Call::Callback {
        interaction: callback.interaction,
        token: callback.token.clone(),
        with_response,
    };
    let deadline = callback.received + ANSWER_TIMEOUT;
    let sent = rest.send(&call, Some(body), deadline).await;
    let outcome = match &sent {
        Ok(_) => AnswerOutcome::Answered,
        Err(RequestError::AlreadyAnswered) => AnswerOutcome::AnsweredBefore,
        Err(_) => AnswerOutcome::Failed,
    };
    let after = callback.received.elapsed();
    rest.metrics().count_answer(outcome, after);
    debug!(
        interaction = callback.interaction.get(),
        outcome = outcome.name(),
        after_ms = after.as_millis(),
        "sent the answer to an interaction"
    );
    sent
}

/// Answers an interaction. If an answer with a panel fails, may try another way to show the panel. Returns the id of
/// the panel's message if Discord has returned it, or an error if the reply may not have been shown.
pub(super) async fn send_reply(
    rest: &RestClient,
    callback: &Callback,
    reply: &Reply,
) -> Result<Option<MessageId>, RequestError> {
    let is_new_panel = matches!(reply, Reply::Panel(_)) && callback.clicked_panel().is_none();
    let body = match reply {
        Reply::Acknowledge => acknowledgement(),
        Reply::Note(screen) => private_answer(screen),
        Reply::Panel(screen) if is_new_panel => private_answer(screen),
        Reply::Edit(screen) | Reply::EditOrNote(screen) | Reply::Panel(screen) => {
            edit_answer(screen)
        }
    };
    match call_back(rest, callback, &body, is_new_panel).await {
        Ok(confirmed) if is_new_panel && is_public(&confirmed["resource"]["message"]) => {
            recover_answer(rest, callback, reply, RequestError::AlreadyAnswered).await
        }
        Ok(confirmed) => Ok(created_message(&confirmed)),
        Err(error) => recover_answer(rest, callback, reply, error).await,
    }
}

fn created_message(confirmed: &Value) -> Option<MessageId> {
    message_id(&confirmed["resource"]["message"])
}

/// Returns true if the confirmed message is public and therefore not the intended panel: another process answered
/// first, and this token must not be used to send a hand.
fn is_public(confirmed: &Value) -> bool {
    confirmed.is_object() && !is_private(confirmed)
}

async fn recover_answer(
    rest: &RestClient,
    callback: &Callback,
    reply: &Reply,
    error: RequestError,
) -> Result<Option<MessageId>, RequestError> {
    match (&error, reply) {
        // The interaction may have been answered, perhaps by another process or with another screen.
        (RequestError::AlreadyAnswered | RequestError::OutcomeUnknown, Reply::Panel(screen)) => {
            let original = read_original(rest, callback).await?;
            if !is_private(&original) {
                return Err(error);
            }
            edit_original(rest, callback, &change(screen), None).await?;
            Ok(message_id(&original))
        }
        // The clicked private message is gone, so a new one is sent.
        (RequestError::UnknownMessage, Reply::Panel(screen) | Reply::EditOrNote(screen)) => {
            let answered = call_back(rest, callback, &private_answer(screen), true).await?;
            Ok(created_message(&answered))
        }
        // The message is gone, but an acknowledgement still answers the click.
        (RequestError::UnknownMessage, Reply::Edit(_)) => {
            send_answer(rest, callback, &acknowledgement()).await?;
            Err(error)
        }
        _ => Err(error),
    }
}

/// Answers with a public message that pings only the people in `ping`, and returns the message's id.
///
/// # Errors
/// Returns an error if the message may not exist, or if its id is not known.
pub async fn send_public_answer(
    rest: &RestClient,
    callback: &Callback,
    screen: &Screen,
    ping: UserSet,
) -> Result<MessageId, RequestError> {
    let body = answer(4, post(screen, ping.iter()));
    match call_back(rest, callback, &body, true).await {
        Ok(confirmed) => {
            if let Some(id) = created_message(&confirmed) {
                return Ok(id);
            }
        }
        // The message may exist, and the caller must not post a second one.
        Err(RequestError::OutcomeUnknown | RequestError::AlreadyAnswered) => {}
        Err(error) => return Err(error),
    }
    let original = read_original(rest, callback).await?;
    if is_private(&original) {
        return Err(RequestError::AlreadyAnswered);
    }
    message_id(&original).ok_or(RequestError::OutcomeUnknown)
}

/// Edits an answer with the interaction's token, or completes an answer that [`deferred_answer`] or [`deferred_post`]
/// started. A private message stays private.
pub async fn edit_original(
    rest: &RestClient,
    callback: &Callback,
    body: &Value,
    file: Option<Arc<AttachedFile>>,
) -> Result<(), RequestError> {
    let call = Call::EditOriginal(callback.original(), file);
    let edited = rest.send(&call, Some(body), callback.token_end());
    edited.await.map(drop)
}

/// Sends a private follow-up message with the token of an answered interaction, and returns its id. The message is
/// private even if the answer was not.
pub(super) async fn follow_up(
    rest: &RestClient,
    callback: &Callback,
    screen: &Screen,
) -> Result<MessageId, RequestError> {
    let call = Call::FollowUp(callback.original());
    let body = body_of(screen, Audience::OnePerson);
    let sent = rest.send(&call, Some(&body), callback.token_end()).await?;
    message_id(&sent).ok_or(RequestError::OutcomeUnknown)
}

pub(super) async fn edit_private(
    rest: &RestClient,
    message: &PrivateMessage,
    screen: &Screen,
) -> Result<(), RequestError> {
    let call = Call::EditOriginal(message.original(), None);
    let body = change(screen);
    let edited = rest.send(&call, Some(&body), message.token_end());
    edited.await.map(drop)
}

pub(super) async fn delete_private(
    rest: &RestClient,
    message: &PrivateMessage,
) -> Result<(), RequestError> {
    let call = Call::DeleteOriginal(message.original());
    let deleted = rest.send(&call, None, message.token_end());
    deleted.await.map(drop)
}

async fn read_original(rest: &RestClient, callback: &Callback) -> Result<Value, RequestError> {
    let call = Call::ReadOriginal(callback.original());
    rest.send(&call, None, callback.token_end()).await
}

fn is_private(message: &Value) -> bool {
    let flags = message["flags"].as_u64().unwrap_or(0);
    flags & EPHEMERAL != 0
}

pub fn private_answer(screen: &Screen) -> Value {
    answer(4, body_of(screen, Audience::OnePerson))
}

/// Returns the body of a deferred private answer. Until it is completed, the user sees that the bot is thinking.
pub fn deferred_answer() -> Value {
    json!({ "type": 5, "data": { "flags": EPHEMERAL } })
}

/// Returns the body of a deferred public answer that sends no notification.
pub fn deferred_post() -> Value {
    json!({ "type": 5, "data": { "flags": SUPPRESS_NOTIFICATIONS } })
}

pub fn edit_answer(screen: &Screen) -> Value {
    answer(7, change(screen))
}

/// Returns the body of an answer that opens a form with one text input.
pub fn form_answer(form: &Form) -> Value {
    let input = json!({
        "type": 4,
        "custom_id": "text",
        "style": 1,
        "label": form.label,
        "max_length": form.max_length,
    });
    let row = json!({ "type": 1, "components": [input] });
    let custom_id = form.control.to_string();
    let data = json!({ "custom_id": custom_id, "title": form.title, "components": [row] });
    answer(9, data)
}

/// Assigns the message instead of passing it to `json!`, which would copy it.
fn answer(kind: u8, message: Value) -> Value {
    let mut answer = json!({ "type": kind });
    answer["data"] = message;
    answer
}

/// Returns the body of an acknowledgement. An acknowledgement shows nothing; the clicked message may be edited later.
pub fn acknowledgement() -> Value {
    json!({ "type": 6 })
}
