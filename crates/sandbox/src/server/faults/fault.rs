//! Faults and their effects on calls and events.

use std::time::Duration;

use serde_json::{Value, json};

use super::trigger::Trigger;
use crate::api_error::ApiError;
use crate::model::ids::Id;

/// The active faults, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    all: Vec<Fault>,
}

/// One active fault with its counters.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(super) target: Target,
    pub(super) trigger: Trigger,
    pub(super) seen: u64,
    pub(super) fired: u64,
    /// The request that created it, as given.
    pub(super) request: Value,
}

/// The calls or events that a fault can hit, and the effect. `channel` limits it to one channel.
#[derive(Debug)]
pub(super) enum Target {
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
pub(super) struct CallPattern {
    /// `None` matches every method.
    pub(super) method: Option<String>,
    pub(super) segments: Vec<String>,
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
