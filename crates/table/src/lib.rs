//! One table of Exploding Kittens, from its lobby to its rematch: the seats, the turns, the deadlines, and the screens
//! for each viewer. Screens that do not need a table are in [`pages`].
//!
//! [`Table`] is a state machine without I/O: the driver passes in the time, an input and a source of randomness, and
//! gets back effects to carry out and often a journal entry. The crate uses no network, no Discord API, no clock and no
//! runtime. `rules::Game::legal` decides which actions are legal, the crate `players` decides what computer players
//! choose, and the crate `discord` decides how requests are retried.

// The façade used by other crates is fully documented.
#![warn(missing_docs)]
#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a match that does not handle a new title, play, choice or event must not compile"
)]

/// The allocator that the program also uses. The tests build thousands of screens.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod about;
mod applied_interactions;
mod auto_pass;
mod awards;
mod beat;
mod computer_delay;
pub mod computer_setup;
pub mod config;
pub mod control;
pub mod direct_hand;
pub mod display_mode;
mod door;
mod due;
pub mod effect;
pub mod entry;
pub mod entry_limits;
mod finished_game;
pub mod fixed_time_limits;
pub mod form;
pub mod game_file;
mod game_history;
mod handler;
mod hidden_kittens;
pub mod ids;
pub mod input;
pub mod intent;
mod kitten_origins;
pub mod move_search;
mod open_panels;
mod option_value;
pub mod options;
mod oracles;
pub mod pace;
pub mod pages;
mod panel_summary;
pub mod personal_data;
pub mod preference_value;
pub mod preferences;
mod proof;
mod recent_edits;
pub mod recipe_list;
pub mod record;
pub mod refusal;
mod remarks;
mod rematch;
mod rescue;
pub mod results;
mod running_game;
pub mod screen;
pub mod screen_format;
mod seat_counts;
mod seats;
mod series;
mod solo_game;
mod state;
pub mod store_error;
mod survival;
mod table;
pub mod text;
mod turn_reason;
mod turn_reminder;
pub mod user_set;
mod views;
mod vote_rules;
pub mod watch_speed;

pub use ids::TableLocation;
pub use table::Table;
