//! Why no table was opened.

use crate::game_quota::GameQuotaError;

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// A limit does not allow one more table.
    #[error(transparent)]
    Quota(#[from] GameQuotaError),
    /// The journal or the operating system's randomness is not available, or the options make no table.
    #[error("a table cannot be opened now")]
    Unavailable,
}
