//! The network between the bot and the simulated Discord. Requests and answers are delayed, lost or
//! truncated. A request in flight when its process is killed may still arrive.

use std::future::pending;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::discord::{Access, ApiError, Applied, Discord};
use super::fault::Fault;
use super::world::{Shared, World};
use kittens::failpoint::{Failpoint, Failpoints};
use kittens::outbox::{Call, NoResponseError, Response, ResponseFuture, Transport};

/// The network connection of one process.
pub(super) struct SimulatedNetwork {
    pub(super) world: Shared,
    pub(super) failpoints: Failpoints,
}

/// The fault and the delays drawn for one request.
struct RequestConditions {
    fault: Option<Fault>,
    request_delay: Duration,
    answer_delay: Duration,
    /// The seconds that a rate limit asks the bot to wait.
    retry_after: u32,
    /// The request's number, if it arrives even though its process is killed while it is in flight.
    survives_as: Option<u64>,
}

/// Held while a request is in flight. Dropped by the death of the process, it keeps the request for
/// [`World::deliver_in_flight`].
struct InFlightGuard<'a> {
    world: &'a Shared,
    call: &'a Call,
    body: Option<&'a Value>,
    survives_as: Option<u64>,
}

/// A request in flight whose process was killed; it will still arrive.
pub(super) struct InFlight {
    number: u64,
    call: Call,
    body: Option<Value>,
}

impl Drop for InFlightGuard<'_> {
    fn drop(&mut self) {
        let mut world = self.world.lock();
        // A runtime drops its tasks in an order that does not follow from the seed: the requests are
        // delivered later, in the order of their numbers.
        if let Some(number) = self.survives_as.filter(|_| !world.alive) {
            world.in_flight.push(InFlight {
                number,
                call: self.call.clone(),
                body: self.body.cloned(),
            });
        }
    }
}

impl Transport for SimulatedNetwork {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        let response = timeout(call.timeout(), self.exchange(call, body));
        Box::pin(async move { response.await.unwrap_or(Err(NoResponseError)) })
    }
}

impl SimulatedNetwork {
    /// Never returns if the process has been killed.
    async fn pend_if_dead(&self) {
        if !self.world.lock().alive {
            pending::<()>().await;
        }
    }

    async fn exchange(
        &self,
        call: &Call,
        body: Option<&Value>,
    ) -> Result<Response, NoResponseError> {
        self.pend_if_dead().await;
        let conditions = self.world.lock().draw_conditions(call);
        match conditions.fault {
            Some(Fault::RequestLost) => pending().await,
            Some(Fault::ConnectionBroken) => return Err(NoResponseError),
            _ => {}
        }
        self.deliver_request(call, body, &conditions).await;
        if let Some(response) = fault_response(&conditions) {
            sleep(conditions.answer_delay).await;
            return Ok(response);
        }
        let applied = self.world.lock().apply(call, body);
        self.failpoints.hit(Failpoint::RequestApplied);
        sleep(conditions.answer_delay).await;
        self.pend_if_dead().await;
        match conditions.fault {
            Some(Fault::AnswerLost) => pending().await,
            Some(Fault::ServerErrorAfter) => Ok(response(500, Value::Null)),
            fault => Ok(answer_response(
                applied,
                fault == Some(Fault::TruncatedAnswer),
            )),
        }
    }

    async fn deliver_request(
        &self,
        call: &Call,
        body: Option<&Value>,
        conditions: &RequestConditions,
    ) {
        let mut guard = InFlightGuard {
            world: &self.world,
            call,
            body,
            survives_as: conditions.survives_as,
        };
        sleep(conditions.request_delay).await;
        self.pend_if_dead().await;
        guard.survives_as = None;
        self.failpoints.hit(Failpoint::RequestArrived);
        self.pend_if_dead().await;
        self.world.lock().apply_fault(call, conditions.fault);
    }
}

impl World {
    fn draw_conditions(&mut self, call: &Call) -> RequestConditions {
        self.totals.requests += 1;
        let fault_rates = self.fault_rates();
        let rng = &mut self.rng.network;
        let fault = fault_rates.draw_fault(call, rng);
        let slow = match fault {
            Some(Fault::Slow) => rng.between(300, 3_000),
            _ => 0,
        };
        let conditions = RequestConditions {
            fault,
            request_delay: Duration::from_millis(u64::from(rng.between(5, 60) + slow)),
            answer_delay: Duration::from_millis(rng.between(5, 60).into()),
            retry_after: rng.between(1, 4),
            survives_as: None,
        };
        let survives_as = rng.one_in(2) && matches!(fault, None | Some(Fault::Slow));
        let conditions = RequestConditions {
            survives_as: survives_as.then_some(self.totals.requests),
            ..conditions
        };
        if let Some(fault) = fault {
            self.record_fault(fault);
            self.excuse_answer(call);
        }
        conditions
    }

