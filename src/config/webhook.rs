//! The settings of the HTTP server for interactions.

use std::net::SocketAddr;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};

use super::monitor::ListenAddress;
use super::public_key::PublicKey;

/// The text by which Discord is asked for the key.
const FROM_DISCORD: &str = "discord";
/// The text by which the other processes use the address that is listened on.
const AS_LISTEN: &str = "listen";

/// The HTTP server for interactions.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// The address on which interactions are received, in place of the gateway.
    pub listen: ListenAddress,
    /// The key by which Discord signs them.
    pub public_key: PublicKeySetting,
    /// The address at which the other processes reach this one.
    pub peer_address: PeerAddress,
}

/// The origin of the key by which interactions are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicKeySetting {
    /// Discord is asked for it at the start.
    FromDiscord,
    /// The operator's own copy.
    Fixed(PublicKey),
}

/// The address at which the other processes on the same journal reach this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddress(Option<SocketAddr>);

impl PeerAddress {
    /// Returns the address for a process that listens on `listening`; none if that stands for every
    /// address of the machine and nothing else is set.
    pub fn of(self, listening: SocketAddr) -> Option<SocketAddr> {
        self.0
            .or_else(|| (!listening.ip().is_unspecified()).then_some(listening))
    }
}

impl<'de> Deserialize<'de> for PublicKeySetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == FROM_DISCORD {
            return Ok(Self::FromDiscord);
        }
        let allowed = &"\"discord\", or the 64 hexadecimal digits of the application's Public Key";
        let key = text.parse().map(Self::Fixed);
        key.map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), allowed))
    }
}

impl<'de> Deserialize<'de> for PeerAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"\"listen\", or an address with a port such as \"10.0.0.3:8080\"";
        match text.as_str() {
            AS_LISTEN => Ok(Self(None)),
            text => match text.parse::<SocketAddr>() {
                Ok(address) if !address.ip().is_unspecified() => Ok(Self(Some(address))),
                _ => Err(D::Error::invalid_value(Unexpected::Str(text), allowed)),
            },
        }
    }
}
