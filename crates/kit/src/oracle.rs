//! An exact reference for the computers and the coach: small positions of two players with one kitten, Attack, Skip,
//! See the Future, Defuses and harmless cats. Both hands are open, so the players differ only in their knowledge of the
//! draw pile.
//!
//! A position is solved as a game with imperfect information. `tree` contains every course of play for every order
//! of the pile. `equilibrium` finds strategies from which neither player can gain more than [`Solution::gap`] by
//! deviating from them.

mod equilibrium;
mod figures;
mod tree;

use std::collections::BTreeMap;

use rules::{
    Action, Combos, Edition, EditionId, Event, Game, Hand, HouseRules, Pile, PileCard, Randomness,
    Ruleset, RulesetParts, Seat, Setup, Title, Turn,
};

pub use figures::OracleFigures;
pub use tree::MOVER;
use tree::{Knowledge, Tree};

const MAX_PILE: u32 = 8;
const MAX_NODES: usize = 30_000;

/// The special cards of a position, as opposed to the cats, which cannot be played because no two are alike.
const SPECIAL: [Title; 4] = [
    Title::Skip,
    Title::Attack,
    Title::SeeTheFuture,
    Title::Defuse,
];
const CATS: [Title; 5] = [
    Title::Tacocat,
    Title::Cattermelon,
    Title::HairyPotatoCat,
    Title::BeardCat,
    Title::RainbowRalphingCat,
];

/// A position with seat 0 on turn, in which every order of the draw pile is equally likely.
pub struct Position {
    worlds: Vec<Game>,
}

/// The solution of a position in which seat 0 begins with a given action.
pub struct Solution {
    /// Seat 0's probability of winning.
    pub value: f64,
    /// The sum of both players' possible gains by deviating, as probabilities of winning.
    pub gap: f64,
    /// The probability of each action, keyed by the acting player's knowledge.
    strategies: BTreeMap<Knowledge, Vec<f64>>,
    first: Action,
}

impl Position {
    /// Generates a random position in which seat 0 can play a card. Returns `None` if it is invalid.
    pub fn random(chance: &mut impl Randomness) -> Option<Position> {
        let mut cats = CATS.to_vec();
        let mut pile = vec![Title::ExplodingKitten];
        for _ in 0..chance.below(3) {
            pile.push(SPECIAL[chance.below(4) as usize]);
        }
        let size = 3 + chance.below(MAX_PILE - 2);
        while (pile.len() as u32) < size {
            pile.push(cats.pop()?);
        }
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        for (seat, hand) in hands.iter_mut().take(2).enumerate() {
            let least = u32::from(seat == 0);
            for _ in 0..least + chance.below(3) {
                hand.add(SPECIAL[chance.below(3) as usize]);
            }
            if chance.below(2) == 0 {
                hand.add(Title::Defuse);
            }
        }
        let owed = 1 + chance.below(2) as u16;
        let turn = Turn {
            seat: MOVER,
            owed,
            attacked: owed > 1,
        };
        Position::new(hands, &pile, turn)
    }

    /// Returns the position with these hands, this turn of seat 0, and a draw pile of these cards in an unknown order;
    /// `None` if it is invalid.
    pub fn new(hands: [Hand; Seat::COUNT], pile: &[Title], turn: Turn) -> Option<Position> {
        let setup = Setup {
            hands,
            marked: hands,
            turn: Some(turn),
            ..Setup::new(rules()?)
        };
        let orders = distinct_orders(pile);
        let worlds = orders.iter().map(|order| {
            let cards: Vec<PileCard> = order.iter().map(|&title| title.into()).collect();
            let discard = discard(&setup, pile)?;
            let pile = Pile::from_bottom(&cards)?;
            let setup = Setup {
                pile,
                discard,
                ..setup.clone()
            };
            Game::from_setup(setup).ok()
        });
        let worlds = worlds.collect::<Option<_>>()?;
        Some(Position { worlds })
    }

    /// Returns a game in this position with a random order of the pile.
    pub fn world(&self, chance: &mut impl Randomness) -> &Game {
        &self.worlds[chance.below(self.worlds.len() as u32) as usize]
    }

