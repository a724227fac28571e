//! The requests that a person can make about their stored data.

use std::str::FromStr;

rules::named! {
    /// A person's request about their stored data, in the order listed by the command.
    pub enum DataRequest {
        /// Send the person everything stored about them.
        Extract = "data",
        /// Erase the person. Requires confirmation.
        Forget = "forget",
    }
}

/// The error for a word that does not name a [`DataRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no request of that name")]
pub struct UnknownDataRequestError;

impl FromStr for DataRequest {
    type Err = UnknownDataRequestError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::from_id(word).ok_or(UnknownDataRequestError)
    }
}
