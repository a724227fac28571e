//! Every word people read, by typed keys from Fluent files in `locales/`, one folder a language.
//! It must never hold a sentence of its own, nor glue one together from pieces.

pub mod check;
mod command;
mod language;
mod locale;
mod message;
mod names;
mod search;
mod value;

pub use command::{Command, CommandText, Parameter};
pub use language::Language;
pub use locale::Locale;
#[cfg(test)]
pub(crate) use message::DECLARED;
pub(crate) use message::Message;
pub(crate) use value::{
    Bold, Card, Countdown, Duration, Label, List, Mention, Name, Picture, Words,
};
