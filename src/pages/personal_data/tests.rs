//! Requests about stored data, and the deletion of expired data.

use std::collections::BTreeSet;
use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use journal::{Journal, PersonalData, RecordCipher, RecordKey, Reviews as _, StorageUrl, Store};
use kit::memory_journal::{BlockingStore, JournalFaults, JournalOperation};
use players::MistakeKind;
use serde_json::{Value, json};
use table::direct_hand::DirectHandRecord;
use table::display_mode::DisplayMode;
use table::preferences::LanguagePreference;
use table::record::Record;
use table::text::Locale;

use super::*;
use crate::expired_data::Retention;
use crate::fakes;

const ADA: UserId = UserId(1 << 40);
const DAY: Millis = Millis::hours(24);
const MONTH: Retention = Retention {
    games: Millis::hours(30 * 24),
};

/// Stores a table that Ada opened on this day and that was then closed. The ids of the table and its server are equal.
async fn closed_table(journal: &dyn Journal, day: u64) -> TableId {
    closed_table_of(journal, day, "Ada").await
}

async fn closed_table_of(journal: &dyn Journal, day: u64, name: &str) -> TableId {
    let [opened, closed] = fakes::closed_table(day + 1, ADA, name, Millis(day * DAY.0));
    let table = opened.table;
    assert_eq!(journal.append(&opened).await, Ok(()));
    assert_eq!(journal.append(&closed).await, Ok(()));
    table
}

async fn stored(journal: &dyn PersonalData) -> Vec<TableId> {
    let mut tables = journal.tables_of(ADA).await.expect("memory is readable");
    tables.sort();
    tables
}

async fn extract(requests: &DataRequests, user: UserId) -> Value {
    let file = requests
        .extract(user, PersonPreferences::default(), RecipeList::default())
        .await;
    serde_json::from_slice(&file.expect("it is readable")).expect("it is JSON")
}

