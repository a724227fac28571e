//! A message in the simulated channel or in direct messages. It is parsed from the sandbox's message whenever that
//! message changes, so that checks need not parse it again.

use kit::virtual_user::component::{Component, components};
use kit::virtual_user::view::{offers_rematch, text_of};
use serde_json::{Map, Value, json};
use table::ids::UserId;

/// Discord's number for a media gallery component.
const GALLERY: u64 = 12;

#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The only person who can see the message; `None` for a public message.
    pub(super) viewer: Option<UserId>,
    /// True if the message is a direct message to `viewer`.
    pub(super) direct: bool,
    /// The components as Discord stores them, with the ids that it adds.
    components: Value,
    pub(super) controls: Vec<Component>,
    /// The text of all components, one line for each.
    pub(super) text: String,
}

impl Message {
    /// Returns true if the message shows a game's result. Such a message stays in the channel.
    pub(super) fn shows_result(&self) -> bool {
        offers_rematch(&self.controls)
    }

    pub(super) fn in_direct_messages_of(self, person: Option<&UserId>) -> Self {
        Self {
            direct: self.viewer.is_none(),
            viewer: person.copied(),
            ..self
        }
    }

    /// Returns the components as the bot sent them, without a picture.
    pub(super) fn sent_components(&self) -> Value {
        let mut sent = without_ids(&self.components);
        if let Some(parts) = sent[0]["components"].as_array_mut() {
            parts.retain(|part| part["type"] != GALLERY);
        }
        sent
    }

    pub(super) fn has_picture(&self) -> bool {
        let parts = self.components[0]["components"].as_array();
        parts.is_some_and(|parts| parts.iter().any(|part| part["type"] == GALLERY))
    }

    pub(super) fn new(message: &sandbox::Message) -> Self {
        let mut body = json!({});
        body["components"] = message.components().to_vec().into();
        Self {
            viewer: message.viewer().map(|viewer| UserId(viewer.get())),
            direct: false,
            controls: components(&body),
            text: text_of(&body),
            components: body["components"].take(),
        }
    }
}

/// Returns the components without the ids that Discord adds.
fn without_ids(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_ids).collect(),
        Value::Object(fields) => {
            let kept = fields
                .iter()
                .filter(|(name, value)| *name != "id" || !value.is_u64())
                .map(|(name, value)| (name.clone(), without_ids(value)));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}
