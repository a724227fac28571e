//! The network between the processes and the simulated Discord. It delays and loses requests and responses, truncates
//! responses, and injects error responses. Requests in flight belong to the world rather than to the process: they
//! continue while the process is stopped, and may arrive after it was killed.

use std::future::pending;

use journal::Lease;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use table::ids::Millis;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::discord::{ApiError, Applied, shows_emoji};
use super::fault::Fault;
use super::request::{Request, RequestConditions, described};
use super::schedule::{Affects, Event};
use super::world::{ProcessId, Shared, World};
use discord::failpoint::Failpoint;
use discord::{Call, NoResponseError, Response, ResponseFuture, Scope, Transport};

/// The share of bodies with an application emoji that are refused because of the emoji, in thousandths.
const EMOJIS_REFUSED: u32 = 40;

pub(super) struct SimulatedNetwork {
    pub(super) world: Shared,
    pub(super) id: ProcessId,
    pub(super) lease: Lease,
}

/// Held while a process waits for a response. If the process gives up, dropping this withdraws the request.
struct UnderWay<'a> {
    world: &'a Shared,
    number: u64,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut world = self.world.lock();
        let process = world.requests.get(&self.number).map(|sent| sent.process);
        // A request from a killed process may still arrive.
        if process.is_some_and(|process| world.host_of(process).is_some()) {
            world.requests.remove(&self.number);
        }
    }
}

impl Transport for SimulatedNetwork {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        let response = timeout(call.route().timeout, self.exchange(call, body));
        Box::pin(async move { response.await.unwrap_or(Err(NoResponseError)) })
    }
}

impl SimulatedNetwork {
    async fn exchange(
        &self,
        call: &Call,
        body: Option<&Value>,
    ) -> Result<Response, NoResponseError> {
        self.world.wait_until_running(self.id).await;
        // A simulated pause takes effect only at an await, so it cannot fall between this check and the write. A real
        // pause could.
        if !self.lease.is_held() {
            return Err(NoResponseError);
        }
        let (number, response) = {
            let mut world = self.world.lock();
            let conditions = world.draw_conditions(call, body);
            if conditions.fault == Some(Fault::ConnectionBroken) {
                return Err(NoResponseError);
            }
            world.send_request(self.id, call, body, conditions)
        };
        let _under_way = UnderWay {
            world: &self.world,
            number,
        };
        match response.await {
            Ok(response) => Ok(response),
            Err(_) => pending().await,
        }
    }
}

impl World {
    fn draw_conditions(&mut self, call: &Call, body: Option<&Value>) -> RequestConditions {
        self.totals.requests += 1;
        let fault_rates = self.fault_rates();
        let rng = &mut self.rng.network;
        let fault = fault_rates.draw_fault(call, rng).or_else(|| {
            let refused = fault_rates.network > 0 && rng.permille(EMOJIS_REFUSED);
            (refused && shows_emoji(body)).then_some(Fault::EmojiRefused)
        });
        let slow = match fault {
            Some(Fault::Slow) => rng.between(300, 3_000),
            _ => 0,
        };
        let conditions = RequestConditions {
            fault,
            request_delay: Millis(u64::from(rng.between(5, 60) + slow)),
            answer_delay: Millis(rng.between(5, 60).into()),
            retry_after: rng.between(0, 4),
            survives: rng.one_in(2) && matches!(fault, None | Some(Fault::Slow)),
        };
        if let Some(fault) = fault {
            self.record_fault(fault);
            self.last_retried_fault_at = self.last_fault_at;
            self.panel_lost |= fault != Fault::Slow && call.route().scope == Scope::Token;
            self.excuse_answer(call);
            // The message of a closed table is not posted again.
            let is_closed = self.disk.newest().is_some_and(|table| table.is_closed());
            self.write_refused |= is_closed && fault == Fault::TooManyEdits;
        }
        conditions
    }

    fn send_request(
        &mut self,
        id: ProcessId,
        call: &Call,
        body: Option<&Value>,
        conditions: RequestConditions,
    ) -> (u64, oneshot::Receiver<Response>) {
        self.check_holder(id.process);
        let (reply, response) = oneshot::channel();
        let number = self.totals.requests;
        let request = Request {
            host: id.host,
            process: id.process,
            call: call.clone(),
            body: body.cloned(),
            conditions,
            reply,
            response: None,
        };
        self.requests.insert(number, request);
        let is_lost =
            conditions.fault == Some(Fault::RequestLost) || self.is_cut_off_from_discord(id.host);
        if is_lost {
            self.note_detail(format_args!("{} gets lost", described(call, &self.discord)));
        } else {
            let arrives = Event::RequestArrives { number };
            self.schedule(conditions.request_delay, Affects::Host(id.host), arrives);
        }
        (number, response)
    }

    /// Checks, if there are several processes, that the sender of a request holds the lease. Otherwise, two processes
    /// could update the same message.
    fn check_holder(&mut self, process: u64) {
        if !self.is_shared() {
            return;
        }
        self.last_sent.insert(process, self.now());
        if self.holder != Some(process) {
            let holder = self.holder.unwrap_or(0);
            self.record_violation(format!(
                "process {process} sends, and {holder} holds the lease"
            ));
        }
    }

    /// Called for each call with a fault. If the call answers a click, a late answer to that click is excused.
    fn excuse_answer(&mut self, call: &Call) {
        if let Call::Callback { interaction, .. } = call
            && let Some(click) = self.clicks.get_mut(&interaction.get())
        {
            click.excused = true;
        }
    }

