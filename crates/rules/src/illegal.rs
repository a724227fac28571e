//! The error of an illegal action: one variant for each reason that a player could meet. It must
//! hold no state, so that it cannot leak hidden cards. `refusal.rs` decides which reason applies;
//! the sentences for players are in the crate `table` (`screen`).

/// The reason why an action is refused. A refused action changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The game is won.
    #[error("the game is over")]
    GameOver,
    /// The seat is not in play in this game.
    #[error("no player at this seat")]
    NotSeated,
    /// The acting player is dead.
    #[error("out of the game")]
    Dead,
    /// Another player is on turn.
    #[error("not on turn")]
    NotYourTurn,
    /// A Nope window is open: only Nopes and passes now.
    #[error("a Nope window is open")]
    WindowOpen,
    /// The game waits for a choice, by this or another player: a place, a gift, a card to take, a
    /// stop, an order.
    #[error("a choice is waited for")]
    Waiting,
    /// The hand does not hold the cards to play or give.
    #[error("no such card in the hand")]
    NoSuchCard,
    /// The edition has no such title.
    #[error("no such title in this edition")]
    NotThisEdition,
    /// The card has no effect as a single card (a Defuse, a cat).
    #[error("this card is not played alone")]
    NotAlone,
    /// The rules do not allow this kind of combo.
    #[error("no such combo under these rules")]
    NoSuchCombo,
    /// The five cards do not have five different titles.
    #[error("the five are not all different")]
    NotDifferent,
    /// The play needs a target.
    #[error("needs a target")]
    TargetMissing,
    /// The Favor affects everybody (`classic`) and takes no target.
    #[error("is not played on one player")]
    TargetNotWanted,
    /// The target is the acting player.
    #[error("not on oneself")]
    TargetSelf,
    /// The target is dead or not in play.
    #[error("the target is out of the game")]
    TargetDead,
    /// The target's hand is empty.
    #[error("the target has no cards")]
    TargetEmpty,
    /// A Favor for everybody, while no other player has a card.
    #[error("nobody else has a card")]
    NobodyHasCards,
    /// A triple may not ask for a kitten.
    #[error("cannot be asked for")]
    NotAskable,
    /// A Nope while no Nope window is open.
    #[error("nothing to nope")]
    NothingToNope,
    /// A pass while no Nope window is open.
    #[error("no window is open")]
    WindowClosed,
    /// A Nope or pass on the acting player's own card.
    #[error("the card on top is one's own")]
    OwnCardOnTop,
    /// The Nope was meant for a card that is not on top; it stays in the hand.
    #[error("that card is no longer on top")]
    NotTopCard,
    /// The player has passed on the card on top already.
    #[error("passed already")]
    AlreadyPassed,
    /// This choice is not asked of this player now.
    #[error("not asked of this player now")]
    NotAsked,
    /// The place is beyond the bottom of the draw pile.
    #[error("no such place in the draw pile")]
    NoSuchPlace,
    /// The order of cards names one of them twice, or one that is not among them.
    #[error("not an order of these cards")]
    NoSuchOrder,
    /// The discard pile holds no such card, or it is a kitten, which may not be taken.
    #[error("not available in the discard pile")]
    NotInDiscard,
    /// The draw pile is empty (only in set-ups made by hand).
    #[error("the draw pile is empty")]
    PileEmpty,
}

impl Illegal {
    /// Every reason, so that tests can check that each has a sentence in each language.
    pub const ALL: [Self; 28] = [
        Self::GameOver,
        Self::NotSeated,
        Self::Dead,
        Self::NotYourTurn,
        Self::WindowOpen,
        Self::Waiting,
        Self::NoSuchCard,
        Self::NotThisEdition,
        Self::NotAlone,
        Self::NoSuchCombo,
        Self::NotDifferent,
        Self::TargetMissing,
        Self::TargetNotWanted,
        Self::TargetSelf,
        Self::TargetDead,
        Self::TargetEmpty,
        Self::NobodyHasCards,
        Self::NotAskable,
        Self::NothingToNope,
        Self::WindowClosed,
        Self::OwnCardOnTop,
        Self::NotTopCard,
        Self::AlreadyPassed,
        Self::NotAsked,
        Self::NoSuchPlace,
        Self::NoSuchOrder,
        Self::NotInDiscard,
        Self::PileEmpty,
    ];
}
