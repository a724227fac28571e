//! The rows of `people` and `servers`, alike in SQLite and PostgreSQL: what people chose for themselves, and
//! the settings of servers. A row is absent for everybody who never chose anything. They are not encrypted.

use sqlx::{Database, Encode, Executor, FromRow, IntoArguments, Type};
use table::display_mode::DisplayMode;
use table::ids::{GuildId, Millis, UserId};
use table::preferences::{LanguagePreference, PersonPreferences, PreferenceChange};
use table::server_settings::{ServerChange, ServerSettings};

use crate::port::JournalError;
use crate::rows::{to_column, unavailable};

/// A row of `people`: the language, text first, hand by direct message, and if a hand was explained.
type PersonRow = (String, bool, bool, bool);

type Arguments<'p, E> = <<E as Executor<'p>>::Database as Database>::Arguments;
type Row<'p, E> = <<E as Executor<'p>>::Database as Database>::Row;

/// Where a database reads and writes these rows.
pub(crate) struct SettingsRows<E> {
    pub(crate) reads: E,
    pub(crate) writes: E,
}

impl<'p, E> SettingsRows<E>
where
    E: Executor<'p> + Copy,
    Arguments<'p, E>: IntoArguments<E::Database>,
    for<'r> (String,): FromRow<'r, Row<'p, E>>,
    for<'r> PersonRow: FromRow<'r, Row<'p, E>>,
    for<'q> i64: Encode<'q, E::Database> + Type<E::Database>,
    for<'q> String: Encode<'q, E::Database> + Type<E::Database>,
    for<'q> Option<String>: Encode<'q, E::Database> + Type<E::Database>,
    for<'q> Option<&'static str>: Encode<'q, E::Database> + Type<E::Database>,
    for<'q> Option<bool>: Encode<'q, E::Database> + Type<E::Database>,
{
    /// Returns a person's preferences, or the defaults.
    pub(crate) async fn preferences(
        &self,
        user: UserId,
    ) -> Result<PersonPreferences, JournalError> {
        const SELECT: &str =
            "SELECT reading, text_first, direct_hand, hand_explained FROM people WHERE id = $1";
        let query = sqlx::query_as(SELECT).bind(to_column(user.0));
        let row: Result<Option<PersonRow>, _> = query.fetch_optional(self.reads).await;
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
             VALUES ($1, coalesce($2, 'follow-discord'), coalesce($3, false), coalesce($4, false), \
             coalesce($5, false), $6) \
             ON CONFLICT (id) DO UPDATE SET reading = coalesce($2, people.reading), \
             text_first = coalesce($3, people.text_first), \
             direct_hand = coalesce($4, people.direct_hand), \
             hand_explained = coalesce($5, people.hand_explained), chosen_at = excluded.chosen_at \
             RETURNING reading, text_first, direct_hand, hand_explained";
        let query = sqlx::query_as(UPSERT)
            .bind(to_column(user.0))
            .bind(change.language.map(LanguagePreference::id))
            .bind(change.display_mode.map(DisplayMode::is_text_first))
            .bind(change.direct_hand)
            .bind(change.hand_explained)
            .bind(to_column(at.0));
        let row: Result<PersonRow, _> = query.fetch_one(self.writes).await;
        row.map(to_preferences).map_err(|error| unavailable(&error))
    }

    /// Deletes a person's preferences.
    pub(crate) async fn delete_preferences(&self, user: UserId) -> Result<(), JournalError> {
        let query = sqlx::query("DELETE FROM people WHERE id = $1").bind(to_column(user.0));
        let done = query.execute(self.writes).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    /// Returns a server's settings, or the defaults.
    pub(crate) async fn server_settings(
        &self,
        guild: GuildId,
    ) -> Result<ServerSettings, JournalError> {
        let row = self.server_row(guild).await?;
        Ok(to_settings(row.as_deref()))
    }

    /// Stores a change of a server's settings and returns all of them.
    pub(crate) async fn change_server_settings(
        &self,
        guild: GuildId,
        change: ServerChange,
    ) -> Result<ServerSettings, JournalError> {
        // Returns no row if the settings are no longer those that were read before ($3).
        const REPLACE: &str = "INSERT INTO servers (id, settings) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings \
             WHERE servers.settings IS NOT DISTINCT FROM $3 RETURNING settings";
        // Again only if somebody else has stored a change in between.
        loop {
            let before = self.server_row(guild).await?;
            let settings = to_settings(before.as_deref()).with(change);
            let after = serde_json::json!(settings).to_string();
            let query = sqlx::query_scalar(REPLACE).bind(to_column(guild.0));
            let query = query.bind(after).bind(before);
            let done: Result<Option<String>, _> = query.fetch_optional(self.writes).await;
            if done.map_err(|error| unavailable(&error))?.is_some() {
                return Ok(settings);
            }
        }
    }

    async fn server_row(&self, guild: GuildId) -> Result<Option<String>, JournalError> {
        const SELECT: &str = "SELECT settings FROM servers WHERE id = $1";
        let query = sqlx::query_scalar(SELECT).bind(to_column(guild.0));
        let row = query.fetch_optional(self.reads).await;
        row.map_err(|error| unavailable(&error))
    }
}

fn to_preferences(
    (language, text_first, direct_hand, hand_explained): PersonRow,
) -> PersonPreferences {
    PersonPreferences {
        // A language that this version no longer has counts as not chosen.
        language: language.parse().unwrap_or_default(),
        display_mode: DisplayMode::of(text_first),
        direct_hand,
        hand_explained,
    }
}

/// Returns the settings of a row. A row that this release cannot read counts as not set.
fn to_settings(row: Option<&str>) -> ServerSettings {
    let read = row.and_then(|json| serde_json::from_str(json).ok());
    read.unwrap_or_default()
}
