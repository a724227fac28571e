//! One request to Discord from beginning to end: the permit, the pause that Discord asks for, one
//! more attempt where the outcome is unknown. What the
//! answer means, others decide.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{debug, warn};
use twilight_http_ratelimiting::{Permit, RateLimitHeaders, RateLimiter};

use super::breaker::Breaker;
use super::pace::Pace;
use super::wire::{Http, NoReply, Reply, Wire};
use super::{Call, Failure};
use crate::bot_token::BotToken;
use crate::config::ApiUrl;
use crate::point::{Point, Points};

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
    wire: Box<dyn Wire>,
    points: Points,
    limiter: RateLimiter,
    /// Over all routes. The limiter's own count begins its seconds with the first request sent,
    /// not with the first one received, and so lets two bursts through in one of Discord's.
    global: Pace,
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
    pub(crate) fn new(api_url: &ApiUrl, token: &BotToken) -> Result<Self, RestError> {
        Ok(Self::over(Http::new(api_url, token)?, Points::default()))
    }

    /// A way over this wire, past these points. Needs a Tokio runtime.
    pub(crate) fn over(wire: impl Wire + 'static, points: Points) -> Self {
        Self(Arc::new(Inner {
            wire: Box::new(wire),
            points,
            limiter: RateLimiter::new(u16::MAX),
            global: Pace::new(Quota::per_second(A_SECOND).allow_burst(BURST)),
            breaker: Breaker::new(),
            paused_until: watch::Sender::new(Instant::now()),
        }))
    }

    /// Where the process may be cut off on its way to Discord.
    pub(super) fn points(&self) -> &Points {
        &self.0.points
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
                Attempt::Refused(failure) => return Err(failure),
                Attempt::Wait { pause, global } => self.wait(call, pause, global, until).await?,
                Attempt::Unknown => {
                    unknown += 1;
                    if unknown == ATTEMPTS || Instant::now() + BETWEEN_ATTEMPTS > until {
                        self.0.points.pass(Point::RequestGivenUp);
                        return Err(Failure::Unreachable);
                    }
                    self.0.points.pass(Point::RequestRetrying);
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
        self.0.points.pass(Point::RequestPermitted);
        let reply = match self.0.wire.carry(call, body).await {
            Ok(reply) => reply,
            Err(NoReply) => return Ok(Attempt::Unknown),
        };
        self.0.points.pass(Point::RequestHeard);
        let shared = scope(&reply.headers) == Some("shared");
        self.0.breaker.note(reply.status, shared, Instant::now());
        if let Some(permit) = permit {
            permit.complete(limits(&reply.headers));
        }
        Ok(judge(call, &reply))
    }

    /// Waits for its turn; nothing for calls by an interaction's token.
    async fn permit(&self, call: &Call, until: Instant) -> Result<Option<Permit>, Failure> {
        let Some(endpoint) = call.limited_as() else {
            return Ok(None);
        };
        let turn = async {
            loop {
                let permit = self.0.limiter.acquire(endpoint.clone()).await;
                self.0.global.turn().await;
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
        self.0.points.pass(Point::RequestLimited);
        sleep_until(end).await;
        self.0.points.pass(Point::RequestWaited);
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

fn judge(call: &Call, reply: &Reply) -> Attempt {
    let Reply { status, body, .. } = reply;
    if *status == StatusCode::TOO_MANY_REQUESTS {
        return asked_to_wait(reply);
    }
    if status.is_server_error() {
        debug!(
            call = call.name(),
            status = status.as_u16(),
            "Discord is in trouble"
        );
        return Attempt::Unknown;
    }
    if status.is_success() {
        return Attempt::Granted(body.clone());
    }
    let failure = Failure::read(*status, body);
    match &failure {
        Failure::Malformed(places) => warn!(call = call.name(), places, "Discord refused a body"),
        other => debug!(call = call.name(), %other, "refused"),
    }
    Attempt::Refused(failure)
}

/// Discord's own refusals say how long in the body; those of the servers before it only in a
/// header, or not at all.
fn asked_to_wait(reply: &Reply) -> Attempt {
    let Reply { headers, body, .. } = reply;
    let header = headers
        .get("retry-after")
        .and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
    let told = body.get("retry_after").and_then(Value::as_f64).or(header);
    let pause = told
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .unwrap_or(UNTOLD_PAUSE);
    let global = scope(headers) == Some("global")
        || headers.contains_key("x-ratelimit-global")
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
        // By the runtime's clock, which a test may have stopped.
        reset_at: Instant::now().into_std() + reset_after,
    })
}
