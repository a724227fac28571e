//! Posts and edits screens that may have a picture. The picture is drawn first and sent with the message. If the
//! picture cannot be drawn, or may be the reason for a failure, the message is sent without it. An edit sends the
//! picture again, so that there is no need to track whether the message already has it.

use std::sync::Arc;
use std::time::Duration;

use serenity::model::id::MessageId;
use table::effect::Urgency;
use table::screen::Screen;
use table::user_set::UserSet;
use tracing::warn;

use super::message_board::Post;
use super::message_slot::MessageSlot;
use super::{AttachedFile, RequestError};
use crate::to_discord::{change, change_with_picture, post, post_with_picture};

const FILE: &str = "game.png";

/// Edits a message to show this screen. Each attempt waits up to `timeout` for Discord's rate limits.
pub(super) async fn edit_to(
    slot: &MessageSlot,
    message: MessageId,
    screen: &Screen,
    urgency: Urgency,
    timeout: Duration,
) -> Result<(), RequestError> {
    if let Some(file) = draw(slot, screen).await {
        let body = change_with_picture(screen, FILE);
        let edited = slot
            .edit(message, &body, Some(file), urgency, timeout)
            .await;
        if !is_tried_without_picture(&edited) {
            return edited;
        }
    }
    slot.edit(message, &change(screen), None, urgency, timeout)
        .await
}

/// Posts a screen. The attempts with and without the picture have the same nonce, so at most one message is created.
pub(super) async fn post_screen(
    slot: &MessageSlot,
    &Post {
        ref screen,
        after,
        ping,
        urgency,
        ..
    }: &Post,
) -> Result<MessageId, RequestError> {
    // A direct message pings the hand's owner only when the game is waiting for them.
    let owner = slot.hand.filter(|_| urgency == Urgency::Urgent);
    let ping = owner.map_or(ping, |hand| UserSet::only(hand.user));
    if let Some(file) = draw(slot, screen).await {
        let body = post_with_picture(screen, ping, FILE);
        let posted = slot.post(body, Some(file), after, urgency).await;
        if !is_tried_without_picture(&posted) {
            return posted;
        }
    }
    slot.post(post(screen, ping.iter()), None, after, urgency)
        .await
}

async fn draw(slot: &MessageSlot, screen: &Screen) -> Option<Arc<AttachedFile>> {
    let chart = Arc::clone(screen.chart()?);
    let content = slot.pictures.draw(chart).await?;
    Some(Arc::new(AttachedFile {
        name: FILE,
        content,
    }))
}

/// Returns true, and logs the error, if the picture may have caused it: for example, it may be too large, or the bot
/// may not be allowed to attach files.
fn is_tried_without_picture<T>(result: &Result<T, RequestError>) -> bool {
    let may_be_due_to_it = matches!(
        result,
        Err(RequestError::MissingPermissions
            | RequestError::InvalidBody(_)
            | RequestError::OutcomeUnknown
            | RequestError::Refused { .. })
    );
    if let (true, Err(error)) = (may_be_due_to_it, result) {
        warn!(%error, "the picture of a game was not accepted; the message goes without it");
    }
    may_be_due_to_it
}
