//! A database for tests with a stopped clock: in-memory SQLite on its own runtime. Each call blocks the thread until it
//! is done, so the clock does not advance during the call.

use std::future::ready;
use std::sync::{Arc, LazyLock};
use std::thread;

use async_trait::async_trait;
use fairness::Secret;
use journal::{
    Calls, DailyGames, Expiry, Journal, JournalError, OwnResult, PersonalData, PostedMessages,
    Practices, Results, Reviews, RunningTable, StorageUrl, Store, StoredPractice, StoredTables,
};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::pages::coach::ReviewedGame;
use table::pages::daily::{Attempt, DailyBoardRow, Day};
use table::pages::evening::EveningGame;
use table::pages::leaderboard::{Board, BoardQuery};
use table::pages::practice::Practice;
use table::pages::settings::{ServerChange, ServerSettings, ServerSettingsStore, WeeklyBoard};
use table::pages::statistics::{PersonStats, StatsScope};
use table::preferences::{PersonPreferences, PreferenceChange, Preferences};
use table::recipe_list::{RecipeChange, RecipeList};
use table::results::RatingChange;
use table::store_error::SettingsFuture;
use tokio::runtime::{Builder, Runtime};

use super::{JournalFaults, JournalOperation};

/// A handle to an in-memory database, which only its clones share.
#[derive(Clone)]
pub struct BlockingStore {
    store: Arc<dyn Store>,
    faults: Option<Arc<dyn JournalFaults>>,
}

impl Default for BlockingStore {
    fn default() -> Self {
        let opened = wait(journal::open(&StorageUrl::Memory));
        Self {
            store: opened.expect("there is memory"),
            faults: None,
        }
    }
}

impl BlockingStore {
    /// Returns this handle with faults injected into reads of entries.
    #[must_use]
    pub fn with_faults(mut self, faults: Arc<dyn JournalFaults>) -> Self {
        self.faults = Some(faults);
        self
    }
}

fn wait<T: Send>(call: impl Future<Output = T> + Send) -> T {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build();
        runtime.expect("there are threads")
    });
    // A thread of the caller's runtime must not block on another runtime.
    thread::scope(|scope| {
        let call = scope.spawn(|| RUNTIME.block_on(call));
        call.join().expect("no call panics")
    })
}

macro_rules! blocking {
    ($(impl $trait:ident { $($other:tt)* } $(fn $name:ident($($given:ident: $type:ty),*) -> $done:ty;)*)*) => {
        $(
            #[async_trait]
            impl $trait for BlockingStore {
                $($other)*
                $(
                    async fn $name(&self, $($given: $type),*) -> Result<$done, JournalError> {
                        wait(self.store.$name($($given),*))
                    }
                )*
            }
        )*
    };
}

blocking! {
    impl Journal {
        async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
            if let Some(faults) = &self.faults {
                faults.before(JournalOperation::Load(table)).await?;
            }
            wait(self.store.load_page(table, after))
        }
    }
    fn append(entry: &Entry) -> ();
    fn running() -> Vec<RunningTable>;
    fn quarantine(table: TableId) -> ();
    fn record_posted(table: TableId, posted: &PostedMessages) -> ();
    fn clear_posted(table: TableId) -> ();
    fn closed_with_messages() -> Vec<RunningTable>;
    fn next_table_number(channel: ChannelId) -> u32;
    fn record_alive(at: Millis) -> ();
    fn last_alive() -> Option<Millis>;

    impl StoredTables {}
    fn tables_of(user: UserId) -> Vec<TableId>;
    fn tables_in(guild: GuildId, channel: ChannelId, limit: u32) -> Vec<TableId>;

    impl PersonalData {}
    fn request_erasure(user: UserId) -> ();
    fn delete_expired(expiry: Expiry) -> u64;
    fn record_guild_left(guild: GuildId, at: Millis) -> ();
    fn record_guilds_present(guilds: &[GuildId]) -> ();
    fn guilds() -> Vec<GuildId>;

    impl DailyGames {}
    fn daily_secret(day: Day, fresh: Option<Secret>) -> Option<Secret>;
    fn daily_deal(day: Day, found: Option<u32>) -> Option<u32>;
    fn attempts_of(person: UserId) -> Vec<Attempt>;
    fn unreadable_days_of(person: UserId) -> Vec<Day>;
    fn store_attempt(person: UserId, mark: u64, attempt: Attempt) -> bool;
    fn daily_board(guild: GuildId, day: Day, reader: UserId) -> Vec<DailyBoardRow>;
    fn daily_comparison(guild: GuildId, day: Day, reader: UserId, score: i64) -> (u32, u32);

    impl Practices {}
    fn practice_of(person: UserId) -> StoredPractice;
    fn store_practice(person: UserId, before: u32, practice: Practice) -> bool;

    impl Reviews {}
    fn store_review(person: UserId, game: ReviewedGame) -> bool;
    fn reviews_of(person: UserId, limit: u32) -> Vec<ReviewedGame>;

    impl Calls {}
    fn set_called(guild: GuildId, person: UserId, since: Option<Millis>) -> ();
    fn take_called(guild: GuildId, excluded: Vec<UserId>, now: Millis) -> Vec<UserId>;
    fn servers_calling(person: UserId) -> Vec<GuildId>;

    impl Results {}
    fn person_stats(person: UserId, scope: StatsScope, reader: UserId) -> Option<PersonStats>;
    fn leaderboard(query: BoardQuery) -> Board;
    fn rating_curve(person: UserId, guild: GuildId, limit: u32) -> Vec<i32>;
    fn rating_changes(table: TableId, game: u16) -> Vec<RatingChange>;
    fn evening(table: TableId, first: u16, last: u16) -> Vec<EveningGame>;
    fn results_of_person(person: UserId, limit: u32) -> Vec<OwnResult>;
}

macro_rules! blocking_settings {
    ($(impl $trait:ident; $(fn $name:ident($($given:ident: $type:ty),*) -> $done:ty;)*)*) => {
        $(
            impl $trait for BlockingStore {
                $(
                    fn $name(&self, $($given: $type),*) -> SettingsFuture<'_, $done> {
                        Box::pin(ready(wait(self.store.$name($($given),*))))
                    }
                )*
            }
        )*
    };
}

blocking_settings! {
    impl Preferences;
    fn get(user: UserId) -> PersonPreferences;
    fn change(user: UserId, change: PreferenceChange, at: Millis) -> PersonPreferences;
    fn recipes_of(user: UserId) -> RecipeList;
    fn change_recipes(user: UserId, change: RecipeChange, at: Millis) -> RecipeList;
    fn forget(user: UserId) -> ();

    impl ServerSettingsStore;
    fn settings_of(guild: GuildId) -> ServerSettings;
    fn weekly_boards() -> Vec<(GuildId, WeeklyBoard)>;
    fn claim_weekly_board(guild: GuildId, monday: i64) -> bool;
    fn confirm_weekly_board(guild: GuildId, monday: i64) -> ();
    fn claim_greeting(guild: GuildId) -> bool;
    fn change_settings(guild: GuildId, change: ServerChange) -> ServerSettings;
    fn change_server_recipes(guild: GuildId, change: RecipeChange) -> ServerSettings;
}

impl Store for BlockingStore {}
