//! Tests of the ownership of tables in a journal that two processes share.

use journal::{
    CountedTable, GamesElsewhere, HandedClicks, Journal, JournalError, Owner, PostedMessages,
    StorageUrl,
};
use memory_journal::MemoryJournal;
use postgres_server::Server;
use sqlx::{Connection as _, PgConnection};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};

use crate::conformance::{GUILD, cipher, closed, database, first, touched};

const TABLE: TableId = TableId(1);

async fn owner(journal: &dyn Journal) -> Option<Owner> {
    let owned = journal.find_in_channel(ChannelId(1)).await;
    owned.expect("it is readable").map(|table| table.owner)
}

/// Lets one process open a table and the other one write to it, which ends as its owner.
async fn the_last_writer_owns_a_table(one: &dyn Journal, other: &dyn Journal) {
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
    assert_eq!(other.record_heartbeat(Millis(7_000)).await, Ok(2));
}

/// Lets both count the games of the other one's tables.
async fn games_of_other_processes_are_counted(one: &dyn Journal, other: &dyn Journal) {
    let (host, watcher) = (UserId(5), UserId(6));
    let count = |is_game, host, watched| CountedTable {
        is_game,
        host: Some(host),
        watched,
    };
    for table in 11..=13 {
        assert_eq!(one.append(&first(table)).await, Ok(()));
    }
    let elsewhere = |tables, games, watched, (hosted, hosted_tables)| GamesElsewhere {
        tables,
        games,
        watched,
        hosted,
        hosted_tables,
    };
    let unknown = other.games_elsewhere(GUILD, Some(host)).await;
    assert_eq!(unknown, Ok(elsewhere(3, 3, 0, (0, 0))));
    for (table, counted) in [
        (11, count(true, host, false)),
        (12, count(true, watcher, true)),
        (13, count(false, host, false)),
    ] {
        assert_eq!(one.record_count(TableId(table), counted).await, Ok(()));
        // Only the owner knows how it counts.
        let wrong = count(false, watcher, true);
        assert_eq!(other.record_count(TableId(table), wrong).await, Ok(()));
    }
    let own = one.games_elsewhere(GUILD, Some(host)).await;
    assert_eq!(own, Ok(elsewhere(0, 0, 0, (0, 0))));
    for (guild, user, expected) in [
        (GUILD, Some(host), elsewhere(3, 2, 1, (1, 2))),
        (GUILD, None, elsewhere(3, 2, 1, (0, 0))),
        (GuildId(1), Some(watcher), elsewhere(0, 0, 0, (1, 1))),
    ] {
        assert_eq!(other.games_elsewhere(guild, user).await, Ok(expected));
    }
    for table in 11..=13 {
        assert_eq!(one.append(&closed(table, 2)).await, Ok(()));
    }
    let none = other.games_elsewhere(GUILD, Some(host)).await;
    assert_eq!(none, Ok(elsewhere(0, 0, 0, (0, 0))));
}

/// Lets a process take over the table whose owner's last heartbeat was at 7 s of its own clock.
async fn one_process_takes_over(journal: &dyn Journal) {
    assert_eq!(owner(journal).await, Some(Owner::Expired));
    let taken = journal.take_over().await.expect("it can be taken over");
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].running.table, TABLE);
    assert_eq!(taken[0].since, Millis(7_000));
    assert_eq!(journal.take_over().await, Ok(vec![]));
    // Until it has written, the previous owner may write on, and would not learn of this message.
    let nothing = PostedMessages::default();
    let early = journal.record_posted(TABLE, &nothing).await;
    assert_eq!(early, Err(JournalError::NotOwner(TABLE)));
}

#[tokio::test]
async fn processes_on_a_memory_journal_own_tables_as_on_a_database() {
    let one = MemoryJournal::default();
    one.set_time(Millis(100_000));
    let other = one.join();
    games_of_other_processes_are_counted(&one, &other).await;
    the_last_writer_owns_a_table(&one, &other).await;
    let nothing = PostedMessages::default();
    let unknown = one.record_posted(TableId(9), &nothing).await;
    assert_eq!(unknown, Err(JournalError::NotOwner(TableId(9))));

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
    let posted = third.record_posted(TABLE, &PostedMessages::default()).await;
    assert_eq!(posted, Ok(()));
    assert_eq!(third.record_heartbeat(Millis(9_000)).await, Ok(1));
    third.end_heartbeat();
    let fourth = other.join();
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
}