#[tokio::test(start_paused = true)]
async fn closed_tables_go_after_their_retention() {
    let journal = BlockingStore::default();
    for day in [0, 10, 20] {
        closed_table(&journal, day).await;
    }
    for (day, left) in [(30, 3), (31, 2), (40, 2), (41, 1), (50, 1), (51, 0)] {
        let round = MONTH.round(&journal, Millis(day * DAY.0)).await;
        assert_eq!(round, Ok(()));
        assert_eq!(stored(&journal).await.len(), left, "on day {day}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_servers_data_goes_a_month_after_the_bot_left_it_also_if_games_stay_longer() {
    let journal = Arc::<BlockingStore>::default();
    let year = Retention {
        games: Millis::hours(365 * 24),
    };
    let first = closed_table(&*journal, 0).await;
    let tables = [first, closed_table(&*journal, 1).await];
    let requests = DataRequests::new(Arc::<BlockingStore>::clone(&journal));
    // The first server is listed when the bot connects; the second is not.
    let present = [GuildId(1)];
    requests.guilds_present(&present, DAY, |_| true).await;
    requests.guild_left(GuildId(2), Millis(20 * DAY.0)).await;
    assert_eq!(year.round(&*journal, Millis(31 * DAY.0)).await, Ok(()));
    assert_eq!(stored(&*journal).await, tables);
    assert_eq!(year.round(&*journal, Millis(32 * DAY.0)).await, Ok(()));
    assert_eq!(stored(&*journal).await, tables[..1]);
}

#[tokio::test(start_paused = true)]
async fn servers_of_another_shard_are_not_taken_for_absent() {
    let journal = Arc::<BlockingStore>::default();
    closed_table(&*journal, 0).await;
    let requests = DataRequests::new(Arc::<BlockingStore>::clone(&journal));
    requests.guilds_present(&[], DAY, |_| false).await;
    assert_eq!(MONTH.round(&*journal, Millis(30 * DAY.0)).await, Ok(()));
    assert_eq!(stored(&*journal).await.len(), 1);
}

/// Opens a database whose records are encrypted with a key that consists of this digit, repeated.
async fn encrypted(url: &StorageUrl, digit: &str) -> Arc<dyn Store> {
    let key: RecordKey = digit.repeat(64).parse().expect("it is a key");
    let store = journal::open_encrypted(url, RecordCipher::new(&[key])).await;
    store.expect("no running table needs another key")
}

#[tokio::test]
async fn a_game_whose_key_is_gone_keeps_nobody_elses_game_from_being_deleted() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let url = StorageUrl::Sqlite(folder.path().join("kittens.db"));
    let store = encrypted(&url, "a").await;
    closed_table(&*store, 0).await;
    closed_table(&*store, 100).await;
    store.close().await;
    let store = encrypted(&url, "b").await;
    let requests = DataRequests::new(Arc::<dyn Store>::clone(&store));
    let file = extract(&requests, ADA).await;
    assert_eq!(file["unreadable_tables"], json!([101, 1]));
    assert_eq!(MONTH.round(&*store, Millis(31 * DAY.0)).await, Ok(()));
    assert_eq!(stored(&*store).await, [TableId(101)]);
    requests.forget(ADA).await.expect("a file can be written");
    assert_eq!(stored(&*store).await, []);
    store.close().await;
}

#[tokio::test]
async fn a_person_who_asks_is_forgotten_at_once_and_their_table_stays() {
    let journal = Arc::<BlockingStore>::default();
    let table = closed_table(&*journal, 0).await;
    let requests = DataRequests::new(Arc::<BlockingStore>::clone(&journal));
    requests.forget(ADA).await.expect("memory can be written");
    assert_eq!(stored(&*journal).await, []);
    let entries = journal.load(table).await.expect("memory is readable");
    assert_eq!(entries.len(), 2);
    assert!(!json!(entries).to_string().contains("Ada"));
}

#[tokio::test]
async fn an_extract_names_the_persons_tables_and_language() {
    let journal = Arc::<BlockingStore>::default();
    for day in 0..3 {
        closed_table(&*journal, day).await;
    }
    let review = ReviewedGame {
        table: TableId(1),
        game: 2,
        ended_at: Millis(5),
        lost: [(MistakeKind::NopeSpent, 40)].into(),
    };
    assert_eq!(journal.store_review(ADA, review).await, Ok(true));
    let requests = DataRequests::new(journal);
    let chosen = PersonPreferences {
        language: LanguagePreference::Fixed(Locale::nearest("de")),
        display_mode: DisplayMode::TextFirst,
        direct_hand: false,
        hand_explained: true,
        hidden: true,
        ..PersonPreferences::default()
    };
    let saved = RecipeList::from(vec![("Cats".to_owned(), "1".to_owned())]);
    let file = requests
        .extract(ADA, chosen, saved)
        .await
        .expect("it is readable");
    let file: Value = serde_json::from_slice(&file).expect("it is JSON");
    for (field, expected) in [
        ("/person", json!(ADA.0)),
        ("/language", json!("de")),
        ("/text_first", json!(true)),
        ("/hand_by_direct_message", json!(false)),
        ("/hand_explained", json!(true)),
        ("/recipes", json!([["Cats", "1"]])),
        ("/tables/2/names", json!(["Ada"])),
        ("/tables/0/closed", json!(true)),
        ("/tables/0/actions/0/records/0/record", json!("opened")),
        ("/reviews/0/game", json!(2)),
        ("/reviews/0/lost", json!({ "nope-spent": 40 })),
        ("/left_out_tables", json!(0)),
    ] {
        assert_eq!(file.pointer(field), Some(&expected), "{field}");
    }
    assert_eq!(file["tables"].as_array().map(Vec::len), Some(3));
    let file = extract(&requests, UserId(7)).await;
    assert_eq!(file["tables"], json!([]));
}

/// The faults of a journal in which some tables cannot be read.
#[derive(Debug, Default)]
struct UnreadableTables {
    /// Loading these tables never completes.
    stuck: BTreeSet<TableId>,
    loads: AtomicUsize,
}

#[async_trait]
impl JournalFaults for UnreadableTables {
    async fn before(&self, operation: JournalOperation) -> Result<(), JournalError> {
        let JournalOperation::Load(table) = operation else {
            return Ok(());
        };
        self.loads.fetch_add(1, Ordering::Relaxed);
        if self.stuck.contains(&table) {
            pending::<()>().await;
        }
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn an_extract_ends_in_time_and_others_get_theirs_meanwhile() {
    let journal = BlockingStore::default();
    for day in 0..3 {
        closed_table(&journal, day).await;
    }
    let mut faults = UnreadableTables::default();
    faults.stuck.insert(TableId(2));
    let faulty = journal.with_faults(Arc::new(faults));
    let requests = DataRequests::new(Arc::new(faulty));
    let started = Instant::now();
    let preferences = PersonPreferences::default();
    let (stuck, other) = tokio::join!(
        requests.extract(ADA, preferences, RecipeList::default()),
        async {
            let other = requests
                .extract(UserId(7), preferences, RecipeList::default())
                .await;
            (other.is_ok(), started.elapsed())
        }
    );
    assert_eq!(other, (true, Duration::ZERO));
    assert!(started.elapsed() <= EXTRACT_TIMEOUT + Duration::from_millis(1));
    let file: Value = serde_json::from_slice(&stuck.expect("it is readable")).expect("it is JSON");
    let tables = file["tables"].as_array().map(Vec::len);
    assert_eq!(tables, Some(1), "the newest");
    assert_eq!(file["left_out_tables"], 2);
}

#[tokio::test]
async fn no_more_tables_are_read_than_fit_into_a_file() {
    let journal = BlockingStore::default();
    // The extract of a table holds the name twice.
    let name = "x".repeat(MAX_EXTRACT_BYTES / 8);
    for day in 0..8 {
        closed_table_of(&journal, day, &name).await;
    }
    let faults = Arc::<UnreadableTables>::default();
    let faulty = journal.with_faults(Arc::<UnreadableTables>::clone(&faults));
    let requests = DataRequests::new(Arc::new(faulty));
    let file = extract(&requests, ADA).await;
    assert_eq!(file["left_out_tables"], 5);
    assert_eq!(faults.loads.load(Ordering::Relaxed), 4);
}

#[tokio::test]
async fn a_file_of_many_small_records_is_no_larger_than_discord_takes() {
    let journal = BlockingStore::default();
    for day in 0..30 {
        let [opened, mut closed] = fakes::closed_table(day + 1, ADA, "Ada", DAY);
        let unwanted = Record::DirectHand {
            user: ADA,
            change: DirectHandRecord::Unwanted,
        };
        closed.records.splice(0..0, vec![unwanted; 4_000]);
        for entry in [opened, closed] {
            assert_eq!(journal.append(&entry).await, Ok(()));
        }
    }
    let requests = DataRequests::new(Arc::new(journal));
    let file = requests
        .extract(ADA, PersonPreferences::default(), RecipeList::default())
        .await;
    let file = file.expect("it is readable");
    assert!(file.len() > MAX_EXTRACT_BYTES / 2, "{} bytes", file.len());
    assert!(file.len() <= MAX_EXTRACT_BYTES, "{} bytes", file.len());
}
