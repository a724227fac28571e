//! A computer in a seat: its strength, and what it remembers.

use rules::{Action, Chance, PlayerView, Seat, SeenEvent};

use crate::{
    cat::{self, Habits},
    kitten,
    memory::Memory,
    outlook::Remembered,
    strength::Strength,
    tiger,
};

/// A computer player in one seat. It knows what its seat has seen and nothing else, so that it can
/// be rebuilt at any time from the seat's history.
#[derive(Clone, Debug, PartialEq)]
pub struct Computer {
    strength: Strength,
    memory: Memory,
    playouts: usize,
}

impl Computer {
    /// A computer for `seat`, which has seen nothing but `view`, the seat's view of the start.
    pub fn new(strength: Strength, seat: Seat, view: &PlayerView) -> Computer {
        Computer {
            strength,
            memory: Memory::new(seat, view),
            playouts: tiger::PLAYOUTS,
        }
    }

    /// The same, thinking through at most so many imagined games for one choice, if it is one that
    /// searches. With none it plays by the heuristic.
    #[must_use]
    pub fn with_playouts(self, playouts: usize) -> Computer {
        Computer { playouts, ..self }
    }

    /// The same, with all that it remembers, playing this well from now on.
    #[must_use]
    pub fn with_strength(self, strength: Strength) -> Computer {
        Computer { strength, ..self }
    }

    /// How well it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Takes in what its seat has just seen: every event, in order.
    pub fn observe(&mut self, event: &SeenEvent) {
        self.memory.observe(event);
    }

    /// What it does now: one of the legal actions of `view`, which is its own seat's view after
    /// all that it has observed. Nothing where nothing is asked of it. The same history, view and
    /// chance give the same choice.
    pub fn choose(&self, view: &PlayerView, chance: &mut impl Chance) -> Option<Action> {
        let legal = view.legal.as_ref().filter(|legal| !legal.is_empty())?;
        let outlook = Remembered::new(view, &self.memory)?;
        let chosen = match self.strength {
            Strength::Kitten => kitten::choose(&outlook, legal, chance),
            Strength::Cat => cat::choose(&outlook, legal.options(), &Habits::SENSIBLE, chance),
            Strength::Tiger => tiger::choose(&outlook, legal, self.playouts, chance),
        };
        debug_assert!(
            chosen.is_none_or(|action| legal.allows(&action)),
            "a computer chose what is not legal"
        );
        chosen
    }

    /// What the heuristic does here, whatever the strength, in microseconds: for whoever cannot
    /// wait for [`Computer::choose`], or must not trust it any more.
    pub fn choose_at_once(&self, view: &PlayerView, chance: &mut impl Chance) -> Option<Action> {
        let outlook = Remembered::new(view, &self.memory)?;
        let legal = view.legal.as_ref()?;
        cat::choose(&outlook, legal.options(), &Habits::SENSIBLE, chance)
    }
}
