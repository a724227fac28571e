//! Redaction of events: removes what a viewer may not know. Together with
//! [`Game::view`](crate::Game::view), the only way for cards to leave the rules; nothing else may
//! show an [`Event`] to a player.

use crate::{
    action::Play,
    answer_kind::{AnswerKind, Audience},
    choice::{Choice, ChoiceAnswer},
    direction::Direction,
    edition::DeadHand,
    event::{Event, Look, LostKitten},
    hand::{Hand, HeldCard},
    phase::Turn,
    pile::{Pile, PileCard, PileEnd},
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// The public part of a [`LostKitten`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeenKitten {
    /// No kitten was removed.
    None,
    /// The kitten that the leaver had drawn was removed.
    Drawn,
    /// A kitten was removed from the draw pile, at a place that no player knows.
    FromPile,
}

/// An [`Event`] without what a viewer may not know, which is `None`. The variant is the same for
/// every viewer. Some of the rest is known to the viewer alone: `Debug` shows only the variant.
#[derive(Clone, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the variants and fields are documented at Event"
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
    /// The number of cards is public; only the player who looked knows the titles.
    Saw {
        seat: Seat,
        cards: u8,
        titles: Option<Look>,
    },
    ChoiceOpened {
        choice: Choice,
    },
    /// Everybody knows the kind of the answer; the answer itself is known to its audience.
    Chosen {
        seat: Seat,
        owner: Seat,
        kind: AnswerKind,
        answer: Option<ChoiceAnswer>,
    },
    /// No player knows the new order.
    Shuffled,
    /// Only these two players know the title.
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
    /// Only the player who buries it knows the title.
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
    /// Only these two players know the title.
    DrewFor {
        seat: Seat,
        to: Seat,
        title: Option<Title>,
        from: PileEnd,
    },
    TowerWorn {
        seat: Seat,
    },
    /// Only the player who got the card knows the title.
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
    /// Only the player who drew knows the title.
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
    /// The hand is public, except in `travel`, where only the dead player knows it.
    Exploded {
        seat: Seat,
        by: Title,
        cards: u8,
        hand: Option<Hand>,
    },
    Lapsed {
        seat: Seat,
    },
    /// The hand is public, except in `travel`, where only the leaver knows it.
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

/// Accessors for code that looks for one kind of event among many. They are no replacement for a match
/// where every event has to be thought of.
impl SeenEvent {
    /// Returns the player who played cards, and their play.
    pub fn play(&self) -> Option<(Seat, &Play)> {
        let SeenEvent::Played { seat, play } = self else {
            return None;
        };
        Some((*seat, play))
    }

    /// Returns the player who is out because of a hazard.
    pub fn dead(&self) -> Option<Seat> {
        let SeenEvent::Exploded { seat, .. } = *self else {
            return None;
        };
        Some(seat)
    }

    /// Returns the hazard that a player drew.
    pub fn hazard(&self) -> Option<Title> {
        let SeenEvent::DrewKitten { card, .. } = *self else {
            return None;
        };
        Some(card.title())
    }

    /// Returns the players between whom a card went by theft or as a gift: who lost it, who got it.
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

/// Returns `event` as `viewer` may know it; `None` is a spectator, who sees what is public.
pub fn redact(event: &Event, viewer: Option<Seat>, rules: &Ruleset) -> SeenEvent {
    let own = |seat: Seat| viewer == Some(seat);
    match *event {
        Event::Played { seat, play } => SeenEvent::Played { seat, play },
        Event::Noped { seat, layer } => SeenEvent::Noped { seat, layer },
        Event::Passed { seat } => SeenEvent::Passed { seat },
        Event::WindowClosed { stands } => SeenEvent::WindowClosed { stands },
        Event::Fizzled { seat } => SeenEvent::Fizzled { seat },
        Event::Saw { seat, ref titles } => SeenEvent::Saw {
            seat,
            cards: titles.len() as u8,
            titles: own(seat).then(|| titles.clone()),
        },
        Event::ChoiceOpened { choice } => SeenEvent::ChoiceOpened { choice },
        Event::Chosen {
            seat,
            owner,
            answer,
        } => redact_answer(seat, owner, answer, viewer),
        Event::Shuffled { .. } => SeenEvent::Shuffled,
        Event::Stolen { from, to, title } => SeenEvent::Stolen {
            from,
            to,
            title: (own(from) || own(to)).then_some(title),
        },
        Event::Asked {
            from,
            to,
            title,
            hit,
        } => SeenEvent::Asked {
            from,
            to,
            title,
            hit,
        },
        Event::MarkRemoved { seat, title } => SeenEvent::MarkRemoved { seat, title },
        Event::Marked { seat, title } => SeenEvent::Marked { seat, title },
        Event::Cursed { seat } => SeenEvent::Cursed { seat },
        Event::CurseEnded { seat } => SeenEvent::CurseEnded { seat },
        Event::TurnedUp { seat, ref cards } => SeenEvent::TurnedUp {
            seat,
            cards: cards.clone(),
        },
        Event::WentOff { seat, kittens } => SeenEvent::WentOff { seat, kittens },
        Event::EndsSwapped { seat } => SeenEvent::EndsSwapped { seat },
        Event::KittensRaised { kittens, .. } => SeenEvent::KittensRaised { kittens },
        Event::Lifted { seat, title } => SeenEvent::Lifted {
            seat,
            title: own(seat).then_some(title),
        },
        Event::Stacked { seat } => SeenEvent::Stacked { seat },
        Event::Claimed { seat, by } => SeenEvent::Claimed { seat, by },
        Event::ClaimUsed { seat, to } => SeenEvent::ClaimUsed { seat, to },
        Event::DrewFor {
            seat,
            to,
            title,
            from,
        } => SeenEvent::DrewFor {
            seat,
            to,
            title: (own(seat) || own(to)).then_some(title),
            from,
        },
        Event::TowerWorn { seat } => SeenEvent::TowerWorn { seat },
        Event::StashRobbed { from, to, title } => SeenEvent::StashRobbed {
            from,
            to,
            title: own(to).then_some(title),
        },
        Event::StashDiscarded { seat, cards } => SeenEvent::StashDiscarded { seat, cards },
        Event::Barked { seat, on, mate } => SeenEvent::Barked { seat, on, mate },
        Event::BarkedInVain { seat } => SeenEvent::BarkedInVain { seat },
        Event::Drew { seat, title, from } => SeenEvent::Drew {
            seat,
            title: own(seat).then_some(title),
            from,
        },
        Event::DrewKitten { seat, card, from } => SeenEvent::DrewKitten { seat, card, from },
        Event::Defused { seat } => SeenEvent::Defused { seat },
        Event::Exploded { seat, by, hand } => SeenEvent::Exploded {
            seat,
            by,
            cards: hand.total(),
            hand: dead_hand(seat, hand, viewer, rules),
        },
        Event::Lapsed { seat } => SeenEvent::Lapsed { seat },
        Event::Left { seat, hand, kitten } => redact_left(seat, hand, kitten, (viewer, rules)),
        Event::TimedOut { awaited } => SeenEvent::TimedOut { awaited },
        Event::DirectionTurned { direction } => SeenEvent::DirectionTurned { direction },
        Event::TurnsAdded(turn) => SeenEvent::TurnsAdded(turn),
        Event::TurnBegan(turn) => SeenEvent::TurnBegan(turn),
        Event::Won { seat } => SeenEvent::Won { seat },
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
