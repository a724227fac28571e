//! The settings of a server, chosen by its managers: default options of new tables, the channels in which tables may be
//! opened, the weekly leaderboard, recipes, and calls for players. The journals implement the port
//! [`ServerSettingsStore`]. Tables that are already open keep their options.

mod screen;

use std::collections::{BTreeMap, BTreeSet};

use rules::{EditionId, Editions};
use serde::{Deserialize, Serialize};

use crate::ids::{ChannelId, GuildId};
use crate::option_value::{OptionKind, OptionValue};
use crate::options::TableOptions;
use crate::recipe_list::{MAX_OF_SERVER, RecipeChange, RecipeList};
use crate::store_error::SettingsFuture;
use crate::text::Locale;

pub(crate) use screen::mentions;
pub use screen::{ServerSettingsView, reset_question, server_settings};

/// The maximum number of allowed channels. Mentions of all of them still fit in one message.
pub const MAX_CHANNELS: usize = 20;

/// The settings of one server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// At most one of each kind, in the order of [`OptionKind::ALL`].
    #[serde(with = "option_words")]
    defaults: Vec<OptionValue>,
    /// Empty if tables may be opened anywhere.
    channels: BTreeSet<ChannelId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weekly_board: Option<WeeklyBoard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board_refused_in: Option<ChannelId>,
    #[serde(skip_serializing_if = "RecipeList::is_empty")]
    recipes: RecipeList,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    only_listed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    are_calls_off: bool,
}

/// The channel and language in which the previous week's leaderboard is posted every Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(ChannelId, String)", into = "(ChannelId, String)")]
pub struct WeeklyBoard {
    /// The channel of the post.
    pub channel: ChannelId,
    /// The language of the post.
    pub language: Locale,
}

impl From<(ChannelId, String)> for WeeklyBoard {
    fn from((channel, language): (ChannelId, String)) -> Self {
        let language = Locale::stored(&language);
        Self { channel, language }
    }
}

impl From<WeeklyBoard> for (ChannelId, String) {
    fn from(board: WeeklyBoard) -> Self {
        (board.channel, board.language.id().to_owned())
    }
}

/// A change to a server's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ServerChange {
    /// Sets an option with which new tables start. The first player and ghosts cannot be set.
    SetOption(OptionValue),
    /// Adds this channel to the list of channels in which tables may be opened, unless the list is full.
    AllowChannel(ChannelId),
    /// Removes this channel from the list. If the list is empty, tables may be opened anywhere.
    ForgetChannel(ChannelId),
    /// Posts the weekly leaderboard in this channel from now on; `None` stops it.
    PostBoard(Option<WeeklyBoard>),
    /// Stops the weekly leaderboard because Discord refused it in this channel. Never chosen by a manager.
    BoardRefused(ChannelId),
    /// Restricts new tables to the server's own recipes, or lifts that restriction.
    OnlyListed(bool),
    /// Allows or forbids hosts to call for players.
    AllowCalls(bool),
    /// Resets all settings except the recipes to the defaults.
    Reset,
}

impl ServerSettings {
    /// Returns these settings after a change.
    #[must_use]
    pub fn with(mut self, change: ServerChange) -> Self {
        match change {
            ServerChange::SetOption(value) => self.set(value),
            ServerChange::AllowChannel(channel) if self.channels.len() < MAX_CHANNELS => {
                self.channels.insert(channel);
            }
            ServerChange::AllowChannel(_) => {}
            ServerChange::ForgetChannel(channel) => {
                self.channels.remove(&channel);
            }
            ServerChange::PostBoard(board) => {
                (self.weekly_board, self.board_refused_in) = (board, None);
            }
            ServerChange::BoardRefused(channel) => {
                (self.weekly_board, self.board_refused_in) = (None, Some(channel));
            }
            ServerChange::AllowCalls(allowed) => self.are_calls_off = !allowed,
            ServerChange::OnlyListed(only_listed) => self.only_listed = only_listed,
            ServerChange::Reset => {
                return Self {
                    recipes: self.recipes,
                    ..Self::default()
                };
            }
        }
        self
    }

    /// Returns these settings after a change to the server's recipes. A server has at most
    /// [`MAX_OF_SERVER`] of them.
    #[must_use]
    pub fn with_recipe(mut self, change: RecipeChange) -> Self {
        self.recipes = self.recipes.with(change, MAX_OF_SERVER);
        self
    }

    /// Returns the recipes that the server's managers have saved.
    pub fn recipes(&self) -> &RecipeList {
        &self.recipes
    }

    /// Returns true if new tables may use only the server's own recipes. Always false while it has no recipes.
    pub fn only_listed(&self) -> bool {
        self.only_listed && !self.recipes.is_empty()
    }

    fn set(&mut self, value: OptionValue) {
        let kind = value.kind();
        let is_replaced = |known: &OptionValue| {
            known.kind() == kind || (kind == OptionKind::Edition && is_house_rule(known.kind()))
        };
        self.defaults.retain(|known| !is_replaced(known));
        // The first player and ghosts are up to the host of a table.
        if !matches!(kind, OptionKind::First | OptionKind::Ghosts) {
            self.defaults.push(value);
        }
        self.defaults.sort_by_key(|value| position(value.kind()));
    }

