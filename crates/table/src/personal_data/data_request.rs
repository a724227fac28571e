//! The requests that a person can make about their stored data.

use std::str::FromStr;

rules::named! {
    /// A person's request about their stored data, in the order listed by the command.
    pub enum DataRequest {
        /// Send me everything stored about me.
        Extract = "data",
        /// Forget me. Needs a confirmation.
        Forget = "forget",
    }
}

/// The error for a word that names no [`DataRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no request of that name")]
pub struct UnknownDataRequestError;

impl FromStr for DataRequest {
    type Err = UnknownDataRequestError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::from_id(word).ok_or(UnknownDataRequestError)
    }
}
