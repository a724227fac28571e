//! Hand-made setups for scenarios, tests and analyses, in which the edition's cards may be almost anywhere. Real games
//! must start with a deal: see `deal.rs`. `scenario/setup.rs` reads the text form.

use std::borrow::Cow;

use crate::{
    direction::Direction,
    game::{Death, DeathCause, Game, PileKnowledge, StartKind},
    hand::Hand,
    phase::{MAX_NOPES, Phase, Turn},
    pile::{DrawPile, Pile},
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// A hand-made position. It need not be reachable from a deal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules, with the number of players.
    pub rules: Ruleset,
    /// The hands by seat.
    pub hands: [Hand; Seat::COUNT],
    /// The draw pile.
    pub pile: DrawPile,
    /// The discard pile.
    pub discard: Pile,
    /// The players who have exploded, in the order of their deaths.
    pub dead: Vec<Seat>,
    /// The current turn; `None` for a normal turn of the first living seat.
    pub turn: Option<Turn>,
    /// The direction of play.
    pub direction: Direction,
    /// The marked cards of the hands, by seat.
    pub marked: [Hand; Seat::COUNT],
    /// The players who cannot see their own hands.
    pub blind: SeatSet,
    /// The cards of the stash.
    pub stash: Hand,
    /// The player who wears the Tower of Power. The card itself must not be in a pile or a hand.
    pub tower: Option<Seat>,
    /// For each seat, the player who has laid an I'll Take That in front of it.
    pub claimed_by: [Option<Seat>; Seat::COUNT],
    /// The players who have a Barking Kitten in front of them.
    pub barking: SeatSet,
}

/// The reason why a setup is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(Cow<'static, str>);

impl SetupError {
    fn new(reason: impl Into<Cow<'static, str>>) -> SetupError {
        SetupError(reason.into())
    }
}

impl Setup {
    /// Returns a setup without cards or dead players; the first seat is on turn.
    pub fn new(rules: Ruleset) -> Setup {
        Setup {
            rules,
            hands: [Hand::EMPTY; Seat::COUNT],
            pile: Pile::new(),
            discard: Pile::new(),
            dead: Vec::new(),
            turn: None,
            direction: Direction::Clockwise,
            marked: [Hand::EMPTY; Seat::COUNT],
            blind: SeatSet::EMPTY,
            stash: Hand::EMPTY,
            tower: None,
            claimed_by: [None; Seat::COUNT],
            barking: SeatSet::EMPTY,
        }
    }

    fn cards(&self) -> Result<Hand, SetupError> {
        let hidden = self.hands.iter().chain([&self.stash]);
        let mut cards: Vec<Title> = hidden.flat_map(Hand::cards).collect();
        cards.extend(self.pile.cards().iter().map(|card| card.title()));
        cards.extend(self.discard.cards());
        let claims = self.claimed_by.iter().flatten();
        cards.extend(claims.map(|_| Title::IllTakeThat));
        cards.extend(self.barking.iter().map(|_| Title::BarkingKitten));
        cards.extend(self.tower.map(|_| Title::TowerOfPower));
        match cards.len() {
            0..=Hand::MAX_CARDS => Ok(cards.into_iter().collect()),
            _ => Err(SetupError::new(format!(
                "more than {} cards",
                Hand::MAX_CARDS
            ))),
        }
    }

    fn check_cards(&self, cards: &Hand) -> Result<(), SetupError> {
        if self.stash.has_unsheltered_hazard()
            || self.hands.iter().any(Hand::has_unsheltered_hazard)
        {
            return Err(SetupError::new("a kitten in a hand"));
        }
        let mut marked = self.marked.iter().zip(&self.hands);
        if !marked.all(|(marked, hand)| marked.is_within(hand)) {
            return Err(SetupError::new("a marked card that is not in the hand"));
        }
        let known = self.rules.titles();
        if let Some(foreign) = cards.titles().find(|&title| !known.contains(title)) {
            return Err(SetupError::new(format!("{foreign} is not in this edition")));
        }
        if usize::from(cards.count(Title::Nope)) > MAX_NOPES {
            return Err(SetupError::new(format!("more than {MAX_NOPES} Nopes")));
        }
        Ok(())
    }

