//! Why no table was opened.

use crate::game_quota::GameQuotaError;

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// The channel has a table whose game is not over.
    #[error("the channel has a running table")]
    Occupied {
        /// The id of that table's message, if it is known yet.
        message: Option<u64>,
    },
    /// A limit does not allow one more table.
    #[error(transparent)]
    Quota(#[from] GameQuotaError),
    /// The journal or the operating system's randomness is not available, or the options make no table.
    #[error("a table cannot be opened now")]
    Unavailable,
}
