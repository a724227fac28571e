//! The rules of Exploding Kittens in four editions: what the game is, and nothing else.
//!
//! An action is checked and decided by [`Game::decide`], which makes [`Event`]s; [`Game::evolve`]
//! applies them and cannot fail. [`Game::legal`] is the one source of what may be done, and
//! [`Game::view`] and [`redact()`] are the only ways out for hidden cards. Seats count from 0,
//! clockwise; places in the draw pile count from its top, 0.
//!
//! No clock, no chance of its own, no input or output, no text for people: time is a
//! [`Action::TimeOut`], chance comes in through [`Chance`]. `Debug` of hands and piles shows
//! counts, never cards.

pub mod scenario;
pub mod simulation;

mod action;
mod bits;
mod chance;
mod deal;
mod decide;
mod edition;
mod event;
mod evolve;
mod game;
mod hand;
mod house_rules;
mod illegal;
mod imagine;
mod invariants;
mod legal;
mod phase;
mod pile;
#[cfg(test)]
mod properties;
mod reader;
mod redact;
mod refusal;
mod ruleset;
mod seat;
mod seeded;
mod setup;
mod title;
mod view;

pub use action::{Action, Play};
pub use chance::Chance;
pub use edition::{
    DeadHand, Edition, EditionError, EditionId, Editions, MOST_FUTURE, PlayerRange, ShuffleRule,
    SpareDefuses, UnknownEdition,
};
pub use event::{Dealt, Event, Events, Look, LostKitten, MOST_EVENTS};
pub use game::{Death, Fate, Game};
pub use hand::Hand;
pub use house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRules};
pub use illegal::Illegal;
pub use imagine::Guess;
pub use invariants::Broken;
pub use legal::{FavorOptions, Legal, Options, TurnOptions};
pub use phase::{MOST_NOPES, Phase, Turn, Window};
pub use pile::Pile;
pub use redact::{SeenEvent, SeenKitten, redact};
pub use ruleset::{Ruleset, RulesetError};
pub use seat::{Seat, SeatSet};
pub use seeded::Seeded;
pub use setup::{Setup, SetupError};
pub use title::{Title, TitleSet, UnknownTitle};
pub use view::{PlayerView, SeatView};
