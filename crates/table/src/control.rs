//! Buttons and menus, whose custom ids are their text forms of at most 100 characters. An id contains the control's
//! action, and the table and revision for which it was made, so any process can handle a click. Ids are untrusted: the
//! click's user id determines who acts, and the table checks whether the action is allowed.

pub(crate) mod custom_id;
mod menu_values;
#[cfg(test)]
mod tests;
pub(crate) mod value;

use rules::{Play, Seat};

use crate::ids::{Revision, TableId};
use crate::intent::{Intent, Meaning, Menu, PanelStep, TargetedPlay};
use crate::pages::{PageIntent, PageMenu};

/// A button or a menu, as described by its custom id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Control {
    /// The table and revision for which the control was made.
    pub stamp: Stamp,
    /// The effect of using the control.
    pub action: ControlAction,
}

/// The table and revision for which a control was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The table that the control belongs to.
    pub table: TableId,
    /// The revision shown by the message. A later revision of the table can make the control stale.
    pub revision: Revision,
}

/// The stamp of controls on pages without a table. No table has the id 0.
pub const NO_TABLE: Stamp = Stamp {
    table: TableId(0),
    revision: Revision(0),
};

/// The effect of using a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlAction {
    /// A button with a fixed intent.
    Button(Intent),
    /// A menu, whose intent depends on the values chosen in it.
    Menu(Menu),
    /// A button that opens a page, or acts on a page.
    PageButton(PageIntent),
    /// A menu of a page.
    PageMenu(PageMenu),
}

/// The error for a custom id that belongs to no control, or for values that a menu does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a control")]
pub struct ControlError;

impl Stamp {
    /// Returns a button with this intent.
    pub fn button(self, intent: impl Into<Meaning>) -> Control {
        let action = match intent.into() {
            Meaning::Table(intent) => ControlAction::Button(intent),
            Meaning::Page(intent) => ControlAction::PageButton(intent),
        };
        Control {
            stamp: self,
            action,
        }
    }

    /// Returns this menu as a control.
    pub fn menu(self, menu: Menu) -> Control {
        Control {
            stamp: self,
            action: ControlAction::Menu(menu),
        }
    }

    /// Returns this menu of a page as a control.
    pub fn page_menu(self, menu: PageMenu) -> Control {
        Control {
            stamp: self,
            action: ControlAction::PageMenu(menu),
        }
    }
}

impl TargetedPlay {
    /// Returns the intent of choosing this seat as the target: the play, or the next step of the panel.
    pub fn on(self, on: Seat) -> Intent {
        match self {
            Self::Single(title) => Intent::Play(Play::aimed(title, on)),
            Self::Pair(title, wild) => Intent::Play(Play::Pair { title, wild, on }),
            Self::Triple(title, wild) => Intent::Show(PanelStep::Naming { title, wild, on }),
        }
    }
}
