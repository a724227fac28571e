//! How a fault is asked for. Whatever is not meant exactly so is refused with a sentence.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::timing::Timing;
use super::{CallEffect, CallPattern, EventEffect, Fault, Moment, Target};
use crate::ids::Id;
use crate::refusal::{PauseScope, Refusal};

/// The longest that anything is put off.
const LONGEST_DELAY_MS: u64 = 60_000;
/// How often an event may come at most besides once.
const MOST_COPIES: u32 = 100;

/// What is wrong with a fault that was asked for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct InvalidFault(String);

fn invalid(why: impl Into<String>) -> InvalidFault {
    InvalidFault(why.into())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
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
enum AskedOfCalls {
    Delay {
        milliseconds: u64,
    },
    Fail {
        status: u16,
        #[serde(default)]
        applied: bool,
    },
    Drop {
        moment: Moment,
    },
    Refuse {
        code: u64,
    },
    Limit {
        scope: PauseScope,
        milliseconds: u64,
    },
    Page {},
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum AskedOfEvents {
    Delay { milliseconds: u64 },
    Duplicate { copies: u32 },
    Lose {},
}

impl Fault {
    /// Reads a fault as the control API is given it.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub(crate) fn parse(asked: &Value) -> Result<Self, InvalidFault> {
        let read: Asked = from_value(asked, "a fault")?;
        let timing = read.timing()?;
        let channel = read.channel;
        let target = match (&read.call, &read.event) {
            (Some(call), None) => Target::Call {
                pattern: CallPattern::parse(call)?,
                channel,
                effect: call_effect(from_value(&read.effect, "an effect on calls")?)?,
            },
            (None, Some(event)) => Target::Event {
                name: event.clone(),
                channel,
                effect: event_effect(&from_value(&read.effect, "an effect on events")?)?,
            },
            _ => return Err(invalid("a fault has either `call` or `event`")),
        };
        Ok(Self {
            target,
            timing,
            seen: 0,
            struck: 0,
            asked: asked.clone(),
        })
    }
}

fn from_value<T: serde::de::DeserializeOwned>(
    value: &Value,
    what: &str,
) -> Result<T, InvalidFault> {
    T::deserialize(value).map_err(|error| invalid(format!("not {what}: {error}")))
}

impl Asked {
    fn timing(&self) -> Result<Timing, InvalidFault> {
        match (self.times, self.rate) {
            (Some(times), None) if self.seed.is_none() => {
                Ok(Timing::next(self.after.unwrap_or(0), times))
            }
            (None, Some(rate)) if self.after.is_none() => {
                if !(0.0..=1.0).contains(&rate) {
                    return Err(invalid(format!("{rate} is no rate between 0 and 1")));
                }
                Ok(Timing::chance(rate, self.seed.unwrap_or(0)))
            }
            _ => Err(invalid(
                "a fault has either `times`, and perhaps `after`, or `rate`, and perhaps `seed`",
            )),
        }
    }
}

impl CallPattern {
    fn parse(text: &str) -> Result<Self, InvalidFault> {
        let wrong = || {
            invalid(format!(
                "{text:?} is no pattern such as `PATCH /channels/*/messages/*`"
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

fn call_effect(asked: AskedOfCalls) -> Result<CallEffect, InvalidFault> {
    match asked {
        AskedOfCalls::Delay { milliseconds } => delay(milliseconds).map(CallEffect::Delay),
        AskedOfCalls::Fail { status, applied } if (500..=599).contains(&status) => {
            Ok(CallEffect::Fail { status, applied })
        }
        AskedOfCalls::Fail { status, .. } => Err(invalid(format!(
            "{status} is no status of a server in trouble, 500 to 599"
        ))),
        AskedOfCalls::Drop { moment } => Ok(CallEffect::Drop(moment)),
        AskedOfCalls::Refuse { code } => Refusal::of_code(code)
            .map(CallEffect::Refuse)
            .ok_or_else(|| invalid(format!("{code} is no code of Discord's that is known here"))),
        AskedOfCalls::Limit {
            scope,
            milliseconds,
        } => {
            let pause = delay(milliseconds)?;
            Ok(CallEffect::Refuse(Refusal::too_fast(
                u64::try_from(pause.as_millis()).unwrap_or(LONGEST_DELAY_MS),
                scope,
            )))
        }
        AskedOfCalls::Page {} => Ok(CallEffect::Page),
    }
}

fn event_effect(asked: &AskedOfEvents) -> Result<EventEffect, InvalidFault> {
    match asked {
        AskedOfEvents::Delay { milliseconds } => delay(*milliseconds).map(EventEffect::Delay),
        AskedOfEvents::Duplicate { copies } if (1..=MOST_COPIES).contains(copies) => {
            Ok(EventEffect::Duplicate(*copies))
        }
        AskedOfEvents::Duplicate { copies } => Err(invalid(format!(
            "{copies} copies are not between 1 and {MOST_COPIES}"
        ))),
        AskedOfEvents::Lose {} => Ok(EventEffect::Lose),
    }
}

fn delay(milliseconds: u64) -> Result<Duration, InvalidFault> {
    if milliseconds > LONGEST_DELAY_MS {
        return Err(invalid(format!(
            "{milliseconds} ms are more than {LONGEST_DELAY_MS}"
        )));
    }
    Ok(Duration::from_millis(milliseconds))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused_with_a_sentence() {
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
                "no rate",
            ),
            (
                json!({"call": "FETCH /x", "effect": page, "times": 1}),
                "no pattern",
            ),
            (
                json!({"call": "/x", "effect": page, "times": 1}),
                "no pattern",
            ),
            (
                json!({"call": "GET /x", "effect": lose, "times": 1}),
                "unknown variant `lose`",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "refuse", "code": 1}, "times": 1}),
                "1 is no code",
            ),
            (
                json!({"call": "GET /x", "effect": {"kind": "fail", "status": 404}, "times": 1}),
                "404 is no",
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
        for (asked, why) in cases {
            let refused = Fault::parse(&asked).expect_err("a bad fault").to_string();
            assert!(refused.contains(why), "{asked}: {refused}");
        }
    }
}
