//! The host's private options panel: one menu per subject, with the current value chosen.

use rules::{
    AttackRule, Combos, Decks, Edition, EditionGroup, EditionId, FavorRule, HouseRule, PlayerRange,
    Title,
};

use super::element::{Accent, Screen, Select, SelectOption};
use super::lobby::count;
use super::view::{OptionsView, Player};
use super::{Emoji, Icon};
use crate::intent::Menu;
use crate::options::{DECKS, FirstPlayer, LeaverPolicy, TableOptions};
use crate::pace::{Pace, TimeLimits};
use crate::presentation::Presentation;
use crate::setting::{Setting, SettingKind};
use crate::text::{Duration, Language, Locale, Message, PlainName, Verbatim};

/// Returns the options panel of a lobby's host.
pub fn options(view: &OptionsView, language: &Language) -> Screen {
    let title = language.translate(&Message::OptionsTitle);
    let about = language.translate(&Message::OptionsAbout);
    let heading = Screen::new(Accent::Private).text(format!("### {title}\n-# {about}"));
    menus(view, Menu::Option, language)
        .fold(heading, Screen::select)
        .presented_as(view.presentation)
}

/// Returns a menu for each subject that has a choice. `control` is the menu of a subject.
pub(super) fn menus<'v>(
    view: &'v OptionsView,
    control: impl Fn(SettingKind) -> Menu + 'v,
    language: &'v Language,
) -> impl Iterator<Item = Select> + 'v {
    let menu = move |subject| menu(view, subject, control(subject), language);
    SettingKind::ALL.into_iter().filter_map(menu)
}

/// Returns the menu of a subject, unless it has fewer than two settings.
fn menu(
    view: &OptionsView,
    subject: SettingKind,
    menu: Menu,
    language: &Language,
) -> Option<Select> {
    let options: Vec<_> = settings(view, subject)
        .map(|setting| option(view, setting, language))
        .collect();
    (options.len() > 1).then(|| Select {
        control: view.stamp.menu(menu),
        placeholder: options[0].label.clone(),
        options,
        min: 1,
        max: 1,
    })
}

/// Returns every setting of a subject that the chosen edition allows.
fn settings(view: &OptionsView, subject: SettingKind) -> Box<dyn Iterator<Item = Setting> + '_> {
    let edition = view.editions.get(view.options.edition);
    match subject {
        SettingKind::Edition => Box::new(editions_by_group(view).map(Setting::Edition)),
        SettingKind::Decks => Box::new(
            DECKS
                .into_iter()
                .filter(|&decks| edition.players(decks).is_some())
                .map(Setting::Decks),
        ),
        SettingKind::Pace => Box::new(Pace::ALL.into_iter().map(Setting::Pace)),
        SettingKind::Combos => house_rule(edition, HouseRule::Combos, || {
            or_by_the_book(&Combos::ALL).map(Setting::Combos)
        }),
        SettingKind::Attack => house_rule(edition, HouseRule::Attack, || {
            or_by_the_book(&AttackRule::ALL).map(Setting::Attack)
        }),
        SettingKind::Favor if edition.titles().contains(Title::Favor) => {
            house_rule(edition, HouseRule::Favor, || {
                or_by_the_book(&FavorRule::ALL).map(Setting::Favor)
            })
        }
        SettingKind::Favor => Box::new(std::iter::empty()),
        SettingKind::SelfNope => house_rule(edition, HouseRule::SelfNope, || {
            [false, true].into_iter().map(Setting::SelfNope)
        }),
        SettingKind::First => Box::new(first_players(view).map(Setting::First)),
        SettingKind::Leavers => Box::new(LeaverPolicy::ALL.into_iter().map(Setting::Leavers)),
        SettingKind::Language => Box::new(Locale::all().map(Setting::Language)),
        SettingKind::Presentation => {
            Box::new(Presentation::ALL.into_iter().map(Setting::Presentation))
        }
    }
}

