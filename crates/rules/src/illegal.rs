//! Refusals: one for each that a person could meet. They hold no state, so none can leak.

/// Why an action is refused. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The game is won.
    #[error("the game is over")]
    GameOver,
    /// Nobody plays at this seat.
    #[error("nobody sits there")]
    NotSeated,
    /// The dead do nothing.
    #[error("out of the game")]
    Dead,
    /// Another is on turn.
    #[error("not on turn")]
    NotYourTurn,
    /// A Nope window is open: only Nopes and passes now.
    #[error("a Nope window is open")]
    WindowOpen,
    /// A choice of somebody is waited for.
    #[error("a choice is waited for")]
    Waiting,
    /// The hand does not hold these cards.
    #[error("no such card in the hand")]
    NoSuchCard,
    /// The edition has no such title.
    #[error("no such title in this edition")]
    NotThisEdition,
    /// This title does nothing alone.
    #[error("this card is not played alone")]
    NotAlone,
    /// Such combos are not played under these rules.
    #[error("no such combo under these rules")]
    NoSuchCombo,
    /// Five different need five different titles.
    #[error("the five are not all different")]
    NotDifferent,
    /// It must be played on somebody.
    #[error("needs a target")]
    TargetMissing,
    /// Everybody gives: it is not played on one.
    #[error("is not played on one player")]
    TargetNotWanted,
    /// Not on oneself.
    #[error("not on oneself")]
    TargetSelf,
    /// The target is dead, or nobody sits there.
    #[error("the target is out of the game")]
    TargetDead,
    /// The target has no cards.
    #[error("the target has no cards")]
    TargetEmpty,
    /// Nobody else has a card.
    #[error("nobody else has a card")]
    NobodyHasCards,
    /// This title cannot be asked for.
    #[error("cannot be asked for")]
    NotAskable,
    /// There is nothing that a Nope could stop.
    #[error("nothing to nope")]
    NothingToNope,
    /// No Nope window is open.
    #[error("no window is open")]
    WindowClosed,
    /// The card on top is one's own.
    #[error("the card on top is one's own")]
    OwnCardOnTop,
    /// The Nope was meant for a card that is not on top; it stays in the hand.
    #[error("that card is no longer on top")]
    NotTopCard,
    /// Passed already.
    #[error("passed already")]
    AlreadyPassed,
    /// No such choice is asked of this player now.
    #[error("nothing of the kind is asked of this player")]
    NotAsked,
    /// The pile has no such place.
    #[error("the pile has no such place")]
    NoSuchPlace,
    /// The discard pile holds no such card, or it may not be taken.
    #[error("not to be had from the discard pile")]
    NotInDiscard,
    /// There is no card to draw (only in set-ups made by hand).
    #[error("the draw pile is empty")]
    PileEmpty,
}

impl Illegal {
    /// Every reason there is.
    pub const ALL: [Self; 27] = [
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
        Self::NotInDiscard,
        Self::PileEmpty,
    ];
}
