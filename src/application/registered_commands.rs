//! Checks whether Discord already has the commands in `commands`.

use serde_json::Value;

/// Returns true if Discord has exactly the wanted commands, in any order.
pub(crate) fn are_registered(known: &Value, wanted: &Value) -> bool {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (known, wanted) = (list(known), list(wanted));
    let is_known = |wanted: &Value| known.iter().any(|known| includes(known, wanted));
    known.len() == wanted.len() && wanted.iter().all(is_known)
}

/// Returns true if `known` has every field of `wanted` with the same value, and lists of the same lengths.
/// Ignores fields that Discord adds.
fn includes(known: &Value, wanted: &Value) -> bool {
    match (known, wanted) {
        (Value::Object(known), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, value)| known.get(key).is_some_and(|known| includes(known, value))),
        (Value::Array(known), Value::Array(wanted)) => {
            known.len() == wanted.len()
                && known
                    .iter()
                    .zip(wanted)
                    .all(|(known, wanted)| includes(known, wanted))
        }
        _ => known == wanted,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::application::commands::commands;

    #[test]
    fn an_added_field_is_no_change_but_a_different_one_is() {
        let mut known = commands();
        known[0]["id"] = json!("1");
        known[0]["options"][0]["options"][0]["required"] = json!(false);
        let reversed: Value = known
            .as_array()
            .into_iter()
            .flatten()
            .rev()
            .cloned()
            .collect();
        assert!(are_registered(&reversed, &commands()));
        known[0]["options"][0]["description"] = json!("something else");
        assert!(!are_registered(&known, &commands()));
        assert!(!are_registered(&json!([]), &commands()));
    }
}
