//! Tests of the queue for writes to an SQLite file: entries come first, other writes share their transactions, and no
//! write waits long for another program.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fairness::Secret;
use futures::future::{FutureExt as _, join, join_all};
use journal::Store;
use sqlx::Connection as _;
use table::ids::{ChannelId, Millis, TableId, UserId};
use table::pages::daily::Day;
use table::pages::settings::ServerChange;
use tokio::time::timeout;

use crate::conformance::{GUILD, HIDES, execute, file, first, sqlite, touched};
use crate::daily::{attempt, stores};

/// Discord waits three seconds for an answer.
const IN_TIME: Duration = Duration::from_millis(2_900);
/// Locks the file against other writers until the connection is closed.
const LOCKS: &str = "BEGIN IMMEDIATE";
const ALLOWS: ServerChange = ServerChange::AllowChannel(ChannelId(1));

/// Counts the transactions in the write-ahead log. Only the last frame of each has a database size other than 0.
fn commits(file: &Path) -> usize {
    let log = fs::read(format!("{}-wal", file.display())).expect("the log is there");
    let frames = log[32..].chunks_exact(24 + 4096);
    frames.filter(|frame| frame[4..8] != [0; 4]).count()
}

#[tokio::test]
async fn entries_come_first_and_everything_else_shares_their_transactions() {
    const TRIES: u64 = 200;
    let (folder, store) = sqlite().await;
    let file = file(&folder);
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let before = commits(&file);
    let other = execute(&file, LOCKS).await;
    let stored = AtomicUsize::new(0);
    let tries = join_all((0..TRIES).map(|person| {
        let stored = &stored;
        let storing = stores(&*store, UserId(person), attempt(1, None));
        storing.map(|done| stored.fetch_add(usize::from(done), Ordering::Relaxed))
    }));
    let touch = touched(1, 2);
    let entry = store.append(&touch).map(|appended| {
        assert_eq!(appended, Ok(()));
        stored.load(Ordering::Relaxed)
    });
    let mut writes = std::pin::pin!(join(tries, entry));
    tokio::select! {
        biased;
        _ = &mut writes => panic!("the file is locked"),
        read = store.load(TableId(1)) => assert_eq!(read, Ok(vec![first(1)])),
    }
    other.close().await.expect("it closes");
    let (_, stored_before_entry) = writes.await;
    assert_eq!(stored.load(Ordering::Relaxed), TRIES as usize);
    // The entry was not queued behind the other writes.
    assert!(stored_before_entry <= 64, "{stored_before_entry}");
    let commits = commits(&file) - before;
    assert!(commits < 50, "{commits} transactions");
    store.close().await;
}

#[tokio::test]
async fn a_change_without_effect_is_not_written() {
    let (folder, store) = sqlite().await;
    let mut sizes = Vec::new();
    for _ in 0..2 {
        assert!(store.change(UserId(1), HIDES, Millis(1)).await.is_ok());
        assert!(store.change_settings(GUILD, ALLOWS).await.is_ok());
        stores(&*store, UserId(1), attempt(1, None)).await;
        sizes.push(commits(&file(&folder)));
    }
    assert_eq!(sizes[0], sizes[1]);
    store.close().await;
}

/// Appends an entry and makes several other kinds of writes at the same time. Returns which of them succeeded.
async fn write_all(store: &dyn Store) -> [bool; 7] {
    let entry = touched(1, 2);
    let secret = Some(Secret::new([1; 32]));
    let (entry, changed, forgotten, erased, settings, number, secret) = tokio::join!(
        store.append(&entry),
        store.change(UserId(1), HIDES, Millis(1)),
        store.forget(UserId(2)),
        store.request_erasure(UserId(1)),
        store.change_settings(GUILD, ALLOWS),
        store.next_table_number(ChannelId(1)),
        store.daily_secret(Day(1), secret),
    );
    let [entry, erased] = [entry, erased].map(|done| done.is_ok());
    let (changed, forgotten) = (changed.is_ok(), forgotten.is_ok());
    let (settings, number, secret) = (settings.is_ok(), number.is_ok(), secret.is_ok());
    [entry, changed, forgotten, erased, settings, number, secret]
}

#[tokio::test]
async fn every_write_is_refused_in_time_while_another_program_locks_the_file() {
    let (folder, store) = sqlite().await;
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let other = execute(&file(&folder), LOCKS).await;
    // The second round of writes begins when the first has been refused.
    let clicks = async { [write_all(&*store).await, write_all(&*store).await] };
    let refused = timeout(IN_TIME, clicks).await.expect("it ends in time");
    assert_eq!(refused, [[false; 7]; 2]);
    other.close().await.expect("it closes");
    assert_eq!(write_all(&*store).await, [true; 7]);
    store.close().await;
}
