//! The host's options: one menu for each subject, its chosen value in it.

use rules::{AttackRule, Combos, Decks, Edition, EditionId, FavorRule, PlayerRange, Title};

use super::lobby::count;
use super::part::{Accent, Screen, Select, SelectOption};
use super::view::{OptionsView, Seated};
use super::{Emoji, Sign};
use crate::intent::{Menu, SettingKind};
use crate::options::{DECKS, FirstPlayer, LeaverPolicy, Setting, TableOptions};
use crate::pace::{Pace, TimeLimits};
use crate::text::{Duration, Label, Language, Locale, Message, Words};

/// The options as the host sees them.
pub fn options(view: &OptionsView, language: &Language) -> Screen {
    let title = language.say(&Message::OptionsTitle);
    let about = language.say(&Message::OptionsAbout);
    SettingKind::ALL
        .into_iter()
        .filter_map(|subject| menu(view, subject, language))
        .fold(
            Screen::new(Accent::Private).text(format!("### {title}\n-# {about}")),
            Screen::choice,
        )
}

/// The menu of a subject, where there is something to choose.
fn menu(view: &OptionsView, subject: SettingKind, language: &Language) -> Option<Select> {
    let options: Vec<_> = settings(view, subject)
        .map(|setting| option(view, setting, language))
        .collect();
    (options.len() > 1).then(|| Select {
        control: view.stamp.menu(Menu::Option(subject)),
        placeholder: options[0].label.clone(),
        options,
        min: 1,
        max: 1,
    })
}

/// Every setting of a subject that makes sense with the others.
fn settings(view: &OptionsView, subject: SettingKind) -> Box<dyn Iterator<Item = Setting> + '_> {
    let edition = Edition::built_in(view.options.edition);
    match subject {
        SettingKind::Edition => Box::new(EditionId::ALL.into_iter().map(Setting::Edition)),
        SettingKind::Decks => Box::new(
            DECKS
                .into_iter()
                .filter(|&decks| edition.players(decks).is_some())
                .map(Setting::Decks),
        ),
        SettingKind::Pace => Box::new(Pace::ALL.into_iter().map(Setting::Pace)),
        SettingKind::Combos => Box::new(or_book(&Combos::ALL).map(Setting::Combos)),
        SettingKind::Attack => Box::new(or_book(&AttackRule::ALL).map(Setting::Attack)),
        SettingKind::Favor if has_favor(view) => {
            Box::new(or_book(&FavorRule::ALL).map(Setting::Favor))
        }
        SettingKind::Favor => Box::new(std::iter::empty()),
        SettingKind::SelfNope => Box::new([false, true].into_iter().map(Setting::SelfNope)),
        SettingKind::First => Box::new(firsts(view).map(Setting::First)),
        SettingKind::Leavers => Box::new(LeaverPolicy::ALL.into_iter().map(Setting::Leavers)),
        SettingKind::Language => Box::new(Locale::all().map(Setting::Language)),
    }
}

fn or_book<T: Copy>(all: &[T]) -> impl Iterator<Item = Option<T>> {
    std::iter::once(None).chain(all.iter().copied().map(Some))
}

fn firsts(view: &OptionsView) -> impl Iterator<Item = FirstPlayer> {
    let people = view
        .people
        .iter()
        .filter_map(Seated::user)
        .map(FirstPlayer::Person);
    std::iter::once(FirstPlayer::Random).chain(people)
}

fn has_favor(view: &OptionsView) -> bool {
    let mut numbers = view.options.players();
    let rules = numbers
        .next()
        .and_then(|players| view.options.ruleset(players).ok());
    rules.is_some_and(|rules| rules.titles().contains(Title::Favor))
}

fn option(view: &OptionsView, setting: Setting, language: &Language) -> SelectOption {
    let label = language.say_in(view.options.edition, &label(view, setting, language));
    let option = SelectOption::new(setting.value(), label)
        .emoji(emoji(setting.kind()))
        .chosen(is_chosen(&view.options, setting));
    match about(setting, &view.options) {
        Some(about) => option.description(language.say(&about)),
        None => option,
    }
}

fn is_chosen(options: &TableOptions, setting: Setting) -> bool {
    match setting {
        // Choosing an edition also takes the house rules back, so it is compared by itself.
        Setting::Edition(edition) => options.edition == edition,
        other => options.with(other) == *options,
    }
}

fn label<'v>(view: &'v OptionsView, setting: Setting, language: &Language) -> Message<'v> {
    match setting {
        Setting::Edition(edition) => Message::OptionsOptionEdition { edition },
        Setting::Decks(Decks::One) => Message::OptionsDecksOne,
        Setting::Decks(Decks::Two) => Message::OptionsDecksTwo,
        Setting::Pace(pace) => Message::OptionsOptionPace {
            pace: Words(language.pace(pace)),
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
            language: Words(Language::of(locale).name()),
        },
    }
}

fn first_label(view: &OptionsView, first: FirstPlayer) -> Message<'_> {
    let person = match first {
        FirstPlayer::Random => None,
        FirstPlayer::Person(user) => view
            .people
            .iter()
            .find(|person| person.user() == Some(user)),
    };
    match person {
        Some(person) => Message::OptionsFirstPerson {
            player: Label(&person.name),
        },
        None => Message::OptionsFirstRandom,
    }
}

fn about(setting: Setting, options: &TableOptions) -> Option<Message<'static>> {
    Some(match setting {
        Setting::Edition(edition) => players(Edition::built_in(edition).players(Decks::One)?),
        Setting::Decks(Decks::Two) => Message::OptionsDecksTwoAbout,
        Setting::Pace(pace) => {
            let TimeLimits {
                turn,
                choice,
                window,
            } = options.paces.limits(pace);
            Message::OptionsPaceAbout {
                turn: Duration(turn),
                choice: Duration(choice),
                window: Duration(window),
            }
        }
        Setting::Attack(Some(AttackRule::AddsUp)) => Message::OptionsAttackAddsUpAbout,
        Setting::Attack(Some(AttackRule::Resets)) => Message::OptionsAttackResetsAbout,
        _ => return None,
    })
}

fn players(range: PlayerRange) -> Message<'static> {
    let [fewest, most] = [range.min, range.max].map(|number| count(usize::from(number)));
    if fewest == most {
        Message::OptionsEditionPlayersExact { players: most }
    } else {
        Message::OptionsEditionPlayers { fewest, most }
    }
}

fn emoji(subject: SettingKind) -> Emoji {
    match subject {
        SettingKind::Edition => Sign::Box.into(),
        SettingKind::Decks => Sign::Pile.into(),
        SettingKind::Pace => Sign::Clock.into(),
        SettingKind::Combos => Sign::Pair.into(),
        SettingKind::Attack => Title::Attack.into(),
        SettingKind::Favor => Title::Favor.into(),
        SettingKind::SelfNope => Title::Nope.into(),
        SettingKind::First => Sign::Turn.into(),
        SettingKind::Leavers => Sign::Leave.into(),
        SettingKind::Language => Sign::Language.into(),
    }
}
