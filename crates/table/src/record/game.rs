//! The events of a game as the journal stores them, and the conversions in both directions. Titles
//! are stored by their ids and seats by their numbers; piles and looks at them from the top down.

use std::fmt;

use rules::{Deal, Event, Hand, Look, LostKitten, Pile, Play, Seat, SeatSet, Title, Turn};
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
    },
    Favor {
        on: Option<u8>,
    },
    Pair {
        title: String,
        on: u8,
    },
    Triple {
        title: String,
        on: u8,
        naming: String,
    },
    Five {
        titles: Vec<String>,
    },
}

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
            TurnBegan { seat: u8, owed: u16, attacked: bool },
        }

        rules::redacted_debug!(GameRecord { $( $event, )* TurnBegan });

        impl From<&Event> for GameRecord {
            fn from(event: &Event) -> Self {
                match event {
                    $( Event::$event { $( $field ),* } => {
                        Self::$event { $( $field: $field.encode() ),* }
                    } )*
                    Event::TurnBegan(Turn { seat, owed, attacked }) => {
                        Self::TurnBegan { seat: seat.encode(), owed: *owed, attacked: *attacked }
                    }
                }
            }
        }

        impl TryFrom<&GameRecord> for Event {
            type Error = RecordError;

            fn try_from(record: &GameRecord) -> Result<Self, RecordError> {
                Ok(match record {
                    $( GameRecord::$event { $( $field ),* } => {
                        Self::$event { $( $field: <$type>::decode($field)? ),* }
                    } )*
                    GameRecord::TurnBegan { seat, owed, attacked } => Self::TurnBegan(Turn {
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
    ShuffleBegan { stopper: Seat },
    Stopped { seat: Seat },
    Shuffled { pile: Pile },
    Stolen { from: Seat, to: Seat, title: Title },
    Asked { from: Seat, to: Seat, title: Title, hit: bool },
    FavorOwed { taker: Seat, givers: SeatSet },
    Gave { from: Seat, to: Seat, title: Title },
    TakeAwaited { seat: Seat },
    Took { seat: Seat, title: Title },
    Drew { seat: Seat, title: Title },
    DrewKitten { seat: Seat },
    Defused { seat: Seat },
    Placed { seat: Seat, place: u8 },
    Exploded { seat: Seat, hand: Hand },
    Lapsed { seat: Seat },
    Left { seat: Seat, hand: Hand, kitten: LostKitten },
    TimedOut { awaited: SeatSet },
    Won { seat: Seat },
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

impl RecordCodec for Pile {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.from_top().map(|title| title.encode()).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        let titles = stored
            .iter()
            .rev()
            .map(Title::decode)
            .collect::<Result<Vec<_>, _>>()?;
        Self::from_bottom(&titles).ok_or_else(|| RecordError::UnknownWord("pile".to_owned()))
    }
}

impl RecordCodec for Look {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.iter().map(Title::encode).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        if stored.len() > rules::MAX_FUTURE_DEPTH {
            return Err(RecordError::UnknownWord("look".to_owned()));
        }
        stored.iter().map(Title::decode).collect()
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
            Self::Single(title) => PlayRecord::Single {
                title: title.encode(),
            },
            Self::Favor { on } => PlayRecord::Favor {
                on: on.map(|on| on.encode()),
            },
            Self::Pair { title, on } => PlayRecord::Pair {
                title: title.encode(),
                on: on.encode(),
            },
            Self::Triple { title, on, naming } => PlayRecord::Triple {
                title: title.encode(),
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
            PlayRecord::Single { title } => Self::Single(Title::decode(title)?),
            PlayRecord::Favor { on } => Self::Favor {
                on: on.as_ref().map(Seat::decode).transpose()?,
            },
            PlayRecord::Pair { title, on } => Self::Pair {
                title: Title::decode(title)?,
                on: Seat::decode(on)?,
            },
            PlayRecord::Triple { title, on, naming } => Self::Triple {
                title: Title::decode(title)?,
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
            pile: Pile::decode(&record.pile)?,
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
