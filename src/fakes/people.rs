//! Builders for people's clicks and commands, the bot's answers, and the entries of a closed table.

use std::time::Duration;

use discord::Callback;
use discord::emoji_markers::{UploadedEmojis, resolve};
use kit::entries::opening_entry;
use serde_json::Value;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId};
use table::computer_setup::ComputerSetup;
use table::entry::Entry;
use table::ids::{Millis, UserId};
use table::input::{ClickOrigin, Clicker};
use table::intent::Intent;
use table::options::TableOptions;
use table::record::{CloseReason, Record};
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal as refusal_screen};
use table::text::{Language, Locale};
use tokio::time::{Instant, sleep};

use crate::tables::mailbox::{OpenRequest, TableRequest};

pub(crate) const GUILD: GuildId = GuildId::new(7);
pub(crate) const CHANNEL: ChannelId = ChannelId::new(8);

/// Returns the callback of an interaction with this id, received now.
pub(crate) fn callback(interaction: u64, user: UserId) -> Callback {
    Callback {
        interaction: InteractionId::new(interaction),
        application: ApplicationId::new(3),
        token: format!("token-{interaction}"),
        received: Instant::now(),
        user,
        clicked: None,
    }
}

/// Returns a person to whom hands have already been explained.
pub(crate) fn clicker(user: UserId, name: &str) -> Clicker {
    let mut person = Clicker::new(user, name.to_owned(), Locale::fallback());
    person.preferences.hand_explained = true;
    person
}

/// Returns a command from a person, received now.
pub(crate) fn command(interaction: u64, user: u64, intent: Intent) -> TableRequest {
    let user = UserId(user);
    TableRequest {
        callback: callback(interaction, user),
        person: clicker(user, &format!("Player {user}")),
        origin: ClickOrigin::Command,
        intent,
        may_post: true,
        answered: false,
    }
}

pub(crate) fn options() -> TableOptions {
    TableOptions::of(rules::EditionId::ORIGINAL, Locale::fallback())
}

pub(crate) fn open_request(interaction: u64, user: u64) -> OpenRequest {
    OpenRequest {
        request: command(interaction, user, Intent::NewTable),
        options: Box::new(options()),
        computers: ComputerSetup::default(),
    }
}

/// Returns the entries of a table that this person opened and that was closed as idle. The ids of the table, its server
/// and its channel are all `number`.
pub(crate) fn closed_table(number: u64, user: UserId, name: &str, at: Millis) -> [Entry; 2] {
    let opened = opening_entry((number, number, number), (user, name), at);
    let why = CloseReason::LobbyIdle;
    let closed = Entry {
        version: 2,
        records: vec![Record::Closed { why }],
        ..opened.clone()
    };
    [opened, closed]
}

/// Returns the private answer to an error, in English.
pub(crate) fn error_answer(error: InteractionError) -> Value {
    let language = Language::of(Locale::fallback());
    private_answer(&interaction_error(&error, language))
}

pub(crate) fn internal_error() -> Value {
    error_answer(InteractionError::Internal)
}

/// Returns the body of a private answer from a bot without uploaded emojis or a known command id.
pub(crate) fn private_answer(screen: &Screen) -> Value {
    resolve(&discord::private_answer(screen), &UploadedEmojis::default())
}

/// Returns the private answer to a refused click, in English.
pub(crate) fn refusal_answer(refusal: Refusal) -> Value {
    private_answer(&refusal_screen(&refusal, Language::of(Locale::fallback())))
}

/// Lets the other tasks run for half a second. Needs a paused clock.
pub(crate) async fn settle() {
    sleep(Duration::from_millis(500)).await;
}
