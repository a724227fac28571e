//! Collects the errors of a request body by field, and builds Discord's error 50035 from them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::api_error::ApiError;

/// The path of a field in a request body: keys and indices from the root. Cheap to extend, since
/// valid bodies need paths as well and never print them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldPath(Option<Rc<PathEnd>>);

#[derive(Debug)]
struct PathEnd {
    parent: FieldPath,
    segment: Segment,
}

#[derive(Debug)]
enum Segment {
    Key(Cow<'static, str>),
    Index(usize),
}

impl FieldPath {
    /// Returns the path of the body itself.
    pub(crate) fn root() -> Self {
        Self::default()
    }

    /// Returns the path of the field `key` of this object.
    pub(crate) fn key(&self, key: &'static str) -> Self {
        self.extend(Segment::Key(Cow::Borrowed(key)))
    }

    /// Returns the path of a field whose name comes from the body.
    pub(crate) fn field(&self, name: &str) -> Self {
        self.extend(Segment::Key(Cow::Owned(name.to_owned())))
    }

    /// Returns the path of the element `index` of this list.
    pub(crate) fn index(&self, index: usize) -> Self {
        self.extend(Segment::Index(index))
    }

    fn extend(&self, segment: Segment) -> Self {
        let parent = self.clone();
        Self(Some(Rc::new(PathEnd { parent, segment })))
    }

    fn segments(&self) -> Vec<String> {
        let Some(end) = &self.0 else {
            return Vec::new();
        };
        let mut segments = end.parent.segments();
        segments.push(match &end.segment {
            Segment::Key(key) => key.clone().into_owned(),
            Segment::Index(index) => index.to_string(),
        });
        segments
    }
}

/// The errors of one request body. The `check_` and `read_` methods add to them.
#[derive(Debug, Default)]
pub(crate) struct FormErrors {
    by_path: BTreeMap<Vec<String>, Vec<Value>>,
}

impl FormErrors {
    /// Adds an error.
    pub(crate) fn add(&mut self, path: &FieldPath, code: &str, message: impl Into<String>) {
        let message: String = message.into();
        self.by_path
            .entry(path.segments())
            .or_default()
            .push(json!({"code": code, "message": message}));
    }

    /// Adds the error for a missing required field.
    pub(crate) fn add_missing(&mut self, path: &FieldPath) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Adds the error for a value outside a closed list.
    pub(crate) fn add_bad_choice(&mut self, path: &FieldPath, allowed: &str) {
        self.add(
            path,
            "BASE_TYPE_CHOICES",
            format!("Value must be one of {{{allowed}}}."),
        );
    }

    /// Adds an error unless `length` is between `min` and `max`, both included.
    pub(crate) fn check_length(&mut self, path: &FieldPath, length: usize, min: usize, max: usize) {
        if length < min || length > max {
            self.add(
                path,
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {min} and {max} in length."),
            );
        }
    }

    /// Adds an error if `length` is above `max`.
    pub(crate) fn check_max_length(&mut self, path: &FieldPath, length: usize, max: usize) {
        if length > max {
            self.add(
                path,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {max} or fewer in length."),
            );
        }
    }

    /// Returns the string in `object[key]`, if present; adds an error for another type.
    pub(crate) fn read_text<'a>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
    ) -> Option<&'a str> {
        match object.get(key)? {
            Value::Null => None,
            Value::String(text) => Some(text),
            _ => {
                self.add(
                    &path.key(key),
                    "STRING_TYPE_CONVERT",
                    "Could not interpret value as string.",
                );
                None
            }
        }
    }

    /// Returns the list in `object[key]`, if present; adds an error for another type.
    pub(crate) fn read_list<'a>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
    ) -> Option<&'a [Value]> {
        match object.get(key)? {
            Value::Null => None,
            Value::Array(list) => Some(list),
            _ => {
                self.add(
                    &path.key(key),
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                );
                None
            }
        }
    }

    /// Returns the integer in `object[key]`, if present; adds an error for another type.
    pub(crate) fn read_integer(
        &mut self,
        path: &FieldPath,
        object: &Value,
        key: &'static str,
    ) -> Option<i64> {
        match object.get(key)? {
            Value::Null => None,
            value => {
                if value.as_i64().is_none() {
                    self.add(&path.key(key), "NUMBER_TYPE_COERCE", "Value is not int.");
                }
                value.as_i64()
            }
        }
    }

    /// Returns the boolean in `object[key]`, false if absent; adds an error for another type.
    pub(crate) fn read_bool(
        &mut self,
        path: &FieldPath,
        object: &Value,
        key: &'static str,
    ) -> bool {
        match object.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.add(
                    &path.key(key),
                    "BOOLEAN_TYPE_CONVERT",
                    "Must be either true or false.",
                );
                false
            }
        }
    }

    /// Adds an error unless `value` is between `min` and `max`, both included.
    pub(crate) fn check_range(&mut self, path: &FieldPath, value: i64, min: i64, max: i64) {
        if value < min {
            self.add(
                path,
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {min}."),
            );
        }
        if value > max {
            self.add(
                path,
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {max}."),
            );
        }
    }

    /// Returns true if no error was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// Returns error 50035 with all errors added, or `Ok` without any.
    pub(crate) fn into_result(self) -> Result<(), ApiError> {
        if self.is_empty() {
            return Ok(());
        }
        let mut root = Map::new();
        for (path, errors) in self.by_path {
            insert_nested(&mut root, &path, errors);
        }
        Err(ApiError::invalid_form(Value::Object(root)))
    }
}

fn insert_nested(parent: &mut Map<String, Value>, segments: &[String], errors: Vec<Value>) {
    let Some((first, rest)) = segments.split_first() else {
        parent.insert("_errors".to_owned(), Value::Array(errors));
        return;
    };
    let child = parent
        .entry(first.clone())
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(child) = child {
        insert_nested(child, rest, errors);
    }
}

/// Returns the number of characters as Discord counts them: Unicode scalar values.
pub(crate) fn char_count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_nested_by_field_path() {
        let mut errors = FormErrors::default();
        let path = FieldPath::root()
            .key("components")
            .index(0)
            .key("custom_id");
        errors.add_missing(&path);
        let error = errors.into_result().expect_err("one error was added");
        let errors = error.errors.expect("a 50035 has errors by field");
        assert_eq!(
            errors["components"]["0"]["custom_id"]["_errors"][0]["code"],
            "BASE_TYPE_REQUIRED"
        );
    }

    #[test]
    fn an_empty_collection_is_no_error() {
        assert!(FormErrors::default().into_result().is_ok());
    }
}
