//! The address of Discord's REST API.

use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};

/// A scheme and a host, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiUrl(String);

impl ApiUrl {
    /// Returns the address to put before `/api/v10`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An address that no request can be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an http or https address")]
pub struct ApiUrlError;

impl FromStr for ApiUrl {
    type Err = ApiUrlError;

    /// Takes the address with or without `/api/v10`, which many servers print behind it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = reqwest::Url::parse(text).map_err(|_| ApiUrlError)?;
        let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        if !plain || !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(ApiUrlError);
        }
        let base = text.trim_end_matches('/');
        let base = base.strip_suffix("/v10").unwrap_or(base);
        Ok(Self(base.strip_suffix("/api").unwrap_or(base).to_owned()))
    }
}

impl<'de> Deserialize<'de> for ApiUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"an http:// or https:// address such as \"https://discord.com\"";
        text.parse()
            .map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_behind_the_host_is_dropped() {
        for text in [
            "http://localhost:1",
            "http://localhost:1/",
            "http://localhost:1/api/v10/",
        ] {
            let url: ApiUrl = text.parse().unwrap();
            assert_eq!(url.as_str(), "http://localhost:1");
        }
    }

    #[test]
    fn an_address_with_a_user_a_query_or_another_scheme_is_refused() {
        for text in ["http://bot@host", "http://host?a=b", "ftp://host", "host"] {
            assert_eq!(text.parse::<ApiUrl>(), Err(ApiUrlError), "{text}");
        }
    }
}
