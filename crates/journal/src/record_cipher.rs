//! Encrypts records and other private texts before they reach the database, if the operator provides a key, so that
//! neither the database nor a backup reveals a hand. Ids, versions and times stay readable. This module does no I/O and
//! does not interpret records.
//!
//! Encrypted records look like `key:1f2e3d4c:…`, ending in the nonce and the XChaCha20-Poly1305 ciphertext in base64;
//! plain-text records are a JSON list. Table, version, schema, time and interaction are authenticated as well, so an
//! entry that was moved to another place or time cannot be read. `rows` and `people` decide when plain text is no
//! longer accepted for entries and people's details.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use chacha20poly1305::aead::{self, Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest as _, Sha256};

const KEY_BYTES: usize = 32;
/// Long enough to choose each nonce at random.
const NONCE_BYTES: usize = 24;

/// A secret key of 32 bytes. `Debug` does not print it.
#[derive(Clone)]
pub struct RecordKey([u8; KEY_BYTES]);

/// The error for a text that is not a key. The message never repeats the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key is 64 hexadecimal digits, as `openssl rand -hex 32` prints them")]
pub struct RecordKeyError;

/// The public name of a key: the first four bytes of a SHA-256 hash of it, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyId(String);

/// Encrypts and decrypts records. The first key encrypts; every key decrypts, so that a key can be replaced while games
/// run. Without keys, records stay in plain text.
#[derive(Clone, Debug, Default)]
pub struct RecordCipher {
    keys: Vec<NamedKey>,
}

#[derive(Clone)]
struct NamedKey {
    id: KeyId,
    cipher: XChaCha20Poly1305,
}

/// The place of an encrypted text in the database. It is authenticated along with the text.
pub(crate) trait SealedPlace {
    /// Encodes the place. Different kinds of places must have different lengths.
    fn to_bytes(&self) -> Vec<u8>;
}

/// The columns of an entry that are authenticated along with its records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPlace {
    pub(crate) table: u64,
    pub(crate) version: u64,
    pub(crate) schema: u16,
    pub(crate) at: u64,
    pub(crate) interaction: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OpenError {
    /// The text is encrypted with a key that the operator did not provide.
    MissingKey(KeyId),
    /// The text was changed or moved, or is in plain text where encryption is required.
    Damaged,
}

impl RecordKey {
    /// Returns the key's public name.
    pub fn id(&self) -> KeyId {
        let digest = Sha256::new()
            .chain_update(b"kittens journal key")
            .chain_update(self.0)
            .finalize();
        let digits = digest[..4].iter().map(|byte| format!("{byte:02x}"));
        KeyId(digits.collect())
    }
}

impl FromStr for RecordKey {
    type Err = RecordKeyError;

    fn from_str(text: &str) -> Result<Self, RecordKeyError> {
        if text.len() != 2 * KEY_BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(RecordKeyError);
        }
        let mut key = [0; KEY_BYTES];
        for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| RecordKeyError)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| RecordKeyError)?;
        }
        Ok(Self(key))
    }
}

impl fmt::Debug for RecordKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RecordKey({})", self.id())
    }
}

