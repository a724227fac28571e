//! Hazards that lie open and are in nobody's hand: they were drawn, turned up or exposed, and wait to be put
//! back or kill. All of it is public. How they are dealt with: `action_effects.rs` and `kittens.rs`.

use crate::{seat::Seat, title::Title};

/// The hazards that one player has to deal with, all of one title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LooseHazards {
    /// The player.
    pub seat: Seat,
    /// The title of the hazards.
    pub title: Title,
    /// How many there are: at least 1.
    pub count: u8,
    /// The consequence once they are dealt with.
    pub aftermath: Aftermath,
}

/// The consequence once a player is saved from hazards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aftermath {
    /// One turn ends, because the player drew on their turn, or the one on turn drew for them.
    TurnEnds,
    /// The player on turn goes on, whoever that is.
    TurnGoesOn,
}

impl LooseHazards {
    /// Returns one drawn hazard.
    pub(crate) fn drawn(seat: Seat, title: Title) -> LooseHazards {
        LooseHazards {
            seat,
            title,
            count: 1,
            aftermath: Aftermath::TurnEnds,
        }
    }

    /// Returns these with one fewer; none if that was the last.
    pub(crate) fn one_fewer(self) -> Option<LooseHazards> {
        let count = self.count.checked_sub(1).filter(|&left| left > 0)?;
        Some(LooseHazards { count, ..self })
    }
}
