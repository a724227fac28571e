//! The names that most test modules need, for a glob import.

pub(crate) use players::Strength;
pub(crate) use rules::{
    Deal, Decks, Edition, EditionId, Editions, Event, Game, HouseRules, Phase, Play, Randomness,
    Ruleset, Seat, SeededChance, Title,
};
pub(crate) use table::computer_setup::ComputerSetup;
pub(crate) use table::config::TableConfig;
pub(crate) use table::control::{ControlAction, Stamp};
pub(crate) use table::effect::{Answer, Effect, MessageUpdate};
pub(crate) use table::entry::{Entry, SCHEMA};
pub(crate) use table::ids::{ChannelId, GuildId, InteractionId, Millis, Revision, TableId, UserId};
pub(crate) use table::input::{ClickOrigin, Clicker, DeliveryFailure, Input, WriteRefusal};
pub(crate) use table::intent::{Intent, Meaning, OptionPage, PanelStep};
pub(crate) use table::options::{LeaverPolicy, OptionValue, TableOptions};
pub(crate) use table::pace::Pace;
pub(crate) use table::personal_data::{PersonRow, TableExtract};
pub(crate) use table::preferences::PersonPreferences;
pub(crate) use table::record::{CloseReason, DealtRecord, PersonRecord, Record, RecordError};
pub(crate) use table::refusal::Refusal;
pub(crate) use table::screen::{Element, Notice, Screen};
pub(crate) use table::text::Locale;
pub(crate) use table::user_set::UserSet;
pub(crate) use table::watch_speed::WatchSpeed;
pub(crate) use table::{Table, TableLocation, screen};

pub(crate) use crate::driver::{
    Driver, Handled, TABLE, Usable, computers, english, moderator, newcomer, options, options_at,
    options_of, person, says, seat_on_turn, shown, texts, usable, watched, without_stand_ins,
};
