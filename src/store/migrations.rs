//! The schemas, embedded, and how a database is brought up to the newest.

use std::borrow::Cow;

use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqlStr};

use super::{StoreError, said};

/// One step of a schema: its number, its name, and what it says in SQL.
type Step = (i64, &'static str, &'static str);

pub(super) const SQLITE: &[Step] = &[(
    1,
    "journal",
    include_str!("../../migrations/sqlite/0001_journal.sql"),
)];

pub(super) const POSTGRES: &[Step] = &[
    (
        1,
        "journal",
        include_str!("../../migrations/postgres/0001_journal.sql"),
    ),
    (
        2,
        "processes",
        include_str!("../../migrations/postgres/0002_processes.sql"),
    ),
];

/// Brings the database behind this connection up to the last of these steps.
pub(super) async fn run<C: Migrate>(
    steps: &[Step],
    connection: &mut C,
    place: &str,
) -> Result<(), StoreError> {
    let migrator = Migrator::with_migrations(steps.iter().map(migration).collect());
    let ran = migrator.run_direct(None, connection, false).await;
    ran.map_err(|error| refusal(&error, place.to_owned()))
}

fn migration((number, name, sql): &Step) -> Migration {
    let sql: SqlStr = (*sql).into_sql_str();
    Migration::new(
        *number,
        Cow::Borrowed(*name),
        MigrationType::Simple,
        sql,
        false,
    )
}

fn refusal(error: &MigrateError, place: String) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer {
            place,
            found: *found,
        },
        MigrateError::VersionMismatch(_) => StoreError::Foreign { place },
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            StoreError::Refused {
                place,
                reason: said(error),
            }
        }
        other => StoreError::Refused {
            place,
            reason: other.to_string(),
        },
    }
}
