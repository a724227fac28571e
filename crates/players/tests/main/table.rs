//! Rules to play by, and a game whose seats are all computers.

use players::{Computer, Strength};
use rules::{
    Action, AttackRule, Chance, Combos, Decks, Edition, EditionId, FavorRule, Game, HouseRules,
    PlayerView, Ruleset, Seat, Seeded, redact,
};

/// So few imagined games that a thousand choices take no time.
const PLAYOUTS: usize = 6;

/// Every edition with every number of seats.
pub(crate) fn rulesets(house: HouseRules) -> Vec<Ruleset> {
    let numbers = |edition| (2..=9).filter_map(move |players| ruleset(edition, players, house));
    EditionId::ALL.into_iter().flat_map(numbers).collect()
}

fn ruleset(edition: EditionId, players: usize, house: HouseRules) -> Option<Ruleset> {
    let decks = if players > 5 { Decks::Two } else { Decks::One };
    let house = HouseRules { decks, ..house };
    Ruleset::new(Edition::built_in(edition), house, players).ok()
}

/// Every set of house rules.
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

/// A game among computers, each with what its seat has seen.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) computers: Vec<Computer>,
}

impl Table {
    /// Seats filled with all strengths in turn, `first` first.
    pub(crate) fn new(rules: Ruleset, first: usize, chance: &mut Seeded) -> Table {
        let (game, _) = Game::deal(rules, Seat::ALL[0], chance);
        let computers = rules.seats().iter().map(|seat| {
            let strength = Strength::ALL[(seat.index() + first) % 3];
            Computer::new(strength, seat, &game.view(Some(seat))).with_playouts(PLAYOUTS)
        });
        Table {
            computers: computers.collect(),
            game,
        }
    }

    /// Whom the game waits for; one of them.
    pub(crate) fn awaited(&self, chance: &mut Seeded) -> Option<Seat> {
        let awaited = self.game.awaited();
        awaited.nth(chance.below(awaited.len().max(1) as u32) as usize)
    }

    /// The view of a seat and its computer.
    pub(crate) fn seat(&self, seat: Seat) -> (PlayerView, &Computer) {
        (self.game.view(Some(seat)), &self.computers[seat.index()])
    }

    /// Does this and shows everybody what he may see of it.
    pub(crate) fn play(&mut self, action: Action, chance: &mut Seeded) {
        let events = self.game.play(action, chance).expect("a legal action");
        for event in &events {
            for (seat, computer) in Seat::ALL.into_iter().zip(&mut self.computers) {
                computer.observe(&redact(event, Some(seat), self.game.rules()));
            }
        }
        self.game.check_invariants().expect("an unbroken game");
    }
}
