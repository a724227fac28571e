//! Discord's limits, in the worst that can happen: nine seats with long names full of markdown,
//! every title held, every step of every panel of whole games.

use std::collections::HashSet;

use ::rules::Title::*;
use ::rules::{Decks, EditionId, HouseRules, Play, Seat, SeededChance, Title};

use super::fixture::{DEADLINE, STAMP, Scenario, english, people, ruleset, seat};
use crate::control::Control;
use crate::ids::UserId;
use crate::intent::{PanelStep, TargetedPlay};
use crate::options::{FirstPlayer, TableOptions};
use crate::refusal::Refusal;
use crate::screen::{
    Escape, Fate, LobbyView, OptionsView, OverView, Part, Placed, RulesView, Screen, Select,
    Sitter, Tally, Topic, lobby, options, over, panel, rules, table,
};
use crate::text::{DECLARED, Language, Locale};

/// 32 characters, each of which has to be escaped.
const LONG: &str = "**__~~||``@everyone<@1>[x](y)\\|_";

fn nine() -> [&'static str; 9] {
    assert_eq!(LONG.chars().count(), 32);
    [LONG; 9]
}

fn check(screen: &Screen) {
    let components: usize = 1 + screen.parts.iter().map(components).sum::<usize>();
    assert!(components <= 40, "{components} components\n{screen}");
    let text: usize = screen.parts.iter().map(letters).sum();
    assert!(text <= 4000, "{text} letters\n{screen}");
    let ids: Vec<_> = screen.parts.iter().flat_map(ids).collect();
    assert!(
        ids.iter().all(|id| (1..=100).contains(&id.len())),
        "{ids:?}"
    );
    assert!(
        ids.iter().all(|id| id.parse::<Control>().is_ok()),
        "an id that cannot be read back\n{ids:?}"
    );
    assert_eq!(
        ids.iter().collect::<HashSet<_>>().len(),
        ids.len(),
        "the same id twice\n{screen}"
    );
    screen.parts.iter().for_each(check_part);
    check_words(&screen.to_string());
}

/// No key and no placeholder is ever read by anybody.
fn check_words(text: &str) {
    assert!(!text.contains(['{', '}', '$']), "a placeholder in\n{text}");
    let is_key = |word: &&str| word.contains('-') && DECLARED.iter().any(|(key, _)| key == word);
    let key = text.split_whitespace().find(is_key);
    assert_eq!(key, None, "a raw key in\n{text}");
}

fn components(part: &Part) -> usize {
    match part {
        Part::Text(_) | Part::Separator => 1,
        Part::Buttons(buttons) => 1 + buttons.len(),
        Part::Choice(_) => 2,
    }
}

/// All that is read anywhere on it, which is more than Discord counts.
fn letters(part: &Part) -> usize {
    part.to_string().chars().count()
}

fn ids(part: &Part) -> Vec<String> {
    match part {
        Part::Buttons(buttons) => buttons
            .iter()
            .map(|button| button.control.to_string())
            .collect(),
        Part::Choice(select) => vec![select.control.to_string()],
        Part::Text(_) | Part::Separator => Vec::new(),
    }
}

fn check_part(part: &Part) {
    match part {
        Part::Text(text) => assert!(!text.is_empty(), "an empty text"),
        Part::Buttons(buttons) => {
            assert!((1..=5).contains(&buttons.len()));
            assert!(
                buttons
                    .iter()
                    .all(|button| (1..=80).contains(&button.label.chars().count()))
            );
        }
        Part::Choice(select) => check_select(select),
        Part::Separator => {}
    }
}

fn check_select(select: &Select) {
    assert!((1..=25).contains(&select.options.len()));
    assert!((1..=150).contains(&select.placeholder.chars().count()));
    assert!(usize::from(select.max) <= select.options.len() && select.min <= select.max);
    let values: HashSet<_> = select.options.iter().map(|option| &option.value).collect();
    assert_eq!(values.len(), select.options.len());
    for option in &select.options {
        assert!((1..=100).contains(&option.label.chars().count()));
        assert!((1..=100).contains(&option.value.chars().count()));
        assert!(
            option
                .description
                .iter()
                .all(|line| (1..=100).contains(&line.chars().count()))
        );
    }
}

