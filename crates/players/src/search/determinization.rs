//! Samples complete games that are consistent with a seat's knowledge. Must use only the seat's view and memory.
//! [`Game::determinize`] builds and checks the game.

use arrayvec::ArrayVec;
use rules::{
    ChoiceKind, Face, Game, Guess, Hand, Hazard, Pile, PileCard, PlayerView, Randomness, Seat,
    Title,
};

use crate::{
    knowledge::{Knowledge, SeatKnowledge},
    memory::Memory,
};

/// The number of cards tried for a place in a hand before a card that contradicts the beliefs is accepted.
const RETRIES: usize = 4;

type UnplacedCards = ArrayVec<Title, { Hand::MAX_CARDS }>;

/// Returns a random game that is consistent with the seat's knowledge. Returns `None` if it cannot build one, which
/// happens only in unusual hand-made setups.
pub(crate) fn sample(knowledge: &SeatKnowledge, chance: &mut impl Randomness) -> Option<Game> {
    let mut determinizer = Determinizer {
        view: knowledge.view(),
        memory: knowledge.memory(),
        knowledge,
        unseen: *knowledge.unseen_cards(),
        hands: [Hand::EMPTY; Seat::COUNT],
        put: [None; Seat::COUNT],
        buried: None,
        chance,
    };
    determinizer.add_own_hand();
    let known = determinizer.known_pile();
    determinizer.add_marked_cards();
    let hidden = determinizer.hide_kittens();
    let pile = determinizer.add_hazards_to(known, hidden);
    determinizer.add_known_cards();
    let guess = determinizer.complete(pile);
    Game::determinize(knowledge.view(), &guess)
}

/// The draw pile from top to bottom, with `None` for cards that are still undetermined.
type PartialPile = ArrayVec<Option<PileCard>, { Hand::MAX_CARDS }>;

struct Determinizer<'a, C> {
    view: &'a PlayerView,
    memory: &'a Memory,
    knowledge: &'a SeatKnowledge<'a>,
    /// The unseen cards that have not been placed yet.
    unseen: Hand,
    hands: [Hand; Seat::COUNT],
    /// The cards that other players have given up for a Garbage Collection or a Potluck.
    put: [Option<Title>; Seat::COUNT],
    /// The card that another player is burying.
    buried: Option<PileCard>,
    chance: &'a mut C,
}

