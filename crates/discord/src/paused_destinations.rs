//! Channels and servers in which Discord refuses the bot's requests. After a few refusals, requests there are paused
//! for a while, so that no server can bring the whole bot near Discord's limit on refusals (`circuit_breaker`). Each
//! pause that starts soon after the previous one is twice as long, up to a maximum. During a pause, one request may be
//! let through every few seconds, and the first success ends the pause.
//!
//! This module sends nothing and has no clock: the time is an argument.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::Instant;

/// How long a refusal counts.
const WINDOW: Duration = Duration::from_secs(600);
/// The number of refusals within the window that pause a channel.
const MAX_PER_CHANNEL: usize = 5;
/// The number of refusals within the window that pause a server.
const MAX_PER_GUILD: usize = 50;
const FIRST_PAUSE: Duration = Duration::from_secs(600);
/// The time between two requests that are let through during a pause.
const PROBE_INTERVAL: Duration = Duration::from_secs(5);
/// How many times a pause can double: the longest pause lasts 80 minutes.
const MAX_DOUBLINGS: u32 = 3;
/// The number of tracked channels or servers above which records that are no longer relevant are removed.
const SWEEP_ABOVE: usize = 1_000;

#[derive(Default)]
pub(super) struct PausedDestinations {
    places: Mutex<Destinations>,
}

#[derive(Default)]
struct Destinations {
    channels: HashMap<ChannelId, Refusals>,
    guilds: HashMap<GuildId, Refusals>,
}

#[derive(Debug, Default)]
struct Refusals {
    /// The refusals within the window, oldest first.
    recent: VecDeque<Instant>,
    paused_until: Option<Instant>,
    pauses: u32,
    last_sent: Option<Instant>,
}

impl PausedDestinations {
    /// Returns true if sending to a channel or its server is paused now. If `may_probe` is true, lets a request through
    /// when none has been sent there for `PROBE_INTERVAL`.
    pub(super) fn is_paused(
        &self,
        channel: ChannelId,
        guild: Option<GuildId>,
        may_probe: bool,
        now: Instant,
    ) -> bool {
        let mut is_paused = false;
        self.update(channel, guild, |place| {
            is_paused |= place.is_paused(now) && !(may_probe && place.is_probe_due(now));
        });
        is_paused
    }

    /// Records that a request is about to be sent to a channel.
    pub(super) fn note_sent(&self, channel: ChannelId, guild: Option<GuildId>, now: Instant) {
        self.update(channel, guild, |place| place.last_sent = Some(now));
    }

    /// Ends the pauses of a channel and its server, because Discord has granted a request there.
    pub(super) fn end_pause(&self, channel: ChannelId, guild: Option<GuildId>, now: Instant) {
        self.update(channel, guild, |place| {
            // Recent refusals still count, so the next one may start another pause at once.
            place.paused_until = place.paused_until.map(|until| until.min(now));
        });
    }

    fn update(
        &self,
        channel: ChannelId,
        guild: Option<GuildId>,
        change: impl FnMut(&mut Refusals),
    ) {
        let Destinations { channels, guilds } = &mut *self.places.lock();
        let guild = guild.and_then(|guild| guilds.get_mut(&guild));
        channels
            .get_mut(&channel)
            .into_iter()
            .chain(guild)
            .for_each(change);
    }

    /// Counts a refusal. Returns true if a pause starts.
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

    fn is_probe_due(&self, now: Instant) -> bool {
        self.last_sent.is_none_or(|at| at + PROBE_INTERVAL <= now)
    }

    /// Returns true if neither the refusals nor the last pause can affect another pause.
    fn is_over(&self, now: Instant) -> bool {
        let counts = self.recent.back().is_some_and(|&at| now < at + WINDOW);
        !counts && !self.follows_pause(now)
    }

    /// Returns true if a pause that starts now follows the previous one so soon that it must be longer.
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
        let (places, now) = (PausedDestinations::default(), Instant::now());
        let begins: Vec<_> = (0..MAX_PER_CHANNEL)
            .map(|_| places.record(channel(1), GUILD, now))
            .collect();
        assert_eq!(begins, [false, false, false, false, true]);
        assert!(places.is_paused(channel(1), GUILD, false, now));
        assert!(!places.is_paused(channel(2), GUILD, false, now));
        assert!(!places.is_paused(channel(1), GUILD, false, now + FIRST_PAUSE));
    }

    #[test]
    fn a_server_is_paused_after_fifty_refusals_in_its_channels_and_other_servers_go_on() {
        let (places, now) = (PausedDestinations::default(), Instant::now());
        for number in 0..MAX_PER_GUILD as u64 {
            assert!(!places.is_paused(channel(1_000), GUILD, false, now));
            places.record(channel(number + 1), GUILD, now);
        }
        assert!(places.is_paused(channel(1_000), GUILD, false, now));
        assert!(!places.is_paused(channel(2_000), OTHER_GUILD, false, now));
    }

    #[test]
    fn refusals_spread_over_more_than_ten_minutes_pause_nothing() {
        let (places, now) = (PausedDestinations::default(), Instant::now());
        for number in 0..20 {
            places.record(channel(1), GUILD, now + 3 * MINUTE * number);
            assert!(!places.is_paused(channel(1), GUILD, false, now + 3 * MINUTE * number));
        }
    }

    #[test]
    fn each_pause_that_follows_soon_is_twice_as_long() {
        let (places, mut now) = (PausedDestinations::default(), Instant::now());
        for minutes in [10, 20, 40, 80, 80] {
            for _ in 0..MAX_PER_CHANNEL {
                places.record(channel(1), None, now);
            }
            now += MINUTE * minutes;
            assert!(places.is_paused(channel(1), None, false, now - MINUTE / 60));
            assert!(!places.is_paused(channel(1), None, false, now));
        }
        now += WINDOW;
        for _ in 0..MAX_PER_CHANNEL {
            places.record(channel(1), None, now);
        }
        assert!(!places.is_paused(channel(1), None, false, now + FIRST_PAUSE));
    }

    #[test]
    fn places_without_recent_refusals_are_forgotten() {
        let (places, now) = (PausedDestinations::default(), Instant::now());
        for number in 0..=SWEEP_ABOVE as u64 {
            places.record(channel(number + 1), None, now);
        }
        places.record(channel(1), None, now + WINDOW);
        assert_eq!(places.places.lock().channels.len(), 1);
    }
}
