//! Faults: what is to go wrong between the bot and the sandbox, when, and how often it has.
//!
//! A fault decides by the call or the event alone and by a generator of its own, so that a test can
//! play it again. It never changes the world: whoever asks carries out what it says.

mod request;
mod timing;

use std::time::Duration;

use serde_json::{Value, json};

use crate::ids::Id;
use crate::refusal::Refusal;

use timing::Timing;

/// All faults there are.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    all: Vec<Fault>,
}

/// Something that goes wrong.
#[derive(Debug)]
pub(crate) struct Fault {
    target: Target,
    timing: Timing,
    seen: u64,
    struck: u64,
    /// As it was asked for.
    asked: Value,
}

/// What a fault strikes, and how. With a channel, only there.
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

/// Which REST calls are meant: a method and a path in which `*` stands for any segment.
#[derive(Debug)]
struct CallPattern {
    /// Any, if there is none.
    method: Option<String>,
    segments: Vec<String>,
}

/// What happens to a REST call.
#[derive(Clone, Debug)]
pub(crate) enum CallEffect {
    /// It is read so much later.
    Delay(Duration),
    /// The server is in trouble, before or after it has done what was asked.
    Fail { status: u16, applied: bool },
    /// The connection ends.
    Drop(Moment),
    /// It is refused, whatever it is.
    Refuse(Refusal),
    /// It is refused by a server before Discord's own: a page, and nothing of limits.
    Page,
}

/// When the connection of a call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    /// Before what was asked is done.
    Before,
    /// When it is done, before the answer.
    After,
    /// In the midst of the answer.
    Within,
}

/// What happens to an event for the bot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventEffect {
    /// It comes so much later; what follows overtakes it.
    Delay(Duration),
    /// It comes so many times more.
    Duplicate(u32),
    /// It never comes.
    Lose,
}

/// What happens to one call: it is put off by all delays, and the first other fault has it.
#[derive(Debug, Default)]
pub(crate) struct Strike {
    pub(crate) delay: Duration,
    pub(crate) effect: Option<CallEffect>,
}

impl CallEffect {
    /// Its name in requests and in the record.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Delay(_) => "delay",
            Self::Fail { .. } => "fail",
            Self::Drop(_) => "drop",
            Self::Refuse(refusal) if refusal.status == 429 => "limit",
            Self::Refuse(_) => "refuse",
            Self::Page => "page",
        }
    }
}

impl CallPattern {
    fn fits(&self, method: &str, path: &str) -> bool {
        let segments: Vec<_> = path.trim_matches('/').split('/').collect();
        let fits = |(pattern, segment): (&String, &&str)| pattern == "*" || pattern == segment;
        self.method.as_deref().is_none_or(|wanted| wanted == method)
            && self.segments.len() == segments.len()
            && self.segments.iter().zip(&segments).all(fits)
    }
}

impl Fault {
    fn strikes(&mut self) -> bool {
        self.seen += 1;
        let strikes = self.timing.strikes();
        self.struck += u64::from(strikes);
        strikes
    }

    /// What it does to this call, if it is meant and struck.
    fn strike_call(&mut self, method: &str, path: &str, at: Option<Id>) -> Option<CallEffect> {
        let Target::Call {
            pattern,
            channel,
            effect,
        } = &self.target
        else {
            return None;
        };
        let meant = is_there(*channel, at) && pattern.fits(method, path);
        let effect = meant.then(|| effect.clone())?;
        self.strikes().then_some(effect)
    }

    /// What it does to this event, if it is meant and struck.
    fn strike_event(&mut self, event: &str, at: Option<Id>) -> Option<EventEffect> {
        let Target::Event {
            name,
            channel,
            effect,
        } = &self.target
        else {
            return None;
        };
        let meant = is_there(*channel, at) && name == event;
        let effect = meant.then_some(*effect)?;
        self.strikes().then_some(effect)
    }
}

fn is_there(wanted: Option<Id>, at: Option<Id>) -> bool {
    wanted.is_none() || wanted == at
}

impl Faults {
    /// Adds a fault.
    pub(crate) fn add(&mut self, fault: Fault) {
        self.all.push(fault);
    }

