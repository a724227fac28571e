//! Writes the file of a game that is over. It says what the records say: if they were not fair, a reader
//! finds it.

use rules::scenario::{action_words, read_action};
use rules::{Action, ChoiceAnswer, Event, Game, Seat};

use super::form::{DEAL, End, EndKind, Head, ProofForm, Step, VERSION, letter};
use super::lines::LineWriter;
use super::played_game::{PlayedAction, PlayedGame};
use super::replay::{ReplayedChance, RevealedProof};
use super::told;
use crate::record::{RecordCodec as _, RecordError};

impl PlayedGame {
    /// Returns the file of the game.
    ///
    /// # Errors
    /// [`RecordError::Impossible`] if no action leads to the events of a record.
    pub fn to_file(&self) -> Result<String, RecordError> {
        let mut chance = ReplayedChance::new(self.proof.as_ref());
        let mut lines = LineWriter::default();
        lines.add(&self.head());
        lines.add(&self.deal(&mut chance));
        let game = Game::from_deal(self.rules, self.first, &self.dealt);
        let mut game = game.map_err(|_| RecordError::Impossible)?;
        let mut at = self.dealt_at;
        for (step, played) in (1..).zip(&self.actions) {
            // The clocks of two processes may differ; the order of the records does not.
            at = at.max(played.at);
            let line = write_step(&game, played, &mut chance);
            let line = line.ok_or(RecordError::Impossible)?;
            lines.add(&Step { step, at, ..line });
            played.events.iter().for_each(|event| game.evolve(event));
        }
        lines.add(&self.end(&game));
        Ok(lines.finish())
    }

    fn chosen_first(&self) -> Option<Seat> {
        self.is_first_chosen.then_some(self.first)
    }

    fn head(&self) -> Head {
        Head {
            kittens_game: VERSION,
            game: self.proof.as_ref().map(|proof| proof.game.to_string()),
            rules: (&self.rules).into(),
            players: self.players.clone(),
            first: self.chosen_first().map(letter),
            dealt_at: self.dealt_at,
            proof: self.proof.as_ref().map(ProofForm::new),
        }
    }

    fn deal(&self, chance: &mut ReplayedChance) -> Step {
        let told = told::outcomes_of_deal(self);
        let (_, draws) = chance.deal(self.rules, self.chosen_first(), told);
        Step {
            step: 0,
            at: self.dealt_at,
            what: DEAL.to_owned(),
            draws,
            events: None,
        }
    }

    fn end(&self, game: &Game) -> End {
        End::new(self.actions.len() as u32 + 1, game)
    }
}

/// Returns the line of an action in this state, with neither its number nor its time; `None` if no action leads
/// to these events.
fn write_step(before: &Game, played: &PlayedAction, chance: &mut ReplayedChance) -> Option<Step> {
    let action = told::action_of(before, &played.events)?;
    let what = action_words(before, &action);
    let action = read_action(&what, before).ok()?;
    let told = told::outcomes(before, &action, &played.events);
    let mut game = before.clone();
    // A refusal draws nothing, and a reader comes to it again.
    let (_, draws) = chance.play(&mut game, action, played.placing, told);
    let events = played
        .events
        .iter()
        .map(|event| with_order_of(action, event).encode());
    Some(Step {
        step: 0,
        at: played.at,
        what,
        draws,
        events: Some(events.collect()),
    })
}

/// Returns the event with the order in which its action's words are read: they do not tell which of two equal
/// cards is meant.
fn with_order_of(action: Action, event: &Event) -> Event {
    match (event, action) {
        (
            Event::Chosen { seat, owner, .. },
            Action::Choose {
                answer: answer @ ChoiceAnswer::Order(_),
                ..
            },
        ) => Event::Chosen {
            seat: *seat,
            owner: *owner,
            answer,
        },
        _ => event.clone(),
    }
}

impl ProofForm {
    pub(super) fn new(proof: &RevealedProof) -> Self {
        Self {
            commitment: proof.secret.commitment(proof.game).to_hex(),
            secret: proof.secret.clone(),
            shares: proof.shares.iter().map(u64::to_string).collect(),
        }
    }
}

impl End {
    /// Returns the last line of a game that ended in this state after as many lines of steps.
    pub(super) fn new(steps: u32, game: &Game) -> Self {
        Self {
            end: match game.winner() {
                Some(_) => EndKind::Won,
                None => EndKind::Stopped,
            },
            steps,
            winner: game.winner().map(letter),
        }
    }
}
