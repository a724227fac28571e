//! The journal as seen by one simulated process: the memory journal with disk faults and, with several
//! processes, connection faults. Operations in progress belong to the world rather than to the process: they
//! continue while the process is stopped. Committed entries are checked in `disk`.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use journal::{Acquired, Journal, JournalError, PostedMessages, RunningTable};
use kit::memory_journal::MemoryJournal;
use table::entry::Entry;
use table::ids::{ChannelId, Millis, TableId};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::fault::Fault;
use super::schedule::{Affects, Event};
use super::world::{JournalCall, ProcessId, Shared, World};
use discord::failpoint::{Failpoint, Failpoints};

/// With several processes, the time after which a process stops waiting for an answer from the journal.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) struct SimulatedJournal {
    pub(super) world: Shared,
    pub(super) id: ProcessId,
    pub(super) failpoints: Failpoints,
    pub(super) storage: Arc<MemoryJournal>,
    /// True if other processes use the journal too.
    pub(super) is_shared: bool,
}

enum DiskFault {
    None {
        delay_ms: u32,
    },
    /// Returns an error and does nothing.
    Refused,
    /// Performs an append and returns an error. Other operations are refused.
    FalseError,
}

impl SimulatedJournal {
    async fn wait_until_running(&self) {
        self.world.wait_until_running(self.id).await;
    }

    fn draw_fault(&self) -> DiskFault {
        let mut world = self.world.lock();
        let (rates, rng) = (world.fault_rates(), &mut world.rng.disk);
        let delay_ms = rng.between(1, rates.longest_write_ms());
        if !rng.permille(rates.disk) {
            return DiskFault::None { delay_ms };
        }
        let (fault, effect) = match rng.below(4) {
            0 => (Fault::DiskFalseError, DiskFault::FalseError),
            1 => {
                let delay_ms = rng.between(50, 900);
                (Fault::DiskSlow, DiskFault::None { delay_ms })
            }
            _ => (Fault::DiskRefuses, DiskFault::Refused),
        };
        world.record_fault(fault);
        // The process may drop its copy of the table, including the tokens of the open hands.
        world.panel_lost |= !matches!(effect, DiskFault::None { .. });
        effect
    }

    /// Performs an operation after `delay_ms`. With several processes, fails if no answer comes in time.
    async fn call<T: Send + 'static>(
        &self,
        delay_ms: u32,
        operation: impl FnOnce(&Shared, &MemoryJournal) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let (reply, answer) = oneshot::channel();
        let (world, storage) = (self.world.clone(), Arc::clone(&self.storage));
        let run = move |answers: bool| {
            let result = operation(&world, &storage);
            if answers {
                // Fails if the process has ended or given up.
                let _ = reply.send(result);
            }
        };
        let delay = Millis(delay_ms.into());
        self.world
            .lock()
            .send_to_journal(self.id, delay, Box::new(run));
        let result = if self.is_shared {
            timeout(CONNECTION_TIMEOUT, answer_or_never(answer))
                .await
                .unwrap_or_else(|_| Err(JournalError::Unavailable("no answer came".to_owned())))
        } else {
            answer_or_never(answer).await
        };
        self.wait_until_running().await;
        if let Err(error) = &result {
            self.world
                .lock()
                .note_detail(format_args!("process {}: {error}", self.id.process));
        }
        result
    }

    /// Performs an operation other than an append, with disk faults.
    async fn use_disk<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&MemoryJournal) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        self.wait_until_running().await;
        match self.draw_fault() {
            DiskFault::None { delay_ms } => {
                self.call(delay_ms, move |_, storage| operation(storage))
                    .await
            }
            DiskFault::Refused | DiskFault::FalseError => Err(disk_busy()),
        }
    }

    /// Like [`Self::use_disk`], but without delay or faults if there is only one process.
    async fn use_connection<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&MemoryJournal) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        self.wait_until_running().await;
        if self.is_shared {
            self.use_disk(operation).await
        } else {
            operation(&self.storage)
        }
    }
}

async fn answer_or_never<T>(answer: oneshot::Receiver<T>) -> T {
    match answer.await {
        Ok(answer) => answer,
        Err(_) => pending().await,
    }
}

fn disk_busy() -> JournalError {
    JournalError::Unavailable("the disk is busy".to_owned())
}

/// Returns the result of an in-memory operation, which never waits.
fn done<T>(operation: impl Future<Output = Result<T, JournalError>>) -> Result<T, JournalError> {
    operation.now_or_never().unwrap_or_else(|| Err(disk_busy()))
}

fn commit(world: &Shared, storage: &MemoryJournal, entry: &Entry) -> Result<(), JournalError> {
    let result = done(storage.append(entry));
    let mut world = world.lock();
    match &result {
        Ok(()) => world.on_entry_committed(entry),
        Err(error) => {
            // The process drops its copy of the table, including the tokens of the open hands.
            world.panel_lost = true;
            world.note(format_args!("not committed: {error}"));
        }
    }
    result
}

