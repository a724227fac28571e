//! Tests, without a network, of the bot's REST calls, both accepted and refused, and of their rate limits.

use sandbox::{Method, Reply, Submission};
use serde_json::{Value, json};

use crate::string;
use crate::world::{MINUTE, Place, START, id_of, screen};

/// Returns the error code of the field at this JSON pointer in a rejected body.
fn error_at(reply: &Reply, pointer: &str) -> String {
    let body = reply.body.as_ref().expect("an error");
    let errors = &body.pointer(&format!("/errors{pointer}/_errors"));
    string(&errors.unwrap_or_else(|| panic!("no error at {pointer}: {body}"))[0]["code"])
}

#[test]
fn a_components_v2_message_cannot_be_converted_back() {
    let mut place = Place::new();
    let texts = json!([{"type": 10, "content": "hello"}]);
    let mixed = json!({"content": "x", "flags": 1 << 15, "components": texts});
    let refused = place.post(START, &mixed);
    assert_eq!((refused.status, refused.code()), (400, 50_035));
    assert_eq!(
        error_at(&refused, "/content"),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    );
    let body = json!({"flags": 1 << 15, "components": texts});
    let message = id_of(&place.post(START, &body));
    for body in [json!({"flags": 0}), json!({"content": "plain"})] {
        assert_eq!(place.edit(START, message, &body).code(), 50_035);
    }
    let edited = place.edit(START, message, &json!({"components": texts}));
    assert_eq!(edited.status, 200);
    assert!(edited.body.expect("the message")["edited_timestamp"].is_string());
}

#[test]
fn content_must_be_cleared_when_switching_to_components_v2() {
    let mut place = Place::new();
    let message = id_of(&place.post(START, &json!({"content": "old"})));
    let mut body = json!({"flags": 1 << 15, "components": [{"type": 10, "content": "new"}]});
    assert_eq!(place.edit(START, message, &body).code(), 50_035);
    body["content"] = Value::Null;
    assert_eq!(place.edit(START, message, &body).status, 200);
}

#[test]
fn a_new_message_can_be_silent_and_an_edit_cannot() {
    let mut place = Place::new();
    let body = json!({"content": "psst", "flags": 1 << 12});
    let posted = place.post(START, &body);
    assert_eq!(posted.body.as_ref().expect("the message")["flags"], 1 << 12);
    let refused = place.edit(START, id_of(&posted), &body);
    assert_ne!(error_at(&refused, "/flags"), "");
}

#[test]
fn an_empty_message_is_refused() {
    let reply = Place::new().post(START, &json!({"content": " "}));
    assert_eq!((reply.status, reply.code()), (400, 50_006));
}

#[test]
fn types_and_fields_that_the_sandbox_does_not_have_are_refused_where_they_stand() {
    let in_row = |component: Value| json!({"content": "x", "components": [{"type": 1, "components": [component]}]});
    let link = json!({"type": 2, "style": 5, "label": "x", "url": "https://example.com"});
    let container = json!({"type": 17, "spoiler": true, "components": [
        {"type": 10, "content": "x"}]});
    for (body, pointer) in [
        (
            json!({"content": "x", "embeds": [{"title": "x"}]}),
            "/embeds",
        ),
        (json!({"content": "x", "poll": {"x": 1}}), "/poll"),
        (json!({"content": "x", "flags": 1 << 13}), "/flags"),
        (in_row(link.clone()), "/components/0/components/0/style"),
        (in_row(link), "/components/0/components/0/url"),
        (
            in_row(json!({"type": 5, "custom_id": "x"})),
            "/components/0/components/0/type",
        ),
        (
            json!({"flags": 1 << 15, "components": [container]}),
            "/components/0/spoiler",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"roles": ["1"]}}),
            "/allowed_mentions/roles",
        ),
    ] {
        let refused = Place::new().post(START, &body);
        assert_eq!((refused.status, refused.code()), (400, 50_035), "{body}");
        assert_ne!(error_at(&refused, pointer), "");
    }
}

