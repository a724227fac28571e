//! Measures in both databases how long queries for results take, and how much time a result adds to the end of a game.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, StorageUrl, Store};
use kit::entries::{later_entry, opening_entry};
use rules::{EditionId, Seat};
use simulator::real::{Storage, StorageKind};
use table::ids::{GuildId, Millis, UserId};
use table::pages::leaderboard::{BOARD_PAGE, BoardQuery, BoardView, Measure, Window};
use table::pages::statistics::StatsScope;
use table::record::{PersonRecord, Record};
use table::results::{GameResult, PlayerEnding, PlayerResult, ResultPlayer};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::Measured;

/// Numbers of results on the server, each with the time limit for a page of the leaderboard.
const SIZES: [(u64, Duration); 2] = [
    (10_000, Duration::from_millis(25)),
    (100_000, Duration::from_millis(120)),
];
/// The number of tables that produced the results.
const TABLES: u64 = 200;
/// The number of results divided by the number of people. Each result counts for four people.
const RESULTS_PER_PERSON: u64 = 10;
/// The person whose statistics are read. They took part in every fiftieth game.
const PERSON: UserId = UserId(1 << 50);
const GAMES_OF_PERSON: u64 = 50;
/// How often each query is repeated; the 90th percentile counts.
const QUESTIONS: usize = 40;
/// The number of entries in the comparison. Every second entry has a result.
const COMPARED: u64 = 400;

const MAX_STATISTICS: Duration = Duration::from_millis(40);
const MAX_WRITE: Duration = Duration::from_millis(3);
/// 2026-01-01 00:00 UTC.
const START: u64 = 1_767_225_600_000;

/// Measures new databases of both kinds. Creates files in this folder, which should be on a real disk.
pub(super) async fn measure(folder: &Path) -> Result<Measured, Box<dyn Error>> {
    let mut text = "storage   results  statistics ms  leaderboard ms  result adds ms".to_owned();
    let mut is_kept = true;
    for kind in [StorageKind::Sqlite, StorageKind::Postgres] {
        for (results, max_board) in SIZES {
            let storage = Storage::create_in(kind, folder).await?;
            let store = journal::open(&StorageUrl::parse(&storage.address)?).await?;
            fill(&store, results).await?;
            storage.vacuum().await?;
            let statistics = slowest(async || {
                let stats = store.person_stats(PERSON, StatsScope::Server(GuildId(1)), PERSON);
                stats.await.map(drop)
            })
            .await?;
            let mut board = Duration::ZERO;
            for measure in Measure::ALL {
                let query = query(measure, results);
                let page = slowest(async || store.leaderboard(query).await.map(drop)).await?;
                board = board.max(page);
            }
            let added = added_by_result(&*store, results).await?;
            store.close().await;
            let millis = |time: Duration| time.as_secs_f64() * 1e3;
            write!(
                text,
                "\n{:<9} {results:>7} {:>14.1} {:>15.1} {:>15.2}",
                format!("{kind:?}"),
                millis(statistics),
                millis(board),
                millis(added),
            )?;
            is_kept &= statistics <= MAX_STATISTICS && board <= max_board && added <= MAX_WRITE;
        }
    }
    Ok((text, is_kept))
}

/// Returns the query for a page in the middle of a leaderboard over all games.
fn query(measure: Measure, results: u64) -> BoardQuery {
    let pages = results / RESULTS_PER_PERSON / u64::from(BOARD_PAGE);
    BoardQuery {
        guild: GuildId(1),
        view: BoardView {
            window: Window::Ever,
            page: (pages / 2) as u16,
            measure,
            ..BoardView::FIRST
        },
        person: PERSON,
        at: Millis(START),
    }
}

/// Returns the 90th percentile of the query times.
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

/// Returns the people of a table: its share of all people, and the person whose statistics are read.
fn people_at(table: u64, results: u64) -> Vec<UserId> {
    let share = results / RESULTS_PER_PERSON / TABLES;
    let first = (table - 1) * share;
    (first..first + share).map(person).chain([PERSON]).collect()
}

/// Returns the result of a game of four people.
fn result(people: &[UserId], table: u64, game: u64) -> GameResult {
    let count = people.len() as u64 - 1;
    let players = (0..4).map(|seat| {
        let is_person = seat == game % 4 && game.is_multiple_of(GAMES_OF_PERSON);
        let other = people[((game * 4 + seat) % count) as usize];
        PlayerResult {
            seat: Seat::ALL[seat as usize],
            who: ResultPlayer::Person(if is_person { PERSON } else { other }),
            name: format!("Player {seat}"),
            place: seat as u8 + 1,
            fate: if seat == 0 {
                PlayerEnding::Won
            } else {
                PlayerEnding::Exploded
            },
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

/// Fills a journal with results, written concurrently by several tables.
async fn fill(store: &Arc<dyn Store>, results: u64) -> Result<(), Box<dyn Error>> {
    let mut tables = JoinSet::new();
    for table in 1..=TABLES {
        let store = Arc::clone(store);
        tables.spawn(async move {
            let host = (UserId(table), "Ada");
            let opening = opening_entry((1, table, table), host, Millis(1_001));
            store.append(&opening).await?;
            let people = people_at(table, results);
            let joined = people.iter().map(|&user| Record::Joined {
                person: PersonRecord {
                    user,
                    name: String::new(),
                },
            });
            store
                .append(&later_entry(table, 2, joined.collect()))
                .await?;
            for game in 1..=results / TABLES {
                let mut entry = later_entry(table, game + 2, vec![Record::Touched]);
                entry.result = Some(Box::new(result(&people, table, game)));
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

/// Returns how much longer an entry with a result takes than an entry without a result, comparing the medians.
async fn added_by_result(store: &dyn Store, results: u64) -> Result<Duration, JournalError> {
    let (mut plain, mut end) = (Vec::new(), Vec::new());
    let people = people_at(1, results);
    let first = results / TABLES + 3;
    for number in 0..COMPARED {
        let mut entry = later_entry(1, first + number, vec![Record::Touched]);
        let is_end = number % 2 == 1;
        entry.result = is_end.then(|| Box::new(result(&people, 1, first + number)));
        let started = Instant::now();
        store.append(&entry).await?;
        let times = if is_end { &mut end } else { &mut plain };
        times.push(started.elapsed());
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    Ok(median(end).saturating_sub(median(plain)))
}
