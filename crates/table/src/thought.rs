//! Choices that take a computer long, and so are made outside the table: what it needs for one, and
//! what has been asked and answered so far. None of it is written down: after a restart it is asked
//! again, and until an answer comes the quick choice stands in for it.

use std::collections::BTreeMap;
use std::fmt;

use players::Computer;
use rules::{Action, PlayerView, Seat, SeededChance};

use crate::ids::Moment;
use crate::input::Input;

/// Everything that one choice of a computer follows from. It holds what its seat may know, so that
/// it may be shown to nobody.
#[derive(Clone, PartialEq)]
pub struct Thought {
    pub(crate) seat: Seat,
    pub(crate) moment: Moment,
    pub(crate) computer: Computer,
    pub(crate) view: PlayerView,
    /// Drawn by the table, of the table's own chance.
    pub(crate) seed: u64,
}

impl Thought {
    /// Chooses, which may take a tenth of a second of a core: what the table is to be told then.
    /// The same thought always ends in the same choice.
    pub fn think(&self) -> Input {
        let chosen = self
            .computer
            .choose(&self.view, &mut SeededChance::new(self.seed));
        Input::Chosen {
            seat: self.seat,
            moment: self.moment,
            action: chosen,
        }
    }
}

impl fmt::Debug for Thought {
    /// Not a word about cards.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Thought")
            .field("seat", &self.seat)
            .field("moment", &self.moment)
            .finish_non_exhaustive()
    }
}

/// What the computers of a table are thinking about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thoughts(BTreeMap<usize, Pending>);

#[derive(Clone, Copy, Debug)]
struct Pending {
    moment: Moment,
    chosen: Option<Action>,
}

impl Thoughts {
    /// A seat begins to think about this step; false if it does so already.
    pub(crate) fn begin(&mut self, seat: Seat, moment: Moment) -> bool {
        let begun = self.at(seat, moment).is_some();
        if !begun {
            let chosen = None;
            self.0.insert(seat.index(), Pending { moment, chosen });
        }
        !begun
    }

    /// A choice has come; it counts if this is what the seat is thinking about.
    pub(crate) fn chosen(&mut self, seat: Seat, moment: Moment, action: Option<Action>) {
        let pending = self.0.get_mut(&seat.index());
        if let Some(pending) = pending.filter(|pending| pending.moment == moment) {
            pending.chosen = action;
        }
    }

    /// The choice of a seat for this step, if it has come.
    pub(crate) fn choice(&self, seat: Seat, moment: Moment) -> Option<Action> {
        self.at(seat, moment)?.chosen
    }

    fn at(&self, seat: Seat, moment: Moment) -> Option<&Pending> {
        let pending = self.0.get(&seat.index());
        pending.filter(|pending| pending.moment == moment)
    }
}
