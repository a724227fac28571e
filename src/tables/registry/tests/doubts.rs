//! Tables that are reloaded because an append was refused or had an unknown outcome.

use super::*;
use crate::fakes::AppendFault;

fn internal_error() -> serde_json::Value {
    error_answer(InteractionError::Internal)
}

#[tokio::test(start_paused = true)]
async fn a_table_in_doubt_is_reloaded_from_the_journal_and_posted_again() {
    for (fault, stored) in [
        (AppendFault::Refused, vec![]),
        (AppendFault::ResponseLost, vec![Some(2)]),
    ] {
        let (process, table) = Process::with_table().await;
        process.discord.take();
        process.journal.faults().next_append = Some(fault);
        process.send(2, 2, Intent::Join).await.expect("it is sent");
        assert_eq!(process.discord.answers(2), [internal_error()]);
        process.send(3, 3, Intent::Join).await.expect("it is sent");
        let mut expected = vec![Some(1)];
        expected.extend(stored);
        expected.extend([None, Some(3)]);
        assert_eq!(process.interactions(table).await, expected, "{fault:?}");
        assert_ne!(process.discord.answers(3), [internal_error()]);
        assert_eq!(process.count("post message"), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_in_doubt_is_reloaded_soon_even_if_it_is_idle() {
    let process = Process::start(&FakeJournal::new()).await;
    process.start_in(&[GUILD]);
    process.open(CHANNEL, 1).await.expect("a table opens");
    let table = process.table_in(CHANNEL).await.expect("it is running");
    process.journal.faults().next_append = Some(AppendFault::ResponseLost);
    process.send(2, 2, Intent::Join).await.expect("it is sent");
    sleep(Duration::from_secs(3)).await;
    assert_eq!(process.interactions(table).await, [Some(1), Some(2), None]);
}

#[tokio::test(start_paused = true)]
async fn a_reloaded_table_reads_the_channel_only_once_the_post_on_its_way_has_arrived() {
    let process = Process::start(&FakeJournal::new()).await;
    process.start_in(&[GUILD]);
    process.open(CHANNEL, 1).await.expect("a table opens");
    let post = process.discord.delay_next("post message");
    for interaction in [2, 3] {
        process.journal.faults().next_append = Some(AppendFault::Refused);
        let join = process.send(interaction, interaction, Intent::Join);
        join.await.expect("it is sent");
        assert_eq!(process.discord.answers(interaction), [internal_error()]);
        sleep(Duration::from_secs(3)).await;
        assert_eq!(process.count("read messages"), 1);
    }
    post.send(()).expect("the post is on its way");
    sleep(Duration::from_secs(1)).await;
    assert_eq!(process.count("read messages"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_table_in_doubt_shows_nothing_while_it_cannot_be_read() {
    let (process, table) = Process::with_table().await;
    process.journal.faults().next_append = Some(AppendFault::ResponseLost);
    process.journal.faults().failing_loads = 2;
    for interaction in 2..5 {
        let join = process.send(interaction, interaction, Intent::Join);
        join.await.expect("it is sent");
        assert_eq!(process.discord.answers(interaction), [internal_error()]);
    }
    process.send(5, 5, Intent::Join).await.expect("it is sent");
    let taken = [Some(1), Some(2), None, Some(5)];
    assert_eq!(process.interactions(table).await, taken);
}

#[tokio::test(start_paused = true)]
async fn no_click_is_served_before_the_deadlines_of_a_loaded_table_are_extended() {
    let (journal, table) = journal_with_a_table().await;
    let process = Process::start(&journal).await;
    journal.faults().next_append = Some(AppendFault::Refused);
    process.send(2, 2, Intent::Join).await.expect("it is sent");
    assert_eq!(process.interactions(table).await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn deadlines_are_extended_by_the_time_in_which_the_journal_refused_entries() {
    const OUTAGE: Duration = Duration::from_secs(60);
    let process = Process::start(&FakeJournal::new()).await;
    process.start_in(&[GUILD]);
    process.open(CHANNEL, 1).await.expect("a table opens");
    let idle = Duration::from_millis(LOBBY_IDLE.0);
    sleep(idle - Duration::from_secs(10)).await;
    process.journal.faults().away = true;
    process.send(2, 2, Intent::Join).await.expect("it is sent");
    sleep(OUTAGE).await;
    process.journal.faults().away = false;
    sleep(Duration::from_secs(8)).await;
    assert!(process.table_in(CHANNEL).await.is_some());
    sleep(Duration::from_secs(5)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_new_table_whose_first_entry_is_refused_leaves_its_channel_free() {
    let process = Process::start(&FakeJournal::new()).await;
    process.start_in(&[GUILD]);
    process.journal.faults().next_append = Some(AppendFault::Refused);
    process.open(CHANNEL, 1).await.expect("it is tried");
    assert_eq!(process.discord.answers(1), [internal_error()]);
    sleep(Duration::from_secs(3)).await;
    process.open(CHANNEL, 2).await.expect("a table opens");
    assert!(process.table_in(CHANNEL).await.is_some());
    assert_eq!(process.discord.answers(2).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_process_that_has_lost_its_lease_cannot_store_anything() {
    let first = FakeJournal::new();
    let late = Process::start(&first.other_process()).await;
    assert_eq!(
        late.journal.acquire_lease().await,
        Ok(journal::Acquired::Held)
    );
    late.open(CHANNEL, 1).await.expect("a table opens");
    let table = late.table_in(CHANNEL).await.expect("it is running");
    first.set_time(Millis(60_000));
    let next = Process::start(&first.other_process()).await;
    assert_eq!(
        next.journal.acquire_lease().await,
        Ok(journal::Acquired::Held)
    );
    late.send(2, 2, Intent::Join).await.expect("it is sent");
    assert_eq!(next.interactions(table).await, [Some(1)]);
    assert_eq!(late.journal.renew_lease().await, Ok(false));
}
