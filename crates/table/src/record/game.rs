//! The events of a game as the journal stores them, and the conversions in both directions. Titles
//! are stored by their ids and seats by their numbers; piles and looks at them from the top down.

use std::fmt;

use rules::{
    Choice, ChoiceAnswer, ChoiceKind, Deal, Direction, DrawPile, Event, Hand, Look, LostKitten,
    Order, PileCard, PileEnd, Play, Seat, SeatSet, Title, Turn,
};
use serde::{Deserialize, Serialize};

use super::error::RecordError;

/// All cards as they were dealt, hidden ones included. `Debug` shows how many there are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtRecord {
    /// The hands by seat, for the seats in play.
    pub hands: Vec<Vec<String>>,
    /// The draw pile, its top card first.
    pub pile: Vec<String>,
}

impl fmt::Debug for DealtRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hands, cards) = (self.hands.len(), self.pile.len());
        write!(formatter, "DealtRecord({hands} hands, a pile of {cards})")
    }
}

/// A card or combo that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "play", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as rules::Play, whose docs say it")]
pub enum PlayRecord {
    Single {
        title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u8>,
    },
    Pair {
        title: String,
        #[serde(default, skip_serializing_if = "is_zero")]
        wild: u8,
        on: u8,
    },
    Triple {
        title: String,
        #[serde(default, skip_serializing_if = "is_zero")]
        wild: u8,
        on: u8,
        naming: String,
    },
    Five {
        titles: Vec<String>,
    },
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A choice that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceRecord {
    /// The kind of choice.
    pub kind: ChoiceKindRecord,
    /// The seats of the players who choose.
    pub choosers: Vec<u8>,
    /// The seat of the choice's owner.
    pub owner: u8,
}

/// The kind of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choice", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the same as rules::ChoiceKind, whose docs say it"
)]
pub enum ChoiceKindRecord {
    Place { card: String },
    Give,
    Take,
    Stop,
    Order { cards: u8 },
}

/// The answer to a choice. `Debug` shows only its kind.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the same as rules::ChoiceAnswer, whose docs say it"
)]
pub enum AnswerRecord {
    Place { place: u8 },
    Give { title: String },
    Take { title: String },
    Stop,
    Order { places: Vec<u8> },
}

rules::redacted_debug!(AnswerRecord {
    Place,
    Give,
    Take,
    Stop,
    Order
});

/// The Exploding Kitten that left the game together with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the same as rules::LostKitten, whose docs say it"
)]
pub enum LostKittenRecord {
    None,
    Drawn,
    FromPile { place: u8 },
}

/// A value with a stored form in the journal.
pub trait RecordCodec: Sized {
    /// The stored form.
    type Stored;

    /// Returns the stored form of this value.
    fn encode(&self) -> Self::Stored;

    /// Returns the value of a stored form.
    ///
    /// # Errors
    /// [`RecordError::UnknownWord`] if it has none.
    fn decode(stored: &Self::Stored) -> Result<Self, RecordError>;
}

/// Generates [`GameRecord`] and its conversions from one list of the events and their fields.
macro_rules! events {
    ($( $event:ident { $( $field:ident: $type:ty ),* }, )*) => {
        /// An event of a game. `Debug` shows only which kind of event it is.
        #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the same as rules::Event, whose docs say it")]
        pub enum GameRecord {
            $( $event { $( $field: <$type as RecordCodec>::Stored ),* }, )*
            ChoiceOpened { choice: ChoiceRecord },
            TurnBegan { seat: u8, owed: u16, attacked: bool },
        }

        rules::redacted_debug!(GameRecord { $( $event, )* ChoiceOpened, TurnBegan });

        impl From<&Event> for GameRecord {
            fn from(event: &Event) -> Self {
                match event {
                    $( Event::$event { $( $field ),* } => {
                        Self::$event { $( $field: $field.encode() ),* }
                    } )*
                    Event::ChoiceOpened { choice } => {
                        Self::ChoiceOpened { choice: choice.into() }
                    }
                    Event::TurnBegan(Turn { seat, owed, attacked }) => {
                        Self::TurnBegan { seat: seat.encode(), owed: *owed, attacked: *attacked }
                    }
                }
            }
        }

        impl GameRecord {
            /// Returns the event.
            ///
            /// # Errors
            /// [`RecordError::UnknownWord`] if it holds a value that is not known.
            pub fn decode(&self) -> Result<Event, RecordError> {
                Ok(match self {
                    $( Self::$event { $( $field ),* } => {
                        Event::$event { $( $field: <$type>::decode($field)? ),* }
                    } )*
                    Self::ChoiceOpened { choice } => {
                        Event::ChoiceOpened { choice: choice.decode()? }
                    }
                    Self::TurnBegan { seat, owed, attacked } => Event::TurnBegan(Turn {
                        seat: Seat::decode(seat)?,
                        owed: *owed,
                        attacked: *attacked,
                    }),
                })
            }
        }
    };
}

