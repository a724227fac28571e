//! The shards of the gateway among the processes that share a journal: leases, which end by themselves if
//! their holder does not renew them. The database's clock decides when that is, the caller which lease it
//! asks for.

use table::ids::Millis;

/// The time after which a lease ends that its holder does not renew.
pub const LEASE: Millis = Millis::seconds(5);

/// The leases as one process sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardLeases {
    /// The processes that take part in the gateway and live, this one included.
    pub processes: u32,
    /// One for each shard, by its number.
    pub leases: Vec<ShardLease>,
}

/// The lease of one shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardLease {
    /// The process that holds the shard.
    pub holder: ShardHolder,
    /// True once the holder receives events.
    pub is_connected: bool,
    /// True if the holder would give it away.
    pub is_offered: bool,
}

/// The holder of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardHolder {
    /// The process that asks.
    ThisProcess,
    /// Another process whose lease has not ended.
    OtherProcess,
    /// The lease has ended, or there never was one.
    Nobody,
}
