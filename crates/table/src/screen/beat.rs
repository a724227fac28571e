//! The public message in the beat after a death or a rescue: that event and nothing else.

use rules::{Hazard, Seat, Title};

use super::element::Screen;
use super::game_context::GameContext;
use super::view::BeatEvent;
use super::{Emoji, Icon};
use crate::text::Message;

/// Adds the event as a picture with a heading below it.
pub(super) fn add_event(context: &GameContext<'_>, screen: Screen, event: BeatEvent) -> Screen {
    let kitten = context.card_name(Title::ExplodingKitten);
    let (emoji, message) = match event {
        BeatEvent::Death(seat, by) => death(context, seat, by),
        BeatEvent::Rescue(seat) => (
            Emoji::Card(Title::Defuse),
            Message::BeatRescue {
                player: context.name(seat),
                kitten,
            },
        ),
    };
    let heading = context.translate(&message);
    screen.emoji_row([emoji]).text(format!("## {heading}"))
}

fn death<'v>(context: &GameContext<'v>, seat: Seat, by: Title) -> (Emoji, Message<'v>) {
    let (player, kitten) = (context.name(seat), context.card_name(by));
    match by.hazard() {
        Some(Hazard::Implodes) => (by.into(), Message::BeatImploded { player, kitten }),
        Some(Hazard::Explodes) | None => (
            Icon::Explosion.into(),
            Message::BeatDeath { player, kitten },
        ),
    }
}
