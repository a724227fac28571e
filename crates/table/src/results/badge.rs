//! The badges that a player can earn in a single game, and the exact condition of each. They are derived from the
//! game's events, so a replay gives the same badges. Their names and descriptions are in `pages::statistics`.

use std::collections::BTreeSet;

use rules::Title;

use super::PlayerEnding;
use crate::seat_counts::SeatCount;

rules::named! {
    /// A badge. Its stored id is also the name of its picture. Ordered from the rarest to the most common, as measured
    /// in 600 games among computers.
    pub enum Badge {
        /// Won without playing a card. A Defuse does not count, because it plays itself.
        Idler = "idler",
        /// Exploded with two or more Nopes in hand.
        Speechless = "speechless",
        /// Won without playing a Nope or taking a card.
        GoodKitty = "good-kitty",
        /// Exploded on or after their first turn, but before their second.
        EarlyExit = "early-exit",
        /// Exploded with eight or more cards in hand.
        GraveGoods = "grave-goods",
        /// Won without a card in hand.
        FishBone = "fish-bone",
        /// Won with ten or more cards in hand.
        Hoarder = "hoarder",
        /// Hid the kittens that killed at least two other players.
        Gardener = "gardener",
        /// Played the third or a later Nope on the same card.
        LastWord = "last-word",
        /// Survived draws whose risks add up to at least 200 percent.
        StatisticallyDead = "statistically-dead",
        /// Won even though other players took four or more of their cards.
        SoupKitchen = "soup-kitchen",
        /// Was killed by an Imploding Kitten.
        BlackHole = "black-hole",
        /// Had their cards Noped three or more times.
        BrickWall = "brick-wall",
        /// Defused three or more kittens.
        NineLives = "nine-lives",
        /// Was killed by a kitten they had hidden themselves.
        Boomerang = "boomerang",
        /// Died last among four or more players.
        RunnerUp = "runner-up",
        /// Survived a draw with a risk of at least 50 percent.
        CoinOnEdge = "coin-on-edge",
        /// Noped a Nope.
        YesActually = "yes-actually",
        /// Hid the kitten that killed another player.
        ThoughtfulHost = "thoughtful-host",
        /// Won the game.
        LastPurr = "last-purr",
    }
}

/// The facts about one player's finished game that determine their badges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadgeFacts {
    pub(crate) count: SeatCount,
    pub(crate) fate: PlayerEnding,
    pub(crate) place: u8,
    pub(crate) players: usize,
    /// True if the player was killed by a kitten that they had hidden.
    pub(crate) by_own_kitten: bool,
    /// The number of other players killed by kittens that this player had hidden.
    pub(crate) victims: usize,
}

impl Badge {
    /// Returns the badges that the player earned; empty if they left, or were absent when the game ended for them.
    pub(crate) fn earned(deeds: &BadgeFacts) -> BTreeSet<Self> {
        let is_there = deeds.fate != PlayerEnding::Left && !deeds.count.absent_at_end;
        let all = Self::ALL.into_iter().filter(|_| is_there);
        all.filter(|badge| badge.is_earned(deeds)).collect()
    }

    fn is_earned(self, deeds: &BadgeFacts) -> bool {
        let (count, hand) = (&deeds.count, &deeds.count.last_hand);
        let has_won = deeds.fate == PlayerEnding::Won;
        let has_exploded = deeds.fate == PlayerEnding::Exploded;
        match self {
            Self::Idler => has_won && count.played + count.nopes == 0,
            Self::Speechless => has_exploded && hand.count(Title::Nope) >= 2,
            Self::GoodKitty => has_won && count.nopes + count.stolen == 0,
            Self::EarlyExit => has_exploded && count.turns == 1,
            Self::GraveGoods => has_exploded && hand.total() >= 8,
            Self::FishBone => has_won && hand.is_empty(),
            Self::Hoarder => has_won && hand.total() >= 10,
            Self::Gardener => deeds.victims >= 2,
            Self::StatisticallyDead => count.survived_odds >= 2000,
            Self::LastWord => count.highest_nope >= 3,
            Self::SoupKitchen => has_won && count.robbed >= 4,
            Self::BlackHole => deeds.fate == PlayerEnding::Imploded,
            Self::BrickWall => count.noped >= 3,
            Self::NineLives => count.rescues >= 3,
            Self::Boomerang => deeds.by_own_kitten,
            Self::RunnerUp => deeds.place == 2 && deeds.players >= 4,
            Self::CoinOnEdge => count.closest_shave >= 50,
            Self::YesActually => count.highest_nope >= 2,
            Self::ThoughtfulHost => deeds.victims >= 1,
            Self::LastPurr => has_won,
        }
    }

