//! One request to Discord from beginning to end: the permit, the pause that Discord asks for, one
//! more attempt where the outcome is unknown. It must never log an address or a body: both can
//! hold tokens.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, Response, StatusCode};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{debug, warn};
use twilight_http_ratelimiting::{Permit, RateLimitHeaders, RateLimiter};

use super::breaker::Breaker;
use super::{Call, Failure};
use crate::config::ApiUrl;
use crate::token::Token;

const USER_AGENT: &str = concat!("DiscordBot (kittens, ", env!("CARGO_PKG_VERSION"), ")");
/// Attempts where nothing is known of the outcome: the first and once more.
const ATTEMPTS: u32 = 2;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(250);
/// Discord counts fifty requests of a bot in any second, and nobody knows when its seconds begin:
/// a burst and a second's steady rest stay below that wherever they lie.
const BURST: NonZeroU32 = NonZeroU32::new(10).unwrap();
const A_SECOND: NonZeroU32 = NonZeroU32::new(38).unwrap();
/// What to wait where Discord says to wait but not how long.
const UNTOLD_PAUSE: Duration = Duration::from_secs(1);

/// The way to Discord's REST API. Clones share their limits.
#[derive(Clone)]
pub(crate) struct Rest(Arc<Inner>);

struct Inner {
    client: Client,
    base: String,
    authorization: HeaderValue,
    limiter: RateLimiter,
    /// Over all routes. The limiter's own count begins its seconds with the first request sent,
    /// not with the first one received, and so lets two bursts through in one of Discord's.
    global: DefaultDirectRateLimiter,
    breaker: Breaker,
    /// No request but those by interaction tokens before this.
    paused_until: watch::Sender<Instant>,
}

/// What one attempt came to.
enum Attempt {
    Granted(Value),
    Refused(Failure),
    Wait { pause: Duration, global: bool },
    Unknown,
}

impl Rest {
    /// A way to the API at this address. Needs a Tokio runtime.
    ///
    /// # Errors
    /// If the system's TLS cannot be set up or the token cannot stand in a header.
    pub(crate) fn new(api_url: &ApiUrl, token: &Token) -> Result<Self, RestError> {
        let mut authorization = HeaderValue::try_from(format!("Bot {}", token.expose()))
            .map_err(|_| RestError::Token)?;
        authorization.set_sensitive(true);
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(Duration::from_secs(3))
            .build();
        Ok(Self(Arc::new(Inner {
            client: client.map_err(|_| RestError::Tls)?,
            base: format!("{}/api/v10/", api_url.as_str()),
            authorization,
            limiter: RateLimiter::new(u16::MAX),
            global: DefaultDirectRateLimiter::direct(
                Quota::per_second(A_SECOND).allow_burst(BURST),
            ),
            breaker: Breaker::new(),
            paused_until: watch::Sender::new(Instant::now()),
        })))
    }

    /// Changes whenever so many requests have been refused that nothing is sent for a while.
    pub(crate) fn stops(&self) -> watch::Receiver<Option<Instant>> {
        self.0.breaker.watch()
    }

    /// Sends one request and gives its answer's body, `Null` if it has none. `until` is when the
    /// request stops making sense.
    pub(crate) async fn send(
        &self,
        call: &Call,
        body: Option<&Value>,
        until: Instant,
    ) -> Result<Value, Failure> {
        let mut unknown = 0;
        loop {
            match self.attempt(call, body, until).await? {
                Attempt::Granted(answer) => return Ok(answer),
                // The first attempt took effect after all.
                Attempt::Refused(Failure::AlreadyAnswered) if unknown > 0 => {
                    return Ok(Value::Null);
                }
                Attempt::Refused(failure) => return Err(failure),
                Attempt::Wait { pause, global } => self.wait(call, pause, global, until).await?,
                Attempt::Unknown => {
                    unknown += 1;
                    if unknown == ATTEMPTS || Instant::now() + BETWEEN_ATTEMPTS > until {
                        return Err(Failure::Unreachable);
                    }
                    sleep(BETWEEN_ATTEMPTS).await;
                }
            }
        }
    }

    async fn attempt(
        &self,
        call: &Call,
        body: Option<&Value>,
        until: Instant,
    ) -> Result<Attempt, Failure> {
        let permit = self.permit(call, until).await?;
        if self.0.breaker.open_until(Instant::now()).is_some() {
            return Err(Failure::TooSlow);
        }
        let sent = self
            .request(call, body)
            .timeout(call.timeout())
            .send()
            .await;
        let response = match sent {
            Ok(response) => response,
            Err(error) => {
                debug!(
                    call = call.name(),
                    timeout = error.is_timeout(),
                    "no answer"
                );
                return Ok(Attempt::Unknown);
            }
        };
        let shared = scope(response.headers()) == Some("shared");
        self.0
            .breaker
            .note(response.status(), shared, Instant::now());
        let headers = limits(response.headers());
        if let Some(permit) = permit {
            permit.complete(headers);
        }
        Ok(judge(call, response).await)
    }

