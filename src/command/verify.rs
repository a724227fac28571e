//! `kittens verify`: replays a game from its file and reports whether it was fair. The file is untrusted; the checks
//! and their limits are in [`table::game_file`].

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use table::game_file::{CheckedGame, DailyDeal, FileFault, MAX_FILE_BYTES, SHOWN_SUM};
use table::pages::daily::{Day, FIRST_DEAL, TRIAL_GAMES, choose_deal, trial_wins};

use super::error::CommandError;
use super::output::print_line;

/// The exit code for a game that followed the rules, but whose randomness is not proven. In all commands, 1 means
/// an error, here for example a file that cannot be opened, and 2 means a wrong command line.
const WITHOUT_PROOF: u8 = 3;
/// The exit code for a game that was not fair, or whose checksum differs from the given checksum.
const NOT_FAIR: u8 = 4;
/// The exit code for a file that is malformed or has wrong checksums.
const DAMAGED: u8 = 5;
/// The exit code for a file that is not a game's file, is too large, or has an unknown version.
const UNKNOWN: u8 = 6;

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// The file of a game, as docs/game-file.md describes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The characters behind 🔗 in the last message of the game, ten or more: then the moves are checked too, not
    /// chance alone.
    #[arg(value_name = "SUM", value_parser = read_sum)]
    sum: Option<String>,
}

fn read_sum(text: &str) -> Result<String, &'static str> {
    let is_sum = text.len() >= SHOWN_SUM && text.chars().all(|c| c.is_ascii_alphanumeric());
    let sum = is_sum.then(|| text.to_ascii_uppercase());
    sum.ok_or("ten or more letters and digits are expected")
}

/// Prints the result. Returns success only for a game that was proven fair.
pub(super) fn run(args: &VerifyArgs) -> Result<ExitCode, CommandError> {
    let file = read(&args.file).map_err(CommandError::system("the file"))?;
    let sum = args.sum.as_deref();
    let (text, code) = match CheckedGame::read(&file) {
        Ok(game) if sum.is_some_and(|sum| !game.has_sum(sum)) => {
            let text = format!(
                "NOT FAIR: another game than that of the message, or with other moves: the sum is {}",
                game.sum
            );
            (text, NOT_FAIR)
        }
        Ok(game) => {
            let code = game.commitment.map_or(WITHOUT_PROOF, |_| 0);
            (describe(&game, sum), code)
        }
        Err(error) => match error.fault {
            FileFault::Unfair => (format!("NOT FAIR: {error}"), NOT_FAIR),
            FileFault::Damaged => (format!("DAMAGED: {error}"), DAMAGED),
            FileFault::Unknown => (format!("CANNOT BE READ: {error}"), UNKNOWN),
        },
    };
    print_line(text)?;
    Ok(code.into())
}

/// Reads a file, but at most one byte beyond the allowed size, which is enough to recognise a file that is too large.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let most = MAX_FILE_BYTES as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut file)?;
    Ok(file)
}

fn describe(game: &CheckedGame, sum: Option<&str>) -> String {
    let rules = if game.has_built_in_rules() {
        ""
    } else {
        " with rules of its own"
    };
    let (edition, steps) = (game.dealt.rules().edition(), game.moves.len());
    let end = match game.game.winner() {
        Some(seat) if game.is_won_by_stand_in => {
            format!("{}'s stand-in won", name(game, seat.index()))
        }
        Some(seat) => format!("{} won", name(game, seat.index())),
        None => "it was ended before anybody won".to_owned(),
    };
    let players = game.names.len();
    let (chance, moves) = (describe_chance(game), describe_moves(game, sum));
    format!(
        "{chance}\n{moves}\nThe edition {edition}{rules}, {players} players, {steps} actions by the rules; {end}."
    )
}

fn describe_chance(game: &CheckedGame) -> String {
    let (Some(id), Some(commitment)) = (game.id, game.commitment) else {
        return "without proof: the game has no commitment, and its chance is only told".to_owned();
    };
    let clicks = if game.has_players_share() {
        "the players' clicks"
    } else {
        "no player's click: the bot alone fixed this chance"
    };
    let (table, number) = (id.table, id.game);
    let mut text = format!(
        "chance is fair: game {id}. Every draw follows from its secret and {clicks}. Its table must have shown \
         this commitment before anybody sat down: {table}.{number} {commitment}"
    );
    let (shares, people) = (game.shares.len(), game.people);
    if (1..people).contains(&shares) {
        text += &format!(
            "\nNote: fewer clicks took part in the chance ({shares}) than people played ({people})."
        );
    }
    if game.has_misplaced_share() {
        text += "\nNote: the times in the ids of the clicks contradict the order in which they were taken.";
    }
    if let Some(deal) = &game.daily_deal {
        text += &describe_deal(deal);
    }
    text
}

