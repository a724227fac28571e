//! Reads TOML values into the types of settings and editions. The errors contain the parts of a message, such as the
//! key's path, the value found and the values allowed. `toml`'s own errors are complete sentences that may quote
//! a password.

use std::fmt::{self, Display};

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error as _, Expected,
    IntoDeserializer, MapAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::{Table, Value};

/// Reads a table as a value of type `T`. Stops at the first key that cannot be read.
pub fn read<T: DeserializeOwned>(table: &Table) -> Result<T, ReadError> {
    T::deserialize(TableReader(table))
}

/// A key that cannot be read, and the reason.
#[derive(Debug)]
pub struct ReadError {
    /// The path from the outermost table to the key.
    pub path: Vec<String>,
    pub reason: Reason,
}

#[derive(Debug)]
pub enum Reason {
    /// The key does not exist.
    UnknownKey {
        /// The keys that the table may have.
        allowed: String,
    },
    /// The key is missing or has a value that is not allowed.
    BadValue { found: FoundValue, allowed: String },
    /// Another error, such as a rule that several keys violate together.
    Other(String),
}

/// A description of the value that was found, or of its absence.
pub struct FoundValue {
    /// The value itself, or only its kind if it is, for example, a list or a text that may contain a password.
    pub written: String,
    /// The kind of value. Shown instead of `written` if the key may contain a secret.
    pub kind: String,
}

impl fmt::Debug for FoundValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.kind)
    }
}

impl ReadError {
    fn at_this_key(reason: Reason) -> Self {
        let path = Vec::new();
        Self { path, reason }
    }

    fn not_a_variant(found: Unexpected<'_>, variants: &[&str]) -> Self {
        let found = FoundValue::new(found);
        let quoted: Vec<_> = variants.iter().map(|name| format!("\"{name}\"")).collect();
        let allowed = quoted.join(", ");
        Self::at_this_key(Reason::BadValue { found, allowed })
    }

    fn not_allowed(found: FoundValue, allowed: &dyn Expected) -> Self {
        let allowed = match allowed.to_string() {
            // A struct with a derived `Deserialize` reports its Rust name.
            name if name.starts_with("struct ") => "a table of keys".to_owned(),
            words => words,
        };
        Self::at_this_key(Reason::BadValue { found, allowed })
    }

    fn below(mut self, key: &str) -> Self {
        self.path.insert(0, key.to_owned());
        self
    }
}

