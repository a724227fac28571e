//! Real bot processes on the sandbox. `kittens-lab torture --real` kills or stops them at random moments while people
//! play, then compares the journal with the channels' messages and with the bot's answers. `calls` counts
//! REST calls, and `load` measures latency and resource use. This module must never touch a process that it did not
//! start, or a database that it was not given.

mod audit;
mod calls;
mod environment;
mod error;
mod game;
mod kills;
mod load;
mod plan;
mod player;
mod process;
mod report;
mod storage;
mod takeovers;

pub use calls::{CallReport, count_calls};
pub use environment::Environment;
pub use error::RealError;
pub(crate) use error::{TIMEOUT, system_error, within};
pub use kills::kill;
pub use load::{
    LoadPlan, LoadReport, StartFigures, StartPlan, StartReport, find_most, measure_start,
    put_under_load,
};
pub use plan::{Plan, default_program, seconds};
pub use process::Process;
pub use report::Report;
pub(crate) use storage::parse_lasting;
pub use storage::{Storage, StorageKind};
pub use takeovers::take_over;
