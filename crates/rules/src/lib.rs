//! The rules of Exploding Kittens in several editions, as a pure library.
//!
//! | question | decided in |
//! |---|---|
//! | which actions are legal | [`Game::legal`], `legal.rs`; why an action is illegal: `illegal.rs` |
//! | what an action does (a second Attack, a Nope, a Favor) | [`Game::play`], `action_effects.rs` |
//! | when kittens go off without a draw, and what saves a player from them | `kittens.rs` |
//! | what a blind player's card does, which cards are marked | `hand_visibility.rs` |
//! | what a card in front of a player does | `cards_in_front.rs` |
//! | when the stash replaces a hand | `stash.rs` |
//! | the properties of a title (when it is played, on whom) | [`Title::spec`], `card.rs` |
//! | how an event changes the state | [`Game::evolve`], `event_application.rs` |
//! | what a viewer may see | [`Game::view`], `view.rs`, and [`redact()`], `redact.rs` |
//! | how the editions differ | [`Edition`], read from `config/editions/*.toml` |
//! | what a recipe is, and its code | [`Recipe`], `recipe_encoding.rs`; the built-in ones: `config/recipes/*.toml` |
//! | which decks can be played, and by how many | `RulesetParts::check`, `ruleset.rs`; why not: [`RecipeError`] |
//! | what a table may change | [`HouseRules`], `house_rules.rs` |
//! | what must hold in every state | [`Game::check_invariants`], `invariants.rs` |
//!
//! [`Game::play`] checks an action and turns it into [`Event`]s, which carry every random outcome; [`Game::evolve`]
//! applies them and cannot fail. Replaying a game therefore needs only the deal and the events. Seats are numbered
//! clockwise from 0. In actions, events and views, places in the draw pile are counted from 0 at the top.
//!
//! This crate must never read a clock, do I/O, ask the operating system for randomness or contain text for players.
//! Expired deadlines arrive as [`Action::TimeOut`], randomness through [`Randomness`]. Players may get hidden cards
//! only through [`Game::view`] and [`redact()`]; the `Debug` output of hands and piles shows only counts. Deadlines,
//! the people in the seats, records and screens belong to the `table` crate, computer players to the `players` crate.

// The façade used by other crates is fully documented.
#![warn(missing_docs)]
#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a match that does not handle a new title, play, choice or event must not compile"
)]

pub mod scenario;
#[cfg(any(test, feature = "simulation"))]
pub mod simulation;

mod action;
mod action_effects;
mod answer_kind;
mod bits;
mod card;
mod cards_in_front;
mod choice;
mod deal;
mod determinize;
mod direction;
mod edition;
mod edition_file;
mod event;
mod event_application;
mod game;
mod hand;
mod hand_visibility;
mod handmade_position;
mod house_rules;
mod illegal;
mod invariants;
mod kittens;
mod leaver;
mod legal;
mod named;
mod nope_window;
mod phase;
mod pile;
mod private_news;
#[cfg(test)]
mod random_games;
mod randomness;
mod recipe;
mod recipe_code;
mod recipe_encoding;
mod recipe_error;
mod recipe_file;
mod redact;
mod redacted_debug;
mod rulebook;
mod ruleset;
mod seat;
mod seeded_chance;
mod stash;
mod stored_form;
mod title;
mod unresolved_hazards;
mod view;

pub use action::{Action, Play};
pub use answer_kind::{AnswerKind, Audience};
pub use card::{
    Aim, CardChoice, CardClass, CardSpec, Chooser, Effect, Hazard, Shows, Timing, TurnEffect,
};
pub use choice::{Answers, BlindPick, Choice, ChoiceAnswer, ChoiceKind, Order};
pub use determinize::Guess;
pub use direction::Direction;
pub use edition::{Edition, EditionGroup, EditionId, Editions, PlayerRange, UnknownEditionError};
pub use edition_file::EditionError;
pub use event::{Deal, Event, Events, Look, LostKitten, MAX_EVENTS};
pub use game::{Death, DeathCause, Game};
pub use hand::{Hand, HeldCard};
pub use handmade_position::{Setup, SetupError};
pub use house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule, HouseRules};
pub use illegal::Illegal;
pub use invariants::InvariantError;
pub use legal::{BlindOptions, Legal, LegalOptions, Targets, TurnOptions, WildCombos};
pub use phase::{MAX_NOPES, NopeWindow, Phase, Turn};
pub use pile::{DrawPile, Face, Pile, PileCard, PileEnd};
pub use private_news::PrivateNews;
pub use randomness::Randomness;
pub use recipe::Recipe;
pub use recipe_code::{RecipeCode, RecipeCodeError};
pub use recipe_error::RecipeError;
pub use redact::{SeenEvent, SeenKitten, redact};
pub use rulebook::{
    DeadHand, HazardCount, MAX_COPIES, MAX_FUTURE_DEPTH, MAX_LOOK, MAX_TITLES, Rulebook,
    ShuffleRule, SpareDefuseLimit, SpareDefuses,
};
pub use ruleset::{Ruleset, RulesetError, RulesetParts};
pub use seat::{Seat, SeatSet};
pub use seeded_chance::SeededChance;
pub use title::{Title, TitleSet, UnknownTitleError};
pub use unresolved_hazards::{Aftermath, UnresolvedHazards};
pub use view::{PlayerView, SeatView};
