//! The embedded migrations of both databases, and their execution.

use std::borrow::Cow;

use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqlStr};

use crate::rows::{error_text, is_forbidden};
use crate::store_error::StoreError;

/// A migration: its number, its name and its SQL.
type EmbeddedMigration = (i64, &'static str, &'static str);

pub(crate) const SQLITE: &[EmbeddedMigration] = &[
    (
        1,
        "journal",
        include_str!("../../../migrations/sqlite/0001_journal.sql"),
    ),
    (
        2,
        "posted",
        include_str!("../../../migrations/sqlite/0002_posted.sql"),
    ),
    (
        3,
        "personal data",
        include_str!("../../../migrations/sqlite/0003_personal_data.sql"),
    ),
    (
        4,
        "presentation",
        include_str!("../../../migrations/sqlite/0004_presentation.sql"),
    ),
    (
        5,
        "hand explained",
        include_str!("../../../migrations/sqlite/0005_hand_explained.sql"),
    ),
    (
        6,
        "application",
        include_str!("../../../migrations/sqlite/0006_application.sql"),
    ),
    (
        7,
        "servers",
        include_str!("../../../migrations/sqlite/0007_servers.sql"),
    ),
];

pub(crate) const POSTGRES: &[EmbeddedMigration] = &[
    (
        1,
        "journal",
        include_str!("../../../migrations/postgres/0001_journal.sql"),
    ),
    (
        2,
        "processes",
        include_str!("../../../migrations/postgres/0002_processes.sql"),
    ),
    (
        3,
        "posted",
        include_str!("../../../migrations/postgres/0003_posted.sql"),
    ),
    (
        4,
        "personal data",
        include_str!("../../../migrations/postgres/0004_personal_data.sql"),
    ),
    (
        5,
        "presentation",
        include_str!("../../../migrations/postgres/0005_presentation.sql"),
    ),
    (
        6,
        "hand explained",
        include_str!("../../../migrations/postgres/0006_hand_explained.sql"),
    ),
    (
        7,
        "application",
        include_str!("../../../migrations/postgres/0007_application.sql"),
    ),
    (
        8,
        "process address",
        include_str!("../../../migrations/postgres/0008_process_address.sql"),
    ),
    (
        9,
        "shards",
        include_str!("../../../migrations/postgres/0009_shards.sql"),
    ),
    (
        10,
        "servers",
        include_str!("../../../migrations/postgres/0010_servers.sql"),
    ),
    (
        11,
        "handed clicks",
        include_str!("../../../migrations/postgres/0011_handed_clicks.sql"),
    ),
    (
        12,
        "counted games",
        include_str!("../../../migrations/postgres/0012_counted_games.sql"),
    ),
];

/// The table in which a database lists the migrations that have run. It comes first, so it is alone while
/// another process creates the schema, and if that process was killed meanwhile.
pub(crate) const TABLE: &str = "_sqlx_migrations";

/// Returns the number of the newest of these migrations.
pub(crate) fn newest(migrations: &[EmbeddedMigration]) -> i64 {
    migrations
        .iter()
        .map(|&(number, ..)| number)
        .max()
        .unwrap_or(0)
}

/// Runs the migrations that the database lacks.
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
    let sql: SqlStr = (*sql).into_sql_str();
    Migration::new(
        *number,
        Cow::Borrowed(*name),
        MigrationType::Simple,
        sql,
        false,
    )
}

