//! `kittens-lab art`: renders the drawings in `assets/art` as pictures of 128 by 128 pixels in `assets/art/png`, which
//! the bot embeds and uploads as emojis. The same drawing always gives the same bytes: resvg is pinned and uses no
//! fonts or other files from the system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use resvg::{tiny_skia, usvg};

use crate::Outcome;

/// The width and height of a picture in pixels: the size of an emoji in Discord.
const SIDE: u32 = 128;
/// Discord's limit on the size of an emoji, in bytes.
const MAX_BYTES: usize = 256 * 1024;
/// The maximum length of a picture's name. With a hash and a checksum, the emoji's name then has up to 32 characters.
const MAX_NAME: usize = 21;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if a picture does not match its drawing.
    #[arg(long)]
    check: bool,
    /// The folder with the drawings.
    #[arg(long, default_value = "assets/art")]
    dir: PathBuf,
}

type Pictures = BTreeMap<String, Vec<u8>>;

/// A drawing that cannot become a picture, or a file or folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}")]
struct ArtError {
    path: PathBuf,
    problem: String,
}

impl ArtError {
    fn new(path: &Path, problem: impl ToString) -> Self {
        Self {
            path: path.to_owned(),
            problem: problem.to_string(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let mistakes = if arguments.check {
        check(&arguments.dir)?
    } else {
        render_into(&arguments.dir).map(|()| Vec::new())?
    };
    if !mistakes.is_empty() {
        println!("{}", mistakes.join("\n"));
        println!("Run kittens-lab art to render the drawings anew.");
        return Ok(false);
    }
    let pictures = read_pictures(&arguments.dir)?;
    let bytes: usize = pictures.values().map(Vec::len).sum();
    println!("{} pictures, {bytes} bytes", pictures.len());
    Ok(true)
}

/// Renders all drawings of a folder into its subfolder `png`, and removes pictures without a drawing.
fn render_into(folder: &Path) -> Result<(), ArtError> {
    let pictures = render_all(folder)?;
    let png = folder.join("png");
    fs::create_dir_all(&png).map_err(|error| ArtError::new(&png, error))?;
    for name in read_pictures(folder)?.keys() {
        if !pictures.contains_key(name) {
            let path = picture_path(folder, name);
            fs::remove_file(&path).map_err(|error| ArtError::new(&path, error))?;
        }
    }
    for (name, bytes) in &pictures {
        let path = picture_path(folder, name);
        fs::write(&path, bytes).map_err(|error| ArtError::new(&path, error))?;
    }
    Ok(())
}

/// Returns a line for each picture that is missing, superfluous or different from its drawing.
fn check(folder: &Path) -> Result<Vec<String>, ArtError> {
    let (drawn, stored) = (render_all(folder)?, read_pictures(folder)?);
    let changed = drawn
        .iter()
        .filter_map(|(name, bytes)| match stored.get(name) {
            None => Some(format!("{name}: the picture is missing")),
            Some(stored) if stored != bytes => Some(format!("{name}: the drawing has changed")),
            Some(_) => None,
        });
    let superfluous = stored
        .keys()
        .filter(|name| !drawn.contains_key(*name))
        .map(|name| format!("{name}: there is no drawing"));
    Ok(changed.chain(superfluous).collect())
}

fn render_all(folder: &Path) -> Result<Pictures, ArtError> {
    let files = files_with_extension(folder, "svg")?;
    let rendered = files
        .into_iter()
        .map(|(name, path)| Ok((checked_name(name, &path)?, render(&path)?)));
    rendered.collect()
}

fn read_pictures(folder: &Path) -> Result<Pictures, ArtError> {
    let files = files_with_extension(&folder.join("png"), "png")?;
    let read = files.into_iter().map(|(name, path)| {
        let bytes = fs::read(&path).map_err(|error| ArtError::new(&path, error))?;
        Ok((name, bytes))
    });
    read.collect()
}

fn checked_name(name: String, path: &Path) -> Result<String, ArtError> {
    let is_allowed = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    if (2..=MAX_NAME).contains(&name.len()) && name.chars().all(is_allowed) {
        Ok(name)
    } else {
        let problem =
            format!("a name has at most {MAX_NAME} lower-case letters, digits and hyphens");
        Err(ArtError::new(path, problem))
    }
}

fn render(path: &Path) -> Result<Vec<u8>, ArtError> {
    let source = fs::read(path).map_err(|error| ArtError::new(path, error))?;
    let drawing = usvg::Tree::from_data(&source, &usvg::Options::default())
        .map_err(|error| ArtError::new(path, error))?;
    let size = drawing.size().to_int_size();
    if (size.width(), size.height()) != (SIDE, SIDE) {
        let problem = format!("the viewBox is not \"0 0 {SIDE} {SIDE}\"");
        return Err(ArtError::new(path, problem));
    }
    let encoded = tiny_skia::Pixmap::new(SIDE, SIDE)
        .and_then(|mut pixels| {
            resvg::render(
                &drawing,
                tiny_skia::Transform::identity(),
                &mut pixels.as_mut(),
            );
            pixels.encode_png().ok()
        })
        .filter(|bytes| bytes.len() <= MAX_BYTES);
    let problem = "the picture cannot be encoded, or has too many bytes";
    encoded.ok_or_else(|| ArtError::new(path, problem))
}

/// Returns the files with this extension in a folder, each with its base name; empty if the folder does not exist.
fn files_with_extension(
    folder: &Path,
    extension: &str,
) -> Result<Vec<(String, PathBuf)>, ArtError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| ArtError::new(folder, error))?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| ArtError::new(folder, error))?.path();
        if path.extension().is_some_and(|found| found == extension) {
            let name = path.file_stem().unwrap_or_default();
            found.push((name.to_string_lossy().into_owned(), path));
        }
    }
    Ok(found)
}

fn picture_path(folder: &Path, name: &str) -> PathBuf {
    folder.join("png").join(format!("{name}.png"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/art")
    }

    #[test]
    fn every_picture_matches_its_drawing() {
        let mistakes = check(&assets()).unwrap();
        assert_eq!(mistakes, Vec::<String>::new(), "run kittens-lab art");
    }

    #[test]
    fn a_changed_a_missing_and_a_superfluous_picture_are_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["nope", "skip"] {
            let file = format!("{name}.svg");
            fs::copy(assets().join(&file), folder.path().join(&file)).unwrap();
        }
        render_into(folder.path()).unwrap();
        assert_eq!(check(folder.path()).unwrap(), Vec::<String>::new());
        let picture = |name| picture_path(folder.path(), name);
        fs::copy(picture("nope"), picture("skip")).unwrap();
        fs::rename(picture("nope"), picture("other")).unwrap();
        let mistakes = check(folder.path()).unwrap();
        assert_eq!(mistakes.len(), 3, "{mistakes:?}");
        render_into(folder.path()).unwrap();
        assert_eq!(check(folder.path()).unwrap(), Vec::<String>::new());
        assert!(!picture("other").exists());
    }

    #[test]
    fn a_drawing_of_another_size_or_with_a_name_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let square = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M0 0h9v9z"/></svg>"#;
        fs::write(folder.path().join("small.svg"), square).unwrap();
        let problem = || render_all(folder.path()).unwrap_err().problem;
        assert!(problem().contains("viewBox"));
        let name = format!("{}.svg", "x".repeat(MAX_NAME + 1));
        fs::rename(folder.path().join("small.svg"), folder.path().join(name)).unwrap();
        assert!(problem().starts_with("a name"));
    }
}
