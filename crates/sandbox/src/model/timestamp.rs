//! Discord's form of points in time.

use twilight_model::util::Timestamp;

/// Formats milliseconds since 1970 as an ISO 8601 timestamp of Discord's precision.
pub(crate) fn iso_8601(unix_ms: u64) -> String {
    let microseconds = i64::try_from(unix_ms.saturating_mul(1000)).unwrap_or(i64::MAX);
    match Timestamp::from_micros(microseconds) {
        Ok(timestamp) => timestamp.iso_8601().to_string(),
        Err(_) => "1970-01-01T00:00:00.000000+00:00".to_owned(),
    }
}
