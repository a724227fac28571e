//! The REST client: sends one request and sees it through. A request without an interaction's token first waits for its
//! rate-limit bucket and for its lane's turn in the common pace. If the deadline allows, a request waits at least as
//! long as Discord asks after a 429, and is sent once more after a 5xx or a lost response. Before a body is sent, its
//! markers are replaced with pictures; a body that Discord considers invalid with pictures is sent without them. While
//! this process's lease may have expired, no request is sent.
//!
//! The caller decides how to react to an error: `message_board` retries the table's message and deletions later.

use std::sync::Arc;
use std::time::Duration;

use journal::Lease;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use serenity::model::id::GuildId;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tracing::{debug, warn};
use twilight_http_ratelimiting::{Permit, RateLimitHeaders, RateLimiter};

use super::circuit_breaker::CircuitBreaker;
use super::emoji_set::EmojiSet;
use super::fair_queue::Lane;
use super::foreign_answers::ForeignAnswers;
use super::paused_destinations::PausedDestinations;
use super::request_pacer::RequestPacer;
use super::transport::{HttpTransport, Response, RestSetupError, Transport};
use super::{Call, RequestError};
use crate::api_url::ApiUrl;
use crate::bot_token::BotToken;
use crate::call::{Route, Scope};
use crate::emoji_markers::resolve;
use crate::failpoint::{Failpoint, Failpoints};
use crate::metrics::{Metrics, NO_RESPONSE};

/// The maximum number of attempts while a request's outcome is unknown.
const MAX_ATTEMPTS: u32 = 2;
const PAUSE_BETWEEN_ATTEMPTS: Duration = Duration::from_millis(250);
/// Discord allows a bot fifty requests per second, but does not say when its seconds begin. The burst and one second at
/// the even pace must therefore add up to less than fifty.
const BURST: u32 = 10;
const REQUESTS_PER_SECOND: u32 = 38;
/// The pause after a 429 that does not say how long to wait.
const DEFAULT_RETRY_AFTER: Duration = Duration::from_secs(1);
/// The minimum pause after a request's second 429, in case Discord asks for a shorter one. Doubles after each
/// further 429.
const MIN_REPEATED_PAUSE: Duration = Duration::from_millis(500);
/// Discord's error code for opening direct messages too fast. The response's status is not 429.
const OPENING_TOO_FAST: u64 = 40_003;

/// A client of Discord's REST API. Clones share their rate limits.
#[derive(Clone)]
pub struct RestClient(Arc<Inner>);

struct Inner {
    transport: Box<dyn Transport>,
    failpoints: Failpoints,
    /// The limits of individual routes. The limiter's own global limit is disabled in favour of `pacer`: that limit
    /// counts seconds from the first request sent, not from the first that Discord receives, and so can let two bursts
    /// through in one of Discord's seconds.
    limiter: RateLimiter,
    pacer: RequestPacer,
    breaker: CircuitBreaker,
    metrics: Metrics,
    paused_destinations: PausedDestinations,
    emojis: EmojiSet,
    /// The end of the pause after a global 429. Until then, only requests with interaction tokens are sent.
    paused_until: watch::Sender<Instant>,
    lease: Lease,
    foreign_answers: ForeignAnswers,
}

struct Request<'c> {
    lane: Lane,
    call: &'c Call,
    route: Route,
    deadline: Instant,
}

enum Attempt {
    Granted(Value),
    Refused(RequestError),
    RateLimited { pause: Duration, global: bool },
    OutcomeUnknown,
}

impl RestClient {
    /// Returns a client of the API at this address, for a process with this lease. Needs a Tokio runtime.
    pub fn new(api_url: &ApiUrl, token: &BotToken, lease: Lease) -> Result<Self, RestSetupError> {
        let transport = HttpTransport::new(api_url, token)?;
        let emojis = EmojiSet::new(&api_url.cdn());
        let failpoints = Failpoints::default();
        Ok(Self::build(transport, failpoints, emojis, lease))
    }

    /// Returns a client that sends its requests over this transport and reports to these failpoints. Needs
    /// a Tokio runtime.
    pub fn with_transport(
        transport: impl Transport + 'static,
        failpoints: Failpoints,
        lease: Lease,
    ) -> Self {
        Self::build(transport, failpoints, EmojiSet::new(""), lease)
    }