    /// Excuses a click whose answer was hit by a fault from being answered in time.
    fn excuse_answer(&mut self, call: &Call) {
        if let Call::Callback { interaction, .. } = call
            && let Some(click) = self.clicks.get_mut(&interaction.get())
        {
            click.excused = true;
        }
    }

    /// Applies the effects that a fault has on the channel itself.
    fn apply_fault(&mut self, call: &Call, fault: Option<Fault>) {
        match (fault, call) {
            (
                Some(Fault::MessageGone),
                Call::Edit { message, .. } | Call::Delete { message, .. },
            ) => {
                self.discord.delete(message.get());
            }
            (Some(Fault::Forbidden | Fault::Archived), Call::Edit { .. } | Call::Post { .. }) => {
                self.write_refused = true;
            }
            _ => {}
        }
    }

    /// Delivers the requests of a killed process, in the order in which they were sent.
    pub(super) fn deliver_in_flight(&mut self) {
        let mut in_flight = std::mem::take(&mut self.in_flight);
        in_flight.sort_by_key(|request| request.number);
        for InFlight { call, body, .. } in in_flight {
            self.note(format_args!(
                "arrives after its process was killed: {}",
                described(&call)
            ));
            // The process that waited for the result is gone.
            let _ = self.apply(&call, body.as_ref());
        }
    }

    /// Carries out a request on the simulated Discord.
    fn apply(&mut self, call: &Call, body: Option<&Value>) -> Result<Applied, ApiError> {
        let now = self.now();
        let applied = self.discord.apply(call, body, now);
        match &applied {
            Ok(applied) => self.on_request_applied(call, applied),
            Err(refused) => {
                let is_denied = self.discord.access == Access::Denied;
                self.write_refused |= is_denied;
                self.read_refused |= is_denied && matches!(call, Call::ReadMessages { .. });
                self.note(format_args!(
                    "{} refused with {}",
                    described(call),
                    refused.code
                ));
            }
        }
        applied
    }
}

/// Returns the reply of a fault that keeps a request from being carried out; none for other faults.
fn fault_response(conditions: &RequestConditions) -> Option<Response> {
    let refused = |refused: ApiError| response(refused.status, json!({ "code": refused.code }));
    Some(match conditions.fault? {
        Fault::ServerErrorBefore => response(503, Value::Null),
        Fault::RouteLimit => rate_limit_response(conditions.retry_after, Some("user")),
        Fault::GlobalLimit => rate_limit_response(conditions.retry_after, Some("global")),
        Fault::SharedLimit => rate_limit_response(conditions.retry_after, Some("shared")),
        Fault::HtmlLimit => rate_limit_response(conditions.retry_after, None),
        Fault::MessageGone => refused(ApiError::UNKNOWN_MESSAGE),
        Fault::Forbidden => refused(ApiError::NOT_ALLOWED),
        Fault::Archived => refused(ApiError::ARCHIVED),
        Fault::TooManyEdits => refused(ApiError::TOO_MANY_EDITS),
        Fault::TokenExpired => refused(ApiError::TOKEN_EXPIRED),
        Fault::UnknownInteraction => refused(ApiError::UNKNOWN_INTERACTION),
        _ => return None,
    })
}

fn response(status: u16, body: Value) -> Response {
    Response {
        status: StatusCode::from_u16(status).unwrap_or(StatusCode::IM_A_TEAPOT),
        headers: HeaderMap::new(),
        body,
    }
}

/// Returns a 429 reply: with a scope from Discord itself, without one from a proxy in front of it.
fn rate_limit_response(retry_after: u32, scope: Option<&'static str>) -> Response {
    let Some(scope) = scope else {
        return response(429, Value::Null);
    };
    let body = json!({ "retry_after": retry_after, "global": scope == "global" });
    let mut response = response(429, body);
    let scope = HeaderValue::from_static(scope);
    response.headers.insert("x-ratelimit-scope", scope);
    response
}

fn answer_response(applied: Result<Applied, ApiError>, truncated: bool) -> Response {
    match applied {
        Ok(_) if truncated => response(200, Value::Null),
        Ok(applied) => response(200, applied.body),
        Err(ApiError { status, code }) => response(status, json!({ "code": code })),
    }
}

/// Returns a request's name for the transcript, with the message that it is about.
pub(super) fn described(call: &Call) -> String {
    let message = match call {
        Call::Edit { message, .. } | Call::Delete { message, .. } => Some(*message),
        Call::ReadMessages { since, .. } => *since,
        _ => None,
    };
    match (message, interaction_of(call)) {
        (Some(message), _) => format!("{} {message}", call.name()),
        (None, Some(interaction)) => format!("{} of interaction {interaction}", call.name()),
        (None, None) => call.name().to_owned(),
    }
}

/// Returns the interaction whose token a request uses.
fn interaction_of(call: &Call) -> Option<u64> {
    match call {
        Call::Callback { interaction, .. } => Some(interaction.get()),
        Call::EditOriginal { token, .. } => Discord::interaction_of_token(token),
        _ => None,
    }
}
