//! The host's private options panel. Its pages have a menu for each option that has several values.

use rules::{
    AttackRule, Combos, Decks, Edition, EditionGroup, EditionId, FavorRule, HouseRule, Title,
};

use super::element::{Accent, Button, Screen, Select, SelectOption};
use super::lobby::{chosen_first, let_in_button, start_button};
use super::view::{OptionsView, Player};
use super::{Emoji, Icon};
use crate::control::Control;
use crate::control::NO_TABLE;
use crate::display_mode::DisplayMode;
use crate::intent::{Intent, Menu};
use crate::option_value::{OptionKind, OptionPage, OptionValue};
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy, TableOptions};
use crate::pace::{Pace, TimeLimits};
use crate::pages::rules_page::first_hand;
use crate::text::{Duration, Language, Locale, Message, PlainName, Verbatim};

/// Returns a page of the options panel. The buttons that all pages share come last.
pub(crate) fn options(view: &OptionsView, page: OptionPage, language: &Language) -> Screen {
    let title = language.translate(&Message::OptionsTitle);
    let about = language.translate(&Message::OptionsAbout);
    let heading = Screen::new(Accent::Private).text(format!("### {title}\n-# {about}"));
    let kinds = OptionKind::ALL
        .into_iter()
        .filter(|kind| kind.page() == page);
    let control = |kind| view.stamp.menu(Menu::Option(kind));
    let people = (page == OptionPage::People).then(|| people_menus(view, language));
    menus(view, kinds, control, language)
        .chain(people.into_iter().flatten())
        .fold(heading, Screen::select)
        .buttons(door_buttons(view, page, language))
        .buttons(
            OptionPage::ALL.map(|other| page_button(view, other, language).enabled(other != page)),
        )
        .buttons(way_out(view, language))
        .displayed_as(view.display_mode)
}

fn page_button(view: &OptionsView, page: OptionPage, language: &Language) -> Button {
    let (label, icon) = match page {
        OptionPage::Game => (Message::ButtonOptionsGame, Icon::Box),
        OptionPage::House => (Message::ButtonOptionsHouse, Icon::Rules),
        OptionPage::Look => (Message::ButtonOptionsLook, Icon::Language),
        OptionPage::People => (Message::ButtonOptionsPeople, Icon::Join),
    };
    Button::labelled(view.stamp, Intent::OpenOptions(page), &label, language).emoji(icon)
}

fn people_menus(view: &OptionsView, language: &Language) -> Vec<Select> {
    let is_other = |player: &&Player| player.user() != Some(view.host);
    let seated: Vec<_> = view.players.iter().filter(is_other).collect();
    let all: Vec<_> = seated.iter().copied().chain(&view.knocking).collect();
    [
        (Menu::Remove, Message::OptionsRemove, Icon::Leave, all),
        (Menu::HandOver, Message::OptionsHandOver, Icon::Host, seated),
    ]
    .into_iter()
    .filter_map(|(menu, placeholder, icon, people)| {
        let options = people.iter().filter_map(|person| {
            let player = PlainName(person.shown_name());
            let label = language.translate(&Message::OptionsPerson { player });
            Some(SelectOption::new(person.user()?.to_string(), label).emoji(icon))
        });
        let options: Vec<_> = options.collect();
        let placeholder = language.translate(&placeholder);
        (!options.is_empty()).then(|| Select::one(view.stamp.menu(menu), placeholder, options))
    })
    .collect()
}

/// Returns the button that opens or closes the lobby's door, and a let-in button for each person who knocks. Empty on
/// pages other than `People`.
fn door_buttons(view: &OptionsView, page: OptionPage, language: &Language) -> Vec<Button> {
    if page != OptionPage::People {
        return Vec::new();
    }
    let closed = !view.is_door_closed;
    let label = if closed {
        Message::ButtonDoorClose
    } else {
        Message::ButtonDoorOpen
    };
    let door = Button::labelled(view.stamp, Intent::SetDoor { closed }, &label, language);
    let knocking = view.knocking.iter();
    let let_in = knocking.filter_map(|person| let_in_button(view.stamp, person, language));
    let lock = door.emoji(Icon::Lock);
    [lock].into_iter().chain(let_in).collect()
}

