//! Recognises a table's messages in a channel's history by the ids of their buttons and menus. The author must be the
//! bot itself, because anyone can copy an id. The text is ignored. `message_slot` requests the history, and
//! `message_board` decides what to do with the messages.

use serde_json::Value;
use serenity::model::id::MessageId;
use table::control::{Control, ControlAction};
use table::ids::{Revision, TableId};
use table::intent::Intent;
use table::screen::{Element, Screen};

use super::bot_identity::BotIdentity;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundMessage {
    pub(super) id: MessageId,
    /// The table's revision if the message shows the end of a game. Such a message stays in the
    /// channel when the next game begins.
    pub(super) game_end: Option<Revision>,
}

/// Returns this table's messages from a response with the channel's history, oldest first. Returns `None` if the
/// response is not a list, or if there are candidates and the bot's own ids are not known.
pub(super) fn find_messages(
    history: &Value,
    table: TableId,
    bot: Option<BotIdentity>,
) -> Option<Vec<FoundMessage>> {
    let mut found = Vec::new();
    for message in history.as_array()? {
        if let Some(candidate) = find_message(message, table)
            && bot?.has_written(message)
        {
            found.push(candidate);
        }
    }
    found.sort_by_key(|message| message.id);
    Some(found)
}

fn find_message(message: &Value, table: TableId) -> Option<FoundMessage> {
    let controls = controls_of_table(message, table);
    controls.first()?;
    Some(FoundMessage {
        id: message_id(message)?,
        game_end: game_end(controls.iter()),
    })
}

pub(super) fn game_end_on(screen: &Screen) -> Option<Revision> {
    let buttons = screen.elements.iter().filter_map(|element| match element {
        Element::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    game_end(buttons.flatten().map(|button| &button.control))
}

/// Returns the table's revision if these controls belong to the end of a game, recognised by the rematch button.
fn game_end<'c>(mut controls: impl Iterator<Item = &'c Control>) -> Option<Revision> {
    let is_rematch = |control: &&Control| control.action == ControlAction::Button(Intent::Rematch);
    Some(controls.find(is_rematch)?.stamp.revision)
}

fn controls_of_table(message: &Value, table: TableId) -> Vec<Control> {
    let mut controls = Vec::new();
    collect_controls(&message["components"], &mut controls);
    controls.retain(|control| control.stamp.table == table);
    controls
}

fn collect_controls(components: &Value, controls: &mut Vec<Control>) {
    for component in components.as_array().into_iter().flatten() {
        controls.extend(parse_control(component));
        controls.extend(component.get("accessory").and_then(parse_control));
        collect_controls(&component["components"], controls);
    }
}

fn parse_control(component: &Value) -> Option<Control> {
    component["custom_id"].as_str()?.parse().ok()
}

/// Returns the id of a message in Discord's response, or `None` if the id is missing, invalid or 0.
pub(super) fn message_id(message: &Value) -> Option<MessageId> {
    let id: u64 = message.get("id")?.as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serenity::model::id::{ApplicationId, UserId};
    use table::control::Stamp;

    use super::*;

    fn button(table: u64, intent: Intent) -> Value {
        let stamp = Stamp {
            table: TableId(table),
            revision: Revision(3),
        };
        json!({ "type": 2, "custom_id": stamp.button(intent).to_string() })
    }

    const BOT: BotIdentity = BotIdentity {
        user: UserId::new(800),
        application: ApplicationId::new(900),
    };

    #[test]
    fn a_tables_messages_are_recognised_by_their_controls_at_any_depth() {
        let nested =
            |intent| json!([{ "type": 17, "components": [{ "components": [button(7, intent)] }] }]);
        let bot = json!({ "id": "800" });
        let history = json!([
            { "id": "9", "author": bot, "components": nested(Intent::OpenHand) },
            { "id": "8", "author": bot, "components": [{ "accessory": button(7, Intent::Join) }] },
            { "id": "7", "author": bot, "components": [button(6, Intent::Join)] },
            { "id": "6", "author": bot, "content": "hello" },
            { "id": "5", "author": bot, "components": nested(Intent::Rematch) },
        ]);
        let found = |id, game_end| FoundMessage {
            id: MessageId::new(id),
            game_end,
        };
        let ended = found(5, Some(Revision(3)));
        let expected = [ended, found(8, None), found(9, None)];
        let find = |history: &Value, bot| find_messages(history, TableId(7), bot);
        assert_eq!(find(&history, Some(BOT)), Some(expected.into()));
        assert_eq!(find(&json!([]), Some(BOT)), Some(vec![]));
        assert_eq!(find(&Value::Null, Some(BOT)), None);
        assert_eq!(find(&history, None), None);
        assert_eq!(find(&json!([{ "id": "6" }]), None), Some(vec![]));
    }

    #[test]
    fn a_message_of_another_bot_or_a_webhook_with_copied_ids_is_not_adopted() {
        let components = json!([button(7, Intent::OpenHand)]);
        let message = |author: Value, webhook: Value| {
            let message = json!({
                "id": "9", "author": author, "webhook_id": webhook, "components": components,
            });
            find_messages(&json!([message]), TableId(7), Some(BOT)).map(|found| found.len())
        };
        assert_eq!(message(json!({ "id": "800" }), Value::Null), Some(1));
        let answer = message(json!({ "id": "800" }), json!("900"));
        assert_eq!(answer, Some(1), "an answer to an interaction");
        for (author, webhook) in [
            (json!({ "id": "801" }), Value::Null),
            (json!({ "id": "801" }), json!("801")),
            (json!({ "id": "801" }), json!("900")),
            (json!({ "id": "800" }), json!("801")),
            (json!({ "id": 800 }), Value::Null),
            (json!({ "username": "800" }), Value::Null),
            (Value::Null, Value::Null),
        ] {
            let found = message(author.clone(), webhook.clone());
            assert_eq!(found, Some(0), "{author} {webhook}");
        }
    }
}
