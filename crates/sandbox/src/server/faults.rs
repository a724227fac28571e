//! Fault injection between the bot and the sandbox: which calls and events are affected, and how.
//!
//! Faults depend on the sequence of calls and events and on their own seeded generators, but not on time, so a test run
//! can be repeated. This module only decides; `rest_handler` and `server::state` apply the effects.

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api_error::{ApiError, RateLimitScope};
use crate::id::Id;

#[derive(Debug, Default)]
pub(crate) struct Faults {
    all: Vec<Fault>,
}

#[derive(Debug)]
pub(crate) struct Fault {
    target: Target,
    /// The only channel affected; `None` for all.
    channel: Option<Id>,
    trigger: Trigger,
    struck: u64,
    /// The request that created the fault, unchanged.
    request: Value,
}

#[derive(Debug)]
enum Target {
    /// Calls that match a pattern, such as `PATCH /channels/*/messages/*`. A `*` matches any method or any single
    /// path segment.
    Call(String, CallEffect),
    Event(String, EventEffect),
}

#[derive(Debug)]
enum Trigger {
    Count {
        left: u64,
    },
    Rate {
        rate: f64,
        rng: Box<Xoshiro256PlusPlus>,
    },
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum CallEffect {
    Delay {
        milliseconds: u64,
    },
    /// Responds with this status, usually a 5xx. If `applied` is true, the call is processed; if that fails, responds
    /// with the call's own error.
    Fail {
        status: u16,
        #[serde(default)]
        applied: bool,
    },
    Drop {
        moment: DropPoint,
    },
    /// Responds with this Discord error code without processing the call. A code unknown to the sandbox needs
    /// a status.
    Refuse {
        code: u64,
        status: Option<u16>,
    },
    /// Responds that an application emoji is invalid, without processing the call. Affects only bodies with an
    /// application emoji on a button or an option.
    RefuseEmoji,
    /// Responds with a 429 without processing the call.
    Limit {
        scope: RateLimitScope,
        milliseconds: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DropPoint {
    /// The call is not processed.
    Before,
    /// The call is processed; no part of the response is sent.
    After,
    /// The call is processed; only the beginning of the response is sent.
    Within,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum EventEffect {
    /// Sends the event later, possibly after subsequent events.
    Delay {
        milliseconds: u64,
    },
    Duplicate {
        copies: u32,
    },
}

/// The combined effect on one call: the sum of all delays, and at most one other effect.
#[derive(Debug, Default)]
pub(crate) struct Injection {
    pub(crate) delay: Duration,
    pub(crate) effect: Option<CallEffect>,
}

impl CallEffect {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Delay { .. } => "delay",
            Self::Fail { .. } => "fail",
            Self::Drop { .. } => "drop",
            Self::Refuse { .. } => "refuse",
            Self::RefuseEmoji => "refuse_emoji",
            Self::Limit { .. } => "limit",
        }
    }

    pub(crate) fn error(self) -> Option<ApiError> {
        match self {
            Self::Delay { .. } | Self::Drop { .. } => None,
            Self::Fail { status, .. } => Some(ApiError::server_error(status)),
            Self::Refuse { code, status } => {
                ApiError::from_code(code).or_else(|| Some(ApiError::injected(status?, code)))
            }
            Self::RefuseEmoji => Some(ApiError::invalid_emoji()),
            Self::Limit {
                scope,
                milliseconds,
            } => Some(ApiError::rate_limited(milliseconds, scope)),
        }
    }
}

impl Trigger {
    /// Counts one match. Returns true if the fault strikes.
    fn fire(&mut self) -> bool {
        match self {
            Self::Count { left } => {
                let fires = *left > 0;
                *left = left.saturating_sub(1);
                fires
            }
            // The cast saturates, so a rate of 1 gives the largest threshold.
            Self::Rate { rate, rng } => {
                let threshold = (*rate * u64::MAX as f64) as u64;
                rng.next_u64() <= threshold && threshold > 0
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultRequest {
    call: Option<String>,
    event: Option<String>,
    channel: Option<Id>,
    effect: Value,
    times: Option<u64>,
    rate: Option<f64>,
    seed: Option<u64>,
}

impl Fault {
    pub(crate) fn parse(value: &Value) -> Result<Self, String> {
        let request: FaultRequest = from_value(value, "a fault")?;
        let trigger = match (request.times, request.rate, request.seed) {
            (Some(left), None, None) => Trigger::Count { left },
            (None, Some(rate), seed) if (0.0..=1.0).contains(&rate) => {
                let rng = Xoshiro256PlusPlus::seed_from_u64(seed.unwrap_or_default());
                Trigger::Rate {
                    rate,
                    rng: Box::new(rng),
                }
            }
            (None, Some(rate), _) => {
                return Err(format!("{rate} is not a rate between 0 and 1"));
            }
            _ => {
                let reason = "a fault has either `times`, or `rate` with an optional `seed`";
                return Err(reason.to_owned());
            }
        };
        let target = match (request.call, request.event) {
            (Some(call), None) => {
                check_pattern(&call)?;
                Target::Call(call, parse_call_effect(&request.effect)?)
            }
            (None, Some(name)) => {
                Target::Event(name, from_value(&request.effect, "an effect on events")?)
            }
            _ => return Err("a fault has either `call` or `event`".to_owned()),
        };
        Ok(Self {
            target,
            channel: request.channel,
            trigger,
            struck: 0,
            request: value.clone(),
        })
    }

    /// Counts a match, unless the fault affects only another channel. Returns true if the fault strikes.
    fn strikes(&mut self, channel: Option<Id>) -> bool {
        if self.channel.is_some() && self.channel != channel {
            return false;
        }
        let strikes = self.trigger.fire();
        self.struck += u64::from(strikes);
        strikes
    }
}

fn from_value<T: DeserializeOwned>(value: &Value, expected: &str) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("not {expected}: {error}"))
}

fn check_pattern(text: &str) -> Result<(), String> {
    match text.split_once(" /") {
        Some(("*" | "GET" | "POST" | "PUT" | "PATCH" | "DELETE", _)) => Ok(()),
        _ => Err(format!(
            "{text:?} is not a pattern such as `GET /channels/*`"
        )),
    }
}

fn matches_pattern(pattern: &str, method: &str, path: &str) -> bool {
    let segments = |path| str::split(str::trim_matches(path, '/'), '/');
    let Some((wanted, pattern)) = pattern.split_once(' ') else {
        return false;
    };
    (wanted == "*" || wanted == method)
        && segments(pattern).count() == segments(path).count()
        && segments(pattern)
            .zip(segments(path))
            .all(|(wanted, one)| wanted == "*" || wanted == one)
}

/// Parses an effect on calls. Rejects a code that cannot be injected, because the fault would then have no effect.
fn parse_call_effect(value: &Value) -> Result<CallEffect, String> {
    let effect: CallEffect = from_value(value, "an effect on calls")?;
    match effect {
        CallEffect::Refuse { code, .. } if effect.error().is_none() => {
            Err(format!("{code} is not an error code that can be injected"))
        }
        _ => Ok(effect),
    }
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.all.push(fault);
    }

    /// Counts a call for the matching faults, and returns their combined effect. `path` is relative to `/api/v10`;
    /// `channel` is the channel that the call concerns; `has_emoji` is true if the body contains an application emoji.
    pub(crate) fn trigger_on_call(
        &mut self,
        method: &str,
        path: &str,
        channel: Option<Id>,
        has_emoji: bool,
    ) -> Injection {
        let mut injection = Injection::default();
        for fault in &mut self.all {
            let effect = match &fault.target {
                Target::Call(pattern, effect) if matches_pattern(pattern, method, path) => *effect,
                _ => continue,
            };
            match effect {
                CallEffect::RefuseEmoji if !has_emoji => {}
                CallEffect::Delay { milliseconds } => {
                    if fault.strikes(channel) {
                        injection.delay += Duration::from_millis(milliseconds);
                    }
                }
                // A fault that is not applied must not count the call; otherwise it would use up its `times`.
                _ if injection.effect.is_some() => {}
                _ => injection.effect = fault.strikes(channel).then_some(effect),
            }
        }
        injection
    }

    pub(crate) fn trigger_on_event(
        &mut self,
        event: &str,
        channel: Option<Id>,
    ) -> Option<EventEffect> {
        self.all.iter_mut().find_map(|fault| match &fault.target {
            Target::Event(name, effect) if name == event => {
                let effect = *effect;
                fault.strikes(channel).then_some(effect)
            }
            _ => None,
        })
    }

    /// Returns each fault's request with `struck` added: the number of times the fault has struck.
    pub(crate) fn to_json(&self) -> Value {
        let described = |fault: &Fault| {
            let mut json = fault.request.clone();
            json["struck"] = json!(fault.struck);
            json
        };
        self.all.iter().map(described).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(all: &[Value]) -> Faults {
        let parse = |fault| Fault::parse(fault).expect("a good fault");
        Faults {
            all: all.iter().map(parse).collect(),
        }
    }

    /// Faults that are rejected, each with part of the reason.
    const INVALID: &str = r#"
{"effect": {"kind": "delay", "milliseconds": 1}, "times": 1} | either `call` or `event`
{"call": "GET /x", "event": "X", "effect": {"kind": "refuse", "code": 10003}, "times": 1} | either `call`
{"call": "GET /x", "effect": {"kind": "refuse", "code": 10003}} | either `times`
{"call": "GET /x", "effect": {"kind": "refuse", "code": 10003}, "times": 1, "rate": 0.5} | either `times`
{"call": "GET /x", "effect": {"kind": "refuse", "code": 10003}, "times": 1, "seed": 1} | either `times`
{"call": "GET /x", "effect": {"kind": "refuse", "code": 10003}, "rate": 1.5} | not a rate
{"call": "FETCH /x", "effect": {"kind": "refuse", "code": 10003}, "times": 1} | not a pattern
{"call": "/x", "effect": {"kind": "refuse", "code": 10003}, "times": 1} | not a pattern
{"call": "GET /x", "effect": {"kind": "lose"}, "times": 1} | unknown variant `lose`
{"call": "GET /x", "effect": {"kind": "refuse", "code": 1}, "times": 1} | 1 is not an error code
{"event": "X", "effect": {"kind": "duplicate", "copies": 1, "x": 1}, "times": 1} | unknown field
{"event": "X", "effect": {"kind": "duplicate", "copies": 1}, "times": 1, "often": 1} | unknown field `often`
[] | not a fault
"#;

    #[test]
    fn an_invalid_fault_is_refused_with_a_reason() {
        for line in INVALID.trim().lines() {
            let (fault, reason) = line.split_once(" | ").expect("a fault and a reason");
            let fault = serde_json::from_str(fault).expect("JSON");
            let refused = Fault::parse(&fault).expect_err("the fault is invalid");
            assert!(refused.contains(reason), "{fault}: {refused}");
        }
    }

    #[test]
    fn a_pattern_matches_a_path_segment_by_segment() {
        let matches = |method, path| matches_pattern("PATCH /channels/*/messages/7", method, path);
        assert!(matches("PATCH", "/channels/1/messages/7"));
        assert!(!matches("POST", "/channels/1/messages/7"));
        assert!(!matches("PATCH", "/channels/1/messages/8"));
        assert!(!matches("PATCH", "/channels/1/messages"));
    }

    #[test]
    fn delays_add_up_and_the_first_other_fault_applies() {
        let delay = json!({"kind": "delay", "milliseconds": 20});
        let limit = json!({"kind": "limit", "scope": "user", "milliseconds": 1});
        let mut faults = faults(&[
            json!({"call": "* /gateway", "effect": delay, "times": 2}),
            json!({"call": "* /gateway", "effect": {"kind": "refuse", "code": 50001}, "times": 1}),
            json!({"call": "* /gateway", "effect": limit, "times": 1}),
            json!({"call": "* /gateway", "effect": delay, "times": 1}),
        ]);
        for (milliseconds, name) in [(40, "refuse"), (20, "limit")] {
            let injection = faults.trigger_on_call("GET", "/gateway", None, false);
            assert_eq!(injection.delay, Duration::from_millis(milliseconds));
            assert_eq!(injection.effect.map(CallEffect::name), Some(name));
        }
    }

    #[test]
    fn a_rate_with_a_seed_hits_the_same_events_in_every_run() {
        let twice = json!({"kind": "duplicate", "copies": 1});
        let fault = json!({"event": "X", "effect": twice, "rate": 0.25, "seed": 3});
        let run = || {
            let mut faults = faults(std::slice::from_ref(&fault));
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
        let twice = json!({"kind": "duplicate", "copies": 1});
        let mut faults =
            faults(&[json!({"event": "X", "channel": "5", "effect": twice, "times": 1})]);
        let here = "5".parse().ok();
        assert!(faults.trigger_on_event("X", "6".parse().ok()).is_none());
        assert!(faults.trigger_on_event("X", None).is_none());
        assert!(faults.trigger_on_event("X", here).is_some());
        assert!(faults.trigger_on_event("X", here).is_none(), "`times` is 1");
        assert_eq!(faults.to_json()[0]["struck"], 1);
    }
}
