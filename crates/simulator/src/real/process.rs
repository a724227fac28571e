//! One process of the bot, which can be killed, stopped and let go on. It never outlives its owner.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{RealError, system};

/// A running `kittens run`.
pub(super) struct Process {
    child: Child,
}

impl Process {
    /// Starts the program with these settings.
    pub(super) fn start(program: &Path, settings: &Path, token: &str) -> Result<Self, RealError> {
        let mut command = Command::new(program);
        command.arg("run").arg("--config").arg(settings);
        command.env("DISCORD_TOKEN", token).stdin(Stdio::null());
        let child = command.spawn().map_err(system(
            "the program `kittens` does not start (build it with `cargo build`)",
        ))?;
        Ok(Self { child })
    }

    /// Ends it as the system does when it is out of memory: without a word.
    pub(super) fn kill(&mut self) -> Result<(), RealError> {
        self.child
            .kill()
            .map_err(system("a process is not killed"))?;
        let ended = self.child.wait();
        ended.map(drop).map_err(system("a process does not end"))
    }

    /// It does nothing more, and does not know.
    pub(super) fn stop(&self) -> Result<(), RealError> {
        self.signal(Signal::STOP)
    }

    /// It goes on as if nothing had been.
    pub(super) fn go_on(&self) -> Result<(), RealError> {
        self.signal(Signal::CONT)
    }

    fn signal(&self, signal: Signal) -> Result<(), RealError> {
        kill_process(Pid::from_child(&self.child), signal)
            .map_err(|error| system("a process takes no signal")(error.into()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