impl Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`: {:?}", self.path.join("."), self.reason)
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::at_this_key(Reason::Other(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, allowed: &dyn Expected) -> Self {
        Self::not_allowed(FoundValue::of_wrong_kind(found), allowed)
    }

    fn invalid_value(found: Unexpected<'_>, allowed: &dyn Expected) -> Self {
        Self::not_allowed(FoundValue::new(found), allowed)
    }

    fn unknown_variant(found: &str, variants: &'static [&'static str]) -> Self {
        Self::not_a_variant(Unexpected::Str(found), variants)
    }

    fn missing_field(key: &'static str) -> Self {
        let nothing = || "nothing".to_owned();
        let found = FoundValue {
            written: nothing(),
            kind: nothing(),
        };
        let allowed = "a value".to_owned();
        Self::at_this_key(Reason::BadValue { found, allowed }).below(key)
    }

    fn unknown_field(key: &str, keys: &'static [&'static str]) -> Self {
        let allowed = keys.join(", ");
        Self::at_this_key(Reason::UnknownKey { allowed }).below(key)
    }
}

impl FoundValue {
    /// Describes a value for a key that does not take text. Text is quoted only if it is a number in
    /// quotes, because any other text may have been meant for another key, and may be a password.
    fn of_wrong_kind(found: Unexpected<'_>) -> Self {
        let found_value = Self::new(found);
        match found {
            Unexpected::Str(text) if text.parse::<f64>().is_err() => Self {
                written: found_value.kind.clone(),
                ..found_value
            },
            _ => found_value,
        }
    }

    fn new(found: Unexpected<'_>) -> Self {
        let kind = kind(found);
        let written = match found {
            Unexpected::Bool(value) => value.to_string(),
            Unexpected::Unsigned(value) => value.to_string(),
            Unexpected::Signed(value) => value.to_string(),
            Unexpected::Float(value) => value.to_string(),
            // An address may contain a password, even if it was written to the wrong key.
            Unexpected::Str(text) if text.contains("://") || text.contains('@') => kind.clone(),
            Unexpected::Str(text) => format!("{text:?}"),
            _ => kind.clone(),
        };
        Self { written, kind }
    }
}

/// Describes a value without quoting any part of it, except for a well-known scheme.
fn kind(found: Unexpected<'_>) -> String {
    const SCHEMES: [&str; 9] = [
        "file:",
        "http://",
        "https://",
        "mariadb://",
        "mysql://",
        "postgres://",
        "postgresql://",
        "sqlite:",
        "ws://",
    ];
    match found {
        Unexpected::Bool(_) => "true or false".to_owned(),
        Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
            "a number".to_owned()
        }
        Unexpected::Str("") => "an empty text".to_owned(),
        Unexpected::Str(text) => match SCHEMES.iter().find(|&&scheme| text.starts_with(scheme)) {
            Some(scheme) => {
                format!(
                    "a text that begins with \"{scheme}\" (the rest is not shown because it may be secret)"
                )
            }
            None => "a text (not shown because it may be secret)".to_owned(),
        },
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table of keys".to_owned(),
        other => other.to_string(),
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::String(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Boolean(value) => Unexpected::Bool(*value),
        Value::Array(_) => Unexpected::Seq,
        Value::Table(_) => Unexpected::Map,
        Value::Datetime(_) => Unexpected::Other("a date"),
    }
}

/// Deserializes a single value. Rejects dates, because no key takes a date.
struct ValueReader<'a>(&'a Value);

impl<'de> IntoDeserializer<'de, ReadError> for ValueReader<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Value::String(text) => visitor.visit_str(text),
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Boolean(value) => visitor.visit_bool(*value),
            Value::Table(table) => TableReader(table).deserialize_any(visitor),
            Value::Array(list) => {
                visitor.visit_seq(SeqDeserializer::new(list.iter().map(ValueReader)))
            }
            Value::Datetime(_) => Err(ReadError::invalid_type(unexpected(self.0), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.0 {
            Value::String(text) => {
                let name: StrDeserializer<'_, ReadError> = text.as_str().into_deserializer();
                visitor.visit_enum(name)
            }
            // No key takes an enum whose variants contain data.
            other => Err(ReadError::not_a_variant(unexpected(other), variants)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct TableReader<'a>(&'a Table);

impl<'de> Deserializer<'de> for TableReader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_map(Entries {
            left: self.0.iter(),
            current: None,
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The entries of a table that have not been read yet.
struct Entries<'a> {
    left: toml::map::Iter<'a, String, Value>,
    /// The entry whose key has been read, but whose value has not.
    current: Option<(&'a String, &'a Value)>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        self.current = self.left.next();
        let Some((key, _)) = self.current else {
            return Ok(None);
        };
        let key: StrDeserializer<'_, ReadError> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        // Serde asks for a value only after its key.
        let (key, value) = self.current.take().expect("a key was read first");
        seed.deserialize(ValueReader(value))
            .map_err(|error| error.below(key))
    }
}

/// A whole number from `MIN` to `MAX`, checked when it is deserialized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Number<MIN, MAX> {
    pub fn get(self) -> u64 {
        self.0
    }

    pub fn to_size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Number<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor::<MIN, MAX>)
    }
}

struct NumberVisitor<const MIN: u64, const MAX: u64>;

impl<const MIN: u64, const MAX: u64> Visitor<'_> for NumberVisitor<MIN, MAX> {
    type Value = Number<MIN, MAX>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a whole number from {MIN} to {MAX}")
    }

    fn visit_i64<E: serde::de::Error>(self, found: i64) -> Result<Self::Value, E> {
        let number = u64::try_from(found)
            .ok()
            .filter(|number| (MIN..=MAX).contains(number));
        let refused = || E::invalid_value(Unexpected::Signed(found), &self);
        number.map(Number).ok_or_else(refused)
    }

    fn visit_u64<E: serde::de::Error>(self, found: u64) -> Result<Self::Value, E> {
        self.visit_i64(i64::try_from(found).unwrap_or(i64::MAX))
    }
}
