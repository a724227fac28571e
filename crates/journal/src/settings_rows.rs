//! Stores personal preferences, saved recipes, server settings, and claims of weekly boards and greetings, all
//! unencrypted. Preferences and settings without a row have their default values.

use serde::Serialize;
use serde::de::DeserializeOwned;
use table::display_mode::DisplayMode;
use table::ids::{GuildId, Millis, UserId};
use table::pages::settings::{ServerChange, ServerSettings, ServerSettingsStore, WeeklyBoard};
use table::preferences::{LanguagePreference, PersonPreferences, PreferenceChange, Preferences};
use table::recipe_list::{MAX_OWN, RecipeChange, RecipeList};
use table::store_error::{SettingsError, SettingsFuture};

use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;
use crate::store_error::error_text;

/// How many times a server's board can be claimed for the same Monday. A second claim is allowed in case the first
/// process never confirmed its post.
pub(crate) const MAX_BOARD_CLAIMS: u8 = 2;

/// Columns: language, text first, hand by direct message, hand explained, hidden, reminders off, silent from.
type PersonRow = (String, bool, bool, bool, bool, bool, i64);

const NEVER_SILENT: i64 = -1;

impl<S: Sql> Preferences for SqlJournal<S> {
    fn get(&self, user: UserId) -> SettingsFuture<'_, PersonPreferences> {
        Box::pin(fetch_preferences(&self.sql, user))
    }

    fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> SettingsFuture<'_, PersonPreferences> {
        const UPSERT: &str = "INSERT INTO preferences \
             (person, language, text_first, direct_hand, hand_explained, chosen_at, hidden, \
             reminders_off, silent_from) \
             VALUES ($1, coalesce($2, 'follow-discord'), coalesce($3, false), coalesce($4, false), \
             coalesce($5, false), $6, coalesce($7, false), coalesce($8, false), coalesce($9, -1)) \
             ON CONFLICT (person) DO UPDATE SET language = coalesce($2, preferences.language), \
             text_first = coalesce($3, preferences.text_first), \
             direct_hand = coalesce($4, preferences.direct_hand), \
             hand_explained = coalesce($5, preferences.hand_explained), chosen_at = excluded.chosen_at, \
             hidden = coalesce($7, preferences.hidden), \
             reminders_off = coalesce($8, preferences.reminders_off), \
             silent_from = coalesce($9, preferences.silent_from) \
             RETURNING language, text_first, direct_hand, hand_explained, hidden, reminders_off, \
             silent_from";
        Box::pin(async move {
            let before = fetch_preferences(&self.sql, user).await?;
            if before.with(change) == before {
                return Ok(before);
            }
            let statement = Statement::new(UPSERT)
                .bind(user)
                .bind(change.language.map(LanguagePreference::id))
                .bind(change.display_mode.map(DisplayMode::is_text_first))
                .bind(change.direct_hand)
                .bind(change.hand_explained)
                .bind(at)
                .bind(change.hidden)
                .bind(change.reminders_off)
                .bind(
                    change
                        .silent_from
                        .map(|from| from.map_or(NEVER_SILENT, i64::from)),
                );
            let rows = self.sql.fetch_changed(statement).await;
            to_preferences(rows)
        })
    }

    fn recipes_of(&self, user: UserId) -> SettingsFuture<'_, RecipeList> {
        Box::pin(async move {
            let row = read_json(&self.sql, recipe_row(user)).await?;
            Ok(parsed(row.as_deref()))
        })
    }

    fn change_recipes(
        &self,
        user: UserId,
        change: RecipeChange,
        at: Millis,
    ) -> SettingsFuture<'_, RecipeList> {
        // Both change no row if the stored list is no longer the list that was read. They are not one upsert, which would
        // store the list again if the person has been forgotten since then.
        const INSERT: &str = "INSERT INTO saved_recipes (person, recipes, saved_at) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING";
        const UPDATE: &str = "UPDATE saved_recipes SET recipes = $2, saved_at = $3 \
             WHERE person = $1 AND recipes = $4";
        let replace = move |after: String, before: Option<String>| {
            let store = |sql| Statement::new(sql).bind(user).bind(after).bind(at);
            match before {
                Some(before) => store(UPDATE).bind(before),
                None => store(INSERT),
            }
        };
        let with = move |list: RecipeList| list.with(change, MAX_OWN);
        Box::pin(change_json(&self.sql, recipe_row(user), with, replace))
    }

    fn forget(&self, user: UserId) -> SettingsFuture<'_, ()> {
        const STATEMENTS: [&str; 2] = [
            "DELETE FROM preferences WHERE person = $1",
            "DELETE FROM saved_recipes WHERE person = $1",
        ];
        let statements = STATEMENTS.map(|sql| Statement::new(sql).bind(user));
        Box::pin(async move {
            let done = self.sql.transact(false, statements.into()).await;
            done.map(drop).map_err(|error| settings_error(&error))
        })
    }
}

