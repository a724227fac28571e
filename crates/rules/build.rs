//! Generates lists of the edition and recipe files in `config`, so that the code does not have to name the files.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    ["editions", "recipes"].into_iter().try_for_each(write_list)
}

/// Writes a list with the id and the text of each TOML file in this folder of `config`.
fn write_list(name: &str) -> io::Result<()> {
    let config = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../config");
    let folder = config.join(name);
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut source = String::from("&[\n");
    for file in files(&folder)? {
        println!("cargo:rerun-if-changed={}", file.display());
        let id = file.file_stem().unwrap_or_default();
        let path = file.canonicalize()?;
        writeln!(source, "({id:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    source.push(']');
    let path = PathBuf::from(variable("OUT_DIR")?)
        .join(name)
        .with_extension("rs");
    fs::write(path, source)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// Returns the paths of the TOML files in a folder, sorted by name to keep builds reproducible.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    found.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    found.sort();
    Ok(found)
}
