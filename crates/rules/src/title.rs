//! The titles of the cards, and sets of titles. Never a card's position, never its text.

use std::{fmt, str::FromStr};

use crate::bits::{count, nth};

/// What is printed on a card. Every edition uses some of these and no others.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    /// Whoever draws it and has no Defuse is out.
    ExplodingKitten,
    /// Saves from a drawn kitten; never played by itself.
    Defuse,
    /// Ends the own turns and gives the next player two.
    Attack,
    /// Ends one turn without a draw.
    Skip,
    /// Makes one player (or everybody, in `classic`) give a card.
    Favor,
    /// Mixes the draw pile.
    Shuffle,
    /// Shows the top cards of the draw pile to the one who played it.
    SeeTheFuture,
    /// Stops any action but a kitten and a Defuse.
    Nope,
    /// A cat, of use in combos only.
    Tacocat,
    /// A cat, of use in combos only.
    Cattermelon,
    /// A cat, of use in combos only.
    HairyPotatoCat,
    /// A cat, of use in combos only.
    BeardCat,
    /// A cat, of use in combos only.
    RainbowRalphingCat,
}

/// No card has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a card")]
pub struct UnknownTitle;

impl Title {
    /// Every title, in the order of its number (`Title::ALL[t as usize] == t`).
    pub const ALL: [Title; 13] = [
        Title::ExplodingKitten,
        Title::Defuse,
        Title::Attack,
        Title::Skip,
        Title::Favor,
        Title::Shuffle,
        Title::SeeTheFuture,
        Title::Nope,
        Title::Tacocat,
        Title::Cattermelon,
        Title::HairyPotatoCat,
        Title::BeardCat,
        Title::RainbowRalphingCat,
    ];

    /// The fixed id used by files, stored games and command options, as `see-the-future`.
    pub fn id(self) -> &'static str {
        match self {
            Title::ExplodingKitten => "exploding-kitten",
            Title::Defuse => "defuse",
            Title::Attack => "attack",
            Title::Skip => "skip",
            Title::Favor => "favor",
            Title::Shuffle => "shuffle",
            Title::SeeTheFuture => "see-the-future",
            Title::Nope => "nope",
            Title::Tacocat => "tacocat",
            Title::Cattermelon => "cattermelon",
            Title::HairyPotatoCat => "hairy-potato-cat",
            Title::BeardCat => "beard-cat",
            Title::RainbowRalphingCat => "rainbow-ralphing-cat",
        }
    }

    /// Whether it is one of the five cats, which do nothing alone.
    pub fn is_cat(self) -> bool {
        TitleSet::CATS.contains(self)
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Title {
    type Err = UnknownTitle;

    fn from_str(id: &str) -> Result<Title, UnknownTitle> {
        Title::ALL
            .into_iter()
            .find(|title| title.id() == id)
            .ok_or(UnknownTitle)
    }
}

/// A set of titles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TitleSet(u16);

impl TitleSet {
    /// No title.
    pub const EMPTY: TitleSet = TitleSet(0);

    /// The five cats.
    pub const CATS: TitleSet = TitleSet::EMPTY
        .with(Title::Tacocat)
        .with(Title::Cattermelon)
        .with(Title::HairyPotatoCat)
        .with(Title::BeardCat)
        .with(Title::RainbowRalphingCat);

    /// The titles that one card alone may be played for, besides a Favor (which may need a target).
    pub const SINGLES: TitleSet = TitleSet::EMPTY
        .with(Title::Attack)
        .with(Title::Skip)
        .with(Title::Shuffle)
        .with(Title::SeeTheFuture);

    pub(crate) const fn from_bits(bits: u16) -> TitleSet {
        TitleSet(bits)
    }

    /// This set and `title`.
    #[must_use]
    pub const fn with(self, title: Title) -> TitleSet {
        TitleSet(self.0 | 1 << title as u16)
    }

    /// This set without `title`.
    #[must_use]
    pub const fn without(self, title: Title) -> TitleSet {
        TitleSet(self.0 & !(1 << title as u16))
    }

    /// What both sets hold.
    #[must_use]
    pub const fn and(self, other: TitleSet) -> TitleSet {
        TitleSet(self.0 & other.0)
    }

    /// Whether `title` is in it.
    pub const fn contains(self, title: Title) -> bool {
        self.0 & (1 << title as u16) != 0
    }

    /// Whether every title of this set is in `other`.
    pub const fn is_within(self, other: TitleSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many titles it holds.
    pub const fn len(self) -> usize {
        count(self.0)
    }

    /// Whether it holds no title.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The title at `position` in the order of [`Title::ALL`], from 0; none beyond the end.
    pub fn nth(self, position: usize) -> Option<Title> {
        let number = nth(self.0, position)?;
        Title::ALL.get(usize::from(number)).copied()
    }

    /// Its titles in the order of [`Title::ALL`].
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
    fn every_id_reads_back_as_its_title() {
        for (number, title) in Title::ALL.into_iter().enumerate() {
            assert_eq!(title as usize, number);
            assert_eq!(title.id().parse(), Ok(title));
        }
        assert_eq!("taco-cat".parse::<Title>(), Err(UnknownTitle));
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
