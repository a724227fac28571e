//! The one door for REST: every call is read, limited, answered, written down.

use std::collections::HashMap;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::attachments::Upload;
use crate::forms::{FormErrors, Place};
use crate::limits::BucketState;
use crate::record::Exchange;
use crate::refusal::{Refusal, seconds};
use crate::rest::{Reply, Route};
use crate::server::Shared;
use crate::world::World;

/// The largest body that is read, in bytes.
pub(crate) const LARGEST_BODY: usize = 32 * 1024 * 1024;
/// Where the REST face begins.
const BASE: &str = "/api/v10";

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
}

/// Answers a REST call.
pub(crate) async fn answer(State(shared): State<Shared>, request: Request) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().trim_start_matches(BASE).to_owned();
    let headers = request.headers().clone();
    let (call, problem) = read(method, path, request).await;
    let mut world = shared.world();
    let outcome = answer_call(&mut world, &call, problem, &headers);
    let response = respond(&outcome);
    write_down(&mut world, &call, &outcome);
    tracing::debug!(
        method = %call.method,
        status = response.status().as_u16(),
        microseconds = begun.elapsed().as_micros(),
        "REST call answered"
    );
    response
}

fn answer_call(
    world: &mut World,
    call: &Call,
    problem: Option<Refusal>,
    headers: &HeaderMap,
) -> Outcome {
    let refused = |refusal| Outcome {
        reply: Err(refusal),
        bucket: None,
    };
    let route = match Route::parse(&call.method, &call.path) {
        Ok(route) => route,
        Err(refusal) => return refused(refusal),
    };
    if route.needs_token() && !is_authorized(world, headers) {
        return refused(Refusal::UNAUTHORIZED);
    }
    let now = world.now();
    let taken = world.limits.take(&route.bucket(), now);
    let reply = match taken.refusal.or(problem) {
        Some(refusal) => Err(refusal),
        None => route.answer(world, call),
    };
    let bucket = taken.state;
    Outcome { reply, bucket }
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

fn respond(outcome: &Outcome) -> Response {
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
        world
            .problems
            .refused(call.method.as_str(), &call.path, refusal);
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
        },
    );
}
