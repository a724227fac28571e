//! Tests of practices, including the lesson and the pages in every language. Complete games in every edition are played
//! in `tests/main/practice.rs`.

use fairness::Secret;
use insta::assert_snapshot;
use rules::{ChoiceAnswer, EditionId, Editions, Play, Title};

use super::lesson::{self, Advice, LESSON};
use super::{Practice, PracticeSetup, PracticeView, practice_page};
use crate::ids::{Millis, TableId, UserId};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::pages::daily::Day;
use crate::screen::tests::limits::assert_within_limits;
use crate::text::{Language, Locale};

fn learner(locale: Locale) -> Clicker {
    Clicker::new(UserId(7), "Ada".to_owned(), locale)
}

fn follow(advice: Advice) -> Intent {
    let single = |title| Intent::Play(Play::Single { title, on: None });
    match advice {
        Advice::Look => single(Title::SeeTheFuture),
        Advice::Avoid(title) => single(title),
        // Stealing takes two steps. This intent is always refused, so that a deal with this advice is rejected.
        Advice::Steal => Intent::NewTable,
        Advice::DrawKitten | Advice::Die | Advice::DrawSafely | Advice::Draw => Intent::Draw,
        Advice::Nope => Intent::Nope { layer: 0 },
        Advice::Pass => Intent::Pass,
        Advice::Hide => Intent::Answer(ChoiceAnswer::Place(0)),
    }
}

/// Plays a lesson by following its advice. Returns `None` if that fails or takes more than 16 moves.
fn taught(number: u16) -> Option<(Practice, Vec<Advice>)> {
    let (rules, strength, _) = lesson::deal();
    let dealt = Practice::begin((rules, strength, lesson::secret(number)), true, None);
    let mut practice = dealt.finish(Millis(0));
    let mut given = Vec::new();
    while !practice.is_over {
        let advice = lesson::advice(&practice.replay().ok()?.view())?;
        given.push(advice);
        let (next, refusal) = practice.play(follow(advice)).ok()?;
        if refusal.is_some() || given.len() > 16 {
            return None;
        }
        practice = next.finish(Millis(0));
    }
    Some((practice, given))
}

fn teaches_everything(number: u16) -> bool {
    let Some((practice, given)) = taught(number) else {
        return false;
    };
    let first = |advice| given.iter().position(|each| *each == advice);
    let steps = [
        first(Advice::Look),
        first(Advice::Avoid(Title::Skip)),
        first(Advice::Nope),
        first(Advice::Hide),
    ];
    let is_won = practice.replay().is_ok_and(|game| game.place() == Some(1));
    is_won && steps.iter().all(Option::is_some)
}

#[test]
fn whoever_follows_the_lesson_looks_skips_nopes_survives_hides_the_kitten_and_wins() {
    let best = (0..u16::MAX).find(|number| teaches_everything(*number));
    assert_eq!(best, Some(LESSON));
    let (_, given) = taught(LESSON).expect("it can be followed");
    insta::assert_debug_snapshot!(given);
}

fn setup(edition: EditionId, opponents: u8) -> PracticeSetup {
    PracticeSetup {
        edition,
        opponents,
        ..PracticeSetup::default()
    }
}

#[test]
fn the_pages_of_a_practice_in_every_language() {
    let editions = Editions::built_in();
    let (lesson, _) = taught(LESSON).expect("it can be followed");
    let running = Practice::learn(Some(&lesson)).finish(Millis(0));
    let mut pages = Vec::new();
    for locale in Locale::all() {
        let (person, language) = (learner(locale), Language::of(locale));
        let page = |practice| PracticeView {
            setup: setup(EditionId::CLASSIC, 3),
            practice,
            editions: &editions,
        };
        let game = running.game_screen(&person, (PanelStep::Hand, None));
        pages.extend([
            practice_page(&page(None), language),
            practice_page(&page(Some(&running)), language),
            game.expect("it can be replayed"),
            lesson.result_screen(&person).expect("it can be replayed"),
        ]);
    }
    pages.iter().for_each(assert_within_limits);
    let pages: Vec<_> = pages.iter().map(ToString::to_string).collect();
    assert_snapshot!(pages.join("\n"));
}

#[test]
fn a_number_of_computers_that_an_edition_forbids_becomes_the_nearest_one() {
    let editions = Editions::built_in();
    let opponents = |edition, opponents| setup(edition, opponents).allowed_in(&editions).opponents;
    assert_eq!(opponents(EditionId::ORIGINAL, 200), 4);
    assert_eq!(opponents(EditionId::ORIGINAL, 0), 1);
    assert_eq!(opponents(EditionId::TWO_PLAYER, 4), 1);
    let forged = setup(EditionId::TWO_PLAYER, 4);
    let secret = Secret::new([1; 32]);
    assert!(Practice::deal(forged, &editions, secret, None).is_none());
}

#[test]
fn the_ids_of_practices_are_neither_days_nor_tables() {
    let first = Practice::learn(None).finish(Millis(0));
    let second = Practice::learn(Some(&first)).finish(Millis(0));
    assert_ne!(first.stamp().table, second.stamp().table);
    for practice in [first, second] {
        let table = practice.stamp().table;
        assert!(Practice::is_table(table) && Day::of_table(table).is_none());
    }
    for table in [TableId(0), TableId(u64::MAX >> 1), Day(214).table()] {
        assert!(!Practice::is_table(table), "{table}");
    }
}

#[test]
fn what_a_player_may_be_told_of_a_running_practice_holds_no_move() {
    let told = |practice: &Practice| serde_json::json!(practice.to_extract()).to_string();
    let (over, given) = taught(LESSON).expect("it can be followed");
    let dealt = Practice::learn(None).finish(Millis(0));
    let (moved, _) = dealt.play(follow(given[0])).expect("it can be replayed");
    let running = moved.finish(Millis(0));
    assert!(!running.moves.is_empty() && !told(&running).contains(&running.moves));
    assert!(told(&over).contains(&over.moves));
    for practice in [running, over] {
        assert!(!told(&practice).contains(&String::from(practice.secret.clone())));
        assert!(!format!("{practice:?}").contains(&practice.moves));
    }
}
