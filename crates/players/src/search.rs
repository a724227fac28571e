//! The strongest computer player, [`Strength::Tiger`](crate::Strength::Tiger): determinized Monte Carlo search with
//! sequential halving. Samples complete games that are consistent with the seat's knowledge (`determinization`), tries
//! each candidate action (`candidates`) in each of these games, and plays the game to its end with the heuristic
//! (`playout`). After each round, drops the worse half of the candidates. The heuristic's own choice is never dropped,
//! and is used unless another candidate is clearly better. The budget limits the number of playouts and of the actions
//! in them. The search must not depend on a clock, so that the same seed leads to the same choice.

mod candidates;
mod determinization;
mod duel_tree;
pub(crate) mod playout;

use rules::{Action, Legal, LegalOptions, Randomness, Seat, SeatSet, SeededChance, Title};

use crate::{
    heuristic::{self, HeuristicParams},
    knowledge::{Knowledge, SeatKnowledge},
};
pub(crate) use candidates::candidates;
pub(crate) use determinization::sample;
pub(crate) use duel_tree::DuelTree;
use playout::{Playout, PlayoutNotes, SeatParams};

/// The default budget of one choice, in playouts.
pub(crate) const PLAYOUTS: usize = 1200;

/// The average number of actions per playout that the budget allows. If playouts take longer, fewer playouts are made,
/// so that a choice never takes much longer than usual.
const ACTIONS_PER_PLAYOUT: usize = 150;

/// The minimum lead over the heuristic's choice that another choice needs, in standard errors.
const MIN_LEAD: f32 = 1.0;

/// Returns the best action found within this many playouts; `None` if the heuristic chooses no action.
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
    let trials = options.into_iter().map(Trial::new).collect();
    let mut search = Search::new(knowledge, trials, seed);
    search.models = vec![models_of_players(knowledge)];
    search.run(playouts, 2);
    Some(search.best_action())
}

/// Returns true if there is nothing to search for: at most one action, no Nope to play in a window, or only cards for
/// another player's turn, which playouts ignore.
pub(crate) fn is_trivial(legal: &Legal) -> bool {
    let is_trivial = matches!(
        legal.options(),
        LegalOptions::Window { nope: None, .. } | LegalOptions::OffTurn(_)
    );
    is_trivial || legal.count() < 2
}

/// Returns a cat's parameters for each player, adjusted to how boldly each other player has drawn so far.
fn models_of_players(knowledge: &SeatKnowledge) -> SeatParams {
    let mut players = [HeuristicParams::SENSIBLE; Seat::COUNT];
    for seat in knowledge.living().without(knowledge.seat()).iter() {
        let boldness = knowledge.memory().boldness(seat);
        players[seat.index()] = HeuristicParams::SENSIBLE.with_boldness(boldness);
    }
    players
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
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) action: Action,
    values: Vec<f32>,
}

impl Trial {
    pub(crate) fn new(action: Action) -> Trial {
        Trial {
            action,
            values: Vec::new(),
        }
    }

    pub(crate) fn mean(&self) -> f32 {
        self.values.iter().sum::<f32>() / self.values.len().max(1) as f32
    }

    /// Returns this trial's lead over another in standard errors.
    fn lead_over(&self, other: &Trial) -> f32 {
        let (mean, error) = self.difference(other);
        mean / error.max(1e-6)
    }

    /// Returns the mean lead of this trial over another in the sampled games in which both were tried, and the standard
    /// error of the mean.
    pub(crate) fn difference(&self, other: &Trial) -> (f32, f32) {
        self.difference_under(other, 0, 1)
    }

    /// Like [`Trial::difference`], but only over the games that used the model with this index.
    pub(crate) fn difference_under(
        &self,
        other: &Trial,
        model: usize,
        models: usize,
    ) -> (f32, f32) {
        let pairs = self
            .values
            .iter()
            .zip(&other.values)
            .skip(model)
            .step_by(models);
        let count = pairs.len().max(1) as f32;
        let gains = pairs.map(|(mine, theirs)| mine - theirs);
        let mean = gains.clone().sum::<f32>() / count;
        let squares = gains.map(|gain| (gain - mean) * (gain - mean)).sum::<f32>();
        (mean, (squares / (count * count)).sqrt())
    }
}

