//! A fake system clock, which advances with tokio's paused clock and jumps when a test requests it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use table::ids::Millis;
use tokio::time::Instant;

use crate::tables::clock::SystemClock;

/// The total length of a fake system clock's jumps, in milliseconds.
#[derive(Clone, Default)]
pub(crate) struct ClockJumps(Arc<AtomicI64>);

impl ClockJumps {
    pub(crate) fn add(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// Returns a clock that starts at `now` and is shifted by every jump, including jumps before this call.
    pub(crate) fn clock(&self, now: Millis) -> SystemClock {
        let (began, jumps) = (Instant::now(), self.clone());
        Arc::new(move || {
            let passed = Millis(began.elapsed().as_millis() as u64);
            let jumped = jumps.0.load(Ordering::Relaxed);
            Millis(now.after(passed).0.saturating_add_signed(jumped))
        })
    }
}

/// Returns a clock that never jumps.
pub(crate) fn system_clock(now: Millis) -> SystemClock {
    ClockJumps::default().clock(now)
}