    /// Waits for its turn; nothing for calls by an interaction's token.
    async fn permit(&self, call: &Call, until: Instant) -> Result<Option<Permit>, Failure> {
        let Some(endpoint) = call.limited_as() else {
            return Ok(None);
        };
        let turn = async {
            loop {
                let permit = self.0.limiter.acquire(endpoint.clone()).await;
                self.0.global.until_ready().await;
                let paused_until = *self.0.paused_until.borrow();
                if paused_until <= Instant::now() {
                    return permit;
                }
                drop(permit);
                sleep_until(paused_until).await;
            }
        };
        tokio::time::timeout_at(until, turn)
            .await
            .map(Some)
            .map_err(|_| Failure::TooSlow)
    }

    fn request(&self, call: &Call, body: Option<&Value>) -> reqwest::RequestBuilder {
        let address = format!("{}{}{}", self.0.base, call.path(), call.query());
        let request = self
            .0
            .client
            .request(call.method(), address)
            .header(AUTHORIZATION, self.0.authorization.clone());
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    async fn wait(
        &self,
        call: &Call,
        pause: Duration,
        global: bool,
        until: Instant,
    ) -> Result<(), Failure> {
        let end = Instant::now() + pause;
        warn!(
            call = call.name(),
            pause_ms = pause.as_millis(),
            global,
            "Discord asks to slow down"
        );
        if global {
            self.0.paused_until.send_if_modified(|paused| {
                let later = end > *paused;
                *paused = end.max(*paused);
                later
            });
        }
        if end > until {
            return Err(Failure::TooSlow);
        }
        sleep_until(end).await;
        Ok(())
    }
}

/// Why there is no way to Discord.
#[derive(Debug, thiserror::Error)]
pub enum RestError {
    /// TLS.
    #[error("the system's TLS cannot be set up")]
    Tls,
    /// The token has characters that no header may have.
    #[error("the token cannot be sent")]
    Token,
}

async fn judge(call: &Call, response: Response) -> Attempt {
    let status = response.status();
    if status == StatusCode::TOO_MANY_REQUESTS {
        return asked_to_wait(response).await;
    }
    if status.is_server_error() {
        debug!(
            call = call.name(),
            status = status.as_u16(),
            "Discord is in trouble"
        );
        return Attempt::Unknown;
    }
    let Ok(body) = response.bytes().await else {
        debug!(call = call.name(), "the answer broke off");
        return Attempt::Unknown;
    };
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    if status.is_success() {
        return Attempt::Granted(body);
    }
    let failure = Failure::read(status, &body);
    match &failure {
        Failure::Malformed(places) => warn!(call = call.name(), places, "Discord refused a body"),
        other => debug!(call = call.name(), %other, "refused"),
    }
    Attempt::Refused(failure)
}

/// Discord's own refusals say how long in the body; those of the servers before it only in a
/// header, or not at all.
async fn asked_to_wait(response: Response) -> Attempt {
    let header = response
        .headers()
        .get("retry-after")
        .and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
    let scope = scope(response.headers()) == Some("global");
    let marked = response.headers().contains_key("x-ratelimit-global");
    let body: Value = response.json().await.unwrap_or(Value::Null);
    let told = body.get("retry_after").and_then(Value::as_f64).or(header);
    let pause = told
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .unwrap_or(UNTOLD_PAUSE);
    let global = scope
        || marked
        || body
            .get("global")
            .and_then(Value::as_bool)
            .unwrap_or(body.is_null());
    Attempt::Wait { pause, global }
}

/// What a limit is for, if the answer says it.
fn scope(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-ratelimit-scope")?.to_str().ok()
}

fn limits(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let reset_after = text(RateLimitHeaders::RESET_AFTER)?.parse().ok()?;
    let reset_after = Duration::try_from_secs_f64(reset_after).ok()?;
    Some(RateLimitHeaders {
        bucket: text(RateLimitHeaders::BUCKET)?.as_bytes().to_owned(),
        limit: text(RateLimitHeaders::LIMIT)?.parse().ok()?,
        remaining: text(RateLimitHeaders::REMAINING)?.parse().ok()?,
        reset_at: std::time::Instant::now() + reset_after,
    })
}
