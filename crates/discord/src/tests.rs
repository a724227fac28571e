//! Tests the crate over HTTP against a fake Discord. Each test controls the responses and their timing. Decisions about
//! a table's messages are tested in `message_board`.

mod fake_discord;
mod fake_transport;
mod fixture;
mod leases;
mod pictures;
mod refusing_servers;
mod repeated_requests;
pub(crate) mod samples;

use serde_json::{Value, json};
use table::control::Stamp;
use table::effect::{Answer, Effect, MessageUpdate};
use table::ids::Revision;
use table::intent::Intent;
use tokio::time::Instant;

use super::{Call, InitialState, RequestError, send_answer};
use fake_discord::FakeDiscord;
use fixture::{BOT, CHANNEL, EDIT, Fixture, PATIENCE, POST, REPLACE, TABLE, USER};
use samples::{click, posted, screen};

fn table_message(id: u64, intent: Intent) -> Value {
    let (table, revision) = (TABLE, Revision(1));
    let custom_id = Stamp { table, revision }.button(intent).to_string();
    json!({
        "id": id.to_string(), "author": { "id": BOT.user.to_string() },
        "components": [{ "type": 2, "custom_id": custom_id }],
    })
}

#[tokio::test]
async fn a_message_that_an_earlier_process_did_not_record_is_found() {
    let mut fixture = Fixture::new(&InitialState::Uncertain(posted(100, &[]))).await;
    fixture.show(screen("newest"), MessageUpdate::Edit);
    let scan = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let scan = fixture.expect(scan).await;
    scan.respond_ok(json!([
        table_message(103, Intent::OpenHand),
        { "id": "102", "content": "an unrelated message" },
        table_message(101, Intent::Rematch),
        table_message(100, Intent::OpenHand),
    ]));
    let grant = fixture.discord.grant_requests(2);
    let lines = fixture.board.meanwhile(grant).await;
    let deletion = "DELETE /api/v10/channels/5/messages/100";
    let edit = "PATCH /api/v10/channels/5/messages/103";
    assert_eq!(lines, [deletion, edit], "a finished game's message stays");
    fixture.wait_for(posted(103, &[])).await;
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

/// Answers a click with a hand. Discord reports that the click was already answered, with the message `original`.
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
async fn an_interaction_that_was_answered_before_the_first_try_has_been_answered_by_another_program()
 {
    let mut discord = FakeDiscord::start().await;
    let rest = discord.rest.clone();
    let sending = tokio::spawn(async move {
        let body = json!({ "type": 6 });
        for interaction in [1, 2] {
            let click = click(interaction, USER, 100, false);
            let sent = send_answer(&rest, &click, &body).await;
            assert_eq!(sent, Err(RequestError::AlreadyAnswered));
        }
        rest.foreign_answers()
    });
    // The first answer to the first interaction took effect.
    discord.next_request().await.respond(502, Value::Null);
    for _ in 0..2 {
        let answer = discord.next_request().await;
        answer.respond(400, json!({ "code": 40060 }));
    }
    assert_eq!(sending.await.unwrap(), 1);
}
