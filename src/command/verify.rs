//! `kittens verify`: plays a game again from its file and says if it was fair. The file may hold anything;
//! the checks, and their limits, are in [`table::game_file`].

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use table::game_file::{CheckedGame, MAX_FILE_BYTES};

use super::error::CommandError;
use super::output::print_line;

/// The exit code for a game that was played by the rules, but has no proof of its chance.
const WITHOUT_PROOF: u8 = 2;

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// The file of a game, as docs/game-file.md describes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints the result. Returns success only for a game that is proven to be fair.
pub(super) fn run(args: &VerifyArgs) -> Result<ExitCode, CommandError> {
    let file = read(&args.file).map_err(CommandError::system("the file"))?;
    match CheckedGame::read(&file) {
        Ok(game) => {
            print_line(describe(&game))?;
            Ok(match game.commitment {
                Some(_) => ExitCode::SUCCESS,
                None => WITHOUT_PROOF.into(),
            })
        }
        Err(error) => {
            print_line(format!("NOT FAIR: {error}"))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Reads no more than is needed to find that a file is too large.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let most = MAX_FILE_BYTES as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut file)?;
    Ok(file)
}

fn describe(game: &CheckedGame) -> String {
    let chance = match (game.id, game.commitment) {
        (Some(id), Some(commitment)) => format!(
            "fair: game {id}. Every draw follows from its secret and {}. Its table must have shown this \
             commitment before anybody sat down: {}.{} {commitment}",
            match game.has_players_share {
                true => "the players' clicks",
                false => "no player's click: the bot alone fixed this chance",
            },
            id.table,
            id.game
        ),
        _ => "without proof: the game has no commitment, and its chance is only told".to_owned(),
    };
    let rules = match game.has_built_in_rules() {
        true => "",
        false => " with rules of its own",
    };
    let (edition, steps) = (game.dealt.rules().edition(), game.moves.len());
    let end = match game.game.winner() {
        Some(seat) => format!("{} won", name(game, seat.index())),
        None => "it was ended before anybody won".to_owned(),
    };
    let players = game.names.len();
    format!(
        "{chance}\nThe edition {edition}{rules}, {players} players, {steps} actions by the rules; {end}."
    )
}

/// Returns a name without anything that a terminal would follow.
fn name(game: &CheckedGame, seat: usize) -> String {
    let name = game.names.get(seat).map_or("", String::as_str);
    format!("\"{}\"", name.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn golden(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/games/{name}.jsonl"))
    }

    fn code(file: PathBuf) -> ExitCode {
        run(&VerifyArgs { file }).expect("a file that can be read")
    }

    #[test]
    fn only_a_game_with_a_proof_succeeds_and_a_doctored_one_fails() {
        assert_eq!(code(golden("proof")), ExitCode::SUCCESS);
        assert_eq!(code(golden("no-proof")), ExitCode::from(WITHOUT_PROOF));
        assert_eq!(code(golden("../journals/travel")), ExitCode::FAILURE);
        let file = PathBuf::from("no/such.jsonl");
        assert!(run(&VerifyArgs { file }).is_err());
    }

    #[test]
    fn the_result_tells_commitment_and_winner_and_escapes_names() {
        let file = read(&golden("proof")).expect("a file");
        let text = describe(&CheckedGame::read(&file).expect("a game that is right"));
        assert!(text.starts_with("fair: game 6/1.1. "), "{text}");
        assert!(text.contains("*\\u{202e}\\\"\" won"), "{text}");
    }
}
