//! Counts the tables and games of each server and each host, and each server's games without human players. A table
//! whose game is over counts only towards its server's and its host's limits on tables.
//!
//! Never closes a table: existing tables always count, and a lowered limit only prevents new games and tables. Each
//! cluster counts separately, so a person can reach the limit once per cluster.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use rules::Editions;
use serenity::model::id::GuildId;
use table::Table;
use table::computer_setup::ComputerSetup;
use table::ids::UserId;
use table::options::TableOptions;
use table::screen::InteractionError;

/// The limit on tables, as a multiple of the limit on games. It is higher because finished tables stay for a while.
const TABLES_PER_GAME: usize = 4;

/// How a running table counts towards the limits. Until it is loaded, it counts as a game without a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountedTable {
    /// False once the game is over.
    pub(crate) is_game: bool,
    pub(crate) host: Option<UserId>,
    /// True if the game has no human players.
    pub(crate) watched: bool,
}

impl CountedTable {
    /// A table that has not been loaded yet.
    pub(crate) const UNKNOWN: Self = Self::game(None, false);

    /// Returns a table with a lobby or a running game.
    pub(crate) const fn game(host: Option<UserId>, watched: bool) -> Self {
        Self {
            is_game: true,
            host,
            watched,
        }
    }
}

/// The maximum numbers of concurrent games.
#[derive(Clone, Copy, Debug)]
pub struct GameLimits {
    /// Lobbies and running games in one server.
    pub per_server: usize,
    /// Lobbies and running games of one host.
    pub per_person: usize,
    /// Games without human players in one server.
    pub watched_per_server: usize,
}

/// The limit that a new game or table would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameQuotaError {
    #[error("the server has reached its limit on games")]
    Server,
    #[error("the person has reached their limit on hosted games")]
    Person,
    #[error("the server has reached its limit on games without people")]
    Watched,
}

pub(crate) fn count_opened(
    host: UserId,
    options: &TableOptions,
    computers: ComputerSetup,
    editions: &Editions,
) -> CountedTable {
    CountedTable::game(Some(host), computers.is_watched(options, editions))
}

pub(crate) fn count_of(table: &Table) -> CountedTable {
    let is_game = !table.is_over() && !table.is_closed();
    CountedTable {
        is_game,
        host: Some(table.host()),
        watched: is_game && table.is_watched(),
    }
}

/// The counts of this process's tables. Clones share the counts.
#[derive(Clone, Debug)]
pub(crate) struct GameQuota {
    limits: GameLimits,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    tables: Counter<GuildId>,
    games: Counter<GuildId>,
    watched: Counter<GuildId>,
    /// The number of games of each host.
    hosted: Counter<UserId>,
    hosted_tables: Counter<UserId>,
}

/// One counted table. Dropping the slot removes the table from the counts.
#[derive(Debug)]
pub(crate) struct GameQuotaSlot {
    quota: GameQuota,
    guild: GuildId,
    counted_as: CountedTable,
}

impl GameQuota {
    pub(crate) fn new(limits: GameLimits) -> Self {
        Self {
            limits,
            counts: Arc::default(),
        }
    }

    /// Counts a new table, unless that would exceed a limit.
    pub(crate) fn acquire(
        &self,
        guild: GuildId,
        new: CountedTable,
    ) -> Result<GameQuotaSlot, GameQuotaError> {
        let mut counts = self.counts.lock();
        counts.check(&self.limits, guild, new)?;
        let hosted = |host| counts.hosted_tables.get(host);
        if new.host.map_or(0, hosted) >= self.limits.per_person * TABLES_PER_GAME {
            return Err(GameQuotaError::Person);
        }
        if counts.tables.get(guild) >= self.limits.per_server * TABLES_PER_GAME {
            return Err(GameQuotaError::Server);
        }
        Ok(self.slot(&mut counts, guild, new))
    }

    /// Counts an existing table, even beyond the limits.
    pub(crate) fn acquire_existing(
        &self,
        guild: GuildId,
        counted_as: CountedTable,
    ) -> GameQuotaSlot {
        self.slot(&mut self.counts.lock(), guild, counted_as)
    }

