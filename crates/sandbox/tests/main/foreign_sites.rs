//! Tests that requests from other sites' pages are refused, by the rules in `server::foreign_sites`, and that each
//! sandbox has its own token.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};

use crate::{TestSandbox, send};

#[tokio::test]
async fn a_name_that_resolves_to_this_machine_is_not_served() {
    let sandbox = TestSandbox::start().await;
    for path in ["/", "/api.js", "/sandbox/state", "/gateway", "/nowhere"] {
        let request = sandbox.request(Method::GET, path, "");
        let response = send(request.header("host", "evil.example:8383"), Value::Null).await;
        assert_eq!(response.status, 421, "{path}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let sandbox = TestSandbox::start().await;
    let (channel, user) = sandbox.first_channel_and_user().await;
    let path = format!("/sandbox/channels/{channel}/say");
    for (header, value, status) in [
        ("origin", "http://evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("origin", sandbox.base(), 200),
    ] {
        let request = sandbox.request(Method::POST, &path, "");
        let body = json!({"user": user, "content": "forged"});
        let response = send(request.header(header, value), body).await;
        assert_eq!(response.status, status, "{header}: {value}");
    }
    assert_eq!(sandbox.visible_messages(&channel, "").await.len(), 1);
}

#[tokio::test]
async fn a_page_of_another_site_opens_no_websocket() {
    let sandbox = TestSandbox::start().await;
    let url = format!("ws://{}/gateway", sandbox.server.address());
    let mut request = url.into_client_request().expect("an address");
    let origin = HeaderValue::from_static("http://evil.example");
    request.headers_mut().insert("origin", origin);
    match connect_async(request).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), StatusCode::FORBIDDEN),
        other => panic!("{:?}", other.map(drop)),
    }
}

#[tokio::test]
async fn each_sandbox_has_another_token() {
    let (one, other) = (TestSandbox::start().await, TestSandbox::start().await);
    assert!(one.server.token().len() >= 32);
    let (own, foreign) = (one.authorization(), other.authorization());
    for (token, status) in [(&*own, 200), (&foreign, 401), ("", 401)] {
        let request = one.request(Method::GET, "/api/v10/users/@me", token);
        let response = send(request, Value::Null).await;
        assert_eq!(response.status, status, "{}", response.body);
    }
}
