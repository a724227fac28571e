//! Plays many quick games among computers to show how a ruleset plays. All players use the heuristic of
//! [`Strength::Cat`](crate::Strength::Cat) with the cheap knowledge of `search/playout.rs`. Reads no clock and starts
//! no thread: the caller decides how many games to play at a time, and may stop after any game.

use rules::{DeathCause, Event, Game, Ruleset, Seat, SeededChance};

use crate::{
    heuristic::HeuristicParams,
    search::playout::{Playout, PlayoutNotes},
};

/// A series of quick games. The rules and the seed determine all games.
#[derive(Clone, Debug)]
pub struct Trial {
    rules: Ruleset,
    seed: u64,
    results: TrialResults,
}

/// The summed results of quick games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrialResults {
    /// The number of games played.
    pub games: u32,
    /// The number of turns in all games.
    pub turns: u32,
    /// The number of games won, by seat; seat 0 starts.
    pub wins: [u32; Seat::COUNT],
    /// The number of players killed by an Exploding, an Imploding and a Barking Kitten.
    pub deaths: [u32; 3],
}

impl Trial {
    /// Creates a series of games that have not been played yet.
    pub fn new(rules: Ruleset, seed: u64) -> Trial {
        Trial {
            rules,
            seed,
            results: TrialResults::default(),
        }
    }

    /// Plays this many more games.
    pub fn play(&mut self, games: u32) {
        let played = self.results.games;
        (played..played + games).for_each(|number| self.play_one(number.into()));
    }

    /// Returns the results of the games played so far.
    pub fn results(&self) -> &TrialResults {
        &self.results
    }

    fn play_one(&mut self, number: u64) {
        let mut chance = SeededChance::stream(self.seed, number);
        let (game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        let notes = PlayoutNotes::at_start(&game);
        let mut turns = 0;
        let playout = Playout {
            game,
            notes,
            params: &[HeuristicParams::SENSIBLE; Seat::COUNT],
            chance: &mut chance,
            actions: 0,
        };
        let end = playout.finish_game(|event| turns += u32::from(ends_a_turn(event)));
        let results = &mut self.results;
        results.games += 1;
        results.turns += turns;
        end.winner()
            .into_iter()
            .for_each(|seat| results.wins[seat.index()] += 1);
        for death in end.deaths() {
            let kind = match death.cause {
                DeathCause::Exploded => 0,
                DeathCause::Imploded => 1,
                DeathCause::Barked => 2,
                DeathCause::Left => continue,
            };
            results.deaths[kind] += 1;
        }
    }
}

fn ends_a_turn(event: &Event) -> bool {
    matches!(event, Event::TurnBegan(_) | Event::Won { .. })
}

impl TrialResults {
    /// Returns the mean number of turns of a game.
    pub fn mean_turns(&self) -> f64 {
        f64::from(self.turns) / f64::from(self.games.max(1))
    }

    /// Returns the share (0 to 1) of games that this seat won.
    pub fn win_share(&self, seat: Seat) -> f64 {
        f64::from(self.wins[seat.index()]) / f64::from(self.games.max(1))
    }
}

#[cfg(test)]
mod tests {
    use rules::simulation::any_recipe;

    use super::*;

    #[test]
    fn quick_games_of_any_recipe_end_with_a_winner() {
        let mut chance = SeededChance::new(81);
        for seed in 0..600 {
            let (_, rules) = any_recipe(&mut chance);
            let mut trial = Trial::new(rules, seed);
            trial.play(2);
            trial.play(1);
            let results = trial.results();
            assert_eq!((results.games, results.wins.iter().sum()), (3, 3));
            let deaths: u32 = results.deaths.iter().sum();
            assert_eq!(deaths as usize, 3 * (rules.players() - 1));
            let mut again = Trial::new(rules, seed);
            again.play(3);
            assert_eq!(again.results(), results);
        }
    }
}
