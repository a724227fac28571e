//! Runs cargo, with the settings of a build in CI where `CI` is `true`.
//!
//! The full tests are compiled by clippy's own driver in place of the compiler, so that the code is read once
//! for its lints and for the tests.

use std::path::PathBuf;
use std::process::Command;

use crate::error::TaskError;
use crate::process::run_command;
use crate::{ci_target, seed};

/// Cargo in this workspace, with the environment of the tests.
pub(crate) struct Cargo {
    program: String,
    seed: Option<u64>,
    /// The target folder and a build without incremental files, in CI.
    ci_target: Option<PathBuf>,
    /// True to check the lints of everything that is compiled.
    lints: bool,
}

/// The arguments of clippy's driver, as `cargo clippy -- -D warnings` hands them over.
const DENY_WARNINGS: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

impl Cargo {
    /// Chooses seed and target folder, and prints them.
    pub(crate) fn prepare() -> Result<Self, TaskError> {
        Ok(Self {
            program: std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()),
            seed: seed::choose(),
            ci_target: ci_target::prepare()?,
            lints: false,
        })
    }

    /// Returns the same cargo, which refuses code that clippy warns of. Nobody debugs what it compiles.
    pub(crate) fn with_lints(self) -> Self {
        Self {
            lints: true,
            ..self
        }
    }

    /// Downloads the crates of all platforms that are not there yet. A build downloads only those of its own
    /// platform, and `cargo metadata --offline` needs all.
    pub(crate) fn fetch(&self) -> Result<(), TaskError> {
        self.run(&["fetch", "--locked"])
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Result<(), TaskError> {
        run_command(&mut self.command(arguments))
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        self.prepare_environment(&mut command).args(arguments);
        command
    }

    /// Returns a cargo command that gets the processors when nothing else needs them.
    pub(crate) fn at_lowest_priority(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("nice");
        command
            .args(["-n", "19"])
            .arg(&self.program)
            .args(arguments);
        self.prepare_environment(&mut command);
        command
    }

    /// Gives a program that runs cargo the same environment.
    pub(crate) fn prepare_environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        // Those of the cargo that runs this program: some build scripts run again when they differ.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_MANIFEST_") || text.starts_with("CARGO_PKG_") {
                command.env_remove(&name);
            }
        }
        if self.lints {
            command
                .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
                .env("CLIPPY_ARGS", DENY_WARNINGS)
                .env("CARGO_PROFILE_DEV_DEBUG", "false");
        }
        if let Some(seed) = self.seed {
            command.env(seed::VARIABLE, seed.to_string());
        }
        if let Some(folder) = &self.ci_target {
            // Incremental files help only a second build of changed code.
            command
                .env("CARGO_TARGET_DIR", folder)
                .env("CARGO_INCREMENTAL", "0");
        }
        command
    }
}
