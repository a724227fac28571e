//! Fakes of the journal, the log, people, preferences, the system clock and Discord, for unit tests that need neither a
//! server nor a file. Not part of the product.

mod journal;
mod log_lines;
mod people;
mod preferences;
mod system_clock;
mod transport;

pub(crate) use journal::{AppendFault, FakeJournal};
pub(crate) use log_lines::LogLines;
pub(crate) use people::{
    CHANNEL, GUILD, callback, clicker, closed_table, command, error_answer, internal_error,
    open_request, options, private_answer, refusal_answer, settle,
};
pub(crate) use preferences::FakePreferences;
pub(crate) use system_clock::{ClockJumps, system_clock};
pub(crate) use transport::FakeDiscord;
