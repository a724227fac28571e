//! Rate limits: fixed windows per route, and one over all.

use std::collections::HashMap;

use crate::config::{RateLimits, Window};
use crate::refusal::{PauseScope, Refusal, seconds};

/// What is counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    /// New messages in a channel.
    CreateMessage(String),
    /// Edits in a channel.
    EditMessage(String),
    /// Calls on an interaction's token.
    InteractionToken(String),
    /// First answers, of which each interaction takes one.
    Callback,
    /// Any other route, with its channel or server.
    Other(&'static str, String),
}

/// What a response tells the client of its bucket.
#[derive(Clone, Debug)]
pub(crate) struct BucketState {
    limit: u32,
    remaining: u32,
    resets_at_ms: u64,
    resets_after_ms: u64,
    name: String,
}

/// What became of a call that was counted.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// What to tell the client of the bucket.
    pub(crate) state: Option<BucketState>,
    /// The 429, when the bucket or the bot as a whole is used up.
    pub(crate) refusal: Option<Refusal>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    used: u32,
    resets_at_ms: u64,
}

/// All that is counted.
#[derive(Debug)]
pub(crate) struct Limits {
    limits: Option<RateLimits>,
    counts: HashMap<Bucket, Count>,
    global: Option<Count>,
}

impl Limits {
    pub(crate) fn new(limits: Option<RateLimits>) -> Self {
        Self {
            limits,
            counts: HashMap::new(),
            global: None,
        }
    }

    /// The limits there are, unless they are off.
    pub(crate) fn windows(&self) -> Option<RateLimits> {
        self.limits
    }

    /// Counts a call at `now`.
    pub(crate) fn take(&mut self, bucket: &Bucket, now: u64) -> Taken {
        let Some(limits) = self.limits else {
            return Taken::default();
        };
        if let Some(refusal) = self.take_global(bucket, limits.global, now) {
            return Taken {
                state: None,
                refusal: Some(refusal),
            };
        }
        let Some(window) = bucket.window(&limits) else {
            return Taken::default();
        };
        self.forget_old(now);
        let (count, fits) = counted(self.counts.get(bucket).copied(), window, now);
        self.counts.insert(bucket.clone(), count);
        let state = bucket.state(window, count, now);
        let wait = count.resets_at_ms - now;
        Taken {
            state: Some(state).filter(|_| !bucket.is_of_interaction()),
            refusal: (!fits).then(|| Refusal::too_fast(wait, PauseScope::User)),
        }
    }

    fn take_global(&mut self, bucket: &Bucket, window: Window, now: u64) -> Option<Refusal> {
        if bucket.is_of_interaction() {
            return None;
        }
        let (count, fits) = counted(self.global, window, now);
        self.global = Some(count);
        let wait = count.resets_at_ms - now;
        (!fits).then(|| Refusal::too_fast(wait, PauseScope::Global))
    }

    fn forget_old(&mut self, now: u64) {
        if self.counts.len() > 1000 {
            self.counts.retain(|_, count| count.resets_at_ms > now);
        }
    }
}

fn counted(known: Option<Count>, window: Window, now: u64) -> (Count, bool) {
    let mut count = known
        .filter(|count| count.resets_at_ms > now)
        .unwrap_or(Count {
            used: 0,
            resets_at_ms: now + window.milliseconds,
        });
    let fits = count.used < window.calls;
    if fits {
        count.used += 1;
    }
    (count, fits)
}

impl Bucket {
    fn is_of_interaction(&self) -> bool {
        matches!(self, Self::InteractionToken(_) | Self::Callback)
    }

    fn window(&self, limits: &RateLimits) -> Option<Window> {
        match self {
            Self::CreateMessage(_) => Some(limits.create_message),
            Self::EditMessage(_) => Some(limits.edit_message),
            Self::InteractionToken(_) => Some(limits.interaction_token),
            Self::Callback => None,
            Self::Other(..) => Some(limits.other),
        }
    }

    /// An opaque name, the same for each channel, as Discord's are.
    fn name(&self) -> String {
        let route = match self {
            Self::CreateMessage(_) => "create-message",
            Self::EditMessage(_) => "edit-message",
            Self::InteractionToken(_) => "interaction-token",
            Self::Callback => "callback",
            Self::Other(route, _) => route,
        };
        let hash = route.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    fn state(&self, window: Window, count: Count, now: u64) -> BucketState {
        BucketState {
            limit: window.calls,
            remaining: window.calls - count.used,
            resets_at_ms: count.resets_at_ms,
            resets_after_ms: count.resets_at_ms.saturating_sub(now),
            name: self.name(),
        }
    }
}

impl BucketState {
    /// The headers that tell a client of its bucket.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            (
                "x-ratelimit-reset",
                format!("{:.3}", seconds(self.resets_at_ms)),
            ),
            (
                "x-ratelimit-reset-after",
                format!("{:.3}", seconds(self.resets_after_ms)),
            ),
            ("x-ratelimit-bucket", self.name.clone()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel() -> Bucket {
        Bucket::CreateMessage("1".to_owned())
    }

    #[test]
    fn the_sixth_message_in_five_seconds_has_to_wait() {
        let mut limits = Limits::new(Some(RateLimits::default()));
        for _ in 0..5 {
            assert!(limits.take(&channel(), 1000).refusal.is_none());
        }
        let refusal = limits
            .take(&channel(), 2000)
            .refusal
            .expect("the window is full");
        assert_eq!(refusal.status, 429);
        assert_eq!(refusal.body()["retry_after"], 4.0);
        assert!(limits.take(&channel(), 6000).refusal.is_none());
    }

    #[test]
    fn each_channel_has_a_window_of_its_own() {
        let mut limits = Limits::new(Some(RateLimits::default()));
        for _ in 0..5 {
            assert!(limits.take(&channel(), 1000).refusal.is_none());
        }
        let other = Bucket::CreateMessage("2".to_owned());
        assert!(limits.take(&other, 1000).refusal.is_none());
    }

    #[test]
    fn interactions_are_exempt_from_the_global_limit() {
        let mut limits = Limits::new(Some(RateLimits::default()));
        for number in 0..200 {
            let bucket = Bucket::InteractionToken(number.to_string());
            assert!(limits.take(&bucket, 1000).refusal.is_none());
        }
        assert!(limits.take(&channel(), 1000).refusal.is_none());
    }

    #[test]
    fn the_fifty_first_call_of_a_second_meets_the_global_limit() {
        let mut limits = Limits::new(Some(RateLimits::default()));
        for number in 0..50 {
            let bucket = Bucket::Other("route", number.to_string());
            assert!(limits.take(&bucket, 1000).refusal.is_none());
        }
        let refusal = limits
            .take(&channel(), 1000)
            .refusal
            .expect("fifty are through");
        assert_eq!(refusal.body()["global"], true);
    }
}
