//! Which calls and events faults hit.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Fault, Faults};

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
    let mut faults =
        faults(&[json!({"event": "X", "channel": "5", "effect": {"kind": "lose"}, "times": 1})]);
    let here = "5".parse().ok();
    assert!(faults.trigger_on_event("X", "6".parse().ok()).is_none());
    assert!(faults.trigger_on_event("X", None).is_none());
    assert!(faults.trigger_on_event("X", here).is_some());
    assert!(faults.trigger_on_event("X", here).is_none(), "`times` is 1");
    assert_eq!(faults.to_json()[0]["struck"], 1);
    assert_eq!(faults.to_json()[0]["seen"], 2);
}
