//! The phases of a game. Entirely public, so no hidden information may be added. The `table` crate tracks the deadline
//! of each phase.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::Play,
    choice::{Choice, ChoiceKind},
    seat::{Seat, SeatSet},
};

/// The player on turn and the number of turns they owe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The player on turn.
    pub seat: Seat,
    /// Turns still owed, including the current one: at least 1.
    pub owed: u16,
    /// True if these turns come from an Attack, of any kind. If false, exactly one turn is owed.
    pub attacked: bool,
}

impl Turn {
    /// Returns a single turn that does not come from an Attack.
    pub fn normal(seat: Seat) -> Turn {
        Turn {
            seat,
            owed: 1,
            attacked: false,
        }
    }
}

/// The maximum number of Nopes in a window. No game may contain more.
pub const MAX_NOPES: usize = 32;

/// An open Nope window. The cards of the play and the Nopes on it are in the discard pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NopeWindow {
    /// The player who made the play.
    pub seat: Seat,
    /// The play, with its target and the title demanded.
    pub play: Play,
    /// The players who noped, in the order of their Nopes.
    pub nopes: ArrayVec<Seat, MAX_NOPES>,
    /// The players who have passed on the current top card.
    pub passed: SeatSet,
}

impl NopeWindow {
    /// Returns the layer of the card on top: 0 is the play, 1 the first Nope.
    #[inline]
    pub fn layer(&self) -> u8 {
        self.nopes.len() as u8
    }

    /// Returns the player whose card is on top.
    #[inline]
    pub fn top_owner(&self) -> Seat {
        self.nopes.last().copied().unwrap_or(self.seat)
    }

    /// Returns true if the play takes effect unless more Nopes follow.
    pub fn stands(&self) -> bool {
        self.nopes.len().is_multiple_of(2)
    }

    /// Returns the players who must still pass for the window to close before its deadline. `living` is the set of
    /// players still in the game.
    #[inline]
    pub fn awaited(&self, living: SeatSet) -> SeatSet {
        living.minus(self.passed).without(self.top_owner())
    }
}

/// A phase: the kind of input that the game is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The player on turn plays or draws. Other players may play cards that are allowed on any turn.
    Turn,
    /// Players Nope or pass.
    Window(NopeWindow),
    /// One or more players answer a choice.
    Choice(Choice),
    /// The game is over.
    Won {
        /// The only player left.
        winner: Seat,
    },
}

impl Phase {
    /// Returns the kind of choice that the game is waiting for; `None` if no choice is open.
    pub fn choice(&self) -> Option<ChoiceKind> {
        match self {
            Phase::Choice(choice) => Some(choice.kind),
            Phase::Turn | Phase::Window(_) | Phase::Won { .. } => None,
        }
    }

    /// Returns the open Nope window; `None` if no window is open.
    pub fn window(&self) -> Option<&NopeWindow> {
        match self {
            Phase::Window(window) => Some(window),
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => None,
        }
    }
}