/// Repeats the bot's trials of the day's deals, and describes the result. A different choice is reported only as a
/// note, because computers of another version may play differently, and the first days' deals were not tried.
fn describe_deal(deal: &DailyDeal) -> String {
    let wins = |number| trial_wins(Day(deal.day), &deal.secret, number) * 100 / TRIAL_GAMES;
    let tried: Vec<_> = (FIRST_DEAL..=deal.number)
        .map(|number| format!("{number}: {}%", wins(number)))
        .collect();
    let (number, chosen) = (deal.number, choose_deal(Day(deal.day), &deal.secret));
    let mut text = format!(
        "\nIt was played with deal {number} of its secret. The person's seat wins this share of {TRIAL_GAMES} games \
         among computers: {}.",
        tried.join(", ")
    );
    if chosen != number {
        text += &format!(
            "\nNote: by the computers of this version, deal {chosen} would have been played. Ask which version it was."
        );
    }
    text
}

fn describe_moves(game: &CheckedGame, sum: Option<&str>) -> String {
    let shown = &game.sum[..SHOWN_SUM];
    match sum {
        Some(_) => format!("The moves are those of the game whose last message shows {shown}."),
        None => format!(
            "The moves are as this file tells them: compare its sum, {shown}, with the one behind 🔗 in the last \
             message of the game."
        ),
    }
}

/// Returns a player's name in quotes. Control characters are escaped, because a terminal would interpret them.
fn name(game: &CheckedGame, seat: usize) -> String {
    let name = game.names.get(seat).map_or("", String::as_str);
    format!("\"{}\"", name.escape_debug())
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE32;
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn golden(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/games/{name}.jsonl"))
    }

    fn code(file: PathBuf, sum: Option<&str>) -> ExitCode {
        let sum = sum.map(str::to_owned);
        run(&VerifyArgs { file, sum }).expect("a file that can be read")
    }

    /// Returns a changed file with recomputed checksums.
    fn with_sums(file: &str) -> String {
        let (mut forged, mut sum) = (String::new(), String::new());
        for line in file.lines() {
            let (body, _) = line.rsplit_once(",\"sum\":").expect("a line of a game");
            sum = BASE32.encode(&Sha256::digest(format!("{sum}{body}")))[..28].to_owned();
            forged += &format!("{body},\"sum\":\"{sum}\"}}\n");
        }
        forged
    }

    #[test]
    fn only_a_game_with_a_proof_succeeds_and_each_failure_has_a_code_of_its_own() {
        for name in ["proof", "daily"] {
            assert_eq!(code(golden(name), None), ExitCode::SUCCESS);
        }
        assert_eq!(code(golden("no-proof"), None), WITHOUT_PROOF.into());
        assert_eq!(
            code(golden("../../tests/journals/travel"), None),
            UNKNOWN.into()
        );
        let folder = tempfile::tempdir().expect("a folder");
        let changed = folder.path().join("changed.jsonl");
        let file = std::fs::read_to_string(golden("proof")).expect("a file");
        let damaged = file.replacen("\"B ", "\"A ", 1);
        for (text, expected) in [(with_sums(&damaged), NOT_FAIR), (damaged, DAMAGED)] {
            std::fs::write(&changed, text).expect("a file");
            assert_eq!(code(changed.clone(), None), expected.into());
        }
        let file = PathBuf::from("no/such.jsonl");
        assert!(run(&VerifyArgs { file, sum: None }).is_err());
    }

    #[test]
    fn the_moves_are_right_only_with_the_sum_that_the_last_message_shows() {
        let file = read(&golden("proof")).expect("a file");
        let game = CheckedGame::read(&file).expect("a game that is right");
        let shown = read_sum(&game.sum[..SHOWN_SUM].to_ascii_lowercase()).expect("a sum");
        assert_eq!(code(golden("proof"), Some(&shown)), ExitCode::SUCCESS);
        let (told, bound) = (describe(&game, None), describe(&game, Some(&shown)));
        assert!(told.contains("as this file tells them") && bound.contains("are those of"));
        assert_eq!(code(golden("proof"), Some("AAAAAAAAAA")), NOT_FAIR.into());
        assert!(read_sum(&game.sum[1..SHOWN_SUM]).is_err());
    }

    #[test]
    fn the_result_tells_commitment_winner_and_missing_clicks_and_escapes_names() {
        let file = read(&golden("proof")).expect("a file");
        let mut game = CheckedGame::read(&file).expect("a game that is right");
        let text = describe(&game, None);
        assert!(text.starts_with("chance is fair: game 6/1.1. "), "{text}");
        assert!(
            text.contains("*\\u{202e}\\\"\" won") && !text.contains("Note"),
            "{text}"
        );
        game.shares.truncate(1);
        assert!(describe(&game, None).contains("Note: fewer clicks"));
        game.shares = vec![60_000 << 22, 1];
        assert!(describe(&game, None).contains("contradict"));
    }
}
