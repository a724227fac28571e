//! Tests the guarantees of every journal with each implementation, and of stored settings with each database.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::future::{join, join_all};
use journal::{
    Journal, JournalError, LOAD_PAGE, PostedMessages, RecordCipher, RunningTable, StorageUrl, Store,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use table::display_mode::DisplayMode;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::options::OptionValue;
use table::pace::Pace;
use table::pages::settings::{ServerChange, ServerSettings, WeeklyBoard};
use table::preferences::{LanguagePreference, PersonPreferences, PreferenceChange};
use table::recipe_list::{MAX_OWN, RecipeChange, RecipeList, SavedRecipe};
use table::record::{CloseReason, PersonRecord, Record};
use table::text::Locale;
use tempfile::TempDir;

pub(crate) use kit::entries::later_entry as later;
use kit::entries::opening_entry;
use kit::postgres_server::Server;

pub(crate) const GUILD: GuildId = GuildId(u64::MAX);
pub(crate) const HIDES: PreferenceChange = PreferenceChange {
    language: None,
    display_mode: None,
    direct_hand: None,
    hand_explained: None,
    hidden: Some(true),
    reminders_off: None,
    silent_from: None,
};

/// Returns the entry that opens a table in the channel with the same number.
pub(crate) fn first(table: u64) -> Entry {
    let host = (UserId(u64::MAX - table), "Ада \"🐱\"\n");
    opening_entry((GUILD.0, table, table), host, Millis(1_001))
}

pub(crate) fn touched(table: u64, version: u64) -> Entry {
    later(table, version, vec![Record::Touched])
}

pub(crate) fn closed(table: u64, version: u64) -> Entry {
    let why = CloseReason::LobbyIdle;
    later(table, version, vec![Record::Closed { why }])
}

pub(crate) fn joined(user: UserId, name: &str) -> Record {
    let name = name.to_owned();
    let person = PersonRecord { user, name };
    Record::Joined { person }
}

fn conflict(table: u64, version: u64) -> Result<(), JournalError> {
    let table = TableId(table);
    Err(JournalError::Conflict { table, version })
}

async fn append_all(journal: &dyn Journal, entries: impl IntoIterator<Item = Entry>) {
    for entry in entries {
        assert_eq!(journal.append(&entry).await, Ok(()), "{entry:?}");
    }
}

async fn running(journal: &dyn Journal) -> Vec<u64> {
    let running = journal.running().await.expect("the journal is readable");
    let mut tables: Vec<_> = running.iter().map(|running| running.table.0).collect();
    tables.sort_unstable();
    tables
}

async fn entries_are_read_back_unchanged_and_in_order(journal: &dyn Journal) {
    let mut click = touched(u64::MAX, 2);
    click.interaction = Some(InteractionId(u64::MAX));
    let log = vec![first(u64::MAX), click, touched(u64::MAX, 3)];
    append_all(journal, log.clone()).await;
    assert_eq!(journal.load(TableId(u64::MAX)).await, Ok(log));
    assert_eq!(journal.load(TableId(7)).await, Ok(vec![]));
}

async fn a_long_table_is_read_in_pages(journal: &dyn Journal) {
    let newest = LOAD_PAGE as u64 + 1;
    let mut log = vec![first(1)];
    log.extend((2..=newest).map(|version| touched(1, version)));
    append_all(journal, log[..LOAD_PAGE].to_vec()).await;
    append_all(journal, [first(2)]).await;
    let read = journal.load(TableId(1)).await;
    assert_eq!(read.as_deref(), Ok(&log[..LOAD_PAGE]));
    append_all(journal, [log[LOAD_PAGE].clone()]).await;
    let pages = [
        (0, &log[..LOAD_PAGE]),
        (1, &log[1..]),
        (newest - 1, &log[LOAD_PAGE..]),
        (newest, &[]),
    ];
    for (after, expected) in pages {
        let page = journal.load_page(TableId(1), after).await;
        assert_eq!(page.as_deref(), Ok(expected));
    }
    assert_eq!(journal.load(TableId(1)).await, Ok(log));
}

async fn a_version_is_written_once_and_without_gaps(journal: &dyn Journal) {
    assert_eq!(journal.append(&touched(1, 2)).await, conflict(1, 2));
    append_all(journal, [first(1)]).await;
    assert_eq!(journal.append(&first(1)).await, conflict(1, 1));
    assert_eq!(journal.append(&touched(1, 3)).await, conflict(1, 3));
    append_all(journal, [touched(1, 2)]).await;
    assert_eq!(journal.append(&touched(1, 2)).await, conflict(1, 2));
    let log = journal.load(TableId(1)).await;
    assert_eq!(log, Ok(vec![first(1), touched(1, 2)]));
}

async fn an_interaction_is_written_once(journal: &dyn Journal) {
    let click = |version| Entry {
        interaction: Some(InteractionId(9)),
        ..touched(1, version)
    };
    append_all(journal, [first(1), click(2)]).await;
    assert_eq!(journal.append(&click(3)).await, conflict(1, 3));
    append_all(journal, [touched(1, 3)]).await;
    let appended = journal.load(TableId(1)).await.expect("it is readable");
    assert_eq!(appended.len(), 3);
}

async fn a_channel_has_one_running_table(journal: &dyn Journal) {
    append_all(journal, [first(1)]).await;
    let second = Entry {
        table: TableId(2),
        ..first(1)
    };
    assert_eq!(journal.append(&second).await, conflict(2, 1));
    assert_eq!(journal.load(TableId(2)).await, Ok(vec![]));
    append_all(journal, [closed(1, 2), second]).await;
    assert_eq!(running(journal).await, [2]);
}

async fn a_closed_table_is_not_running_and_refuses_entries(journal: &dyn Journal) {
    append_all(journal, [first(1), first(2), closed(1, 2)]).await;
    assert_eq!(running(journal).await, [2]);
    assert_eq!(journal.append(&touched(1, 3)).await, conflict(1, 3));
}

async fn a_quarantined_table_is_not_running_and_frees_its_channel(journal: &dyn Journal) {
    append_all(journal, [first(1)]).await;
    assert_eq!(journal.quarantine(TableId(1)).await, Ok(()));
    assert_eq!(running(journal).await, Vec::<u64>::new());
    assert_eq!(journal.load(TableId(1)).await, Ok(vec![first(1)]));
    let second = Entry {
        table: TableId(2),
        ..first(1)
    };
    append_all(journal, [second, closed(2, 2)]).await;
    assert_eq!(journal.quarantine(TableId(2)).await, Ok(()));
    let closed = journal.closed_with_messages().await.map(|all| all.len());
    assert_eq!(closed, Ok(1), "a closed table stays closed");
}

fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

async fn a_running_table_has_its_channel_and_its_posted_messages(journal: &dyn Journal) {
    append_all(journal, [first(1)]).await;
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

async fn a_closed_table_is_listed_until_its_messages_are_cleared(journal: &dyn Journal) {
    append_all(journal, [first(1), first(2), first(3)]).await;
    let posted = posted(5, &[4]);
    for table in [TableId(1), TableId(2)] {
        assert_eq!(journal.record_posted(table, &posted).await, Ok(()));
        // Has no effect on a running table.
        assert_eq!(journal.clear_posted(table).await, Ok(()));
    }
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
    append_all(journal, [closed(1, 2), closed(3, 2)]).await;
    let mut listed = journal
        .closed_with_messages()
        .await
        .expect("it is readable");
    listed.sort_by_key(|closed| closed.table.0);
    let listed: Vec<_> = listed.into_iter().map(|it| (it.table, it.posted)).collect();
    // No message of table 3 was recorded, but the table may have sent direct messages.
    let unrecorded = PostedMessages::default();
    assert_eq!(listed, [(TableId(1), posted), (TableId(3), unrecorded)]);
    let log = journal.load(TableId(1)).await;
    assert_eq!(log, Ok(vec![first(1), closed(1, 2)]));
    for table in [TableId(1), TableId(3)] {
        assert_eq!(journal.clear_posted(table).await, Ok(()));
    }
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
    assert_eq!(running(journal).await, [2]);
}

async fn the_tables_of_a_channel_are_numbered_without_gaps(journal: &dyn Journal) {
    for number in 1..4 {
        assert_eq!(journal.next_table_number(ChannelId(1)).await, Ok(number));
    }
    let other = ChannelId(u64::MAX);
    assert_eq!(journal.next_table_number(other).await, Ok(1));
    assert_eq!(journal.next_table_number(ChannelId(1)).await, Ok(4));
}

async fn the_last_time_alive_never_decreases(journal: &dyn Journal) {
    assert_eq!(journal.last_alive().await, Ok(None));
    for (alive_at, last) in [(50, 50), (70, 70), (60, 70)] {
        assert_eq!(journal.record_alive(Millis(alive_at)).await, Ok(()));
        assert_eq!(journal.last_alive().await, Ok(Some(Millis(last))));
    }
}

async fn an_interaction_is_written_once_by_concurrent_writers(journal: &dyn Journal) {
    append_all(journal, (1..=20).map(first)).await;
    let click = |table| Entry {
        interaction: Some(InteractionId(9)),
        ..touched(table, 2)
    };
    let clicks: Vec<_> = (1..=20).map(click).collect();
    let results = join_all(clicks.iter().map(|click| journal.append(click))).await;
    assert_eq!(results.iter().flatten().count(), 1);
    for (click, result) in clicks.iter().zip(results) {
        let next = Entry {
            interaction: None,
            version: if result.is_ok() { 3 } else { 2 },
            ..click.clone()
        };
        append_all(journal, [next]).await;
    }
}

async fn one_of_several_concurrent_writers_wins_at_each_table(journal: &dyn Journal) {
    append_all(journal, (1..=5).map(first)).await;
    let rival_entries = (0..100).map(|rival| Entry {
        at: Millis(rival),
        ..touched(1 + rival % 5, 2)
    });
    let rival_entries: Vec<_> = rival_entries.collect();
    let results = join_all(rival_entries.iter().map(|rival| journal.append(rival))).await;
    let won = rival_entries
        .iter()
        .zip(&results)
        .filter(|(_, won)| won.is_ok());
    let mut won: Vec<_> = won.map(|(rival, _)| rival.clone()).collect();
    won.sort_by_key(|entry| entry.table);
    let mut appended = Vec::new();
    for table in 1..=5 {
        let log = journal.load(TableId(table)).await.expect("it is readable");
        appended.extend(log.into_iter().skip(1));
    }
    assert_eq!(appended, won);
    assert_eq!(won.len(), 5);
}

async fn the_last_chosen_preferences_are_stored(store: &dyn Store) {
    let [first_user, second_user] = [UserId(u64::MAX), UserId(1)];
    let mut expected = PersonPreferences::default();
    assert_eq!(store.get(first_user).await, Ok(expected));
    let change = |set: &dyn Fn(&mut PreferenceChange)| {
        let mut change = PreferenceChange::default();
        set(&mut change);
        change
    };
    let languages = LanguagePreference::all().map(|one| change(&|to| to.language = Some(one)));
    let display_modes = DisplayMode::ALL.map(|one| change(&|to| to.display_mode = Some(one)));
    let hands = [true, false].map(|one| change(&|to| to.direct_hand = Some(one)));
    let explained = [true, false, true].map(|one| change(&|to| to.hand_explained = Some(one)));
    let reminders = [true, false].map(|one| change(&|to| to.reminders_off = Some(one)));
    let silence = [Some(23), None].map(|one| change(&|to| to.silent_from = Some(one)));
    let changes = hands
        .into_iter()
        .chain(languages)
        .chain(display_modes)
        .chain(reminders)
        .chain(silence);
    for change in changes.chain(hands).chain(explained) {
        expected = expected.with(change);
        let changed = store.change(first_user, change, Millis(1)).await;
        assert_eq!(changed, Ok(expected));
        assert_eq!(store.get(first_user).await, Ok(expected));
    }
    assert_eq!(expected.display_mode, DisplayMode::TextFirst);
    assert!(expected.hand_explained);
    let untouched = store.get(second_user).await;
    assert_eq!(untouched, Ok(PersonPreferences::default()));
}

async fn of_concurrent_saves_as_many_last_as_the_list_has_room_for(store: &dyn Store) {
    let person = UserId(u64::MAX - 1);
    let recipe = |number: usize| SavedRecipe {
        name: format!("\u{1f63c} {number}").try_into().expect("a name"),
        code: number.to_string().parse().expect("a code"),
    };
    assert_eq!(store.recipes_of(person).await, Ok(RecipeList::default()));
    let save = |number| store.change_recipes(person, RecipeChange::Save(recipe(number)), Millis(1));
    let lists = join_all((0..=MAX_OWN).map(save)).await;
    let won = lists.iter().enumerate().filter(|(number, list)| {
        let list = list.as_ref().expect("each change is stored");
        list.contains(&recipe(*number))
    });
    assert_eq!(won.count(), MAX_OWN);
    let stored = store.recipes_of(person).await.expect("it is readable");
    assert_eq!(stored.iter().count(), MAX_OWN);
    let first = stored.iter().next().expect("a list of ten").code;
    let changed = store.change_recipes(person, RecipeChange::Delete(first), Millis(2));
    let after = stored.with(RecipeChange::Delete(first), MAX_OWN);
    assert_eq!(changed.await, Ok(after.clone()));
    assert_eq!(store.recipes_of(person).await, Ok(after));
    assert_eq!(store.forget(person).await, Ok(()));
    assert_eq!(store.recipes_of(person).await, Ok(RecipeList::default()));
    for _ in 0..20 {
        save(0).await.expect("it is stored");
        let (saved, forgotten) = join(save(1), store.forget(person)).await;
        assert!(saved.is_ok() && forgotten.is_ok());
        let stored = store.recipes_of(person).await.expect("it is readable");
        assert!(!stored.contains(&recipe(0)), "it was forgotten");
        assert_eq!(store.forget(person).await, Ok(()));
    }
}

pub(crate) async fn database(server: &Server, name: &str) -> StorageUrl {
    let address = server.create_database(name).await;
    StorageUrl::parse(&address.expect("a database is made")).expect("an address")
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for a test")
}

pub(crate) fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("kittens.db")
}

/// Returns a new folder and the address of a journal in it, which does not exist yet.
pub(crate) fn new_file() -> (TempDir, StorageUrl) {
    let folder = folder();
    let url = StorageUrl::Sqlite(file(&folder));
    (folder, url)
}

pub(crate) async fn sqlite() -> (TempDir, Arc<dyn Store>) {
    let (folder, url) = new_file();
    let store = journal::open(&url).await;
    (folder, store.expect("a new file opens"))
}

pub(crate) async fn sqlite_memory() -> ((), Arc<dyn Store>) {
    let store = journal::open(&StorageUrl::Memory).await;
    ((), store.expect("a new database opens"))
}

pub(crate) async fn encrypted_sqlite() -> (TempDir, Arc<dyn Store>) {
    let (folder, url) = new_file();
    let store = journal::open_encrypted(&url, cipher(&['a'])).await;
    (folder, store.expect("a new file opens"))
}

/// Runs a statement in an SQLite file, which is created if it does not exist. Returns the open connection.
pub(crate) async fn execute(file: &Path, sql: &str) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let mut connection = options.connect().await.expect("SQLite opens the file");
    let done = connection.execute(AssertSqlSafe(sql.to_owned())).await;
    done.expect("SQLite runs the statement");
    connection
}

