//! A game that is over, as the entries of its table tell it.

use fairness::Purpose;
use rules::{Deal, Event, Ruleset, Seat};

use super::form::PlayerForm;
use super::replay::{Placing, Proof};
use crate::entry::Entry;
use crate::ids::Millis;
use crate::record::{Record, RecordError};
use crate::state::State;

/// A game that is over. There is no value of a running one.
pub struct PlayedGame {
    pub(super) proof: Option<Proof>,
    pub(crate) rules: Ruleset,
    pub(crate) players: Vec<PlayerForm>,
    pub(crate) first: Seat,
    /// True if the table chose the first seat.
    pub(super) is_first_chosen: bool,
    pub(crate) dealt: Deal,
    pub(super) dealt_at: Millis,
    pub(crate) actions: Vec<PlayedAction>,
}

/// The events of one action, with its time.
pub(crate) struct PlayedAction {
    pub(super) at: Millis,
    pub(crate) events: Vec<Event>,
    pub(super) placing: Placing,
}

impl PlayedGame {
    /// Returns the game of this number, from 1, of the table with these entries; `None` if there is none, or
    /// if it is not over.
    ///
    /// # Errors
    /// [`RecordError`] if the entries are not those of one table without a gap, or cannot be read.
    pub fn find(entries: &[Entry], number: u32) -> Result<Option<Self>, RecordError> {
        let first = entries.first().ok_or(RecordError::OutOfSequence(0))?;
        let mut state = State::opened(first)?;
        let mut found: Option<Self> = None;
        for entry in entries {
            state.apply_entry_with(entry, |state, record| {
                if state.games + 1 == number {
                    found = found.take().or_else(|| Self::begin(state, entry, record));
                } else if let Some(game) = &mut found {
                    game.actions.extend(PlayedAction::of(record, entry.at));
                }
            })?;
            let is_over = state.games == number && state.running_game().is_none();
            if is_over || state.games > number {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the game that a record deals; `None` if it is another record. One that cannot be read is an error
    /// when it is applied.
    fn begin(state: &State, entry: &Entry, record: &Record) -> Option<Self> {
        let Record::Dealt {
            first,
            rules,
            dealt,
            drawn,
        } = record
        else {
            return None;
        };
        let is_drawn = drawn.contains(&Purpose::First);
        let proof = state.proof.as_ref().map(|proof| Proof {
            game: proof.game,
            secret: proof.secret.clone(),
            shares: state.shares(entry.interaction),
        });
        let seats = state.seats.iter();
        let players = seats.map(|(seat, state)| PlayerForm::new(seat, &state.player));
        Some(Self {
            proof,
            rules: (&**rules).try_into().ok()?,
            players: players.collect(),
            first: *first,
            is_first_chosen: !is_drawn && state.chosen_first() == Some(*first),
            dealt: dealt.try_into().ok()?,
            dealt_at: entry.at,
            actions: Vec::new(),
        })
    }
}

impl PlayedAction {
    fn of(record: &Record, at: Millis) -> Option<Self> {
        let Record::Game { events, drawn } = record else {
            return None;
        };
        Some(Self {
            at,
            events: events.clone(),
            placing: Placing::of(drawn),
        })
    }
}
