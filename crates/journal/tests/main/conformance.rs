//! What every journal promises, tried on each of them.

use futures::future::join_all;
use journal::{
    Journal, JournalError, MemoryJournal, PostedMessages, RunningTable, StorageUrl, Store,
};
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::preferences::{LanguagePreference, Preferences as _};
use table::record::{CloseReason, PersonRecord, Record};
use table::text::Locale;

use postgres_server::Server;

const GUILD: GuildId = GuildId(u64::MAX);

/// The entry with which a table of this number opens, in the channel of the same number.
pub(crate) fn first(table: u64) -> Entry {
    let opened = Record::Opened {
        guild: GUILD,
        channel: ChannelId(table),
        host: PersonRecord {
            user: UserId(u64::MAX - table),
            name: "Ада \"🐱\"\n".to_owned(),
        },
        options: (&TableOptions::of(rules::EditionId::Original, Locale::default())).into(),
    };
    later(table, 1, vec![opened])
}

pub(crate) fn later(table: u64, version: u64, records: Vec<Record>) -> Entry {
    Entry {
        schema: SCHEMA,
        table: TableId(table),
        version,
        at: Millis(1_000 + version),
        interaction: None,
        records,
    }
}

pub(crate) fn touched(table: u64, version: u64) -> Entry {
    later(table, version, vec![Record::Touched])
}

fn closed(table: u64, version: u64) -> Entry {
    let why = CloseReason::LobbyIdle;
    later(table, version, vec![Record::Closed { why }])
}

fn conflict(table: u64, version: u64) -> Result<(), JournalError> {
    let table = TableId(table);
    Err(JournalError::Conflict { table, version })
}

async fn keep(journal: &impl Journal, entries: impl IntoIterator<Item = Entry>) {
    for entry in entries {
        assert_eq!(journal.append(&entry).await, Ok(()), "{entry:?}");
    }
}

async fn running(journal: &impl Journal) -> Vec<u64> {
    let running = journal.running().await.expect("the journal is readable");
    let mut tables: Vec<_> = running.iter().map(|running| running.table.0).collect();
    tables.sort_unstable();
    tables
}

async fn what_was_kept_is_read_back_alike_and_in_order(journal: &impl Journal) {
    let mut click = touched(u64::MAX, 2);
    click.interaction = Some(InteractionId(u64::MAX));
    let life = vec![first(u64::MAX), click, touched(u64::MAX, 3)];
    keep(journal, life.clone()).await;
    assert_eq!(journal.load(TableId(u64::MAX)).await, Ok(life));
    assert_eq!(journal.load(TableId(7)).await, Ok(vec![]));
}

async fn a_version_is_kept_once_and_without_a_gap(journal: &impl Journal) {
    assert_eq!(journal.append(&touched(1, 2)).await, conflict(1, 2));
    keep(journal, [first(1)]).await;
    assert_eq!(journal.append(&first(1)).await, conflict(1, 1));
    assert_eq!(journal.append(&touched(1, 3)).await, conflict(1, 3));
    keep(journal, [touched(1, 2)]).await;
    assert_eq!(journal.append(&touched(1, 2)).await, conflict(1, 2));
    assert_eq!(
        journal.load(TableId(1)).await,
        Ok(vec![first(1), touched(1, 2)])
    );
}

async fn a_click_is_kept_once(journal: &impl Journal) {
    let click = |version| Entry {
        interaction: Some(InteractionId(9)),
        ..touched(1, version)
    };
    keep(journal, [first(1), click(2)]).await;
    assert_eq!(journal.append(&click(3)).await, conflict(1, 3));
    keep(journal, [touched(1, 3)]).await;
    let kept = journal.load(TableId(1)).await.expect("it is readable");
    assert_eq!(kept.len(), 3);
}

async fn a_channel_has_one_running_table(journal: &impl Journal) {
    keep(journal, [first(1)]).await;
    let second = Entry {
        table: TableId(2),
        ..first(1)
    };
    assert_eq!(journal.append(&second).await, conflict(2, 1));
    assert_eq!(journal.load(TableId(2)).await, Ok(vec![]));
    keep(journal, [closed(1, 2), second]).await;
    assert_eq!(running(journal).await, [2]);
}

