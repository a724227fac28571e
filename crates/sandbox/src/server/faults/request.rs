//! Parses faults from the control API's JSON. Unknown fields and inconsistent values are errors.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::fault::{CallEffect, CallPattern, DropPoint, EventEffect, Fault, Target};
use super::trigger::Trigger;
use crate::api_error::{ApiError, RateLimitScope};
use crate::model::ids::Id;

/// Longest delay, in milliseconds.
const MAX_DELAY_MS: u64 = 60_000;
/// Largest number of extra copies of an event.
const MAX_COPIES: u32 = 100;

/// An invalid fault, with the reason.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ParseFaultError(String);

fn invalid(reason: impl Into<String>) -> ParseFaultError {
    ParseFaultError(reason.into())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultRequest {
    call: Option<String>,
    event: Option<String>,
    channel: Option<Id>,
    effect: Value,
    times: Option<u64>,
    after: Option<u64>,
    rate: Option<f64>,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum CallEffectRequest {
    Delay {
        milliseconds: u64,
    },
    Fail {
        status: u16,
        #[serde(default)]
        applied: bool,
    },
    Drop {
        #[serde(rename = "moment")]
        point: DropPoint,
    },
    Refuse {
        code: u64,
    },
    Limit {
        scope: RateLimitScope,
        milliseconds: u64,
    },
    Page {},
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum EventEffectRequest {
    Delay { milliseconds: u64 },
    Duplicate { copies: u32 },
    Lose {},
}

impl Fault {
    /// Parses a fault as given to the control API.
    ///
    /// # Errors
    /// A sentence with the reason if the fault is invalid.
    pub(crate) fn parse(value: &Value) -> Result<Self, ParseFaultError> {
        let request: FaultRequest = from_value(value, "a fault")?;
        let trigger = request.parse_trigger()?;
        let channel = request.channel;
        let target = match (&request.call, &request.event) {
            (Some(call), None) => Target::Call {
                pattern: CallPattern::parse(call)?,
                channel,
                effect: parse_call_effect(from_value(&request.effect, "an effect on calls")?)?,
            },
            (None, Some(event)) => Target::Event {
                name: event.clone(),
                channel,
                effect: parse_event_effect(&from_value(&request.effect, "an effect on events")?)?,
            },
            _ => return Err(invalid("a fault has either `call` or `event`")),
        };
        Ok(Self {
            target,
            trigger,
            seen: 0,
            fired: 0,
            request: value.clone(),
        })
    }
}

fn from_value<T: serde::de::DeserializeOwned>(
    value: &Value,
    expected: &str,
) -> Result<T, ParseFaultError> {
    T::deserialize(value).map_err(|error| invalid(format!("not {expected}: {error}")))
}

impl FaultRequest {
    fn parse_trigger(&self) -> Result<Trigger, ParseFaultError> {
        match (self.times, self.rate) {
            (Some(times), None) if self.seed.is_none() => {
                Ok(Trigger::count(self.after.unwrap_or(0), times))
            }
            (None, Some(rate)) if self.after.is_none() => {
                if !(0.0..=1.0).contains(&rate) {
                    return Err(invalid(format!("{rate} is not a rate between 0 and 1")));
                }
                Ok(Trigger::rate(rate, self.seed.unwrap_or(0)))
            }
            _ => Err(invalid(
                "a fault has either `times` with an optional `after`, or `rate` with an optional `seed`",
            )),
        }
    }
}

impl CallPattern {
    fn parse(text: &str) -> Result<Self, ParseFaultError> {
        let wrong = || {
            invalid(format!(
                "{text:?} is not a pattern such as `PATCH /channels/*/messages/*`"
            ))
        };
        let (method, path) = text.split_once(' ').ok_or_else(wrong)?;
        if !matches!(method, "*" | "GET" | "POST" | "PUT" | "PATCH" | "DELETE") {
            return Err(wrong());
        }
        let path = path.strip_prefix('/').ok_or_else(wrong)?;
        Ok(Self {
            method: Some(method.to_owned()).filter(|method| method != "*"),
            segments: path.split('/').map(str::to_owned).collect(),
        })
    }
}

fn parse_call_effect(request: CallEffectRequest) -> Result<CallEffect, ParseFaultError> {
    match request {
        CallEffectRequest::Delay { milliseconds } => {
            parse_delay(milliseconds).map(CallEffect::Delay)
        }
        CallEffectRequest::Fail { status, applied } if (500..=599).contains(&status) => {
            Ok(CallEffect::Fail { status, applied })
        }
        CallEffectRequest::Fail { status, .. } => Err(invalid(format!(
            "{status} is not a server error status, 500 to 599"
        ))),
        CallEffectRequest::Drop { point } => Ok(CallEffect::Drop(point)),
        CallEffectRequest::Refuse { code } => ApiError::from_code(code)
            .map(CallEffect::Refuse)
            .ok_or_else(|| invalid(format!("{code} is not an error code that can be injected"))),
        CallEffectRequest::Limit {
            scope,
            milliseconds,
        } => {
            let retry_after = parse_delay(milliseconds)?;
            Ok(CallEffect::Refuse(ApiError::rate_limited(
                u64::try_from(retry_after.as_millis()).unwrap_or(MAX_DELAY_MS),
                scope,
            )))
        }
        CallEffectRequest::Page {} => Ok(CallEffect::CloudflareBlock),
    }
}

fn parse_event_effect(request: &EventEffectRequest) -> Result<EventEffect, ParseFaultError> {
    match request {
        EventEffectRequest::Delay { milliseconds } => {
            parse_delay(*milliseconds).map(EventEffect::Delay)
        }
        EventEffectRequest::Duplicate { copies } if (1..=MAX_COPIES).contains(copies) => {
            Ok(EventEffect::Duplicate(*copies))
        }
        EventEffectRequest::Duplicate { copies } => Err(invalid(format!(
            "{copies} copies are not between 1 and {MAX_COPIES}"
        ))),
        EventEffectRequest::Lose {} => Ok(EventEffect::Lose),
    }
}

fn parse_delay(milliseconds: u64) -> Result<Duration, ParseFaultError> {
    if milliseconds > MAX_DELAY_MS {
        return Err(invalid(format!(
            "a delay of {milliseconds} ms is longer than {MAX_DELAY_MS} ms"
        )));
    }
    Ok(Duration::from_millis(milliseconds))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_invalid_fault_is_refused_with_a_reason() {
        let lose = json!({"kind": "lose"});
        let page = json!({"kind": "page"});
        let cases = [
            (
                json!({"effect": page, "times": 1}),
                "either `call` or `event`",
            ),
            (
                json!({"call": "GET /x", "event": "X", "effect": page, "times": 1}),
                "either `call`",
            ),
            (json!({"call": "GET /x", "effect": page}), "either `times`"),
            (
                json!({"call": "GET /x", "effect": page, "times": 1, "rate": 0.5}),
                "either `times`",
            ),
            (
                json!({"call": "GET /x", "effect": page, "times": 1, "seed": 1}),
                "either `times`",
            ),
            (
                json!({"call": "GET /x", "effect": page, "rate": 1.5}),
                "not a rate",
            ),
            (
                json!({"call": "FETCH /x", "effect": page, "times": 1}),
                "not a pattern",
            ),
            (
                json!({"call": "/x", "effect": page, "times": 1}),
                "not a pattern",
            ),
            (
                json!({"call": "GET /x", "effect": lose, "times": 1}),
                "unknown variant `lose`",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "refuse", "code": 1}, "times": 1}),
                "1 is not an error code",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "fail", "status": 404}, "times": 1}),
                "404 is not",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "delay", "milliseconds": 60_001}, "times": 1}),
                "60001 ms",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "page", "x": 1}, "times": 1}),
                "unknown field",
            ),
            (
                json!({"event": "X", "effect": {"kind": "duplicate", "copies": 0}, "times": 1}),
                "0 copies",
            ),
            (
                json!({"event": "X", "effect": lose, "times": 1, "often": 1}),
                "unknown field `often`",
            ),
            (json!([]), "not a fault"),
        ];
        for (request, reason) in cases {
            let refused = Fault::parse(&request)
                .expect_err("the fault is invalid")
                .to_string();
            assert!(refused.contains(reason), "{request}: {refused}");
        }
    }
}
