//! The views that screens are made from: for everybody what a spectator may know, for a panel what
//! its owner may know, and nothing past the rules' own views.

use rules::{Seat, SeatSet};

use crate::intent::Step;
use crate::pace::LOBBY_IDLE;
use crate::playing::Playing;
use crate::refusal::Refusal;
use crate::remarks;
use crate::screen::{
    self, ClosedTableView, GameOverView, LobbyView, OptionsView, PanelView, Screen, TableView,
    VoteTally,
};
use crate::state::{Over, Stage, State};
use crate::table::Table;
use crate::text::Language;
use crate::work::voting;

impl Table {
    /// The table's public message in the table's language.
    pub(crate) fn public(&self, closing: Option<&ClosedTableView>) -> Screen {
        let state = &self.state;
        let language = Language::of(state.options.language);
        match &state.stage {
            Stage::Lobby => screen::lobby(&lobby(state), language),
            Stage::Playing(playing) => screen::table(&table(state, playing), language),
            Stage::Over(over) => screen::game_over(&self::over(state, over), language),
            Stage::Closed => {
                screen::closed_table(closing.unwrap_or(&ClosedTableView::Abandoned), language)
            }
        }
    }
}

fn lobby(state: &State) -> LobbyView {
    LobbyView {
        stamp: state.stamp(),
        options: state.options,
        players: state.seats.seated(),
        host: state.host,
        closes: state.touched.after(LOBBY_IDLE),
    }
}

pub(crate) fn options(state: &State) -> OptionsView {
    OptionsView {
        stamp: state.stamp(),
        options: state.options,
        players: state.seats.seated(),
    }
}

fn table(state: &State, playing: &Playing) -> TableView {
    TableView {
        stamp: state.stamp(),
        players: state.seats.seated(),
        game: playing.game.view(None),
        events: playing.story(),
        remarks: remarks::of(state, playing),
        votes: votes(state, playing),
        deadline: playing.deadline(),
    }
}

pub(crate) fn panel(
    state: &State,
    playing: &Playing,
    seat: Seat,
    step: Step,
    refusal: Option<Refusal>,
) -> PanelView {
    PanelView {
        stamp: state.stamp(),
        players: state.seats.seated(),
        seat,
        game: playing.game.view(Some(seat)),
        news: playing.news(seat),
        refusal,
        deadline: playing.deadline(),
        step,
        overdue: dawdlers(state, playing, seat),
    }
}

fn votes(state: &State, playing: &Playing) -> Vec<VoteTally> {
    let votes = playing.game.awaited().iter().map(|against| {
        let (cast, needed) = voting::votes(state, playing, against);
        VoteTally {
            against,
            cast,
            needed,
        }
    });
    votes.filter(|votes| votes.cast > 0).collect()
}

/// Whom the owner of a seat may vote about, as long as he plays himself.
fn dawdlers(state: &State, playing: &Playing, seat: Seat) -> SeatSet {
    if playing.game.living().contains(seat) {
        voting::dawdlers(state, playing, seat)
    } else {
        SeatSet::EMPTY
    }
}

pub(crate) fn over(state: &State, over: &Over) -> GameOverView {
    GameOverView {
        stamp: state.stamp(),
        players: state.seats.seated(),
        standings: over.placing.clone(),
        stats: over.tally,
    }
}
