//! Validates the bodies of requests: every field that Discord would refuse is an error 50035, and so is
//! every field that the sandbox does not have. It is the only check of bodies, and shares no code with the bot.
//!
//! Nothing here changes the world. `form_errors` collects the errors.

pub(crate) mod command_validation;
pub(crate) mod components;
pub(crate) mod emoji_form;
pub(crate) mod form_errors;
pub(crate) mod mentions;
pub(crate) mod message_form;