    fn build(
        transport: impl Transport + 'static,
        failpoints: Failpoints,
        emojis: EmojiSet,
        lease: Lease,
    ) -> Self {
        let clusters = lease.cluster().count();
        Self(Arc::new(Inner {
            transport: Box::new(transport),
            failpoints,
            limiter: RateLimiter::new(u16::MAX),
            pacer: RequestPacer::new(REQUESTS_PER_SECOND, BURST, clusters),
            breaker: CircuitBreaker::new(clusters),
            lease,
            foreign_answers: ForeignAnswers::default(),
            metrics: Metrics::default(),
            paused_destinations: PausedDestinations::default(),
            emojis,
            paused_until: watch::Sender::new(Instant::now()),
        }))
    }

    /// Completes once the pacer's task has panicked, after which most requests fail.
    pub async fn wait_until_failed(&self) {
        self.0.pacer.wait_until_failed().await;
    }

    pub(super) fn failpoints(&self) -> &Failpoints {
        &self.0.failpoints
    }

    /// Returns the lease that must be held for requests to be sent.
    pub fn lease(&self) -> &Lease {
        &self.0.lease
    }

    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Returns the number of responses in the last ten minutes that Discord counts as invalid.
    pub fn invalid_responses(&self) -> usize {
        self.0.breaker.invalid_count(Instant::now())
    }

    pub fn emojis(&self) -> &EmojiSet {
        &self.0.emojis
    }

    /// Returns a receiver that is notified when too many refusals open the circuit breaker for a while.
    pub fn subscribe_to_breaker(&self) -> watch::Receiver<Option<Instant>> {
        self.0.breaker.subscribe()
    }

    /// Sends one of the bot's own requests, or an answer to an interaction; see [`RestClient::send_in`].
    pub async fn send(
        &self,
        call: &Call,
        body: Option<&Value>,
        deadline: Instant,
    ) -> Result<Value, RequestError> {
        self.send_in(Lane::OWN, call, body, deadline).await
    }

    /// Sends one request in this lane and returns the body of its response, `Null` if it has none. Does not wait for
    /// limits or the lease beyond `deadline`, after which the request would be pointless. Fails with
    /// [`RequestError::ChannelPaused`] if sending is paused after too many refusals in the channel or its server. If
    /// Discord considers a body with application emojis invalid, sends it again with Unicode emoji.
    pub async fn send_in(
        &self,
        lane: Lane,
        call: &Call,
        body: Option<&Value>,
        deadline: Instant,
    ) -> Result<Value, RequestError> {
        let request = Request {
            lane,
            call,
            route: call.route(),
            deadline,
        };
        let Some(body) = body else {
            return self.see_through(&request, None).await;
        };
        let emojis = self.0.emojis.current();
        let (filled_in, has_pictures) = (resolve(body, &emojis), !emojis.by_picture.is_empty());
        let mut outcome = self.see_through(&request, Some(&filled_in)).await;
        if outcome == Err(RequestError::UnknownEmoji) && has_pictures {
            // Discord occasionally refuses an emoji that exists, and accepts the same body the next time.
            outcome = self.see_through(&request, Some(&filled_in)).await;
        }
        let (Err(error @ (RequestError::UnknownEmoji | RequestError::InvalidBody(_))), true) =
            (&outcome, has_pictures)
        else {
            return outcome;
        };
        if *error == RequestError::UnknownEmoji {
            self.0.emojis.report_unknown();
        }
        let plain = resolve(body, &emojis.without_pictures());
        if plain == filled_in {
            return outcome;
        }
        let call = request.route.name;
        warn!(call, %error, "a body is sent again without the application's emojis");
        self.see_through(&request, Some(&plain)).await
    }

    /// Sends one request as often as necessary; see [`RestClient::send_in`].
    async fn see_through(
        &self,
        request: &Request<'_>,
        body: Option<&Value>,
    ) -> Result<Value, RequestError> {
        let mut unknown_outcomes = 0;
        let mut shortest_pause = Duration::ZERO;
        loop {
            match self.attempt(request, body).await? {
                Attempt::Granted(answer) => return Ok(answer),
                Attempt::Refused(error) => {
                    if unknown_outcomes == 0 && error == RequestError::AlreadyAnswered {
                        self.note_foreign_answer(request.call);
                    }
                    return Err(error);
                }
                Attempt::RateLimited { pause, global } => {
                    let pause = pause.max(shortest_pause);
                    shortest_pause = MIN_REPEATED_PAUSE.max(shortest_pause.saturating_mul(2));
                    self.wait_out_limit(request, pause, global).await?;
                }
                Attempt::OutcomeUnknown => {
                    unknown_outcomes += 1;
                    let retry_at = Instant::now() + PAUSE_BETWEEN_ATTEMPTS;
                    if unknown_outcomes == MAX_ATTEMPTS || retry_at > request.deadline {
                        self.0.failpoints.hit(Failpoint::RequestGivenUp);
                        return Err(RequestError::OutcomeUnknown);
                    }
                    self.0.failpoints.hit(Failpoint::RequestRetrying);
                    sleep(PAUSE_BETWEEN_ATTEMPTS).await;
                }
            }
        }
    }

