//! Tests of the ownership of tables in a journal that two processes share.

use journal::{Journal, JournalError, MemoryJournal, Owner, PostedMessages, StorageUrl, Store};
use postgres_server::Server;
use sqlx::{Connection as _, PgConnection};
use table::ids::{ChannelId, InteractionId, Millis, TableId};

use crate::conformance::{cipher, closed, database, first, touched};

const TABLE: TableId = TableId(1);

async fn owner(journal: &impl Journal) -> Option<Owner> {
    let owned = journal.find_in_channel(ChannelId(1)).await;
    owned.expect("it is readable").map(|table| table.owner)
}

/// Lets one process open a table and the other one write to it, which ends as its owner.
async fn the_last_writer_owns_a_table(one: &impl Journal, other: &impl Journal) {
    assert_eq!(one.append(&first(1)).await, Ok(()));
    assert_eq!(owner(one).await, Some(Owner::ThisProcess));
    assert_eq!(owner(other).await, Some(Owner::OtherProcess));
    assert_eq!(other.take_over().await, Ok(vec![]));
    assert_eq!(other.running().await, Ok(vec![]));

    assert_eq!(other.append(&touched(1, 2)).await, Ok(()));
    assert_eq!(owner(one).await, Some(Owner::OtherProcess));
    let late = one.record_posted(TABLE, &PostedMessages::default()).await;
    assert_eq!(late, Err(JournalError::NotOwner(TABLE)));
    let stale = one.confirm_version(TABLE, 1).await;
    assert!(matches!(stale, Err(JournalError::Conflict { .. })));
    assert_eq!(one.confirm_version(TABLE, 2).await, Ok(()));
    assert_eq!(other.record_heartbeat(Millis(7_000)).await, Ok(()));
}

/// Lets one process own a table in a channel of its own, and both look up its address.
async fn the_owners_address_is_found(one: &impl Journal, other: &impl Journal) {
    let table = TableId(2);
    assert_eq!(one.append(&first(2)).await, Ok(()));
    assert_eq!(other.owner_address(table).await, Ok(None));
    let address = "10.0.0.3:8080".parse().expect("an address");
    assert_eq!(one.record_address(address).await, Ok(()));
    assert_eq!(one.record_heartbeat(Millis(1)).await, Ok(()));
    assert_eq!(one.owner_address(table).await, Ok(Some(address)));
    assert_eq!(other.owner_address(table).await, Ok(Some(address)));
    assert_eq!(other.append(&touched(2, 2)).await, Ok(()));
    assert_eq!(one.owner_address(table).await, Ok(None));
    assert_eq!(other.append(&closed(2, 3)).await, Ok(()));
}

/// Lets a process take over the table whose owner's last heartbeat was at 7 s of its own clock.
async fn one_process_takes_over(journal: &impl Journal) {
    assert_eq!(owner(journal).await, Some(Owner::Expired));
    let taken = journal.take_over().await.expect("it can be taken over");
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].running.table, TABLE);
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(journal.take_over().await, Ok(vec![]));
}

#[tokio::test]
async fn processes_on_a_memory_journal_own_tables_as_on_a_database() {
    let one = MemoryJournal::default();
    one.set_time(Millis(100_000));
    let other = one.join();
    the_last_writer_owns_a_table(&one, &other).await;
    assert_eq!(
        one.record_posted(TableId(9), &PostedMessages::default())
            .await,
        Err(JournalError::NotOwner(TableId(9)))
    );

    // A heartbeat stops after four seconds of the database's clock.
    one.set_time(Millis(104_000));
    assert_eq!(owner(&one).await, Some(Owner::OtherProcess));
    one.set_time(Millis(104_001));
    one_process_takes_over(&one).await;
    one.end_heartbeat();

    // A new owner that has written nothing does not reset the time of the last heartbeat.
    let third = other.join();
    one_process_takes_over(&third).await;
    assert_eq!(third.append(&touched(1, 3)).await, Ok(()));
    assert_eq!(third.record_heartbeat(Millis(9_000)).await, Ok(()));
    third.end_heartbeat();
    let fourth = other.join();
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
}

