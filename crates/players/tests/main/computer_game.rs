//! Test helpers: rulesets, house rules, and a game with a computer player in every seat.

use players::{Computer, Strength};
use rules::{
    Action, AttackRule, Combos, Decks, Edition, EditionId, Events, FavorRule, Game, HouseRules,
    PlayerView, Randomness, Ruleset, Seat, SeededChance, redact,
};

/// A small search budget, so that thousands of choices take little time.
const PLAYOUTS: usize = 6;

/// Returns the rules of every edition with these house rules, for every number of players that it allows.
pub(crate) fn rulesets(house: HouseRules) -> Vec<Ruleset> {
    let numbers = |edition| (2..=9).filter_map(move |players| ruleset(edition, players, house));
    EditionId::all().flat_map(numbers).collect()
}

fn ruleset(edition: EditionId, players: usize, house: HouseRules) -> Option<Ruleset> {
    let with = |decks| HouseRules { decks, ..house };
    let rules = |decks| Ruleset::new(Edition::built_in(edition), with(decks), players).ok();
    rules(Decks::One).or_else(|| rules(Decks::Two))
}

pub(crate) fn house_rules() -> impl Iterator<Item = HouseRules> {
    let combos = [None].into_iter().chain(Combos::ALL.map(Some));
    combos.flat_map(|combos| {
        AttackRule::ALL.into_iter().flat_map(move |attack| {
            FavorRule::ALL.into_iter().flat_map(move |favor| {
                [false, true].into_iter().map(move |self_nope| HouseRules {
                    combos,
                    attack: Some(attack),
                    favor: Some(favor),
                    self_nope,
                    decks: Decks::One,
                })
            })
        })
    })
}

/// A game between computer players, which observe all of its events.
#[derive(Clone)]
pub(crate) struct ComputerGame {
    pub(crate) game: Game,
    pub(crate) computers: Vec<Computer>,
}

impl ComputerGame {
    /// Deals a game. The strengths alternate from seat to seat, starting with the strength at index `first`.
    pub(crate) fn new(rules: Ruleset, first: usize, chance: &mut SeededChance) -> ComputerGame {
        let (game, _) = Game::deal(rules, Seat::ALL[0], chance);
        let computers = rules.seats().iter().map(|seat| {
            let strength = Strength::ALL[(seat.index() + first) % 3];
            Computer::new(strength, seat, &game.view(Some(seat))).with_playouts(PLAYOUTS)
        });
        ComputerGame {
            computers: computers.collect(),
            game,
        }
    }

    /// Returns a random player for whom the game is waiting.
    pub(crate) fn awaited(&self, chance: &mut SeededChance) -> Option<Seat> {
        let awaited = self.game.awaited();
        awaited.nth(chance.below(awaited.len().max(1) as u32) as usize)
    }

    pub(crate) fn seat(&self, seat: Seat) -> (PlayerView, &Computer) {
        (self.game.view(Some(seat)), &self.computers[seat.index()])
    }

    /// Plays an action, lets all computers observe the redacted events, checks the invariants, and returns the events.
    pub(crate) fn play(&mut self, action: Action, chance: &mut SeededChance) -> Events {
        let events = self.game.play(action, chance).expect("a legal action");
        for event in &events {
            for (seat, computer) in Seat::ALL.into_iter().zip(&mut self.computers) {
                computer.observe(&redact(event, Some(seat), self.game.rules()));
            }
        }
        self.game
            .check_invariants()
            .expect("the invariants to hold");
        events
    }
}
