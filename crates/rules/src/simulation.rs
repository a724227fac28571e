//! Random actions and recipes, for tests and searches. The `kit` crate (`contest`) plays whole games among
//! computer players.

mod random_recipe;

pub use random_recipe::any_recipe;

use crate::{
    action::Action,
    game::Game,
    phase::{NopeWindow, Phase},
    randomness::Randomness,
    seat::SeatSet,
    title::TitleSet,
};

/// Returns an action picked uniformly among the legal actions of all players, including Nopes and passes; `None` once
/// the game is won.
pub fn random_action(game: &Game, chance: &mut impl Randomness) -> Option<Action> {
    match game.phase() {
        Phase::Turn if !game.rules().titles().and(TitleSet::ANY_TURN).is_empty() => {
            any_of(game, game.living(), chance)
        }
        Phase::Window(window) => nope_or_pass(game, window, chance),
        Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => any_of(game, game.awaited(), chance),
    }
}

/// Picks a Nope or a pass as [`any_of`] would for all living players, but without computing all their legal actions.
fn nope_or_pass(game: &Game, window: &NopeWindow, chance: &mut impl Randomness) -> Option<Action> {
    let passing = window.awaited(game.living());
    let noping = game.seats_that_can_nope(window);
    let picked = pick(passing.len() + noping.len(), chance)?;
    match picked.checked_sub(passing.len()) {
        None => passing.nth(picked).map(|seat| Action::Pass { seat }),
        Some(picked) => noping.nth(picked).map(|seat| Action::Nope {
            seat,
            layer: window.layer(),
        }),
    }
}

fn any_of(game: &Game, seats: SeatSet, chance: &mut impl Randomness) -> Option<Action> {
    if let Some(seat) = seats.only() {
        let legal = game.legal(seat);
        return legal.nth(pick(legal.count(), chance)?);
    }
    let count = seats.iter().map(|seat| game.legal(seat).count()).sum();
    let mut left = pick(count, chance)?;
    seats.iter().find_map(|seat| {
        let legal = game.legal(seat);
        let action = legal.nth(left);
        left = left.saturating_sub(legal.count());
        action
    })
}

fn pick(count: usize, chance: &mut impl Randomness) -> Option<usize> {
    match count {
        0 => None,
        _ => Some(chance.below(count as u32) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Edition, EditionId, Event, HouseRules, Ruleset, Seat, seeded_chance::SeededChance,
    };

    const GAMES: u64 = 20_000;

    /// Returns a draw, or a uniformly random place for a drawn kitten; `None` once the game is won.
    fn draw_or_place(game: &Game, chance: &mut impl Randomness) -> Option<Action> {
        let seat = game.turn()?.seat;
        let legal = game.legal(seat);
        Some(match legal.answers() {
            Some(answers) => Action::Choose {
                seat,
                answer: answers.nth(chance.below(answers.count() as u32) as usize)?,
            },
            None => Action::Draw { seat },
        })
    }

    /// Plays games in which all players just draw. Returns the mean number of turns, and the percentage of games that
    /// the first seat won.
    fn play_passively(edition: EditionId, players: usize) -> (f64, f64) {
        let edition = Edition::built_in(edition);
        let rules = Ruleset::new(edition, HouseRules::default(), players).unwrap();
        let (mut turns, mut first_wins) = (0, 0);
        for number in 0..GAMES {
            let mut chance = SeededChance::stream(11, number);
            let (mut game, _) = Game::deal(rules, Seat::ALL[0], &mut chance);
            while let Some(action) = draw_or_place(&game, &mut chance) {
                let ends_turn =
                    |event: &Event| matches!(event, Event::TurnBegan(_) | Event::Won { .. });
                game.play_unchecked(action, &mut chance, |_, event| {
                    turns += u64::from(ends_turn(event));
                });
            }
            first_wins += u64::from(game.winner() == Some(Seat::ALL[0]));
        }
        let mean = |sum: u64| sum as f64 / GAMES as f64;
        (mean(turns), mean(first_wins) * 100.0)
    }

    /// The mean number of turns and the percentage of games that the first seat won, from an independent simulation of
    /// the same policy.
    const PASSIVE: [(EditionId, usize, f64, f64); 12] = [
        (EditionId::CLASSIC, 2, 38.0, 46.5),
        (EditionId::CLASSIC, 3, 42.0, 34.1),
        (EditionId::CLASSIC, 4, 39.0, 25.1),
        (EditionId::CLASSIC, 5, 35.0, 19.9),
        (EditionId::ORIGINAL, 2, 34.0, 44.9),
        (EditionId::ORIGINAL, 3, 32.0, 32.6),
        (EditionId::ORIGINAL, 4, 28.0, 24.8),
        (EditionId::ORIGINAL, 5, 21.0, 18.6),
        (EditionId::TRAVEL, 2, 29.0, 44.7),
        (EditionId::TRAVEL, 3, 26.0, 32.3),
        (EditionId::TRAVEL, 4, 22.0, 24.0),
        (EditionId::TWO_PLAYER, 2, 16.0, 43.5),
    ];

    #[test]
    fn passive_games_agree_with_an_independent_simulation() {
        for (edition, players, turns, first_wins) in PASSIVE {
            let (mean, wins) = play_passively(edition, players);
            assert!(
                (mean - turns).abs() < 0.75,
                "{edition} {players}: {mean} turns"
            );
            // The reference has an error of ± 0.9, and our 20,000 games have an error of at most 0.71 (two sigma).
            assert!(
                (wins - first_wins).abs() < 1.6,
                "{edition} {players}: {wins} %"
            );
        }
    }

    /// The mean number of turns with two to five players, from an independent simulation of 400
    /// games. The error is up to 1.2 with two players and 0.6 with more.
    const PASSIVE_EXPANSIONS: [(EditionId, [f64; 4]); 2] = [
        (EditionId::STREAKING, [42.0, 44.0, 41.0, 35.0]),
        (EditionId::BARKING, [50.0, 47.0, 41.0, 34.0]),
    ];

    #[test]
    fn passive_games_of_expansions_agree_with_an_independent_simulation() {
        for (edition, figures) in PASSIVE_EXPANSIONS {
            for (players, turns) in (2..).zip(figures) {
                let error = if players == 2 { 1.2 } else { 0.6 };
                let (mean, wins) = play_passively(edition, players);
                // The reference is rounded to whole turns.
                assert!(
                    (mean - turns).abs() < error + 0.5,
                    "{edition} {players}: {mean} turns"
                );
                assert!(
                    (wins - 100.0 / players as f64).abs() < 5.0,
                    "{edition} {players}: {wins} %"
                );
            }
        }
    }
}
