//! The occasional remarks of computer players. A hash of public numbers decides whether a computer comments on an
//! event, and in which words, so that a remark reveals nothing and is the same whenever the screen is built.

use rules::{Seat, SeenEvent};

use crate::computer_delay::hash;
use crate::running_game::RunningGame;
use crate::screen::{Remark, RemarkTopic};
use crate::state::State;

/// The number of sentences to choose from for each topic.
const VARIANTS: u64 = 3;

pub(crate) fn remarks(state: &State, running: &RunningGame) -> Vec<Remark> {
    let story: Vec<_> = running.history.numbered_event_feed().collect();
    story
        .iter()
        .enumerate()
        .filter_map(|(after, &(number, event))| {
            let before = after.checked_sub(1).map(|before| story[before].1);
            let (by, topic) = occasion(state, running, number, (before, event))?;
            let dice = hash(&[state.id.0, state.host.0, number]);
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

fn occasion(
    state: &State,
    running: &RunningGame,
    number: u64,
    (before, event): (Option<&SeenEvent>, &SeenEvent),
) -> Option<(Seat, RemarkTopic)> {
    let is_computer = |seat: &Seat| {
        let seat_state = state.seats.get(*seat);
        seat_state.is_some_and(|seat_state| seat_state.user().is_none())
    };
    let own = |seat: Seat, topic| is_computer(&seat).then_some((seat, topic));
    if let Some((from, to)) = event.taken_card() {
        return own(from, RemarkTopic::CardTaken).or_else(|| own(to, RemarkTopic::TookCard));
    }
    if let Some(seat) = event.dead() {
        return own(seat, RemarkTopic::Explode).or_else(|| {
            let mut others: Vec<Seat> = running.game.rules().seats().iter().collect();
            others.retain(|other| *other != seat && is_computer(other));
            let speaker = hash(&[number]) as usize % others.len().max(1);
            Some((*others.get(speaker)?, RemarkTopic::OtherExploded))
        });
    }
    let (seat, topic) = own_topic(before, event)?;
    own(seat, topic)
}

/// Returns the player who may remark on an event that they caused or that affects them, and the topic of the remark.
/// `before` is the previous event. `None` for most events.
fn own_topic(before: Option<&SeenEvent>, event: &SeenEvent) -> Option<(Seat, RemarkTopic)> {
    if let SeenEvent::Noped { seat, .. } = *event {
        Some((seat, RemarkTopic::Nope))
    } else if let SeenEvent::Defused { seat } = *event {
        Some((seat, RemarkTopic::Defuse))
    } else if let SeenEvent::Drew { seat, .. } = *event {
        Some((seat, RemarkTopic::Draw))
    } else if let SeenEvent::TurnBegan(turn) = *event {
        let is_attacked = matches!(before, Some(SeenEvent::WindowClosed { stands: true }));
        (turn.owed > 1 && is_attacked).then_some((turn.seat, RemarkTopic::Attacked))
    } else {
        None
    }
}

/// Returns `n` such that on average a computer comments on one in `n` events of this topic. More frequent topics have a
/// larger `n`.
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
