//! The rules help: pages of short paragraphs, with buttons to switch between them.

use rules::{
    Combos, Decks, Edition, EditionId, Editions, HouseRule, HouseRules, PlayerRange, Recipe,
    Ruleset, Title, TitleSet,
};

use super::view::{Book, RulesView, Topic};
use crate::about::About;
use crate::config::TableConfig;
use crate::control::NO_TABLE;
use crate::pages::PageIntent;
use crate::pages::recipes::wording;
use crate::recipe_list::{ChosenRecipe, RecipeName};
use crate::screen::{Accent, Button, ButtonStyle, Emoji, Icon, Screen};
use crate::text::{CardName, DeckName, Language, Message, Verbatim};

/// Returns a page of the rules help as a private message.
pub fn rules(view: &RulesView, config: &TableConfig, language: &Language) -> Screen {
    let book = Contents::of(view.book, &config.editions);
    let title = language.translate(&title(view.topic, &book));
    let heading = format!("### {} {title}", emoji(view.topic));
    let paragraphs = paragraphs(view.topic, &book, config, language);
    // The guide must fit on a phone screen.
    let gap = if view.topic == Topic::Guide {
        "\n"
    } else {
        "\n\n"
    };
    let empty = Screen::new(Accent::Private);
    let screen = match (picture(view.topic), paragraphs.split_first()) {
        (Some(title), Some((first, others))) => {
            let card = book.card(title);
            let alt = language.translate(&Message::AltCard { card });
            let screen = empty.illustrated(format!("{heading}\n{first}"), title, alt);
            if others.is_empty() {
                screen
            } else {
                screen.text(others.join(gap))
            }
        }
        _ if view.topic == Topic::Cards => empty
            .text(heading)
            .emoji_row(book.titles().iter().map(Emoji::Card))
            .text(paragraphs.join("\n")),
        _ => empty.text(heading).text(paragraphs.join("\n")),
    };
    screen.buttons(page_buttons(view, &config.about, language))
}

/// The maximum number of characters for a recipe's changes and the explanations of its cards together.
const MAX_EXPLAINED: usize = 2_500;

/// The parts of a book that the pages explain.
struct Contents {
    name: DeckName,
    /// The edition whose wording is used to name and explain cards.
    wording: EditionId,
    players: Option<PlayerRange>,
    /// The rules for the largest number of players.
    rules: Option<Ruleset>,
    /// The house rules that the edition allows; empty for a recipe.
    house_rules: Vec<HouseRule>,
    recipe: Option<Recipe>,
}

impl Contents {
    /// Returns the contents of a book, or those of the original edition for a recipe that this release cannot read.
    fn of(book: Book, editions: &Editions) -> Self {
        match book {
            Book::Edition(edition) => Self::of_edition(editions.get(edition)),
            Book::Recipe(code, name) => match Recipe::from_code(code.as_str()) {
                Ok(recipe) => {
                    let name = RecipeName::try_from(name.as_str()).ok();
                    Self::of_recipe(recipe, ChosenRecipe { name, code })
                }
                Err(_) => Self::of_edition(editions.get(EditionId::ORIGINAL)),
            },
        }
    }

    fn of_edition(edition: &Edition) -> Self {
        let allowed = HouseRule::ALL
            .into_iter()
            .filter(|&rule| edition.allows(rule));
        Self {
            name: edition.id().into(),
            wording: edition.id(),
            players: edition.players(Decks::One),
            rules: by_the_book(edition),
            house_rules: allowed.collect(),
            recipe: None,
        }
    }

    fn of_recipe(recipe: Recipe, chosen: ChosenRecipe) -> Self {
        let players = recipe.players().ok();
        Self {
            name: DeckName::Recipe(chosen),
            wording: recipe.base,
            players,
            rules: players.and_then(|range| recipe.check(range.max.into()).ok()),
            house_rules: Vec::new(),
            recipe: Some(recipe),
        }
    }

    fn titles(&self) -> TitleSet {
        self.rules.map_or(TitleSet::EMPTY, |rules| rules.titles())
    }

    fn card(&self, title: Title) -> CardName {
        CardName {
            title,
            edition: self.wording,
        }
    }
}

/// Returns the card pictured beside a page. The pages about all cards and about the bot have no picture.
fn picture(topic: Topic) -> Option<Title> {
    match topic {
        Topic::Guide => Some(Title::ExplodingKitten),
        Topic::Cards | Topic::About => None,
        Topic::Combos => Some(Title::Tacocat),
        Topic::Window => Some(Title::Nope),
        Topic::House => Some(Title::Shuffle),
        Topic::Card(title) => Some(title),
    }
}