impl World {
    fn note_posted(&mut self, posted: &PostedMessages, error: Option<&JournalError>) {
        let PostedMessages { message, replaced } = posted;
        let message = message.unwrap_or(0);
        match error {
            None => self.note(format_args!(
                "recorded message {message}, replaced {replaced:?}"
            )),
            Some(error) => self.note(format_args!("message {message} not recorded: {error}")),
        }
    }

    /// Records that the calling process now holds the lease. Checks that no other process ran ahead of this time and
    /// sent a request.
    fn note_holder(&mut self) {
        let holder = self.served_process;
        self.totals.takeovers += u64::from(self.holder.is_some());
        self.holder = holder;
        self.note(format_args!("has got the lease"));
        // Excuses earlier clicks, which may have reached no process, or only a process that must not answer.
        self.last_fault_at = self.last_fault_at.max(self.now());
        let now = self.now();
        let mut late = self.last_sent.iter();
        if let Some((process, at)) =
            late.find(|(process, at)| Some(**process) != holder && **at > now)
        {
            let late_by = at.since(now).0;
            self.record_violation(format!(
                "process {process} sent {late_by} ms after it had lost the lease"
            ));
        }
    }

    fn send_to_journal(&mut self, id: ProcessId, delay: Millis, run: Box<dyn FnOnce(bool) + Send>) {
        self.journal_calls_sent += 1;
        let number = self.journal_calls_sent;
        let survives = self.is_shared() && self.rng.disk.one_in(2);
        let call = JournalCall {
            host: id.host,
            process: id.process,
            survives,
            run,
        };
        self.journal_calls.insert(number, call);
        self.schedule(
            delay,
            Affects::Host(id.host),
            Event::JournalServes { number },
        );
    }

    /// Returns the operation to perform now; the caller must unlock the world first. Returns `None` if the operation
    /// was lost with its connection or process.
    pub(super) fn on_journal_serves(&mut self, number: u64) -> Option<impl FnOnce() + use<>> {
        let call = self.journal_calls.remove(&number)?;
        let is_alive = self.host_of(call.process).is_some();
        let is_cut_off = self.now() < self.hosts[call.host].journal_down_until;
        // A connection breaks either before an operation arrives or before its response does.
        let is_carried_out = if is_alive {
            !is_cut_off || self.rng.disk.one_in(2)
        } else {
            call.survives
        };
        let run = is_carried_out.then_some(call.run)?;
        self.served_process = Some(call.process);
        Some(move || run(!is_cut_off))
    }
}

#[async_trait]
impl Journal for SimulatedJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.wait_until_running().await;
        let fault = self.draw_fault();
        self.failpoints.hit(Failpoint::EntrySent);
        self.wait_until_running().await;
        let delay_ms = match fault {
            DiskFault::None { delay_ms } => delay_ms,
            DiskFault::FalseError => 5,
            DiskFault::Refused => return Err(disk_busy()),
        };
        let appended = entry.clone();
        let result = self
            .call(delay_ms, move |world, storage| {
                commit(world, storage, &appended)
            })
            .await;
        self.failpoints.hit(Failpoint::EntryCommitted);
        self.wait_until_running().await;
        match fault {
            DiskFault::FalseError => Err(disk_busy()),
            DiskFault::None { .. } | DiskFault::Refused => result,
        }
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        let loaded = self
            .use_disk(move |storage| done(storage.load_page(table, after)))
            .await;
        if loaded.is_err() {
            self.world.lock().record_fault(Fault::DiskReadFails);
        }
        loaded
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.use_connection(|storage| done(storage.running())).await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.world
            .lock()
            .record_violation(format!("table {table} was quarantined"));
        self.storage.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        let (posted, world) = (posted.clone(), self.world.clone());
        self.use_disk(move |storage| {
            let result = done(storage.record_posted(table, &posted));
            world.lock().note_posted(&posted, result.as_ref().err());
            result
        })
        .await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.use_disk(move |storage| done(storage.clear_posted(table)))
            .await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.use_connection(|storage| done(storage.closed_with_messages()))
            .await
    }

    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError> {
        self.use_disk(move |storage| done(storage.next_table_number(channel)))
            .await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.use_connection(move |storage| done(storage.record_alive(at)))
            .await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.use_connection(|storage| done(storage.last_alive()))
            .await
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        self.use_connection(move |storage| done(storage.find_running(table)))
            .await
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<RunningTable>, JournalError> {
        self.use_connection(move |storage| done(storage.find_in_channel(channel)))
            .await
    }

    async fn acquire_lease(&self) -> Result<Acquired, JournalError> {
        let world = self.world.clone();
        self.use_connection(move |storage| {
            let acquired = done(storage.acquire_lease());
            if acquired == Ok(Acquired::Held) {
                world.lock().note_holder();
            }
            acquired
        })
        .await
    }

    async fn renew_lease(&self) -> Result<bool, JournalError> {
        self.use_connection(|storage| done(storage.renew_lease()))
            .await
    }
}
