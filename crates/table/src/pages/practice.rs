//! Practice: a person plays alone and in private against computers, in any edition, as often as they like. Results do
//! not count, so games are not proven fair. A lesson is a practice with fixed cards, in which the person gets advice.
//! This module does no I/O. The crate `journal` stores practices, at most one for each person.

mod lesson;
mod screen;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;

use fairness::{GameId, Secret};
use players::Strength;
use rules::{Decks, Edition, EditionId, Editions, HouseRules, Ruleset};
use serde::{Deserialize, Serialize};

use crate::control::custom_id::words;
use crate::control::value::number;
use crate::control::{ControlError, Stamp};
use crate::ids::{Millis, Revision, TableId};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::pages::PageIntent;
use crate::refusal::Refusal;
use crate::screen::Screen;
use crate::solo_game::{MovesError, SoloDeal, SoloGame};

#[cfg(any(test, feature = "text-check"))]
pub(crate) use lesson::Advice;
pub(crate) use screen::PracticeResult;
pub use screen::{PracticeView, practice_page};
#[cfg(any(test, feature = "text-check"))]
pub(crate) use screen::{game_title, result};

/// The high bits of the table ids that represent practices. The random id of a real table practically never has them.
const TABLES: u64 = (u64::MAX << 20) & !(1 << 20);
/// The low bits of a practice's table id, which contain the number of the deal.
const NUMBER: u64 = (1 << 20) - 1;

/// The maximum number of computers in a practice.
pub const MAX_OPPONENTS: u8 = 4;

/// The settings of a practice. Untrusted if they come from a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PracticeSetup {
    /// The edition to play.
    pub edition: EditionId,
    /// The number of computers; [`PracticeSetup::allowed_in`] limits it.
    pub opponents: u8,
    /// The strength of the computers.
    pub strength: Strength,
}

/// A request about a practice, other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PracticeRequest {
    /// Show the practice page with these settings.
    Open(PracticeSetup),
    /// Show the current state of the practice.
    Continue,
    /// Deal a game with these settings, replacing the game in progress.
    Deal(PracticeSetup),
    /// Deal the lesson, replacing the game in progress.
    Learn,
}

/// A menu on the practice page. It contains the current settings and changes one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PracticeMenu {
    /// The edition. Values: the ids of editions.
    Edition(PracticeSetup),
    /// The number of opponents. Values: numbers.
    Opponents(PracticeSetup),
    /// The strength of the computers. Values: the ids of strengths.
    Strength(PracticeSetup),
}

impl Default for PracticeSetup {
    fn default() -> Self {
        Self {
            edition: EditionId::ORIGINAL,
            opponents: 2,
            strength: Strength::default(),
        }
    }
}

impl PracticeSetup {
    /// Returns the numbers of opponents that this edition allows, up to [`MAX_OPPONENTS`].
    pub fn opponents_in(edition: &Edition) -> RangeInclusive<u8> {
        let players = edition.players(Decks::One);
        players.map_or(1..=MAX_OPPONENTS, |players| {
            let [fewest, most] =
                [players.min, players.max].map(|players| players.saturating_sub(1));
            fewest.max(1)..=most.min(MAX_OPPONENTS)
        })
    }

    /// Returns these settings with the nearest number of opponents that the edition allows.
    #[must_use]
    pub fn allowed_in(self, editions: &Editions) -> Self {
        let allowed = Self::opponents_in(editions.get(self.edition));
        let opponents = self.opponents.max(*allowed.start()).min(*allowed.end());
        Self { opponents, ..self }
    }
}

impl PracticeMenu {
    pub(crate) fn choose(self, value: &str) -> Result<PracticeRequest, ControlError> {
        Ok(PracticeRequest::Open(match self {
            Self::Edition(setup) => PracticeSetup {
                edition: number(value)?,
                ..setup
            },
            Self::Opponents(setup) => PracticeSetup {
                opponents: number(value)?,
                ..setup
            },
            Self::Strength(setup) => PracticeSetup {
                strength: number(value)?,
                ..setup
            },
        }))
    }
}

