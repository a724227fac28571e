//! Redaction of events: removes the information that a viewer may not have. During a game, an [`Event`] must reach
//! players and computers only through this module.

use crate::{
    action::Play,
    answer_kind::{AnswerKind, Audience},
    choice::{Choice, ChoiceAnswer},
    direction::Direction,
    event::{Event, Look, LostKitten},
    hand::{Hand, HeldCard},
    phase::Turn,
    pile::{Pile, PileCard, PileEnd},
    rulebook::DeadHand,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// The public part of a [`LostKitten`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeenKitten {
    /// No kitten was removed besides those in the leaver's hand.
    None,
    /// All hazards that the leaver still had to put back were removed.
    Drawn,
    /// A kitten was removed from the draw pile. Its place stays hidden.
    FromPile,
}

/// An [`Event`] without the details that the viewer may not know, which are `None` or left out. The variant is the same
/// for every viewer. Some fields may be known only to the viewer, so `Debug` shows only the variant.
#[derive(Clone, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the variants and fields are documented on `Event`"
)]
pub enum SeenEvent {
    Played {
        seat: Seat,
        play: Play,
    },
    Noped {
        seat: Seat,
        layer: u8,
    },
    Passed {
        seat: Seat,
    },
    WindowClosed {
        stands: bool,
    },
    Fizzled {
        seat: Seat,
    },
    /// The number of cards is public; the titles are shown only to the player who looked.
    Saw {
        seat: Seat,
        cards: u8,
        titles: Option<Look>,
    },
    ChoiceOpened {
        choice: Choice,
    },
    /// Everybody knows the kind of the answer; only its audience knows the answer itself.
    Chosen {
        seat: Seat,
        owner: Seat,
        kind: AnswerKind,
        answer: Option<ChoiceAnswer>,
    },
    /// No player knows the new order.
    Shuffled,
    /// The title is shown only to the players at `from` and `to`.
    Stolen {
        from: Seat,
        to: Seat,
        title: Option<Title>,
    },
    Asked {
        from: Seat,
        to: Seat,
        title: Title,
        hit: bool,
    },
    MarkRemoved {
        seat: Seat,
        title: Title,
    },
    Marked {
        seat: Seat,
        title: Title,
    },
    Cursed {
        seat: Seat,
    },
    CurseEnded {
        seat: Seat,
    },
    TurnedUp {
        seat: Seat,
        cards: Pile<HeldCard>,
    },
    WentOff {
        seat: Seat,
        kittens: u8,
    },
    EndsSwapped {
        seat: Seat,
    },
    /// No player knows the order of the cards below the kittens.
    KittensRaised {
        kittens: u8,
    },
    /// The title is shown only to the player who buries the card.
    Lifted {
        seat: Seat,
        title: Option<Title>,
    },
    Stacked {
        seat: Seat,
    },
    Claimed {
        seat: Seat,
        by: Seat,
    },
    ClaimUsed {
        seat: Seat,
        to: Seat,
    },
    /// The title is shown only to the players at `seat` and `to`.
    DrewFor {
        seat: Seat,
        to: Seat,
        title: Option<Title>,
        from: PileEnd,
    },
    TowerWorn {
        seat: Seat,
    },
    /// The title is shown only to the player who got the card.
    StashRobbed {
        from: Seat,
        to: Seat,
        title: Option<Title>,
    },
    StashDiscarded {
        seat: Seat,
        cards: Hand,
    },
    Barked {
        seat: Seat,
        on: Seat,
        mate: Seat,
    },
    BarkedInVain {
        seat: Seat,
    },
    /// The title is shown only to the player who drew.
    Drew {
        seat: Seat,
        title: Option<Title>,
        from: PileEnd,
    },
    DrewKitten {
        seat: Seat,
        card: PileCard,
        from: PileEnd,
    },
    Defused {
        seat: Seat,
    },
    /// The hand is public, but if hands are set aside (`travel`), only the dead player knows it.
    Exploded {
        seat: Seat,
        by: Title,
        cards: u8,
        hand: Option<Hand>,
    },
    Lapsed {
        seat: Seat,
    },
    /// The hand is public, but if hands are set aside (`travel`), only the leaver knows it.
    Left {
        seat: Seat,
        cards: u8,
        hand: Option<Hand>,
        kitten: SeenKitten,
    },
    TimedOut {
        awaited: SeatSet,
    },
    DirectionTurned {
        direction: Direction,
    },
    TurnsAdded(Turn),
    TurnBegan(Turn),
    Won {
        seat: Seat,
    },
}

