//! Whole tables through their one door, under a virtual clock: what people are shown is all that
//! they click.

mod bad_input;
mod clock;
mod computers;
mod driver;
mod lobby;
mod monkey;
mod nope;
mod old_journals;
mod replay;
mod seats;
mod two_worlds;
mod whole_games;