impl<C: Randomness> Determinizer<'_, C> {
    fn others(&self) -> impl Iterator<Item = Seat> + use<C> {
        let living = self.view.living();
        living.without(self.knowledge.seat()).iter()
    }

    fn draw_bool(&mut self, probability: f32) -> bool {
        probability >= 1.0
            || (probability > 0.0
                && (self.chance.below(1 << 20) as f32) < probability * (1 << 20) as f32)
    }

    /// Removes an unseen card of this title. Returns false if there is none.
    fn take(&mut self, title: Title) -> bool {
        let there = self.unseen.has(title);
        if there {
            self.unseen.remove(title);
        }
        there
    }

    /// Returns the seats whose hands this seat cannot see: all other living seats, and this seat itself while it
    /// is blind.
    fn hidden_hands(&self) -> impl Iterator<Item = Seat> + use<C> {
        let own = self.knowledge.seat();
        let sees = self.view.hand.is_some();
        let living = self.view.living().iter();
        living.filter(move |&seat| seat != own || !sees)
    }

    /// Adds the cards that a blind seat remembers having in its hand.
    fn add_own_hand(&mut self) {
        if self.view.hand.is_none() {
            let seat = self.knowledge.seat();
            self.hands[seat.index()] = *self.knowledge.hand();
        }
    }

    /// Adds the marked cards of other hands. If a marked card is a kitten, also adds a card to
    /// shelter it.
    fn add_marked_cards(&mut self) {
        for seat in self.others() {
            for title in self.knowledge.marked(seat).cards() {
                if title == Title::ExplodingKitten {
                    self.hide_kitten(seat);
                } else {
                    self.add_to_hand(seat, title);
                }
            }
        }
    }

    /// Hides kittens in other hands, as the buried card, or among the cards given up. Chooses at random, according to
    /// the seat's beliefs, but hides all kittens for which the pile has no room. Returns the number of hidden kittens.
    fn hide_kittens(&mut self) -> u8 {
        let shelters = self.view.rules.titles().contains(Title::StreakingKitten);
        if !(shelters || self.another_buries()) {
            return 0;
        }
        let (least, most) = self.hidden_kittens_range();
        let mut hidden = self.bury_hazard(least, most);
        if !shelters {
            return hidden;
        }
        for seat in self.others() {
            let hides = hidden < most && self.is_believed_to_hide(seat, hidden < least);
            hidden += u8::from(hides && self.hide_kitten(seat));
        }
        for seat in &self.view.seats {
            let is_others = seat.has_put && seat.seat != self.knowledge.seat();
            if hidden < least && is_others {
                self.put[seat.seat.index()] = Some(Title::ExplodingKitten);
                hidden += 1;
            }
        }
        if hidden < least && self.another_buries() && self.buried.is_none() {
            self.buried = Some(PileCard::down(Title::ExplodingKitten));
            hidden += 1;
        }
        hidden
    }

    fn another_buries(&self) -> bool {
        let buries = self.view.phase.choice() == Some(ChoiceKind::Bury);
        buries && self.view.buried.is_none()
    }

    /// Decides at random, according to the seat's beliefs, whether the card that another player is burying is a kitten.
    /// It must be one if a kitten can be nowhere else. Returns the number of Exploding Kittens hidden this way. An
    /// imploding card is buried only if the pile has no place for it.
    fn bury_hazard(&mut self, least: u8, most: u8) -> u8 {
        if self.another_buries() && self.hides_imploding() && self.places_for_hazards() == 0 {
            self.buried = Some(PileCard::down(Title::ImplodingKitten));
            return 0;
        }
        let must = least > 0 && !self.view.rules.titles().contains(Title::StreakingKitten);
        let may = self.another_buries() && most > 0;
        let is_kitten = may && (must || self.draw_bool(self.memory.buried_kitten()));
        if is_kitten {
            self.buried = Some(PileCard::down(Title::ExplodingKitten));
        }
        u8::from(is_kitten)
    }

    /// Returns the minimum and the maximum number of kittens that are hidden, given what is known
    /// of the pile.
    fn hidden_kittens_range(&self) -> (u8, u8) {
        let kittens = self.known_cards(|card| card.title() == Title::ExplodingKitten);
        let all = self.knowledge.exploding_in_pile();
        let imploding = u8::from(self.hides_imploding());
        let places = self.places_for_hazards().saturating_sub(imploding);
        (all.saturating_sub(places), all.saturating_sub(kittens))
    }

    /// Counts the cards of the pile that the seat knows and that match the condition.
    fn known_cards(&self, condition: impl Fn(&PileCard) -> bool) -> u8 {
        let known = (0..self.view.pile_count).filter_map(|place| self.knowledge.known_card(place));
        known.filter(condition).count() as u8
    }

    /// Returns the number of places in the pile that may hold an Exploding Kitten or a hidden imploding card.
    fn places_for_hazards(&self) -> u8 {
        let others = self.known_cards(|card| card.title() != Title::ExplodingKitten);
        self.view.pile_count.saturating_sub(others)
    }

    /// Returns true if the pile contains an imploding card at a place that the seat does not know.
    fn hides_imploding(&self) -> bool {
        let known = self.known_cards(|card| card.title() == Title::ImplodingKitten);
        self.view.imploding.is_some() && known == 0
    }

    /// Returns true if a hand should hide a kitten, either by chance or because there is no other
    /// place for it.
    fn is_believed_to_hide(&mut self, seat: Seat, must: bool) -> bool {
        let knowledge = self.knowledge;
        let sheltered = |seat| knowledge.holding_probability(seat, Title::StreakingKitten);
        if must {
            // A player who defuses a kitten is believed to have no shelter, but their shelter may be in use for
            // another kitten.
            sheltered(seat) > 0.0 || self.others().all(|other| sheltered(other) <= 0.0)
        } else {
            let probability = sheltered(seat) * self.memory.hidden_kitten(seat);
            self.draw_bool(probability)
        }
    }

    /// Adds a kitten to a hand, with a card to shelter it if needed. Returns false if there is no such card or no room.
    fn hide_kitten(&mut self, seat: Seat) -> bool {
        let hand = &self.hands[seat.index()];
        let [shelter, kitten] = [Title::StreakingKitten, Title::ExplodingKitten];
        let is_sheltered = hand.count(shelter) > hand.count(kitten);
        let more = if is_sheltered { 1 } else { 2 };
        let has_room = hand.total() + more <= self.knowledge.cards(seat);
        let hides = has_room && (is_sheltered || self.take(shelter));
        if hides {
            let hand = &mut self.hands[seat.index()];
            hand.add(kitten);
            if !is_sheltered {
                hand.add(shelter);
            }
        }
        hides
    }

    /// Returns the draw pile with only the cards that the seat knows filled in, and removes them from the unseen cards.
    fn known_pile(&mut self) -> PartialPile {
        let mut pile: PartialPile = (0..self.view.pile_count)
            .map(|place| self.knowledge.known_card(place))
            .collect();
        for place in &mut pile {
            if let Some(card) = *place
                && card.title().hazard().is_none()
                && !self.take(card.title())
            {
                *place = None;
            }
        }
        pile
    }

    /// Places the kittens in the draw pile at random, except those hidden elsewhere.
    fn add_hazards_to(&mut self, mut pile: PartialPile, hidden: u8) -> PartialPile {
        // The imploding card comes first: unlike other kittens, it cannot be on top if it is face up.
        let is_buried = self
            .buried
            .is_some_and(|card| card.title() == Title::ImplodingKitten);
        if let Some(face) = self.view.imploding.filter(|_| !is_buried) {
            let imploding = match face {
                Face::Down => PileCard::down(Title::ImplodingKitten),
                Face::Up => PileCard::up(Title::ImplodingKitten),
            };
            self.add_hazards(&mut pile, Hazard::Implodes, (imploding, 1));
        }
        let kittens = self.knowledge.exploding_in_pile().saturating_sub(hidden);
        let kitten = PileCard::down(Title::ExplodingKitten);
        self.add_hazards(&mut pile, Hazard::Explodes, (kitten, kittens));
        pile
    }

    /// Adds copies of this card until the pile contains `count` of them or has no more room.
    fn add_hazards(
        &mut self,
        pile: &mut PartialPile,
        hazard: Hazard,
        (card, count): (PileCard, u8),
    ) {
        let placed = pile.iter().filter(|&&known| known == Some(card)).count();
        for _ in placed..count.into() {
            if let Some(place) = self.pick_place(pile, hazard, card) {
                pile[place] = Some(card);
            }
        }
    }

    /// Returns an undetermined place for a kitten, picked at random according to the seat's beliefs. Never places a
    /// face-up card on top, where it would be visible. Returns `None` if there is no such place.
    fn pick_place(&mut self, pile: &PartialPile, hazard: Hazard, card: PileCard) -> Option<usize> {
        let beliefs = self.memory.pile();
        let is_free = |place: usize| {
            let seen_there = place == 0 && card.face() == Face::Up;
            pile[place].is_none() && !seen_there
        };
        let weight = |place: usize| {
            if is_free(place) {
                beliefs.probability(hazard, place).max(0.0005)
            } else {
                0.0
            }
        };
        let total: f32 = (0..pile.len()).map(weight).sum();
        let mut left = self.chance.below(1 << 20) as f32 / (1 << 20) as f32 * total;
        let mut undetermined = (0..pile.len()).filter(|&place| is_free(place));
        let last = undetermined.clone().next_back();
        let found = undetermined.find(|&place| {
            left -= weight(place);
            left < 0.0
        });
        found.or(last)
    }

    /// Adds to the other hands the cards that the seat has seen there: first the cards that are certainly still there,
    /// then a random selection of the cards that may be gone.
    fn add_known_cards(&mut self) {
        for seat in self.others() {
            let marked = self.knowledge.marked(seat);
            for title in self.view.rules.nameable_titles().iter() {
                let expected = self.memory.hand(seat).expected(title) as u8;
                let certain = expected.max(marked.count(title));
                let there = self.hands[seat.index()].count(title);
                (there..certain).for_each(|_| self.add_to_hand(seat, title));
            }
        }
        for seat in self.others() {
            for title in self.view.rules.nameable_titles().iter() {
                let doubtful = self.memory.hand(seat).expected(title).fract();
                if self.draw_bool(doubtful) {
                    self.add_to_hand(seat, title);
                }
            }
        }
    }

    /// Adds an unseen card of this title to a hand, if there is one and the hand has room.
    fn add_to_hand(&mut self, seat: Seat, title: Title) {
        let full = self.hands[seat.index()].total() >= self.knowledge.cards(seat);
        if !full && self.take(title) {
            self.hands[seat.index()].add(title);
        }
    }

    /// Deals the remaining cards. The stash comes first, because it must not contain a Tower of Power, and then the
    /// hands, because some titles may be ruled out there.
    fn complete(mut self, pile: PartialPile) -> Guess {
        let mut unplaced: UnplacedCards = self.unseen.cards().collect();
        let stash = (0..self.view.stash)
            .map(|_| self.take_for_stash(&mut unplaced))
            .collect();
        for seat in self.hidden_hands() {
            while self.hands[seat.index()].total() < self.knowledge.cards(seat) {
                let card = self.take_for_hand(&mut unplaced, seat);
                self.hands[seat.index()].add(card);
            }
        }
        self.complete_put(&mut unplaced);
        if self.another_buries() && self.buried.is_none() {
            self.buried = Some(self.take_any(&mut unplaced).into());
        }
        let mut cards: ArrayVec<PileCard, { Hand::MAX_CARDS }> = ArrayVec::new();
        for card in pile.into_iter().rev() {
            let card = card.unwrap_or_else(|| self.take_any(&mut unplaced).into());
            cards.push(card);
        }
        let mut face_down = [Hand::EMPTY; Seat::COUNT];
        for seat in &self.view.seats {
            for _ in 0..seat.face_down {
                face_down[seat.seat.index()].add(self.take_any(&mut unplaced));
            }
        }
        Guess {
            hands: self.hands,
            face_down,
            looked: Seat::ALL.map(|seat| self.memory.looked(seat)),
            kitten: self.last_placed_kitten(&cards),
            pile: Pile::from_bottom(&cards).unwrap_or_default(),
            put: self.put,
            buried: self.buried,
            stash,
        }
    }

    fn complete_put(&mut self, unplaced: &mut UnplacedCards) {
        for seat in &self.view.seats {
            let is_others = seat.has_put && seat.seat != self.knowledge.seat();
            if is_others && self.put[seat.seat.index()].is_none() {
                self.put[seat.seat.index()] = Some(self.take_any(unplaced));
            }
        }
    }

    /// Returns the last player who put a kitten back, and the kitten's place, which that player knows. Assumes that the
    /// topmost card of this kind is the one put back.
    fn last_placed_kitten(&self, cards: &[PileCard]) -> Option<(Seat, u8)> {
        let (by, placed) = self.memory.last_placed()?;
        let mut from_top = cards.iter().rev();
        let place = from_top.position(|&card| card == placed)?;
        Some((by, place as u8))
    }

    /// Removes and returns a random unplaced card for a hand, preferring titles that the beliefs do not rule out there.
    fn take_for_hand(&mut self, unplaced: &mut UnplacedCards, seat: Seat) -> Title {
        let belief = self.memory.hand(seat);
        let unknown = belief.unknown_cards().max(1.0);
        for _ in 0..RETRIES {
            let position = self.chance.below(unplaced.len().max(1) as u32) as usize;
            let Some(&title) = unplaced.get(position) else {
                break;
            };
            let probability = belief.possible(title) / unknown;
            if self.draw_bool(probability) {
                return unplaced.swap_remove(position);
            }
        }
        self.take_any(unplaced)
    }

    /// Removes and returns a random unplaced card for the stash, which never contains a Tower of Power.
    fn take_for_stash(&mut self, unplaced: &mut UnplacedCards) -> Title {
        let is_possible = |title: &Title| *title != Title::TowerOfPower;
        let possible = unplaced.iter().filter(|title| is_possible(title)).count();
        let picked = self.chance.below(possible.max(1) as u32) as usize;
        let mut places = unplaced
            .iter()
            .enumerate()
            .filter(|(_, title)| is_possible(title));
        match places.nth(picked).map(|(place, _)| place) {
            Some(place) => unplaced.swap_remove(place),
            None => self.take_any(unplaced),
        }
    }

    fn take_any(&mut self, unplaced: &mut UnplacedCards) -> Title {
        let position = self.chance.below(unplaced.len().max(1) as u32) as usize;
        if position < unplaced.len() {
            unplaced.swap_remove(position)
        } else {
            // There are more places than cards, which happens only in a hand-made setup.
            self.view
                .rules
                .nameable_titles()
                .nth(0)
                .unwrap_or(Title::Skip)
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{
        Decks, Edition, EditionId, HouseRules, Ruleset, SeededChance, redact,
        simulation::{any_recipe, random_action},
    };

    use super::*;

    fn ruleset(edition: EditionId, players: usize) -> Option<Ruleset> {
        let house = |decks| HouseRules {
            decks,
            ..HouseRules::default()
        };
        let rules = |decks| Ruleset::new(Edition::built_in(edition), house(decks), players).ok();
        rules(Decks::One).or_else(|| rules(Decks::Two))
    }

    /// Plays a random game to its end. At each step while seat 1 is alive, samples a game for it and calls `check`.
    fn every_step(
        rules: Ruleset,
        chance: &mut SeededChance,
        check: impl Fn(&Game, &SeatKnowledge, Game),
    ) {
        let seat = Seat::ALL[1];
        let (mut game, _) = Game::deal(rules, Seat::ALL[0], chance);
        let mut memory = Memory::new(seat, &game.view(Some(seat)));
        while let Some(action) = random_action(&game, chance) {
            let view = game.view(Some(seat));
            if game.living().contains(seat) {
                let knowledge =
                    SeatKnowledge::new(&view, &memory).expect("a seat of a running game");
                let sampled = sample(&knowledge, chance).expect("a consistent game");
                check(&game, &knowledge, sampled);
            }
            for event in &game.play(action, chance).expect("a legal action") {
                memory.observe(&redact(event, Some(seat), &rules));
            }
        }
    }

    fn check_samples(rules: Ruleset, chance: &mut SeededChance) {
        every_step(rules, chance, |game, knowledge, sampled| {
            assert_eq!(sampled.view(Some(knowledge.seat())), *knowledge.view());
            assert_eq!(sampled.check_invariants(), Ok(()));
            // The sampled game contains exactly the cards of the real one.
            let cards = |game: &Game| {
                let mut all = game.draw_pile().counts();
                all.add_all(game.stash());
                game.buried()
                    .into_iter()
                    .for_each(|card| all.add(card.title()));
                for seat in game.rules().seats().iter() {
                    game.put(seat).into_iter().for_each(|card| all.add(card));
                    all.add_all(game.hand(seat));
                    all.add_all(game.face_down(seat));
                }
                all
            };
            assert_eq!(cards(&sampled), cards(game));
        });
    }

    #[test]
    fn a_sampled_game_gives_its_seat_the_same_view_as_the_real_one() {
        let mut chance = SeededChance::new(71);
        for edition in EditionId::all() {
            let numbers = (2..=9).filter_map(|players| ruleset(edition, players));
            numbers.for_each(|rules| check_samples(rules, &mut chance));
        }
    }

    #[test]
    fn a_sampled_game_of_any_recipe_gives_its_seat_the_same_view_as_the_real_one() {
        let mut chance = SeededChance::new(73);
        for _ in 0..300 {
            let (_, rules) = any_recipe(&mut chance);
            check_samples(rules, &mut chance);
        }
    }

    #[test]
    fn a_card_seen_going_into_a_hand_is_sampled_there() {
        let mut chance = SeededChance::new(72);
        let rules = ruleset(EditionId::ORIGINAL, 3).expect("rules");
        let counts = std::cell::RefCell::new([0_u32; 3]);
        for _ in 0..20 {
            every_step(rules, &mut chance, |game, knowledge, sampled| {
                for other in game.living().without(knowledge.seat()).iter() {
                    for title in rules.nameable_titles().iter() {
                        let known = knowledge.memory().hand(other).expected(title);
                        if known >= 1.0 {
                            let holds = |game: &Game| {
                                let count = game.hand(other).count(title);
                                u32::from(f32::from(count) >= known.floor())
                            };
                            let [times, in_sampled, in_real] = &mut *counts.borrow_mut();
                            *times += 1;
                            *in_sampled += holds(&sampled);
                            *in_real += holds(game);
                        }
                    }
                }
            });
        }
        // Two expectations of 0.5 may add up to a card that is not there.
        let [times, in_sampled, in_real] = *counts.borrow();
        assert!(
            times > 500 && in_sampled * 100 >= times * 97,
            "{in_sampled} of {times}"
        );
        assert!(in_real * 100 >= times * 97, "{in_real} of {times}");
    }
}
