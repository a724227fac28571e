//! Faults and their effects on calls and events.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::trigger::Trigger;
use crate::api_error::{ApiError, RateLimitScope};
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
    /// The only channel that it hits; `None` for all.
    pub(super) channel: Option<Id>,
    pub(super) trigger: Trigger,
    pub(super) seen: u64,
    pub(super) fired: u64,
    /// The request that created it, as given.
    pub(super) request: Value,
}

/// The calls or events that a fault can hit, and the effect.
#[derive(Debug)]
pub(super) enum Target {
    Call {
        pattern: CallPattern,
        effect: CallEffect,
    },
    Event {
        name: String,
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
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum CallEffect {
    /// Processes the call later.
    Delay { milliseconds: u64 },
    /// Answers with a 5xx status; `applied` tells if the call is processed nevertheless.
    Fail {
        status: u16,
        #[serde(default)]
        applied: bool,
    },
    /// Ends the connection.
    Drop { moment: DropPoint },
    /// Answers with this error code of Discord's and does not process the call.
    Refuse { code: u64 },
    /// Answers with a 429 and does not process the call.
    Limit {
        scope: RateLimitScope,
        milliseconds: u64,
    },
    /// Answers with a 429 as Cloudflare sends it: an HTML page, without rate limit headers.
    #[serde(rename = "page")]
    CloudflareBlock {},
}

/// The moment at which the connection of a call is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum EventEffect {
    /// Sends the event later; other events may overtake it.
    Delay {
        milliseconds: u64,
    },
    /// Sends this many extra copies.
    Duplicate {
        copies: u32,
    },
    Lose {},
}

/// The combined effect on one call: all delays added up, and at most one other effect.
#[derive(Debug, Default)]
pub(crate) struct Injection {
    pub(crate) delay: Duration,
    pub(crate) effect: Option<CallEffect>,
}

impl CallEffect {
    /// Returns the effect's name in the control API and in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Delay { .. } => "delay",
            Self::Fail { .. } => "fail",
            Self::Drop { .. } => "drop",
            Self::Refuse { .. } => "refuse",
            Self::Limit { .. } => "limit",
            Self::CloudflareBlock {} => "page",
        }
    }

    /// Returns the error that it answers with, if it does.
    pub(crate) fn error(self) -> Option<ApiError> {
        match self {
            Self::Delay { .. } | Self::Drop { .. } => None,
            Self::Fail { status, .. } => Some(ApiError::server_error(status)),
            Self::Refuse { code } => ApiError::from_code(code),
            Self::Limit {
                scope,
                milliseconds,
            } => Some(ApiError::rate_limited(milliseconds, scope)),
            Self::CloudflareBlock {} => Some(ApiError::rate_limited(0, RateLimitScope::Global)),
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
    /// Counts a match in this channel. Returns true if the fault hits it.
    fn fires(&mut self, channel: Option<Id>) -> bool {
        if self.channel.is_some() && self.channel != channel {
            return false;
        }
        self.seen += 1;
        let fires = self.trigger.fire();
        self.fired += u64::from(fires);
        fires
    }
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.all.push(fault);
    }

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
            let effect = match &fault.target {
                Target::Call { pattern, effect } if pattern.matches(method, path) => *effect,
                _ => continue,
            };
            match effect {
                CallEffect::Delay { milliseconds } => {
                    if fault.fires(channel) {
                        injection.delay += Duration::from_millis(milliseconds);
                    }
                }
                // A fault that is not applied must not count the call, or it would use up its `times`.
                _ if injection.effect.is_some() => {}
                _ => injection.effect = fault.fires(channel).then_some(effect),
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
        self.all.iter_mut().find_map(|fault| match &fault.target {
            Target::Event { name, effect } if name == event => {
                let effect = *effect;
                fault.fires(channel).then_some(effect)
            }
            _ => None,
        })
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
