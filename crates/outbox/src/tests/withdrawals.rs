//! Messages that were posted for a table which another process has taken over.

use std::sync::Arc;

use journal::{Journal as _, PostedMessages};
use memory_journal::MemoryJournal;
use serde_json::{Value, json};
use serenity::model::id::MessageId;
use table::control::Stamp;
use table::ids::Revision;
use table::intent::Intent;
use table::record::Record;
use tokio::time::{Duration, sleep};

use super::fake_transport::FakeTransport;
use super::fixture::{BOT, TABLE, journal_with_table, slot};
use super::samples::posted;
use crate::MessageSlot;
use crate::message_board::MessageSource;

/// Withdraws the message 101, which was posted after 100.
async fn withdraw(slot: &MessageSlot) -> PostedMessages {
    let source = MessageSource::PostAfter(Some(MessageId::new(100)));
    slot.withdraw(MessageId::new(101), source).await
}

async fn lost_table(discord: &Arc<FakeTransport>) -> (MessageSlot, MemoryJournal) {
    let journal = journal_with_table().await;
    let other = journal.join();
    journal.end_heartbeat();
    assert_eq!(other.take_over().await.unwrap().len(), 1);
    // A new owner writes before it posts.
    let mut written = other.load(TABLE).await.unwrap().remove(0);
    (written.version, written.records) = (2, vec![Record::Touched]);
    other.append(&written).await.unwrap();
    (slot(&journal, discord.rest()), other)
}

#[tokio::test(start_paused = true)]
async fn a_message_posted_for_another_processs_table_is_deleted_again() {
    // The other process has posted another message in one case, and none in the other.
    for recorded in [200, 100] {
        let discord = Arc::<FakeTransport>::default();
        let (slot, other) = lost_table(&discord).await;
        let recorded = posted(recorded, &[]);
        other.record_posted(TABLE, &recorded).await.unwrap();
        assert_eq!(withdraw(&slot).await, recorded);
        assert_eq!(discord.sent(), ["delete message"]);
    }
}

/// Returns a message of the table with this button.
fn message(id: u64, intent: Intent) -> Value {
    let stamp = Stamp {
        table: TABLE,
        revision: Revision(3),
    };
    let button = json!({ "type": 2, "custom_id": stamp.button(intent).to_string() });
    let author = json!({ "id": BOT.user.to_string() });
    json!({ "id": id.to_string(), "author": author, "components": [button] })
}

#[tokio::test(start_paused = true)]
async fn of_a_post_of_unknown_outcome_only_what_the_journal_does_not_name_is_deleted() {
    // The other process records its message late, another one, or none.
    for (recorded, deleted) in [(101, vec![]), (200, vec!["delete message"])] {
        let discord = Arc::new(FakeTransport {
            history: json!([
                message(102, Intent::Rematch),
                message(101, Intent::OpenHand)
            ]),
            ..FakeTransport::default()
        });
        let (slot, other) = lost_table(&discord).await;
        other.record_posted(TABLE, &posted(100, &[])).await.unwrap();
        slot.withdraw_unknown(Some(MessageId::new(100)));
        sleep(Duration::from_secs(50)).await;
        other
            .record_posted(TABLE, &posted(recorded, &[]))
            .await
            .unwrap();
        sleep(Duration::from_secs(300)).await;
        let mut sent = discord.sent();
        sent.retain(|request| *request != "read messages");
        assert_eq!(sent, deleted);
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_discord_gave_to_another_process_too_stays() {
    for later in [Duration::ZERO, Duration::from_secs(1)] {
        let discord = Arc::<FakeTransport>::default();
        let (slot, other) = lost_table(&discord).await;
        let given = posted(101, &[100]);
        other.record_posted(TABLE, &posted(100, &[])).await.unwrap();
        let post = async {
            sleep(later).await;
            other.record_posted(TABLE, &given).await.unwrap();
        };
        let (known, ()) = tokio::join!(withdraw(&slot), post);
        assert_eq!(known, given);
        assert_eq!(discord.sent(), [""; 0], "nothing is deleted");
    }
}
