//! Actions: players' requests and expired deadlines. `Game::check` decides their legality; `Game::play` executes them.

use serde::{Deserialize, Serialize};

use crate::{
    choice::ChoiceAnswer,
    seat::Seat,
    title::{Title, TitleSet},
};

/// A play of one or more cards, other than a Nope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "play", rename_all = "kebab-case")]
pub enum Play {
    /// One card, played for its own effect. Refused for cards that cannot be played alone, such as a cat.
    Single {
        /// The title of the card.
        title: Title,
        /// The target; `None` for a card that has no target or affects everybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Seat>,
    },
    /// Two of a kind: steals a random card.
    Pair {
        /// The title of both cards, or of the card that a Feral Cat accompanies.
        title: Title,
        /// The number of Feral Cats standing in for this title: 0 or 1. 0 for a pair of Feral Cats.
        #[serde(default, skip_serializing_if = "is_zero")]
        wild: u8,
        /// The player to steal from.
        on: Seat,
    },
    /// Three of a kind: demands a title.
    Triple {
        /// The title of the three cards, not counting Feral Cats that stand in for it.
        title: Title,
        /// The number of Feral Cats standing in for this title: 0 to 2. 0 for three Feral Cats.
        #[serde(default, skip_serializing_if = "is_zero")]
        wild: u8,
        /// The player who is asked.
        on: Seat,
        /// The title demanded.
        naming: Title,
    },
    /// Five different titles: takes a card from the discard pile (`classic`).
    Five {
        /// The five titles, in the order in which the cards are discarded.
        titles: [Title; 5],
    },
}

impl Play {
    /// Returns the play of one card without a target.
    pub const fn single(title: Title) -> Play {
        Play::Single { title, on: None }
    }

    /// Returns the play of one card on another player.
    pub const fn aimed(title: Title, on: Seat) -> Play {
        Play::Single {
            title,
            on: Some(on),
        }
    }

    /// Returns the title of each card spent on the play. Feral Cats that stand in for a title come last.
    pub fn cards(&self) -> impl Iterator<Item = Title> + Clone {
        let (cards, length) = match *self {
            Play::Single { title, .. } => ([title; 5], 1),
            Play::Pair { title, wild, .. } => (of_a_kind(title, 2, wild), 2),
            Play::Triple { title, wild, .. } => (of_a_kind(title, 3, wild), 3),
            Play::Five { titles } => (titles, 5),
        };
        cards.into_iter().take(length)
    }

    /// Returns the set of titles spent on the play.
    pub fn titles(&self) -> TitleSet {
        self.cards().collect()
    }

    /// Returns the target; `None` if the play has none or affects everybody.
    pub fn target(&self) -> Option<Seat> {
        match *self {
            Play::Five { .. } => None,
            Play::Single { on, .. } => on,
            Play::Pair { on, .. } | Play::Triple { on, .. } => Some(on),
        }
    }

    /// Returns the title of a single card; `None` for a combo.
    pub fn single_title(&self) -> Option<Title> {
        match *self {
            Play::Single { title, .. } => Some(title),
            Play::Pair { .. } | Play::Triple { .. } | Play::Five { .. } => None,
        }
    }
}

/// Returns an array that begins with `count` cards of a kind: first the cards of this title, then `wild` Feral Cats.
#[inline]
fn of_a_kind(title: Title, count: usize, wild: u8) -> [Title; 5] {
    let mut cards = [title; 5];
    if wild > 0 {
        cards[count.saturating_sub(wild.into())..].fill(Title::FeralCat);
    }
    cards
}

/// A player's request or an expired deadline. Untrusted: [`Game::check`](crate::Game::check) validates it. `Debug`
/// shows only its kind, because an answer may contain hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Plays a card or a combo. Opens a Nope window, unless the card takes effect at once.
    Play {
        /// The player on turn, or another player if the card may be played on any turn.
        seat: Seat,
        /// The cards, the target and the title demanded.
        play: Play,
    },
    /// Plays a Nope into the open window.
    Nope {
        /// A living player who holds a Nope and may play it.
        seat: Seat,
        /// The card to stop: 0 is the play itself, 1 the first Nope on it. A Nope on a card that is
        /// no longer on top is refused, so a late click cannot stop a different card.
        layer: u8,
    },
    /// Declines to Nope the card on top of the open Nope window.
    Pass {
        /// A living player who does not own the card on top and has not passed yet.
        seat: Seat,
    },
    /// Draws the top card of the draw pile.
    Draw {
        /// The player on turn.
        seat: Seat,
    },
    /// Answers the choice that the game is waiting for.
    Choose {
        /// A player who has not chosen yet.
        seat: Seat,
        /// Their answer, which may contain hidden cards.
        answer: ChoiceAnswer,
    },
    /// Picks a random card from a blind player's hand. The player plays it, gives it or puts it into the draw pile,
    /// depending on what the game is waiting for.
    PickBlindly {
        /// A blind player.
        seat: Seat,
    },
    /// Leaves the game for good; the seat stays empty.
    Leave {
        /// Any living player.
        seat: Seat,
    },
    /// The current deadline has passed. In real games, the `table` crate tracks the deadlines and sends this.
    TimeOut,
}

impl Action {
    /// Returns the acting player; `None` for an expired deadline.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Action::Play { seat, .. }
            | Action::Nope { seat, .. }
            | Action::Pass { seat }
            | Action::Draw { seat }
            | Action::Choose { seat, .. }
            | Action::PickBlindly { seat }
            | Action::Leave { seat } => Some(seat),
            Action::TimeOut => None,
        }
    }

    /// Returns the whole action, hidden cards included. Only for failure messages of tests and simulations.
    pub fn in_full(&self) -> String {
        let kind = self.kind();
        match *self {
            Action::Play { seat, play } => format!("{kind} by {seat}: {play:?}"),
            Action::Nope { seat, layer } => format!("{kind} by {seat} on layer {layer}"),
            Action::Choose { seat, answer } => format!("{kind} by {seat}: {}", answer.in_full()),
            Action::Pass { seat }
            | Action::Draw { seat }
            | Action::PickBlindly { seat }
            | Action::Leave { seat } => format!("{kind} by {seat}"),
            Action::TimeOut => kind.to_owned(),
        }
    }
}

crate::redacted_debug! { Action { Play, Nope, Pass, Draw, Choose, PickBlindly, Leave, TimeOut } }

/// Returns true if serde must omit the number.
pub(crate) fn is_zero(number: &u8) -> bool {
    *number == 0
}
