//! The servers that the bot is a member of, according to the gateway: each shard lists its servers in READY; later
//! events add and remove single servers. A state machine without I/O. The registry consults it before it wakes a table,
//! so that no request is sent to a server that the bot has left.

use std::collections::HashSet;

use discord::BotIdentity;
use serenity::model::id::GuildId;
use serenity::utils::shard_id;

/// The content of a shard's READY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardReady {
    /// The bot's own ids.
    pub bot: BotIdentity,
    /// The number of the shard, from 0.
    pub shard: u32,
    /// The number of shards that the servers are divided among, at least 1.
    pub shards: u32,
    /// All servers of the shard, including those affected by a Discord outage.
    pub guilds: Vec<GuildId>,
}

/// The bot's relation to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Membership {
    Member,
    /// The bot was removed, perhaps while it was down, or the server was deleted.
    Left,
    /// The server's shard has not become ready yet.
    Unknown,
}

#[derive(Debug, Default)]
pub(super) struct MemberGuilds {
    /// The number of shards according to the last READY; 0 before the first READY.
    shards: u32,
    ready_shards: HashSet<u32>,
    /// The shards of this process's cluster, once they are known.
    expected_shards: Option<HashSet<u32>>,
    guilds: HashSet<GuildId>,
    /// True once the wait for the other shards has timed out.
    assumes_member: bool,
}

impl MemberGuilds {
    /// Replaces the shard's earlier list of servers. If the number of shards has changed, forgets all other servers.
    pub(super) fn shard_ready(&mut self, ready: &ShardReady) {
        let shards = ready.shards.max(1);
        if shards != self.shards {
            *self = Self {
                shards,
                assumes_member: self.assumes_member,
                expected_shards: self.expected_shards.take(),
                ..Self::default()
            };
        }
        self.guilds
            .retain(|&guild| shard_id(guild, shards) != ready.shard);
        self.guilds.extend(&ready.guilds);
        self.ready_shards.insert(ready.shard);
    }

    /// Records that the bot is a member of a server. Returns true if the bot has just been added: the server's shard is
    /// ready, and the bot was not yet a member.
    pub(super) fn joined(&mut self, guild: GuildId) -> bool {
        let is_new = self.membership(guild) == Membership::Left;
        self.guilds.insert(guild);
        is_new
    }

    pub(super) fn left(&mut self, guild: GuildId) {
        self.guilds.remove(&guild);
    }

    /// From now on, assumes that the bot is a member of all servers whose shards have not become ready.
    pub(super) fn stop_waiting(&mut self) {
        self.assumes_member = true;
    }

    /// Limits the wait to these shards, which belong to this process's cluster.
    pub(super) fn expect_shards(&mut self, shards: impl IntoIterator<Item = u32>) {
        self.expected_shards = Some(shards.into_iter().collect());
    }

    /// Returns how many shards of this process are not ready yet; 0 while their number is unknown.
    pub(super) fn unready_shards(&self) -> usize {
        match &self.expected_shards {
            Some(expected) => expected.difference(&self.ready_shards).count(),
            None => (self.shards as usize).saturating_sub(self.ready_shards.len()),
        }
    }

    /// Returns true if a shard has listed the server, or the bot has since joined it or opened a table there.
    pub(super) fn is_listed(&self, guild: GuildId) -> bool {
        self.guilds.contains(&guild)
    }

