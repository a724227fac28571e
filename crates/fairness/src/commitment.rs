//! A game's secret, which is fixed before the players' shares are known, and the public commitment
//! to it. `Debug` never prints a secret.

use std::fmt;
use std::str::FromStr;

use data_encoding::{BASE32, HEXLOWER_PERMISSIVE};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const TAG: &[u8] = b"kittens/1/commitment\0";

/// Identifies the game that a secret belongs to. Tables are numbered within their channel and games within their table,
/// so that a game cannot be dealt and then discarded unnoticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameId {
    /// The channel's Discord id, or 0 for the Kitten of the day.
    pub channel: u64,
    /// The number of the table in its channel, counted from 1.
    pub table: u32,
    /// The number of the game at its table, counted from 1.
    pub game: u32,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}.{}", self.channel, self.table, self.game)
    }
}

/// The error for a string that is not the id of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game id of the form CHANNEL/TABLE.GAME")]
pub struct GameIdError;

impl FromStr for GameId {
    type Err = GameIdError;

    /// Accepts ids only in the form that `Display` writes, without a `+` or leading zeros. Tables and games are
    /// numbered from 1. Channel 0 stands for the Kitten of the day, whose tables have one game each.
    fn from_str(text: &str) -> Result<GameId, GameIdError> {
        let read = || {
            let (channel, numbers) = text.split_once('/')?;
            let (table, game) = numbers.split_once('.')?;
            Some(GameId {
                channel: channel.parse().ok()?,
                table: table.parse().ok()?,
                game: game.parse().ok()?,
            })
        };
        let is_possible =
            |id: &GameId| id.table > 0 && id.game > 0 && (id.channel > 0 || id.game == 1);
        let id = read().filter(|id| is_possible(id) && id.to_string() == text);
        id.ok_or(GameIdError)
    }
}

/// 32 random bytes that must stay secret until the game is over. Serialized as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Secret([u8; 32]);

/// The error for a string that is not the hexadecimal form of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub struct SecretError;

impl Secret {
    /// Creates a secret from bytes, which must come from a secure generator.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub fn commitment(&self, game: GameId) -> Commitment {
        let mut hash = Sha256::new_with_prefix(TAG);
        hash.update(game.to_string());
        hash.update([0]);
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        HEXLOWER_PERMISSIVE.encode(&secret.0)
    }
}

impl TryFrom<String> for Secret {
    type Error = SecretError;

    fn try_from(text: String) -> Result<Secret, SecretError> {
        let bytes = HEXLOWER_PERMISSIVE
            .decode(text.as_bytes())
            .ok()
            .and_then(|bytes| bytes.try_into().ok());
        bytes.map(Secret).ok_or(SecretError)
    }
}

/// A hash that commits to a secret without revealing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Returns the whole hash as 64 hexadecimal digits.
    pub fn to_hex(self) -> String {
        HEXLOWER_PERMISSIVE.encode(&self.0)
    }
}

/// The length of a commitment as shown at a table. Finding two secrets whose shown commitments are equal takes about
/// 2⁷⁰ attempts.
const SHOWN: usize = 28;

impl fmt::Display for Commitment {
    /// Writes the form shown at a table: 28 letters and digits, which Discord does not interpret as markup.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE32.encode(&self.0)[..SHOWN])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId {
        channel: 1234,
        table: 5,
        game: 1,
    };

    #[test]
    fn the_commitment_depends_on_the_secret_the_channel_and_the_number() {
        let secret = Secret::new([7; 32]);
        let next_game = GameId { game: 2, ..GAME };
        let other_channel = GameId {
            channel: 123,
            table: 45,
            ..GAME
        };
        let commitments = [
            secret.commitment(GAME),
            secret.commitment(next_game),
            secret.commitment(other_channel),
            Secret::new([8; 32]).commitment(GAME),
        ];
        for (index, one) in commitments.iter().enumerate() {
            assert!(!commitments[..index].contains(one));
        }
    }

    #[test]
    fn an_id_is_read_as_it_was_written_and_in_no_other_form() {
        assert_eq!("1234/5.1".parse(), Ok(GAME));
        let (channel, table, game) = (0, 35, 1);
        let day = GameId {
            channel,
            table,
            game,
        };
        assert_eq!("0/35.1".parse(), Ok(day));
        for wrong in [
            "",
            "1234",
            "1234/5",
            "1234/05.1",
            "01234/5.1",
            "1234/0.1",
            "1234/5.0",
            "0/0.1",
            "0/35.2",
            "+1234/5.1",
            "1234/5.1 ",
            "1234/5.1.1",
        ] {
            assert_eq!(wrong.parse::<GameId>(), Err(GameIdError), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_read_as_it_was_written_and_never_shown_by_debug() {
        let secret = Secret::new([0xAB; 32]);
        let text = String::from(secret.clone());
        assert_eq!(text, "ab".repeat(32));
        assert_eq!(Secret::try_from(text), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        for wrong in ["", "ab", &"ab".repeat(33), &"xy".repeat(32)] {
            assert_eq!(Secret::try_from(wrong.to_owned()), Err(SecretError));
        }
    }
}