async fn a_closed_table_is_not_running_and_takes_nothing_more(journal: &impl Journal) {
    keep(journal, [first(1), first(2), closed(1, 2)]).await;
    assert_eq!(running(journal).await, [2]);
    assert_eq!(journal.append(&touched(1, 3)).await, conflict(1, 3));
}

async fn a_table_set_aside_is_not_running_and_makes_room(journal: &impl Journal) {
    keep(journal, [first(1)]).await;
    assert_eq!(journal.quarantine(TableId(1)).await, Ok(()));
    assert_eq!(running(journal).await, Vec::<u64>::new());
    assert_eq!(journal.load(TableId(1)).await, Ok(vec![first(1)]));
    let second = Entry {
        table: TableId(2),
        ..first(1)
    };
    keep(journal, [second]).await;
}

fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

async fn where_a_table_stands_and_its_messages_are_remembered(journal: &impl Journal) {
    keep(journal, [first(1)]).await;
    let mut expected = RunningTable {
        table: TableId(1),
        guild: GUILD,
        channel: ChannelId(1),
        posted: PostedMessages::default(),
        written_at: Millis(1_001),
    };
    assert_eq!(journal.running().await, Ok(vec![expected.clone()]));
    for posted in [posted(5, &[]), posted(u64::MAX, &[5, 7]), posted(9, &[])] {
        assert_eq!(journal.record_posted(TableId(1), &posted).await, Ok(()));
        expected.posted = posted;
        assert_eq!(journal.running().await, Ok(vec![expected.clone()]));
    }
}

async fn a_closed_table_is_there_until_its_messages_are_forgotten(journal: &impl Journal) {
    keep(journal, [first(1), first(2), first(3)]).await;
    let posted = posted(5, &[4]);
    for table in [TableId(1), TableId(2)] {
        assert_eq!(journal.record_posted(table, &posted).await, Ok(()));
        // Only a closed table's are forgotten.
        assert_eq!(journal.clear_posted(table).await, Ok(()));
    }
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
    keep(journal, [closed(1, 2), closed(3, 2)]).await;
    let unforgotten = journal
        .closed_with_messages()
        .await
        .expect("it is readable");
    assert_eq!(unforgotten.len(), 1);
    assert_eq!(unforgotten[0].table, TableId(1));
    assert_eq!(unforgotten[0].posted, posted);
    let life = journal.load(TableId(1)).await;
    assert_eq!(life, Ok(vec![first(1), closed(1, 2)]));
    assert_eq!(journal.clear_posted(TableId(1)).await, Ok(()));
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
    assert_eq!(running(journal).await, [2]);
}

async fn signs_of_life_never_go_back(journal: &impl Journal) {
    assert_eq!(journal.last_alive().await, Ok(None));
    for (sign, last) in [(50, 50), (70, 70), (60, 70)] {
        assert_eq!(journal.record_alive(Millis(sign)).await, Ok(()));
        assert_eq!(journal.last_alive().await, Ok(Some(Millis(last))));
    }
}

async fn a_click_is_kept_once_however_many_write_it_at_once(journal: &impl Journal) {
    keep(journal, (1..=20).map(first)).await;
    let click = |table| Entry {
        interaction: Some(InteractionId(9)),
        ..touched(table, 2)
    };
    let clicks: Vec<_> = (1..=20).map(click).collect();
    let verdicts = join_all(clicks.iter().map(|click| journal.append(click))).await;
    assert_eq!(verdicts.iter().filter(|kept| kept.is_ok()).count(), 1);
    for (click, verdict) in clicks.iter().zip(verdicts) {
        let next = Entry {
            interaction: None,
            version: if verdict.is_ok() { 3 } else { 2 },
            ..click.clone()
        };
        keep(journal, [next]).await;
    }
}