    /// Returns the options that a new table starts with. `server_locale` is the server's language on Discord. If no
    /// game can be played with the chosen options, all house rules and the number of decks are reset.
    pub fn options(&self, editions: &Editions, server_locale: Locale) -> TableOptions {
        let options = self.unchecked_options(server_locale);
        if self.fit(editions) {
            options
        } else {
            options.with(OptionValue::Edition(options.edition))
        }
    }

    /// Returns true if the server's managers have chosen the edition of new tables.
    pub fn choose_edition(&self) -> bool {
        let is_edition = |value: &OptionValue| matches!(value, OptionValue::Edition(_));
        self.defaults.iter().any(is_edition)
    }

    /// Returns true if a game can be played with the default options.
    pub fn fit(&self, editions: &Editions) -> bool {
        let options = self.unchecked_options(Locale::default());
        options.players(editions).next().is_some()
    }

    fn unchecked_options(&self, server_locale: Locale) -> TableOptions {
        let standard = TableOptions::of(EditionId::ORIGINAL, server_locale);
        let defaults = self.defaults.iter().copied();
        defaults.fold(standard, TableOptions::with)
    }

    /// Returns true if tables may be opened in this channel.
    pub fn allow(&self, channel: ChannelId) -> bool {
        self.channels.is_empty() || self.channels.contains(&channel)
    }

    /// Returns true if hosts may call people who have asked to be called.
    pub fn allow_calls(&self) -> bool {
        !self.are_calls_off
    }

    /// Returns the channel and language of the weekly leaderboard; `None` if it is not posted.
    pub fn weekly_board(&self) -> Option<WeeklyBoard> {
        self.weekly_board
    }

    /// Returns the channel in which Discord refused the weekly leaderboard; `None` unless the refusal stopped it.
    pub fn board_refused_in(&self) -> Option<ChannelId> {
        self.board_refused_in
    }

    /// Returns all channels and threads in the settings.
    pub fn places(&self) -> BTreeSet<ChannelId> {
        let board = self.weekly_board.map(|board| board.channel);
        let others = [board, self.board_refused_in].into_iter().flatten();
        self.channels.iter().copied().chain(others).collect()
    }

    /// Returns the only channels in which tables may be opened; empty if there is no restriction.
    pub fn channels(&self) -> &BTreeSet<ChannelId> {
        &self.channels
    }
}

fn position(kind: OptionKind) -> Option<usize> {
    OptionKind::ALL.iter().position(|&each| each == kind)
}

/// Returns true for the options that are reset when an edition is chosen.
fn is_house_rule(kind: OptionKind) -> bool {
    match kind {
        OptionKind::Combos
        | OptionKind::Attack
        | OptionKind::Favor
        | OptionKind::SelfNope
        | OptionKind::Decks => true,
        OptionKind::Edition
        | OptionKind::Pace
        | OptionKind::First
        | OptionKind::Leavers
        | OptionKind::Language
        | OptionKind::DisplayMode
        | OptionKind::Ghosts
        | OptionKind::Rating => false,
    }
}

/// Stores options as words, keyed by the ids of their kinds.
mod option_words {
    use serde::{Deserializer, Serializer};

    use super::*;

    pub(super) fn serialize<S: Serializer>(
        options: &[OptionValue],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let word = |value: &OptionValue| (value.kind().id(), value.word());
        let words: BTreeMap<_, _> = options.iter().map(word).collect();
        words.serialize(to)
    }

    /// Skips everything unknown to this release, such as an edition that no longer exists.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<OptionValue>, D::Error> {
        let words = BTreeMap::<String, String>::deserialize(from)?;
        let value = |kind: OptionKind| OptionValue::parse(kind, words.get(kind.id())?);
        let mut settings = ServerSettings::default();
        let known = OptionKind::ALL.into_iter().filter_map(value);
        known.for_each(|value| settings.set(value));
        Ok(settings.defaults)
    }
}

/// Durable settings of servers. Also records which greetings and leaderboards were posted, to avoid repeating them.
pub trait ServerSettingsStore: Send + Sync {
    /// Returns the settings of a server, or the defaults if nothing was ever set.
    ///
    /// # Errors
    /// If the database cannot be read.
    fn settings_of(&self, guild: GuildId) -> SettingsFuture<'_, ServerSettings>;

    /// Returns the servers with a weekly leaderboard, and the channel and language of each post.
    ///
    /// # Errors
    /// If the database cannot be read.
    fn weekly_boards(&self) -> SettingsFuture<'_, Vec<(GuildId, WeeklyBoard)>>;

    /// Returns true if the caller may post a server's leaderboard on this Monday, given as a Julian day number. The
    /// right is granted once, and a second time if no post was confirmed, because the first process may have been
    /// killed. A claim for a different Monday voids an earlier claim.
    ///
    /// # Errors
    /// If the database cannot be written.
    fn claim_weekly_board(&self, guild: GuildId, monday: i64) -> SettingsFuture<'_, bool>;

