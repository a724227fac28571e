//! A public reference opponent: single-observer information set Monte Carlo tree search with availability counts
//! (SO-ISMCTS; Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Each iteration samples
//! a game that agrees with everything the seat has seen, descends the single tree by upper confidence bounds, extends
//! the tree, and plays the rest at random. Uses [`players`] to sample games, but none of its knowledge of how to play.

use std::hash::{DefaultHasher, Hash, Hasher};

use players::Computer;
use rules::{
    Action, Game, Legal, LegalOptions, PlayerView, Randomness, Seat, SeededChance,
    simulation::random_action,
};

/// The weight of exploration. In 400 games per weight against random players, the search won 66 % with 0.3, 73 % with
/// 0.7 (the paper's value) and 75 % with 1.4, each ± 4.5.
const EXPLORATION: f64 = 0.7;

/// The limit on the actions of a random playout, far above the length of any game.
const MAX_ACTIONS: usize = 1500;

/// Returns the only legal action, or else the action that the search tries most often. Returns `None` instead of an
/// [off-turn](LegalOptions::OffTurn) action. `computer` must have observed all events of the game.
pub(crate) fn choose(
    computer: &Computer,
    view: &PlayerView,
    iterations: u32,
    chance: &mut SeededChance,
) -> Option<Action> {
    let legal = view.legal.as_ref()?;
    if matches!(legal.options(), LegalOptions::OffTurn(_)) || legal.count() < 2 {
        return legal.nth(0).filter(|_| legal.off_turn().is_empty());
    }
    let mut tree = Tree {
        seat: legal.seat(),
        nodes: vec![Node::default()],
    };
    for _ in 0..iterations {
        if let Some(game) = computer.sample(view, chance) {
            tree.iterate(game, chance);
        }
    }
    let best = tree.nodes[0].arms.iter().max_by_key(|arm| arm.visits)?;
    Some(best.action)
}

/// A set of situations that the observing seat cannot tell apart.
#[derive(Default)]
struct Node {
    arms: Vec<Arm>,
}

/// An action at a node, with its statistics for the acting player.
struct Arm {
    action: Action,
    visits: u32,
    wins: u32,
    /// The number of iterations in which the action was legal here.
    available: u32,
    /// The nodes that the action leads to, keyed by a hash of the outcome as the observing seat sees it.
    outcomes: Vec<(u64, usize)>,
}

struct Tree {
    /// The observing seat.
    seat: Seat,
    nodes: Vec<Node>,
}

impl Tree {
    fn iterate(&mut self, mut game: Game, chance: &mut SeededChance) {
        let mut path = Vec::new();
        let (mut node, mut next) = (0, Some(self.seat));
        while let Some(actor) = next {
            let legal = game.legal(actor);
            let Some((arm, is_new)) = self.nodes[node].select(&legal, chance) else {
                return;
            };
            let action = self.nodes[node].arms[arm].action;
            if game.play_into(action, chance, |_, _| {}).is_err() {
                return;
            }
            path.push((node, arm, actor));
            if is_new && legal.count() > 1 {
                break;
            }
            node = self.follow(node, arm, outcome(&game, self.seat));
            next = awaited(&game);
        }
        let winner = play_at_random(&mut game, chance);
        for (node, arm, actor) in path {
            let arm = &mut self.nodes[node].arms[arm];
            arm.visits += 1;
            arm.wins += u32::from(winner == Some(actor));
        }
    }

    /// Returns the node after an action with this outcome. Adds the node if the outcome is new.
    fn follow(&mut self, node: usize, arm: usize, outcome: u64) -> usize {
        let new = self.nodes.len();
        let outcomes = &mut self.nodes[node].arms[arm].outcomes;
        let known = outcomes.iter().find(|(seen, _)| *seen == outcome);
        match known {
            Some(&(_, node)) => node,
            None => {
                outcomes.push((outcome, new));
                self.nodes.push(Node::default());
                new
            }
        }
    }
}

impl Node {
    /// Returns a random untried action or, if there is none, the action with the highest upper confidence bound. The
    /// second value is true for an untried action.
    fn select(&mut self, legal: &Legal, chance: &mut SeededChance) -> Option<(usize, bool)> {
        let mut untried: Vec<Action> = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        for action in legal.actions() {
            let Some(index) = self.arms.iter().position(|arm| arm.action == action) else {
                untried.push(action);
                continue;
            };
            let arm = &mut self.arms[index];
            arm.available += 1;
            let bound = arm.upper_confidence_bound();
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, index));
            }
        }
        if untried.is_empty() {
            return best.map(|(_, index)| (index, false));
        }
        self.arms.push(Arm {
            action: untried[chance.below(untried.len() as u32) as usize],
            visits: 0,
            wins: 0,
            available: 1,
            outcomes: Vec::new(),
        });
        Some((self.arms.len() - 1, true))
    }
}

impl Arm {
    fn upper_confidence_bound(&self) -> f64 {
        let visits = f64::from(self.visits.max(1));
        let available = f64::from(self.available.max(1));
        f64::from(self.wins) / visits + EXPLORATION * (available.ln() / visits).sqrt()
    }
}

/// Returns the player who chooses next; in a Nope window, the first player clockwise after the owner of the top card.
fn awaited(game: &Game) -> Option<Seat> {
    let awaited = game.awaited();
    match game.phase().window() {
        Some(window) => awaited.clockwise_after(window.top_owner()).next(),
        None => awaited.nth(0),
    }
}

/// Returns a hash of an action's outcome as a seat sees it.
fn outcome(game: &Game, seat: Seat) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.hand(seat), game.look(seat), game.living()).hash(&mut hasher);
    (game.turn(), game.phase().choice(), game.draw_pile().len()).hash(&mut hasher);
    hasher.finish()
}

fn play_at_random(game: &mut Game, chance: &mut SeededChance) -> Option<Seat> {
    for _ in 0..MAX_ACTIONS {
        let Some(action) = random_action(game, chance) else {
            break;
        };
        game.play_into(action, chance, |_, _| {}).ok()?;
    }
    game.winner()
}

#[cfg(test)]
mod tests {
    use players::Strength;
    use rules::Title;

    use super::*;
    use crate::oracle::{MOVER, Position};

    #[test]
    fn the_search_looks_before_it_guesses() {
        let mut hands = [rules::Hand::EMPTY; Seat::COUNT];
        hands[0] = [Title::SeeTheFuture, Title::Skip].into_iter().collect();
        let pile = [Title::ExplodingKitten, Title::Tacocat];
        let position = Position::new(hands, &pile, rules::Turn::normal(MOVER)).expect("a position");
        let mut chance = SeededChance::new(81);
        for _ in 0..5 {
            let view = position.world(&mut chance).view(Some(MOVER));
            let computer = Computer::new(Strength::Cat, MOVER, &view);
            let chosen = choose(&computer, &view, 500, &mut chance).expect("an action");
            let looks = matches!(chosen, Action::Play { play, .. }
                if play.single_title() == Some(Title::SeeTheFuture));
            assert!(looks, "{}", chosen.in_full());
        }
    }
}
