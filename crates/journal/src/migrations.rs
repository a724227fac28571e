//! Embeds and runs the migrations of both databases.

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};

use crate::rows::is_forbidden;
use crate::store_error::StoreError;

/// The number, name and SQL of a migration.
type EmbeddedMigration = (i64, &'static str, &'static str);

/// Embeds the migrations of a database. Both databases have migrations with the same numbers and names.
macro_rules! embedded {
    ($database:literal) => {
        embedded!(
            $database:
            1 = "0001_" "journal",
            2 = "0002_" "table_numbers",
            3 = "0003_" "results",
            4 = "0004_" "daily",
            5 = "0005_" "weekly_boards",
            6 = "0006_" "saved_recipes",
            7 = "0007_" "greetings",
            8 = "0008_" "calls",
            9 = "0009_" "practices",
            10 = "0010_" "reviews",
        )
    };
    ($database:literal: $($number:literal = $file:literal $name:literal,)*) => {
        &[$((
            $number,
            $name,
            include_str!(concat!("../../../migrations/", $database, "/", $file, $name, ".sql")),
        )),*]
    };
}

pub(crate) const SQLITE: &[EmbeddedMigration] = embedded!("sqlite");
pub(crate) const POSTGRES: &[EmbeddedMigration] = embedded!("postgres");

/// The table that lists the migrations that have run. It is created first, so it can be the only table if another
/// process is creating the schema or was killed while doing so.
pub(crate) const TABLE: &str = "_sqlx_migrations";

pub(crate) fn newest(migrations: &[EmbeddedMigration]) -> i64 {
    let numbers = migrations.iter().map(|&(number, ..)| number);
    numbers.max().unwrap_or(0)
}

pub(crate) async fn run<C: Migrate>(
    migrations: &[EmbeddedMigration],
    connection: &mut C,
    location: &str,
) -> Result<(), StoreError> {
    let migrator = Migrator::with_migrations(migrations.iter().map(migration).collect());
    let result = migrator.run_direct(None, connection, false).await;
    result.map_err(|error| store_error(&error, location.to_owned()))
}

fn migration((number, name, sql): &EmbeddedMigration) -> Migration {
    let (name, kind) = (Cow::Borrowed(*name), MigrationType::Simple);
    Migration::new(*number, name, kind, (*sql).into_sql_str(), false)
}

fn store_error(error: &MigrateError, location: String) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer {
            location,
            found: *found,
        },
        MigrateError::VersionMismatch(_) => StoreError::Foreign(location),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)
            if is_forbidden(error) =>
        {
            StoreError::Forbidden(location)
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            StoreError::refused(error, location)
        }
        other => StoreError::Refused {
            location,
            reason: other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
    use tempfile::tempdir;

    use kit::postgres_server::Server;

    use super::*;
    use crate::StorageUrl;

    #[test]
    fn the_changelog_names_the_newest_schema() {
        let (sqlite, postgres) = (newest(SQLITE), newest(POSTGRES));
        let line = format!("Schema: SQLite {sqlite}, PostgreSQL {postgres}.");
        let changelog = include_str!("../../../CHANGELOG.md");
        let newest = changelog.lines().find(|line| line.starts_with("Schema: "));
        let is_named = newest.is_some_and(|found| found.starts_with(&line));
        assert!(is_named, "{newest:?}");
    }

    /// Simulates a start that was killed before its first migration, then opens the database.
    async fn check_interrupted_start<C: Migrate + sqlx::Connection>(
        mut connection: C,
        url: &StorageUrl,
    ) {
        let begun = run(&[], &mut connection, "a database").await;
        begun.expect("the table of migrations");
        connection.close().await.expect("it closes");
        let store = crate::open(url).await;
        store.expect("the next start goes on").close().await;
    }

    #[tokio::test]
    async fn a_start_that_was_killed_before_the_first_migration_of_a_file_is_made_up_for() {
        let folder = tempdir().expect("a folder for a test");
        let path = folder.path().join("kittens.db");
        let options = SqliteConnectOptions::new().filename(&path);
        let connection = options
            .create_if_missing(true)
            .connect()
            .await
            .expect("SQLite opens a file");
        check_interrupted_start(connection, &StorageUrl::Sqlite(path)).await;
    }

    #[tokio::test]
    async fn processes_start_together_at_an_empty_database_and_after_a_start_that_was_killed() {
        let server = Server::start().await.expect("PostgreSQL starts");
        let address = server
            .create_database("killed")
            .await
            .expect("a database is made");
        let url = StorageUrl::parse(&address).expect("an address");
        let connection = PgConnection::connect(&address).await;
        check_interrupted_start(connection.expect("a connection"), &url).await;

        let address = server.create_database("together").await;
        let url = StorageUrl::parse(&address.expect("a database is made")).expect("an address");
        let opened = futures::future::join_all((0..8).map(|_| crate::open(&url))).await;
        for store in opened {
            store.expect("each of them starts").close().await;
        }
    }
}
