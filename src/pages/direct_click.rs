//! Forwards clicks in the bot's direct messages, and notifies a person's tables of changed preferences. The clicked
//! control contains the table's id; the table checks that the person has a seat.

use discord::Callback;
use discord::edit_answer;
use table::ids::{TableId, UserId};
use table::preferences::PersonPreferences;
use table::refusal::Refusal;
use table::screen::{self, InteractionError};
use table::text::{Language, Locale};
use tracing::{debug, warn};

use super::Dispatcher;
use crate::tables::mailbox::{SendError, TableRequest};

/// The maximum number of a person's tables, newest first, that are notified of a changed preference.
const MAX_TABLES_TOLD: usize = 20;

impl Dispatcher {
    /// Forwards a click in a direct message to the table whose id the clicked control contains.
    pub(super) async fn forward_direct(
        &self,
        table: TableId,
        request: TableRequest,
    ) -> Result<(), InteractionError> {
        let (callback, language) = (request.callback.clone(), request.person.language());
        let channel = self
            .registry
            .channel_of_table(table)
            .await
            .map_err(|error| {
                warn!(%error, "could not look up the table of a direct message");
                InteractionError::Internal
            })?;
        let send = |channel| self.registry.send(channel, request);
        match channel.map_or(Err(SendError::NoTable), send) {
            Ok(()) => Ok(()),
            Err(SendError::MailboxFull) => Err(InteractionError::RateLimited),
            Err(SendError::NoTable) => {
                self.close_direct(&callback, language).await;
                Ok(())
            }
        }
    }

    /// Replaces the clicked direct message, including its buttons, because its table is closed.
    async fn close_direct(&self, callback: &Callback, language: &Language) {
        let screen = screen::refusal(&Refusal::Closed, language);
        let body = edit_answer(&screen);
        self.send(callback, &body).await;
    }

    /// Notifies a person's newest tables that their preferences have changed.
    pub(super) async fn tell_tables(
        &self,
        user: UserId,
        preferences: PersonPreferences,
        discord_locale: Locale,
    ) {
        let format = preferences.format(discord_locale);
        let tables = match self.tables.tables_of(user).await {
            Ok(tables) => tables,
            Err(error) => return debug!(%error, "could not notify tables of a preference yet"),
        };
        for table in tables.into_iter().take(MAX_TABLES_TOLD) {
            let told = self
                .registry
                .preferences_changed(table, user, format, preferences);
            told.await;
        }
    }
}
