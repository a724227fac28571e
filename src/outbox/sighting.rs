//! The messages of a table that are seen in its channel. What they say is not read, only whose they
//! are.

use serde_json::Value;
use serenity::model::id::MessageId;
use table::control::{Control, ControlAction};
use table::ids::{Revision, TableId};
use table::intent::Intent;
use table::screen::{Part, Screen};

use super::berth::message_id;

/// A public message of a table's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sighting {
    pub(super) message: MessageId,
    /// The step that it shows, if that is how a game ended: it stays beside the next one's.
    pub(super) end: Option<Revision>,
}

/// Those of this table in a list of messages, the oldest first; nothing if it is no list.
pub(super) fn sightings(messages: &Value, table: TableId) -> Option<Vec<Sighting>> {
    let messages = messages.as_array()?.iter();
    let mut sightings: Vec<_> = messages
        .filter_map(|message| sighting(message, table))
        .collect();
    sightings.sort_by_key(|sighting| sighting.message);
    Some(sightings)
}

fn sighting(message: &Value, table: TableId) -> Option<Sighting> {
    let controls = controls(message, table);
    controls.first()?;
    Some(Sighting {
        message: message_id(message)?,
        end: end(controls.iter()),
    })
}

/// The step that a screen shows, if that is how a game ended.
pub(super) fn end_on(screen: &Screen) -> Option<Revision> {
    let buttons = screen.parts.iter().filter_map(|part| match part {
        Part::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    end(buttons.flatten().map(|button| &button.control))
}

/// Another game is offered where one has ended, and nowhere else.
fn end<'c>(mut controls: impl Iterator<Item = &'c Control>) -> Option<Revision> {
    let again = |control: &&Control| control.action == ControlAction::Button(Intent::Rematch);
    Some(controls.find(again)?.stamp.revision)
}

fn controls(message: &Value, table: TableId) -> Vec<Control> {
    let mut controls = Vec::new();
    collect(&message["components"], &mut controls);
    controls.retain(|control| control.stamp.table == table);
    controls
}

/// The controls of components, those inside others too.
fn collect(components: &Value, controls: &mut Vec<Control>) {
    for component in components.as_array().into_iter().flatten() {
        controls.extend(control(component));
        controls.extend(component.get("accessory").and_then(control));
        collect(&component["components"], controls);
    }
}

fn control(component: &Value) -> Option<Control> {
    component["custom_id"].as_str()?.parse().ok()
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
    fn a_tables_messages_are_known_by_their_controls_however_deep() {
        let own =
            |intent| json!([{ "type": 17, "components": [{ "components": [button(7, intent)] }] }]);
        let messages = json!([
            { "id": "9", "components": own(Intent::OpenHand) },
            { "id": "8", "components": [{ "accessory": button(7, Intent::Join) }] },
            { "id": "7", "components": [button(6, Intent::Join)] },
            { "id": "6", "content": "hello" },
            { "id": "5", "components": own(Intent::Rematch) },
        ]);
        let sighting = |id, end| Sighting {
            message: MessageId::new(id),
            end,
        };
        let ended = sighting(5, Some(Revision(3)));
        let expected = [ended, sighting(8, None), sighting(9, None)];
        assert_eq!(sightings(&messages, TableId(7)), Some(expected.into()));
        assert_eq!(sightings(&json!([]), TableId(7)), Some(vec![]));
        assert_eq!(sightings(&Value::Null, TableId(7)), None);
    }
}
