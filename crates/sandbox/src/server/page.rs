//! Serves the web page, attachments and the images of emojis.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};

use super::shared::Shared;
use crate::id::Id;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/", get(async || page_file("index.html")))
        .route(
            "/{*file}",
            get(async |Path(name): Path<String>| page_file(&name)),
        )
        .route(
            "/cdn/attachments/{channel}/{id}/{name}",
            get(serve_attachment),
        )
        .route("/cdn/emojis/{name}", get(serve_emoji))
}

fn page_file(name: &str) -> Response {
    let Some(file) = PAGE.get_file(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, file.contents()).into_response()
}

async fn serve_attachment(
    State(shared): State<Shared>,
    Path((_, id, _)): Path<(String, Id, String)>,
) -> Response {
    serve_file(&shared, id)
}

async fn serve_emoji(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    let id = name.split('.').next().and_then(|id| id.parse().ok());
    match id {
        Some(id) => serve_file(&shared, id),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn serve_file(shared: &Shared, id: Id) -> Response {
    let state = shared.lock();
    match state.world.file(id) {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, file.content_type.clone())];
            (headers, file.bytes.clone()).into_response()
        }
    }
}