fn two_decks() -> HouseRules {
    HouseRules {
        decks: Decks::Two,
        self_nope: true,
        ..HouseRules::default()
    }
}

/// Nine players of whom the first holds three of every title, and a pile of every card's kind.
fn crowded() -> Scenario {
    let all: Vec<Title> = Title::ALL
        .into_iter()
        .filter(|&title| title != ExplodingKitten)
        .collect();
    let mut hands: Vec<Vec<Title>> = vec![vec![Nope; 3]; 9];
    hands[0] = all.iter().flat_map(|&title| [title; 3]).collect();
    let hands: Vec<&[Title]> = hands.iter().map(Vec::as_slice).collect();
    let mut pile: Vec<Title> = vec![RainbowRalphingCat; 40];
    pile.extend([ExplodingKitten; 8]);
    let names = nine();
    (0..9).fold(
        Scenario::new(
            ruleset(EditionId::Classic, two_decks(), 9),
            &names,
            &hands,
            &pile,
        ),
        |scenario, index| {
            scenario.sits(
                index,
                if index % 2 == 0 {
                    Sitter::Away
                } else {
                    Sitter::Left
                },
            )
        },
    )
}

fn languages() -> impl Iterator<Item = &'static Language> {
    Locale::all().map(Language::of)
}

#[test]
fn a_crowded_table_fits() {
    let on = seat(8);
    let triple = crowded().plays(
        0,
        Play::Triple {
            title: RainbowRalphingCat,
            on,
            naming: SeeTheFuture,
        },
    );
    let chain = (0..6).fold(triple, |scenario, layer| {
        scenario.nopes(1 + usize::from(layer % 2), layer)
    });
    let favor = crowded().plays(0, Play::Favor { on: None }).times_out();
    for language in languages() {
        for scenario in [&crowded(), &chain, &favor] {
            check(&table(&scenario.table(), language));
        }
    }
}

fn steps() -> Vec<PanelStep> {
    let titles = Title::ALL.into_iter();
    let aims = titles
        .clone()
        .flat_map(|title| [TargetedPlay::Pair(title), TargetedPlay::Triple(title)]);
    titles
        .clone()
        .map(PanelStep::Title)
        .chain(aims.chain([TargetedPlay::Favor]).map(PanelStep::Target))
        .chain(titles.map(|title| PanelStep::Naming { title, on: seat(1) }))
        .chain([PanelStep::Hand, PanelStep::Five])
        .chain([0, 25, 50, 111, 255].map(|from| PanelStep::Places { from }))
        .collect()
}

#[test]
fn every_step_of_a_full_hand_fits() {
    for language in languages() {
        for step in steps() {
            let mut view = crowded().panel(0, step);
            view.refusal = Some(Refusal::MovedOn);
            check(&panel(&view, language));
        }
    }
}

#[test]
fn every_screen_of_whole_games_fits() {
    for edition in EditionId::ALL {
        for seed in 0..6 {
            play(edition, seed);
        }
    }
}

/// A game at random, whose every table and panel is looked at.
fn play(edition: EditionId, seed: u64) {
    let options = TableOptions::of(edition, Locale::fallback());
    let players = options.players().next_back().expect("a number of players");
    let rules = options.ruleset(players).expect("rules");
    let mut chance = SeededChance::new(seed);
    let (game, _) = ::rules::Game::deal(rules, seat(0), &mut chance);
    let mut scenario = Scenario::of(game, &nine()[..players]);
    while scenario.game.winner().is_none() {
        check(&table(&scenario.table(), english()));
        for seat in rules.seats().iter() {
            check(&panel(
                &scenario.panel(seat.index(), PanelStep::Hand),
                english(),
            ));
        }
        scenario = scenario.anything(&mut chance);
    }
    check(&table(&scenario.table(), english()));
}

