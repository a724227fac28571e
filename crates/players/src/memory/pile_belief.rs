//! Where in the draw pile kittens may lie, as far as one seat can tell.

use rules::{Hand, Title};

/// What is believed of one card of the pile.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Belief {
    /// How likely it is a kitten, 0 to 1.
    kitten: f32,
    /// What it is, where that was seen.
    title: Option<Title>,
}

/// The most that is believed of a card that was not seen.
const ALMOST: f32 = 0.97;

/// The draw pile as remembered: for each place how likely a kitten lies there. The beliefs add up
/// to the number of kittens, which is public.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PileBelief {
    /// The bottom first, as in the pile itself.
    cards: Vec<Belief>,
    kittens: u8,
}

impl PileBelief {
    /// A mixed pile.
    pub(super) fn mixed(cards: u8, kittens: u8) -> PileBelief {
        let mut pile = PileBelief {
            cards: Vec::with_capacity(Hand::MOST),
            kittens,
        };
        pile.cards.resize(cards.into(), pile.any());
        pile.mix();
        pile
    }

    /// How likely a kitten lies at this place, 0 being the top.
    pub(crate) fn peril(&self, place: usize) -> f32 {
        self.at(place).map_or(0.0, |belief| belief.kitten)
    }

    fn at(&self, place: usize) -> Option<&Belief> {
        let index = self.cards.len().checked_sub(place + 1)?;
        self.cards.get(index)
    }

    fn any(&self) -> Belief {
        let cards = self.cards.len().max(1) as f32;
        Belief {
            kitten: (f32::from(self.kittens) / cards).min(1.0),
            title: None,
        }
    }

    /// The pile was mixed.
    pub(super) fn mix(&mut self) {
        let any = self.any();
        self.cards.fill(any);
    }

    /// The top card was drawn; what it was seen to be, if it had been.
    pub(super) fn draw(&mut self, kitten: bool) -> Option<Title> {
        let top = self.cards.pop();
        self.kittens -= u8::from(kitten && self.kittens > 0);
        self.balance();
        top?.title
    }

    /// A kitten went in at a place that was seen.
    pub(super) fn insert(&mut self, place: u8) {
        let index = self.cards.len().saturating_sub(place.into());
        let kitten = Belief {
            kitten: 1.0,
            title: Some(Title::ExplodingKitten),
        };
        self.cards.insert(index, kitten);
        self.kittens += 1;
    }

    /// A kitten went in somewhere: with `weight` at `place`, which is where it does most good to
    /// him who chose, else anywhere.
    pub(super) fn insert_somewhere(&mut self, place: u8, weight: f32) {
        let old: Vec<f32> = self.cards.iter().map(|belief| belief.kitten).collect();
        let count = old.len();
        let likely = count.saturating_sub(place.into());
        let elsewhere = (1.0 - weight) / (count + 1) as f32;
        // Whether it went in further down, summed up while going up.
        let mut below = 0.0;
        self.cards.clear();
        for index in 0..=count {
            let here = elsewhere + if index == likely { weight } else { 0.0 };
            let moved_up = index.checked_sub(1).map_or(0.0, |lower| old[lower]);
            let stayed = old.get(index).copied().unwrap_or(0.0);
            let above = (1.0 - below - here).max(0.0);
            let kitten = here + below * moved_up + above * stayed;
            self.cards.push(Belief {
                kitten: kitten.min(ALMOST),
                title: None,
            });
            below += here;
        }
        self.kittens += 1;
        self.balance();
    }

    /// The top cards were seen, the top first.
    pub(super) fn look(&mut self, titles: &[Title]) {
        for (belief, &title) in self.cards.iter_mut().rev().zip(titles) {
            let kitten = f32::from(u8::from(title == Title::ExplodingKitten));
            let title = Some(title);
            *belief = Belief { kitten, title };
        }
        self.balance();
    }

    /// A kitten left the pile, nobody knows which.
    pub(super) fn lose_kitten(&mut self) {
        self.cards.pop();
        self.kittens = self.kittens.saturating_sub(1);
        self.mix();
    }

    /// Somebody who knows the top card turned away from it: a kitten there is so many times more
    /// likely than before.
    pub(super) fn suspect_top(&mut self, times: f32) {
        if let Some(top) = self.cards.last_mut()
            && top.title.is_none()
        {
            let odds = top.kitten * times;
            top.kitten = (odds / (odds + 1.0 - top.kitten)).min(ALMOST);
            self.balance_below(1);
        }
    }

    fn balance(&mut self) {
        self.balance_below(0);
    }

    /// Lets the beliefs in cards not seen, but for the `top` ones, add up to the number of kittens.
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
        let mut pile = PileBelief::mixed(10, 1);
        assert_eq!(pile.peril(0), 0.1);
        pile.draw(false);
        assert!((pile.peril(0) - 1.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn what_was_seen_is_known_until_the_pile_is_mixed() {
        let mut pile = PileBelief::mixed(10, 2);
        pile.look(&[Title::Skip, Title::ExplodingKitten, Title::Nope]);
        assert_eq!([0, 1, 2].map(|place| pile.peril(place)), [0.0, 1.0, 0.0]);
        assert!((pile.peril(5) - 1.0 / 7.0).abs() < 1e-6);
        assert_eq!(pile.draw(false), Some(Title::Skip));
        assert_eq!(pile.peril(0), 1.0);
        pile.mix();
        assert!((pile.peril(0) - 2.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn a_kitten_put_back_by_another_is_likely_where_it_hurts() {
        let mut pile = PileBelief::mixed(9, 1);
        pile.draw(true);
        pile.insert_somewhere(0, 0.5);
        assert!(pile.peril(0) > 0.5 && pile.peril(0) < 0.6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        pile.draw(false);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
        assert!((pile.peril(0) - 1.0 / 8.0).abs() < 0.01);
    }

    #[test]
    fn who_knows_the_top_and_turns_away_raises_suspicion() {
        let mut pile = PileBelief::mixed(10, 1);
        pile.suspect_top(9.0);
        assert!((pile.peril(0) - 0.5).abs() < 1e-6);
        assert!((total(&pile) - 1.0).abs() < 1e-4);
    }
}
