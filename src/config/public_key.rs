//! The public key of an application, by which Discord signs interactions that it sends by HTTP.

use std::fmt;
use std::str::FromStr;

const KEY_BYTES: usize = 32;

/// An Ed25519 public key. Not a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; KEY_BYTES]);

/// The text is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public key is 64 hexadecimal digits")]
pub struct PublicKeyError;

impl PublicKey {
    pub fn to_bytes(self) -> [u8; KEY_BYTES] {
        self.0
    }
}

impl FromStr for PublicKey {
    type Err = PublicKeyError;

    fn from_str(text: &str) -> Result<Self, PublicKeyError> {
        parse_hexadecimal(text).map(Self).ok_or(PublicKeyError)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Returns the bytes that so many pairs of hexadecimal digits stand for; none for any other text.
pub(crate) fn parse_hexadecimal<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let digit = |letter: u8| char::from(letter).to_digit(16);
        *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_and_shown_as_64_hexadecimal_digits() {
        let text = "00ff10ab".repeat(8);
        let key: PublicKey = text.parse().expect("a key");
        assert_eq!(key.to_bytes()[..4], [0x00, 0xff, 0x10, 0xab]);
        assert_eq!(key.to_string(), text);
        assert_eq!(text.to_uppercase().parse(), Ok(key));
    }

    #[test]
    fn other_texts_are_no_keys() {
        let short = "0".repeat(63);
        let long = "0".repeat(65);
        let not_hexadecimal = "0g".repeat(32);
        let signs = "+1".repeat(32);
        let wide = "é".repeat(32);
        for text in ["", &short, &long, &not_hexadecimal, &signs, &wide] {
            assert_eq!(text.parse::<PublicKey>(), Err(PublicKeyError), "{text}");
        }
    }
}
