//! Runs cargo with the tests' environment, and in CI with a target folder that outlives the checkout.
//!
//! The full tests are compiled with clippy's driver instead of the compiler, so that a single compilation serves both
//! lints and tests.

use std::path::PathBuf;
use std::process::Command;

use crate::error::TaskError;
use crate::process::run_command;
use crate::{ci_target, seed};

/// Cargo in this workspace, with the tests' environment.
pub(crate) struct Cargo {
    program: String,
    seed: Option<u64>,
    /// The target folder in CI, where compilation is not incremental.
    ci_target: Option<PathBuf>,
    /// True to lint all workspace code that is compiled.
    lints: bool,
}

/// The arguments of clippy's driver, in the form in which `cargo clippy -- -D warnings` passes them.
const DENY_WARNINGS: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

impl Cargo {
    /// Chooses the seed and the target folder, and prints them.
    pub(crate) fn prepare() -> Result<Self, TaskError> {
        Ok(Self {
            program: std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()),
            seed: seed::choose(),
            ci_target: ci_target::prepare()?,
            lints: false,
        })
    }

    /// Returns the same cargo with clippy's warnings as errors and without debug information.
    pub(crate) fn with_lints(self) -> Self {
        Self {
            lints: true,
            ..self
        }
    }

    /// Downloads missing crates for all platforms. A build downloads only the crates for its own platform, but `cargo
    /// metadata --offline` needs all crates.
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

    pub(crate) fn at_lowest_priority(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("nice");
        command
            .args(["-n", "19"])
            .arg(&self.program)
            .args(arguments);
        self.prepare_environment(&mut command);
        command
    }

    /// Sets the environment of a command that runs cargo, directly or indirectly.
    pub(crate) fn prepare_environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        // Removes variables set by the cargo process that runs this program: some build scripts rerun if they change.
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
            // Incremental compilation helps only when changed code is built again.
            command
                .env("CARGO_TARGET_DIR", folder)
                .env("CARGO_INCREMENTAL", "0");
        }
        command
    }
}
