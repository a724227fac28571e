//! The outages of this process: times when no click could arrive over the gateway, no entry could be stored, or the
//! process was stopped. During an outage, the deadlines of the affected tables are suspended. Each table's driver
//! checks for outages before it handles any message, and extends the table's deadlines by the outages that are over.
//!
//! - the connections of the shards: `shard_health`; the journal: `lease::hold_lease`; the process: `clock`
//! - how each deadline is extended: `table`

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serenity::model::id::GuildId;
use serenity::utils::shard_id;
use tokio::sync::watch;
use tokio::time::Instant;

/// The maximum number of past outages that are remembered. If an outage is forgotten while a table is not in memory,
/// the table's deadlines are not extended by that outage.
const MAX_OVER: usize = 1_024;

/// The component that an outage affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outage {
    /// The connection of one shard, which receives the clicks from a part of the servers.
    Shard {
        /// The number of the shard, from 0.
        shard: u32,
        /// The number of shards that the servers are divided among, at least 1.
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

/// The outages of the process. Clones share the outages.
#[derive(Clone, Debug, Default)]
pub struct Outages(Arc<watch::Sender<OutageLog>>);

#[derive(Debug, Default)]
struct OutageLog {
    /// The current outages, with the time at which each began.
    ongoing: BTreeMap<Outage, Instant>,
    /// Past outages, ordered by their ends.
    over: VecDeque<(Outage, PastOutage)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PastOutage {
    pub(crate) since: Instant,
    pub(crate) until: Instant,
}

impl OutageLog {
    fn record_over(&mut self, outage: Outage, past: PastOutage) {
        if self.over.len() == MAX_OVER {
            self.over.pop_front();
        }
        self.over.push_back((outage, past));
    }

    fn is_ongoing(&self, guild: GuildId) -> bool {
        self.ongoing.keys().any(|outage| outage.affects(guild))
    }

    /// Returns the earliest outage that ended after `after`, without the part before `after`. If an ongoing outage
    /// began even earlier, the returned outage begins with it. Callers continue from the end of the returned outage.
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
    /// Records that an outage began at this time. Has no effect if the outage is already ongoing.
    pub fn begin(&self, outage: Outage, since: Instant) {
        self.0.send_modify(|known| {
            known.ongoing.entry(outage).or_insert(since);
        });
    }

    /// Records that an outage is over now. Has no effect if the outage was not ongoing.
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

    /// Records that the process was stopped or the machine slept, which can only be detected afterwards.
    pub(crate) fn record_standstill(&self, past: PastOutage) {
        self.0
            .send_modify(|known| known.record_over(Outage::Process, past));
    }

    pub(crate) fn is_ongoing(&self, guild: GuildId) -> bool {
        self.0.borrow().is_ongoing(guild)
    }

    /// Returns the start of the earliest ongoing outage that affects a server.
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
        // The sender cannot be dropped: it is `self.0`.
        let is_over = |known: &OutageLog| known.next_over(guild, after).is_some();
        let _ = known.wait_for(is_over).await;
    }

    /// Returns the first outage that affected a server and ended after this time, without the part before this time.
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
    async fn an_outage_within_another_one_does_not_shorten_it() {
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
