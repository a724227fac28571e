//! The strongest computer player, [`Strength::Tiger`](crate::Strength::Tiger): determinized Monte
//! Carlo search with sequential halving. Samples complete games that are consistent with the seat's
//! knowledge (`determinization`), tries each candidate action (`candidates`) in each of them, and
//! plays them to the end with the heuristic (`playout`). After each round, drops the worse half of
//! the candidates. The heuristic's own choice is never dropped, and is used unless another
//! candidate is clearly better. The budget limits the number of playouts and of the actions in
//! them. It must not depend on a clock, so that the same seed leads to the same choice.

mod candidates;
mod determinization;
pub(crate) mod playout;

use rules::{Action, Legal, LegalOptions, Randomness, SeatSet, SeededChance, Title};

use crate::{
    heuristic::{self, HeuristicParams},
    knowledge::{Knowledge, SeatKnowledge},
};
use candidates::candidates;
use playout::{Playout, PlayoutNotes};

/// The default budget of one choice, in playouts.
pub(crate) const PLAYOUTS: usize = 1200;

/// The average number of actions per playout that the budget allows. If playouts take longer, fewer
/// are made, so that a choice never takes much longer than usual.
const ACTIONS_PER_PLAYOUT: usize = 150;

/// The lead over the heuristic's choice, in standard errors, that another choice must have.
const MIN_LEAD: f32 = 1.0;

/// Returns the best action found within this many playouts.
pub(crate) fn choose(
    knowledge: &SeatKnowledge,
    legal: &Legal,
    playouts: usize,
    chance: &mut impl Randomness,
) -> Option<Action> {
    let heuristic_choice = heuristic::choose(
        knowledge,
        legal.options(),
        &HeuristicParams::SENSIBLE,
        chance,
    )?;
    if is_trivial(legal) {
        return Some(heuristic_choice);
    }
    let options = candidates(knowledge, legal, heuristic_choice);
    if options.len() < 2 {
        return Some(heuristic_choice);
    }
    let seed = u64::from(chance.below(u32::MAX)) << 32 | u64::from(chance.below(u32::MAX));
    let mut search = Search {
        knowledge,
        notes: known_facts(knowledge),
        trials: options.into_iter().map(Trial::new).collect(),
        sampler: SeededChance::new(seed),
        actions: 0,
    };
    search.run(playouts);
    Some(search.best_action())
}

/// Returns true if there is nothing to search for: there is only one action, no Nope to play in a
/// window, or only a card for another player's turn, which playouts ignore.
fn is_trivial(legal: &Legal) -> bool {
    let is_trivial = matches!(
        legal.options(),
        LegalOptions::Window { nope: None, .. } | LegalOptions::OffTurn(_)
    );
    is_trivial || legal.count() < 2
}

fn known_facts(knowledge: &SeatKnowledge) -> PlayoutNotes {
    let others = knowledge.living().iter();
    let defused = others.filter(|&seat| {
        if seat == knowledge.seat() {
            knowledge.hand().has(Title::Defuse)
        } else {
            knowledge.memory().hand(seat).expected(Title::Defuse) > 0.5
        }
    });
    PlayoutNotes {
        kittens: knowledge.kittens(),
        last_placer: knowledge.memory().last_placed().map(|(seat, _)| seat),
        defused: defused.collect::<SeatSet>(),
    }
}

/// A candidate action, with its result in each sampled game.
struct Trial {
    action: Action,
    values: Vec<f32>,
}

impl Trial {
    fn new(action: Action) -> Trial {
        Trial {
            action,
            values: Vec::new(),
        }
    }

    fn mean(&self) -> f32 {
        self.values.iter().sum::<f32>() / self.values.len().max(1) as f32
    }

    /// Returns this trial's lead over another in standard errors, compared over the sampled games
    /// in which both were tried.
    fn lead_over(&self, other: &Trial) -> f32 {
        let pairs = self.values.iter().zip(&other.values);
        let count = pairs.len().max(1) as f32;
        let gains = pairs.map(|(mine, theirs)| mine - theirs);
        let mean = gains.clone().sum::<f32>() / count;
        let squares = gains.map(|gain| (gain - mean) * (gain - mean)).sum::<f32>();
        mean / (squares / (count * count)).sqrt().max(1e-6)
    }
}

struct Search<'a> {
    knowledge: &'a SeatKnowledge<'a>,
    notes: PlayoutNotes,
    /// The heuristic's choice is always the first trial.
    trials: Vec<Trial>,
    sampler: SeededChance,
    /// The number of actions spent on all playouts so far.
    actions: usize,
}

impl Search<'_> {
    /// Spends the budget in rounds of equal cost. Drops the worse half of the trials after each round.
    fn run(&mut self, playouts: usize) {
        let rounds = self.trials.len().next_power_of_two().ilog2().max(1) as usize;
        for round in 1..=rounds {
            let max_actions = playouts * ACTIONS_PER_PLAYOUT * round / rounds;
            for _ in 0..playouts / rounds / self.trials.len() {
                if self.actions < max_actions {
                    self.try_determinization();
                }
            }
            self.drop_half();
        }
    }

    fn try_determinization(&mut self) {
        let Some(game) = determinization::sample(self.knowledge, &mut self.sampler) else {
            return;
        };
        let seed = u64::from(self.sampler.below(u32::MAX));
        for trial in &mut self.trials {
            let mut playout = Playout {
                game: game.clone(),
                notes: self.notes,
                // All candidates use the same random numbers, which makes their results comparable.
                chance: &mut SeededChance::new(seed),
                actions: 0,
            };
            let value = if playout.play(trial.action) {
                playout.finish(self.knowledge.seat())
            } else {
                0.0
            };
            self.actions += playout.actions;
            trial.values.push(value);
        }
    }

    fn drop_half(&mut self) {
        let keep = self.trials.len().div_ceil(2).max(2);
        self.trials[1..].sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        self.trials.truncate(keep);
    }

    fn best_action(&self) -> Action {
        let (heuristic_choice, others) = match self.trials.split_first() {
            Some(split) => split,
            None => return Action::TimeOut,
        };
        let best = others
            .iter()
            .max_by(|one, other| one.mean().total_cmp(&other.mean()));
        match best {
            Some(best) if best.lead_over(heuristic_choice) > MIN_LEAD => best.action,
            _ => heuristic_choice.action,
        }
    }
}
