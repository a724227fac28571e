//! Changes to valid texts and JSON documents, so that most of an input is still valid: a completely random one
//! would fail the very first check.

use rules::{Randomness as _, SeededChance};
use serde_json::{Map, Number, Value};

/// Fragments that parsers tend to get wrong.
const PIECES: [&str; 38] = [
    "",
    ":",
    "::",
    "v1",
    "v0",
    "0",
    "00",
    "-1",
    "+1",
    "1.5",
    "1e9",
    "255",
    "256",
    "65536",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "\0",
    "\u{7f}",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{202e}",
    "\u{200b}",
    "\u{3164}",
    "e\u{301}\u{302}\u{303}",
    "🙀",
    "ſ",
    "\"",
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "null",
    "@everyone",
];

pub(super) fn pick<'a, T: ?Sized>(of: &[&'a T], chance: &mut SeededChance) -> &'a T {
    of[chance.below(of.len() as u32) as usize]
}

/// Returns a number, often a special one.
pub(super) fn number(chance: &mut SeededChance) -> u64 {
    match chance.below(6) {
        0 => 0,
        1 => u64::MAX,
        2 => u64::from(chance.below(u32::MAX)) << chance.below(32),
        _ => u64::from(chance.below(300)),
    }
}

/// Returns a text with at most this many fragments and characters, from all of Unicode.
pub(super) fn noise(length: u32, chance: &mut SeededChance) -> String {
    let mut text = String::new();
    for _ in 0..chance.below(length + 1) {
        match chance.below(3) {
            0 => text.push_str(pick(&PIECES, chance)),
            1 => text.push(char::from(chance.below(128) as u8)),
            // `None` in the range of surrogates.
            _ => text.extend(char::from_u32(chance.below(0x11_0000))),
        }
    }
    text
}

/// Returns the text with a few places deleted, repeated, replaced or filled.
pub(super) fn mutate_text(text: &str, chance: &mut SeededChance) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(4) {
        let from = chance.below(letters.len() as u32 + 1) as usize;
        let to = (from + chance.below(12) as usize).min(letters.len());
        match chance.below(5) {
            0 => drop(letters.drain(from..to)),
            1 => letters.truncate(from),
            2 => {
                let copied = letters[from..to].to_vec();
                letters.splice(from..from, copied);
            }
            3 => drop(letters.splice(from..to, pick(&PIECES, chance).chars())),
            _ => drop(letters.splice(from..from, noise(3, chance).chars())),
        }
    }
    letters.into_iter().collect()
}

/// Changes a few values of a JSON document, each at a random depth.
pub(super) fn mutate_json(document: &mut Value, chance: &mut SeededChance) {
    for _ in 0..=chance.below(3) {
        mutate_somewhere(document, chance);
    }
}

fn mutate_somewhere(value: &mut Value, chance: &mut SeededChance) {
    let goes_deeper = chance.below(5) != 0;
    match value {
        Value::Object(fields) if goes_deeper && !fields.is_empty() => {
            let place = chance.below(fields.len() as u32) as usize;
            let inner = fields.values_mut().nth(place);
            inner
                .into_iter()
                .for_each(|inner| mutate_somewhere(inner, chance));
        }
        Value::Array(items) if goes_deeper && !items.is_empty() => {
            let place = chance.below(items.len() as u32) as usize;
            mutate_somewhere(&mut items[place], chance);
        }
        other => replace(other, chance),
    }
}

fn replace(value: &mut Value, chance: &mut SeededChance) {
    match (chance.below(4), &mut *value) {
        (0, Value::Object(fields)) => return change_fields(fields, chance),
        (0, Value::Array(items)) => return change_items(items, chance),
        (0 | 1, Value::String(text)) => {
            *text = mutate_text(text, chance);
            return;
        }
        _ => {}
    }
    *value = match chance.below(9) {
        0 => Value::Null,
        1 => Value::Bool(chance.below(2) == 0),
        2 => Value::Number(number(chance).into()),
        3 => Value::Number((-i64::from(chance.below(1_000))).into()),
        4 => {
            Number::from_f64(f64::from(chance.below(9)) * 1e300).map_or(Value::Null, Value::Number)
        }
        5 => Value::String(number(chance).to_string()),
        6 => Value::String(noise(40, chance)),
        7 => Value::Array(vec![value.take(); chance.below(4) as usize]),
        _ => Value::Object(Map::from_iter([(noise(3, chance), value.take())])),
    };
}

fn change_fields(fields: &mut Map<String, Value>, chance: &mut SeededChance) {
    let place = chance.below(fields.len() as u32 + 1) as usize;
    let Some(name) = fields.keys().nth(place).cloned() else {
        fields.insert(noise(3, chance), Value::Null);
        return;
    };
    let removed = fields.remove(&name).unwrap_or_default();
    if chance.below(2) == 0 {
        fields.insert(mutate_text(&name, chance), removed);
    }
}

fn change_items(items: &mut Vec<Value>, chance: &mut SeededChance) {
    let place = chance.below(items.len() as u32 + 1) as usize;
    match items.get(place).cloned() {
        Some(item) if chance.below(2) == 0 => {
            let copies = chance.below(30) as usize;
            items.extend(std::iter::repeat_n(item, copies));
        }
        Some(_) => drop(items.remove(place)),
        None => items.push(Value::Null),
    }
}
