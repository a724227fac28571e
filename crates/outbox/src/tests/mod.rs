//! Tests of the outbox through HTTP, against a fake Discord that answers when and as the test says.
//! The decisions about a table's messages have tests of their own in `message_board`.

mod fake_discord;
mod fake_journal;
mod fixture;
mod pictures;
mod refusals;

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use table::control::Stamp;
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::{Revision, UserId};
use table::input::DeliveryFailure;
use table::intent::Intent;
use table::screen::Screen;
use tokio::time::Instant;

use super::{BoardEvent, Call, Confirmation, InitialState, RequestError, send_answer};
use fake_discord::{FakeDiscord, PendingRequest};
use fake_journal::posted;
use fixture::{BOT, CHANNEL, EDIT, Fixture, PATIENCE, POST, REPLACE, TABLE, USER, click, screen};

#[tokio::test]
async fn of_several_screens_during_an_edit_only_the_newest_is_sent() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .board
        .show(screen("1"), MessageUpdate::Edit, Urgency::Routine);
    let first = fixture.discord.expect(EDIT).await;
    assert_eq!(first.text(), "1");
    for text in ["2", "3", "4"] {
        fixture
            .board
            .show(screen(text), MessageUpdate::Edit, Urgency::Routine);
    }
    first.respond_ok(Value::Null);
    let second = fixture.discord.expect(EDIT).await;
    assert_eq!(second.text(), "4");
    second.respond_ok(Value::Null);
    fixture
        .board
        .show(screen("5"), MessageUpdate::Edit, Urgency::Routine);
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "5");
}

/// Returns a message of the table of these tests with one button.
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
    let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
    fixture
        .board
        .show(screen("newest"), MessageUpdate::Edit, Urgency::Routine);
    let scan = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let scan = fixture.discord.expect(scan).await;
    scan.respond_ok(json!([
        table_message(103, Intent::OpenHand),
        { "id": "102", "content": "an unrelated message" },
        table_message(101, Intent::Rematch),
        table_message(100, Intent::OpenHand),
    ]));
    let lines = fixture.discord.grant_requests(2).await;
    let deletion = "DELETE /api/v10/channels/5/messages/100";
    let edit = "PATCH /api/v10/channels/5/messages/103";
    assert_eq!(lines, [deletion, edit], "a finished game's message stays");
    fixture.journal.wait_for(posted(103, &[])).await;
}

#[tokio::test]
async fn a_message_posted_for_another_processs_table_is_deleted_again() {
    // The other process has posted another message in one case, and none in the other.
    for recorded in [200, 100] {
        let mut fixture = Fixture::with_message().await;
        fixture
            .journal
            .take_over_with(vec![posted(recorded, &[])])
            .await;
        fixture
            .board
            .show(screen("late"), REPLACE, Urgency::Routine);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": "101" }));
        let deletion = "DELETE /api/v10/channels/5/messages/101";
        fixture
            .discord
            .expect(deletion)
            .await
            .respond_ok(Value::Null);
        assert_eq!(fixture.next_event().await, BoardEvent::Superseded);
        assert_eq!(fixture.message_id.load(Ordering::Relaxed), recorded);
    }
}

#[tokio::test]
async fn a_message_that_discord_gave_to_another_process_too_stays() {
    let given = posted(101, &[100]);
    for recorded in [vec![given.clone()], vec![posted(100, &[]), given]] {
        let mut fixture = Fixture::with_message().await;
        fixture.journal.take_over_with(recorded).await;
        fixture
            .board
            .show(screen("both"), REPLACE, Urgency::Routine);
        let post = fixture.discord.expect(POST).await;
        assert_eq!(post.body["nonce"], "after100");
        post.respond_ok(json!({ "id": "101" }));
        // A deletion would have come first, and would still wait for its response.
        assert_eq!(fixture.next_event().await, BoardEvent::Superseded);
    }
}

