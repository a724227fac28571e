//! Backups of running games, created and restored with the operator's commands or PostgreSQL's programs.

use std::path::Path;

use journal::{RecordCipher, StorageUrl};
use kit::entries::opening_entry;
use kit::virtual_user::control_client::User;
use serde_json::json;
use table::ids::{Millis, UserId};
use tokio::process::Command;

use crate::harness::{Harness, JOURNAL_KEY, succeed};
use crate::operator::Ended;
use crate::player::start_new_game;

/// Runs the program on the games in this database file.
async fn run_on(database: &Path, args: &[&str]) -> Ended {
    let storage = format!("sqlite:{}", database.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_kittens"));
    command.args(args).env("KITTENS_STORAGE__URL", storage);
    Ended::of(&mut command).await
}

async fn assert_goes_on(harness: &Harness, user: &User, channel: &str) {
    let hand = harness.send_command(user, channel, "hand", json!({})).await;
    assert!(hand.is_private(), "{hand:?}");
    let text = kit::virtual_user::view::text_of(hand.message());
    assert!(!text.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_game_is_restored_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let (database, backup) = (folder.path().join("kittens.db"), folder.path().join("b.db"));
    let settings = format!(
        "storage.url = \"sqlite:{}\"\n{}",
        database.display(),
        crate::harness::QUICK
    );
    let harness = Harness::start(&settings).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "slow"})).await;
    let backup_text = backup.to_str().expect("a text");
    let written = run_on(&database, &["backup", backup_text]).await;
    assert_eq!(written.code, Some(0), "{}", written.errors);
    let checked = run_on(&database, &["doctor", "--backup", backup_text]).await;
    assert_eq!(checked.code, Some(0), "{}", checked.output);
    let says = "is whole: tables: 1, running: 1";
    assert!(checked.output.contains(says), "{}", checked.output);
    let refused = run_on(&database, &["restore", backup_text]).await;
    assert_eq!(refused.code, Some(1), "the bot runs");
    let says = "is in use: stop the bot";
    assert!(refused.errors.contains(says), "{}", refused.errors);
    let restore = async {
        let restored = loop {
            let ended = run_on(&database, &["restore", backup_text]).await;
            // On a busy machine the bot may not have released its file yet.
            if !ended.errors.contains("is in use") {
                break ended;
            }
        };
        assert_eq!(restored.code, Some(0), "{}", restored.errors);
        let says = [
            "b.db: tables: 1, running: 1",
            "kept in",
            "kittens.db.before-restore-1",
        ];
        let told = says.iter().all(|part| restored.output.contains(part));
        assert!(told, "{}", restored.output);
    };
    harness.restart_bot(restore).await;
    assert_goes_on(&harness, &users[0], &channel).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_of_a_running_game_is_restored_by_postgresqls_programs_and_the_game_goes_on() {
    let server = kit::postgres_server::Server::start()
        .await
        .expect("PostgreSQL starts");
    let created = server.create_database("kittens").await;
    let address = created.expect("a database");
    let settings = format!("storage.url = {address:?}\n{}", crate::harness::QUICK);
    let harness = Harness::start(&settings).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "slow"})).await;
    let folder = tempfile::tempdir().expect("a folder for a test");
    let run = |script: String| {
        let output = server
            .shell(&script)
            .current_dir(folder.path())
            .output()
            .expect("a shell can be run");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {errors}");
    };
    // The commands correspond to those in `docs/operating.md`.
    let dump = "pg_dump --format=custom --file=games.dump";
    run(format!("{dump} {address}"));
    run("pg_restore --file=/dev/null games.dump".to_owned());
    let dump_path = folder.path().join("games.dump");
    let dump = dump_path.to_str().expect("a text");
    for command in [&["doctor", "--backup", dump][..], &["restore", dump]] {
        let ended = run_on(&folder.path().join("kittens.db"), command).await;
        assert_eq!(ended.code, Some(1), "{}", ended.output);
        let says = ended.output + &ended.errors;
        let expected = "is a dump of a PostgreSQL database";
        assert!(says.contains(expected), "{says}");
    }
    let restore = async {
        // The settings stay unchanged, so the new database gets the name of the old one.
        run("psql -U postgres postgres -c 'ALTER DATABASE kittens RENAME TO before'".to_owned());
        run("createdb -U postgres kittens".to_owned());
        run(format!(
            "pg_restore --exit-on-error --no-owner --dbname={address} games.dump"
        ));
    };
    harness.restart_bot(restore).await;
    succeed(harness.client.wait_for_session().await);
    assert_goes_on(&harness, &users[0], &channel).await;
    harness.stop().await;
}

#[tokio::test]
async fn commands_report_games_with_a_missing_key_in_the_same_words() {
    const EXPECTED: &str = "running: 1, entries: 1; 1 could not be read: set JOURNAL_KEY_FILE to the key that \
                            encrypts them\n";
    let folder = tempfile::tempdir().expect("a folder for a test");
    let database = folder.path().join("kittens.db");
    let key = JOURNAL_KEY.parse().expect("a key");
    let url = StorageUrl::Sqlite(database.clone());
    let store = journal::open_encrypted(&url, RecordCipher::new(&[key]))
        .await
        .expect("a new file opens");
    let appended = store
        .append(&opening_entry((1, 1, 1), (UserId(1), "host"), Millis(1)))
        .await;
    appended.expect("the entry is stored");
    store.close().await;
    let backup_path = folder.path().join("backup.db");
    let backup = backup_path.to_str().expect("a text");
    for args in [
        &["backup", backup][..],
        &["doctor", "--backup", backup],
        &["restore", backup],
    ] {
        let ended = run_on(&database, args).await;
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        assert!(ended.output.contains(EXPECTED), "{}", ended.output);
    }
}
