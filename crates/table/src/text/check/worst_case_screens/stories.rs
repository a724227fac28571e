//! The stories of finished games with the maximum number of players and cards, and with hundreds of steps.

use players::{Decision, MistakeKind, Review, ValuedAction};
use rules::{
    Action, EditionId, Event, Game, Hand, Pile, PileCard, Play, Seat, SeededChance, Setup, Title,
    TitleSet, Turn,
};

use super::extremes::{STAMP, ScreenVisitor, mostly_computers};
use super::games::{full_rules, random_action};
use crate::display_mode::DisplayMode;
use crate::pages::coach::coach_page;
use crate::pages::story::{Story, StoryPage, StoryReader};
use crate::text::Language;

/// The maximum number of actions of a long game.
const ACTIONS: usize = 600;

/// The number of games per edition: enough for everything that the page of cards mentions to occur
/// in at least one.
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
        let page = coach_page(story, Seat::ALL[1], &longest_review(), reader);
        visit("how somebody played", &page);
        let last = story.screen(StoryPage::Last, reader);
        visit("the last step of a replay", &last);
        let moment = story.moment(story.last_step() / 2, reader);
        visit("a moment of a game", &moment);
    }
}

/// Returns a review with the longest names of actions.
fn longest_review() -> Review {
    let seat = Seat::ALL[1];
    let play = |title| Action::Play {
        seat,
        play: Play::Triple {
            title,
            wild: 1,
            on: Seat::ALL[0],
            naming: Title::SeeTheFuture,
        },
    };
    let titles = [Title::HairyPotatoCat, Title::RainbowRalphingCat];
    let actions = [play(titles[0]), play(titles[1]), play(Title::BeardCat)];
    let decision = |(step, gain)| Decision {
        step,
        done: actions[0],
        better: actions[1],
        gain,
        error: 0.0,
        risk: 1.0,
        choices: actions
            .iter()
            .map(|&action| ValuedAction {
                action,
                chance: 1.0,
            })
            .collect(),
        kind: MistakeKind::WrongPlay,
    };
    let steps = (u16::MAX - 5..).zip([-1.0, -1.0, -1.0, 1.0, 1.0]);
    let mut costliest: Vec<_> = steps.map(decision).collect();
    let best = costliest.split_off(3);
    Review {
        chances: (0..100).map(|step| (step, 1.0)).collect(),
        costliest,
        best,
        lost_to_decisions: 10.0,
        ..Review::default()
    }
}

/// Returns the story of a game in which the maximum number of cards is dealt, with as many
/// different titles as possible. In game 0, nobody leaves. The other games have a small draw pile,
/// and those with odd seeds are ended early.
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