words! { practice_request: PracticeRequest {
    "open"(setup: practice_setup) => { PracticeRequest::Open(setup) }
    "go-on" => { PracticeRequest::Continue }
    "deal"(setup: practice_setup) => { PracticeRequest::Deal(setup) }
    "learn" => { PracticeRequest::Learn }
} }

words! { practice_menu: PracticeMenu {
    "edition"(setup: practice_setup) => { PracticeMenu::Edition(setup) }
    "computers"(setup: practice_setup) => { PracticeMenu::Opponents(setup) }
    "strength"(setup: practice_setup) => { PracticeMenu::Strength(setup) }
} }

words! { practice_setup: PracticeSetup {
    "with"(edition: text, opponents: text, strength: text) => {
        PracticeSetup { edition, opponents, strength }
    }
} }

/// A person's stored practice. `Debug` shows neither the secret nor the moves.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Practice {
    /// The number of this deal among the person's deals, from 1.
    pub number: u32,
    rules: Ruleset,
    strength: Strength,
    #[serde(default)]
    is_lesson: bool,
    secret: Secret,
    /// The moves so far, including the computers'. They reveal hidden cards.
    moves: String,
    /// When this version was shown to the person.
    pub shown_at: Millis,
    /// True once the game has ended for the person.
    pub is_over: bool,
}

/// The part of a practice that its player may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PracticeExtract {
    rules: Ruleset,
    strength: Strength,
    is_lesson: bool,
    /// Empty until the game is over.
    moves: String,
    shown_at: Millis,
}

impl fmt::Debug for Practice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Practice")
            .field("number", &self.number)
            .field("is_over", &self.is_over)
            .finish_non_exhaustive()
    }
}

impl Practice {
    /// Deals a game. `before` is the person's previous practice. Returns `None` if the edition does not allow this
    /// number of players.
    pub fn deal(
        setup: PracticeSetup,
        editions: &Editions,
        secret: Secret,
        before: Option<&Self>,
    ) -> Option<PracticeGame> {
        let players = usize::from(setup.opponents) + 1;
        let edition = editions.get(setup.edition);
        let rules = Ruleset::new(edition, HouseRules::default(), players).ok()?;
        Some(Self::begin((rules, setup.strength, secret), false, before))
    }

    /// Deals the lesson. `before` is the person's previous practice.
    pub fn learn(before: Option<&Self>) -> PracticeGame {
        Self::begin(lesson::deal(), true, before)
    }

    fn begin(
        (rules, strength, secret): (Ruleset, Strength, Secret),
        is_lesson: bool,
        before: Option<&Self>,
    ) -> PracticeGame {
        let practice = Self {
            number: before.map_or(0, |before| before.number) % NUMBER as u32 + 1,
            rules,
            strength,
            is_lesson,
            secret,
            moves: String::new(),
            shown_at: Millis(0),
            is_over: false,
        };
        let game = SoloGame::deal(practice.source());
        PracticeGame { practice, game }
    }

    fn source(&self) -> SoloDeal {
        SoloDeal {
            table: TableId(TABLES | u64::from(self.number)),
            // Games do not share secrets (except lessons, which are all the same), so the id need not be unique.
            game: GameId {
                channel: 0,
                table: 0,
                game: 1,
            },
            secret: self.secret.clone(),
            shares: Vec::new(),
            rules: self.rules,
            strength: self.strength,
        }
    }

    /// Returns true if this id represents a practice.
    pub fn is_table(table: TableId) -> bool {
        table.0 & !NUMBER == TABLES
    }