    fn slot(&self, counts: &mut Counts, guild: GuildId, counted_as: CountedTable) -> GameQuotaSlot {
        counts.change(guild, counted_as, 1);
        GameQuotaSlot {
            quota: self.clone(),
            guild,
            counted_as,
        }
    }

    /// Returns a slot of a table that is exempt from the limits.
    #[cfg(test)]
    pub(crate) fn unlimited_slot() -> GameQuotaSlot {
        let most = 1_000_000;
        let quota = Self::new(GameLimits {
            per_server: most,
            per_person: most,
            watched_per_server: most,
        });
        quota.acquire_existing(GuildId::new(1), CountedTable::UNKNOWN)
    }
}

impl From<GameQuotaError> for InteractionError {
    fn from(error: GameQuotaError) -> Self {
        match error {
            GameQuotaError::Server => Self::AtCapacity,
            GameQuotaError::Person => Self::TooManyHosted,
            GameQuotaError::Watched => Self::TooManyWatched,
        }
    }
}

impl GameQuotaSlot {
    pub(crate) fn set(&mut self, counted_as: CountedTable) {
        if counted_as != self.counted_as {
            let mut counts = self.quota.counts.lock();
            counts.change(self.guild, self.counted_as, -1);
            counts.change(self.guild, counted_as, 1);
            self.counted_as = counted_as;
        }
    }

    /// Returns an error if starting a game at this table, which has no game now, would exceed a limit.
    pub(crate) fn check(&self, next: CountedTable) -> Result<(), GameQuotaError> {
        let counts = self.quota.counts.lock();
        counts.check(&self.quota.limits, self.guild, next)
    }
}

impl Drop for GameQuotaSlot {
    fn drop(&mut self) {
        let mut counts = self.quota.counts.lock();
        counts.change(self.guild, self.counted_as, -1);
    }
}

impl Counts {
    /// Returns an error if one more game of this kind would exceed a limit on games.
    fn check(
        &self,
        limits: &GameLimits,
        guild: GuildId,
        new: CountedTable,
    ) -> Result<(), GameQuotaError> {
        let CountedTable { host, watched, .. } = new;
        if !new.is_game {
            return Ok(());
        }
        if self.games.get(guild) >= limits.per_server {
            return Err(GameQuotaError::Server);
        }
        if watched && self.watched.get(guild) >= limits.watched_per_server {
            return Err(GameQuotaError::Watched);
        }
        if host.is_some_and(|host| self.hosted.get(host) >= limits.per_person) {
            return Err(GameQuotaError::Person);
        }
        Ok(())
    }

    /// Adds `by` to the counts that a table of this kind affects.
    fn change(&mut self, guild: GuildId, counted_as: CountedTable, by: isize) {
        self.tables.change(Some(guild), by);
        self.hosted_tables.change(counted_as.host, by);
        if counted_as.is_game {
            self.games.change(Some(guild), by);
            self.hosted.change(counted_as.host, by);
            self.watched.change(counted_as.watched.then_some(guild), by);
        }
    }
}

/// A count for each key. Keys with a count of 0 are removed.
#[derive(Debug)]
struct Counter<K>(HashMap<K, usize>);

impl<K> Default for Counter<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Copy + Eq + Hash> Counter<K> {
    fn get(&self, key: K) -> usize {
        self.0.get(&key).copied().unwrap_or(0)
    }

