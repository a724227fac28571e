//! Values in Discord's format: JSON as text, timestamps and durations.

use serde_json::Value;
use twilight_model::util::Timestamp;

/// Serializes a value without spaces. Equivalent to `Value::to_string`, but several times faster for whole messages,
/// because it does not validate each piece of text again.
pub(crate) fn json_text(value: &Value) -> String {
    // Cannot fail: the keys of a `Value` are strings, and writing to memory cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// Formats milliseconds since 1970 as an ISO 8601 timestamp with Discord's precision.
pub(crate) fn iso_8601(unix_ms: u64) -> String {
    let microseconds = i64::try_from(unix_ms.saturating_mul(1000)).unwrap_or(i64::MAX);
    match Timestamp::from_micros(microseconds) {
        Ok(timestamp) => timestamp.iso_8601().to_string(),
        Err(_) => "1970-01-01T00:00:00.000000+00:00".to_owned(),
    }
}

pub(crate) fn to_seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
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
