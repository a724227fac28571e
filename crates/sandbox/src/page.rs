//! The web page and the images, as a browser fetches them.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};

use crate::ids::Id;
use crate::server::Shared;

/// The page's files, built into the binary.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The page at `/`, its files beside it, images under `/cdn`.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/", get(async || file("index.html")))
        .route(
            "/{*file}",
            get(async |Path(name): Path<String>| file(&name)),
        )
        .route("/cdn/attachments/{channel}/{id}/{name}", get(attachment))
        .route("/cdn/emojis/{name}", get(emoji))
}

fn file(name: &str) -> Response {
    let Some(file) = PAGE.get_file(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, file.contents()).into_response()
}

async fn attachment(
    State(shared): State<Shared>,
    Path((_, id, _)): Path<(String, Id, String)>,
) -> Response {
    stored(&shared, id)
}

async fn emoji(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    let id = name.split('.').next().and_then(|id| id.parse().ok());
    match id {
        Some(id) => stored(&shared, id),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn stored(shared: &Shared, id: Id) -> Response {
    let world = shared.world();
    match world.files.get(&id) {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, file.content_type.clone())];
            (headers, file.bytes.clone()).into_response()
        }
    }
}