/// Like [`execute`], but closes the connection.
pub(crate) async fn change_file(file: &Path, sql: &str) {
    let connection = execute(file, sql).await;
    connection.close().await.expect("it closes");
}

/// Copies the files of a journal in use, as if its process had been killed. The newest entries may be only in the log.
pub(crate) fn copy_of_killed(journal: &Path, folder: &Path) -> PathBuf {
    for ending in ["", "-wal", "-shm"] {
        let from = format!("{}{ending}", journal.display());
        fs::copy(from, folder.join(format!("kittens.db{ending}"))).expect("a copy");
    }
    folder.join("kittens.db")
}

/// Returns a cipher with one key for each hexadecimal digit: the digit, 64 times.
pub(crate) fn cipher(digits: &[char]) -> RecordCipher {
    let key = |digit: &char| digit.to_string().repeat(64).parse();
    let keys: Result<Vec<_>, _> = digits.iter().map(key).collect();
    RecordCipher::new(&keys.expect("64 digits are a key"))
}

/// Tests guarantees with the in-memory journal and with the databases of [`database_guarantees`].
macro_rules! guarantees {
    ($postgres:ident: $($guarantee:ident),* $(,)?) => {
        mod memory {
            $(
                #[tokio::test]
                async fn $guarantee() {
                    super::$guarantee(&kit::memory_journal::MemoryJournal::default()).await;
                }
            )*
        }

        crate::conformance::database_guarantees!($postgres: $($guarantee),*);
    };
}
pub(crate) use guarantees;