/// Returns the edition's rules for one deck and the largest number of players, without house rules.
fn by_the_book(edition: &Edition) -> Option<Ruleset> {
    let players = edition.players(Decks::One)?.max;
    Ruleset::new(edition, HouseRules::default(), players.into()).ok()
}

fn title(topic: Topic, book: &Contents) -> Message<'static> {
    let edition = book.name;
    match topic {
        Topic::Guide => Message::RulesTitleGuide { edition },
        Topic::Cards => Message::RulesTitleCards { edition },
        Topic::Combos => Message::RulesTitleCombos { edition },
        Topic::Window => Message::RulesTitleWindow,
        Topic::House => Message::RulesTitleHouse,
        Topic::About => Message::RulesTitleAbout,
        Topic::Card(title) => Message::RulesTitleCard {
            card: book.card(title),
            edition,
        },
    }
}

fn emoji(topic: Topic) -> Emoji {
    match topic {
        Topic::Guide => Icon::Rules.into(),
        Topic::Cards => Icon::Hand.into(),
        Topic::Combos => Icon::Pair.into(),
        Topic::Window => Title::Nope.into(),
        Topic::House => Icon::Options.into(),
        Topic::About => Icon::Info.into(),
        Topic::Card(title) => title.into(),
    }
}

fn page_buttons(view: &RulesView, about: &About, language: &Language) -> Vec<Button> {
    let button = |topic, label: Message<'_>| {
        let page = RulesView { topic, ..*view };
        let style = if topic == view.topic {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Secondary
        };
        Button::labelled(NO_TABLE, PageIntent::Read(page), &label, language)
            .emoji(emoji(topic))
            .style(style)
    };
    let mut buttons = vec![
        button(Topic::Guide, Message::RulesTabGuide),
        button(Topic::Cards, Message::RulesTabCards),
        button(Topic::Combos, Message::RulesTabCombos),
        button(Topic::Window, Message::RulesTabWindow),
        button(Topic::House, Message::RulesTabHouse),
    ];
    if !about.is_empty() {
        buttons.push(button(Topic::About, Message::RulesTabAbout));
    }
    buttons
}

fn paragraphs(
    topic: Topic,
    book: &Contents,
    config: &TableConfig,
    language: &Language,
) -> Vec<String> {
    let translate = |message: Message<'_>| language.translate_for(book.wording, &message);
    let messages = match topic {
        Topic::Guide => return guide_paragraphs(book, language),
        Topic::Cards => {
            let mut paragraphs = vec![translate(setup_paragraph(book))];
            // For a recipe, the list of changes replaces the description of the edition.
            let most = match &book.recipe {
                Some(recipe) => {
                    let changes = wording::changes(recipe, language);
                    let most = MAX_EXPLAINED.saturating_sub(changes.chars().count());
                    paragraphs.push(changes);
                    most
                }
                None => {
                    let about = [Message::GuideSpecial, Message::GuideKittens];
                    paragraphs.extend(about.map(translate));
                    usize::MAX
                }
            };
            paragraphs.extend(card_paragraphs(book, most, language));
            return paragraphs;
        }
        Topic::Combos => combo_paragraphs(book),
        Topic::Window => vec![
            Message::WindowWhat,
            Message::WindowChain,
            if book.recipe.is_some_and(|recipe| recipe.self_nope) {
                Message::HouseSelfNope
            } else {
                Message::WindowOwn
            },
            Message::WindowPass,
            Message::WindowLate,
            Message::WindowNever,
            Message::WindowSecret,
        ],
        Topic::House if book.recipe.is_some() => {
            vec![
                Message::RecipeHouse,
                Message::HouseLeavers,
                Message::HouseGhosts,
                Message::HouseOracle,
            ]
        }
        Topic::House => house_rule_paragraphs(book),
        Topic::About => return about_paragraphs(&config.about, language),
        Topic::Card(title) => match book.rules.filter(|rules| rules.titles().contains(title)) {
            Some(rules) => return vec![language.card_about(title, &rules)],
            None => vec![Message::RulesNoSuchCard],
        },
    };
    messages.into_iter().map(translate).collect()
}

fn guide_paragraphs(book: &Contents, language: &Language) -> Vec<String> {
    let translate = |message: Message<'_>| language.translate_for(book.wording, &message);
    let unofficial = format!("-# {}", translate(Message::GuideUnofficial));
    [
        translate(Message::GuideAim),
        translate(Message::GuideTurn),
        translate(Message::GuideDefuse),
        translate(Message::GuideHere),
        unofficial,
    ]
    .into()
}