events! {
    Played { seat: Seat, play: Play },
    Noped { seat: Seat, layer: u8 },
    Passed { seat: Seat },
    WindowClosed { stands: bool },
    Fizzled { seat: Seat },
    Saw { seat: Seat, titles: Look },
    Chosen { seat: Seat, owner: Seat, answer: ChoiceAnswer },
    Shuffled { pile: DrawPile },
    Stolen { from: Seat, to: Seat, title: Title },
    Asked { from: Seat, to: Seat, title: Title, hit: bool },
    Drew { seat: Seat, title: Title, from: PileEnd },
    DrewKitten { seat: Seat, card: PileCard, from: PileEnd },
    Defused { seat: Seat },
    Exploded { seat: Seat, by: Title, hand: Hand },
    Lapsed { seat: Seat },
    Left { seat: Seat, hand: Hand, kitten: LostKitten },
    TimedOut { awaited: SeatSet },
    DirectionTurned { direction: Direction },
    Won { seat: Seat },
}

impl From<&Choice> for ChoiceRecord {
    fn from(choice: &Choice) -> Self {
        Self {
            kind: match choice.kind {
                ChoiceKind::Place(card) => ChoiceKindRecord::Place {
                    card: card.encode(),
                },
                ChoiceKind::Give => ChoiceKindRecord::Give,
                ChoiceKind::Take => ChoiceKindRecord::Take,
                ChoiceKind::Stop => ChoiceKindRecord::Stop,
                ChoiceKind::Order(cards) => ChoiceKindRecord::Order { cards },
            },
            choosers: choice.choosers.encode(),
            owner: choice.owner.encode(),
        }
    }
}

impl ChoiceRecord {
    fn decode(&self) -> Result<Choice, RecordError> {
        Ok(Choice {
            kind: match &self.kind {
                ChoiceKindRecord::Place { card } => ChoiceKind::Place(PileCard::decode(card)?),
                ChoiceKindRecord::Give => ChoiceKind::Give,
                ChoiceKindRecord::Take => ChoiceKind::Take,
                ChoiceKindRecord::Stop => ChoiceKind::Stop,
                ChoiceKindRecord::Order { cards } => ChoiceKind::Order(*cards),
            },
            choosers: SeatSet::decode(&self.choosers)?,
            owner: Seat::decode(&self.owner)?,
        })
    }
}

impl RecordCodec for ChoiceAnswer {
    type Stored = AnswerRecord;

    fn encode(&self) -> AnswerRecord {
        match self {
            Self::Place(place) => AnswerRecord::Place { place: *place },
            Self::Give(title) => AnswerRecord::Give {
                title: title.encode(),
            },
            Self::Take(title) => AnswerRecord::Take {
                title: title.encode(),
            },
            Self::Stop => AnswerRecord::Stop,
            Self::Order(order) => AnswerRecord::Order {
                places: order.places().to_vec(),
            },
        }
    }

    fn decode(stored: &AnswerRecord) -> Result<Self, RecordError> {
        Ok(match stored {
            AnswerRecord::Place { place } => Self::Place(*place),
            AnswerRecord::Give { title } => Self::Give(Title::decode(title)?),
            AnswerRecord::Take { title } => Self::Take(Title::decode(title)?),
            AnswerRecord::Stop => Self::Stop,
            AnswerRecord::Order { places } => {
                let order = Order::new(places);
                Self::Order(order.ok_or_else(|| RecordError::UnknownWord("order".to_owned()))?)
            }
        })
    }
}

impl RecordCodec for PileEnd {
    type Stored = String;

    fn encode(&self) -> String {
        match self {
            Self::Top => "top".to_owned(),
            Self::Bottom => "bottom".to_owned(),
        }
    }

    fn decode(stored: &String) -> Result<Self, RecordError> {
        match stored.as_str() {
            "top" => Ok(Self::Top),
            "bottom" => Ok(Self::Bottom),
            _ => Err(RecordError::UnknownWord(stored.clone())),
        }
    }
}

impl RecordCodec for Direction {
    type Stored = String;

    fn encode(&self) -> String {
        self.id().to_owned()
    }

    fn decode(stored: &String) -> Result<Self, RecordError> {
        super::word::read(stored, &Self::ALL, Self::id)
    }
}

impl RecordCodec for PileCard {
    type Stored = String;

    fn encode(&self) -> String {
        self.to_string()
    }

    fn decode(stored: &String) -> Result<Self, RecordError> {
        stored
            .parse()
            .map_err(|_| RecordError::UnknownWord(stored.clone()))
    }
}

impl RecordCodec for u8 {
    type Stored = Self;

    fn encode(&self) -> Self {
        *self
    }

    fn decode(stored: &Self) -> Result<Self, RecordError> {
        Ok(*stored)
    }
}

impl RecordCodec for bool {
    type Stored = Self;

    fn encode(&self) -> Self {
        *self
    }

    fn decode(stored: &Self) -> Result<Self, RecordError> {
        Ok(*stored)
    }
}

impl RecordCodec for Seat {
    type Stored = u8;

    fn encode(&self) -> u8 {
        // There are nine seats at most.
        self.index() as u8
    }

