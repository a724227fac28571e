//! Events: facts with every random outcome, so that a replay needs no randomness. They contain
//! hidden cards, so only the journal may see them as they are; everybody else gets them through
//! [`redact()`](crate::redact()). They are made in `action_effects.rs` and applied in `event_application.rs`; their
//! stored form is derived.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::Play,
    choice::{Choice, ChoiceAnswer},
    direction::Direction,
    edition::MAX_LOOK,
    hand::{Hand, HeldCard},
    phase::Turn,
    pile::{DrawPile, Pile, PileCard, PileEnd},
    seat::{Seat, SeatSet},
    title::Title,
};

/// Cards seen at the top of the pile, the top first.
pub type Look = ArrayVec<PileCard, MAX_LOOK>;

/// The maximum number of events from one action: the longest is a time-out in which nine players each put a
/// marked card into the pile, and kittens go off after it.
pub const MAX_EVENTS: usize = 48;

/// The events of one action, in order.
pub type Events = ArrayVec<Event, MAX_EVENTS>;

/// The random outcome of a deal. With the rules and the first seat it determines the start of a
/// game: see [`Game::from_deal`](crate::Game::from_deal).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands by seat; those of seats not in play are empty.
    pub hands: [Hand; Seat::COUNT],
    /// The draw pile after all hands are dealt and the kittens are in.
    pub pile: DrawPile,
}

/// The kitten that is removed from the game along with a leaver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostKitten {
    /// No kitten but those in the leaver's hand, because the game is won, a kitten is in their hand, or none
    /// is left (in a set-up made by hand).
    None,
    /// The kitten that the leaver had drawn and not yet put back, or all those that they had to put back.
    Drawn,
    /// The kitten at this place of the draw pile, 0 being the top. No player may learn the place.
    FromPile(u8),
}

