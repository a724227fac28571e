//! Tables that are reloaded because an append was refused or had an unknown outcome.

use super::*;
use crate::fakes::AppendFault;

#[tokio::test(start_paused = true)]
async fn a_table_in_doubt_is_reloaded_from_the_journal_and_posted_again() {
    for (fault, stored) in [
        (AppendFault::Refused, vec![]),
        (AppendFault::ResponseLost, vec![Some(2)]),
    ] {
        let (process, table) = Process::with_table().await;
        process.discord.take();
        process.journal.faults().next_append = Some(fault);
        process.join(2).await;
        assert_eq!(process.discord.answers(2), [internal_error()]);
        process.join(3).await;
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
    let (process, table) = Process::in_guild_with_table().await;
    process.journal.faults().next_append = Some(AppendFault::ResponseLost);
    process.join(2).await;
    sleep(Duration::from_secs(3)).await;
    assert_eq!(process.interactions(table).await, [Some(1), Some(2), None]);
}

#[tokio::test(start_paused = true)]
async fn a_reloaded_table_reads_the_channel_only_once_the_post_on_its_way_has_arrived() {
    let (process, _) = Process::in_guild_with_table().await;
    let post = process.discord.delay_next("post message");
    for interaction in [2, 3] {
        process.journal.faults().next_append = Some(AppendFault::Refused);
        process.join(interaction).await;
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
        process.join(interaction).await;
        assert_eq!(process.discord.answers(interaction), [internal_error()]);
    }
    process.join(5).await;
    let taken = [Some(1), Some(2), None, Some(5)];
    assert_eq!(process.interactions(table).await, taken);
}

#[tokio::test(start_paused = true)]
async fn no_click_is_served_before_the_deadlines_of_a_loaded_table_are_extended() {
    let (process, table) = Process::after_restart().await;
    process.journal.faults().next_append = Some(AppendFault::Refused);
    process.join(2).await;
    assert_eq!(process.interactions(table).await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn deadlines_are_extended_by_the_time_in_which_the_journal_refused_entries() {
    const OUTAGE: Duration = Duration::from_secs(60);
    let (process, _) = Process::in_guild_with_table().await;
    let idle = Duration::from_millis(LOBBY_IDLE.0);
    sleep(idle - Duration::from_secs(10)).await;
    process.journal.faults().away = true;
    process.join(2).await;
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
    let table = late.open_table().await;
    first.set_time(Millis(60_000));
    let next = Process::start(&first.other_process()).await;
    assert_eq!(
        next.journal.acquire_lease().await,
        Ok(journal::Acquired::Held)
    );
    late.join(2).await;
    assert_eq!(next.interactions(table).await, [Some(1)]);
    assert_eq!(late.journal.renew_lease().await, Ok(false));
}
