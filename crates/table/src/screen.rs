//! Pure functions that turn a view into a screen: a message in a given language, as plain data. The wording is in
//! `text`, the conversion to Discord's wire format in `discord::to_discord`. Public screens are built only from
//! information that a spectator may see.

mod barking_events;
mod beat;
mod chart;
mod chart_text;
mod direct_hand_end;
pub(crate) mod element;
mod emoji;
mod epitaph;
mod error_notice;
mod explanation;
pub(crate) mod game_context;
mod game_over;
mod ghost;
mod hand_help;
mod hand_layout;
mod illustration;
pub(crate) mod lobby;
pub(crate) mod newest_events;
mod news;
pub(crate) mod nope_window;
mod notices;
pub(crate) mod options;
mod oracle;
mod order_step;
pub(crate) mod panel;
mod panel_state;
mod picture;
mod plain_text;
mod prompt;
mod rare_events;
pub(crate) mod seat_lines;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod turn_reason;
mod turn_step;
mod view;

pub use chart::{Chart, ChartLine, ChartPoint, LineEnding, SurvivalChance};
pub use element::{
    Accent, Button, ButtonStyle, Element, Illustrated, Screen, Select, SelectOption,
};
pub use emoji::{Emoji, Icon, expand, expand_to_unicode};
pub use error_notice::{earlier_game, interaction_error, refusal};
pub use notices::{greeting, notice};
pub use picture::{EveningPicture, Picture, PlayerCard};
pub use view::{Departure, InteractionError, Notice, Permission, TableLink};

pub(crate) use beat::{BeatView, last_beat, own_death};
pub(crate) use direct_hand_end::direct_hand_end;
pub(crate) use game_over::{game_over, percent};
pub(crate) use hand_help::hint;
pub(crate) use lobby::lobby;
pub(crate) use notices::{closed_table, end_question, folded_hand, question};
pub(crate) use options::options;
pub(crate) use oracle::watcher;
pub(crate) use panel::{panel, shows_hand};
pub(crate) use table::table;
pub(crate) use view::{
    Award, AwardKind, DirectHandEnd, DirectHandEndView, EndQuestionView, GameOverView, GameStats,
    Hint, LobbyView, Occupant, OptionsView, OracleView, Outcome, PanelPlace, PanelView, Player,
    Presence, Question, Remark, RemarkTopic, RematchView, SafeDraw, SeriesWins, Standing,
    TableView, VoteTally, WatcherView,
};
#[cfg(any(test, feature = "text-check"))]
pub(crate) use view::{BeatEvent, TurnReason};
