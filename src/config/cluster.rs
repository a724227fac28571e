//! The cluster that a process serves.

use journal::Cluster;
use serde::de::Deserializer;

use super::text_setting::read_text;

const ALLOWED: &str = "\"I/N\": I from 1 to N, the number of clusters, which is at most 1000";

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cluster, D::Error> {
    read_text(deserializer, ALLOWED, |text| text.parse().ok())
}