    /// Counts an answer by another program, and warns once if there are several. A few are normal while this instance
    /// replaces another.
    fn note_foreign_answer(&self, call: &Call) {
        let is_answer = matches!(call, Call::Callback { .. });
        if is_answer && self.0.foreign_answers.count(Instant::now()) {
            warn!(
                "another program uses this token: it answered several interactions before this one did; \
                 stop it, or reset the token"
            );
        }
    }

    #[cfg(test)]
    pub(crate) fn foreign_answers(&self) -> u32 {
        self.0.foreign_answers.counted()
    }

    async fn attempt(
        &self,
        request: &Request<'_>,
        body: Option<&Value>,
    ) -> Result<Attempt, RequestError> {
        let Inner {
            metrics, transport, ..
        } = &*self.0;
        // Refusals are checked before the wait, so that a refused request does not take a slot, and again after it,
        // because time has passed.
        self.check_refusals(request)?;
        let waiting = Instant::now();
        let permit = self.acquire_permit(request).await;
        metrics.record_limit_wait(waiting.elapsed());
        let permit = permit?;
        self.check_refusals(request)?;
        self.0.failpoints.hit(Failpoint::RequestPermitted);
        let held = timeout_at(request.deadline, self.0.lease.wait_until_held()).await;
        if held != Ok(true) {
            return Err(RequestError::DeadlineExceeded);
        }
        if let Scope::Channel(channel) = request.route.scope {
            let guild = request.lane.refusing_guild();
            self.0
                .paused_destinations
                .note_sent(channel, guild, Instant::now());
        }
        let Ok(response) = transport.send(request.call, body).await else {
            metrics.count_request(request.route.name, NO_RESPONSE);
            return Ok(Attempt::OutcomeUnknown);
        };
        self.0.failpoints.hit(Failpoint::RequestAnswered);
        self.record_response(request, &response);
        if let Some(permit) = permit {
            permit.complete(rate_limit_headers(&response.headers));
        }
        Ok(interpret(request.route.name, response))
    }

    /// Fails if sending is paused after too many refusals in the channel, in its server or in total.
    fn check_refusals(&self, request: &Request<'_>) -> Result<(), RequestError> {
        let Inner {
            breaker,
            paused_destinations,
            ..
        } = &*self.0;
        let now = Instant::now();
        let is_stopped = match request.route.scope {
            Scope::Token | Scope::Application => breaker.refuses_answers(now),
            Scope::Person | Scope::Channel(_) => {
                breaker.refuses_answers(now) || breaker.open_until(now).is_some()
            }
        };
        if is_stopped {
            return Err(RequestError::DeadlineExceeded);
        }
        let guild = request.lane.refusing_guild();
        if let Scope::Channel(channel) = request.route.scope
            && paused_destinations.is_paused(channel, guild, breaker.allows_probes(now), now)
        {
            let call = request.route.name;
            debug!(call, "a request to a paused channel was dropped");
            return Err(RequestError::ChannelPaused);
        }
        Ok(())
    }

    fn record_response(&self, request: &Request<'_>, response: &Response) {
        let (now, status) = (Instant::now(), response.status);
        let (route, lane) = (&request.route, request.lane);
        self.0.metrics.count_request(route.name, status.as_u16());
        let shared = scope(&response.headers) == Some("shared");
        self.0.breaker.record_response(status, shared, now);
        let Scope::Channel(channel) = route.scope else {
            return;
        };
        let (places, guild) = (&self.0.paused_destinations, lane.refusing_guild());
        if status.is_success() {
            places.end_pause(channel, guild, now);
        } else if status == StatusCode::FORBIDDEN && places.record(channel, guild, now) {
            let (channel, guild) = (channel.get(), lane.guild.map(GuildId::get));
            warn!(
                channel,
                guild, "Discord refuses requests here; hardly any is sent for a while"
            );
        }
    }

