//! Tests cluster leases in a journal that several processes share, and the reservation of session starts.

use std::sync::Arc;
use std::time::Duration;

use journal::{
    Acquired, Cluster, Journal, JournalError, PostedMessages, RecordCipher, StorageUrl, Store,
};
use kit::memory_journal::MemoryJournal;
use kit::postgres_server::Server;
use sqlx::{Connection as _, PgConnection};
use table::ids::{Millis, TableId};

use crate::conformance::{database, first, touched};

const TABLE: TableId = TableId(1);

fn is_refused(appended: &Result<(), JournalError>) -> bool {
    matches!(appended, Err(JournalError::Conflict { .. }))
}

/// Checks that the holder of the lease can write and a waiting process cannot.
async fn only_the_holder_writes(holder: &dyn Journal, waiting: &dyn Journal) {
    assert_eq!(waiting.acquire_lease().await, Ok(Acquired::Elsewhere));
    assert_eq!(holder.append(&first(1)).await, Ok(()));
    assert!(is_refused(&waiting.append(&touched(1, 2)).await));
    assert!(is_refused(&waiting.append(&first(2)).await));
    let nothing = PostedMessages::default();
    let posted = waiting.record_posted(TABLE, &nothing).await;
    assert!(
        matches!(posted, Err(JournalError::Unavailable(_))),
        "{posted:?}"
    );
    assert_eq!(waiting.renew_lease().await, Ok(false));
    assert_eq!(holder.renew_lease().await, Ok(true));
    assert_eq!(holder.append(&touched(1, 2)).await, Ok(()));
    assert_eq!(holder.record_alive(Millis(7_000)).await, Ok(()));
}

/// Checks that the next process can take the lease and continue after the holder's term has ended.
async fn the_next_one_goes_on(late: &dyn Journal, next: &dyn Journal) {
    assert_eq!(next.acquire_lease().await, Ok(Acquired::Held));
    assert_eq!(next.last_alive().await, Ok(Some(Millis(7_000))));
    assert_eq!(next.running().await.map(|running| running.len()), Ok(1));
    assert!(is_refused(&late.append(&touched(1, 3)).await));
    assert_eq!(late.renew_lease().await, Ok(false));
    assert_eq!(next.append(&touched(1, 3)).await, Ok(()));
}

#[tokio::test]
async fn processes_on_a_memory_journal_hold_the_lease_as_on_a_database() {
    let one = MemoryJournal::default();
    let (late, next) = (one.join(), one.join());
    assert_eq!(late.acquire_lease().await, Ok(Acquired::Held));
    only_the_holder_writes(&late, &next).await;
    one.set_time(Millis(5_001));
    // The term has ended, but no other process has taken the lease.
    assert_eq!(late.renew_lease().await, Ok(true));
    one.set_time(Millis(10_002));
    the_next_one_goes_on(&late, &next).await;
    next.release_lease();
    assert_eq!(one.acquire_lease().await, Ok(Acquired::Held));
}

/// A database, with a connection that changes leases directly.
struct Fixture {
    url: StorageUrl,
    connection: PgConnection,
    _server: Server,
}

impl Fixture {
    async fn start() -> Self {
        let server = Server::start().await.expect("PostgreSQL starts");
        let url = database(&server, "leases").await;
        open(&url, "1/1").await.close().await;
        let StorageUrl::Postgres(postgres) = &url else {
            panic!("the address of a server");
        };
        let connected = PgConnection::connect_with(&postgres.options()).await;
        Self {
            connection: connected.expect("a connection"),
            url,
            _server: server,
        }
    }

    async fn open(&self, cluster: &str) -> Arc<dyn Store> {
        open(&self.url, cluster).await
    }

    async fn execute(&mut self, statement: &'static str) {
        let done = sqlx::query(statement).execute(&mut self.connection).await;
        assert_eq!(done.expect("it is changed").rows_affected(), 1);
    }
}

async fn open(url: &StorageUrl, cluster: &str) -> Arc<dyn Store> {
    let cluster = cluster.parse().expect("a cluster");
    let opened = journal::open_cluster(url, RecordCipher::plain(), cluster).await;
    opened.expect("the database opens")
}

const END_TERMS: &str = "UPDATE leases SET until = now()";

#[tokio::test]
async fn a_lease_has_one_holder_until_its_term_is_over_or_it_is_given_back() {
    let mut fixture = Fixture::start().await;
    let (one, other) = (fixture.open("1/1").await, fixture.open("1/1").await);
    assert!(
        is_refused(&one.append(&first(1)).await),
        "it holds no lease"
    );
    let asked = futures::join!(one.acquire_lease(), other.acquire_lease());
    let (late, next) = match asked {
        (Ok(Acquired::Held), Ok(Acquired::Elsewhere)) => (one, other),
        (Ok(Acquired::Elsewhere), Ok(Acquired::Held)) => (other, one),
        both => panic!("one of two holds it: {both:?}"),
    };
    only_the_holder_writes(&*late, &*next).await;
    fixture.execute(END_TERMS).await;
    assert_eq!(late.renew_lease().await, Ok(true), "nobody has taken it");
    fixture.execute(END_TERMS).await;
    the_next_one_goes_on(&*late, &*next).await;
    late.close().await;
    next.close().await;
    let third = fixture.open("1/1").await;
    assert_eq!(third.acquire_lease().await, Ok(Acquired::Held));
    third.close().await;
}

