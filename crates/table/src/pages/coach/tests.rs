//! Tests of the coach's page, with a handmade review.

use ::players::{Decision, MistakeKind, Review, ValuedAction};
use ::rules::{
    Action, ChoiceAnswer, EditionId, Game, HouseRules, Order, Play, Seat, SeededChance, Title,
};

use super::{coach_page, with_coach_button};
use crate::display_mode::DisplayMode;
use crate::pages::story::{Story, StoryPage, StoryReader};
use crate::screen::tests::fixture::{STAMP, english, players, ruleset};
use crate::screen::tests::limits::assert_within_limits;
use crate::text::{Language, Locale};

const SEAT: Seat = Seat::ALL[0];

fn story() -> Story {
    let rules = ruleset(EditionId::ORIGINAL, HouseRules::default(), 3);
    let (dealt, _) = Game::deal(rules, SEAT, &mut SeededChance::new(1));
    Story::new(
        dealt,
        players(&["Anna", "Bert", "Cleo"]),
        std::iter::empty(),
    )
}

fn decision(done: Action, better: Action, gain: f32, kind: MistakeKind) -> Decision {
    let value = |action, chance| ValuedAction { action, chance };
    Decision {
        step: 0,
        done,
        better,
        gain,
        error: 0.01,
        risk: 0.33,
        choices: vec![value(better, 0.5), value(done, 0.5 + gain)],
        kind,
    }
}

fn play(play: Play) -> Action {
    Action::Play { seat: SEAT, play }
}

fn choose(answer: ChoiceAnswer) -> Action {
    Action::Choose { seat: SEAT, answer }
}

fn review() -> Review {
    let (draw, skip) = (Action::Draw { seat: SEAT }, play(Play::single(Title::Skip)));
    let on = Seat::ALL[1];
    let triple = play(Play::Triple {
        title: Title::Tacocat,
        wild: 0,
        on,
        naming: Title::Defuse,
    });
    let [one, four] = [1, 4].map(|place| choose(ChoiceAnswer::Place(place)));
    let order = Order::new(&[1, 0]).expect("an order");
    let mut review = Review {
        chances: (0..40).map(|step| (step, f32::from(step) / 50.0)).collect(),
        costliest: vec![
            decision(draw, skip, -0.14, MistakeKind::DrewTooBold),
            decision(triple, draw, -0.1, MistakeKind::WrongChoice),
            decision(one, four, -0.06, MistakeKind::KittenPlaced),
        ],
        best: vec![
            decision(
                skip,
                choose(ChoiceAnswer::Order(order)),
                0.3,
                MistakeKind::WrongChoice,
            ),
            decision(
                choose(ChoiceAnswer::Give(Title::Nope)),
                choose(ChoiceAnswer::Give(Title::Defuse)),
                0.2,
                MistakeKind::DefuseGiven,
            ),
        ],
        decisions: 20,
        lost: [(MistakeKind::DrewTooBold, 0.3)].into(),
        is_complete: true,
        ..Review::default()
    };
    let listed = review.costliest.iter_mut().chain(&mut review.best);
    listed
        .zip(7..)
        .for_each(|(decision, step)| decision.step = step);
    review
}

fn reader(language: &Language, display_mode: DisplayMode) -> StoryReader<'_> {
    StoryReader {
        stamp: STAMP,
        game: 3,
        may_show_moments: true,
        display_mode,
        language,
    }
}

#[test]
fn the_page_says_what_was_done_what_was_better_and_how_much_it_was_worth() {
    let page = coach_page(
        &story(),
        SEAT,
        (&review(), false),
        reader(english(), DisplayMode::Pictures),
    );
    insta::assert_snapshot!(page);
}

#[test]
fn a_game_without_mistakes_is_praised() {
    let review = Review {
        is_complete: true,
        has_won: true,
        ..Review::default()
    };
    let page = coach_page(
        &story(),
        SEAT,
        (&review, false),
        reader(english(), DisplayMode::Pictures),
    );
    insta::assert_snapshot!(page);
}

#[test]
fn the_page_fits_in_every_language_and_the_cards_lead_to_it() {
    for locale in Locale::all() {
        for mode in [DisplayMode::Pictures, DisplayMode::TextFirst] {
            let reader = reader(Language::of(locale), mode);
            for has_picture in [false, true] {
                let page = coach_page(&story(), SEAT, (&review(), has_picture), reader);
                assert_within_limits(&page);
                let is_drawn = has_picture && mode == DisplayMode::Pictures;
                assert_eq!(page.picture().is_some(), is_drawn);
            }
            let cards = story().screen(StoryPage::Cards, reader);
            assert_within_limits(&with_coach_button(cards, reader));
        }
    }
}
