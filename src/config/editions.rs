//! Loads the editions: files in `config/editions` below the working directory replace the editions built into the
//! binary. A file for any other edition is refused, because no language has a name for it.

use std::io;
use std::path::{Path, PathBuf};

use rules::{Edition, EditionError, Editions};

const FOLDER: &str = "config/editions";

#[derive(Debug, thiserror::Error)]
pub enum EditionsError {
    #[error(transparent)]
    Edition(#[from] EditionError),
    #[error("{}: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: io::Error },
    #[error("{}: id: found {found:?}, expected the file's own name", path.display())]
    Misnamed { path: PathBuf, found: &'static str },
}

/// Loads all editions and checks that they can be played.
pub fn load() -> Result<Editions, EditionsError> {
    load_from(Path::new(FOLDER))
}

fn load_from(folder: &Path) -> Result<Editions, EditionsError> {
    let mut editions = Editions::built_in();
    for path in files(folder)? {
        let text = std::fs::read_to_string(&path).map_err(|reason| EditionsError::Unreadable {
            path: path.clone(),
            reason,
        })?;
        editions.replace(read(&path, &text)?);
    }
    Ok(editions)
}

/// Returns the paths of the `.toml` files in a folder, sorted by name. A missing folder counts as empty.
fn files(folder: &Path) -> Result<Vec<PathBuf>, EditionsError> {
    let unreadable = |reason| EditionsError::Unreadable {
        path: folder.to_owned(),
        reason,
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(reason) => return Err(unreadable(reason)),
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    Ok(paths)
}

fn read(path: &Path, text: &str) -> Result<Edition, EditionsError> {
    let edition = Edition::parse(&path.display().to_string(), text)?;
    let found = edition.id().id();
    if path.file_stem().is_some_and(|name| name == found) {
        return Ok(edition);
    }
    let path = path.to_owned();
    Err(EditionsError::Misnamed { path, found })
}

#[cfg(test)]
mod tests {
    use rules::EditionId;

    use super::*;

    #[test]
    fn the_files_of_this_project_equal_the_built_in_editions() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
        let loaded = load_from(&folder).expect("editions that can be played");
        for id in EditionId::all() {
            assert_eq!(loaded.get(id), Edition::built_in(id));
        }
    }

    #[test]
    fn a_file_of_another_edition_is_refused_by_name() {
        let text = include_str!("../../config/editions/travel.toml");
        let error = read(Path::new("classic.toml"), text).unwrap_err();
        let expected = "classic.toml: id: found \"travel\", expected the file's own name";
        assert_eq!(error.to_string(), expected);
    }
}
