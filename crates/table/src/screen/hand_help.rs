//! The help in a hand: the hints, and the buttons that open the explanation and the rules. Never reveals anything that
//! the owner of the hand may not see.

use rules::{Answers, LegalOptions};

use super::Icon;
use super::element::{Button, ButtonStyle};
use super::game_context::GameContext;
use super::panel_state::{has_no_nope, is_blind, is_burying, is_solo, options};
use super::view::{Hint, PanelView};
use crate::intent::{Intent, PanelStep};
use crate::text::Message;

/// Returns the hint that fits the panel, or `None`. In the owner's first game, the hint explains how to play; in later
/// games, it is about auto-pass.
pub(crate) fn hint(view: &PanelView) -> Option<Hint> {
    if is_explained(view) {
        return None;
    }
    if !view.is_first_hand {
        return offers_auto_pass(view).then_some(Hint::AutoPass);
    }
    match options(view) {
        LegalOptions::Choice(Answers::Place(_)) if !is_burying(view) => Some(Hint::Kitten),
        LegalOptions::Turn(_) => Some(Hint::Turn),
        LegalOptions::Window { .. } if !view.is_quiet() && !has_no_nope(view) => Some(Hint::Window),
        LegalOptions::Choice(_)
        | LegalOptions::OffTurn(_)
        | LegalOptions::Blind(_)
        | LegalOptions::Window { .. }
        | LegalOptions::Nothing => None,
    }
}

/// Returns true if the hand has the button that turns auto-pass on.
pub(super) fn offers_auto_pass(view: &PanelView) -> bool {
    let is_on_turn = view.game.turn.is_some_and(|turn| turn.seat == view.seat);
    let is_in_window = view.game.phase.window().is_some() && !is_on_turn && !view.is_quiet();
    is_in_window && !view.has_auto_pass && !is_solo(view)
}

/// Returns the help buttons above the cards, starting with the explanation. Empty unless this is the person's first
/// game and the explanation can be opened.
pub(super) fn first_help_buttons(view: &PanelView, context: &GameContext<'_>) -> Vec<Button> {
    let is_first = view.is_first_hand && !is_explained(view);
    let explanation = explanation_button(view, context).filter(|_| is_first);
    let buttons = explanation.map(|button| {
        let button = button.style(ButtonStyle::Primary);
        [button, context.rules_button()]
    });
    buttons.into_iter().flatten().collect()
}

/// Returns the help buttons below the hand. Empty if there is no time to read, or if the help is above the cards.
pub(super) fn help_buttons(view: &PanelView, context: &GameContext<'_>) -> Vec<Button> {
    let is_above = !first_help_buttons(view, context).is_empty();
    if !has_time_to_read(view) || is_above {
        return Vec::new();
    }
    let explanation = explanation_button(view, context);
    [context.rules_button()]
        .into_iter()
        .chain(explanation)
        .collect()
}

/// Returns the button that opens the explanation or leads back from it. `None` if the hand cannot be explained now.
fn explanation_button(view: &PanelView, context: &GameContext<'_>) -> Option<Button> {
    if is_explained(view) {
        return Some(context.back_button());
    }
    let explain = Intent::Show(PanelStep::Explained);
    can_be_explained(view).then(|| {
        context
            .button(explain, &Message::ButtonExplain)
            .emoji(Icon::Info)
    })
}

pub(super) fn is_explained(view: &PanelView) -> bool {
    view.step == PanelStep::Explained && can_be_explained(view)
}

fn can_be_explained(view: &PanelView) -> bool {
    has_time_to_read(view) && !is_blind(view)
}

/// Returns false while a Nope window is open, because it may close within seconds.
fn has_time_to_read(view: &PanelView) -> bool {
    view.game.phase.window().is_none()
}
