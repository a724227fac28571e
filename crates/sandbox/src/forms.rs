//! Collects what is wrong with a body, place by place, in the shape of 50035.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::refusal::Refusal;

/// A place in a body: keys and indices from the root.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(Vec<String>);

impl Place {
    /// The body itself.
    pub(crate) fn root() -> Self {
        Self::default()
    }

    /// The field `key` of this place.
    pub(crate) fn key(&self, key: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(key.to_owned());
        Self(steps)
    }

    /// The element `index` of this place.
    pub(crate) fn index(&self, index: usize) -> Self {
        self.key(&index.to_string())
    }
}

/// Everything wrong with one body.
#[derive(Debug, Default)]
pub(crate) struct FormErrors {
    found: BTreeMap<Place, Vec<Value>>,
}

impl FormErrors {
    /// Notes one error.
    pub(crate) fn add(&mut self, place: &Place, code: &str, message: impl Into<String>) {
        let message: String = message.into();
        self.found
            .entry(place.clone())
            .or_default()
            .push(json!({"code": code, "message": message}));
    }

    /// A field that must be there is not.
    pub(crate) fn required(&mut self, place: &Place) {
        self.add(place, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A value outside a closed list.
    pub(crate) fn choices(&mut self, place: &Place, allowed: &str) {
        self.add(
            place,
            "BASE_TYPE_CHOICES",
            format!("Value must be one of {{{allowed}}}."),
        );
    }

    /// Checks a count of characters or elements against both ends.
    pub(crate) fn length(&mut self, place: &Place, length: usize, least: usize, most: usize) {
        if length < least || length > most {
            self.add(
                place,
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {least} and {most} in length."),
            );
        }
    }

    /// Checks a count against its upper end alone.
    pub(crate) fn at_most(&mut self, place: &Place, length: usize, most: usize) {
        if length > most {
            self.add(
                place,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {most} or fewer in length."),
            );
        }
    }

    /// The text in `object[key]`, if there is one; a wrong type is noted.
    pub(crate) fn text<'a>(
        &mut self,
        place: &Place,
        object: &'a Value,
        key: &str,
    ) -> Option<&'a str> {
        match object.get(key)? {
            Value::Null => None,
            Value::String(text) => Some(text),
            _ => {
                self.add(
                    &place.key(key),
                    "STRING_TYPE_CONVERT",
                    "Could not interpret value as string.",
                );
                None
            }
        }
    }

    /// The list in `object[key]`, if there is one; a wrong type is noted.
    pub(crate) fn list<'a>(
        &mut self,
        place: &Place,
        object: &'a Value,
        key: &str,
    ) -> Option<&'a [Value]> {
        match object.get(key)? {
            Value::Null => None,
            Value::Array(list) => Some(list),
            _ => {
                self.add(
                    &place.key(key),
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                );
                None
            }
        }
    }

    /// The whole number in `object[key]`, if there is one; a wrong type is noted.
    pub(crate) fn integer(&mut self, place: &Place, object: &Value, key: &str) -> Option<i64> {
        match object.get(key)? {
            Value::Null => None,
            value => {
                if value.as_i64().is_none() {
                    self.add(&place.key(key), "NUMBER_TYPE_COERCE", "Value is not int.");
                }
                value.as_i64()
            }
        }
    }

    /// The truth value in `object[key]`, false if absent; a wrong type is noted.
    pub(crate) fn truth(&mut self, place: &Place, object: &Value, key: &str) -> bool {
        match object.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(truth)) => *truth,
            Some(_) => {
                self.add(
                    &place.key(key),
                    "BOOLEAN_TYPE_CONVERT",
                    "Must be either true or false.",
                );
                false
            }
        }
    }

    /// Checks that `value` is within both ends.
    pub(crate) fn range(&mut self, place: &Place, value: i64, least: i64, most: i64) {
        if value < least {
            self.add(
                place,
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {least}."),
            );
        }
        if value > most {
            self.add(
                place,
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {most}."),
            );
        }
    }

    /// Whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Ends the check: fine, or a 50035 that names every place.
    pub(crate) fn finish(self) -> Result<(), Refusal> {
        if self.is_empty() {
            return Ok(());
        }
        let mut root = Map::new();
        for (place, errors) in self.found {
            insert(&mut root, &place.0, errors);
        }
        Err(Refusal::invalid_form(Value::Object(root)))
    }
}

fn insert(branch: &mut Map<String, Value>, steps: &[String], errors: Vec<Value>) {
    let Some((first, rest)) = steps.split_first() else {
        branch.insert("_errors".to_owned(), Value::Array(errors));
        return;
    };
    let twig = branch
        .entry(first.clone())
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(twig) = twig {
        insert(twig, rest, errors);
    }
}

/// The number of characters as Discord counts them.
pub(crate) fn characters(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_nested_by_place() {
        let mut errors = FormErrors::default();
        let place = Place::root().key("components").index(0).key("custom_id");
        errors.required(&place);
        let refusal = errors.finish().expect_err("one error was added");
        let errors = refusal.errors.expect("a form refusal names places");
        assert_eq!(
            errors["components"]["0"]["custom_id"]["_errors"][0]["code"],
            "BASE_TYPE_REQUIRED"
        );
    }

    #[test]
    fn nothing_wrong_is_no_refusal() {
        assert!(FormErrors::default().finish().is_ok());
    }
}
