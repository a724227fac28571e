//! Caches the languages that people chose, so that most clicks need no database read. The cache is
//! bounded in size, and every entry in age: a language that was changed through another process
//! with the same journal applies here within [`MAX_AGE`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::ids::{Millis, UserId};
use table::preferences::{LanguagePreference, Preferences, PreferencesError};
use tokio::time::Instant;

/// After this time an entry is read from the database again.
const MAX_AGE: Duration = Duration::from_secs(60);
/// The most entries of one generation; the cache holds at most two generations.
const GENERATION_CAPACITY: usize = 5_000;

/// The people's language preferences, stored in the database and cached here.
pub(crate) struct LanguageCache {
    preferences: Arc<dyn Preferences>,
    entries: Mutex<Generations>,
}

impl LanguageCache {
    pub(crate) fn new(preferences: Arc<dyn Preferences>) -> Self {
        Self {
            preferences,
            entries: Mutex::default(),
        }
    }

    /// Returns a person's language preference, from the database if it is not cached or too old.
    ///
    /// # Errors
    /// If the database cannot be read. [`Self::last_known`] still answers.
    pub(crate) async fn get(&self, user: UserId) -> Result<LanguagePreference, PreferencesError> {
        let started = Instant::now();
        let cached = self.entries().get(user);
        if let Some(entry) = cached.filter(|entry| started < entry.current_at + MAX_AGE) {
            return Ok(entry.preference);
        }
        let preference = self.preferences.language(user).await?;
        let read = Entry {
            preference,
            current_at: started,
        };
        self.entries().insert_if_newer(user, read);
        Ok(preference)
    }

    /// Returns a person's language preference as far as it is cached, whatever its age. Does no I/O.
    pub(crate) fn last_known(&self, user: UserId) -> LanguagePreference {
        let cached = self.entries().get(user);
        cached.map(|entry| entry.preference).unwrap_or_default()
    }

    /// Stores the language preference that a person chose at this time; it is durable once this
    /// returns.
    ///
    /// # Errors
    /// If the database cannot be written; then the previous preference is still in force.
    pub(crate) async fn set(
        &self,
        user: UserId,
        preference: LanguagePreference,
        at: Millis,
    ) -> Result<(), PreferencesError> {
        self.preferences.set_language(user, preference, at).await?;
        self.insert_written(user, preference);
        Ok(())
    }

    /// Deletes a person's language preference.
    ///
    /// # Errors
    /// If the database cannot be written; then it is still in force.
    pub(crate) async fn forget(&self, user: UserId) -> Result<(), PreferencesError> {
        self.preferences.forget(user).await?;
        self.insert_written(user, LanguagePreference::default());
        Ok(())
    }

    fn insert_written(&self, user: UserId, preference: LanguagePreference) {
        // Dated after the write, so that a read that began before it cannot replace the entry.
        let written = Entry {
            preference,
            current_at: Instant::now(),
        };
        self.entries().insert(user, written);
    }

    fn entries(&self) -> MutexGuard<'_, Generations> {
        // After a panic elsewhere at worst some entries are missing, which are then read again.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone, Copy)]
struct Entry {
    preference: LanguagePreference,
    /// A time at which the database held this preference.
    current_at: Instant,
}

/// A bounded map that keeps the entries used last. When the young generation is full, it becomes the
/// old one, and what is left in the old one is dropped.
#[derive(Default)]
struct Generations {
    young: HashMap<UserId, Entry>,
    old: HashMap<UserId, Entry>,
}

impl Generations {
    /// Returns an entry and keeps it in the young generation.
    fn get(&mut self, user: UserId) -> Option<Entry> {
        if let Some(entry) = self.young.get(&user) {
            return Some(*entry);
        }
        let entry = self.old.remove(&user)?;
        self.insert(user, entry);
        Some(entry)
    }

    fn insert_if_newer(&mut self, user: UserId, entry: Entry) {
        let known = self.get(user);
        if known.is_none_or(|known| known.current_at < entry.current_at) {
            self.insert(user, entry);
        }
    }

