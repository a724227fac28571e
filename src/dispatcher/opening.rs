//! Opening a table: in the channel of the command, or in a new thread of it.

use journal::Journal;
use rules::EditionId;
use serenity::model::id::ChannelId;
use table::options::{Setting, TableOptions};
use table::screen::{self, InteractionError, Notice, TableLink};
use table::text::{Language, Locale};

use super::{Dispatcher, require};
use crate::discord::from_discord::{ChannelContext, NewTableCommand};
use crate::discord::permissions::{may_create_threads, missing_for_table, missing_for_thread};
use crate::registry::OpenError;
use crate::table_message::{OpenRequest, TableRequest};

impl<J: Journal + 'static> Dispatcher<J> {
    /// Opens a table in the channel of the command, or in a new thread of it.
    pub(super) async fn open_table(
        &self,
        request: TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Result<(), InteractionError> {
        if command.in_thread && !context.is_thread {
            return self.open_table_in_thread(request, context, command).await;
        }
        require(missing_for_table(
            context.bot_permissions,
            context.is_thread,
        ))?;
        let open_request = open_request(request, context, command);
        self.open_table_in(context.channel, open_request, context)
            .await
    }

    /// Opens a table in this channel, which is that of the command or a new thread of it.
    async fn open_table_in(
        &self,
        channel: ChannelId,
        open_request: OpenRequest,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        let guild = context.guild;
        match self.registry.open(guild, channel, open_request).await {
            Ok(()) => Ok(()),
            Err(OpenError::Occupied { message }) => {
                let link = TableLink {
                    guild: table::ids::GuildId(guild.get()),
                    channel: table::ids::ChannelId(channel.get()),
                    message,
                };
                Err(InteractionError::GameExists {
                    link: link.to_string(),
                })
            }
            Err(OpenError::Quota(error)) => Err(error.into()),
            Err(OpenError::Unavailable) => Err(InteractionError::Internal),
        }
    }

    /// Creates a thread, opens a table in it, and replies to the command with a link to the thread.
    async fn open_table_in_thread(
        &self,
        request: TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Result<(), InteractionError> {
        require(missing_for_thread(context.bot_permissions))?;
        if !may_create_threads(context.member_permissions) {
            return Err(InteractionError::MayNotOpenThreads);
        }
        let guild = context.guild;
        let mut open_request = open_request(request, context, command);
        // Taken before the thread is created, so that a full server gets no empty threads.
        let slot = self.registry.reserve(guild, &open_request)?;
        open_request.reserved = Some(slot);
        let thread = self
            .open_thread(&open_request.request, context, command)
            .await
            .ok_or(InteractionError::Internal)?;
        let request = &mut open_request.request;
        request.answered = true;
        let language = Language::of(request.person.locale);
        let callback = request.callback.clone();
        if let Err(error) = self.open_table_in(thread, open_request, context).await {
            let place = (guild, thread);
            self.replies
                .remove_thread(place, context.bot_permissions)
                .await;
            return Err(error);
        }
        self.replies
            .reply(
                &callback,
                &screen::notice(
                    Notice::OpenedInThread {
                        channel: table::ids::ChannelId(thread.get()),
                    },
                    language,
                ),
            )
            .await;
        Ok(())
    }

    /// Opens a thread named after the person. Returns `None` if Discord refuses or is late.
    async fn open_thread(
        &self,
        request: &TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Option<ChannelId> {
        let locale = command.language.unwrap_or(context.server_locale);
        let name = Language::of(locale).thread_name(&request.person.name);
        let received = request.callback.received;
        self.replies
            .open_thread((context.guild, context.channel), &name, received)
            .await
    }
}

fn open_request(
    request: TableRequest,
    context: ChannelContext,
    command: NewTableCommand,
) -> OpenRequest {
    OpenRequest {
        request,
        options: table_options(command, context.server_locale),
        computers: command.computers,
        reserved: None,
    }
}

fn table_options(command: NewTableCommand, server_locale: Locale) -> TableOptions {
    let edition = command.edition.unwrap_or(EditionId::ORIGINAL);
    let options = TableOptions::of(edition, command.language.unwrap_or(server_locale));
    match command.pace {
        Some(pace) => options.with(Setting::Pace(pace)),
        None => options,
    }
}
