//! Embeds: the twilight crates know their limits; here is what they leave out.

use serde_json::{Value, json};
use twilight_model::channel::message::Embed;

use crate::forms::{FormErrors, Place};

/// Characters that all embeds of a message may have together.
const TOTAL_CHARACTERS: usize = 6000;
/// Embeds that a message may have.
const MOST_EMBEDS: usize = 10;

/// Checks a list of embeds, noting what is wrong with each.
pub(crate) fn check(embeds: &[Value], place: &Place, errors: &mut FormErrors) {
    errors.at_most(place, embeds.len(), MOST_EMBEDS);
    let mut characters = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let place = place.index(index);
        let embed = completed(embed);
        match serde_json::from_value::<Embed>(embed) {
            Ok(embed) => {
                characters += twilight_validate::embed::chars(&embed);
                if let Err(error) = twilight_validate::embed::embed(&embed) {
                    errors.add(&place, "BASE_TYPE_BAD_LENGTH", error.to_string());
                }
            }
            Err(error) => errors.add(&place, "MODEL_TYPE_CONVERT", error.to_string()),
        }
    }
    if characters > TOTAL_CHARACTERS {
        errors.add(
            place,
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

/// An embed as Discord shows it: its type and each field's `inline` filled in.
pub(crate) fn completed(embed: &Value) -> Value {
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
