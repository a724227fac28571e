//! A table whose journal entries cannot be read is quarantined when the process starts, and the other
//! tables go on.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use journal::{StorageUrl, Store};
use kittens::BotToken;
use kittens::game_quota::GameLimits;
use kittens::registry::{Env, Limits, Registry, ShardReady};
use outbox::{BotIdentity, RestClient};
use serenity::model::id as discord;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use table::TableLocation;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::record::PersonRecord;
use table::text::Locale;

/// Returns the entry that opens the table of this number, in the channel of the same number.
fn opening_entry(table: u64) -> Entry {
    let location = TableLocation {
        table: TableId(table),
        guild: GuildId(1),
        channel: ChannelId(table),
    };
    let host = PersonRecord {
        user: UserId(table),
        name: "Ada".to_owned(),
    };
    let options = TableOptions::of(rules::EditionId::ORIGINAL, Locale::default());
    Entry::opening_table(location, host, &options, Millis(1_001), None)
}

async fn execute(file: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.expect("SQLite opens the file");
    let done = connection.execute(AssertSqlSafe(sql)).await;
    done.expect("SQLite runs the statement");
    connection.close().await.expect("it closes");
}

/// Opens two tables, changes the stored entry of the first, and asserts that only the second goes on.
async fn assert_first_table_quarantined(change: &'static str) {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = folder.path().join("kittens.db");
    let store = journal::open(&StorageUrl::Sqlite(file.clone())).await;
    let store = Arc::new(store.expect("a new file opens"));
    for table in [1, 2] {
        assert_eq!(store.append(&opening_entry(table)).await, Ok(()));
    }
    // The lobbies date from 1970: their deadlines are extended only if a process ended then.
    assert_eq!(store.record_alive(Millis(2_000)).await, Ok(()));
    execute(&file, change).await;
    let token = BotToken::parse("a-token").expect("a token");
    // Nothing listens on this port.
    let unreachable = "http://127.0.0.1:1".parse().expect("an address");
    let rest = RestClient::new(&unreachable, &token).expect("a REST client");
    let limits = Limits {
        games: GameLimits {
            per_server: 25,
            per_person: 25,
            watched_per_server: 25,
        },
        clicks_waiting: 64,
    };
    let registry =
        Registry::new(Arc::<dyn Store>::clone(&store), rest, limits, Env::system()).await;
    let registry = registry.expect("the journal is readable");
    registry.shard_ready(&ShardReady {
        bot: BotIdentity {
            user: discord::UserId::new(1),
            application: discord::ApplicationId::new(1),
        },
        shard: 0,
        shards: 1,
        guilds: vec![discord::GuildId::new(1)],
    });
    registry.start();
    let only_running = async {
        loop {
            let running = store.running().await.expect("the journal is readable");
            let second = store
                .load(TableId(2))
                .await
                .expect("the journal is readable");
            if running.len() == 1 && second.len() > 1 {
                return running[0].table;
            }
            tokio::task::yield_now().await;
        }
    };
    let only_running = tokio::time::timeout(Duration::from_secs(60), only_running).await;
    assert_eq!(only_running, Ok(TableId(2)));
    registry.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_table_with_an_unknown_schema_is_quarantined_and_the_others_go_on() {
    assert_first_table_quarantined("UPDATE entries SET schema = 99 WHERE table_id = 1").await;
}

#[tokio::test]
async fn a_table_with_an_unknown_record_is_quarantined_and_the_others_go_on() {
    let change = "UPDATE entries SET records = '[{\"fact\":\"sneezed\"}]' WHERE table_id = 1";
    assert_first_table_quarantined(change).await;
}
