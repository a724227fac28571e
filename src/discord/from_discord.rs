//! Interactions as what they mean. Whatever an interaction says is checked here once; nothing
//! after this looks at Discord's own types again.

use rules::EditionId;
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

/// The most characters of a display name that anybody gets to see.
const NAME_LENGTH: usize = 32;

/// One interaction of one person.
pub struct Inbound {
    pub callback: Callback,
    pub person: Clicker,
    /// Where it was; none outside servers.
    pub place: Option<Place>,
    pub request: Request,
}

/// A channel or thread of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub thread: bool,
    /// What the bot may do there.
    pub granted: Permissions,
    /// The server's language, as far as Discord tells.
    pub language: Locale,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A new table.
    Open(Opening),
    /// Something that a table's control stands for.
    Use(Control, Intent),
    /// Something of the channel's table, whichever it is.
    Ask(Intent),
    /// The rules, or those of one card.
    Rules {
        edition: Option<EditionId>,
        card: Option<String>,
    },
    /// His own language, to be changed if one is chosen.
    Me { reading: Option<LanguagePreference> },
    /// The cards whose names fit what has been typed so far.
    Complete {
        edition: Option<EditionId>,
        typed: String,
    },
    /// A control or form that is none of ours, or no longer.
    UnknownControl,
    /// An option that no command of ours has, or a value that it cannot have.
    UnknownValue,
}

/// How a new table begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub edition: Option<EditionId>,
    pub pace: Option<Pace>,
    pub language: Option<Locale>,
    /// The computers that sit down.
    pub computers: ComputerSetup,
    /// In a thread of its own.
    pub thread: bool,
}

/// What an option's text does not say.
struct UnknownValue;

/// The meaning of an interaction; none for the pings that only servers by HTTP get.
pub fn inbound(interaction: &Interaction, received: Instant) -> Option<Inbound> {
    match interaction {
        Interaction::Command(command) => {
            Some(command_inbound(command, received, command_request(command)))
        }
        Interaction::Autocomplete(command) => {
            Some(command_inbound(command, received, completion(command)))
        }
        Interaction::Component(component) => Some(component_inbound(component, received)),
        Interaction::Modal(modal) => Some(modal_inbound(modal, received)),
        _ => None,
    }
}

fn command_inbound(command: &CommandInteraction, received: Instant, request: Request) -> Inbound {
    let member = command.member.as_deref();
    let place = command.guild_id.map(|guild| Place {
        guild,
        channel: command.channel_id,
        thread: is_thread(command.channel.as_ref()),
        granted: granted(command.app_permissions),
        language: Locale::nearest(command.guild_locale.as_deref().unwrap_or_default()),
    });
    Inbound {
        callback: callback(
            command.id,
            command.application_id,
            &command.token,
            received,
            &command.user,
            None,
        ),
        person: person(&command.user, member, &command.locale),
        place,
        request,
    }
}

fn component_inbound(component: &ComponentInteraction, received: Instant) -> Inbound {
    let message = &component.message;
    let private = message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let clicked = Some(ClickedMessage {
        message: message.id,
        private,
    });
    let place = component.guild_id.map(|guild| Place {
        guild,
        channel: component.channel_id,
        thread: is_thread(component.channel.as_ref()),
        granted: granted(component.app_permissions),
        language: Locale::nearest(component.guild_locale.as_deref().unwrap_or_default()),
    });
    Inbound {
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
        place,
        request: component_request(&component.data.custom_id, &component.data.kind),
    }
}

