//! Tests of the ownership of tables in a journal that two processes share.

use journal::{Journal as _, JournalError, Owner, PostedMessages, Store};
use postgres_server::Server;
use table::ids::{ChannelId, Millis, TableId};

use crate::conformance::{database, first, touched};

const TABLE: TableId = TableId(1);

async fn owner(store: &Store) -> Option<Owner> {
    let owned = store.find_in_channel(ChannelId(1)).await;
    owned.expect("it is readable").map(|table| table.owner)
}

#[tokio::test]
async fn the_last_writer_owns_a_table_until_its_heartbeat_stops_and_one_other_takes_over() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "shared").await;
    let one = Store::open(&url).await.expect("an empty database opens");
    let other = Store::open(&url).await.expect("it opens twice");

    assert_eq!(one.append(&first(1)).await, Ok(()));
    assert_eq!(owner(&one).await, Some(Owner::ThisProcess));
    assert_eq!(owner(&other).await, Some(Owner::OtherProcess));
    assert_eq!(other.take_over().await, Ok(vec![]));
    assert_eq!(other.running().await, Ok(vec![]));

    assert_eq!(other.append(&touched(1, 2)).await, Ok(()));
    assert_eq!(owner(&one).await, Some(Owner::OtherProcess));
    let late = one.record_posted(TABLE, &PostedMessages::default()).await;
    assert_eq!(late, Err(JournalError::NotOwner(TABLE)));
    let stale = one.confirm_version(TABLE, 1).await;
    assert!(matches!(stale, Err(JournalError::Conflict { .. })));
    assert_eq!(one.confirm_version(TABLE, 2).await, Ok(()));

    assert_eq!(other.record_heartbeat(Millis(7_000)).await, Ok(()));
    other.close().await;
    assert_eq!(owner(&one).await, Some(Owner::Expired));
    let taken = one.take_over().await.expect("it can be taken over");
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].running.table, TABLE);
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(one.take_over().await, Ok(vec![]));
    one.close().await;

    // A new owner that has written nothing does not reset the time of the last heartbeat.
    let third = Store::open(&url).await.expect("it opens again");
    let taken = third.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(third.append(&touched(1, 3)).await, Ok(()));
    assert_eq!(third.record_heartbeat(Millis(9_000)).await, Ok(()));
    third.close().await;
    let fourth = Store::open(&url).await.expect("it opens again");
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
    fourth.close().await;
}