async fn of_many_who_write_at_once_one_wins_at_each_table(journal: &impl Journal) {
    keep(journal, (1..=5).map(first)).await;
    let rivals = (0..100).map(|rival| Entry {
        at: Millis(rival),
        ..touched(1 + rival % 5, 2)
    });
    let rivals: Vec<_> = rivals.collect();
    let verdicts = join_all(rivals.iter().map(|rival| journal.append(rival))).await;
    let won = rivals.iter().zip(&verdicts).filter(|(_, won)| won.is_ok());
    let mut won: Vec<_> = won.map(|(rival, _)| rival.clone()).collect();
    won.sort_by_key(|entry| entry.table);
    let mut kept = Vec::new();
    for table in 1..=5 {
        let life = journal.load(TableId(table)).await.expect("it is readable");
        kept.extend(life.into_iter().skip(1));
    }
    assert_eq!(kept, won);
    assert_eq!(won.len(), 5);
}

/// The store's other half, for those in a database.
async fn what_somebody_chose_last_is_remembered(store: &Store) {
    let [he, she] = [UserId(u64::MAX), UserId(1)];
    assert_eq!(
        store.language(he).await,
        Ok(LanguagePreference::FollowDiscord)
    );
    for reading in LanguagePreference::all() {
        assert_eq!(store.set_language(he, reading).await, Ok(()));
        assert_eq!(store.language(he).await, Ok(reading));
    }
    assert_eq!(
        store.language(she).await,
        Ok(LanguagePreference::FollowDiscord)
    );
}

/// A new empty database.
pub(crate) async fn database(server: &Server, name: &str) -> StorageUrl {
    let address = server
        .create_database(name)
        .await
        .expect("a database is made");
    StorageUrl::read(&address).expect("an address")
}

/// A journal in a new file.
pub(crate) async fn sqlite() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let url = StorageUrl::Sqlite(folder.path().join("new").join("kittens.db"));
    let store = Store::open(&url).await.expect("a new file opens");
    (folder, store)
}

macro_rules! conformance {
    ($($promise:ident),* $(,)?) => {
        mod memory {
            $(
                #[tokio::test]
                async fn $promise() {
                    super::$promise(&super::MemoryJournal::default()).await;
                }
            )*
        }

        mod sqlite {
            $(
                #[tokio::test]
                async fn $promise() {
                    let (_folder, store) = super::sqlite().await;
                    super::$promise(&store).await;
                    store.close().await;
                }
            )*
        }

        /// One server for all, a database for each.
        #[tokio::test]
        async fn postgres_keeps_every_promise() {
            let server = Server::start().await.expect("PostgreSQL starts");
            $(
                let url = database(&server, stringify!($promise)).await;
                let store = Store::open(&url).await.expect("an empty database opens");
                $promise(&store).await;
                store.close().await;
            )*
            let url = database(&server, "people").await;
            let store = Store::open(&url).await.expect("an empty database opens");
            what_somebody_chose_last_is_remembered(&store).await;
            store.close().await;
        }
    };
}

conformance!(
    what_was_kept_is_read_back_alike_and_in_order,
    a_version_is_kept_once_and_without_a_gap,
    a_click_is_kept_once,
    a_click_is_kept_once_however_many_write_it_at_once,
    a_channel_has_one_running_table,
    a_closed_table_is_not_running_and_takes_nothing_more,
    a_table_set_aside_is_not_running_and_makes_room,
    where_a_table_stands_and_its_messages_are_remembered,
    a_closed_table_is_there_until_its_messages_are_forgotten,
    signs_of_life_never_go_back,
    of_many_who_write_at_once_one_wins_at_each_table,
);

#[tokio::test]
async fn a_file_and_memory_remember_what_somebody_chose_last() {
    let (_folder, store) = sqlite().await;
    what_somebody_chose_last_is_remembered(&store).await;
    store.close().await;
    let store = Store::open(&StorageUrl::Memory).await;
    what_somebody_chose_last_is_remembered(&store.expect("memory opens")).await;
}
