//! Beliefs about a player's hand: the cards expected in it and the titles ruled out. `memory.rs` and
//! `memory/expansions.rs` update them from events.

use rules::Title;

const TITLES: usize = Title::ALL.len();

/// Beliefs about one hand. Fractional numbers of cards are probabilities: if one of four cards is stolen at random, a
/// card known to be among the four remains with probability 0.75.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HandBelief {
    cards: u8,
    expected: [f32; TITLES],
    /// For each title, the number of unknown cards that cannot have it.
    excluded: [f32; TITLES],
}

impl HandBelief {
    pub(super) fn with_unknown_cards(cards: u8) -> HandBelief {
        HandBelief {
            cards,
            expected: [0.0; TITLES],
            excluded: [0.0; TITLES],
        }
    }

    /// Returns the expected number of cards of this title among the known cards.
    pub(crate) fn expected(&self, title: Title) -> f32 {
        self.expected[title as usize]
    }

    pub(crate) fn unknown_cards(&self) -> f32 {
        let seen: f32 = self.expected.iter().sum();
        (f32::from(self.cards) - seen).max(0.0)
    }

    /// Returns the number of unknown cards that may have this title.
    pub(crate) fn possible(&self, title: Title) -> f32 {
        (self.unknown_cards() - self.excluded[title as usize]).max(0.0)
    }

    pub(super) fn gain_unknown(&mut self) {
        self.cards = self.cards.saturating_add(1);
    }

    /// Adds a card that the seat saw.
    pub(super) fn gain(&mut self, title: Title) {
        self.cards = self.cards.saturating_add(1);
        self.expected[title as usize] += 1.0;
    }

    /// Records that no unknown card has this title.
    pub(super) fn exclude(&mut self, title: Title) {
        self.excluded[title as usize] = self.unknown_cards();
    }

    /// Records that the hand does not contain this title.
    pub(super) fn rule_out(&mut self, title: Title) {
        self.expected[title as usize] = 0.0;
        self.exclude(title);
    }

    /// Removes a card that left the hand in view of this seat.
    pub(super) fn lose(&mut self, title: Title) {
        let unknown = self.unknown_cards();
        let expected = &mut self.expected[title as usize];
        let remembered = expected.min(1.0);
        *expected -= remembered;
        self.cards = self.cards.saturating_sub(1);
        // To the extent that the card was not expected, it came from the unknown cards that could have its title.
        let gone = 1.0 - remembered;
        for (other, excluded) in self.excluded.iter_mut().enumerate() {
            let share = if other == title as usize || unknown <= 0.0 {
                0.0
            } else {
                gone / unknown
            };
            *excluded = (*excluded * (1.0 - share.min(1.0))).min((unknown - gone).max(0.0));
        }
    }

    /// Removes a random card that the seat did not see. Returns, for each title, the probability that the removed card
    /// was a known card of this title.
    pub(super) fn lose_any(&mut self) -> [f32; TITLES] {
        self.lose_share(|_| true)
    }

    /// Removes a card that was given away without the seat seeing it, assuming that the owner keeps a Defuse if
    /// possible. Returns the same as [`HandBelief::lose_any`].
    pub(super) fn lose_gift(&mut self) -> [f32; TITLES] {
        let keeps = self.cards > 1;
        self.lose_share(|title| !keeps || title != Title::Defuse)
    }

    fn lose_share(&mut self, may_go: impl Fn(Title) -> bool) -> [f32; TITLES] {
        let kept: f32 = Title::ALL
            .into_iter()
            .filter(|&title| !may_go(title))
            .map(|title| self.expected(title))
            .sum();
        let share = 1.0 / (f32::from(self.cards) - kept).max(1.0);
        let mut gone = [0.0; TITLES];
        for title in Title::ALL.into_iter().filter(|&title| may_go(title)) {
            gone[title as usize] = self.expected(title) * share;
            self.expected[title as usize] -= gone[title as usize];
            self.excluded[title as usize] *= 1.0 - share;
        }
        self.cards = self.cards.saturating_sub(1);
        gone
    }

    /// Adds an unseen card from another hand, given the probabilities returned when that hand lost the card.
    pub(super) fn gain_share(&mut self, share: [f32; TITLES]) {
        self.cards = self.cards.saturating_add(1);
        for (expected, more) in self.expected.iter_mut().zip(share) {
            *expected += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_seen_going_in_is_no_longer_expected_once_it_was_played() {
        let mut hand = HandBelief::with_unknown_cards(3);
        hand.gain(Title::Skip);
        assert_eq!(hand.expected(Title::Skip), 1.0);
        assert_eq!(hand.unknown_cards(), 3.0);
        hand.lose(Title::Skip);
        assert_eq!(hand.expected(Title::Skip), 0.0);
        assert_eq!(hand.unknown_cards(), 3.0);
        hand.lose(Title::Skip);
        assert_eq!(hand.unknown_cards(), 2.0);
    }

    #[test]
    fn a_random_theft_lowers_the_expectation_of_each_known_card() {
        let mut hand = HandBelief::with_unknown_cards(3);
        hand.gain(Title::Defuse);
        let gone = hand.lose_any();
        assert_eq!(hand.expected(Title::Defuse), 0.75);
        assert_eq!(gone[Title::Defuse as usize], 0.25);
    }

    #[test]
    fn a_defuse_is_not_given_away_while_there_is_another_card() {
        let mut hand = HandBelief::with_unknown_cards(1);
        hand.gain(Title::Defuse);
        hand.lose_gift();
        assert_eq!(hand.expected(Title::Defuse), 1.0);
        hand.lose_gift();
        assert_eq!(hand.expected(Title::Defuse), 0.0);
    }

    #[test]
    fn after_a_failed_request_only_new_cards_may_be_of_the_title() {
        let mut hand = HandBelief::with_unknown_cards(4);
        hand.rule_out(Title::Defuse);
        assert_eq!(hand.possible(Title::Defuse), 0.0);
        hand.gain_unknown();
        assert_eq!(hand.possible(Title::Defuse), 1.0);
        assert_eq!(hand.possible(Title::Skip), 5.0);
    }
}
