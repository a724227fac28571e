//! Reads interactions as serenity delivers them: the person, the channel, the callback and the request.

use discord::{Callback, ClickedMessage};
use serenity::model::application::{
    ActionRowComponent, AuthorizingIntegrationOwner, ComponentInteraction,
    ComponentInteractionDataKind, Interaction, InteractionContext, ModalInteractionData,
};
use serenity::model::channel::{ChannelType, Message, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::ChannelId;
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use table::control::{Control, ControlAction};
use table::ids::UserId;
use table::input::Clicker;
use table::pages::PageIntent;
use table::pages::recipes::RecipeRequest;
use table::text::Locale;
use tokio::time::Instant;

use super::commands::{autocomplete_request, command_request};
use super::display_name::sanitize_name;
use super::request::{
    AccessCondition, ChannelContext, Elsewhere, IncomingInteraction, InteractionRequest,
    MissingPermissions,
};
use crate::permissions::missing_to_post;

/// Reads a command, a component or a form. A macro, because serenity's types for them share these fields but
/// no trait.
macro_rules! incoming {
    ($interaction:ident, $member:expr, $owners:expr, $missing:ident, $received:ident, $clicked:expr, $request:expr) => {{
        let (member, channel) = ($member, $interaction.channel.as_ref());
        let (guild, is_elsewhere) = ($interaction.guild_id, is_elsewhere($owners));
        let shown = $interaction.guild_locale.as_deref();
        IncomingInteraction {
            callback: Callback {
                interaction: $interaction.id,
                application: $interaction.application_id,
                token: $interaction.token.clone(),
                received: $received,
                user: UserId($interaction.user.id.get()),
                clicked: $clicked,
            },
            person: person(&$interaction.user, member, &$interaction.locale),
            avatar: $interaction.user.avatar,
            elsewhere: is_elsewhere.then(|| Elsewhere {
                may_post: guild.is_none() || may_post_elsewhere(member, channel),
                locale: Locale::nearest(shown.unwrap_or(&$interaction.locale)),
            }),
            context: guild.filter(|_| !is_elsewhere).map(|guild| ChannelContext {
                guild,
                channel: $interaction.channel_id,
                parent_channel: parent_channel($interaction.channel_id, channel),
                is_thread: is_thread(channel),
                thread_type: thread_type(channel),
                access_condition: access_condition(channel),
                bot_permissions: $missing.unless($interaction.app_permissions),
                member_permissions: member_permissions(member),
                server_locale: Locale::nearest(shown.unwrap_or_default()),
            }),
            request: $request,
        }
    }};
}

/// Reads an interaction. Returns `None` for pings, which Discord sends only to bots without a gateway.
pub fn read_interaction(
    interaction: &Interaction,
    received: Instant,
    missing: MissingPermissions,
) -> Option<IncomingInteraction> {
    Some(match interaction {
        Interaction::Command(command) => {
            let (member, request) = (command.member.as_deref(), command_request(command));
            let owners = &command.authorizing_integration_owners.0;
            incoming!(command, member, owners, missing, received, None, request)
        }
        Interaction::Autocomplete(command) => {
            let (member, request) = (command.member.as_deref(), autocomplete_request(command));
            let owners = &command.authorizing_integration_owners.0;
            incoming!(command, member, owners, missing, received, None, request)
        }
        Interaction::Component(click) => {
            let (member, clicked) = (click.member.as_ref(), Some(clicked_message(click)));
            let request = component_request(&click.data.custom_id, &click.data.kind);
            let owners = &click.authorizing_integration_owners.0;
            incoming!(click, member, owners, missing, received, clicked, request)
        }
        Interaction::Modal(modal) => {
            let (member, request) = (modal.member.as_ref(), form_request(&modal.data));
            let clicked = modal.message.as_ref().map(|message| ClickedMessage {
                message: message.id,
                private: is_private(message),
                direct: false,
            });
            incoming!(modal, member, &[], missing, received, clicked, request)
        }
        _ => return None,
    })
}

/// Returns true if the command was installed only by a user, not by the server where it is used.
fn is_elsewhere(owners: &[AuthorizingIntegrationOwner]) -> bool {
    let is_server = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
    };
    !owners.is_empty() && !owners.iter().any(is_server)
}

