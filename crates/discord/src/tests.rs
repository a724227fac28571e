//! Tests the crate against a fake Discord: over HTTP with `fake_discord`, or without HTTP, in paused time, with
//! `fake_transport`. Decisions about a table's messages are tested in `message_board`.

mod fake_discord;
mod fake_transport;
mod fixture;
mod leases;
mod pictures;
mod refusing_servers;
mod repeated_requests;
pub(crate) mod samples;

use serde_json::{Value, json};
use serenity::model::id::MessageId;
use table::effect::{Answer, Effect, MessageUpdate};
use tokio::time::Instant;

use super::{Call, RequestError};
use fake_discord::FakeDiscord;
use fixture::{CHANNEL, EDIT, Fixture, PATIENCE, POST, REPLACE, USER};
use samples::{click, screen};

#[test]
fn a_scan_reads_a_hundred_messages_from_the_oldest_that_is_known() {
    let call = Call::ReadMessages {
        channel: CHANNEL,
        since: Some(MessageId::new(100)),
    };
    assert_eq!(call.route().query, "?limit=100&after=99");
}

#[tokio::test]
async fn a_board_reports_at_its_end_if_anything_is_left_to_do() {
    for (status, expected) in [(200, true), (404, true), (502, false)] {
        let mut fixture = Fixture::with_message().await;
        fixture.show(screen("the end"), MessageUpdate::Edit);
        let finish = fixture.board.finish();
        let respond = async {
            for _ in 0..if status == 502 { 2 } else { 1 } {
                let edit = fixture.discord.expect(EDIT).await;
                edit.respond(status, json!({ "code": 10_008 }));
            }
        };
        let (exit, ()) = tokio::join!(finish, respond);
        assert_eq!(exit, expected);
    }
}

#[tokio::test]
async fn a_post_of_unknown_outcome_is_tried_once_more_with_the_same_nonce() {
    let mut fixture = Fixture::with_message().await;
    fixture.show(screen("x"), REPLACE);
    let first = fixture.expect(POST).await;
    let nonce = first.body["nonce"].clone();
    assert!(nonce.is_string() && first.body["enforce_nonce"] == true);
    first.respond(502, Value::Null);
    let second = fixture.expect(POST).await;
    assert_eq!(second.body["nonce"], nonce);
}

#[tokio::test]
async fn a_request_waits_as_long_as_discord_says_unless_that_is_past_its_deadline() {
    let mut discord = FakeDiscord::start().await;
    let rest = discord.rest.clone();
    let call = Call::Post {
        channel: CHANNEL,
        file: None,
    };
    let sending = tokio::spawn(async move {
        let soon = rest.send(&call, None, Instant::now() + PATIENCE).await;
        let late = rest.send(&call, None, Instant::now() + PATIENCE).await;
        (soon, late)
    });
    for (status, body) in [
        (429, json!({ "retry_after": 0.01, "global": true })),
        (200, json!({ "id": "1" })),
        (429, json!({ "retry_after": 3600.0 })),
    ] {
        discord.next_request().await.respond(status, body);
    }
    let (soon, late) = sending.await.unwrap();
    assert_eq!(soon, Ok(json!({ "id": "1" })));
    assert_eq!(late, Err(RequestError::DeadlineExceeded));
}

const ORIGINAL: &str = "/api/v10/webhooks/8/t1/messages/@original";

/// Answers a click with a hand. Discord reports an earlier answer to the click: the message `original`.
async fn deliver_answered_click(fixture: &mut Fixture, original: Value) {
    let hand = Answer::Panel(screen("a hand"));
    fixture.board.answer(click(1, USER, 100, false), hand);
    let callback = "POST /api/v10/interactions/1/t1/callback?with_response=true";
    let answer = fixture.expect(callback).await;
    answer.respond(400, json!({ "code": 40060 }));
    let read = fixture.expect(&format!("GET {ORIGINAL}")).await;
    read.respond_ok(original);
}

#[tokio::test]
async fn a_hand_is_never_shown_in_the_public_message() {
    let mut fixture = Fixture::with_message().await;
    deliver_answered_click(&mut fixture, json!({ "id": "100", "flags": 1 << 15 })).await;
    fixture.board.handle(Effect::RefreshPanel {
        user: USER,
        screen: screen("a newer hand"),
        below: true,
    });
    fixture.show(screen("the table"), MessageUpdate::Edit);
    let next = fixture.expect(EDIT).await;
    assert_eq!(next.text(), "the table");
}

#[tokio::test]
async fn a_private_answer_that_exists_already_is_edited() {
    let mut fixture = Fixture::with_message().await;
    deliver_answered_click(&mut fixture, json!({ "id": "101", "flags": 64 })).await;
    let edit = fixture.expect(&format!("PATCH {ORIGINAL}")).await;
    assert_eq!(edit.text(), "a hand");
}

#[tokio::test]
async fn a_watchers_click_on_a_private_message_that_is_gone_is_answered_with_a_new_one() {
    let mut fixture = Fixture::with_message().await;
    let outdated = Answer::Obsolete(screen("an old button"));
    fixture.board.answer(click(1, USER, 101, true), outdated);
    let callback = "POST /api/v10/interactions/1/t1/callback";
    let edit = fixture.expect(callback).await;
    edit.respond(404, json!({ "code": 10008 }));
    let answer = fixture
        .expect(&format!("{callback}?with_response=true"))
        .await;
    assert_eq!(answer.body["type"], 4);
    assert_eq!(answer.body["data"]["flags"].as_u64().unwrap() & 64, 64);
}
