//! The names and descriptions of commands in every language, for registration with Discord.

use super::{Language, Locale, Message};

/// The slash command or one of its subcommands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `/kittens` itself.
    Kittens,
    /// `/kittens new`: opens a lobby.
    New,
    /// `/kittens join`: joins the table.
    Join,
    /// `/kittens leave`: leaves the table.
    Leave,
    /// `/kittens hand`: shows the caller's hand.
    Hand,
    /// `/kittens table`: moves the table to the bottom of the channel, or links to it.
    Table,
    /// `/kittens rules`: shows the rules help.
    Rules,
    /// `/kittens recipe`: shows, changes and shares recipes.
    Recipe,
    /// `/kittens me`: shows the caller's preferences, and handles requests about their data.
    Me,
    /// `/kittens settings`: shows the server's settings to people who may manage the server.
    Settings,
    /// `/kittens games`: lists finished games, with buttons that open their stories.
    Games,
    /// `/kittens stats`: shows a person's statistics.
    Stats,
    /// `/kittens leaderboard`: shows the server's leaderboard.
    Leaderboard,
    /// `/kittens today`: opens the Kitten of the day.
    Today,
    /// `/kittens practice`: opens the practice page.
    Practice,
    /// `/kittens end`: ends the table for everyone.
    End,
}

/// A command in the context menu of a person or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MenuCommand {
    /// For a person: shows their statistics on this server.
    Statistics,
    /// For a message: shows the story of the message's game.
    Story,
}

/// A parameter of a subcommand. Discord calls its parameters "options".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// `new`: the edition.
    NewEdition,
    /// `new`: the recipe.
    NewRecipe,
    /// `new`: the pace.
    NewPace,
    /// `new`: the language of the table's public text.
    NewLanguage,
    /// `new`: opens the table in a thread of its own.
    NewThread,
    /// `new`: the number of computer players.
    NewComputers,
    /// `new`: the strength of the computer players.
    NewStrength,
    /// `new`: starts a game without human players.
    NewWatch,
    /// `rules`: the edition.
    RulesEdition,
    /// `rules`: the card to explain.
    RulesCard,
    /// `recipe`: the recipe to show.
    RecipeRecipe,
    /// `me`: the language of the person's private texts.
    MeLanguage,
    /// `me`: replaces pictures with words in the person's private texts.
    MeTextFirst,
    /// `me`: also sends the person's hand as a direct message.
    MeDirectHand,
    /// `me`: hides the person from leaderboards and from other people's statistics.
    MeHidden,
    /// `practice`: the edition.
    PracticeEdition,
    /// `practice`: the number of computer players.
    PracticeComputers,
    /// `practice`: the strength of the computer players.
    PracticeStrength,
    /// `stats`: the person, by default the caller.
    StatsPerson,
    /// `leaderboard`: the period in which games count.
    LeaderboardWindow,
    /// `me`: the request about the person's stored data.
    MePrivacy,
}

/// The name and description of a command or a parameter in one language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandText {
    /// The name: 1 to 32 characters, which may be lower-case letters, digits, `-`, `_` and `'`.
    pub name: String,
    /// The description: 1 to 100 characters.
    pub description: String,
}

impl Command {
    /// All commands: `/kittens` itself, then the subcommands in the order in which they are listed.
    pub const ALL: [Self; 16] = [
        Self::Kittens,
        Self::New,
        Self::Join,
        Self::Leave,
        Self::Hand,
        Self::Table,
        Self::Rules,
        Self::Recipe,
        Self::Me,
        Self::Settings,
        Self::Games,
        Self::Stats,
        Self::Leaderboard,
        Self::Today,
        Self::Practice,
        Self::End,
    ];

    /// Returns the command's parameters in the order in which Discord lists them.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::New => &[
                Parameter::NewEdition,
                Parameter::NewRecipe,
                Parameter::NewPace,
                Parameter::NewLanguage,
                Parameter::NewComputers,
                Parameter::NewStrength,
                Parameter::NewWatch,
                Parameter::NewThread,
            ],
            Self::Rules => &[Parameter::RulesCard, Parameter::RulesEdition],
            Self::Recipe => &[Parameter::RecipeRecipe],
            Self::Me => &[
                Parameter::MeLanguage,
                Parameter::MeTextFirst,
                Parameter::MeDirectHand,
                Parameter::MeHidden,
                Parameter::MePrivacy,
            ],
            Self::Practice => &[
                Parameter::PracticeEdition,
                Parameter::PracticeComputers,
                Parameter::PracticeStrength,
            ],
            Self::Stats => &[Parameter::StatsPerson],
            Self::Leaderboard => &[Parameter::LeaderboardWindow],
            Self::Kittens
            | Self::Join
            | Self::Leave
            | Self::Hand
            | Self::Table
            | Self::Settings
            | Self::Games
            | Self::Today
            | Self::End => &[],
        }
    }

    /// Returns the name and description in a language.
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
            Self::Recipe => (Message::CommandRecipe, Message::CommandRecipeAbout),
            Self::Me => (Message::CommandMe, Message::CommandMeAbout),
            Self::Settings => (Message::CommandSettings, Message::CommandSettingsAbout),
            Self::Games => (Message::CommandGames, Message::CommandGamesAbout),
            Self::Stats => (Message::CommandStats, Message::CommandStatsAbout),
            Self::Leaderboard => (
                Message::CommandLeaderboard,
                Message::CommandLeaderboardAbout,
            ),
            Self::Today => (Message::CommandToday, Message::CommandTodayAbout),
            Self::Practice => (Message::CommandPractice, Message::CommandPracticeAbout),
            Self::End => (Message::CommandEnd, Message::CommandEndAbout),
        };
        command_text(language, &name, &description)
    }
}

