//! The interface of a computer player, which observes events and chooses actions. Delays, the thread on which
//! [`Computer::choose`] runs, and the handling of late choices are up to the crate `table` and the bot.

use rules::{Action, Game, PlayerView, Randomness, Seat, SeenEvent};

use crate::{
    beginner,
    heuristic::{self, HeuristicParams},
    knowledge::SeatKnowledge,
    memory::Memory,
    search,
    strength::Strength,
};

/// A computer player in one seat. Knows only what its seat has seen, so it can be rebuilt at any time from the
/// seat's events.
#[derive(Clone, Debug, PartialEq)]
pub struct Computer {
    strength: Strength,
    memory: Memory,
    playouts: usize,
    /// The parameters for a [`Strength::Cat`] and for [`Computer::choose_by_heuristic`].
    params: HeuristicParams,
}

impl Computer {
    /// Creates a computer player for `seat`. `view` is the seat's view at the start of the game, before any event.
    pub fn new(strength: Strength, seat: Seat, view: &PlayerView) -> Computer {
        Computer {
            strength,
            memory: Memory::new(seat, view),
            playouts: search::PLAYOUTS,
            params: HeuristicParams::SENSIBLE,
        }
    }

    /// Limits the search to this many playouts per choice. With 0, the heuristic decides. Only
    /// [`Strength::Tiger`] searches.
    #[must_use]
    pub fn with_playouts(self, playouts: usize) -> Computer {
        Computer { playouts, ..self }
    }

    /// Changes how boldly a [`Strength::Cat`] draws: 0 changes nothing, 1 accepts any risk, and -1 accepts no risk.
    #[must_use]
    pub fn with_boldness(self, boldness: f32) -> Computer {
        let params = HeuristicParams::SENSIBLE.with_boldness(boldness);
        Computer { params, ..self }
    }

    /// Changes the strength for all further choices, and keeps the memory.
    #[must_use]
    pub fn with_strength(self, strength: Strength) -> Computer {
        Computer { strength, ..self }
    }

    /// Returns the strength.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Updates the memory with an event. The caller must pass every event of the game, in order and redacted for
    /// this seat.
    pub fn observe(&mut self, event: &SeenEvent) {
        self.memory.observe(event);
    }

    /// Returns one of the legal actions of `view`, which must be the seat's view after all observed events. Returns
    /// `None` to wait, or if there is no legal action or no turn. The same events, view and random numbers lead to the
    /// same choice. [`Strength::Tiger`] takes milliseconds, the other strengths microseconds.
    pub fn choose(&self, view: &PlayerView, chance: &mut impl Randomness) -> Option<Action> {
        let legal = view.legal.as_ref().filter(|legal| !legal.is_empty())?;
        let knowledge = SeatKnowledge::new(view, &self.memory)?;
        let chosen = match self.strength {
            Strength::Kitten => beginner::choose(&knowledge, legal, chance),
            Strength::Cat => heuristic::choose(&knowledge, legal.options(), &self.params, chance),
            Strength::Tiger => search::choose(&knowledge, legal, self.playouts, chance),
        };
        debug_assert!(
            chosen.is_none_or(|action| legal.allows(&action)),
            "a computer chose an illegal action"
        );
        chosen
    }

    /// Returns a random game that is consistent with what the seat knows, for other searches. Returns `None` for a view
    /// without a turn.
    pub fn sample(&self, view: &PlayerView, chance: &mut impl Randomness) -> Option<Game> {
        search::sample(&SeatKnowledge::new(view, &self.memory)?, chance)
    }

    /// Returns the heuristic's choice within microseconds, regardless of the strength. The table uses this choice as a
    /// fallback, for example if a search is late.
    pub fn choose_by_heuristic(
        &self,
        view: &PlayerView,
        chance: &mut impl Randomness,
    ) -> Option<Action> {
        let knowledge = SeatKnowledge::new(view, &self.memory)?;
        let legal = view.legal.as_ref()?;
        heuristic::choose(&knowledge, legal.options(), &self.params, chance)
    }
}
