//! Fault injection between the bot and the sandbox: which calls and events are hit, and how.
//!
//! A fault depends only on the sequence of matching calls or events and on its own seeded
//! generator, so a test run can be repeated. This module only decides: `rest_handler` and `sessions`
//! apply the effects. `request` parses faults, `trigger` picks the matches that are hit.

mod request;
mod trigger;

use std::time::Duration;

use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::ids::Id;

use trigger::Trigger;

/// The active faults, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    all: Vec<Fault>,
}

/// One active fault with its counters.
#[derive(Debug)]
pub(crate) struct Fault {
    target: Target,
    trigger: Trigger,
    seen: u64,
    fired: u64,
    /// The request that created it, as given.
    request: Value,
}

/// The calls or events that a fault can hit, and the effect. `channel` limits it to one channel.
#[derive(Debug)]
enum Target {
    Call {
        pattern: CallPattern,
        channel: Option<Id>,
        effect: CallEffect,
    },
    Event {
        name: String,
        channel: Option<Id>,
        effect: EventEffect,
    },
}

/// Matches REST calls by method and path; `*` matches any one path segment.
#[derive(Debug)]
struct CallPattern {
    /// `None` matches every method.
    method: Option<String>,
    segments: Vec<String>,
}

/// The effect of a fault on a REST call.
#[derive(Clone, Debug)]
pub(crate) enum CallEffect {
    /// Processes the call later.
    Delay(Duration),
    /// Answers with a 5xx status; `applied` tells if the call is processed nevertheless.
    Fail { status: u16, applied: bool },
    /// Ends the connection.
    Drop(DropPoint),
    /// Answers with this error and does not process the call.
    Refuse(ApiError),
    /// Answers with a 429 as Cloudflare sends it: an HTML page, without rate limit headers.
    CloudflareBlock,
}

/// The moment at which the connection of a call is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub(crate) enum DropPoint {
    /// The call is not processed.
    #[serde(rename = "before")]
    BeforeProcessing,
    /// The call is processed; nothing of the response is sent.
    #[serde(rename = "after")]
    AfterProcessing,
    /// The call is processed; only the beginning of the response is sent.
    #[serde(rename = "within")]
    DuringResponse,
}

/// The effect of a fault on a gateway event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventEffect {
    /// Sends the event later; other events may overtake it.
    Delay(Duration),
    /// Sends this many extra copies.
    Duplicate(u32),
    /// Does not send the event.
    Lose,
}

/// The combined effect on one call: all delays added up, and at most one other effect.
#[derive(Debug, Default)]
pub(crate) struct Injection {
    pub(crate) delay: Duration,
    pub(crate) effect: Option<CallEffect>,
}

impl CallEffect {
    /// Returns the effect's name in the control API and in the record.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Delay(_) => "delay",
            Self::Fail { .. } => "fail",
            Self::Drop(_) => "drop",
            Self::Refuse(error) if error.status == 429 => "limit",
            Self::Refuse(_) => "refuse",
            Self::CloudflareBlock => "page",
        }
    }
}

impl CallPattern {
    fn matches(&self, method: &str, path: &str) -> bool {
        let segments: Vec<_> = path.trim_matches('/').split('/').collect();
        let segment_matches =
            |(pattern, segment): (&String, &&str)| pattern == "*" || pattern == segment;
        self.method
            .as_deref()
            .is_none_or(|expected| expected == method)
            && self.segments.len() == segments.len()
            && self.segments.iter().zip(&segments).all(segment_matches)
    }
}

impl Fault {
    fn count_and_fire(&mut self) -> bool {
        self.seen += 1;
        let fires = self.trigger.fire();
        self.fired += u64::from(fires);
        fires
    }

    /// Returns the effect on this call if the fault matches and fires.
    fn trigger_on_call(&mut self, method: &str, path: &str, at: Option<Id>) -> Option<CallEffect> {
        let Target::Call {
            pattern,
            channel,
            effect,
        } = &self.target
        else {
            return None;
        };
        let applies = is_in_channel(*channel, at) && pattern.matches(method, path);
        let effect = applies.then(|| effect.clone())?;
        self.count_and_fire().then_some(effect)
    }

    /// Returns the effect on this event if the fault matches and fires.
    fn trigger_on_event(&mut self, event: &str, at: Option<Id>) -> Option<EventEffect> {
        let Target::Event {
            name,
            channel,
            effect,
        } = &self.target
        else {
            return None;
        };
        let applies = is_in_channel(*channel, at) && name == event;
        let effect = applies.then_some(*effect)?;
        self.count_and_fire().then_some(effect)
    }
}

fn is_in_channel(limited_to: Option<Id>, channel: Option<Id>) -> bool {
    limited_to.is_none() || limited_to == channel
}

impl Faults {
    /// Adds a fault behind the existing ones.
    pub(crate) fn add(&mut self, fault: Fault) {
        self.all.push(fault);
    }

