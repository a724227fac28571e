//! Computer players' choices that need a slow search: the jobs, which the driver runs outside the table, and the
//! results received so far. Nothing here is journalled. After a restart, the table requests the choices again; without
//! a result in time, it makes a quick choice.

use std::collections::BTreeMap;
use std::fmt;

use players::Computer;
use rules::{Action, PlayerView, Seat, SeatSet, SeededChance};

use crate::ids::Revision;
use crate::input::Input;

/// The self-contained and deterministic computation of a computer player's choice. Contains everything that the seat
/// may know, including hidden cards, so it must not be logged or shown.
#[derive(Clone, PartialEq)]
pub struct MoveSearchJob {
    pub(crate) seat: Seat,
    pub(crate) revision: Revision,
    pub(crate) computer: Computer,
    pub(crate) view: PlayerView,
    /// Drawn from the table's own randomness.
    pub(crate) seed: u64,
}

impl MoveSearchJob {
    /// Computes the choice, which can take a tenth of a second of CPU time, and returns the input for the table. The
    /// same job always returns the same choice.
    pub fn run(&self) -> Input {
        let chosen = self
            .computer
            .choose(&self.view, &mut SeededChance::new(self.seed));
        Input::SearchFinished {
            seat: self.seat,
            revision: self.revision,
            action: chosen,
        }
    }
}

impl fmt::Debug for MoveSearchJob {
    /// Leaves out everything that depends on cards.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("MoveSearchJob")
            .field("seat", &self.seat)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// The most recent choice requested for each computer player.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingSearches {
    /// Keyed by seat index.
    choices: BTreeMap<usize, PendingSearch>,
    /// The computers that have considered playing a card on another player's turn, and the revision at which they did.
    considered: Option<(Revision, SeatSet)>,
}

#[derive(Clone, Copy, Debug)]
struct PendingSearch {
    revision: Revision,
    /// `None` until the result arrives, or if the computer found nothing to choose.
    result: Option<Action>,
}

impl PendingSearches {
    /// Marks a choice as requested. Returns false if it had already been requested.
    pub(crate) fn request(&mut self, seat: Seat, revision: Revision) -> bool {
        if self.at(seat, revision).is_some() {
            return false;
        }
        let result = None;
        let pending = PendingSearch { revision, result };
        self.choices.insert(seat.index(), pending);
        true
    }

    pub(crate) fn complete(&mut self, seat: Seat, revision: Revision, action: Option<Action>) {
        let pending = self.choices.get_mut(&seat.index());
        if let Some(pending) = pending.filter(|pending| pending.revision == revision) {
            pending.result = action;
        }
    }

    pub(crate) fn result(&self, seat: Seat, revision: Revision) -> Option<Action> {
        self.at(seat, revision)?.result
    }

    pub(crate) fn awaits_result(&self, revision: Revision) -> bool {
        let is_awaited =
            |pending: &PendingSearch| pending.revision == revision && pending.result.is_none();
        self.choices.values().any(is_awaited)
    }

    pub(crate) fn considered(&self, revision: Revision) -> SeatSet {
        let considered = self.considered.filter(|(at, _)| *at == revision);
        considered.map_or(SeatSet::EMPTY, |(_, seats)| seats)
    }

    pub(crate) fn set_considered(&mut self, seat: Seat, revision: Revision) {
        let seats = self.considered(revision).with(seat);
        self.considered = Some((revision, seats));
    }

    fn at(&self, seat: Seat, revision: Revision) -> Option<&PendingSearch> {
        let pending = self.choices.get(&seat.index());
        pending.filter(|pending| pending.revision == revision)
    }
}
