//! Builds the contents of the container image without Docker: compiles the static program as the Dockerfile does,
//! checks that it needs no shared libraries and that the image is small enough, and runs the container tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cargo::Cargo;
use crate::ci_target::folder_size;
use crate::error::TaskError;
use crate::packages;
use crate::process::{is_installed, run_command};

const TARGET: &str = "x86_64-unknown-linux-musl";
/// The folder for the contents, with a subfolder for each target.
const IMAGES: &str = "target/image";
/// The maximum size of the image in bytes.
const MAX_BYTES: u64 = 40_000_000;
/// The environment variable with the path of the program that the container tests run.
const PROGRAM: &str = "KITTENS_TEST_PROGRAM";

/// Builds and checks the contents for a Rust target in `target/image/TARGET`.
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

/// Fails unless a program runs without the system's dynamic loader and libraries.
fn check_static(program: &Path) -> Result<(), TaskError> {
    let elf = fs::read(program).map_err(TaskError::file(program))?;
    match asks_for_loader(&elf) {
        Some(false) => Ok(()),
        Some(true) | None => Err(TaskError::NotStatic(program.to_owned())),
    }
}

/// Returns true if a program names a dynamic loader, which loads shared libraries; `None` if the bytes are not a 64-bit
/// little-endian program.
fn asks_for_loader(elf: &[u8]) -> Option<bool> {
    const MAGIC: &[u8] = b"\x7fELF\x02\x01";
    const INTERPRETER: u32 = 3;
    let word = |at: usize| Some(u16::from_le_bytes(*elf.get(at..)?.first_chunk()?));
    let start = u64::from_le_bytes(*elf.strip_prefix(MAGIC)?.get(26..)?.first_chunk()?);
    let (start, size) = (usize::try_from(start).ok()?, usize::from(word(54)?));
    let kinds = (0..usize::from(word(56)?))
        .map(|header| {
            let kind = elf.get(start + header * size..)?.first_chunk()?;
            Some(u32::from_le_bytes(*kind))
        })
        .collect::<Option<Vec<_>>>()?;
    Some(kinds.contains(&INTERPRETER))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a program that consists only of headers of these kinds.
    fn elf(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(64, 0);
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = u8::try_from(kinds.len()).unwrap();
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes
    }

    #[test]
    fn a_program_that_names_a_loader_is_not_static() {
        assert_eq!(asks_for_loader(&elf(&[6, 3, 1])), Some(true));
        assert_eq!(asks_for_loader(&elf(&[1, 2])), Some(false));
        assert_eq!(asks_for_loader(b"#!/bin/sh"), None);
        assert_eq!(asks_for_loader(&elf(&[1])[..65]), None);
        let this = fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(asks_for_loader(&this), Some(!cfg!(target_env = "musl")));
    }
}
