//! Facts: what has happened, with every outcome of chance, so that replay needs none. They hold
//! secrets: nobody but the journal sees them unredacted.

use arrayvec::ArrayVec;

use crate::{
    action::Play,
    edition::MOST_FUTURE,
    hand::Hand,
    phase::Turn,
    pile::Pile,
    seat::{Seat, SeatSet},
    title::Title,
};

/// Cards seen at the top of the pile, the top first.
pub type Look = ArrayVec<Title, MOST_FUTURE>;

/// The most events that one action makes: the longest is a time-out with eight gifts.
pub const MOST_EVENTS: usize = 16;

/// What one action led to, in order.
pub type Events = ArrayVec<Event, MOST_EVENTS>;

/// What the deal gave; with the rules and the first seat it is the whole start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The hands by seat; those of seats not in play are empty.
    pub hands: [Hand; Seat::MOST],
    /// The draw pile.
    pub pile: Pile,
}

/// Which kitten leaves the game with a leaver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LostKitten {
    /// None: the game is won, or no kitten is there (in a set-up made by hand).
    None,
    /// The one he had drawn and not yet put back.
    Drawn,
    /// The one at this place of the pile, 0 being the top. The place is nobody's to know.
    FromPile(u8),
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Cards were played: they lie in the discard pile and a Nope window is open.
    Played {
        /// Who.
        seat: Seat,
        /// What.
        play: Play,
    },
    /// A Nope was played; all passes given before are void.
    Noped {
        /// Who.
        seat: Seat,
        /// The card it stops: 0 is the play, 1 the first Nope.
        layer: u8,
    },
    /// Somebody lets the card on top stand.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// The Nope window closed.
    WindowClosed {
        /// Whether the play happens.
        stands: bool,
    },
    /// The play stood, but its target is gone or has no card left: nothing happens.
    Fizzled {
        /// Who had played it.
        seat: Seat,
    },
    /// A look at the top of the draw pile.
    Saw {
        /// Who looked.
        seat: Seat,
        /// What he saw, the top first.
        titles: Look,
    },
    /// A Shuffle stood and goes on until somebody says stop (`travel`).
    ShuffleBegan {
        /// Who says stop.
        stopper: Seat,
    },
    /// Stop was said.
    Stopped {
        /// By whom.
        seat: Seat,
    },
    /// The draw pile was mixed.
    Shuffled {
        /// Its new order.
        pile: Pile,
    },
    /// A pair took a random card.
    Stolen {
        /// From whom.
        from: Seat,
        /// By whom.
        to: Seat,
        /// Which.
        title: Title,
    },
    /// A triple asked for a title; where it hit, one such card moved.
    Asked {
        /// Who was asked.
        from: Seat,
        /// Who asked.
        to: Seat,
        /// For what.
        title: Title,
        /// Whether there was one.
        hit: bool,
    },
    /// A Favor stood: these owe a card now.
    FavorOwed {
        /// To whom.
        taker: Seat,
        /// Who owes.
        givers: SeatSet,
    },
    /// A card was given for a Favor.
    Gave {
        /// By whom.
        from: Seat,
        /// To whom.
        to: Seat,
        /// Which.
        title: Title,
    },
    /// Five different stood: a card may be taken from the discard pile.
    TakeAwaited {
        /// By whom.
        seat: Seat,
    },
    /// A card was taken from the discard pile.
    Took {
        /// By whom.
        seat: Seat,
        /// Which.
        title: Title,
    },
    /// A harmless card was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which.
        title: Title,
    },
    /// A kitten was drawn; for all to see.
    DrewKitten {
        /// By whom.
        seat: Seat,
    },
    /// A Defuse was spent on it; the kitten waits to be put back.
    Defused {
        /// By whom.
        seat: Seat,
    },
    /// The kitten is back in the pile.
    Placed {
        /// Who put it there.
        seat: Seat,
        /// Where: 0 is the top.
        place: u8,
    },
    /// A player is out by a kitten.
    Exploded {
        /// Who.
        seat: Seat,
        /// What he held.
        hand: Hand,
    },
    /// A leaver's own affair (his play in an open window, gifts to him, a card to take) lapsed.
    Lapsed {
        /// Whose.
        seat: Seat,
    },
    /// A player left for good and counts as dead.
    Left {
        /// Who.
        seat: Seat,
        /// What he held.
        hand: Hand,
        /// Which kitten left with him.
        kitten: LostKitten,
    },
    /// A deadline passed; what follows is what the clock did.
    TimedOut {
        /// Who had been waited for.
        awaited: SeatSet,
    },
    /// A turn begins, be it the same player's next one.
    TurnBegan(
        /// Whose, and how many he owes.
        Turn,
    ),
    /// One is left.
    Won {
        /// Who.
        seat: Seat,
    },
}
