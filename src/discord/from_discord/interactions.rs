//! Interactions as serenity delivers them: the person, the channel, the way to answer, the request.

use outbox::{Callback, ClickedMessage};
use serenity::model::application::{
    CommandInteraction, ComponentInteraction, Interaction, InteractionContext, ModalInteraction,
};
use serenity::model::channel::{ChannelType, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::{ApplicationId, ChannelId, InteractionId};
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use table::ids::UserId;
use table::text::Locale;
use tokio::time::Instant;

use super::commands::{autocomplete_request, command_request};
use super::components::component_request;
use super::people::person;
use super::request::{
    ChannelContext, IncomingInteraction, InteractionRequest, MissingPermissions, Receipt,
};

/// Reads an interaction. Returns `None` for pings, which only bots without a gateway receive.
pub fn read_interaction(
    interaction: &Interaction,
    received: Instant,
    missing: MissingPermissions,
) -> Option<IncomingInteraction> {
    let incoming = match interaction {
        Interaction::Command(command) => {
            read_command(command, received, missing, command_request(command))
        }
        Interaction::Autocomplete(command) => {
            read_command(command, received, missing, autocomplete_request(command))
        }
        Interaction::Component(component) => read_component(component, received, missing),
        Interaction::Modal(modal) => read_modal(modal, received, missing),
        _ => return None,
    };
    Some(incoming)
}

fn read_command(
    command: &CommandInteraction,
    received: Instant,
    missing: MissingPermissions,
    request: InteractionRequest,
) -> IncomingInteraction {
    let member = command.member.as_deref();
    let context = command.guild_id.map(|guild| ChannelContext {
        guild,
        channel: command.channel_id,
        parent_channel: parent_channel(command.channel_id, command.channel.as_ref()),
        is_thread: is_thread(command.channel.as_ref()),
        bot_permissions: missing.unless(command.app_permissions),
        member_permissions: member_permissions(member),
        server_locale: Locale::nearest(command.guild_locale.as_deref().unwrap_or_default()),
    });
    IncomingInteraction {
        callback: callback(
            command.id,
            command.application_id,
            &command.token,
            received,
            &command.user,
            None,
        ),
        person: person(&command.user, member, &command.locale),
        context,
        request,
        receipt: Receipt::Shared,
    }
}

fn read_component(
    component: &ComponentInteraction,
    received: Instant,
    missing: MissingPermissions,
) -> IncomingInteraction {
    let message = &component.message;
    let private = message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let clicked = Some(ClickedMessage {
        message: message.id,
        private,
        direct: !private && is_direct(component),
    });
    let context = component.guild_id.map(|guild| ChannelContext {
        guild,
        channel: component.channel_id,
        parent_channel: parent_channel(component.channel_id, component.channel.as_ref()),
        is_thread: is_thread(component.channel.as_ref()),
        bot_permissions: missing.unless(component.app_permissions),
        member_permissions: member_permissions(component.member.as_ref()),
        server_locale: Locale::nearest(component.guild_locale.as_deref().unwrap_or_default()),
    });
    IncomingInteraction {
        callback: callback(
            component.id,
            component.application_id,
            &component.token,
            received,
            &component.user,
            clicked,
        ),
        person: person(
            &component.user,
            component.member.as_ref(),
            &component.locale,
        ),
        context,
        request: component_request(&component.data.custom_id, &component.data.kind),
        receipt: Receipt::Shared,
    }
}

/// Reads a submitted form. The bot has no forms, so every one is unknown.
fn read_modal(
    modal: &ModalInteraction,
    received: Instant,
    missing: MissingPermissions,
) -> IncomingInteraction {
    let context = modal.guild_id.map(|guild| ChannelContext {
        guild,
        channel: modal.channel_id,
        parent_channel: parent_channel(modal.channel_id, modal.channel.as_ref()),
        is_thread: is_thread(modal.channel.as_ref()),
        bot_permissions: missing.unless(modal.app_permissions),
        member_permissions: member_permissions(modal.member.as_ref()),
        server_locale: Locale::nearest(modal.guild_locale.as_deref().unwrap_or_default()),
    });
    IncomingInteraction {
        callback: callback(
            modal.id,
            modal.application_id,
            &modal.token,
            received,
            &modal.user,
            None,
        ),
        person: person(&modal.user, modal.member.as_ref(), &modal.locale),
        context,
        request: InteractionRequest::UnknownControl,
        receipt: Receipt::Shared,
    }
}

fn callback(
    interaction: InteractionId,
    application: ApplicationId,
    token: &str,
    received: Instant,
    user: &User,
    clicked: Option<ClickedMessage>,
) -> Callback {
    let user = UserId(user.id.get());
    Callback {
        interaction,
        application,
        token: token.to_owned(),
        received,
        user,
        clicked,
        http: None,
    }
}

/// Returns true for a click in the bot's own direct messages with the person: not in a server, and not in
/// a group, whose other members would see an answer.
fn is_direct(component: &ComponentInteraction) -> bool {
    let is_channel = component
        .channel
        .as_ref()
        .is_some_and(|channel| channel.kind == ChannelType::Private);
    let is_context = component.context == Some(InteractionContext::BotDm);
    component.guild_id.is_none() && component.member.is_none() && is_context && is_channel
}

/// Returns the channel that a thread belongs to, or the channel itself.
fn parent_channel(id: ChannelId, channel: Option<&PartialChannel>) -> ChannelId {
    let thread = channel.filter(|channel| is_thread(Some(channel)));
    thread.and_then(|thread| thread.parent_id).unwrap_or(id)
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    channel.is_some_and(|channel| {
        matches!(
            channel.kind,
            ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
        )
    })
}

/// Returns the person's permissions: none if Discord does not tell them.
fn member_permissions(member: Option<&Member>) -> Permissions {
    let permissions = member.and_then(|member| member.permissions);
    permissions.unwrap_or(Permissions::empty())
}
