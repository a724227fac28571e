//! Discord's limits in the worst cases: nine seats with long names full of markdown, hands of every
//! title, and every step of every panel in whole games.

use std::collections::HashSet;
use std::sync::Arc;

use ::rules::Title::*;
use ::rules::{Decks, EditionId, Editions, HouseRules, Play, Seat, SeededChance, Title};

use super::fixture::{DEADLINE, STAMP, Scenario, english, players, ruleset, seat};
use crate::control::Control;
use crate::display_mode::DisplayMode;
use crate::ids::UserId;
use crate::intent::{PanelStep, TargetedPlay};
use crate::options::{FirstPlayer, TableOptions};
use crate::refusal::Refusal;
use crate::screen::{
    Chart, ChartLine, ChartPoint, Element, GameOverView, GameStats, LineEnding, LobbyView,
    OptionsView, Outcome, Presence, RulesView, SafeDraw, Screen, Standing, SurvivalChance, Topic,
    game_over, lobby, options, panel, rules, table,
};
use crate::text::check::check_screen;
use crate::text::{DECLARED_MESSAGES, Language, Locale};

/// A name of 32 characters, nearly all of which must be escaped.
const LONG_NAME: &str = "**__~~||``@everyone<@1>[x](y)\\|_";

fn nine_names() -> [&'static str; 9] {
    assert_eq!(LONG_NAME.chars().count(), 32);
    [LONG_NAME; 9]
}

/// Asserts what `text::check` asserts of every language, and that each control is another and can be read back.
pub(super) fn assert_within_limits(screen: &Screen) {
    assert_eq!(check_screen(screen), [], "{screen}");
    let ids: Vec<_> = screen.elements.iter().flat_map(control_ids).collect();
    assert!(
        ids.iter().all(|id| id.parse::<Control>().is_ok()),
        "an id that cannot be read back\n{ids:?}"
    );
    assert_eq!(
        ids.iter().collect::<HashSet<_>>().len(),
        ids.len(),
        "the same id twice\n{screen}"
    );
    screen.elements.iter().for_each(assert_choice_is_possible);
    assert_no_raw_keys(&screen.to_string());
}

/// Asserts that no message key is shown.
fn assert_no_raw_keys(text: &str) {
    let is_key =
        |word: &&str| word.contains('-') && DECLARED_MESSAGES.iter().any(|(key, _)| key == word);
    let key = text.split_whitespace().find(is_key);
    assert_eq!(key, None, "a raw key in\n{text}");
}

fn control_ids(element: &Element) -> Vec<String> {
    match element {
        Element::Buttons(buttons) => buttons
            .iter()
            .map(|button| button.control.to_string())
            .collect(),
        Element::Select(select) => vec![select.control.to_string()],
        Element::Text(_)
        | Element::Illustrated(_)
        | Element::EmojiRow(_)
        | Element::Separator
        | Element::Chart { .. } => Vec::new(),
    }
}

/// Asserts that as many options of a select can be chosen as it asks for, and that no two are the same.
fn assert_choice_is_possible(element: &Element) {
    if let Element::Select(select) = element {
        assert!(usize::from(select.max) <= select.options.len() && select.min <= select.max);
        let values: HashSet<_> = select.options.iter().map(|option| &option.value).collect();
        assert_eq!(values.len(), select.options.len());
    }
}

fn two_decks() -> HouseRules {
    HouseRules {
        decks: Decks::Two,
        self_nope: true,
        ..HouseRules::default()
    }
}

/// Returns a game of nine players, the first of whom holds three of every title.
fn full_game() -> Scenario {
    let all: Vec<Title> = Title::ALL
        .into_iter()
        .filter(|&title| {
            ruleset(EditionId::CLASSIC, two_decks(), 9)
                .nameable_titles()
                .contains(title)
        })
        .collect();
    let mut hands: Vec<Vec<Title>> = vec![vec![Nope; 3]; 9];
    hands[0] = all.iter().flat_map(|&title| [title; 3]).collect();
    let hands: Vec<&[Title]> = hands.iter().map(Vec::as_slice).collect();
    let mut pile: Vec<Title> = vec![RainbowRalphingCat; 40];
    pile.extend([ExplodingKitten; 8]);
    let names = nine_names();
    (0..9).fold(
        Scenario::new(
            ruleset(EditionId::CLASSIC, two_decks(), 9),
            &names,
            &hands,
            &pile,
        ),
        |scenario, index| {
            scenario.with_presence(
                index,
                if index % 2 == 0 {
                    Presence::Away
                } else {
                    Presence::Left
                },
            )
        },
    )
}

fn languages() -> impl Iterator<Item = &'static Language> {
    Locale::all().map(Language::of)
}

#[test]
fn a_full_table_fits_discords_limits() {
    let on = seat(8);
    let triple = full_game().plays(
        0,
        Play::Triple {
            title: RainbowRalphingCat,
            wild: 0,
            on,
            naming: SeeTheFuture,
        },
    );
    let chain = (0..6).fold(triple, |scenario, layer| {
        scenario.nopes(1 + usize::from(layer % 2), layer)
    });
    let favor = full_game().plays(0, Play::single(Title::Favor)).times_out();
    for language in languages() {
        for scenario in [&full_game(), &chain, &favor] {
            assert_within_limits(&table(&scenario.table(), language));
        }
    }
}

