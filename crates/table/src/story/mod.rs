//! The whole story of a finished game: its cards opened on one page, and a replay of its steps. It is computed
//! anew for each click; `screen::story_cards` and `screen::story_step` put it into words. Nothing of a step may
//! tell what comes later, and there is no story of a running game: see [`PlayedGame`].

mod walk;

use players::Strength;
use rules::{Event, Game, SeatSet, SeenEvent, redact};

use crate::game_file::PlayedGame;
use crate::record::RecordError;
use crate::screen::{Occupant, Player};
pub(crate) use walk::{Jump, JumpKind, Walk};

/// The story of a game that is over.
pub struct Story {
    dealt: Game,
    players: Vec<Player>,
    computers: SeatSet,
    events: Vec<Event>,
    /// By step: the number of events up to its end. Step 0 is the deal.
    ends: Vec<usize>,
}

impl Story {
    /// Returns the story of a game.
    ///
    /// # Errors
    /// [`RecordError::Impossible`] if its deal is against its rules.
    pub fn of(played: &PlayedGame) -> Result<Self, RecordError> {
        let dealt = Game::from_deal(played.rules, played.first, &played.dealt);
        let players = played.players.iter().map(|player| Player {
            name: player.name.clone().into(),
            occupant: NOBODY,
        });
        let seats = played.rules.seats().iter().zip(&played.players);
        let computers = seats.filter(|(_, player)| player.is_computer());
        let actions = played.actions.iter().map(|action| &action.events[..]);
        Ok(Self::new(
            dealt.map_err(|_| RecordError::Impossible)?,
            players.collect(),
            computers.map(|(seat, _)| seat).collect(),
            actions,
        ))
    }

    /// Returns the story of these actions in a game as it was dealt. A pass that closes no window is no step.
    pub(crate) fn new<'e>(
        dealt: Game,
        players: Vec<Player>,
        computers: SeatSet,
        actions: impl Iterator<Item = &'e [Event]>,
    ) -> Self {
        let (mut events, mut ends) = (Vec::new(), vec![0]);
        for action in actions {
            events.extend_from_slice(action);
            let is_pass = |event: &Event| matches!(event, Event::Passed { .. });
            if !action.iter().all(is_pass) {
                ends.push(events.len());
            }
        }
        ends.truncate(usize::from(u16::MAX));
        Self {
            dealt,
            players,
            computers,
            events,
            ends,
        }
    }

    /// Returns the number of the last step. Step 0 is the deal.
    pub fn last_step(&self) -> u16 {
        (self.ends.len() - 1) as u16
    }

    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    pub(crate) fn computers(&self) -> SeatSet {
        self.computers
    }

    /// Returns the state after a step, or after the last one if there are fewer.
    pub(crate) fn at(&self, step: u16) -> Walk<'_> {
        let mut walk = Walk::new(&self.dealt);
        let mut from = 0;
        for (number, end) in (0..=step).zip(&self.ends) {
            walk.take(number, &self.events[from..*end]);
            from = *end;
        }
        walk
    }

    /// Returns the events up to the end of a step, as everybody saw them.
    pub(crate) fn seen(&self, step: u16) -> Vec<SeenEvent> {
        let step = usize::from(step.min(self.last_step()));
        let events = self.events[..self.ends[step]].iter();
        let rules = self.dealt.rules();
        events.map(|event| redact(event, None, rules)).collect()
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }
}

/// The owner of every seat: a story calls nobody.
const NOBODY: Occupant = Occupant::Computer(Strength::Kitten);
