//! A game that is over, as the entries of its table tell it.

use fairness::Purpose;
use rules::{Deal, Event, Ruleset, Seat};

use super::form::PlayerForm;
use super::replay::{Placing, Proof};
use crate::entry::Entry;
use crate::ids::Millis;
use crate::record::{Record, RecordError, RulesetRecord};
use crate::state::State;

/// A game that is over. There is no value of a running one.
pub struct PlayedGame {
    pub(super) proof: Option<Proof>,
    pub(super) rules: Ruleset,
    pub(super) players: Vec<PlayerForm>,
    pub(super) first: Seat,
    /// True if the table chose the first seat.
    pub(super) is_first_chosen: bool,
    pub(super) dealt: Deal,
    pub(super) dealt_at: Millis,
    pub(super) actions: Vec<PlayedAction>,
}

/// The events of one action, with its time.
pub(super) struct PlayedAction {
    pub(super) at: Millis,
    pub(super) events: Vec<Event>,
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
        let mut found = None;
        for entry in entries {
            state.apply_entry_with(entry, |state, record| {
                observe(state, entry, record, number, &mut found);
            })?;
            let is_over = state.games == number && state.running_game().is_none();
            if is_over || state.games > number {
                return found.transpose();
            }
        }
        Ok(None)
    }

    fn new(state: &State, entry: &Entry, record: &DealtParts<'_>) -> Result<Self, RecordError> {
        let is_drawn = record.drawn.contains(&Purpose::First);
        let proof = state.proof.as_ref().map(|proof| Proof {
            game: proof.game,
            secret: proof.secret.clone(),
            shares: state.shares(entry.interaction),
        });
        let seats = state.seats.iter();
        Ok(Self {
            proof,
            rules: record.rules.try_into()?,
            players: seats
                .map(|(seat, state)| PlayerForm::new(seat, &state.player))
                .collect(),
            first: record.first,
            is_first_chosen: !is_drawn && state.chosen_first() == Some(record.first),
            dealt: record.dealt.clone(),
            dealt_at: entry.at,
            actions: Vec::new(),
        })
    }
}

struct DealtParts<'a> {
    first: Seat,
    rules: &'a RulesetRecord,
    dealt: Deal,
    drawn: &'a [Purpose],
}

fn observe(
    state: &State,
    entry: &Entry,
    record: &Record,
    number: u32,
    found: &mut Option<Result<PlayedGame, RecordError>>,
) {
    if let Record::Dealt {
        first,
        rules,
        dealt,
        drawn,
    } = record
        && state.games + 1 == number
    {
        *found = Some(Deal::try_from(dealt).and_then(|dealt| {
            let parts = DealtParts {
                first: *first,
                rules,
                dealt,
                drawn,
            };
            PlayedGame::new(state, entry, &parts)
        }));
    }
    if let (Record::Game { events, drawn }, Some(Ok(game))) = (record, found) {
        game.actions.push(PlayedAction {
            at: entry.at,
            events: events.clone(),
            placing: Placing::of(drawn),
        });
    }
}
