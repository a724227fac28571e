//! Validates embeds: `twilight_validate` checks each, this module the totals of a message.

use serde_json::{Value, json};
use twilight_model::channel::message::Embed;

use crate::forms::form_errors::{FieldPath, FormErrors};

/// Largest number of characters of all embeds of a message together.
const TOTAL_CHARACTERS: usize = 6000;
/// Largest number of embeds of a message.
const MAX_EMBEDS: usize = 10;

/// Validates a list of embeds and adds an error for each violation.
pub(crate) fn check(embeds: &[Value], path: &FieldPath, errors: &mut FormErrors) {
    errors.check_max_length(path, embeds.len(), MAX_EMBEDS);
    let mut characters = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let path = path.index(index);
        let embed = with_defaults(embed);
        match serde_json::from_value::<Embed>(embed) {
            Ok(embed) => {
                characters += twilight_validate::embed::chars(&embed);
                if let Err(error) = twilight_validate::embed::embed(&embed) {
                    errors.add(&path, "BASE_TYPE_BAD_LENGTH", error.to_string());
                }
            }
            Err(error) => errors.add(&path, "MODEL_TYPE_CONVERT", error.to_string()),
        }
    }
    if characters > TOTAL_CHARACTERS {
        errors.add(
            path,
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

/// Returns an embed with the fields that Discord fills in: `type`, and `inline` of each field.
pub(crate) fn with_defaults(embed: &Value) -> Value {
    let mut embed = embed.clone();
    if let Some(object) = embed.as_object_mut() {
        object.entry("type").or_insert(json!("rich"));
        let fields = object.get_mut("fields").and_then(Value::as_array_mut);
        for field in fields
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
        {
            field.entry("inline").or_insert(json!(false));
        }
    }
    embed
}
