//! Tests screens in extreme cases: the screens of `text::check::worst_case_screens` in English, and a few further
//! cases. `text::check` checks the worst-case screens against Discord's limits in every language.

use std::collections::HashSet;

use ::rules::Title::*;
use ::rules::{Decks, EditionId, HouseRules, Play, Title};

use super::fixture::{Scenario, english, ruleset};
use crate::control::Control;
use crate::display_mode::DisplayMode;
use crate::ids::UserId;
use crate::intent::PanelStep;
use crate::screen::{Element, Presence, Screen, panel, table};
use crate::text::check::{check_screen, for_each_screen};
use crate::text::{DECLARED_MESSAGES, Language, Locale};
use crate::user_set::UserSet;

/// A name of maximum length in which many characters must be escaped.
const LONG_NAME: &str = "**__~~||``@everyone<@1>[x](y)\\|_";

/// Asserts the limits that `text::check` checks for every language. Also asserts that controls are distinct and can be
/// parsed back, that menus can be answered, and that no raw message keys are shown.
pub(crate) fn assert_within_limits(screen: &Screen) {
    assert_eq!(check_screen(screen), [], "{screen}");
    let mut seen = HashSet::new();
    for control in screen.elements.iter().flat_map(controls) {
        let id = control.to_string();
        assert_eq!(id.parse(), Ok(control), "{id} cannot be parsed back");
        assert!(seen.insert(control), "{id} appears twice\n{screen}");
    }
    screen.elements.iter().for_each(assert_choice_is_possible);
    assert_no_raw_keys(&screen.to_string());
}

#[test]
fn every_control_of_every_screen_is_another_and_can_be_read_back() {
    for_each_screen(english(), &mut |_, screen| assert_within_limits(screen));
}

fn assert_no_raw_keys(text: &str) {
    let is_key =
        |word: &&str| word.contains('-') && DECLARED_MESSAGES.iter().any(|(key, _)| key == word);
    let key = text.split_whitespace().find(is_key);
    assert_eq!(key, None, "a raw key in\n{text}");
}

fn controls(element: &Element) -> Vec<Control> {
    if let Element::Buttons(buttons) = element {
        buttons.iter().map(|button| button.control).collect()
    } else if let Element::Select(select) = element {
        vec![select.control]
    } else {
        Vec::new()
    }
}

/// Asserts that a menu has at least as many options as may be chosen, and that no two options have the same value.
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

/// Creates a game of nine absent players. The first holds three of every title.
fn full_game() -> Scenario {
    let titles = ruleset(EditionId::CLASSIC, two_decks(), 9).nameable_titles();
    let game = crowded_game(LONG_NAME, 3 * titles.len(), 48);
    let presence = |index| match index % 2 {
        0 => Presence::Away,
        _ => Presence::Left,
    };
    (0..9).fold(game, |game, index| {
        game.with_presence(index, presence(index))
    })
}

#[test]
fn a_name_is_shown_neither_as_markdown_nor_as_a_mention() {
    let screen = full_game().table_screen().to_string();
    assert!(!screen.contains("@everyone"));
    assert!(!screen.contains(" <@1>") && !screen.contains("e<@1>"));
    assert!(!screen.contains("[x](y)") || screen.contains("\\[x\\](y)"));
}

/// Creates a game of nine players who are all called `name`. The first holds `held` cards.
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
    assert_eq!(LONG_NAME.chars().count(), 32);
    let names = ["大".repeat(32), "🐈".repeat(32), LONG_NAME.to_owned()];
    for name in &names {
        for (held, pile) in [(40, 60), (12, 79)] {
            let game = crowded_game(name, held, pile);
            let noped = crowded_game(name, held, pile)
                .plays(0, Play::single(Skip))
                .nopes(1, 0)
                .nopes(2, 1)
                .nopes(3, 2);
            for language in Locale::all().map(Language::of) {
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
    let pictured = noped.table_screen();
    let in_words = [table(&view, english()), panel(&hand, english())];
    let is_picture =
        |element: &Element| matches!(element, Element::EmojiRow(_) | Element::Illustrated(_));
    assert!(pictured.elements.iter().any(is_picture), "{pictured}");
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
    let screen = calm.table_screen();
    assert_eq!(screen.mentions, UserSet::only(UserId(1000)));
    assert_eq!(screen.to_string().matches(" <@").count(), 1);
    let away = full_game().table_screen();
    assert_eq!(away.mentions, UserSet::EMPTY);
}