    fn living(&self) -> Result<SeatSet, SetupError> {
        let mut living = self.rules.seats();
        for &seat in &self.dead {
            if !self.rules.seats().contains(seat) {
                return Err(SetupError::new("a seat that is not in play"));
            }
            if !living.contains(seat) {
                return Err(SetupError::new("a player listed as dead twice"));
            }
            living = living.without(seat);
        }
        match living.len() {
            0 | 1 => Err(SetupError::new("fewer than two players alive")),
            _ => Ok(living),
        }
    }

    fn check_hands(&self, living: SeatSet) -> Result<(), SetupError> {
        let holders = Seat::ALL
            .into_iter()
            .filter(|seat| !self.hands[seat.index()].is_empty());
        for seat in holders {
            if !self.rules.seats().contains(seat) {
                return Err(SetupError::new("a seat that is not in play"));
            }
            if !living.contains(seat) {
                return Err(SetupError::new("a dead player with cards"));
            }
        }
        Ok(())
    }

    fn check_cards_in_front(&self, living: SeatSet) -> Result<(), SetupError> {
        let is_possible = |(seat, by): (Seat, &Option<Seat>)| {
            by.is_none_or(|by| living.contains(by) && living.contains(seat) && by != seat)
        };
        let mut claims = Seat::ALL.into_iter().zip(&self.claimed_by);
        if claims.all(is_possible) && self.barking.minus(living).is_empty() {
            Ok(())
        } else {
            Err(SetupError::new(
                "a card in front of a player where it cannot be",
            ))
        }
    }

    fn first_turn(&self, living: SeatSet) -> Result<Turn, SetupError> {
        let first = living.nth(0).map(Turn::normal);
        let none_alive = || SetupError::new("fewer than two players alive");
        let turn = self.turn.or(first).ok_or_else(none_alive)?;
        if !self.rules.seats().contains(turn.seat) {
            return Err(SetupError::new("a seat that is not in play"));
        }
        if !living.contains(turn.seat) {
            return Err(SetupError::new("a dead player on turn"));
        }
        match turn.owed {
            1 => Ok(turn),
            2.. if turn.attacked => Ok(turn),
            _ => Err(SetupError::new(
                "no turn owed, or more than one without an Attack",
            )),
        }
    }
}

impl Game {
    /// Builds a game from a hand-made setup. Players dead from the start have no cards in front of them.
    ///
    /// # Errors
    /// Returns the first reason why the setup is invalid.
    pub fn from_setup(setup: Setup) -> Result<Game, SetupError> {
        let cards = setup.cards()?;
        setup.check_cards(&cards)?;
        let living = setup.living()?;
        setup.check_hands(living)?;
        let turn = setup.first_turn(living)?;
        if !setup.blind.minus(living).is_empty() {
            return Err(SetupError::new("a blind player who is not alive"));
        }
        if setup.tower.is_some_and(|seat| !living.contains(seat)) {
            return Err(SetupError::new("the wearer of the Tower is not alive"));
        }
        setup.check_cards_in_front(living)?;
        let exploded = |&seat: &Seat| Death {
            seat,
            cause: DeathCause::Exploded,
        };
        Ok(Game {
            rules: setup.rules,
            start_kind: StartKind::ByHand,
            turn,
            direction: setup.direction,
            living,
            phase: Phase::Turn,
            hands: setup.hands,
            known: [PileKnowledge::default(); Seat::COUNT],
            raised: 0,
            draw_pile: setup.pile,
            discard: setup.discard,
            deaths: setup.dead.iter().map(exploded).collect(),
            face_down: [Hand::EMPTY; Seat::COUNT],
            face_up: SeatSet::EMPTY,
            removed: Hand::EMPTY,
            marked: setup.marked,
            blind: setup.blind,
            put: [None; Seat::COUNT],
            unresolved: None,
            buried: None,
            claimed_by: setup.claimed_by,
            barking: setup.barking,
            tower: setup.tower,
            stash: setup.stash,
            cards,
        })
    }
}
