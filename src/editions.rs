//! Loads the editions for the bot and for the laboratory: the files of `config/editions` in the
//! working directory, and for each file that is not there the edition built into the binary.

use std::io;
use std::path::{Path, PathBuf};

use rules::{Edition, EditionError, EditionId, Editions};

const FOLDER: &str = "config/editions";

/// The error of loading the editions.
#[derive(Debug, thiserror::Error)]
pub enum EditionsError {
    /// A file that cannot be played.
    #[error(transparent)]
    Edition(#[from] EditionError),
    /// A file that cannot be read.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        reason: io::Error,
    },
    /// A file named after another edition than the one in it.
    #[error("{}: id: found {found:?}, expected the file's own name", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The id in it.
        found: &'static str,
    },
}

/// Loads all editions and checks that they can be played.
///
/// # Errors
/// [`EditionsError`] for the first file that cannot be read or played.
pub fn load() -> Result<Editions, EditionsError> {
    load_from(Path::new(FOLDER))
}

fn load_from(folder: &Path) -> Result<Editions, EditionsError> {
    let mut editions = Editions::built_in();
    for id in EditionId::all() {
        let path = folder.join(format!("{id}.toml"));
        match std::fs::read_to_string(&path) {
            Ok(text) => editions.replace(read(&path, &text, id)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(reason) => return Err(EditionsError::Unreadable { path, reason }),
        }
    }
    Ok(editions)
}

fn read(path: &Path, text: &str, id: EditionId) -> Result<Edition, EditionsError> {
    let edition = Edition::parse(&path.display().to_string(), text)?;
    match edition.id() == id {
        true => Ok(edition),
        false => Err(EditionsError::Misnamed {
            path: path.to_owned(),
            found: edition.id().id(),
        }),
    }
}

#[cfg(test)]
mod tests {
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
        let text = include_str!("../config/editions/travel.toml");
        let error = read(Path::new("classic.toml"), text, EditionId::CLASSIC).unwrap_err();
        assert_eq!(
            error.to_string(),
            "classic.toml: id: found \"travel\", expected the file's own name"
        );
    }
}
