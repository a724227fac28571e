//! Choices that take a computer long, and so are made outside the table: what it needs for one, and
//! what has been asked and answered so far. None of it is written down: after a restart it is asked
//! again, and until an answer comes the quick choice stands in for it.

use std::collections::BTreeMap;
use std::fmt;

use players::Computer;
use rules::{Action, PlayerView, Seat, Seeded};

use crate::ids::Revision;
use crate::input::Input;

/// Everything that one choice of a computer follows from. It holds what its seat may know, so that
/// it may be shown to nobody.
#[derive(Clone, PartialEq)]
pub struct ChoiceJob {
    pub(crate) seat: Seat,
    pub(crate) revision: Revision,
    pub(crate) computer: Computer,
    pub(crate) view: PlayerView,
    /// Drawn by the table, of the table's own chance.
    pub(crate) seed: u64,
}

impl ChoiceJob {
    /// Chooses, which may take a tenth of a second of a core: what the table is to be told then.
    /// The same thought always ends in the same choice.
    pub fn run(&self) -> Input {
        let chosen = self
            .computer
            .choose(&self.view, &mut Seeded::new(self.seed));
        Input::ComputerChose {
            seat: self.seat,
            revision: self.revision,
            action: chosen,
        }
    }
}

impl fmt::Debug for ChoiceJob {
    /// Not a word about cards.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ChoiceJob")
            .field("seat", &self.seat)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// What the computers of a table are thinking about.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingChoices(BTreeMap<usize, Pending>);

#[derive(Clone, Copy, Debug)]
struct Pending {
    revision: Revision,
    chosen: Option<Action>,
}

impl PendingChoices {
    /// A seat begins to think about this step; false if it does so already.
    pub(crate) fn begin(&mut self, seat: Seat, revision: Revision) -> bool {
        let begun = self.at(seat, revision).is_some();
        if !begun {
            let chosen = None;
            self.0.insert(seat.index(), Pending { revision, chosen });
        }
        !begun
    }

    /// A choice has come; it counts if this is what the seat is thinking about.
    pub(crate) fn chosen(&mut self, seat: Seat, revision: Revision, action: Option<Action>) {
        let pending = self.0.get_mut(&seat.index());
        if let Some(pending) = pending.filter(|pending| pending.revision == revision) {
            pending.chosen = action;
        }
    }

    /// The choice of a seat for this step, if it has come.
    pub(crate) fn choice(&self, seat: Seat, revision: Revision) -> Option<Action> {
        self.at(seat, revision)?.chosen
    }

    fn at(&self, seat: Seat, revision: Revision) -> Option<&Pending> {
        let pending = self.0.get(&seat.index());
        pending.filter(|pending| pending.revision == revision)
    }
}
