//! Beliefs about the draw pile: the probability of each kind of kitten at each place. `memory.rs` and
//! `memory/expansions.rs` update them from events.

use rules::{Hazard, Order, PileCard, PileEnd, Title};

#[derive(Clone, Copy, Debug, PartialEq)]
struct CardBelief {
    /// The probabilities (0 to 1) that the card explodes and that it implodes.
    hazards: [f32; 2],
    /// The card, if the seat knows it.
    card: Option<PileCard>,
}

fn index(hazard: Hazard) -> usize {
    match hazard {
        Hazard::Explodes => 0,
        Hazard::Implodes => 1,
    }
}

const MAX_UNSEEN_PROBABILITY: f32 = 0.97;

/// Beliefs about each card of the draw pile. For each kind of kitten, the probabilities are scaled to add up to the
/// number of its cards, which is public.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PileBelief {
    /// From the bottom to the top, as in the pile itself.
    cards: Vec<CardBelief>,
    /// The number of exploding cards and of imploding cards.
    counts: [u8; 2],
}

impl PileBelief {
    /// Returns the beliefs about a freshly shuffled pile with these numbers of exploding and imploding cards.
    pub(super) fn shuffled(cards: u8, kittens: u8, imploding: u8) -> PileBelief {
        let mut pile = PileBelief {
            // A pile rarely has more cards than right after the deal.
            cards: Vec::with_capacity(cards.into()),
            counts: [kittens, imploding],
        };
        pile.cards.resize(cards.into(), pile.unknown_card());
        pile.shuffle();
        pile
    }

    /// Returns the probability (0 to 1) of this kind of kitten at a place. Place 0 is the top.
    pub(crate) fn probability(&self, hazard: Hazard, place: usize) -> f32 {
        self.at(place)
            .map_or(0.0, |belief| belief.hazards[index(hazard)])
    }

    pub(super) fn probability_at(&self, end: PileEnd, hazard: Hazard) -> f32 {
        let place = match end {
            PileEnd::Top => 0,
            PileEnd::Bottom => self.cards.len().saturating_sub(1),
        };
        self.probability(hazard, place)
    }

    /// Returns the probability of an exploding card at each place after a shuffle.
    pub(super) fn shuffled_risk(&self) -> f32 {
        f32::from(self.counts[0]) / self.cards.len().max(1) as f32
    }

    /// Returns the expected number of exploding cards.
    pub(crate) fn expected_kittens(&self) -> f32 {
        let kittens = self.cards.iter().map(|belief| belief.hazards[0]);
        kittens.sum()
    }

    fn at(&self, place: usize) -> Option<&CardBelief> {
        let index = self.cards.len().checked_sub(place + 1)?;
        self.cards.get(index)
    }

    fn unknown_card(&self) -> CardBelief {
        let cards = self.cards.len().max(1) as f32;
        CardBelief {
            hazards: self.counts.map(|count| (f32::from(count) / cards).min(1.0)),
            card: None,
        }
    }

    fn shuffle(&mut self) {
        let unknown = self.unknown_card();
        self.cards.fill(unknown);
    }

    /// Forgets all cards, because the pile was shuffled together with this many new cards.
    pub(super) fn shuffle_in(&mut self, new_cards: u8) {
        let cards = self.cards.len() + usize::from(new_cards);
        self.cards.resize(cards, self.unknown_card());
        self.shuffle();
    }

    pub(super) fn swap_ends(&mut self) {
        if let [bottom, .., top] = &mut self.cards[..] {
            std::mem::swap(bottom, top);
        }
    }

    /// Records that the exploding cards are on top and the rest is shuffled.
    pub(super) fn raise_kittens(&mut self, kittens: u8) {
        self.counts[0] = kittens;
        self.shuffle();
        let kitten = PileCard::down(Title::ExplodingKitten);
        self.look(&vec![kitten; kittens.into()]);
    }

    /// Records that this many exploding cards turned out not to be in the pile.
    pub(super) fn count_fewer_kittens(&mut self, kittens: u8) {
        self.counts[0] = self.counts[0].saturating_sub(kittens);
        self.balance();
    }

    /// Removes the card that was drawn from one end. `hazard` is given if the card turned out to be a kitten. Returns
    /// the card if the seat had seen it.
    pub(super) fn draw(&mut self, from: PileEnd, hazard: Option<Hazard>) -> Option<PileCard> {
        let drawn = match from {
            PileEnd::Top => self.cards.pop(),
            PileEnd::Bottom if self.cards.is_empty() => None,
            PileEnd::Bottom => Some(self.cards.remove(0)),
        };
        if let Some(hazard) = hazard {
            let count = &mut self.counts[index(hazard)];
            *count = count.saturating_sub(1);
        }
        self.balance();
        drawn?.card
    }

