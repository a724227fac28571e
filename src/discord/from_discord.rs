//! Converts Discord's interactions to typed requests. Everything an interaction contains is checked
//! here, once; no later code reads Discord's own types. Which request is served how is decided in
//! [`crate::dispatcher`].

use rules::EditionId;
use serde_json::Value;
use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, Interaction, ModalInteraction,
};
use serenity::model::channel::{ChannelType, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId};
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use table::computer_setup::ComputerSetup;
use table::control::Control;
use table::ids::UserId;
use table::input::Clicker;
use table::intent::Intent;
use table::pace::Pace;
use table::preferences::LanguagePreference;
use table::text::{Command, Locale, Parameter};
use tokio::time::Instant;

use crate::outbox::{Callback, ClickedMessage};

/// The most characters of a display name that are shown.
const MAX_NAME_LENGTH: usize = 32;

/// A command, click or form of one person, checked and typed.
pub struct IncomingInteraction {
    /// The way to answer it.
    pub callback: Callback,
    /// The person as Discord describes them. Their locale is Discord's until the dispatcher
    /// replaces it by the chosen one.
    pub person: Clicker,
    /// The server channel it was made in; `None` in direct messages.
    pub context: Option<ChannelContext>,
    /// The request itself.
    pub request: InteractionRequest,
}

/// A channel or thread of a server, as an interaction describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelContext {
    /// The server of the channel.
    pub guild: GuildId,
    /// The channel itself, or the thread.
    pub channel: ChannelId,
    /// True in a thread, which needs other permissions than a channel.
    pub is_thread: bool,
    /// The bot's own permissions in the channel.
    pub bot_permissions: Permissions,
    /// The server's language; the default one if Discord does not tell it.
    pub server_locale: Locale,
}

/// The request of an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionRequest {
    /// `/kittens new`: a new table.
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
    /// `/kittens me`: shows the person's own language, and changes it first if one is chosen.
    Me {
        /// The new language preference, if the person chose one.
        chosen: Option<LanguagePreference>,
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
    /// The edition to play.
    pub edition: Option<EditionId>,
    /// The pace of deadlines and computer players.
    pub pace: Option<Pace>,
    /// The language of the public messages; by default the server's.
    pub language: Option<Locale>,
    /// The computers that sit down at once.
    pub computers: ComputerSetup,
    /// True if the table is to stand in a new thread of its own.
    pub in_thread: bool,
}

/// An option has a value that it cannot have.
struct UnknownValueError;

/// Reads an interaction. Returns `None` for pings, which only bots without a gateway receive.
pub fn read_interaction(
    interaction: &Interaction,
    received: Instant,
) -> Option<IncomingInteraction> {
    match interaction {
        Interaction::Command(command) => {
            Some(read_command(command, received, command_request(command)))
        }
        Interaction::Autocomplete(command) => Some(read_command(
            command,
            received,
            autocomplete_request(command),
        )),
        Interaction::Component(component) => Some(read_component(component, received)),
        Interaction::Modal(modal) => Some(read_modal(modal, received)),
        _ => None,
    }
}

/// Reads what is needed to answer an interaction that serenity could not deserialize. Returns `None`
/// if even that is missing.
pub fn read_undeserialized(value: &Value, received: Instant) -> Option<IncomingInteraction> {
    // Discord names the user of a server's member inside the member.
    let user = id_field(&value["member"]["user"]).or_else(|| id_field(&value["user"]));
    let user = UserId(user.unwrap_or_default());
    let callback = Callback {
        interaction: InteractionId::new(id_field(value)?),
        application: ApplicationId::new(number_field(value, "application_id")?),
        token: value["token"].as_str()?.to_owned(),
        received,
        user,
        clicked: None,
    };
    let person = Clicker {
        id: user,
        name: user.to_string(),
        locale: Locale::nearest(value["locale"].as_str().unwrap_or_default()),
        may_manage: false,
    };
    Some(IncomingInteraction {
        callback,
        person,
        context: None,
        request: InteractionRequest::UnknownControl,
    })
}

fn id_field(value: &Value) -> Option<u64> {
    number_field(value, "id")
}

