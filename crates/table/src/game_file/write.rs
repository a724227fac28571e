//! Writes the lines of a game's file. Fairness is checked when the file is read.

use fairness::RandomPick;
use rules::scenario::{action_words, read_action};
use rules::{Action, ChoiceAnswer, Event, Game, Seat};

use super::lines::LineSum;
use super::played_game::{PlayedAction, PlayedGame};
use super::recorded_outcomes;
use super::replayed_chance::{Placing, ReplayedChance, RevealedProof};
use super::schema::{DEAL, End, EndKind, Head, Names, ProofForm, Step, VERSION, letter};
use crate::ids::Millis;
use crate::record::RecordError;

/// The state needed to write the next line of a game's file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FileLines {
    sum: LineSum,
    chance: ReplayedChance,
    steps: u32,
    at: Millis,
}

impl FileLines {
    /// Writes the head and the deal of a game. Returns the state for the next line, and the text.
    pub(crate) fn begin(game: &PlayedGame) -> (Self, String) {
        let mut lines = Self {
            sum: LineSum::default(),
            chance: ReplayedChance::new(game.proof.as_ref()),
            steps: 1,
            at: game.dealt_at,
        };
        let head = lines.sum.write(&game.head());
        let deal = game.deal(&mut lines.chance);
        let text = head + &lines.sum.write(&deal);
        (lines, text)
    }

    /// Adds and returns the line of an action taken in the state `before`; `None` if no action leads to these events.
    pub(crate) fn add(&mut self, before: &Game, played: &PlayedAction) -> Option<String> {
        let line = write_step(before, played, &mut self.chance)?;
        // The times never decrease, although the clocks of two processes may differ.
        self.at = self.at.max(played.at);
        let (step, at) = (self.steps, self.at);
        self.steps += 1;
        Some(self.sum.write(&Step { step, at, ..line }))
    }

    /// Adds the end line of a game that ended in this state, and returns the line.
    fn end(&mut self, game: &Game) -> String {
        self.sum.write(&End::new(self.steps, game))
    }

    /// Returns the checksum of the game's file if the game ends in this state.
    pub(crate) fn game_sum(&self, game: &Game) -> String {
        let mut lines = self.clone();
        lines.end(game);
        lines.sum.as_str().to_owned()
    }
}

impl PlayedGame {
    /// Returns the file of the game.
    ///
    /// # Errors
    /// [`RecordError::Impossible`] if no action leads to the events of a record.
    pub fn to_file(&self) -> Result<String, RecordError> {
        let (mut lines, mut text) = FileLines::begin(self);
        let mut game = Game::from_deal(self.rules, self.first, &self.dealt)
            .map_err(|_| RecordError::Impossible)?;
        for played in &self.actions {
            text += &lines.add(&game, played).ok_or(RecordError::Impossible)?;
            played.events.iter().for_each(|event| game.evolve(event));
        }
        text += &lines.end(&game);
        let players = self.players.iter();
        let names = players.map(|player| player.name.clone()).collect();
        let stand_in = self.winning_stand_in().is_some();
        Ok(text + &lines.sum.write(&Names { names, stand_in }))
    }

    fn chosen_first(&self) -> Option<Seat> {
        self.is_first_chosen.then_some(self.first)
    }

    fn head(&self) -> Head {
        Head {
            kittens_game: VERSION,
            game: self.proof.as_ref().map(|proof| proof.game.to_string()),
            rules: self.rules,
            players: self.players.clone(),
            first: self.chosen_first().map(letter),
            dealt_at: self.dealt_at,
            proof: self.proof.as_ref().map(ProofForm::new),
        }
    }

    fn deal(&self, chance: &mut ReplayedChance) -> Step {
        let recorded = if chance.is_recorded() {
            recorded_outcomes::outcomes_of_deal(self)
        } else {
            Vec::new()
        };
        let (_, draws) = chance.deal(self.rules, self.chosen_first(), recorded);
        Step {
            step: 0,
            at: self.dealt_at,
            what: DEAL.to_owned(),
            draws,
            events: None,
        }
    }
}

/// Returns the line of an action taken in this state, without its final number and time; `None` if no action leads to
/// these events.
fn write_step(before: &Game, played: &PlayedAction, chance: &mut ReplayedChance) -> Option<Step> {
    let action = recorded_outcomes::action_of(before, &played.events)?;
    let what = action_words(before, &action);
    let action = read_action(&what, before).ok()?;
    let events = played
        .events
        .iter()
        .map(|event| with_order_of(action, event));
    Some(Step {
        step: 0,
        at: played.at,
        draws: draws(before, (action, played), chance),
        what,
        events: Some(events.collect()),
    })
}

fn draws(
    before: &Game,
    (action, played): (Action, &PlayedAction),
    chance: &mut ReplayedChance,
) -> Vec<RandomPick> {
    let recorded = if chance.is_recorded() {
        recorded_outcomes::outcomes(before, &action, &played.events)
    } else if played.drawn.is_empty() {
        return Vec::new();
    } else {
        Vec::new()
    };
    let placing = Placing::of(played.drawn.first().copied());
    // If the action is illegal, the error is ignored here. A reader of the file will encounter it.
    chance
        .play(&mut before.clone(), action, placing, recorded)
        .1
}

/// Returns the event, with an `Order` answer replaced by the answer parsed from the action's words, which do not
/// distinguish equal cards.
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
    /// Returns the end line of a game that ended in this state after this many step lines.
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