    /// Removes all faults.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// Returns the effect on a call. `path` is relative to `/api/v10`; `channel` is the call's own.
    pub(crate) fn trigger_on_call(
        &mut self,
        method: &str,
        path: &str,
        channel: Option<Id>,
    ) -> Injection {
        let mut injection = Injection::default();
        for fault in &mut self.all {
            // A fault that is not applied must not count the call, or it would use up its `times`.
            if injection.effect.is_some() && !fault.is_delay() {
                continue;
            }
            match fault.trigger_on_call(method, path, channel) {
                Some(CallEffect::Delay(delay)) => injection.delay += delay,
                Some(effect) => injection.effect = Some(effect),
                None => {}
            }
        }
        injection
    }

    /// Returns the effect on an event: that of the first fault that fires.
    pub(crate) fn trigger_on_event(
        &mut self,
        event: &str,
        channel: Option<Id>,
    ) -> Option<EventEffect> {
        let mut all = self.all.iter_mut();
        all.find_map(|fault| fault.trigger_on_event(event, channel))
    }

    /// Returns each fault's request with its counters `seen` and `struck`.
    pub(crate) fn to_json(&self) -> Value {
        let described = |fault: &Fault| {
            let mut json = fault.request.clone();
            json["seen"] = json!(fault.seen);
            json["struck"] = json!(fault.fired);
            json
        };
        self.all.iter().map(described).collect()
    }
}

impl Fault {
    fn is_delay(&self) -> bool {
        matches!(
            self.target,
            Target::Call {
                effect: CallEffect::Delay(_),
                ..
            }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(all: &[Value]) -> Faults {
        let mut faults = Faults::default();
        for fault in all {
            faults.add(Fault::parse(fault).expect("a good fault"));
        }
        faults
    }

    #[test]
    fn a_pattern_matches_a_path_segment_by_segment() {
        let fail = json!({"kind": "fail", "status": 500});
        let mut faults =
            faults(&[json!({"call": "PATCH /channels/*/messages/7", "effect": fail, "times": 9})]);
        let mut fires = |method: &str, path: &str| {
            let injection = faults.trigger_on_call(method, path, None);
            injection.effect.is_some()
        };
        assert!(fires("PATCH", "/channels/1/messages/7"));
        assert!(!fires("POST", "/channels/1/messages/7"));
        assert!(!fires("PATCH", "/channels/1/messages/8"));
        assert!(!fires("PATCH", "/channels/1/messages"));
    }

    #[test]
    fn delays_add_up_and_the_first_other_fault_applies() {
        let delay = json!({"kind": "delay", "milliseconds": 20});
        let mut faults = faults(&[
            json!({"call": "* /gateway", "effect": delay, "times": 2}),
            json!({"call": "* /gateway", "effect": {"kind": "refuse", "code": 50001}, "times": 1}),
            json!({"call": "* /gateway", "effect": {"kind": "page"}, "times": 1}),
            json!({"call": "* /gateway", "effect": delay, "times": 1}),
        ]);
        let first = faults.trigger_on_call("GET", "/gateway", None);
        assert_eq!(first.delay, Duration::from_millis(40));
        assert_eq!(first.effect.map(|effect| effect.name()), Some("refuse"));
        let second = faults.trigger_on_call("GET", "/gateway", None);
        assert_eq!(second.delay, Duration::from_millis(20));
        assert_eq!(second.effect.map(|effect| effect.name()), Some("page"));
    }

    #[test]
    fn a_rate_with_a_seed_hits_the_same_events_in_every_run() {
        let lose = json!({"event": "X", "effect": {"kind": "lose"}, "rate": 0.25, "seed": 3});
        let run = || {
            let mut faults = faults(std::slice::from_ref(&lose));
            let outcomes = (0..1000).map(|_| faults.trigger_on_event("X", None).is_some());
            outcomes.collect::<Vec<_>>()
        };
        let first = run();
        assert_eq!(first, run());
        let count = first.iter().filter(|fired| **fired).count();
        assert!((200..300).contains(&count), "{count} of 1000");
    }

    #[test]
    fn a_fault_for_one_channel_leaves_other_channels_alone() {
        let mut faults = faults(&[
            json!({"event": "X", "channel": "5", "effect": {"kind": "lose"}, "times": 1}),
        ]);
        let here = "5".parse().ok();
        assert!(faults.trigger_on_event("X", "6".parse().ok()).is_none());
        assert!(faults.trigger_on_event("X", None).is_none());
        assert!(faults.trigger_on_event("X", here).is_some());
        assert!(faults.trigger_on_event("X", here).is_none(), "`times` is 1");
        assert_eq!(faults.to_json()[0]["struck"], 1);
        assert_eq!(faults.to_json()[0]["seen"], 2);
    }
}
