//! Panics in a table's task, in a single request, and in a background task.

use std::sync::atomic::{AtomicU32, Ordering};

use table::Table;
use table::entry::Entry;

use super::*;
use crate::background_tasks::BackgroundTasks;
use discord::failpoint::{Failpoints, Probe};

/// A probe that panics the next `left` times that its failpoint is hit.
struct PanicAt {
    failpoint: Failpoint,
    left: AtomicU32,
}

impl Probe for PanicAt {
    fn hit(&self, failpoint: Failpoint) {
        let left = || {
            let less = |left: u32| left.checked_sub(1);
            let order = Ordering::Relaxed;
            self.left.fetch_update(order, order, less).is_ok()
        };
        assert!(
            failpoint != self.failpoint || !left(),
            "a test asked for it"
        );
    }

    fn entry_decided(&self, _: &Entry) {}

    fn entry_appended(&self, _: &Table) {}

    fn panic_recovered(&self) {}
}

/// A process that panics at a failpoint as often as requested.
struct Panicking {
    process: Process,
    probe: Arc<PanicAt>,
    background_tasks: BackgroundTasks,
}

impl Panicking {
    async fn start(failpoint: Failpoint) -> Self {
        Self::start_on(&FakeJournal::new(), failpoint).await
    }

    async fn start_on(journal: &Arc<FakeJournal>, failpoint: Failpoint) -> Self {
        let probe = Arc::new(PanicAt {
            failpoint,
            left: AtomicU32::new(0),
        });
        let env = Env {
            failpoints: Failpoints::with_probe(Arc::<PanicAt>::clone(&probe)),
            ..Env::system()
        };
        let background_tasks = env.background_tasks.clone();
        Self {
            process: Process::start_in_env(journal, env).await,
            probe,
            background_tasks,
        }
    }

    fn panic_times(&self, times: u32) {
        self.probe.left.store(times, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_task_panics_is_loaded_again_and_set_aside_after_the_third_time() {
    let panicking = Panicking::start(Failpoint::EntryAppended).await;
    let process = &panicking.process;
    let table = process.open_table().await;
    for interaction in [2, 3] {
        panicking.panic_times(1);
        process.join(interaction).await;
    }
    process.join(4).await;
    assert_eq!(process.discord.answers(4).len(), 1);
    let mut interactions = process.interactions(table).await;
    interactions.retain(Option::is_some);
    assert_eq!(interactions, [1, 2, 3, 4].map(Some));
    panicking.panic_times(1);
    process.join(5).await;
    assert_eq!(process.table_in(CHANNEL).await, None, "it is set aside");
    assert!(!process.registry.has(CHANNEL));
    process.open(CHANNEL, 6).await.expect("another table opens");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_panics_completes_as_failed_and_is_tried_again() {
    let panicking = Panicking::start(Failpoint::MessageEditing).await;
    let process = &panicking.process;
    process.open(CHANNEL, 1).await.expect("a table opens");
    panicking.panic_times(1);
    process.join(2).await;
    sleep(Duration::from_secs(60)).await;
    process.join(3).await;
    let shown = process.count("edit message") + process.count("post message");
    assert!(
        shown > 0,
        "the screen is shown: {:?}",
        process.discord.names()
    );
}

#[tokio::test(start_paused = true)]
async fn a_background_task_that_panics_is_noticed() {
    let panicking = Panicking::start(Failpoint::AliveRecording).await;
    panicking.panic_times(1);
    panicking.process.start_in(&[GUILD]);
    let failing = panicking.background_tasks.wait_until_failed();
    let failed = timeout(Duration::from_secs(60), failing).await;
    assert_eq!(failed, Ok("takes care of the tables"));
}

#[tokio::test(start_paused = true)]
async fn clicks_waiting_when_a_tables_task_panics_are_served_by_the_next_task() {
    let panicking = Panicking::start(Failpoint::EntryAppended).await;
    let process = &panicking.process;
    process.open(CHANNEL, 1).await.expect("a table opens");
    panicking.panic_times(1);
    process.journal.hold_appends(true);
    for interaction in [2, 3] {
        process.join(interaction).await;
    }
    process.journal.hold_appends(false);
    settle().await;
    assert_eq!(process.discord.answers(3).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_whose_closing_panics_is_closed_by_another_attempt() {
    let (journal, _) = journal_with_a_table().await;
    let panicking = Panicking::start_on(&journal, Failpoint::TableAwake).await;
    panicking.panic_times(1);
    panicking.process.start_in(&[]);
    sleep(Duration::from_secs(30)).await;
    assert_eq!(panicking.process.table_in(CHANNEL).await, None);
    assert!(!panicking.process.registry.has(CHANNEL));
    let failing = panicking.background_tasks.wait_until_failed();
    let failed = timeout(Duration::from_secs(60), failing).await;
    assert!(failed.is_err(), "the process goes on");
}
