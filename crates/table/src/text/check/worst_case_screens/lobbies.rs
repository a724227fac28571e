//! Lobbies with different numbers of players and different options, the host's options, and the server's settings.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::{Decks, EditionId, Editions, Seat};

use super::extremes::{DEADLINE, STAMP, ScreenVisitor, all_present, mostly_computers, user};
use crate::display_mode::DisplayMode;
use crate::door::MAX_KNOCKING;
use crate::ids::ChannelId;
use crate::option_value::{OptionPage, OptionValue};
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy, TableOptions};
use crate::pace::Pace;
use crate::pages::settings::{
    self, MAX_CHANNELS, ServerChange, ServerSettings, ServerSettingsView, WeeklyBoard,
};
use crate::screen::{self, LobbyView, OptionsView, Player, RematchView};
use crate::text::{Language, Locale};

pub(super) fn visit_lobbies(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for edition in EditionId::all() {
        let by_the_book = TableOptions::of(edition, Locale::fallback());
        for options in std::iter::once(by_the_book).chain(variations(by_the_book)) {
            for count in 1..=Seat::ALL.len() {
                visit_lobby(options, all_present(count), language, visit);
                visit_lobby(options, mostly_computers(count), language, visit);
            }
        }
    }
}

/// Returns variations of the options: with one option changed at a time, and finally with all changes except the pace.
pub(super) fn variations(by_the_book: TableOptions) -> Vec<TableOptions> {
    let settings = [
        OptionValue::Combos(Some(rules::Combos::CatPairs)),
        OptionValue::Combos(Some(rules::Combos::Special)),
        OptionValue::Combos(Some(rules::Combos::SpecialAndFive)),
        OptionValue::Attack(Some(rules::AttackRule::AddsUp)),
        OptionValue::Attack(Some(rules::AttackRule::Resets)),
        OptionValue::Favor(Some(rules::FavorRule::One)),
        OptionValue::Favor(Some(rules::FavorRule::Everyone)),
        OptionValue::SelfNope(true),
        OptionValue::Decks(Decks::Two),
        OptionValue::First(FirstPlayer::Person(user(0))),
        OptionValue::Leavers(LeaverPolicy::Out),
        OptionValue::Ghosts(true),
        OptionValue::Rating(RatingPolicy::Friendly),
    ];
    let each = settings.map(|value| by_the_book.with(value));
    let paces = Pace::ALL.map(|pace| by_the_book.with(OptionValue::Pace(pace)));
    let all = settings.into_iter().fold(by_the_book, TableOptions::with);
    each.into_iter().chain(paces).chain([all]).collect()
}

/// Returns a knocking person for each free seat, with the mark of that seat, but at most [`MAX_KNOCKING`] people.
fn knocking(seated: usize) -> Vec<Player> {
    let everybody = all_present(Seat::ALL.len());
    everybody
        .into_iter()
        .skip(seated)
        .take(MAX_KNOCKING)
        .collect()
}

/// Returns as many channels as the settings allow, with ids of maximum length.
pub(super) fn all_channels() -> BTreeSet<ChannelId> {
    let ids = 0..MAX_CHANNELS as u64;
    ids.map(|number| ChannelId(u64::MAX - number)).collect()
}

/// Returns settings that allow tables only in these channels, or everywhere if there are none. With exactly one
/// channel, the weekly board is posted and calls are off; otherwise the board was refused and calls are on.
fn settings_naming(
    channels: BTreeSet<ChannelId>,
    channel: ChannelId,
    language: Locale,
) -> ServerSettings {
    let is_one = channels.len() == 1;
    let board = if is_one {
        ServerChange::PostBoard(Some(WeeklyBoard { channel, language }))
    } else {
        ServerChange::BoardRefused(channel)
    };
    [board, ServerChange::AllowCalls(!is_one)]
        .into_iter()
        .chain(channels.into_iter().map(ServerChange::AllowChannel))
        .fold(ServerSettings::default(), ServerSettings::with)
}

pub(super) fn visit_lobby(
    options: TableOptions,
    players: Vec<Player>,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let editions = Arc::<Editions>::default();
    let view = LobbyView {
        stamp: STAMP,
        options,
        editions: Arc::clone(&editions),
        players: players.clone(),
        host: user(0),
        closes: DEADLINE,
        rematch: None,
        is_door_closed: true,
        knocking: knocking(players.len()),
        offers_host: true,
        has_called: false,
    };
    visit("the lobby", &screen::lobby(&view, language));
    let rematch = LobbyView {
        rematch: Some(RematchView {
            asked: all_present(Seat::ALL.len()),
            starts: DEADLINE,
        }),
        ..view
    };
    visit("the lobby", &screen::lobby(&rematch, language));
    let elsewhere = BTreeSet::from([ChannelId(1)]);
    for channels in [BTreeSet::new(), elsewhere, all_channels()] {
        let channel = ChannelId(u64::MAX);
        let settings = settings_naming(channels, channel, options.language);
        let view = ServerSettingsView {
            display_mode: DisplayMode::default(),
            options,
            editions: Arc::clone(&editions),
            settings: &settings,
            place: channel,
            channel: ChannelId(1),
        };
        let screen = settings::server_settings(&view, language);
        visit("the server's settings", &screen);
    }
    let knocking = knocking(players.len());
    let view = OptionsView {
        display_mode: DisplayMode::default(),
        stamp: STAMP,
        options,
        editions,
        players,
        host: user(0),
        is_door_closed: !knocking.is_empty(),
        knocking,
    };
    for page in OptionPage::ALL {
        visit(
            "the host's options",
            &screen::options(&view, page, language),
        );
    }
}
