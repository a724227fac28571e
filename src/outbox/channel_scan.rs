//! Recognises a table's messages in a channel's history by the ids of their buttons and menus.
//! Reads whose messages they are, not their text. The request for the history is in `message_slot`,
//! the decision about the messages in `message_board`.

use serde_json::Value;
use serenity::model::id::MessageId;
use table::control::{Control, ControlAction};
use table::ids::{Revision, TableId};
use table::intent::Intent;
use table::screen::{Element, Screen};

/// A public message of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundMessage {
    pub(super) id: MessageId,
    /// The table's revision if the message shows the end of a game. Such a message stays in the
    /// channel when the next game begins.
    pub(super) game_end: Option<Revision>,
}

/// Returns the messages of this table in a response of the channel's history, the oldest first, or
/// `None` if the response is not a list.
pub(super) fn find_messages(history: &Value, table: TableId) -> Option<Vec<FoundMessage>> {
    let mut found: Vec<_> = history
        .as_array()?
        .iter()
        .filter_map(|message| find_message(message, table))
        .collect();
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

/// Returns the table's revision if the screen shows the end of a game.
pub(super) fn game_end_on(screen: &Screen) -> Option<Revision> {
    let buttons = screen.elements.iter().filter_map(|element| match element {
        Element::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    game_end(buttons.flatten().map(|button| &button.control))
}

/// Looks for the button for a rematch: screens have it at the end of a game and nowhere else.
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

/// Collects the controls of components and of those nested in them.
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

/// Returns the id of a message that Discord sent, or `None` if it has none or 0.
pub(super) fn message_id(message: &Value) -> Option<MessageId> {
    let id: u64 = message.get("id")?.as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use table::control::Stamp;

    use super::*;

    fn button(table: u64, intent: Intent) -> Value {
        let stamp = Stamp {
            table: TableId(table),
            revision: Revision(3),
        };
        json!({ "type": 2, "custom_id": stamp.button(intent).to_string() })
    }

    #[test]
    fn a_tables_messages_are_recognised_by_their_controls_at_any_depth() {
        let nested =
            |intent| json!([{ "type": 17, "components": [{ "components": [button(7, intent)] }] }]);
        let history = json!([
            { "id": "9", "components": nested(Intent::OpenHand) },
            { "id": "8", "components": [{ "accessory": button(7, Intent::Join) }] },
            { "id": "7", "components": [button(6, Intent::Join)] },
            { "id": "6", "content": "hello" },
            { "id": "5", "components": nested(Intent::Rematch) },
        ]);
        let found = |id, game_end| FoundMessage {
            id: MessageId::new(id),
            game_end,
        };
        let ended = found(5, Some(Revision(3)));
        let expected = [ended, found(8, None), found(9, None)];
        assert_eq!(find_messages(&history, TableId(7)), Some(expected.into()));
        assert_eq!(find_messages(&json!([]), TableId(7)), Some(vec![]));
        assert_eq!(find_messages(&Value::Null, TableId(7)), None);
    }
}
