//! The requests that a person can make about their stored data.

use std::str::FromStr;

/// A request of a person about their stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataRequest {
    /// Send me everything that is stored about me.
    Extract,
    /// Forget me. It is to be confirmed first.
    Forget,
}

impl DataRequest {
    /// Every request, as the command lists them.
    pub const ALL: [Self; 2] = [Self::Extract, Self::Forget];

    /// Returns the value of the command's choice.
    pub fn id(self) -> &'static str {
        match self {
            Self::Extract => "data",
            Self::Forget => "forget",
        }
    }
}

/// The error of parsing a [`DataRequest`] from a word that names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no request of that name")]
pub struct UnknownDataRequestError;

impl FromStr for DataRequest {
    type Err = UnknownDataRequestError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|request| request.id() == word);
        found.ok_or(UnknownDataRequestError)
    }
}
