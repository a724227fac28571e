//! How long it takes to check the file of a finished game.

use std::error::Error;
use std::time::{Duration, Instant};

use simulator::game_files::write_game_file;
use table::game_file::CheckedGame;

use super::Measured;

/// The longest time for a game.
const MAX_TIME: Duration = Duration::from_millis(10);
const GAMES: u64 = 200;

/// Checks games of all editions, and compares the slowest with the limit.
pub(super) fn measure() -> Result<Measured, Box<dyn Error>> {
    let mut times = Vec::new();
    let mut longest = 0;
    for number in 0..GAMES {
        let file = write_game_file(number)?;
        let started = Instant::now();
        let game = CheckedGame::read(file.as_bytes())?;
        times.push(started.elapsed());
        longest = longest.max(game.moves.len());
    }
    times.sort_unstable();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    let text = format!(
        "{GAMES} games of up to {longest} actions: median {median:.1?}, slowest {slowest:.1?}, limit {MAX_TIME:?}"
    );
    Ok((text, slowest <= MAX_TIME))
}
