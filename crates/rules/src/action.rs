//! Actions that players, or the clock, request. Legality is decided in `legal.rs`, effects in
//! `decide.rs`.

use crate::{
    seat::Seat,
    title::{Title, TitleSet},
};

/// Cards that a player plays on their own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// One card, for its own effect. A Favor is [`Play::Favor`] instead; a single cat, Nope or
    /// Defuse is refused.
    Single(Title),
    /// A Favor, on one player or on everybody: see [`FavorRule`](crate::FavorRule).
    Favor {
        /// The player asked to give; `None` where everybody gives (`classic`).
        on: Option<Seat>,
    },
    /// Two of a kind: steals a random card.
    Pair {
        /// The title of both cards.
        title: Title,
        /// The player to steal from.
        on: Seat,
    },
    /// Three of a kind: asks for a title.
    Triple {
        /// The title of the three cards.
        title: Title,
        /// The player asked.
        on: Seat,
        /// The title asked for.
        naming: Title,
    },
    /// Five different titles, in the order the player chose them: takes a card from the discard
    /// pile (`classic`).
    Five([Title; 5]),
}

impl Play {
    /// Returns the cards that the play costs, in the order the player chose them.
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

    /// Returns the titles of the cards that the play costs.
    pub fn titles(&self) -> TitleSet {
        self.cards().collect()
    }

    /// Returns the player it is played on; `None` if it has no target or affects everybody.
    pub fn target(&self) -> Option<Seat> {
        match *self {
            Play::Single(_) | Play::Five(_) => None,
            Play::Favor { on } => on,
            Play::Pair { on, .. } | Play::Triple { on, .. } => Some(on),
        }
    }
}

/// A request by a player, or by the clock. Not trusted: [`Game::decide`](crate::Game::decide)
/// checks it. `Debug` shows only its kind: a card that is given is hidden from the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Plays a card or a combo on one's own turn; opens a Nope window.
    Play {
        /// The player on turn.
        seat: Seat,
        /// The cards, their target and the title asked for.
        play: Play,
    },
    /// Plays a Nope into the open window.
    Nope {
        /// Any living player who holds a Nope.
        seat: Seat,
        /// The card to stop: 0 is the play itself, 1 the first Nope on it. A Nope for a card that
        /// is no longer on top is refused, so that a late click stops nothing else.
        layer: u8,
    },
    /// Lets the card on top of the open Nope window stand.
    Pass {
        /// Any living player but the owner of the card on top.
        seat: Seat,
    },
    /// Draws the top card, which ends one turn.
    Draw {
        /// The player on turn.
        seat: Seat,
    },
    /// Puts a drawn and defused kitten back into the draw pile.
    Place {
        /// The player who drew the kitten.
        seat: Seat,
        /// Place in the draw pile: 0 is the top, the number of cards in the pile the bottom.
        place: u8,
    },
    /// Gives a card for a Favor.
    Give {
        /// A player who owes a card.
        seat: Seat,
        /// The title of the card given.
        title: Title,
    },
    /// Takes a card out of the discard pile, after five different titles (`classic`).
    Take {
        /// The player who played the five.
        seat: Seat,
        /// The title of the card taken.
        title: Title,
    },
    /// Ends a Shuffle that goes on until stopped (`travel`).
    Stop {
        /// The next living player after the one who shuffles.
        seat: Seat,
    },
    /// Leaves the game for good; the seat stays empty.
    Leave {
        /// Any living player.
        seat: Seat,
    },
    /// The current deadline has passed. Sent by the crate `table`, which keeps the deadlines.
    TimeOut,
}

impl Action {
    /// Returns the acting player; `None` for a passed deadline.
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

    /// Returns the whole action, hidden cards included. Only for failures of tests and simulations.
    pub fn in_full(&self) -> String {
        let kind = self.kind();
        match *self {
            Action::Play { seat, play } => format!("{kind} by {seat}: {play:?}"),
            Action::Nope { seat, layer } => format!("{kind} by {seat} on layer {layer}"),
            Action::Place { seat, place } => format!("{kind} by {seat} at {place}"),
            Action::Give { seat, title } | Action::Take { seat, title } => {
                format!("{kind} by {seat}: {title}")
            }
            Action::Pass { seat }
            | Action::Draw { seat }
            | Action::Stop { seat }
            | Action::Leave { seat } => format!("{kind} by {seat}"),
            Action::TimeOut => kind.to_owned(),
        }
    }
}

crate::redacted_debug!(Action {
    Play,
    Nope,
    Pass,
    Draw,
    Place,
    Give,
    Take,
    Stop,
    Leave,
    TimeOut,
});
