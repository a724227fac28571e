//! Generates the list of languages, with the texts of their files, from the folders in `locales/`.

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

/// Writes one language as `LocaleSource { id, files: &[(name, text)] }`. Tells Cargo to rebuild if one of its
/// files changes.
fn write_language(source: &mut String, folder: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let id = folder.file_name().unwrap_or_default();
    writeln!(source, "LocaleSource {{ id: {id:?}, files: &[").map_err(io::Error::other)?;
    for file in entries(folder)? {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.file_name().unwrap_or_default();
        let path = file.canonicalize()?;
        writeln!(source, "({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    source.push_str("] },\n");
    Ok(())
}

/// Returns the paths in a folder, sorted by name to keep builds reproducible.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}
