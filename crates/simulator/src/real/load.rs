//! Load: many people click at many tables, on a fixed schedule that does not wait for answers. The bot receives the
//! clicks over its gateway connection. Measures the latency, processor time, memory and REST calls of one process, and
//! its startup.
//!
//! - the next click at a table: [`live_table`]; the schedule: [`crowd`]; counts and times: [`tally`]
//! - people who ask the coach meanwhile: [`reviews`]
//! - one process and its crowd: [`mod@bench`]; games that exist before it starts: [`running_games`]
//! - the commands and their output: [`report`], [`start`]

mod bench;
mod crowd;
mod live_table;
mod report;
mod reviews;
mod running_games;
mod start;
mod tally;

pub use report::{LoadPlan, LoadReport, find_most, put_under_load};
pub use start::{StartFigures, StartPlan, StartReport, measure_start};
