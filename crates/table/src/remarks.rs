//! What computers say now and then. Who speaks, when, and which sentence, rests on nothing but what
//! everybody saw and on public numbers, so that a remark can tell nothing that is not known; and it
//! is the same whenever the table is shown.

use rules::{Seat, SeenEvent};

use crate::delay::scatter;
use crate::playing::Playing;
use crate::screen::{Remark, RemarkTopic};
use crate::state::State;

/// How many sentences there are about each topic.
const VARIANTS: u64 = 3;

/// The remarks about the story as it is remembered.
pub(crate) fn of(state: &State, playing: &Playing) -> Vec<Remark> {
    let story = playing.numbered_story().enumerate();
    story
        .filter_map(|(after, (number, event))| {
            let (by, topic) = occasion(state, playing, number, event)?;
            let dice = scatter(&[state.id.0, state.host.0, number]);
            let speaks = dice.is_multiple_of(one_in(topic));
            let variant = (dice >> 32) % VARIANTS;
            speaks.then_some(Remark {
                after,
                by,
                topic,
                variant: variant as u32,
            })
        })
        .collect()
}

/// A computer that has a reason to speak, and the reason.
fn occasion(
    state: &State,
    playing: &Playing,
    number: u64,
    event: &SeenEvent,
) -> Option<(Seat, RemarkTopic)> {
    let is_computer = |seat: &Seat| {
        let place = state.seats.at(*seat);
        place.is_some_and(|place| place.user().is_none())
    };
    let own = |seat: Seat, topic| is_computer(&seat).then_some((seat, topic));
    match *event {
        SeenEvent::Noped { seat, .. } => own(seat, RemarkTopic::Nope),
        SeenEvent::Defused { seat } => own(seat, RemarkTopic::Defuse),
        SeenEvent::Drew { seat, .. } => own(seat, RemarkTopic::Draw),
        SeenEvent::TurnBegan(turn) if turn.owed > 1 => own(turn.seat, RemarkTopic::Attacked),
        SeenEvent::Stolen { from, to, .. } | SeenEvent::Gave { from, to, .. } => {
            own(from, RemarkTopic::CardTaken).or_else(|| own(to, RemarkTopic::TookCard))
        }
        SeenEvent::Exploded { seat, .. } => own(seat, RemarkTopic::Explode).or_else(|| {
            let mut others: Vec<Seat> = playing.game.rules().seats().iter().collect();
            others.retain(|other| *other != seat && is_computer(other));
            let speaker = scatter(&[number]) as usize % others.len().max(1);
            Some((*others.get(speaker)?, RemarkTopic::OtherExploded))
        }),
        _ => None,
    }
}

/// Draws are many; the rest is rare enough to be spoken of more often.
fn one_in(topic: RemarkTopic) -> u64 {
    match topic {
        RemarkTopic::Draw => 9,
        RemarkTopic::CardTaken
        | RemarkTopic::TookCard
        | RemarkTopic::Nope
        | RemarkTopic::Attacked => 3,
        RemarkTopic::Defuse | RemarkTopic::Explode | RemarkTopic::OtherExploded => 2,
    }
}
