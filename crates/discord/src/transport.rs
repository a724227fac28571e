//! The transport: carries one request to Discord and its response back, without interpreting either. Retries, rate
//! limits and the meaning of a response are in `rest_client`. The simulator and the fakes for tests have transports of
//! their own.
//!
//! A transport must never log an address or a body: both can contain tokens.

use std::pin::Pin;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use tracing::debug;

use super::{AttachedFile, Call};
use crate::api_url::ApiUrl;
use crate::bot_token::BotToken;
use crate::call::Route;

/// The user agent, in the format that Discord requires.
const USER_AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_HOMEPAGE"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);

#[derive(Debug, thiserror::Error)]
pub enum RestSetupError {
    #[error("the system's TLS cannot be set up")]
    Tls,
    #[error("the token cannot be sent in an HTTP header")]
    Token,
}

pub struct Response {
    /// The HTTP status, which may be an error status.
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body as JSON; `Null` if it is missing or invalid, or if the call succeeded and its result is not needed.
    pub body: Value,
}

/// There was no complete response: the request may or may not have taken effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no response came")]
pub struct NoResponseError;

pub type ResponseFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Response, NoResponseError>> + Send + 'a>>;

/// Carries requests to Discord, or to a server that behaves like it.
pub trait Transport: Send + Sync {
    /// Sends one request and returns its response, within the timeout of its [`Route`].
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a>;
}

pub(super) struct HttpTransport {
    client: Client,
    base_url: String,
    authorization: HeaderValue,
}

impl HttpTransport {
    pub(super) fn new(api_url: &ApiUrl, token: &BotToken) -> Result<Self, RestSetupError> {
        Ok(Self {
            client: build_http_client()?,
            base_url: format!("{}/api/v10/", api_url.as_str()),
            authorization: authorization(token)?,
        })
    }

    fn request(
        &self,
        route: &Route,
        file: Option<&AttachedFile>,
        body: Option<&Value>,
    ) -> RequestBuilder {
        let url = format!("{}{}{}", self.base_url, route.path, route.query);
        let request = self
            .client
            .request(route.method.clone(), url)
            .header(AUTHORIZATION, self.authorization.clone())
            .timeout(route.timeout);
        match (body, file) {
            (Some(body), Some(file)) => request.multipart(multipart(body, file)),
            (Some(body), None) => request.json(body),
            (None, _) => request,
        }
    }
}

fn multipart(body: &Value, file: &AttachedFile) -> Form {
    let content = Part::bytes(file.content.clone()).file_name(file.name);
    Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", content)
}

/// Returns a client that does not follow redirects: the new address would receive the request's body, which may
/// contain tokens.
pub fn build_http_client() -> Result<Client, RestSetupError> {
    Client::builder()
        .user_agent(USER_AGENT)
        .connect_timeout(Duration::from_secs(3))
        .redirect(Policy::none())
        .build()
        .map_err(|_| RestSetupError::Tls)
}

/// Returns the value of the authorization header, marked as sensitive so that it is not logged.
pub fn authorization(token: &BotToken) -> Result<HeaderValue, RestSetupError> {
    let mut value = HeaderValue::try_from(format!("Bot {}", token.expose()))
        .map_err(|_| RestSetupError::Token)?;
    value.set_sensitive(true);
    Ok(value)
}

impl Transport for HttpTransport {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let route = call.route();
            let request = self.request(&route, call.file(), body);
            let call = route.name;
            let response = request.send().await.map_err(|error| {
                let timeout = error.is_timeout();
                debug!(call, timeout, "no response came");
                NoResponseError
            })?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = match response.bytes().await {
                Ok(_) if status.is_success() && !route.has_result => Value::Null,
                Ok(body) => serde_json::from_slice(&body).unwrap_or(Value::Null),
                // The status and headers of a refusal are sufficient.
                Err(_) if !status.is_success() => Value::Null,
                Err(_) => {
                    debug!(call, "the response broke off");
                    return Err(NoResponseError);
                }
            };
            Ok(Response {
                status,
                headers,
                body,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use serenity::model::id::ApplicationId;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers one request with a redirect to this address.
    async fn redirect_once(listener: TcpListener, target: String) {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        assert_ne!(stream.read(&mut request).await.unwrap(), 0);
        let response = format!(
            "HTTP/1.1 307 Temporary Redirect\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n"
        );
        stream.write_all(response.as_bytes()).await.unwrap();
    }

    #[tokio::test]
    async fn a_redirect_is_not_followed() {
        let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let api_url = format!("http://{}", listener.local_addr().unwrap());
        let elsewhere = format!("http://{}/", target.local_addr().unwrap());
        tokio::spawn(redirect_once(listener, elsewhere));
        let token = BotToken::parse("a-token").unwrap();
        let transport = HttpTransport::new(&api_url.parse().unwrap(), &token).unwrap();
        let call = Call::WriteCommands {
            application: ApplicationId::new(1),
        };
        let body = serde_json::json!([{ "name": "secret" }]);
        tokio::select! {
            response = transport.send(&call, Some(&body)) => {
                assert_eq!(response.unwrap().status, StatusCode::TEMPORARY_REDIRECT);
            }
            _ = target.accept() => panic!("the redirect was followed"),
        }
    }
}
