//! Runs programs in the foreground or the background. Errors name the command.

use std::io::{Read as _, pipe};
use std::path::Path;
use std::process::{Child, Command};
use std::thread::{self, JoinHandle};

use crate::error::TaskError;

pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<(), TaskError> {
    run_command(Command::new(program).args(arguments))
}

/// Prints a command and runs it to completion.
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

/// A program that runs while other programs use the terminal. Its output is buffered until it ends.
pub(crate) struct BackgroundCommand {
    shown: String,
    child: Child,
    output: JoinHandle<std::io::Result<Vec<u8>>>,
}

impl BackgroundCommand {
    pub(crate) fn start(mut command: Command) -> Result<Self, TaskError> {
        let shown = show(&command);
        println!("xtask: {shown} (in the background)");
        let program = command.get_program().to_string_lossy().into_owned();
        let not_started = |source| TaskError::NotStarted {
            program: program.clone(),
            source,
        };
        let (mut reader, writer) = pipe().map_err(not_started)?;
        let copy = writer.try_clone().map_err(not_started)?;
        let child = command
            .stdout(writer)
            .stderr(copy)
            .spawn()
            .map_err(not_started)?;
        // The pipe closes when its last writer is dropped, and the command holds two writers.
        drop(command);
        let output = thread::spawn(move || {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).map(|_| bytes)
        });
        Ok(Self {
            shown,
            child,
            output,
        })
    }

    pub(crate) fn finish(mut self) -> Result<(), TaskError> {
        let status = self.child.wait();
        println!("xtask: {} printed:", self.shown);
        if let Ok(Ok(bytes)) = self.output.join() {
            print!("{}", String::from_utf8_lossy(&bytes));
        }
        let passed = status.is_ok_and(|status| status.success());
        passed.then_some(()).ok_or(TaskError::Command(self.shown))
    }
}

/// Returns true if a program with this name or path responds to `--version`.
pub(crate) fn is_installed(program: impl AsRef<Path>) -> bool {
    Command::new(program.as_ref())
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Returns a program's trimmed output, or `None` if the program cannot be run or fails.
pub(crate) fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words: Vec<_> = std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}
