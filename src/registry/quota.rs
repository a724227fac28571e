//! Counts the tables of each server. Never ends a table: lowering the limit only refuses new tables.

use std::sync::Arc;

use dashmap::DashMap;
use serenity::model::id::GuildId;

/// The number of tables that each server has. Clones share the counts.
#[derive(Clone, Debug, Default)]
pub(super) struct GuildQuota(Arc<DashMap<GuildId, usize>>);

/// One table that counts towards a server's limit, until it is dropped.
#[derive(Debug)]
pub(super) struct QuotaSlot {
    quota: GuildQuota,
    guild: GuildId,
}

impl GuildQuota {
    /// Counts one more table, unless the server has `max` already.
    pub(super) fn acquire(&self, guild: GuildId, max: usize) -> Option<QuotaSlot> {
        let mut count = self.0.entry(guild).or_insert(0);
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(self.slot(guild))
    }

    /// Counts a table that exists already, whatever the limit is now.
    pub(super) fn acquire_existing(&self, guild: GuildId) -> QuotaSlot {
        *self.0.entry(guild).or_insert(0) += 1;
        self.slot(guild)
    }

    fn slot(&self, guild: GuildId) -> QuotaSlot {
        QuotaSlot {
            quota: self.clone(),
            guild,
        }
    }
}

impl Drop for QuotaSlot {
    fn drop(&mut self) {
        self.quota.0.remove_if_mut(&self.guild, |_, count| {
            *count = count.saturating_sub(1);
            *count == 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUILD: GuildId = GuildId::new(1);
    const OTHER: GuildId = GuildId::new(2);

    #[test]
    fn a_server_gets_as_many_slots_as_its_limit() {
        let quota = GuildQuota::default();
        let slots: Vec<_> = (0..3).map_while(|_| quota.acquire(GUILD, 2)).collect();
        assert_eq!(slots.len(), 2);
        assert!(quota.acquire(OTHER, 2).is_some());
    }

    #[test]
    fn a_dropped_slot_can_be_taken_again_and_leaves_no_trace() {
        let quota = GuildQuota::default();
        drop(quota.acquire(GUILD, 1));
        assert!(quota.0.is_empty());
        assert!(quota.acquire(GUILD, 1).is_some());
    }

    #[test]
    fn existing_tables_count_even_beyond_the_limit() {
        let quota = GuildQuota::default();
        let slots = [quota.acquire_existing(GUILD), quota.acquire_existing(GUILD)];
        assert!(quota.acquire(GUILD, 2).is_none());
        drop(slots);
        assert!(quota.acquire(GUILD, 2).is_some());
    }
}