/// Accessors for code that looks for one kind of event among many. Code that must consider every
/// kind should use a `match` instead.
impl SeenEvent {
    /// Returns the player who played cards, and the play.
    pub fn play(&self) -> Option<(Seat, &Play)> {
        let SeenEvent::Played { seat, play } = self else {
            return None;
        };
        Some((*seat, play))
    }

    /// Returns the player who was killed, by a hazard or a Barking Kitten.
    pub fn dead(&self) -> Option<Seat> {
        let SeenEvent::Exploded { seat, .. } = *self else {
            return None;
        };
        Some(seat)
    }

    /// Returns the unsheltered hazard that was drawn.
    pub fn hazard(&self) -> Option<Title> {
        let SeenEvent::DrewKitten { card, .. } = *self else {
            return None;
        };
        Some(card.title())
    }

    /// If a card was stolen by a pair or given away, returns the player who lost it and the player who got it.
    pub fn taken_card(&self) -> Option<(Seat, Seat)> {
        if let SeenEvent::Stolen { from, to, .. }
        | SeenEvent::Chosen {
            seat: from,
            owner: to,
            kind: AnswerKind::Give,
            ..
        } = *self
        {
            Some((from, to))
        } else {
            None
        }
    }
}

crate::redacted_debug! { SeenEvent {
    Played, Noped, Passed, WindowClosed, Fizzled, Saw, ChoiceOpened, Chosen, Shuffled, Stolen,
    Asked, MarkRemoved, Marked, Cursed, CurseEnded, TurnedUp, WentOff, EndsSwapped, KittensRaised, Lifted,
    Stacked, Claimed, ClaimUsed, DrewFor, TowerWorn, StashRobbed, StashDiscarded, Barked, BarkedInVain, TurnsAdded, Drew, DrewKitten, Defused, Exploded, Lapsed, Left, TimedOut, DirectionTurned, TurnBegan,
    Won,
} }

