//! The wire: one request to Discord and its answer back, nothing of what either means. It must
//! never log an address or a body: both can hold tokens.

use std::pin::Pin;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use tracing::debug;

use super::Call;
use super::rest::RestError;
use crate::bot_token::BotToken;
use crate::config::ApiUrl;

const USER_AGENT: &str = concat!("DiscordBot (kittens, ", env!("CARGO_PKG_VERSION"), ")");

/// What came back for one request.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// `Null` if there is none, or none that can be read.
    pub(crate) body: Value,
}

/// No answer came: what became of the request is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoReply;

/// What a wire gives back in its time.
pub(crate) type Carried<'a> = Pin<Box<dyn Future<Output = Result<Reply, NoReply>> + Send + 'a>>;

/// A way for requests to somebody who answers as Discord does.
pub(crate) trait Wire: Send + Sync {
    /// Carries one request there and its answer back, within [`Call::timeout`].
    fn carry<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> Carried<'a>;
}

/// The wire to a server by HTTP.
pub(super) struct Http {
    client: Client,
    base: String,
    authorization: HeaderValue,
}

impl Http {
    pub(super) fn new(api_url: &ApiUrl, token: &BotToken) -> Result<Self, RestError> {
        let mut authorization = HeaderValue::try_from(format!("Bot {}", token.expose()))
            .map_err(|_| RestError::Token)?;
        authorization.set_sensitive(true);
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(Duration::from_secs(3))
            .build();
        Ok(Self {
            client: client.map_err(|_| RestError::Tls)?,
            base: format!("{}/api/v10/", api_url.as_str()),
            authorization,
        })
    }

    fn request(&self, call: &Call, body: Option<&Value>) -> RequestBuilder {
        let address = format!("{}{}{}", self.base, call.path(), call.query());
        let request = self
            .client
            .request(call.method(), address)
            .header(AUTHORIZATION, self.authorization.clone())
            .timeout(call.timeout());
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }
}

impl Wire for Http {
    fn carry<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> Carried<'a> {
        Box::pin(async move {
            let response = self.request(call, body).send().await.map_err(|error| {
                let timeout = error.is_timeout();
                debug!(call = call.name(), timeout, "no answer");
                NoReply
            })?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = match response.bytes().await {
                Ok(body) => serde_json::from_slice(&body).unwrap_or(Value::Null),
                // What was refused is known by its status and headers.
                Err(_) if !status.is_success() => Value::Null,
                Err(_) => {
                    debug!(call = call.name(), "the answer broke off");
                    return Err(NoReply);
                }
            };
            Ok(Reply {
                status,
                headers,
                body,
            })
        })
    }
}
