//! The requests that a person can make about their stored data.

use std::str::FromStr;

rules::named! {
    /// A request of a person about their stored data, as the command lists them.
    pub enum DataRequest {
        /// Send me everything that is stored about me.
        Extract = "data",
        /// Forget me. It is to be confirmed first.
        Forget = "forget",
    }
}

/// The error of parsing a [`DataRequest`] from a word that names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no request of that name")]
pub struct UnknownDataRequestError;

impl FromStr for DataRequest {
    type Err = UnknownDataRequestError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::from_id(word).ok_or(UnknownDataRequestError)
    }
}