    /// Returns the stamp for the controls of this practice.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            table: self.source().table,
            revision: Revision(self.moves.split_whitespace().count() as u32),
        }
    }

    /// Returns the settings for another game of the same kind.
    pub fn setup(&self) -> PracticeSetup {
        PracticeSetup {
            edition: self.rules.edition(),
            opponents: (self.rules.players() - 1) as u8,
            strength: self.strength,
        }
    }

    fn own_setup(&self) -> Option<PracticeSetup> {
        (!self.is_lesson).then(|| self.setup())
    }

    /// Makes the person's move. If the move is refused, returns the unchanged game and the refusal.
    ///
    /// # Errors
    /// [`MovesError`] if the stored moves cannot be replayed.
    pub fn play(&self, intent: Intent) -> Result<(PracticeGame, Option<Refusal>), MovesError> {
        let mut game = self.replay()?;
        let refusal = game.play(intent).err();
        let practice = self.clone();
        Ok((PracticeGame { practice, game }, refusal))
    }

    /// Returns true if the computers think for so long that their moves must be made outside the click's task.
    pub fn thinks_long(&self) -> bool {
        self.strength == Strength::Tiger
    }

    fn replay(&self) -> Result<SoloGame, MovesError> {
        SoloGame::replay(self.source(), &self.moves)
    }

    /// Returns the screen of the game in progress, with the person's hand at this step of the panel.
    ///
    /// # Errors
    /// [`MovesError`] if the stored moves cannot be replayed.
    pub fn game_screen(
        &self,
        person: &Clicker,
        (step, refusal): (PanelStep, Option<Refusal>),
    ) -> Result<Screen, MovesError> {
        let game = self.replay()?;
        let advice = lesson::advice(&game.view()).filter(|_| self.is_lesson);
        let message = advice.map(|advice| advice.message(self.rules.edition()));
        let title = screen::game_title(self.own_setup());
        Ok(game.screen(person, &title, (step, refusal), message.as_ref()))
    }

    /// Returns the screen that shows only the person's death; `None` if they have not died.
    ///
    /// # Errors
    /// [`MovesError`] if the stored moves cannot be replayed.
    pub fn death_screen(&self, person: &Clicker) -> Result<Option<Screen>, MovesError> {
        let on = PageIntent::Practice(PracticeRequest::Continue);
        Ok(self.replay()?.death_screen(person, on))
    }

    /// Returns the result of a game that has ended for the person.
    ///
    /// # Errors
    /// [`MovesError`] if the stored moves cannot be replayed.
    pub fn result_screen(&self, person: &Clicker) -> Result<Screen, MovesError> {
        let game = self.replay()?;
        let view = PracticeResult {
            stamp: self.stamp(),
            setup: self.own_setup(),
            place: game.place().unwrap_or_default(),
            players: self.rules.players() as u32,
            turns: game.turns(),
            trail: game.trail(),
        };
        Ok(screen::result(&view, person.language()))
    }

    /// Returns the part of the practice that its player may see.
    pub fn to_extract(&self) -> PracticeExtract {
        PracticeExtract {
            rules: self.rules,
            strength: self.strength,
            is_lesson: self.is_lesson,
            moves: if self.is_over {
                self.moves.clone()
            } else {
                String::new()
            },
            shown_at: self.shown_at,
        }
    }
}

/// A practice with its game, in which computers may have to act.
pub struct PracticeGame {
    practice: Practice,
    game: SoloGame,
}

impl PracticeGame {
    /// Makes a computer's move, or passes for the person if they can do nothing else. Returns false once the person
    /// must act or the game has ended for them.
    pub fn advance(&mut self) -> bool {
        self.game.advance(self.practice.strength)
    }

    /// Plays on until the person must act or the game has ended for them. Computers make quick choices.
    pub fn finish(mut self, now: Millis) -> Practice {
        let quick = self.practice.strength.min(Strength::Cat);
        while self.game.advance(quick) {}
        Practice {
            moves: self.game.moves(),
            is_over: self.game.place().is_some(),
            shown_at: now,
            ..self.practice
        }
    }

    /// Returns the practice as it was before the person's move.
    pub fn practice(&self) -> &Practice {
        &self.practice
    }
}