    fn insert(&mut self, user: UserId, entry: Entry) {
        if self.young.len() >= GENERATION_CAPACITY && !self.young.contains_key(&user) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(user, entry);
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use table::preferences::{MemoryPreferences, PreferenceFuture};
    use table::text::Locale;
    use tokio::sync::Notify;
    use tokio::time::advance;

    use super::*;

    const ADA: UserId = UserId(1);
    const AT: Millis = Millis(1);
    const FOLLOW_DISCORD: LanguagePreference = LanguagePreference::FollowDiscord;

    fn german() -> LanguagePreference {
        LanguagePreference::Fixed(Locale::nearest("de"))
    }

    /// A database that counts its reads and can be told to fail or to delay a read.
    #[derive(Default)]
    struct TestPreferences {
        stored: MemoryPreferences,
        reads: AtomicUsize,
        fails: AtomicBool,
        /// If true, a read waits for the permit before it returns what it has read.
        delays: AtomicBool,
        permit: Notify,
    }

    impl Preferences for TestPreferences {
        fn language(&self, user: UserId) -> PreferenceFuture<'_, LanguagePreference> {
            self.reads.fetch_add(1, Ordering::Relaxed);
            if self.fails.load(Ordering::Relaxed) {
                return Box::pin(ready(Err(PreferencesError("down".to_owned()))));
            }
            Box::pin(async move {
                let language = self.stored.language(user).await;
                if self.delays.load(Ordering::Relaxed) {
                    self.permit.notified().await;
                }
                language
            })
        }

        fn set_language(
            &self,
            user: UserId,
            language: LanguagePreference,
            at: Millis,
        ) -> PreferenceFuture<'_, ()> {
            self.stored.set_language(user, language, at)
        }

        fn forget(&self, user: UserId) -> PreferenceFuture<'_, ()> {
            self.stored.forget(user)
        }
    }

    fn cache() -> (Arc<TestPreferences>, LanguageCache) {
        let database = Arc::<TestPreferences>::default();
        let cache = LanguageCache::new(Arc::<TestPreferences>::clone(&database));
        (database, cache)
    }

    fn reads(database: &TestPreferences) -> usize {
        database.reads.load(Ordering::Relaxed)
    }

    #[tokio::test(start_paused = true)]
    async fn a_language_is_read_once_a_minute() {
        let (database, cache) = cache();
        for _ in 0..100 {
            assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        }
        assert_eq!(reads(&database), 1);
        advance(MAX_AGE).await;
        assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        assert_eq!(reads(&database), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_through_another_process_applies_within_a_minute() {
        let (database, cache) = cache();
        assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        database
            .stored
            .set_language(ADA, german(), AT)
            .await
            .unwrap();
        assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        advance(MAX_AGE).await;
        assert_eq!(cache.get(ADA).await, Ok(german()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_through_this_process_applies_at_once() {
        let (database, cache) = cache();
        assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        cache.set(ADA, german(), AT).await.unwrap();
        assert_eq!(cache.get(ADA).await, Ok(german()));
        assert_eq!(database.stored.language(ADA).await, Ok(german()));
        assert_eq!(reads(&database), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_forgotten_person_is_answered_in_the_language_of_their_discord() {
        let (database, cache) = cache();
        cache.set(ADA, german(), AT).await.unwrap();
        cache.forget(ADA).await.unwrap();
        assert_eq!(cache.get(ADA).await, Ok(FOLLOW_DISCORD));
        assert_eq!(database.stored.language(ADA).await, Ok(FOLLOW_DISCORD));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_read_does_not_replace_a_later_change() {
        let (database, cache) = cache();
        database.delays.store(true, Ordering::Relaxed);
        let slow_read = cache.get(ADA);
        let change = async {
            cache.set(ADA, german(), AT).await.unwrap();
            database.permit.notify_one();
        };
        let (read, ()) = tokio::join!(slow_read, change);
        assert_eq!(read, Ok(FOLLOW_DISCORD), "it was read before the change");
        assert_eq!(cache.get(ADA).await, Ok(german()));
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_database_the_last_known_language_is_still_there() {
        let (database, cache) = cache();
        assert_eq!(cache.last_known(ADA), FOLLOW_DISCORD);
        cache.set(ADA, german(), AT).await.unwrap();
        advance(MAX_AGE).await;
        database.fails.store(true, Ordering::Relaxed);
        assert!(cache.get(ADA).await.is_err());
        assert_eq!(cache.last_known(ADA), german());
    }

    #[tokio::test(start_paused = true)]
    async fn the_cache_is_bounded_and_keeps_the_entries_used_last() {
        let (database, cache) = cache();
        let people = 3 * GENERATION_CAPACITY as u64;
        for user in 1..=people {
            cache.get(UserId(user)).await.unwrap();
            // The entry of an active person is not dropped.
            cache.get(ADA).await.unwrap();
        }
        let generations = cache.entries();
        assert!(generations.young.len() + generations.old.len() <= 2 * GENERATION_CAPACITY);
        drop(generations);
        assert_eq!(reads(&database), people as usize);
    }
}
