//! Reads settings that are strings in the file, but have more specific types in the program.

use serde::de::{Deserialize as _, Deserializer, Error as _, Unexpected};

/// Deserializes a setting from a string; `allowed` describes the valid strings.
pub(super) fn read_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    allowed: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &allowed))
}