impl MenuCommand {
    /// All menu commands.
    pub const ALL: [Self; 2] = [Self::Statistics, Self::Story];

    /// Returns the name in a language.
    pub fn name(self, locale: Locale) -> String {
        self.name_in(Language::of(locale))
    }

    pub(super) fn name_in(self, language: &Language) -> String {
        language.translate(&match self {
            Self::Statistics => Message::MenuStatistics,
            Self::Story => Message::MenuStory,
        })
    }
}

impl Parameter {
    /// Returns the name and description in a language.
    pub fn text(self, locale: Locale) -> CommandText {
        self.text_in(Language::of(locale))
    }

    pub(super) fn text_in(self, language: &Language) -> CommandText {
        let name = match self {
            Self::NewEdition | Self::RulesEdition | Self::PracticeEdition => {
                Message::ParameterEdition
            }
            Self::NewRecipe | Self::RecipeRecipe => Message::ParameterRecipe,
            Self::NewPace => Message::ParameterPace,
            Self::NewLanguage | Self::MeLanguage => Message::ParameterLanguage,
            Self::NewThread => Message::ParameterThread,
            Self::NewComputers | Self::PracticeComputers => Message::ParameterComputers,
            Self::NewStrength | Self::PracticeStrength => Message::ParameterStrength,
            Self::NewWatch => Message::ParameterWatch,
            Self::RulesCard => Message::ParameterCard,
            Self::MeTextFirst => Message::ParameterTextFirst,
            Self::MeDirectHand => Message::ParameterDirectHand,
            Self::MeHidden => Message::ParameterHidden,
            Self::StatsPerson => Message::ParameterPerson,
            Self::LeaderboardWindow => Message::ParameterWindow,
            Self::MePrivacy => Message::ParameterPrivacy,
        };
        let description = match self {
            Self::NewEdition => Message::ParameterNewEditionAbout,
            Self::NewRecipe => Message::ParameterNewRecipeAbout,
            Self::RecipeRecipe => Message::ParameterRecipeRecipeAbout,
            Self::NewPace => Message::ParameterNewPaceAbout,
            Self::NewLanguage => Message::ParameterNewLanguageAbout,
            Self::NewThread => Message::ParameterNewThreadAbout,
            Self::NewComputers => Message::ParameterNewComputersAbout,
            Self::NewStrength => Message::ParameterNewStrengthAbout,
            Self::NewWatch => Message::ParameterNewWatchAbout,
            Self::RulesEdition => Message::ParameterRulesEditionAbout,
            Self::RulesCard => Message::ParameterRulesCardAbout,
            Self::PracticeEdition => Message::ParameterPracticeEditionAbout,
            Self::PracticeComputers => Message::ParameterPracticeComputersAbout,
            Self::PracticeStrength => Message::ParameterPracticeStrengthAbout,
            Self::MeLanguage => Message::ParameterMeLanguageAbout,
            Self::MeTextFirst => Message::ParameterMeTextFirstAbout,
            Self::MeDirectHand => Message::ParameterMeDirectHandAbout,
            Self::MeHidden => Message::ParameterMeHiddenAbout,
            Self::StatsPerson => Message::ParameterStatsPersonAbout,
            Self::LeaderboardWindow => Message::ParameterLeaderboardWindowAbout,
            Self::MePrivacy => Message::ParameterMePrivacyAbout,
        };
        command_text(language, &name, &description)
    }
}

fn command_text(language: &Language, name: &Message<'_>, description: &Message<'_>) -> CommandText {
    CommandText {
        name: language.translate(name),
        description: language.translate(description),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::check::LocaleFolder;

    /// `discord::emoji_markers` adds the id of each mentioned command, so that Discord shows the command's name in the
    /// reader's language.
    #[test]
    fn texts_mention_commands_that_there_are_by_their_default_names() {
        let name = |command: Command| command.text(Locale::fallback()).name;
        let known = Command::ALL.map(|command| format!("kittens {}", name(command)));
        for locale in Locale::all() {
            for (file, text) in LocaleFolder::embedded(locale).files {
                assert!(!text.contains("`/"), "{file} of {locale:?}");
                for mention in text.split("</").skip(1) {
                    let (command, _) = mention.split_once(":0>").expect("a placeholder for the id");
                    assert!(known.iter().any(|one| one == command), "{command}");
                }
            }
        }
    }
}