    /// Takes all faults away.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// What happens to a call on a path below `/api/v10`, made in a channel if it is in one.
    pub(crate) fn strike_call(&mut self, method: &str, path: &str, channel: Option<Id>) -> Strike {
        let mut strike = Strike::default();
        for fault in &mut self.all {
            // What is spent on a call that another fault has would be missing elsewhere.
            if strike.effect.is_some() && !fault.is_delay() {
                continue;
            }
            match fault.strike_call(method, path, channel) {
                Some(CallEffect::Delay(delay)) => strike.delay += delay,
                Some(effect) => strike.effect = Some(effect),
                None => {}
            }
        }
        strike
    }

    /// What happens to an event: the first fault that strikes has it.
    pub(crate) fn strike_event(&mut self, event: &str, channel: Option<Id>) -> Option<EventEffect> {
        let mut all = self.all.iter_mut();
        all.find_map(|fault| fault.strike_event(event, channel))
    }

    /// Each fault as it was asked for, with how often it was looked at and how often it struck.
    pub(crate) fn to_json(&self) -> Value {
        let described = |fault: &Fault| {
            let mut json = fault.asked.clone();
            json["seen"] = json!(fault.seen);
            json["struck"] = json!(fault.struck);
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
    fn a_pattern_fits_a_path_segment_by_segment() {
        let fail = json!({"kind": "fail", "status": 500});
        let mut faults =
            faults(&[json!({"call": "PATCH /channels/*/messages/7", "effect": fail, "times": 9})]);
        let mut strikes = |method: &str, path: &str| {
            let strike = faults.strike_call(method, path, None);
            strike.effect.is_some()
        };
        assert!(strikes("PATCH", "/channels/1/messages/7"));
        assert!(!strikes("POST", "/channels/1/messages/7"));
        assert!(!strikes("PATCH", "/channels/1/messages/8"));
        assert!(!strikes("PATCH", "/channels/1/messages"));
    }

    #[test]
    fn delays_add_up_and_the_first_other_fault_has_the_call() {
        let delay = json!({"kind": "delay", "milliseconds": 20});
        let mut faults = faults(&[
            json!({"call": "* /gateway", "effect": delay, "times": 2}),
            json!({"call": "* /gateway", "effect": {"kind": "refuse", "code": 50001}, "times": 1}),
            json!({"call": "* /gateway", "effect": {"kind": "page"}, "times": 1}),
            json!({"call": "* /gateway", "effect": delay, "times": 1}),
        ]);
        let first = faults.strike_call("GET", "/gateway", None);
        assert_eq!(first.delay, Duration::from_millis(40));
        assert_eq!(first.effect.map(|effect| effect.name()), Some("refuse"));
        let second = faults.strike_call("GET", "/gateway", None);
        assert_eq!(second.delay, Duration::from_millis(20));
        assert_eq!(second.effect.map(|effect| effect.name()), Some("page"));
    }

    #[test]
    fn a_rate_strikes_so_often_and_the_same_ones_each_time() {
        let lose = json!({"event": "X", "effect": {"kind": "lose"}, "rate": 0.25, "seed": 3});
        let run = || {
            let mut faults = faults(std::slice::from_ref(&lose));
            let strikes = (0..1000).map(|_| faults.strike_event("X", None).is_some());
            strikes.collect::<Vec<_>>()
        };
        let first = run();
        assert_eq!(first, run());
        let count = first.iter().filter(|struck| **struck).count();
        assert!((200..300).contains(&count), "{count} of 1000");
    }

    #[test]
    fn a_fault_of_one_channel_leaves_the_others_alone() {
        let mut faults = faults(&[
            json!({"event": "X", "channel": "5", "effect": {"kind": "lose"}, "times": 1}),
        ]);
        let here = "5".parse().ok();
        assert!(faults.strike_event("X", "6".parse().ok()).is_none());
        assert!(faults.strike_event("X", None).is_none());
        assert!(faults.strike_event("X", here).is_some());
        assert!(
            faults.strike_event("X", here).is_none(),
            "once was asked for"
        );
        assert_eq!(faults.to_json()[0]["struck"], 1);
        assert_eq!(faults.to_json()[0]["seen"], 2);
    }
}
