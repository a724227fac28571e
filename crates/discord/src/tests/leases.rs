//! Tests of a process that is waiting for its lease, may no longer hold it, or has lost it.

use std::sync::Arc;

use journal::{Cluster, Lease, TERM};
use serenity::model::id::{ChannelId, MessageId};
use table::ids::Millis;
use tokio::time::{Duration, Instant, advance, timeout};

use super::fake_transport::FakeTransport;
use crate::{Call, RequestError};

const PATIENCE: Duration = Duration::from_secs(10);

fn delete() -> Call {
    Call::Delete {
        channel: ChannelId::new(5),
        message: MessageId::new(100),
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_without_a_lease_or_while_its_term_may_be_over() {
    let discord = Arc::<FakeTransport>::default();
    let lease = Lease::waiting(Cluster::WHOLE, Arc::new(|| Millis(0)));
    let rest = discord.rest_with(lease.clone());
    let send = async || {
        let deadline = Instant::now() + PATIENCE;
        rest.send(&delete(), None, deadline).await.map(drop)
    };
    let late = Err(RequestError::DeadlineExceeded);
    assert_eq!(send().await, late, "it waits for the lease");
    lease.grant(lease.now());
    assert_eq!(send().await, Ok(()));
    // The process was suspended.
    advance(TERM).await;
    assert_eq!(send().await, late);
    assert_eq!(discord.sent(), ["delete message"]);
    let renewing = async {
        advance(Duration::from_secs(1)).await;
        lease.grant(lease.now());
    };
    let (sent, ()) = tokio::join!(send(), renewing);
    assert_eq!(sent, Ok(()), "it waits for the renewal");
    lease.lose();
    assert!(
        timeout(2 * PATIENCE, send())
            .await
            .is_ok_and(|sent| sent == late)
    );
    assert_eq!(discord.sent().len(), 2);
}
