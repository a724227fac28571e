//! Request bodies: tables of the supported fields, the validation of bodies against them, and Discord's error 50035.
//!
//! A field that is set but not in the table is rejected, so that the bot cannot rely on it. The submodules contain the
//! rules that a table cannot express. Nothing here changes the world or shares code with the bot.

pub(crate) mod application;
pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod message;

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::api_error::ApiError;
use crate::id::read_id;

pub(crate) const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// A field of an object. Null counts as absent.
#[derive(Debug)]
pub(crate) struct Field {
    name: &'static str,
    is_required: bool,
    kind: Kind,
}

pub(crate) const fn required(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        is_required: true,
        kind,
    }
}

pub(crate) const fn optional(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        is_required: false,
        kind,
    }
}

/// The values that a field may have. Bounds are inclusive.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Any value; checked separately.
    Any,
    Boolean,
    Integer(i64, i64),
    /// One of these numbers.
    Number(&'static [u64]),
    /// One of these texts.
    Word(&'static [&'static str]),
    /// A snowflake, as text or number.
    Id,
    /// A text with this minimum and maximum number of characters.
    Text(usize, usize),
    /// The name of a command or option: a lower-case word.
    CommandName,
    /// A map from locales to values.
    Localisations(&'static Kind),
    /// A list with this minimum and maximum number of values.
    List(usize, usize, &'static Kind),
    Object(&'static [Field]),
}

/// The validation of one body: the current path in it, and the errors so far.
#[derive(Debug, Default)]
pub(crate) struct Form {
    path: Vec<Segment>,
    errors: Value,
}

#[derive(Debug)]
pub(crate) enum Segment {
    Key(Cow<'static, str>),
    Index(usize),
}

impl From<&'static str> for Segment {
    fn from(key: &'static str) -> Self {
        Self::Key(Cow::Borrowed(key))
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl Form {
    pub(crate) fn within(field: &'static str) -> Self {
        let mut form = Self::default();
        form.enter(field);
        form
    }

    pub(crate) fn enter(&mut self, segment: impl Into<Segment>) {
        self.path.push(segment.into());
    }

    pub(crate) fn leave(&mut self) {
        self.path.pop();
    }

    pub(crate) fn add(&mut self, code: &str, message: impl Into<String>) {
        let mut errors = &mut self.errors;
        for segment in &self.path {
            errors = match segment {
                Segment::Key(key) => &mut errors[&**key],
                Segment::Index(index) => &mut errors[index.to_string()],
            };
        }
        let error = json!({"code": code, "message": message.into()});
        match &mut errors["_errors"] {
            Value::Array(list) => list.push(error),
            none => *none = json!([error]),
        }
    }

    pub(crate) fn add_at(&mut self, field: &'static str, code: &str, message: impl Into<String>) {
        self.enter(field);
        self.add(code, message);
        self.leave();
    }

    pub(crate) fn add_missing(&mut self) {
        self.add("BASE_TYPE_REQUIRED", "This field is required");
    }

    pub(crate) fn add_bad_choice(&mut self, allowed: &str) {
        let message = format!("Value must be one of {{{allowed}}}.");
        self.add("BASE_TYPE_CHOICES", message);
    }

    pub(crate) fn check_fields(&mut self, value: &Value, fields: &'static [Field]) {
        self.check(value, &Kind::Object(fields));
    }

    pub(crate) fn check_each<'a>(
        &mut self,
        list: impl IntoIterator<Item = &'a Value>,
        check: impl Fn(&mut Self, &'a Value),
    ) {
        for (index, value) in list.into_iter().enumerate() {
            self.enter(index);
            check(self, value);
            self.leave();
        }
    }

    pub(crate) fn check(&mut self, value: &Value, kind: &Kind) {
        match (kind, value) {
            (Kind::Any, _) | (Kind::Boolean, Value::Bool(_)) => {}
            (Kind::Boolean, _) => {
                self.add("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
            }
            (Kind::Integer(min, max), _) => match value.as_i64() {
                Some(number) => self.check_range(number, *min, *max),
                None => self.add("NUMBER_TYPE_COERCE", "Value is not int."),
            },
            (Kind::Number(allowed), _) => {
                if !value.as_u64().is_some_and(|one| allowed.contains(&one)) {
                    self.add_bad_choice(&numbers(allowed));
                }
            }
            (Kind::Word(allowed), _) => {
                if !value.as_str().is_some_and(|one| allowed.contains(&one)) {
                    self.add_bad_choice(&allowed.join(", "));
                }
            }
            (Kind::Id, _) => {
                if read_id(value).is_none() {
                    self.add(
                        "NUMBER_TYPE_COERCE",
                        format!("Value {value} is not snowflake."),
                    );
                }
            }
            (Kind::Text(min, max), Value::String(text)) => {
                self.check_length(char_count(text), *min, *max);
            }
            (Kind::CommandName, Value::String(name)) => self.check_command_name(name),
            (Kind::Text(..) | Kind::CommandName, _) => {
                self.add(
                    "STRING_TYPE_CONVERT",
                    "Could not interpret value as string.",
                );
            }
            (Kind::List(min, max, kind), Value::Array(list)) => {
                self.check_length(list.len(), *min, *max);
                self.check_each(list, |form, value| form.check(value, kind));
            }
            (Kind::List(..), _) => {
                self.add(
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                );
            }
            (Kind::Localisations(kind), Value::Object(texts)) => {
                self.check_localisations(texts, kind);
            }
            (Kind::Object(fields), Value::Object(object)) => self.check_object(object, fields),
            (Kind::Object(fields), Value::Null) => self.check_object(&Map::new(), fields),
            (Kind::Localisations(_) | Kind::Object(_), _) => {
                let message = "Only dictionaries may be used in a ModelType";
                self.add("MODEL_TYPE_CONVERT", message);
            }
        }
    }

    fn check_object(&mut self, object: &Map<String, Value>, fields: &'static [Field]) {
        for (name, value) in object {
            match fields.iter().find(|field| field.name == name) {
                Some(field) if !value.is_null() => {
                    self.enter(field.name);
                    self.check(value, &field.kind);
                    self.leave();
                }
                None if is_set(value) => {
                    self.enter(Segment::Key(Cow::Owned(name.clone())));
                    let message = "The sandbox does not support this field.";
                    self.add("SANDBOX_UNSUPPORTED", message);
                    self.leave();
                }
                _ => {}
            }
        }
        for field in fields.iter().filter(|field| field.is_required) {
            if object.get(field.name).is_none_or(Value::is_null) {
                self.enter(field.name);
                self.add_missing();
                self.leave();
            }
        }
    }

    fn check_localisations(&mut self, texts: &Map<String, Value>, kind: &Kind) {
        for (locale, text) in texts {
            self.enter(Segment::Key(Cow::Owned(locale.clone())));
            if !LOCALES.contains(&locale.as_str()) {
                self.add_bad_choice(&LOCALES.join(", "));
            }
            self.check(text, kind);
            self.leave();
        }
    }

    fn check_command_name(&mut self, name: &str) {
        self.check_length(char_count(name), 1, 32);
        let fits = |one: char| {
            matches!(one, '-' | '_' | '\'')
                || (one.is_alphanumeric() && one.to_lowercase().eq(std::iter::once(one)))
                // Some combining signs of Devanagari and Thai are not alphanumeric.
                || ('\u{900}'..='\u{97f}').contains(&one)
                || ('\u{e00}'..='\u{e7f}').contains(&one)
        };
        if !name.chars().all(fits) {
            self.add(
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            );
        }
    }

    pub(crate) fn check_length(&mut self, length: usize, min: usize, max: usize) {
        match min {
            0 if length > max => {
                let message = format!("Must be {max} or fewer in length.");
                self.add("BASE_TYPE_MAX_LENGTH", message);
            }
            _ if length < min || length > max => {
                let message = format!("Must be between {min} and {max} in length.");
                self.add("BASE_TYPE_BAD_LENGTH", message);
            }
            _ => {}
        }
    }

    fn check_range(&mut self, value: i64, min: i64, max: i64) {
        if value < min {
            let message = format!("int value should be greater than or equal to {min}.");
            self.add("NUMBER_TYPE_MIN", message);
        }
        if value > max {
            let message = format!("int value should be less than or equal to {max}.");
            self.add("NUMBER_TYPE_MAX", message);
        }
    }

    pub(crate) fn finish(self) -> Result<(), ApiError> {
        match self.errors {
            Value::Null => Ok(()),
            errors => Err(ApiError::invalid_form(errors)),
        }
    }
}

pub(crate) fn check_body(body: &Value, fields: &'static [Field]) -> Result<(), ApiError> {
    let mut form = Form::default();
    form.check_fields(body, fields);
    form.finish()
}

/// Returns false for the values that clients send for an unused field.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    }
}

pub(crate) fn numbers(list: &[u64]) -> String {
    let list: Vec<_> = list.iter().map(u64::to_string).collect();
    list.join(", ")
}

/// Returns the number of characters as Discord counts them: Unicode scalar values.
pub(crate) fn char_count(text: &str) -> usize {
    text.chars().count()
}

/// Returns the elements of a list; empty for any other value.
pub(crate) fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