/// Returns a field that holds an id. Discord sends ids as text, and none is 0.
fn number_field(value: &Value, field: &str) -> Option<u64> {
    let id = value[field].as_str()?.parse::<u64>().ok();
    id.filter(|&id| id != 0)
}

fn read_command(
    command: &CommandInteraction,
    received: Instant,
    request: InteractionRequest,
) -> IncomingInteraction {
    let member = command.member.as_deref();
    let context = command.guild_id.map(|guild| ChannelContext {
        guild,
        channel: command.channel_id,
        is_thread: is_thread(command.channel.as_ref()),
        bot_permissions: bot_permissions(command.app_permissions),
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
    }
}

fn read_component(component: &ComponentInteraction, received: Instant) -> IncomingInteraction {
    let message = &component.message;
    let private = message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let clicked = Some(ClickedMessage {
        message: message.id,
        private,
    });
    let context = component.guild_id.map(|guild| ChannelContext {
        guild,
        channel: component.channel_id,
        is_thread: is_thread(component.channel.as_ref()),
        bot_permissions: bot_permissions(component.app_permissions),
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
    }
}

/// Reads a submitted form. The bot has no forms, so every one is unknown.
fn read_modal(modal: &ModalInteraction, received: Instant) -> IncomingInteraction {
    let context = modal.guild_id.map(|guild| ChannelContext {
        guild,
        channel: modal.channel_id,
        is_thread: is_thread(modal.channel.as_ref()),
        bot_permissions: bot_permissions(modal.app_permissions),
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
    }
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    channel.is_some_and(|channel| {
        matches!(
            channel.kind,
            ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
        )
    })
}

/// Returns the bot's permissions. An interaction without them is treated as granting all: a request
/// that is not allowed fails later anyway.
fn bot_permissions(permissions: Option<Permissions>) -> Permissions {
    permissions.unwrap_or(Permissions::ADMINISTRATOR)
}

fn person(user: &User, member: Option<&Member>, locale: &str) -> Clicker {
    let names = [
        member.and_then(|member| member.nick.as_deref()),
        user.global_name.as_deref(),
        Some(&*user.name),
    ];
    let name = names
        .into_iter()
        .flatten()
        .map(sanitize_name)
        .find(|name| !name.is_empty());
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR;
    Clicker {
        id: UserId(user.id.get()),
        name: name.unwrap_or_else(|| user.id.to_string()),
        locale: Locale::nearest(locale),
        may_manage: member
            .and_then(|member| member.permissions)
            .is_some_and(|granted| granted.intersects(moderator)),
    }
}

/// Returns a name without the characters that are invisible or change the direction or lines of the
/// text around it, cut to [`MAX_NAME_LENGTH`]. Markdown is left in: it is escaped in `table::text`.
fn sanitize_name(name: &str) -> String {
    let is_unsafe = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let plain: String = name.chars().filter(|&letter| !is_unsafe(letter)).collect();
    plain
        .trim()
        .chars()
        .take(MAX_NAME_LENGTH)
        .collect::<String>()
        .trim_end()
        .to_owned()
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

fn command_request(command: &CommandInteraction) -> InteractionRequest {
    let Some((subcommand, options)) = subcommand(command) else {
        return InteractionRequest::UnknownValue;
    };
    match subcommand {
        Command::New => new_table_command(options).map_or(
            InteractionRequest::UnknownValue,
            InteractionRequest::NewTable,
        ),
        Command::Join => InteractionRequest::TableCommand(Intent::Join),
        Command::Leave => InteractionRequest::TableCommand(Intent::Leave { confirmed: false }),
        Command::Hand => InteractionRequest::TableCommand(Intent::OpenHand),
        Command::Table => InteractionRequest::TableCommand(Intent::PostTable),
        Command::End => InteractionRequest::TableCommand(Intent::End { confirmed: false }),
        Command::Rules => rules_request(options),
        Command::Me => value(options, Parameter::MeLanguage)
            .map_or(InteractionRequest::UnknownValue, |chosen| {
                InteractionRequest::Me { chosen }
            }),
        Command::Kittens => InteractionRequest::UnknownValue,
    }
}

fn rules_request(options: &[CommandDataOption]) -> InteractionRequest {
    match value::<EditionId>(options, Parameter::RulesEdition) {
        Ok(edition) => InteractionRequest::Rules {
            edition,
            card: text(options, Parameter::RulesCard).map(str::to_owned),
        },
        Err(UnknownValueError) => InteractionRequest::UnknownValue,
    }
}

fn autocomplete_request(command: &CommandInteraction) -> InteractionRequest {
    let options = subcommand(command).map_or(&[][..], |(_, options)| options);
    let typed = options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value.clone()),
        _ => None,
    });
    let edition = value::<EditionId>(options, Parameter::RulesEdition)
        .ok()
        .flatten();
    InteractionRequest::Autocomplete {
        edition,
        typed: typed.unwrap_or_default(),
    }
}

fn new_table_command(options: &[CommandDataOption]) -> Result<NewTableCommand, UnknownValueError> {
    let language = text(options, Parameter::NewLanguage);
    Ok(NewTableCommand {
        edition: value(options, Parameter::NewEdition)?,
        pace: value(options, Parameter::NewPace)?,
        language: language
            .map(|id| Locale::from_id(id).ok_or(UnknownValueError))
            .transpose()?,
        computers: ComputerSetup {
            count: number(options, Parameter::NewComputers)?,
            strength: value(options, Parameter::NewStrength)?.unwrap_or_default(),
            watched: flag(options, Parameter::NewWatch),
        },
        in_thread: flag(options, Parameter::NewThread),
    })
}

/// Returns the subcommand of `/kittens` and its options; `None` for any other command.
fn subcommand(command: &CommandInteraction) -> Option<(Command, &[CommandDataOption])> {
    let has_name = |each: Command, name: &str| each.text(Locale::fallback()).name == name;
    if !has_name(Command::Kittens, &command.data.name) {
        return None;
    }
    let [chosen] = command.data.options.as_slice() else {
        return None;
    };
    let CommandDataOptionValue::SubCommand(options) = &chosen.value else {
        return None;
    };
    let subcommand = Command::ALL
        .into_iter()
        .skip(1)
        .find(|&each| has_name(each, &chosen.name))?;
    Some((subcommand, options))
}

/// Returns the value of an option by its name in the default language, which Discord sends whatever
/// the language of the person is.
fn option(options: &[CommandDataOption], parameter: Parameter) -> Option<&CommandDataOptionValue> {
    let name = parameter.text(Locale::fallback()).name;
    options
        .iter()
        .find(|option| option.name == name)
        .map(|option| &option.value)
}

fn text(options: &[CommandDataOption], parameter: Parameter) -> Option<&str> {
    match option(options, parameter)? {
        CommandDataOptionValue::String(text) => Some(text),
        _ => None,
    }
}

fn flag(options: &[CommandDataOption], parameter: Parameter) -> bool {
    matches!(
        option(options, parameter),
        Some(CommandDataOptionValue::Boolean(true))
    )
}

/// Returns the value of an integer option, 0 if it is not given.
fn number(options: &[CommandDataOption], parameter: Parameter) -> Result<u8, UnknownValueError> {
    match option(options, parameter) {
        None => Ok(0),
        Some(CommandDataOptionValue::Integer(number)) => {
            u8::try_from(*number).map_err(|_| UnknownValueError)
        }
        Some(_) => Err(UnknownValueError),
    }
}

fn value<T: std::str::FromStr>(
    options: &[CommandDataOption],
    parameter: Parameter,
) -> Result<Option<T>, UnknownValueError> {
    text(options, parameter)
        .map(|word| word.parse().map_err(|_| UnknownValueError))
        .transpose()
}

#[cfg(test)]
mod tests {
    use rules::EditionId;
    use serde_json::json;
    use table::control::Stamp;
    use table::ids::{Revision, TableId};

    use super::*;

    fn interaction_json(kind: u8, data: Value) -> Value {
        json!({
            "id": "700", "application_id": "800", "type": kind, "token": "secret", "version": 1,
            "guild_id": "1", "channel_id": "2", "channel": { "id": "2", "type": 0 },
            "member": member_json("Ada", "8192"), "app_permissions": "2048", "locale": "en-GB", "guild_locale": "de",
            "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 1, "data": data,
        })
    }

    fn member_json(nick: &str, permissions: &str) -> Value {
        json!({
            "user": { "id": "3", "username": "ada" }, "nick": nick, "permissions": permissions,
            "roles": [], "deaf": false, "mute": false, "flags": 0,
        })
    }

    fn read(value: Value) -> IncomingInteraction {
        let interaction: Interaction = serde_json::from_value(value).unwrap();
        read_interaction(&interaction, Instant::now()).unwrap()
    }

    fn command_json(subcommand: &str, options: Value) -> Value {
        let options = json!([{ "type": 1, "name": subcommand, "options": options }]);
        json!({ "id": "9", "name": "kittens", "type": 1, "options": options })
    }

    fn read_subcommand(subcommand: &str, options: Value) -> InteractionRequest {
        read(interaction_json(2, command_json(subcommand, options))).request
    }

    fn click_json(id: &str, flags: u64) -> Value {
        let mut value = interaction_json(3, json!({ "component_type": 2, "custom_id": id }));
        value["message"] = json!({
            "id": "55", "channel_id": "2", "author": { "id": "800", "username": "bot" }, "content": "",
            "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "type": 0, "flags": flags,
        });
        value
    }

    #[test]
    fn each_subcommand_is_read_as_its_request() {
        assert_eq!(
            read_subcommand("join", json!([])),
            InteractionRequest::TableCommand(Intent::Join)
        );
        assert_eq!(
            read_subcommand("leave", json!([])),
            InteractionRequest::TableCommand(Intent::Leave { confirmed: false })
        );
        assert_eq!(
            read_subcommand("hand", json!([])),
            InteractionRequest::TableCommand(Intent::OpenHand)
        );
        assert_eq!(
            read_subcommand("table", json!([])),
            InteractionRequest::TableCommand(Intent::PostTable)
        );
        assert_eq!(
            read_subcommand("end", json!([])),
            InteractionRequest::TableCommand(Intent::End { confirmed: false })
        );
        assert_eq!(
            read_subcommand("new", json!([])),
            InteractionRequest::NewTable(NewTableCommand::default())
        );
        assert_eq!(
            read_subcommand("dance", json!([])),
            InteractionRequest::UnknownValue
        );
    }

    #[test]
    fn options_are_read_and_invalid_values_are_recognised() {
        let option = |name, value: &str| json!({ "type": 3, "name": name, "value": value });
        let travel = NewTableCommand {
            edition: Some(EditionId::Travel),
            pace: Some(Pace::Slow),
            ..NewTableCommand::default()
        };
        let options = json!([option("edition", "travel"), option("pace", "slow")]);
        assert_eq!(
            read_subcommand("new", options),
            InteractionRequest::NewTable(travel)
        );
        assert_eq!(
            read_subcommand("new", json!([option("edition", "deluxe")])),
            InteractionRequest::UnknownValue
        );
        assert_eq!(
            read_subcommand("new", json!([option("language", "tlh")])),
            InteractionRequest::UnknownValue
        );
        let rules = InteractionRequest::Rules {
            edition: None,
            card: Some("nope".to_owned()),
        };
        assert_eq!(
            read_subcommand("rules", json!([option("card", "nope")])),
            rules
        );
    }

    #[test]
    fn the_personal_language_is_read() {
        let options = |word: &str| json!([{ "type": 3, "name": "language", "value": word }]);
        let me = |chosen| InteractionRequest::Me { chosen };
        assert_eq!(read_subcommand("me", json!([])), me(None));
        assert_eq!(
            read_subcommand("me", options("discord")),
            me(Some(LanguagePreference::FollowDiscord))
        );
        assert_eq!(
            read_subcommand("me", options("en-US")),
            me(Some(LanguagePreference::Fixed(Locale::fallback())))
        );
        assert_eq!(
            read_subcommand("me", options("tlh")),
            InteractionRequest::UnknownValue
        );
    }

    #[test]
    fn typing_a_card_asks_for_suggestions() {
        let options = json!([{ "type": 3, "name": "card", "value": "ta", "focused": true }]);
        let request = read(interaction_json(4, command_json("rules", options))).request;
        assert_eq!(
            request,
            InteractionRequest::Autocomplete {
                edition: None,
                typed: "ta".to_owned()
            }
        );
    }

    #[test]
    fn a_button_is_read_with_its_control_and_its_message() {
        let control = Stamp {
            table: TableId(77),
            revision: Revision(4),
        }
        .button(Intent::Draw);
        let incoming = read(click_json(&control.to_string(), 1 << 6));
        assert_eq!(
            incoming.request,
            InteractionRequest::UseControl(control, Intent::Draw)
        );
        assert!(incoming.callback.clicked.unwrap().private);
        assert!(
            !read(click_json(&control.to_string(), 1 << 15))
                .callback
                .clicked
                .unwrap()
                .private
        );
    }

    #[test]
    fn a_control_id_of_another_version_or_bot_is_unknown() {
        for id in [
            "x",
            "v0:1:1:draw",
            "v1:1:1:dance",
            "v1:-1:1:draw",
            "v1:1:1:draw:more",
        ] {
            assert_eq!(
                read(click_json(id, 0)).request,
                InteractionRequest::UnknownControl,
                "{id}"
            );
        }
    }

    #[test]
    fn a_button_with_menu_values_is_refused() {
        let control = Stamp {
            table: TableId(77),
            revision: Revision(4),
        }
        .button(Intent::Draw)
        .to_string();
        let mut value = click_json(&control, 0);
        value["data"] = json!({ "component_type": 3, "custom_id": control, "values": ["nope"] });
        assert_eq!(read(value).request, InteractionRequest::UnknownValue);
    }

    #[test]
    fn the_person_and_the_channel_are_read() {
        let incoming = read(interaction_json(2, command_json("join", json!([]))));
        let Clicker {
            id,
            name,
            locale,
            may_manage,
        } = incoming.person;
        assert_eq!(
            (id, name.as_str(), locale.id(), may_manage),
            (UserId(3), "Ada", "en-US", true)
        );
        let context = incoming.context.unwrap();
        assert_eq!(
            (
                context.guild.get(),
                context.channel.get(),
                context.is_thread
            ),
            (1, 2, false)
        );
        assert_eq!(context.bot_permissions, Permissions::SEND_MESSAGES);
    }

    #[test]
    fn an_undeserialized_interaction_keeps_its_person_and_its_way_to_answer() {
        let mut value = interaction_json(250, json!({}));
        let incoming = read_undeserialized(&value, Instant::now()).unwrap();
        assert_eq!(incoming.person.id, UserId(3));
        assert_eq!(incoming.callback.user, UserId(3));
        assert_eq!(incoming.callback.interaction.get(), 700);
        assert_eq!(incoming.callback.application.get(), 800);
        assert_eq!(incoming.callback.token, "secret");
        assert_eq!(incoming.request, InteractionRequest::UnknownControl);
        value.as_object_mut().unwrap().remove("token");
        assert!(read_undeserialized(&value, Instant::now()).is_none());
    }

    #[test]
    fn names_are_cut_and_lose_invisible_characters() {
        let name_of = |nick: &str| {
            let mut value = interaction_json(2, command_json("join", json!([])));
            value["member"] = member_json(nick, "0");
            read(value).person.name
        };
        assert_eq!(name_of("\u{202e}evil\u{7}\n"), "evil");
        assert_eq!(name_of(&"x".repeat(90)).chars().count(), MAX_NAME_LENGTH);
        assert_eq!(name_of("\u{200b}"), "ada");
    }

    #[test]
    fn a_direct_message_has_no_channel_context() {
        let mut value = interaction_json(2, command_json("new", json!([])));
        for field in ["guild_id", "member", "guild_locale"] {
            value.as_object_mut().unwrap().remove(field);
        }
        value["user"] = json!({ "id": "3", "username": "ada" });
        assert_eq!(read(value).context, None);
    }
}
