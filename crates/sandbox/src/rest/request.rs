//! A REST call of the bot, independent of its transport.

use serde_json::Value;

use super::Method;
use crate::world::Upload;

#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) authorization: Option<&'a str>,
    pub(crate) body: &'a Value,
    pub(crate) files: &'a [Upload],
}

impl<'a> Request<'a> {
    /// Creates a request without a body or authorization. `path` is the part after `/api/v10`, including the query if
    /// there is one; its leading slash may be omitted.
    pub fn new(method: Method, path: &'a str) -> Self {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        Self {
            method,
            path,
            query,
            authorization: None,
            body: &Value::Null,
            files: &[],
        }
    }

    /// Sets the `Authorization` header: the word `Bot`, then the bot's token. Not needed for `gateway` or for calls
    /// with an interaction's token.
    pub fn authorization(self, authorization: &'a str) -> Self {
        Self {
            authorization: Some(authorization),
            ..self
        }
    }

    pub fn body(self, body: &'a Value) -> Self {
        Self { body, ..self }
    }

    pub fn files(self, files: &'a [Upload]) -> Self {
        Self { files, ..self }
    }

    pub(crate) fn query_field(&self, name: &str) -> Option<&'a str> {
        let mut fields = self.query.split('&');
        fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    }
}
