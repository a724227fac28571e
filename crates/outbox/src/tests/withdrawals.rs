//! Messages that were posted for a table which another process has taken over.

use std::sync::{Arc, Mutex};

use journal::{Journal as _, MemoryJournal, PostedMessages};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use serenity::model::id::MessageId;
use tokio::time::{Duration, sleep};

use super::fixture::{TABLE, journal_with_table, posted, slot};
use crate::failpoint::Failpoints;
use crate::message_board::MessageSource;
use crate::{Call, MessageSlot, Response, ResponseFuture, RestClient, Transport};

/// A Discord that grants everything and remembers the names of the requests.
#[derive(Clone, Default)]
struct Granting(Arc<Mutex<Vec<&'static str>>>);

impl Transport for Granting {
    fn send<'a>(&'a self, call: &'a Call, _: Option<&'a Value>) -> ResponseFuture<'a> {
        self.0.lock().unwrap().push(call.name());
        Box::pin(std::future::ready(Ok(Response {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            body: Value::Null,
        })))
    }
}

/// Withdraws the message 101, which was posted after 100.
async fn withdraw(slot: &MessageSlot) -> PostedMessages {
    let source = MessageSource::PostAfter(Some(MessageId::new(100)));
    slot.withdraw(MessageId::new(101), source).await
}

/// Returns the slot of a process that has lost its table, and the journal of the new owner.
async fn lost_table(discord: &Granting) -> (MessageSlot, MemoryJournal) {
    let journal = journal_with_table().await;
    let other = journal.join();
    journal.end_heartbeat();
    assert_eq!(other.take_over().await.unwrap().len(), 1);
    let rest = RestClient::with_transport(discord.clone(), Failpoints::default());
    (slot(&journal, rest), other)
}

#[tokio::test(start_paused = true)]
async fn a_message_posted_for_another_processs_table_is_deleted_again() {
    // The other process has posted another message in one case, and none in the other.
    for recorded in [200, 100] {
        let discord = Granting::default();
        let (slot, other) = lost_table(&discord).await;
        let recorded = posted(recorded, &[]);
        other.record_posted(TABLE, &recorded).await.unwrap();
        assert_eq!(withdraw(&slot).await, recorded);
        assert_eq!(*discord.0.lock().unwrap(), ["delete message"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_discord_gave_to_another_process_too_stays() {
    for later in [Duration::ZERO, Duration::from_secs(1)] {
        let discord = Granting::default();
        let (slot, other) = lost_table(&discord).await;
        let given = posted(101, &[100]);
        other.record_posted(TABLE, &posted(100, &[])).await.unwrap();
        let post = async {
            sleep(later).await;
            other.record_posted(TABLE, &given).await.unwrap();
        };
        let (known, ()) = tokio::join!(withdraw(&slot), post);
        assert_eq!(known, given);
        assert!(discord.0.lock().unwrap().is_empty(), "nothing is deleted");
    }
}