    fn change(&mut self, key: Option<K>, by: isize) {
        let Some(key) = key else { return };
        let count = self.0.entry(key).or_insert(0);
        *count = count.saturating_add_signed(by);
        if *count == 0 {
            self.0.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUILD: GuildId = GuildId::new(1);
    const OTHER: GuildId = GuildId::new(2);
    const LIMITS: GameLimits = GameLimits {
        per_server: 4,
        per_person: 3,
        watched_per_server: 2,
    };

    fn game(host: u64) -> CountedTable {
        CountedTable::game(Some(UserId(host)), false)
    }

    fn over(host: u64) -> CountedTable {
        CountedTable {
            is_game: false,
            ..game(host)
        }
    }

    fn watched(host: u64) -> CountedTable {
        CountedTable::game(Some(UserId(host)), true)
    }

    #[test]
    fn a_server_and_a_person_get_as_many_games_as_their_limits_and_fewer_without_people() {
        let elsewhere = |guild| GuildId::new(GUILD.get() + guild);
        for (taken, refused, granted) in [
            (
                (0..4).map(|host| (GUILD, game(host))).collect::<Vec<_>>(),
                (GUILD, game(9), GameQuotaError::Server),
                (OTHER, game(9)),
            ),
            (
                (0..3).map(|guild| (elsewhere(guild), game(1))).collect(),
                (elsewhere(3), game(1), GameQuotaError::Person),
                (elsewhere(3), game(2)),
            ),
            (
                vec![(GUILD, watched(1)), (GUILD, watched(2))],
                (GUILD, watched(3), GameQuotaError::Watched),
                (GUILD, game(3)),
            ),
        ] {
            let quota = GameQuota::new(LIMITS);
            let slots: Vec<_> = taken
                .into_iter()
                .map(|(guild, new)| quota.acquire(guild, new))
                .collect();
            assert!(slots.iter().all(Result::is_ok));
            let (guild, new, why) = refused;
            assert_eq!(quota.acquire(guild, new).unwrap_err(), why);
            let (guild, new) = granted;
            assert!(quota.acquire(guild, new).is_ok(), "{why}");
        }
    }

    #[test]
    fn finished_games_do_not_count_but_their_tables_are_limited() {
        let quota = GameQuota::new(LIMITS);
        let mut slots = Vec::new();
        let hosts = (1..).map(|host| (host, quota.acquire(GUILD, game(host))));
        for (host, slot) in hosts {
            let Ok(mut slot) = slot else {
                break;
            };
            slot.set(over(host));
            slots.push(slot);
        }
        assert_eq!(slots.len(), LIMITS.per_server * TABLES_PER_GAME);
        assert_eq!(slots[0].check(game(1)), Ok(()));
    }

    #[test]
    fn one_persons_finished_tables_leave_room_for_other_people() {
        let quota = GameQuota::new(LIMITS);
        let mut slots = Vec::new();
        while let Ok(mut slot) = quota.acquire(GUILD, game(1)) {
            slot.set(over(1));
            slots.push(slot);
        }
        assert_eq!(slots.len(), LIMITS.per_person * TABLES_PER_GAME);
        let refused = quota.acquire(OTHER, game(1)).unwrap_err();
        assert_eq!(refused, GameQuotaError::Person);
        assert!(quota.acquire(GUILD, game(2)).is_ok());
    }

    #[test]
    fn a_rematch_counts_again() {
        let quota = GameQuota::new(LIMITS);
        let mut first = quota.acquire(GUILD, watched(1)).unwrap();
        first.set(over(1));
        let others = [2, 3].map(|host| quota.acquire(GUILD, watched(host)));
        assert!(others.iter().all(Result::is_ok));
        assert_eq!(first.check(watched(1)), Err(GameQuotaError::Watched));
        drop(others);
        assert_eq!(first.check(watched(1)), Ok(()));
    }

    #[test]
    fn existing_games_count_even_beyond_the_limit_and_leave_no_trace() {
        let quota = GameQuota::new(LIMITS);
        let slots: Vec<_> = (0..9)
            .map(|_| quota.acquire_existing(GUILD, CountedTable::UNKNOWN))
            .collect();
        assert!(quota.acquire(GUILD, game(1)).is_err());
        drop(slots);
        assert!(quota.acquire(GUILD, game(1)).is_ok());
        let counts = quota.counts.lock();
        assert!(counts.tables.0.is_empty() && counts.games.0.is_empty());
        assert!(counts.hosted.0.is_empty() && counts.watched.0.is_empty());
        assert!(counts.hosted_tables.0.is_empty());
    }
}
