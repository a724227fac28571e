//! Handles every REST call: reads it, injects faults, applies rate limits, routes it, records it.
//!
//! The routes are in `rest`, rate limits in `rate_limiter`, faults in `faults`.

use std::collections::HashMap;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::api_error::{ApiError, RateLimitScope, to_seconds};
use crate::attachments::Upload;
use crate::faults::{CallEffect, DropPoint, Injection};
use crate::form_errors::{FieldPath, FormErrors};
use crate::listener::ConnectionAborter;
use crate::rate_limiter::BucketState;
use crate::recorder::RecordedCall;
use crate::rest::{Reply, Route};
use crate::server::Shared;
use crate::world::World;

/// Largest request body, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 32 * 1024 * 1024;
/// The prefix of all REST paths.
const API_PREFIX: &str = "/api/v10";
/// The body of a `CallEffect::CloudflareBlock`.
const CLOUDFLARE_BLOCK_HTML: &str =
    "<!DOCTYPE html><title>Access denied</title><h1>Error 1015</h1>";

/// A REST call, as passed to the routes.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    /// The path after `/api/v10`.
    pub(crate) path: String,
    pub(crate) query: HashMap<String, String>,
    pub(crate) body: Value,
    pub(crate) files: Vec<Upload>,
}

/// The result of a call, before it is sent.
struct CallOutcome {
    reply: Result<Reply, ApiError>,
    bucket: Option<BucketState>,
    /// The injected fault that changed the result.
    fault: Option<CallEffect>,
}

impl CallOutcome {
    fn new(reply: Result<Reply, ApiError>) -> Self {
        Self {
            reply,
            bucket: None,
            fault: None,
        }
    }

    /// Returns true if an error comes from a fault and not from the sandbox's own checks.
    fn is_injected(&self) -> bool {
        !matches!(self.fault, None | Some(CallEffect::Drop(_)))
    }
}

/// Handles a REST call and returns the response.
pub(crate) async fn handle(
    State(shared): State<Shared>,
    ConnectInfo(aborter): ConnectInfo<ConnectionAborter>,
    request: Request,
) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request
        .uri()
        .path()
        .trim_start_matches(API_PREFIX)
        .to_owned();
    let headers = request.headers().clone();
    let (call, problem) = read_call(method, path, request).await;
    let injection = inject_faults(&mut shared.world(), &call);
    if !injection.delay.is_zero() {
        tokio::time::sleep(injection.delay).await;
    }
    let mut world = shared.world();
    let outcome = match injection.effect {
        None => answer_call(&mut world, &call, problem, &headers),
        Some(fault) => apply_fault(fault, || answer_call(&mut world, &call, problem, &headers)),
    };
    let response = respond(&outcome, &aborter);
    record_call(&mut world, &call, &outcome);
    tracing::debug!(
        method = %call.method,
        status = response.status().as_u16(),
        microseconds = started.elapsed().as_micros(),
        "REST call answered"
    );
    response
}

fn inject_faults(world: &mut World, call: &Call) -> Injection {
    let route = Route::parse(&call.method, &call.path).ok();
    let channel = route.and_then(|route| route.channel(world));
    world
        .faults
        .trigger_on_call(call.method.as_str(), &call.path, channel)
}

/// Returns the result of a call under a fault. `process` carries the call out.
fn apply_fault(fault: CallEffect, process: impl FnOnce() -> CallOutcome) -> CallOutcome {
    let outcome = match &fault {
        CallEffect::Delay(_)
        | CallEffect::Drop(DropPoint::AfterProcessing | DropPoint::DuringResponse) => process(),
        CallEffect::Drop(DropPoint::BeforeProcessing) => CallOutcome::new(Ok(Reply::empty())),
        CallEffect::Fail { status, applied } => {
            if *applied {
                // Tests must see the sandbox's own errors even under a fault.
                let outcome = process();
                if outcome.reply.is_err() {
                    return outcome;
                }
            }
            CallOutcome::new(Err(ApiError::server_error(*status)))
        }
        CallEffect::Refuse(error) => CallOutcome::new(Err(error.clone())),
        CallEffect::CloudflareBlock => {
            CallOutcome::new(Err(ApiError::rate_limited(0, RateLimitScope::Global)))
        }
    };
    CallOutcome {
        fault: Some(fault),
        ..outcome
    }
}

fn answer_call(
    world: &mut World,
    call: &Call,
    problem: Option<ApiError>,
    headers: &HeaderMap,
) -> CallOutcome {
    let route = match Route::parse(&call.method, &call.path) {
        Ok(route) => route,
        Err(error) => return CallOutcome::new(Err(error)),
    };
    if route.needs_token() && !is_authorized(world, headers) {
        return CallOutcome::new(Err(ApiError::UNAUTHORIZED));
    }
    let now = world.now();
    let limit_check = world.rate_limiter.count_call(&route.bucket(), now);
    let reply = match limit_check.error.or(problem) {
        Some(error) => Err(error),
        None => route.answer(world, call),
    };
    CallOutcome {
        bucket: limit_check.state,
        ..CallOutcome::new(reply)
    }
}

fn is_authorized(world: &World, headers: &HeaderMap) -> bool {
    let token = headers.get(header::AUTHORIZATION);
    let token = token.and_then(|value| value.to_str().ok());
    token.and_then(|value| value.strip_prefix("Bot ")) == Some(world.token.as_str())
}

