//! The one that searches. It imagines worlds that agree with all its seat has seen, tries in each
//! of them whatever it may do, and lets all play on sensibly to the end. Half of what it tries is
//! dropped at a time; the heuristic's own choice never is, and stands unless another one is
//! clearly better. Its budget is a number of imagined games, and of actions in them: it knows no
//! clock.

mod candidates;
mod playout;
mod world;

use rules::{Action, Chance, Legal, Options, SeatSet, Seeded, Title};

use crate::{
    cat::{self, Habits},
    outlook::{Outlook, Remembered},
};
use candidates::candidates;
use playout::{Notes, Playout};

/// How much one choice may cost unless told otherwise, in games imagined to their end.
pub(crate) const PLAYOUTS: usize = 1200;

/// How many actions an imagined game may have on average. Where games last longer, fewer are
/// imagined, so that a choice never takes much longer than usual.
const ACTIONS_A_PLAYOUT: usize = 150;

/// How many standard errors better another choice must be than the heuristic's.
const CLEARLY: f32 = 1.0;

/// The best that the search finds by so many playouts.
pub(crate) fn choose(
    outlook: &Remembered,
    legal: &Legal,
    playouts: usize,
    chance: &mut impl Chance,
) -> Option<Action> {
    let sensible = cat::choose(outlook, legal.options(), &Habits::SENSIBLE, chance)?;
    if is_plain(legal) {
        return Some(sensible);
    }
    let options = candidates(outlook, legal, sensible);
    if options.len() < 2 {
        return Some(sensible);
    }
    let seed = u64::from(chance.below(u32::MAX)) << 32 | u64::from(chance.below(u32::MAX));
    let mut search = Search {
        outlook,
        notes: notes(outlook),
        trials: options.into_iter().map(Trial::new).collect(),
        worlds: Seeded::new(seed),
        actions: 0,
    };
    search.run(playouts);
    Some(search.verdict())
}

/// Whether there is nothing to think about.
fn is_plain(legal: &Legal) -> bool {
    matches!(
        legal.options(),
        Options::Window { nope: None, .. } | Options::Stop
    ) || legal.count() < 2
}

fn notes(outlook: &Remembered) -> Notes {
    let others = outlook.living().iter();
    let defused = others.filter(|&seat| match seat == outlook.seat() {
        true => outlook.hand().has(Title::Defuse),
        false => outlook.memory().holding(seat).sure(Title::Defuse) > 0.5,
    });
    Notes {
        kittens: outlook.kittens(),
        fresh: outlook.memory().fresh(),
        defused: defused.collect::<SeatSet>(),
    }
}

/// One action and what came of it, world by world.
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

    /// By how many standard errors it did better than another in the worlds that both were tried in.
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
    outlook: &'a Remembered<'a>,
    notes: Notes,
    /// The heuristic's choice is the first and stays it.
    trials: Vec<Trial>,
    worlds: Seeded,
    /// Actions played so far.
    actions: usize,
}

impl Search<'_> {
    /// Spends the budget in rounds of equal cost, dropping the worse half after each.
    fn run(&mut self, playouts: usize) {
        let rounds = self.trials.len().next_power_of_two().ilog2().max(1) as usize;
        for round in 1..=rounds {
            let most_actions = playouts * ACTIONS_A_PLAYOUT * round / rounds;
            for _ in 0..playouts / rounds / self.trials.len() {
                if self.actions < most_actions {
                    self.try_one_world();
                }
            }
            self.drop_half();
        }
    }

    fn try_one_world(&mut self) {
        let Some(world) = world::imagine(self.outlook, &mut self.worlds) else {
            return;
        };
        let seed = u64::from(self.worlds.below(u32::MAX));
        for trial in &mut self.trials {
            let mut playout = Playout {
                game: world.clone(),
                notes: self.notes,
                // The same chance for all that are tried in one world.
                chance: &mut Seeded::new(seed),
                actions: 0,
            };
            let value = match playout.play(trial.action) {
                true => playout.finish(self.outlook.seat()),
                false => 0.0,
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

    fn verdict(&self) -> Action {
        let (sensible, others) = match self.trials.split_first() {
            Some(split) => split,
            None => return Action::TimeOut,
        };
        let best = others
            .iter()
            .max_by(|one, other| one.mean().total_cmp(&other.mean()));
        match best {
            Some(best) if best.lead_over(sensible) > CLEARLY => best.action,
            _ => sensible.action,
        }
    }
}
