//! The settings of the HTTP server for interactions.

use serde::de::{Deserialize, Deserializer};

use super::monitor::ListenAddress;
use super::public_key::PublicKey;
use super::read_text;

/// The text by which Discord is asked for the key.
const FROM_DISCORD: &str = "discord";

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    pub listen: ListenAddress,
    /// The key by which Discord signs them.
    pub public_key: PublicKeySetting,
}

/// The origin of the key by which interactions are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicKeySetting {
    /// Discord is asked for it at the start.
    FromDiscord,
    /// The operator's own copy.
    Fixed(PublicKey),
}

impl<'de> Deserialize<'de> for PublicKeySetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = "\"discord\", or the 64 hexadecimal digits of the application's Public Key";
        read_text(deserializer, allowed, |text| match text {
            FROM_DISCORD => Some(Self::FromDiscord),
            key => key.parse().ok().map(Self::Fixed),
        })
    }
}
