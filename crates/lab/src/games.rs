//! `kittens-lab games`: writes finished games to files, for programs that read them.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use simulator::game_files::write_game_file;

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many games to write.
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: u64,
    /// The number of the first game; the same number always gives the same game.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// The folder for the files.
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    fs::create_dir_all(&arguments.folder)?;
    for number in arguments.seed..arguments.seed.saturating_add(arguments.count) {
        let path = arguments.folder.join(format!("game-{number:06}.jsonl"));
        fs::write(path, write_game_file(number)?)?;
    }
    Ok(true)
}