/// Returns true if a member may post public answers with a command that the server has not installed.
fn may_post_elsewhere(member: Option<&Member>, channel: Option<&PartialChannel>) -> bool {
    let granted = member_permissions(member);
    let may_send = missing_to_post(granted, is_thread(channel)).is_none();
    may_send && (granted.administrator() || granted.use_external_apps())
}

fn clicked_message(component: &ComponentInteraction) -> ClickedMessage {
    let message = &component.message;
    let private = is_private(message);
    ClickedMessage {
        message: message.id,
        private,
        direct: !private && is_direct(component),
    }
}

fn is_private(message: &Message) -> bool {
    let flags = message.flags.unwrap_or_default();
    flags.contains(MessageFlags::EPHEMERAL)
}

/// Reads the only kind of form: the name under which to save a recipe.
fn form_request(form: &ModalInteractionData) -> InteractionRequest {
    let control = form
        .custom_id
        .parse::<Control>()
        .map(|control| control.action);
    let Ok(ControlAction::PageButton(PageIntent::Recipe(RecipeRequest::Save(code, shelf)))) =
        control
    else {
        return InteractionRequest::UnknownControl;
    };
    let inputs = form.components.iter().flat_map(|row| &row.components);
    let mut texts = inputs.filter_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.as_deref(),
        _ => None,
    });
    InteractionRequest::NameRecipe(code, shelf, texts.next().and_then(sanitize_name))
}

fn component_request(id: &str, kind: &ComponentInteractionDataKind) -> InteractionRequest {
    let Ok(control) = id.parse::<Control>() else {
        return InteractionRequest::UnknownControl;
    };
    let values: &[String] = match kind {
        ComponentInteractionDataKind::Button => &[],
        ComponentInteractionDataKind::StringSelect { values } => values,
        _ => return InteractionRequest::UnknownControl,
    };
    match control.with_values(values) {
        Ok(intent) => InteractionRequest::UseControl(control, intent),
        Err(_) => InteractionRequest::UnknownValue,
    }
}

/// Returns the person, named by their nickname in the server. If it is missing or invisible, their display name is used
/// instead, then their username, and finally their id.
fn person(user: &User, member: Option<&Member>, locale: &str) -> Clicker {
    let names = [
        member.and_then(|member| member.nick.as_deref()),
        user.global_name.as_deref(),
        Some(&*user.name),
    ];
    let name = names.into_iter().flatten().find_map(sanitize_name);
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR;
    let name = name.unwrap_or_else(|| user.id.to_string());
    let granted = member.and_then(|member| member.permissions);
    Clicker {
        may_manage: granted.is_some_and(|granted| granted.intersects(moderator)),
        ..Clicker::new(UserId(user.id.get()), name, Locale::nearest(locale))
    }
}

/// Returns true for a click in a direct message from the bot to one person. Group messages do not count,
/// because the other members would see the answer.
fn is_direct(component: &ComponentInteraction) -> bool {
    let is_channel = component
        .channel
        .as_ref()
        .is_some_and(|channel| channel.kind == ChannelType::Private);
    let is_context = component.context == Some(InteractionContext::BotDm);
    component.guild_id.is_none() && component.member.is_none() && is_context && is_channel
}

/// Returns the parent channel of a thread, or the channel itself.
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

fn access_condition(channel: Option<&PartialChannel>) -> Option<AccessCondition> {
    match channel?.kind {
        ChannelType::PrivateThread => Some(AccessCondition::Membership),
        ChannelType::Voice | ChannelType::Stage => Some(AccessCondition::Connect),
        _ => None,
    }
}

fn thread_type(channel: Option<&PartialChannel>) -> Option<ChannelType> {
    match channel.map_or(ChannelType::Text, |channel| channel.kind) {
        ChannelType::Text => Some(ChannelType::PublicThread),
        ChannelType::News => Some(ChannelType::NewsThread),
        _ => None,
    }
}

/// Returns the person's permissions, or no permissions if Discord does not send them.
fn member_permissions(member: Option<&Member>) -> Permissions {
    let permissions = member.and_then(|member| member.permissions);
    permissions.unwrap_or(Permissions::empty())
}
