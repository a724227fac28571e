//! Tests, without a network, of people who click, choose, run commands and dismiss messages, and of moderators who
//! lock threads.

use sandbox::{
    ActionError, Click, MenuCommand, MenuTarget, Method, SlashCommand, StartedInteraction,
};
use serde_json::{Map, Value, json};

use crate::world::{MINUTE, Place, START, id_of, private};

impl Place {
    fn register_commands(&mut self) {
        let path = format!("/applications/{}/commands", self.world.bot_id());
        let options = json!([
            {"type": 3, "name": "edition", "description": "The edition.",
                "choices": [{"name": "Classic", "value": "classic"}]},
            {"type": 4, "name": "players", "description": "How many.", "min_value": 2},
        ]);
        let body = json!([{"name": "play", "description": "Plays.", "options": options}]);
        assert_eq!(self.call(START, Method::PUT, &path, &body).status, 200);
    }

    fn run(&mut self, command: SlashCommand) -> Result<StartedInteraction, ActionError> {
        self.world.run_command(START, self.channel, &command)
    }

    fn command(&self, name: &str, options: &Value) -> SlashCommand {
        let options = options.as_object().cloned().unwrap_or_else(Map::new);
        SlashCommand {
            options,
            ..SlashCommand::new(self.ada, name)
        }
    }
}

#[test]
fn commands_run_as_the_bot_registered_them() {
    let mut place = Place::new();
    place.register_commands();
    let started = place.run(place.command("play", &json!({"players": 2})));
    let payload = place
        .world
        .interaction_payload(started.expect("the command exists").id);
    let data = &payload.expect("it was started")["data"];
    assert_eq!(data["name"], "play");
    assert_eq!(
        data["options"],
        json!([{"name": "players", "type": 4, "value": 2}])
    );
    for (command, options) in [
        ("other", json!({})),
        ("play", json!({"unknown": 1})),
        ("play", json!({"edition": "none"})),
        ("play", json!({"edition": 1})),
        ("play", json!({"players": "two"})),
        ("play", json!({"players": 1})),
    ] {
        let refused = place.run(place.command(command, &options));
        assert!(
            matches!(refused, Err(ActionError::Invalid(_))),
            "{command} {options}"
        );
    }
    let mut forced = place.command("play", &json!({"edition": "none"}));
    forced.force = true;
    assert!(place.run(forced).is_ok());
}

#[test]
fn commands_of_menus_run_for_users_and_for_messages_that_everybody_sees() {
    let mut place = Place::new();
    let path = format!("/applications/{}/commands", place.world.bot_id());
    let body = json!([{"type": 2, "name": "Cat facts"}, {"type": 3, "name": "Cat facts"}]);
    assert_eq!(place.call(START, Method::PUT, &path, &body).status, 200);
    let message = place.posted(START);
    let started = place.click(START, message);
    place.answer(START, &started, &private("psst"));
    let original = place.original(START, Method::GET, &started.token, &Value::Null);
    let hidden = id_of(&original);
    let mut run = |target, name: &str| {
        let (user, command) = (place.ada, name.to_owned());
        let input = MenuCommand {
            user,
            command,
            target,
        };
        place.world.run_menu_command(START, place.channel, &input)
    };
    assert!(run(MenuTarget::User(place.bruno), "Dog facts").is_err());
    assert!(run(MenuTarget::Message(hidden), "Cat facts").is_err());
    let of_user = run(MenuTarget::User(place.bruno), "Cat facts").expect("it is offered");
    let of_message = run(MenuTarget::Message(message), "Cat facts").expect("it is offered");
    let data = |started: &StartedInteraction| {
        let payload = place.world.interaction_payload(started.id);
        payload.expect("it was started")["data"].clone()
    };
    let (user, post) = (place.bruno.to_string(), message.to_string());
    assert_eq!(data(&of_user)["target_id"], json!(user));
    assert!(data(&of_user)["resolved"]["members"][&user].is_object());
    assert_eq!(data(&of_message)["type"], 3);
    assert!(data(&of_message)["resolved"]["messages"][&post]["components"].is_array());
    let path = format!("/channels/{}/messages/{message}", place.channel);
    let read = place.call(START, Method::GET, &path, &Value::Null);
    assert_eq!(read.body.expect("the message")["id"], json!(post));
}

