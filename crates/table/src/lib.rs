//! One table of Exploding Kittens, from its lobby to its rematch: who sits where, whose turn it is,
//! how long everybody has, what each of them may see. It is a plain function of the time, of what
//! happened and of the chance that is handed in; it knows no network, no Discord, no clock, no
//! runtime, and nothing of the rules but what the `rules` crate says.

pub mod choice_job;
pub mod computer_setup;
pub mod control;
mod delay;
pub mod effect;
pub mod ids;
pub mod input;
pub mod intent;
pub mod journal;
pub mod options;
pub mod pace;
mod playing;
pub mod preferences;
mod presence;
pub mod record;
pub mod refusal;
mod remarks;
pub mod screen;
mod seats;
mod show;
mod state;
mod table;
pub mod text;
mod work;

pub use table::{Table, TableLocation};
