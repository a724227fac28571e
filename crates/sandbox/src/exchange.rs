//! The one door for REST: every call is read, struck by faults, limited, answered, written down.

use std::collections::HashMap;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::attachments::Upload;
use crate::faults::{CallEffect, Moment, Strike};
use crate::forms::{FormErrors, Place};
use crate::limits::BucketState;
use crate::lines::Cutter;
use crate::record::Exchange;
use crate::refusal::{PauseScope, Refusal, seconds};
use crate::rest::{Reply, Route};
use crate::server::Shared;
use crate::world::World;

/// The largest body that is read, in bytes.
pub(crate) const LARGEST_BODY: usize = 32 * 1024 * 1024;
/// Where the REST face begins.
const BASE: &str = "/api/v10";
/// What stands before Discord's own servers says it with a page.
const PAGE: &str = "<!DOCTYPE html><title>Access denied</title><h1>Error 1015</h1>";

/// A call as the routes see it.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    /// The path after `/api/v10`.
    pub(crate) path: String,
    pub(crate) query: HashMap<String, String>,
    pub(crate) body: Value,
    pub(crate) files: Vec<Upload>,
}

/// What became of a call.
struct Outcome {
    reply: Result<Reply, Refusal>,
    bucket: Option<BucketState>,
    /// The fault that changed it.
    fault: Option<CallEffect>,
}

impl Outcome {
    fn of(reply: Result<Reply, Refusal>) -> Self {
        Self {
            reply,
            bucket: None,
            fault: None,
        }
    }

    /// Whether the refusal is a fault's and not the sandbox's own.
    fn is_injected(&self) -> bool {
        !matches!(self.fault, None | Some(CallEffect::Drop(_)))
    }
}

/// Answers a REST call.
pub(crate) async fn answer(
    State(shared): State<Shared>,
    ConnectInfo(cutter): ConnectInfo<Cutter>,
    request: Request,
) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().trim_start_matches(BASE).to_owned();
    let headers = request.headers().clone();
    let (call, problem) = read(method, path, request).await;
    let strike = strike(&mut shared.world(), &call);
    if !strike.delay.is_zero() {
        tokio::time::sleep(strike.delay).await;
    }
    let mut world = shared.world();
    let outcome = match strike.effect {
        None => answer_call(&mut world, &call, problem, &headers),
        Some(fault) => injure(fault, || answer_call(&mut world, &call, problem, &headers)),
    };
    let response = respond(&outcome, &cutter);
    write_down(&mut world, &call, &outcome);
    tracing::debug!(
        method = %call.method,
        status = response.status().as_u16(),
        microseconds = begun.elapsed().as_micros(),
        "REST call answered"
    );
    response
}

fn strike(world: &mut World, call: &Call) -> Strike {
    let route = Route::parse(&call.method, &call.path).ok();
    let channel = route.and_then(|route| route.channel(world));
    world
        .faults
        .strike_call(call.method.as_str(), &call.path, channel)
}

/// What becomes of a call that a fault has struck. `granted` does what it asks for.
fn injure(fault: CallEffect, granted: impl FnOnce() -> Outcome) -> Outcome {
    let outcome = match &fault {
        CallEffect::Delay(_) | CallEffect::Drop(Moment::After | Moment::Within) => granted(),
        CallEffect::Drop(Moment::Before) => Outcome::of(Ok(Reply::empty())),
        CallEffect::Fail { status, applied } => {
            if *applied {
                // A refusal of the sandbox's own is told as such.
                let outcome = granted();
                if outcome.reply.is_err() {
                    return outcome;
                }
            }
            Outcome::of(Err(Refusal::trouble(*status)))
        }
        CallEffect::Refuse(refusal) => Outcome::of(Err(refusal.clone())),
        CallEffect::Page => Outcome::of(Err(Refusal::too_fast(0, PauseScope::Global))),
    };
    Outcome {
        fault: Some(fault),
        ..outcome
    }
}

fn answer_call(
    world: &mut World,
    call: &Call,
    problem: Option<Refusal>,
    headers: &HeaderMap,
) -> Outcome {
    let route = match Route::parse(&call.method, &call.path) {
        Ok(route) => route,
        Err(refusal) => return Outcome::of(Err(refusal)),
    };
    if route.needs_token() && !is_authorized(world, headers) {
        return Outcome::of(Err(Refusal::UNAUTHORIZED));
    }
    let now = world.now();
    let taken = world.limits.take(&route.bucket(), now);
    let reply = match taken.refusal.or(problem) {
        Some(refusal) => Err(refusal),
        None => route.answer(world, call),
    };
    Outcome {
        bucket: taken.state,
        ..Outcome::of(reply)
    }
}

fn is_authorized(world: &World, headers: &HeaderMap) -> bool {
    let given = headers.get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok());
    given.and_then(|value| value.strip_prefix("Bot ")) == Some(world.token.as_str())
}

/// Reads a request; a body that cannot be read becomes the refusal beside it.
async fn read(method: Method, path: String, request: Request) -> (Call, Option<Refusal>) {
    let query = request.uri().query().unwrap_or_default();
    let mut call = Call {
        method,
        path,
        query: read_query(query),
        body: Value::Null,
        files: Vec::new(),
    };
    let problem = read_body(&mut call, request).await.err();
    (call, problem)
}

fn read_query(query: &str) -> HashMap<String, String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