    /// Returns the rarest of the earned badges that the person did not have before.
    pub fn rarest_new(earned: &BTreeSet<Self>, had: Option<&BTreeSet<Self>>) -> Option<Self> {
        let is_new = |badge: &&Self| had.is_none_or(|had| !had.contains(badge));
        earned.iter().find(is_new).copied()
    }

    /// Writes badges in their stored form: ids separated by spaces.
    pub fn write(badges: &BTreeSet<Self>) -> String {
        let words: Vec<_> = badges.iter().map(|badge| badge.id()).collect();
        words.join(" ")
    }

    /// Reads badges written by [`Self::write`]. Badges unknown to this version are skipped.
    pub fn read(words: &str) -> BTreeSet<Self> {
        words.split(' ').filter_map(Self::from_id).collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::Hand;

    use super::*;

    /// Returns the facts about the first of three players to explode, who did nothing remarkable.
    fn nothing_special() -> BadgeFacts {
        let mut count = SeatCount::default();
        (count.turns, count.last_hand) = (9, hand(Title::Skip, 3));
        BadgeFacts {
            count,
            fate: PlayerEnding::Exploded,
            place: 3,
            players: 3,
            by_own_kitten: false,
            victims: 0,
        }
    }

    fn hand(title: Title, count: u8) -> Hand {
        let mut hand = Hand::default();
        hand.set(title, count);
        hand
    }

    fn win(deeds: &mut BadgeFacts) {
        deeds.fate = PlayerEnding::Won;
        deeds.place = 1;
        (deeds.count.played, deeds.count.nopes, deeds.count.stolen) = (1, 1, 1);
    }

    type Change = fn(&mut BadgeFacts);

    /// Each badge with a change that earns it, and a further change after which it is narrowly missed.
    #[rustfmt::skip]
    const CONDITIONS: &[(Badge, Change, Change)] = &[
        (Badge::EarlyExit, |it| it.count.turns = 1, |it| it.count.turns = 2),
        (Badge::EarlyExit, |it| it.count.turns = 1, |it| it.fate = PlayerEnding::Imploded),
        (Badge::Idler, |it| { win(it); (it.count.played, it.count.nopes) = (0, 0); }, |it| it.count.played = 1),
        (Badge::Idler, |it| { win(it); (it.count.played, it.count.nopes) = (0, 0); }, |it| it.count.nopes = 1),
        (Badge::LastWord, |it| it.count.highest_nope = 3, |it| it.count.highest_nope = 2),
        (Badge::Gardener, |it| it.victims = 2, |it| it.victims = 1),
        (Badge::FishBone, |it| { win(it); it.count.last_hand = Hand::EMPTY; }, |it| it.count.last_hand = hand(Title::Skip, 1)),
        (Badge::FishBone, |it| { win(it); it.count.last_hand = Hand::EMPTY; }, |it| it.fate = PlayerEnding::Exploded),
        (Badge::NineLives, |it| it.count.rescues = 3, |it| it.count.rescues = 2),
        (Badge::Speechless, |it| it.count.last_hand = hand(Title::Nope, 2), |it| it.count.last_hand = hand(Title::Nope, 1)),
        (Badge::Speechless, |it| it.count.last_hand = hand(Title::Nope, 2), |it| it.fate = PlayerEnding::Won),
        (Badge::SoupKitchen, |it| { win(it); it.count.robbed = 4; }, |it| it.count.robbed = 3),
        (Badge::SoupKitchen, |it| { win(it); it.count.robbed = 4; }, |it| it.fate = PlayerEnding::Imploded),
        (Badge::BrickWall, |it| it.count.noped = 3, |it| it.count.noped = 2),
        (Badge::Hoarder, |it| { win(it); it.count.last_hand = hand(Title::Skip, 10); }, |it| it.count.last_hand = hand(Title::Skip, 9)),
        (Badge::Hoarder, |it| { win(it); it.count.last_hand = hand(Title::Skip, 10); }, |it| it.fate = PlayerEnding::Exploded),
        (Badge::Boomerang, |it| it.by_own_kitten = true, |it| (it.by_own_kitten, it.victims) = (false, 1)),
        (Badge::StatisticallyDead, |it| it.count.survived_odds = 2000, |it| it.count.survived_odds = 1999),
        (Badge::BlackHole, |it| it.fate = PlayerEnding::Imploded, |it| it.fate = PlayerEnding::Exploded),
        (Badge::GraveGoods, |it| it.count.last_hand = hand(Title::Skip, 8), |it| it.count.last_hand = hand(Title::Skip, 7)),
        (Badge::GraveGoods, |it| it.count.last_hand = hand(Title::Skip, 8), |it| it.fate = PlayerEnding::Won),
        (Badge::GoodKitty, |it| { win(it); (it.count.nopes, it.count.stolen) = (0, 0); }, |it| it.count.nopes = 1),
        (Badge::GoodKitty, |it| { win(it); (it.count.nopes, it.count.stolen) = (0, 0); }, |it| it.count.stolen = 1),
        (Badge::YesActually, |it| it.count.highest_nope = 2, |it| it.count.highest_nope = 1),
        (Badge::CoinOnEdge, |it| it.count.closest_shave = 50, |it| it.count.closest_shave = 49),
        (Badge::ThoughtfulHost, |it| it.victims = 1, |it| it.victims = 0),
        (Badge::RunnerUp, |it| (it.place, it.players) = (2, 4), |it| it.place = 3),
        (Badge::RunnerUp, |it| (it.place, it.players) = (2, 4), |it| it.players = 3),
        (Badge::LastPurr, |it| { win(it); }, |it| it.fate = PlayerEnding::Exploded),
    ];

    #[test]
    fn each_badge_is_earned_and_missed_by_a_whisker() {
        let nothing = nothing_special();
        assert_eq!(Badge::earned(&nothing), BTreeSet::new());
        let tested: BTreeSet<Badge> = CONDITIONS.iter().map(|(badge, ..)| *badge).collect();
        assert_eq!(tested.len(), Badge::ALL.len());
        for (badge, earn, miss) in CONDITIONS {
            let mut deeds = nothing;
            earn(&mut deeds);
            assert!(
                Badge::earned(&deeds).contains(badge),
                "{badge:?}: {deeds:?}"
            );
            miss(&mut deeds);
            assert!(
                !Badge::earned(&deeds).contains(badge),
                "{badge:?}: {deeds:?}"
            );
        }
    }

    #[test]
    fn a_player_who_left_or_was_absent_at_their_end_earns_nothing() {
        for (badge, earn, _) in CONDITIONS {
            let mut deeds = nothing_special();
            earn(&mut deeds);
            deeds.count.absent_at_end = true;
            assert_eq!(Badge::earned(&deeds), BTreeSet::new(), "{badge:?}");
            (deeds.count.absent_at_end, deeds.fate) = (false, PlayerEnding::Left);
            assert_eq!(Badge::earned(&deeds), BTreeSet::new(), "{badge:?}");
        }
    }

    #[test]
    fn stored_badges_are_read_again_and_those_of_later_versions_are_left_out() {
        let all = BTreeSet::from(Badge::ALL);
        assert_eq!(Badge::read(&Badge::write(&all)), all);
        assert_eq!(Badge::read(""), BTreeSet::new());
        let some = Badge::read("last-purr of-later idler");
        assert_eq!(Badge::write(&some), "idler last-purr");
    }

    #[test]
    fn the_rarest_badge_that_is_new_is_told() {
        let earned = BTreeSet::from([Badge::LastPurr, Badge::Idler, Badge::GoodKitty]);
        assert_eq!(Badge::rarest_new(&earned, None), Some(Badge::Idler));
        let had = BTreeSet::from([Badge::Idler, Badge::EarlyExit]);
        assert_eq!(
            Badge::rarest_new(&earned, Some(&had)),
            Some(Badge::GoodKitty)
        );
        assert_eq!(Badge::rarest_new(&earned, Some(&earned)), None);
    }
}
