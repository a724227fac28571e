//! A fake database of people's preferences and recipes.

use std::future::ready;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kit::memory_journal::MemoryJournal;
use table::ids::{Millis, UserId};
use table::preferences::{PersonPreferences, PreferenceChange, Preferences};
use table::recipe_list::{RecipeChange, RecipeList};
use table::store_error::{SettingsError, SettingsFuture};
use tokio::sync::Notify;

/// A database that counts most accesses. On request, reads of preferences fail or are delayed.
#[derive(Default)]
pub(crate) struct FakePreferences {
    pub(crate) stored: MemoryJournal,
    pub(crate) reads: AtomicUsize,
    pub(crate) recipe_reads: AtomicUsize,
    pub(crate) writes: AtomicUsize,
    pub(crate) fails: AtomicBool,
    /// If true, a read of preferences waits for the permit before it returns.
    pub(crate) delays: AtomicBool,
    pub(crate) permit: Notify,
}

impl Preferences for FakePreferences {
    fn get(&self, user: UserId) -> SettingsFuture<'_, PersonPreferences> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        if self.fails.load(Ordering::Relaxed) {
            return Box::pin(ready(Err(SettingsError("down".to_owned()))));
        }
        Box::pin(async move {
            let preferences = self.stored.get(user).await;
            if self.delays.load(Ordering::Relaxed) {
                self.permit.notified().await;
            }
            preferences
        })
    }

    fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> SettingsFuture<'_, PersonPreferences> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.stored.change(user, change, at)
    }

    fn recipes_of(&self, user: UserId) -> SettingsFuture<'_, RecipeList> {
        self.recipe_reads.fetch_add(1, Ordering::Relaxed);
        self.stored.recipes_of(user)
    }

    fn change_recipes(
        &self,
        user: UserId,
        change: RecipeChange,
        at: Millis,
    ) -> SettingsFuture<'_, RecipeList> {
        self.stored.change_recipes(user, change, at)
    }

    fn forget(&self, user: UserId) -> SettingsFuture<'_, ()> {
        self.stored.forget(user)
    }
}