#[test]
fn a_full_lobby_and_its_options_fit() {
    for language in languages() {
        for edition in EditionId::ALL {
            let mut options_now = TableOptions::of(edition, Locale::fallback());
            options_now.house = two_decks();
            options_now.first = FirstPlayer::Person(UserId(1000));
            let people = people(&nine());
            let host = UserId(1000);
            let view = LobbyView {
                stamp: STAMP,
                options: options_now,
                people,
                host,
                closes: DEADLINE,
            };
            check(&lobby(&view, language));
            let view = OptionsView {
                stamp: STAMP,
                options: options_now,
                people: view.people,
            };
            check(&options(&view, language));
        }
    }
}

#[test]
fn the_end_of_a_crowded_game_fits() {
    let placing = Seat::ALL.map(|seat| Placed {
        seat,
        fate: if seat.index() == 0 {
            Fate::Won
        } else {
            Fate::Left
        },
    });
    let tally = Tally {
        turns: 999,
        nopes: 10,
        longest_chain: 10,
        closest_escape: Some(Escape {
            seat: seat(8),
            kittens: 8,
            cards: 9,
        }),
    };
    let view = OverView {
        stamp: STAMP,
        people: people(&nine()),
        placing: placing.to_vec(),
        tally,
    };
    languages().for_each(|language| check(&over(&view, language)));
}

#[test]
fn every_page_of_the_rules_fits() {
    let cards = Title::ALL.into_iter().map(Topic::Card);
    let pages = [
        Topic::Guide,
        Topic::Cards,
        Topic::Combos,
        Topic::Window,
        Topic::House,
    ];
    for topic in pages.into_iter().chain(cards) {
        for edition in EditionId::ALL {
            languages().for_each(|language| check(&rules(&RulesView { edition, topic }, language)));
        }
    }
}

#[test]
fn a_name_is_never_markdown_nor_a_mention() {
    let screen = table(&crowded().table(), english()).to_string();
    assert!(!screen.contains("@everyone"));
    assert!(!screen.contains(" <@1>") && !screen.contains("e<@1>"));
    assert!(!screen.contains("[x](y)") || screen.contains("\\[x\\](y)"));
}

/// The same public course with other cards in the hands and in the pile.
fn world(hand: &[Title], pile: &[Title]) -> Scenario {
    let rules = ruleset(EditionId::Original, HouseRules::default(), 3);
    let hands: [&[Title]; 3] = [&[SeeTheFuture, Defuse], hand, &[Favor, Skip]];
    Scenario::new(rules, &nine()[..3], &hands, pile)
}

#[test]
fn a_public_table_tells_nothing_of_hidden_cards() {
    let course: [fn(Scenario) -> Scenario; 5] = [
        |scenario| scenario,
        |scenario| scenario.plays(0, Play::Single(SeeTheFuture)),
        |scenario| scenario.plays(0, Play::Single(SeeTheFuture)).times_out(),
        |scenario| scenario.draws(0),
        |scenario| {
            scenario
                .draws(0)
                .draws(1)
                .plays(2, Play::Favor { on: Some(seat(1)) })
        },
    ];
    for steps in course {
        let one = steps(world(
            &[Nope, Defuse],
            &[Skip, Tacocat, ExplodingKitten, Shuffle, ExplodingKitten],
        ));
        let other = steps(world(
            &[BeardCat, Attack],
            &[Nope, Favor, Skip, ExplodingKitten, ExplodingKitten],
        ));
        assert_eq!(
            table(&one.table(), english()),
            table(&other.table(), english())
        );
    }
}

#[test]
fn only_the_person_on_turn_is_mentioned() {
    let calm = crowded().sits(0, Sitter::Person);
    let screen = table(&calm.table(), english());
    assert_eq!(screen.mention, Some(UserId(1000)));
    assert_eq!(screen.to_string().matches(" <@").count(), 1);
    let away = table(&crowded().table(), english());
    assert_eq!(away.mention, None);
}
