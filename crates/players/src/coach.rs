//! The coach: judges the decisions of one seat in a finished game by what the seat knew at the time. The search of
//! [`Strength::Tiger`](crate::Strength::Tiger) finds the best alternatives to each decision, which are then compared
//! with it in newly sampled games. A decision counts only if the difference exceeds the uncertainty. The judgement must
//! never use anything but the seat's views and redacted events.

mod mistake_kind;
mod moments;
mod report;

use rules::{Action, Event, Game, Randomness as _, Seat, SeededChance};

pub use mistake_kind::MistakeKind;
pub use report::{Decision, Review, ValuedAction};

use crate::{
    heuristic::HeuristicParams,
    knowledge::{Knowledge as _, SeatKnowledge},
    search::{self, DuelTree, Search, Trial},
};
use moments::{Moment, Question};

/// The maximum number of alternatives that are compared with the player's action.
const ALTERNATIVES: usize = 3;
/// The default number of games sampled in each look at a decision.
const SAMPLES: usize = 100;
/// In a duel, the maximum number of looks at a decision that only train the duel tree.
const LEARNING: usize = 24;
/// The maximum number of looks that compare a decision with its alternatives.
const COMPARING: usize = 30;
/// Multiples of the number of samples: the playouts that find alternatives, and the games that estimate the chance to
/// win at the deal and when a turn begins.
const SEARCH_PLAYOUTS: usize = 8;
const DEAL_SAMPLES: usize = 10;
const TURN_SAMPLES: usize = 2;

/// The minimum difference in the chance to win at which a decision counts.
const MIN_DIFFERENCE: f32 = 0.02;
/// The minimum difference at which a decision counts, in standard errors. Dozens of decisions are judged, so a
/// threshold of two would find a mistake in almost every game.
const MIN_ERRORS: f32 = 3.0;
/// The styles of play in the games that judge a decision. In a duel, the learned play replaces the first style. A
/// decision counts only if both styles agree, because a trick may work against a single style.
const MODELS: [HeuristicParams; 2] = [HeuristicParams::SENSIBLE, HeuristicParams::BOLD];
/// The approximate playout limit for all comparisons. In a very long game, later decisions are judged less precisely.
const MAX_PLAYOUTS: usize = 300_000;

/// An action of a finished game.
pub struct PlayedStep<'e> {
    /// The step's number, which identifies it for the caller.
    pub step: u16,
    /// The action, or [`Action::TimeOut`] if it is unknown or was not the player's own choice.
    pub action: Action,
    /// All events of the action.
    pub events: &'e [Event],
}

/// The work of reviewing a finished game. The game, the seat, the seed and the number of samples determine its outcome.
/// Reads no clock and starts no thread: the caller decides how long to work, and may stop at any time.
pub struct GameReview {
    seed: u64,
    samples: usize,
    moments: Vec<Moment>,
    judged: usize,
    comparison: Comparison,
    /// The number of playouts counted towards `MAX_PLAYOUTS` so far.
    playouts: usize,
    review: Review,
}

#[derive(Default)]
struct Comparison {
    /// The player's action first, then the alternatives. Empty until they are found.
    trials: Vec<Trial>,
    /// The search tree learned in a duel; empty otherwise.
    tree: DuelTree,
    /// The number of looks at the decision: one to find alternatives, in a duel some to learn, and the rest to compare.
    looks: usize,
    learning: usize,
}

