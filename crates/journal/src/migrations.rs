//! The schemas, embedded, and how a database is brought up to the newest.

use std::borrow::Cow;

use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqlStr};

use crate::rows::said;
use crate::store::StoreError;

/// One step of a schema: its number, its name, and what it says in SQL.
type Step = (i64, &'static str, &'static str);

pub(crate) const SQLITE: &[Step] = &[
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
];

pub(crate) const POSTGRES: &[Step] = &[
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
];

/// Brings the database behind this connection up to the last of these steps.
pub(crate) async fn run<C: Migrate>(
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, Connection as _, Executor as _, PgConnection};
    use tempfile::tempdir;

    use postgres_server::Server;

    use super::*;
    use crate::{Journal as _, StorageUrl, Store};

    /// A table that runs and one that is closed, as the first schema had them.
    const TABLES: &str = "INSERT INTO tables (id, guild, channel, version, written_at, message, stage) \
         VALUES (1, 2, 3, 4, 5, 6, 'running'), (7, 2, 9, 4, 5, 8, 'closed')";

    async fn finds_its_tables(url: &StorageUrl) {
        let store = Store::open(url).await.expect("an earlier schema opens");
        let standing = store.find_in_channel(table::ids::ChannelId(3)).await;
        let standing = standing.expect("it is readable").expect("it still stands");
        assert_eq!(standing.running.posted.message, Some(6));
        assert!(standing.running.posted.replaced.is_empty());
        assert_eq!(store.closed_with_messages().await, Ok(vec![]));
        store.close().await;
    }

    async fn first_file(path: &Path) {
        let options = SqliteConnectOptions::new().filename(path);
        let connection = options.create_if_missing(true).connect().await;
        let mut connection = connection.expect("SQLite opens a file");
        let ran = run(&SQLITE[..1], &mut connection, "a file").await;
        ran.expect("the first schema");
        connection.execute(TABLES).await.expect("it takes tables");
        connection.close().await.expect("it closes");
    }

    #[tokio::test]
    async fn a_file_of_the_first_schema_opens_with_its_tables() {
        let folder = tempdir().expect("a folder for a test");
        let path = folder.path().join("kittens.db");
        first_file(&path).await;
        finds_its_tables(&StorageUrl::Sqlite(path)).await;
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
        let ran = run(&POSTGRES[..1], &mut connection, "a server").await;
        ran.expect("the first schema");
        connection.execute(TABLES).await.expect("it takes tables");
        connection.close().await.expect("it closes");
        let url = StorageUrl::read(&address).expect("an address");
        finds_its_tables(&url).await;
    }
}
