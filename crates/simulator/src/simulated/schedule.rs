//! The future events outside the processes, ordered by simulated time.

use std::collections::BTreeMap;

use table::ids::Millis;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    PersonLooks {
        person: usize,
    },
    Deliver {
        interaction: u64,
        host: usize,
    },
    /// Checks that a click has been answered, if the process that received it has not ended.
    CheckAnswered {
        interaction: u64,
        process: u64,
    },
    /// A moderator interferes with the channel, or all gateway connections are lost.
    ModeratorActs,
    RestorePermission,
    /// A process notices that its host's gateway connection has been lost since `since`.
    GatewayLost {
        host: usize,
        since: Millis,
    },
    /// A host's gateway connection is back after an outage that began at `since`.
    GatewayReturns {
        host: usize,
        since: Millis,
    },
    Shutdown {
        process: u64,
    },
    HostDisturbed {
        host: usize,
    },
    /// The process with this number is resumed after a pause that began at `since`.
    Continue {
        process: u64,
        since: Millis,
    },
    RequestArrives {
        number: u64,
    },
    ResponseArrives {
        number: u64,
    },
    JournalServes {
        number: u64,
    },
    /// Checks, soon after the last fault, that the channel and the hands are up to date.
    CheckQuiet,
    /// Checks the channel, the hands and the journal after a long time without faults.
    CheckSettled,
    /// Checks that the last click of the game has been answered, and ends the game.
    CheckLastAnswer {
        interaction: u64,
    },
}

impl Event {
    /// Returns true for requests and journal operations in flight, which still happen after the faults are over.
    fn is_under_way(&self) -> bool {
        matches!(
            self,
            Self::RequestArrives { .. } | Self::ResponseArrives { .. } | Self::JournalServes { .. }
        )
    }
}

/// The processes that an event can affect at its time. Other processes can run past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Affects {
    Host(usize),
    /// All processes, directly or through the clicks that the event leads to.
    Everyone,
    /// No process: the event is a check, or changes only the answers to later requests.
    Nobody,
}

/// The pending events. Events at the same time occur in the order in which they were added.
#[derive(Debug)]
pub(super) struct Schedule {
    hosts: Vec<Queue>,
    everyone: Queue,
    nobody: Queue,
    added: u64,
}

type Queue = BTreeMap<(Millis, u64), Event>;

impl Schedule {
    pub(super) fn new(hosts: usize) -> Self {
        Self {
            hosts: vec![Queue::new(); hosts],
            everyone: Queue::new(),
            nobody: Queue::new(),
            added: 0,
        }
    }

    pub(super) fn add(&mut self, at: Millis, affects: Affects, event: Event) {
        self.added += 1;
        let queue = match affects {
            Affects::Host(host) => &mut self.hosts[host],
            Affects::Everyone => &mut self.everyone,
            Affects::Nobody => &mut self.nobody,
        };
        queue.insert((at, self.added), event);
    }

    pub(super) fn next_at(&self) -> Option<Millis> {
        let single = [&self.everyone, &self.nobody];
        let queues = self.hosts.iter().chain(single);
        queues.filter_map(next_at).min()
    }

    /// Returns the time of the next event that can affect the process of this host.
    pub(super) fn next_at_host(&self, host: usize) -> Option<Millis> {
        let queues = [&self.hosts[host], &self.everyone];
        queues.into_iter().filter_map(next_at).min()
    }

    pub(super) fn take_due(&mut self, now: Millis) -> Option<(Affects, Event)> {
        let hosts = self
            .hosts
            .iter_mut()
            .enumerate()
            .map(|(host, queue)| (Affects::Host(host), queue));
        let single = [
            (Affects::Everyone, &mut self.everyone),
            (Affects::Nobody, &mut self.nobody),
        ];
        let queues = hosts.chain(single);
        let entries = queues.filter_map(|(affects, queue)| Some((affects, queue.first_entry()?)));
        let (affects, due) = entries.min_by_key(|(_, entry)| *entry.key())?;
        (due.key().0 <= now).then(|| (affects, due.remove()))
    }

    /// Removes all events except requests and journal operations in flight.
    pub(super) fn clear(&mut self) {
        let single = [&mut self.everyone, &mut self.nobody];
        for queue in self.hosts.iter_mut().chain(single) {
            queue.retain(|_, event| event.is_under_way());
        }
    }
}

fn next_at(queue: &Queue) -> Option<Millis> {
    queue.keys().next().map(|(at, _)| *at)
}
