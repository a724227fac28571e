//! What the game waits for. All of it is public.

use arrayvec::ArrayVec;

use crate::{
    action::Play,
    seat::{Seat, SeatSet},
};

/// Who is on turn and how much of it is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The player on turn.
    pub seat: Seat,
    /// Turns still owed, the one in progress included: at least 1.
    pub owed: u16,
    /// Whether these turns come from an Attack. Where not, one is owed.
    pub attacked: bool,
}

impl Turn {
    /// One turn, not under attack.
    pub fn normal(seat: Seat) -> Turn {
        Turn {
            seat,
            owed: 1,
            attacked: false,
        }
    }
}

/// The most Nopes that a window can hold, which is also the most that a set-up may contain.
pub const MOST_NOPES: usize = 32;

/// An open Nope window. Cards of the play, and of the Nopes upon it, lie in the discard pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Who played.
    pub seat: Seat,
    /// What, with its target and the title asked for.
    pub play: Play,
    /// Who noped, the first Nope first.
    pub nopes: ArrayVec<Seat, MOST_NOPES>,
    /// Who has passed on the card now on top.
    pub passed: SeatSet,
}

impl Window {
    /// The card on top: 0 is the play, 1 the first Nope.
    #[inline]
    pub fn layer(&self) -> u8 {
        self.nopes.len() as u8
    }

    /// Whose card lies on top.
    #[inline]
    pub fn top_owner(&self) -> Seat {
        self.nopes.last().copied().unwrap_or(self.seat)
    }

    /// Whether the play would happen if the window closed now.
    pub fn stands(&self) -> bool {
        self.nopes.len().is_multiple_of(2)
    }

    /// Who must still pass for it to close early, `living` being those in the game.
    #[inline]
    pub fn awaited(&self, living: SeatSet) -> SeatSet {
        living.minus(self.passed).without(self.top_owner())
    }
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The player on turn plays or draws.
    Turn,
    /// Nopes and passes.
    Window(Window),
    /// He who defused a kitten puts it back.
    Placing {
        /// Who.
        seat: Seat,
    },
    /// A Favor stood; whoever still owes a card gives one.
    Giving {
        /// Who played the Favor.
        taker: Seat,
        /// Who still owes a card; never empty.
        owing: SeatSet,
    },
    /// Five different stood; a card is taken from the discard pile.
    Taking {
        /// Who.
        seat: Seat,
    },
    /// A Shuffle stood in `travel`; somebody says when it is enough.
    Stopping {
        /// Who says so.
        seat: Seat,
        /// Who played the Shuffle.
        shuffler: Seat,
    },
    /// It is over.
    Won {
        /// The last one living.
        winner: Seat,
    },
}
