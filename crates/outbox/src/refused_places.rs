//! Channels and servers in which Discord refuses what the bot sends. After a few refusals nothing is
//! sent there for a while, so that no server can bring the whole bot near Discord's limit of refusals
//! (`circuit_breaker`). Each pause that follows soon after the last one is twice as long.
//!
//! It sends nothing and knows no clock: the time is an argument.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::Instant;

/// The time for which a refusal counts.
const WINDOW: Duration = Duration::from_secs(600);
/// The number of refusals within the window that pause a channel.
const MAX_PER_CHANNEL: usize = 5;
/// The number of refusals within the window that pause a server.
const MAX_PER_GUILD: usize = 50;
const FIRST_PAUSE: Duration = Duration::from_secs(600);
/// How often a pause can double: the longest takes 80 minutes.
const MAX_DOUBLINGS: u32 = 3;
/// A place with more places beside it than this is forgotten once its last refusal counts no more.
const SWEEP_ABOVE: usize = 1_000;

#[derive(Default)]
pub(super) struct RefusedPlaces {
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    channels: HashMap<ChannelId, Refusals>,
    guilds: HashMap<GuildId, Refusals>,
}

#[derive(Debug, Default)]
struct Refusals {
    /// Within the window and since the last pause began, the oldest first.
    recent: VecDeque<Instant>,
    paused_until: Option<Instant>,
    pauses: u32,
}

impl RefusedPlaces {
    pub(super) fn is_paused(
        &self,
        channel: ChannelId,
        guild: Option<GuildId>,
        now: Instant,
    ) -> bool {
        let places = self.places.lock();
        let is_paused = |refusals: &Refusals| refusals.is_paused(now);
        places.channels.get(&channel).is_some_and(is_paused)
            || guild.is_some_and(|guild| places.guilds.get(&guild).is_some_and(is_paused))
    }

    /// Counts a refusal. Returns true if it begins a pause.
    pub(super) fn record(&self, channel: ChannelId, guild: Option<GuildId>, now: Instant) -> bool {
        let mut places = self.places.lock();
        let mut begins = record(&mut places.channels, channel, MAX_PER_CHANNEL, now);
        if let Some(guild) = guild {
            begins |= record(&mut places.guilds, guild, MAX_PER_GUILD, now);
        }
        begins
    }
}

fn record<K: Eq + Hash>(
    places: &mut HashMap<K, Refusals>,
    place: K,
    limit: usize,
    now: Instant,
) -> bool {
    if places.len() > SWEEP_ABOVE {
        places.retain(|_, refusals| !refusals.is_over(now));
    }
    places.entry(place).or_default().add(limit, now)
}

impl Refusals {
    fn is_paused(&self, now: Instant) -> bool {
        self.paused_until.is_some_and(|until| now < until)
    }

    /// Returns true if nothing of it matters any more.
    fn is_over(&self, now: Instant) -> bool {
        let counts = self.recent.back().is_some_and(|&at| now < at + WINDOW);
        !counts && !self.follows_pause(now)
    }

    /// Returns true if a pause that begins now follows so soon after the last one that it is longer.
    fn follows_pause(&self, now: Instant) -> bool {
        self.paused_until.is_some_and(|until| now < until + WINDOW)
    }

    fn add(&mut self, limit: usize, now: Instant) -> bool {
        while self.recent.front().is_some_and(|&at| at + WINDOW <= now) {
            self.recent.pop_front();
        }
        self.recent.push_back(now);
        if self.recent.len() < limit || self.is_paused(now) {
            return false;
        }
        self.pauses = if self.follows_pause(now) {
            (self.pauses + 1).min(MAX_DOUBLINGS)
        } else {
            0
        };
        self.paused_until = Some(now + FIRST_PAUSE * 2_u32.pow(self.pauses));
        self.recent.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUILD: Option<GuildId> = Some(GuildId::new(1));
    const OTHER_GUILD: Option<GuildId> = Some(GuildId::new(2));
    const MINUTE: Duration = Duration::from_secs(60);

    fn channel(number: u64) -> ChannelId {
        ChannelId::new(number)
    }

    #[test]
    fn a_channel_is_paused_after_five_refusals_and_other_channels_go_on() {
        let (places, now) = (RefusedPlaces::default(), Instant::now());
        let begins: Vec<_> = (0..MAX_PER_CHANNEL)
            .map(|_| places.record(channel(1), GUILD, now))
            .collect();
        assert_eq!(begins, [false, false, false, false, true]);
        assert!(places.is_paused(channel(1), GUILD, now));
        assert!(!places.is_paused(channel(2), GUILD, now));
        assert!(!places.is_paused(channel(1), GUILD, now + FIRST_PAUSE));
    }

    #[test]
    fn a_server_is_paused_after_fifty_refusals_in_its_channels_and_other_servers_go_on() {
        let (places, now) = (RefusedPlaces::default(), Instant::now());
        for number in 0..MAX_PER_GUILD as u64 {
            assert!(!places.is_paused(channel(1_000), GUILD, now));
            places.record(channel(number + 1), GUILD, now);
        }
        assert!(places.is_paused(channel(1_000), GUILD, now));
        assert!(!places.is_paused(channel(2_000), OTHER_GUILD, now));
    }

    #[test]
    fn refusals_spread_over_more_than_ten_minutes_pause_nothing() {
        let (places, now) = (RefusedPlaces::default(), Instant::now());
        for number in 0..20 {
            places.record(channel(1), GUILD, now + 3 * MINUTE * number);
            assert!(!places.is_paused(channel(1), GUILD, now + 3 * MINUTE * number));
        }
    }

    #[test]
    fn each_pause_that_follows_soon_is_twice_as_long() {
        let (places, mut now) = (RefusedPlaces::default(), Instant::now());
        for minutes in [10, 20, 40, 80, 80] {
            for _ in 0..MAX_PER_CHANNEL {
                places.record(channel(1), None, now);
            }
            now += MINUTE * minutes;
            assert!(places.is_paused(channel(1), None, now - MINUTE / 60));
            assert!(!places.is_paused(channel(1), None, now));
        }
        now += WINDOW;
        for _ in 0..MAX_PER_CHANNEL {
            places.record(channel(1), None, now);
        }
        assert!(!places.is_paused(channel(1), None, now + FIRST_PAUSE));
    }

    #[test]
    fn places_without_recent_refusals_are_forgotten() {
        let (places, now) = (RefusedPlaces::default(), Instant::now());
        for number in 0..=SWEEP_ABOVE as u64 {
            places.record(channel(number + 1), None, now);
        }
        places.record(channel(1), None, now + WINDOW);
        assert_eq!(places.places.lock().channels.len(), 1);
    }
}
