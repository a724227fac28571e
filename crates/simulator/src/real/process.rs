//! A bot process that can be killed, shut down, stopped and resumed.

use std::process::{Child, Command};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use tokio::time::sleep;

use super::error::{RealError, system_error};

const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The length of a tick in `/proc/PID/stat`, in milliseconds. Linux counts 100 ticks per second there.
const TICK_MS: u64 = 10;

/// A running `kittens run`, killed when dropped.
pub struct Process {
    child: Child,
}

impl Process {
    /// Starts the process that `Environment::command` describes.
    pub fn start(command: &mut Command) -> Result<Self, RealError> {
        let child = command.spawn().map_err(system_error(
            "the program `kittens` does not start (build it with `cargo build`)",
        ))?;
        Ok(Self { child })
    }

    /// Kills the process with SIGKILL, and waits until it is gone.
    pub(super) fn kill(&mut self) -> Result<(), RealError> {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        ended
            .map(drop)
            .map_err(system_error("a process cannot be killed"))
    }

    /// Shuts the process down with SIGTERM, and waits until it is gone.
    pub(crate) async fn terminate(&mut self) -> Result<(), RealError> {
        self.signal(Signal::TERM)?;
        self.wait_until_ended().await
    }

    pub(super) async fn wait_until_ended(&mut self) -> Result<(), RealError> {
        let failed = "a terminated process does not end";
        while self
            .child
            .try_wait()
            .map_err(system_error(failed))?
            .is_none()
        {
            sleep(EXIT_POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Stops the process with SIGSTOP. It does nothing until it is resumed.
    pub fn stop(&self) -> Result<(), RealError> {
        self.signal(Signal::STOP)
    }

    /// Resumes a stopped process (SIGCONT).
    pub fn continue_stopped(&self) -> Result<(), RealError> {
        self.signal(Signal::CONT)
    }

    /// Returns the process's peak memory in KiB; 0 if the system does not report it.
    pub(crate) fn peak_memory_kib(&self) -> u64 {
        self.read_status("VmHWM:")
    }

    pub(super) fn memory_kib(&self) -> u64 {
        self.read_status("VmRSS:")
    }

    pub(super) fn processor_time(&self) -> Duration {
        processor_time(&self.child.id().to_string())
    }

    fn read_status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let amount = line.and_then(|line| line.split_whitespace().next());
        amount.and_then(|amount| amount.parse().ok()).unwrap_or(0)
    }

    fn signal(&self, signal: Signal) -> Result<(), RealError> {
        kill_process(Pid::from_child(&self.child), signal)
            .map_err(|error| system_error("a process cannot be signalled")(error.into()))
    }
}

/// Returns the processor time that a process has used, in steps of 10 ms. `process` is a process id, or `self` for the
/// calling process.
pub(super) fn processor_time(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program's name, in parentheses, may contain spaces. Of the fields after it, the twelfth and
    // thirteenth are the user and system ticks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * TICK_MS)
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error cannot be reported here. Usually, the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
