//! Tables that leave memory because no one is using them, and are loaded again.

use super::*;
use crate::tables::table_stage::TableStage;

/// The idle time after which tables leave memory in these tests.
const UNLOAD_AFTER: Duration = Duration::from_secs(5);
/// The time after which an unused table has left memory.
const UNUSED: Duration = Duration::from_secs(8);

fn env() -> Env {
    Env {
        unload_after: UNLOAD_AFTER,
        ..Env::system()
    }
}

/// Starts a process, and waits until its table in [`CHANNEL`] has been unloaded.
async fn with_unloaded_table() -> (Process, TableId) {
    let process = Process::start_in_env(&FakeJournal::new(), env()).await;
    process.start_in(&[GUILD]);
    let table = process.open_table().await;
    sleep(UNUSED).await;
    assert_eq!(process.registry.sample().loaded, 0);
    process.discord.take();
    (process, table)
}

#[tokio::test(start_paused = true)]
async fn a_click_brings_a_table_back_and_nothing_is_posted_again() {
    let (process, table) = with_unloaded_table().await;
    assert!(process.registry.has(CHANNEL));
    let stages = process.registry.sample().stages;
    assert!(stages.contains(&(TableStage::Unloaded, 1)));
    process.join(2).await;
    assert_eq!(process.registry.sample().loaded, 1);
    assert_eq!(process.discord.answers(2).len(), 1);
    let taken = [1, 2].map(Some);
    assert_eq!(
        process.interactions(table).await,
        taken,
        "nothing is extended"
    );
    assert_eq!(process.count("post message"), 0);
    assert_eq!(process.count("edit message"), 1, "the lobby has one more");
}

#[tokio::test(start_paused = true)]
async fn a_table_can_leave_memory_repeatedly_without_losing_clicks() {
    let (process, table) = with_unloaded_table().await;
    for interaction in 2..6 {
        process.join(interaction).await;
        sleep(UNUSED).await;
        assert_eq!(process.registry.sample().loaded, 0);
    }
    let taken = [1, 2, 3, 4, 5].map(Some);
    assert_eq!(process.interactions(table).await, taken);
}

#[tokio::test(start_paused = true)]
async fn a_table_stays_for_a_while_after_its_last_click() {
    let process = Process::start_in_env(&FakeJournal::new(), env()).await;
    process.open(CHANNEL, 1).await.expect("a table opens");
    for interaction in 2..4 {
        sleep(UNLOAD_AFTER - Duration::from_secs(1)).await;
        assert_eq!(process.registry.sample().loaded, 1);
        process.join(interaction).await;
    }
    sleep(UNLOAD_AFTER).await;
    assert_eq!(process.registry.sample().loaded, 0);
}

#[test]
fn a_table_stays_as_long_as_an_open_hand_can_be_refreshed() {
    let lifetime = Duration::from_millis(table::fixed_time_limits::PANEL_LIFETIME.0);
    assert_eq!(Env::system().unload_after, lifetime);
}

#[tokio::test(start_paused = true)]
async fn a_table_loaded_after_the_start_leaves_memory_once_it_is_shown() {
    let (journal, table) = journal_with_a_table().await;
    let process = Process::start_in_env(&journal, Env::system()).await;
    process.start_in(&[GUILD]);
    sleep(UNUSED).await;
    assert_eq!(process.count("post message"), 1);
    assert_eq!(process.registry.sample().loaded, 0);
    assert_eq!(process.interactions(table).await, [Some(1), None]);
}

#[tokio::test(start_paused = true)]
async fn a_table_out_of_memory_closes_when_its_time_is_over() {
    let (process, _) = with_unloaded_table().await;
    sleep(Duration::from_millis(LOBBY_IDLE.0)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert!(!process.registry.has(CHANNEL));
    assert_eq!(process.count("edit message"), 1, "its end is shown");
}

#[tokio::test(start_paused = true)]
async fn an_outage_extends_the_deadlines_of_a_table_out_of_memory_without_loading_it() {
    let (process, table) = with_unloaded_table().await;
    let outages = process.registry.outages();
    outages.begin(Outage::Journal, Instant::now() - Duration::from_secs(60));
    outages.end(Outage::Journal);
    settle().await;
    assert_eq!(process.interactions(table).await, [Some(1)]);
    sleep(Duration::from_millis(LOBBY_IDLE.0) - UNUSED).await;
    assert_eq!(
        process.interactions(table).await,
        [Some(1), None],
        "its deadline came and was extended"
    );
    assert_eq!(process.count("post message"), 0);
    sleep(Duration::from_secs(60)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_table_out_of_memory_whose_deadline_comes_during_an_outage_waits_for_its_end() {
    let (process, table) = with_unloaded_table().await;
    let outages = process.registry.outages();
    let (shard, shards) = (0, 1);
    let shard = Outage::Shard { shard, shards };
    outages.begin(shard, Instant::now());
    sleep(2 * Duration::from_millis(LOBBY_IDLE.0)).await;
    assert_eq!(process.interactions(table).await, [Some(1)]);
    outages.end(shard);
    settle().await;
    assert_eq!(process.interactions(table).await, [Some(1), None]);
    sleep(Duration::from_millis(LOBBY_IDLE.0)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_table_out_of_memory_is_closed_when_its_server_is_left_or_its_channel_deleted() {
    let ends: [fn(&Process); 3] = [
        |process| process.registry.guild_gone(GUILD),
        |process| process.registry.shard_ready(&ready(0, 1, &[])),
        |process| process.registry.channel_gone(CHANNEL),
    ];
    for end in ends {
        let (process, _) = with_unloaded_table().await;
        end(&process);
        settle().await;
        assert_eq!(process.table_in(CHANNEL).await, None);
        assert!(!process.registry.has(CHANNEL));
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_for_a_new_table_finds_one_that_is_out_of_memory() {
    let (process, _) = with_unloaded_table().await;
    assert_eq!(process.open(CHANNEL, 2).await, Ok(()));
    let [answer] = <[_; 1]>::try_from(process.discord.answers(2)).expect("one answer");
    let running = process.journal.running().await.expect("it is there");
    let message = running[0].posted.message.expect("it is posted").to_string();
    assert!(
        answer.to_string().contains(&message),
        "it names its message: {answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_with_a_table_out_of_memory_records_the_time() {
    let (process, _) = with_unloaded_table().await;
    let before = process.registry.services.clock.now();
    process.registry.close().await;
    let alive = process.journal.last_alive().await;
    assert!(alive.expect("the journal is there") >= Some(before));
}
