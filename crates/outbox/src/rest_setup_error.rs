//! The reasons for which the REST client cannot be set up at the start.

/// The REST client could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum RestSetupError {
    /// The TLS library found no usable setup on this system.
    #[error("the system's TLS cannot be set up")]
    Tls,
    /// The token has characters that no HTTP header may have.
    #[error("the token cannot be sent in an HTTP header")]
    Token,
}
