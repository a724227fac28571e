//! What must hold after every step of every game until it is won.

use crate::{
    game::{Game, Origin},
    hand::Hand,
    phase::Phase,
    seat::Seat,
    title::Title,
};

/// An invariant that does not hold: a mistake in this crate, or events of another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// Cards were lost or came from nowhere.
    #[error("cards are not conserved")]
    Cards,
    /// Kittens in the pile are not one fewer than the living.
    #[error("the number of kittens in the pile is wrong")]
    Kittens,
    /// A turn starts with an empty pile.
    #[error("the draw pile is empty at the start of a turn")]
    EmptyPile,
    /// Fewer than two live and the game goes on.
    #[error("the game goes on with fewer than two living")]
    TooFewLiving,
    /// A dead player is on turn, or waited for.
    #[error("a dead player is on turn or waited for")]
    DeadAwaited,
    /// A turn owed that no rule gives.
    #[error("turns are owed that no rule gives")]
    Owed,
    /// A dead player holds cards.
    #[error("a dead player holds cards")]
    DeadWithCards,
    /// The hands or the pile are not what the deal gives.
    #[error("not a deal of these rules")]
    Deal,
}

impl Game {
    /// Asserts what must hold until the game is won. Set-ups made by hand are free of the count of
    /// kittens and of the pile.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check_invariants(&self) -> Result<(), Broken> {
        if matches!(self.phase, Phase::Won { .. }) {
            return Ok(());
        }
        self.check_turn()?;
        self.check_seats()?;
        self.check_cards()?;
        match self.origin {
            Origin::Dealt => self.check_kittens(),
            Origin::ByHand => Ok(()),
        }
    }

    fn check_turn(&self) -> Result<(), Broken> {
        match self.turn.owed {
            0 => return Err(Broken::Owed),
            1 => {}
            _ if self.turn.attacked => {}
            _ => return Err(Broken::Owed),
        }
        let awaited = self.awaited().with(self.turn.seat);
        match awaited.minus(self.living).is_empty() {
            true => Ok(()),
            false => Err(Broken::DeadAwaited),
        }
    }

    fn check_seats(&self) -> Result<(), Broken> {
        if self.living.len() < 2 || self.living.len() + self.deaths.len() != self.rules.players() {
            return Err(Broken::TooFewLiving);
        }
        let dead_hold = Seat::ALL
            .into_iter()
            .any(|seat| !self.living.contains(seat) && !self.hand(seat).is_empty());
        match dead_hold {
            true => Err(Broken::DeadWithCards),
            false => Ok(()),
        }
    }

    fn check_cards(&self) -> Result<(), Broken> {
        let mut all = self.out;
        let heaps = self.hands.iter().chain(&self.aside);
        heaps.for_each(|heap| all.add_all(heap));
        all.add_all(&self.draw_pile.counts());
        all.add_all(&self.discard.counts());
        let lying_about = self.face_up.len() + usize::from(self.kitten_waits());
        (0..lying_about).for_each(|_| all.add(Title::ExplodingKitten));
        let in_hand = self
            .hands
            .iter()
            .any(|hand| hand.has(Title::ExplodingKitten));
        match all == self.cards && !in_hand {
            true => Ok(()),
            false => Err(Broken::Cards),
        }
    }

    fn check_kittens(&self) -> Result<(), Broken> {
        let wanted = self.living.len() - 1 - usize::from(self.kitten_waits());
        if self.draw_pile.count(Title::ExplodingKitten) != wanted {
            return Err(Broken::Kittens);
        }
        match self.phase {
            Phase::Turn if self.draw_pile.is_empty() => Err(Broken::EmptyPile),
            _ => Ok(()),
        }
    }

    /// Whether a drawn kitten is in nobody's hand, waiting to be put back.
    fn kitten_waits(&self) -> bool {
        matches!(self.phase, Phase::Placing { .. })
    }

    /// Whether this is the start of a game as the rules deal it.
    pub(crate) fn check_deal(&self) -> Result<(), Broken> {
        let each = self.rules.dealt() + 1;
        let as_dealt = |seat: Seat| {
            let hand: &Hand = self.hand(seat);
            hand.total() == each && hand.has(Title::Defuse)
        };
        match self.living.iter().all(as_dealt) {
            true => self.check_invariants(),
            false => Err(Broken::Deal),
        }
    }
}