/// A fact of a game, with its hidden cards. `Debug` shows only which kind of event it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "`seat` is that of the player whom the variant is about"
)]
pub enum Event {
    /// Cards were played: they lie in the discard pile, where that of a blind player was turned up before, and
    /// a Nope window is open.
    Played {
        seat: Seat,
        /// The cards, their target and the title asked for.
        play: Play,
    },
    /// A Nope was played; all earlier passes are void.
    Noped {
        seat: Seat,
        /// The card it stops: 0 is the play, 1 the first Nope.
        layer: u8,
    },
    /// A player lets the card on top stand.
    Passed { seat: Seat },
    /// The Nope window closed.
    WindowClosed {
        /// True if the number of Nopes is even, so that the play takes effect.
        stands: bool,
    },
    /// The play stood without effect, because its target is out or has no card left.
    Fizzled { seat: Seat },
    /// A player saw the top of the draw pile.
    Saw {
        seat: Seat,
        /// The cards seen, the top first. Known to this player only.
        titles: Look,
    },
    /// The game waits for a choice.
    ChoiceOpened {
        /// The choice, all of which is public.
        choice: Choice,
    },
    /// A player answered a choice, or the clock did for them.
    Chosen {
        seat: Seat,
        /// The owner of the choice, such as the player who gets a gift.
        owner: Seat,
        /// The answer, known to those of its [`Audience`](crate::Audience).
        answer: ChoiceAnswer,
    },
    /// The draw pile was shuffled.
    Shuffled {
        /// The new order, which no player knows.
        pile: DrawPile,
    },
    /// A pair stole a random card.
    Stolen {
        /// The player who lost it.
        from: Seat,
        /// The player who stole it.
        to: Seat,
        /// The title of the card, known to both.
        title: Title,
    },
    /// A triple asked for a title; if there was one, one such card moved.
    Asked {
        /// The player asked.
        from: Seat,
        /// The player who asked.
        to: Seat,
        /// The title asked for.
        title: Title,
        /// True if the player asked had such a card.
        hit: bool,
    },
    /// A marked card is about to leave a hand, by the following event. Everybody sees which one.
    MarkRemoved {
        seat: Seat,
        /// The title of the card.
        title: Title,
    },
    /// A card of a player was marked.
    Marked {
        seat: Seat,
        /// The title of the card, which everybody sees from now on.
        title: Title,
    },
    /// A player is blind from now on.
    Cursed { seat: Seat },
    /// A player sees their hand again.
    CurseEnded { seat: Seat },
    /// A blind player turned up cards at random: a single one to play it, or as many as it took to be saved
    /// from kittens. Exploding Kittens among them go off, the others lie in the discard pile.
    TurnedUp {
        seat: Seat,
        /// The cards in the order in which they were turned up.
        cards: Pile<HeldCard>,
    },
    /// Kittens of a hand that nothing shelters any more go off.
    WentOff {
        seat: Seat,
        /// How many, at least one.
        kittens: u8,
    },
    /// The top and the bottom card of the draw pile were exchanged.
    EndsSwapped { seat: Seat },
    /// The Exploding Kittens of the draw pile were shown and put on top of the shuffled rest.
    KittensRaised {
        /// How many they are, which everybody sees.
        kittens: u8,
        /// The new order. No player knows that of the rest.
        pile: DrawPile,
    },
    /// A player drew the top card to bury it. It is in nobody's hand, and nobody else knows it.
    Lifted {
        seat: Seat,
        /// The card.
        title: Title,
    },
    /// The cards that players have put in lie on top of the draw pile, that of `seat` lowest, the others in the
    /// direction of play.
    Stacked { seat: Seat },
    /// An I'll Take That left the discard pile and lies before a player.
    Claimed {
        seat: Seat,
        /// The player who laid it.
        by: Seat,
    },
    /// The I'll Take That before a player was discarded: the card that they draw now is another's.
    ClaimUsed {
        seat: Seat,
        /// The player who gets it.
        to: Seat,
    },
    /// A player drew a card that is no hazard, and another got it.
    DrewFor {
        seat: Seat,
        /// The player who got it.
        to: Seat,
        /// The title of the card, known to both.
        title: Title,
        /// The end of the pile that it was drawn from.
        from: PileEnd,
    },
    /// A player wears the Tower of Power from now on.
    TowerWorn { seat: Seat },
    /// A random card of the stash was taken instead of one of the wearer's hand.
    StashRobbed {
        /// The player who was robbed.
        from: Seat,
        /// The player who got the card.
        to: Seat,
        /// The title of the card, known to the player who got it, and to nobody else.
        title: Title,
    },
    /// The Tower and the rest of the stash were discarded: its wearer is out by the following event.
    StashDiscarded {
        seat: Seat,
        /// The cards of the stash, which everybody sees.
        cards: Hand,
    },
    /// A Barking Kitten found its mate, and both were discarded.
    Barked {
        seat: Seat,
        /// The player who has to defuse.
        on: Seat,
        /// The player who had the mate, in their hand or before them.
        mate: Seat,
    },
    /// A Barking Kitten found no mate. It left the discard pile and lies before its player.
    BarkedInVain { seat: Seat },
    /// A card that does not go off was drawn: one that is no hazard, or a kitten that is sheltered.
    Drew {
        seat: Seat,
        /// The title of the card, known to this player only.
        title: Title,
        /// The end of the pile that it was drawn from.
        from: PileEnd,
    },
    /// A hazard that nothing shelters was drawn, visibly for everybody.
    DrewKitten {
        /// The player who has to deal with it: the one who drew, unless `ClaimUsed` came before.
        seat: Seat,
        /// The card, as it lay in the pile.
        card: PileCard,
        /// The end of the pile that it was drawn from.
        from: PileEnd,
    },
    /// A Defuse was discarded for the kitten.
    Defused { seat: Seat },
    /// Nothing saved a player from a hazard, and they are out.
    Exploded {
        seat: Seat,
        /// The hazard, such as the one they drew.
        by: Title,
        /// Their cards at that moment.
        hand: Hand,
    },
    /// A leaver's pending gain (their play in an open window, gifts to them, a card to take) is cancelled.
    Lapsed { seat: Seat },
    /// A player left for good and counts as dead.
    Left {
        seat: Seat,
        /// Their cards at that moment.
        hand: Hand,
        /// The kitten removed along with them.
        kitten: LostKitten,
    },
    /// A deadline passed; the following events are its consequence.
    TimedOut {
        /// The players who were waited for.
        awaited: SeatSet,
    },
    /// The direction of play turned.
    DirectionTurned {
        /// The direction from now on.
        direction: Direction,
    },
    /// The player on turn owes more turns. The one in progress goes on.
    TurnsAdded(
        /// The number of turns owed from now on.
        Turn,
    ),
    /// A turn began, possibly the same player's next one.
    TurnBegan(
        /// The player on turn and the number of turns owed.
        Turn,
    ),
    /// Only one player is left.
    Won { seat: Seat },
}

crate::redacted_debug! { Event {
    Played, Noped, Passed, WindowClosed, Fizzled, Saw, ChoiceOpened, Chosen, Shuffled, Stolen,
    Asked, MarkRemoved, Marked, Cursed, CurseEnded, TurnedUp, WentOff, EndsSwapped, KittensRaised, Lifted,
    Stacked, Claimed, ClaimUsed, DrewFor, TowerWorn, StashRobbed, StashDiscarded, Barked, BarkedInVain, TurnsAdded, Drew, DrewKitten, Defused, Exploded, Lapsed, Left, TimedOut, DirectionTurned, TurnBegan,
    Won,
} }
