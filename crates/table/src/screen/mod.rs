//! What people see, as plain data: pure functions of a view, one for each viewer and language.
//! It must never hold a word of its own (those are in `text`), know of Discord's wire, or be
//! given on a public screen what a spectator may not know.

mod closing;
mod emoji;
mod lobby;
mod news;
mod options;
mod over;
mod panel;
mod part;
mod plain;
mod prompt;
mod refusal;
mod rules;
mod scene;
mod stake;
mod story;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use closing::{closed, notice, question};
pub use emoji::{Emoji, Sign};
pub use lobby::lobby;
pub use options::options;
pub use over::over;
pub use panel::panel;
pub use part::{Accent, Button, Part, Screen, Select, SelectOption, Style};
pub use refusal::{obstacle, refusal};
pub use rules::rules;
pub(crate) use rules::titles;
pub use table::table;
pub use view::{
    Closing, Escape, Fate, LobbyView, Notice, Obstacle, Occupant, OptionsView, OverView, PanelView,
    Permission, Placed, Question, Remark, RemarkTopic, RulesView, Seated, Sitter, TableView, Tally,
    Topic, Votes,
};