#[tokio::test]
async fn a_lease_that_somebody_deletes_or_moves_to_the_far_future_has_never_two_holders() {
    let mut fixture = Fixture::start().await;
    let (holder, waiting) = (fixture.open("1/1").await, fixture.open("1/1").await);
    assert_eq!(holder.acquire_lease().await, Ok(Acquired::Held));
    fixture
        .execute("UPDATE leases SET until = now() + interval '100 years'")
        .await;
    assert_eq!(waiting.acquire_lease().await, Ok(Acquired::Elsewhere));
    assert_eq!(
        holder.renew_lease().await,
        Ok(true),
        "its term is one again"
    );

    fixture.execute("DELETE FROM leases").await;
    // The previous holder may not have noticed yet that its lease is gone.
    assert_eq!(waiting.acquire_lease().await, Ok(Acquired::Elsewhere));
    assert_eq!(holder.renew_lease().await, Ok(false));
    assert!(is_refused(&holder.append(&first(1)).await));
    fixture.execute(END_TERMS).await;
    assert_eq!(waiting.acquire_lease().await, Ok(Acquired::Held));
    holder.close().await;
    waiting.close().await;
}

#[tokio::test]
async fn an_append_under_way_keeps_others_from_the_lease() {
    let mut fixture = Fixture::start().await;
    let (holder, next) = (fixture.open("1/1").await, fixture.open("1/1").await);
    assert_eq!(holder.acquire_lease().await, Ok(Acquired::Held));
    fixture.execute(END_TERMS).await;
    let mut append = fixture.connection.begin().await.expect("a transaction");
    let checks = sqlx::query("SELECT FROM leases WHERE cluster = 1 FOR SHARE");
    checks.execute(&mut *append).await.expect("it is checked");
    let acquiring = next.acquire_lease();
    let waited = tokio::time::timeout(Duration::from_millis(200), acquiring).await;
    assert!(waited.is_err(), "the append is not committed");
    append.commit().await.expect("it is");
    holder.close().await;
    next.close().await;
}

#[tokio::test]
async fn clusters_are_held_apart_and_another_number_of_them_waits_until_all_have_ended() {
    let mut fixture = Fixture::start().await;
    let whole = fixture.open("1/1").await;
    assert_eq!(whole.acquire_lease().await, Ok(Acquired::Held));
    // All bits of this server's id are set, so it belongs to cluster 2/2.
    assert_eq!(whole.append(&first(1)).await, Ok(()));
    assert_eq!(whole.record_alive(Millis(7_000)).await, Ok(()));
    let second = fixture.open("2/2").await;
    assert_eq!(second.acquire_lease().await, Ok(Acquired::OtherClusters(1)));
    whole.close().await;
    assert_eq!(second.acquire_lease().await, Ok(Acquired::Held));
    assert_eq!(second.last_alive().await, Ok(Some(Millis(7_000))));
    let first_of_two = fixture.open("1/2").await;
    assert_eq!(first_of_two.acquire_lease().await, Ok(Acquired::Held));
    assert_eq!(first_of_two.last_alive().await, Ok(Some(Millis(7_000))));
    let owner: Cluster = "2/2".parse().expect("a cluster");
    assert!(owner.owns(crate::conformance::GUILD));
    assert_eq!(first_of_two.running().await, Ok(vec![]));
    assert_eq!(second.running().await.map(|running| running.len()), Ok(1));
    assert_eq!(second.append(&touched(1, 2)).await, Ok(()));
    let late = fixture.open("1/1").await;
    assert_eq!(late.acquire_lease().await, Ok(Acquired::OtherClusters(2)));
    second.close().await;
    assert_eq!(late.acquire_lease().await, Ok(Acquired::OtherClusters(2)));
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM leases")
        .fetch_one(&mut fixture.connection)
        .await
        .expect("it answers");
    assert_eq!(rows, 2);
    first_of_two.close().await;
    late.close().await;
}

#[tokio::test]
async fn sessions_of_all_clusters_begin_one_after_the_other() {
    let mut fixture = Fixture::start().await;
    let (one, other) = (fixture.open("1/2").await, fixture.open("2/2").await);
    let [first, second] = [&one, &other].map(|store| store.session_starts().expect("a database"));
    assert_eq!(first.reserve(3).await, Ok(Duration::ZERO));
    let reserve = async || second.reserve(3).await.expect("a time");
    let wait = reserve().await;
    assert!(wait > Duration::from_secs(4), "{wait:?}");
    fixture
        .execute("UPDATE session_starts SET free_at = now() + interval '1 second'")
        .await;
    assert_eq!(first.record(3).await, Ok(()));
    let wait = reserve().await;
    assert!(wait > Duration::from_secs(4), "it began late: {wait:?}");
    fixture
        .execute("UPDATE session_starts SET free_at = now()")
        .await;
    assert_eq!(reserve().await, Duration::ZERO);
    assert_eq!(second.reserve(4).await, Ok(Duration::ZERO));
    one.close().await;
    other.close().await;
}
