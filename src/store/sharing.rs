//! What a journal promises to two processes that share it.

use table::ids::{ChannelId, Millis, TableId};
use table::journal::{Journal as _, JournalError, Keeper, Posted};

use super::Store;
use super::conformance::{database, first, touched};
use crate::torture::real::server::Server;

const TABLE: TableId = TableId(1);

async fn keeper(store: &Store) -> Option<Keeper> {
    let standing = store.standing(ChannelId(1)).await;
    standing.expect("it is readable").map(|one| one.keeper)
}

#[tokio::test]
async fn who_writes_last_runs_a_table_until_he_is_gone_and_then_one_other_does() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "shared").await;
    let one = Store::open(&url).await.expect("an empty database opens");
    let other = Store::open(&url).await.expect("it opens twice");

    assert_eq!(one.append(&first(1)).await, Ok(()));
    assert_eq!(keeper(&one).await, Some(Keeper::Here));
    assert_eq!(keeper(&other).await, Some(Keeper::Elsewhere));
    assert_eq!(other.take_over().await, Ok(vec![]));
    assert_eq!(other.running().await, Ok(vec![]));

    assert_eq!(other.append(&touched(1, 2)).await, Ok(()));
    assert_eq!(keeper(&one).await, Some(Keeper::Elsewhere));
    let late = one.note_posted(TABLE, &Posted::default()).await;
    assert_eq!(late, Err(JournalError::Elsewhere(TABLE)));
    let stale = one.confirm(TABLE, 1).await;
    assert!(matches!(stale, Err(JournalError::Conflict { .. })));
    assert_eq!(one.confirm(TABLE, 2).await, Ok(()));

    assert_eq!(other.note_presence(Millis(7_000)).await, Ok(()));
    other.close().await;
    assert_eq!(keeper(&one).await, Some(Keeper::Nobody));
    let taken = one.take_over().await.expect("it can be taken over");
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].running.table, TABLE);
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(one.take_over().await, Ok(vec![]));
    one.close().await;

    // Who took it over and wrote nothing was not there for it either.
    let third = Store::open(&url).await.expect("it opens again");
    let taken = third.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(third.append(&touched(1, 3)).await, Ok(()));
    assert_eq!(third.note_presence(Millis(9_000)).await, Ok(()));
    third.close().await;
    let fourth = Store::open(&url).await.expect("it opens again");
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
    fourth.close().await;
}
