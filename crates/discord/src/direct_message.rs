//! Opens the bot's direct message channel with a hand's owner. `message_board` decides what is posted or edited there,
//! and when; `message_slot` computes the nonces of the posts.
//!
//! A hand is posted only in the channel that Discord opened for its owner, and only messages there are edited.

use serde_json::json;
use table::effect::Urgency;
use table::ids::{ChannelId, UserId};
use tokio::time::Instant;

use super::message_slot::{MessageSlot, WRITE_TIMEOUT};
use super::{Call, Lane, RequestError};

pub(super) async fn open_direct_messages(
    slot: &MessageSlot,
    user: UserId,
) -> Result<ChannelId, RequestError> {
    let body = json!({ "recipient_id": user.to_string() });
    let lane = Lane::to_person(slot.guild, Urgency::Routine);
    let deadline = Instant::now() + WRITE_TIMEOUT;
    let call = Call::OpenDirectMessages;
    let opened = slot
        .rest
        .send_in(lane, &call, Some(&body), deadline)
        .await?;
    let people = opened["recipients"].as_array();
    let is_theirs = opened["type"] == 1
        && people.is_some_and(|people| people.iter().all(|one| one["id"] == user.to_string()));
    let id = opened["id"].as_str().and_then(|id| id.parse::<u64>().ok());
    match id {
        Some(id) if is_theirs && id != 0 => Ok(ChannelId(id)),
        _ => Err(RequestError::OutcomeUnknown),
    }
}