fn about_paragraphs(about: &About, language: &Language) -> Vec<String> {
    let message = |text: &Option<String>, message: fn(Verbatim) -> Message<'static>| {
        let text = Verbatim(text.clone()?);
        Some(language.translate(&message(text)))
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let paragraphs = [
        message(&about.operator, |text| Message::BotOperator { text }),
        message(&about.contact, |text| Message::BotContact { text }),
        message(&about.privacy, |text| Message::BotPrivacy { text }),
        message(&about.terms, |text| Message::BotTerms { text }),
        message(&about.source, |text| Message::BotSource { text }),
        message(&version, |text| Message::BotVersion { text }),
    ];
    paragraphs.into_iter().flatten().collect()
}

/// Returns the number of cards that each player starts with in this edition.
pub(crate) fn first_hand(edition: &Edition) -> u32 {
    by_the_book(edition).map_or(0, |rules| hand(&rules))
}

fn hand(rules: &Ruleset) -> u32 {
    u32::from(rules.cards_dealt) + 1
}

fn setup_paragraph(book: &Contents) -> Message<'static> {
    let (Some(rules), Some(range)) = (&book.rules, book.players) else {
        return Message::GuideSetupNone;
    };
    let (hand, [fewest, most]) = (hand(rules), [range.min, range.max].map(u32::from));
    if fewest == most {
        let players = most;
        Message::GuideSetupExact { hand, players }
    } else {
        Message::GuideSetup { hand, fewest, most }
    }
}

/// Returns a paragraph about each card. Adjacent cards with the same text, such as the cats, share a paragraph. If the
/// text exceeds `most` characters, the first cards, which are the best known, are only named in a last paragraph.
fn card_paragraphs(book: &Contents, most: usize, language: &Language) -> Vec<String> {
    let mut paragraphs: Vec<(String, String)> = Vec::new();
    for (title, rules) in book.titles().iter().zip(book.rules.iter().cycle()) {
        let about = language.card_about(title, rules);
        let card = language.card_name(title, book.wording);
        let name = format!("{} **{card}**", Emoji::Card(title));
        match paragraphs.last_mut() {
            Some((names, last)) if *last == about => *names = format!("{names} {name}"),
            _ => paragraphs.push((name, about)),
        }
    }
    let mut left = most;
    let fits = |(names, about): &&(String, String)| {
        let rest = left.checked_sub(names.chars().count() + about.chars().count());
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let explained = paragraphs.iter().rev().take_while(fits).count();
    let named = paragraphs.len() - explained;
    let rest = (named > 0).then(|| {
        let names = paragraphs[..named].iter().map(|(names, _)| names.as_str());
        let cards = Verbatim(names.collect::<Vec<_>>().join(" "));
        language.translate(&Message::RulesOtherCards { cards })
    });
    let paragraph = |(names, about)| format!("{names}\n-# {about}");
    let explained = paragraphs.into_iter().skip(named).map(paragraph);
    explained.chain(rest).collect()
}

fn combo_paragraphs(book: &Contents) -> Vec<Message<'static>> {
    let combos = book.rules.map(|rules| rules.combos);
    let five = (combos == Some(Combos::SpecialAndFive)).then_some(Message::CombosFive);
    let has_wild = !book.titles().and(TitleSet::WILD_CATS).is_empty();
    let wild = has_wild.then_some(Message::CombosFeral);
    if combos == Some(Combos::CatPairs) {
        let paragraphs = [
            Message::CombosCatPair,
            Message::CombosEmpty,
            Message::CombosNope,
        ];
        return paragraphs.into_iter().chain(wild).collect();
    }
    let mut paragraphs = vec![
        Message::CombosWhen,
        Message::CombosPair,
        Message::CombosTriple,
    ];
    paragraphs.extend(five);
    paragraphs.extend(wild);
    paragraphs.extend([
        Message::CombosCats,
        Message::CombosEmpty,
        Message::CombosNope,
    ]);
    paragraphs
}

/// Returns the paragraphs about a table's options, including only the house rules that the book allows.
fn house_rule_paragraphs(book: &Contents) -> Vec<Message<'static>> {
    let rule = |rule: HouseRule| match rule {
        HouseRule::Combos => Message::HouseCombos,
        HouseRule::Attack => Message::HouseAttack,
        HouseRule::Favor => Message::HouseFavor,
        HouseRule::SelfNope => Message::HouseSelfNope,
    };
    let allowed = book.house_rules.iter().copied();
    [Message::HouseHow]
        .into_iter()
        .chain(allowed.map(rule))
        .chain([
            Message::HouseDecks,
            Message::HouseLeavers,
            Message::HouseGhosts,
            Message::HouseOracle,
            Message::HouseRating,
        ])
        .collect()
}