impl fmt::Debug for NamedKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "NamedKey({})", self.id)
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl RecordCipher {
    /// Returns a cipher with these keys. The first one encrypts.
    pub fn new(keys: &[RecordKey]) -> Self {
        let keys = keys.iter().map(|key| NamedKey {
            id: key.id(),
            cipher: XChaCha20Poly1305::new(&key.0.into()),
        });
        Self {
            keys: keys.collect(),
        }
    }

    /// Returns a cipher that leaves records in plain text.
    pub fn plain() -> Self {
        Self::default()
    }

    /// Returns true if records are encrypted.
    pub fn encrypts(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Encrypts a text, if there is a key.
    ///
    /// # Errors
    /// If the text exceeds 256 GiB.
    pub(crate) fn seal(
        &self,
        place: impl SealedPlace,
        records: String,
    ) -> Result<String, aead::Error> {
        let Some(key) = self.keys.first() else {
            return Ok(records);
        };
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let authenticated = place.to_bytes();
        let payload = Payload {
            msg: records.as_bytes(),
            aad: &authenticated,
        };
        let ciphertext = key.cipher.encrypt(&XNonce::from(nonce), payload)?;
        let mut stored = format!("{SEALED_MARK}{}:", key.id);
        BASE64.encode_string([nonce.as_slice(), &ciphertext].concat(), &mut stored);
        Ok(stored)
    }

    /// Decrypts a stored text. Returns plain text unchanged.
    pub(crate) fn open(
        &self,
        place: impl SealedPlace,
        stored: String,
    ) -> Result<String, OpenError> {
        let Some(sealed) = stored.strip_prefix(SEALED_MARK) else {
            return Ok(stored);
        };
        let (id, sealed) = sealed.split_once(':').ok_or(OpenError::Damaged)?;
        let key = self.find(&KeyId(id.to_owned()))?;
        let bytes = BASE64.decode(sealed).map_err(|_| OpenError::Damaged)?;
        let (nonce, ciphertext) = bytes
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(OpenError::Damaged)?;
        let authenticated = place.to_bytes();
        let payload = Payload {
            msg: ciphertext,
            aad: &authenticated,
        };
        let records = key
            .cipher
            .decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| OpenError::Damaged)?;
        String::from_utf8(records).map_err(|_| OpenError::Damaged)
    }

    /// Decrypts a text. If there is a key, refuses plain text, because a process with a key never stores this kind of
    /// text unencrypted.
    pub(crate) fn open_sealed(
        &self,
        place: impl SealedPlace,
        stored: String,
    ) -> Result<String, OpenError> {
        if self.encrypts() && !is_sealed(&stored) {
            Err(OpenError::Damaged)
        } else {
            self.open(place, stored)
        }
    }

    /// Returns the first key that records with these beginnings need but this cipher lacks; `None` if it has all
    /// of them.
    pub(crate) fn missing_key<'a>(
        &self,
        beginnings: impl IntoIterator<Item = &'a str>,
    ) -> Option<KeyId> {
        let needed = beginnings.into_iter().filter_map(key_id);
        needed.into_iter().find(|id| self.find(id).is_err())
    }

    fn find(&self, id: &KeyId) -> Result<&NamedKey, OpenError> {
        let key = self.keys.iter().find(|key| key.id == *id);
        key.ok_or_else(|| OpenError::MissingKey(id.clone()))
    }
}

/// The prefix of encrypted texts.
const SEALED_MARK: &str = "key:";

pub(crate) fn is_sealed(stored: &str) -> bool {
    stored.starts_with(SEALED_MARK)
}

fn key_id(beginning: &str) -> Option<KeyId> {
    let id = beginning.strip_prefix(SEALED_MARK)?.get(..8)?;
    Some(KeyId(id.to_owned()))
}

