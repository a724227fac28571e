//! The error and future types of the settings ports, in [`crate::preferences`] and [`crate::pages::settings`].

use std::pin::Pin;

/// The store could not read or write settings, for this reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read or write the settings: {0}")]
pub struct SettingsError(pub String);

/// The future that the ports' methods return. Boxed, so that the ports can be used as `dyn`.
pub type SettingsFuture<'s, T> =
    Pin<Box<dyn Future<Output = Result<T, SettingsError>> + Send + 's>>;