    fn is_cut_off_from_discord(&mut self, host: usize) -> bool {
        let is_cut_off = self.now() < self.hosts[host].discord_down_until;
        if is_cut_off {
            self.last_retried_fault_at = self.now();
        }
        is_cut_off
    }

    /// Handles a request that reaches Discord, unless its process has given up.
    pub(super) fn on_request_arrives(&mut self, number: u64) {
        let Some(mut request) = self.requests.remove(&number) else {
            return;
        };
        self.served_process = Some(request.process);
        if self.host_of(request.process).is_none() {
            return self.deliver_orphan(&request);
        }
        self.hit(request.host, Failpoint::RequestArrived);
        if self.host_of(request.process).is_none() {
            return;
        }
        self.apply_fault(&request.call, request.conditions.fault);
        request.response = match fault_response(&request.conditions) {
            Some(response) => Some(response),
            None => self.carry_out(&request),
        };
        let is_refused = |response: &Response| response.status == StatusCode::FORBIDDEN;
        self.refusals += u32::from(request.response.as_ref().is_some_and(is_refused));
        let (delay, host) = (request.conditions.answer_delay, request.host);
        self.requests.insert(number, request);
        self.schedule(
            delay,
            Affects::Host(host),
            Event::ResponseArrives { number },
        );
    }

    /// Applies a request that no fault prevents. Returns the response; `None` if a fault loses it.
    fn carry_out(&mut self, request: &Request) -> Option<Response> {
        let applied = self.apply(&request.call, request.body.as_ref());
        self.hit(request.host, Failpoint::RequestApplied);
        match request.conditions.fault {
            Some(Fault::AnswerLost) => None,
            Some(Fault::ServerErrorAfter) => Some(response(500, Value::Null)),
            fault => Some(answer_response(
                applied,
                fault == Some(Fault::TruncatedAnswer),
            )),
        }
    }

    pub(super) fn on_response_arrives(&mut self, number: u64) {
        let Some(mut request) = self.requests.remove(&number) else {
            return;
        };
        let is_lost = self.is_cut_off_from_discord(request.host);
        match request.response.take().filter(|_| !is_lost) {
            // Fails if the process has ended.
            Some(response) => drop(request.reply.send(response)),
            // The process waits until it gives up.
            None => drop(self.requests.insert(number, request)),
        }
    }

    fn apply_fault(&mut self, call: &Call, fault: Option<Fault>) {
        if let Some(Fault::Forbidden | Fault::Archived | Fault::Blocked) = fault {
            self.hand_refused |= self.is_about_direct_messages(call);
        }
        match (fault, call) {
            (
                Some(Fault::MessageGone),
                Call::Edit { message, .. } | Call::Delete { message, .. },
            ) => {
                let now = self.now();
                self.discord.delete(message.get(), now);
            }
            (
                Some(Fault::Forbidden | Fault::Archived | Fault::Blocked),
                Call::Edit { .. } | Call::Post { .. },
            ) => {
                self.write_refused = true;
            }
            (Some(Fault::Forbidden | Fault::Archived), Call::ReadMessages { .. }) => {
                self.read_refused = true;
            }
            _ => {}
        }
    }

    fn is_about_direct_messages(&self, call: &Call) -> bool {
        match call {
            Call::OpenDirectMessages => true,
            Call::Edit { channel, .. }
            | Call::Post { channel, .. }
            | Call::ReadMessages { channel, .. } => *channel != self.discord.channel(),
            _ => false,
        }
    }

    /// Delivers a killed process's request, unless it was lost with the process.
    fn deliver_orphan(&mut self, request: &Request) {
        if !request.conditions.survives {
            return;
        }
        self.note(format_args!(
            "arrives after its process was killed: {}",
            described(&request.call, &self.discord)
        ));
        // The process that was waiting for the result has ended.
        let _ = self.apply(&request.call, request.body.as_ref());
    }

    fn apply(&mut self, call: &Call, body: Option<&Value>) -> Result<Applied, ApiError> {
        let now = self.now();
        let applied = self.discord.apply(call, body, now);
        match &applied {
            Ok(applied) => self.on_request_applied(call, applied),
            Err(refused) => {
                let is_denied = self.discord.is_denied();
                self.write_refused |= is_denied;
                self.read_refused |= is_denied && matches!(call, Call::ReadMessages { .. });
                let call = described(call, &self.discord);
                self.note(format_args!("{call} refused with {}", refused.code));
            }
        }
        if let Some(answer) = self.discord.invalid_body.take() {
            self.record_violation(format!("{} is invalid: {answer}", call.name()));
        }
        applied
    }
}

/// Returns the response if a fault prevents the request from being applied; otherwise `None`.
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
        Fault::Blocked => refused(ApiError::BLOCKED),
        Fault::TooManyEdits => refused(ApiError::TOO_MANY_EDITS),
        Fault::OpenedTooFast => refused(ApiError::OPENED_TOO_FAST),
        Fault::EmojiRefused => response(400, emoji_refusal()),
        Fault::TokenExpired => refused(ApiError::TOKEN_EXPIRED),
        Fault::UnknownInteraction => refused(ApiError::UNKNOWN_INTERACTION),
        _ => return None,
    })
}

fn emoji_refusal() -> Value {
    let error = json!([{ "code": "COMPONENT_INVALID_EMOJI" }]);
    json!({ "code": 50_035, "errors": { "components": { "0": { "emoji": { "_errors": error } } } } })
}

fn response(status: u16, body: Value) -> Response {
    Response {
        status: StatusCode::from_u16(status).unwrap_or(StatusCode::IM_A_TEAPOT),
        headers: HeaderMap::new(),
        body,
    }
}

/// Returns a 429 response: from Discord itself if it has a scope, otherwise from a proxy.
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
