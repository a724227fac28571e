//! The words of slash commands, for their registration in every language.

use super::{Language, Locale, Message};

/// The command and its subcommands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `/kittens` itself.
    Kittens,
    /// Opens a lobby.
    New,
    /// Sits down.
    Join,
    /// Gets up.
    Leave,
    /// Shows the own hand.
    Hand,
    /// Posts the table anew.
    Table,
    /// Explains.
    Rules,
    /// What somebody chooses for himself.
    Me,
    /// Ends the table for all.
    End,
}

/// An option of a subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// `new`: which rulebook.
    NewEdition,
    /// `new`: how fast.
    NewPace,
    /// `new`: the language of the public text.
    NewLanguage,
    /// `new`: in a thread of its own.
    NewThread,
    /// `new`: how many computers sit down.
    NewComputers,
    /// `new`: how well they play.
    NewStrength,
    /// `new`: whether they play among themselves.
    NewWatch,
    /// `rules`: of which rulebook.
    RulesEdition,
    /// `rules`: which card.
    RulesCard,
    /// `me`: the language of what only he sees.
    MeLanguage,
}

/// What Discord shows of a command or an option in one language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandText {
    /// 1 to 32 letters, digits, `-` and `_`, in lower case.
    pub name: String,
    /// 1 to 100 characters.
    pub description: String,
}

impl Command {
    /// The command, then its subcommands as they are listed.
    pub const ALL: [Self; 9] = [
        Self::Kittens,
        Self::New,
        Self::Join,
        Self::Leave,
        Self::Hand,
        Self::Table,
        Self::Rules,
        Self::Me,
        Self::End,
    ];

    /// Its options, as they are listed.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::New => &[
                Parameter::NewEdition,
                Parameter::NewPace,
                Parameter::NewLanguage,
                Parameter::NewComputers,
                Parameter::NewStrength,
                Parameter::NewWatch,
                Parameter::NewThread,
            ],
            Self::Rules => &[Parameter::RulesCard, Parameter::RulesEdition],
            Self::Me => &[Parameter::MeLanguage],
            Self::Kittens | Self::Join | Self::Leave | Self::Hand | Self::Table | Self::End => &[],
        }
    }

    /// Its name and description in a language.
    pub fn text(self, locale: Locale) -> CommandText {
        self.text_in(Language::of(locale))
    }

    pub(super) fn text_in(self, language: &Language) -> CommandText {
        let (name, description) = match self {
            Self::Kittens => (Message::CommandKittens, Message::CommandKittensAbout),
            Self::New => (Message::CommandNew, Message::CommandNewAbout),
            Self::Join => (Message::CommandJoin, Message::CommandJoinAbout),
            Self::Leave => (Message::CommandLeave, Message::CommandLeaveAbout),
            Self::Hand => (Message::CommandHand, Message::CommandHandAbout),
            Self::Table => (Message::CommandTable, Message::CommandTableAbout),
            Self::Rules => (Message::CommandRules, Message::CommandRulesAbout),
            Self::Me => (Message::CommandMe, Message::CommandMeAbout),
            Self::End => (Message::CommandEnd, Message::CommandEndAbout),
        };
        both(language, &name, &description)
    }
}

impl Parameter {
    /// Every option of every subcommand.
    pub const ALL: [Self; 10] = [
        Self::NewEdition,
        Self::NewPace,
        Self::NewLanguage,
        Self::NewThread,
        Self::NewComputers,
        Self::NewStrength,
        Self::NewWatch,
        Self::RulesEdition,
        Self::RulesCard,
        Self::MeLanguage,
    ];

    /// Its name and description in a language.
    pub fn text(self, locale: Locale) -> CommandText {
        self.text_in(Language::of(locale))
    }

    pub(super) fn text_in(self, language: &Language) -> CommandText {
        let (name, description) = match self {
            Self::NewEdition => (Message::ParameterEdition, Message::ParameterNewEditionAbout),
            Self::NewPace => (Message::ParameterPace, Message::ParameterNewPaceAbout),
            Self::NewLanguage => (
                Message::ParameterLanguage,
                Message::ParameterNewLanguageAbout,
            ),
            Self::NewThread => (Message::ParameterThread, Message::ParameterNewThreadAbout),
            Self::NewComputers => (
                Message::ParameterComputers,
                Message::ParameterNewComputersAbout,
            ),
            Self::NewStrength => (
                Message::ParameterStrength,
                Message::ParameterNewStrengthAbout,
            ),
            Self::NewWatch => (Message::ParameterWatch, Message::ParameterNewWatchAbout),
            Self::RulesEdition => (
                Message::ParameterEdition,
                Message::ParameterRulesEditionAbout,
            ),
            Self::RulesCard => (Message::ParameterCard, Message::ParameterRulesCardAbout),
            Self::MeLanguage => (
                Message::ParameterLanguage,
                Message::ParameterMeLanguageAbout,
            ),
        };
        both(language, &name, &description)
    }
}

fn both(language: &Language, name: &Message<'_>, description: &Message<'_>) -> CommandText {
    CommandText {
        name: language.say(name),
        description: language.say(description),
    }
}
