//! Hostile inputs for readers of external data, as proptest strategies: valid texts and JSON documents with a few
//! changes, because a completely random input would fail the very first check.

use std::cell::Cell;
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::{Value, json};

/// Fragments that parsers often mishandle.
const PIECES: &[&str] = &[
    ":", "::", "v1", "v0", "0", "00", "-1", "+1", "1.5", "1e9", "255", "256", "65536", "\0",
    "\u{7f}", "\n", "\r\n", "\t", " ", "\u{202e}", "\u{200b}", "\u{3164}", "🙀", "ſ", "\"", "'",
    "\\", "{", "}", "[", "]", "null",
];
const LONG_PIECES: &str = "18446744073709551615 18446744073709551616 99999999999999999999999999 @everyone \
    e\u{301}\u{302}\u{303}";

/// Runs `is_accepted` on `cases` inputs, or on `PROPTEST_CASES` inputs (256 by default) if that is more. The closure
/// returns an error if it finds a fault. Panics with the smallest failing input, or if hardly any inputs are accepted
/// or hardly any are refused.
pub fn check<T: Debug>(
    cases: u32,
    inputs: impl Strategy<Value = T>,
    is_accepted: impl Fn(T) -> Result<bool, String>,
) {
    let config = Config {
        cases: cases.max(Config::default().cases),
        failure_persistence: None,
        ..Config::default()
    };
    let [accepted, refused] = [Cell::new(0), Cell::new(0)];
    let checked = TestRunner::new(config).run(&inputs, |input| {
        let count = if is_accepted(input).map_err(TestCaseError::fail)? {
            &accepted
        } else {
            &refused
        };
        count.set(count.get() + 1);
        Ok(())
    });
    checked.unwrap_or_else(|failure| panic!("{failure}"));
    let least = accepted.get().min(refused.get());
    assert!(
        least > cases / 100,
        "{accepted:?} accepted, {refused:?} refused"
    );
}

/// Generates numbers, often 0, the maximum or a small number.
pub fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(u64::MAX), any::<u64>(), 0..300_u64]
}

/// Generates texts of at most this many parts, which are hostile fragments or arbitrary Unicode characters.
pub fn noise(length: usize) -> impl Strategy<Value = String> {
    let part = prop_oneof![
        select(PIECES).prop_map(str::to_owned),
        word(LONG_PIECES).prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[\\x00-\\x7f]",
    ];
    vec(part, 0..=length).prop_map(|parts| parts.concat())
}

/// Generates one of the words of a text.
pub fn word(words: &'static str) -> impl Strategy<Value = &'static str> {
    select(words.split_whitespace().collect::<Vec<_>>())
}

/// Generates one of these texts with up to four changes, such as a passage that is cut off, repeated or replaced.
pub fn changed_text(texts: impl Strategy<Value = &'static str>) -> impl Strategy<Value = String> {
    let change = (any::<Index>(), 0..12_usize, 0..8_u8, noise(3));
    (texts, vec(change, 0..5)).prop_map(|(text, changes)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, length, kind, noise) in changes {
            let from = at.index(letters.len() + 1);
            let to = (from + length).min(letters.len());
            match kind {
                0 => letters.truncate(from),
                1 | 2 => letters.extend_from_within(from..to),
                _ => drop(letters.splice(from..to, noise.chars())),
            }
        }
        letters.into_iter().collect()
    })
}

/// Generates these documents, usually with a few values replaced or removed.
pub fn changed_json(documents: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let change = (vec(any::<Index>(), 1..6), option::of(value()));
    (documents, vec(change, 0..4)).prop_map(|(mut document, changes)| {
        for (path, value) in changes {
            change_at(&mut document, &path, value.as_ref());
        }
        document
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number().prop_map(Value::from),
        number().prop_map(|number| Value::from(number.to_string())),
        any::<i16>().prop_map(Value::from),
        Just(json!(8e300)),
        noise(40).prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 30, 30, |inner| {
        let field = (noise(3), inner.clone());
        prop_oneof![
            vec(inner, 0..30).prop_map(Value::from),
            field.prop_map(|(name, value)| json!({name: value})),
        ]
    })
}

/// Replaces or removes the value at a path. If the document is not deep enough, replaces the last value on the path.
fn change_at(document: &mut Value, path: &[Index], value: Option<&Value>) {
    match (document, path) {
        (Value::Object(fields), [at, rest @ ..]) if !fields.is_empty() => {
            let at = at.index(fields.len());
            match (rest, value, fields.keys().nth(at).cloned()) {
                ([], None, Some(name)) => drop(fields.remove(&name)),
                _ => {
                    let inner = fields.values_mut().nth(at);
                    inner
                        .into_iter()
                        .for_each(|inner| change_at(inner, rest, value));
                }
            }
        }
        (Value::Array(items), [at, rest @ ..]) if !items.is_empty() => {
            let at = at.index(items.len());
            if rest.is_empty() && value.is_none() {
                items.remove(at);
            } else {
                change_at(&mut items[at], rest, value);
            }
        }
        (document, _) => *document = value.cloned().unwrap_or_default(),
    }
}
