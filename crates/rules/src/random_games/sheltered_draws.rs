//! Tests that a sheltered kitten can be drawn and kept in secret: until a card is shown, the other players must see the
//! same as if a harmless card had been drawn.

use super::{CheckedGame, next_action, reveals};
use crate::{
    action::Action, edition::EditionId, event::Event, game::Game, phase::Phase, redact::redact,
    seat::Seat, seeded_chance::SeededChance,
};

/// Returns a copy of the game with a harmless card swapped to the top of the pile. `None` if the viewer knows the top
/// card or every harmless card in the pile.
fn with_harmless_top(game: &Game, viewer: Seat) -> Option<Game> {
    let view = game.view(Some(viewer));
    let length = game.draw_pile.len();
    let is_unknown = |index: usize| view.known_at((length - 1 - index) as u8).is_none();
    let cards = game.draw_pile.cards();
    let harmless = |index: &usize| cards[*index].title().hazard().is_none() && is_unknown(*index);
    let other = (0..length)
        .rev()
        .filter(|_| is_unknown(length - 1))
        .find(harmless)?;
    let mut game = game.clone();
    game.draw_pile.cards_mut().swap(other, length - 1);
    Some(game)
}

/// Plays the same actions in two games, and checks that both look the same to the viewer. Stops when an event may
/// reveal a card, when the games diverge or end, or after 60 steps. Returns the number of steps compared.
pub(super) fn look_the_same(mut games: [Game; 2], viewer: Seat, number: u64) -> usize {
    let mut chance = SeededChance::new(number);
    for step in 0..60 {
        let [one, two] = games.each_ref().map(|game| game.view(Some(viewer)));
        assert!(one == two, "step {step} after a hidden difference");
        let Some(action) = next_action(&games[0], &mut chance) else {
            return step;
        };
        let seed = SeededChance::new(number + step as u64);
        let rules = games[0].rules;
        let both = games
            .each_mut()
            .map(|game| game.play(action, &mut seed.clone()));
        let [Ok(first), Ok(second)] = both else {
            return step;
        };
        for (one, two) in first.iter().zip(&second) {
            let alike = std::mem::discriminant(one) == std::mem::discriminant(two);
            let hazard = matches!(one, Event::DrewKitten { .. });
            if !alike || one != two && (hazard || reveals(one, viewer, true)) {
                return step;
            }
            let seen = [one, two].map(|event| redact(event, Some(viewer), &rules));
            assert_eq!(seen[0], seen[1]);
        }
        // The games diverge, for example because a kitten went off in only one of them.
        if first.len() != second.len() {
            return step;
        }
    }
    60
}

/// If the action draws a sheltered kitten, compares the game with one in which the card is harmless, as seen by each
/// player who neither draws nor receives the card. Returns the number of steps compared.
fn compare_sheltered_draw(before: &Game, action: &Action, number: u64) -> usize {
    let Some(turn) = before.turn().filter(|_| *before.phase() == Phase::Turn) else {
        return 0;
    };
    let draws = matches!(action, Action::Draw { .. } | Action::TimeOut);
    let top = before
        .draw_pile
        .top()
        .and_then(|card| card.title().hazard());
    let receiver = before.claimed_by(turn.seat).unwrap_or(turn.seat);
    if !draws || !top.is_some_and(|hazard| before.is_sheltered(receiver, hazard)) {
        return 0;
    }
    let viewers = before.living().without(turn.seat).without(receiver).iter();
    let steps = viewers.filter_map(|viewer| {
        let mut games = [before.clone(), with_harmless_top(before, viewer)?];
        let events = games
            .each_mut()
            .map(|game| game.play(*action, &mut SeededChance::new(number)).unwrap());
        let seen = events.map(|events| {
            let seen = events.iter();
            seen.map(|event| redact(event, Some(viewer), &before.rules))
                .collect::<Vec<_>>()
        });
        assert_eq!(seen[0], seen[1]);
        Some(1 + look_the_same(games, viewer, number))
    });
    steps.sum()
}

fn compare_sheltered_draws(game: fn(u64) -> CheckedGame) {
    let mut steps = 0;
    for number in 0..3_000 {
        game(number).play(|before, action, _| {
            steps += compare_sheltered_draw(before, action, number);
        });
    }
    assert!(steps > 5_000, "only {steps} steps were compared");
}

#[test]
fn a_sheltered_draw_looks_to_others_like_any_draw() {
    compare_sheltered_draws(|number| CheckedGame::new(EditionId::STREAKING, number));
}

#[test]
fn a_sheltered_draw_in_a_game_of_any_recipe_looks_to_others_like_any_draw() {
    compare_sheltered_draws(CheckedGame::of_recipe);
}
