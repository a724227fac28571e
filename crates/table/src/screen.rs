//! Screens as plain data: pure functions that turn a view into a message for one reader in one
//! language. The wording is in `text`, the conversion to Discord's wire format in
//! `discord::to_discord`. Public screens are built only from what a spectator may see.

mod badge;
mod barking_events;
mod beat;
mod chart;
mod chart_text;
mod daily;
mod direct_hand_end;
mod element;
mod emoji;
mod epitaph;
mod error_notice;
mod explanation;
mod game_context;
mod game_over;
mod games_list;
mod hand_layout;
mod illustration;
mod leaderboard;
mod lobby;
mod newest_events;
mod news;
mod nope_window;
mod notices;
mod options;
mod order_step;
mod panel;
mod person_stats;
mod plain_text;
mod preferences;
mod prompt;
mod rare_events;
mod rules;
mod seat_lines;
mod server_settings;
mod server_tables;
mod story_cards;
mod story_fair;
mod story_page;
mod story_step;
mod table;
#[cfg(test)]
mod tests;
mod turn_reason;
mod turn_step;
mod view;

pub use badge::badges;
pub use chart::{Chart, ChartLine, ChartPoint, LineEnding, SurvivalChance};
pub use daily::{DailyView, daily_page, daily_post, daily_proof};
pub use element::{
    Accent, Button, ButtonStyle, Element, Illustrated, Screen, Select, SelectOption,
};
pub use emoji::{Emoji, Icon, expand, expand_to_unicode};
pub use error_notice::{earlier_game, interaction_error, refusal};
pub use games_list::{ListedGame, games_list};
pub use leaderboard::{leaderboard, weekly_board};
pub use notices::{forget_question, notice, reset_question};
pub use person_stats::person_stats;
pub use preferences::preferences;
pub use rules::rules;
pub use server_settings::server_settings;
pub use server_tables::server_tables;
pub use story_fair::story_fair;
pub use view::{
    Departure, InteractionError, Notice, Permission, ServerSettingsView, ServerTable,
    ServerTablesView, TableLink,
};

pub use crate::rules_view::{RulesView, Topic};

pub(crate) use beat::{BeatView, last_beat};
pub(crate) use daily::daily_game;
pub(crate) use direct_hand_end::direct_hand_end;
pub(crate) use game_over::{game_over, percent};
pub(crate) use lobby::lobby;
pub(crate) use notices::{closed_table, end_question, folded_hand, question};
pub(crate) use options::options;
pub(crate) use panel::{panel, shows_hand};
pub(crate) use story_cards::story_cards;
#[cfg(any(test, feature = "text-check"))]
pub(crate) use story_fair::fair_page;
pub(crate) use story_step::{story_moment, story_step};
pub(crate) use table::table;
pub(crate) use view::{
    Award, AwardKind, DirectHandEnd, DirectHandEndView, EndQuestionView, GameOverView, GameStats,
    LobbyView, Occupant, OptionsView, Outcome, PanelPlace, PanelView, Player, Presence, Question,
    Remark, RemarkTopic, RematchView, SafeDraw, SeriesWins, Standing, TableView, VoteTally,
};
#[cfg(any(test, feature = "text-check"))]
pub(crate) use view::{BeatEvent, TurnReason};
