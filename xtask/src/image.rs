//! Builds the contents of the container image without Docker: compiles the static program with the Dockerfile's script,
//! checks that it needs no shared libraries and that the image is small enough, and runs the container tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cargo::Cargo;
use crate::ci_target::folder_size;
use crate::error::TaskError;
use crate::packages;
use crate::process::{is_installed, output, run_command};

const TARGET: &str = "x86_64-unknown-linux-musl";
/// The folder for the contents, with a subfolder for each target.
const IMAGES: &str = "target/image";
/// The maximum size of the image in bytes.
const MAX_BYTES: u64 = 40_000_000;
/// The environment variable with the path of the program that the container tests run.
const PROGRAM: &str = "KITTENS_TEST_PROGRAM";

/// Builds the contents for a Rust target into `target/image/TARGET`, checks them, and runs the container tests.
pub(crate) fn build(cargo: &Cargo, target: Option<&str>) -> Result<(), TaskError> {
    let target = target.unwrap_or(TARGET);
    ensure_toolchain(target)?;
    let folder = Path::new(IMAGES).join(target);
    let mut script = Command::new("container/build.sh");
    run_command(cargo.prepare_environment(script.arg(&folder).arg(target)))?;
    let program = folder.join("usr/local/bin/kittens");
    check_static(&program)?;
    let bytes = folder_size(&folder);
    let megabytes = bytes as f64 / 1e6;
    println!("xtask: the image has {megabytes:.1} MB");
    if bytes > MAX_BYTES {
        return Err(TaskError::LargeImage(megabytes));
    }
    let program = fs::canonicalize(&program).map_err(TaskError::file(&program))?;
    let mut tests = cargo.command(&["test", "--test", "main", "deploy::contained::"]);
    run_command(tests.env(PROGRAM, program))
}

/// Installs the musl compiler and the standard library for a target if they are missing.
fn ensure_toolchain(target: &str) -> Result<(), TaskError> {
    let is_present = || is_installed("musl-gcc");
    packages::ensure_installed(&["musl-tools"], is_present, TaskError::NoMusl)?;
    let mut add = Command::new("rustup");
    run_command(add.args(["target", "add", target]))
}

/// Fails if a program needs the system's dynamic loader, or if `readelf` cannot read the program.
fn check_static(program: &Path) -> Result<(), TaskError> {
    let headers = output(
        "readelf",
        &["--program-headers", &program.to_string_lossy()],
    );
    let is_static = headers.is_some_and(|headers| !headers.contains("INTERP"));
    let not_static = || TaskError::NotStatic(program.to_owned());
    is_static.then_some(()).ok_or_else(not_static)
}
