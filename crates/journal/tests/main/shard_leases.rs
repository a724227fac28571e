//! Tests of the leases of shards in a database that two processes share.

use std::time::Duration;

use journal::{ShardHolder, ShardLeases, SharedShards, StorageUrl, Store};
use postgres_server::Server;
use sqlx::{Connection as _, PgConnection};
use table::ids::TableId;

use crate::conformance::{database, first};

fn shards(store: &dyn Store) -> SharedShards {
    store.shared_shards().expect("the database can be shared")
}

async fn holders(shards: &SharedShards) -> Vec<ShardHolder> {
    let leases = leases(shards).await;
    leases.leases.iter().map(|lease| lease.holder).collect()
}

async fn leases(shards: &SharedShards) -> ShardLeases {
    shards.renew().await.expect("the leases are readable")
}

#[tokio::test]
async fn a_shard_is_held_by_one_process_and_moves_when_it_is_offered_or_its_lease_ends() {
    use ShardHolder::{Nobody, OtherProcess, ThisProcess};
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "leases").await;
    let one = journal::open(&url).await.expect("an empty database opens");
    let other = journal::open(&url).await.expect("it opens twice");
    let (mine, theirs) = (shards(&*one), shards(&*other));
    assert_eq!(mine.join(2).await, Ok(2));
    assert_eq!(holders(&mine).await, [Nobody, Nobody]);
    assert_eq!(leases(&mine).await.processes, 1);

    assert_eq!(mine.acquire(0).await, Ok(true));
    assert_eq!(mine.acquire(1).await, Ok(true));
    assert_eq!(theirs.join(7).await, Ok(2), "shards are held already");
    assert_eq!(theirs.acquire(0).await, Ok(false));
    assert_eq!(holders(&theirs).await, [OtherProcess, OtherProcess]);
    assert_eq!(leases(&theirs).await.processes, 2);

    assert_eq!(mine.record_connected(1).await, Ok(true));
    assert_eq!(mine.offer(1).await, Ok(true));
    assert!(leases(&theirs).await.leases[1].is_offered);
    assert_eq!(mine.keep(1).await, Ok(true));
    let taken_back = theirs.acquire(1).await;
    assert_eq!(taken_back, Ok(false), "the offer was taken back");
    assert_eq!(mine.offer(1).await, Ok(true));
    assert_eq!(theirs.acquire(1).await, Ok(true));
    assert_eq!(holders(&mine).await, [ThisProcess, OtherProcess]);
    let moved = leases(&mine).await.leases[1];
    assert!(!moved.is_connected && !moved.is_offered);
    assert_eq!(mine.record_connected(1).await, Ok(false));

    assert_eq!(mine.release().await, Ok(true), "another process is left");
    assert_eq!(holders(&theirs).await, [Nobody, ThisProcess]);
    assert_eq!(leases(&theirs).await.processes, 1);
    assert_eq!(theirs.acquire(0).await, Ok(true));
    one.close().await;
    assert_eq!(theirs.release().await, Ok(false), "nobody is left");
    other.close().await;
}

#[tokio::test]
async fn tables_move_with_the_shard_of_their_server_and_sessions_begin_one_after_the_other() {
    let server = Server::start().await.expect("PostgreSQL starts");
    let url = database(&server, "moving").await;
    let one = journal::open(&url).await.expect("an empty database opens");
    let other = journal::open(&url).await.expect("it opens twice");
    // The upper bits of this server's id are all set, so that its shard is the last one of two.
    assert_eq!(one.append(&first(1)).await, Ok(()));
    let theirs = shards(&*other);
    assert_eq!(theirs.join(2).await, Ok(2));
    for shard in [0, 1] {
        assert_eq!(theirs.acquire(shard).await, Ok(true));
    }
    assert_eq!(theirs.record_connected(0).await, Ok(true));
    assert_eq!(other.take_over().await, Ok(vec![]), "not its shard");
    assert_eq!(theirs.record_connected(1).await, Ok(true));
    assert_eq!(theirs.offer(1).await, Ok(true));
    assert_eq!(other.take_over().await, Ok(vec![]), "it is offered");
    assert_eq!(theirs.keep(1).await, Ok(true));
    let StorageUrl::Postgres(postgres) = &url else {
        panic!("the address of a server");
    };
    let connected = PgConnection::connect_with(&postgres.options()).await;
    let mut connection = connected.expect("a connection");
    // A process that stood still has not noticed this.
    let end = sqlx::query("UPDATE shards SET until = now()").execute(&mut connection);
    end.await.expect("all leases have ended");
    assert_eq!(other.take_over().await, Ok(vec![]), "its lease has ended");
    assert_eq!(theirs.acquire(1).await, Ok(true));
    assert_eq!(theirs.record_connected(1).await, Ok(true));
    let taken = other.take_over().await.expect("it can be taken over");
    let taken: Vec<TableId> = taken.iter().map(|table| table.running.table).collect();
    assert_eq!(taken, [TableId(1)], "although its owner lives");
    assert_eq!(other.take_over().await, Ok(vec![]));

    assert_eq!(shards(&*one).reserve_start(3).await, Ok(Duration::ZERO));
    let reserve = async || theirs.reserve_start(3).await.expect("a time");
    let wait = reserve().await;
    assert!(wait > Duration::from_secs(4), "{wait:?}");
    let late = "UPDATE session_starts SET free_at = now() + interval '1 second'";
    let moved = sqlx::query(late).execute(&mut connection).await;
    moved.expect("five seconds have passed");
    assert_eq!(shards(&*one).record_start(3).await, Ok(()));
    let wait = reserve().await;
    assert!(wait > Duration::from_secs(4), "it began late: {wait:?}");
    let over = "UPDATE session_starts SET free_at = now()";
    let moved = sqlx::query(over).execute(&mut connection).await;
    moved.expect("five seconds have passed again");
    assert_eq!(reserve().await, Duration::ZERO);
    assert_eq!(theirs.reserve_start(4).await, Ok(Duration::ZERO));
    one.close().await;
    other.close().await;
}
