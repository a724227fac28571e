//! Tests of whole tables through the public interface, under a virtual clock. Simulated people click
//! controls of the screens that they are shown.

mod bad_input;
mod beats;
mod clock;
mod computers;
mod direct_hands;
mod display_modes;
mod driver;
mod editions;
mod entry_limits;
mod first_hand;
mod golden_journals;
mod lobby;
mod monkey;
mod nope;
mod paces;
mod personal_data;
mod pings;
mod prelude;
mod redacted_debug;
mod replay;
mod seats;
mod two_worlds;
mod whole_games;
