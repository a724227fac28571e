//! `Display` for screens: plain text for snapshots and failed tests. The label of a disabled button is between dashes.
//! All emoji are Unicode. Never shown to players.

use std::fmt;

use super::element::{Button, Element, Screen, Select, SelectOption};
use super::emoji::{Emoji, expand_to_unicode};

impl fmt::Display for Screen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "[{:?}]", self.accent)?;
        self.elements
            .iter()
            .try_for_each(|element| writeln!(formatter, "{element}"))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(&expand_to_unicode(text)),
            Self::Illustrated(illustrated) => write!(
                formatter,
                "{}\n    [{}: {}]",
                expand_to_unicode(&illustrated.text),
                illustrated.picture.unicode(),
                illustrated.alt
            ),
            Self::EmojiRow(row) => formatter.write_str(&expand_to_unicode(&Self::row_text(row))),
            Self::Chart { alt, .. } | Self::Picture { alt, .. } => {
                write!(formatter, "[picture: {alt}]")
            }
            Self::Separator => formatter.write_str("────────"),
            Self::Buttons(buttons) => {
                let row: Vec<_> = buttons.iter().map(ToString::to_string).collect();
                formatter.write_str(&row.join(" "))
            }
            Self::Select(select) => select.fmt(formatter),
        }
    }
}

impl fmt::Display for Button {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = with_emoji(self.emoji, &self.label);
        if self.enabled {
            write!(formatter, "( {label} )")
        } else {
            write!(formatter, "(- {label} -)")
        }
    }
}

impl fmt::Display for Select {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "[ {} ▾ ]", self.placeholder)?;
        self.options
            .iter()
            .try_for_each(|option| write!(formatter, "\n  {option}"))
    }
}

impl fmt::Display for SelectOption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.chosen { '●' } else { '○' };
        write!(formatter, "{mark} {}", with_emoji(self.emoji, &self.label))?;
        self.description
            .iter()
            .try_for_each(|line| write!(formatter, " ({line})"))
    }
}

fn with_emoji(emoji: Option<Emoji>, label: &str) -> String {
    emoji.map_or_else(
        || label.to_owned(),
        |emoji| format!("{} {label}", emoji.unicode()),
    )
}
