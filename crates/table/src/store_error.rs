//! The error and future types shared by the settings ports, [`crate::preferences`] and [`crate::pages::settings`].

use std::pin::Pin;

/// The store failed; the previously stored settings are unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read or write the settings: {0}")]
pub struct SettingsError(pub String);

/// The future that the ports' methods return. Boxed, so that the ports can be used as `dyn`.
pub type SettingsFuture<'s, T> =
    Pin<Box<dyn Future<Output = Result<T, SettingsError>> + Send + 's>>;
