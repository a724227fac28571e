//! What a player may ask for. Nothing here says whether he may.

use crate::{
    seat::Seat,
    title::{Title, TitleSet},
};

/// What one plays on one's own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// One card for what it says. A Favor is [`Play::Favor`], and a lone cat, Nope or Defuse is
    /// refused.
    Single(Title),
    /// A Favor, on one player where the rules want that, and on nobody where everybody gives.
    Favor {
        /// Who is to give; `None` where everybody does.
        on: Option<Seat>,
    },
    /// Two of a kind: steals a random card.
    Pair {
        /// The title of both cards.
        title: Title,
        /// From whom.
        on: Seat,
    },
    /// Three of a kind: asks for a title.
    Triple {
        /// The title of the three cards.
        title: Title,
        /// From whom.
        on: Seat,
        /// The title asked for.
        naming: Title,
    },
    /// Five different titles, in the order declared: takes a card from the discard pile (`classic`).
    Five([Title; 5]),
}

impl Play {
    /// The cards it costs, in the order declared.
    pub fn cards(&self) -> impl Iterator<Item = Title> + Clone {
        let (cards, length) = match *self {
            Play::Single(title) => ([title; 5], 1),
            Play::Favor { .. } => ([Title::Favor; 5], 1),
            Play::Pair { title, .. } => ([title; 5], 2),
            Play::Triple { title, .. } => ([title; 5], 3),
            Play::Five(titles) => (titles, 5),
        };
        cards.into_iter().take(length)
    }

    /// The titles it costs.
    pub fn titles(&self) -> TitleSet {
        self.cards().collect()
    }

    /// Whom it is aimed at, if at one.
    pub fn target(&self) -> Option<Seat> {
        match *self {
            Play::Single(_) | Play::Five(_) => None,
            Play::Favor { on } => on,
            Play::Pair { on, .. } | Play::Triple { on, .. } => Some(on),
        }
    }
}

/// What somebody wants to do, or what the clock does. Never believed: see
/// [`Game::decide`](crate::Game::decide).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Plays a card or a combo.
    Play {
        /// Who.
        seat: Seat,
        /// What.
        play: Play,
    },
    /// Plays a Nope.
    Nope {
        /// Who.
        seat: Seat,
        /// The card meant: 0 is the play itself, 1 the first Nope upon it.
        layer: u8,
    },
    /// Lets the card on top of an open Nope window stand.
    Pass {
        /// Who.
        seat: Seat,
    },
    /// Draws, which ends the turn.
    Draw {
        /// Who.
        seat: Seat,
    },
    /// Puts the drawn kitten back.
    Place {
        /// Who.
        seat: Seat,
        /// Where: 0 is the top, the number of cards in the pile the bottom.
        place: u8,
    },
    /// Gives a card that a Favor asks for.
    Give {
        /// Who gives.
        seat: Seat,
        /// What.
        title: Title,
    },
    /// Takes a card out of the discard pile, after five different.
    Take {
        /// Who takes.
        seat: Seat,
        /// What.
        title: Title,
    },
    /// Ends the mixing of a Shuffle (`travel`).
    Stop {
        /// Who.
        seat: Seat,
    },
    /// Leaves the table for good, nobody taking the seat.
    Leave {
        /// Who.
        seat: Seat,
    },
    /// The deadline of whatever is waited for has passed.
    TimeOut,
}

impl Action {
    /// Who acts; `None` for the clock.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Action::Play { seat, .. }
            | Action::Nope { seat, .. }
            | Action::Pass { seat }
            | Action::Draw { seat }
            | Action::Place { seat, .. }
            | Action::Give { seat, .. }
            | Action::Take { seat, .. }
            | Action::Stop { seat }
            | Action::Leave { seat } => Some(seat),
            Action::TimeOut => None,
        }
    }
}
