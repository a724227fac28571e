//! Measures how far computer players and the coach are from the oracle.

use players::{Computer, Decision, GameReview, PlayedStep, Strength};
use rules::{Action, Event, Game, Seat, SeededChance};

use super::{MOVER, Position, Solution};

/// A position is used only if the values of its best and worst actions differ by at least this much.
const MIN_SPREAD: f64 = 0.02;
/// The minimum loss that makes an action a blunder, which the coach should name.
const BLUNDER: f64 = 0.10;
/// The loss above which a mistake found in the oracle's own play counts as a false accusation.
const ACCUSATION: f32 = 0.03;

/// Sums and maxima over positions. All gaps and losses are in percentage points.
#[derive(Clone, Copy, Debug, Default)]
pub struct OracleFigures {
    pub positions: u32,
    /// The sum of the gaps of the best actions' solutions.
    pub gap: f64,
    /// The sum of the tiger's losses, and the largest loss.
    pub tiger: [f64; 2],
    /// The sum of the cat's losses, and the largest loss.
    pub cat: [f64; 2],
    /// The number of games with a planted blunder, and the number of games in which the coach names the blunder first.
    pub blunders: [u32; 2],
    /// The number of seats reviewed in the oracle's games, and how many of these seats were accused of losing more than
    /// three points.
    pub accused: [u32; 2],
    /// The largest loss that the coach attributes to a decision of the oracle.
    pub worst_accusation: f64,
}

impl OracleFigures {
    /// Adds the position generated from this seed. Returns false if it is not suitable.
    pub fn add(&mut self, seed: u64) -> bool {
        let mut chance = SeededChance::stream(1, seed);
        let Some(position) = Position::random(&mut chance) else {
            return false;
        };
        let actions = position.actions();
        let solved = actions.iter().map(|&action| position.solve(action));
        let Some(solved) = solved.collect::<Option<Vec<Solution>>>() else {
            return false;
        };
        let by_value = |one: &&Solution, other: &&Solution| one.value.total_cmp(&other.value);
        let Some((best, worst)) = solved
            .iter()
            .max_by(by_value)
            .zip(solved.iter().min_by(by_value))
        else {
            return false;
        };
        if best.value - worst.value < MIN_SPREAD {
            return false;
        }
        self.positions += 1;
        self.gap += 100.0 * best.gap;
        let world = position.world(&mut chance);
        let losses: Vec<_> = actions
            .iter()
            .zip(&solved)
            .map(|(&action, one)| (action, 100.0 * (best.value - one.value)))
            .collect();
        self.ask_computers(world, &losses, seed);
        let fair = best.play(world, &mut chance);
        for seat in [0, 1] {
            self.count_accusation(review(world, Seat::ALL[seat], &fair, seed));
        }
        if best.value - worst.value >= BLUNDER {
            let spoilt = worst.play(world, &mut chance);
            let named = review(world, MOVER, &spoilt, seed);
            let is_first = named.is_some_and(|decision| decision.step == 1);
            self.blunders[0] += 1;
            self.blunders[1] += u32::from(is_first);
        }
        true
    }

    fn ask_computers(&mut self, world: &Game, losses: &[(Action, f64)], seed: u64) {
        let view = world.view(Some(MOVER));
        for (strength, sums) in [
            (Strength::Tiger, &mut self.tiger),
            (Strength::Cat, &mut self.cat),
        ] {
            let computer = Computer::new(strength, MOVER, &view);
            let chosen = computer.choose(&view, &mut SeededChance::new(seed));
            let mut lost = losses.iter().filter(|(action, _)| Some(*action) == chosen);
            let (_, lost) = lost.next().copied().unwrap_or((Action::TimeOut, 100.0));
            sums[0] += lost;
            sums[1] = sums[1].max(lost);
        }
    }

    fn count_accusation(&mut self, costliest: Option<Decision>) {
        let lost = costliest.map_or(0.0, |decision| -decision.gain);
        self.accused[0] += 1;
        self.accused[1] += u32::from(lost > ACCUSATION);
        self.worst_accusation = self.worst_accusation.max(100.0 * f64::from(lost));
    }
}

/// Returns the decision that the coach lists first among the costliest.
fn review(
    world: &Game,
    seat: Seat,
    played: &[(Action, Vec<Event>)],
    seed: u64,
) -> Option<Decision> {
    let steps = (1..)
        .zip(played)
        .map(|(step, (action, events))| PlayedStep {
            step,
            action: *action,
            events,
        });
    let mut coach = GameReview::new(world, seat, steps, seed);
    while coach.work() {}
    coach.review().costliest.into_iter().next()
}

#[cfg(test)]
mod tests {
    use rules::{Hand, Title, Turn};

    use super::*;

    /// Seeds of positions that are quickly solved.
    const SEEDS: [u64; 6] = [1, 4, 7, 27, 29, 40];

    #[test]
    fn a_position_that_can_be_solved_by_hand_is_solved() {
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        hands[0] = [Title::SeeTheFuture, Title::Skip].into_iter().collect();
        let pile = [Title::ExplodingKitten, Title::Tacocat];
        let position = Position::new(hands, &pile, Turn::normal(MOVER)).expect("a position");
        let values = position.actions().into_iter().map(|action| {
            let solution = position.solve(action).expect("a small position");
            assert!(solution.gap < 0.003);
            let cards = match action {
                Action::Play { play, .. } => play.single_title(),
                _ => None,
            };
            (cards, (solution.value * 10.0).round())
        });
        let values: Vec<_> = values.collect();
        // A player who sees the top card knows whether to skip; the other two actions are guesses.
        let looked = (Some(Title::SeeTheFuture), 10.0);
        assert!(values.contains(&looked), "{values:?}");
        assert!(values.contains(&(Some(Title::Skip), 5.0)), "{values:?}");
        assert!(values.contains(&(None, 5.0)), "{values:?}");
    }

    /// Covers only a few positions; `kittens-lab oracle` can measure many more.
    #[test]
    fn the_tiger_loses_little_and_the_coach_names_blunders_in_positions_that_the_oracle_knows() {
        let mut figures = OracleFigures::default();
        let mut seeds = SEEDS.into_iter();
        assert!(seeds.all(|seed| figures.add(seed)));
        let positions = f64::from(figures.positions);
        assert!(figures.gap <= 0.2 * positions, "{figures:?}");
        assert!(figures.tiger[0] <= positions, "{figures:?}");
        assert!(figures.cat[0] > 2.0 * figures.tiger[0], "{figures:?}");
        let [planted, named] = figures.blunders;
        assert!(planted >= 4 && named == planted, "{figures:?}");
        assert!(figures.accused[1] <= 1, "{figures:?}");
    }
}