#[tokio::test]
async fn a_board_reports_at_its_end_if_anything_is_left_to_do() {
    for (status, expected) in [(200, true), (404, true), (502, false)] {
        let mut fixture = Fixture::with_message().await;
        fixture
            .board
            .show(screen("the end"), MessageUpdate::Edit, Urgency::Routine);
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

const PING: MessageUpdate = MessageUpdate::Replace { ping: Some(USER) };

/// Returns a screen that mentions the person on turn.
fn turn_of(user: UserId, text: &str) -> Screen {
    Screen {
        mention: Some(user),
        ..screen(text)
    }
}

/// Returns the people that a request may ping.
fn pinged(request: &PendingRequest) -> Value {
    let data = if request.body["data"].is_null() {
        &request.body
    } else {
        &request.body["data"]
    };
    assert_eq!(data["allowed_mentions"]["parse"], json!([]));
    data["allowed_mentions"]["users"].clone()
}

#[tokio::test]
async fn only_the_post_at_the_start_of_a_turn_pings() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .board
        .show(turn_of(USER, "turn"), PING, Urgency::Routine);
    let post = fixture.discord.expect(POST).await;
    assert_eq!(pinged(&post), json!(["9"]));
    post.respond_ok(json!({ "id": "101" }));
    assert_eq!(fixture.next_event().await, BoardEvent::Shown);
    let delete = fixture.discord.next_request().await;
    assert!(delete.line.starts_with("DELETE"), "{}", delete.line);
    delete.respond_ok(Value::Null);
    fixture.board.show(
        turn_of(USER, "edited"),
        MessageUpdate::Edit,
        Urgency::Routine,
    );
    let edit = fixture.discord.next_request().await;
    assert_eq!(pinged(&edit), Value::Null);
    edit.respond_ok(Value::Null);
    fixture
        .board
        .show(turn_of(USER, "reposted"), REPLACE, Urgency::Routine);
    let repost = fixture.discord.expect(POST).await;
    assert_eq!(pinged(&repost), Value::Null);
}

#[tokio::test]
async fn a_click_on_the_public_message_is_answered_by_an_edit_of_it_and_nothing_more() {
    let mut fixture = Fixture::with_message().await;
    fixture.board.answer(
        click(1, 100, false),
        Answer::Table(screen("after the click")),
    );
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    assert_eq!(
        (answer.body["type"].as_u64(), answer.text()),
        (Some(7), "after the click")
    );
    answer.respond(204, Value::Null);
    fixture
        .board
        .show(screen("later"), MessageUpdate::Edit, Urgency::Routine);
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "later");
}