fn store_error(error: &MigrateError, location: String) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer {
            location,
            found: *found,
        },
        MigrateError::VersionMismatch(_) => StoreError::Foreign { location },
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)
            if is_forbidden(error) =>
        {
            StoreError::Forbidden { location }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            StoreError::Refused {
                location,
                reason: error_text(error),
            }
        }
        other => StoreError::Refused {
            location,
            reason: other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, Connection as _, Executor as _, PgConnection};
    use tempfile::tempdir;

    use postgres_server::Server;

    use super::*;
    use crate::{Journal as _, PersonalData as _, StorageUrl, Store};

    #[test]
    fn the_changelog_names_the_newest_schema() {
        let (sqlite, postgres) = (newest(SQLITE), newest(POSTGRES));
        let line = format!("Schema: SQLite {sqlite}, PostgreSQL {postgres}.");
        let changelog = include_str!("../../../CHANGELOG.md");
        let newest = changelog.lines().find(|line| line.starts_with("Schema: "));
        assert!(
            newest.is_some_and(|found| found.starts_with(&line)),
            "{newest:?}"
        );
    }

    /// A running table and a closed one in the first schema.
    const INSERT_TABLES: &str = "INSERT INTO tables (id, guild, channel, version, written_at, message, stage) \
         VALUES (1, 2, 3, 4, 5, 6, 'running'), (7, 2, 9, 4, 5, 8, 'closed')";

    /// Entries of both tables, one of which cannot be read. The name looks like a record.
    const INSERT_ENTRIES: &str = r#"INSERT INTO entries (table_id, version, schema, at, records) VALUES
        (1, 1, 1, 5, '[{"fact":"opened","guild":2,"channel":3,"host":{"user":11,"name":"\"person\":{\"user\":99,"}}]'),
        (1, 2, 1, 5, '[{"fact":"touched"},{"fact":"joined","person":{"user":12,"name":"Bob"}}]'),
        (7, 1, 1, 5, '[{"fact":"opened","guild":2,"channel":9,"host":{"user":12,"name":"Bob"}}]'),
        (7, 2, 1, 5, 'not JSON'), (7, 3, 1, 5, '["text", 5]')"#;

    async fn check_tables(url: &StorageUrl) {
        let store = Store::open(url).await.expect("an earlier schema opens");
        for (user, tables) in [(11, vec![1]), (12, vec![1, 7]), (99, vec![])] {
            let found = store.tables_of(table::ids::UserId(user)).await;
            let mut found: Vec<_> = found
                .expect("it is readable")
                .iter()
                .map(|id| id.0)
                .collect();
            found.sort_unstable();
            assert_eq!(found, tables, "the tables of {user}");
        }
        let table = store.find_in_channel(table::ids::ChannelId(3)).await;
        let table = table.expect("it is readable").expect("it is still running");
        assert_eq!(table.running.posted.message, Some(6));
        assert!(table.running.posted.replaced.is_empty());
        assert_eq!(store.closed_with_messages().await, Ok(vec![]));
        store.close().await;
    }

    /// Opens this empty database after a start that was killed before its first migration.
    async fn check_interrupted_start<C: Migrate + sqlx::Connection>(
        mut connection: C,
        url: &StorageUrl,
    ) {
        let begun = run(&[], &mut connection, "a database").await;
        begun.expect("the table of migrations");
        let closed = connection.close().await;
        closed.expect("it closes");
        let store = Store::open(url).await;
        store.expect("the next start goes on").close().await;
    }

    #[tokio::test]
    async fn a_start_that_was_killed_before_the_first_migration_of_a_file_is_made_up_for() {
        let folder = tempdir().expect("a folder for a test");
        let path = folder.path().join("kittens.db");
        let options = SqliteConnectOptions::new().filename(&path);
        let connection = options.create_if_missing(true).connect().await;
        let connection = connection.expect("SQLite opens a file");
        check_interrupted_start(connection, &StorageUrl::Sqlite(path)).await;
    }

    #[tokio::test]
    async fn processes_start_together_at_an_empty_database_and_after_a_start_that_was_killed() {
        let server = Server::start().await.expect("PostgreSQL starts");
        let address = server.create_database("killed").await;
        let address = address.expect("a database is made");
        let url = StorageUrl::parse(&address).expect("an address");
        let connection = PgConnection::connect(&address).await;
        check_interrupted_start(connection.expect("a connection"), &url).await;

        let address = server.create_database("together").await;
        let url = StorageUrl::parse(&address.expect("a database is made")).expect("an address");
        let opened = futures_util::future::join_all((0..8).map(|_| Store::open(&url))).await;
        for store in opened {
            store.expect("each of them starts").close().await;
        }
    }

    async fn create_first_schema(path: &Path) {
        let options = SqliteConnectOptions::new().filename(path);
        let connection = options.create_if_missing(true).connect().await;
        let mut connection = connection.expect("SQLite opens a file");
        let result = run(&SQLITE[..1], &mut connection, "a file").await;
        result.expect("the first schema");
        for statement in [INSERT_TABLES, INSERT_ENTRIES] {
            let done = connection.execute(statement).await;
            done.expect("it takes tables and entries");
        }
        connection.close().await.expect("it closes");
    }

    #[tokio::test]
    async fn a_file_with_the_first_schema_opens_with_its_tables() {
        let folder = tempdir().expect("a folder for a test");
        let path = folder.path().join("kittens.db");
        create_first_schema(&path).await;
        check_tables(&StorageUrl::Sqlite(path)).await;
    }

    #[tokio::test]
    async fn a_server_with_the_first_schema_opens_with_its_tables() {
        let server = Server::start().await.expect("PostgreSQL starts");
        let address = server
            .create_database("first")
            .await
            .expect("a database is made");
        let connection = PgConnection::connect(&address).await;
        let mut connection = connection.expect("a connection");
        let result = run(&POSTGRES[..1], &mut connection, "a server").await;
        result.expect("the first schema");
        connection
            .execute("ALTER TABLE entries ALTER COLUMN writer SET DEFAULT 0")
            .await
            .expect("the column is there");
        for statement in [INSERT_TABLES, INSERT_ENTRIES] {
            let done = connection.execute(statement).await;
            done.expect("it takes tables and entries");
        }
        connection.close().await.expect("it closes");
        let url = StorageUrl::parse(&address).expect("an address");
        check_tables(&url).await;
    }
}
