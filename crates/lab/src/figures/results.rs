//! Measures in both databases how long answers about results and a rebuild take, and how much a result adds to a
//! game's end.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, StorageUrl, Store};
use kittens::results_rebuild::rebuild_results;
use rules::{EditionId, Seat};
use simulator::game_files::play_game;
use simulator::real::{Storage, StorageKind};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::record::{PersonRecord, Record};
use table::results::{
    BoardQuery, BoardView, Fate, GameResult, PlayerResult, ResultPlayer, StatsScope, Window,
};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::Measured;
use super::entries::{later_entry, opening_entry};

/// The results in the database, and the tables at which they came about.
const RESULTS: u64 = 100_000;
const TABLES: u64 = 200;
/// The people on the leaderboard. The one whose statistics are read has a part in every fiftieth game.
const PEOPLE: u64 = 10_000;
const PERSON: UserId = UserId(1 << 50);
const GAMES_OF_PERSON: u64 = 50;
/// How often each answer is asked for; the slowest of nine in ten counts.
const QUESTIONS: usize = 40;
/// The entries with and without a result that are compared.
const COMPARED: u64 = 400;
/// The stored games of a rebuild, copies of so many different ones.
const STORED_GAMES: u64 = 1_000;
const PLAYED_GAMES: u64 = 20;

const MAX_ANSWER: Duration = Duration::from_millis(20);
const MAX_WRITE: Duration = Duration::from_millis(1);
const MAX_REBUILD: Duration = Duration::from_mins(5);
/// 2026-01-01 00:00 UTC.
const START: u64 = 1_767_225_600_000;

/// Measures in new storages; files are in this folder, which should be on a real disk.
pub(super) async fn measure(folder: &Path) -> Result<Measured, Box<dyn Error>> {
    let mut text =
        "storage   statistics ms  leaderboard ms  result adds ms  rebuild of 100,000 games s"
            .to_owned();
    let mut is_kept = true;
    for kind in [StorageKind::Sqlite, StorageKind::Postgres] {
        let storage = Storage::create_in(kind, folder).await?;
        let store = journal::open(&StorageUrl::parse(&storage.address)?).await?;
        fill(&store).await?;
        let statistics = slowest(async || {
            let stats = store.person_stats(PERSON, StatsScope::Everywhere, PERSON);
            stats.await.map(drop)
        });
        let statistics = statistics.await?;
        let board = slowest(async || store.leaderboard(query()).await.map(drop)).await?;
        let added = added_by_result(&*store).await?;
        let folded = Instant::now();
        rebuild_results(&store).await?;
        let folded = folded.elapsed();
        store.close().await;
        let rebuilt = folded + derived(kind, folder).await? * (RESULTS / STORED_GAMES) as u32;
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        write!(
            text,
            "\n{:<9} {:>13.1} {:>15.1} {:>15.2} {:>27.0}",
            format!("{kind:?}"),
            millis(statistics),
            millis(board),
            millis(added),
            rebuilt.as_secs_f64()
        )?;
        is_kept &= statistics.max(board) <= MAX_ANSWER && added <= MAX_WRITE;
        is_kept &= rebuilt <= MAX_REBUILD;
    }
    Ok((text, is_kept))
}

fn query() -> BoardQuery {
    BoardQuery {
        guild: GuildId(1),
        view: BoardView {
            window: Window::Ever,
            page: 500,
            ..BoardView::FIRST
        },
        person: PERSON,
        at: Millis(START),
    }
}

/// Returns the time of the slowest of nine in ten answers.
async fn slowest(
    ask: impl AsyncFn() -> Result<(), JournalError>,
) -> Result<Duration, JournalError> {
    let mut times = Vec::new();
    for _ in 0..QUESTIONS {
        let started = Instant::now();
        ask().await?;
        times.push(started.elapsed());
    }
    times.sort_unstable();
    Ok(times[QUESTIONS * 9 / 10])
}

fn person(number: u64) -> UserId {
    UserId((1 << 40) + number)
}

/// Returns the people of a table: its share of all, and the one whose statistics are read.
fn people_at(table: u64) -> Vec<UserId> {
    let share = PEOPLE / TABLES;
    let first = (table - 1) * share;
    (first..first + share).map(person).chain([PERSON]).collect()
}