async fn read_body(call: &mut Call, request: Request) -> Result<(), Refusal> {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, LARGEST_BODY)
        .await
        .map_err(|_| Refusal::TOO_LARGE)?;
    if bytes.is_empty() {
        return Ok(());
    }
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        let request = Request::from_parts(parts, Body::from(bytes));
        let form = Multipart::from_request(request, &()).await;
        let form = form.map_err(|_| Refusal::INVALID_JSON)?;
        return read_multipart(call, form).await;
    }
    if !kind.starts_with("application/json") {
        return Err(wrong_content_type());
    }
    call.body = serde_json::from_slice(&bytes).map_err(|_| Refusal::INVALID_JSON)?;
    Ok(())
}

fn wrong_content_type() -> Refusal {
    let errors = json!({"_misc": [{
        "code": "CONTENT_TYPE_INVALID",
        "message": "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
    }]});
    Refusal::invalid_form(errors)
}

async fn read_multipart(call: &mut Call, mut form: Multipart) -> Result<(), Refusal> {
    while let Some(field) = form.next_field().await.map_err(|_| Refusal::INVALID_JSON)? {
        let field_name = field.name().unwrap_or_default().to_owned();
        let name = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| Refusal::INVALID_JSON)?;
        if field_name == "payload_json" {
            call.body = serde_json::from_slice(&bytes).map_err(|_| Refusal::INVALID_JSON)?;
            continue;
        }
        let Some(index) = file_index(&field_name) else {
            return Err(unknown_field(&field_name));
        };
        let name = name.unwrap_or_else(|| "unknown".to_owned());
        call.files.push(Upload {
            index,
            content_type: content_type.unwrap_or_else(|| guess_type(&name).to_owned()),
            name,
            bytes: bytes.to_vec(),
        });
    }
    Ok(())
}

fn unknown_field(name: &str) -> Refusal {
    let mut errors = FormErrors::default();
    let place = Place::root().key(name);
    errors.add(
        &place,
        "FORM_FIELD_UNKNOWN",
        "A file's field is called files[n].",
    );
    match errors.finish() {
        Err(refusal) => refusal,
        Ok(()) => Refusal::INVALID_JSON,
    }
}

/// The n of `files[n]`.
fn file_index(name: &str) -> Option<u64> {
    name.strip_prefix("files[")?.strip_suffix(']')?.parse().ok()
}

fn guess_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("txt") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

fn respond(outcome: &Outcome, cutter: &Cutter) -> Response {
    match outcome.fault {
        Some(CallEffect::Drop(Moment::Within)) => return torn(whole(outcome), cutter),
        Some(CallEffect::Drop(_)) => cutter.cut(),
        Some(CallEffect::Page) => return page(),
        _ => {}
    }
    whole(outcome)
}

fn whole(outcome: &Outcome) -> Response {
    let (status, body) = match &outcome.reply {
        Ok(reply) => (reply.status, reply.body.clone()),
        Err(refusal) => (refusal.status, Some(refusal.body())),
    };
    let mut response = Response::new(match &body {
        Some(body) => Body::from(body.to_string()),
        None => Body::empty(),
    });
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let headers = response.headers_mut();
    if body.is_some() {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
    }
    for (name, value) in limit_headers(outcome) {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The answer's beginning, and then the end of the connection. An answer without a body has no
/// midst: nothing of it arrives.
fn torn(response: Response, cutter: &Cutter) -> Response {
    let (parts, _) = response.into_parts();
    if parts.status == StatusCode::NO_CONTENT {
        cutter.cut();
    }
    let pieces = [
        Ok("{"),
        Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
    ];
    Response::from_parts(parts, Body::from_stream(futures_util::stream::iter(pieces)))
}

fn page() -> Response {
    let mut response = Response::new(Body::from(PAGE));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    let html = HeaderValue::from_static("text/html; charset=UTF-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    response
}

fn limit_headers(outcome: &Outcome) -> Vec<(&'static str, String)> {
    let mut headers = outcome
        .bucket
        .as_ref()
        .map(BucketState::headers)
        .unwrap_or_default();
    let pause = outcome
        .reply
        .as_ref()
        .err()
        .and_then(|refusal| refusal.pause);
    if let Some(pause) = pause {
        let scope = pause.scope.name();
        headers.push((
            "retry-after",
            format!("{:.0}", seconds(pause.milliseconds).ceil()),
        ));
        headers.push(("x-ratelimit-scope", scope.to_owned()));
        if scope == "global" {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        }
    }
    headers.push(("via", "1.1 sandbox".to_owned()));
    headers
}

fn write_down(world: &mut World, call: &Call, outcome: &Outcome) {
    world.problems.request();
    let (status, answer) = match &outcome.reply {
        Ok(reply) => (reply.status, reply.body.clone().unwrap_or_default()),
        Err(refusal) => (refusal.status, refusal.body()),
    };
    if let Err(refusal) = &outcome.reply {
        let (method, injected) = (call.method.as_str(), outcome.is_injected());
        world
            .problems
            .refused(method, &call.path, refusal, injected);
        tracing::warn!(method = %call.method, status, answer = %answer, "REST call refused");
    }
    let files = call
        .files
        .iter()
        .map(|file| json!({"name": file.name, "size": file.bytes.len()}))
        .collect();
    let path = format!("{BASE}{}", call.path);
    let now = world.now();
    world.recorder.exchange(
        now,
        &Exchange {
            method: call.method.as_str(),
            path: &path,
            body: &call.body,
            files,
            status,
            answer: &answer,
            fault: outcome.fault.as_ref().map(CallEffect::name),
        },
    );
}
