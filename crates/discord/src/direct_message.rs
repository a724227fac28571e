//! Opens the bot's direct messages with the owner of a hand, and computes the nonces of posts there. `message_board`
//! decides what is posted or edited, and when.
//!
//! A hand is sent only to the channel that Discord opens for its owner, or to a message posted there earlier.

use serde_json::json;
use table::direct_hand::HandId;
use table::effect::Urgency;
use table::ids::{ChannelId, TableId, UserId};
use tokio::time::Instant;

use super::message_slot::{MessageSlot, WRITE_TIMEOUT};
use super::{Call, Lane, RequestError};

/// Returns the bot's direct message channel with a person.
pub(super) async fn open_direct_messages(
    slot: &MessageSlot,
    user: UserId,
) -> Result<ChannelId, RequestError> {
    let body = json!({ "recipient_id": user.to_string() });
    let lane = Lane::to_person(slot.guild, Urgency::Routine);
    let deadline = Instant::now() + WRITE_TIMEOUT;
    let call = Call::OpenDirectMessages;
    let opened = slot.rest.send_in(lane, &call, Some(&body), deadline);
    let opened = opened.await?;
    let people = opened["recipients"].as_array();
    let is_theirs = opened["type"] == 1
        && people.is_some_and(|people| people.iter().all(|one| one["id"] == user.to_string()));
    let id = opened["id"].as_str().and_then(|id| id.parse::<u64>().ok());
    match id {
        Some(id) if is_theirs && id != 0 => Ok(ChannelId(id)),
        _ => Err(RequestError::OutcomeUnknown),
    }
}

/// Returns the nonce of a hand's first post. Discord allows at most 25 characters.
pub(super) fn hand_nonce(table: TableId, hand: HandId) -> String {
    let parts = [table.0, hand.user.0, u64::from(hand.game)];
    format!("hand{:016x}", parts.into_iter().fold(0, mix))
}

/// Mixes a number into a hash, as `SplitMix64` does.
fn mix(hash: u64, number: u64) -> u64 {
    let sum = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ (sum >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_hands_have_different_nonces() {
        let hands = [(1, 2, 1), (2, 1, 1), (1, 2, 2), (0, 0, 0)];
        let mut nonces = hands.map(|(table, user, game)| {
            let user = UserId(user);
            hand_nonce(TableId(table), HandId { user, game })
        });
        nonces.sort_unstable();
        assert!(nonces.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(nonces.iter().all(|nonce| nonce.len() <= 25));
    }
}
