//! Checks how interactions in Discord's format are read.

mod hostile_input;

use rules::EditionId;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::permissions::Permissions;
use table::control::{Control, NO_TABLE, Stamp};
use table::display_mode::DisplayMode;
use table::ids::{Revision, TableId, UserId};
use table::intent::Intent;
use table::pace::Pace;
use table::pages::PageIntent;
use table::pages::recipes::{RecipeRequest, Shelf};
use table::pages::story::GamesList;
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

fn remove(value: &mut Value, fields: &[&str]) {
    let object = value.as_object_mut().unwrap();
    object.retain(|name, _| !fields.contains(&name.as_str()));
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
    let table_command = InteractionRequest::TableCommand;
    let new_table = InteractionRequest::NewTable(NewTableCommand::default());
    for (name, expected) in [
        ("join", table_command(Intent::Join)),
        ("leave", table_command(Intent::Leave { confirmed: false })),
        ("hand", table_command(Intent::OpenHand)),
        ("table", table_command(Intent::PostTable)),
        ("end", table_command(Intent::End { confirmed: false })),
        (
            "games",
            InteractionRequest::PageCommand(PageIntent::Games(GamesList::Channel)),
        ),
        ("new", new_table),
        ("dance", InteractionRequest::UnknownValue),
    ] {
        assert_eq!(read_subcommand(name, json!([])), expected, "{name}");
    }
}

#[test]
fn options_are_read_and_invalid_values_are_recognised() {
    let option = |name, value: &str| json!({ "type": 3, "name": name, "value": value });
    let travel = NewTableCommand {
        edition: Some(EditionId::TRAVEL),
        pace: Some(Pace::Slow),
        ..NewTableCommand::default()
    };
    let rules = InteractionRequest::Rules {
        edition: None,
        card: Some("nope".to_owned()),
    };
    let unknown = InteractionRequest::UnknownValue;
    let slow = json!([option("edition", "travel"), option("pace", "slow")]);
    for (name, options, expected) in [
        ("new", slow, InteractionRequest::NewTable(travel)),
        ("new", json!([option("edition", "deluxe")]), unknown.clone()),
        ("new", json!([option("language", "tlh")]), unknown),
        ("rules", json!([option("card", "nope")]), rules),
    ] {
        assert_eq!(read_subcommand(name, options), expected);
    }
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
    let read = read_subcommand("me", text);
    assert_eq!(read, InteractionRequest::UnknownValue);
}

#[test]
fn the_personal_language_is_read() {
    let options = |word: &str| json!([{ "type": 3, "name": "language", "value": word }]);
    let me = |change| InteractionRequest::Me {
        change,
        request: None,
    };
    let english = LanguagePreference::Fixed(Locale::fallback());
    let follow_discord = language(LanguagePreference::FollowDiscord);
    for (options, expected) in [
        (json!([]), me(PreferenceChange::default())),
        (options("follow-discord"), me(follow_discord)),
        (options("en-US"), me(language(english))),
        (options("tlh"), InteractionRequest::UnknownValue),
    ] {
        assert_eq!(read_subcommand("me", options), expected);
    }
}

#[test]
fn typing_a_card_asks_for_suggestions() {
    let options = json!([{ "type": 3, "name": "card", "value": "ta", "focused": true }]);
    let request = read(interaction_json(4, command_json("rules", options))).request;
    let (of, typed) = (Suggested::Cards(None), "ta".to_owned());
    assert_eq!(request, InteractionRequest::Autocomplete { of, typed });
    let options = json!([{ "type": 3, "name": "recipe", "value": "ta", "focused": true }]);
    let request = read(interaction_json(4, command_json("new", options))).request;
    let (of, typed) = (Suggested::Recipes, "ta".to_owned());
    assert_eq!(request, InteractionRequest::Autocomplete { of, typed });
}

fn draw_button() -> Control {
    let (table, revision) = (TableId(77), Revision(4));
    Stamp { table, revision }.button(Intent::Draw)
}

#[test]
fn a_button_is_read_with_its_control_and_its_message() {
    let control = draw_button();
    for (flags, private) in [(1 << 6, true), (1 << 15, false)] {
        let incoming = read(click_json(&control.to_string(), flags));
        let expected = InteractionRequest::UseControl(control, Intent::Draw.into());
        assert_eq!(incoming.request, expected);
        assert_eq!(incoming.callback.clicked.unwrap().private, private);
    }
}

#[test]
fn a_control_id_of_another_version_or_bot_is_unknown() {
    let ids = "x v0:1:1:draw v1:1:1:dance v1:-1:1:draw v1:1:1:draw:more";
    for id in ids.split(' ') {
        let read = read(click_json(id, 0)).request;
        assert_eq!(read, InteractionRequest::UnknownControl, "{id}");
    }
}

#[test]
fn a_button_with_menu_values_is_refused() {
    let control = draw_button().to_string();
    let mut value = click_json(&control, 0);
    value["data"] = json!({ "component_type": 3, "custom_id": control, "values": ["nope"] });
    assert_eq!(read(value).request, InteractionRequest::UnknownValue);
}

