//! The events of a game as the journal stores them, and the conversions in both directions. Titles
//! are stored by their ids and seats by their numbers; piles and looks at them from the top down.

use std::fmt;

use rules::{
    Choice, ChoiceAnswer, ChoiceKind, Deal, Direction, DrawPile, Event, Hand, HeldCard, Look,
    LostKitten, Order, Pile, PileCard, PileEnd, Play, Seat, SeatSet, Title, Turn,
};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::codec::{RecordCodec, stored_fields, stored_form};

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

stored_form! {
    /// A card or combo that was played.
    #[serde(tag = "play", rename_all = "kebab-case")]
    PlayRecord of Play {
        Single {
            title: Title,
            #[serde(default, skip_serializing_if = "Option::is_none")] on: Option<Seat>
        } => { Play::Single { title, on } }
        Pair {
            title: Title,
            #[serde(default, skip_serializing_if = "is_zero")] wild: u8,
            on: Seat
        } => { Play::Pair { title, wild, on } }
        Triple {
            title: Title,
            #[serde(default, skip_serializing_if = "is_zero")] wild: u8,
            on: Seat,
            naming: Title
        } => { Play::Triple { title, wild, on, naming } }
        Five { titles: [Title; 5] } => { Play::Five(titles) }
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

stored_form! {
    /// The kind of a choice.
    #[serde(tag = "choice", rename_all = "kebab-case")]
    ChoiceKindRecord of ChoiceKind {
        Place { card: PileCard } => { ChoiceKind::Place(card) }
        Give {} => { ChoiceKind::Give }
        Take {} => { ChoiceKind::Take }
        Stop {} => { ChoiceKind::Stop }
        Order { cards: u8 } => { ChoiceKind::Order(cards) }
        Put {} => { ChoiceKind::Put }
        Bury {} => { ChoiceKind::Bury }
        Share { cards: u8 } => { ChoiceKind::Share(cards) }
        Stack {} => { ChoiceKind::Stack }
        Aim { title: Title } => { ChoiceKind::Aim(title) }
    }
}

stored_form! {
    /// The answer to a choice.
    #[serde(tag = "answer", rename_all = "kebab-case")]
    AnswerRecord of ChoiceAnswer {
        Place { place: u8 } => { ChoiceAnswer::Place(place) }
        Give { title: Title } => { ChoiceAnswer::Give(title) }
        Take { title: Title } => { ChoiceAnswer::Take(title) }
        Stop {} => { ChoiceAnswer::Stop }
        Order { places: Order } => { ChoiceAnswer::Order(places) }
        Put { title: Title } => { ChoiceAnswer::Put(title) }
        Aim { on: Seat } => { ChoiceAnswer::Aim(on) }
    }
}

stored_fields! {
    /// A choice that the game waits for.
    ChoiceRecord of Choice { kind: ChoiceKind, choosers: SeatSet, owner: Seat, }
}

/// Generates [`GameRecord`] and the conversions of events from one list of them and their fields.
macro_rules! events {
    ($( $event:ident { $( $field:ident: $type:ty ),* }, )*) => {
        /// An event of a game. `Debug` shows only which kind of event it is.
        #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the same as rules::Event, whose docs say it")]
        pub enum GameRecord {
            $( $event { $( $field: <$type as RecordCodec>::Stored ),* }, )*
            TurnBegan { seat: u8, owed: u16, attacked: bool },
            TurnsAdded { seat: u8, owed: u16, attacked: bool },
        }

        rules::redacted_debug!(GameRecord { $( $event, )* TurnBegan, TurnsAdded });

        impl RecordCodec for Event {
            type Stored = GameRecord;

            fn encode(&self) -> GameRecord {
                match self {
                    $( Self::$event { $( $field ),* } => {
                        GameRecord::$event { $( $field: $field.encode() ),* }
                    } )*
                    Self::TurnBegan(Turn { seat, owed, attacked }) => GameRecord::TurnBegan {
                        seat: seat.encode(),
                        owed: *owed,
                        attacked: *attacked,
                    },
                    Self::TurnsAdded(Turn { seat, owed, attacked }) => GameRecord::TurnsAdded {
                        seat: seat.encode(),
                        owed: *owed,
                        attacked: *attacked,
                    },
                }
            }

            fn decode(stored: &GameRecord) -> Result<Self, RecordError> {
                Ok(match stored {
                    $( GameRecord::$event { $( $field ),* } => {
                        Self::$event { $( $field: <$type>::decode($field)? ),* }
                    } )*
                    GameRecord::TurnBegan { seat, owed, attacked } => Self::TurnBegan(Turn {
                        seat: Seat::decode(seat)?,
                        owed: *owed,
                        attacked: *attacked,
                    }),
                    GameRecord::TurnsAdded { seat, owed, attacked } => Self::TurnsAdded(Turn {
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
    ChoiceOpened { choice: Choice },
    Chosen { seat: Seat, owner: Seat, answer: ChoiceAnswer },
    Shuffled { pile: DrawPile },
    Stolen { from: Seat, to: Seat, title: Title },
    Asked { from: Seat, to: Seat, title: Title, hit: bool },
    MarkRemoved { seat: Seat, title: Title },
    Marked { seat: Seat, title: Title },
    Cursed { seat: Seat },
    CurseEnded { seat: Seat },
    TurnedUp { seat: Seat, cards: Pile<HeldCard> },
    WentOff { seat: Seat, kittens: u8 },
    EndsSwapped { seat: Seat },
    KittensRaised { kittens: u8, pile: DrawPile },
    Lifted { seat: Seat, title: Title },
    Stacked { seat: Seat },
    Claimed { seat: Seat, by: Seat },
    ClaimUsed { seat: Seat, to: Seat },
    DrewFor { seat: Seat, to: Seat, title: Title, from: PileEnd },
    TowerWorn { seat: Seat },
    StashRobbed { from: Seat, to: Seat, title: Title },
    StashDiscarded { seat: Seat, cards: Hand },
    Barked { seat: Seat, on: Seat, mate: Seat },
    BarkedInVain { seat: Seat },
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

impl RecordCodec for Order {
    type Stored = Vec<u8>;

    fn encode(&self) -> Vec<u8> {
        self.places().to_vec()
    }

    fn decode(stored: &Vec<u8>) -> Result<Self, RecordError> {
        Self::new(stored).ok_or_else(|| RecordError::UnknownWord("order".to_owned()))
    }
}

impl RecordCodec for [Title; 5] {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.iter().map(Title::encode).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        let titles = stored.iter().map(Title::decode);
        let titles = titles.collect::<Result<Vec<_>, _>>()?.try_into();
        titles.map_err(|_| RecordError::UnknownWord("five".to_owned()))
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

/// Cards that were turned up, in that order.
impl RecordCodec for Pile<HeldCard> {
    type Stored = Vec<String>;

    fn encode(&self) -> Vec<String> {
        self.cards().iter().map(HeldCard::encode).collect()
    }

    fn decode(stored: &Vec<String>) -> Result<Self, RecordError> {
        let cards = stored.iter().map(HeldCard::decode);
        let cards = cards.collect::<Result<Vec<_>, _>>()?;
        Self::from_bottom(&cards).ok_or_else(|| RecordError::UnknownWord("cards".to_owned()))
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
