//! The tree of a position, with every course of play for every order of the draw pile. Nodes at which the acting player
//! has the same knowledge form an information set and share a strategy.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rules::{Action, ChoiceAnswer, Game, Seat, SeededChance, Title};

/// Seat 0, which acts first.
pub const MOVER: Seat = Seat::ALL[0];

/// A hash of all information that a player has gained since the start of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Knowledge(u64);

impl Knowledge {
    fn add(&mut self, seen: impl Hash) {
        let mut hasher = DefaultHasher::new();
        (self.0, seen).hash(&mut hasher);
        self.0 = hasher.finish();
    }
}

pub(super) struct Node {
    /// The player who acts, and their information set; `None` at the end of a game.
    pub(super) acts: Option<(usize, usize)>,
    pub(super) children: Vec<usize>,
    /// At the end of a game, 1 if seat 0 has won and 0 if not; unused at other nodes.
    pub(super) value: f64,
}

/// The tree of a position. `sets` contains each information set's player and number of actions, in the order found.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<usize>,
    pub(super) sets: Vec<(usize, usize)>,
    numbers: BTreeMap<Knowledge, usize>,
    max_nodes: usize,
}

impl Tree {
    /// Returns the tree of these equally likely worlds, all with the same first action; `None` if it is too large.
    pub(super) fn new(worlds: &[Game], first: Action, max_nodes: usize) -> Option<Tree> {
        let mut tree = Tree {
            nodes: Vec::new(),
            roots: Vec::new(),
            sets: Vec::new(),
            numbers: BTreeMap::new(),
            max_nodes,
        };
        for world in worlds {
            let root = tree.follow(world, first, [Knowledge::default(); 2])?;
            tree.roots.push(root);
        }
        Some(tree)
    }

    fn follow(&mut self, game: &Game, action: Action, mut known: [Knowledge; 2]) -> Option<usize> {
        let mut next = game.clone();
        learn(game, action, &mut known);
        // Nothing in these positions is random once the order of the pile is fixed.
        let chance = &mut SeededChance::new(0);
        next.play(action, chance).ok()?;
        if next.phase().window().is_some() {
            next.play(Action::TimeOut, chance).ok()?;
        }
        self.grow(&next, known)
    }

    fn grow(&mut self, game: &Game, known: [Knowledge; 2]) -> Option<usize> {
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let Some(seat) = awaited(game) else {
            let value = f64::from(u8::from(game.winner() == Some(MOVER)));
            return Some(self.add(None, Vec::new(), value));
        };
        let actions: Vec<Action> = game.legal(seat).actions().collect();
        let knowledge = known[seat.index()];
        let number = *self.numbers.entry(knowledge).or_insert_with(|| {
            self.sets.push((seat.index(), actions.len()));
            self.sets.len() - 1
        });
        let children = actions
            .iter()
            .map(|&action| self.follow(game, action, known));
        let children = children.collect::<Option<Vec<_>>>()?;
        Some(self.add(Some((seat.index(), number)), children, 0.0))
    }

    fn add(&mut self, acts: Option<(usize, usize)>, children: Vec<usize>, value: f64) -> usize {
        self.nodes.push(Node {
            acts,
            children,
            value,
        });
        self.nodes.len() - 1
    }

    /// Returns the strategies, keyed by the acting player's knowledge.
    pub(super) fn strategies(&self, of_sets: &[Vec<f64>]) -> BTreeMap<Knowledge, Vec<f64>> {
        let numbers = self.numbers.iter();
        numbers
            .map(|(&knowledge, &number)| (knowledge, of_sets[number].clone()))
            .collect()
    }
}

/// Returns the player for whom the game is waiting; `None` if the game is over.
pub(super) fn awaited(game: &Game) -> Option<Seat> {
    game.awaited().nth(0).filter(|_| game.winner().is_none())
}

/// Updates each player's knowledge with an action and what it reveals to them. All cats count as one card, because in
/// these positions they are interchangeable.
pub(super) fn learn(before: &Game, action: Action, known: &mut [Knowledge; 2]) {
    let class = |title: Title| if title.is_cat() { None } else { Some(title) };
    let Some(seat) = action.seat() else { return };
    let top: Vec<_> = before
        .draw_pile()
        .from_top()
        .map(|card| class(card.title()))
        .take(3)
        .collect();
    let kitten = Some(Title::ExplodingKitten);
    let (public, private) = match action {
        Action::Draw { .. } if top.first() == Some(&kitten) => {
            (Some(Title::ExplodingKitten), vec![])
        }
        Action::Draw { .. } => (None, top[..1].to_vec()),
        Action::Play { play, .. } if play.single_title() == Some(Title::SeeTheFuture) => {
            (play.single_title(), top)
        }
        _ => (action_title(action), vec![]),
    };
    let place = match action {
        Action::Choose {
            answer: ChoiceAnswer::Place(place),
            ..
        } => Some(place),
        _ => None,
    };
    for (player, known) in known.iter_mut().enumerate() {
        let is_own = player == seat.index();
        let own = is_own.then_some((place, &private));
        known.add((seat, public, place.is_some(), own));
    }
}

fn action_title(action: Action) -> Option<Title> {
    match action {
        Action::Play { play, .. } => play.single_title(),
        _ => None,
    }
}
