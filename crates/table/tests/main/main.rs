//! Tests of whole tables through the public interface, with a virtual clock. Simulated people click
//! the controls on the screens they are shown.

mod auto_pass;
mod bad_input;
mod barking;
mod beats;
mod clock;
mod computers;
mod daily;
mod direct_hands;
mod display_modes;
mod driver;
mod editions;
mod endings;
mod entry_limits;
mod first_hand;
mod game_files;
mod golden_journals;
mod hostile_files;
mod lobby;
mod monkey;
mod nope;
mod paces;
mod personal_data;
mod pings;
mod prelude;
mod proof;
mod redacted_debug;
mod rematch;
mod replay;
mod results;
mod seats;
mod streaking;
mod taps;
mod two_taps;
mod two_worlds;
mod whole_games;
