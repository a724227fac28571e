//! A finished or running game, usually extracted from the entries of its table.

use std::ops::RangeInclusive;

use fairness::Purpose;
use rules::{Deal, Event, Ruleset, Seat, SeatSet};

use super::replayed_chance::RevealedProof;
use super::schema::PlayerForm;
use crate::entry::Entry;
use crate::ids::{InteractionId, Millis, UserId};
use crate::recipe_list::ChosenRecipe;
use crate::record::{Record, RecordError};
use crate::screen::Player;
use crate::state::State;

/// A game in the form that its file needs. Other crates get only finished games.
pub struct PlayedGame {
    pub(crate) proof: Option<RevealedProof>,
    pub(crate) rules: Ruleset,
    /// The recipe; `None` if the game was played with an edition.
    pub(crate) recipe: Option<ChosenRecipe>,
    pub(crate) players: Vec<PlayerForm>,
    /// The people who had a seat when the game was dealt.
    pub(crate) people: Vec<(Seat, UserId)>,
    pub(crate) first: Seat,
    /// True if the first seat was set by the table rather than picked at random.
    pub(super) is_first_chosen: bool,
    pub(crate) dealt: Deal,
    pub(crate) dealt_at: Millis,
    pub(crate) actions: Vec<PlayedAction>,
}

/// One action of a game, with its events and random picks.
pub(crate) struct PlayedAction {
    pub(super) at: Millis,
    pub(crate) events: Vec<Event>,
    /// The purposes of the action's random picks, if the game has a proof.
    pub(super) drawn: Vec<Purpose>,
    /// The seats of people for whom computers were playing.
    pub(crate) stand_ins: SeatSet,
}

impl PlayedGame {
    /// Returns game `number`, counted from 1, of the table with these entries; `None` if there is no such game or it is
    /// not over.
    ///
    /// # Errors
    /// [`RecordError`] if the entries do not form one table's history without gaps, or cannot be read.
    pub fn find(entries: &[Entry], number: u32) -> Result<Option<Self>, RecordError> {
        Ok(Self::numbered(entries, number..=number)?.pop())
    }

    /// Returns the finished games of the table with these entries, earliest first.
    ///
    /// # Errors
    /// Same as [`PlayedGame::find`].
    pub fn all(entries: &[Entry]) -> Result<Vec<Self>, RecordError> {
        Self::numbered(entries, 1..=u32::MAX)
    }

    fn numbered(entries: &[Entry], numbers: RangeInclusive<u32>) -> Result<Vec<Self>, RecordError> {
        let first = entries.first().ok_or(RecordError::OutOfSequence(0))?;
        let mut state = State::opened(first)?;
        let (mut over, mut current) = (Vec::new(), None::<Self>);
        for entry in entries {
            state.apply_entry_with(entry, |state, record| {
                if state.running_game().is_none() {
                    over.extend(current.take());
                }
                let is_begun = state.running_game().is_some();
                let number = state.games + u32::from(!is_begun);
                let dealt = Self::begin(state, (entry.at, entry.interaction), record);
                if dealt.is_some() {
                    // A rematch is dealt again when a latecomer joins. The new deal replaces the previous deal.
                    current = dealt.filter(|_| numbers.contains(&number));
                } else if let Some(game) = &mut current {
                    let played = PlayedAction::of(record, entry.at);
                    game.actions.extend(played.map(|played| PlayedAction {
                        stand_ins: state.seats.absent(),
                        ..played
                    }));
                }
            })?;
            if state.running_game().is_none() {
                over.extend(current.take());
            }
            if current.is_none() && state.games >= *numbers.end() {
                break;
            }
        }
        Ok(over)
    }

    /// Returns a finished game that was not played at a table. The players take the first seats, in this order.
    pub(crate) fn without_table(
        proof: RevealedProof,
        rules: Ruleset,
        (first, dealt): (Seat, Deal),
        players: &[Player],
        (ended, actions): (Millis, Vec<PlayedAction>),
    ) -> Self {
        let seated = Seat::ALL.into_iter().zip(players);
        Self {
            proof: Some(proof),
            rules,
            recipe: None,
            players: seated
                .map(|(seat, player)| PlayerForm::new(seat, player))
                .collect(),
            people: Vec::new(),
            first,
            is_first_chosen: false,
            dealt,
            dealt_at: ended,
            actions,
        }
    }

    /// Returns the time of the last action, or of the deal if there were no actions.
    pub fn ended_at(&self) -> Millis {
        self.actions.last().map_or(self.dealt_at, |last| last.at)
    }

    /// Returns true if the person had a seat when the game was dealt.
    pub fn is_played_by(&self, person: UserId) -> bool {
        self.seat_of(person).is_some()
    }

    pub(crate) fn winner(&self) -> Option<&PlayerForm> {
        let Some(Event::Won { seat }) = self.actions.last()?.events.last() else {
            return None;
        };
        self.players.get(seat.index())
    }

    /// Returns the winner's seat if a stand-in won in it.
    pub(crate) fn winning_stand_in(&self) -> Option<Seat> {
        let last = self.actions.last()?;
        let Some(Event::Won { seat }) = last.events.last() else {
            return None;
        };
        last.stand_ins.contains(*seat).then_some(*seat)
    }

    /// Returns the game that this record deals; `None` for other records, and for an unreadable deal, which becomes an
    /// error when the record is applied.
    pub(crate) fn begin(
        state: &State,
        (at, interaction): (Millis, Option<InteractionId>),
        record: &Record,
    ) -> Option<Self> {
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
        let proof = state.proof.as_ref().map(|proof| RevealedProof {
            game: proof.game,
            secret: proof.secret.clone(),
            shares: state.shares(interaction),
        });
        let seats = || state.seats.iter();
        let players = seats().map(|(seat, state)| PlayerForm::new(seat, &state.player));
        Some(Self {
            proof,
            rules: **rules,
            recipe: state.options.recipe,
            players: players.collect(),
            people: seats()
                .filter_map(|(seat, state)| Some((seat, state.player.user()?)))
                .collect(),
            first: *first,
            is_first_chosen: !is_drawn && state.chosen_first() == Some(*first),
            dealt: dealt.try_into().ok()?,
            dealt_at: at,
            actions: Vec::new(),
        })
    }
}

impl PlayedAction {
    pub(crate) fn new(at: Millis, events: Vec<Event>, drawn: Vec<Purpose>) -> Self {
        Self {
            at,
            events,
            drawn,
            stand_ins: SeatSet::EMPTY,
        }
    }

    fn of(record: &Record, at: Millis) -> Option<Self> {
        let Record::Game { events, drawn } = record else {
            return None;
        };
        Some(Self::new(at, events.clone(), drawn.clone()))
    }
}
