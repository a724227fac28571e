//! Tests that each edit sends the picture, and that a message is sent without its picture if the picture may have
//! caused a failure.

use std::sync::Arc;

use serde_json::{Value, json};
use table::effect::MessageUpdate;
use table::screen::{Chart, Element, Screen};

use super::fake_discord::PendingRequest;
use super::fixture::{EDIT, Fixture, POST, REPLACE};
use super::samples::screen;

fn with_picture(text: &str) -> Screen {
    let chart = Arc::new(Chart {
        turns: 0,
        lines: Vec::new(),
    });
    let alt = "a picture".to_owned();
    let mut screen = screen(text);
    screen.elements.push(Element::Chart { chart, alt });
    screen
}

/// A body with a file is a form, not JSON, so it is recorded as `Null`.
fn assert_has_file(request: &PendingRequest, has_file: bool) {
    assert_eq!(request.body == Value::Null, has_file, "{}", request.body);
}

#[tokio::test]
async fn a_picture_is_sent_with_each_edit() {
    let mut fixture = Fixture::with_message().await;
    for _ in 0..2 {
        let end = with_picture("the end");
        fixture.show(end, MessageUpdate::Edit);
        let edit = fixture.expect(EDIT).await;
        assert_has_file(&edit, true);
        edit.respond_ok(Value::Null);
    }
}

#[tokio::test]
async fn a_message_whose_picture_is_refused_goes_without_it() {
    let refusals = [
        (413, json!({ "code": 40_005 })),
        (403, json!({ "code": 50_013 })),
        (400, json!({ "code": 50_035, "errors": {} })),
    ];
    for (status, body) in refusals {
        let mut fixture = Fixture::with_message().await;
        let end = with_picture("the end");
        fixture.show(end, MessageUpdate::Edit);
        let refused = fixture.expect(EDIT).await;
        assert_has_file(&refused, true);
        refused.respond(status, body);
        let plain = fixture.expect(EDIT).await;
        assert_has_file(&plain, false);
        assert_eq!(plain.text(), "the end");
        assert_eq!(plain.body.get("attachments"), None);
        plain.respond_ok(Value::Null);
    }
}

#[tokio::test]
async fn a_post_whose_picture_meets_server_errors_goes_without_it_under_the_same_nonce() {
    let mut fixture = Fixture::with_message().await;
    let end = with_picture("the end");
    fixture.show(end, REPLACE);
    for _ in 0..2 {
        let failed = fixture.expect(POST).await;
        assert_has_file(&failed, true);
        failed.respond(500, Value::Null);
    }
    let plain = fixture.expect(POST).await;
    assert_eq!(plain.text(), "the end");
    assert_eq!(plain.body["nonce"], "after100");
    plain.respond_ok(json!({ "id": "101" }));
}