    /// Records that the leaderboard was posted on this Monday, so that the right to post it is not granted again.
    ///
    /// # Errors
    /// If the database cannot be written.
    fn confirm_weekly_board(&self, guild: GuildId, monday: i64) -> SettingsFuture<'_, ()>;

    /// Records that a server is greeted. Returns false if it already was, and its data has not been deleted since.
    ///
    /// # Errors
    /// If the database cannot be written.
    fn claim_greeting(&self, guild: GuildId) -> SettingsFuture<'_, bool>;

    /// Stores a change and returns the resulting settings. The change is durable once the future resolves. Two
    /// concurrent changes both persist.
    ///
    /// # Errors
    /// If the database cannot be read or written. The previous settings then remain in effect.
    fn change_settings(
        &self,
        guild: GuildId,
        change: ServerChange,
    ) -> SettingsFuture<'_, ServerSettings>;

    /// Stores a change to a server's recipes and returns the resulting settings. Concurrent changes all persist.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    fn change_server_recipes(
        &self,
        guild: GuildId,
        change: RecipeChange,
    ) -> SettingsFuture<'_, ServerSettings>;

    /// Removes a deleted channel or thread from a server's settings, and returns the resulting settings.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    fn forget_channel(
        &self,
        guild: GuildId,
        channel: ChannelId,
    ) -> SettingsFuture<'_, ServerSettings> {
        Box::pin(async move {
            let mut settings = self.settings_of(guild).await?;
            if settings.channels.contains(&channel) {
                let forget = ServerChange::ForgetChannel(channel);
                settings = self.change_settings(guild, forget).await?;
            }
            if settings.places().contains(&channel) {
                let stop = ServerChange::PostBoard(None);
                settings = self.change_settings(guild, stop).await?;
            }
            Ok(settings)
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Combos;

    use super::*;
    use crate::pace::Pace;

    const HERE: ChannelId = ChannelId(7);
    const ELSEWHERE: ChannelId = ChannelId(8);

    fn set(settings: ServerSettings, value: OptionValue) -> ServerSettings {
        settings.with(ServerChange::SetOption(value))
    }

    fn german() -> Locale {
        Locale::nearest("de")
    }

    fn options(settings: &ServerSettings) -> TableOptions {
        settings.options(&Editions::built_in(), german())
    }

    #[test]
    fn without_settings_a_table_begins_as_the_server_speaks_and_may_be_anywhere() {
        let settings = ServerSettings::default();
        let expected = TableOptions::of(EditionId::ORIGINAL, german());
        assert_eq!(options(&settings), expected);
        assert!(settings.allow(HERE));
    }

    #[test]
    fn the_order_in_which_options_are_set_does_not_matter_but_an_edition_resets_house_rules() {
        let house = OptionValue::Combos(Some(Combos::CatPairs));
        let slow = set(ServerSettings::default(), OptionValue::Pace(Pace::Slow));
        let settings = set(set(slow, OptionValue::Edition(EditionId::CLASSIC)), house);
        assert_eq!(options(&settings).house.combos, Some(Combos::CatPairs));
        assert_eq!(options(&settings).pace, Pace::Slow);
        let settings = set(settings, OptionValue::Edition(EditionId::ORIGINAL));
        assert_eq!(options(&settings).house.combos, None);
        assert_eq!(options(&settings).pace, Pace::Slow);
    }

    #[test]
    fn named_channels_exclude_the_others_until_none_is_named() {
        let only_here = ServerSettings::default().with(ServerChange::AllowChannel(HERE));
        assert!(only_here.allow(HERE) && !only_here.allow(ELSEWHERE));
        let everywhere = only_here.with(ServerChange::ForgetChannel(HERE));
        assert!(everywhere.allow(HERE) && everywhere.allow(ELSEWHERE));
    }

    #[test]
    fn no_more_channels_are_named_than_a_message_can_show() {
        let channels = (1..=100).map(|id| ServerChange::AllowChannel(ChannelId(id)));
        let settings = channels.fold(ServerSettings::default(), ServerSettings::with);
        assert_eq!(settings.channels().len(), MAX_CHANNELS);
    }

    #[test]
    fn settings_are_stored_as_words_and_unknown_words_are_left_out() {
        let settings = set(ServerSettings::default(), OptionValue::Pace(Pace::Slow))
            .with(ServerChange::AllowChannel(HERE));
        let stored = serde_json::to_value(&settings).unwrap();
        let expected = serde_json::json!({"defaults": {"pace": "slow"}, "channels": [7]});
        assert_eq!(stored, expected);
        assert_eq!(
            serde_json::from_value::<ServerSettings>(stored).unwrap(),
            settings
        );
        let newer = r#"{"defaults": {"edition": "future", "colour": "red", "first": "random"}}"#;
        let read: ServerSettings = serde_json::from_str(newer).unwrap();
        assert_eq!(read, ServerSettings::default());
    }
}