fn steps() -> Vec<PanelStep> {
    let titles = Title::ALL.into_iter();
    let aims = titles
        .clone()
        .flat_map(|title| [TargetedPlay::Pair(title, 0), TargetedPlay::Triple(title, 0)]);
    titles
        .clone()
        .map(PanelStep::Title)
        .chain(
            aims.chain([TargetedPlay::Single(Title::Favor)])
                .map(PanelStep::Target),
        )
        .chain(titles.map(|title| PanelStep::Naming {
            title,
            wild: 0,
            on: seat(1),
        }))
        .chain([PanelStep::Hand, PanelStep::Five])
        .chain([0, 25, 50, 111, 255].map(|from| PanelStep::Places { from }))
        .collect()
}

#[test]
fn every_step_of_a_full_hand_fits_discords_limits() {
    for language in languages() {
        for step in steps() {
            let mut view = full_game().panel(0, step);
            view.refusal = Some(Refusal::MovedOn);
            assert_within_limits(&panel(&view, language));
        }
    }
}

#[test]
fn every_screen_of_random_games_fits_discords_limits() {
    for edition in EditionId::all() {
        for seed in 0..6 {
            play_random_game(edition, seed);
        }
    }
}

/// Plays a random game and checks every table and panel.
fn play_random_game(edition: EditionId, seed: u64) {
    let options = TableOptions::of(edition, Locale::fallback());
    let editions = Editions::built_in();
    let players = options.players(&editions).next_back();
    let players = players.expect("a number of players");
    let rules = options.ruleset(&editions, players).expect("rules");
    let mut chance = SeededChance::new(seed);
    let (game, _) = ::rules::Game::deal(rules, seat(0), &mut chance);
    let mut scenario = Scenario::from_game(game, &nine_names()[..players]);
    while scenario.game.winner().is_none() {
        assert_within_limits(&table(&scenario.table(), english()));
        for seat in rules.seats().iter() {
            assert_within_limits(&panel(
                &scenario.panel(seat.index(), PanelStep::Hand),
                english(),
            ));
        }
        scenario = scenario.random_action(&mut chance);
    }
    assert_within_limits(&table(&scenario.table(), english()));
}

#[test]
fn a_full_lobby_and_its_options_fit_discords_limits() {
    for language in languages() {
        for edition in EditionId::all() {
            let mut options_now = TableOptions::of(edition, Locale::fallback());
            options_now.house = two_decks();
            options_now.first = FirstPlayer::Person(UserId(1000));
            let players = players(&nine_names());
            let host = UserId(1000);
            let view = LobbyView {
                stamp: STAMP,
                options: options_now,
                editions: Arc::default(),
                players,
                host,
                closes: DEADLINE,
            };
            assert_within_limits(&lobby(&view, language));
            let view = OptionsView {
                display_mode: crate::display_mode::DisplayMode::default(),
                stamp: STAMP,
                options: options_now,
                editions: Arc::default(),
                players: view.players,
            };
            assert_within_limits(&options(&view, language));
        }
    }
}

/// Returns a chart of nine players who all left late.
fn full_chart() -> Arc<Chart> {
    let line = |seat| ChartLine {
        seat,
        ending: LineEnding::Left,
        points: vec![
            ChartPoint {
                turn: 999,
                chance: SurvivalChance::CERTAIN,
                rescued: true,
            };
            19
        ],
    };
    Arc::new(Chart {
        turns: 999,
        lines: Seat::ALL.map(line).to_vec(),
    })
}

#[test]
fn the_end_of_a_full_game_fits_discords_limits() {
    let standings = Seat::ALL.map(|seat| Standing {
        seat,
        outcome: if seat.index() == 0 {
            Outcome::Won
        } else {
            Outcome::Left
        },
    });
    let stats = GameStats {
        turns: 999,
        nopes: 10,
        longest_chain: 10,
        riskiest_draw: Some(SafeDraw {
            seat: seat(8),
            kittens: 8,
            cards: 9,
        }),
    };
    let view = GameOverView {
        display_mode: crate::display_mode::DisplayMode::default(),
        stamp: STAMP,
        players: players(&nine_names()),
        standings: standings.to_vec(),
        stats,
        chart: Some(full_chart()),
    };
    languages().for_each(|language| assert_within_limits(&game_over(&view, language)));
}

#[test]
fn every_page_of_the_rules_fits_discords_limits() {
    let cards = Title::ALL.into_iter().map(Topic::Card);
    let pages = [
        Topic::Guide,
        Topic::Cards,
        Topic::Combos,
        Topic::Window,
        Topic::House,
    ];
    for topic in pages.into_iter().chain(cards) {
        for edition in EditionId::all() {
            languages().for_each(|language| {
                assert_within_limits(&rules(
                    &RulesView { edition, topic },
                    &Editions::built_in(),
                    language,
                ))
            });
        }
    }
}

