//! Tests of the Kitten of the day: its pages, and the screens of its game.

use fairness::Secret;
use insta::assert_snapshot;
use rules::{EditionId, Seat, Title};

use crate::beat::{BeatEvent, DeathBeat};
use crate::display_mode::DisplayMode;
use crate::ids::{Millis, UserId};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::kitten_origins::Hider;
use crate::pages::PageIntent;
use crate::pages::daily::{
    AttemptResult, DailyBoardRow, DailyGame, DailyOutcome, DailyRequest, DailyView, Day,
    FIRST_DEAL, daily_page, daily_post, daily_proof,
};
use crate::screen::tests::limits::assert_within_limits;
use crate::screen::{BeatView, Screen};
use crate::solo_game::solo_death;
use crate::text::{Language, Locale};

const DAY: Day = Day(214);
const RESULT: AttemptResult = AttemptResult {
    place: 3,
    turns: 17,
    streak: 5,
    frozen: None,
    finished_at: Millis(0),
    guild: None,
};

fn pages(language: &Language) -> Vec<Screen> {
    let secret = Secret::new([7; 32]);
    let commitment = secret.commitment(DAY.game_id()).to_string();
    let board = [(1, 11), (2, 7)].map(|(rank, person)| DailyBoardRow {
        rank,
        person: UserId(person),
        name: "*Ann*".to_owned(),
        result: RESULT,
    });
    let outcome = DailyOutcome {
        result: RESULT,
        trail: "🟨🟩✂️🙅🟧💥".to_owned(),
        better_than: Some(71),
    };
    let page = |outcome: Option<&DailyOutcome>| DailyView {
        day: DAY,
        commitment: commitment.clone(),
        streak: outcome.map_or(1, |outcome| outcome.result.streak),
        outcome: outcome.cloned(),
        board: &board,
        reader: UserId(7),
        may_post: true,
        tells_day_before: true,
        played_day_before: true,
    };
    vec![
        daily_page(&page(None), language),
        dead(language),
        daily_page(&page(Some(&outcome)), language),
        daily_proof(
            DAY,
            (commitment.clone(), secret.into()),
            Some(&RESULT),
            language,
        ),
        daily_post(DAY, &outcome, "*Bert*", language),
    ]
}

fn dead(language: &Language) -> Screen {
    let hider = Hider {
        seat: Seat::ALL[0],
        cards_ago: Some(3),
    };
    let view = BeatView {
        stamp: DAY.stamp(3),
        display_mode: DisplayMode::Pictures,
        event: BeatEvent::Death(DeathBeat {
            seat: Seat::ALL[0],
            by: Title::ExplodingKitten,
            order: 0,
            first: Seat::ALL[0],
            hider: Some(hider),
            times: 0,
        }),
        edition: EditionId::ORIGINAL,
        players: &[],
        cards: None,
    };
    let on = PageIntent::Daily(DailyRequest::Open);
    solo_death(&view, 13, on, language)
}

#[test]
fn the_pages_of_a_day_in_every_language() {
    let all: Vec<_> = Locale::all()
        .flat_map(|locale| pages(Language::of(locale)))
        .inspect(assert_within_limits)
        .map(|page| page.to_string())
        .collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn others_are_on_a_page_only_once_its_reader_has_finished() {
    let [open, _, finished, ..] = &pages(Language::of(Locale::fallback()))[..] else {
        panic!("the pages");
    };
    assert!(!open.to_string().contains(r"\*Ann\*"), "{open}");
    assert!(finished.to_string().contains(r"\*Ann\*"), "{finished}");
}

/// Tries to draw, pass or place a kitten. Returns false if the game allows none of these.
fn goes_on(game: &mut DailyGame) -> bool {
    let mut moves = [Intent::Draw, Intent::Pass, Intent::PlaceAnywhere].into_iter();
    moves.any(|intent| game.play(intent).is_ok())
}

/// Returns a game that lasts long enough to show one screen per language.
fn lasting_game() -> DailyGame {
    let begin = |byte| DailyGame::begin(DAY, &Secret::new([byte; 32]), FIRST_DEAL);
    let lasts = |byte: &u8| {
        let mut game = begin(*byte);
        Locale::all().all(|_| goes_on(&mut game))
    };
    begin((9..).find(lasts).unwrap_or_default())
}

#[test]
fn a_game_in_every_language() {
    let mut game = lasting_game();
    let mut screens = Vec::new();
    for locale in Locale::all() {
        let person = Clicker::new(UserId(7), "Anna".to_owned(), locale);
        let screen = game.screen(&person, PanelStep::Hand, None);
        assert_within_limits(&screen);
        screens.push(screen.to_string());
        assert!(goes_on(&mut game));
    }
    assert_snapshot!(screens.join("\n"));
}
