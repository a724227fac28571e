//! Identifies intents that the table journals, and controls that make or prepare a move in the game.

use table::control::{Control, ControlAction};
use table::intent::{Intent, Menu, PanelStep};

/// Returns true for some of the intents that the table journals when it accepts them: moves, and clicks that join a
/// table, open a lobby, start a game or vote a slow player away.
pub fn is_journaled(intent: Intent) -> bool {
    intent.is_move()
        || matches!(
            intent,
            Intent::Join | Intent::Start | Intent::VoteAway(_) | Intent::Rematch | Intent::NewTable
        )
}

/// Returns true if the control makes a move in the game, or is a step towards a move in the hand panel. A private
/// message with such a control counts as a hand panel. Also returns true for the lobby's menus `Remove` and `HandOver`.
pub fn leads_to_move(control: &Control) -> bool {
    match control.action {
        ControlAction::Button(Intent::Show(step)) => step != PanelStep::Explained,
        ControlAction::Button(intent) => intent.is_move(),
        ControlAction::Menu(menu) => !matches!(
            menu,
            Menu::Option(_) | Menu::Computers { .. } | Menu::Predict
        ),
        ControlAction::PageButton(_) | ControlAction::PageMenu(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(id: &str) -> Control {
        id.parse().expect("the id of a control")
    }

    #[test]
    fn moves_and_steps_towards_them_lead_to_a_move() {
        for id in [
            "draw",
            "nope:0",
            "pass",
            "anywhere",
            "stop",
            "step",
            "menu:give",
        ] {
            assert!(leads_to_move(&control(&format!("v1:1:1:{id}"))), "{id}");
        }
        for id in [
            "rules",
            "hand",
            "end",
            "vote:1",
            "join",
            "explain",
            "menu:option:pace",
            "menu:predict",
            "menu:jump:1:0",
            "menu:preference:language",
        ] {
            assert!(!leads_to_move(&control(&format!("v1:1:1:{id}"))), "{id}");
        }
    }

    #[test]
    fn a_vote_and_a_start_are_journaled_and_a_look_at_the_hand_is_not() {
        assert!(is_journaled(Intent::Start) && is_journaled(Intent::Draw));
        assert!(!is_journaled(Intent::OpenHand) && !is_journaled(Intent::Rules(None)));
    }
}
