//! An API that returns a gateway address to which the token must not be sent.

use axum::Json;
use axum::Router;
use journal::RecordCipher;
use kittens::{Bot, BotToken, Config, StartChecks};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::harness::TIMEOUT;

/// Returns the error with which the bot ends if the API returns this address.
async fn refusal(gateway: &'static str) -> String {
    let answer: Value = json!({
        "url": gateway,
        "shards": 1,
        "session_start_limit": {
            "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1,
        },
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    let api = Router::new().fallback(async move || Json(answer.clone()));
    let serving = tokio::spawn(async move { axum::serve(listener, api).await });
    let mut config = Config::built_in();
    config.discord.api_url = format!("http://{address}").parse().expect("an address");
    config.storage.url = journal::StorageUrl::Memory;
    let token = BotToken::parse("a-token").expect("a token");
    let mut bot = Bot::start(&config, &token, RecordCipher::plain(), StartChecks::Skip)
        .await
        .expect("the storage is in memory");
    let why = timeout(TIMEOUT, bot.wait_until_failed())
        .await
        .expect("the bot refuses the address")
        .to_string();
    bot.shutdown().await;
    serving.abort();
    why.replace(&address.to_string(), "HOST")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_not_sent_to_a_gateway_without_tls_or_with_credentials() {
    assert_eq!(
        refusal("ws://gateway.example.com").await,
        "the gateway of http://HOST has an address without TLS"
    );
    assert_eq!(
        refusal("wss://bot:secret@gateway.example.com").await,
        "the gateway of http://HOST has an address with a user or a password"
    );
    assert_eq!(
        refusal("https://gateway.example.com").await,
        "the gateway of http://HOST has an address that is not a WebSocket address"
    );
}