#[tokio::test]
async fn a_panel_has_one_request_in_flight_and_then_gets_the_newest_screen() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .board
        .answer(click(1, 100, false), Answer::Panel(screen("hand")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    assert_eq!(
        (
            answer.body["type"].as_u64(),
            answer.body["data"]["flags"].as_u64()
        ),
        (Some(4), Some(32_832))
    );
    fixture.board.refresh_panel(USER, screen("hand 2"));
    fixture.board.refresh_panel(USER, screen("hand 3"));
    answer.respond(204, Value::Null);
    let refreshed = fixture
        .discord
        .expect("PATCH /api/v10/webhooks/8/t1/messages/@original")
        .await;
    assert_eq!(refreshed.text(), "hand 3");
    refreshed.respond(404, json!({ "code": 10008 }));
    // The person has dismissed the panel: nothing is sent for it until the next click.
    fixture
        .board
        .answer(click(2, 40, true), Answer::Panel(screen("hand 4")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/2/t2/callback")
        .await;
    assert_eq!(answer.body["type"], 7);
}

#[tokio::test]
async fn the_reason_why_an_edit_failed_is_reported_to_the_table() {
    let undelivered = BoardEvent::Undelivered;
    let cases = [
        (10_008, undelivered(DeliveryFailure::MessageLost)),
        (30_046, undelivered(DeliveryFailure::MessageUnusable)),
        (10_003, BoardEvent::ChannelGone),
        (50_001, undelivered(DeliveryFailure::ChannelUnwritable)),
        (50_013, undelivered(DeliveryFailure::ChannelUnwritable)),
        (50_083, undelivered(DeliveryFailure::ChannelUnwritable)),
    ];
    for (code, expected) in cases {
        let mut fixture = Fixture::with_message().await;
        fixture
            .board
            .show(screen("x"), MessageUpdate::Edit, Urgency::Routine);
        fixture
            .discord
            .expect(EDIT)
            .await
            .respond(403, json!({ "code": code }));
        assert_eq!(fixture.next_event().await, expected, "{code}");
    }
}

#[tokio::test]
async fn a_post_of_unknown_outcome_is_tried_once_more_with_the_same_nonce() {
    let mut fixture = Fixture::with_message().await;
    fixture.board.show(screen("x"), REPLACE, Urgency::Routine);
    let first = fixture.discord.expect(POST).await;
    let nonce = first.body["nonce"].clone();
    assert!(nonce.is_string() && first.body["enforce_nonce"] == true);
    first.respond(502, Value::Null);
    let second = fixture.discord.expect(POST).await;
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
    discord
        .next_request()
        .await
        .respond(429, json!({ "retry_after": 0.01, "global": true }));
    discord
        .next_request()
        .await
        .respond_ok(json!({ "id": "1" }));
    discord
        .next_request()
        .await
        .respond(429, json!({ "retry_after": 3600.0 }));
    assert_eq!(
        sending.await.unwrap(),
        (
            Ok(json!({ "id": "1" })),
            Err(RequestError::DeadlineExceeded)
        )
    );
}

#[tokio::test]
async fn an_interaction_that_was_answered_elsewhere_is_not_answered_again() {
    let mut discord = FakeDiscord::start().await;
    let rest = discord.rest.clone();
    let answering = tokio::spawn(async move {
        send_answer(
            &rest,
            &click(1, 1, false),
            &json!({}),
            Confirmation::NotNeeded,
        )
        .await
    });
    discord
        .next_request()
        .await
        .respond(400, json!({ "code": 40060 }));
    assert_eq!(answering.await.unwrap(), Err(RequestError::AlreadyAnswered));
}

/// Delivers a click that was already answered, with the message `original`, and is to show a hand.
async fn deliver_answered_click(fixture: &mut Fixture, original: Value) {
    let callback = click(1, 100, false);
    let hand = Answer::Panel(screen("a hand"));
    fixture.board.answer(callback, hand);
    let answer = fixture.discord.next_request().await;
    assert!(answer.line.ends_with("/callback"), "{}", answer.line);
    answer.respond(400, json!({ "code": 40060 }));
    fixture
        .discord
        .expect("GET /api/v10/webhooks/8/t1/messages/@original")
        .await
        .respond_ok(original);
}

#[tokio::test]
async fn a_hand_is_never_shown_in_the_public_message() {
    let mut fixture = Fixture::with_message().await;
    deliver_answered_click(&mut fixture, json!({ "id": "100", "flags": 1 << 15 })).await;
    fixture.board.refresh_panel(USER, screen("a newer hand"));
    fixture
        .board
        .show(screen("the table"), MessageUpdate::Edit, Urgency::Routine);
    let next = fixture.discord.expect(EDIT).await;
    assert_eq!(next.text(), "the table");
}

#[tokio::test]
async fn a_private_answer_that_exists_already_is_edited() {
    let mut fixture = Fixture::with_message().await;
    deliver_answered_click(&mut fixture, json!({ "id": "101", "flags": 64 })).await;
    let edit = fixture
        .discord
        .expect("PATCH /api/v10/webhooks/8/t1/messages/@original")
        .await;
    assert_eq!(edit.text(), "a hand");
}
