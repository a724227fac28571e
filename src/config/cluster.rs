//! The cluster that a process serves.

use journal::{Cluster, StorageUrl};
use serde::de::Deserializer;

use super::error::ConfigError;
use super::read_text;
use super::settings::Config;

const ALLOWED: &str = "\"I/N\": I from 1 to N, the number of clusters, which is at most 1000";

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cluster, D::Error> {
    read_text(deserializer, ALLOWED, |text| text.parse().ok())
}

/// Fails if several clusters are configured with SQLite, which only one process can use.
pub(super) fn check(config: &Config) -> Result<(), ConfigError> {
    let cluster = config.discord.cluster;
    match config.storage.url {
        StorageUrl::Memory | StorageUrl::Sqlite(_) if !cluster.is_whole() => {
            Err(ConfigError::ClusterWithoutDatabase(cluster))
        }
        _ => Ok(()),
    }
}