async fn texts(clicks: &HandedClicks) -> Vec<String> {
    let taken = clicks.take().await;
    taken.into_iter().map(|taken| taken.click).collect()
}

#[tokio::test]
async fn a_click_is_answered_by_the_owner_of_its_table_or_taken_back() {
    const CLICK: InteractionId = InteractionId(8);
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "handed").await;
    let open = || journal::open_encrypted(&url, cipher(&['a']));
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
    let [early] = <[_; 1]>::try_from(clicks.take().await).unwrap_or_else(|_| panic!("one click"));
    assert_eq!(early.click, "early");
    assert_eq!(texts(&clicks).await, [""; 0], "it is taken once");
    early.answered().await;
    assert_eq!(other.take_back(CLICK).await, Ok(false));

    // Left while it listens, and the one before taken back.
    assert_eq!(hand_over("late", InteractionId(9)).await, Ok(true));
    assert_eq!(other.take_back(InteractionId(9)).await, Ok(true));
    assert_eq!(hand_over("in time", InteractionId(10)).await, Ok(true));
    clicks.wait().await;
    assert_eq!(texts(&clicks).await, ["in time"]);
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
    assert_eq!(other.take_back(InteractionId(10)).await, Ok(false));
    let late = sqlx::query("UPDATE handed_clicks SET at = at - interval '2 seconds'");
    let late = late.execute(&mut database).await;
    assert_eq!(late.expect("it is changed").rows_affected(), 2);
    // Taken, and not answered for too long.
    assert_eq!(other.take_back(InteractionId(10)).await, Ok(true));
    for forgery in [
        "UPDATE handed_clicks SET interaction = 13",
        "INSERT INTO handed_clicks (interaction, process, table_id, click) \
         SELECT 14, owner, id, '{}' FROM tables WHERE id = 1",
    ] {
        let forged = sqlx::query(forgery).execute(&mut database).await;
        assert_eq!(forged.expect("it is written").rows_affected(), 1);
    }
    forger.close().await;
    assert_eq!(texts(&clicks).await, [""; 0]);

    // Left by a process that has ended since, for one that has ended too.
    assert_eq!(hand_over("lost", InteractionId(11)).await, Ok(true));
    let age = "UPDATE handed_clicks SET at = at - interval '2 minutes'";
    let aged = sqlx::query(age).execute(&mut database).await;
    // With the two forged ones, which go with it.
    assert_eq!(aged.expect("it is changed").rows_affected(), 3);
    let others = other.handed_clicks().expect("several can share it");
    assert_eq!(texts(&others).await, [""; 0]);
    assert_eq!(texts(&clicks).await, [""; 0], "it is deleted");
    drop(clicks);
    owner.close().await;
    other.close().await;
}

#[tokio::test]
async fn the_last_writer_owns_a_table_until_its_heartbeat_stops_and_one_other_takes_over() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "shared").await;
    let one = journal::open(&url).await.expect("an empty database opens");
    let other = journal::open(&url).await.expect("it opens twice");

    games_of_other_processes_are_counted(&*one, &*other).await;
    the_last_writer_owns_a_table(&*one, &*other).await;
    other.close().await;
    one_process_takes_over(&*one).await;
    one.close().await;

    // A new owner that has written nothing does not reset the time of the last heartbeat.
    let third = journal::open(&url).await.expect("it opens again");
    one_process_takes_over(&*third).await;
    assert_eq!(third.append(&touched(1, 3)).await, Ok(()));
    let posted = third.record_posted(TABLE, &PostedMessages::default()).await;
    assert_eq!(posted, Ok(()));
    assert_eq!(third.record_heartbeat(Millis(9_000)).await, Ok(1));
    third.close().await;
    let fourth = journal::open(&url).await.expect("it opens again");
    let taken = fourth.take_over().await.expect("it can be taken over");
    assert_eq!(taken[0].since, Millis(9_000));
    fourth.close().await;
}
