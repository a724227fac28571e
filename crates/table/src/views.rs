//! Builds the views that screens are rendered from: the public ones with what a spectator may know,
//! panels with what their owner may know. `rules::Game::view` decides what that is.

use std::sync::Arc;

use rules::{Seat, SeatSet};

use crate::direct_hand::DirectMessage;
use crate::display_mode::DisplayMode;
use crate::ids::Millis;
use crate::intent::PanelStep;
use crate::record::CloseReason;
use crate::refusal::Refusal;
use crate::remarks;
use crate::running_game::RunningGame;
use crate::screen::{
    self, GameOverView, LobbyView, OptionsView, PanelPlace, PanelView, Screen, TableView, VoteTally,
};
use crate::state::{FinishedGame, Stage, State};
use crate::table::Table;
use crate::text::Language;
use crate::timeouts::LOBBY_IDLE;
use crate::vote_rules;

impl Table {
    /// Renders the public message in the table's language. `closing` is the reason to show on the
    /// screen of a closed table.
    pub(crate) fn public_screen(&self, closing: Option<&CloseReason>) -> Screen {
        let state = &self.state;
        let language = Language::of(state.options.language);
        match &state.stage {
            Stage::Lobby => screen::lobby(&lobby(self), language),
            Stage::Playing(running) => screen::table(&table(self, running), language),
            Stage::Over(finished) => screen::game_over(&public_over(state, finished), language),
            Stage::Closed => {
                screen::closed_table(closing.unwrap_or(&CloseReason::Abandoned), language)
            }
        }
    }
}

fn lobby(table: &Table) -> LobbyView {
    let state = &table.state;
    LobbyView {
        stamp: state.stamp(),
        options: state.options,
        editions: Arc::clone(&table.config.editions),
        players: state.seats.to_view(),
        host: state.host,
        closes: state.touched.after(LOBBY_IDLE),
    }
}

/// Returns the options as a reader with this preference is shown them.
pub(crate) fn options(table: &Table, preference: DisplayMode) -> OptionsView {
    let state = &table.state;
    OptionsView {
        stamp: state.stamp(),
        display_mode: preference | state.options.display_mode,
        options: state.options,
        editions: Arc::clone(&table.config.editions),
        players: state.seats.to_view(),
    }
}

fn table(table: &Table, running: &RunningGame) -> TableView {
    let state = &table.state;
    TableView {
        stamp: state.stamp(),
        display_mode: state.options.display_mode,
        players: state.seats.to_view(),
        game: running.game.view(None),
        beat: table.pending_beat().map(|beat| beat.event),
        events: running.history.story(),
        remarks: remarks::remarks(state, running),
        votes: vote_counts(state, running),
        deadline: running.deadline(),
        turn_reason: running.history.turn_reason(),
    }
}

/// Returns the panel of a seat as its owner, with this preference, is shown it.
pub(crate) fn panel(
    state: &State,
    running: &RunningGame,
    seat: Seat,
    preference: DisplayMode,
    now: Millis,
    step: PanelStep,
    refusal: Option<Refusal>,
) -> PanelView {
    PanelView {
        stamp: state.stamp(),
        display_mode: preference | state.options.display_mode,
        players: state.seats.to_view(),
        seat,
        game: running.game.view(Some(seat)),
        news: running.history.news(seat),
        refusal,
        deadline: running.deadline(),
        turn_reason: running.history.turn_reason(),
        step,
        overdue: overdue_seats(state, running, seat, now),
        place: PanelPlace::Table {
            direct: direct_message(state, seat),
        },
    }
}

fn direct_message(state: &State, seat: Seat) -> Option<DirectMessage> {
    let user = state.seats.get(seat)?.user()?;
    state.direct_hands.get(user)?.message()
}

/// Returns the votes against each seat that the game waits for, where there are any.
fn vote_counts(state: &State, running: &RunningGame) -> Vec<VoteTally> {
    let counts = running.game.awaited().iter().map(|against| {
        let (votes, needed) = vote_rules::count(state, running, against);
        VoteTally {
            against,
            cast: votes,
            needed,
        }
    });
    counts.filter(|tally| tally.cast > 0).collect()
}

/// Returns the seats that the owner of a seat may vote against now; none once they are out of the game.
fn overdue_seats(state: &State, running: &RunningGame, seat: Seat, now: Millis) -> SeatSet {
    let is_slow = now >= running.half_time(state.options.time_limits());
    if is_slow && running.game.living().contains(seat) {
        vote_rules::votable_seats(state, running, seat)
    } else {
        SeatSet::EMPTY
    }
}

/// Returns the end of a game as the public message shows it, with a picture unless the table is text first.
fn public_over(state: &State, finished: &FinishedGame) -> GameOverView {
    let view = over(state, finished, DisplayMode::default());
    let has_picture = !view.display_mode.is_text_first();
    GameOverView {
        chart: has_picture.then(|| Arc::clone(&finished.chart)),
        ..view
    }
}

/// Returns the end of a game as a reader with this preference is shown it; the public message has none.
pub(crate) fn over(
    state: &State,
    finished: &FinishedGame,
    preference: DisplayMode,
) -> GameOverView {
    GameOverView {
        stamp: state.stamp(),
        display_mode: preference | state.options.display_mode,
        players: state.seats.to_view(),
        standings: finished.standings.clone(),
        stats: finished.stats,
        chart: None,
    }
}
