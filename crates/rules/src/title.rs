//! Card titles and sets of titles. Cards of the same title are interchangeable, so a title never identifies a single
//! card. Card texts are in the `table` crate and in `locales/`. `card.rs` contains each title's specification, and
//! `action_effects.rs` most of the effects.

use std::{fmt, str::FromStr};

use crate::bits::{count, nth};

/// Declares `Title` and `Title::ALL` from one list.
macro_rules! titles {
    ($($(#[$doc:meta])* $title:ident,)*) => {
        /// The name printed on a card. Each edition uses a subset.
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Title { $($(#[$doc])* $title,)* }

        impl Title {
            /// Every title, in the order of the discriminants (`Title::ALL[t as usize] == t`).
            pub const ALL: [Title; [$(stringify!($title)),*].len()] = [$(Title::$title),*];
        }
    };
}

titles! {
    /// Kills a player who draws it, unless a Defuse saves them or a Streaking Kitten shelters it.
    ExplodingKitten,
    /// Automatically saves its holder from an Exploding or Barking Kitten; never played as a single card.
    Defuse,
    /// Ends all turns of the player on turn without a draw, and gives the next player at least two turns:
    /// see [`AttackRule`](crate::AttackRule).
    Attack,
    /// Ends one turn without a draw.
    Skip,
    /// Makes another player (in `classic`, all others) give a card.
    Favor,
    /// Shuffles the draw pile: see [`ShuffleRule`](crate::ShuffleRule).
    Shuffle,
    /// Shows the top cards of the draw pile to the player who played it.
    SeeTheFuture,
    /// Cancels a play or another Nope, on any player's turn.
    Nope,
    /// A cat: has no effect of its own, but may be played in combos.
    Tacocat,
    /// A cat: has no effect of its own, but may be played in combos.
    Cattermelon,
    /// A cat: has no effect of its own, but may be played in combos.
    HairyPotatoCat,
    /// A cat: has no effect of its own, but may be played in combos.
    BeardCat,
    /// A cat: has no effect of its own, but may be played in combos.
    RainbowRalphingCat,
    /// Returns to the pile face up if drawn face down; kills if drawn face up (`imploding`).
    ImplodingKitten,
    /// Shows the top cards of the draw pile to its player, who puts them back in any order.
    AlterTheFuture,
    /// Draws the bottom card instead of the top one.
    DrawFromTheBottom,
    /// Can replace any cat in a pair or a triple; has no effect of its own.
    FeralCat,
    /// Reverses the direction of play and ends one turn without a draw.
    Reverse,
    /// An Attack on any other player.
    TargetedAttack,
    /// Shelters one Exploding Kitten in the hand that holds both (`streaking`).
    StreakingKitten,
    /// Ends all turns of the player on turn without a draw.
    SuperSkip,
    /// Shows the top five cards of the draw pile to the player who played it.
    SeeTheFuture5x,
    /// Shows the top five cards of the draw pile to its player, who puts them back in any order.
    AlterTheFuture5x,
    /// Swaps the top and the bottom card of the draw pile, unseen.
    SwapTopAndBottom,
    /// Shows all Exploding Kittens in the draw pile, shuffles the rest and puts the kittens on top.
    CatomicBomb,
    /// Makes every player put a card into the draw pile, which is then shuffled.
    GarbageCollection,
    /// Makes a random card in another player's hand visible to everybody until it leaves the hand.
    Mark,
    /// Makes another player blind to their own hand.
    CurseOfTheCatButt,
    /// An Alter the Future that can be played on any player's turn (`barking`).
    AlterTheFutureNow,
    /// Forces the player who has the second Barking Kitten to defuse or explode. A player who has both chooses another
    /// player instead. If no player has the second one, the first stays in front of its player.
    BarkingKitten,
    /// Draws the top card, which the player puts back anywhere, unseen by other players.
    Bury,
    /// Stays in front of another player and claims the next card they draw.
    IllTakeThat,
    /// Makes the player who played it owe two more turns.
    PersonalAttack,
    /// Makes every player put a card on top of the draw pile.
    Potluck,
    /// An Alter the Future whose result is shown to the next player.
    ShareTheFuture,
    /// Protects its wearer's hand: while the stash lasts, cards taken from the wearer come from the stash.
    TowerOfPower,
}

/// The error for a text that is not the id of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a card")]
pub struct UnknownTitleError;

impl Title {
    /// Returns the id in files, stored games and command options, such as `see-the-future`. It never changes.
    pub const fn id(self) -> &'static str {
        self.spec().id
    }

    /// Returns the letter or digit that stands for this title in button ids. It never changes.
    pub const fn code(self) -> char {
        self.spec().code
    }

    /// Returns the title with this code.
    pub fn from_code(code: char) -> Option<Title> {
        Title::ALL.into_iter().find(|title| title.code() == code)
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Title {
    type Err = UnknownTitleError;

    fn from_str(id: &str) -> Result<Title, UnknownTitleError> {
        Title::ALL
            .into_iter()
            .find(|title| title.id() == id)
            .ok_or(UnknownTitleError)
    }
}

/// A set of titles, one bit each, with room for 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TitleSet(u64);

impl TitleSet {
    /// The empty set.
    pub const EMPTY: TitleSet = TitleSet(0);

    pub(crate) const fn from_bits(bits: u64) -> TitleSet {
        TitleSet(bits)
    }

    /// Returns this set with `title` added.
    #[must_use]
    pub const fn with(self, title: Title) -> TitleSet {
        TitleSet(self.0 | 1 << title as u64)
    }

    /// Returns this set without `title`.
    #[must_use]
    pub const fn without(self, title: Title) -> TitleSet {
        TitleSet(self.0 & !(1 << title as u64))
    }

    #[must_use]
    pub(crate) const fn with_if(self, condition: bool, title: Title) -> TitleSet {
        TitleSet(self.0 | (condition as u64) << title as u64)
    }

    /// Returns the titles that are in both sets.
    #[must_use]
    pub const fn and(self, other: TitleSet) -> TitleSet {
        TitleSet(self.0 & other.0)
    }

    /// Returns true if `title` is in the set.
    pub const fn contains(self, title: Title) -> bool {
        self.0 & (1 << title as u64) != 0
    }

    /// Returns the titles that are in at least one of the sets.
    #[must_use]
    pub const fn or(self, other: TitleSet) -> TitleSet {
        TitleSet(self.0 | other.0)
    }

    /// Returns the titles of this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: TitleSet) -> TitleSet {
        TitleSet(self.0 & !other.0)
    }

    /// Returns true if every title of this set is in `other`.
    pub const fn is_within(self, other: TitleSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the number of titles in the set.
    pub const fn len(self) -> usize {
        count(self.0)
    }

    /// Returns true if no title is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the title at `position` (from 0) of [`TitleSet::iter`]; `None` beyond the end.
    pub fn nth(self, position: usize) -> Option<Title> {
        let number = nth(self.0, position)?;
        Title::ALL.get(usize::from(number)).copied()
    }

    /// Returns the titles of the set in the order of [`Title::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Title> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let title = Title::ALL.get(bits.trailing_zeros() as usize).copied();
            bits &= bits.wrapping_sub(1);
            title
        })
    }
}

impl FromIterator<Title> for TitleSet {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> TitleSet {
        titles.into_iter().fold(TitleSet::EMPTY, TitleSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_parses_to_its_title() {
        for (number, title) in Title::ALL.into_iter().enumerate() {
            assert_eq!(title as usize, number);
            assert_eq!(title.id().parse(), Ok(title));
        }
        assert_eq!("taco-cat".parse::<Title>(), Err(UnknownTitleError));
    }

    #[test]
    fn a_set_lists_its_titles_in_order() {
        let set: TitleSet = [Title::Nope, Title::Defuse, Title::BeardCat]
            .into_iter()
            .collect();
        let listed: Vec<Title> = set.iter().collect();
        assert_eq!(listed, [Title::Defuse, Title::Nope, Title::BeardCat]);
        assert_eq!(set.nth(1), Some(Title::Nope));
        assert_eq!(set.nth(3), None);
    }
}
