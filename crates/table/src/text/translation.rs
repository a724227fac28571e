//! Formats messages in a language, as well as two kinds of arguments that use messages: durations and lists.

use fluent_bundle::FluentValue;
use rules::EditionId;

use super::argument::{Duration, List, MessageArgument, Verbatim};
use super::language::Language;
use super::message::Message;

impl Language {
    /// Formats a message in this language, or in English if this language lacks the message.
    pub(crate) fn translate(&self, message: &Message<'_>) -> String {
        let arguments = message.arguments(self);
        self.format(message.key(), None, &arguments)
            .or_else(|| Self::english().format(message.key(), None, &arguments))
            .unwrap_or_default()
    }

    /// Formats a message in the wording of an edition: the variant named after the edition, or else the message itself.
    pub(crate) fn translate_for(&self, edition: EditionId, message: &Message<'_>) -> String {
        self.translate_variant(edition.id(), message)
    }

    /// Formats a message's variant (Fluent attribute) with this name, or the message itself if there is no
    /// such variant.
    pub(super) fn translate_variant(&self, variant: &str, message: &Message<'_>) -> String {
        let arguments = message.arguments(self);
        let format = |language: &Self, variant| language.format(message.key(), variant, &arguments);
        let variant = Some(variant);
        format(self, variant)
            .or_else(|| format(self, None))
            .or_else(|| format(Self::english(), variant))
            .unwrap_or_else(|| self.translate(message))
    }
}

impl MessageArgument for Duration {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        let seconds = self.0.as_seconds();
        let amount = |unit: u64| u32::try_from(seconds / unit).unwrap_or(u32::MAX);
        let message = match seconds {
            0..120 => Message::DurationSeconds { amount: amount(1) },
            120..3600 => Message::DurationMinutes { amount: amount(60) },
            3600.. => Message::DurationHours {
                amount: amount(3600),
            },
        };
        language.translate(&message).into()
    }
}

impl<T: MessageArgument> MessageArgument for List<T> {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        let items = self
            .0
            .iter()
            .map(|item| to_text(item.fluent_value(language)));
        join(items.collect(), language).into()
    }
}

fn to_text(value: FluentValue<'static>) -> String {
    match value {
        FluentValue::String(text) => text.into_owned(),
        FluentValue::Number(number) => number.as_string().into_owned(),
        FluentValue::Custom(_) | FluentValue::None | FluentValue::Error => String::new(),
    }
}

/// Joins items as in "a", "a and b", "a, b and c". One message adds the last item, another all others.
fn join(mut items: Vec<String>, language: &Language) -> String {
    let Some(last) = items.pop() else {
        return String::new();
    };
    let join_two = |first: String, next: String| Message::ListMore {
        first: Verbatim(first),
        next: Verbatim(next),
    };
    let Some(all_but_last) = items
        .into_iter()
        .reduce(|first, next| language.translate(&join_two(first, next)))
    else {
        return last;
    };
    language.translate(&Message::ListLast {
        first: Verbatim(all_but_last),
        last: Verbatim(last),
    })
}
