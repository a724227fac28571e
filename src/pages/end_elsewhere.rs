//! Lets people who may manage a server end its tables from any of its channels. The permission to manage
//! messages is enough only in the table's own channel, where the table checks it.

use discord::Callback;
use journal::RunningTable;
use serenity::model::id::{ChannelId, GuildId};
use table::pages::end_elsewhere::{self, ServerTable};
use table::refusal::Refusal;
use table::screen::{self, InteractionError};
use table::text::Language;
use tracing::warn;

use super::Dispatcher;
use crate::interaction::ChannelContext;
use crate::permissions::may_manage_server;
use crate::tables::mailbox::TableRequest;

impl Dispatcher {
    /// Lists the server's tables for a person who may end them.
    ///
    /// # Errors
    /// [`InteractionError::NoGame`] for anyone else, or if there are no tables.
    pub(super) async fn list_tables(
        &self,
        callback: &Callback,
        context: ChannelContext,
        language: &Language,
    ) -> Result<(), InteractionError> {
        if !may_manage_server(context.member_permissions) {
            return Err(InteractionError::NoGame);
        }
        let tables = self.tables_of(context.guild).await?;
        if tables.is_empty() {
            return Err(InteractionError::NoGame);
        }
        let tables = tables.iter().map(|running| ServerTable {
            table: running.table,
            channel: running.channel,
            written_at: running.written_at,
        });
        let tables: Vec<_> = tables.collect();
        self.reply(callback, &end_elsewhere::server_tables(&tables, language))
            .await;
        Ok(())
    }

    /// Ends a table in any channel of the server. The channel id comes from an untrusted control, so both the person's
    /// permission and the channel's server are checked.
    pub(super) async fn end_elsewhere(
        &self,
        mut request: TableRequest,
        channel: table::ids::ChannelId,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        if !may_manage_server(context.member_permissions) {
            self.refuse(&request, &Refusal::HostOrModeratorOnly).await;
            return Ok(());
        }
        let tables = self.tables_of(context.guild).await?;
        if !tables.iter().any(|running| running.channel == channel) {
            self.refuse(&request, &Refusal::Closed).await;
            return Ok(());
        }
        request.person.may_manage = true;
        let elsewhere = ChannelContext {
            // No channel in the journal has the id 0; `max` satisfies the type.
            channel: ChannelId::new(channel.0.max(1)),
            ..context
        };
        self.forward(elsewhere, request).await
    }

    async fn refuse(&self, request: &TableRequest, refusal: &Refusal) {
        let language = request.person.language();
        let screen = screen::refusal(refusal, language);
        self.reply(&request.callback, &screen).await;
    }

    async fn tables_of(&self, guild: GuildId) -> Result<Vec<RunningTable>, InteractionError> {
        let tables = self.registry.running_in(guild).await;
        tables.map_err(|error| {
            warn!(%error, "could not list the tables of a server");
            InteractionError::Internal
        })
    }
}
