//! Since when nothing could be heard. serenity tells of a lost connection only when there is a new
//! one, and then what was missed has been sent again: what is known is when there were signs of
//! life. It must never count less time than was lost; a little more harms nobody.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use serenity::model::id::ShardId;
use tokio::time::Instant;

/// A silence so short costs nobody anything.
const SHORTEST: Duration = Duration::from_secs(1);
/// After a silence Discord sends what was missed, and says that this is all, within so much time.
const MISSED_WITHIN: Duration = Duration::from_secs(10);
/// Signs closer together than this are one.
const APART: Duration = Duration::from_millis(100);

/// The signs of life of all shards.
#[derive(Debug, Default)]
pub(crate) struct Hearing(HashMap<ShardId, Signs>);

#[derive(Debug, Default)]
struct Signs {
    /// Those of the last while, and one from before.
    heard: VecDeque<Instant>,
    /// How long the answer to the newest heartbeat took, by which it is told from the one before.
    latency: Option<Duration>,
}

impl Hearing {
    /// Something was heard of a shard.
    pub(crate) fn heard(&mut self, shard: ShardId, now: Instant) {
        self.0.entry(shard).or_default().note(now);
    }

    /// The newest of a shard's heartbeats was answered after so long; it may be the one that is
    /// known.
    pub(crate) fn beaten(&mut self, shard: ShardId, latency: Option<Duration>, now: Instant) {
        let signs = self.0.entry(shard).or_default();
        if latency.is_some() && latency != signs.latency {
            signs.latency = latency;
            signs.note(now);
        }
    }

    /// A shard hears again, and all that it missed is here: since when it was deaf, if it was.
    pub(crate) fn returned(&mut self, shard: ShardId, now: Instant) -> Option<Instant> {
        self.0.entry(shard).or_default().returned(now)
    }
}

impl Signs {
    fn note(&mut self, now: Instant) {
        if self.heard.back().is_some_and(|&last| now < last + APART) {
            return;
        }
        self.heard.push_back(now);
        while self
            .heard
            .get(1)
            .is_some_and(|&next| next + MISSED_WITHIN < now)
        {
            self.heard.pop_front();
        }
    }

    /// The beginning of the latest silence. What was missed came in one go after it.
    fn returned(&mut self, now: Instant) -> Option<Instant> {
        self.note(now);
        let earlier = self.heard.iter().rev().skip(1);
        let mut silences = self.heard.iter().rev().zip(earlier);
        let latest = silences.find(|&(&end, &beginning)| end >= beginning + SHORTEST);
        let (_, &beginning) = latest.filter(|&(&end, _)| end + MISSED_WITHIN >= now)?;
        self.heard = VecDeque::from([now]);
        Some(beginning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARD: ShardId = ShardId(0);

    fn after(start: Instant, milliseconds: u64) -> Instant {
        start + Duration::from_millis(milliseconds)
    }

    /// Since when a shard was deaf that had signs of life at these milliseconds.
    fn deaf_since(signs: &[u64], now: u64) -> Option<u64> {
        let start = Instant::now();
        let mut hearing = Hearing::default();
        for &sign in signs {
            hearing.heard(SHARD, after(start, sign));
        }
        let since = hearing.returned(SHARD, after(start, now))?;
        u64::try_from((since - start).as_millis()).ok()
    }

    #[test]
    fn a_shard_was_deaf_from_its_last_sign_of_life_to_the_first_of_what_it_missed() {
        assert_eq!(deaf_since(&[0, 1_500, 60_000], 60_000), Some(1_500));
        let missed = [0, 1_500, 60_000, 60_010, 60_250, 60_900];
        assert_eq!(deaf_since(&missed, 61_000), Some(1_500));
    }

    #[test]
    fn a_shard_that_begins_or_comes_back_at_once_was_not_deaf() {
        assert_eq!(deaf_since(&[], 500), None);
        assert_eq!(deaf_since(&[0, 400, 900], 1_700), None);
        let busy: Vec<_> = (0..300).map(|sign| sign * 200).collect();
        assert_eq!(deaf_since(&busy, 60_000), None);
    }

    #[test]
    fn a_silence_long_past_is_not_what_a_shard_returns_from() {
        let mut signs = vec![0, 30_000];
        signs.extend((0..100).map(|sign| 30_000 + sign * 200));
        assert_eq!(deaf_since(&signs, 50_000), None);
    }

    #[test]
    fn a_heartbeat_that_is_answered_is_a_sign_of_life_once() {
        let start = Instant::now();
        let mut hearing = Hearing::default();
        hearing.heard(SHARD, start);
        let latency = Some(Duration::from_millis(30));
        hearing.beaten(SHARD, latency, after(start, 41_000));
        hearing.beaten(SHARD, latency, after(start, 42_000));
        hearing.beaten(SHARD, None, after(start, 43_000));
        let since = hearing.returned(SHARD, after(start, 50_000));
        assert_eq!(since, Some(after(start, 41_000)));
    }

    #[test]
    fn one_shard_says_nothing_of_another() {
        let start = Instant::now();
        let mut hearing = Hearing::default();
        hearing.heard(SHARD, start);
        hearing.heard(ShardId(1), after(start, 30_000));
        let since = hearing.returned(SHARD, after(start, 30_000));
        assert_eq!(since, Some(start));
    }
}