    /// Waits for the request's rate-limit bucket, its time slot and the end of any global pause. Returns the bucket's
    /// permit, or `None` at once for calls with an interaction's token.
    async fn acquire_permit(&self, request: &Request<'_>) -> Result<Option<Permit>, RequestError> {
        let Some(endpoint) = request.route.rate_limited_endpoint() else {
            return Ok(None);
        };
        let Request { lane, deadline, .. } = *request;
        let acquire = async {
            loop {
                let permit = self.0.limiter.acquire(endpoint.clone()).await;
                self.0.pacer.wait_for_slot(lane, deadline).await?;
                let paused_until = *self.0.paused_until.borrow();
                if paused_until <= Instant::now() {
                    return Ok(permit);
                }
                drop(permit);
                sleep_until(paused_until).await;
            }
        };
        let permit = timeout_at(deadline, acquire).await;
        permit
            .map_err(|_| RequestError::DeadlineExceeded)?
            .map(Some)
    }

    /// Waits for the pause after a 429. If the limit is global, sets `paused_until`, so that other requests wait too.
    /// Fails at once if the pause ends after the deadline.
    async fn wait_out_limit(
        &self,
        request: &Request<'_>,
        pause: Duration,
        global: bool,
    ) -> Result<(), RequestError> {
        let end = Instant::now() + pause;
        let (call, pause_ms) = (request.route.name, pause.as_millis());
        warn!(call, pause_ms, global, "a request was rate-limited");
        if global {
            self.0.paused_until.send_if_modified(|paused_until| {
                let later = end > *paused_until;
                *paused_until = end.max(*paused_until);
                later
            });
        }
        if end > request.deadline {
            return Err(RequestError::DeadlineExceeded);
        }
        self.0.failpoints.hit(Failpoint::RequestLimited);
        sleep_until(end).await;
        self.0.failpoints.hit(Failpoint::RequestResumed);
        Ok(())
    }
}

fn interpret(call: &str, response: Response) -> Attempt {
    let status = response.status;
    if status.is_server_error() {
        let status = status.as_u16();
        debug!(call, status, "Discord answered with a server error");
        return Attempt::OutcomeUnknown;
    }
    if status.is_success() {
        return Attempt::Granted(response.body);
    }
    // Discord also uses 429 for refusals that waiting does not resolve, so a known error code takes precedence.
    let error = RequestError::from_response(status, &response.body);
    match &error {
        RequestError::Refused { status: 429, .. }
        | RequestError::Refused {
            code: OPENING_TOO_FAST,
            ..
        } => return rate_limited(&response),
        RequestError::InvalidBody(fields) => warn!(call, fields, "Discord refused a body"),
        other => debug!(call, error = %other, "Discord refused a request"),
    }
    Attempt::Refused(error)
}

/// Interprets a rate-limit response. Discord's own responses specify the pause in the body; responses from the servers
/// in front of Discord specify it in a header, or not at all.
fn rate_limited(response: &Response) -> Attempt {
    let Response { headers, body, .. } = response;
    let in_header = headers
        .get("retry-after")
        .and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
    let in_body = body.get("retry_after").and_then(Value::as_f64);
    let pause = in_body
        .or(in_header)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .unwrap_or(DEFAULT_RETRY_AFTER);
    let global = scope(headers) == Some("global")
        || headers.contains_key("x-ratelimit-global")
        || body
            .get("global")
            .and_then(Value::as_bool)
            .unwrap_or(body.is_null());
    Attempt::RateLimited { pause, global }
}

/// Returns the scope of the limit, `user`, `global` or `shared`, if the response names it.
fn scope(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-ratelimit-scope")?.to_str().ok()
}

fn rate_limit_headers(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let seconds = text(RateLimitHeaders::RESET_AFTER)?.parse().ok()?;
    let reset_after = Duration::try_from_secs_f64(seconds).ok()?;
    Some(RateLimitHeaders {
        bucket: text(RateLimitHeaders::BUCKET)?.as_bytes().to_owned(),
        limit: text(RateLimitHeaders::LIMIT)?.parse().ok()?,
        remaining: text(RateLimitHeaders::REMAINING)?.parse().ok()?,
        // Uses the runtime's clock, which a test may have paused.
        reset_at: Instant::now().into_std() + reset_after,
    })
}
