//! The public message in the beat after a death or a rescue: that event and nothing else.

use rules::{Hazard, Title};

use super::Icon;
use super::element::Screen;
use super::game_context::GameContext;
use super::view::BeatEvent;
use crate::text::Message;

/// Adds the event as a picture with a heading below it.
pub(super) fn add_event(context: &GameContext<'_>, screen: Screen, event: BeatEvent) -> Screen {
    let (emoji, message) = match event {
        BeatEvent::Death(seat, by) => {
            let (player, kitten) = (context.name(seat), context.card_name(by));
            match by.hazard() {
                Some(Hazard::Implodes) => (by.into(), Message::BeatImploded { player, kitten }),
                Some(Hazard::Explodes) | None => {
                    let message = Message::BeatDeath { player, kitten };
                    (Icon::Explosion.into(), message)
                }
            }
        }
        BeatEvent::Rescue(seat) => {
            let player = context.name(seat);
            let kitten = context.card_name(Title::ExplodingKitten);
            (Title::Defuse.into(), Message::BeatRescue { player, kitten })
        }
    };
    let heading = context.translate(&message);
    screen.emoji_row([emoji]).text(format!("## {heading}"))
}