pub(crate) struct Search<'a> {
    knowledge: &'a SeatKnowledge<'a>,
    notes: PlayoutNotes,
    /// One or more models, each with the parameters of every seat. Each sampled game uses the next model in turn.
    models: Vec<SeatParams>,
    /// The play learned for the last two players, if any.
    pub(crate) tree: Option<DuelTree>,
    /// The first trial is never dropped. In a computer's search, it is the heuristic's choice.
    pub(crate) trials: Vec<Trial>,
    sampler: SeededChance,
    /// The number of actions so far in the playouts that produced results for the trials.
    actions: usize,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        knowledge: &'a SeatKnowledge<'a>,
        trials: Vec<Trial>,
        seed: u64,
    ) -> Search<'a> {
        Search {
            knowledge,
            notes: known_facts(knowledge),
            models: vec![[HeuristicParams::SENSIBLE; Seat::COUNT]],
            tree: None,
            trials,
            sampler: SeededChance::new(seed),
            actions: 0,
        }
    }

    /// Makes all players use these models in turn, one for each sampled game, instead of playing like a cat.
    pub(crate) fn with_models(self, models: &[HeuristicParams]) -> Search<'a> {
        let models = models.iter().map(|&model| [model; Seat::COUNT]).collect();
        Search { models, ..self }
    }

    /// Makes the last two players use the play learned in this tree in games with the first model.
    pub(crate) fn with_tree(self, tree: DuelTree) -> Search<'a> {
        Search {
            tree: Some(tree),
            ..self
        }
    }

    /// Learns from every trial in this many sampled games. Adds no results to the trials.
    pub(crate) fn learn(&mut self, games: usize, tree: &mut DuelTree) {
        for _ in 0..games {
            let game = determinization::sample(self.knowledge, &mut self.sampler);
            let Some(game) = game else { continue };
            for trial in &self.trials {
                let mut playout = Playout {
                    game: game.clone(),
                    notes: self.notes,
                    params: &self.models[0],
                    chance: &mut self.sampler,
                    actions: 0,
                };
                if playout.play(trial.action) {
                    tree.finish(&mut playout, self.knowledge.seat(), true);
                }
            }
        }
    }

    /// Spends the budget in rounds of equal cost. Drops the worse half of the trials after each round, but never leaves
    /// fewer than `keep`.
    pub(crate) fn run(&mut self, playouts: usize, keep: usize) {
        let rounds = self.trials.len().next_power_of_two().ilog2().max(1) as usize;
        for round in 1..=rounds {
            let max_actions = playouts * ACTIONS_PER_PLAYOUT * round / rounds;
            for _ in 0..playouts / rounds / self.trials.len() {
                if self.actions < max_actions {
                    self.try_determinization();
                }
            }
            self.drop_half(keep);
        }
    }

    /// Tries every trial in this many more sampled games, or in fewer games if the playouts take long.
    pub(crate) fn sample(&mut self, games: usize) {
        let max_actions = self.actions + games * self.trials.len() * ACTIONS_PER_PLAYOUT;
        for _ in 0..games {
            if self.actions < max_actions {
                self.try_determinization();
            }
        }
    }

    /// Returns the share (0 to 1) of sampled games that the seat wins if all players play like cats.
    pub(crate) fn chance_to_win(&mut self, games: usize) -> f32 {
        let mut wins = 0.0;
        for _ in 0..games {
            if let Some(game) = determinization::sample(self.knowledge, &mut self.sampler) {
                let mut playout = Playout {
                    game,
                    notes: self.notes,
                    params: &self.models[0],
                    chance: &mut self.sampler,
                    actions: 0,
                };
                wins += playout.finish(self.knowledge.seat());
            }
        }
        wins / games.max(1) as f32
    }

    fn try_determinization(&mut self) {
        let Some(game) = determinization::sample(self.knowledge, &mut self.sampler) else {
            return;
        };
        let seed = u64::from(self.sampler.below(u32::MAX));
        for trial in &mut self.trials {
            let model = trial.values.len() % self.models.len();
            let mut playout = Playout {
                game: game.clone(),
                notes: self.notes,
                params: &self.models[model],
                // All candidates use the same random numbers, which makes their results comparable.
                chance: &mut SeededChance::new(seed),
                actions: 0,
            };
            let seat = self.knowledge.seat();
            let value = match (playout.play(trial.action), &mut self.tree) {
                (false, _) => 0.0,
                (true, Some(tree)) if model == 0 => tree.finish(&mut playout, seat, false),
                (true, _) => playout.finish(seat),
            };
            self.actions += playout.actions;
            trial.values.push(value);
        }
    }

    fn drop_half(&mut self, keep: usize) {
        let keep = self.trials.len().div_ceil(2).max(keep);
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
