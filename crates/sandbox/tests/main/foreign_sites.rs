//! Requests that pages of other sites make through a browser on this machine: each is refused before
//! any handler sees it. Which ones are refused: `server::foreign_sites`.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};

use crate::gateway::GatewayClient;
use crate::{TestSandbox, send};

#[tokio::test]
async fn a_name_that_resolves_to_this_machine_is_not_served() {
    let sandbox = TestSandbox::start().await;
    for path in [
        "/",
        "/api.js",
        "/sandbox/state",
        "/sandbox/events",
        "/api/v10/users/@me",
        "/gateway",
        "/nowhere",
    ] {
        let request = sandbox.request(Method::GET, path, &sandbox.authorization());
        let response = send(request.header("host", "evil.example:8383"), Value::Null).await;
        assert_eq!(response.status, 421, "{path}");
    }
    for own in ["localhost", "[::1]:9"] {
        let request = sandbox.request(Method::GET, "/sandbox/state", "");
        let response = send(request.header("host", own), Value::Null).await;
        assert_eq!(response.status, 200, "{own}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let sandbox = TestSandbox::start().await;
    let (channel, user) = sandbox.first_channel_and_user().await;
    let say = format!("/sandbox/channels/{channel}/say");
    let body = json!({"user": user, "content": "forged"});
    let call = async |path: &str, (header, value): (&'static str, &str), body: &Value| {
        let request = sandbox.request(Method::POST, path, "");
        send(request.header(header, value), body.clone())
            .await
            .status
            .as_u16()
    };
    for foreign in [
        ("origin", "http://evil.example"),
        ("origin", "http://localhost:3000"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
    ] {
        assert_eq!(call(&say, foreign, &body).await, 403, "{foreign:?}");
        // Needs no body, and so no permission of the browser.
        let reconnect = "/sandbox/gateway/reconnect";
        assert_eq!(call(reconnect, foreign, &Value::Null).await, 403);
    }
    assert_eq!(
        sandbox.visible_messages(&channel, "").await,
        Vec::<Value>::new()
    );
    for own in [("origin", sandbox.base()), ("x-no-browser", "1")] {
        assert_eq!(call(&say, own, &body).await, 200, "{own:?}");
    }
    assert_eq!(sandbox.visible_messages(&channel, "").await.len(), 2);
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
    let (own, foreign) = (one.authorization(), other.authorization());
    for (token, status) in [
        (&*own, 200),
        (&foreign, 401),
        ("Bot sandbox-token", 401),
        ("", 401),
    ] {
        let request = one.request(Method::GET, "/api/v10/users/@me", token);
        let response = send(request, Value::Null).await;
        assert_eq!(response.status, status, "{}", response.body);
    }
}
