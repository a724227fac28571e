//! The private panel of a server's settings (the default options of new tables, the channels in which tables may be
//! opened, the weekly leaderboard, and calls for players), and the prompt before a reset.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::Editions;

use crate::control::NO_TABLE;
use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, UserId};
use crate::intent::OptionKind;
use crate::options::TableOptions;
use crate::pages::settings::{MAX_CHANNELS, ServerChange, ServerSettings, WeeklyBoard};
use crate::pages::{PageIntent, PageMenu};
use crate::screen::options::menus;
use crate::screen::{Accent, Button, ButtonStyle, Icon, OptionsView, Screen};
use crate::text::{Language, List, Message, Verbatim};

/// The input of [`server_settings`].
#[derive(Clone, Debug)]
pub struct ServerSettingsView<'v> {
    /// The reader's display mode.
    pub display_mode: DisplayMode,
    /// The default options of new tables.
    pub options: TableOptions,
    /// The current editions, which determine what the menus offer.
    pub editions: Arc<Editions>,
    /// The settings that the panel shows and changes.
    pub settings: &'v ServerSettings,
    /// The channel or thread in which the panel is shown.
    pub place: ChannelId,
    /// The parent channel if `place` is a thread, otherwise the same as `place`.
    pub channel: ChannelId,
}

/// Returns the panel. Only people who may manage the server see it.
pub fn server_settings(view: &ServerSettingsView<'_>, language: &Language) -> Screen {
    let [title, about] = [Message::SettingsTitle, Message::SettingsAbout]
        .map(|message| language.translate(&message));
    let heading = Screen::new(Accent::Private).text(format!("### {title}\n-# {about}"));
    let options = OptionsView {
        stamp: NO_TABLE,
        display_mode: view.display_mode,
        options: view.options,
        editions: view.editions.clone(),
        players: Vec::new(),
        host: UserId(0),
        is_door_closed: false,
        knocking: Vec::new(),
    };
    menus(
        &options,
        OptionKind::ALL
            .into_iter()
            .filter(|kind| *kind != OptionKind::Ghosts),
        |kind| NO_TABLE.page_menu(PageMenu::ServerOption(kind)),
        language,
    )
    .fold(heading, Screen::select)
    .text(language.translate(&channels(view)))
    .lines([full_list(view, language), board_place(view, language)])
    .buttons([channel_button(view, language), board_button(view, language)])
    .buttons([calls_button(view, language), reset_button(language)])
    .displayed_as(view.display_mode)
}

fn channels(view: &ServerSettingsView<'_>) -> Message<'static> {
    if view.settings.channels().is_empty() {
        Message::SettingsEverywhere
    } else {
        Message::SettingsOnlyIn {
            channels: mentions(view.settings.channels()),
        }
    }
}

pub(crate) fn mentions(channels: &BTreeSet<ChannelId>) -> List<Verbatim> {
    List(channels.iter().copied().map(mention).collect())
}

fn mention(channel: ChannelId) -> Verbatim {
    Verbatim(format!("<#{channel}>"))
}

fn channel_button(view: &ServerSettingsView<'_>, language: &Language) -> Button {
    let is_named = view.settings.channels().contains(&view.channel);
    let (forget, allow) = (
        ServerChange::ForgetChannel(view.channel),
        ServerChange::AllowChannel(view.channel),
    );
    let (label, change) = if is_named {
        (Message::ButtonNotHere, forget)
    } else if view.settings.channels().is_empty() {
        (Message::ButtonOnlyHere, allow)
    } else {
        (Message::ButtonAlsoHere, allow)
    };
    button(change, &label, language)
        .enabled(is_named || view.settings.channels().len() < MAX_CHANNELS)
}

/// If the list is full, returns the line that explains why this channel cannot be added.
fn full_list(view: &ServerSettingsView<'_>, language: &Language) -> Option<String> {
    let is_full = view.settings.channels().len() >= MAX_CHANNELS
        && !view.settings.channels().contains(&view.channel);
    let most = MAX_CHANNELS as u32;
    is_full.then(|| language.translate(&Message::SettingsChannelsFull { most }))
}

fn board_place(view: &ServerSettingsView<'_>, language: &Language) -> Option<String> {
    let message = match view.settings.weekly_board() {
        Some(board) => Message::SettingsBoardIn {
            channel: mention(board.channel),
        },
        None => Message::SettingsBoardRefused {
            channel: mention(view.settings.board_refused_in()?),
        },
    };
    Some(language.translate(&message))
}

/// Returns the button that starts or stops posting the weekly leaderboard here.
fn board_button(view: &ServerSettingsView<'_>, language: &Language) -> Button {
    let here = WeeklyBoard {
        channel: view.place,
        language: view.options.language,
    };
    let is_here = view
        .settings
        .weekly_board()
        .is_some_and(|board| board.channel == view.place);
    let (label, board) = if is_here {
        (Message::ButtonNoBoard, None)
    } else {
        (Message::ButtonBoardHere, Some(here))
    };
    button(ServerChange::PostBoard(board), &label, language)
}

fn calls_button(view: &ServerSettingsView<'_>, language: &Language) -> Button {
    let label = if view.settings.allow_calls() {
        Message::ButtonNoCalls
    } else {
        Message::ButtonAllowCalls
    };
    button(
        ServerChange::AllowCalls(!view.settings.allow_calls()),
        &label,
        language,
    )
}

fn reset_button(language: &Language) -> Button {
    let (reset, label) = (PageIntent::AskServerReset, Message::ButtonResetSettings);
    Button::labelled(NO_TABLE, reset, &label, language)
        .emoji(Icon::Back)
        .style(ButtonStyle::Danger)
}

fn button(change: ServerChange, label: &Message<'_>, language: &Language) -> Button {
    Button::labelled(NO_TABLE, PageIntent::ChangeServer(change), label, language)
}

/// Returns the private prompt for resetting a server's settings. It has no cancel button, because it can be dismissed.
pub fn reset_question(language: &Language) -> Screen {
    let confirm = button(ServerChange::Reset, &Message::ButtonResetSettings, language);
    Screen::new(Accent::Refusal)
        .text(language.translate(&Message::QuestionResetSettings))
        .buttons([confirm.style(ButtonStyle::Danger)])
}
