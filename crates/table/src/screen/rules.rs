//! The rules help: a page of short paragraphs, with the other pages one tap away.

use rules::{Combos, EditionId, Ruleset, Title, TitleSet};

use super::lobby::count;
use super::part::{Accent, Button, Screen, Style};
use super::view::{RulesView, Topic};
use super::{Emoji, Sign};
use crate::control::Stamp;
use crate::ids::{Revision, TableId};
use crate::intent::Intent;
use crate::options::TableOptions;
use crate::text::{Card, Language, Locale, Message};

/// Pages belong to no table: their controls mean the same everywhere and for ever.
const NOWHERE: Stamp = Stamp {
    table: TableId(0),
    revision: Revision(0),
};

/// One page, in private.
pub fn rules(view: &RulesView, language: &Language) -> Screen {
    let heading = language.say(&title(view));
    let paragraphs = paragraphs(view, language);
    Screen::new(Accent::Private)
        .text(format!("### {} {heading}", emoji(view.topic).unicode()))
        .text(paragraphs.join(if view.topic == Topic::Cards {
            "\n"
        } else {
            "\n\n"
        }))
        .buttons(tabs(view, language))
}

/// The rules of an edition by the book, for as few players as it takes.
fn by_the_book(edition: EditionId) -> Option<Ruleset> {
    let options = TableOptions::of(edition, Locale::fallback());
    options
        .players()
        .next()
        .and_then(|players| options.ruleset(players).ok())
}

/// The titles that an edition has.
pub(crate) fn titles(edition: EditionId) -> TitleSet {
    by_the_book(edition).map_or(TitleSet::EMPTY, |rules| rules.titles())
}

fn title(view: &RulesView) -> Message<'static> {
    let edition = view.edition;
    match view.topic {
        Topic::Guide => Message::RulesTitleGuide { edition },
        Topic::Cards => Message::RulesTitleCards { edition },
        Topic::Combos => Message::RulesTitleCombos { edition },
        Topic::Window => Message::RulesTitleWindow,
        Topic::House => Message::RulesTitleHouse,
        Topic::Card(title) => Message::RulesTitleCard {
            card: Card { title, edition },
            edition,
        },
    }
}

fn emoji(topic: Topic) -> Emoji {
    match topic {
        Topic::Guide => Sign::Rules.into(),
        Topic::Cards => Sign::Hand.into(),
        Topic::Combos => Sign::Pair.into(),
        Topic::Window => Title::Nope.into(),
        Topic::House => Sign::Options.into(),
        Topic::Card(title) => title.into(),
    }
}

fn tabs(view: &RulesView, language: &Language) -> [Button; 5] {
    let tab = |topic, label: Message<'_>| {
        let page = RulesView { topic, ..*view };
        let style = if topic == view.topic {
            Style::Primary
        } else {
            Style::Secondary
        };
        Button::new(NOWHERE.button(Intent::Read(page)), language.say(&label))
            .emoji(emoji(topic))
            .style(style)
    };
    [
        tab(Topic::Guide, Message::RulesTabGuide),
        tab(Topic::Cards, Message::RulesTabCards),
        tab(Topic::Combos, Message::RulesTabCombos),
        tab(Topic::Window, Message::RulesTabWindow),
        tab(Topic::House, Message::RulesTabHouse),
    ]
}

fn paragraphs(view: &RulesView, language: &Language) -> Vec<String> {
    let say = |message: Message<'_>| language.say_in(view.edition, &message);
    match view.topic {
        Topic::Guide => guide(view.edition).map(say).to_vec(),
        Topic::Cards => titles(view.edition)
            .iter()
            .map(|title| card(title, view.edition, language))
            .collect(),
        Topic::Combos => combos(view.edition).into_iter().map(say).collect(),
        Topic::Window => window().map(say).to_vec(),
        Topic::House => house().map(say).to_vec(),
        Topic::Card(title) if titles(view.edition).contains(title) => vec![say(about(title))],
        Topic::Card(_) => vec![say(Message::RulesNoSuchCard)],
    }
}

fn guide(edition: EditionId) -> [Message<'static>; 8] {
    [
        Message::GuideAim,
        Message::GuideTurn,
        Message::GuideDefuse,
        Message::GuideKittens,
        setup(edition),
        Message::GuideSpecial,
        Message::GuideHere,
        Message::GuideUnofficial,
    ]
}

fn setup(edition: EditionId) -> Message<'static> {
    let numbers: Vec<_> = TableOptions::of(edition, Locale::fallback())
        .players()
        .collect();
    let [fewest, most] =
        [numbers.first(), numbers.last()].map(|number| count(number.copied().unwrap_or(0)));
    let hand = by_the_book(edition).map_or(0, |rules| u32::from(rules.cards_dealt()) + 1);
    if fewest == most {
        Message::GuideSetupExact {
            hand,
            players: most,
        }
    } else {
        Message::GuideSetup { hand, fewest, most }
    }
}

fn card(title: Title, edition: EditionId, language: &Language) -> String {
    let name = language.card(title, edition);
    format!(
        "{} **{name}**\n-# {}",
        Emoji::Card(title).unicode(),
        language.say_in(edition, &about(title))
    )
}

/// What a card does.
pub(super) fn about(title: Title) -> Message<'static> {
    match title {
        Title::ExplodingKitten => Message::AboutExplodingKitten,
        Title::Defuse => Message::AboutDefuse,
        Title::Attack => Message::AboutAttack,
        Title::Skip => Message::AboutSkip,
        Title::Favor => Message::AboutFavor,
        Title::Shuffle => Message::AboutShuffle,
        Title::SeeTheFuture => Message::AboutSeeTheFuture,
        Title::Nope => Message::AboutNope,
        Title::Tacocat
        | Title::Cattermelon
        | Title::HairyPotatoCat
        | Title::BeardCat
        | Title::RainbowRalphingCat => Message::AboutCat,
    }
}

fn combos(edition: EditionId) -> Vec<Message<'static>> {
    let has_five =
        by_the_book(edition).is_some_and(|rules| rules.combos() == Combos::SpecialAndFive);
    let five = has_five.then_some(Message::CombosFive);
    [
        Some(Message::CombosWhen),
        Some(Message::CombosPair),
        Some(Message::CombosTriple),
        five,
    ]
    .into_iter()
    .flatten()
    .chain([
        Message::CombosCats,
        Message::CombosEmpty,
        Message::CombosNope,
    ])
    .collect()
}

fn window() -> [Message<'static>; 6] {
    [
        Message::WindowWhat,
        Message::WindowChain,
        Message::WindowPass,
        Message::WindowLate,
        Message::WindowNever,
        Message::WindowSecret,
    ]
}

fn house() -> [Message<'static>; 7] {
    [
        Message::HouseHow,
        Message::HouseCombos,
        Message::HouseAttack,
        Message::HouseFavor,
        Message::HouseSelfNope,
        Message::HouseDecks,
        Message::HouseLeavers,
    ]
}
