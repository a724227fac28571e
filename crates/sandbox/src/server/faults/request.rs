//! Parses faults from the control API's JSON. Unknown fields and inconsistent values are errors.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::{CallEffect, CallPattern, EventEffect, Fault, Target};
use super::trigger::Trigger;
use crate::model::ids::Id;

const MAX_DELAY_MS: u64 = 60_000;
const MAX_COPIES: u32 = 100;

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
    rate: Option<f64>,
    seed: Option<u64>,
}

impl Fault {
    pub(crate) fn parse(value: &Value) -> Result<Self, ParseFaultError> {
        let request: FaultRequest = from_value(value, "a fault")?;
        let trigger = request.parse_trigger()?;
        let target = match (request.call, request.event) {
            (Some(call), None) => Target::Call {
                pattern: CallPattern::parse(&call)?,
                effect: parse_call_effect(&request.effect)?,
            },
            (None, Some(name)) => Target::Event {
                name,
                effect: parse_event_effect(&request.effect)?,
            },
            _ => return Err(invalid("a fault has either `call` or `event`")),
        };
        Ok(Self {
            target,
            channel: request.channel,
            trigger,
            seen: 0,
            fired: 0,
            request: value.clone(),
        })
    }
}

fn from_value<T: DeserializeOwned>(value: &Value, expected: &str) -> Result<T, ParseFaultError> {
    T::deserialize(value).map_err(|error| invalid(format!("not {expected}: {error}")))
}

impl FaultRequest {
    fn parse_trigger(&self) -> Result<Trigger, ParseFaultError> {
        match (self.times, self.rate) {
            (Some(times), None) if self.seed.is_none() => Ok(Trigger::Count { left: times }),
            (None, Some(rate)) if (0.0..=1.0).contains(&rate) => {
                Ok(Trigger::rate(rate, self.seed.unwrap_or(0)))
            }
            (None, Some(rate)) => Err(invalid(format!("{rate} is not a rate between 0 and 1"))),
            _ => Err(invalid(
                "a fault has either `times`, or `rate` with an optional `seed`",
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

fn parse_call_effect(value: &Value) -> Result<CallEffect, ParseFaultError> {
    let effect: CallEffect = from_value(value, "an effect on calls")?;
    match effect {
        CallEffect::Delay { milliseconds } | CallEffect::Limit { milliseconds, .. } => {
            check_delay(milliseconds)?;
        }
        CallEffect::Fail { status, .. } if !(500..=599).contains(&status) => {
            let reason = format!("{status} is not a server error status, 500 to 599");
            return Err(invalid(reason));
        }
        CallEffect::Refuse { code } if effect.error().is_none() => {
            let reason = format!("{code} is not an error code that can be injected");
            return Err(invalid(reason));
        }
        _ => {}
    }
    Ok(effect)
}

fn parse_event_effect(value: &Value) -> Result<EventEffect, ParseFaultError> {
    let effect: EventEffect = from_value(value, "an effect on events")?;
    match effect {
        EventEffect::Delay { milliseconds } => check_delay(milliseconds)?,
        EventEffect::Duplicate { copies } if !(1..=MAX_COPIES).contains(&copies) => {
            let reason = format!("{copies} copies are not between 1 and {MAX_COPIES}");
            return Err(invalid(reason));
        }
        _ => {}
    }
    Ok(effect)
}

fn check_delay(milliseconds: u64) -> Result<(), ParseFaultError> {
    if milliseconds > MAX_DELAY_MS {
        return Err(invalid(format!(
            "a delay of {milliseconds} ms is longer than {MAX_DELAY_MS} ms"
        )));
    }
    Ok(())
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
