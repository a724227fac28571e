//! Runs programs with the terminal's own output. A failure names the command.

use std::path::Path;
use std::process::Command;

use crate::error::TaskError;

/// Runs a program to its end.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<(), TaskError> {
    run_command(Command::new(program).args(arguments))
}

/// Prints a command, then runs it to its end.
pub(crate) fn run_command(command: &mut Command) -> Result<(), TaskError> {
    let shown = show(command);
    println!("xtask: {shown}");
    let status = command.status().map_err(|source| TaskError::NotStarted {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(TaskError::Command(shown))
    }
}

/// Returns true if a program of this name or path answers to `--version`.
pub(crate) fn is_installed(program: impl AsRef<Path>) -> bool {
    Command::new(program.as_ref())
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Returns what a program prints, without the line's end, or `None` if it fails.
pub(crate) fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