#[test]
fn a_modal_is_submitted_by_the_person_who_sees_it() {
    let mut place = Place::new();
    let message = place.posted(START);
    let started = place.click(START, message);
    let input = json!({"type": 4, "custom_id": "name", "style": 1, "label": "Name"});
    let row = json!({"type": 1, "components": [input]});
    let mut modal = json!({"type": 9, "data": {"title": "x", "custom_id": "y", "components": []}});
    let refused = place.answer(START, &started, &modal);
    assert_eq!(
        error_at(&refused, "/data/components"),
        "BASE_TYPE_BAD_LENGTH"
    );
    modal["data"]["components"] = json!([row]);
    assert_eq!(place.answer(START, &started, &modal).status, 200);
    let submission = Submission {
        user: place.ada,
        interaction: started.id,
        values: [("name".to_owned(), "Cats".to_owned())].into(),
    };
    let stranger = Submission {
        user: place.bruno,
        ..submission.clone()
    };
    let refused = place.world.submit(START, place.channel, &stranger);
    assert!(refused.is_err());
    let submitted = place.world.submit(START, place.channel, &submission);
    let payload = place
        .world
        .interaction_payload(submitted.expect("it is seen").id);
    let data = &payload.expect("an interaction")["data"];
    assert_eq!(data["components"][0]["components"][0]["value"], "Cats");
}

#[test]
fn an_enforced_nonce_posts_one_message() {
    let mut place = Place::new();
    let mut body = screen("Join", "join");
    body["nonce"] = json!("one");
    body["enforce_nonce"] = json!(true);
    let first = id_of(&place.post(START, &body));
    assert_eq!(id_of(&place.post(START + MINUTE, &body)), first);
    assert_ne!(id_of(&place.post(START + 10 * MINUTE, &body)), first);
}

#[test]
fn a_page_after_a_message_begins_with_the_oldest_that_follows() {
    let mut place = Place::new();
    let posted: Vec<_> = (0..5).map(|second| place.posted(START + second)).collect();
    let mut read = |query: &str| -> Vec<String> {
        let path = format!("/channels/{}/messages?{query}", place.channel);
        let reply = place.call(START + 9, Method::GET, &path, &Value::Null);
        let list = reply.body.expect("a list");
        let messages = list.as_array().into_iter().flatten();
        messages.map(|message| string(&message["id"])).collect()
    };
    let ids = |indices: [usize; 2]| indices.map(|index| posted[index].to_string());
    assert_eq!(read("limit=2"), ids([4, 3]));
    let query = format!("limit=2&after={}", posted[0]);
    assert_eq!(read(&query), ids([2, 1]));
}

#[test]
fn rate_limits_follow_the_time_that_is_passed_in() {
    let mut place = Place::with_rate_limits();
    for left in (0..5).rev() {
        let posted = place.post(START, &screen("x", "x"));
        let remaining = ("x-ratelimit-remaining", left.to_string());
        assert!(posted.headers.contains(&remaining), "{posted:?}");
    }
    let refused = place.post(START + 1000, &screen("x", "x"));
    assert_eq!(refused.status, 429);
    for header in [("retry-after", "4"), ("x-ratelimit-scope", "user")] {
        let header = (header.0, header.1.to_owned());
        assert!(refused.headers.contains(&header), "{refused:?}");
    }
    let body = refused.body.expect("a 429 has a body");
    assert_eq!(
        (&body["retry_after"], &body["global"]),
        (&json!(4.0), &json!(false))
    );
    place.posted(START + 5000);
}

#[test]
fn a_sixth_call_with_a_token_in_two_seconds_is_rate_limited() {
    let mut place = Place::with_rate_limits();
    let message = place.posted(START);
    let started = place.click(START, message);
    place.answer(START, &started, &json!({"type": 6}));
    let statuses = [(); 6].map(|()| {
        let edited = place.original(START, Method::PATCH, &started.token, &screen("x", "join"));
        let is_limit = |(name, _): &(&str, String)| *name == "x-ratelimit-limit";
        assert!(!edited.headers.iter().any(is_limit));
        edited.status
    });
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}

#[test]
fn old_messages_allow_three_edits_in_six_seconds() {
    let mut place = Place::with_rate_limits();
    let message = place.posted(START);
    let later = START + 60 * MINUTE;
    let codes = [(); 4].map(|()| place.edit(later, message, &screen("x", "x")).code());
    assert_eq!(codes, [0, 0, 0, 30_046]);
}