/// Tests guarantees with every database, each guarantee in a database of its own.
macro_rules! database_guarantees {
    (mod $module:ident, $open:ident: $($guarantee:ident),*) => {
        mod $module {
            $(
                #[tokio::test]
                async fn $guarantee() {
                    let (_folder, store) = crate::conformance::$open().await;
                    super::$guarantee(&*store).await;
                    store.close().await;
                }
            )*
        }
    };
    ($postgres:ident: $($guarantee:ident),* $(,)?) => {
        crate::conformance::database_guarantees!(mod sqlite_file, sqlite: $($guarantee),*);
        crate::conformance::database_guarantees!(mod sqlite_in_memory, sqlite_memory: $($guarantee),*);
        crate::conformance::database_guarantees!(mod encrypted_sqlite_file, encrypted_sqlite: $($guarantee),*);

        #[tokio::test]
        async fn $postgres() {
            let server = kit::postgres_server::Server::start().await.expect("PostgreSQL starts");
            $(
                let url = crate::conformance::database(&server, stringify!($guarantee)).await;
                let store = journal::open(&url).await.expect("an empty database opens");
                $guarantee(&*store).await;
                store.close().await;
            )*
        }
    };
}
pub(crate) use database_guarantees;

guarantees!(
    postgres_gives_every_guarantee:
    entries_are_read_back_unchanged_and_in_order,
    a_long_table_is_read_in_pages,
    a_version_is_written_once_and_without_gaps,
    an_interaction_is_written_once,
    an_interaction_is_written_once_by_concurrent_writers,
    a_channel_has_one_running_table,
    a_closed_table_is_not_running_and_refuses_entries,
    a_quarantined_table_is_not_running_and_frees_its_channel,
    a_running_table_has_its_channel_and_its_posted_messages,
    a_closed_table_is_listed_until_its_messages_are_cleared,
    the_tables_of_a_channel_are_numbered_without_gaps,
    the_last_time_alive_never_decreases,
    one_of_several_concurrent_writers_wins_at_each_table,
);

