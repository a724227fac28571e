//! Tests of sending requests again after a refusal, for example because of a rate limit or an unknown emoji. The clock
//! is paused.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use table::screen::{Emoji, Icon};
use tokio::time::Instant;

use super::fake_transport::FakeTransport;
use super::fixture::{CHANNEL, USER};
use super::samples::click;
use crate::emoji_markers::UploadedEmoji;
use crate::{Call, RequestError, RestClient, send_answer};

struct Scripted {
    discord: Arc<FakeTransport>,
    rest: RestClient,
}

impl Scripted {
    /// Returns a client of a fake Discord that first gives these answers and then grants every request.
    fn new(answers: impl IntoIterator<Item = (u16, Value)>) -> Self {
        let discord = Arc::new(FakeTransport {
            script: Mutex::new(answers.into_iter().collect()),
            ..FakeTransport::default()
        });
        let rest = discord.rest();
        Self { discord, rest }
    }

    /// Returns a client for which one picture has been uploaded.
    fn with_picture(answers: impl IntoIterator<Item = (u16, Value)>) -> Self {
        let scripted = Self::new(answers);
        let name = "draw".to_owned();
        let picture = Emoji::from(Icon::Draw).picture().unwrap().to_owned();
        let emoji = UploadedEmoji { id: 17, name };
        scripted.rest.emojis().set([(picture, emoji)]);
        scripted
    }

    async fn send(&self, call: &Call) -> Result<Value, RequestError> {
        let button = json!({ "type": 2, "emoji": { "name": Emoji::from(Icon::Draw).to_string() } });
        let deadline = Instant::now() + Duration::from_secs(60);
        self.rest.send(call, Some(&button), deadline).await
    }

    /// Posts a button. Returns the result and, for each request, true if it had the picture.
    async fn post_button(&self) -> (Result<Value, RequestError>, Vec<bool>) {
        let result = self.send(&POST).await;
        let sent = std::mem::take(&mut *self.discord.sent.lock().unwrap());
        let has_picture = |(.., body): &(_, _, Value)| body["emoji"]["id"] == "17";
        (result, sent.iter().map(has_picture).collect())
    }
}

const POST: Call = Call::Post {
    channel: CHANNEL,
    file: None,
};

fn invalid(code: &str) -> (u16, Value) {
    let errors = json!({ "emoji": { "id": { "_errors": [{ "code": code }] } } });
    (400, json!({ "code": 50_035, "errors": errors }))
}

#[tokio::test(start_paused = true)]
async fn a_refusal_with_the_status_of_a_limit_is_known_by_its_code() {
    let too_many_edits = json!({ "code": 30_046, "retry_after": 0.0, "global": false });
    let scripted = Scripted::new([(429, too_many_edits)]);
    let refused = scripted.send(&POST).await;
    assert_eq!(refused, Err(RequestError::TooManyEdits));
}

#[tokio::test(start_paused = true)]
async fn repeated_limits_of_a_request_double_its_pause_whatever_discord_asks_for() {
    let limit = (429, json!({ "retry_after": 0.0, "global": false }));
    let scripted = Scripted::new(vec![limit; 4]);
    assert!(scripted.send(&POST).await.is_ok());
    let sent = scripted.discord.sent.lock().unwrap();
    let pauses: Vec<_> = sent
        .windows(2)
        .map(|pair| pair[1].1 - pair[0].1)
        .map(|pause| pause.as_millis() / 100)
        .collect();
    assert_eq!(pauses, [0, 5, 10, 20]);
}

#[tokio::test(start_paused = true)]
async fn an_interaction_that_was_answered_before_the_first_try_has_been_answered_by_another_program()
 {
    let answered = (400, json!({ "code": 40060 }));
    // The first answer to the first interaction took effect.
    let scripted = Scripted::new([(502, Value::Null), answered.clone(), answered]);
    for interaction in [1, 2] {
        let click = click(interaction, USER, 100, false);
        let sent = send_answer(&scripted.rest, &click, &json!({ "type": 6 })).await;
        assert_eq!(sent, Err(RequestError::AlreadyAnswered));
    }
    assert_eq!(scripted.rest.foreign_answers(), 1);
}

#[tokio::test(start_paused = true)]
async fn direct_messages_that_are_opened_too_fast_are_opened_later() {
    let scripted = Scripted::new([(400, json!({ "code": 40_003 }))]);
    assert!(scripted.send(&Call::OpenDirectMessages).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_emoji_refused_twice_is_unicode_in_this_message_alone() {
    let (refused, granted) = (invalid("COMPONENT_INVALID_EMOJI"), json!({ "id": "1" }));
    let answers = [&refused, &refused, &(200, granted.clone()), &refused];
    let scripted = Scripted::with_picture(answers.map(Clone::clone));
    let granted = Ok(granted);
    let (result, pictures) = scripted.post_button().await;
    assert_eq!((&result, pictures), (&granted, vec![true, true, false]));
    let (result, pictures) = scripted.post_button().await;
    assert_eq!((&result, pictures), (&granted, vec![true, true]));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_discord_finds_too_long_with_pictures_goes_in_unicode() {
    let scripted = Scripted::with_picture([invalid("BASE_TYPE_MAX_LENGTH")]);
    let (result, pictures) = scripted.post_button().await;
    assert!(result.is_ok());
    assert_eq!(pictures, [true, false]);
}
