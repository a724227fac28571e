//! What may stand in a message: each kind of value knows how it is written, so that a name is
//! always escaped and a card always has the name of its edition and language.

use fluent_bundle::FluentValue;
use rules::{EditionId, Title};

use crate::ids::{Millis, UserId};
use crate::screen::Emoji;

use super::{Language, Message};

/// A value that a message can hold.
pub(crate) trait Argument {
    /// As Fluent takes it, worded for this language.
    fn value(&self, language: &Language) -> FluentValue<'static>;
}

/// A person's display name: shown as written, whatever markdown or mention it imitates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'a>(pub(crate) &'a str);

/// A display name in bold, for lists of names, which may stand at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bold<'a>(pub(crate) &'a str);

/// A name for labels of buttons and options, where Discord reads no markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label<'a>(pub(crate) &'a str);

/// The one person whom a message may really mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention(pub(crate) UserId);

/// A card's name in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) title: Title,
    pub(crate) edition: EditionId,
}

/// A card's name after its picture, for lists of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Picture(pub(crate) Card);

/// A point in time that Discord counts down to in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Countdown(pub(crate) Millis);

/// A length of time, in its largest whole unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duration(pub(crate) Millis);

/// Several values, joined as the language joins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// Words that are already in the reader's language, such as another message's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) String);

impl Argument for Name<'_> {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        escaped(self.0).into()
    }
}

impl Argument for Bold<'_> {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        format!("**{}**", escaped(self.0)).into()
    }
}

impl Argument for Label<'_> {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        self.0.to_owned().into()
    }
}

impl Argument for Mention {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        format!("<@{}>", self.0).into()
    }
}

impl Argument for Card {
    fn value(&self, language: &Language) -> FluentValue<'static> {
        language.card(self.title, self.edition).into()
    }
}

impl Argument for Picture {
    fn value(&self, language: &Language) -> FluentValue<'static> {
        let Card { title, edition } = self.0;
        format!(
            "{} {}",
            Emoji::Card(title).unicode(),
            language.card(title, edition)
        )
        .into()
    }
}

impl Argument for EditionId {
    fn value(&self, language: &Language) -> FluentValue<'static> {
        language.edition(*self).into()
    }
}

impl Argument for Countdown {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        format!("<t:{}:R>", self.0.as_seconds()).into()
    }
}

impl Argument for Duration {
    fn value(&self, language: &Language) -> FluentValue<'static> {
        let seconds = self.0.as_seconds();
        let amount = |unit: u64| u32::try_from(seconds / unit).unwrap_or(u32::MAX);
        let message = match seconds {
            0..120 => Message::DurationSeconds { amount: amount(1) },
            120..3600 => Message::DurationMinutes { amount: amount(60) },
            3600.. => Message::DurationHours {
                amount: amount(3600),
            },
        };
        language.say(&message).into()
    }
}

impl Argument for Words {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        self.0.clone().into()
    }
}

impl Argument for u32 {
    fn value(&self, _: &Language) -> FluentValue<'static> {
        (*self).into()
    }
}

impl<T: Argument> Argument for List<T> {
    fn value(&self, language: &Language) -> FluentValue<'static> {
        let words = self.0.iter().map(|item| shown(item.value(language)));
        join(words.collect(), language).into()
    }
}

fn shown(value: FluentValue<'static>) -> String {
    match value {
        FluentValue::String(text) => text.into_owned(),
        FluentValue::Number(number) => number.as_string().into_owned(),
        _ => String::new(),
    }
}

/// "a", "a and b", "a, b and c", each joint a message of its own.
fn join(mut words: Vec<String>, language: &Language) -> String {
    let Some(last) = words.pop() else {
        return String::new();
    };
    let joint = |first: String, next: String| Message::ListMore {
        first: Words(first),
        next: Words(next),
    };
    let Some(front) = words
        .into_iter()
        .reduce(|first, next| language.say(&joint(first, next)))
    else {
        return last;
    };
    language.say(&Message::ListLast {
        first: Words(front),
        last: Words(last),
    })
}

/// A name with nothing left that Discord would read as markdown, a link or a mention. It is
/// meant for the middle of a line: what only counts at a line's start stays as it is.
pub(crate) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    let is_right_to_left = name.chars().any(runs_right_to_left);
    text.extend(is_right_to_left.then_some('\u{2068}'));
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => text.extend(['\\', character]),
            ':' if characters.peek() == Some(&'/') => text.push_str("\\:"),
            // The invisible space keeps `@everyone` from being read as one word.
            '@' => text.push_str("@\u{200b}"),
            '\n' | '\r' => text.push(' '),
            other => text.push(other),
        }
    }
    text.extend(is_right_to_left.then_some('\u{2069}'));
    text
}

/// Whether a letter would turn the numbers beside it around, unless its name is set apart.
fn runs_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_as_it_was_written() {
        assert_eq!(
            escaped("*a*_b_~c~`d`|e|"),
            "\\*a\\*\\_b\\_\\~c\\~\\`d\\`\\|e\\|"
        );
        assert_eq!(escaped("Jean-Luc (he)"), "Jean-Luc (he)");
    }

    #[test]
    fn a_name_is_no_mention_and_no_link() {
        assert_eq!(escaped("@everyone"), "@\u{200b}everyone");
        assert_eq!(escaped("<@1>"), "\\<@\u{200b}1>");
        assert_eq!(escaped("[x](https://y)"), "\\[x\\](https\\://y)");
    }

    #[test]
    fn a_right_to_left_name_is_set_apart() {
        assert_eq!(escaped("דנה"), "\u{2068}דנה\u{2069}");
    }
}
