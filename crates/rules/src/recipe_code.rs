//! The text of a recipe's code: one line that players share, in Crockford's base 32. `recipe_encoding.rs` defines how a
//! recipe is encoded.

use std::{fmt, str::FromStr};

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The text of a recipe's code: capital letters and digits. A code read back from a stored game may come from another
/// version, and only [`Recipe::from_code`](crate::Recipe::from_code) interprets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecipeCode(ArrayString<{ RecipeCode::MAX_LENGTH }>);

/// The reason why a text is not the code of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeCodeError {
    /// The text is longer than any code.
    #[error("longer than the code of any recipe")]
    TooLong,
    /// The text contains a character that cannot be read as a symbol of a code.
    #[error("not letters and digits of a recipe's code")]
    Letters,
    /// A later version of this program wrote the code.
    #[error("the code of a later version")]
    LaterVersion,
    /// A letter is wrong, missing or added, or the base edition has changed since the code was written.
    #[error("a recipe's code with a mistake")]
    Damaged,
}

/// Crockford's alphabet, which omits I, L, O and U.
pub(crate) const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The symbols of a code, five bits each.
pub(crate) type Symbols = ArrayVec<u8, { RecipeCode::MAX_LENGTH }>;

impl RecipeCode {
    /// An upper limit on the length of a code, in characters.
    pub const MAX_LENGTH: usize = 60;

    /// Returns the code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RecipeCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

impl fmt::Debug for RecipeCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Reads the letters of a code, in upper or lower case, without interpreting them.
impl FromStr for RecipeCode {
    type Err = RecipeCodeError;

    fn from_str(text: &str) -> Result<RecipeCode, RecipeCodeError> {
        Ok(written(&symbols(text)?))
    }
}

impl Serialize for RecipeCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RecipeCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RecipeCode, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// Reads letters, in upper or lower case, as symbols. As Crockford specifies, O is read as 0, and I and L as 1.
pub(crate) fn symbols(text: &str) -> Result<Symbols, RecipeCodeError> {
    if text.len() > RecipeCode::MAX_LENGTH {
        return Err(RecipeCodeError::TooLong);
    }
    let symbol = |letter: u8| {
        let letter = match letter.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            letter => letter,
        };
        let place = ALPHABET.iter().position(|&known| known == letter);
        place
            .map(|place| place as u8)
            .ok_or(RecipeCodeError::Letters)
    };
    text.bytes().map(symbol).collect()
}

pub(crate) fn written(symbols: &[u8]) -> RecipeCode {
    let letters = symbols
        .iter()
        .map(|&symbol| char::from(ALPHABET[usize::from(symbol & 31)]));
    let mut text = ArrayString::new();
    // A code has room for every recipe: see the test of the longest code.
    letters.for_each(|letter| _ = text.try_push(letter));
    RecipeCode(text)
}
