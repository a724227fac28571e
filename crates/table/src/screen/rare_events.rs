//! Messages for the events that only *Streaking Kittens* has, such as those about marks and blind players.
//! [`newest_events`](super::newest_events) chooses which events to show, and calls this module for these.

use rules::{Seat, SeenEvent, Title};

use super::game_context::GameContext;
use super::{Emoji, Icon};
use crate::text::Message;

/// Returns the line with the cards that a blind player turned up just before the latest rescue or
/// death, if any.
pub(super) fn search_line(context: &GameContext<'_>, events: &[SeenEvent]) -> Option<String> {
    let end = events.iter().rposition(|event| {
        matches!(
            event,
            SeenEvent::Defused { .. } | SeenEvent::CurseEnded { .. } | SeenEvent::Exploded { .. }
        )
    })?;
    let (emoji, message) = message(context, search_before(&events[..end])?)?;
    Some(context.line(emoji, &message))
}

/// Returns the message for cards that a blind player turned up, or for the end of a curse. If the cards ended the
/// curse, the message about the cards is returned for the end of the curse, and `None` for the cards.
pub(super) fn search_message<'v>(
    context: &GameContext<'v>,
    events: &[SeenEvent],
    index: usize,
) -> Option<(Emoji, Message<'v>)> {
    let mut after = events[index + 1..].iter();
    let next = after.find(|event| !matches!(event, SeenEvent::WentOff { .. }));
    match (&events[index], next) {
        (SeenEvent::TurnedUp { .. }, Some(SeenEvent::CurseEnded { .. })) => None,
        (SeenEvent::CurseEnded { .. }, _) if let Some(search) = search_before(&events[..index]) => {
            message(context, search)
        }
        (event, _) => message(context, event),
    }
}

/// Returns the latest event other than `WentOff`, if it is a `TurnedUp`.
fn search_before(events: &[SeenEvent]) -> Option<&SeenEvent> {
    let mut newest = events.iter().rev();
    let search = newest.find(|event| !matches!(event, SeenEvent::WentOff { .. }));
    search.filter(|event| matches!(event, SeenEvent::TurnedUp { .. }))
}

/// Returns the message for an event that only *Streaking Kittens* has, or `None` for any other event.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller has messages for all other events"
)]
pub(super) fn message<'v>(
    context: &GameContext<'v>,
    event: &SeenEvent,
) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: Seat| context.name(seat);
    Some(match *event {
        SeenEvent::MarkRemoved { seat, title } => {
            let (player, card) = (name(seat), context.card_name(title));
            (title.into(), Message::StoryMarkGone { player, card })
        }
        SeenEvent::Marked { seat, title } => {
            let (player, card) = (name(seat), context.card_name(title));
            (title.into(), Message::StoryMarked { player, card })
        }
        SeenEvent::Cursed { seat } => {
            let player = name(seat);
            (Icon::Blind.into(), Message::StoryCursed { player })
        }
        SeenEvent::CurseEnded { seat } => {
            let player = name(seat);
            (Icon::Sight.into(), Message::StoryCurseEnded { player })
        }
        SeenEvent::TurnedUp { seat, ref cards } => {
            let titles: Vec<_> = cards.cards().iter().map(|card| card.title()).collect();
            let (player, cards) = (name(seat), context.counted_with_emoji(&titles));
            (Icon::Blind.into(), Message::StoryTurnedUp { player, cards })
        }
        SeenEvent::WentOff { seat, kittens } => {
            let (player, kittens) = (name(seat), u32::from(kittens));
            let message = Message::StoryWentOff { player, kittens };
            (Title::ExplodingKitten.into(), message)
        }
        SeenEvent::EndsSwapped { .. } => {
            (Title::SwapTopAndBottom.into(), Message::StoryEndsSwapped)
        }
        SeenEvent::KittensRaised { kittens } => {
            let kittens = u32::from(kittens);
            (
                Title::CatomicBomb.into(),
                Message::StoryKittensRaised { kittens },
            )
        }
        _ => return None,
    })
}