impl SealedPlace for EntryPlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [
            self.table,
            self.version,
            self.at,
            self.interaction.unwrap_or(0),
        ] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.schema.to_be_bytes());
        // Distinguishes no interaction from interaction 0.
        bytes.push(u8::from(self.interaction.is_some()));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: EntryPlace = EntryPlace {
        table: 7,
        version: 3,
        schema: 2,
        at: 1_000,
        interaction: Some(77),
    };
    const RECORDS: &str = r#"[{"fact":"dealt","hand":["defuse"]}]"#;

    fn key(digit: char) -> RecordKey {
        let digits: String = std::iter::repeat_n(digit, 64).collect();
        digits.parse().expect("64 digits are a key")
    }

    fn sealed(cipher: &RecordCipher) -> String {
        let sealed = cipher.seal(PLACE, RECORDS.to_owned());
        sealed.expect("the records are short")
    }

    #[test]
    fn sealed_records_can_be_read_with_the_key_and_show_nothing_without_it() {
        let cipher = RecordCipher::new(&[key('a')]);
        let stored = sealed(&cipher);
        assert!(!stored.contains("defuse"), "{stored}");
        assert_eq!(cipher.open(PLACE, stored).as_deref(), Ok(RECORDS));
    }

    #[test]
    fn the_same_records_are_never_stored_alike() {
        let cipher = RecordCipher::new(&[key('a')]);
        assert_ne!(sealed(&cipher), sealed(&cipher));
    }

    #[test]
    fn records_in_plain_text_stay_readable_with_and_without_a_key() {
        for cipher in [RecordCipher::plain(), RecordCipher::new(&[key('a')])] {
            let opened = cipher.open(PLACE, RECORDS.to_owned());
            assert_eq!(opened.as_deref(), Ok(RECORDS));
        }
        assert_eq!(sealed(&RecordCipher::plain()), RECORDS);
    }

    #[test]
    fn an_earlier_key_still_decrypts_while_the_first_one_encrypts() {
        let earlier = sealed(&RecordCipher::new(&[key('a')]));
        let both = RecordCipher::new(&[key('b'), key('a')]);
        assert_eq!(both.open(PLACE, earlier).as_deref(), Ok(RECORDS));
        let only_new = RecordCipher::new(&[key('b')]);
        assert_eq!(only_new.open(PLACE, sealed(&both)).as_deref(), Ok(RECORDS));
    }

    #[test]
    fn a_missing_key_is_named_by_its_id() {
        let stored = sealed(&RecordCipher::new(&[key('a')]));
        let other = RecordCipher::new(&[key('b')]);
        let id = key('a').id();
        let missing = other.missing_key([&stored[..12]]);
        assert_eq!(missing, Some(id.clone()));
        assert_eq!(other.open(PLACE, stored), Err(OpenError::MissingKey(id)));
        assert_eq!(other.missing_key([RECORDS, ""]), None);
    }

    #[test]
    fn records_that_were_changed_or_moved_are_refused() {
        let cipher = RecordCipher::new(&[key('a')]);
        let stored = sealed(&cipher);
        let moved = [
            EntryPlace { table: 8, ..PLACE },
            EntryPlace { schema: 1, ..PLACE },
            EntryPlace { at: 999, ..PLACE },
        ];
        let [mut later, mut unasked] = [PLACE; 2];
        (later.version, unasked.interaction) = (4, None);
        for place in moved.into_iter().chain([later, unasked]) {
            let opened = cipher.open(place, stored.clone());
            assert_eq!(opened, Err(OpenError::Damaged), "{place:?}");
        }
        for position in 13..stored.len() {
            let mut changed = stored.clone().into_bytes();
            changed[position] = if changed[position] == b'A' {
                b'B'
            } else {
                b'A'
            };
            let opened = cipher.open(PLACE, String::from_utf8(changed).unwrap());
            assert_eq!(opened, Err(OpenError::Damaged), "{position}");
        }
    }

    #[test]
    fn plain_text_is_refused_with_a_key_where_all_is_encrypted() {
        let plain = RECORDS.to_owned();
        let cipher = RecordCipher::new(&[key('a')]);
        let opened = cipher.open_sealed(PLACE, plain.clone());
        assert_eq!(opened, Err(OpenError::Damaged));
        let opened = cipher.open_sealed(PLACE, sealed(&cipher));
        assert_eq!(opened.as_deref(), Ok(RECORDS));
        let opened = RecordCipher::plain().open_sealed(PLACE, plain);
        assert_eq!(opened.as_deref(), Ok(RECORDS));
    }

    #[test]
    fn a_text_that_is_not_a_key_is_refused_without_being_repeated() {
        let short = "ab".repeat(31);
        for text in ["", "abc", &short, &"zz".repeat(32), &"é".repeat(32)] {
            let error = text.parse::<RecordKey>().expect_err("it is no key");
            assert!(text.len() < 3 || !error.to_string().contains(text));
        }
    }

    #[test]
    fn a_key_prints_its_id_only() {
        let shown = format!("{:?} {:?}", key('a'), RecordCipher::new(&[key('a')]));
        let leaks = shown.contains("aaaaaaaa") || shown.contains("170, 170");
        assert!(!leaks, "{shown}");
    }
}