#[test]
fn a_thread_can_be_created_archived_and_reopened() {
    let mut place = Place::new();
    let path = format!("/channels/{}/threads", place.channel);
    let body = json!({"name": "a table", "type": 11, "auto_archive_duration": 60});
    let created = place.call(START, Method::POST, &path, &body);
    assert_eq!(created.status, 201, "{created:?}");
    let thread = format!("/channels/{}", id_of(&created));
    let messages = format!("{thread}/messages");
    let posted = place.call(START, Method::POST, &messages, &screen("x", "x"));
    let archived = json!({"archived": true});
    place.call(START, Method::PATCH, &thread, &archived);
    let path = format!("{messages}/{}", id_of(&posted));
    let refused = place.call(START, Method::PATCH, &path, &screen("y", "y"));
    assert_eq!(refused.code(), 50_083);
    place.call(START, Method::POST, &messages, &screen("reopens it", "x"));
    let edited = place.call(START, Method::PATCH, &path, &screen("y", "y"));
    assert_eq!(edited.status, 200);
    let refused = place.call(START, Method::PATCH, &thread, &json!({"locked": true}));
    assert_eq!(refused.code(), 50_013, "locking requires a permission");
}

#[test]
fn a_thread_has_the_type_that_its_channel_takes_and_a_forum_takes_posts_only() {
    let mut place = Place::new();
    for (channel, takes) in [
        (0, Some(11)),
        (5, Some(10)),
        (2, None),
        (13, None),
        (15, None),
    ] {
        let id = place.channel_of_type(channel);
        for thread in [10, 11] {
            let path = format!("/channels/{id}/threads");
            let body = json!({"name": "a table", "type": thread});
            let created = place.call(START, Method::POST, &path, &body);
            let expected = if takes == Some(thread) { 0 } else { 50_024 };
            assert_eq!(created.code(), expected, "{thread} in {channel}");
        }
        let path = format!("/channels/{id}/messages");
        let posted = place.call(START, Method::POST, &path, &screen("x", "x"));
        let expected = if channel == 15 { 50_008 } else { 0 };
        assert_eq!(posted.code(), expected, "{channel}");
    }
}

#[test]
fn direct_messages_reach_users_who_accept_them() {
    let mut place = Place::new();
    let body = json!({"recipient_id": place.ada});
    let opened = place.call(START, Method::POST, "/users/@me/channels", &body);
    let path = format!("/channels/{}/messages", id_of(&opened));
    let posted = place.call(START, Method::POST, &path, &screen("x", "x"));
    assert_eq!(posted.status, 200);
    place
        .world
        .set_accepts_direct_messages(START, place.ada, false);
    let refused = place.call(START, Method::POST, &path, &screen("x", "x"));
    assert_eq!(refused.code(), 50_007);
}

#[test]
fn commands_keep_their_ids_when_overwritten() {
    let mut place = Place::new();
    let path = format!("/applications/{}/commands", place.world.bot_id());
    let body = json!([{"name": "play", "description": "Plays."}]);
    let mut put = |body: &Value| place.call(START, Method::PUT, &path, body);
    let ids = [put(&body), put(&body)].map(|reply| string(&reply.body.expect("a list")[0]["id"]));
    assert_eq!(ids[0], ids[1]);
    let refused = put(&json!([body[0], body[0]]));
    assert_eq!(
        error_at(&refused, "/1"),
        "APPLICATION_COMMANDS_DUPLICATE_NAME"
    );
}

#[test]
fn an_application_is_edited_as_a_whole_or_not_at_all() {
    const LINK: &str = "/integration_types_config/0/oauth2_install_params";
    let mut place = Place::new();
    let mut patch = |body: &Value| place.call(START, Method::PATCH, "applications/@me", body);
    let link = |context: &str, scope: &str, permissions: Value| {
        let link = json!({"scopes": [scope], "permissions": permissions});
        let config = json!({context: {"oauth2_install_params": link}});
        json!({"description": "x", "integration_types_config": config})
    };
    for (body, path) in [
        (
            json!({"description": "x".repeat(401)}),
            "/description".into(),
        ),
        (json!({"tags": vec!["x"; 6]}), "/tags".into()),
        (json!({"tags": ["a", "a"]}), "/tags/1".into()),
        (json!({"bot_public": true}), "/bot_public".into()),
        (link("0", "email", json!(1)), format!("{LINK}/scopes/0")),
        (link("0", "bot", json!("x")), format!("{LINK}/permissions")),
        (
            link("1", "bot", json!(1)),
            LINK.replace("0/", "1/") + "/scopes/0",
        ),
    ] {
        error_at(&patch(&body), &path);
    }
    let edited = patch(&link("0", "bot", json!(1024)))
        .body
        .expect("it is edited");
    assert_eq!(edited["description"], "x");
    assert_eq!(edited.pointer(LINK).expect("a link")["permissions"], "1024");
}
