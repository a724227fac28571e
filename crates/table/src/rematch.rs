//! The lobby between two games of a table: people of the previous game are asked to join again. Returning players keep
//! their order. If there are enough players, the game starts once everyone has answered or time is up; see
//! `handler::end`. Until the first draw or death, people who have not answered may still join; the cards are then
//! dealt again.

use rules::{Event, Seat};

use crate::entry_limits::MAX_ENTRIES_BEFORE_DEAL;
use crate::fixed_time_limits::REMATCH_WAIT;
use crate::ids::{Millis, UserId};
use crate::record::PersonRecord;
use crate::refusal::Refusal;
use crate::screen::Player;
use crate::seats::Seats;
use crate::state::{Stage, State};
use crate::table::Table;
use crate::user_set::UserSet;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rematch {
    /// The players of the last game in seat order.
    players: Vec<Player>,
    /// The seat that took the first turn of the last game.
    first: Seat,
    /// The people of the last game who have not answered yet.
    pub(crate) asked: UserSet,
    /// When the wait ends: the game then starts if enough players have joined.
    pub(crate) starts: Millis,
}

impl Rematch {
    /// Returns the lobby that `host` opens after a game with these seats. People who left that game are not asked. If
    /// no one else is present and there are computers, no one is asked, so that the host does not have to wait.
    pub(crate) fn after(seats: &Seats, host: UserId, first: Seat, starts: Millis) -> Self {
        let people = seats.iter().filter(|(_, state)| !state.has_left());
        let others = people.filter(|(_, state)| state.user() != Some(host));
        let somebody_is_here = others.clone().any(|(_, state)| state.is_present());
        let waits = somebody_is_here || seats.last_computer().is_none();
        let asked = others.filter(|_| waits);
        Self {
            players: seats.to_view(),
            first,
            asked: asked.filter_map(|(_, state)| state.user()).collect(),
            starts,
        }
    }

    /// Records that a person has joined or declined.
    pub(crate) fn note_answer(&mut self, user: UserId) {
        self.asked = self.asked.filter(|asked| asked != user);
    }

    /// Returns a player's position in the seat order of the last game; newcomers come last.
    pub(crate) fn place_of(&self, player: &Player) -> usize {
        let mut players = self.players.iter();
        let place = players.position(|other| other.is_same_as(player));
        place.unwrap_or(self.players.len())
    }

    pub(crate) fn asked_players(&self) -> Vec<Player> {
        let is_asked = |user| self.asked.contains(user);
        let asked = self
            .players
            .iter()
            .filter(|player| player.user().is_some_and(is_asked));
        asked.cloned().collect()
    }

    /// Returns the seat that takes the first turn: the next returning player after the previous game's first player.
    /// `None` if no player returns.
    pub(crate) fn first_seat(&self, seats: &Seats) -> Option<Seat> {
        let places = seats
            .iter()
            .map(|(seat, state)| (seat, self.place_of(&state.player)));
        let again = places.filter(|(_, place)| *place < self.players.len());
        let count = self.players.len();
        let distance = |place: usize| (place + count - self.first.index() - 1) % count;
        let next = again.min_by_key(|(_, place)| distance(*place));
        next.map(|(seat, _)| seat)
    }
}

impl State {
    /// Opens the lobby for a rematch with all computer players and the person who requested it. If only computers
    /// played the previous game, that person only watches.
    pub(crate) fn apply_rematch_opened(&mut self, host: &PersonRecord, at: Millis) {
        let Stage::Over(finished) = &self.stage else {
            return;
        };
        let starts = at.after(REMATCH_WAIT);
        let is_watched = self.seats.has_no_people();
        self.rematch = Some(Rematch::after(
            &self.seats,
            host.user,
            finished.first,
            starts,
        ));
        self.seats.remove_people();
        self.begin_next_proof();
        if !is_watched {
            self.apply_joined(host);
        }
        self.host = host.user;
        self.stage = Stage::Lobby;
        self.revision = self.revision.next();
    }

    /// Stops admitting latecomers once a card has been drawn or a player is out.
    pub(crate) fn refuse_latecomers_after(&mut self, events: &[Event]) {
        let is_draw = |event: &Event| {
            matches!(
                event,
                Event::Drew { .. }
                    | Event::DrewFor { .. }
                    | Event::DrewKitten { .. }
                    | Event::Lifted { .. }
            )
        };
        let running = self.running_game();
        let is_anybody_out = running.is_some_and(|running| !running.game.deaths().is_empty());
        if is_anybody_out || events.iter().any(is_draw) {
            self.rematch = None;
        }
    }
}

impl Table {
    /// Returns an error if a person may not join the running game late. If they do join, the cards are dealt again.
    pub(crate) fn check_latecomer(&self, user: UserId) -> Result<(), Refusal> {
        let state = &self.state;
        let rematch = state.rematch.as_ref().filter(|_| self.is_playing());
        let is_late = rematch.is_some_and(|rematch| rematch.asked.contains(user));
        if !is_late || state.version >= MAX_ENTRIES_BEFORE_DEAL {
            return Err(Refusal::AlreadyStarted);
        }
        let players = state.seats.len() + 1;
        let mut allowed = state.options.players(&self.config.editions);
        if allowed.any(|count| count == players) {
            Ok(())
        } else {
            Err(Refusal::TableFull)
        }
    }
}
