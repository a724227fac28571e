//! Caches people's preferences and recipes, so that most clicks need no database read. The number of entries is
//! limited. An entry is reread after [`MAX_AGE`], because another process with the same journal may have changed the
//! value in the meantime.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use quick_cache::UnitWeighter;
use quick_cache::unsync::Cache;
use table::ids::{Millis, UserId};
use table::preferences::{PersonPreferences, PreferenceChange, Preferences};
use table::recipe_list::{RecipeChange, RecipeList};
use table::store_error::{SettingsError, SettingsFuture};
use tokio::time::{Instant, timeout};

/// The age after which an entry is reread from the database.
const MAX_AGE: Duration = Duration::from_secs(60);
/// The timeout of a read: a click must be answered even while the database hangs.
const READ_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of people whose preferences are cached.
const CAPACITY: u64 = 10_000;
/// The maximum number of people, and of servers, whose recipes are cached. A list takes a few kilobytes.
pub(super) const RECIPES_CAPACITY: u64 = 1_000;
/// The expected number of entries in a cache.
const ROOM: usize = 100;

pub(crate) struct PreferenceCache {
    preferences: Arc<dyn Preferences>,
    entries: RecentValues<UserId, PersonPreferences>,
    recipes: RecentValues<UserId, RecipeList>,
}

impl PreferenceCache {
    pub(crate) fn new(preferences: Arc<dyn Preferences>) -> Self {
        Self {
            preferences,
            entries: RecentValues::new(CAPACITY),
            recipes: RecentValues::new(RECIPES_CAPACITY),
        }
    }

    /// Returns a person's preferences. Reads the database if they are not cached or the entry is too old.
    ///
    /// # Errors
    /// If the database cannot be read, or takes longer than [`READ_TIMEOUT`]. [`Self::last_known`] still answers.
    pub(crate) async fn get(&self, user: UserId) -> Result<PersonPreferences, SettingsError> {
        self.entries.get(user, || self.preferences.get(user)).await
    }

    /// Returns a person's cached preferences, even if the entry is too old, or else the defaults. Does no I/O.
    pub(crate) fn last_known(&self, user: UserId) -> PersonPreferences {
        let cached = self.entries.cached(&user);
        cached.map(|entry| entry.value).unwrap_or_default()
    }

    /// Durably stores a person's choices, dated `at`, and returns all their preferences.
    ///
    /// # Errors
    /// If the database cannot be written; the previous preferences then still apply.
    pub(crate) async fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> Result<PersonPreferences, SettingsError> {
        let preferences = self.preferences.change(user, change, at).await?;
        self.entries.insert_written(user, preferences);
        Ok(preferences)
    }

    /// Returns a person's saved recipes. Reads the database if they are not cached or the entry is too old.
    ///
    /// # Errors
    /// If the database cannot be read, or takes longer than [`READ_TIMEOUT`].
    pub(crate) async fn recipes_of(&self, user: UserId) -> Result<RecipeList, SettingsError> {
        let read = || self.preferences.recipes_of(user);
        self.recipes.get(user, read).await
    }

    /// Stores a change to a person's recipes, and returns the resulting list.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn change_recipes(
        &self,
        user: UserId,
        change: RecipeChange,
        at: Millis,
    ) -> Result<RecipeList, SettingsError> {
        let changed = self.preferences.change_recipes(user, change, at);
        let list = changed.await?;
        self.recipes.insert_written(user, list.clone());
        Ok(list)
    }

    /// Deletes a person's preferences and recipes.
    ///
    /// # Errors
    /// If the database cannot be written; the preferences then still apply.
    pub(crate) async fn forget(&self, user: UserId) -> Result<(), SettingsError> {
        self.preferences.forget(user).await?;
        let defaults = PersonPreferences::default();
        self.entries.insert_written(user, defaults);
        self.recipes.insert_written(user, RecipeList::default());
        Ok(())
    }
}

/// A bounded cache of values that were read from or written to the database. Each counts as current for [`MAX_AGE`].
pub(super) struct RecentValues<K, V>(Mutex<Cache<K, Entry<V>, UnitWeighter>>);

#[derive(Clone)]
struct Entry<V> {
    value: V,
    /// When reading the value began, or when writing it had ended.
    current_at: Instant,
}

impl<K: Hash + Eq + Copy, V: Clone> RecentValues<K, V> {
    pub(super) fn new(capacity: u64) -> Self {
        Self(Mutex::new(Cache::with_weighter(
            ROOM,
            capacity,
            UnitWeighter,
        )))
    }

