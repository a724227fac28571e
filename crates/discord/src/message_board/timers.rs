//! All pauses of one table's message board: their reasons, when they end, and the number of consecutive
//! failures. Has no clock: [`Timers::advance`] sets the time, and the rest of the board reads it here.

use std::time::Duration;

use table::ids::UserId;
use tokio::time::Instant;

use super::request::SlotId;

const FIRST_PAUSE: Duration = Duration::from_secs(2);
pub(super) const MAX_PAUSE: Duration = Duration::from_secs(60);

/// A reason for the board to wake up later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    /// The next attempt to post or edit a slot's message after a failure.
    Write(SlotId),
    /// The next attempt to record the table's message.
    Record,
    /// The next attempt to delete messages that a slot has replaced.
    Deletion(SlotId),
    /// The next low-urgency edit of a slot's message.
    Throttle(SlotId),
    /// The next attempt to show a waiting screen in a person's panel.
    Panel(UserId),
}

#[derive(Debug)]
pub(super) struct Timers {
    now: Instant,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    timer: Timer,
    /// `None` once the pause is over; the row is kept while it counts failures.
    until: Option<Instant>,
    consecutive_failures: u32,
}

impl Timers {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            now,
            rows: Vec::new(),
        }
    }

    pub(super) fn now(&self) -> Instant {
        self.now
    }

    /// Sets the time, and ends the pauses that have expired.
    pub(super) fn advance(&mut self, now: Instant) {
        self.now = now;
        for row in &mut self.rows {
            row.until = row.until.filter(|until| now < *until);
        }
        self.rows
            .retain(|row| row.until.is_some() || row.consecutive_failures > 0);
    }

    /// Starts a pause, or moves the end of the current one.
    pub(super) fn start(&mut self, timer: Timer, pause: Duration) {
        let until = self.now + pause;
        self.row(timer).until = Some(until);
    }

    /// Starts a pause after a failure. Each consecutive failure doubles the pause, up to [`MAX_PAUSE`].
    pub(super) fn back_off(&mut self, timer: Timer) {
        let row = self.row(timer);
        let pause = FIRST_PAUSE.saturating_mul(1 << row.consecutive_failures.min(5));
        row.consecutive_failures += 1;
        self.start(timer, pause.min(MAX_PAUSE));
    }

    /// Ends a pause and forgets the preceding failures.
    pub(super) fn reset(&mut self, timer: Timer) {
        self.reset_all(|other| other == timer);
    }

    /// Ends all of a slot's pauses and forgets the preceding failures.
    pub(super) fn reset_slot(&mut self, slot: SlotId) {
        let of_slot = [
            Timer::Write(slot),
            Timer::Deletion(slot),
            Timer::Throttle(slot),
        ];
        self.reset_all(|timer| of_slot.contains(&timer));
    }

    pub(super) fn reset_all(&mut self, is_reset: impl Fn(Timer) -> bool) {
        self.rows.retain(|row| !is_reset(row.timer));
        if self.rows.is_empty() {
            // Clearing the list would keep its allocation, and a table is idle most of the time.
            self.rows = Vec::new();
        }
    }

    pub(super) fn is_running(&self, timer: Timer) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| row.timer == timer && row.until.is_some())
    }

    /// Returns when the first awaited timer ends.
    pub(super) fn next_timeout(&self, is_awaited: impl Fn(Timer) -> bool) -> Option<Instant> {
        let awaited = self.rows.iter().filter(|row| is_awaited(row.timer));
        awaited.filter_map(|row| row.until).min()
    }

    fn row(&mut self, timer: Timer) -> &mut Row {
        let known = self.rows.iter().position(|row| row.timer == timer);
        let index = known.unwrap_or_else(|| {
            self.rows.push(Row {
                timer,
                until: None,
                consecutive_failures: 0,
            });
            self.rows.len() - 1
        });
        &mut self.rows[index]
    }
}