impl<S: Sql> ServerSettingsStore for SqlJournal<S> {
    fn settings_of(&self, guild: GuildId) -> SettingsFuture<'_, ServerSettings> {
        Box::pin(async move {
            let row = read_json(&self.sql, server_row(guild)).await?;
            Ok(parsed(row.as_deref()))
        })
    }

    fn weekly_boards(&self) -> SettingsFuture<'_, Vec<(GuildId, WeeklyBoard)>> {
        Box::pin(fetch_weekly_boards(&self.sql))
    }

    fn claim_weekly_board(&self, guild: GuildId, monday: i64) -> SettingsFuture<'_, bool> {
        // A later Monday in the row must have been claimed with a wrong clock, so it is replaced.
        const CLAIM: &str = "INSERT INTO weekly_boards (guild, monday, claims) VALUES ($1, $2, 1) \
             ON CONFLICT (guild) DO UPDATE SET monday = excluded.monday, \
             claims = CASE WHEN weekly_boards.monday = excluded.monday THEN $3 ELSE 1 END \
             WHERE weekly_boards.monday <> excluded.monday OR weekly_boards.claims < $3";
        let most = i64::from(MAX_BOARD_CLAIMS);
        let statement = Statement::new(CLAIM).bind(guild).bind(monday).bind(most);
        Box::pin(async move {
            let claimed = self.sql.execute(statement).await;
            Ok(claimed.map_err(|error| settings_error(&error))? == 1)
        })
    }

    fn confirm_weekly_board(&self, guild: GuildId, monday: i64) -> SettingsFuture<'_, ()> {
        const CONFIRM: &str =
            "UPDATE weekly_boards SET claims = $3 WHERE guild = $1 AND monday = $2";
        let most = i64::from(MAX_BOARD_CLAIMS);
        let statement = Statement::new(CONFIRM).bind(guild).bind(monday).bind(most);
        Box::pin(async move {
            let done = self.sql.execute(statement).await;
            done.map(drop).map_err(|error| settings_error(&error))
        })
    }

    fn claim_greeting(&self, guild: GuildId) -> SettingsFuture<'_, bool> {
        const CLAIM: &str = "INSERT INTO greetings (guild) VALUES ($1) ON CONFLICT DO NOTHING";
        let statement = Statement::new(CLAIM).bind(guild);
        Box::pin(async move {
            let claimed = self.sql.execute(statement).await;
            Ok(claimed.map_err(|error| settings_error(&error))? == 1)
        })
    }

    fn change_settings(
        &self,
        guild: GuildId,
        change: ServerChange,
    ) -> SettingsFuture<'_, ServerSettings> {
        let with = move |settings: ServerSettings| settings.with(change);
        Box::pin(change_server(&self.sql, guild, with))
    }

    fn change_server_recipes(
        &self,
        guild: GuildId,
        change: RecipeChange,
    ) -> SettingsFuture<'_, ServerSettings> {
        let with = move |settings: ServerSettings| settings.with_recipe(change);
        Box::pin(change_server(&self.sql, guild, with))
    }
}