    pub(super) fn insert(&mut self, place: u8, hazard: Option<Hazard>, card: PileCard) {
        let at = self.cards.len().saturating_sub(place.into());
        let mut hazards = [0.0; 2];
        if let Some(hazard) = hazard {
            hazards[index(hazard)] = 1.0;
            self.counts[index(hazard)] += 1;
        }
        let card = Some(card);
        self.cards.insert(at, CardBelief { hazards, card });
    }

    pub(super) fn cards(&self) -> usize {
        self.cards.len()
    }

    /// Puts a card other than a kitten on top.
    pub(super) fn stack_harmless(&mut self) {
        self.cards.push(CardBelief {
            hazards: [0.0; 2],
            card: None,
        });
    }

    /// Adds a card that another player buried, which is a kitten with probability `kitten`. Unlike `insert_unseen`,
    /// does not count another kitten, because a buried kitten has still counted as part of the pile.
    pub(super) fn insert_buried(&mut self, place: u8, kitten: f32, weight: f32) {
        self.insert_share(place, (Hazard::Explodes, kitten), weight);
        self.balance();
    }

    /// Adds a kitten at an unknown place. With probability `weight`, this is `place`, the best place for the player who
    /// put the kitten back; otherwise, it may be anywhere.
    pub(super) fn insert_unseen(&mut self, place: u8, hazard: Hazard, weight: f32) {
        self.insert_share(place, (hazard, 1.0), weight);
        self.counts[index(hazard)] += 1;
        self.balance();
    }

    /// Adds a card that is a kitten with probability `share`. With probability `weight`, the card is at `place`;
    /// otherwise, it may be anywhere.
    fn insert_share(&mut self, place: u8, (hazard, share): (Hazard, f32), weight: f32) {
        let old: Vec<[f32; 2]> = self.cards.iter().map(|belief| belief.hazards).collect();
        let count = old.len();
        let likely = count.saturating_sub(place.into());
        let elsewhere = (1.0 - weight) / (count + 1) as f32;
        // The probability that the card is further down, accumulated from the bottom.
        let mut below = 0.0;
        self.cards.clear();
        for at in 0..=count {
            let here = elsewhere + if at == likely { weight } else { 0.0 };
            let moved_up = at.checked_sub(1).map_or([0.0; 2], |lower| old[lower]);
            let stayed = old.get(at).copied().unwrap_or([0.0; 2]);
            let above = (1.0 - below - here).max(0.0);
            let mut hazards = [0, 1].map(|kind| below * moved_up[kind] + above * stayed[kind]);
            hazards[index(hazard)] += here * share;
            self.cards.push(CardBelief {
                hazards: hazards.map(|probability| probability.min(MAX_UNSEEN_PROBABILITY)),
                card: None,
            });
            below += here;
        }
    }

    /// Records the top cards that the seat has seen, top first.
    pub(super) fn look(&mut self, cards: &[PileCard]) {
        for (belief, &card) in self.cards.iter_mut().rev().zip(cards) {
            let mut hazards = [0.0; 2];
            if let Some(hazard) = card.title().hazard() {
                hazards[index(hazard)] = 1.0;
            }
            let card = Some(card);
            *belief = CardBelief { hazards, card };
        }
        self.balance();
    }

    /// Reorders the top cards in an order that the seat knows.
    pub(super) fn put_in_order(&mut self, order: &Order) {
        let before: Vec<CardBelief> = self.cards.iter().rev().copied().take(8).collect();
        for (belief, &old) in self.cards.iter_mut().rev().zip(order.places()) {
            if let Some(card) = before.get(usize::from(old)) {
                *belief = *card;
            }
        }
    }

    /// Forgets the order of the top cards, because another player may have changed it.
    pub(super) fn mix_top(&mut self, cards: u8) {
        let count = usize::from(cards).min(self.cards.len());
        let top = self.cards.len() - count;
        let mut hazards = [0.0; 2];
        for kind in [0, 1] {
            let sum: f32 = self.cards[top..]
                .iter()
                .map(|belief| belief.hazards[kind])
                .sum();
            hazards[kind] = sum / count.max(1) as f32;
        }
        self.cards[top..].fill(CardBelief {
            hazards,
            card: None,
        });
    }

    /// Removes a kitten from an unknown place, preferably an exploding card, and forgets all cards.
    pub(super) fn remove_unknown_kitten(&mut self) {
        self.cards.pop();
        let kind = usize::from(self.counts[0] == 0);
        self.counts[kind] = self.counts[kind].saturating_sub(1);
        self.shuffle();
    }

    /// If the seat does not know the top card, multiplies the odds that it is an Exploding Kitten by `factor`.
    pub(super) fn suspect_top(&mut self, factor: f32) {
        if let Some(top) = self.cards.last_mut()
            && top.card.is_none()
        {
            let kitten = &mut top.hazards[0];
            let odds = *kitten * factor;
            *kitten = (odds / (odds + 1.0 - *kitten)).min(MAX_UNSEEN_PROBABILITY);
            self.balance_below(1);
        }
    }