impl GameReview {
    /// Prepares the review of a seat's decisions in the game that began as `dealt`.
    pub fn new<'e>(
        dealt: &Game,
        seat: Seat,
        steps: impl Iterator<Item = PlayedStep<'e>>,
        seed: u64,
    ) -> GameReview {
        let (moments, has_won) = moments::of_seat(dealt, seat, steps);
        GameReview {
            seed,
            samples: SAMPLES,
            moments,
            judged: 0,
            comparison: Comparison::default(),
            playouts: 0,
            review: Review::new(has_won),
        }
    }

    /// Samples this many games for each look at a decision, instead of 100. With fewer games, the review is faster but
    /// less reliable.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> GameReview {
        GameReview { samples, ..self }
    }

    /// Works for a few milliseconds. Returns false once there is nothing left to do.
    pub fn work(&mut self) -> bool {
        let Some(moment) = self.moments.get(self.judged) else {
            return false;
        };
        let number = self.judged * (1 + LEARNING + COMPARING) + self.comparison.looks;
        let mut chance = SeededChance::stream(self.seed, number as u64);
        let seed = u64::from(chance.below(u32::MAX));
        // A view without a turn yields no knowledge, but no moment has such a view.
        let is_done = match SeatKnowledge::new(&moment.view, &moment.memory) {
            None => true,
            Some(knowledge) => match moment.question {
                Question::Chance => {
                    let is_deal = self.review.chances.is_empty();
                    let looks = if is_deal { DEAL_SAMPLES } else { TURN_SAMPLES };
                    let mut search = Search::new(&knowledge, Vec::new(), seed);
                    let chance = search.chance_to_win(looks * self.samples);
                    self.review.chances.push((moment.step, chance));
                    true
                }
                Question::Decision(done) => {
                    let affordable = self.affordable();
                    let (samples, comparison) = (self.samples, &mut self.comparison);
                    if comparison.trials.is_empty() {
                        comparison.begin(&knowledge, done, (samples, affordable, seed));
                    } else {
                        comparison.look(&knowledge, samples, seed);
                    }
                    comparison.looks += 1;
                    self.playouts += SAMPLES * comparison.trials.len();
                    self.comparison.is_enough(affordable)
                }
            },
        };
        if is_done {
            let comparison = std::mem::take(&mut self.comparison);
            self.review.add(moment, &comparison.trials);
            self.judged += 1;
        }
        self.judged < self.moments.len()
    }

    /// Returns how many learning looks, and how many comparing looks, the budget allows for the current decision.
    fn affordable(&self) -> usize {
        let left = (self.moments.len() - self.judged).max(1);
        let share = MAX_PLAYOUTS.saturating_sub(self.playouts) / left;
        4 * (1 + share / (SAMPLES * self.comparison.trials.len().max(1)))
    }

    /// Returns the findings so far.
    pub fn review(&self) -> Review {
        let mut review = self.review.clone();
        review.is_complete = self.judged >= self.moments.len();
        review.rank();
        review
    }
}

impl Comparison {
    fn begin(
        &mut self,
        knowledge: &SeatKnowledge,
        done: Action,
        (samples, affordable, seed): (usize, usize, u64),
    ) {
        let is_duel = knowledge.living().len() == 2;
        self.learning = if is_duel { LEARNING.min(affordable) } else { 0 };
        self.trials = find_alternatives(knowledge, done, (SEARCH_PLAYOUTS * samples, seed));
    }

    fn look(&mut self, knowledge: &SeatKnowledge, samples: usize, seed: u64) {
        let mut search = Search::new(knowledge, std::mem::take(&mut self.trials), seed);
        if self.looks <= self.learning {
            search.learn(samples, &mut self.tree);
        } else {
            search = search.with_models(&MODELS);
            if self.learning > 0 {
                search = search.with_tree(std::mem::take(&mut self.tree));
            }
            search.sample(samples);
            self.tree = search.tree.unwrap_or_default();
        }
        self.trials = search.trials;
    }

    /// Returns true if there is no alternative, if more looks would hardly matter, or if their limit is reached.
    fn is_enough(&self, affordable: usize) -> bool {
        let Some((done, best)) = report::best_other(&self.trials) else {
            return true;
        };
        let compared = self.looks.saturating_sub(1 + self.learning);
        let (gain, error) = done.difference(best);
        let is_small = gain.abs() + 2.5 * error < MIN_DIFFERENCE;
        let is_clear = gain.abs() > 6.0 * error && gain.abs() > MIN_DIFFERENCE;
        compared >= COMPARING.min(affordable) || (compared > 4 && (is_small || is_clear))
    }
}

/// Returns trials of the player's action and the best alternatives, without results, because the samples that selected
/// an alternative overestimate it.
fn find_alternatives(
    knowledge: &SeatKnowledge,
    done: Action,
    (playouts, seed): (usize, u64),
) -> Vec<Trial> {
    let Some(legal) = &knowledge.view().legal else {
        return Vec::new();
    };
    let options = search::candidates(knowledge, legal, done);
    let mut search = Search::new(
        knowledge,
        options.into_iter().map(Trial::new).collect(),
        seed,
    );
    search.run(playouts, ALTERNATIVES + 1);
    search.trials.truncate(ALTERNATIVES + 1);
    let found = search.trials.iter();
    found.map(|trial| Trial::new(trial.action)).collect()
}

/// Returns the probability (0 to 1) that the top card is deadly, given the seat's knowledge.
fn kitten_probability(moment: &Moment) -> f32 {
    let knowledge = SeatKnowledge::new(&moment.view, &moment.memory);
    knowledge.map_or(0.0, |knowledge| knowledge.kitten_probability(0))
}
