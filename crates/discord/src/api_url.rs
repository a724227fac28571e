//! The address of Discord's REST API. The bot's token may only be sent over TLS, or to a server on this machine. A
//! similar rule applies to the gateway's address, which the API returns.

use std::net::IpAddr;
use std::str::FromStr;

use reqwest::Url;
use serde::de::{Deserialize, Deserializer, Error as _};

/// The base URL of the API, without a trailing slash or `/api/v10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiUrl {
    base: String,
    is_loopback: bool,
}

/// The reason why the token may not be sent to an address. The message completes a sentence and never repeats the
/// address, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiUrlError {
    #[error("not an http:// or https:// address such as \"https://discord.com\"")]
    NotAnAddress,
    #[error("an address with \"?\" or \"#\", which no API has")]
    HasQuery,
    #[error("an address with a user or a password, which Discord does not ask for")]
    HasCredentials,
    #[error("an http:// address of another machine, where only https:// is allowed")]
    NotEncrypted,
}

/// The reason why the gateway's address is refused. The message completes a sentence about the gateway and never
/// repeats the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayUrlError {
    #[error("has an address that is not a WebSocket address")]
    NotAnAddress,
    #[error("has an address with a user or a password")]
    HasCredentials,
    #[error("has an address without TLS")]
    NotEncrypted,
}

impl ApiUrl {
    /// Returns the URL to which `/api/v10` is appended.
    pub fn as_str(&self) -> &str {
        &self.base
    }

    /// Returns true if the API is on this machine, for example in the sandbox or a test.
    pub fn is_loopback(&self) -> bool {
        self.is_loopback
    }

    /// Returns the base URL of emojis and avatars, without a trailing slash. Discord has a separate host for them;
    /// other servers, such as the sandbox, serve them under `/cdn`.
    pub fn cdn(&self) -> String {
        let url = Url::parse(&self.base).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        if host == "discord.com" || host.ends_with(".discord.com") {
            "https://cdn.discordapp.com".to_owned()
        } else {
            format!("{}/cdn", self.base)
        }
    }

    /// Checks the gateway address returned by this API. If it does not use TLS, both the gateway and the API must be on
    /// this machine.
    pub fn check_gateway(&self, text: &str) -> Result<(), GatewayUrlError> {
        let url = Url::parse(text).map_err(|_| GatewayUrlError::NotAnAddress)?;
        if has_credentials(&url) {
            return Err(GatewayUrlError::HasCredentials);
        }
        match url.scheme() {
            "wss" if url.has_host() => Ok(()),
            "ws" if self.is_loopback && is_loopback(&url) => Ok(()),
            "ws" => Err(GatewayUrlError::NotEncrypted),
            _ => Err(GatewayUrlError::NotAnAddress),
        }
    }
}

impl FromStr for ApiUrl {
    type Err = ApiUrlError;

    /// Accepts an address with or without a trailing `/api` or `/api/v10`, which is dropped.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| ApiUrlError::NotAnAddress)?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(ApiUrlError::NotAnAddress);
        }
        if has_credentials(&url) {
            return Err(ApiUrlError::HasCredentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(ApiUrlError::HasQuery);
        }
        let is_loopback = is_loopback(&url);
        if url.scheme() == "http" && !is_loopback {
            return Err(ApiUrlError::NotEncrypted);
        }
        // Uses the parsed URL, because the text may contain characters that the parser skips.
        let given = url.as_str().trim_end_matches('/');
        let unversioned = given.strip_suffix("/v10").unwrap_or(given);
        let base = unversioned.strip_suffix("/api").unwrap_or(unversioned);
        Ok(Self {
            base: base.to_owned(),
            is_loopback,
        })
    }
}

fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Returns true for `localhost`, 127.0.0.0/8 and ::1. No other name counts, because it may resolve to another machine.
fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl<'de> Deserialize<'de> for ApiUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> ApiUrlError {
        text.parse::<ApiUrl>().expect_err(text)
    }

    #[test]
    fn the_version_behind_the_host_is_dropped() {
        for text in [
            "http://localhost:1",
            "http://localhost:1/",
            "http://localhost:1/api/v10/",
            " http://local\thost:1/api",
        ] {
            let url: ApiUrl = text.parse().unwrap();
            assert_eq!(url.as_str(), "http://localhost:1");
        }
    }

    #[test]
    fn an_address_with_a_query_or_another_scheme_is_refused() {
        assert_eq!(refusal("https://host?a=b"), ApiUrlError::HasQuery);
        assert_eq!(refusal("https://host#a"), ApiUrlError::HasQuery);
        for text in ["ftp://host", "host", "https://", "file:///etc/passwd", ""] {
            assert_eq!(refusal(text), ApiUrlError::NotAnAddress);
        }
    }

    #[test]
    fn an_address_with_a_user_or_a_password_is_refused() {
        for text in [
            "https://bot@host",
            "https://bot:secret@host",
            "https://:secret@host",
            "http://bot:secret@127.0.0.1:1",
            "http://localhost:1@example.com",
        ] {
            assert_eq!(refusal(text), ApiUrlError::HasCredentials);
        }
    }

    #[test]
    fn an_address_without_tls_must_be_on_this_machine() {
        for text in [
            "http://127.0.0.1:1",
            "http://127.200.3.4",
            "http://127.1",
            "http://[::1]:1",
            "http://LOCALHOST",
        ] {
            assert!(text.parse::<ApiUrl>().unwrap().is_loopback(), "{text}");
        }
        for text in [
            "http://discord.com",
            "http://192.168.0.7:1",
            "http://0.0.0.0:1",
            "http://[::ffff:127.0.0.1]",
            "http://localhost.example.com",
            "http://127.0.0.1.example.com",
            "http://localhost.",
        ] {
            assert_eq!(refusal(text), ApiUrlError::NotEncrypted, "{text}");
        }
        let discord: ApiUrl = "https://discord.com".parse().unwrap();
        assert!(!discord.is_loopback());
    }

    #[test]
    fn discords_pictures_are_on_a_host_of_their_own() {
        let discords = "https://cdn.discordapp.com";
        for (api, cdn) in [
            ("https://discord.com", discords),
            ("https://canary.discord.com/api", discords),
            ("http://127.0.0.1:1/api/v10", "http://127.0.0.1:1/cdn"),
            ("https://notdiscord.com", "https://notdiscord.com/cdn"),
        ] {
            assert_eq!(api.parse::<ApiUrl>().unwrap().cdn(), cdn);
        }
    }

    #[test]
    fn a_gateway_without_tls_must_be_on_this_machine_as_the_api() {
        let discord: ApiUrl = "https://discord.com".parse().unwrap();
        let local: ApiUrl = "http://127.0.0.1:1".parse().unwrap();
        assert_eq!(discord.check_gateway("wss://gateway.discord.gg"), Ok(()));
        assert_eq!(local.check_gateway("ws://127.0.0.1:1/gateway"), Ok(()));
        for (api, gateway) in [
            (&discord, "ws://gateway.discord.gg"),
            (&discord, "ws://127.0.0.1:1"),
            (&local, "ws://gateway.example.com"),
        ] {
            let refused = api.check_gateway(gateway);
            assert_eq!(refused, Err(GatewayUrlError::NotEncrypted), "{gateway}");
        }
        for gateway in ["https://discord.com", "gateway", "", "wss://"] {
            let refused = discord.check_gateway(gateway);
            assert_eq!(refused, Err(GatewayUrlError::NotAnAddress), "{gateway}");
        }
        for gateway in ["wss://bot:secret@host", "ws://:secret@127.0.0.1:1"] {
            let refused = local.check_gateway(gateway);
            assert_eq!(refused, Err(GatewayUrlError::HasCredentials), "{gateway}");
        }
    }
}
