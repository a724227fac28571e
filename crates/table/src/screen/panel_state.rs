//! Facts about a panel that its screens depend on, such as the owner's options and whether they are blind.

use rules::{ChoiceKind, LegalOptions, TurnOptions};

use super::view::{PanelPlace, PanelView};

pub(super) fn options(view: &PanelView) -> &LegalOptions {
    view.game
        .legal
        .as_ref()
        .map_or(&LegalOptions::Nothing, |legal| legal.options())
}

pub(super) fn turn_options(view: &PanelView) -> Option<&TurnOptions> {
    view.game.legal.as_ref().and_then(|legal| legal.turn())
}

pub(super) fn is_burying(view: &PanelView) -> bool {
    view.game.phase.choice() == Some(ChoiceKind::Bury)
}

pub(super) fn is_solo(view: &PanelView) -> bool {
    view.place == PanelPlace::Solo
}

/// Returns true if the owner can see their hand but cannot play a Nope now.
pub(super) fn has_no_nope(view: &PanelView) -> bool {
    !is_blind(view)
        && view
            .game
            .legal
            .as_ref()
            .is_none_or(|legal| legal.can_nope().is_none())
}

pub(super) fn is_blind(view: &PanelView) -> bool {
    view.game.blind.contains(view.seat)
}
