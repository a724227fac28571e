//! The serialized form of cards, seats and a few other types in journals and game files: cards and editions by id,
//! seats by number. Most types use serde's derives. Stored forms may only be extended, and they include hidden cards.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

use crate::{
    choice::Order,
    edition::EditionId,
    hand::{Hand, HeldCard},
    pile::{DrawPile, Pile, PileCard},
    seat::{Seat, SeatSet},
    title::Title,
};

macro_rules! write_as_text {
    ($($type:ty),*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )* };
}

// `edition_file.rs` deserializes the first two types, because operators see their errors.
write_as_text!(EditionId, Title, HeldCard, PileCard);

macro_rules! read_as_text {
    ($($type:ty),*) => { $(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let unknown = |_| D::Error::invalid_value(Unexpected::Str(&text), &"a card");
                text.parse().map_err(unknown)
            }
        }
    )* };
}

read_as_text!(HeldCard, PileCard);

/// Stores each type as a list: `to_list` returns its items, and `from_list` rebuilds it, or returns `None` if the
/// list is too long.
macro_rules! stored_as_list {
    ($($type:ty, of $item:ty: $to_list:expr, $from_list:expr;)*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let to_list: fn(&$type) -> Vec<$item> = $to_list;
                serializer.collect_seq(to_list(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let from_list: fn(Vec<$item>) -> Option<$type> = $from_list;
                let items = Vec::deserialize(deserializer)?;
                from_list(items).ok_or_else(|| D::Error::custom("a list that is too long"))
            }
        }
    )* };
}

stored_as_list! {
    Hand, of Title: |hand| hand.cards().collect(), |cards| Some(cards.into_iter().collect());
    SeatSet, of Seat: |seats| seats.iter().collect(), |seats| Some(seats.into_iter().collect());
    Order, of u8: |order| order.places().to_vec(), |places| Order::new(&places);
    DrawPile, of PileCard: |pile| pile.from_top().collect(), |mut from_top| {
        from_top.reverse();
        DrawPile::from_bottom(&from_top)
    };
    // Cards in the order in which they were turned up.
    Pile<HeldCard>, of HeldCard: |pile| pile.cards().to_vec(), |cards| Pile::from_bottom(&cards);
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The index fits, because there are only nine seats.
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let unknown = || D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a seat");
        Seat::new(number.into()).ok_or_else(unknown)
    }
}

/// Stores cards as the number of copies of each title, keyed by the title's id.
pub(crate) mod counts {
    use std::{collections::BTreeMap, num::NonZeroU8};

    use super::*;

    pub(crate) fn serialize<S: Serializer>(deck: &Hand, serializer: S) -> Result<S::Ok, S::Error> {
        let count = |title: Title| (title.id(), deck.count(title));
        let counts: BTreeMap<&str, u8> = deck.titles().map(count).collect();
        counts.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Hand, D::Error> {
        let mut deck = Hand::EMPTY;
        for (title, count) in BTreeMap::<Title, NonZeroU8>::deserialize(deserializer)? {
            deck.set(title, count.get());
        }
        Ok(deck)
    }
}
