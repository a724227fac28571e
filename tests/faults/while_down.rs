//! Changes in Discord while the bot is down, and how games continue after its restart.

use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use super::{Game, id_of};
use crate::harness::{Harness, TIMEOUT, stored_in, succeed};

/// Returns the stage of a channel's newest table according to the journal.
async fn stage(folder: &Path, channel: &str) -> String {
    let file = folder.join("kittens.db");
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await.expect("SQLite opens the file");
    let channel: i64 = channel.parse().expect("a channel is a number");
    let query = "SELECT stage FROM tables WHERE channel = ?1 ORDER BY written_at DESC";
    let stage = sqlx::query_scalar(query)
        .bind(channel)
        .fetch_one(&mut connection)
        .await;
    connection.close().await.expect("it closes");
    stage.expect("the channel has a table")
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_servers_that_removed_the_bot_while_it_was_down_close_without_a_request() {
    let folder = TempDir::new().expect("a folder for a database");
    let harness = Harness::start(&stored_in(&folder)).await;
    let left = Game::start(&harness, "left").await;
    let mut games = Vec::new();
    for name in ["unavailable", "other"] {
        let guild = succeed(harness.client.create_guild(name, "en-US").await);
        let channel = succeed(harness.client.create_channel(&guild, name).await);
        games.push((guild, Game::start_in(&harness, channel).await));
    }
    let client = &harness.client;
    let while_down = async {
        for (guild, standing) in [(&harness.guild, "removed"), (&games[0].0, "unavailable")] {
            succeed(client.set_standing(guild, standing).await);
        }
    };
    harness.restart_bot(while_down).await;
    let closing = async {
        while stage(folder.path(), &left.channel).await == "running" {
            tokio::task::yield_now().await;
        }
    };
    let closed = tokio::time::timeout(TIMEOUT, closing).await;
    closed.expect("the table closes");
    let other = &mut games[1].1;
    other.play_to_the_end().await;
    other.assert_over().await;
    let unavailable = &games[0].1.channel;
    assert_eq!(stage(folder.path(), unavailable).await, "running");
    let problems = succeed(client.problems().await);
    let refused = problems["refused"].as_array().expect("a list");
    let concerns_left = |one: &&Value| one["path"].to_string().contains(&left.channel);
    let refused: Vec<_> = refused.iter().filter(concerns_left).collect();
    assert_eq!(refused, Vec::<&Value>::new(), "requests to a server left");
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_tables_message_by_another_bot_or_a_webhook_is_left_alone() {
    let folder = TempDir::new().expect("a folder for a database");
    let harness = Harness::start(&stored_in(&folder)).await;
    let mut game = Game::start(&harness, "copied").await;
    game.play_rounds(1).await;
    let channel = &game.channel;
    let while_down = async {
        let table = id_of(&game.newest_table().await);
        for stranger in ["bot", "webhook"] {
            let copied = harness.client.copy_message(channel, &table, stranger);
            succeed(copied.await);
        }
    };
    harness.restart_bot(while_down).await;
    let is_own = |table: &Value| table["author"]["username"] != "stranger";
    game.wait_for_table("the bot posts a message of its own", is_own)
        .await;
    game.play_to_the_end().await;
    game.assert_over().await;
    let messages = game.view().await.messages;
    let copies = messages.iter().filter(|message| !is_own(message));
    assert_eq!(copies.count(), 2, "they stay as they are");
    harness.finish().await;
}