    pub(super) fn membership(&self, guild: GuildId) -> Membership {
        if self.guilds.contains(&guild) {
            return Membership::Member;
        }
        let is_ready =
            self.shards != 0 && self.ready_shards.contains(&shard_id(guild, self.shards));
        if is_ready {
            Membership::Left
        } else if self.assumes_member {
            Membership::Member
        } else {
            Membership::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Membership::{Left, Member, Unknown};
    use serenity::model::id::{ApplicationId, UserId};

    use super::*;

    /// Returns the id of a server on one of two shards; `number` distinguishes the servers of a shard.
    fn guild(shard: u64, number: u64) -> GuildId {
        GuildId::new(((number * 2 + shard) << 22) + 7)
    }

    fn ready(shard: u32, shards: u32, guilds: &[GuildId]) -> ShardReady {
        ShardReady {
            bot: BotIdentity {
                user: UserId::new(1),
                application: ApplicationId::new(1),
            },
            shard,
            shards,
            guilds: guilds.to_vec(),
        }
    }

    #[test]
    fn a_server_is_unknown_until_its_own_shard_is_ready() {
        let mut guilds = MemberGuilds::default();
        assert_eq!(guilds.membership(guild(0, 1)), Unknown);
        guilds.shard_ready(&ready(0, 2, &[guild(0, 1)]));
        assert_eq!(guilds.membership(guild(0, 1)), Member);
        assert_eq!(guilds.membership(guild(0, 2)), Left);
        assert_eq!(guilds.membership(guild(1, 1)), Unknown);
        guilds.shard_ready(&ready(1, 2, &[]));
        assert_eq!(guilds.membership(guild(1, 1)), Left);
        assert_eq!(guilds.membership(guild(0, 1)), Member);
    }

    #[test]
    fn a_later_list_of_a_shard_replaces_the_earlier_one_and_no_other() {
        let mut guilds = MemberGuilds::default();
        guilds.shard_ready(&ready(0, 2, &[guild(0, 1), guild(0, 2)]));
        guilds.shard_ready(&ready(1, 2, &[guild(1, 1)]));
        guilds.shard_ready(&ready(0, 2, &[guild(0, 2)]));
        let known = [guild(0, 1), guild(0, 2), guild(1, 1)].map(|guild| guilds.membership(guild));
        assert_eq!(known, [Left, Member, Member]);
    }

    #[test]
    fn servers_are_joined_and_left_between_two_lists() {
        let mut guilds = MemberGuilds::default();
        assert!(!guilds.joined(guild(0, 1)), "it may be an old one");
        assert_eq!(guilds.membership(guild(0, 1)), Member, "before any list");
        guilds.shard_ready(&ready(0, 1, &[]));
        assert_eq!(guilds.membership(guild(0, 1)), Left, "the list is newer");
        assert!(guilds.joined(guild(0, 1)));
        assert!(!guilds.joined(guild(0, 1)), "it was only unavailable");
        assert_eq!(guilds.membership(guild(0, 1)), Member);
        guilds.left(guild(0, 1));
        assert_eq!(guilds.membership(guild(0, 1)), Left);
    }

    #[test]
    fn another_number_of_shards_makes_earlier_lists_void() {
        let mut guilds = MemberGuilds::default();
        guilds.shard_ready(&ready(0, 1, &[guild(0, 1), guild(1, 1)]));
        guilds.shard_ready(&ready(0, 2, &[guild(0, 1)]));
        assert_eq!(guilds.membership(guild(0, 1)), Member);
        assert_eq!(guilds.membership(guild(1, 1)), Unknown);
    }

    #[test]
    fn only_shards_of_this_process_are_waited_for() {
        let mut guilds = MemberGuilds::default();
        guilds.expect_shards([0]);
        guilds.shard_ready(&ready(0, 2, &[guild(0, 1)]));
        assert_eq!(guilds.unready_shards(), 0, "another cluster has the other");
        guilds.expect_shards([0, 1]);
        assert_eq!(guilds.unready_shards(), 1);
    }

    #[test]
    fn after_the_wait_only_servers_of_unready_shards_are_assumed() {
        let mut guilds = MemberGuilds::default();
        guilds.shard_ready(&ready(0, 2, &[]));
        assert_eq!(guilds.unready_shards(), 1);
        guilds.stop_waiting();
        assert_eq!(guilds.membership(guild(0, 1)), Left);
        assert_eq!(guilds.membership(guild(1, 1)), Member);
        guilds.shard_ready(&ready(1, 2, &[]));
        assert_eq!(guilds.membership(guild(1, 1)), Left);
    }
}
