//! Everything that is to happen outside of the processes, in the order of simulated time.

use std::collections::BTreeMap;

use table::ids::Millis;

/// Something scheduled for a simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A person looks at the channel and may click.
    PersonLooks { person: usize },
    /// A click is delivered to the process on this host.
    Deliver { interaction: u64, host: usize },
    /// Checks that a click has been answered, if the process that received it is still running.
    CheckAnswered { interaction: u64, process: u64 },
    /// A moderator or the network interferes with the channel.
    ModeratorActs,
    /// Gives the bot back the permission to write.
    RestorePermission,
    /// A host's gateway connection is back after an outage that began at `since`.
    GatewayReturns { host: usize, since: Millis },
    /// Asks the process of this number to shut down.
    Shutdown { process: u64 },
    /// The process on this host is paused or cut off.
    HostDisturbed { host: usize },
    /// The process of this number goes on after a pause that began at `since`.
    Continue { process: u64, since: Millis },
    /// A request reaches Discord.
    RequestArrives { number: u64 },
    /// Discord's response reaches the process.
    ResponseArrives { number: u64 },
    /// The journal carries out the operation of this number.
    JournalServes { number: u64 },
    /// Checks that the channel is up to date soon after the last fault of processes.
    CheckQuiet,
    /// Checks that the channel shows the journal's state, after a long time without faults.
    CheckSettled,
    /// Checks that the last click of the game has been answered, and ends the game.
    CheckLastAnswer { interaction: u64 },
}

impl Event {
    /// Returns true for what goes on when the faults are over: requests under way.
    fn is_under_way(&self) -> bool {
        matches!(
            self,
            Self::RequestArrives { .. } | Self::ResponseArrives { .. } | Self::JournalServes { .. }
        )
    }
}

/// The events that are to come. Those of one time come in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    events: BTreeMap<(Millis, u64), Event>,
    added: u64,
}

impl Schedule {
    pub(super) fn add(&mut self, at: Millis, event: Event) {
        self.added += 1;
        self.events.insert((at, self.added), event);
    }

    /// Returns the time of the next event.
    pub(super) fn next_at(&self) -> Option<Millis> {
        self.events.keys().next().map(|(at, _)| *at)
    }

    /// Removes the next event and returns it, if it is due.
    pub(super) fn take_due(&mut self, now: Millis) -> Option<Event> {
        let due = self.events.first_entry()?;
        (due.key().0 <= now).then(|| due.remove())
    }

    /// Removes everything but the requests that are under way.
    pub(super) fn clear(&mut self) {
        self.events.retain(|_, event| event.is_under_way());
    }
}
