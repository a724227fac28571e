//! Handles every REST call: reads it, injects faults, lets `rest` carry it out, records it.

use std::time::{Duration, Instant, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::faults::{CallEffect, DropPoint, Injection};
use super::listener::ConnectionAborter;
use super::shared::Shared;
use super::state::ServerState;
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::json_text::json_text;
use crate::model::attachments::Upload;
use crate::rest::{self, Method, Outcome, Reply, Request, Route, Success};
use crate::world::World;

pub(crate) const MAX_BODY_BYTES: usize = 32 * 1024 * 1024;
const API_PREFIX: &str = "/api/v10";
/// The body of a `CallEffect::CloudflareBlock`.
const CLOUDFLARE_BLOCK_HTML: &str =
    "<!DOCTYPE html><title>Access denied</title><h1>Error 1015</h1>";

#[derive(Debug)]
struct Call {
    method: axum::http::Method,
    /// The path after `/api/v10`.
    path: String,
    query: String,
    headers: HeaderMap,
    body: Value,
    files: Vec<Upload>,
    /// The error of an unreadable body.
    unreadable: Option<ApiError>,
}

impl Call {
    /// Returns the call without its transport; `None` for a method that no route supports.
    fn request(&self) -> Option<Request<'_>> {
        let authorization = self.headers.get(header::AUTHORIZATION);
        Some(Request {
            method: Method::parse(self.method.as_str())?,
            path: &self.path,
            query: &self.query,
            authorization: authorization.and_then(|value| value.to_str().ok()),
            body: &self.body,
            files: &self.files,
        })
    }

    fn route(&self) -> Result<Route, ApiError> {
        Route::parse(Method::parse(self.method.as_str()), &self.path)
    }
}

/// The result of a call, before it is sent.
struct CallOutcome {
    outcome: Outcome,
    /// The injected fault that changed the result.
    fault: Option<CallEffect>,
}

impl CallOutcome {
    /// Returns true if an error comes from a fault and not from the sandbox's own checks.
    fn is_injected(&self) -> bool {
        !matches!(self.fault, None | Some(CallEffect::Drop { .. }))
    }
}

pub(crate) async fn handle(
    State(shared): State<Shared>,
    ConnectInfo(aborter): ConnectInfo<ConnectionAborter>,
    request: HttpRequest,
) -> Response {
    let started = Instant::now();
    let call = read_call(request).await;
    let injection = inject_faults(&mut shared.lock(), &call);
    if !injection.delay.is_zero() {
        tokio::time::sleep(injection.delay).await;
    }
    let mut state = shared.lock();
    let mut outcome = match injection.effect {
        None => CallOutcome {
            outcome: answer_call(&mut state.world, &call),
            fault: None,
        },
        Some(fault) => apply_fault(fault, || answer_call(&mut state.world, &call)),
    };
    let reply = outcome.outcome.take_reply();
    let mut response = respond(&reply, outcome.fault, &aborter);
    set_date(&mut response, state.world.now());
    // The record has the events of a call before the call itself.
    state.forward();
    record_call(&mut state, &call, &outcome, &reply);
    tracing::debug!(
        method = %call.method,
        status = response.status().as_u16(),
        microseconds = started.elapsed().as_micros(),
        "REST call answered"
    );
    response
}

/// Tells the sandbox's time, which tests move forward, instead of the machine's.
fn set_date(response: &mut Response, now_ms: u64) {
    let now = UNIX_EPOCH + Duration::from_millis(now_ms);
    if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(now)) {
        response.headers_mut().insert(header::DATE, date);
    }
}

fn inject_faults(state: &mut ServerState, call: &Call) -> Injection {
    let route = call.route().ok();
    let channel = route.and_then(|route| route.channel(&state.world));
    state
        .faults
        .trigger_on_call(call.method.as_str(), &call.path, channel)
}

