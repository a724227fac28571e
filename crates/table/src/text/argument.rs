//! The types of message arguments. Each type converts itself for Fluent: for example, it escapes a name
//! ([`escape`](super::escape)), or names a card in an edition and language.

use fluent_bundle::FluentValue;
use rules::{EditionId, Seat, Title};

use crate::ids::{Millis, UserId};
use crate::recipe_list::ChosenRecipe;
use crate::screen::Emoji;

use super::escape::{escape_name, label_name};
use super::language::Language;

pub(crate) trait MessageArgument {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static>;
}

/// An unescaped display name, with the mark of the player's seat if another name at the table looks similar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownName<'a> {
    pub(crate) name: &'a str,
    pub(crate) mark: Option<Seat>,
}

/// A display name that is escaped for Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'a>(pub(crate) ShownName<'a>);

/// An escaped display name in bold, for lists of names. The asterisks also make the name safe at
/// the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoldName<'a>(pub(crate) ShownName<'a>);

/// An unescaped display name, for the labels of buttons and options, which do not support Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainName<'a>(pub(crate) ShownName<'a>);

/// A person who is asked to act: a mention, or their name in bold if `user` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Called<'a> {
    pub(crate) user: Option<UserId>,
    pub(crate) name: BoldName<'a>,
}

/// A person who is not at a table: their stored name, or else a mention. The mention does not notify the person, and a
/// client that does not know them shows a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownPerson<'a> {
    pub(crate) id: UserId,
    pub(crate) name: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CardName {
    pub(crate) title: Title,
    pub(crate) edition: EditionId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeckName {
    Edition(EditionId),
    Recipe(ChosenRecipe),
}

impl From<EditionId> for DeckName {
    fn from(edition: EditionId) -> Self {
        Self::Edition(edition)
    }
}

/// The name of a card in an edition, in its singular or plural form depending on the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountedCard {
    pub(crate) card: CardName,
    pub(crate) count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CardWithEmoji(pub(crate) CardName);

/// A time, shown as Discord's relative timestamp, such as "in 30 seconds".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Countdown(pub(crate) Millis);

/// A length of time, shown in whole seconds below two minutes, in whole minutes below an hour, or else in whole hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duration(pub(crate) Millis);

/// Several values, joined with the language's conjunctions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// Text that is inserted unchanged, because it is already translated (such as another message's text) or must not be
/// translated (such as a link).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verbatim(pub(crate) String);

impl<'a> ShownName<'a> {
    /// Creates a name without a mark, for a person without a seat or for a line that shows the mark anyway.
    pub(crate) fn unmarked(name: &'a str) -> Self {
        Self { name, mark: None }
    }

    fn mark_in_markdown(self, text: String) -> FluentValue<'static> {
        match self.mark {
            Some(seat) => format!("{} {text}", Emoji::Seat(seat)).into(),
            None => text.into(),
        }
    }
}

impl MessageArgument for Name<'_> {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        self.0.mark_in_markdown(escape_name(self.0.name))
    }
}

impl MessageArgument for BoldName<'_> {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        let bold = format!("**{}**", escape_name(self.0.name));
        self.0.mark_in_markdown(bold)
    }
}

impl MessageArgument for PlainName<'_> {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        let name = label_name(self.0.name);
        match self.0.mark {
            Some(seat) => format!("{} {name}", Emoji::Seat(seat).unicode()).into(),
            None => name.into(),
        }
    }
}

impl MessageArgument for Called<'_> {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        match self.user {
            Some(user) => self.name.0.mark_in_markdown(format!("<@{user}>")),
            None => self.name.fluent_value(language),
        }
    }
}

impl MessageArgument for KnownPerson<'_> {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        match self.name {
            Some(name) => Name(ShownName::unmarked(name)).fluent_value(language),
            None => format!("<@{}>", self.id).into(),
        }
    }
}

impl MessageArgument for CardName {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        language.card_name(self.title, self.edition).into()
    }
}

impl MessageArgument for CountedCard {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        let CardName { title, edition } = self.card;
        match self.count {
            1 => language.card_name(title, edition).into(),
            _ => language.card_plural(title, edition).into(),
        }
    }
}

impl MessageArgument for CardWithEmoji {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        let CardName { title, edition } = self.0;
        format!(
            "{} {}",
            Emoji::Card(title),
            language.card_name(title, edition)
        )
        .into()
    }
}

impl MessageArgument for DeckName {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        match self {
            Self::Edition(edition) => edition.fluent_value(language),
            Self::Recipe(recipe) => escape_name(&language.recipe_name(recipe)).into(),
        }
    }
}

impl MessageArgument for EditionId {
    fn fluent_value(&self, language: &Language) -> FluentValue<'static> {
        language.edition_name(*self).into()
    }
}

impl MessageArgument for Countdown {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        format!("<t:{}:R>", self.0.as_seconds()).into()
    }
}

impl MessageArgument for Verbatim {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        self.0.clone().into()
    }
}

impl MessageArgument for u32 {
    fn fluent_value(&self, _: &Language) -> FluentValue<'static> {
        (*self).into()
    }
}
