//! The coach's findings, without text.

use std::collections::BTreeMap;

use rules::Action;

use super::mistake_kind::MistakeKind;
use super::{MIN_DIFFERENCE, MIN_ERRORS, MODELS, Moment, Question, kitten_probability};
use crate::search::Trial;

/// The maximum numbers of decisions listed among the costliest and among the best.
const COSTLIEST: usize = 3;
const BEST: usize = 2;

/// The findings about one seat in a finished game. All chances are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The chance to win at the deal, which is step 0, and after each step in which a turn began.
    pub chances: Vec<(u16, f32)>,
    /// True if the seat won.
    pub has_won: bool,
    /// The decisions that cost most, the costliest first.
    pub costliest: Vec<Decision>,
    /// The decisions that gained most over the best alternative, the best first.
    pub best: Vec<Decision>,
    /// The number of decisions that were judged.
    pub decisions: u32,
    /// The total chance to win that was lost to decisions that count as mistakes, by kind of mistake.
    pub lost: BTreeMap<MistakeKind, f32>,
    /// False if the coach has not examined the whole game.
    pub is_complete: bool,
}

/// A decision that counts, because its difference from the best alternative exceeds the uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The step in which the decision was made.
    pub step: u16,
    /// The player's action.
    pub done: Action,
    /// The best alternative.
    pub better: Action,
    /// The chance to win with the player's action, minus the chance with the alternative.
    pub gain: f32,
    /// The standard error of the gain.
    pub error: f32,
    /// The probability that the top card was deadly, given what the player knew.
    pub risk: f32,
    /// The best actions, at most three and best first, with their chances to win.
    pub choices: Vec<ValuedAction>,
    /// The kind of mistake that the decision is, or that the player avoided.
    pub kind: MistakeKind,
}

/// An action with the chance to win if the seat takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuedAction {
    /// The action.
    pub action: Action,
    /// The chance to win, from 0 to 1.
    pub chance: f32,
}

/// Returns the trial of the player's action and the best other trial; `None` if there is no other trial.
pub(super) fn best_other(trials: &[Trial]) -> Option<(&Trial, &Trial)> {
    let (done, others) = trials.split_first()?;
    let by_mean = |one: &&Trial, other: &&Trial| one.mean().total_cmp(&other.mean());
    Some((done, others.iter().max_by(by_mean)?))
}

impl Review {
    pub(super) fn new(has_won: bool) -> Review {
        Review {
            has_won,
            ..Review::default()
        }
    }

    /// Returns the chance lost to all decisions that count as mistakes.
    pub fn lost_to_decisions(&self) -> f32 {
        self.lost.values().sum()
    }

    /// Returns the chance to win that the cards and the other players gave (or took, if negative) in the whole game.
    pub fn luck(&self) -> f32 {
        let start = self.chances.first().map_or(0.0, |(_, chance)| *chance);
        let end = f32::from(u8::from(self.has_won));
        end - start + self.lost_to_decisions()
    }

    /// Adds the findings from the trials of a moment. The first trial is the player's action.
    pub(super) fn add(&mut self, moment: &Moment, trials: &[Trial]) {
        let (Question::Decision(done), Some((tried, other))) =
            (moment.question, best_other(trials))
        else {
            return;
        };
        self.decisions += 1;
        let (gain, error) = agreed_gain(tried, other);
        if gain.abs() < (MIN_ERRORS * error).max(MIN_DIFFERENCE) {
            return;
        }
        let (wrong, right) = if gain < 0.0 {
            (done, other.action)
        } else {
            (other.action, done)
        };
        let decision = Decision {
            step: moment.step,
            done,
            better: other.action,
            gain,
            error,
            risk: kitten_probability(moment),
            choices: ranked(trials),
            kind: MistakeKind::of(moment, wrong, right),
        };
        if gain < 0.0 {
            *self.lost.entry(decision.kind).or_default() -= gain;
            self.costliest.push(decision);
        } else {
            self.best.push(decision);
        }
    }

    /// Sorts both lists of decisions and cuts each to its maximum length.
    pub(super) fn rank(&mut self) {
        self.costliest
            .sort_by(|one, other| one.gain.total_cmp(&other.gain));
        self.costliest.truncate(COSTLIEST);
        self.best
            .sort_by(|one, other| other.gain.total_cmp(&one.gain));
        self.best.truncate(BEST);
    }
}

/// Returns the mean gain and its standard error. The gain is 0 if the models disagree about which action is better.
fn agreed_gain(tried: &Trial, other: &Trial) -> (f32, f32) {
    let (mean, error) = tried.difference(other);
    let mut models = 0..MODELS.len();
    let agree = models.all(|model| {
        let (gain, _) = tried.difference_under(other, model, MODELS.len());
        gain * mean > 0.0
    });
    (if agree { mean } else { 0.0 }, error)
}

fn ranked(trials: &[Trial]) -> Vec<ValuedAction> {
    let value = |trial: &Trial| ValuedAction {
        action: trial.action,
        chance: trial.mean(),
    };
    let mut values: Vec<_> = trials.iter().map(value).collect();
    values.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    values.truncate(3);
    values
}