/// Returns the settings of a house rule, where the edition allows it.
fn house_rule<'a, I: Iterator<Item = Setting> + 'a>(
    edition: &Edition,
    rule: HouseRule,
    settings: impl FnOnce() -> I,
) -> Box<dyn Iterator<Item = Setting> + 'a> {
    match edition.allows(rule) {
        true => Box::new(settings()),
        false => Box::new(std::iter::empty()),
    }
}

/// Returns the editions, those of a group next to one another.
fn editions_by_group(view: &OptionsView) -> impl Iterator<Item = EditionId> {
    let of_group = |group| {
        let editions = view.editions.all();
        let editions = editions.filter(move |edition| edition.group() == group);
        editions.map(|edition| edition.id())
    };
    EditionGroup::ALL.into_iter().flat_map(of_group)
}

fn or_by_the_book<T: Copy>(all: &[T]) -> impl Iterator<Item = Option<T>> {
    std::iter::once(None).chain(all.iter().copied().map(Some))
}

fn first_players(view: &OptionsView) -> impl Iterator<Item = FirstPlayer> {
    let players = view
        .players
        .iter()
        .filter_map(Player::user)
        .map(FirstPlayer::Person);
    std::iter::once(FirstPlayer::Random).chain(players)
}

fn option(view: &OptionsView, setting: Setting, language: &Language) -> SelectOption {
    let label = language.translate_for(view.options.edition, &label(view, setting, language));
    let option = SelectOption::new(setting.value(), label)
        .emoji(emoji(view, setting))
        .chosen(is_chosen(&view.options, setting));
    match description(setting, view) {
        Some(text) => option.description(language.translate(&text)),
        None => option,
    }
}

fn is_chosen(options: &TableOptions, setting: Setting) -> bool {
    match setting {
        // Choosing an edition also resets the house rules, so only the edition is compared.
        Setting::Edition(edition) => options.edition == edition,
        Setting::Combos(_)
        | Setting::Pace(_)
        | Setting::Attack(_)
        | Setting::Favor(_)
        | Setting::SelfNope(_)
        | Setting::Decks(_)
        | Setting::First(_)
        | Setting::Leavers(_)
        | Setting::Language(_)
        | Setting::Presentation(_) => options.with(setting) == *options,
    }
}

fn label<'v>(view: &'v OptionsView, setting: Setting, language: &Language) -> Message<'v> {
    match setting {
        Setting::Edition(edition) => Message::OptionsOptionEdition { edition },
        Setting::Decks(Decks::One) => Message::OptionsDecksOne,
        Setting::Decks(Decks::Two) => Message::OptionsDecksTwo,
        Setting::Pace(pace) => Message::OptionsOptionPace {
            pace: Verbatim(language.pace_name(pace)),
        },
        Setting::Combos(None) => Message::OptionsCombosBook,
        Setting::Combos(Some(Combos::CatPairs)) => Message::OptionsCombosCatPairs,
        Setting::Combos(Some(Combos::Special)) => Message::OptionsCombosSpecial,
        Setting::Combos(Some(Combos::SpecialAndFive)) => Message::OptionsCombosSpecialAndFive,
        Setting::Attack(None) => Message::OptionsAttackBook,
        Setting::Attack(Some(AttackRule::AddsUp)) => Message::OptionsAttackAddsUp,
        Setting::Attack(Some(AttackRule::Resets)) => Message::OptionsAttackResets,
        Setting::Favor(None) => Message::OptionsFavorBook,
        Setting::Favor(Some(FavorRule::One)) => Message::OptionsFavorOne,
        Setting::Favor(Some(FavorRule::Everyone)) => Message::OptionsFavorEveryone,
        Setting::SelfNope(false) => Message::OptionsSelfNopeOff,
        Setting::SelfNope(true) => Message::OptionsSelfNopeOn,
        Setting::First(first) => first_label(view, first),
        Setting::Leavers(LeaverPolicy::StandIn) => Message::OptionsLeaversStandIn,
        Setting::Leavers(LeaverPolicy::Out) => Message::OptionsLeaversOut,
        Setting::Language(locale) => Message::OptionsOptionLanguage {
            language: Verbatim(Language::of(locale).own_name()),
        },
        Setting::Presentation(Presentation::Pictures) => Message::OptionsPictures,
        Setting::Presentation(Presentation::TextFirst) => Message::OptionsTextFirst,
    }
}

