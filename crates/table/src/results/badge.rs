//! The badges that one game alone can earn a person, and the exact condition of each. It decides by what the game's
//! events left behind, so that a replay gives the same badges. Their names and reasons: `screen::badge`.

use std::collections::BTreeSet;

use rules::Title;

use super::Fate;
use crate::seat_counts::SeatCount;

rules::named! {
    /// A badge. Its id is stored and the name of its picture; the rarest comes first.
    pub enum Badge {
        /// Exploded on the first turn.
        EarlyExit = "early-exit",
        /// Won without playing a card. A Defuse plays itself.
        Idler = "idler",
        /// Played the third Nope, or a later one, on one card.
        LastWord = "last-word",
        /// Hid the kittens that killed two others or more.
        Gardener = "gardener",
        /// Won without a card in hand.
        EmptyPaws = "empty-paws",
        /// Defused three kittens or more.
        NineLives = "nine-lives",
        /// Exploded with two Nopes or more in hand.
        Speechless = "speechless",
        /// Won though others took four cards or more.
        SoupKitchen = "soup-kitchen",
        /// Ran into three Nopes or more.
        BrickWall = "brick-wall",
        /// Won with ten cards or more in hand.
        Hoarder = "hoarder",
        /// Died by a kitten that they had hidden themselves.
        Boomerang = "boomerang",
        /// Survived draws whose risks add up to 300 per cent or more.
        StatisticallyDead = "statistically-dead",
        /// Imploded.
        BlackHole = "black-hole",
        /// Exploded with eight cards or more in hand.
        GraveGoods = "grave-goods",
        /// Won without a Nope and without taking a card.
        GoodKitty = "good-kitty",
        /// Noped a Nope.
        YesActually = "yes-actually",
        /// Survived a draw that brought a kitten at least as likely as not.
        CoinOnEdge = "coin-on-edge",
        /// Hid the kitten that killed somebody else.
        ThoughtfulHost = "thoughtful-host",
        /// Died last among four players or more.
        RunnerUp = "runner-up",
        /// Won.
        LastPurr = "last-purr",
    }
}

/// What one player did in a finished game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deeds<'c> {
    pub(crate) count: &'c SeatCount,
    pub(crate) fate: Fate,
    pub(crate) place: u8,
    pub(crate) players: usize,
    /// True if they died by a kitten of their own.
    pub(crate) by_own_kitten: bool,
    /// The others who died by their kittens.
    pub(crate) victims: usize,
}

impl Badge {
    /// Returns the badges that these deeds earn: none if the player left, or was absent at their end.
    pub(crate) fn earned(deeds: Deeds<'_>) -> BTreeSet<Self> {
        let is_there = deeds.fate != Fate::Left && !deeds.count.absent_at_end;
        let all = Self::ALL.into_iter().filter(|_| is_there);
        all.filter(|badge| badge.is_earned(deeds)).collect()
    }

    fn is_earned(self, deeds: Deeds<'_>) -> bool {
        let (count, hand) = (deeds.count, &deeds.count.last_hand);
        let has_won = deeds.fate == Fate::Won;
        let has_exploded = deeds.fate == Fate::Exploded;
        match self {
            Self::EarlyExit => has_exploded && count.turns == 1,
            Self::Idler => has_won && count.played + count.nopes == 0,
            Self::LastWord => count.highest_nope >= 3,
            Self::Gardener => deeds.victims >= 2,
            Self::EmptyPaws => has_won && hand.is_empty(),
            Self::NineLives => count.rescues >= 3,
            Self::Speechless => has_exploded && hand.count(Title::Nope) >= 2,
            Self::SoupKitchen => has_won && count.robbed >= 4,
            Self::BrickWall => count.noped >= 3,
            Self::Hoarder => has_won && hand.total() >= 10,
            Self::Boomerang => deeds.by_own_kitten,
            Self::StatisticallyDead => count.survived_odds >= 3000,
            Self::BlackHole => deeds.fate == Fate::Imploded,
            Self::GraveGoods => has_exploded && hand.total() >= 8,
            Self::GoodKitty => has_won && count.nopes + count.stolen == 0,
            Self::YesActually => count.highest_nope >= 2,
            Self::CoinOnEdge => count.closest_shave >= 50,
            Self::ThoughtfulHost => deeds.victims >= 1,
            Self::RunnerUp => deeds.place == 2 && deeds.players >= 4,
            Self::LastPurr => has_won,
        }
    }

    /// Returns the rarest badge of a game that a person did not have before.
    pub fn rarest_new(earned: &BTreeSet<Self>, had: Option<&BTreeSet<Self>>) -> Option<Self> {
        let is_new = |badge: &&Self| had.is_none_or(|had| !had.contains(badge));
        earned.iter().find(is_new).copied()
    }

    /// Writes badges as they are stored: their ids, which spaces separate.
    pub fn write(badges: &BTreeSet<Self>) -> String {
        let words: Vec<_> = badges.iter().map(|badge| badge.id()).collect();
        words.join(" ")
    }

    /// Reads badges that [`Self::write`] wrote. Those that this version does not know are left out.
    pub fn read(words: &str) -> BTreeSet<Self> {
        words.split(' ').filter_map(Self::from_id).collect()
    }
}