#[test]
fn the_person_and_the_channel_are_read() {
    let incoming = read(interaction_json(2, command_json("join", json!([]))));
    let person = incoming.person;
    assert_eq!((person.id, &*person.name), (UserId(3), "Ada"));
    assert_eq!(
        (person.discord_locale.id(), person.may_manage),
        ("en-US", true)
    );
    let context = incoming.context.unwrap();
    assert_eq!((context.guild.get(), context.channel.get()), (1, 2));
    assert!(!context.is_thread);
    assert_eq!(context.bot_permissions, Permissions::SEND_MESSAGES);
}

#[test]
fn missing_permissions_are_not_granted_except_on_this_machine() {
    let command = interaction_json(2, command_json("new", json!([])));
    for mut value in [click_json("x", 0), command] {
        remove(&mut value, &["app_permissions"]);
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
fn a_member_with_unknown_permissions_may_not_manage() {
    let mut value = interaction_json(2, command_json("end", json!([])));
    assert!(read(value.clone()).person.may_manage);
    let may_manage = |value: &Value| {
        let incoming = read_with(value.clone(), MissingPermissions::Granted);
        incoming.person.may_manage
    };
    remove(&mut value["member"], &["permissions"]);
    assert!(!may_manage(&value));
    remove(&mut value, &["member"]);
    value["user"] = json!({ "id": "3", "username": "ada" });
    assert!(!may_manage(&value));
}

#[test]
fn an_undeserialized_interaction_keeps_its_person_and_its_callback() {
    let mut value = interaction_json(250, json!({}));
    let incoming = read_undeserialized(&value, Instant::now()).unwrap();
    let callback = incoming.callback;
    assert_eq!((incoming.person.id, callback.user), (UserId(3), UserId(3)));
    let ids = (callback.interaction.get(), callback.application.get());
    assert_eq!((ids, &*callback.token), ((700, 800), "secret"));
    assert_eq!(incoming.request, InteractionRequest::UnknownControl);
    remove(&mut value, &["token"]);
    assert!(read_undeserialized(&value, Instant::now()).is_none());
}

#[test]
fn a_person_without_a_visible_name_is_shown_by_username_or_id() {
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
    remove(&mut value, &["guild_id", "member", "guild_locale"]);
    value["user"] = json!({ "id": "3", "username": "ada" });
    assert_eq!(read(value).context, None);
}

fn direct_click_json(flags: u64) -> Value {
    let mut value = click_json(&draw_button().to_string(), flags);
    remove(&mut value, &["guild_id", "member", "guild_locale"]);
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
        incoming.callback.clicked.unwrap().direct
    };
    assert!(is_direct(direct_click_json(0)));
    assert_eq!(read(direct_click_json(0)).person.id, UserId(3));
    // A private answer in a direct-message channel is not a direct message.
    assert!(!is_direct(direct_click_json(64)));
    let forged = [
        ("a group", "context", json!(2)),
        ("a server", "context", json!(0)),
        ("no context", "context", Value::Null),
        ("a group's", "channel", json!({ "id": "2", "type": 3 })),
        ("a server's", "channel", json!({ "id": "2", "type": 0 })),
        ("no channel", "channel", Value::Null),
        ("a server's id", "guild_id", json!("1")),
    ];
    for (name, field, value) in forged {
        let mut click = direct_click_json(0);
        click[field] = value;
        assert!(!is_direct(click), "{name}");
    }
}

#[test]
fn a_form_is_read_with_the_visible_part_of_the_name() {
    let code: rules::RecipeCode = "1A".parse().expect("letters");
    let request = RecipeRequest::Save(code, Shelf::Own);
    let control = NO_TABLE.button(PageIntent::Recipe(request)).to_string();
    for (written, visible) in [
        ("  Cat \u{202e}War ", Some("Cat War")),
        ("\u{3164}\u{200b}", None),
        ("@everyone **bold**", Some("@everyone **bold**")),
    ] {
        let input = json!({ "type": 4, "id": 2, "custom_id": "text", "value": written });
        let rows = json!([{ "type": 1, "id": 1, "components": [input] }]);
        let data = json!({ "custom_id": control, "components": rows });
        let request = read(interaction_json(5, data)).request;
        let name = visible.map(str::to_owned);
        let expected = InteractionRequest::NameRecipe(code, Shelf::Own, name);
        assert_eq!(request, expected);
    }
}

#[test]
fn only_a_command_that_a_person_has_brought_is_used_elsewhere() {
    let read_with_owners = |owners: Value, permissions: &str| {
        let mut value = interaction_json(2, command_json("today", json!([])));
        value["authorizing_integration_owners"] = owners;
        value["member"] = member_json("Ada", permissions);
        read(value)
    };
    let may_send = (Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES).bits();
    let may_post = (may_send | Permissions::USE_EXTERNAL_APPS.bits()).to_string();
    for owners in [json!({}), json!({"0": "1"}), json!({"0": "1", "1": "3"})] {
        let read = read_with_owners(owners, &may_post);
        assert!(read.context.is_some() && read.elsewhere.is_none());
    }
    for (permissions, may_post) in [(may_post, true), (may_send.to_string(), false)] {
        let read = read_with_owners(json!({"1": "3"}), &permissions);
        let locale = Locale::nearest("de");
        assert_eq!(read.elsewhere, Some(Elsewhere { may_post, locale }));
        assert_eq!(read.context, None);
    }
}
