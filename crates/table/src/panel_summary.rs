//! The parts of a person's panel whose changes justify editing it, such as the cards they hold and the moves they can
//! make. Other lines, such as one about a window in which they cannot act, are added only at the next edit.
//!
//! No one else sees when a panel is edited, so the decision may depend on hidden cards.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use rules::Seat;

use crate::ids::Revision;
use crate::running_game::RunningGame;
use crate::state::State;
use crate::views;

#[derive(Clone, Copy)]
pub(crate) struct PanelSummary {
    /// A hash of the hand and the latest news.
    holds: u64,
    /// A hash of what the owner knows besides their hand. For the living, that is the draw pile as far as they know it;
    /// for the dead, the number of deaths, their prediction and, at a table with ghosts, the hands of the living.
    knows: u64,
    has_auto_pass: bool,
    /// The revision of the controls, if any control has an effect or the panel mentions a Nope window.
    controls: Option<Revision>,
    /// True if the owner can act: Nope in a window, act when awaited, or play a card off turn.
    can_play: bool,
    /// True if the panel may be at a step that does not show the facts in `knows`.
    is_choosing: bool,
}

impl PanelSummary {
    pub(crate) fn of(state: &State, running: &RunningGame, seat: Seat) -> Self {
        let game = &running.game;
        let is_awaited = game.awaited().contains(seat);
        let in_window = game.phase().window().is_some();
        let can_play = if in_window {
            game.legal(seat).can_nope().is_some()
        } else {
            is_awaited || !game.legal(seat).off_turn().is_empty()
        };
        let is_living = game.living().contains(seat);
        let has_controls = can_play || (in_window && is_living);
        let known = is_living.then(|| (game.look(seat), game.own_placed_card(seat)));
        // Each death shortens the list of players whom the dead can name in a prediction.
        let user = state.seats.get(seat).and_then(|seat| seat.user());
        let prediction = user.and_then(|user| state.oracles.prediction(user));
        let ghost_hands = views::ghost_hands(state, running, seat);
        let oracle = (!is_living).then(|| (game.deaths().len(), prediction, ghost_hands));
        Self {
            holds: short_form((game.hand(seat), running.history.newest_news(seat))),
            knows: short_form((known, oracle)),
            has_auto_pass: running.auto_pass(seat).is_some(),
            controls: has_controls.then_some(state.revision),
            can_play,
            is_choosing: is_awaited && !in_window && game.orderer() != Some(seat),
        }
    }

    /// Returns true if a panel that shows `shown` must be edited.
    pub(crate) fn differs_from(&self, shown: &Self) -> bool {
        let has_controls = self.can_play || shown.controls.is_some();
        self.has_new_cards(shown)
            || self.has_auto_pass != shown.has_auto_pass
            || (self.knows != shown.knows && !self.is_choosing)
            || (self.controls != shown.controls && has_controls)
    }

    /// Returns true if the owner's cards or latest news have changed since `shown`.
    pub(crate) fn has_new_cards(&self, shown: &Self) -> bool {
        self.holds != shown.holds
    }
}

impl fmt::Debug for PanelSummary {
    /// Shows no fields, because some depend on hidden cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanelSummary").finish_non_exhaustive()
    }
}

fn short_form(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}
