//! A cluster: a share of the servers, served by one process at a time. Server S belongs to cluster I of N if `(S >> 22)
//! mod N = I - 1`. Discord puts the server on shard `(S >> 22) mod T`. T is a multiple of N, so the cluster has the
//! shards with `shard mod N = I - 1`, and a server keeps its cluster when T changes.

use std::fmt;
use std::str::FromStr;

use table::ids::GuildId;

/// An upper limit on the number of clusters: more than any bot needs.
const MAX_CLUSTERS: u32 = 1_000;

/// A share of the servers: cluster I of N, written `I/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// From 1 to `count`.
    number: u32,
    count: u32,
}

impl Cluster {
    /// All servers: `1/1`.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };

    /// Returns true if this is the only cluster.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Returns the number of the cluster, counting from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of clusters.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns true if the server belongs to this cluster.
    pub fn owns(self, guild: GuildId) -> bool {
        (guild.0 >> 22) % u64::from(self.count) == u64::from(self.number - 1)
    }

    /// Returns the total number of shards: `wanted`, rounded up to a multiple of the number of clusters.
    pub fn shard_total(self, wanted: u32) -> u32 {
        wanted.max(1).next_multiple_of(self.count)
    }

    /// Returns this cluster's shards, out of `total`.
    pub fn shards(self, total: u32) -> impl Iterator<Item = u32> {
        (self.number - 1..total).step_by(self.count as usize)
    }
}

impl fmt::Display for Cluster {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

/// The error for a text that is not a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cluster: \"I/N\" is expected, with I from 1 to N, and N at most {MAX_CLUSTERS}")]
pub struct ClusterError;

impl FromStr for Cluster {
    type Err = ClusterError;

    fn from_str(text: &str) -> Result<Self, ClusterError> {
        let (number, count) = text.split_once('/').ok_or(ClusterError)?;
        let [number, count] = [number, count].map(parse_digits);
        match (number, count) {
            (Some(number), Some(count)) if number <= count && count <= MAX_CLUSTERS => {
                Ok(Self { number, count })
            }
            _ => Err(ClusterError),
        }
    }
}

/// Parses a positive number without a sign, spaces or leading zeros.
fn parse_digits(text: &str) -> Option<u32> {
    let number = text.parse().ok().filter(|number| *number > 0)?;
    (u32::to_string(&number) == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(text: &str) -> Cluster {
        text.parse().expect("a cluster")
    }

    #[test]
    fn a_cluster_is_one_of_n_and_nothing_else_parses() {
        for text in ["1/1", "1/4", "4/4", "1000/1000"] {
            assert_eq!(cluster(text).to_string(), text);
        }
        let wrong = [
            "",
            "1",
            "/",
            "1/",
            "/1",
            "0/1",
            "2/1",
            "5/4",
            "1/0",
            "-1/4",
            "+1/4",
            "1/4/4",
            " 1/4",
            "1/4 ",
            "01/4",
            "1/04",
            "a/b",
            "1/1001",
            "1/4294967297",
            "1.0/4",
            "½",
        ];
        for text in wrong {
            assert_eq!(text.parse::<Cluster>(), Err(ClusterError), "{text}");
        }
        assert_eq!(cluster("1/1"), Cluster::WHOLE);
    }

    #[test]
    fn each_server_and_each_shard_belongs_to_one_cluster_whatever_the_number_of_shards() {
        let clusters: Vec<_> = (1..=4)
            .map(|number| cluster(&format!("{number}/4")))
            .collect();
        for wanted in 1..=20 {
            let total = clusters[0].shard_total(wanted);
            assert!((wanted..wanted + 4).contains(&total) && total.is_multiple_of(4));
            for guild in (0..1_000).map(|number| GuildId((number << 22) + 7)) {
                let owners: Vec<_> = clusters.iter().filter(|one| one.owns(guild)).collect();
                let shard = u32::try_from((guild.0 >> 22) % u64::from(total)).expect("a shard");
                let holders = clusters
                    .iter()
                    .filter(|one| one.shards(total).any(|of| of == shard));
                assert_eq!(owners, holders.collect::<Vec<_>>());
                assert_eq!(owners.len(), 1);
            }
        }
        assert!(Cluster::WHOLE.shards(3).eq(0..3));
    }
}
