//! Tables whose entries cannot be read, because the journal fails, the key is missing or the entries are damaged.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_table_whose_key_is_missing_is_set_aside_without_delaying_others() {
    let (journal, table) = journal_with_a_table().await;
    let started = Instant::now();
    let next = Process::start(&journal).await;
    next.journal.faults().without_key = Some((table, 0));
    let loads_without_key = || journal.faults().without_key.map_or(0, |(_, loads)| loads);
    next.start_in(&[GUILD]);
    next.open(OTHER_CHANNEL, 2).await.expect("a table opens");
    sleep(Duration::from_secs(7)).await;
    let alive = journal.last_alive().await.expect("the journal is there");
    assert!(alive > Some(NOW), "it records that it is running");
    assert!(loads_without_key() <= 4);
    sleep(Duration::from_secs(3_600)).await;
    assert_eq!(loads_without_key(), 7, "{:?}", started.elapsed());
    assert!(next.registry.has(CHANNEL), "it is not lost");
    next.send(5, 2, Intent::Join).await.expect("it is sent");
    assert_eq!(next.discord.answers(5), [internal_error()]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_read_for_an_hour_is_loaded_soon_afterwards() {
    let (process, table) = Process::after_restart().await;
    process.journal.faults().failing_loads = u32::MAX;
    process.start_in(&[GUILD]);
    sleep(Duration::from_secs(3_600)).await;
    process.journal.faults().failing_loads = 0;
    sleep(Duration::from_secs(32)).await;
    assert_eq!(process.interactions(table).await, [Some(1), None]);
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_table_is_quarantined_and_its_channel_is_free() {
    let (process, _) = Process::after_restart().await;
    process.journal.faults().unreadable = true;
    process.join(2).await;
    let closed = refusal_answer(Refusal::Closed);
    assert_eq!(process.discord.answers(2), [closed]);
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert!(!process.registry.has(CHANNEL));
    assert_eq!(process.open(CHANNEL, 3).await, Ok(()));
}
