//! Detects when a gateway shard is cut off, and measures how long it received nothing. During an outage, the tables of
//! its servers suspend their deadlines, and extend them afterwards (`outages`). Connections are polled, because
//! serenity reports a lost connection only after it has been replaced and the missed events have been delivered. An
//! outage begins at the last poll that found the shard connected, or at its last event or acknowledged heartbeat,
//! whichever is later. If a shard is silent for [`MAX_SILENCE`], its outage begins at its last sign of life. `gateway`
//! treats a shard that has never been connected as cut off.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use serenity::model::id::ShardId;
use tokio::time::Instant;

/// The minimum length of an outage that is detected from event times. Polls also detect shorter outages.
const MIN_OUTAGE: Duration = Duration::from_secs(1);
/// The time within which Discord replays the missed events after an outage and reports the end of the replay.
const REPLAY_WINDOW: Duration = Duration::from_secs(10);
/// How long a shard may go without an event or a heartbeat acknowledgement before it counts as cut off, even if
/// serenity considers it connected. Discord asks for a heartbeat every 41.25 seconds.
const MAX_SILENCE: Duration = Duration::from_secs(45);
/// The minimum time between recorded events. Closer events are omitted, which bounds the memory for a busy shard.
const MIN_SPACING: Duration = Duration::from_millis(100);

#[derive(Debug, Default)]
pub(crate) struct ShardHealth(HashMap<ShardId, ShardEvents>);

#[derive(Debug, Default)]
struct ShardEvents {
    /// The arrival times of the events within the last [`REPLAY_WINDOW`], and of the event before them.
    times: VecDeque<Instant>,
    /// The latency of the latest acknowledged heartbeat. A changed value means a new acknowledgement.
    latency: Option<Duration>,
    /// When a poll last found the shard connected and not silent.
    alive_at: Option<Instant>,
}

impl ShardHealth {
    pub(crate) fn record_event(&mut self, shard: ShardId, now: Instant) {
        self.0.entry(shard).or_default().record(now);
    }

    /// Records the latency of a shard's latest acknowledged heartbeat. Called on every poll, so the same
    /// acknowledgement may be reported many times; only a changed latency counts as an event.
    pub(crate) fn record_latency(
        &mut self,
        shard: ShardId,
        latency: Option<Duration>,
        now: Instant,
    ) {
        let events = self.0.entry(shard).or_default();
        if latency.is_some() && latency != events.latency {
            events.latency = latency;
            events.record(now);
        }
    }

    /// Records which shards a poll found connected. Returns the shards that have ever received an event, each with the
    /// start of its outage if it is cut off, that is, disconnected or silent.
    pub(crate) fn record_poll(
        &mut self,
        is_connected: impl Fn(ShardId) -> bool,
        now: Instant,
    ) -> Vec<(ShardId, Option<Instant>)> {
        let shards = self.0.iter_mut().filter_map(|(&shard, events)| {
            let last = *events.times.back()?;
            Some((shard, events.record_poll(is_connected(shard), last, now)))
        });
        shards.collect()
    }

    /// Records that a shard has connected or resumed its session. Returns when its latest outage began, or `None` if
    /// there was no recent outage.
    pub(crate) fn record_connected(&mut self, shard: ShardId, now: Instant) -> Option<Instant> {
        self.0.entry(shard).or_default().record_connected(now)
    }
}

impl ShardEvents {
    fn record(&mut self, now: Instant) {
        if self
            .times
            .back()
            .is_some_and(|&last| now < last + MIN_SPACING)
        {
            return;
        }
        self.times.push_back(now);
        while self
            .times
            .get(1)
            .is_some_and(|&next| next + REPLAY_WINDOW < now)
        {
            self.times.pop_front();
        }
    }

    /// Returns when the shard's outage began; `None` if the shard is not cut off. `last` is the time of its last event.
    fn record_poll(&mut self, is_connected: bool, last: Instant, now: Instant) -> Option<Instant> {
        if now >= last + MAX_SILENCE {
            return Some(last);
        }
        if is_connected {
            self.alive_at = Some(now);
            return None;
        }
        Some(self.alive_at.map_or(last, |alive| alive.max(last)))
    }

