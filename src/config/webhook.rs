//! The settings of the HTTP server for interactions.

use std::net::{IpAddr, SocketAddr};

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
pub enum PeerAddress {
    /// The one that is listened on.
    Listening,
    /// This one, with the port that is listened on.
    Host(IpAddr),
    /// This one.
    Socket(SocketAddr),
}

impl PeerAddress {
    /// Returns the address for a process that listens on `listening`; none if that stands for every
    /// address of the machine and nothing else is set.
    pub fn of(self, listening: SocketAddr) -> Option<SocketAddr> {
        match self {
            Self::Listening => (!listening.ip().is_unspecified()).then_some(listening),
            Self::Host(host) => Some(SocketAddr::new(host, listening.port())),
            Self::Socket(address) => Some(address),
        }
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
        let allowed = &"\"listen\", or an address such as \"10.0.0.3\", with or without a port";
        if text == AS_LISTEN {
            return Ok(Self::Listening);
        }
        let host = text.parse().map(Self::Host);
        let address = host.or_else(|_| text.parse().map(Self::Socket));
        let everywhere = |address: &Self| match address {
            Self::Listening => false,
            Self::Host(host) => host.is_unspecified(),
            Self::Socket(address) => address.ip().is_unspecified(),
        };
        match address {
            Ok(address) if !everywhere(&address) => Ok(address),
            _ => Err(D::Error::invalid_value(Unexpected::Str(&text), allowed)),
        }
    }
}
