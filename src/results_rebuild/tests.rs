//! A rebuild of stored games, in an SQLite file that is in use.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use journal::{RecordCipher, StorageUrl};
use table::entry::{Entry, read_records};
use table::ids::{InteractionId, Millis, UserId};
use table::results::{Board, BoardQuery, BoardView, Measure, PersonStats, StatsScope, Window};
use tempfile::TempDir;

use super::*;

const JOURNALS: [&str; 5] = [
    include_str!("../../tests/journals/classic.jsonl"),
    include_str!("../../tests/journals/imploding.jsonl"),
    include_str!("../../tests/journals/original.jsonl"),
    include_str!("../../tests/journals/travel.jsonl"),
    include_str!("../../tests/journals/two-player.jsonl"),
];

/// Returns the entries of a stored table, as the table of another number in a channel of its own.
fn entries(journal: &str, number: u64) -> Vec<Entry> {
    let lines = journal.lines().filter_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let mut records = line.get("records")?.clone();
        if let Some(channel) = records[0].get_mut("channel") {
            *channel = number.into();
        }
        let at = |name: &str| line[name].as_u64();
        let schema = u16::try_from(at("schema")?).expect("a small number");
        Some(Entry {
            schema,
            table: TableId(number),
            version: at("version")?,
            at: Millis(at("at")?),
            interaction: at("interaction").map(|id| InteractionId(id + (number << 32))),
            records: read_records(schema, records).expect("a known schema"),
            result: None,
        })
    });
    lines.collect()
}

/// Returns the entries with the results that they had when they were made.
fn with_results(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut known = 0;
    for index in 0..entries.len() {
        let mut results = results_of(&entries[..=index]).expect("it is a table");
        if results.len() > known {
            known = results.len();
            entries[index].result = results.pop().map(Box::new);
        }
    }
    entries
}

async fn open(folder: &TempDir, name: &str) -> (StorageUrl, Arc<dyn Store>) {
    let url = StorageUrl::Sqlite(folder.path().join(name));
    let store = journal::open(&url).await.expect("a new file opens");
    (url, store)
}

async fn append(store: &dyn Store, entries: Vec<Entry>) {
    for entry in entries {
        assert_eq!(store.append(&entry).await, Ok(()), "{entry:?}");
    }
}

async fn stats(store: &dyn Store, entries: &[Entry]) -> Vec<PersonStats> {
    let people: std::collections::BTreeSet<UserId> =
        entries.iter().flat_map(|entry| entry.people()).collect();
    let mut stats = Vec::new();
    for person in people {
        let own = store.person_stats(person, StatsScope::Everywhere, person);
        stats.extend(own.await.expect("it is readable"));
    }
    stats
}

/// Returns the leaderboards of all games of the server of the stored tables.
async fn boards(store: &dyn Store) -> Vec<Board> {
    let first = entries(JOURNALS[0], 1).remove(0);
    let (guild, _) = first.opening().expect("it opens a table");
    let mut boards = Vec::new();
    for measure in Measure::ALL {
        let query = BoardQuery {
            guild,
            view: BoardView {
                window: Window::Ever,
                measure,
                ..BoardView::FIRST
            },
            person: UserId(1),
            at: Millis(0),
        };
        boards.push(store.leaderboard(query).await.expect("it is readable"));
    }
    boards
}

#[tokio::test]
async fn a_rebuild_from_stored_games_while_the_bot_runs_gives_what_their_ends_gave() {
    let folder = TempDir::new().expect("a folder for a test");
    let (url, rebuilt) = open(&folder, "rebuilt.db").await;
    let (_, live) = open(&folder, "live.db").await;
    let mut all = Vec::new();
    for (journal, number) in JOURNALS.iter().zip(1..) {
        let entries = with_results(entries(journal, number));
        append(&*live, entries.clone()).await;
        let without = entries.iter().map(|entry| Entry {
            result: None,
            ..entry.clone()
        });
        append(&*rebuilt, without.collect()).await;
        all.extend(entries);
    }
    let expected = stats(&*live, &all).await;
    let results = all.iter().filter(|entry| entry.result.is_some()).count() as u64;
    assert!(results > 0 && expected.iter().any(|one| one.games > 0));
    assert_ne!(stats(&*rebuilt, &all).await, expected);
    for _ in 0..2 {
        let beside = journal::open_beside(&url, RecordCipher::plain()).await;
        let beside = beside.expect("it opens though the bot has it open");
        let done = rebuild_results(&beside).await.expect("it is readable");
        let done = done.expect("no other one runs");
        assert_eq!(
            (done.tables, done.results, done.unreadable),
            (5, results, 0)
        );
        beside.close().await;
        assert_eq!(stats(&*rebuilt, &all).await, expected);
        assert_eq!(boards(&*rebuilt).await, boards(&*live).await);
    }
    rebuilt.close().await;
    live.close().await;
}

/// Polls a rebuild so often, then drops it. Returns true if it has come to its end.
async fn rebuild_killed_after(store: &Arc<dyn Store>, polls: usize) -> bool {
    let mut rebuild = pin!(rebuild_results(store));
    let mut left = polls;
    poll_fn(|context| {
        left = match left.checked_sub(1) {
            None => return Poll::Ready(false),
            Some(left) => left,
        };
        rebuild.as_mut().poll(context).map(|done| done.is_ok())
    })
    .await
}

#[tokio::test]
async fn a_rebuild_that_is_killed_anywhere_while_games_end_counts_each_game_once() {
    let folder = TempDir::new().expect("a folder for a test");
    let (_, store) = open(&folder, "killed.db").await;
    let (_, live) = open(&folder, "live.db").await;
    let (mut all, mut is_done) = (Vec::new(), false);
    for number in 1.. {
        // Each third game is one that only a rebuild finds.
        let entries = with_results(entries(JOURNALS[number as usize % JOURNALS.len()], number));
        append(&*live, entries.clone()).await;
        let stored = entries.iter().cloned().map(|entry| Entry {
            result: entry.result.filter(|_| number % 3 > 0),
            ..entry
        });
        append(&*store, stored.collect()).await;
        all.extend(entries);
        if is_done {
            break;
        }
        is_done = rebuild_killed_after(&store, (number * number) as usize).await;
    }
    let done = rebuild_results(&store).await.expect("it is readable");
    assert_eq!(done.map(|done| done.unreadable), Some(0));
    assert_eq!(stats(&*store, &all).await, stats(&*live, &all).await);
    assert_eq!(boards(&*store).await, boards(&*live).await);
    store.close().await;
    live.close().await;
}

#[tokio::test]
async fn a_table_that_cannot_be_read_is_left_out_and_the_others_are_rebuilt() {
    let folder = TempDir::new().expect("a folder for a test");
    let (_, store) = open(&folder, "kittens.db").await;
    for (journal, number) in JOURNALS.iter().zip(1..) {
        append(&*store, entries(journal, number)).await;
    }
    // Its entries lead to no possible game.
    let mut broken = entries(JOURNALS[0], 9);
    broken.truncate(1);
    broken.push(Entry {
        version: 2,
        interaction: None,
        records: vec![table::record::Record::Game {
            events: Vec::new(),
            drawn: Vec::new(),
        }],
        ..broken[0].clone()
    });
    append(&*store, broken).await;
    let done = rebuild_results(&store).await.expect("it is readable");
    let done = done.expect("no other one runs");
    assert_eq!((done.tables, done.unreadable), (6, 1));
    assert!(done.results > 0);
    store.close().await;
}
