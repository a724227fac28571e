//! How values become their stored forms and back: numbers as they are, choices as the words that stand for
//! them. The macros make a stored form and both conversions from one list.

use players::Strength;
use rules::{
    AttackRule, Combos, DeadHand, Decks, Direction, EditionId, FavorRule, HeldCard, PileCard,
    ShuffleRule, SpareDefuses, Title,
};

use super::RecordError;
use crate::display_mode::DisplayMode;
use crate::ids::UserId;
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy};
use crate::pace::{Pace, Paces};
use crate::text::Locale;
use crate::watch_speed::WatchSpeed;

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

/// Generates the stored form of an enum and the conversions from one list: each variant with its fields, and
/// the value that it stands for, which is a pattern as well as an expression. `Debug` shows only the variant.
macro_rules! stored_form {
    ($( #[$attribute:meta] )* $stored:ident of $type:ident {
        $( $variant:ident { $( $( #[$option:meta] )* $field:ident: $field_type:ty ),* } => { $( $value:tt )* } )*
    }) => {
        #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
        $( #[$attribute] )*
        #[expect(missing_docs, reason = "the same as in the crate rules, whose docs say it")]
        pub enum $stored {
            $( $variant { $( $( #[$option] )* $field: <$field_type as RecordCodec>::Stored ),* }, )*
        }

        rules::redacted_debug!($stored { $( $variant, )* });

        impl RecordCodec for $type {
            type Stored = $stored;

            fn encode(&self) -> $stored {
                match self {
                    $( $( $value )* => $stored::$variant { $( $field: $field.encode() ),* }, )*
                }
            }

            fn decode(stored: &$stored) -> Result<Self, RecordError> {
                Ok(match stored {
                    $( $stored::$variant { $( $field ),* } => {
                        $( let $field = <$field_type>::decode($field)?; )*
                        $( $value )*
                    } )*
                })
            }
        }
    };
}

/// Generates the stored form of a struct and the conversions from one list of its fields.
macro_rules! stored_fields {
    ($( #[$attribute:meta] )* $stored:ident of $type:ident {
        $( $( #[$field_attribute:meta] )* $field:ident: $field_type:ty, )*
    }) => {
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        $( #[$attribute] )*
        #[expect(missing_docs, reason = "the same as those of the type that it is the form of")]
        pub struct $stored {
            $( $( #[$field_attribute] )* pub $field: <$field_type as RecordCodec>::Stored, )*
        }

        impl RecordCodec for $type {
            type Stored = $stored;

            fn encode(&self) -> $stored {
                $stored { $( $field: self.$field.encode(), )* }
            }

            fn decode(stored: &$stored) -> Result<Self, RecordError> {
                Ok(Self { $( $field: <$field_type>::decode(&stored.$field)?, )* })
            }
        }

        impl From<&$type> for $stored {
            fn from(value: &$type) -> Self {
                value.encode()
            }
        }

        impl TryFrom<&$stored> for $type {
            type Error = RecordError;

            fn try_from(stored: &$stored) -> Result<Self, RecordError> {
                Self::decode(stored)
            }
        }
    };
}

pub(super) use {stored_fields, stored_form};

/// Generates the conversions of types that are stored as they are.
macro_rules! stored_as_they_are {
    ($( $type:ty ),*) => {
        $( impl RecordCodec for $type {
            type Stored = Self;

            fn encode(&self) -> Self {
                *self
            }

            fn decode(stored: &Self) -> Result<Self, RecordError> {
                Ok(*stored)
            }
        } )*
    };
}

stored_as_they_are!(u8, bool, Paces);

/// Generates the conversions of types that are stored as a text that can be parsed.
macro_rules! stored_as_text {
    ($( $type:ty ),*) => {
        $( impl RecordCodec for $type {
            type Stored = String;

            fn encode(&self) -> String {
                self.to_string()
            }

            fn decode(stored: &String) -> Result<Self, RecordError> {
                stored.parse().map_err(|_| RecordError::UnknownWord(stored.clone()))
            }
        } )*
    };
}

stored_as_text!(EditionId, HeldCard, PileCard, Strength, Title);

/// Generates the conversions of types with a few values, each stored by its id.
macro_rules! stored_by_id {
    ($( $type:ty ),*) => {
        $( impl RecordCodec for $type {
            type Stored = String;

            fn encode(&self) -> String {
                self.id().to_owned()
            }

            fn decode(stored: &String) -> Result<Self, RecordError> {
                Self::from_id(stored).ok_or_else(|| RecordError::UnknownWord(stored.clone()))
            }
        } )*
    };
}

stored_by_id!(
    AttackRule,
    Combos,
    DeadHand,
    Decks,
    Direction,
    DisplayMode,
    FavorRule,
    LeaverPolicy,
    Pace,
    RatingPolicy,
    ShuffleRule,
    SpareDefuses,
    WatchSpeed
);

/// Writes and reads a field in its stored form, for `#[serde(with)]`.
pub(super) mod stored {
    use serde::de::{Deserialize, Deserializer, Error as _};
    use serde::ser::{Serialize, Serializer};

    use super::RecordCodec;

    pub(in crate::record) fn serialize<T, S>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: RecordCodec<Stored: Serialize>,
        S: Serializer,
    {
        value.encode().serialize(serializer)
    }

    pub(in crate::record) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: RecordCodec<Stored: Deserialize<'de>>,
        D: Deserializer<'de>,
    {
        T::decode(&T::Stored::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<T: RecordCodec> RecordCodec for Vec<T> {
    type Stored = Vec<T::Stored>;

    fn encode(&self) -> Self::Stored {
        self.iter().map(T::encode).collect()
    }

    fn decode(stored: &Self::Stored) -> Result<Self, RecordError> {
        stored.iter().map(T::decode).collect()
    }
}

impl<T: RecordCodec> RecordCodec for Option<T> {
    type Stored = Option<T::Stored>;

    fn encode(&self) -> Self::Stored {
        self.as_ref().map(T::encode)
    }

    fn decode(stored: &Self::Stored) -> Result<Self, RecordError> {
        stored.as_ref().map(T::decode).transpose()
    }
}

impl RecordCodec for FirstPlayer {
    type Stored = Option<UserId>;

    fn encode(&self) -> Option<UserId> {
        match *self {
            Self::Random => None,
            Self::Person(user) => Some(user),
        }
    }

    fn decode(stored: &Option<UserId>) -> Result<Self, RecordError> {
        Ok(stored.map_or(Self::Random, Self::Person))
    }
}

impl RecordCodec for Locale {
    type Stored = String;

    fn encode(&self) -> String {
        self.id().to_owned()
    }

    /// A table must stay readable when its language is no longer supported.
    fn decode(stored: &String) -> Result<Self, RecordError> {
        Ok(Self::nearest(stored))
    }
}
