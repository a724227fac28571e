//! The project's tasks: `cargo xtask check` while working, `cargo xtask test` before finishing.
//!
//! A task installs missing programs if it has permission, and otherwise reports what to install. It uses the network
//! only for crates, Debian packages, cargo-deny and a Rust target. Only two tasks change committed files: `advisories`
//! replaces the crates in `deny/advisory-db`, and `screens` replaces pictures in `docs/screens`.

mod cargo;
mod ci_target;
mod deny;
#[cfg(test)]
mod documents;
mod error;
mod image;
mod packages;
mod process;
mod screens;
mod seed;
mod tidy;

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use cargo::Cargo;
use error::TaskError;
use process::BackgroundCommand;

/// Packages whose unit tests play thousands of games. Tests with whole games over the wire, browsers or databases
/// belong in separate test programs (`tests/`), which `check` does not run.
const SLOW_PACKAGES: [&str; 2] = ["lab", "simulator"];

/// Modules of unit tests that `check` does not run: they play thousands of games, or check all texts on all screens.
const SLOW_MODULES: [&str; 2] = ["random_games::", "text::check::"];

const CLIPPY: [&str; 6] = [
    "clippy",
    "--workspace",
    "--all-targets",
    "--",
    "-D",
    "warnings",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    match run(&task, arguments.next().as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, argument: Option<&str>) -> Result<(), TaskError> {
    match task {
        "check" => check(&Cargo::prepare()?),
        "test" => test(&Cargo::prepare()?.with_lints()),
        "tidy" => tidy::check(),
        "deny" => deny::check(&Cargo::prepare()?),
        "advisories" => {
            let clone = argument.ok_or(TaskError::NoDatabaseClone)?;
            deny::update_advisories(clone.as_ref())
        }
        "screens" => screens::take(&Cargo::prepare()?),
        "image" => image::build(&Cargo::prepare()?, argument),
        "browser" => packages::ensure_browser(),
        "database" => packages::ensure_database(),
        "deploy-tools" => packages::ensure_deploy_tools(),
        "python" => packages::ensure_python(),
        other => Err(TaskError::UnknownTask(other.to_owned())),
    }
}

/// Checks the code and runs the faster unit tests.
fn check(cargo: &Cargo) -> Result<(), TaskError> {
    cargo.fetch()?;
    inspect(cargo)?;
    cargo.run(&CLIPPY)?;
    let mut arguments = vec!["test", "--workspace", "--lib", "--bins"];
    arguments.extend(SLOW_PACKAGES.iter().flat_map(|name| ["--exclude", name]));
    arguments.push("--");
    arguments.extend(SLOW_MODULES.iter().flat_map(|name| ["--skip", name]));
    cargo.run(&arguments)
}

/// Runs the checks, the unit tests and the test programs. Compiling the tests also runs the lints.
fn test(cargo: &Cargo) -> Result<(), TaskError> {
    deny::check(cargo)?;
    inspect(cargo)?;
    thread::scope(|scope| {
        let installed = scope.spawn(install_programs);
        let compiled = cargo.run(&["test", "--workspace", "--no-run"]);
        let installed = installed.join();
        compiled.and(installed.unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    run_tests(cargo)
}

/// Installs the programs that tests use, if they are missing.
fn install_programs() -> Result<(), TaskError> {
    packages::ensure_browser()?;
    packages::ensure_database()?;
    packages::ensure_deploy_tools()?;
    packages::ensure_python()
}

/// Runs the unit tests and the test programs. Whole games over the wire mostly wait for timers, so the unit tests,
/// which use the CPU, run alongside at a lower priority. The journal's test program does not: its databases must answer
/// in time.
fn run_tests(cargo: &Cargo) -> Result<(), TaskError> {
    const UNIT_TESTS: [&str; 5] = ["test", "--workspace", "--lib", "--bins", "--no-fail-fast"];
    // Several threads even on a small machine, because most of these tests wait most of the time.
    const TEST_PROGRAMS: [&str; 7] = [
        "test",
        "--workspace",
        "--test",
        "*",
        "--no-fail-fast",
        "--",
        "--test-threads=6",
    ];
    let unit_tests = BackgroundCommand::start(cargo.at_lowest_priority(&UNIT_TESTS))?;
    let wire = cargo.run(&TEST_PROGRAMS);
    unit_tests.finish().and(wire)
}

/// Checks the text and format of the code without compiling it.
fn inspect(cargo: &Cargo) -> Result<(), TaskError> {
    tidy::check()?;
    cargo.run(&["fmt", "--all", "--check"])
}
