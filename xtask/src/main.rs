//! The project's own chores: `cargo xtask test` runs every check and every test.
//!
//! It installs what the tests need where it may, and says what to install where it may not. It
//! never touches the network beyond Debian's packages, and never changes the checkout.

mod browser;
mod database;
mod step;
mod tidy;

use std::process::ExitCode;

use step::{Failed, cargo};

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let outcome = match task.as_str() {
        "test" => test(),
        "browser" => browser::ensure(),
        "database" => database::ensure(),
        "tidy" => tidy::check(),
        other => Err(Failed::UnknownTask(other.to_owned())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            println!("xtask: {failed}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold, cheapest first.
fn test() -> Result<(), Failed> {
    tidy::check()?;
    cargo(&["fmt", "--all", "--check"])?;
    browser::ensure()?;
    database::ensure()?;
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    cargo(&["test", "--workspace", "--no-fail-fast"])
}
