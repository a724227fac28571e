//! Forwarding, takeovers and heartbeats over tables that only record what is asked of them. The clock
//! is paused: a sleep ends as soon as every task waits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use journal::{Journal, RunningTable};
use outbox::failpoint::Failpoints;
use serenity::model::id::ChannelId;
use table::ids::{Millis, TableId};
use table::intent::Intent;
use tokio::time::{Instant, sleep};

use super::forwarding::{OWNER_HEAD_START, forward};
use super::heartbeat::{heartbeat_loop, record_alive_loop};
use super::local_tables::LocalTables;
use super::takeover::take_over_orphaned;
use crate::clock::Clock;
use crate::fakes::{CHANNEL, FakeJournal, GUILD, command, open_request, options, system_clock};
use crate::mailbox::{NotSent, SendError};
use crate::outages::Outages;
use crate::rng_source::RngSource;
use crate::table_message::TableMessage;
use outbox::live_processes::LiveProcesses;

const TABLE: TableId = TableId(5);
const NOW: Millis = Millis(1_800_000_000_000);

/// Tables that are never loaded: they record what is asked of them.
#[derive(Clone, Default)]
struct FakeTables(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The tables of this process, and since when no process has run them.
    inserted: Vec<(TableId, Option<Millis>)>,
    sent: usize,
    visited: Vec<TableId>,
    taken_over: usize,
}

impl FakeTables {
    fn inserted(&self) -> Vec<(TableId, Option<Millis>)> {
        self.0.lock().unwrap().inserted.clone()
    }

    fn sent(&self) -> usize {
        self.0.lock().unwrap().sent
    }

    fn visited(&self) -> Vec<TableId> {
        self.0.lock().unwrap().visited.clone()
    }
}

impl LocalTables for FakeTables {
    fn has(&self, _: ChannelId) -> bool {
        !self.inserted().is_empty()
    }

    fn send_here(&self, _: ChannelId, _: TableMessage) -> Result<(), NotSent> {
        self.0.lock().unwrap().sent += 1;
        Ok(())
    }

    fn taken_over(&self, running: RunningTable, since: Millis) {
        let mut state = self.0.lock().unwrap();
        state.inserted.push((running.table, Some(since)));
    }

    fn insert_if_absent(&self, running: RunningTable) {
        self.0.lock().unwrap().inserted.push((running.table, None));
    }

    fn count_takeovers(&self, tables: usize) {
        self.0.lock().unwrap().taken_over += tables;
    }

    fn visit(&self, running: RunningTable, _: TableMessage) -> Result<(), SendError> {
        self.0.lock().unwrap().visited.push(running.table);
        Ok(())
    }
}

/// Opens the table in another process, and returns that process's journal.
async fn open_elsewhere(journal: &FakeJournal) -> Arc<FakeJournal> {
    let other = journal.other_process();
    let location = table::TableLocation {
        table: TABLE,
        guild: table::ids::GuildId(GUILD.get()),
        channel: table::ids::ChannelId(CHANNEL.get()),
        number: Some(1),
    };
    let open = open_request(1, 1);
    let mut rng = RngSource::seeded(1).table_rng().expect("a seed is enough");
    let (_, first) = table::Table::open(
        location,
        table::config::TableConfig::default(),
        options(),
        open.computers,
        &open.request.click(table::ids::ReplyId(0), None),
        NOW,
        &mut rng,
    )
    .expect("a table opens");
    let entry = first.entry.expect("a new table has an entry");
    other.append(&entry).await.expect("it is the first");
    other
}

fn click() -> TableMessage {
    TableMessage::Request(command(2, 2, Intent::Join))
}

#[tokio::test(start_paused = true)]
async fn a_table_is_visited_once_its_owner_had_the_head_start() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    open_elsewhere(&journal).await;
    let clicked = Instant::now();
    let forwarded = forward(&**journal, &tables, CHANNEL, click()).await;
    assert_eq!(forwarded, Ok(()));
    assert_eq!(clicked.elapsed(), OWNER_HEAD_START);
    assert_eq!(tables.visited(), [TABLE]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_closes_during_the_head_start_is_not_visited() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    let other = open_elsewhere(&journal).await;
    let closing = async {
        sleep(OWNER_HEAD_START / 2).await;
        other.quarantine(TABLE).await.expect("the journal is there");
    };
    let (forwarded, ()) = tokio::join!(forward(&**journal, &tables, CHANNEL, click()), closing);
    assert_eq!(forwarded, Err(SendError::NoTable));
    assert_eq!(tables.visited(), []);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_owner_stops_during_the_head_start_is_taken_over_and_not_visited() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    let other = open_elsewhere(&journal).await;
    let stopping = async {
        sleep(OWNER_HEAD_START / 2).await;
        other.stop_heartbeat(NOW).await;
    };
    let (forwarded, ()) = tokio::join!(forward(&**journal, &tables, CHANNEL, click()), stopping);
    assert_eq!(forwarded, Ok(()));
    assert!(journal.owns(TABLE).await);
    assert_eq!(tables.visited(), []);
    assert_eq!(tables.sent(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_of_this_process_that_is_not_here_is_woken_at_once() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    let this = open_elsewhere(&journal).await;
    let clicked = Instant::now();
    assert_eq!(forward(&**this, &tables, CHANNEL, click()).await, Ok(()));
    assert_eq!(clicked.elapsed(), Duration::ZERO);
    assert_eq!(tables.inserted(), [(TABLE, None)]);
    assert_eq!(tables.sent(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_message_without_a_table_or_a_journal_is_refused_at_once() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    let clicked = Instant::now();
    let forwarded = forward(&**journal, &tables, CHANNEL, click()).await;
    assert_eq!(forwarded, Err(SendError::NoTable));
    journal.faults().unavailable = true;
    let forwarded = forward(&**journal, &tables, CHANNEL, click()).await;
    assert_eq!(forwarded, Err(SendError::Unavailable));
    assert_eq!(clicked.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_table_is_taken_over_as_of_its_owners_last_heartbeat_less_a_grace() {
    let (journal, tables) = (FakeJournal::new(), FakeTables::default());
    open_elsewhere(&journal).await.stop_heartbeat(NOW).await;
    take_over_orphaned(&**journal, &tables).await;
    let since = Millis(NOW.0 - 2_000);
    assert_eq!(tables.inserted(), [(TABLE, Some(since))]);
    take_over_orphaned(&**journal, &tables).await;
    assert_eq!(tables.inserted().len(), 1, "a table is taken over once");
    assert_eq!(tables.0.lock().unwrap().taken_over, 1);
}

#[tokio::test(start_paused = true)]
async fn a_process_records_a_heartbeat_each_second_and_its_time_every_five() {
    let (journal, clock) = (FakeJournal::new(), Clock::start(system_clock(NOW), None));
    let _others = [journal.other_process(), journal.other_process()];
    let (failpoints, live) = (Failpoints::default(), LiveProcesses::default());
    let outages = Outages::default();
    let loops = async {
        tokio::join!(
            heartbeat_loop(&**journal, &clock, &live, &outages),
            record_alive_loop(&**journal, &clock, &failpoints)
        )
    };
    let ended = tokio::time::timeout(Duration::from_millis(9_500), loops).await;
    assert!(ended.is_err(), "the loops never return");
    assert_eq!(journal.faults().heartbeats, 10);
    assert_eq!(live.get(), 3);
    let alive = journal.last_alive().await.expect("the journal is there");
    assert_eq!(alive, Some(Millis(NOW.0 + 5_000)));
}