    fn decode(stored: &u8) -> Result<Self, RecordError> {
        Self::new((*stored).into()).ok_or_else(|| RecordError::UnknownWord(stored.to_string()))
    }
}

impl RecordCodec for SeatSet {
    type Stored = Vec<u8>;

    fn encode(&self) -> Vec<u8> {
        self.iter().map(|seat| seat.encode()).collect()
    }

    fn decode(stored: &Vec<u8>) -> Result<Self, RecordError> {
        stored.iter().map(Seat::decode).collect()
    }
}

impl RecordCodec for Title {
    type Stored = String;

    fn encode(&self) -> String {
        self.id().to_owned()
    }

    fn decode(stored: &String) -> Result<Self, RecordError> {
        stored
            .parse()
            .map_err(|_| RecordError::UnknownWord(stored.clone()))
    }
}

impl RecordCodec for Hand {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.cards().map(|title| title.encode()).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        stored.iter().map(Title::decode).collect()
    }
}

impl RecordCodec for DrawPile {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.from_top().map(|card| card.encode()).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        let cards = stored
            .iter()
            .rev()
            .map(PileCard::decode)
            .collect::<Result<Vec<_>, _>>()?;
        Self::from_bottom(&cards).ok_or_else(|| RecordError::UnknownWord("pile".to_owned()))
    }
}

impl RecordCodec for Look {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.iter().map(PileCard::encode).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        if stored.len() > rules::MAX_LOOK {
            return Err(RecordError::UnknownWord("look".to_owned()));
        }
        stored.iter().map(PileCard::decode).collect()
    }
}

impl RecordCodec for LostKitten {
    type Stored = LostKittenRecord;

    fn encode(&self) -> LostKittenRecord {
        match *self {
            Self::None => LostKittenRecord::None,
            Self::Drawn => LostKittenRecord::Drawn,
            Self::FromPile(place) => LostKittenRecord::FromPile { place },
        }
    }

    fn decode(stored: &LostKittenRecord) -> Result<Self, RecordError> {
        Ok(match *stored {
            LostKittenRecord::None => Self::None,
            LostKittenRecord::Drawn => Self::Drawn,
            LostKittenRecord::FromPile { place } => Self::FromPile(place),
        })
    }
}

impl RecordCodec for Play {
    type Stored = PlayRecord;

    fn encode(&self) -> PlayRecord {
        match self {
            Self::Single { title, on } => PlayRecord::Single {
                title: title.encode(),
                on: on.map(|on| on.encode()),
            },
            Self::Pair { title, wild, on } => PlayRecord::Pair {
                title: title.encode(),
                wild: *wild,
                on: on.encode(),
            },
            Self::Triple {
                title,
                wild,
                on,
                naming,
            } => PlayRecord::Triple {
                title: title.encode(),
                wild: *wild,
                on: on.encode(),
                naming: naming.encode(),
            },
            Self::Five(titles) => PlayRecord::Five {
                titles: titles.iter().map(Title::encode).collect(),
            },
        }
    }

    fn decode(stored: &PlayRecord) -> Result<Self, RecordError> {
        Ok(match stored {
            PlayRecord::Single { title, on } => Self::Single {
                title: Title::decode(title)?,
                on: on.as_ref().map(Seat::decode).transpose()?,
            },
            PlayRecord::Pair { title, wild, on } => Self::Pair {
                title: Title::decode(title)?,
                wild: *wild,
                on: Seat::decode(on)?,
            },
            PlayRecord::Triple {
                title,
                wild,
                on,
                naming,
            } => Self::Triple {
                title: Title::decode(title)?,
                wild: *wild,
                on: Seat::decode(on)?,
                naming: Title::decode(naming)?,
            },
            PlayRecord::Five { titles } => {
                let titles = titles
                    .iter()
                    .map(Title::decode)
                    .collect::<Result<Vec<_>, _>>()?;
                let five = titles.try_into();
                Self::Five(five.map_err(|_| RecordError::UnknownWord("five".to_owned()))?)
            }
        })
    }
}

impl From<&Deal> for DealtRecord {
    fn from(dealt: &Deal) -> Self {
        let hands = dealt.hands.iter().filter(|hand| !hand.is_empty());
        Self {
            hands: hands.map(Hand::encode).collect(),
            pile: dealt.pile.encode(),
        }
    }
}

impl TryFrom<&DealtRecord> for Deal {
    type Error = RecordError;

    fn try_from(record: &DealtRecord) -> Result<Self, RecordError> {
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        for (into, from) in hands.iter_mut().zip(&record.hands) {
            *into = Hand::decode(from)?;
        }
        Ok(Self {
            hands,
            pile: DrawPile::decode(&record.pile)?,
        })
    }
}

/// Returns the stored form of a seat.
pub(crate) fn seat_number(seat: Seat) -> u8 {
    seat.encode()
}

/// Returns the seat of a stored number.
///
/// # Errors
/// [`RecordError::UnknownWord`] if there is no such seat.
pub(crate) fn read_seat(number: u8) -> Result<Seat, RecordError> {
    Seat::decode(&number)
}
