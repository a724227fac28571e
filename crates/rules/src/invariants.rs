//! Invariants of a game: conditions that hold after every action until the game is won. Checked by
//! tests and simulations, and for a deal that is read back from a journal. They must never decide
//! whether an action is legal: see `legal.rs`.

use crate::{
    game::{Game, StartKind},
    hand::Hand,
    phase::Phase,
    seat::Seat,
    title::{Title, TitleSet},
};

/// An invariant that does not hold, because of a bug in this crate or of events of another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    /// Cards were lost or added.
    #[error("cards are not conserved")]
    Cards,
    /// The hazards in the draw pile are not one fewer than the living players, or as many more as the
    /// rules put in.
    #[error("the number of kittens in the pile is wrong")]
    Kittens,
    /// A turn starts with an empty draw pile.
    #[error("the draw pile is empty at the start of a turn")]
    EmptyPile,
    /// Fewer than two players live although the game is not won.
    #[error("the game goes on with fewer than two living")]
    TooFewLiving,
    /// The game waits for a dead player, or one is on turn.
    #[error("a dead player is on turn or waited for")]
    DeadAwaited,
    /// No turn is owed, or more than one without an Attack.
    #[error("turns are owed that no rule gives")]
    Owed,
    /// A dead player's hand is not empty.
    #[error("a dead player holds cards")]
    DeadWithCards,
    /// The start of a game has hands that these rules do not deal.
    #[error("not a deal of these rules")]
    Deal,
}

impl Game {
    /// Checks all invariants of a game that is not won. The numbers of kittens and of cards in the
    /// draw pile are checked for dealt games only, not for set-ups made by hand.
    ///
    /// # Errors
    /// Returns the first invariant that does not hold.
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
            0 => return Err(InvariantError::Owed),
            1 => {}
            _ if self.turn.attacked => {}
            _ => return Err(InvariantError::Owed),
        }
        let awaited = self.awaited().with(self.turn.seat);
        match awaited.minus(self.living).is_empty() {
            true => Ok(()),
            false => Err(InvariantError::DeadAwaited),
        }
    }

    fn check_seats(&self) -> Result<(), InvariantError> {
        if self.living.len() < 2 || self.living.len() + self.deaths.len() != self.rules.players() {
            return Err(InvariantError::TooFewLiving);
        }
        let dead_with_cards = Seat::ALL
            .into_iter()
            .any(|seat| !self.living.contains(seat) && !self.hand(seat).is_empty());
        match dead_with_cards {
            true => Err(InvariantError::DeadWithCards),
            false => Ok(()),
        }
    }

    fn check_cards(&self) -> Result<(), InvariantError> {
        let is_dangerous = |hand: &Hand| !hand.holding(1).and(TitleSet::HAZARDS).is_empty();
        let in_hand = self.hands.iter().any(is_dangerous);
        match self.all_cards() == self.cards && !in_hand {
            true => Ok(()),
            false => Err(InvariantError::Cards),
        }
    }

    pub(crate) fn all_cards(&self) -> Hand {
        let mut all = self.removed;
        let hands = self.hands.iter().chain(&self.face_down);
        hands.for_each(|hand| all.add_all(hand));
        all.add_all(&self.draw_pile.counts());
        all.add_all(&self.discard.counts());
        (0..self.face_up.len()).for_each(|_| all.add(Title::ExplodingKitten));
        self.waiting_card()
            .into_iter()
            .for_each(|card| all.add(card));
        all
    }

    fn check_kittens(&self) -> Result<(), InvariantError> {
        let waiting = usize::from(self.waiting_card().is_some());
        let wanted = self.living.len() - 1 + self.rules.surplus_hazards() - waiting;
        if self.draw_pile.hazards() != wanted {
            return Err(InvariantError::Kittens);
        }
        match self.phase {
            Phase::Turn if self.draw_pile.is_empty() => Err(InvariantError::EmptyPile),
            Phase::Turn | Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => Ok(()),
        }
    }

    pub(crate) fn check_deal(&self) -> Result<(), InvariantError> {
        let each = self.rules.cards_dealt + 1;
        let as_dealt = |seat: Seat| {
            let hand: &Hand = self.hand(seat);
            hand.total() == each && hand.has(Title::Defuse)
        };
        match self.living.iter().all(as_dealt) {
            true => self.check_invariants(),
            false => Err(InvariantError::Deal),
        }
    }
}