/// Returns the buttons that close the panel and start the game.
fn way_out(view: &OptionsView, language: &Language) -> [Button; 2] {
    let close = view.stamp.button(Intent::CloseOptions);
    let ruleset = view.options.ruleset(&view.editions, view.players.len());
    [
        Button::new(close, language.translate(&Message::ButtonOptionsClose)).emoji(Icon::Back),
        start_button(view.stamp, ruleset.is_ok(), language),
    ]
}

/// Returns a menu for each of these options that has more than one value. `control` returns the
/// control for an option's menu.
pub(crate) fn menus<'v>(
    view: &'v OptionsView,
    kinds: impl Iterator<Item = OptionKind> + 'v,
    control: impl Fn(OptionKind) -> Control + 'v,
    language: &'v Language,
) -> impl Iterator<Item = Select> + 'v {
    kinds.filter_map(move |kind| menu(view, kind, control(kind), language))
}

/// Returns the menu of an option, or `None` if it does not have several values.
fn menu(
    view: &OptionsView,
    kind: OptionKind,
    control: Control,
    language: &Language,
) -> Option<Select> {
    let options: Vec<_> = values(view, kind)
        .map(|value| option(view, value, language))
        .collect();
    let recipe = view.options.recipe.filter(|_| kind == OptionKind::Edition);
    (options.len() > 1).then(|| match recipe {
        Some(recipe) => Select::one(control, language.recipe_label(&recipe), options),
        None => Select::setting(control, options),
    })
}

/// Returns the values of an option that may be chosen now. Empty if the option cannot be changed.
fn values(view: &OptionsView, kind: OptionKind) -> Box<dyn Iterator<Item = OptionValue> + '_> {
    let edition = view.editions.get(view.options.edition);
    if view.options.recipe.is_some() && kind.is_part_of_recipe()
        || view.options.is_deck_fixed && kind == OptionKind::Edition
    {
        return Box::new(std::iter::empty());
    }
    match kind {
        OptionKind::Edition => Box::new(editions_by_group(view).map(OptionValue::Edition)),
        OptionKind::Decks => {
            let decks = Decks::ALL
                .into_iter()
                .filter(|&decks| edition.players(decks).is_some());
            Box::new(decks.map(OptionValue::Decks))
        }
        OptionKind::Pace => Box::new(Pace::ALL.into_iter().map(OptionValue::Pace)),
        OptionKind::Combos => house_rule(edition, HouseRule::Combos, || {
            or_by_the_book(&Combos::ALL).map(OptionValue::Combos)
        }),
        OptionKind::Attack => house_rule(edition, HouseRule::Attack, || {
            or_by_the_book(&AttackRule::ALL).map(OptionValue::Attack)
        }),
        OptionKind::Favor if edition.titles().contains(Title::Favor) => {
            house_rule(edition, HouseRule::Favor, || {
                or_by_the_book(&FavorRule::ALL).map(OptionValue::Favor)
            })
        }
        OptionKind::Favor => Box::new(std::iter::empty()),
        OptionKind::SelfNope => house_rule(edition, HouseRule::SelfNope, || {
            [false, true].into_iter().map(OptionValue::SelfNope)
        }),
        OptionKind::First => Box::new(first_players(view).map(OptionValue::First)),
        OptionKind::Leavers => Box::new(LeaverPolicy::ALL.into_iter().map(OptionValue::Leavers)),
        OptionKind::Language => Box::new(Locale::all().map(OptionValue::Language)),
        OptionKind::DisplayMode => {
            Box::new(DisplayMode::ALL.into_iter().map(OptionValue::DisplayMode))
        }
        OptionKind::Ghosts => Box::new([false, true].into_iter().map(OptionValue::Ghosts)),
        OptionKind::Rating => Box::new(rating_policies(view).map(OptionValue::Rating)),
    }
}

fn house_rule<'a, I: Iterator<Item = OptionValue> + 'a>(
    edition: &Edition,
    rule: HouseRule,
    values: impl FnOnce() -> I,
) -> Box<dyn Iterator<Item = OptionValue> + 'a> {
    if edition.allows(rule) {
        Box::new(values())
    } else {
        Box::new(std::iter::empty())
    }
}