/// Reads a request. An unreadable body gives an error beside the call.
async fn read_call(method: Method, path: String, request: Request) -> (Call, Option<ApiError>) {
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

async fn read_body(call: &mut Call, request: Request) -> Result<(), ApiError> {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, MAX_BODY_BYTES)
        .await
        .map_err(|_| ApiError::TOO_LARGE)?;
    if bytes.is_empty() {
        return Ok(());
    }
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        let request = Request::from_parts(parts, Body::from(bytes));
        let form = Multipart::from_request(request, &()).await;
        let form = form.map_err(|_| ApiError::INVALID_JSON)?;
        return read_multipart(call, form).await;
    }
    if !kind.starts_with("application/json") {
        return Err(wrong_content_type());
    }
    call.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::INVALID_JSON)?;
    Ok(())
}

fn wrong_content_type() -> ApiError {
    let errors = json!({"_misc": [{
        "code": "CONTENT_TYPE_INVALID",
        "message": "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
    }]});
    ApiError::invalid_form(errors)
}

async fn read_multipart(call: &mut Call, mut form: Multipart) -> Result<(), ApiError> {
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|_| ApiError::INVALID_JSON)?
    {
        let field_name = field.name().unwrap_or_default().to_owned();
        let name = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| ApiError::INVALID_JSON)?;
        if field_name == "payload_json" {
            call.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::INVALID_JSON)?;
            continue;
        }
        let Some(index) = file_index(&field_name) else {
            return Err(unknown_field(&field_name));
        };
        let name = name.unwrap_or_else(|| "unknown".to_owned());
        call.files.push(Upload {
            index,
            content_type: content_type.unwrap_or_else(|| content_type_of(&name).to_owned()),
            name,
            bytes: bytes.to_vec(),
        });
    }
    Ok(())
}

fn unknown_field(name: &str) -> ApiError {
    let mut errors = FormErrors::default();
    let path = FieldPath::root().key(name);
    errors.add(
        &path,
        "FORM_FIELD_UNKNOWN",
        "File fields must be named files[n].",
    );
    match errors.into_result() {
        Err(error) => error,
        Ok(()) => ApiError::INVALID_JSON,
    }
}

/// Returns the n of `files[n]`.
fn file_index(name: &str) -> Option<u64> {
    name.strip_prefix("files[")?.strip_suffix(']')?.parse().ok()
}

fn content_type_of(name: &str) -> &'static str {
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

fn respond(outcome: &CallOutcome, aborter: &ConnectionAborter) -> Response {
    match outcome.fault {
        Some(CallEffect::Drop(DropPoint::DuringResponse)) => {
            return truncated_response(full_response(outcome), aborter);
        }
        Some(CallEffect::Drop(_)) => aborter.abort(),
        Some(CallEffect::CloudflareBlock) => return cloudflare_block(),
        _ => {}
    }
    full_response(outcome)
}

fn full_response(outcome: &CallOutcome) -> Response {
    let (status, body) = match &outcome.reply {
        Ok(reply) => (reply.status, reply.body.clone()),
        Err(error) => (error.status, Some(error.to_json())),
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
    for (name, value) in rate_limit_headers(outcome) {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// Sends the beginning of a response and then ends the connection. A response without a body is not
/// sent at all.
fn truncated_response(response: Response, aborter: &ConnectionAborter) -> Response {
    let (parts, _) = response.into_parts();
    if parts.status == StatusCode::NO_CONTENT {
        aborter.abort();
    }
    let pieces = [
        Ok("{"),
        Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
    ];
    Response::from_parts(parts, Body::from_stream(futures_util::stream::iter(pieces)))
}

fn cloudflare_block() -> Response {
    let mut response = Response::new(Body::from(CLOUDFLARE_BLOCK_HTML));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    let html = HeaderValue::from_static("text/html; charset=UTF-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    response
}

fn rate_limit_headers(outcome: &CallOutcome) -> Vec<(&'static str, String)> {
    let mut headers = outcome
        .bucket
        .as_ref()
        .map(BucketState::headers)
        .unwrap_or_default();
    let retry_after = outcome
        .reply
        .as_ref()
        .err()
        .and_then(|error| error.retry_after);
    if let Some(retry_after) = retry_after {
        let scope = retry_after.scope.name();
        headers.push((
            "retry-after",
            format!("{:.0}", to_seconds(retry_after.milliseconds).ceil()),
        ));
        headers.push(("x-ratelimit-scope", scope.to_owned()));
        if scope == "global" {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        }
    }
    headers.push(("via", "1.1 sandbox".to_owned()));
    headers
}

fn record_call(world: &mut World, call: &Call, outcome: &CallOutcome) {
    world.problems.count_request();
    let (status, answer) = match &outcome.reply {
        Ok(reply) => (reply.status, reply.body.clone().unwrap_or_default()),
        Err(error) => (error.status, error.to_json()),
    };
    if let Err(error) = &outcome.reply {
        let (method, injected) = (call.method.as_str(), outcome.is_injected());
        world
            .problems
            .record_refusal(method, &call.path, error, injected);
        tracing::warn!(method = %call.method, status, answer = %answer, "REST call refused");
    }
    let files = call
        .files
        .iter()
        .map(|file| json!({"name": file.name, "size": file.bytes.len()}))
        .collect();
    let path = format!("{API_PREFIX}{}", call.path);
    let now = world.now();
    world.recorder.record_call(
        now,
        &RecordedCall {
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