    /// Returns the cached value if it is less than [`MAX_AGE`] old; otherwise reads it.
    ///
    /// # Errors
    /// If the value cannot be read, or reading takes longer than [`READ_TIMEOUT`].
    pub(super) async fn get<'r>(
        &self,
        key: K,
        read: impl FnOnce() -> SettingsFuture<'r, V>,
    ) -> Result<V, SettingsError> {
        let started = Instant::now();
        let cached = self.cached(&key);
        if let Some(entry) = cached.filter(|entry| started < entry.current_at + MAX_AGE) {
            return Ok(entry.value);
        }
        let value = timeout(READ_TIMEOUT, read())
            .await
            .map_err(|_| SettingsError("it does not answer".to_owned()))??;
        let read = Entry {
            value: value.clone(),
            current_at: started,
        };
        let mut entries = self.0.lock();
        let is_newer = |known: &Entry<V>| started <= known.current_at;
        if !entries.get(&key).is_some_and(is_newer) {
            entries.insert(key, read);
        }
        Ok(value)
    }

    fn cached(&self, key: &K) -> Option<Entry<V>> {
        self.0.lock().get(key).cloned()
    }

    pub(super) fn insert_written(&self, key: K, value: V) {
        // The time is taken after the write, so that a read that began earlier cannot replace the entry.
        let current_at = Instant::now();
        self.0.lock().insert(key, Entry { value, current_at });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use table::preferences::LanguagePreference;
    use table::text::Locale;
    use tokio::time::advance;

    use super::*;
    use crate::fakes::FakePreferences;

    const ADA: UserId = UserId(1);
    const AT: Millis = Millis(1);

    fn defaults() -> PersonPreferences {
        PersonPreferences::default()
    }

    fn german() -> PersonPreferences {
        defaults().with(choose_german())
    }

    fn choose_german() -> PreferenceChange {
        PreferenceChange {
            language: Some(LanguagePreference::Fixed(Locale::nearest("de"))),
            ..PreferenceChange::default()
        }
    }

    fn cache() -> (Arc<FakePreferences>, PreferenceCache) {
        let database = Arc::<FakePreferences>::default();
        let cache = PreferenceCache::new(Arc::<FakePreferences>::clone(&database));
        (database, cache)
    }

    fn reads(database: &FakePreferences) -> usize {
        database.reads.load(Ordering::Relaxed)
    }

    #[tokio::test(start_paused = true)]
    async fn preferences_are_read_once_a_minute() {
        let (database, cache) = cache();
        for _ in 0..100 {
            assert_eq!(cache.get(ADA).await, Ok(defaults()));
        }
        assert_eq!(reads(&database), 1);
        advance(MAX_AGE).await;
        assert_eq!(cache.get(ADA).await, Ok(defaults()));
        assert_eq!(reads(&database), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_through_another_process_applies_within_a_minute() {
        let (database, cache) = cache();
        assert_eq!(cache.get(ADA).await, Ok(defaults()));
        database
            .stored
            .change(ADA, choose_german(), AT)
            .await
            .unwrap();
        assert_eq!(cache.get(ADA).await, Ok(defaults()));
        advance(MAX_AGE).await;
        assert_eq!(cache.get(ADA).await, Ok(german()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_through_this_process_applies_at_once() {
        let (database, cache) = cache();
        assert_eq!(cache.get(ADA).await, Ok(defaults()));
        cache.change(ADA, choose_german(), AT).await.unwrap();
        assert_eq!(cache.get(ADA).await, Ok(german()));
        assert_eq!(database.stored.get(ADA).await, Ok(german()));
        assert_eq!(reads(&database), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_forgotten_person_has_the_defaults() {
        let (database, cache) = cache();
        cache.change(ADA, choose_german(), AT).await.unwrap();
        cache.forget(ADA).await.unwrap();
        assert_eq!(cache.get(ADA).await, Ok(defaults()));
        assert_eq!(database.stored.get(ADA).await, Ok(defaults()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_read_does_not_replace_a_later_change() {
        let (database, cache) = cache();
        database.delays.store(true, Ordering::Relaxed);
        let slow_read = cache.get(ADA);
        let change = async {
            cache.change(ADA, choose_german(), AT).await.unwrap();
            database.permit.notify_one();
        };
        let (read, ()) = tokio::join!(slow_read, change);
        assert_eq!(read, Ok(defaults()), "it was read before the change");
        assert_eq!(cache.get(ADA).await, Ok(german()));
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_database_the_last_known_preferences_are_still_there() {
        let (database, cache) = cache();
        assert_eq!(cache.last_known(ADA), defaults());
        cache.change(ADA, choose_german(), AT).await.unwrap();
        advance(MAX_AGE).await;
        database.fails.store(true, Ordering::Relaxed);
        assert!(cache.get(ADA).await.is_err());
        assert_eq!(cache.last_known(ADA), german());
    }

    #[tokio::test(start_paused = true)]
    async fn a_database_that_hangs_is_not_waited_for() {
        let (database, cache) = cache();
        database.delays.store(true, Ordering::Relaxed);
        let started = Instant::now();
        assert!(cache.get(ADA).await.is_err());
        assert_eq!(started.elapsed(), READ_TIMEOUT);
    }

    #[tokio::test(start_paused = true)]
    async fn the_cache_is_bounded_and_keeps_the_entries_used_last() {
        let (database, cache) = cache();
        let people = 2 * CAPACITY;
        for user in 1..=people {
            cache.get(UserId(user)).await.unwrap();
            // The entry of an active person is kept.
            cache.get(ADA).await.unwrap();
        }
        assert!(cache.entries.0.lock().len() as u64 <= CAPACITY);
        assert_eq!(reads(&database), people as usize);
    }
}
