//! The preferences of people, in PostgreSQL: one row a person, absent for everybody who
//! never chose anything.

use table::ids::{Millis, UserId};
use table::preferences::{PersonPreferences, PreferenceChange};

use super::PostgresJournal;
use crate::port::JournalError;
use crate::rows::{PreferencesRow, preference_columns, to_column, to_preferences, unavailable};

impl PostgresJournal {
    /// Returns a person's preferences, or the defaults.
    pub(crate) async fn preferences(
        &self,
        user: UserId,
    ) -> Result<PersonPreferences, JournalError> {
        const SELECT: &str =
            "SELECT reading, text_first, direct_hand, hand_explained FROM people WHERE id = $1";
        let query = sqlx::query_as(SELECT).bind(to_column(user.0));
        let row: Result<Option<PreferencesRow>, _> = query.fetch_optional(&self.pool).await;
        let row = row.map_err(|error| unavailable(&error))?;
        Ok(row.map(to_preferences).unwrap_or_default())
    }

    /// Stores what a person chose and returns all their preferences.
    pub(crate) async fn change_preferences(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> Result<PersonPreferences, JournalError> {
        const UPSERT: &str = "INSERT INTO people \
             (id, reading, text_first, direct_hand, hand_explained, chosen_at) \
             VALUES ($1, coalesce($2, 'discord'), coalesce($3, false), coalesce($4, false), \
             coalesce($5, false), $6) \
             ON CONFLICT (id) DO UPDATE SET reading = coalesce($2, people.reading), \
             text_first = coalesce($3, people.text_first), \
             direct_hand = coalesce($4, people.direct_hand), \
             hand_explained = coalesce($5, people.hand_explained), chosen_at = excluded.chosen_at \
             RETURNING reading, text_first, direct_hand, hand_explained";
        let (language, text_first, direct_hand, hand_explained) = preference_columns(change);
        let query = sqlx::query_as(UPSERT)
            .bind(to_column(user.0))
            .bind(language)
            .bind(text_first)
            .bind(direct_hand)
            .bind(hand_explained)
            .bind(to_column(at.0));
        let row: Result<PreferencesRow, _> = query.fetch_one(&self.pool).await;
        row.map(to_preferences).map_err(|error| unavailable(&error))
    }

    /// Deletes a person's preferences.
    pub(crate) async fn delete_preferences(&self, user: UserId) -> Result<(), JournalError> {
        let query = sqlx::query("DELETE FROM people WHERE id = $1").bind(to_column(user.0));
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }
}
