//! Clicks and commands of people.

use outbox::Callback;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId};
use table::computer_setup::ComputerSetup;
use table::ids::UserId;
use table::input::{ClickOrigin, Clicker};
use table::intent::Intent;
use table::options::TableOptions;
use table::text::Locale;
use tokio::time::Instant;

use crate::discord::from_discord::Receipt;
use crate::table_message::{OpenRequest, TableRequest};

/// The server of the tests.
pub(crate) const GUILD: GuildId = GuildId::new(7);
/// The channel of the tests.
pub(crate) const CHANNEL: ChannelId = ChannelId::new(8);

/// Returns the way to answer an interaction of this number, received now.
pub(crate) fn callback(interaction: u64, user: UserId) -> Callback {
    Callback {
        interaction: InteractionId::new(interaction),
        application: ApplicationId::new(3),
        token: format!("token-{interaction}"),
        received: Instant::now(),
        user,
        clicked: None,
        http: None,
    }
}

/// Returns a person to whom a hand has been explained.
pub(crate) fn clicker(user: UserId, name: &str) -> Clicker {
    let mut person = Clicker::new(user, name.to_owned(), Locale::fallback());
    person.preferences.hand_explained = true;
    person
}

/// Returns a command of a person, received now.
pub(crate) fn command(interaction: u64, user: u64, intent: Intent) -> TableRequest {
    let user = UserId(user);
    TableRequest {
        callback: callback(interaction, user),
        person: clicker(user, &format!("Player {user}")),
        origin: ClickOrigin::Command,
        intent,
        may_post: true,
        answered: false,
        receipt: Receipt::Shared,
    }
}

/// Returns the options of a new table.
pub(crate) fn options() -> TableOptions {
    TableOptions::of(rules::EditionId::ORIGINAL, Locale::fallback())
}

/// Returns a command for a new table.
pub(crate) fn open_request(interaction: u64, user: u64) -> OpenRequest {
    OpenRequest {
        request: command(interaction, user, Intent::NewTable),
        options: options(),
        computers: ComputerSetup::default(),
    }
}
