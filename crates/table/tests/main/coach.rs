//! The coach reviews games of every edition and built-in recipe. Complete reviews of the same game are equal, even if
//! another review of it was stopped midway.

use rules::Recipe;
use table::game_file::PlayedGame;
use table::pages::coach::coach_page;
use table::pages::story::{Story, StoryReader};
use table::recipe_list::ChosenRecipe;

use crate::prelude::*;
use crate::whole_games::{Habit, play_as, tables};

#[test]
fn a_game_of_any_edition_or_recipe_is_reviewed_the_same_however_often_the_coach_is_stopped() {
    let recipes = Recipe::built_in().iter().map(|(_, recipe)| {
        let (name, code) = (None, recipe.code());
        let options = options_of(recipe.base).with_recipe(ChosenRecipe { name, code });
        let players = recipe.players().expect("it can be played");
        (options, players.max.into())
    });
    let mut seen = Vec::new();
    for (seed, (options, players)) in (1..).zip(tables().into_iter().chain(recipes)) {
        let deck = (options.edition, options.recipe);
        if seen.contains(&deck) {
            continue;
        }
        seen.push(deck);
        let driver = play_as(Habit::Random, options, players, seed);
        let games = PlayedGame::all(&driver.entries).expect("entries");
        let game = games.first().expect("a game");
        let seat = Seat::ALL[0];
        let reviewed = |most: usize| {
            let mut coach = game.review_of(seat, 7).expect("a review").with_samples(1);
            for _ in 0..most {
                if !coach.work() {
                    break;
                }
            }
            coach.review()
        };
        let stopped = reviewed(3);
        let [first, again] = [usize::MAX, usize::MAX].map(reviewed);
        assert!(first.is_complete, "{deck:?}");
        assert!(stopped.chances.len() <= first.chances.len());
        assert_eq!(format!("{first:?}"), format!("{again:?}"));
        let reader = StoryReader {
            stamp: driver.stamp(),
            game: 1,
            may_show_moments: true,
            display_mode: table::display_mode::DisplayMode::Pictures,
            language: english(),
        };
        let story = Story::of(game).expect("a story");
        let page = coach_page(&story, seat, (&first, true), reader);
        assert!(page.picture().is_some());
    }
    let decks = EditionId::all().count() + Recipe::built_in().len();
    assert_eq!(seen.len(), decks);
}
