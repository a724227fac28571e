//! Collects the errors of a request body by field, and builds Discord's error 50035 from them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::api_error::ApiError;

/// Code and message of a value of the wrong type.
const NOT_A_STRING: (&str, &str) = (
    "STRING_TYPE_CONVERT",
    "Could not interpret value as string.",
);
const NOT_A_LIST: (&str, &str) = (
    "LIST_TYPE_CONVERT",
    "Only iterables may be used in a ListType",
);
const NOT_AN_INTEGER: (&str, &str) = ("NUMBER_TYPE_COERCE", "Value is not int.");
const NOT_A_BOOLEAN: (&str, &str) = ("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");

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
    pub(crate) fn root() -> Self {
        Self::default()
    }

    pub(crate) fn key(&self, key: &'static str) -> Self {
        self.extend(Segment::Key(Cow::Borrowed(key)))
    }

    /// Returns the path of a field whose name comes from the body.
    pub(crate) fn field(&self, name: &str) -> Self {
        self.extend(Segment::Key(Cow::Owned(name.to_owned())))
    }

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

/// The errors of one request body. The `check_`, `read_` and `require_` methods add to them; a field that is
/// null counts as absent.
#[derive(Debug, Default)]
pub(crate) struct FormErrors {
    by_path: BTreeMap<Vec<String>, Vec<Value>>,
}

impl FormErrors {
    pub(crate) fn add(&mut self, path: &FieldPath, code: &str, message: impl Into<String>) {
        let message: String = message.into();
        self.by_path
            .entry(path.segments())
            .or_default()
            .push(json!({"code": code, "message": message}));
    }

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

    /// Refuses every field that is set and not in `known`. Discord has more fields than the sandbox: a body
    /// with one of those must not pass unchecked.
    pub(crate) fn check_fields(&mut self, path: &FieldPath, object: &Value, known: &[&str]) {
        if !object.is_object() && !object.is_null() {
            self.add(
                path,
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
        for (name, value) in object.as_object().into_iter().flatten() {
            if is_set(value) && !known.contains(&name.as_str()) {
                self.add(
                    &path.field(name),
                    "SANDBOX_UNSUPPORTED",
                    "The sandbox does not have this field.",
                );
            }
        }
    }

    pub(crate) fn check_length(&mut self, path: &FieldPath, length: usize, min: usize, max: usize) {
        if length < min || length > max {
            self.add(
                path,
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {min} and {max} in length."),
            );
        }
    }

    pub(crate) fn check_max_length(&mut self, path: &FieldPath, length: usize, max: usize) {
        if length > max {
            self.add(
                path,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {max} or fewer in length."),
            );
        }
    }

    /// Reads a text that has to be there, with 1 to `max` characters.
    pub(crate) fn require_text<'a>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
        max: usize,
    ) -> Option<&'a str> {
        let text = self.read_text(path, object, key);
        match text {
            None => self.add_missing(&path.key(key)),
            Some(text) => self.check_length(&path.key(key), char_count(text), 1, max),
        }
        text
    }

    /// Checks a text that may be absent and has at most `max` characters.
    pub(crate) fn check_text(
        &mut self,
        path: &FieldPath,
        object: &Value,
        key: &'static str,
        max: usize,
    ) {
        if let Some(text) = self.read_text(path, object, key) {
            self.check_max_length(&path.key(key), char_count(text), max);
        }
    }

    pub(crate) fn read_text<'a>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
    ) -> Option<&'a str> {
        self.read(path, object, key, Value::as_str, NOT_A_STRING)
    }

    pub(crate) fn read_list<'a>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
    ) -> Option<&'a [Value]> {
        let list = self.read(path, object, key, Value::as_array, NOT_A_LIST);
        list.map(Vec::as_slice)
    }

    pub(crate) fn read_integer(
        &mut self,
        path: &FieldPath,
        object: &Value,
        key: &'static str,
    ) -> Option<i64> {
        self.read(path, object, key, Value::as_i64, NOT_AN_INTEGER)
    }

    /// Reads a boolean that is false if absent.
    pub(crate) fn read_bool(
        &mut self,
        path: &FieldPath,
        object: &Value,
        key: &'static str,
    ) -> bool {
        let read = self.read(path, object, key, Value::as_bool, NOT_A_BOOLEAN);
        read.unwrap_or_default()
    }

    /// Reads `object[key]` with `convert`; adds `error` for a value of another type.
    fn read<'a, T>(
        &mut self,
        path: &FieldPath,
        object: &'a Value,
        key: &'static str,
        convert: impl FnOnce(&'a Value) -> Option<T>,
        (code, message): (&str, &str),
    ) -> Option<T> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let read = convert(value);
        if read.is_none() {
            self.add(&path.key(key), code, message);
        }
        read
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

/// Returns false for what clients send for a field that they do not use.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
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
