//! The outages of this process: the times in which no click could reach it over the gateway, none could be stored, or
//! the process stood still. While one lasts, the deadlines of the affected tables are held; each table's driver asks
//! here before it handles anything, and extends its deadlines by the outages that are over.
//!
//! - the connections of the shards: `shard_health`; the journal: `cluster::hold_lease`; the process: `clock`
//! - by how much each deadline is extended: `table`

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serenity::model::id::GuildId;
use serenity::utils::shard_id;
use tokio::sync::watch;
use tokio::time::Instant;

/// The number of past outages that are known. A table that has not been in memory since an earlier one is
/// not extended by it.
const MAX_OVER: usize = 1_024;

/// The part of the process or of its connections that is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outage {
    /// A shard of so many, which together receive the clicks of all servers.
    Shard {
        /// The number of the shard, from 0.
        shard: u32,
        /// The number of shards between which the servers are divided, at least 1.
        shards: u32,
    },
    /// The journal, in which all tables are stored.
    Journal,
    /// The process itself, which was stopped, or whose machine slept.
    Process,
}

impl Outage {
    fn affects(self, guild: GuildId) -> bool {
        match self {
            Self::Shard { shard, shards } => shard_id(guild, shards.max(1)) == shard,
            Self::Journal | Self::Process => true,
        }
    }
}

/// The outages of the process. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Outages(Arc<watch::Sender<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The outages that last, and since when.
    ongoing: BTreeMap<Outage, Instant>,
    /// Those that are over, in the order of their ends.
    over: VecDeque<(Outage, PastOutage)>,
}

/// The beginning and the end of an outage that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PastOutage {
    pub(crate) since: Instant,
    pub(crate) until: Instant,
}

impl Known {
    fn record_over(&mut self, outage: Outage, past: PastOutage) {
        if self.over.len() == MAX_OVER {
            self.over.pop_front();
        }
        self.over.push_back((outage, past));
    }

    fn is_ongoing(&self, guild: GuildId) -> bool {
        self.ongoing.keys().any(|outage| outage.affects(guild))
    }

    /// Of outages within others, the one that began first counts, also if it still lasts: what is returned next
    /// begins at the end of this one.
    fn next_over(&self, guild: GuildId, after: Instant) -> Option<PastOutage> {
        let over = self
            .over
            .iter()
            .filter(|(outage, past)| past.until > after && outage.affects(guild));
        let first = over.map(|(_, past)| *past).min_by_key(|past| past.since)?;
        let ongoing = self
            .ongoing
            .iter()
            .filter(|(outage, _)| outage.affects(guild));
        let since = ongoing
            .map(|(_, since)| *since)
            .fold(first.since, Instant::min);
        Some(PastOutage {
            since: since.max(after),
            until: first.until,
        })
    }
}

impl Outages {
    /// Takes in that an outage has lasted since then. One that is known goes on.
    pub fn begin(&self, outage: Outage, since: Instant) {
        self.0.send_modify(|known| {
            known.ongoing.entry(outage).or_insert(since);
        });
    }

    /// Takes in that an outage is over now; does nothing if there was none.
    pub fn end(&self, outage: Outage) {
        let until = Instant::now();
        self.0.send_if_modified(|known| {
            let Some(since) = known.ongoing.remove(&outage) else {
                return false;
            };
            known.record_over(outage, PastOutage { since, until });
            true
        });
    }

    /// Records a standstill of the process, which nobody could notice while it lasted.
    pub(crate) fn record_standstill(&self, past: PastOutage) {
        self.0
            .send_modify(|known| known.record_over(Outage::Process, past));
    }

    pub(crate) fn is_ongoing(&self, guild: GuildId) -> bool {
        self.0.borrow().is_ongoing(guild)
    }

    /// Returns the beginning of the first ongoing outage that affects a server.
    pub(crate) fn ongoing_since(&self, guild: GuildId) -> Option<Instant> {
        let known = self.0.borrow();
        let affecting = known
            .ongoing
            .iter()
            .filter(|(outage, _)| outage.affects(guild));
        affecting.map(|(_, since)| *since).min()
    }

    /// Waits until an outage that affects a server has ended after this time.
    pub(crate) async fn wait_until_over(&self, guild: GuildId, after: Instant) {
        let mut known = self.0.subscribe();
        // The sender is `self.0`.
        let _ = { known.wait_for(|known| known.next_over(guild, after).is_some()) }.await;
    }

    /// Returns the first outage that has affected a server and ended after this time, from then on.
    pub(crate) fn next_over(&self, guild: GuildId, after: Instant) -> Option<PastOutage> {
        self.0.borrow().next_over(guild, after)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep_until;

    use super::*;

    const OF_SHARD_0: GuildId = GuildId::new(7);
    const OF_SHARD_1: GuildId = GuildId::new((1 << 22) + 7);
    const SHARD_1: Outage = Outage::Shard {
        shard: 1,
        shards: 2,
    };

    #[tokio::test(start_paused = true)]
    async fn an_outage_of_a_shard_affects_its_servers_and_one_of_the_journal_all() {
        let outages = Outages::default();
        let of = |guild| outages.is_ongoing(guild);
        outages.begin(SHARD_1, Instant::now());
        assert_eq!((of(OF_SHARD_0), of(OF_SHARD_1)), (false, true));
        outages.begin(Outage::Journal, Instant::now());
        assert_eq!((of(OF_SHARD_0), of(OF_SHARD_1)), (true, true));
        outages.end(SHARD_1);
        assert_eq!((of(OF_SHARD_0), of(OF_SHARD_1)), (true, true));
        outages.end(Outage::Journal);
        assert_eq!((of(OF_SHARD_0), of(OF_SHARD_1)), (false, false));
    }

    #[tokio::test(start_paused = true)]
    async fn outages_that_overlap_count_once() {
        let (outages, start) = (Outages::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        outages.begin(SHARD_1, at(0));
        sleep_until(at(10)).await;
        outages.begin(Outage::Journal, at(5));
        outages.end(SHARD_1);
        sleep_until(at(20)).await;
        outages.end(Outage::Journal);
        let past = |since, until| PastOutage {
            since: at(since),
            until: at(until),
        };
        let first = outages.next_over(OF_SHARD_1, start);
        assert_eq!(first, Some(past(0, 10)));
        assert_eq!(outages.next_over(OF_SHARD_1, at(10)), Some(past(10, 20)));
        assert_eq!(outages.next_over(OF_SHARD_1, at(20)), None);
        assert_eq!(outages.next_over(OF_SHARD_0, start), Some(past(5, 20)));
    }

    #[tokio::test(start_paused = true)]
    async fn an_outage_within_another_one_takes_nothing_from_it() {
        let (outages, start) = (Outages::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let past = |since, until| PastOutage {
            since: at(since),
            until: at(until),
        };
        outages.begin(SHARD_1, at(0));
        outages.begin(Outage::Journal, at(5));
        sleep_until(at(10)).await;
        outages.end(Outage::Journal);
        assert_eq!(outages.next_over(OF_SHARD_0, start), Some(past(5, 10)));
        assert_eq!(outages.next_over(OF_SHARD_1, start), Some(past(0, 10)));
        sleep_until(at(20)).await;
        outages.end(SHARD_1);
        assert_eq!(outages.next_over(OF_SHARD_1, start), Some(past(0, 20)));
        assert_eq!(outages.next_over(OF_SHARD_1, at(10)), Some(past(10, 20)));
    }
}
