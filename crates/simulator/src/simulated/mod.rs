//! Simulated games: under one seed each, with a clock, a network and a disk that are simulated and
//! fail, and processes that die at named points. What runs in them is the bot itself, from the desk
//! to the outbox; what it runs on is made of dice. It must never touch the world outside: no
//! network, no files, no clock, no chance but the seed's.

mod dice;
mod discord;
mod disk;
mod fate;
mod fault;
mod game;
mod judge;
mod kinds;
mod life;
mod people;
mod plan;
mod points;
mod report;
mod tally;
mod torture;
mod wire;
mod world;

pub use points::census;
pub use report::Report;
pub use torture::{Torture, transcript};

#[cfg(test)]
mod tests;
