//! Events: facts that include every random outcome, so a replay needs no randomness. They contain hidden cards: during
//! a game, players and computers must get them only through [`redact()`](crate::redact()). `Resolver` in
//! `action_effects.rs` creates them, and `event_application.rs` applies them. Their stored form uses serde's derives.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::Play,
    choice::{Choice, ChoiceAnswer},
    direction::Direction,
    hand::{Hand, HeldCard},
    phase::Turn,
    pile::{DrawPile, Pile, PileCard, PileEnd},
    rulebook::MAX_LOOK,
    seat::{Seat, SeatSet},
    title::Title,
};

/// Cards seen at the top of the draw pile, top first.
pub type Look = ArrayVec<PileCard, MAX_LOOK>;

/// The maximum number of events from one action. Time-outs produce long sequences, for example when nine players each
/// put a marked card into the pile and kittens go off afterwards.
pub const MAX_EVENTS: usize = 48;

/// The events of one action, in order.
pub type Events = ArrayVec<Event, MAX_EVENTS>;

/// The random outcome of a deal. Together with the rules and the first seat it determines the start
/// of a game: see [`Game::from_deal`](crate::Game::from_deal).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands by seat; empty for seats not in play.
    pub hands: [Hand; Seat::COUNT],
    /// The draw pile after all hands have been dealt and the kittens have been shuffled in.
    pub pile: DrawPile,
}

/// The kitten that is removed from the game when a player leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostKitten {
    /// No further kitten: the game is won, the leaver's hand contains a kitten, or the pile has none (only in
    /// hand-made setups).
    None,
    /// All hazards that the leaver still had to put back.
    Drawn,
    /// The kitten at this place in the draw pile, where 0 is the top. No player may learn the place.
    FromPile(u8),
}

