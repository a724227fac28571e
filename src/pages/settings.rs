//! `/kittens settings`: the settings of a server. Controls are untrusted: before every change, the person's permission,
//! the channel and the options are checked.

use std::sync::Arc;

use futures_util::future::join_all;
use serenity::model::id::{ChannelId, GuildId};
use table::options::{OptionValue, TableOptions};
use table::pages::settings::{self, ServerChange, ServerSettings, ServerSettingsView};
use table::refusal::Refusal;
use table::screen::{self, InteractionError};
use table::store_error::SettingsError;
use tracing::warn;

use super::{Dispatcher, PageRequest};
use crate::interaction::ChannelContext;
use crate::permissions::{may_manage_server, missing_for_table};

impl Dispatcher {
    pub(super) async fn show_settings(
        &self,
        request: &PageRequest,
    ) -> Result<(), InteractionError> {
        let context = request.channel()?;
        require_manager(context)?;
        let stored = self.settings_of(context.guild).await?;
        let settings = self.without_deleted(context.guild, stored).await?;
        self.answer_with_settings(request, context, &settings).await;
        Ok(())
    }

    /// Asks a person who may manage the server to confirm resetting all settings.
    pub(super) async fn ask_for_reset(
        &self,
        request: &PageRequest,
    ) -> Result<(), InteractionError> {
        require_manager(request.channel()?)?;
        let question = settings::reset_question(request.language());
        self.change_or_reply(&request.callback, &question).await;
        Ok(())
    }

    pub(super) async fn change_settings(
        &self,
        request: &PageRequest,
        change: ServerChange,
    ) -> Result<(), InteractionError> {
        let (callback, context) = (&request.callback, request.channel()?);
        require_manager(context)?;
        require_own_channel(context, change)?;
        if let ServerChange::PostBoard(Some(_)) = change {
            let missing = missing_for_table(context.bot_permissions, context.is_thread);
            self.require(callback, context, missing)?;
            self.require_access(context).await?;
        }
        let before = self.settings_of(context.guild).await?;
        if !before.with(change).fit(self.editions()) {
            let refusal = screen::refusal(&Refusal::OptionsDoNotFit, request.language());
            self.reply(callback, &refusal).await;
            return Ok(());
        }
        let changed = self.servers.change_settings(server(context.guild), change);
        let settings = changed.await.map_err(not_stored)?;
        let kept = settings.clone();
        self.server_recipes.insert_written(context.guild, kept);
        if let ServerChange::OnlyListed(_) = change {
            return self.show_cookbook(request).await;
        }
        self.answer_with_settings(request, context, &settings).await;
        Ok(())
    }

    pub(super) async fn settings_of(
        &self,
        guild: GuildId,
    ) -> Result<ServerSettings, InteractionError> {
        let settings = self.servers.settings_of(server(guild)).await;
        settings.map_err(|error| {
            warn!(%error, %guild, "could not read a server's settings");
            InteractionError::Internal
        })
    }

    /// Returns the settings of a server if they allow tables in this channel or, for a thread, in its parent channel.
    pub(super) async fn settings_allowing(
        &self,
        context: ChannelContext,
    ) -> Result<ServerSettings, InteractionError> {
        let here = parent_channel(context);
        let settings = self.settings_of(context.guild).await?;
        if settings.allow(here) {
            return Ok(settings);
        }
        let settings = self.without_deleted(context.guild, settings).await?;
        if settings.allow(here) {
            Ok(settings)
        } else {
            Err(InteractionError::OtherChannels(settings.channels().clone()))
        }
    }

    /// Removes deleted channels from the settings, because the bot misses deletions while it is disconnected.
    async fn without_deleted(
        &self,
        guild: GuildId,
        mut settings: ServerSettings,
    ) -> Result<ServerSettings, InteractionError> {
        let checks = settings.places().into_iter().map(|place| async move {
            // No channel has the id 0.
            let channel = ChannelId::new(place.0.max(1));
            self.is_deleted(guild, channel).await.then_some(place)
        });
        for deleted in join_all(checks).await.into_iter().flatten() {
            let forgotten = self.servers.forget_channel(server(guild), deleted);
            settings = forgotten.await.map_err(not_stored)?;
        }
        Ok(settings)
    }

    async fn answer_with_settings(
        &self,
        request: &PageRequest,
        context: ChannelContext,
        settings: &ServerSettings,
    ) {
        let format = request.format();
        let config = &self.registry.env().table_config;
        let view = ServerSettingsView {
            display_mode: format.display_mode,
            options: TableOptions {
                paces: config.paces,
                ..settings.options(&config.editions, context.server_locale)
            },
            editions: Arc::clone(&config.editions),
            settings,
            place: place(context),
            channel: parent_channel(context),
        };
        let screen = settings::server_settings(&view, format.language());
        self.change_or_reply(&request.callback, &screen).await;
    }
}

/// Returns the channel of the interaction or, for a thread, its parent channel.
fn parent_channel(context: ChannelContext) -> table::ids::ChannelId {
    table::ids::ChannelId(context.parent_channel.get())
}

fn place(context: ChannelContext) -> table::ids::ChannelId {
    table::ids::ChannelId(context.channel.get())
}

fn not_stored(error: SettingsError) -> InteractionError {
    warn!(%error, "could not store a server's settings");
    InteractionError::Internal
}

pub(super) fn server(guild: GuildId) -> table::ids::GuildId {
    table::ids::GuildId(guild.get())
}

pub(super) fn require_manager(context: ChannelContext) -> Result<(), InteractionError> {
    if may_manage_server(context.member_permissions) {
        Ok(())
    } else {
        Err(InteractionError::ManageServerOnly)
    }
}

/// Refuses a change that names another channel, sets an option that a server cannot set, or is reserved for the bot.
fn require_own_channel(
    context: ChannelContext,
    change: ServerChange,
) -> Result<(), InteractionError> {
    match change {
        ServerChange::AllowChannel(channel) | ServerChange::ForgetChannel(channel)
            if channel != parent_channel(context) =>
        {
            Err(InteractionError::UnknownButton)
        }
        ServerChange::PostBoard(Some(board)) if board.channel != place(context) => {
            Err(InteractionError::UnknownButton)
        }
        ServerChange::BoardRefused(_) => Err(InteractionError::UnknownButton),
        ServerChange::SetOption(OptionValue::First(_)) => Err(InteractionError::UnknownValue),
        ServerChange::SetOption(_)
        | ServerChange::AllowChannel(_)
        | ServerChange::ForgetChannel(_)
        | ServerChange::PostBoard(_)
        | ServerChange::OnlyListed(_)
        | ServerChange::AllowCalls(_)
        | ServerChange::Reset => Ok(()),
    }
}