/// Returns the result of a call under a fault. `process` carries the call out.
fn apply_fault(fault: CallEffect, process: impl FnOnce() -> Outcome) -> CallOutcome {
    let outcome = match fault {
        CallEffect::Drop {
            moment: DropPoint::BeforeProcessing,
        } => Outcome::new(Ok(Success::empty())),
        CallEffect::Fail { applied: true, .. } => {
            // Tests must see the sandbox's own errors even under a fault.
            let outcome = process();
            if outcome.result.is_err() {
                return CallOutcome {
                    outcome,
                    fault: None,
                };
            }
            Outcome::new(fault.error().map_or(outcome.result, Err))
        }
        _ => match fault.error() {
            Some(error) => Outcome::new(Err(error)),
            None => process(),
        },
    };
    CallOutcome {
        outcome,
        fault: Some(fault),
    }
}

fn answer_call(world: &mut World, call: &Call) -> Outcome {
    match (call.route(), call.request()) {
        (Ok(route), Some(request)) => {
            rest::answer(world, &route, &request, call.unreadable.clone())
        }
        (Err(error), _) => Outcome::new(Err(error)),
        (Ok(_), None) => Outcome::new(Err(ApiError::WRONG_METHOD)),
    }
}

/// Reads a request. An unreadable body gives an error beside the call.
async fn read_call(request: HttpRequest) -> Call {
    let uri = request.uri();
    let mut call = Call {
        method: request.method().clone(),
        path: uri.path().trim_start_matches(API_PREFIX).to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        headers: request.headers().clone(),
        body: Value::Null,
        files: Vec::new(),
        unreadable: None,
    };
    call.unreadable = read_body(&mut call, request).await.err();
    call
}

async fn read_body(call: &mut Call, request: HttpRequest) -> Result<(), ApiError> {
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
        let request = HttpRequest::from_parts(parts, Body::from(bytes));
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
    let path = FieldPath::root().field(name);
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

fn respond(reply: &Reply, fault: Option<CallEffect>, aborter: &ConnectionAborter) -> Response {
    match fault {
        Some(CallEffect::Drop {
            moment: DropPoint::DuringResponse,
        }) => return truncated_response(full_response(reply), aborter),
        Some(CallEffect::Drop { .. }) => aborter.abort(),
        Some(CallEffect::CloudflareBlock {}) => return cloudflare_block(),
        _ => {}
    }
    full_response(reply)
}

fn full_response(reply: &Reply) -> Response {
    let mut response = Response::new(match &reply.body {
        Some(body) => Body::from(json_text(body)),
        None => Body::empty(),
    });
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::BAD_REQUEST);
    let headers = response.headers_mut();
    if reply.body.is_some() {
        let json = HeaderValue::from_static("application/json");
        headers.insert(header::CONTENT_TYPE, json);
    }
    for (name, value) in &reply.headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    headers.insert(header::VIA, HeaderValue::from_static("1.1 sandbox"));
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

fn record_call(state: &mut ServerState, call: &Call, outcome: &CallOutcome, reply: &Reply) {
    state.problems.count_request(&call.path);
    let status = reply.status;
    let answer = reply.body.as_ref().unwrap_or(&Value::Null);
    if let Err(error) = &outcome.outcome.result {
        let (method, injected) = (call.method.as_str(), outcome.is_injected());
        state
            .problems
            .record_refusal(method, &call.path, error, injected);
        tracing::warn!(method = %call.method, status, answer = %answer, "REST call refused");
    }
    let now = state.world.now();
    state.recorder.record(|| {
        let files = call.files.iter();
        let files = files.map(|file| json!({"name": file.name, "size": file.bytes.len()}));
        json!({
            "time": now,
            "direction": "in",
            "method": call.method.as_str(),
            "path": format!("{API_PREFIX}{}", call.path),
            "body": call.body,
            "files": files.collect::<Vec<_>>(),
            "status": status,
            "answer": answer,
            "fault": outcome.fault.map(CallEffect::name),
        })
    });
}