fn first_label(view: &OptionsView, first: FirstPlayer) -> Message<'_> {
    let chosen = match first {
        FirstPlayer::Random => None,
        FirstPlayer::Person(user) => view
            .players
            .iter()
            .find(|player| player.user() == Some(user)),
    };
    match chosen {
        Some(player) => Message::OptionsFirstPerson {
            player: PlainName(&player.name),
        },
        None => Message::OptionsFirstRandom,
    }
}

fn description(setting: Setting, view: &OptionsView) -> Option<Message<'static>> {
    Some(match setting {
        Setting::Edition(edition) => edition_about(view.editions.get(edition))?,
        Setting::Decks(Decks::Two) => Message::OptionsDecksTwoAbout,
        Setting::Pace(pace) => {
            let TimeLimits {
                turn,
                choice,
                window,
            } = view.options.paces.limits(pace);
            Message::OptionsPaceAbout {
                turn: Duration(turn),
                choice: Duration(choice),
                window: Duration(window),
            }
        }
        Setting::Attack(Some(AttackRule::AddsUp)) => Message::OptionsAttackAddsUpAbout,
        Setting::Attack(Some(AttackRule::Resets)) => Message::OptionsAttackResetsAbout,
        Setting::Presentation(Presentation::TextFirst) => Message::OptionsTextFirstAbout,
        Setting::Decks(Decks::One)
        | Setting::Attack(None)
        | Setting::Combos(_)
        | Setting::Favor(_)
        | Setting::SelfNope(_)
        | Setting::First(_)
        | Setting::Leavers(_)
        | Setting::Language(_)
        | Setting::Presentation(Presentation::Pictures) => return None,
    })
}

fn edition_about(edition: &Edition) -> Option<Message<'static>> {
    let range = edition.players(Decks::One)?;
    let [fewest, most] = [range.min, range.max].map(|number| count(usize::from(number)));
    Some(match edition.group() {
        EditionGroup::Base => player_range(range),
        EditionGroup::Expansion => Message::OptionsExpansionPlayers { fewest, most },
    })
}

fn player_range(range: PlayerRange) -> Message<'static> {
    let [fewest, most] = [range.min, range.max].map(|number| count(usize::from(number)));
    if fewest == most {
        Message::OptionsEditionPlayersExact { players: most }
    } else {
        Message::OptionsEditionPlayers { fewest, most }
    }
}

/// Returns the emoji of a setting: that of its subject, or for an edition that of its group.
fn emoji(view: &OptionsView, setting: Setting) -> Emoji {
    match setting.kind() {
        SettingKind::Edition => edition_icon(view, setting).into(),
        SettingKind::Decks => Icon::Pile.into(),
        SettingKind::Pace => Icon::Clock.into(),
        SettingKind::Combos => Icon::Pair.into(),
        SettingKind::Attack => Title::Attack.into(),
        SettingKind::Favor => Title::Favor.into(),
        SettingKind::SelfNope => Title::Nope.into(),
        SettingKind::First => Icon::Turn.into(),
        SettingKind::Leavers => Icon::Leave.into(),
        SettingKind::Language => Icon::Language.into(),
        SettingKind::Presentation => Icon::Text.into(),
    }
}

fn edition_icon(view: &OptionsView, setting: Setting) -> Icon {
    let Setting::Edition(edition) = setting else {
        return Icon::Box;
    };
    match view.editions.get(edition).group() {
        EditionGroup::Base => Icon::Box,
        EditionGroup::Expansion => Icon::Expansion,
    }
}
