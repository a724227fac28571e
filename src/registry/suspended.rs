//! Suspended tables: loaded before by this process, and out of memory because nobody uses them just now.
//! Each is loaded again by a message for it, or when it has something to do by itself, and goes on as if it
//! had never left. Its remains meanwhile are in `driver::suspended`; which tables leave, in `loaded_tables`.
//!
//! News for all tables of some servers does not load them. They take it first when they are loaded, as of
//! the time at which it came. If the process ends before that, such news is lost: the next process extends
//! the deadlines by the time for which no process ran.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serenity::model::id::{ChannelId, GuildId};
use table::ids::Millis;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::driver::Suspended;
use crate::table_message::Broadcast;

/// A suspended table.
pub(super) struct SuspendedTable {
    pub(super) guild: GuildId,
    pub(super) missed: Vec<(Millis, Broadcast)>,
    pub(super) rest: Box<Suspended>,
}

/// When suspended tables have something to do, the soonest first.
#[derive(Debug, Default)]
pub(super) struct DueTimes {
    times: Mutex<BTreeSet<(Instant, ChannelId)>>,
    sooner: Notify,
}

impl DueTimes {
    /// Adds the time of a table; does nothing without one.
    pub(super) fn add(&self, at: Option<Instant>, channel: ChannelId) {
        let Some(at) = at else { return };
        let mut times = self.lock();
        times.insert((at, channel));
        if times.first() == Some(&(at, channel)) {
            self.sooner.notify_one();
        }
    }

    /// Removes the time of a table that is loaded.
    pub(super) fn remove(&self, at: Option<Instant>, channel: ChannelId) {
        if let Some(at) = at {
            self.lock().remove(&(at, channel));
        }
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// Waits until a table has something to do, and removes and returns it.
    pub(super) async fn next(&self) -> ChannelId {
        loop {
            let now = Instant::now();
            let first = self.lock().first().copied();
            match first {
                Some((at, channel)) if at <= now => {
                    self.remove(Some(at), channel);
                    return channel;
                }
                Some((at, _)) => tokio::select! {
                    () = sleep_until(at) => {}
                    () = self.sooner.notified() => {}
                },
                None => self.sooner.notified().await,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<(Instant, ChannelId)>> {
        // Each change is one insertion or removal, so the set of a poisoned lock is valid.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const FIRST: ChannelId = ChannelId::new(1);
    const SECOND: ChannelId = ChannelId::new(2);

    #[tokio::test(start_paused = true)]
    async fn tables_come_in_the_order_of_their_times_and_at_them() {
        let (due, start) = (DueTimes::default(), Instant::now());
        let at = |seconds| Some(start + Duration::from_secs(seconds));
        due.add(at(20), FIRST);
        due.add(None, ChannelId::new(3));
        let add_sooner = async {
            sleep_until(start + Duration::from_secs(5)).await;
            due.add(at(10), SECOND);
        };
        let (next, ()) = tokio::join!(due.next(), add_sooner);
        assert_eq!((next, start.elapsed().as_secs()), (SECOND, 10));
        assert_eq!((due.next().await, start.elapsed().as_secs()), (FIRST, 20));
        assert!(due.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_is_loaded_is_not_due_any_more() {
        let (due, start) = (DueTimes::default(), Instant::now());
        let at = |seconds| Some(start + Duration::from_secs(seconds));
        due.add(at(10), FIRST);
        due.add(at(20), SECOND);
        due.remove(at(10), FIRST);
        assert_eq!((due.next().await, start.elapsed().as_secs()), (SECOND, 20));
    }
}
