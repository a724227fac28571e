//! The error and the future of the ports behind which settings are stored: those of people
//! ([`crate::preferences`]) and those of servers ([`crate::server_settings`]).

use std::pin::Pin;

/// The store failed; the settings stored before are unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the settings cannot be used: {0}")]
pub struct SettingsError(pub String);

/// The boxed future that the methods of the ports return, so that the traits can be a `dyn`.
pub type SettingsFuture<'s, T> =
    Pin<Box<dyn Future<Output = Result<T, SettingsError>> + Send + 's>>;
