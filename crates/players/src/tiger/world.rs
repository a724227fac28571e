//! Worlds that agree with all that a seat has seen.

use arrayvec::ArrayVec;
use rules::{Chance, Game, Guess, Hand, Pile, PlayerView, Seat, Title};

use crate::{
    memory::Memory,
    outlook::{Outlook, Remembered},
};

/// How often another card is looked for where one does not go with what was seen.
const RETRIES: usize = 4;

/// The cards out of sight that have no place yet.
type Loose = ArrayVec<Title, { Hand::MOST }>;

/// A game like the one that the seat sees, hidden cards being where they may well be. Nothing for
/// positions of which no world can be made (a set-up by hand with cards that the rules have not).
pub(super) fn imagine(outlook: &Remembered, chance: &mut impl Chance) -> Option<Game> {
    let mut world = World {
        view: outlook.view(),
        memory: outlook.memory(),
        outlook,
        unseen: *outlook.unseen(),
        hands: [Hand::EMPTY; Seat::MOST],
        chance,
    };
    let pile = world.known_pile();
    world.known_hands();
    let guess = world.complete(pile);
    Game::imagine(outlook.view(), &guess)
}

/// The cards of the pile from the top, what is not known being open.
type OpenPile = ArrayVec<Option<Title>, { Hand::MOST }>;

struct World<'a, C> {
    view: &'a PlayerView,
    memory: &'a Memory,
    outlook: &'a Remembered<'a>,
    /// What has not been dealt out yet.
    unseen: Hand,
    hands: [Hand; Seat::MOST],
    chance: &'a mut C,
}