#[test]
fn a_click_needs_an_enabled_component_and_an_offered_value() {
    let mut place = Place::new();
    let select = json!({"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}]});
    let button = json!({"type": 2, "style": 1, "label": "B", "custom_id": "off", "disabled": true});
    let rows = json!([{"type": 1, "components": [select]}, {"type": 1, "components": [button]}]);
    let message = id_of(&place.post(START, &json!({"content": "x", "components": rows})));
    for (custom_id, value) in [
        ("off", None),
        ("none", None),
        ("pick", Some("b")),
        ("pick", None),
    ] {
        let mut click = Click::new(place.ada, message, custom_id);
        click.values = value.map(|value| vec![value.to_owned()]);
        let refused = place.world.click(START, place.channel, &click);
        assert!(
            matches!(refused, Err(ActionError::Refused(_))),
            "{custom_id}"
        );
    }
}

#[test]
fn a_forced_click_reaches_a_button_that_is_gone_and_a_deleted_message() {
    let mut place = Place::new();
    let (channel, message) = (place.channel, place.posted(START));
    let text = json!({"components": [{"type": 10, "content": "x"}]});
    place.edit(START, message, &text);
    let mut click = Click::new(place.ada, message, "join");
    let refused = place.world.click(START, channel, &click);
    assert!(matches!(refused, Err(ActionError::Refused(_))));
    click.force = true;
    assert!(place.world.click(START, channel, &click).is_ok());
    assert_eq!(place.world.delete_message(channel, message), Ok(()));
    let started = place
        .world
        .click(START, channel, &click)
        .expect("it is forced");
    let update = json!({"type": 7, "data": {"content": "y"}});
    assert_eq!(place.answer(START, &started, &update).code(), 10_008);
    let acknowledged = place.answer(START, &started, &json!({"type": 6}));
    assert_eq!(acknowledged.status, 200);
}

#[test]
fn a_click_on_an_ephemeral_message_gives_a_new_token_for_it() {
    let mut place = Place::new();
    let channel = place.channel;
    let message = place.posted(START);
    let started = place.click(START, message);
    place.answer(START, &started, &private("your hand"));
    let panel = place.newest_seen_by(place.ada).expect("the answer").id();
    let edited = place.edit(START, panel, &private("x")["data"]);
    assert_eq!(edited.code(), 10_008, "only a token can edit it");
    let other = Click::new(place.bruno, panel, "private");
    let refused = place.world.click(START, channel, &other);
    let is_refused = matches!(refused, Err(ActionError::Refused(_)));
    assert!(is_refused, "Bruno cannot see it");

    let later = START + 14 * MINUTE;
    let click = Click::new(place.ada, panel, "private");
    let started = place
        .world
        .click(later, channel, &click)
        .expect("Ada sees it");
    let mut update = private("clicked");
    update["type"] = json!(7);
    assert_eq!(place.answer(later, &started, &update).status, 200);
    let hand = &private("again")["data"];
    let edited = place.original(later + 14 * MINUTE, Method::PATCH, &started.token, hand);
    assert_eq!(id_of(&edited), panel);

    let dismissed = place.world.dismiss(later, channel, panel, place.ada);
    assert_eq!(dismissed, Ok(()));
    let seen = place.world.messages_seen_by(channel, Some(place.ada));
    assert_eq!(seen.count(), 1, "only the public message");
}

#[test]
fn a_thread_can_be_locked() {
    let mut place = Place::new();
    let path = format!("/channels/{}/threads", place.channel);
    let thread = id_of(&place.call(
        START,
        Method::POST,
        &path,
        &json!({"name": "thread", "type": 11}),
    ));
    let locked = place.world.update_thread(thread, Some(true), Some(true));
    assert_eq!(locked, Ok(()));
    let path = format!("/channels/{thread}/messages");
    let refused = place.call(START, Method::POST, &path, &json!({"content": "x"}));
    assert_eq!(refused.code(), 160_005);
}