mod stores {
    use super::*;

    database_guarantees!(
        postgres_stores_preferences_and_settings_likewise:
        the_last_chosen_preferences_are_stored,
        of_concurrent_saves_as_many_last_as_the_list_has_room_for,
        each_server_has_the_settings_that_were_stored_last,
        concurrent_changes_of_a_servers_settings_all_last,
        a_board_of_the_week_is_granted_until_it_is_confirmed_and_at_most_twice,
    );
}

async fn each_server_has_the_settings_that_were_stored_last(store: &dyn Store) {
    let [server, other] = [GUILD, GuildId(1)];
    let mut expected = ServerSettings::default();
    assert_eq!(store.settings_of(server).await, Ok(expected.clone()));
    let paces = Pace::ALL.map(|pace| ServerChange::SetOption(OptionValue::Pace(pace)));
    let channels = [1, u64::MAX].map(|id| ServerChange::AllowChannel(ChannelId(id)));
    let forgotten = ServerChange::ForgetChannel(ChannelId(1));
    let changes = paces.into_iter().chain(channels).chain([forgotten]);
    for change in changes.chain([ServerChange::Reset]).chain(channels) {
        expected = expected.with(change);
        let changed = store.change_settings(server, change).await;
        assert_eq!(changed, Ok(expected.clone()));
        assert_eq!(store.settings_of(server).await, Ok(expected.clone()));
    }
    let untouched = store.settings_of(other).await;
    assert_eq!(untouched, Ok(ServerSettings::default()));
}

