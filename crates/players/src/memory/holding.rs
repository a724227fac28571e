//! What a seat knows of another's hand: cards that must be in it, and cards that cannot.

use rules::Title;

const TITLES: usize = Title::ALL.len();

/// Another player's hand as remembered. Fractions stand for doubt: a card that was there before a
/// random one was stolen out of four is there with three quarters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Holding {
    cards: u8,
    /// How many cards of each title are expected there from what was seen.
    sure: [f32; TITLES],
    /// How many of the unseen cards are known to be of another title.
    cleared: [f32; TITLES],
}

impl Holding {
    /// A hand of so many cards of which nothing is known.
    pub(super) fn unknown(cards: u8) -> Holding {
        Holding {
            cards,
            ..Holding::default()
        }
    }

    /// How many cards of this title are expected there from what was seen.
    pub(crate) fn sure(&self, title: Title) -> f32 {
        self.sure[title as usize]
    }

    /// How many of its cards nothing is known of.
    pub(crate) fn unseen(&self) -> f32 {
        let seen: f32 = self.sure.iter().sum();
        (f32::from(self.cards) - seen).max(0.0)
    }

    /// How many of its cards may be of this title, besides those that are for sure.
    pub(crate) fn open_to(&self, title: Title) -> f32 {
        (self.unseen() - self.cleared[title as usize]).max(0.0)
    }

    /// A card that nobody saw came in.
    pub(super) fn gain_unseen(&mut self) {
        self.cards = self.cards.saturating_add(1);
    }

    /// A card that was seen came in.
    pub(super) fn gain(&mut self, title: Title) {
        self.cards = self.cards.saturating_add(1);
        self.sure[title as usize] += 1.0;
    }

    /// None of the unseen cards is of this title.
    pub(super) fn clear(&mut self, title: Title) {
        self.cleared[title as usize] = self.unseen();
    }

    /// It holds none of this title.
    pub(super) fn lacks(&mut self, title: Title) {
        self.sure[title as usize] = 0.0;
        self.clear(title);
    }

    /// A card that was seen went out.
    pub(super) fn lose(&mut self, title: Title) {
        let unseen = self.unseen();
        let sure = &mut self.sure[title as usize];
        let remembered = sure.min(1.0);
        *sure -= remembered;
        self.cards = self.cards.saturating_sub(1);
        // What was not remembered came out of the unseen cards, and of those open to the title.
        let gone = 1.0 - remembered;
        for (other, cleared) in self.cleared.iter_mut().enumerate() {
            let share = match other == title as usize || unseen <= 0.0 {
                true => 0.0,
                false => gone / unseen,
            };
            *cleared = (*cleared * (1.0 - share.min(1.0))).min((unseen - gone).max(0.0));
        }
    }

    /// A card that was not seen went out, any card equally likely; how much of each title went.
    pub(super) fn lose_any(&mut self) -> [f32; TITLES] {
        self.lose_share(|_| true)
    }

    /// A card that was not seen was given away: anything rather than a Defuse.
    pub(super) fn lose_gift(&mut self) -> [f32; TITLES] {
        let keeps = self.cards > 1;
        self.lose_share(|title| !keeps || title != Title::Defuse)
    }

    fn lose_share(&mut self, may_go: impl Fn(Title) -> bool) -> [f32; TITLES] {
        let kept: f32 = Title::ALL
            .into_iter()
            .filter(|&title| !may_go(title))
            .map(|title| self.sure(title))
            .sum();
        let share = 1.0 / (f32::from(self.cards) - kept).max(1.0);
        let mut gone = [0.0; TITLES];
        for title in Title::ALL.into_iter().filter(|&title| may_go(title)) {
            gone[title as usize] = self.sure(title) * share;
            self.sure[title as usize] -= gone[title as usize];
            self.cleared[title as usize] *= 1.0 - share;
        }
        self.cards = self.cards.saturating_sub(1);
        gone
    }

    /// What went out of another hand unseen came in.
    pub(super) fn gain_share(&mut self, share: [f32; TITLES]) {
        self.cards = self.cards.saturating_add(1);
        for (sure, more) in self.sure.iter_mut().zip(share) {
            *sure += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_seen_going_in_is_gone_once_it_was_played() {
        let mut hand = Holding::unknown(3);
        hand.gain(Title::Skip);
        assert_eq!(hand.sure(Title::Skip), 1.0);
        assert_eq!(hand.unseen(), 3.0);
        hand.lose(Title::Skip);
        assert_eq!(hand.sure(Title::Skip), 0.0);
        assert_eq!(hand.unseen(), 3.0);
        hand.lose(Title::Skip);
        assert_eq!(hand.unseen(), 2.0);
    }

    #[test]
    fn a_random_theft_casts_doubt_upon_what_is_left() {
        let mut hand = Holding::unknown(3);
        hand.gain(Title::Defuse);
        let gone = hand.lose_any();
        assert_eq!(hand.sure(Title::Defuse), 0.75);
        assert_eq!(gone[Title::Defuse as usize], 0.25);
    }

    #[test]
    fn a_defuse_is_not_given_away_while_there_is_another_card() {
        let mut hand = Holding::unknown(1);
        hand.gain(Title::Defuse);
        hand.lose_gift();
        assert_eq!(hand.sure(Title::Defuse), 1.0);
        hand.lose_gift();
        assert_eq!(hand.sure(Title::Defuse), 0.0);
    }

    #[test]
    fn after_a_title_was_asked_for_in_vain_only_new_cards_may_be_it() {
        let mut hand = Holding::unknown(4);
        hand.lacks(Title::Defuse);
        assert_eq!(hand.open_to(Title::Defuse), 0.0);
        hand.gain_unseen();
        assert_eq!(hand.open_to(Title::Defuse), 1.0);
        assert_eq!(hand.open_to(Title::Skip), 5.0);
    }
}