fn editions_by_group(view: &OptionsView) -> impl Iterator<Item = EditionId> {
    let of_group = |group| {
        let editions = view
            .editions
            .all()
            .filter(move |edition| edition.group() == group);
        editions.map(|edition| edition.id())
    };
    EditionGroup::ALL.into_iter().flat_map(of_group)
}

fn or_by_the_book<T: Copy>(all: &[T]) -> impl Iterator<Item = Option<T>> {
    std::iter::once(None).chain(all.iter().copied().map(Some))
}

fn first_players(view: &OptionsView) -> impl Iterator<Item = FirstPlayer> {
    let people = view.players.iter().filter_map(Player::user);
    std::iter::once(FirstPlayer::Random).chain(people.map(FirstPlayer::Person))
}

/// Returns the policies to choose from. A server's managers can choose any. Hosts can choose only between rated and
/// unrated games, and have no choice if ratings are off.
fn rating_policies(view: &OptionsView) -> impl Iterator<Item = RatingPolicy> {
    let is_server = view.stamp == NO_TABLE;
    let is_off = view.options.rating == RatingPolicy::Off;
    let policies = RatingPolicy::ALL.into_iter();
    policies.filter(move |&policy| is_server || is_off == (policy == RatingPolicy::Off))
}

fn option(view: &OptionsView, value: OptionValue, language: &Language) -> SelectOption {
    let label = language.translate_for(view.options.edition, &label(view, value, language));
    let option = SelectOption::new(value.word(), label)
        .emoji(emoji(view, value))
        .chosen(is_chosen(&view.options, value));
    match description(value, view) {
        Some(text) => {
            option.description(language.translate_for(described_edition(view, value), &text))
        }
        None => option,
    }
}

/// Returns the edition whose wording describes a value. An edition is described in its own wording.
fn described_edition(view: &OptionsView, value: OptionValue) -> EditionId {
    let OptionValue::Edition(edition) = value else {
        return view.options.edition;
    };
    edition
}

fn is_chosen(options: &TableOptions, value: OptionValue) -> bool {
    if let OptionValue::Edition(edition) = value {
        // Choosing an edition also resets the house rules, so the comparison below would fail.
        return options.edition == edition && options.recipe.is_none();
    }
    options.with(value) == *options
}

fn label<'v>(view: &'v OptionsView, value: OptionValue, language: &Language) -> Message<'v> {
    match value {
        OptionValue::Edition(edition) => Message::OptionsOptionEdition { edition },
        OptionValue::Decks(Decks::One) => Message::OptionsDecksOne,
        OptionValue::Decks(Decks::Two) => Message::OptionsDecksTwo,
        OptionValue::Pace(pace) => Message::OptionsOptionPace {
            pace: Verbatim(language.pace_name(pace)),
        },
        OptionValue::Combos(None) => Message::OptionsCombosBook,
        OptionValue::Combos(Some(Combos::CatPairs)) => Message::OptionsCombosCatPairs,
        OptionValue::Combos(Some(Combos::Special)) => Message::OptionsCombosSpecial,
        OptionValue::Combos(Some(Combos::SpecialAndFive)) => Message::OptionsCombosSpecialAndFive,
        OptionValue::Attack(None) => Message::OptionsAttackBook,
        OptionValue::Attack(Some(AttackRule::AddsUp)) => Message::OptionsAttackAddsUp,
        OptionValue::Attack(Some(AttackRule::Resets)) => Message::OptionsAttackResets,
        OptionValue::Favor(None) => Message::OptionsFavorBook,
        OptionValue::Favor(Some(FavorRule::One)) => Message::OptionsFavorOne,
        OptionValue::Favor(Some(FavorRule::Everyone)) => Message::OptionsFavorEveryone,
        OptionValue::SelfNope(false) => Message::OptionsSelfNopeOff,
        OptionValue::SelfNope(true) => Message::OptionsSelfNopeOn,
        OptionValue::First(first) => first_label(view, first),
        OptionValue::Leavers(LeaverPolicy::StandIn) => Message::OptionsLeaversStandIn,
        OptionValue::Leavers(LeaverPolicy::Out) => Message::OptionsLeaversOut,
        OptionValue::Language(locale) => Message::OptionsOptionLanguage {
            language: Verbatim(Language::of(locale).own_name()),
        },
        OptionValue::DisplayMode(DisplayMode::Pictures) => Message::OptionsPictures,
        OptionValue::DisplayMode(DisplayMode::TextFirst) => Message::OptionsTextFirst,
        OptionValue::Ghosts(false) => Message::OptionsGhostsOff,
        OptionValue::Ghosts(true) => Message::OptionsGhostsOn,
        OptionValue::Rating(RatingPolicy::Rated) => Message::OptionsRatingRated,
        OptionValue::Rating(RatingPolicy::Friendly) => Message::OptionsRatingFriendly,
        OptionValue::Rating(RatingPolicy::Off) => Message::OptionsRatingOff,
    }
}

