//! Writes the list of every language and its Fluent files into the build, so that adding a
//! language is adding a folder. It reads `locales/` and nothing else.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../locales");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut source = String::from("&[\n");
    for language in entries(&folder)? {
        write_language(&mut source, &language)?;
    }
    source.push(']');
    fs::write(
        PathBuf::from(variable("OUT_DIR")?).join("locales.rs"),
        source,
    )
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// One language as `Source { id, files: &[(name, text)] }`; every file is watched by itself.
fn write_language(source: &mut String, folder: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let id = folder.file_name().unwrap_or_default();
    writeln!(source, "Source {{ id: {id:?}, files: &[").map_err(io::Error::other)?;
    for file in entries(folder)? {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.file_name().unwrap_or_default();
        let path = file.canonicalize()?;
        writeln!(source, "({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    source.push_str("] },\n");
    Ok(())
}

/// What lies in a folder, in the order of its names, so that builds are the same everywhere.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}
