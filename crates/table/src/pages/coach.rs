//! **How did I play?**: the private page on which the coach judges the reader's decisions in a finished game.
//! [`players::GameReview`] computes the verdicts; `src/pages/coach.rs` decides who may ask, and when the coach runs.

mod reviewed_game;
mod screen;
#[cfg(test)]
mod tests;
mod wording;

use players::{GameReview, PlayedStep};
use rules::{Action, Event, Game, Seat};

use crate::game_file::{PlayedAction, PlayedGame, action_of};
use crate::ids::UserId;
use crate::record::RecordError;

pub use reviewed_game::{COUNTED_REVIEWS, ReviewedGame};
pub use screen::{coach_page, with_coach_button};

impl PlayedGame {
    /// Returns the seat that a person had when the game was dealt.
    pub fn seat_of(&self, person: UserId) -> Option<Seat> {
        let mut people = self.people.iter();
        people
            .find(|(_, other)| *other == person)
            .map(|(seat, _)| *seat)
    }

    /// Prepares the review of a seat. Moves that a computer made for the seat's owner are not judged.
    ///
    /// # Errors
    /// [`RecordError::Impossible`] if the deal violates its rules.
    pub fn review_of(&self, seat: Seat, seed: u64) -> Result<GameReview, RecordError> {
        let dealt = Game::from_deal(self.rules, self.first, &self.dealt)
            .map_err(|_| RecordError::Impossible)?;
        let (mut game, mut step) = (dealt.clone(), 1);
        let steps = self.actions.iter().map(|played| {
            let taken = played_step(&game, seat, played, step);
            played.events.iter().for_each(|event| game.evolve(event));
            // The replay counts a pass as part of the next step.
            let is_pass = |event: &Event| matches!(event, Event::Passed { .. });
            step = step.saturating_add(u16::from(!played.events.iter().all(is_pass)));
            taken
        });
        Ok(GameReview::new(&dealt, seat, steps, seed))
    }
}

fn played_step<'e>(
    before: &Game,
    seat: Seat,
    played: &'e PlayedAction,
    step: u16,
) -> PlayedStep<'e> {
    let action = action_of(before, &played.events).unwrap_or(Action::TimeOut);
    let is_own = action.seat() != Some(seat) || !played.stand_ins.contains(seat);
    PlayedStep {
        step,
        action: if is_own { action } else { Action::TimeOut },
        events: &played.events,
    }
}
