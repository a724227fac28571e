//! How long it takes to verify the file of a finished game, to open its story and to go to a step.

use std::error::Error;
use std::time::{Duration, Instant};

use simulator::game_files::{play_game, play_rematches, write_game_file};
use table::control::Stamp;
use table::display_mode::DisplayMode;
use table::entry::{Entry, SCHEMA, read_records};
use table::game_file::{CheckedGame, PlayedGame};
use table::ids::{Revision, TableId};
use table::record::RecordError;
use table::story::{Story, StoryPage, StoryReader};
use table::text::{Language, Locale};

use super::Measured;

/// The time limit for verifying a file.
const MAX_TIME: Duration = Duration::from_millis(10);
/// The time limit for opening a story.
const MAX_OPENING: Duration = Duration::from_millis(20);
/// The time limit for a step.
const MAX_STEP: Duration = Duration::from_millis(5);
const GAMES: u64 = 200;
/// The maximum number of games at a table. The last one is opened, for which all earlier ones are read too.
const REMATCHES: u32 = 8;

/// Verifies games of all editions and shows their stories, and compares the slowest with the limits.
pub(super) fn measure() -> Result<Measured, Box<dyn Error>> {
    let (mut checks, mut openings, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    let mut rematches = Vec::new();
    let mut longest = 0;
    for number in 0..GAMES {
        let file = write_game_file(number)?;
        let started = Instant::now();
        let game = CheckedGame::read(file.as_bytes())?;
        checks.push(started.elapsed());
        longest = longest.max(game.moves.len());
        let stored = store(play_game(number)?)?;
        openings.push(show(&stored, 1, StoryPage::Cards)?);
        steps.push(show(&stored, 1, StoryPage::Last)?);
        let evening = play_rematches(number, REMATCHES)?;
        let last = PlayedGame::all(&evening)?.len();
        rematches.push(show(&store(evening)?, last as u32, StoryPage::Cards)?);
    }
    let kept = [
        compare("checking a file", checks, MAX_TIME),
        compare("opening a story", openings, MAX_OPENING),
        compare("a step", steps, MAX_STEP),
        compare(
            "opening the last story of an evening",
            rematches,
            MAX_OPENING,
        ),
    ];
    let texts: Vec<_> = kept.iter().map(|(text, _)| text.as_str()).collect();
    let text = format!(
        "{GAMES} games of up to {longest} actions\n{}",
        texts.join("\n")
    );
    Ok((text, kept.iter().all(|(_, is_kept)| *is_kept)))
}

fn compare(what: &str, mut times: Vec<Duration>, limit: Duration) -> Measured {
    times.sort_unstable();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    let text = format!("{what}: median {median:.1?}, slowest {slowest:.1?}, limit {limit:?}");
    (text, slowest <= limit)
}

/// An entry without its records, and the records as stored in the journal.
type Stored = (Entry, String);

fn store(entries: Vec<Entry>) -> serde_json::Result<Vec<Stored>> {
    let stored = entries.into_iter().map(|mut entry| {
        let records = serde_json::to_string(&std::mem::take(&mut entry.records))?;
        Ok((entry, records))
    });
    stored.collect()
}

/// Returns how long it takes from the stored records to a page, as needed for each click.
fn show(stored: &[Stored], game: u32, page: StoryPage) -> Result<Duration, Box<dyn Error>> {
    let started = Instant::now();
    let mut entries = Vec::new();
    for (entry, records) in stored {
        let records = read_records(SCHEMA, &mut serde_json::Deserializer::from_str(records))?;
        entries.push(Entry {
            records,
            ..entry.clone()
        });
    }
    let played = PlayedGame::find(&entries, game)?.ok_or(RecordError::Impossible)?;
    let (table, revision) = (TableId(u64::MAX), Revision(0));
    let reader = StoryReader {
        stamp: Stamp { table, revision },
        game: game as u16,
        display_mode: DisplayMode::TextFirst,
        language: Language::of(Locale::fallback()),
    };
    let screen = Story::of(&played)?.screen(page, reader);
    std::hint::black_box(screen);
    Ok(started.elapsed())
}
