//! The state of one game. It is changed in one place only, [`Game::evolve`].

use std::fmt;

use arrayvec::ArrayVec;

use crate::{
    event::Look,
    hand::Hand,
    house_rules::Combos,
    legal::{FavorOptions, Legal, Options, TurnOptions},
    phase::{Phase, Turn, Window},
    pile::Pile,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

/// How a player got out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// By a kitten.
    Exploded,
    /// He left the table.
    Left,
}

/// A player who is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// Who.
    pub seat: Seat,
    /// How.
    pub fate: Fate,
}

/// What a seat knows of the draw pile. Places are counted from the **bottom**, where cards drawn
/// from the top do not move them; whatever else would move them makes all forget.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The lowest card of the newest look, and the card above its highest one.
    pub(crate) look: (u8, u8),
    /// The place of the own kitten.
    pub(crate) kitten: Option<u8>,
}

/// Where a game comes from, which decides how much can be asserted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Dealt,
    ByHand,
}

/// One game, from the deal to the winner. It holds every secret: give away a
/// [`PlayerView`](crate::PlayerView) instead.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    pub(crate) rules: Ruleset,
    pub(crate) origin: Origin,
    pub(crate) turn: Turn,
    pub(crate) living: SeatSet,
    pub(crate) phase: Phase,
    pub(crate) hands: [Hand; Seat::MOST],
    pub(crate) known: [Known; Seat::MOST],
    pub(crate) draw_pile: Pile,
    pub(crate) discard: Pile,
    pub(crate) deaths: ArrayVec<Death, { Seat::MOST }>,
    pub(crate) aside: [Hand; Seat::MOST],
    pub(crate) face_up: SeatSet,
    pub(crate) out: Hand,
    /// Every card there is, to see that none gets lost.
    pub(crate) cards: Hand,
}

impl Game {
    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Who is on turn; nobody once the game is won.
    pub fn turn(&self) -> Option<Turn> {
        match self.phase {
            Phase::Won { .. } => None,
            _ => Some(self.turn),
        }
    }

    /// What it waits for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The players still in the game.
    pub fn living(&self) -> SeatSet {
        self.living
    }

    /// The last one living, once it is won.
    pub fn winner(&self) -> Option<Seat> {
        match self.phase {
            Phase::Won { winner } => Some(winner),
            _ => None,
        }
    }

    /// Who is out, the first to go first: the placing from its end.
    pub fn deaths(&self) -> &[Death] {
        &self.deaths
    }

    /// A player's hand. A secret.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The draw pile. A secret.
    pub fn draw_pile(&self) -> &Pile {
        &self.draw_pile
    }

    /// The discard pile, which is public.
    pub fn discard(&self) -> &Pile {
        &self.discard
    }

    /// The cards that lie face down before a dead player (`travel`). A secret.
    pub fn aside(&self, seat: Seat) -> &Hand {
        &self.aside[seat.index()]
    }

    /// The cards that lie face up before a player: a dead one's kitten in `travel`.
    pub fn face_up(&self, seat: Seat) -> Option<Title> {
        self.face_up
            .contains(seat)
            .then_some(Title::ExplodingKitten)
    }

    /// The cards out of the game: removed at the set-up, and kittens that left with a leaver.
    pub fn out(&self) -> &Hand {
        &self.out
    }

    /// Who is waited for: those to whom the next deadline belongs.
    pub fn awaited(&self) -> SeatSet {
        match &self.phase {
            Phase::Turn => SeatSet::EMPTY.with(self.turn.seat),
            Phase::Window(window) => window.awaited(self.living),
            Phase::Placing { seat } | Phase::Taking { seat } | Phase::Stopping { seat, .. } => {
                SeatSet::EMPTY.with(*seat)
            }
            Phase::Giving { owing, .. } => *owing,
            Phase::Won { .. } => SeatSet::EMPTY,
        }
    }

    /// The newest look of this seat, as far as it still holds, the top first. A secret of his.
    pub fn look(&self, seat: Seat) -> Look {
        let (low, high) = self.known[seat.index()].look;
        let cards = self.draw_pile.cards();
        let high = cards.len().min(high.into());
        let seen = cards.get(low.into()..high).unwrap_or(&[]);
        seen.iter().rev().copied().collect()
    }

    /// The place of the kitten that this seat put back, while he knows it. A secret of his.
    pub fn own_kitten(&self, seat: Seat) -> Option<u8> {
        let from_bottom = usize::from(self.known[seat.index()].kitten?);
        let place = self.draw_pile.len().checked_sub(from_bottom + 1)?;
        Some(place as u8)
    }