/// No form of ours exists, so whoever sends one gets told so.
fn modal_inbound(modal: &ModalInteraction, received: Instant) -> Inbound {
    let place = modal.guild_id.map(|guild| Place {
        guild,
        channel: modal.channel_id,
        thread: is_thread(modal.channel.as_ref()),
        granted: granted(modal.app_permissions),
        language: Locale::nearest(modal.guild_locale.as_deref().unwrap_or_default()),
    });
    Inbound {
        callback: callback(
            modal.id,
            modal.application_id,
            &modal.token,
            received,
            &modal.user,
            None,
        ),
        person: person(&modal.user, modal.member.as_ref(), &modal.locale),
        place,
        request: Request::UnknownControl,
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

/// A server that does not tell has nothing to refuse; its answers will.
fn granted(permissions: Option<Permissions>) -> Permissions {
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
        .map(legible)
        .find(|name| !name.is_empty());
    let managing = Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR;
    Clicker {
        id: UserId(user.id.get()),
        name: name.unwrap_or_else(|| user.id.to_string()),
        locale: Locale::nearest(locale),
        may_manage: member
            .and_then(|member| member.permissions)
            .is_some_and(|may| may.intersects(managing)),
    }
}

/// A name without anything that could turn the text around it upside down.
fn legible(name: &str) -> String {
    let turns = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let plain: String = name.chars().filter(|&letter| !turns(letter)).collect();
    plain
        .trim()
        .chars()
        .take(NAME_LENGTH)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

fn component_request(id: &str, kind: &ComponentInteractionDataKind) -> Request {
    let Ok(control) = id.parse::<Control>() else {
        return Request::UnknownControl;
    };
    let values: &[String] = match kind {
        ComponentInteractionDataKind::Button => &[],
        ComponentInteractionDataKind::StringSelect { values } => values,
        _ => return Request::UnknownControl,
    };
    match control.with_values(values) {
        Ok(intent) => Request::Use(control, intent),
        Err(_) => Request::UnknownValue,
    }
}

fn command_request(command: &CommandInteraction) -> Request {
    let Some((subcommand, options)) = subcommand(command) else {
        return Request::UnknownValue;
    };
    match subcommand {
        Command::New => opening(options).map_or(Request::UnknownValue, Request::Open),
        Command::Join => Request::Ask(Intent::Join),
        Command::Leave => Request::Ask(Intent::Leave { confirmed: false }),
        Command::Hand => Request::Ask(Intent::OpenHand),
        Command::Table => Request::Ask(Intent::PostTable),
        Command::End => Request::Ask(Intent::End { confirmed: false }),
        Command::Rules => rules_request(options),
        Command::Me => value(options, Parameter::MeLanguage)
            .map_or(Request::UnknownValue, |reading| Request::Me { reading }),
        Command::Kittens => Request::UnknownValue,
    }
}

fn rules_request(options: &[CommandDataOption]) -> Request {
    match value::<EditionId>(options, Parameter::RulesEdition) {
        Ok(edition) => Request::Rules {
            edition,
            card: text(options, Parameter::RulesCard).map(str::to_owned),
        },
        Err(UnknownValue) => Request::UnknownValue,
    }
}

fn completion(command: &CommandInteraction) -> Request {
    let options = subcommand(command).map_or(&[][..], |(_, options)| options);
    let typed = options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value.clone()),
        _ => None,
    });
    let edition = value::<EditionId>(options, Parameter::RulesEdition)
        .ok()
        .flatten();
    Request::Complete {
        edition,
        typed: typed.unwrap_or_default(),
    }
}

fn opening(options: &[CommandDataOption]) -> Result<Opening, UnknownValue> {
    let language = text(options, Parameter::NewLanguage);
    Ok(Opening {
        edition: value(options, Parameter::NewEdition)?,
        pace: value(options, Parameter::NewPace)?,
        language: language
            .map(|id| Locale::from_id(id).ok_or(UnknownValue))
            .transpose()?,
        computers: ComputerSetup {
            count: number(options, Parameter::NewComputers)?,
            strength: value(options, Parameter::NewStrength)?.unwrap_or_default(),
            watched: flag(options, Parameter::NewWatch),
        },
        thread: flag(options, Parameter::NewThread),
    })
}