/// Returns `event` as `viewer` may see it. A viewer of `None` is a spectator, who sees only public information.
#[rustfmt::skip]
pub fn redact(event: &Event, viewer: Option<Seat>, rules: &Ruleset) -> SeenEvent {
    use {Event as E, SeenEvent as S};
    let own = |seat: Seat| viewer == Some(seat);
    match *event {
        E::Played { seat, play } => S::Played { seat, play },
        E::Noped { seat, layer } => S::Noped { seat, layer },
        E::Passed { seat } => S::Passed { seat },
        E::WindowClosed { stands } => S::WindowClosed { stands },
        E::Fizzled { seat } => S::Fizzled { seat },
        E::Saw { seat, ref titles } => {
            S::Saw { seat, cards: titles.len() as u8, titles: own(seat).then(|| titles.clone()) }
        }
        E::ChoiceOpened { choice } => S::ChoiceOpened { choice },
        E::Chosen { seat, owner, answer } => redact_answer(seat, owner, answer, viewer),
        E::Shuffled { .. } => S::Shuffled,
        E::Stolen { from, to, title } => {
            S::Stolen { from, to, title: (own(from) || own(to)).then_some(title) }
        }
        E::Asked { from, to, title, hit } => S::Asked { from, to, title, hit },
        E::MarkRemoved { seat, title } => S::MarkRemoved { seat, title },
        E::Marked { seat, title } => S::Marked { seat, title },
        E::Cursed { seat } => S::Cursed { seat },
        E::CurseEnded { seat } => S::CurseEnded { seat },
        E::TurnedUp { seat, ref cards } => S::TurnedUp { seat, cards: cards.clone() },
        E::WentOff { seat, kittens } => S::WentOff { seat, kittens },
        E::EndsSwapped { seat } => S::EndsSwapped { seat },
        E::KittensRaised { kittens, .. } => S::KittensRaised { kittens },
        E::Lifted { seat, title } => S::Lifted { seat, title: own(seat).then_some(title) },
        E::Stacked { seat } => S::Stacked { seat },
        E::Claimed { seat, by } => S::Claimed { seat, by },
        E::ClaimUsed { seat, to } => S::ClaimUsed { seat, to },
        E::DrewFor { seat, to, title, from } => {
            S::DrewFor { seat, to, title: (own(seat) || own(to)).then_some(title), from }
        }
        E::TowerWorn { seat } => S::TowerWorn { seat },
        E::StashRobbed { from, to, title } => S::StashRobbed { from, to, title: own(to).then_some(title) },
        E::StashDiscarded { seat, cards } => S::StashDiscarded { seat, cards },
        E::Barked { seat, on, mate } => S::Barked { seat, on, mate },
        E::BarkedInVain { seat } => S::BarkedInVain { seat },
        E::Drew { seat, title, from } => S::Drew { seat, title: own(seat).then_some(title), from },
        E::DrewKitten { seat, card, from } => S::DrewKitten { seat, card, from },
        E::Defused { seat } => S::Defused { seat },
        E::Exploded { seat, by, hand } => {
            S::Exploded { seat, by, cards: hand.total(), hand: dead_hand(seat, hand, viewer, rules) }
        }
        E::Lapsed { seat } => S::Lapsed { seat },
        E::Left { seat, hand, kitten } => redact_left(seat, hand, kitten, (viewer, rules)),
        E::TimedOut { awaited } => S::TimedOut { awaited },
        E::DirectionTurned { direction } => S::DirectionTurned { direction },
        E::TurnsAdded(turn) => S::TurnsAdded(turn),
        E::TurnBegan(turn) => S::TurnBegan(turn),
        E::Won { seat } => S::Won { seat },
    }
}

fn redact_answer(seat: Seat, owner: Seat, answer: ChoiceAnswer, viewer: Option<Seat>) -> SeenEvent {
    let own = |seat: Seat| viewer == Some(seat);
    let kind = answer.answer_kind();
    let is_seen = match kind.audience() {
        Audience::Everybody => true,
        Audience::ChooserAndOwner => own(seat) || own(owner),
        Audience::Chooser => own(seat),
    };
    SeenEvent::Chosen {
        seat,
        owner,
        kind,
        answer: is_seen.then_some(answer),
    }
}

fn redact_left(
    seat: Seat,
    hand: Hand,
    kitten: LostKitten,
    (viewer, rules): (Option<Seat>, &Ruleset),
) -> SeenEvent {
    SeenEvent::Left {
        seat,
        cards: hand.total(),
        hand: dead_hand(seat, hand, viewer, rules),
        kitten: seen_kitten(kitten),
    }
}

fn dead_hand(seat: Seat, hand: Hand, viewer: Option<Seat>, rules: &Ruleset) -> Option<Hand> {
    match rules.dead_hand {
        DeadHand::Discarded => Some(hand),
        DeadHand::SetAside => (viewer == Some(seat)).then_some(hand),
    }
}

fn seen_kitten(kitten: LostKitten) -> SeenKitten {
    match kitten {
        LostKitten::None => SeenKitten::None,
        LostKitten::Drawn => SeenKitten::Drawn,
        LostKitten::FromPile(_) => SeenKitten::FromPile,
    }
}
