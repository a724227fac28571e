//! Requests that pages of other sites make through a browser on this machine: each is refused before
//! any handler sees it.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};

use crate::TestSandbox;
use crate::gateway::GatewayClient;

/// Sends a request as these lines, and returns the status.
async fn raw(sandbox: &TestSandbox, request: &str, headers: &[&str], body: &str) -> u16 {
    let address = sandbox.server.address();
    let stream = TcpStream::connect(address).await;
    let mut stream = stream.expect("the sandbox listens");
    let mut text = format!("{request} HTTP/1.1\r\nconnection: close\r\n");
    for header in headers {
        text += &header.replace("HERE", &address.to_string());
        text += "\r\n";
    }
    let length = body.len();
    text += &format!("content-length: {length}\r\n\r\n{body}");
    let sent = stream.write_all(text.as_bytes()).await;
    sent.expect("the request is sent");
    let mut response = String::new();
    let read = stream.read_to_string(&mut response).await;
    read.expect("the response is text");
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok());
    status.expect("a status")
}

#[tokio::test]
async fn a_name_that_resolves_to_this_machine_is_not_served() {
    let sandbox = TestSandbox::start().await;
    let authorization = format!("authorization: {}", sandbox.authorization());
    for path in [
        "/",
        "/api.js",
        "/sandbox/state",
        "/sandbox/events",
        "/api/v10/users/@me",
        "/gateway",
        "/nowhere",
    ] {
        let request = format!("GET {path}");
        let headers = ["host: evil.example:8383", &authorization];
        assert_eq!(raw(&sandbox, &request, &headers, "").await, 421, "{path}");
    }
    for own in ["host: HERE", "host: localhost", "host: [::1]:9"] {
        let status = raw(&sandbox, "GET /sandbox/state", &[own], "").await;
        assert_eq!(status, 200, "{own}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let sandbox = TestSandbox::start().await;
    let user = sandbox.user_id(0).await;
    let channel = sandbox.first_channel_id().await;
    let say = format!("POST /sandbox/channels/{channel}/say");
    let body = json!({"user": user, "content": "forged"}).to_string();
    let json = "content-type: application/json";
    for origin in [
        "origin: http://evil.example",
        "origin: http://localhost:3000",
        "origin: null",
        "sec-fetch-site: cross-site",
    ] {
        let headers = ["host: HERE", json, origin];
        assert_eq!(raw(&sandbox, &say, &headers, &body).await, 403, "{origin}");
        // Needs no body, and so no permission of the browser.
        let reconnect = "POST /sandbox/gateway/reconnect";
        assert_eq!(raw(&sandbox, reconnect, &headers, "").await, 403);
    }
    let seen = sandbox.visible_messages(&channel, None).await;
    assert_eq!(seen.len(), 0, "{seen:?}");
    for own in ["origin: http://HERE", "x-no-browser: 1"] {
        let headers = ["host: HERE", json, own];
        assert_eq!(raw(&sandbox, &say, &headers, &body).await, 200, "{own}");
    }
    assert_eq!(sandbox.visible_messages(&channel, None).await.len(), 2);
}

#[tokio::test]
async fn a_page_of_another_site_opens_no_websocket() {
    let sandbox = TestSandbox::start().await;
    let url = format!("ws://{}/gateway", sandbox.server.address());
    for origin in ["http://evil.example", "https://discord.com", "null"] {
        let mut request = url.as_str().into_client_request().expect("an address");
        let headers = request.headers_mut();
        headers.insert("origin", HeaderValue::from_static(origin));
        match connect_async(request).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), StatusCode::FORBIDDEN),
            other => panic!("{origin} got {:?}", other.map(drop)),
        }
    }
    GatewayClient::connect(&sandbox).await;
}

#[tokio::test]
async fn each_sandbox_has_another_token() {
    let (one, other) = (TestSandbox::start().await, TestSandbox::start().await);
    assert_ne!(one.server.token(), other.server.token());
    assert!(one.server.token().len() >= 32);
    let path = "/api/v10/users/@me";
    let own = one.call_with_token(path, &one.authorization()).await;
    assert_eq!(own.status, 200, "{}", own.body);
    for token in [&*other.authorization(), "Bot sandbox-token", ""] {
        assert_eq!(one.call_with_token(path, token).await.status, 401);
    }
}
