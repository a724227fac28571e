//! The typed form of an interaction: the validated person, channel and request.

use discord::Callback;
use rules::{EditionId, RecipeCode};
use serenity::model::channel::ChannelType;
use serenity::model::id::{ChannelId, GuildId, MessageId};
use serenity::model::misc::ImageHash;
use serenity::model::permissions::Permissions;
use table::computer_setup::ComputerSetup;
use table::control::Control;
use table::input::Clicker;
use table::intent::{Intent, Meaning};
use table::pace::Pace;
use table::pages::PageIntent;
use table::pages::recipes::Shelf;
use table::personal_data::DataRequest;
use table::preferences::PreferenceChange;
use table::text::Locale;

/// A command, click or form from one person, validated and typed.
pub struct IncomingInteraction {
    pub callback: Callback,
    /// The person as Discord describes them. [`crate::pages`] adds their preferences.
    pub person: Clicker,
    /// The hash of the person's avatar on the CDN.
    pub avatar: Option<ImageHash>,
    /// The server channel of the interaction. `None` in direct messages, for example, and if `elsewhere` is set.
    pub context: Option<ChannelContext>,
    pub elsewhere: Option<Elsewhere>,
    pub request: InteractionRequest,
}

/// A place where only a user has installed the command, such as a server or group chat without the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// True if the person may post a public answer there.
    pub may_post: bool,
    /// The language of public answers there.
    pub locale: Locale,
}

/// A channel or thread of a server, as an interaction describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelContext {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The parent channel of a thread; for any other channel, the channel itself.
    pub parent_channel: ChannelId,
    /// True in a thread, which needs other permissions than a channel.
    pub is_thread: bool,
    /// Discord's type for the public threads of the channel; `None` if a table cannot be opened in a new thread there.
    pub thread_type: Option<ChannelType>,
    pub access_condition: Option<AccessCondition>,
    pub bot_permissions: Permissions,
    pub member_permissions: Permissions,
    /// The server's language; the default language if Discord does not send it.
    pub server_locale: Locale,
}

/// A condition for access to a channel. The permissions in an interaction do not show whether it is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessCondition {
    /// The bot must be a member of the private thread.
    Membership,
    /// The bot must be allowed to join the voice channel or stage.
    Connect,
}

/// The permissions to assume for the bot if an interaction does not contain them. Discord always sends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPermissions {
    /// Assume no permissions. The person is told which permission is missing.
    Refused,
    /// Assume all permissions, because a local test server may omit them.
    Granted,
}

impl MissingPermissions {
    /// Returns the permissions from the interaction, or the assumed ones.
    pub(super) fn unless(self, told: Option<Permissions>) -> Permissions {
        told.unwrap_or(match self {
            Self::Refused => Permissions::empty(),
            Self::Granted => Permissions::ADMINISTRATOR,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionRequest {
    NewTable(NewTableCommand),
    /// `/kittens recipe`, with the code or name of a recipe, if one was given.
    Recipe(Option<String>),
    /// The form with a recipe's name, which is `None` if no visible character is left.
    NameRecipe(RecipeCode, Shelf, Option<String>),
    /// A click on a control, with the request that the control represents.
    UseControl(Control, Meaning),
    /// A command for the current table of the channel.
    TableCommand(Intent),
    PageCommand(PageIntent),
    /// `/kittens rules`: the rules of an edition, or of one card.
    Rules {
        /// The chosen edition; if it is `None`, `pages::rules_page` chooses an edition.
        edition: Option<EditionId>,
        /// The id of a suggested card, or free text; `None` for all of the rules.
        card: Option<String>,
    },
    /// A request for the story of the game that a message in this channel shows.
    StoryOf(MessageId),
    /// `/kittens settings`: the settings that the server's managers choose.
    Settings,
    /// `/kittens me`: stores the person's choices, then shows them or handles the request about their data.
    Me {
        change: PreferenceChange,
        request: Option<DataRequest>,
    },
    /// Requests suggestions whose names match the text typed so far.
    Autocomplete {
        of: Suggested,
        /// Possibly empty.
        typed: String,
    },
    /// A control or form that this version does not know, or an interaction that serenity could not deserialize.
    UnknownControl,
    /// An unknown command, or an invalid value of an option or a menu.
    UnknownValue,
}

/// The kind of suggestions that an option offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggested {
    /// The cards of an edition; `None` for the cards of all editions.
    Cards(Option<EditionId>),
    /// The recipes that the person can choose by name.
    Recipes,
}

/// The options of `/kittens new`. `None` selects the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTableCommand {
    pub edition: Option<EditionId>,
    /// The code or the name of a recipe.
    pub recipe: Option<String>,
    pub pace: Option<Pace>,
    /// The language of the public messages. Defaults to the server's.
    pub language: Option<Locale>,
    pub computers: ComputerSetup,
    /// True if the table should be opened in a new thread.
    pub in_thread: bool,
}
