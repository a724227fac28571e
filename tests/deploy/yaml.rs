//! Reads the documents of a YAML file as JSON, as far as Kubernetes manifests use YAML: without aliases,
//! tags and block texts.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// A sequence or mapping that is not complete yet.
enum Open {
    Sequence(Vec<Value>),
    /// The key is known once its value is awaited.
    Mapping(Map<String, Value>, Option<String>),
}

/// Returns the documents of a file.
pub(super) fn documents(text: &str) -> Vec<Value> {
    let (mut documents, mut open) = (Vec::new(), Vec::new());
    for event in Parser::new_from_str(text) {
        let (event, span) = event.expect("it is YAML");
        let complete = match event {
            Event::SequenceStart(..) => {
                open.push(Open::Sequence(Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Mapping(Map::new(), None));
                continue;
            }
            Event::Scalar(text, style, ..) => scalar(&text, style),
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::Sequence(values)) => Value::from(values),
                Some(Open::Mapping(fields, None)) => Value::from(fields),
                _ => panic!("nothing ends at {span:?}"),
            },
            Event::Alias(_) => panic!("an alias at {span:?}"),
            _ => continue,
        };
        match open.last_mut() {
            None => documents.push(complete),
            Some(outer) => outer.add(complete),
        }
    }
    documents
}

impl Open {
    fn add(&mut self, value: Value) {
        match self {
            Self::Sequence(values) => values.push(value),
            Self::Mapping(fields, key) => match key.take() {
                None => *key = Some(value.as_str().expect("keys are text").to_owned()),
                Some(key) => {
                    let before = fields.insert(key.clone(), value);
                    assert_eq!(before, None, "{key} is there twice");
                }
            },
        }
    }
}

/// Returns a scalar: text in quotation marks, else a number, a truth value, nothing, or text.
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
    let text = "a: {b: [1, x, \"2\"], c: true}\n---\nd:\n  - e: ~\n";
    let expected = [
        serde_json::json!({"a": {"b": [1, "x", "2"], "c": true}}),
        serde_json::json!({"d": [{"e": null}]}),
    ];
    assert_eq!(documents(text), expected);
}