    fn balance(&mut self) {
        self.balance_below(0);
    }

    /// Scales the probabilities of the unseen cards below the topmost `top` cards, so that all probabilities add up to
    /// the number of kittens.
    fn balance_below(&mut self, top: usize) {
        let count = self.cards.len().saturating_sub(top);
        let (lower, upper) = self.cards.split_at_mut(count);
        for kind in [0, 1] {
            let fixed: f32 = upper.iter().map(|belief| belief.hazards[kind]).sum();
            let sum = |seen: bool| -> f32 {
                let cards = lower.iter().filter(|belief| belief.card.is_some() == seen);
                cards.map(|belief| belief.hazards[kind]).sum()
            };
            let (seen, unseen) = (sum(true), sum(false));
            let wanted = (f32::from(self.counts[kind]) - fixed - seen).max(0.0);
            if unseen > 0.0 {
                let factor = wanted / unseen;
                for belief in lower.iter_mut().filter(|belief| belief.card.is_none()) {
                    belief.hazards[kind] = (belief.hazards[kind] * factor).min(1.0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Title;

    use super::*;

    fn total(pile: &PileBelief) -> f32 {
        pile.cards.iter().map(|belief| belief.hazards[0]).sum()
    }

    fn kitten(pile: &PileBelief, place: usize) -> f32 {
        pile.probability(Hazard::Explodes, place)
    }

    #[test]
    fn a_safe_draw_makes_the_rest_more_dangerous() {
        let mut pile = PileBelief::shuffled(10, 1, 0);
        assert_eq!(kitten(&pile, 0), 0.1);
        pile.draw(PileEnd::Top, None);
        assert!((kitten(&pile, 0) - 1.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn seen_cards_are_known_until_the_pile_is_shuffled() {
        let mut pile = PileBelief::shuffled(10, 2, 0);
        let cards = [Title::Skip, Title::ExplodingKitten, Title::Nope].map(PileCard::down);
        pile.look(&cards);
        assert_eq!([0, 1, 2].map(|place| kitten(&pile, place)), [0.0, 1.0, 0.0]);
        assert!((kitten(&pile, 5) - 1.0 / 7.0).abs() < 1e-6);
        assert_eq!(pile.draw(PileEnd::Top, None), Some(cards[0]));
        assert_eq!(kitten(&pile, 0), 1.0);
        pile.shuffle_in(0);
        assert!((kitten(&pile, 0) - 2.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn a_kitten_put_back_by_another_player_is_likely_at_the_best_place() {
        let mut pile = PileBelief::shuffled(9, 1, 0);
        pile.draw(PileEnd::Top, Some(Hazard::Explodes));
        pile.insert_unseen(0, Hazard::Explodes, 0.5);
        assert!(kitten(&pile, 0) > 0.5 && kitten(&pile, 0) < 0.6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        pile.draw(PileEnd::Top, None);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        assert!((kitten(&pile, 0) - 1.0 / 8.0).abs() < 0.01);
    }

    #[test]
    fn a_player_who_avoids_the_known_top_raises_its_probability() {
        let mut pile = PileBelief::shuffled(10, 1, 0);
        pile.suspect_top(9.0);
        assert!((kitten(&pile, 0) - 0.5).abs() < 1e-6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn both_kinds_of_hazards_are_believed_apart_from_one_another() {
        let mut pile = PileBelief::shuffled(10, 1, 1);
        pile.draw(PileEnd::Top, Some(Hazard::Implodes));
        assert_eq!(pile.probability(Hazard::Implodes, 3), 0.0);
        pile.insert(
            9,
            Some(Hazard::Implodes),
            PileCard::up(Title::ImplodingKitten),
        );
        assert_eq!(pile.probability(Hazard::Implodes, 9), 1.0);
        assert!((kitten(&pile, 0) - 1.0 / 9.0).abs() < 1e-6);
        let bottom = pile.draw(PileEnd::Bottom, Some(Hazard::Implodes));
        assert_eq!(bottom, Some(PileCard::up(Title::ImplodingKitten)));
    }

    #[test]
    fn an_order_moves_what_is_known_and_the_order_of_another_hides_it() {
        let mut pile = PileBelief::shuffled(10, 1, 0);
        let cards = [Title::ExplodingKitten, Title::Skip, Title::Nope].map(PileCard::down);
        pile.look(&cards);
        pile.put_in_order(&Order::new(&[1, 0, 2]).unwrap());
        assert_eq!([0, 1, 2].map(|place| kitten(&pile, place)), [0.0, 1.0, 0.0]);
        pile.mix_top(3);
        assert!((kitten(&pile, 0) - 1.0 / 3.0).abs() < 1e-6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
    }
}
