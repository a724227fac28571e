//! Handles every REST call: reads it, injects faults, lets `rest` carry it out, and records it.

use std::time::{Duration, Instant, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::faults::{CallEffect, DropPoint};
use super::listener::ConnectionAborter;
use super::shared::Shared;
use super::state::ServerState;
use crate::api_error::ApiError;
use crate::format::json_text;
use crate::rest::{self, Method, Reply, Request, Route, Success};
use crate::world::{Upload, World};

pub(crate) const MAX_BODY_BYTES: usize = 32 * 1024 * 1024;
const API_PREFIX: &str = "/api/v10";

#[derive(Debug)]
struct Call {
    method: Method,
    /// The path after `/api/v10`.
    path: String,
    query: String,
    headers: HeaderMap,
    body: Value,
    files: Vec<Upload>,
    /// The error for an unreadable body.
    unreadable: Option<ApiError>,
}

struct CallOutcome {
    reply: Reply,
    /// The injected fault, if it took effect.
    fault: Option<CallEffect>,
}

pub(crate) async fn handle(
    State(shared): State<Shared>,
    ConnectInfo(aborter): ConnectInfo<ConnectionAborter>,
    request: HttpRequest,
) -> Response {
    let started = Instant::now();
    let call = read_call(request).await;
    let injection = {
        let state = &mut *shared.lock();
        let route = Route::parse(&call.path).ok();
        let channel = route.and_then(|route| route.channel(&state.world));
        let method = call.method.as_str();
        let has_emoji = has_application_emoji(&call.body);
        state
            .faults
            .trigger_on_call(method, &call.path, channel, has_emoji)
    };
    if !injection.delay.is_zero() {
        tokio::time::sleep(injection.delay).await;
    }
    let mut state = shared.lock();
    let outcome = apply_fault(injection.effect, || answer_call(&mut state.world, &call));
    let mut response = respond(&outcome, &aborter);
    set_date(&mut response, state.world.now());
    state.forward();
    record_call(&mut state, &call, &outcome);
    tracing::debug!(
        method = %call.method,
        status = response.status().as_u16(),
        microseconds = started.elapsed().as_micros(),
        "REST call answered"
    );
    response
}

/// Sets the `Date` header to the sandbox's time, which tests can move forward, instead of the machine's.
fn set_date(response: &mut Response, now_ms: u64) {
    let now = UNIX_EPOCH + Duration::from_millis(now_ms);
    if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(now)) {
        response.headers_mut().insert(header::DATE, date);
    }
}

/// Returns the outcome of a call, which `process` carries out unless the fault prevents it.
fn apply_fault(fault: Option<CallEffect>, process: impl FnOnce() -> Reply) -> CallOutcome {
    let error = fault
        .and_then(CallEffect::error)
        .map(|error| Reply::new(Err(error)));
    let reply = match fault {
        Some(CallEffect::Drop {
            moment: DropPoint::Before,
        }) => Reply::new(Ok(Success::empty())),
        Some(CallEffect::Fail { applied: true, .. }) => {
            let reply = process();
            // If the sandbox itself refuses the call, tests must see that error instead of the fault.
            if reply.error.is_some() {
                return CallOutcome { reply, fault: None };
            }
            error.unwrap_or(reply)
        }
        _ => error.unwrap_or_else(process),
    };
    CallOutcome { reply, fault }
}

/// Returns true if the body contains an application emoji, which is an `emoji` object that begins with an id.
fn has_application_emoji(body: &Value) -> bool {
    body.to_string().contains(r#""emoji":{"id":"#)
}

/// Returns false for a User-Agent other than `DiscordBot (URL, VERSION)`. A request without this header is accepted,
/// because the tests' own clients do not send it.
fn is_bots_user_agent(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::USER_AGENT) else {
        return true;
    };
    let text = value.to_str().unwrap_or_default();
    text.starts_with("DiscordBot (http") && text.contains(", ")
}

