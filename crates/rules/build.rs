//! Generates the list of editions from the files in `config/editions`, so that adding an edition
//! takes only a new file.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../config/editions");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut source = String::from("&[\n");
    for file in files(&folder)? {
        println!("cargo:rerun-if-changed={}", file.display());
        let id = file.file_stem().unwrap_or_default();
        let path = file.canonicalize()?;
        writeln!(source, "({id:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    source.push(']');
    let path = PathBuf::from(variable("OUT_DIR")?).join("editions.rs");
    fs::write(path, source)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// Returns the paths of the files in a folder, sorted by name to keep builds reproducible.
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