    /// The next living player clockwise from `seat`.
    pub(crate) fn next_living(&self, seat: Seat) -> Seat {
        // While the game runs two or more live.
        self.living.next_after(seat).unwrap_or(seat)
    }

    /// What a seat may do now. Empty for the dead, for whom nothing is asked and for seats that
    /// are not in play. Every living seat may also leave, at any time until the game is won.
    #[inline(always)]
    pub fn legal(&self, seat: Seat) -> Legal {
        let options = match self.living.contains(seat) {
            true => self.options(seat),
            false => Options::Nothing,
        };
        Legal::new(seat, options)
    }

    #[inline(always)]
    fn options(&self, seat: Seat) -> Options {
        match &self.phase {
            Phase::Turn if self.turn.seat == seat => Options::Turn(self.turn_options(seat)),
            Phase::Window(window) => Options::Window {
                pass: window.awaited(self.living).contains(seat),
                nope: self.nopers(window).contains(seat).then(|| window.layer()),
            },
            Phase::Placing { seat: placer } if *placer == seat => {
                Options::Place(self.draw_pile.len() as u8)
            }
            Phase::Giving { owing, .. } if owing.contains(seat) => {
                Options::Give(self.hand(seat).holding(1))
            }
            Phase::Taking { seat: taker } if *taker == seat => {
                Options::Take(self.takeable().holding(1))
            }
            Phase::Stopping { seat: stopper, .. } if *stopper == seat => Options::Stop,
            _ => Options::Nothing,
        }
    }

    #[inline(always)]
    fn turn_options(&self, seat: Seat) -> TurnOptions {
        let hand = self.hand(seat);
        let held = hand.holding(1);
        let targets = self.targets(seat);
        let aimed = |titles: TitleSet| match targets.is_empty() {
            true => TitleSet::EMPTY,
            false => titles,
        };
        let (pairs, triples, fives) = match self.rules.combos() {
            Combos::CatPairs => (
                hand.holding(2).and(TitleSet::CATS),
                TitleSet::EMPTY,
                TitleSet::EMPTY,
            ),
            Combos::Special => (hand.holding(2), hand.holding(3), TitleSet::EMPTY),
            Combos::SpecialAndFive if held.len() < 5 => {
                (hand.holding(2), hand.holding(3), TitleSet::EMPTY)
            }
            Combos::SpecialAndFive => (hand.holding(2), hand.holding(3), held),
        };
        TurnOptions {
            draw: !self.draw_pile.is_empty(),
            singles: held.and(TitleSet::SINGLES),
            favor: match self.rules.favor() {
                _ if targets.is_empty() || !held.contains(Title::Favor) => FavorOptions::No,
                crate::FavorRule::One => FavorOptions::OnOne,
                crate::FavorRule::Everyone => FavorOptions::OnEveryone,
            },
            pairs: aimed(pairs),
            triples: aimed(triples),
            fives,
            targets,
            namings: self.rules.namings(),
        }
    }

    /// The other living players who have a card.
    #[inline]
    pub(crate) fn targets(&self, seat: Seat) -> SeatSet {
        self.whose_hand(|hand| !hand.is_empty()).without(seat)
    }

    /// The seats whose hand is of this kind. The dead, and seats not in play, hold nothing.
    #[inline]
    fn whose_hand(&self, kind: impl Fn(&Hand) -> bool) -> SeatSet {
        let seats = Seat::ALL.iter().zip(&self.hands);
        seats.fold(SeatSet::EMPTY, |found, (&seat, hand)| {
            found.with_if(kind(hand), seat)
        })
    }

    /// The players who may Nope the card on top of this window.
    #[inline]
    pub(crate) fn nopers(&self, window: &Window) -> SeatSet {
        let holders = self.whose_hand(|hand| hand.has(Title::Nope));
        match self.rules.self_nope() {
            true => holders,
            false => holders.without(window.top_owner()),
        }
    }

    /// What may be taken from the discard pile: anything but a kitten.
    pub(crate) fn takeable(&self) -> Hand {
        let mut cards = self.discard.counts();
        cards.set(Title::ExplodingKitten, 0);
        cards
    }
}

/// Shows what is public, so that no secret gets into a log.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("edition", &self.rules.edition())
            .field("turn", &self.turn)
            .field("phase", &self.phase)
            .field("living", &self.living)
            .field("hands", &self.hands)
            .field("draw_pile", &self.draw_pile)
            .field("discard", &self.discard)
            .finish_non_exhaustive()
    }
}
