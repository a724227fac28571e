//! The pictures embedded in the program, one for each PNG file in `assets/art/png`. `kittens-lab art` renders
//! them from the drawings; `emojis` uploads them.

use include_dir::{Dir, include_dir};
use sha2::{Digest as _, Sha256};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/art/png");

/// The number of hexadecimal digits of the content hash in an emoji's name.
const CONTENT_DIGITS: usize = 6;
/// The number of hexadecimal digits of the checksum at the end of the name, which covers the rest of the name.
const CHECK_DIGITS: usize = 4;

pub(crate) struct Picture {
    /// The file name without the extension, such as `see-the-future`.
    pub(crate) name: &'static str,
    /// The emoji's name: `see_the_future`, then a hash of the content and a checksum.
    pub(crate) emoji_name: String,
    /// The contents of the PNG file.
    pub(crate) bytes: &'static [u8],
}

pub(crate) fn all() -> Vec<Picture> {
    let pictures = FILES.files().filter_map(|file| {
        let path = file.path();
        let name = path.file_stem()?.to_str()?;
        let is_png = path.extension().is_some_and(|extension| extension == "png");
        is_png.then(|| Picture {
            name,
            emoji_name: emoji_name(name, file.contents()),
            bytes: file.contents(),
        })
    });
    pictures.collect()
}

/// Returns true if this program, in this or another release, could have given an emoji this name. The checksum makes a
/// coincidence unlikely.
pub(crate) fn is_own_emoji_name(name: &str) -> bool {
    let digits = name.len().saturating_sub(CHECK_DIGITS);
    name.split_at_checked(digits)
        .is_some_and(|(front, check)| !front.is_empty() && check_digits(front) == check)
}

fn emoji_name(name: &str, content: &[u8]) -> String {
    let content = hexadecimal(content, CONTENT_DIGITS);
    let front = format!("{}_{content}", name.replace('-', "_"));
    let check = check_digits(&front);
    format!("{front}{check}")
}

fn check_digits(front: &str) -> String {
    hexadecimal(format!("kittens picture {front}").as_bytes(), CHECK_DIGITS)
}

fn hexadecimal(bytes: &[u8], digits: usize) -> String {
    let hash = Sha256::digest(bytes);
    let text: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    text.chars().take(digits).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use table::screen::Emoji;

    use super::*;

    #[test]
    fn every_emoji_with_a_picture_has_its_file() {
        let names: HashSet<_> = all().iter().map(|picture| picture.name).collect();
        for emoji in Emoji::all_with_picture() {
            let name = emoji.picture().unwrap();
            assert!(names.contains(name), "{name}.png is missing");
        }
    }

    #[test]
    fn names_of_emojis_are_valid_short_and_different() {
        let names: HashSet<_> = all().into_iter().map(|one| one.emoji_name).collect();
        assert_eq!(names.len(), all().len());
        for name in names {
            assert!((2..=32).contains(&name.len()), "{name}");
            assert!(
                name.chars()
                    .all(|one| one.is_ascii_alphanumeric() || one == '_')
            );
            assert!(is_own_emoji_name(&name), "{name}");
        }
    }

    #[test]
    fn a_changed_picture_gets_another_name_and_foreign_emojis_are_recognised() {
        let name = emoji_name("nope", b"one");
        assert_ne!(name, emoji_name("nope", b"two"));
        assert!(is_own_emoji_name(&emoji_name("a-picture-of-once", b"")));
        for other in ["nope", "nope_0123456789", "", "é", "tacocat_", "éééé"] {
            assert!(!is_own_emoji_name(other), "{other}");
        }
    }

    #[test]
    fn the_pictures_add_less_than_three_megabytes() {
        let bytes: usize = all().iter().map(|picture| picture.bytes.len()).sum();
        assert!(bytes < 3_000_000, "{bytes} bytes");
    }
}