async fn change_server(
    sql: &impl Sql,
    guild: GuildId,
    change: impl Fn(ServerSettings) -> ServerSettings,
) -> Result<ServerSettings, SettingsError> {
    // Changes no row if the stored settings are no longer the settings that were read ($3).
    const REPLACE: &str = "INSERT INTO server_settings (guild, settings) VALUES ($1, $2) \
         ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings \
         WHERE server_settings.settings IS NOT DISTINCT FROM $3";
    let replace = |after: String, before: Option<String>| {
        Statement::new(REPLACE).bind(guild).bind(after).bind(before)
    };
    change_json(sql, server_row(guild), change, replace).await
}

async fn fetch_preferences(
    sql: &impl Sql,
    user: UserId,
) -> Result<PersonPreferences, SettingsError> {
    const SELECT: &str = "SELECT language, text_first, direct_hand, hand_explained, hidden, \
         reminders_off, silent_from \
         FROM preferences WHERE person = $1";
    to_preferences(sql.fetch(Statement::new(SELECT).bind(user)).await)
}

async fn fetch_weekly_boards(sql: &impl Sql) -> Result<Vec<(GuildId, WeeklyBoard)>, SettingsError> {
    const SELECT: &str =
        "SELECT guild, settings FROM server_settings WHERE settings LIKE '%\"weekly_board\"%'";
    let rows: Vec<(i64, String)> = sql
        .fetch(Statement::new(SELECT))
        .await
        .map_err(|error| settings_error(&error))?;
    let board = |(guild, settings): (i64, String)| {
        let board = parsed::<ServerSettings>(Some(&settings)).weekly_board()?;
        Some((GuildId(from_column(guild)), board))
    };
    Ok(rows.into_iter().filter_map(board).collect())
}

fn server_row(guild: GuildId) -> Statement {
    Statement::new("SELECT settings FROM server_settings WHERE guild = $1").bind(guild)
}

fn recipe_row(user: UserId) -> Statement {
    Statement::new("SELECT recipes FROM saved_recipes WHERE person = $1").bind(user)
}

async fn read_json(sql: &impl Sql, select: Statement) -> Result<Option<String>, SettingsError> {
    let mut rows: Vec<(String,)> = sql
        .fetch(select)
        .await
        .map_err(|error| settings_error(&error))?;
    Ok(rows.pop().map(|(json,)| json))
}

/// Changes the value that is stored as JSON in the row of `select`, and returns the new value. `replace` returns a
/// statement that stores its first argument, but changes no row if the stored value differs from its second argument.
async fn change_json<T: Default + Serialize + DeserializeOwned>(
    sql: &impl Sql,
    select: Statement,
    change: impl Fn(T) -> T,
    replace: impl Fn(String, Option<String>) -> Statement,
) -> Result<T, SettingsError> {
    // Retries only if another process or task stored a change in between.
    loop {
        let before = read_json(sql, select.clone()).await?;
        let changed = change(parsed(before.as_deref()));
        let after = serde_json::json!(changed).to_string();
        if before.as_ref() == Some(&after) {
            return Ok(changed);
        }
        let done = sql.execute(replace(after, before)).await;
        if done.map_err(|error| settings_error(&error))? == 1 {
            return Ok(changed);
        }
    }
}

fn settings_error(error: &sqlx::Error) -> SettingsError {
    SettingsError(error_text(error))
}

fn to_preferences(
    rows: Result<Vec<PersonRow>, sqlx::Error>,
) -> Result<PersonPreferences, SettingsError> {
    let row = rows.map_err(|error| settings_error(&error))?.pop();
    let preferences = row.map(
        |(
            language,
            text_first,
            direct_hand,
            hand_explained,
            hidden,
            reminders_off,
            silent_from,
        )| {
            PersonPreferences {
                // A language that this version no longer has counts as not chosen.
                language: LanguagePreference::from_id(&language).unwrap_or_default(),
                display_mode: DisplayMode::of(text_first),
                direct_hand,
                hand_explained,
                hidden,
                reminders_off,
                silent_from: u8::try_from(silent_from).ok(),
            }
        },
    );
    Ok(preferences.unwrap_or_default())
}

/// Returns the value of a row, or the default if there is no row or this release cannot read it.
fn parsed<T: Default + DeserializeOwned>(row: Option<&str>) -> T {
    let read = row.and_then(|json| serde_json::from_str(json).ok());
    read.unwrap_or_default()
}
