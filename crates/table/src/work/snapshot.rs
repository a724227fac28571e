//! The table before an input, as far as it decides which messages have to be updated after it.

use rules::{Game, Hand, Look, Phase, PileCard, Seat, TitleSet};

use crate::beat::Beat;
use crate::direct_hand::DirectHands;
use crate::ids::{Revision, UserId};
use crate::input::WriteRefusal;
use crate::running_game::RunningGame;
use crate::seats::SeatState;
use crate::state::State;
use crate::table::Table;
use crate::user_set::UserSet;

/// The table before the input, as far as it decides what has to be updated.
pub(super) struct Snapshot {
    pub(super) is_playing: bool,
    pub(super) is_over: bool,
    /// The beat that was not over yet.
    pub(super) beat: Option<Beat>,
    pub(super) panels: Vec<PanelSummary>,
    /// The people of whom another player wanted something.
    pub(super) asked: UserSet,
    pub(super) direct_hands: DirectHands,
    pub(super) unwritable: Option<WriteRefusal>,
}

/// The parts of a person's panel that are worth a request when they change.
#[derive(PartialEq, Eq)]
pub(super) struct PanelSummary {
    pub(super) user: UserId,
    hand: Hand,
    /// The cards of the draw pile that they know, which a draw of another player moves up. None where that
    /// is no reason to change their panel.
    known: Option<(Look, Option<(u8, PileCard)>)>,
    /// The present revision if the person can act, otherwise `None`.
    can_act_at: Option<Revision>,
    newest_news: Option<Revision>,
    has_auto_pass: bool,
}

impl PanelSummary {
    /// Returns true if its owner has other cards than before, or other news.
    pub(super) fn has_new_cards(&self, before: &Self) -> bool {
        self.hand != before.hand || self.newest_news != before.newest_news
    }
}

impl Snapshot {
    pub(super) fn of(table: &Table) -> Self {
        let state = &table.state;
        Self {
            is_playing: table.is_playing(),
            is_over: table.is_over(),
            beat: table.pending_beat(),
            panels: state
                .running_game()
                .map(|running| panel_summaries(state, running))
                .unwrap_or_default(),
            asked: state.asked(),
            direct_hands: state.direct_hands.clone(),
            unwritable: table.unwritable(),
        }
    }
}

pub(super) fn panel_summaries(state: &State, running: &RunningGame) -> Vec<PanelSummary> {
    let summary = |(seat, seat_state): (Seat, &SeatState)| {
        Some(PanelSummary {
            user: seat_state.user()?,
            hand: *running.game.hand(seat),
            known: known_cards(&running.game, seat),
            can_act_at: may_act(&running.game, seat).then_some(state.revision),
            newest_news: running.history.newest_news(seat),
            has_auto_pass: running.auto_pass(seat).is_some(),
        })
    };
    state.seats.iter().filter_map(summary).collect()
}

/// Returns what a living player knows of the draw pile, unless they may be in the middle of a step on their
/// panel that does not show it.
fn known_cards(game: &Game, seat: Seat) -> Option<(Look, Option<(u8, PileCard)>)> {
    let shows = !may_act(game, seat) || game.orderer() == Some(seat);
    let is_shown = shows && game.living().contains(seat);
    is_shown.then(|| (game.look(seat), game.own_kitten(seat)))
}

/// Returns true if a seat may be able to act, as far as everybody can know: in a Nope window every
/// living player may, and so they may while nothing is open if the edition has cards for any turn.
fn may_act(game: &Game, seat: Seat) -> bool {
    match game.phase() {
        Phase::Window(_) => game.living().contains(seat),
        Phase::Turn if has_cards_for_any_turn(game) => game.living().contains(seat),
        Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => game.awaited().contains(seat),
    }
}

/// Returns true if the edition has cards that are played on any player's turn.
pub(crate) fn has_cards_for_any_turn(game: &Game) -> bool {
    !game.rules().titles().and(TitleSet::ANY_TURN).is_empty()
}
