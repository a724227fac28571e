//! The cards of a deal, as the journal stores them.

use std::fmt;

use rules::{Deal, DrawPile, Hand, PileCard, Seat, Title};
use serde::{Deserialize, Serialize};

use super::RecordError;

/// All cards as dealt, including hidden ones. `Debug` shows only the number of hands and the size of the pile.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtRecord {
    /// The hands of the seats in play, in seat order.
    pub hands: Vec<Vec<Title>>,
    /// The draw pile, top card first. After the deal, all its cards are face down.
    pub pile: Vec<Title>,
}

impl fmt::Debug for DealtRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hands, cards) = (self.hands.len(), self.pile.len());
        write!(formatter, "DealtRecord({hands} hands, a pile of {cards})")
    }
}

impl From<&Deal> for DealtRecord {
    fn from(dealt: &Deal) -> Self {
        let hands = dealt.hands.iter().filter(|hand| !hand.is_empty());
        Self {
            hands: hands.map(|hand| hand.cards().collect()).collect(),
            pile: dealt.pile.from_top().map(PileCard::title).collect(),
        }
    }
}

impl TryFrom<&DealtRecord> for Deal {
    type Error = RecordError;

    fn try_from(record: &DealtRecord) -> Result<Self, RecordError> {
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        for (into, from) in hands.iter_mut().zip(&record.hands) {
            *into = from.iter().copied().collect();
        }
        let cards = record.pile.iter().rev();
        let from_bottom: Vec<PileCard> = cards.map(|&title| PileCard::down(title)).collect();
        let pile = DrawPile::from_bottom(&from_bottom).ok_or(RecordError::Rules)?;
        Ok(Self { hands, pile })
    }
}