#[tokio::test]
async fn a_click_is_taken_by_the_owner_of_its_table_or_taken_back() {
    const CLICK: InteractionId = InteractionId(8);
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "handed").await;
    let open = || Store::open_encrypted(&url, cipher(&['a']));
    let owner = open().await.expect("an empty database opens");
    let other = open().await.expect("it opens twice");
    assert_eq!(owner.append(&first(1)).await, Ok(()));
    let hand_over = |from: &'static str, id| other.hand_over(TABLE, id, from);

    // The owner has it, or nobody is there to take it.
    assert_eq!(owner.hand_over(TABLE, CLICK, "own").await, Ok(false));
    assert_eq!(other.hand_over(TableId(9), CLICK, "none").await, Ok(false));

    // Left before the owner listens.
    let mut clicks = owner.handed_clicks().expect("several can share it");
    assert_eq!(hand_over("early", CLICK).await, Ok(true));
    clicks.wait().await;
    assert_eq!(clicks.take().await, ["early"]);
    assert_eq!(other.take_back(CLICK).await, Ok(false));

    // Left while it listens, and the one before taken back.
    assert_eq!(hand_over("late", InteractionId(9)).await, Ok(true));
    assert_eq!(other.take_back(InteractionId(9)).await, Ok(true));
    assert_eq!(hand_over("in time", InteractionId(10)).await, Ok(true));
    clicks.wait().await;
    assert_eq!(clicks.take().await, ["in time"]);

    // Left by somebody without the key, or moved to another table.
    let forger = open().await;
    let forger = forger.expect("it opens");
    let handed = forger.hand_over(TABLE, InteractionId(12), "moved").await;
    assert_eq!(handed, Ok(true));
    let StorageUrl::Postgres(address) = &url else {
        panic!("{url} is the address of a server");
    };
    let connected = PgConnection::connect_with(&address.options()).await;
    let mut database = connected.expect("the database answers");
    for forgery in [
        "UPDATE handed_clicks SET interaction = 13",
        "INSERT INTO handed_clicks (interaction, process, table_id, click) \
         SELECT 14, owner, id, '{}' FROM tables WHERE id = 1",
    ] {
        let forged = sqlx::query(forgery).execute(&mut database).await;
        assert_eq!(forged.expect("it is written").rows_affected(), 1);
    }
    forger.close().await;
    assert_eq!(clicks.take().await, Vec::<String>::new());

    // Left by a process that has ended since, for one that has ended too.
    assert_eq!(hand_over("lost", InteractionId(11)).await, Ok(true));
    let age = "UPDATE handed_clicks SET at = at - interval '2 minutes'";
    let aged = sqlx::query(age).execute(&mut database).await;
    assert_eq!(aged.expect("it is changed").rows_affected(), 1);
    let others = other.handed_clicks().expect("several can share it");
    assert_eq!(others.take().await, Vec::<String>::new());
    assert_eq!(clicks.take().await, Vec::<String>::new(), "it is deleted");
    drop(clicks);
    owner.close().await;
    other.close().await;
}

#[tokio::test]
async fn the_last_writer_owns_a_table_until_its_heartbeat_stops_and_one_other_takes_over() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "shared").await;
    let one = Store::open(&url).await.expect("an empty database opens");
    let other = Store::open(&url).await.expect("it opens twice");
    the_owners_address_is_found(&one, &other).await;

    the_last_writer_owns_a_table(&one, &other).await;
    other.close().await;
    one_process_takes_over(&one).await;
    one.close().await;

    // A new owner that has written nothing does not reset the time of the last heartbeat.
    let third = Store::open(&url).await.expect("it opens again");
    one_process_takes_over(&third).await;
    assert_eq!(third.append(&touched(1, 3)).await, Ok(()));
    assert_eq!(third.record_heartbeat(Millis(9_000)).await, Ok(()));
    third.close().await;
    let fourth = Store::open(&url).await.expect("it opens again");
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
    fourth.close().await;
}