fn answer_call(world: &mut World, call: &Call) -> Reply {
    if !is_bots_user_agent(&call.headers) {
        return Reply::new(Err(ApiError::BAD_USER_AGENT));
    }
    let route = match Route::parse(&call.path) {
        Ok(route) => route,
        Err(error) => return Reply::new(Err(error)),
    };
    let authorization = call.headers.get(header::AUTHORIZATION);
    let request = Request {
        method: call.method.clone(),
        path: &call.path,
        query: &call.query,
        authorization: authorization.and_then(|value| value.to_str().ok()),
        body: &call.body,
        files: &call.files,
    };
    rest::answer(world, &route, &request, call.unreadable.clone())
}

/// Reads a request. The error for an unreadable body is stored in the call.
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
    let kind = parts
        .headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        let request = HttpRequest::from_parts(parts, Body::from(bytes));
        let form = Multipart::from_request(request, &())
            .await
            .map_err(|_| ApiError::INVALID_JSON)?;
        return read_multipart(call, form).await;
    }
    if !kind.starts_with("application/json") {
        return Err(wrong_content_type());
    }
    call.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::INVALID_JSON)?;
    Ok(())
}

fn wrong_content_type() -> ApiError {
    let message = "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
    ApiError::invalid_form(json!({"_misc": [{"code": "CONTENT_TYPE_INVALID", "message": message}]}))
}

async fn read_multipart(call: &mut Call, mut form: Multipart) -> Result<(), ApiError> {
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|_| ApiError::INVALID_JSON)?
    {
        let field_name = field.name().unwrap_or_default().to_owned();
        let name = field.file_name().unwrap_or("unknown").to_owned();
        let content_type = field
            .content_type()
            .unwrap_or(content_type_of(&name))
            .to_owned();
        let bytes = field.bytes().await.map_err(|_| ApiError::INVALID_JSON)?;
        if field_name == "payload_json" {
            call.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::INVALID_JSON)?;
            continue;
        }
        call.files.push(Upload {
            index: file_index(&field_name).ok_or_else(|| unknown_field(&field_name))?,
            name,
            content_type,
            bytes: bytes.to_vec(),
        });
    }
    Ok(())
}

fn unknown_field(name: &str) -> ApiError {
    let message = "File fields must be named files[n].";
    let error = json!({"code": "FORM_FIELD_UNKNOWN", "message": message});
    ApiError::invalid_form(json!({name: {"_errors": [error]}}))
}

fn file_index(name: &str) -> Option<u64> {
    name.strip_prefix("files[")?.strip_suffix(']')?.parse().ok()
}

fn content_type_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

fn respond(outcome: &CallOutcome, aborter: &ConnectionAborter) -> Response {
    match outcome.fault {
        Some(CallEffect::Drop {
            moment: DropPoint::Within,
        }) => return truncated_response(full_response(&outcome.reply), aborter),
        Some(CallEffect::Drop { .. }) => aborter.abort(),
        _ => {}
    }
    full_response(&outcome.reply)
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

/// Returns a response whose body breaks off after one character, which ends the connection. A 204 has no body, so the
/// connection is aborted before anything is sent.
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

fn record_call(state: &mut ServerState, call: &Call, outcome: &CallOutcome) {
    state.problems.count_request(&call.path);
    let status = outcome.reply.status;
    let answer = outcome.reply.body.as_ref().unwrap_or(&Value::Null);
    if let Some(error) = &outcome.reply.error {
        // True if the error comes from a fault, not from the sandbox's own checks.
        let injected = !matches!(outcome.fault, None | Some(CallEffect::Drop { .. }));
        let method = call.method.as_str();
        state
            .problems
            .record_refusal(method, &call.path, error, injected);
        tracing::warn!(method, status, answer = %answer, "REST call refused");
    }
    let now = state.world.now();
    state.recorder.record(|| {
        let files = call
            .files
            .iter()
            .map(|file| json!({"name": file.name, "size": file.bytes.len()}));
        json!({
            "time": now,
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
