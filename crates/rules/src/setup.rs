//! Set-ups made by hand: any cards of the edition anywhere, for scenarios and tests.

use crate::{
    game::{Death, Fate, Game, Known, Origin},
    hand::Hand,
    phase::{MOST_NOPES, Phase, Turn},
    pile::Pile,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// A position laid out by hand. It need not be a legal deal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules, with the number of players.
    pub rules: Ruleset,
    /// The hands by seat.
    pub hands: [Hand; Seat::MOST],
    /// The draw pile.
    pub pile: Pile,
    /// The discard pile.
    pub discard: Pile,
    /// Who has exploded already, the first to do so first.
    pub dead: Vec<Seat>,
    /// Who is on turn; `None` for the first living seat.
    pub turn: Option<Turn>,
}

/// Why a set-up cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A hand of a seat that is not in play, or a turn or death of one.
    #[error("a seat that is not in play")]
    NotSeated,
    /// A kitten in a hand.
    #[error("a kitten in a hand")]
    KittenInHand,
    /// A title that the edition has not.
    #[error("{0} is not in this edition")]
    Foreign(Title),
    /// A dead player with cards.
    #[error("a dead player with cards")]
    DeadWithCards,
    /// A dead player on turn.
    #[error("a dead player on turn")]
    DeadOnTurn,
    /// A player dead twice.
    #[error("a player dead twice")]
    DeadTwice,
    /// Fewer than two living.
    #[error("fewer than two living")]
    TooFewLiving,
    /// No turn owed, or more than one without an attack.
    #[error("no turn owed, or more than one without an attack")]
    Owed,
    /// More cards than any game has.
    #[error("more than {} cards", Hand::MOST)]
    TooManyCards,
    /// More Nopes than a window holds.
    #[error("more than {MOST_NOPES} Nopes")]
    TooManyNopes,
}

impl Setup {
    /// An empty table: no cards, nobody dead, the first seat on turn.
    pub fn new(rules: Ruleset) -> Setup {
        Setup {
            rules,
            hands: [Hand::EMPTY; Seat::MOST],
            pile: Pile::new(),
            discard: Pile::new(),
            dead: Vec::new(),
            turn: None,
        }
    }

    fn cards(&self) -> Result<Hand, SetupError> {
        let mut cards: Vec<Title> = self.hands.iter().flat_map(Hand::cards).collect();
        cards.extend(self.pile.cards().iter().chain(self.discard.cards()));
        match cards.len() {
            0..=Hand::MOST => Ok(cards.into_iter().collect()),
            _ => Err(SetupError::TooManyCards),
        }
    }

    fn check_cards(&self, cards: &Hand) -> Result<(), SetupError> {
        if self
            .hands
            .iter()
            .any(|hand| hand.has(Title::ExplodingKitten))
        {
            return Err(SetupError::KittenInHand);
        }
        let known = self.rules.titles();
        if let Some(foreign) = cards.titles().find(|&title| !known.contains(title)) {
            return Err(SetupError::Foreign(foreign));
        }
        if usize::from(cards.count(Title::Nope)) > MOST_NOPES {
            return Err(SetupError::TooManyNopes);
        }
        Ok(())
    }

    fn living(&self) -> Result<SeatSet, SetupError> {
        let mut living = self.rules.seats();
        for &seat in &self.dead {
            if !self.rules.seats().contains(seat) {
                return Err(SetupError::NotSeated);
            }
            if !living.contains(seat) {
                return Err(SetupError::DeadTwice);
            }
            living = living.without(seat);
        }
        match living.len() {
            0 | 1 => Err(SetupError::TooFewLiving),
            _ => Ok(living),
        }
    }

    fn check_hands(&self, living: SeatSet) -> Result<(), SetupError> {
        let holders = Seat::ALL
            .into_iter()
            .filter(|seat| !self.hands[seat.index()].is_empty());
        for seat in holders {
            if !self.rules.seats().contains(seat) {
                return Err(SetupError::NotSeated);
            }
            if !living.contains(seat) {
                return Err(SetupError::DeadWithCards);
            }
        }
        Ok(())
    }

    fn first_turn(&self, living: SeatSet) -> Result<Turn, SetupError> {
        let turn = match self.turn {
            Some(turn) => turn,
            None => Turn::normal(living.nth(0).ok_or(SetupError::TooFewLiving)?),
        };
        if !self.rules.seats().contains(turn.seat) {
            return Err(SetupError::NotSeated);
        }
        if !living.contains(turn.seat) {
            return Err(SetupError::DeadOnTurn);
        }
        match turn.owed {
            0 => Err(SetupError::Owed),
            1 => Ok(turn),
            _ if turn.attacked => Ok(turn),
            _ => Err(SetupError::Owed),
        }
    }
}

impl Game {
    /// Builds a game from a set-up made by hand. Nothing lies before those who are dead in it.
    ///
    /// # Errors
    /// What cannot be: see [`SetupError`].
    pub fn from_setup(setup: Setup) -> Result<Game, SetupError> {
        let cards = setup.cards()?;
        setup.check_cards(&cards)?;
        let living = setup.living()?;
        setup.check_hands(living)?;
        let turn = setup.first_turn(living)?;
        let exploded = |&seat: &Seat| Death {
            seat,
            fate: Fate::Exploded,
        };
        Ok(Game {
            rules: setup.rules,
            origin: Origin::ByHand,
            turn,
            living,
            phase: Phase::Turn,
            hands: setup.hands,
            known: [Known::default(); Seat::MOST],
            draw_pile: setup.pile,
            discard: setup.discard,
            deaths: setup.dead.iter().map(exploded).collect(),
            aside: [Hand::EMPTY; Seat::MOST],
            face_up: SeatSet::EMPTY,
            out: Hand::EMPTY,
            cards,
        })
    }
}
