//! The settings of the HTTP server for operators.

use std::net::SocketAddr;

use serde::de::{Deserialize, Deserializer};

use super::text_setting::read_text;

const OFF: &str = "off";

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Monitor {
    pub listen: ListenAddress,
}

/// An address to listen on; `None` if the server is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAddress(pub Option<SocketAddr>);

impl<'de> Deserialize<'de> for ListenAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = "\"off\", or an address with a port such as \"127.0.0.1:9464\"";
        read_text(deserializer, allowed, |text| match text {
            OFF => Some(Self(None)),
            address => Some(Self(Some(address.parse().ok()?))),
        })
    }
}