    /// Returns the legal actions of seat 0.
    pub fn actions(&self) -> Vec<Action> {
        self.worlds[0].legal(MOVER).actions().collect()
    }

    /// Solves the position, given that seat 0 begins with this action. Returns `None` if the position is too large.
    pub fn solve(&self, first: Action) -> Option<Solution> {
        let tree = Tree::new(&self.worlds, first, MAX_NODES)?;
        let equilibrium = equilibrium::find(&tree);
        Some(Solution {
            value: equilibrium.value,
            gap: equilibrium.gap,
            strategies: tree.strategies(&equilibrium.average),
            first,
        })
    }
}

impl Solution {
    /// Plays `world` to its end with the solution's strategies. Returns all actions with their events.
    pub fn play(&self, world: &Game, chance: &mut impl Randomness) -> Vec<(Action, Vec<Event>)> {
        let mut game = world.clone();
        let mut knowledge = [Knowledge::default(); 2];
        let mut played = Vec::new();
        while let Some(seat) = tree::awaited(&game) {
            let action = if played.is_empty() {
                self.first
            } else {
                self.choose(&game, seat, knowledge[seat.index()], chance)
            };
            tree::learn(&game, action, &mut knowledge);
            for action in [action, Action::TimeOut] {
                let is_needed = action != Action::TimeOut || game.phase().window().is_some();
                if let Some(events) = is_needed.then(|| game.play(action, chance).ok()).flatten() {
                    played.push((action, events.into_iter().collect()));
                }
            }
        }
        played
    }

    fn choose(
        &self,
        game: &Game,
        seat: Seat,
        knowledge: Knowledge,
        chance: &mut impl Randomness,
    ) -> Action {
        let legal = game.legal(seat);
        let probabilities = self.strategies.get(&knowledge).into_iter().flatten();
        let mut left = f64::from(chance.below(1 << 24)) / f64::from(1 << 24);
        let picked = probabilities.take_while(|&&probability| {
            left -= probability;
            left >= 0.0
        });
        let last = legal.count().saturating_sub(1);
        let picked = picked.count().min(last);
        legal.nth(picked).unwrap_or(Action::TimeOut)
    }
}

fn rules() -> Option<Ruleset> {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), 2).ok()?;
    let combos = Combos::CatPairs;
    RulesetParts {
        combos,
        ..rules.into()
    }
    .try_into()
    .ok()
}

/// Returns the discard pile: all cards that are neither in a hand nor in the draw pile, except hazards. From it, the
/// players know which cards are in the draw pile.
fn discard(setup: &Setup, pile: &[Title]) -> Option<Pile> {
    let rules = &setup.rules;
    let removed = rules.removed_cards();
    let mut cards = Vec::new();
    for title in rules
        .titles()
        .iter()
        .filter(|title| title.hazard().is_none())
    {
        let held: u8 = setup.hands.iter().map(|hand| hand.count(title)).sum();
        let piled = pile.iter().filter(|&&other| other == title).count() as u8;
        let all = rules.deck.count(title) - removed.count(title);
        let left = all.saturating_sub(held + piled);
        cards.extend((0..left).map(|_| title));
    }
    Pile::from_bottom(&cards)
}

/// Returns the distinct orders of these cards. All cats count as the same card.
fn distinct_orders(pile: &[Title]) -> Vec<Vec<Title>> {
    fn fill(left: &[Title], order: &mut Vec<Title>, found: &mut Vec<Vec<Title>>) {
        if left.is_empty() {
            found.push(order.clone());
        }
        let class = |title: Title| (!title.is_cat()).then_some(title);
        for (index, &title) in left.iter().enumerate() {
            let is_repeated = left[..index]
                .iter()
                .any(|&other| class(other) == class(title));
            if !is_repeated {
                let mut rest = left.to_vec();
                rest.remove(index);
                order.push(title);
                fill(&rest, order, found);
                order.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(pile, &mut Vec::new(), &mut found);
    found
}
