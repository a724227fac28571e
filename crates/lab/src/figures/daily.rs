//! The CPU time of the reads for the page of a Kitten of the day, on a server where many people have
//! finished it.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fairness::Secret;
use journal::{JournalError, RecordCipher, StorageUrl, Store};
use simulator::real::processor_time;
use table::ids::{GuildId, Millis, UserId};
use table::pages::daily::{Attempt, AttemptResult, Day, ResultPost};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::Measured;

const FINISHERS: u64 = 5_000;
const DAY: Day = Day(200);
const GUILD: GuildId = GuildId(1);
/// How often the page is read; the mean counts.
const READS: u32 = 500;
const MAX_READ: Duration = Duration::from_millis(2);

/// Measures in a new, encrypted SQLite file inside `parent`.
pub(super) async fn measure(parent: &Path) -> Result<Measured, Box<dyn Error>> {
    let folder = TempDir::new_in(parent)?;
    let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
    let cipher = RecordCipher::new(&["a".repeat(64).parse()?]);
    let store = journal::open_encrypted(&url, cipher).await?;
    store.daily_secret(DAY, Some(Secret::new([1; 32]))).await?;
    // A write that waits for more than two seconds is refused.
    for first in (1..=FINISHERS).step_by(200) {
        let mut finishing = JoinSet::new();
        for person in first..first + 200 {
            finishing.spawn(finish(Arc::clone(&store), person));
        }
        for stored in finishing.join_all().await {
            stored?;
        }
    }
    let before = processor_time("self");
    for person in 0..READS {
        let reader = UserId(FINISHERS - u64::from(person));
        store.attempts_of(reader).await?;
        store.daily_secret(DAY, None).await?;
        let board = store.daily_board(GUILD, DAY, reader).await?;
        assert_eq!(board.len(), 11, "ten rows and one's own");
    }
    let mean = (processor_time("self") - before) / READS;
    store.close().await;
    let text = format!(
        "the page of a day that {FINISHERS} people of a server have finished: its reads cost {mean:?} of processor time (at most \
         {MAX_READ:?})"
    );
    Ok((text, mean <= MAX_READ))
}

async fn finish(store: Arc<dyn Store>, person: u64) -> Result<bool, JournalError> {
    let result = AttemptResult {
        place: 1 + (person % 4) as u8,
        turns: 9 + (person % 30) as u32,
        survived: 2,
        streak: 3,
        frozen: None,
        finished_at: Millis(person),
        guild: Some(GUILD),
    };
    let attempt = Attempt {
        day: DAY,
        version: 1,
        moves: "draw ".repeat(40),
        shown_at: Millis(0),
        result: Some(result),
        name: "Somebody".to_owned(),
        post: ResultPost::None,
    };
    store.store_attempt(UserId(person), person, attempt).await
}
