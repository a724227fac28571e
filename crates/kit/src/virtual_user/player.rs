//! Chooses a player's next click from the contents of their screens. Does not read or send anything itself.

use rand::Rng;
use table::intent::Intent;

use crate::virtual_user::click_choice::choose_click;
use crate::virtual_user::component::{Component, enabled_button};
use crate::virtual_user::view::{newest_stamp, offers_rematch};

/// A person's role in a game, and how they treat an outdated hand panel.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// True for the person who starts the game.
    pub is_host: bool,
    /// True if they know that they have a seat.
    pub is_seated: bool,
    /// True to reopen the hand whenever its panel is older than the table's message, because a restarted bot does not
    /// update earlier panels. If false, an old panel is replaced only during a Nope window.
    pub reopens_panels: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextClick {
    /// They use this control and, in a select, choose these values.
    Use(Box<Component>, Vec<String>),
    /// They wait for the host to start the game, or for a usable control.
    Wait,
    NoTable,
    /// The table's message shows a finished game.
    Over,
}

/// Returns the next action of a person, given the controls of the table's message and of the person's latest panel.
pub fn next_click(
    table: &[Component],
    panel: &[Component],
    part: Part,
    rng: &mut impl Rng,
) -> NextClick {
    let press = |intent| match enabled_button(table, intent) {
        Some(button) => NextClick::Use(Box::new(button.clone()), Vec::new()),
        None => NextClick::Wait,
    };
    if table.is_empty() {
        return NextClick::NoTable;
    }
    if offers_rematch(table) {
        return NextClick::Over;
    }
    if enabled_button(table, Intent::Join).is_some() {
        return match (part.is_seated, part.is_host) {
            (false, _) => press(Intent::Join),
            (true, true) => press(Intent::Start),
            (true, false) => NextClick::Wait,
        };
    }
    let revision = |components| newest_stamp(components).map(|stamp| stamp.revision);
    // The panel of a player without a Nope does not show the Nope window.
    let looks_again = part.reopens_panels || enabled_button(table, Intent::Pass).is_some();
    if panel.is_empty() || (looks_again && revision(panel) < revision(table)) {
        return press(Intent::OpenHand);
    }
    match choose_click(panel, rng) {
        Some((component, values)) => NextClick::Use(Box::new(component), values),
        None => NextClick::Wait,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::SmallRng;

    use super::*;

    /// Returns the last part of the clicked control's id, given a table and a panel with these controls.
    fn clicked(table: &[&str], panel: &[&str], part: Part) -> Option<String> {
        let buttons = |ids: &[&str]| -> Vec<_> {
            let ids = ids.iter().map(|id| format!("v1:1:{id}"));
            ids.map(|id| Component::button(&id)).collect()
        };
        let rng = &mut SmallRng::seed_from_u64(1);
        match next_click(&buttons(table), &buttons(panel), part, rng) {
            NextClick::Use(component, _) => Some(component.custom_id[5..].to_owned()),
            _ => None,
        }
    }

    #[test]
    fn people_join_start_and_play_and_only_some_open_an_old_panel_again() {
        let part = |is_host, is_seated| Part {
            is_host,
            is_seated,
            reopens_panels: false,
        };
        let (host, guest) = (part(true, true), part(false, true));
        let lobby = ["1:join", "1:start"];
        let some = |id: &str| Some(id.to_owned());
        assert_eq!(clicked(&lobby, &[], part(false, false)), some("1:join"));
        assert_eq!(clicked(&lobby, &[], host), some("1:start"));
        assert_eq!(clicked(&lobby, &[], guest), None);
        assert_eq!(clicked(&["2:hand"], &[], guest), some("2:hand"));
        assert_eq!(clicked(&["2:hand"], &["1:draw"], guest), some("1:draw"));
        let window = ["2:hand", "2:pass"];
        assert_eq!(clicked(&window, &["1:draw"], guest), some("2:hand"));
        let impatient = Part {
            reopens_panels: true,
            ..guest
        };
        assert_eq!(clicked(&["2:hand"], &["1:draw"], impatient), some("2:hand"));
        assert_eq!(clicked(&["2:rematch"], &["1:draw"], guest), None);
    }
}
