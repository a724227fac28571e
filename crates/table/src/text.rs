//! The text of screens and commands: typed messages ([`Message`]), formatted from the Fluent files in `locales/`, one
//! folder per language. Sentences for players are neither written in the code nor assembled there. CONTRIBUTING.md
//! explains how to add a language; `build.rs` embeds the folders.

mod argument;
mod card_names;
pub(crate) mod card_rows;
mod card_search;
pub(crate) mod card_texts;
#[cfg(any(test, feature = "text-check"))]
pub mod check;
mod command;
mod escape;
mod language;
mod locale;
mod lookalikes;
mod message;
mod option_names;
mod translation;

pub(crate) use argument::{
    BoldName, Called, CardName, CardWithEmoji, Countdown, CountedCard, DeckName, Duration,
    KnownPerson, List, Name, PlainName, ShownName, Verbatim,
};
pub use command::{Command, CommandText, MenuCommand, Parameter};
pub use language::Language;
pub use locale::Locale;
pub(crate) use lookalikes::lookalikes;
#[cfg(test)]
pub(crate) use message::DECLARED_MESSAGES;
pub(crate) use message::Message;
