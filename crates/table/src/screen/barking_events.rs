//! Messages for the events that only *Barking Kittens* has, such as those about barking, the stash and buried cards.
//! [`newest_events`](super::newest_events) chooses which events to show, and calls this module for these.

use rules::{Hand, Seat, SeenEvent, Title};

use super::Emoji;
use super::game_context::GameContext;
use super::lobby::count;
use crate::text::Message;

/// Returns the message for the event at this index, or `None` if the event is not from *Barking Kittens*. Also returns
/// `None` for the use of an I'll Take That if the next event reports the card that was taken.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller has messages for all other events"
)]
pub(super) fn message<'v>(
    context: &GameContext<'v>,
    events: &[SeenEvent],
    index: usize,
) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: Seat| context.name(seat);
    let (title, message) = match events[index] {
        SeenEvent::Lifted { seat, .. } => {
            let player = name(seat);
            (Title::Bury, Message::StoryLifted { player })
        }
        SeenEvent::Stacked { .. } => (Title::Potluck, Message::StoryStacked),
        SeenEvent::Claimed { seat, by } => {
            let (player, target) = (name(by), name(seat));
            (Title::IllTakeThat, Message::StoryClaimed { player, target })
        }
        SeenEvent::DrewFor { seat, to, .. } => {
            let (player, taker) = (name(seat), name(to));
            (Title::IllTakeThat, Message::StoryDrewFor { player, taker })
        }
        SeenEvent::ClaimUsed { seat, to } => {
            let goes_on = matches!(events.get(index + 1), Some(SeenEvent::DrewFor { .. }));
            let (player, taker) = (name(seat), name(to));
            let message = Message::StoryDrewFor { player, taker };
            (Title::IllTakeThat, Some(message).filter(|_| !goes_on)?)
        }
        SeenEvent::TowerWorn { seat } => {
            let (player, card) = (name(seat), context.card_name(Title::TowerOfPower));
            (card.title, Message::StoryTowerWorn { player, card })
        }
        SeenEvent::StashRobbed { from, to, .. } => {
            let (player, target) = (name(to), name(from));
            let message = Message::StoryStashRobbed { player, target };
            (Title::TowerOfPower, message)
        }
        SeenEvent::StashDiscarded { seat, cards } => {
            (Title::TowerOfPower, discarded(context, seat, &cards))
        }
        SeenEvent::Barked { seat, on, mate } => {
            (Title::BarkingKitten, barked(context, seat, on, mate))
        }
        SeenEvent::BarkedInVain { seat } => {
            let player = name(seat);
            (Title::BarkingKitten, Message::StoryBarkedInVain { player })
        }
        SeenEvent::TurnsAdded(turn) => {
            let (player, turns) = (name(turn.seat), u32::from(turn.owed));
            let message = Message::StoryTurnsAdded { player, turns };
            (Title::PersonalAttack, message)
        }
        _ => return None,
    };
    Some((title.into(), message))
}

fn discarded<'v>(context: &GameContext<'v>, seat: Seat, stash: &Hand) -> Message<'v> {
    Message::StoryStashDiscarded {
        count: count(stash.total().into()),
        player: context.name(seat),
        cards: context.cards_with_emoji(stash.cards()),
    }
}

fn barked<'v>(context: &GameContext<'v>, seat: Seat, on: Seat, mate: Seat) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    if mate == on {
        Message::StoryBarked { target }
    } else {
        Message::StoryBarkedBoth { player, target }
    }
}
