//! Invariants of a game: conditions that hold after every action until the game is won. Tests and simulations check
//! them, and so does the `table` crate when it reads stored games. They do not decide whether an action is legal:
//! see `legal.rs`.

use crate::{
    game::{DeathCause, Game, StartKind},
    hand::Hand,
    phase::Phase,
    pile::PileCard,
    seat::Seat,
    title::Title,
};

/// A violated invariant, caused by a bug in this crate, or by a deal or events that do not belong to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantError(&'static str);

impl Game {
    /// Checks all invariants of a game that is not won. The numbers of kittens and of cards in the
    /// draw pile are checked for dealt games only, not for hand-made setups.
    ///
    /// # Errors
    /// Returns the first violated invariant.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        if matches!(self.phase, Phase::Won { .. }) {
            return Ok(());
        }
        self.check_turn()?;
        self.check_seats()?;
        self.check_cards()?;
        match self.start_kind {
            StartKind::Deal => self.check_kittens(),
            StartKind::ByHand => Ok(()),
        }
    }

    fn check_turn(&self) -> Result<(), InvariantError> {
        match self.turn.owed {
            1 => {}
            2.. if self.turn.attacked => {}
            _ => return Err(InvariantError("the number of turns owed is impossible")),
        }
        let awaited = self.awaited().with(self.turn.seat);
        if awaited.minus(self.living).is_empty() {
            Ok(())
        } else {
            Err(InvariantError("a dead player is on turn or awaited"))
        }
    }

    fn check_seats(&self) -> Result<(), InvariantError> {
        if self.living.len() < 2 || self.living.len() + self.deaths.len() != self.rules.players() {
            return Err(InvariantError(
                "fewer than two players are alive, but the game is not won",
            ));
        }
        let dead_with_cards = Seat::ALL
            .into_iter()
            .filter(|&seat| !self.living.contains(seat))
            .any(|seat| !self.hand(seat).is_empty() || self.cards_in_front(seat).next().is_some());
        if dead_with_cards {
            Err(InvariantError("a dead player holds cards"))
        } else {
            Ok(())
        }
    }

    fn check_cards(&self) -> Result<(), InvariantError> {
        if self.all_cards() != self.cards {
            return Err(InvariantError("cards are not conserved"));
        }
        let mut marked = self.marked.iter().zip(&self.hands);
        if !marked.all(|(marked, hand)| marked.is_within(hand)) {
            return Err(InvariantError("a marked card is not in the hand"));
        }
        // Exposed kittens go off only after all players have answered the open choice.
        let exposed = self.hands.iter().any(Hand::has_unsheltered_hazard);
        if exposed && !matches!(self.phase, Phase::Choice(_)) {
            Err(InvariantError("a hand contains an unsheltered kitten"))
        } else {
            Ok(())
        }
    }

    pub(crate) fn all_cards(&self) -> Hand {
        let mut all = self.removed;
        let hands = self.hands.iter().chain(&self.face_down);
        hands.for_each(|hand| all.add_all(hand));
        all.add_all(&self.draw_pile.counts());
        all.add_all(&self.discard.counts());
        (0..self.face_up.len()).for_each(|_| all.add(Title::ExplodingKitten));
        let buried = self.buried.map(PileCard::title);
        let singles = self.put.into_iter().flatten().chain(buried);
        singles.for_each(|card| all.add(card));
        let laid = Seat::ALL
            .into_iter()
            .flat_map(|seat| self.cards_in_front(seat));
        laid.for_each(|(title, _)| all.add(title));
        self.tower.iter().for_each(|_| all.add(Title::TowerOfPower));
        all.add_all(&self.stash);
        if let Some(unresolved) = self.unresolved {
            (0..unresolved.count).for_each(|_| all.add(unresolved.title));
        }
        all
    }

    fn check_kittens(&self) -> Result<(), InvariantError> {
        let least = self.living.len() - 1;
        // A Barking Kitten kills a player without taking a hazard out of the game.
        let barked = self
            .deaths
            .iter()
            .filter(|death| death.cause == DeathCause::Barked);
        let most = least + self.rules.surplus_hazards() + barked.count();
        if !(least..=most).contains(&self.hazards_in_play()) {
            return Err(InvariantError("the number of kittens is wrong"));
        }
        match self.phase {
            Phase::Turn if self.draw_pile.is_empty() => Err(InvariantError(
                "the draw pile is empty at the start of a turn",
            )),
            Phase::Turn if self.draw_pile.hazards() < least => {
                Err(InvariantError("the number of kittens is wrong"))
            }
            Phase::Turn | Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => Ok(()),
        }
    }

    /// Returns the number of hazards in the draw pile, in hands and in transit between them.
    fn hazards_in_play(&self) -> usize {
        let unresolved = self
            .unresolved
            .map_or(0, |unresolved| unresolved.count.into());
        let held = self
            .hands
            .iter()
            .map(|hand| usize::from(hand.count(Title::ExplodingKitten)));
        let put = self
            .put
            .into_iter()
            .flatten()
            .chain(self.buried.map(PileCard::title))
            .filter(|card| card.hazard().is_some())
            .count();
        self.draw_pile.hazards() + unresolved + held.sum::<usize>() + put
    }

    pub(crate) fn check_deal(&self) -> Result<(), InvariantError> {
        let each = self.rules.cards_dealt + 1;
        let as_dealt = |seat: Seat| {
            let hand: &Hand = self.hand(seat);
            hand.total() == each && hand.has(Title::Defuse)
        };
        let stash =
            self.stash.total() == self.rules.stash_cards && !self.stash.has(Title::TowerOfPower);
        if stash && self.living.iter().all(as_dealt) {
            self.check_invariants()
        } else {
            Err(InvariantError("these rules cannot produce this deal"))
        }
    }
}
