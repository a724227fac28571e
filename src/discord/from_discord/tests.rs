//! Interactions in Discord's form, and the requests they are read as.

use rules::EditionId;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::permissions::Permissions;
use table::control::Stamp;
use table::display_mode::DisplayMode;
use table::ids::{Revision, TableId, UserId};
use table::input::Clicker;
use table::intent::Intent;
use table::pace::Pace;
use table::personal_data::DataRequest;
use table::preferences::{LanguagePreference, PreferenceChange};
use table::text::Locale;
use tokio::time::Instant;

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
    read_with(value, MissingPermissions::Refused)
}

fn read_with(value: Value, missing: MissingPermissions) -> IncomingInteraction {
    let interaction: Interaction = serde_json::from_value(value).unwrap();
    read_interaction(&interaction, Instant::now(), missing).unwrap()
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
        edition: Some(EditionId::TRAVEL),
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
fn a_request_about_stored_data_is_read() {
    let me = |options| read_subcommand("me", options);
    let option = |name, value: &str| json!({ "type": 3, "name": name, "value": value });
    for request in DataRequest::ALL {
        let read = me(json!([
            option("privacy", request.id()),
            option("language", "follow-discord")
        ]));
        let expected = InteractionRequest::Me {
            change: language(LanguagePreference::FollowDiscord),
            request: Some(request),
        };
        assert_eq!(read, expected);
    }
    for nonsense in ["", "Forget", "data ", "everybody"] {
        let read = me(json!([option("privacy", nonsense)]));
        assert_eq!(read, InteractionRequest::UnknownValue, "{nonsense:?}");
    }
}

fn language(chosen: LanguagePreference) -> PreferenceChange {
    PreferenceChange {
        language: Some(chosen),
        ..PreferenceChange::default()
    }
}

#[test]
fn text_first_and_the_hand_by_message_are_read_as_switches() {
    let switch = |name: &str, value: Value| json!([{ "type": 5, "name": name, "value": value }]);
    let me = |options| match read_subcommand("me", options) {
        InteractionRequest::Me { change, .. } => change,
        other => panic!("{other:?} is no change of preferences"),
    };
    for on in [true, false] {
        let change = me(switch("text-first", json!(on)));
        assert_eq!(change.display_mode, Some(DisplayMode::of(on)));
        assert_eq!((change.language, change.direct_hand), (None, None));
        let change = me(switch("hand-by-message", json!(on)));
        assert_eq!(change.direct_hand, Some(on));
    }
    let text = json!([{ "type": 3, "name": "text-first", "value": "true" }]);
    assert_eq!(
        read_subcommand("me", text),
        InteractionRequest::UnknownValue
    );
}

#[test]
fn the_personal_language_is_read() {
    let options = |word: &str| json!([{ "type": 3, "name": "language", "value": word }]);
    let me = |change| InteractionRequest::Me {
        change,
        request: None,
    };
    let nothing = PreferenceChange::default();
    assert_eq!(read_subcommand("me", json!([])), me(nothing));
    assert_eq!(
        read_subcommand("me", options("follow-discord")),
        me(language(LanguagePreference::FollowDiscord))
    );
    assert_eq!(
        read_subcommand("me", options("en-US")),
        me(language(LanguagePreference::Fixed(Locale::fallback())))
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
        discord_locale,
        may_manage,
        ..
    } = incoming.person;
    assert_eq!(
        (id, name.as_str(), discord_locale.id(), may_manage),
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
fn permissions_that_are_not_told_are_not_granted_except_on_this_machine() {
    let mut click = click_json("x", 0);
    click.as_object_mut().unwrap().remove("app_permissions");
    let mut command = interaction_json(2, command_json("new", json!([])));
    command.as_object_mut().unwrap().remove("app_permissions");
    for value in [click, command] {
        let granted = |missing| {
            let incoming = read_with(value.clone(), missing);
            incoming.context.unwrap().bot_permissions
        };
        let refused = granted(MissingPermissions::Refused);
        assert_eq!(refused, Permissions::empty());
        let local = granted(MissingPermissions::Granted);
        assert_eq!(local, Permissions::ADMINISTRATOR);
    }
}

#[test]
fn a_member_whose_permissions_are_not_told_may_not_manage() {
    let mut value = interaction_json(2, command_json("end", json!([])));
    assert!(read(value.clone()).person.may_manage);
    value["member"]
        .as_object_mut()
        .unwrap()
        .remove("permissions");
    assert!(
        !read_with(value.clone(), MissingPermissions::Granted)
            .person
            .may_manage
    );
    value.as_object_mut().unwrap().remove("member");
    value["user"] = json!({ "id": "3", "username": "ada" });
    assert!(
        !read_with(value, MissingPermissions::Granted)
            .person
            .may_manage
    );
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
fn a_person_whose_names_show_nothing_is_called_by_their_username_or_their_id() {
    let name_of = |nick: &str| {
        let mut value = interaction_json(2, command_json("join", json!([])));
        value["member"] = member_json(nick, "0");
        read(value).person.name
    };
    assert_eq!(name_of("Ada"), "Ada");
    for blank in ["\u{200b}", "\u{3164}", "\u{2800} \u{ad}", "\u{301}"] {
        assert_eq!(name_of(blank), "ada");
    }
    let mut value = interaction_json(2, command_json("join", json!([])));
    value["member"] = member_json("\u{3164}", "0");
    value["member"]["user"] = json!({ "id": "3", "username": "\u{2800}", "global_name": "\u{ad}" });
    assert_eq!(read(value).person.name, "3");
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

/// Returns a click in the bot's direct messages with a person.
fn direct_click_json(flags: u64) -> Value {
    let stamp = Stamp {
        table: TableId(5),
        revision: Revision(1),
    };
    let mut value = click_json(&stamp.button(Intent::Draw).to_string(), flags);
    let fields = value.as_object_mut().expect("it is an object");
    for server_only in ["guild_id", "member", "guild_locale"] {
        fields.remove(server_only);
    }
    value["user"] = json!({ "id": "3", "username": "ada" });
    value["channel"] = json!({ "id": "2", "type": 1 });
    value["context"] = json!(1);
    value
}

#[test]
fn only_a_click_in_the_bots_own_direct_messages_is_read_as_such() {
    let is_direct = |value: Value| {
        let incoming = read(value);
        assert!(incoming.context.is_none() || !incoming.callback.clicked.unwrap().direct);
        incoming
            .callback
            .clicked
            .expect("a message was clicked")
            .direct
    };
    assert!(is_direct(direct_click_json(0)));
    assert_eq!(read(direct_click_json(0)).person.id, UserId(3));
    // A private answer in direct messages is no hand.
    assert!(!is_direct(direct_click_json(64)));
    let forged = [
        ("a group", "context", json!(2)),
        ("a server", "context", json!(0)),
        ("no context", "context", Value::Null),
        (
            "a group's channel",
            "channel",
            json!({ "id": "2", "type": 3 }),
        ),
        (
            "a server's channel",
            "channel",
            json!({ "id": "2", "type": 0 }),
        ),
        ("no channel", "channel", Value::Null),
        ("a server's id", "guild_id", json!("1")),
    ];
    for (name, field, value) in forged {
        let mut click = direct_click_json(0);
        click[field] = value;
        assert!(!is_direct(click), "{name}");
    }
}
