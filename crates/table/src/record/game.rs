//! What happens in a game, in the journal's words, and the way there and back. Titles are written
//! by their ids and seats by their numbers; piles and looks from the top down.

use rules::{Deal, Event, Hand, Look, LostKitten, Pile, Play, Seat, SeatSet, Title, Turn};
use serde::{Deserialize, Serialize};

use super::RecordError;

/// All cards as they were dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtRecord {
    /// The hands by seat, of the seats in play.
    pub hands: Vec<Vec<String>>,
    /// The draw pile, the top first.
    pub pile: Vec<String>,
}

/// What was played.
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

/// Which kitten left the game with a leaver.
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

/// A value that the journal has a plain word for.
pub trait Written: Sized {
    /// How it is written.
    type Word;

    /// The word for it.
    fn write(&self) -> Self::Word;

    /// What the word means.
    ///
    /// # Errors
    /// [`RecordError::Word`] if it means nothing.
    fn read(word: &Self::Word) -> Result<Self, RecordError>;
}

/// The events with their fields, each once for the record and for the way there and back.
macro_rules! events {
    ($( $event:ident { $( $field:ident: $type:ty ),* }, )*) => {
        /// Something that happened in a game.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the same as rules::Event, whose docs say it")]
        pub enum GameRecord {
            $( $event { $( $field: <$type as Written>::Word ),* }, )*
            TurnBegan { seat: u8, owed: u16, attacked: bool },
        }

        impl From<&Event> for GameRecord {
            fn from(event: &Event) -> Self {
                match event {
                    $( Event::$event { $( $field ),* } => {
                        Self::$event { $( $field: $field.write() ),* }
                    } )*
                    Event::TurnBegan(Turn { seat, owed, attacked }) => {
                        Self::TurnBegan { seat: seat.write(), owed: *owed, attacked: *attacked }
                    }
                }
            }
        }

        impl TryFrom<&GameRecord> for Event {
            type Error = RecordError;

            fn try_from(record: &GameRecord) -> Result<Self, RecordError> {
                Ok(match record {
                    $( GameRecord::$event { $( $field ),* } => {
                        Self::$event { $( $field: <$type>::read($field)? ),* }
                    } )*
                    GameRecord::TurnBegan { seat, owed, attacked } => Self::TurnBegan(Turn {
                        seat: Seat::read(seat)?,
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

impl Written for u8 {
    type Word = Self;

    fn write(&self) -> Self {
        *self
    }

    fn read(word: &Self) -> Result<Self, RecordError> {
        Ok(*word)
    }
}

impl Written for bool {
    type Word = Self;

    fn write(&self) -> Self {
        *self
    }

    fn read(word: &Self) -> Result<Self, RecordError> {
        Ok(*word)
    }
}

impl Written for Seat {
    type Word = u8;

    fn write(&self) -> u8 {
        // There are nine seats at most.
        self.index() as u8
    }

    fn read(word: &u8) -> Result<Self, RecordError> {
        Self::new((*word).into()).ok_or_else(|| RecordError::Word(word.to_string()))
    }
}

impl Written for SeatSet {
    type Word = Vec<u8>;

    fn write(&self) -> Vec<u8> {
        self.iter().map(|seat| seat.write()).collect()
    }

    fn read(word: &Vec<u8>) -> Result<Self, RecordError> {
        word.iter().map(Seat::read).collect()
    }
}

impl Written for Title {
    type Word = String;

    fn write(&self) -> String {
        self.id().to_owned()
    }

    fn read(word: &String) -> Result<Self, RecordError> {
        word.parse().map_err(|_| RecordError::Word(word.clone()))
    }
}

impl Written for Hand {
    type Word = Vec<String>;

    fn write(&self) -> Vec<String> {
        self.cards().map(|title| title.write()).collect()
    }

    fn read(word: &Vec<String>) -> Result<Self, RecordError> {
        word.iter().map(Title::read).collect()
    }
}

impl Written for Pile {
    type Word = Vec<String>;

    fn write(&self) -> Vec<String> {
        self.from_top().map(|title| title.write()).collect()
    }

    fn read(word: &Vec<String>) -> Result<Self, RecordError> {
        let titles = word
            .iter()
            .rev()
            .map(Title::read)
            .collect::<Result<Vec<_>, _>>()?;
        Self::from_bottom(&titles).ok_or_else(|| RecordError::Word("pile".to_owned()))
    }
}

impl Written for Look {
    type Word = Vec<String>;

    fn write(&self) -> Vec<String> {
        self.iter().map(Title::write).collect()
    }

    fn read(word: &Vec<String>) -> Result<Self, RecordError> {
        if word.len() > rules::MAX_FUTURE_DEPTH {
            return Err(RecordError::Word("look".to_owned()));
        }
        word.iter().map(Title::read).collect()
    }
}

impl Written for LostKitten {
    type Word = LostKittenRecord;

    fn write(&self) -> LostKittenRecord {
        match *self {
            Self::None => LostKittenRecord::None,
            Self::Drawn => LostKittenRecord::Drawn,
            Self::FromPile(place) => LostKittenRecord::FromPile { place },
        }
    }

    fn read(word: &LostKittenRecord) -> Result<Self, RecordError> {
        Ok(match *word {
            LostKittenRecord::None => Self::None,
            LostKittenRecord::Drawn => Self::Drawn,
            LostKittenRecord::FromPile { place } => Self::FromPile(place),
        })
    }
}

impl Written for Play {
    type Word = PlayRecord;

    fn write(&self) -> PlayRecord {
        match self {
            Self::Single(title) => PlayRecord::Single {
                title: title.write(),
            },
            Self::Favor { on } => PlayRecord::Favor {
                on: on.map(|on| on.write()),
            },
            Self::Pair { title, on } => PlayRecord::Pair {
                title: title.write(),
                on: on.write(),
            },
            Self::Triple { title, on, naming } => PlayRecord::Triple {
                title: title.write(),
                on: on.write(),
                naming: naming.write(),
            },
            Self::Five(titles) => PlayRecord::Five {
                titles: titles.iter().map(Title::write).collect(),
            },
        }
    }

    fn read(word: &PlayRecord) -> Result<Self, RecordError> {
        Ok(match word {
            PlayRecord::Single { title } => Self::Single(Title::read(title)?),
            PlayRecord::Favor { on } => Self::Favor {
                on: on.as_ref().map(Seat::read).transpose()?,
            },
            PlayRecord::Pair { title, on } => Self::Pair {
                title: Title::read(title)?,
                on: Seat::read(on)?,
            },
            PlayRecord::Triple { title, on, naming } => Self::Triple {
                title: Title::read(title)?,
                on: Seat::read(on)?,
                naming: Title::read(naming)?,
            },
            PlayRecord::Five { titles } => {
                let titles = titles
                    .iter()
                    .map(Title::read)
                    .collect::<Result<Vec<_>, _>>()?;
                let five = titles.try_into();
                Self::Five(five.map_err(|_| RecordError::Word("five".to_owned()))?)
            }
        })
    }
}

impl From<&Deal> for DealtRecord {
    fn from(dealt: &Deal) -> Self {
        let hands = dealt.hands.iter().filter(|hand| !hand.is_empty());
        Self {
            hands: hands.map(Hand::write).collect(),
            pile: dealt.pile.write(),
        }
    }
}

impl TryFrom<&DealtRecord> for Deal {
    type Error = RecordError;

    fn try_from(record: &DealtRecord) -> Result<Self, RecordError> {
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        for (into, from) in hands.iter_mut().zip(&record.hands) {
            *into = Hand::read(from)?;
        }
        Ok(Self {
            hands,
            pile: Pile::read(&record.pile)?,
        })
    }
}

/// A seat as the journal writes it.
pub(crate) fn number(seat: Seat) -> u8 {
    seat.write()
}

/// The seat that the journal means.
pub(crate) fn read_seat(number: u8) -> Result<Seat, RecordError> {
    Seat::read(&number)
}
