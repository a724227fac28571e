//! Hazards that have been drawn, turned up or exposed, and that a player must still deal with. They are in no hand or
//! pile, and entirely public. `action_effects.rs` and `kittens.rs` decide how players deal with them.

use crate::{seat::Seat, title::Title};

/// The hazards that one player must deal with, all of one title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnresolvedHazards {
    /// The player who must deal with the hazards.
    pub seat: Seat,
    /// The title of the hazards.
    pub title: Title,
    /// The number of hazards, at least 1.
    pub count: u8,
    /// The next step once all hazards have been put back.
    pub aftermath: Aftermath,
}

/// The next step once a player has put back all hazards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aftermath {
    /// One turn ends: the player on turn drew a hazard, and they or the player who claimed the card must deal with it.
    TurnEnds,
    /// The turn of the player on turn continues.
    TurnGoesOn,
}

impl UnresolvedHazards {
    pub(crate) fn drawn(seat: Seat, title: Title) -> UnresolvedHazards {
        UnresolvedHazards {
            seat,
            title,
            count: 1,
            aftermath: Aftermath::TurnEnds,
        }
    }

    /// Returns the hazards left after one is put back; `None` if no hazard is left.
    pub(crate) fn one_fewer(self) -> Option<UnresolvedHazards> {
        let count = self.count.checked_sub(1).filter(|&left| left > 0)?;
        Some(UnresolvedHazards { count, ..self })
    }
}