#[test]
fn a_name_is_shown_neither_as_markdown_nor_as_a_mention() {
    let screen = table(&full_game().table(), english()).to_string();
    assert!(!screen.contains("@everyone"));
    assert!(!screen.contains(" <@1>") && !screen.contains("e<@1>"));
    assert!(!screen.contains("[x](y)") || screen.contains("\\[x\\](y)"));
}

/// Returns a game in which only the given hand and pile vary.
fn game_with(hand: &[Title], pile: &[Title]) -> Scenario {
    let rules = ruleset(EditionId::ORIGINAL, HouseRules::default(), 3);
    let hands: [&[Title]; 3] = [&[SeeTheFuture, Defuse], hand, &[Favor, Skip]];
    Scenario::new(rules, &nine_names()[..3], &hands, pile)
}

#[test]
fn the_public_table_reveals_no_hidden_cards() {
    let courses: [fn(Scenario) -> Scenario; 5] = [
        |scenario| scenario,
        |scenario| scenario.plays(0, Play::single(SeeTheFuture)),
        |scenario| scenario.plays(0, Play::single(SeeTheFuture)).times_out(),
        |scenario| scenario.draws(0),
        |scenario| {
            scenario
                .draws(0)
                .draws(1)
                .plays(2, Play::aimed(Title::Favor, seat(1)))
        },
    ];
    for play in courses {
        let one = play(game_with(
            &[Nope, Defuse],
            &[Skip, Tacocat, ExplodingKitten, Shuffle, ExplodingKitten],
        ));
        let other = play(game_with(
            &[BeardCat, Attack],
            &[Nope, Favor, Skip, ExplodingKitten, ExplodingKitten],
        ));
        assert_eq!(
            table(&one.table(), english()),
            table(&other.table(), english())
        );
    }
}

/// Returns a game of nine players with these names, whose first player holds `held` cards.
fn crowded_game(name: &str, held: usize, pile: usize) -> Scenario {
    let rules = ruleset(EditionId::CLASSIC, two_decks(), 9);
    let titles: Vec<_> = rules.nameable_titles().iter().collect();
    let hand: Vec<_> = titles.into_iter().cycle().take(held).collect();
    let mut hands: [&[Title]; 9] = [&[Nope]; 9];
    hands[0] = &hand;
    let mut cards = vec![RainbowRalphingCat; pile - 8];
    cards.extend([ExplodingKitten; 8]);
    Scenario::new(rules, &[name; 9], &hands, &cards)
}

#[test]
fn wide_names_forty_cards_in_a_hand_and_a_pile_of_79_fit_discords_limits() {
    let names = ["大".repeat(32), "🐈".repeat(32), LONG_NAME.to_owned()];
    for name in &names {
        for (held, pile) in [(40, 60), (12, 79)] {
            let game = crowded_game(name, held, pile);
            let noped = crowded_game(name, held, pile).plays(0, Play::single(Skip));
            let noped = noped.nopes(1, 0).nopes(2, 1).nopes(3, 2);
            for language in languages() {
                assert_within_limits(&table(&game.table(), language));
                assert_within_limits(&table(&noped.table(), language));
                for index in [0, 8] {
                    let hand = noped.panel(index, PanelStep::Hand);
                    assert_within_limits(&panel(&hand, language));
                    let hand = game.panel(index, PanelStep::Hand);
                    assert_within_limits(&panel(&hand, language));
                }
            }
        }
    }
}

#[test]
fn text_first_has_no_picture_and_no_line_of_emoji_alone() {
    let noped = full_game().plays(0, Play::single(Skip)).nopes(1, 0);
    let mut view = noped.table();
    view.display_mode = DisplayMode::TextFirst;
    let mut hand = full_game().panel(0, PanelStep::Hand);
    hand.display_mode = DisplayMode::TextFirst;
    let pictured = [
        table(&noped.table(), english()),
        panel(&full_game().panel(0, PanelStep::Hand), english()),
    ];
    let in_words = [table(&view, english()), panel(&hand, english())];
    let is_picture =
        |element: &Element| matches!(element, Element::EmojiRow(_) | Element::Illustrated(_));
    for screen in &pictured {
        assert!(screen.elements.iter().any(is_picture), "{screen}");
    }
    for screen in &in_words {
        assert_within_limits(screen);
        assert!(!screen.elements.iter().any(is_picture), "{screen}");
        let text = screen.to_string();
        let wordless = text.lines().find(|line| {
            !line.is_empty() && !line.contains('─') && !line.chars().any(char::is_alphanumeric)
        });
        assert_eq!(wordless, None, "{screen}");
    }
    let cards = "Your cards: 3 × Defuse";
    let text = in_words[1].to_string();
    assert!(text.contains(cards) || text.contains("Defuse ×3"), "{text}");
}

#[test]
fn only_the_person_on_turn_is_mentioned() {
    let calm = full_game().with_presence(0, Presence::Present);
    let screen = table(&calm.table(), english());
    assert_eq!(screen.mention, Some(UserId(1000)));
    assert_eq!(screen.to_string().matches(" <@").count(), 1);
    let away = table(&full_game().table(), english());
    assert_eq!(away.mention, None);
}
