//! Beliefs about the draw pile: for each place, the probability of a kitten. The events that change
//! them are handled in `memory.rs`.

use rules::{Hand, Title};

/// The belief about one card of the pile.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CardBelief {
    /// The probability that it is a kitten, 0 to 1.
    kitten: f32,
    /// The title of the card, if it was seen.
    title: Option<Title>,
}

/// The maximum probability of a kitten at a place that was not seen.
const MAX_UNSEEN_PROBABILITY: f32 = 0.97;

/// Beliefs about each card of the draw pile. The probabilities add up to the number of kittens,
/// which is public.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PileBelief {
    /// The bottom first, as in the pile itself.
    cards: Vec<CardBelief>,
    kittens: u8,
}

impl PileBelief {
    /// Returns the beliefs about a pile that was just shuffled.
    pub(super) fn shuffled(cards: u8, kittens: u8) -> PileBelief {
        let mut pile = PileBelief {
            cards: Vec::with_capacity(Hand::MAX_CARDS),
            kittens,
        };
        pile.cards.resize(cards.into(), pile.unknown_card());
        pile.shuffle();
        pile
    }

    /// Returns the probability (0 to 1) of a kitten at this place, 0 being the top.
    pub(crate) fn kitten_probability(&self, place: usize) -> f32 {
        self.at(place).map_or(0.0, |belief| belief.kitten)
    }

    fn at(&self, place: usize) -> Option<&CardBelief> {
        let index = self.cards.len().checked_sub(place + 1)?;
        self.cards.get(index)
    }

    fn unknown_card(&self) -> CardBelief {
        let cards = self.cards.len().max(1) as f32;
        CardBelief {
            kitten: (f32::from(self.kittens) / cards).min(1.0),
            title: None,
        }
    }

    /// Forgets all cards because the pile was shuffled.
    pub(super) fn shuffle(&mut self) {
        let unknown = self.unknown_card();
        self.cards.fill(unknown);
    }

    /// Removes the top card because it was drawn; `kitten` tells if it was one. Returns its title
    /// if it had been seen.
    pub(super) fn draw(&mut self, kitten: bool) -> Option<Title> {
        let top = self.cards.pop();
        self.kittens -= u8::from(kitten && self.kittens > 0);
        self.balance();
        top?.title
    }

    /// Adds a kitten at a known place.
    pub(super) fn insert(&mut self, place: u8) {
        let index = self.cards.len().saturating_sub(place.into());
        let kitten = CardBelief {
            kitten: 1.0,
            title: Some(Title::ExplodingKitten),
        };
        self.cards.insert(index, kitten);
        self.kittens += 1;
    }

    /// Adds a kitten at an unknown place: with probability `weight` at `place`, which is best for
    /// the player who chose it, else anywhere.
    pub(super) fn insert_unseen(&mut self, place: u8, weight: f32) {
        let old: Vec<f32> = self.cards.iter().map(|belief| belief.kitten).collect();
        let count = old.len();
        let likely = count.saturating_sub(place.into());
        let elsewhere = (1.0 - weight) / (count + 1) as f32;
        // The probability that it lies further down, summed up from the bottom.
        let mut below = 0.0;
        self.cards.clear();
        for index in 0..=count {
            let here = elsewhere + if index == likely { weight } else { 0.0 };
            let moved_up = index.checked_sub(1).map_or(0.0, |lower| old[lower]);
            let stayed = old.get(index).copied().unwrap_or(0.0);
            let above = (1.0 - below - here).max(0.0);
            let kitten = here + below * moved_up + above * stayed;
            self.cards.push(CardBelief {
                kitten: kitten.min(MAX_UNSEEN_PROBABILITY),
                title: None,
            });
            below += here;
        }
        self.kittens += 1;
        self.balance();
    }

    /// Records the titles of the top cards, the top first.
    pub(super) fn look(&mut self, titles: &[Title]) {
        for (belief, &title) in self.cards.iter_mut().rev().zip(titles) {
            let kitten = f32::from(u8::from(title == Title::ExplodingKitten));
            let title = Some(title);
            *belief = CardBelief { kitten, title };
        }
        self.balance();
    }

    /// Removes a kitten from an unknown place.
    pub(super) fn remove_unknown_kitten(&mut self) {
        self.cards.pop();
        self.kittens = self.kittens.saturating_sub(1);
        self.shuffle();
    }

    /// Raises the probability of a kitten on top by about `factor`, because a player who knows the
    /// top card avoided it.
    pub(super) fn suspect_top(&mut self, factor: f32) {
        if let Some(top) = self.cards.last_mut()
            && top.title.is_none()
        {
            let odds = top.kitten * factor;
            top.kitten = (odds / (odds + 1.0 - top.kitten)).min(MAX_UNSEEN_PROBABILITY);
            self.balance_below(1);
        }
    }

    fn balance(&mut self) {
        self.balance_below(0);
    }

    /// Scales the probabilities of the unseen cards below the `top` uppermost ones, so that all add
    /// up to the number of kittens.
    fn balance_below(&mut self, top: usize) {
        let count = self.cards.len().saturating_sub(top);
        let (lower, upper) = self.cards.split_at_mut(count);
        let fixed: f32 = upper.iter().map(|belief| belief.kitten).sum();
        let seen: f32 = lower
            .iter()
            .filter(|belief| belief.title.is_some())
            .map(|belief| belief.kitten)
            .sum();
        let unseen: f32 = lower
            .iter()
            .filter(|belief| belief.title.is_none())
            .map(|belief| belief.kitten)
            .sum();
        let wanted = (f32::from(self.kittens) - fixed - seen).max(0.0);
        if unseen > 0.0 {
            let factor = wanted / unseen;
            for belief in lower.iter_mut().filter(|belief| belief.title.is_none()) {
                belief.kitten = (belief.kitten * factor).min(1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(pile: &PileBelief) -> f32 {
        pile.cards.iter().map(|belief| belief.kitten).sum()
    }

    #[test]
    fn a_safe_draw_makes_the_rest_more_dangerous() {
        let mut pile = PileBelief::shuffled(10, 1);
        assert_eq!(pile.kitten_probability(0), 0.1);
        pile.draw(false);
        assert!((pile.kitten_probability(0) - 1.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn seen_cards_are_known_until_the_pile_is_shuffled() {
        let mut pile = PileBelief::shuffled(10, 2);
        pile.look(&[Title::Skip, Title::ExplodingKitten, Title::Nope]);
        assert_eq!(
            [0, 1, 2].map(|place| pile.kitten_probability(place)),
            [0.0, 1.0, 0.0]
        );
        assert!((pile.kitten_probability(5) - 1.0 / 7.0).abs() < 1e-6);
        assert_eq!(pile.draw(false), Some(Title::Skip));
        assert_eq!(pile.kitten_probability(0), 1.0);
        pile.shuffle();
        assert!((pile.kitten_probability(0) - 2.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn a_kitten_put_back_by_another_player_is_likely_at_the_best_place() {
        let mut pile = PileBelief::shuffled(9, 1);
        pile.draw(true);
        pile.insert_unseen(0, 0.5);
        assert!(pile.kitten_probability(0) > 0.5 && pile.kitten_probability(0) < 0.6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        pile.draw(false);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        assert!((pile.kitten_probability(0) - 1.0 / 8.0).abs() < 0.01);
    }

    #[test]
    fn a_player_who_avoids_the_known_top_raises_its_probability() {
        let mut pile = PileBelief::shuffled(10, 1);
        pile.suspect_top(9.0);
        assert!((pile.kitten_probability(0) - 0.5).abs() < 1e-6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
    }
}
