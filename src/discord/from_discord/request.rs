//! The typed form of an interaction: the person, the channel and the request, all of it checked.

use outbox::Callback;
use rules::EditionId;
use serenity::model::channel::ChannelType;
use serenity::model::id::{ChannelId, GuildId};
use serenity::model::misc::ImageHash;
use serenity::model::permissions::Permissions;
use table::computer_setup::ComputerSetup;
use table::control::Control;
use table::input::Clicker;
use table::intent::Intent;
use table::pace::Pace;
use table::personal_data::DataRequest;
use table::preferences::PreferenceChange;
use table::text::Locale;

/// A command, click or form of one person, checked and typed.
pub struct IncomingInteraction {
    pub callback: Callback,
    /// The person as Discord describes them. The dispatcher adds what
    /// they chose for themselves.
    pub person: Clicker,
    /// The name of their avatar on the CDN.
    pub avatar: Option<ImageHash>,
    /// The server channel it was made in; `None` in direct messages.
    pub context: Option<ChannelContext>,
    pub request: InteractionRequest,
}

/// A channel or thread of a server, as an interaction describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelContext {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The channel that a thread belongs to; the channel itself if it is none.
    pub parent_channel: ChannelId,
    /// True in a thread, which needs other permissions than a channel.
    pub is_thread: bool,
    /// Discord's type of a public thread that can be opened there; none in a thread, and in a channel without threads.
    pub thread_type: Option<ChannelType>,
    pub access_condition: Option<AccessCondition>,
    pub bot_permissions: Permissions,
    /// The permissions in the channel of the person who made the interaction.
    pub member_permissions: Permissions,
    /// The server's language; the default one if Discord does not tell it.
    pub server_locale: Locale,
}

/// A condition for any access to a channel that the permissions in an interaction do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessCondition {
    /// To be a member of the private thread.
    Membership,
    /// To be allowed into the voice channel or stage.
    Connect,
}

/// The permissions of the bot where an interaction does not tell them. Discord always does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPermissions {
    /// None: the person is told which permission is missing.
    Refused,
    /// All: a test's server on this machine may leave them out.
    Granted,
}

impl MissingPermissions {
    /// Returns the permissions that an interaction tells, or those that stand for them.
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
    /// A click on a control of a table or panel, and the intent it stands for.
    UseControl(Control, Intent),
    /// A command about the table of the channel, whichever it is.
    TableCommand(Intent),
    /// `/kittens rules`: the rules of an edition, or of one card.
    Rules {
        /// The chosen edition; `None` for that of the channel's table, or the default one.
        edition: Option<EditionId>,
        /// The id of a suggested card, or text as it was typed; `None` for the whole rules.
        card: Option<String>,
    },
    /// `/kittens settings`: what the managers of the server decide for it.
    Settings,
    /// `/kittens me`: stores what the person chose for themselves, then shows it or does what they ask
    /// about their data.
    Me {
        /// The preferences that the person chose.
        change: PreferenceChange,
        /// Their request about their stored data, if they made one.
        request: Option<DataRequest>,
    },
    /// Asks for the cards whose names match the text typed so far.
    Autocomplete {
        /// The edition whose cards are suggested; `None` for those of all editions.
        edition: Option<EditionId>,
        /// The text typed so far; may be empty.
        typed: String,
    },
    /// A control or form that is not ours, or of an older version.
    UnknownControl,
    /// A command or option that is not ours, or a value that the option does not have.
    UnknownValue,
}

/// The options of `/kittens new`. `None` leaves the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewTableCommand {
    pub edition: Option<EditionId>,
    pub pace: Option<Pace>,
    /// The language of the public messages; by default the server's.
    pub language: Option<Locale>,
    pub computers: ComputerSetup,
    /// True if the table is to stand in a new thread of its own.
    pub in_thread: bool,
}
