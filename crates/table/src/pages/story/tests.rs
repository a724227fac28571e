//! Tests the pages of a finished game's story with whole games of every edition. No step may give away later events.

use ::players::Strength;
use ::rules::simulation::random_action;
use ::rules::{
    Action, Edition, EditionId, Event, Game, HouseRules, Randomness as _, Ruleset, Seat,
    SeededChance,
};

use crate::display_mode::DisplayMode;
use crate::pages::story::{Sharer, Story, StoryPage, StoryReader};
use crate::screen::Occupant;
use crate::screen::tests::fixture::{STAMP, english, players, ruleset};
use crate::screen::tests::limits::assert_within_limits;
use crate::text::{Language, Locale};

const NAMES: [&str; 5] = ["Anna", "Bert", "Cleo", "Dora", "Emil"];

struct Played {
    dealt: Game,
    game: Game,
    actions: Vec<Vec<Event>>,
}

impl Played {
    fn dealt(edition: EditionId, seats: usize, seed: u64) -> Self {
        let rules = ruleset(edition, HouseRules::default(), seats);
        let (game, _) = Game::deal(rules, Seat::ALL[0], &mut SeededChance::new(seed));
        Self {
            dealt: game.clone(),
            game,
            actions: Vec::new(),
        }
    }

    /// Plays at most `most` further random actions, including occasional timeouts and departures.
    fn played_on(mut self, seed: u64, most: usize) -> Self {
        let chance = &mut SeededChance::new(seed);
        for _ in 0..most {
            let action = match chance.below(40) {
                _ if self.game.winner().is_some() => None,
                0 => self.game.living().nth(0).map(|seat| Action::Leave { seat }),
                1..=4 => Some(Action::TimeOut),
                _ => random_action(&self.game, chance),
            };
            let Some(action) = action else { break };
            let events = self.game.play(action, chance).expect("a legal action");
            self.actions.push(events.to_vec());
        }
        self
    }

    fn story(&self) -> Story {
        let seats = self.dealt.rules().players();
        let actions = self.actions.iter().map(Vec::as_slice);
        let mut players = players(&NAMES[..seats]);
        players[1].occupant = Occupant::Computer(Strength::Tiger);
        Story::new(self.dealt.clone(), players, actions)
    }
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

fn step(story: &Story, step: u16) -> String {
    let reader = reader(english(), DisplayMode::Pictures);
    story.screen(StoryPage::Step(step), reader).to_string()
}

fn most_seats(edition: EditionId) -> usize {
    let fits = |seats: &usize| {
        Ruleset::new(Edition::built_in(edition), HouseRules::default(), *seats).is_ok()
    };
    (2..=NAMES.len()).rev().find(fits).expect("players")
}

#[test]
fn every_page_of_whole_games_in_every_edition_can_be_used_and_the_last_step_shows_the_winner() {
    for (edition, seed) in EditionId::all().zip(0..) {
        let played = Played::dealt(edition, most_seats(edition), seed).played_on(seed, usize::MAX);
        let (story, winner) = (played.story(), played.game.winner().expect("a winner"));
        for mode in [DisplayMode::Pictures, DisplayMode::TextFirst] {
            let page = |page| {
                let screen = story.screen(page, reader(english(), mode));
                assert_within_limits(&screen);
                screen.to_string()
            };
            for number in 0..=story.last_step() {
                let screen = page(StoryPage::Step(number));
                let is_told = !screen
                    .lines()
                    .nth(2)
                    .is_some_and(|line| line.starts_with('─'));
                let waits = screen.starts_with("[Waiting]");
                assert!(is_told || waits, "{edition}: {screen}");
            }
            page(StoryPage::Cards);
            let last = page(StoryPage::Last);
            let won = format!("### 🏆 {} has won", NAMES[winner.index()]);
            assert!(last.contains(&won), "{edition}: {last}");
            assert_eq!(last, page(StoryPage::Step(u16::MAX)));
        }
    }
}

#[test]
fn a_step_is_the_same_in_two_games_that_agree_up_to_it() {
    let mut steps = 0;
    for (edition, seed) in EditionId::all().zip(0..) {
        for agreed in [0, 9, 40] {
            let story = |other| {
                let played = Played::dealt(edition, 2, seed).played_on(seed, agreed);
                let common = played.story().last_step();
                (common, played.played_on(other, usize::MAX).story())
            };
            let ((common, one), (_, other)) = (story(100), story(200));
            let before_the_end = common.min(one.last_step() - 1).min(other.last_step() - 1);
            for number in 0..=before_the_end {
                assert_eq!(step(&one, number), step(&other, number));
                steps += 1;
            }
        }
    }
    assert!(steps > 100, "only {steps} steps");
}

#[test]
fn a_story_is_told_in_words_and_pictures() {
    let played = Played::dealt(EditionId::ORIGINAL, 3, 4).played_on(4, usize::MAX);
    let story = played.story();
    let german = Locale::all()
        .map(Language::of)
        .into_iter()
        .find(|language| language.id() == "de");
    let told = |language, mode, steps: &[u16]| {
        let reader = reader(language, mode);
        let steps = steps.iter().map(|step| StoryPage::Step(*step));
        let pages: Vec<_> = [StoryPage::Cards, StoryPage::Last]
            .into_iter()
            .chain(steps)
            .map(|page| story.screen(page, reader))
            .chain([story.moment(5, reader, Sharer::Player(Seat::ALL[2]))])
            .map(|page| page.to_string())
            .collect();
        pages.join("\n")
    };
    let in_pictures = told(english(), DisplayMode::Pictures, &[0, 3, 7, 12]);
    insta::assert_snapshot!(in_pictures);
    insta::assert_snapshot!(told(german.expect("German"), DisplayMode::TextFirst, &[3]));
}

#[test]
fn a_step_shows_the_imploding_kitten_face_up_the_direction_and_the_turns_owed() {
    let seen = (0..40).find_map(|seed| {
        let played = Played::dealt(EditionId::IMPLODING, 4, seed).played_on(seed, usize::MAX);
        let story = played.story();
        let mut screens = (0..story.last_step()).map(|number| step(&story, number));
        screens.find(|screen| {
            let all = ["face up", "owes 2 turns", "up the list", "🪦"];
            all.iter().all(|part| screen.contains(part))
        })
    });
    insta::assert_snapshot!(seen.expect("such a step"));
}