impl<C: Chance> World<'_, C> {
    fn others(&self) -> impl Iterator<Item = Seat> + use<C> {
        let living = self.view.living();
        living.without(self.outlook.seat()).iter()
    }

    fn happens(&mut self, odds: f32) -> bool {
        odds >= 1.0 || (odds > 0.0 && (self.chance.below(1 << 20) as f32) < odds * (1 << 20) as f32)
    }

    fn take(&mut self, title: Title) -> bool {
        let there = self.unseen.has(title);
        if there {
            self.unseen.remove(title);
        }
        there
    }

    /// The pile with the cards that were seen, and the kittens where they may lie.
    fn known_pile(&mut self) -> OpenPile {
        let mut pile: OpenPile = (0..self.view.pile_count)
            .map(|place| self.view.known_at(place))
            .collect();
        for card in &mut pile {
            if let Some(title) = *card
                && title != Title::ExplodingKitten
                && !self.take(title)
            {
                *card = None;
            }
        }
        let kitten = Some(Title::ExplodingKitten);
        let placed = pile.iter().filter(|&&card| card == kitten).count();
        for _ in placed..self.view.kittens_in_pile.into() {
            if let Some(place) = self.any_kitten_place(&pile) {
                pile[place] = kitten;
            }
        }
        pile
    }

    /// An open place for a kitten, each as likely as the seat believes.
    fn any_kitten_place(&mut self, pile: &OpenPile) -> Option<usize> {
        let weight = |place: usize| match pile[place] {
            None => self.outlook.peril(place as u8).max(0.0005),
            Some(_) => 0.0,
        };
        let total: f32 = (0..pile.len()).map(weight).sum();
        let mut left = self.chance.below(1 << 20) as f32 / (1 << 20) as f32 * total;
        let mut open = (0..pile.len()).filter(|&place| pile[place].is_none());
        let last = open.clone().next_back();
        let found = open.find(|&place| {
            let peril = self.outlook.peril(place as u8).max(0.0005);
            left -= peril;
            left < 0.0
        });
        found.or(last)
    }

    /// The hands with the cards that were seen to go in: those for sure first, then those that may
    /// have gone out again.
    fn known_hands(&mut self) {
        for seat in self.others() {
            for title in self.view.rules.namings().iter() {
                let sure = self.memory.holding(seat).sure(title);
                (0..sure as usize).for_each(|_| self.hold(seat, title));
            }
        }
        for seat in self.others() {
            for title in self.view.rules.namings().iter() {
                let doubtful = self.memory.holding(seat).sure(title).fract();
                if self.happens(doubtful) {
                    self.hold(seat, title);
                }
            }
        }
    }

    fn hold(&mut self, seat: Seat, title: Title) {
        let full = self.hands[seat.index()].total() >= self.outlook.cards(seat);
        if !full && self.take(title) {
            self.hands[seat.index()].add(title);
        }
    }

    /// Deals the rest: the hands first, because something may be known against some cards there.
    fn complete(mut self, open: OpenPile) -> Guess {
        let mut loose: Loose = self.unseen.cards().collect();
        for seat in self.others() {
            while self.hands[seat.index()].total() < self.outlook.cards(seat) {
                let card = self.deal(&mut loose, seat);
                self.hands[seat.index()].add(card);
            }
        }
        let mut cards: Loose = ArrayVec::new();
        for card in open.into_iter().rev() {
            let card = card.unwrap_or_else(|| self.any(&mut loose));
            cards.push(card);
        }
        let mut aside = [Hand::EMPTY; Seat::MOST];
        for seat in &self.view.seats {
            for _ in 0..seat.aside {
                aside[seat.seat.index()].add(self.any(&mut loose));
            }
        }
        Guess {
            hands: self.hands,
            aside,
            looked: Seat::ALL.map(|seat| self.memory.looked(seat)),
            kitten: self.fresh_kitten(&cards),
            pile: Pile::from_bottom(&cards).unwrap_or_default(),
        }
    }

    /// Whoever has just put a kitten back knows where: let it be the uppermost.
    fn fresh_kitten(&self, cards: &[Title]) -> Option<(Seat, u8)> {
        let by = self.memory.fresh()?;
        let mut from_top = cards.iter().rev();
        let place = from_top.position(|&card| card == Title::ExplodingKitten)?;
        Some((by, place as u8))
    }

    fn deal(&mut self, loose: &mut Loose, seat: Seat) -> Title {
        let holding = self.memory.holding(seat);
        let unseen = holding.unseen().max(1.0);
        for _ in 0..RETRIES {
            let position = self.chance.below(loose.len().max(1) as u32) as usize;
            let Some(&title) = loose.get(position) else {
                break;
            };
            let open = holding.open_to(title) / unseen;
            if self.happens(open) {
                return loose.swap_remove(position);
            }
        }
        self.any(loose)
    }

    fn any(&mut self, loose: &mut Loose) -> Title {
        let position = self.chance.below(loose.len().max(1) as u32) as usize;
        match position < loose.len() {
            true => loose.swap_remove(position),
            // More places than cards: only a set-up by hand has them.
            false => self.view.rules.namings().nth(0).unwrap_or(Title::Skip),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{
        Decks, Edition, EditionId, HouseRules, Ruleset, Seeded, redact, simulation::Policy,
    };

    use super::*;

    fn ruleset(edition: EditionId, players: usize) -> Option<Ruleset> {
        let decks = if players > 5 { Decks::Two } else { Decks::One };
        let house = HouseRules {
            decks,
            ..HouseRules::default()
        };
        Ruleset::new(Edition::built_in(edition), house, players).ok()
    }

    /// Plays a random game to its end, and at each step asks what the second seat imagines.
    fn every_step(rules: Ruleset, chance: &mut Seeded, check: impl Fn(&Game, &Remembered, Game)) {
        let seat = Seat::ALL[1];
        let (mut game, _) = Game::deal(rules, Seat::ALL[0], chance);
        let mut memory = Memory::new(seat, &game.view(Some(seat)));
        while let Some(action) = Policy::Random.choose(&game, chance) {
            let view = game.view(Some(seat));
            if game.living().contains(seat) {
                let outlook = Remembered::new(&view, &memory).expect("a seat of a running game");
                let world = imagine(&outlook, chance).expect("a world like this");
                check(&game, &outlook, world);
            }
            for event in &game.play(action, chance).expect("a legal action") {
                memory.observe(&redact(event, Some(seat), &rules));
            }
        }
    }

    #[test]
    fn an_imagined_world_looks_to_its_seat_like_the_real_one() {
        let mut chance = Seeded::new(71);
        for edition in EditionId::ALL {
            for rules in (2..=9).filter_map(|players| ruleset(edition, players)) {
                every_step(rules, &mut chance, |game, outlook, world| {
                    assert_eq!(world.view(Some(outlook.seat())), *outlook.view());
                    assert_eq!(world.check_invariants(), Ok(()));
                    // All the cards of the deck are somewhere, no other ones are anywhere.
                    let cards = |game: &Game| {
                        let mut all = game.draw_pile().counts();
                        for seat in game.rules().seats().iter() {
                            all.add_all(game.hand(seat));
                            all.add_all(game.aside(seat));
                        }
                        all
                    };
                    assert_eq!(cards(&world), cards(game));
                });
            }
        }
    }

    #[test]
    fn cards_that_were_seen_going_into_a_hand_are_imagined_there() {
        let mut chance = Seeded::new(72);
        let rules = ruleset(EditionId::Original, 3).expect("rules");
        let tally = std::cell::RefCell::new([0_u32; 3]);
        for _ in 0..20 {
            every_step(rules, &mut chance, |game, outlook, world| {
                for other in game.living().without(outlook.seat()).iter() {
                    for title in rules.namings().iter() {
                        let known = outlook.memory().holding(other).sure(title);
                        if known >= 1.0 {
                            let holds = |game: &Game| {
                                let count = game.hand(other).count(title);
                                u32::from(f32::from(count) >= known.floor())
                            };
                            let [times, imagined, really] = &mut *tally.borrow_mut();
                            *times += 1;
                            *imagined += holds(&world);
                            *really += holds(game);
                        }
                    }
                }
            });
        }
        // Two halves, each of another card, may make a whole one that is not there.
        let [times, imagined, really] = *tally.borrow();
        assert!(
            times > 500 && imagined * 100 >= times * 97,
            "{imagined} of {times}"
        );
        assert!(really * 100 >= times * 97, "{really} of {times}");
    }
}
