//! The stories of finished games with the maximum number of players and cards, and with hundreds of steps.

use players::{Decision, MistakeKind, Review, ValuedAction};
use rules::{
    Action, ChoiceAnswer, EditionId, Event, Game, Hand, Order, Pile, PileCard, Play, Seat,
    SeededChance, Setup, Title, TitleSet, Turn,
};

use super::extremes::{STAMP, ScreenVisitor, mostly_computers};
use super::games::random_action;
use super::sample_game::full_rules;
use crate::display_mode::DisplayMode;
use crate::pages::coach::coach_page;
use crate::pages::story::{Sharer, Story, StoryPage, StoryReader};
use crate::text::Language;

/// The maximum number of actions in a game.
const ACTIONS: usize = 600;

/// The number of games per edition: enough for every fact on a story's page about cards to occur at least once.
const GAMES: u64 = 6;

pub(super) fn visit_stories(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for edition in EditionId::all() {
        for story in (0..GAMES).filter_map(|seed| crowded_story(edition, seed)) {
            visit_story(&story, language, visit);
        }
    }
}

fn visit_story(story: &Story, language: &Language, visit: &mut ScreenVisitor<'_>) {
    for display_mode in [DisplayMode::Pictures, DisplayMode::TextFirst] {
        let reader = StoryReader {
            stamp: STAMP,
            game: u16::MAX,
            may_show_moments: true,
            display_mode,
            language,
        };
        let cards = story.screen(StoryPage::Cards, reader);
        visit("the cards of a finished game", &cards);
        for step in (0..=story.last_step()).step_by(40) {
            let shown = story.screen(StoryPage::Step(step), reader);
            visit("a step of a replay", &shown);
        }
        for review in reviews(story) {
            for has_picture in [false, true] {
                let page = coach_page(story, READER, (&review, has_picture), reader);
                visit("how somebody played", &page);
            }
        }
        let last = story.screen(StoryPage::Last, reader);
        visit("the last step of a replay", &last);
        for step in (0..=story.last_step())
            .step_by(20)
            .chain([story.last_step()])
        {
            let moment = story.moment(step, reader, Sharer::Player(READER));
            visit("a moment of a game", &moment);
        }
    }
}

/// The seat whose play is reviewed.
const READER: Seat = Seat::ALL[1];

fn play(play: Play) -> Action {
    let seat = READER;
    Action::Play { seat, play }
}

/// Returns actions of many kinds, starting with the three that have the longest descriptions.
fn actions_of_all_kinds() -> Vec<Action> {
    let (seat, on) = (READER, Seat::ALL[0]);
    let triple = |title| {
        play(Play::Triple {
            title,
            wild: 1,
            on,
            naming: Title::SeeTheFuture,
        })
    };
    let answers = [
        ChoiceAnswer::Place(9),
        ChoiceAnswer::Give(Title::Nope),
        ChoiceAnswer::Take(Title::Nope),
        ChoiceAnswer::Put(Title::Nope),
        ChoiceAnswer::Aim(on),
        ChoiceAnswer::Order(Order::unchanged(3)),
    ];
    let answers = answers.map(|answer| Action::Choose { seat, answer });
    let mut actions = vec![
        triple(Title::HairyPotatoCat),
        triple(Title::RainbowRalphingCat),
        triple(Title::BeardCat),
        Action::Draw { seat },
        Action::Pass { seat },
        Action::PickBlindly { seat },
    ];
    actions.extend(answers);
    actions
}

fn decision(step: u16, actions: &[Action], gain: f32, kind: MistakeKind) -> Decision {
    let (chance, error) = (1.0, 0.0);
    let choices = actions.iter().take(3);
    Decision {
        step,
        done: actions[0],
        better: actions[1],
        gain,
        error,
        risk: 1.0,
        choices: choices
            .map(|&action| ValuedAction { action, chance })
            .collect(),
        kind,
    }
}

/// Returns reviews that together use every sentence of the coach's page, starting with the longest review.
fn reviews(story: &Story) -> Vec<Review> {
    let actions = actions_of_all_kinds();
    let window = (0..60)
        .find(|&step| story.at(step).game.phase().window().is_some())
        .map_or(0, |step| step + 1);
    let wrong = |step| decision(step, &actions, -1.0, MistakeKind::WrongChoice);
    let best = |step, actions| decision(step, actions, 1.0, MistakeKind::WrongChoice);
    let nope = |step, kind| decision(step, &actions[3..5], -0.5, kind);
    let longest = Review {
        chances: (0..100).map(|step| (step, 1.0)).collect(),
        costliest: (1..4).map(wrong).collect(),
        best: vec![best(4, &actions), best(5, &actions)],
        lost: [(MistakeKind::WrongChoice, 10.0)].into(),
        ..Review::default()
    };
    let nopes = Review {
        chances: vec![(0, 1.0)],
        costliest: vec![
            nope(window, MistakeKind::NopeSpent),
            nope(u16::MAX, MistakeKind::DrewTooBold),
        ],
        best: vec![best(998, &actions[5..8]), best(999, &actions[8..11])],
        ..Review::default()
    };
    let kept = Review {
        costliest: vec![nope(window, MistakeKind::NopeKept)],
        best: vec![best(999, &actions[10..])],
        ..Review::default()
    };
    let flawless = Review {
        is_complete: true,
        ..Review::default()
    };
    vec![longest, nopes, kept, flawless]
}

/// Returns the story of a game in which the maximum number of cards is dealt, with as many different titles as
/// possible. In the game with seed 0, nobody leaves. The other games have a small draw pile, and games with odd seeds
/// are ended early.
fn crowded_story(edition: EditionId, seed: u64) -> Option<Story> {
    let mut setup = Setup::new(full_rules(edition)?);
    let seats = setup.rules.seats();
    let hazards = vec![PileCard::down(Title::ExplodingKitten); seats.len() - 1];
    let harmless = vec![PileCard::down(Title::SeeTheFuture); if seed == 0 { 30 } else { 4 }];
    setup.pile = Pile::from_bottom(&[hazards, harmless].concat())?;
    let each = (Hand::MAX_CARDS - setup.pile.len()) / seats.len();
    let titles = setup.rules.titles().minus(TitleSet::HAZARDS);
    let hand: Hand = titles.iter().cycle().take(each).collect();
    setup.hands[..seats.len()].fill(hand);
    setup.turn = Some(Turn::normal(seats.nth(0)?));
    let dealt = Game::from_setup(setup).ok()?;
    let (mut game, chance) = (dealt.clone(), &mut SeededChance::new(seed));
    let most = if seed.is_multiple_of(2) {
        ACTIONS
    } else {
        ACTIONS / 4
    };
    let mut actions: Vec<Vec<Event>> = Vec::new();
    while let Some(action) = random_action(&game, chance).filter(|_| actions.len() < most) {
        if seed > 0 || !matches!(action, Action::Leave { .. }) {
            actions.push(game.play(action, chance).ok()?.to_vec());
        }
    }
    let players = mostly_computers(seats.len());
    let actions = actions.iter().map(Vec::as_slice);
    Some(Story::new(dealt, players, actions))
}