async fn concurrent_changes_of_a_servers_settings_all_last(store: &dyn Store) {
    let changes = (1..=20)
        .map(|id| ServerChange::AllowChannel(ChannelId(id)))
        .map(|change| store.change_settings(GuildId(2), change));
    for changed in join_all(changes).await {
        changed.expect("each change is stored");
    }
    let settings = store.settings_of(GuildId(2)).await.expect("it is readable");
    assert_eq!(settings.channels().len(), 20);
}

async fn a_board_of_the_week_is_granted_until_it_is_confirmed_and_at_most_twice(store: &dyn Store) {
    let (server, without) = (GuildId(3), GuildId(4));
    let board = WeeklyBoard {
        channel: ChannelId(u64::MAX),
        language: Locale::nearest("zh-TW"),
    };
    let elsewhere = ServerChange::AllowChannel(board.channel);
    for (guild, change) in [
        (server, ServerChange::PostBoard(Some(board))),
        (without, ServerChange::PostBoard(Some(board))),
        (without, ServerChange::PostBoard(None)),
        (without, elsewhere),
    ] {
        let changed = store.change_settings(guild, change).await;
        changed.expect("each change is stored");
    }
    assert_eq!(store.weekly_boards().await, Ok(vec![(server, board)]));
    let claims = join_all((0..8).map(|_| store.claim_weekly_board(server, 20_000))).await;
    let granted = claims.into_iter().filter(|claim| *claim == Ok(true));
    assert_eq!(granted.count(), 2);
    // The first claim is for a later Monday, as if a clock had been wrong.
    for (guild, monday) in [(server, 50_001), (server, 20_007), (without, 20_007)] {
        let claim = store.claim_weekly_board(guild, monday).await;
        assert_eq!(claim, Ok(true), "{guild:?} {monday}");
        assert_eq!(store.confirm_weekly_board(guild, monday).await, Ok(()));
        let claim = store.claim_weekly_board(guild, monday).await;
        assert_eq!(claim, Ok(false), "{guild:?} {monday}");
    }
    // A deleted channel is removed from all settings of its server.
    let before = store.settings_of(without).await.expect("it is readable");
    assert_eq!(before.places(), [board.channel].into());
    for guild in [server, without] {
        let after = store.forget_channel(guild, board.channel).await;
        assert_eq!(after.map(|settings| settings.places()), Ok([].into()));
    }
    assert_eq!(store.weekly_boards().await, Ok(vec![]));
}
