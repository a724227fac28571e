//! Takeovers of tables that are in memory, as a visitor's or from before.

use super::*;

async fn opened(owner: &Process) -> RunningTable {
    owner.open(CHANNEL, 1).await.expect("a table opens");
    let running = owner.journal.running().await.expect("the journal is there");
    let [running] = <[_; 1]>::try_from(running).expect("it is the only table");
    running
}

#[tokio::test(start_paused = true)]
async fn a_takeover_that_finds_a_full_mailbox_is_not_lost() {
    let owner = Process::start(&FakeJournal::new()).await;
    let running = opened(&owner).await;
    let table = running.table;
    let next = owner.start_other().await;
    // The visitor's task runs only once this test waits for something.
    for interaction in 2..5 {
        let click = TableMessage::Request(command(interaction, interaction, Intent::Rules));
        assert_eq!(next.registry.visit(running.clone(), click), Ok(()));
    }
    owner.journal.stop_heartbeat(NOW).await;
    take_over_orphaned(&**next.journal, &next.registry).await;
    settle().await;
    assert!(next.registry.has(CHANNEL));
    next.send(9, 9, Intent::Join).await.expect("it is sent");
    assert_eq!(next.interactions(table).await, [Some(1), None, Some(9)]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_a_visitor_has_left_can_be_taken_over() {
    let owner = Process::start(&FakeJournal::new()).await;
    let running = opened(&owner).await;
    let table = running.table;
    let next = owner.start_other().await;
    let click = TableMessage::Request(command(2, 2, Intent::Rules));
    assert_eq!(next.registry.visit(running, click), Ok(()));
    settle().await;
    assert!(!next.registry.has(CHANNEL), "the visitor has left");
    owner.journal.stop_heartbeat(NOW).await;
    take_over_orphaned(&**next.journal, &next.registry).await;
    next.send(3, 3, Intent::Join).await.expect("it is sent");
    assert_eq!(next.interactions(table).await, [Some(1), None, Some(3)]);
}
