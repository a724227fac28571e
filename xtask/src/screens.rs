//! Takes screenshots of games and prints their heights. The screenshots are stored in `target/screens`, which is not
//! committed. Compressed copies of the screenshots that documents use are stored in `docs/screens`.

use std::fs;
use std::path::Path;

use crate::cargo::Cargo;
use crate::error::TaskError;
use crate::packages;
use crate::process::{is_installed, run};

/// The pictures used in documents. `tests/screens.rs` lists the games, and `tests/screens/director.rs` lists the
/// screens of each game.
const SHOWN: [&str; 3] = [
    "en-US/nope-chain-phone-dark.png",
    "en-US/see-the-future-phone-dark.png",
    "en-US/end-phone-dark.png",
];

pub(crate) fn take(cargo: &Cargo) -> Result<(), TaskError> {
    let can_compress = || is_installed("pngquant");
    packages::ensure_installed(&["pngquant"], can_compress, TaskError::NoPngquant)?;
    packages::ensure_browser()?;
    let shown = ["--ignored", "--nocapture"];
    let test = ["test", "--test", "wire", "screens::", "--"];
    cargo.run(&[&test[..], &shown].concat())?;
    for picture in SHOWN {
        let taken = format!("target/screens/{picture}");
        // `SCREENS_ONLY` may have excluded this picture.
        if Path::new(&taken).exists() {
            compress(&taken, &format!("docs/screens/{picture}"))?;
        }
    }
    Ok(())
}

fn compress(taken: &str, shown: &str) -> Result<(), TaskError> {
    if let Some(folder) = Path::new(shown).parent() {
        fs::create_dir_all(folder).map_err(TaskError::file(folder))?;
    }
    let options = ["--force", "--strip", "--speed", "1", "--output", shown];
    run("pngquant", &[&options[..], &[taken]].concat())
}