fn subcommand(command: &CommandInteraction) -> Option<(Command, &[CommandDataOption])> {
    let named = |each: Command, name: &str| each.text(Locale::fallback()).name == name;
    if !named(Command::Kittens, &command.data.name) {
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
        .find(|&each| named(each, &chosen.name))?;
    Some((subcommand, options))
}

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

/// A number of things; none if it is not said.
fn number(options: &[CommandDataOption], parameter: Parameter) -> Result<u8, UnknownValue> {
    match option(options, parameter) {
        None => Ok(0),
        Some(CommandDataOptionValue::Integer(number)) => {
            u8::try_from(*number).map_err(|_| UnknownValue)
        }
        Some(_) => Err(UnknownValue),
    }
}

fn value<T: std::str::FromStr>(
    options: &[CommandDataOption],
    parameter: Parameter,
) -> Result<Option<T>, UnknownValue> {
    text(options, parameter)
        .map(|word| word.parse().map_err(|_| UnknownValue))
        .transpose()
}

#[cfg(test)]
mod tests {
    use rules::EditionId;
    use serde_json::{Value, json};
    use table::control::Stamp;
    use table::ids::{Revision, TableId};

    use super::*;

    fn interaction(kind: u8, data: Value) -> Value {
        json!({
            "id": "700", "application_id": "800", "type": kind, "token": "secret", "version": 1,
            "guild_id": "1", "channel_id": "2", "channel": { "id": "2", "type": 0 },
            "member": member("Ada", "8192"), "app_permissions": "2048", "locale": "en-GB", "guild_locale": "de",
            "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 1, "data": data,
        })
    }

    fn member(nick: &str, permissions: &str) -> Value {
        json!({
            "user": { "id": "3", "username": "ada" }, "nick": nick, "permissions": permissions,
            "roles": [], "deaf": false, "mute": false, "flags": 0,
        })
    }

    fn read(value: Value) -> Inbound {
        let interaction: Interaction = serde_json::from_value(value).unwrap();
        inbound(&interaction, Instant::now()).unwrap()
    }

    fn command(subcommand: &str, options: Value) -> Value {
        let options = json!([{ "type": 1, "name": subcommand, "options": options }]);
        json!({ "id": "9", "name": "kittens", "type": 1, "options": options })
    }

    fn typed(subcommand: &str, options: Value) -> Request {
        read(interaction(2, command(subcommand, options))).request
    }

    fn clicked(id: &str, flags: u64) -> Value {
        let mut value = interaction(3, json!({ "component_type": 2, "custom_id": id }));
        value["message"] = json!({
            "id": "55", "channel_id": "2", "author": { "id": "800", "username": "bot" }, "content": "",
            "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "type": 0, "flags": flags,
        });
        value
    }

    #[test]
    fn each_subcommand_has_its_meaning() {
        assert_eq!(typed("join", json!([])), Request::Ask(Intent::Join));
        assert_eq!(
            typed("leave", json!([])),
            Request::Ask(Intent::Leave { confirmed: false })
        );
        assert_eq!(typed("hand", json!([])), Request::Ask(Intent::OpenHand));
        assert_eq!(typed("table", json!([])), Request::Ask(Intent::PostTable));
        assert_eq!(
            typed("end", json!([])),
            Request::Ask(Intent::End { confirmed: false })
        );
        assert_eq!(typed("new", json!([])), Request::Open(Opening::default()));
        assert_eq!(typed("dance", json!([])), Request::UnknownValue);
    }

    #[test]
    fn options_are_read_and_nonsense_in_them_is_noticed() {
        let option = |name, value: &str| json!({ "type": 3, "name": name, "value": value });
        let travel = Opening {
            edition: Some(EditionId::Travel),
            pace: Some(Pace::Slow),
            ..Opening::default()
        };
        let chosen = json!([option("edition", "travel"), option("pace", "slow")]);
        assert_eq!(typed("new", chosen), Request::Open(travel));
        assert_eq!(
            typed("new", json!([option("edition", "deluxe")])),
            Request::UnknownValue
        );
        assert_eq!(
            typed("new", json!([option("language", "tlh")])),
            Request::UnknownValue
        );
        let rules = Request::Rules {
            edition: None,
            card: Some("nope".to_owned()),
        };
        assert_eq!(typed("rules", json!([option("card", "nope")])), rules);
    }

    #[test]
    fn a_language_of_ones_own_is_read() {
        let chosen = |word: &str| json!([{ "type": 3, "name": "language", "value": word }]);
        let me = |reading| Request::Me { reading };
        assert_eq!(typed("me", json!([])), me(None));
        assert_eq!(
            typed("me", chosen("discord")),
            me(Some(LanguagePreference::FollowDiscord))
        );
        assert_eq!(
            typed("me", chosen("en-US")),
            me(Some(LanguagePreference::Fixed(Locale::fallback())))
        );
        assert_eq!(typed("me", chosen("tlh")), Request::UnknownValue);
    }

    #[test]
    fn what_is_typed_for_a_card_is_completed() {
        let typing = json!([{ "type": 3, "name": "card", "value": "ta", "focused": true }]);
        let request = read(interaction(4, command("rules", typing))).request;
        assert_eq!(
            request,
            Request::Complete {
                edition: None,
                typed: "ta".to_owned()
            }
        );
    }

    #[test]
    fn a_button_means_what_its_id_says_and_remembers_where_it_was() {
        let control = Stamp {
            table: TableId(77),
            revision: Revision(4),
        }
        .button(Intent::Draw);
        let inbound = read(clicked(&control.to_string(), 1 << 6));
        assert_eq!(inbound.request, Request::Use(control, Intent::Draw));
        assert!(inbound.callback.clicked.unwrap().private);
        assert!(
            !read(clicked(&control.to_string(), 1 << 15))
                .callback
                .clicked
                .unwrap()
                .private
        );
    }

    #[test]
    fn an_id_that_is_none_of_ours_is_noticed() {
        for id in [
            "x",
            "v0:1:1:draw",
            "v1:1:1:dance",
            "v1:-1:1:draw",
            "v1:1:1:draw:more",
        ] {
            assert_eq!(
                read(clicked(id, 0)).request,
                Request::UnknownControl,
                "{id}"
            );
        }
    }

    #[test]
    fn values_for_a_button_are_noticed() {
        let control = Stamp {
            table: TableId(77),
            revision: Revision(4),
        }
        .button(Intent::Draw)
        .to_string();
        let mut value = clicked(&control, 0);
        value["data"] = json!({ "component_type": 3, "custom_id": control, "values": ["nope"] });
        assert_eq!(read(value).request, Request::UnknownValue);
    }

    #[test]
    fn the_person_is_who_the_interaction_says() {
        let inbound = read(interaction(2, command("join", json!([]))));
        let Clicker {
            id,
            name,
            locale,
            may_manage,
        } = inbound.person;
        assert_eq!(
            (id, name.as_str(), locale.id(), may_manage),
            (UserId(3), "Ada", "en-US", true)
        );
        let place = inbound.place.unwrap();
        assert_eq!(
            (place.guild.get(), place.channel.get(), place.thread),
            (1, 2, false)
        );
        assert_eq!(place.granted, Permissions::SEND_MESSAGES);
    }

    #[test]
    fn names_are_capped_and_cannot_turn_the_text_around() {
        let named = |nick: &str| {
            let mut value = interaction(2, command("join", json!([])));
            value["member"] = member(nick, "0");
            read(value).person.name
        };
        assert_eq!(named("\u{202e}evil\u{7}\n"), "evil");
        assert_eq!(named(&"x".repeat(90)).chars().count(), NAME_LENGTH);
        assert_eq!(named("\u{200b}"), "ada");
    }

    #[test]
    fn outside_servers_there_is_no_place() {
        let mut value = interaction(2, command("new", json!([])));
        for field in ["guild_id", "member", "guild_locale"] {
            value.as_object_mut().unwrap().remove(field);
        }
        value["user"] = json!({ "id": "3", "username": "ada" });
        assert_eq!(read(value).place, None);
    }
}