    /// Records an event, and returns the start of the latest gap; `None` if there is no gap, or if it ended more than
    /// [`REPLAY_WINDOW`] ago: such a gap belongs to an earlier reconnect, because replays follow a gap at once.
    fn record_connected(&mut self, now: Instant) -> Option<Instant> {
        self.record(now);
        let earlier = self.times.iter().rev().skip(1);
        let mut gaps = self.times.iter().rev().zip(earlier);
        let latest = gaps.find(|&(&end, &beginning)| end >= beginning + MIN_OUTAGE);
        let (_, &beginning) = latest.filter(|&(&end, _)| end + REPLAY_WINDOW >= now)?;
        self.times = VecDeque::from([now]);
        let beginning = self
            .alive_at
            .map_or(beginning, |alive| alive.max(beginning));
        (beginning + MIN_OUTAGE <= now).then_some(beginning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARD: ShardId = ShardId(0);

    fn after(start: Instant, milliseconds: u64) -> Instant {
        start + Duration::from_millis(milliseconds)
    }

    /// Returns when the outage began for a shard that received events at these times, in milliseconds, and is connected
    /// again at `connected`.
    fn outage_start(events: &[u64], connected: u64) -> Option<u64> {
        let start = Instant::now();
        let mut health = ShardHealth::default();
        for &event in events {
            health.record_event(SHARD, after(start, event));
        }
        let since = health.record_connected(SHARD, after(start, connected))?;
        u64::try_from((since - start).as_millis()).ok()
    }

    #[test]
    fn an_outage_begins_at_the_last_event_before_the_replay() {
        assert_eq!(outage_start(&[0, 1_500, 60_000], 60_000), Some(1_500));
        let replayed = [0, 1_500, 60_000, 60_010, 60_250, 60_900];
        assert_eq!(outage_start(&replayed, 61_000), Some(1_500));
    }

    #[test]
    fn a_first_connection_and_a_quick_reconnect_are_no_outage() {
        assert_eq!(outage_start(&[], 500), None);
        assert_eq!(outage_start(&[0, 400, 900], 1_700), None);
        let busy: Vec<_> = (0..300).map(|event| event * 200).collect();
        assert_eq!(outage_start(&busy, 60_000), None);
    }

    #[test]
    fn a_gap_before_the_replay_window_is_no_outage() {
        let mut events = vec![0, 30_000];
        events.extend((0..100).map(|event| 30_000 + event * 200));
        assert_eq!(outage_start(&events, 50_000), None);
    }

    #[test]
    fn an_answered_heartbeat_counts_as_an_event_once() {
        let start = Instant::now();
        let mut health = ShardHealth::default();
        health.record_event(SHARD, start);
        let latency = Some(Duration::from_millis(30));
        health.record_latency(SHARD, latency, after(start, 41_000));
        health.record_latency(SHARD, latency, after(start, 42_000));
        health.record_latency(SHARD, None, after(start, 43_000));
        let since = health.record_connected(SHARD, after(start, 50_000));
        assert_eq!(since, Some(after(start, 41_000)));
    }

    #[test]
    fn a_shard_without_a_connection_or_any_sign_of_life_is_cut_off_and_a_quiet_one_is_not() {
        let start = Instant::now();
        let mut health = ShardHealth::default();
        let poll = |health: &mut ShardHealth, connected: bool, at: u64| {
            health.record_poll(|_| connected, after(start, at))
        };
        health.record_latency(SHARD, None, start);
        assert_eq!(poll(&mut health, false, 0), [], "never connected");
        health.record_event(SHARD, start);
        assert_eq!(poll(&mut health, false, 2_000), [(SHARD, Some(start))]);
        assert_eq!(poll(&mut health, true, 44_000), [(SHARD, None)]);
        assert_eq!(poll(&mut health, true, 45_000), [(SHARD, Some(start))]);
        let latency = Some(Duration::from_millis(30));
        health.record_latency(SHARD, latency, after(start, 46_000));
        assert_eq!(poll(&mut health, true, 82_000), [(SHARD, None)]);
    }

    #[test]
    fn an_outage_of_a_quiet_shard_begins_when_its_connection_was_lost() {
        let start = Instant::now();
        let mut health = ShardHealth::default();
        health.record_event(SHARD, start);
        let mut poll = |connected, at| health.record_poll(|_| connected, after(start, at));
        assert_eq!(poll(true, 40_000), [(SHARD, None)]);
        let lost = after(start, 40_000);
        assert_eq!(poll(false, 40_200), [(SHARD, Some(lost))]);
        assert_eq!(
            health.record_connected(SHARD, after(start, 60_000)),
            Some(lost)
        );
        // The shard reconnects half a second after a successful poll: too short a gap to count as an outage.
        let mut poll = |connected, at| health.record_poll(|_| connected, after(start, at));
        assert_eq!(poll(true, 90_000), [(SHARD, None)]);
        assert_eq!(health.record_connected(SHARD, after(start, 90_500)), None);
    }

    #[test]
    fn events_of_one_shard_do_not_count_for_another() {
        let start = Instant::now();
        let mut health = ShardHealth::default();
        health.record_event(SHARD, start);
        health.record_event(ShardId(1), after(start, 30_000));
        let since = health.record_connected(SHARD, after(start, 30_000));
        assert_eq!(since, Some(start));
    }
}
