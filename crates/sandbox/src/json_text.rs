//! JSON values as text, for whole messages: `Value::to_string` is the same and takes several times as long,
//! because it checks each piece of text again. It must never reorder or change a value.

use serde_json::Value;

/// Returns the text of a value without spaces.
pub(crate) fn json_text(value: &Value) -> String {
    // Cannot fail: the keys of a `Value` are texts, and memory takes all that is written.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_text_is_that_of_the_value_itself() {
        let value =
            json!({"content": "a \"Nope\" 🚫\n", "list": [1, null, true, 0.5], "empty": {}});
        assert_eq!(json_text(&value), value.to_string());
    }
}