/// Returns a game of four people of a table.
fn result(table: u64, game: u64) -> GameResult {
    let people = people_at(table);
    let count = people.len() as u64 - 1;
    let players = (0..4).map(|seat| {
        let is_person = seat == game % 4 && game.is_multiple_of(GAMES_OF_PERSON);
        let other = people[((game * 4 + seat) % count) as usize];
        PlayerResult {
            seat: Seat::ALL[seat as usize],
            who: ResultPlayer::Person(if is_person { PERSON } else { other }),
            name: format!("Player {seat}"),
            place: seat as u8 + 1,
            fate: if seat == 0 { Fate::Won } else { Fate::Exploded },
            killer: (seat > 0).then(|| Seat::ALL[seat as usize - 1]),
            nopes: 1,
            noped: 1,
            taken: 2,
            lost: 2,
            closest_shave: 33,
            survived_odds: 700,
            turns: 9,
            turns_by_computer: 0,
            badges: BTreeSet::new(),
        }
    });
    let ended = Millis(START + (game * TABLES + table) * 60_000);
    GameResult {
        game: game as u16,
        edition: EditionId::ORIGINAL,
        began: Millis(ended.0 - 600_000),
        ended,
        turns: 36,
        rated: true,
        players: players.collect(),
    }
}

/// Fills a journal with results, at tables that write at the same time.
async fn fill(store: &Arc<dyn Store>) -> Result<(), Box<dyn Error>> {
    let mut tables = JoinSet::new();
    for table in 1..=TABLES {
        let store = Arc::clone(store);
        tables.spawn(async move {
            let mut opened = opening_entry(table);
            if let Some(Record::Opened { guild, .. }) = opened.records.first_mut() {
                *guild = GuildId(1);
            }
            store.append(&opened).await?;
            let joined = people_at(table).into_iter().map(|user| Record::Joined {
                person: PersonRecord {
                    user,
                    name: String::new(),
                },
            });
            let mut entry = later_entry(table, 2);
            entry.records = joined.collect();
            store.append(&entry).await?;
            for game in 1..=RESULTS / TABLES {
                let mut entry = later_entry(table, game + 2);
                entry.result = Some(Box::new(result(table, game)));
                store.append(&entry).await?;
            }
            Ok::<_, JournalError>(())
        });
    }
    while let Some(filled) = tables.join_next().await {
        filled??;
    }
    Ok(())
}

/// Returns how much longer the median of entries with a result takes than that of entries without.
async fn added_by_result(store: &dyn Store) -> Result<Duration, JournalError> {
    let mut times = [const { Vec::new() }; 2];
    let first = RESULTS / TABLES + 3;
    for number in 0..COMPARED {
        let mut entry = later_entry(1, first + number);
        let is_end = number % 2 == 1;
        entry.result = is_end.then(|| Box::new(result(1, first + number)));
        let started = Instant::now();
        store.append(&entry).await?;
        times[usize::from(is_end)].push(started.elapsed());
    }
    let [plain, end] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    Ok(end.saturating_sub(plain))
}

/// Returns how long a rebuild from stored games takes.
async fn derived(kind: StorageKind, folder: &Path) -> Result<Duration, Box<dyn Error>> {
    let storage = Storage::create_in(kind, folder).await?;
    let store = journal::open(&StorageUrl::parse(&storage.address)?).await?;
    // Every fifth game is ended by a person, before anybody wins.
    let games = (1..PLAYED_GAMES * 5 / 4).filter(|number| !number.is_multiple_of(5));
    let games = games.map(play_game).collect::<Result<Vec<_>, _>>()?;
    let mut tables = JoinSet::new();
    for (table, game) in (1..=STORED_GAMES).zip(games.into_iter().cycle()) {
        let store = Arc::clone(&store);
        tables.spawn(async move {
            for entry in game {
                store.append(&as_table(entry, table)).await?;
            }
            Ok::<_, JournalError>(())
        });
    }
    while let Some(filled) = tables.join_next().await {
        filled??;
    }
    let started = Instant::now();
    rebuild_results(&store).await?;
    let took = started.elapsed();
    store.close().await;
    Ok(took)
}

/// Returns an entry as that of another table in a channel of its own.
fn as_table(mut entry: Entry, table: u64) -> Entry {
    if let Some(Record::Opened { channel, .. }) = entry.records.first_mut() {
        *channel = ChannelId(table);
    }
    Entry {
        table: TableId(table),
        interaction: entry
            .interaction
            .map(|_| InteractionId((table << 40) + entry.version)),
        result: None,
        ..entry
    }
}
