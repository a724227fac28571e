//! Reads the documents of a YAML file as JSON. Supports aliases and merge keys, but neither tags nor
//! floating-point numbers.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// The key whose value is merged into the surrounding mapping.
const MERGE: &str = "<<";

/// An unfinished sequence or mapping.
enum Open {
    Sequence(Vec<Value>),
    /// `key` is set while its value is expected.
    Mapping {
        fields: Map<String, Value>,
        merged: Map<String, Value>,
        key: Option<String>,
    },
}

pub(super) fn documents(text: &str) -> Vec<Value> {
    let (mut documents, mut open) = (Vec::new(), Vec::new());
    // Anchors are numbered from 1; 0 means that a value has no anchor.
    let mut anchors: HashMap<usize, Value> = HashMap::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.expect("it is YAML");
        let (anchor, complete) = match event {
            Event::SequenceStart(anchor, _) => {
                open.push((anchor, Open::Sequence(Vec::new())));
                continue;
            }
            Event::MappingStart(anchor, _) => {
                open.push((anchor, Open::mapping()));
                continue;
            }
            Event::Scalar(text, style, anchor, _) => (anchor, scalar(&text, style)),
            Event::SequenceEnd | Event::MappingEnd => {
                let (anchor, complete) = open.pop().expect("something has begun");
                (anchor, complete.close())
            }
            Event::Alias(anchor) => (0, anchors[&anchor].clone()),
            Event::DocumentStart(_) | Event::DocumentEnd | Event::StreamStart => continue,
            Event::StreamEnd | Event::Nothing => continue,
        };
        assert!(!complete.is_null() || anchor == 0, "nothing at {span:?}");
        anchors.insert(anchor, complete.clone());
        match open.last_mut() {
            None => documents.push(complete),
            Some((_, outer)) => outer.add(complete),
        }
    }
    documents
}

pub(super) fn document(text: &str) -> Value {
    let [document] = documents(text).try_into().expect("one document");
    document
}

impl Open {
    fn mapping() -> Self {
        Self::Mapping {
            fields: Map::new(),
            merged: Map::new(),
            key: None,
        }
    }

    fn add(&mut self, value: Value) {
        let (fields, merged, key) = match self {
            Self::Sequence(values) => return values.push(value),
            Self::Mapping {
                fields,
                merged,
                key,
            } => (fields, merged, key),
        };
        match key.take() {
            None => *key = Some(value.as_str().expect("keys are text").to_owned()),
            Some(key) if key == MERGE => {
                merged.extend(value.as_object().expect("a mapping is merged").clone());
            }
            Some(key) => {
                let before = fields.insert(key.clone(), value);
                assert_eq!(before, None, "{key} is there twice");
            }
        }
    }

    /// Returns the finished sequence or mapping. A mapping's own fields override merged fields.
    fn close(self) -> Value {
        match self {
            Self::Sequence(values) => Value::from(values),
            Self::Mapping {
                fields,
                mut merged,
                key,
            } => {
                assert_eq!(key, None, "each key has a value");
                merged.extend(fields);
                Value::from(merged)
            }
        }
    }
}

/// Returns a scalar: a string if it is quoted or a block; otherwise an integer, boolean, null or string.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    match text {
        _ if style != ScalarStyle::Plain => Value::from(text),
        "" | "~" | "null" => Value::Null,
        "true" | "false" => Value::from(text == "true"),
        _ => text
            .parse::<i64>()
            .map_or_else(|_| text.into(), Value::from),
    }
}

#[test]
fn documents_are_read_with_their_types() {
    let text = "a: {b: [1, x, \"2\"], c: true}\n---\nd:\n  - e: ~\n    f: |\n      g\n";
    let expected = [
        serde_json::json!({"a": {"b": [1, "x", "2"], "c": true}}),
        serde_json::json!({"d": [{"e": null, "f": "g\n"}]}),
    ];
    assert_eq!(documents(text), expected);
}

#[test]
fn aliases_stand_for_their_anchors_and_merged_fields_are_outranked_by_own_ones() {
    let text = "a: &a {b: 1, c: &c [2]}\nd: *a\ne: {<<: *a, b: 3, f: *c}\n";
    let a = serde_json::json!({"b": 1, "c": [2]});
    let e = serde_json::json!({"b": 3, "c": [2], "f": [2]});
    assert_eq!(
        document(text),
        serde_json::json!({"a": a.clone(), "d": a, "e": e})
    );
}