/// A fact about a game, including hidden cards. `Debug` shows only the kind of event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "`seat` is the player whom the variant is about"
)]
pub enum Event {
    /// Cards were played and a Nope window is open. The cards are in the discard pile; for a blind player, an earlier
    /// event moved the card there.
    Played {
        seat: Seat,
        /// The cards, the target and the title demanded.
        play: Play,
    },
    /// A Nope was played; all earlier passes are void.
    Noped {
        seat: Seat,
        /// The card that this Nope stops: 0 is the play, 1 the first Nope.
        layer: u8,
    },
    /// A player declined to Nope the card on top.
    Passed { seat: Seat },
    /// The Nope window closed.
    WindowClosed {
        /// True if the number of Nopes is even, so the play takes effect.
        stands: bool,
    },
    /// The play was not noped but has no effect, for example because its target is out or has no card left.
    Fizzled { seat: Seat },
    /// A player saw the top of the draw pile.
    Saw {
        seat: Seat,
        /// The cards seen, top first. Hidden from the other players.
        titles: Look,
    },
    /// The game is now waiting for a choice.
    ChoiceOpened {
        /// The choice, entirely public.
        choice: Choice,
    },
    /// A player answered a choice, or an answer was picked for them.
    Chosen {
        seat: Seat,
        /// The owner of the choice, such as the player who gets a gift.
        owner: Seat,
        /// The answer, known only to its [`Audience`](crate::Audience).
        answer: ChoiceAnswer,
    },
    /// The draw pile was shuffled.
    Shuffled {
        /// The new order, which no player knows.
        pile: DrawPile,
    },
    /// A pair stole a random card.
    Stolen {
        /// The player who lost the card.
        from: Seat,
        /// The player who stole the card.
        to: Seat,
        /// The title of the card, known to both.
        title: Title,
    },
    /// A triple demanded a title. The player asked handed over such a card, if they had one.
    Asked {
        /// The player asked.
        from: Seat,
        /// The player who demanded the title.
        to: Seat,
        title: Title,
        /// True if the player asked had such a card.
        hit: bool,
    },
    /// The next event takes a marked card out of a hand. Everybody sees which card it is.
    MarkRemoved {
        seat: Seat,
        /// The title of the card.
        title: Title,
    },
    /// One of a player's cards was marked.
    Marked {
        seat: Seat,
        /// The title of the card, which everybody sees from now on.
        title: Title,
    },
    /// A player became blind to their own hand.
    Cursed { seat: Seat },
    /// A blind player can see their hand again.
    CurseEnded { seat: Seat },
    /// A blind player turned up random cards: a single card to play, or as many as needed to find Defuses. Exploding
    /// Kittens go off; all other cards are in the discard pile.
    TurnedUp {
        seat: Seat,
        /// The cards in the order in which they were turned up.
        cards: Pile<HeldCard>,
    },
    /// Kittens in a hand went off, because they were no longer sheltered.
    WentOff {
        seat: Seat,
        /// The number of kittens, at least one.
        kittens: u8,
    },
    /// The top and the bottom card of the draw pile were swapped.
    EndsSwapped { seat: Seat },
    /// The Exploding Kittens in the draw pile were shown, the rest was shuffled, and the kittens were put on top.
    KittensRaised {
        /// The number of kittens, which everybody sees.
        kittens: u8,
        /// The new order. No player knows the order of the rest.
        pile: DrawPile,
    },
    /// A player drew the top card to bury it. The card does not enter a hand. Other players do not see the card, unless
    /// it was face up.
    Lifted {
        seat: Seat,
        /// The title of the card.
        title: Title,
    },
    /// The cards that players had put in were stacked on the draw pile: first the card of `seat`, then the other
    /// players' cards in the direction of play.
    Stacked { seat: Seat },
    /// An I'll Take That was taken from the discard pile and laid in front of a player.
    Claimed {
        seat: Seat,
        /// The player who played the I'll Take That.
        by: Seat,
    },
    /// A player is drawing, and the I'll Take That in front of them was discarded: another player gets the card drawn.
    ClaimUsed {
        seat: Seat,
        /// The player who gets the card.
        to: Seat,
    },
    /// A player drew a card for another player, who keeps it: not a hazard, or a kitten that their hand shelters.
    DrewFor {
        seat: Seat,
        /// The player who got the card.
        to: Seat,
        /// The title of the card, known to both.
        title: Title,
        from: PileEnd,
    },
    /// A player now wears the Tower of Power.
    TowerWorn { seat: Seat },
    /// A random card was taken from the stash instead of the wearer's hand.
    StashRobbed {
        /// The player who was robbed.
        from: Seat,
        /// The player who got the card.
        to: Seat,
        /// The title of the card, known only to the player who got it.
        title: Title,
    },
    /// The Tower and the rest of the stash were discarded, because the next event eliminates the wearer.
    StashDiscarded {
        seat: Seat,
        /// The cards of the stash, which everybody sees.
        cards: Hand,
    },
    /// A Barking Kitten found its mate. Both are now in the discard pile.
    Barked {
        seat: Seat,
        /// The player who must defuse.
        on: Seat,
        /// The player who had the mate, in hand or in front of them.
        mate: Seat,
    },
    /// A Barking Kitten found no mate. It was taken from the discard pile and laid in front of the player.
    BarkedInVain { seat: Seat },
    /// A player drew a card that does not go off: a card that is not a hazard, or a sheltered kitten.
    Drew {
        seat: Seat,
        /// The title of the card, known to this player only.
        title: Title,
        from: PileEnd,
    },
    /// An unsheltered hazard was drawn, visible to everybody.
    DrewKitten {
        /// The player who must deal with the hazard: the player who drew it, unless `ClaimUsed` precedes this event.
        seat: Seat,
        /// The card, with the side that was up in the pile.
        card: PileCard,
        from: PileEnd,
    },
    /// A player discarded a Defuse, which saves them from one kitten.
    Defused { seat: Seat },
    /// A player was killed by a hazard or a Barking Kitten.
    Exploded {
        seat: Seat,
        /// The title of the card that killed them.
        by: Title,
        /// Their cards at that moment.
        hand: Hand,
    },
    /// A blind player's card was cancelled because no possible target was left, or a leaver's pending gain was
    /// cancelled (such as their play in an open window, or gifts to them).
    Lapsed { seat: Seat },
    /// A player left for good and counts as dead.
    Left {
        seat: Seat,
        /// Their cards at that moment.
        hand: Hand,
        /// The kitten removed along with them.
        kitten: LostKitten,
    },
    /// A deadline expired; the events that follow are its consequences.
    TimedOut {
        /// The players whom the game was waiting for.
        awaited: SeatSet,
    },
    /// The direction of play was reversed.
    DirectionTurned {
        /// The direction from now on.
        direction: Direction,
    },
    /// The player on turn owes more turns. The current turn continues.
    TurnsAdded(
        /// The current turn, with the number of turns owed from now on.
        Turn,
    ),
    /// A turn began, possibly the same player's next turn.
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
