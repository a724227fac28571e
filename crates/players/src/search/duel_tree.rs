//! Learns in playouts how the last two players should play: Monte Carlo tree search over what each of them knows
//! (Cowling, Powley and Whitehouse 2012, with a tree for each player). Situations that look the same to a player share
//! a node, however they came about. Where nothing has been learned, the heuristic decides.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use rules::{Game, Legal, Randomness, Seat, Title};

use super::playout::{Playout, PlayoutNotes};

const EXPLORATION: f32 = 0.6;
/// The minimum number of visits to a node at which its most visited action is trusted.
const MIN_VISITS: u32 = 24;
/// The maximum number of actions of a node. With more, the heuristic decides.
const MAX_CHOICES: usize = 24;
const MAX_NODES: usize = 50_000;

#[derive(Default)]
pub(crate) struct DuelTree {
    nodes: HashMap<u64, Node>,
}

/// The number of visits to a situation and, for each action, its visits and the acting player's wins.
struct Node {
    visits: u32,
    actions: Vec<(u32, f32)>,
}

/// A node that a playout has passed through, with the action taken there.
struct Passed {
    key: u64,
    seat: Seat,
    action: usize,
}

impl DuelTree {
    /// Plays until the game is won or `seat` is out, and returns the result for that seat. If `learns` is set, learns
    /// from the result; otherwise plays the best actions learned so far.
    pub(super) fn finish<C: Randomness>(
        &mut self,
        playout: &mut Playout<'_, C>,
        seat: Seat,
        learns: bool,
    ) -> f32 {
        let mut passed: Vec<Passed> = Vec::new();
        let mut is_in_tree = true;
        let value = playout.finish_with(seat, |playout| {
            let (actor, legal) = asked(&playout.game).filter(|_| is_in_tree)?;
            let key = key(&playout.game, &playout.notes, actor, legal.count());
            let Some(node) = self.nodes.get(&key) else {
                is_in_tree = !learns;
                if learns && self.nodes.len() < MAX_NODES {
                    self.nodes.insert(key, Node::new(legal.count()));
                }
                return None;
            };
            let action = if learns {
                node.explore(playout.chance)
            } else {
                node.best()?
            };
            passed.push(Passed {
                key,
                seat: actor,
                action,
            });
            legal.nth(action)
        });
        if learns {
            self.learn(&passed, seat, value);
        }
        value
    }

    fn learn(&mut self, passed: &[Passed], seat: Seat, value: f32) {
        for Passed {
            key,
            seat: actor,
            action,
        } in passed
        {
            if let Some(node) = self.nodes.get_mut(key) {
                node.visits += 1;
                let (visits, wins) = &mut node.actions[*action];
                *visits += 1;
                *wins += if *actor == seat { value } else { 1.0 - value };
            }
        }
    }
}

impl Node {
    fn new(actions: usize) -> Node {
        Node {
            visits: 0,
            actions: vec![(0, 0.0); actions],
        }
    }

    /// Returns an action that has not been tried, or else the action with the highest upper confidence bound.
    fn explore(&self, chance: &mut impl Randomness) -> usize {
        let untried = self.actions.iter().filter(|(visits, _)| *visits == 0);
        let count = untried.count();
        if count > 0 {
            let picked = chance.below(count as u32) as usize;
            let actions = self.actions.iter().enumerate();
            let mut untried = actions.filter(|(_, (visits, _))| *visits == 0);
            return untried.nth(picked).map_or(0, |(action, _)| action);
        }
        let log = (self.visits.max(1) as f32).ln();
        let bound = |&(visits, wins): &(u32, f32)| {
            let visits = visits as f32;
            wins / visits + EXPLORATION * (log / visits).sqrt()
        };
        let bounds = self.actions.iter().map(bound).enumerate();
        let best = bounds.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(action, _)| action)
    }

    fn best(&self) -> Option<usize> {
        let actions = self.actions.iter().enumerate();
        let (best, _) = actions.max_by_key(|(_, (visits, _))| *visits)?;
        (self.visits >= MIN_VISITS).then_some(best)
    }
}

/// In a duel outside Nope windows, returns the player who must choose, and their legal actions. Returns `None` unless
/// there are 2 to [`MAX_CHOICES`] actions.
fn asked(game: &Game) -> Option<(Seat, Legal)> {
    if game.living().len() != 2 || game.phase().window().is_some() {
        return None;
    }
    let seat = game.awaited().nth(0)?;
    let legal = game.legal(seat);
    (2..=MAX_CHOICES)
        .contains(&legal.count())
        .then_some((seat, legal))
}

/// Returns a hash of the facts that matter most to a player's decision. Uses only facts that the player knows.
fn key(game: &Game, notes: &PlayoutNotes, seat: Seat, actions: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    let counts = |hand: &rules::Hand| Title::ALL.map(|title| hand.count(title));
    let other = game.living().without(seat).nth(0).unwrap_or(seat);
    counts(game.hand(seat)).hash(&mut hasher);
    counts(game.marked(other)).hash(&mut hasher);
    (game.hand(other).total(), actions, game.draw_pile().len()).hash(&mut hasher);
    (game.turn(), game.look(seat), game.own_placed_card(seat)).hash(&mut hasher);
    (notes.last_placer, notes.kittens, game.phase().choice()).hash(&mut hasher);
    (game.discard().count(Title::Defuse), game.look(other).len()).hash(&mut hasher);
    hasher.finish()
}
