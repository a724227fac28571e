//! Whole games with nobody else, by policies that need no thought: for figures, for speed and to
//! try the engine. The same seed gives the same games on every platform, however many threads
//! share them.

use std::str::FromStr;

use crate::{
    action::Action,
    chance::Chance,
    event::Event,
    game::Game,
    legal::Options,
    phase::{Phase, Window},
    ruleset::Ruleset,
    scenario::Export,
    seat::{Seat, SeatSet},
    seeded::Seeded,
};

/// How the players of a simulated game choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Everyone only draws, and puts kittens back at a uniformly random place.
    Passive,
    /// Each decision is uniform among all legal actions of all players, Nopes and passes included.
    Random,
}

/// No policy has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a policy: passive or random")]
pub struct UnknownPolicy;

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 2] = [Policy::Passive, Policy::Random];

    /// Its name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Policy::Passive => "passive",
            Policy::Random => "random",
        }
    }

    /// What is done next; `None` once the game is won.
    #[inline(always)]
    pub fn choose(self, game: &Game, chance: &mut impl Chance) -> Option<Action> {
        match self {
            Policy::Passive => draw_or_place(game, chance),
            Policy::Random => any_action(game, chance),
        }
    }
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(id: &str) -> Result<Policy, UnknownPolicy> {
        Policy::ALL
            .into_iter()
            .find(|policy| policy.id() == id)
            .ok_or(UnknownPolicy)
    }
}

fn draw_or_place(game: &Game, chance: &mut impl Chance) -> Option<Action> {
    let seat = game.turn()?.seat;
    match *game.legal(seat).options() {
        Options::Place(bottom) => Some(Action::Place {
            seat,
            place: chance.below(u32::from(bottom) + 1) as u8,
        }),
        _ => Some(Action::Draw { seat }),
    }
}

#[inline(always)]
fn any_action(game: &Game, chance: &mut impl Chance) -> Option<Action> {
    if let Phase::Window(window) = game.phase() {
        return nope_or_pass(game, window, chance);
    }
    any_of(game, game.awaited(), chance)
}

/// The same as [`any_of`] all living, without making a list of options for each.
#[inline(always)]
fn nope_or_pass(game: &Game, window: &Window, chance: &mut impl Chance) -> Option<Action> {
    let passers = window.awaited(game.living());
    let nopers = game.nopers(window);
    let picked = pick(passers.len() + nopers.len(), chance)?;
    match picked.checked_sub(passers.len()) {
        None => passers.nth(picked).map(|seat| Action::Pass { seat }),
        Some(picked) => nopers.nth(picked).map(|seat| Action::Nope {
            seat,
            layer: window.layer(),
        }),
    }
}

fn any_of(game: &Game, seats: SeatSet, chance: &mut impl Chance) -> Option<Action> {
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

/// A number below `count`; none where there is nothing to pick from.
#[inline]
fn pick(count: usize, chance: &mut impl Chance) -> Option<usize> {
    match count {
        0 => None,
        _ => Some(chance.below(count as u32) as usize),
    }
}

/// What came of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to the end.
    pub games: u64,
    /// Actions chosen by players.
    pub decisions: u64,
    /// Turns ended: by a draw, a Skip, an Attack, a Defuse or an explosion.
    pub turns: u64,
    /// Games won, by seat.
    pub wins: [u64; Seat::MOST],
}

impl Tally {
    /// Adds what came of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.turns += other.turns;
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
    }

    #[inline]
    fn note(&mut self, event: &Event) {
        match *event {
            Event::TurnBegan(_) => self.turns += 1,
            Event::Won { seat } => {
                self.turns += 1;
                self.games += 1;
                self.wins[seat.index()] += 1;
            }
            _ => {}
        }
    }
}

/// A series of games, each of which follows from the seed and its number alone.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    /// The rules of every game; the first seat starts.
    pub rules: Ruleset,
    /// How everyone plays.
    pub policy: Policy,
    /// What the games follow from.
    pub seed: u64,
}

impl Simulation {
    /// Plays the game with this number to its end.
    pub fn play(&self, number: u64, tally: &mut Tally) {
        let mut chance = self.chance(number);
        let (mut game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        while let Some(action) = self.policy.choose(&game, &mut chance) {
            tally.decisions += 1;
            game.play_legal(action, &mut chance, |event| tally.note(&event));
        }
    }

    /// Plays the same game, and gives it as a scenario file.
    pub fn export(&self, number: u64, tally: &mut Tally) -> String {
        let mut chance = self.chance(number);
        let (mut game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        let mut export = Export::new(&game);
        while let Some(action) = self.policy.choose(&game, &mut chance) {
            tally.decisions += 1;
            let before = game.clone();
            if let Ok(events) = game.play(action, &mut chance) {
                events.iter().for_each(|event| tally.note(event));
                export.step(&before, &action, &events);
            }
        }
        export.text().to_owned()
    }

    fn chance(&self, number: u64) -> Seeded {
        Seeded::stream(self.seed, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, EditionId, HouseRules};

    fn simulation(edition: EditionId, players: usize, policy: Policy) -> Simulation {
        let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), players);
        Simulation {
            rules: rules.unwrap(),
            policy,
            seed: 11,
        }
    }

    fn played(simulation: &Simulation, games: u64) -> Tally {
        let mut tally = Tally::default();
        (0..games).for_each(|number| simulation.play(number, &mut tally));
        tally
    }

    /// Mean turns, and the chance in per cent of the first seat to win, that an independent
    /// simulation of the same policy found.
    const PASSIVE: [(EditionId, usize, f64, f64); 12] = [
        (EditionId::Classic, 2, 38.0, 46.5),
        (EditionId::Classic, 3, 42.0, 34.1),
        (EditionId::Classic, 4, 39.0, 25.1),
        (EditionId::Classic, 5, 35.0, 19.9),
        (EditionId::Original, 2, 34.0, 44.9),
        (EditionId::Original, 3, 32.0, 32.6),
        (EditionId::Original, 4, 28.0, 24.8),
        (EditionId::Original, 5, 21.0, 18.6),
        (EditionId::Travel, 2, 29.0, 44.7),
        (EditionId::Travel, 3, 26.0, 32.3),
        (EditionId::Travel, 4, 22.0, 24.0),
        (EditionId::TwoPlayer, 2, 16.0, 43.5),
    ];

    #[test]
    fn passive_games_last_as_long_and_are_won_as_often_as_is_known() {
        for (edition, players, turns, first_wins) in PASSIVE {
            let games = 20_000;
            let tally = played(&simulation(edition, players, Policy::Passive), games);
            let mean = tally.turns as f64 / games as f64;
            let wins = tally.wins[0] as f64 * 100.0 / games as f64;
            assert!(
                (mean - turns).abs() < 0.75,
                "{edition} {players}: {mean} turns"
            );
            // Published to ± 0.9; our own error of 20,000 games is at most 0.71 at two sigma.
            assert!(
                (wins - first_wins).abs() < 1.6,
                "{edition} {players}: {wins} %"
            );
        }
    }

    #[test]
    fn a_game_follows_from_seed_and_number_alone() {
        let simulation = simulation(EditionId::Original, 4, Policy::Random);
        let mut alone = Tally::default();
        let text = simulation.export(7, &mut alone);
        let mut again = Tally::default();
        simulation.play(7, &mut again);
        assert_eq!(alone, again);
        assert_eq!(text, simulation.export(7, &mut alone));
        assert_ne!(text, simulation.export(8, &mut alone));
    }
}
