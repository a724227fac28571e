//! Counterfactual regret minimization (CFR+, Tammelin 2014): both players repeatedly shift to the actions that they
//! regret not having taken. Their average strategies approach an equilibrium; best responses measure the gap.

use super::tree::Tree;

/// A position counts as solved if its gap is below this.
const MAX_GAP: f64 = 0.002;
/// The number of iterations between two measurements of the gap, and the maximum number in total.
const ITERATIONS: usize = 50;
const MAX_ITERATIONS: usize = 1_000;

pub(super) struct Equilibrium {
    /// The probability of each action in each information set.
    pub(super) average: Vec<Vec<f64>>,
    /// Seat 0's probability of winning.
    pub(super) value: f64,
    /// The sum of both players' gains from a best response.
    pub(super) gap: f64,
}

pub(super) fn find(tree: &Tree) -> Equilibrium {
    let empty = || {
        tree.sets
            .iter()
            .map(|&(_, actions)| vec![0.0; actions])
            .collect()
    };
    let mut learner = Learner {
        tree,
        regrets: empty(),
        sums: empty(),
        current: Vec::new(),
    };
    let mut iteration = 0;
    loop {
        for _ in 0..ITERATIONS {
            iteration += 1;
            for player in 0..2 {
                learner.current = learner.regrets.iter().map(|one| normalized(one)).collect();
                for &root in &tree.roots {
                    learner.visit(root, player, (1.0, 1.0), iteration as f64);
                }
                let regrets = learner.regrets.iter_mut().flatten();
                regrets.for_each(|regret| *regret = regret.max(0.0));
            }
        }
        let average: Vec<Vec<f64>> = learner.sums.iter().map(|one| normalized(one)).collect();
        let [best, worst] = [0, 1].map(|player| best_response(tree, &average, player));
        let gap = best - worst;
        if gap < MAX_GAP || iteration >= MAX_ITERATIONS {
            return Equilibrium {
                average,
                value: f64::midpoint(best, worst),
                gap,
            };
        }
    }
}

struct Learner<'t> {
    tree: &'t Tree,
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    current: Vec<Vec<f64>>,
}

impl Learner<'_> {
    /// Returns the value of a node for `player`, and updates their regrets. `reach` holds the probabilities that the
    /// player's and the other player's choices lead to this node.
    fn visit(&mut self, node: usize, player: usize, reach: (f64, f64), weight: f64) -> f64 {
        let tree = self.tree;
        let node = &tree.nodes[node];
        let Some((actor, set)) = node.acts else {
            return if player == 0 {
                node.value
            } else {
                1.0 - node.value
            };
        };
        let (own, other) = reach;
        if own == 0.0 && other == 0.0 {
            return 0.0;
        }
        let mut values = [0.0; 12];
        let mut mean = 0.0;
        for (action, &child) in node.children.iter().enumerate() {
            let share = self.current[set][action];
            let reach = if actor == player {
                (own * share, other)
            } else {
                (own, other * share)
            };
            values[action] = self.visit(child, player, reach, weight);
            mean += share * values[action];
        }
        if actor == player {
            for (action, value) in values.iter().enumerate().take(node.children.len()) {
                self.regrets[set][action] += other * (value - mean);
                self.sums[set][action] += weight * own * self.current[set][action];
            }
        }
        mean
    }
}

fn normalized(weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let share = |weight: &f64| {
        if total > 0.0 {
            weight / total
        } else {
            1.0 / weights.len() as f64
        }
    };
    weights.iter().map(share).collect()
}

/// Returns seat 0's probability of winning if `player` plays a best response to the other player's strategy.
fn best_response(tree: &Tree, strategies: &[Vec<f64>], player: usize) -> f64 {
    let mut response = Response {
        tree,
        strategies,
        player,
        members: vec![Vec::new(); tree.sets.len()],
        chosen: vec![None; tree.sets.len()],
        values: vec![None; tree.nodes.len()],
    };
    let share = 1.0 / tree.roots.len() as f64;
    tree.roots
        .iter()
        .for_each(|&root| response.reach(root, share));
    let values = tree.roots.iter().map(|&root| response.value(root));
    values.sum::<f64>() * share
}

struct Response<'t> {
    tree: &'t Tree,
    strategies: &'t [Vec<f64>],
    player: usize,
    /// The nodes of each of the player's information sets. Each has the probability that the order of the pile and the
    /// other player's choices lead to it.
    members: Vec<Vec<(usize, f64)>>,
    chosen: Vec<Option<usize>>,
    values: Vec<Option<f64>>,
}

impl Response<'_> {
    fn reach(&mut self, node: usize, probability: f64) {
        let tree = self.tree;
        let Some((actor, set)) = tree.nodes[node].acts else {
            return;
        };
        if actor == self.player {
            self.members[set].push((node, probability));
        }
        for (action, &child) in tree.nodes[node].children.iter().enumerate() {
            let share = if actor == self.player {
                1.0
            } else {
                self.strategies[set][action]
            };
            self.reach(child, probability * share);
        }
    }

    fn value(&mut self, node: usize) -> f64 {
        if let Some(value) = self.values[node] {
            return value;
        }
        let tree = self.tree;
        let children = &tree.nodes[node].children;
        let value = match tree.nodes[node].acts {
            None => tree.nodes[node].value,
            Some((actor, set)) if actor == self.player => {
                let action = self.choose(set);
                self.value(children[action])
            }
            Some((_, set)) => {
                let shares = self.strategies[set].iter().zip(children);
                shares
                    .map(|(share, &child)| share * self.value(child))
                    .sum()
            }
        };
        self.values[node] = Some(value);
        value
    }

    fn choose(&mut self, set: usize) -> usize {
        if let Some(action) = self.chosen[set] {
            return action;
        }
        let tree = self.tree;
        let members = std::mem::take(&mut self.members[set]);
        let sign = if self.player == 0 { 1.0 } else { -1.0 };
        let (_, actions) = tree.sets[set];
        let mut best = (f64::NEG_INFINITY, 0);
        for action in 0..actions {
            let values = members
                .iter()
                .map(|&(node, reach)| reach * self.value(tree.nodes[node].children[action]));
            let value = sign * values.sum::<f64>();
            if value > best.0 {
                best = (value, action);
            }
        }
        self.chosen[set] = Some(best.1);
        best.1
    }
}
