//! Validates the bodies of requests: every field that Discord would refuse is an error 50035.
//!
//! Nothing here changes the world. `form_errors` collects the errors, `twilight_check` checks a
//! second time with independent code.

pub(crate) mod command_validation;
pub(crate) mod components;
pub(crate) mod embeds;
pub(crate) mod emoji_form;
pub(crate) mod form_errors;
pub(crate) mod mentions;
pub(crate) mod message_form;
pub(crate) mod modals;
pub(crate) mod twilight_check;