fn first_label(view: &OptionsView, first: FirstPlayer) -> Message<'_> {
    match chosen_first(first, &view.players) {
        Some(player) => Message::OptionsFirstPerson {
            player: PlainName(player.shown_name()),
        },
        None => Message::OptionsFirstRandom,
    }
}

fn description(value: OptionValue, view: &OptionsView) -> Option<Message<'static>> {
    Some(match value {
        OptionValue::Edition(edition) => {
            let edition = view.editions.get(edition);
            let players = edition.players(Decks::One)?;
            Message::OptionsEditionAbout {
                hand: first_hand(edition),
                fewest: players.min.into(),
                most: players.max.into(),
            }
        }
        OptionValue::Decks(Decks::Two) => Message::OptionsDecksTwoAbout,
        OptionValue::Pace(pace) => {
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
        OptionValue::Attack(Some(AttackRule::AddsUp)) => Message::OptionsAttackAddsUpAbout,
        OptionValue::Attack(Some(AttackRule::Resets)) => Message::OptionsAttackResetsAbout,
        OptionValue::DisplayMode(DisplayMode::TextFirst) => Message::OptionsTextFirstAbout,
        OptionValue::Rating(RatingPolicy::Rated) => Message::OptionsRatingRatedAbout,
        OptionValue::Rating(RatingPolicy::Friendly) => Message::OptionsRatingFriendlyAbout,
        OptionValue::Rating(RatingPolicy::Off) => Message::OptionsRatingOffAbout,
        OptionValue::Decks(Decks::One)
        | OptionValue::Attack(None)
        | OptionValue::Combos(_)
        | OptionValue::Favor(_)
        | OptionValue::SelfNope(_)
        | OptionValue::Ghosts(_)
        | OptionValue::First(_)
        | OptionValue::Leavers(_)
        | OptionValue::Language(_)
        | OptionValue::DisplayMode(DisplayMode::Pictures) => return None,
    })
}

/// Returns the emoji of a value. All values of an option have the same emoji, except editions of different groups.
fn emoji(view: &OptionsView, value: OptionValue) -> Emoji {
    match value.kind() {
        OptionKind::Edition => edition_icon(view, value).into(),
        OptionKind::Decks => Icon::Pile.into(),
        OptionKind::Pace => Icon::Clock.into(),
        OptionKind::Combos => Icon::Pair.into(),
        OptionKind::Attack => Title::Attack.into(),
        OptionKind::Favor => Title::Favor.into(),
        OptionKind::SelfNope => Title::Nope.into(),
        OptionKind::First => Icon::Turn.into(),
        OptionKind::Leavers => Icon::Leave.into(),
        OptionKind::Language => Icon::Language.into(),
        OptionKind::DisplayMode => Icon::Text.into(),
        OptionKind::Ghosts => Icon::Sight.into(),
        OptionKind::Rating => Icon::Ratings.into(),
    }
}

fn edition_icon(view: &OptionsView, value: OptionValue) -> Icon {
    let OptionValue::Edition(edition) = value else {
        return Icon::Box;
    };
    match view.editions.get(edition).group() {
        EditionGroup::Base => Icon::Box,
        EditionGroup::Expansion => Icon::Expansion,
    }
}
