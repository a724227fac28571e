//! Tests of the outbox against a fake Discord that answers when and as the test says.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use journal::{Journal, JournalError, MemoryJournal, PostedMessages, RunningTable};
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, MessageId};
use table::control::Stamp;
use table::effect::{Answer, MessageUpdate};
use table::entry::{Entry, SCHEMA};
use table::ids::{Millis, Revision, TableId, UserId};
use table::input::DeliveryFailure;
use table::intent::Intent;
use table::options::TableOptions;
use table::record::{PersonRecord, Record};
use table::screen::{Accent, Button, ButtonStyle, Element, Screen};
use table::text::Locale;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Duration, Instant, timeout};

use super::{
    Call, Callback, ClickedMessage, InitialState, MessageSlot, RequestError, RestClient, Speaker,
    SpeakerEvent, SpeakerExit, send_answer,
};
use crate::bot_token::BotToken;

const TABLE: TableId = TableId(5);
const CHANNEL: ChannelId = ChannelId::new(5);
const POST: &str = "POST /api/v10/channels/5/messages";
const EDIT: &str = "PATCH /api/v10/channels/5/messages/100";
const USER: UserId = UserId(9);
const REPLACE: MessageUpdate = MessageUpdate::Replace { ping: None };
const APPEND: MessageUpdate = MessageUpdate::Append { ping: None };
/// Far longer than anything takes, so that a slow machine fails no test.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the entry that opens the table of these tests.
fn opening() -> Entry {
    let opened = Record::Opened {
        guild: table::ids::GuildId(1),
        channel: table::ids::ChannelId(CHANNEL.get()),
        host: PersonRecord {
            user: USER,
            name: "Ada".to_owned(),
        },
        options: (&TableOptions::of(rules::EditionId::Original, Locale::default())).into(),
    };
    Entry {
        schema: SCHEMA,
        table: TABLE,
        version: 1,
        at: Millis(1_000),
        interaction: None,
        records: vec![opened],
    }
}

/// A request that has reached the fake Discord and waits for its response.
struct PendingRequest {
    /// The method and the path with its query.
    line: String,
    body: Value,
    response: oneshot::Sender<(StatusCode, Value)>,
}

impl PendingRequest {
    fn respond_ok(self, body: Value) {
        self.respond(200, body);
    }

    fn respond(self, status: u16, body: Value) {
        self.response
            .send((StatusCode::from_u16(status).unwrap(), body))
            .unwrap();
    }

    /// Returns the text of the screen in the body.
    fn text(&self) -> &str {
        let data = if self.body["data"].is_null() {
            &self.body
        } else {
            &self.body["data"]
        };
        data["components"][0]["components"][0]["content"]
            .as_str()
            .unwrap_or_default()
    }
}

/// An HTTP server whose responses the test chooses one by one.
struct FakeDiscord {
    rest: RestClient,
    requests: mpsc::UnboundedReceiver<PendingRequest>,
}

impl FakeDiscord {
    async fn start() -> Self {
        let (sender, requests) = mpsc::unbounded_channel();
        let router = Router::new()
            .fallback(respond_as_the_test_says)
            .with_state(sender);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let token = BotToken::parse("token").unwrap();
        let rest = RestClient::new(&address.parse().unwrap(), &token).unwrap();
        Self { rest, requests }
    }

    async fn next_request(&mut self) -> PendingRequest {
        timeout(PATIENCE, self.requests.recv())
            .await
            .expect("a request comes")
            .unwrap()
    }

    /// Returns the next request, which has to be this one.
    async fn expect(&mut self, line: &str) -> PendingRequest {
        let request = self.next_request().await;
        assert_eq!(request.line, line);
        request
    }

    /// Grants the next `count` requests. Returns their lines, sorted.
    async fn grant_requests(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..count {
            let request = self.next_request().await;
            lines.push(request.line.clone());
            request.respond_ok(Value::Null);
        }
        lines.sort();
        lines
    }
}

async fn respond_as_the_test_says(
    State(sender): State<mpsc::UnboundedSender<PendingRequest>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, String) {
    let (response, receiver) = oneshot::channel();
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    sender
        .send(PendingRequest {
            line: format!("{method} {uri}"),
            body,
            response,
        })
        .unwrap();
    let (status, body) = receiver.await.unwrap();
    (status, body.to_string())
}

/// A journal with one table, which another process may have taken over.
struct FakeJournal {
    inner: MemoryJournal,
    /// The messages of the other process, if it has taken the table over. Each read takes the next
    /// value; the last one stays.
    taken_over_with: Mutex<Vec<PostedMessages>>,
    /// False while recording a message is to wait.
    writable: watch::Sender<bool>,
}

impl FakeJournal {
    async fn new() -> Self {
        let inner = MemoryJournal::default();
        inner.append(&opening()).await.unwrap();
        Self {
            inner,
            taken_over_with: Mutex::default(),
            writable: watch::Sender::new(true),
        }
    }

    fn take_over_with(&self, posted: Vec<PostedMessages>) {
        *self.taken_over_with.lock().unwrap() = posted;
    }

    async fn posted(&self) -> PostedMessages {
        self.inner.running().await.unwrap().remove(0).posted
    }

    async fn wait_for(&self, expected: PostedMessages) {
        let recorded = async {
            while self.posted().await != expected {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, recorded)
            .await
            .expect("the journal names these messages");
    }
}

impl Journal for FakeJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.inner.append(entry).await
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        self.inner.load(table).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.inner.running().await?;
        let mut taken_over_with = self.taken_over_with.lock().unwrap();
        if let Some(next) = taken_over_with.first().cloned() {
            running[0].posted = next;
        }
        if taken_over_with.len() > 1 {
            taken_over_with.remove(0);
        }
        Ok(running)
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.inner.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.writable
            .subscribe()
            .wait_for(|writable| *writable)
            .await
            .unwrap();
        if !self.taken_over_with.lock().unwrap().is_empty() {
            return Err(JournalError::NotOwner(table));
        }
        self.inner.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.inner.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.inner.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.inner.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.inner.last_alive().await
    }
}

fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

/// A speaker between a fake Discord and a fake journal.
struct Fixture {
    discord: FakeDiscord,
    journal: Arc<FakeJournal>,
    speaker: Speaker,
    events: mpsc::UnboundedReceiver<SpeakerEvent>,
    message_id: Arc<AtomicU64>,
}

impl Fixture {
    /// Returns a speaker that has posted the table's message, which has the id 100.
    async fn with_message() -> Self {
        let mut fixture = Self::new(InitialState::NewTable).await;
        fixture.speaker.show(screen("first"), REPLACE);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": "100" }));
        assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
        fixture
    }

    async fn new(initial: InitialState) -> Self {
        let discord = FakeDiscord::start().await;
        let journal = Arc::new(FakeJournal::new().await);
        let (sender, events) = mpsc::unbounded_channel();
        let message_id = Arc::<AtomicU64>::default();
        let on_event = move |event| sender.send(event).unwrap();
        let slot = MessageSlot::new(Arc::clone(&journal), discord.rest.clone(), TABLE, CHANNEL);
        let (speaker, task) = Speaker::new(slot, initial, Arc::clone(&message_id), on_event);
        tokio::spawn(task);
        Self {
            discord,
            journal,
            speaker,
            events,
            message_id,
        }
    }

    async fn next_event(&mut self) -> SpeakerEvent {
        timeout(PATIENCE, self.events.recv())
            .await
            .expect("the speaker reports an event")
            .unwrap()
    }
}

fn screen(text: &str) -> Screen {
    Screen {
        accent: Accent::Calm,
        elements: vec![Element::Text(text.to_owned())],
        mention: None,
    }
}

fn click(interaction: u64, message: u64, private: bool) -> Callback {
    Callback {
        interaction: InteractionId::new(interaction),
        application: ApplicationId::new(8),
        token: format!("t{interaction}"),
        received: Instant::now(),
        user: USER,
        clicked: Some(ClickedMessage {
            message: MessageId::new(message),
            private,
        }),
    }
}

fn command(interaction: u64) -> Callback {
    Callback {
        clicked: None,
        ..click(interaction, 1, false)
    }
}

#[tokio::test]
async fn of_several_screens_during_an_edit_only_the_newest_is_sent() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.show(screen("1"), MessageUpdate::Edit);
    let first = fixture.discord.expect(EDIT).await;
    assert_eq!(first.text(), "1");
    for text in ["2", "3", "4"] {
        fixture.speaker.show(screen(text), MessageUpdate::Edit);
    }
    first.respond_ok(Value::Null);
    let second = fixture.discord.expect(EDIT).await;
    assert_eq!(second.text(), "4");
    second.respond_ok(Value::Null);
    fixture.speaker.show(screen("5"), MessageUpdate::Edit);
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "5");
}

#[tokio::test]
async fn a_replaced_message_is_deleted_and_one_before_an_appended_message_stays() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.show(screen("replacement"), REPLACE);
    fixture
        .discord
        .expect(POST)
        .await
        .respond_ok(json!({ "id": "101" }));
    fixture
        .discord
        .expect("DELETE /api/v10/channels/5/messages/100")
        .await
        .respond_ok(Value::Null);
    assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
    assert_eq!(fixture.message_id.load(Ordering::Relaxed), 101);
    fixture.speaker.show(screen("next"), APPEND);
    fixture
        .discord
        .expect(POST)
        .await
        .respond_ok(json!({ "id": "102" }));
    fixture.speaker.show(screen("edit"), MessageUpdate::Edit);
    fixture
        .discord
        .expect("PATCH /api/v10/channels/5/messages/102")
        .await
        .respond_ok(Value::Null);
}

#[tokio::test]
async fn the_journal_names_a_replaced_message_until_it_is_known_to_be_gone() {
    let mut fixture = Fixture::with_message().await;
    assert_eq!(fixture.journal.posted().await, posted(100, &[]));
    // A request is sent twice before its outcome counts as unknown.
    for (message, statuses, expected) in [
        ("101", [502, 502], posted(101, &[100])),
        ("102", [204, 204], posted(102, &[100, 101])),
    ] {
        fixture.speaker.show(screen(message), REPLACE);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": message }));
        for status in statuses {
            let deletion = fixture.discord.next_request().await;
            assert!(deletion.line.starts_with("DELETE"), "{}", deletion.line);
            // It is recorded first, so that the next process knows which messages to delete.
            assert_eq!(fixture.journal.posted().await, expected);
            deletion.respond(status, Value::Null);
        }
        assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
    }
    fixture.journal.wait_for(posted(102, &[])).await;
}

#[tokio::test]
async fn a_message_that_an_earlier_process_replaced_is_deleted() {
    let mut fixture = Fixture::new(InitialState::Known(posted(100, &[90]))).await;
    let deletion = "DELETE /api/v10/channels/5/messages/90";
    fixture
        .discord
        .expect(deletion)
        .await
        .respond_ok(Value::Null);
    fixture.journal.wait_for(posted(100, &[])).await;
    fixture.speaker.show(screen("replacement"), REPLACE);
    let post = fixture.discord.expect(POST).await;
    assert_eq!(post.body["nonce"], "after100");
}

/// Returns a message of the table of these tests with one button.
fn table_message(id: u64, intent: Intent) -> Value {
    let (table, revision) = (TABLE, Revision(1));
    let custom_id = Stamp { table, revision }.button(intent).to_string();
    json!({ "id": id.to_string(), "components": [{ "type": 2, "custom_id": custom_id }] })
}

#[tokio::test]
async fn a_message_that_an_earlier_process_did_not_record_is_found() {
    let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
    fixture.speaker.show(screen("newest"), MessageUpdate::Edit);
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

/// Returns the screen of a game's end at this revision.
fn game_end(revision: u32) -> Screen {
    let (table, revision) = (TABLE, Revision(revision));
    let again = Button {
        control: Stamp { table, revision }.button(Intent::Rematch),
        label: "Again".to_owned(),
        emoji: None,
        style: ButtonStyle::Primary,
        enabled: true,
    };
    Screen {
        elements: vec![Element::Buttons(vec![again])],
        ..screen("")
    }
}

#[tokio::test]
async fn the_end_of_a_game_is_not_posted_again_where_it_is_shown_already() {
    let scan = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
    fixture.speaker.show(game_end(1), REPLACE);
    let shown = json!([table_message(100, Intent::Rematch)]);
    fixture.discord.expect(scan).await.respond_ok(shown);
    assert_eq!(fixture.speaker.finish().await, SpeakerExit::Finished);

    let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
    fixture.speaker.show(game_end(2), REPLACE);
    let older = json!([table_message(100, Intent::Rematch)]);
    fixture.discord.expect(scan).await.respond_ok(older);
    fixture.discord.expect(POST).await;
}

#[tokio::test]
async fn an_unrecorded_message_that_shows_the_end_of_a_game_is_found() {
    let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
    fixture.speaker.show(game_end(1), REPLACE);
    let scan = fixture.discord.next_request().await;
    scan.respond_ok(json!([
        table_message(101, Intent::Rematch),
        table_message(100, Intent::OpenHand),
    ]));
    let deletion = "DELETE /api/v10/channels/5/messages/100";
    fixture
        .discord
        .expect(deletion)
        .await
        .respond_ok(Value::Null);
    fixture.journal.wait_for(posted(101, &[])).await;
    assert_eq!(fixture.speaker.finish().await, SpeakerExit::Finished);
}

#[tokio::test]
async fn after_a_takeover_the_previous_owners_unrecorded_message_is_found() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .speaker
        .reset(InitialState::Uncertain(PostedMessages::default()));
    fixture.speaker.show(screen("taken over"), REPLACE);
    let scan = "GET /api/v10/channels/5/messages?limit=100";
    let found = json!([table_message(90, Intent::OpenHand)]);
    fixture.discord.expect(scan).await.respond_ok(found);
    let post = fixture.discord.expect(POST).await;
    assert_eq!(post.body["nonce"], "after90");
    post.respond_ok(json!({ "id": "101" }));
    let deletion = "DELETE /api/v10/channels/5/messages/90";
    assert_eq!(fixture.discord.next_request().await.line, deletion);
    assert_eq!(fixture.journal.posted().await, posted(101, &[90]));
}

#[tokio::test]
async fn a_table_is_shown_even_if_the_channel_cannot_be_scanned() {
    for (status, answer) in [(403, json!({ "code": 50_001 })), (200, json!([]))] {
        let mut fixture = Fixture::new(InitialState::Uncertain(posted(100, &[]))).await;
        fixture.speaker.show(screen("newest"), MessageUpdate::Edit);
        fixture.discord.next_request().await.respond(status, answer);
        assert_eq!(fixture.discord.expect(EDIT).await.text(), "newest");
    }
}

#[tokio::test]
async fn nothing_is_posted_or_edited_before_the_journal_names_the_present_message() {
    let mut fixture = Fixture::with_message().await;
    fixture.journal.writable.send_replace(false);
    fixture.speaker.show(screen("2"), REPLACE);
    let post = fixture.discord.expect(POST).await;
    post.respond_ok(json!({ "id": "101" }));
    fixture.speaker.show(screen("3"), REPLACE);
    // A command is still answered at once, and no other request came before that.
    fixture
        .speaker
        .answer(command(1), Answer::Note(screen("note")));
    let answer = "POST /api/v10/interactions/1/t1/callback";
    fixture.discord.expect(answer).await.respond_ok(Value::Null);
    fixture.journal.writable.send_replace(true);
    let mut requests = [
        fixture.discord.next_request().await,
        fixture.discord.next_request().await,
    ];
    requests.sort_by(|one, other| one.line.cmp(&other.line));
    assert_eq!(requests[0].line, "DELETE /api/v10/channels/5/messages/100");
    assert_eq!(requests[1].line, POST);
    assert_eq!(requests[1].body["nonce"], "after101");
}

#[tokio::test]
async fn a_message_posted_for_another_processs_table_is_deleted_again() {
    // The other process has posted another message in one case, and none in the other.
    for recorded in [200, 100] {
        let mut fixture = Fixture::with_message().await;
        fixture.journal.take_over_with(vec![posted(recorded, &[])]);
        fixture.speaker.show(screen("late"), REPLACE);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": "101" }));
        let deletion = "DELETE /api/v10/channels/5/messages/101";
        fixture
            .discord
            .expect(deletion)
            .await
            .respond_ok(Value::Null);
        assert_eq!(fixture.next_event().await, SpeakerEvent::Superseded);
        assert_eq!(fixture.message_id.load(Ordering::Relaxed), recorded);
    }
}

#[tokio::test]
async fn a_message_that_discord_gave_to_another_process_too_stays() {
    let given = posted(101, &[100]);
    for recorded in [vec![given.clone()], vec![posted(100, &[]), given]] {
        let mut fixture = Fixture::with_message().await;
        fixture.journal.take_over_with(recorded);
        fixture.speaker.show(screen("both"), REPLACE);
        let post = fixture.discord.expect(POST).await;
        assert_eq!(post.body["nonce"], "after100");
        post.respond_ok(json!({ "id": "101" }));
        // A deletion would have come first, and would still wait for its response.
        assert_eq!(fixture.next_event().await, SpeakerEvent::Superseded);
    }
}

#[tokio::test]
async fn a_speaker_reports_at_its_end_if_anything_is_left_to_do() {
    for (status, expected) in [
        (200, SpeakerExit::Finished),
        (404, SpeakerExit::Finished),
        (502, SpeakerExit::Unfinished),
    ] {
        let mut fixture = Fixture::with_message().await;
        fixture.speaker.show(screen("the end"), MessageUpdate::Edit);
        let finish = fixture.speaker.finish();
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
async fn a_finished_games_message_gets_its_last_screen_before_the_next_one_is_posted() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.show(screen("playing"), MessageUpdate::Edit);
    let in_flight = fixture.discord.expect(EDIT).await;
    fixture.speaker.show(screen("over"), MessageUpdate::Edit);
    fixture.speaker.show(screen("next game"), APPEND);
    in_flight.respond_ok(Value::Null);
    let farewell = fixture.discord.expect(EDIT).await;
    assert_eq!(farewell.text(), "over");
    farewell.respond_ok(Value::Null);
    let posted = fixture.discord.expect(POST).await;
    assert_eq!(posted.text(), "next game");
}

#[tokio::test]
async fn a_click_on_the_public_message_is_answered_by_an_edit_of_it_and_nothing_more() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.answer(
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
    fixture.speaker.show(screen("later"), MessageUpdate::Edit);
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "later");
}

#[tokio::test]
async fn a_click_on_an_old_message_edits_the_present_one() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.answer(
        click(1, 66, false),
        Answer::Table(screen("after the click")),
    );
    let lines = fixture.discord.grant_requests(2).await;
    assert_eq!(lines, [EDIT, "POST /api/v10/interactions/1/t1/callback"]);
}

#[tokio::test]
async fn answers_in_flight_at_the_same_time_are_followed_by_one_edit() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .speaker
        .answer(click(1, 100, false), Answer::Table(screen("one")));
    let first = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    fixture
        .speaker
        .answer(click(2, 100, false), Answer::Table(screen("two")));
    let second = fixture
        .discord
        .expect("POST /api/v10/interactions/2/t2/callback")
        .await;
    second.respond(204, Value::Null);
    first.respond(204, Value::Null);
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "two");
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_followed_by_an_edit() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .speaker
        .answer(click(1, 100, false), Answer::Table(screen("late")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    answer.respond(404, json!({ "code": 10062 }));
    assert_eq!(fixture.discord.expect(EDIT).await.text(), "late");
}

#[tokio::test]
async fn a_panel_has_one_request_in_flight_and_then_gets_the_newest_screen() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .speaker
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
    fixture.speaker.refresh_panel(USER, screen("hand 2"));
    fixture.speaker.refresh_panel(USER, screen("hand 3"));
    answer.respond(204, Value::Null);
    let refreshed = fixture
        .discord
        .expect("PATCH /api/v10/webhooks/8/t1/messages/@original")
        .await;
    assert_eq!(refreshed.text(), "hand 3");
    refreshed.respond(404, json!({ "code": 10008 }));
    // The person has dismissed the panel: nothing is sent for it until the next click.
    fixture
        .speaker
        .answer(click(2, 40, true), Answer::Panel(screen("hand 4")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/2/t2/callback")
        .await;
    assert_eq!(answer.body["type"], 7);
}

#[tokio::test]
async fn a_commands_public_answer_becomes_the_tables_message() {
    let mut fixture = Fixture::with_message().await;
    fixture
        .speaker
        .answer(command(1), Answer::Public(screen("here")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback?with_response=true")
        .await;
    assert_eq!(answer.body["type"], 4);
    answer.respond_ok(json!({ "resource": { "message": { "id": "103" } } }));
    fixture
        .discord
        .expect("DELETE /api/v10/channels/5/messages/100")
        .await
        .respond_ok(Value::Null);
    assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
    assert_eq!(fixture.message_id.load(Ordering::Relaxed), 103);
}

#[tokio::test]
async fn an_edit_of_a_message_that_a_commands_answer_has_replaced_may_fail() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.show(screen("old"), MessageUpdate::Edit);
    let in_flight = fixture.discord.expect(EDIT).await;
    fixture
        .speaker
        .answer(command(1), Answer::Public(screen("new")));
    let answer = fixture
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback?with_response=true")
        .await;
    answer.respond_ok(json!({ "resource": { "message": { "id": "103" } } }));
    in_flight.respond(404, json!({ "code": 10008 }));
    let mut lines = Vec::new();
    for _ in 0..2 {
        let request = fixture.discord.next_request().await;
        if request.line.starts_with("PATCH") {
            assert_eq!(request.text(), "new");
        }
        lines.push(request.line.clone());
        request.respond_ok(Value::Null);
    }
    lines.sort();
    let deletion = "DELETE /api/v10/channels/5/messages/100";
    let edit = "PATCH /api/v10/channels/5/messages/103";
    assert_eq!(lines, [deletion, edit]);
    assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
}

#[tokio::test]
async fn a_post_of_unknown_outcome_keeps_its_nonce_and_is_followed_by_an_edit() {
    let mut fixture = Fixture::with_message().await;
    fixture.speaker.show(screen("x"), REPLACE);
    let mut nonces = Vec::new();
    for status in [502, 502, 200] {
        let post = fixture.discord.expect(POST).await;
        nonces.push(post.body["nonce"].clone());
        post.respond(status, json!({ "id": "101" }));
        if nonces.len() == 2 {
            // A new screen ends the pause before the next attempt.
            fixture.speaker.show(screen("y"), MessageUpdate::Edit);
        }
    }
    assert!(nonces.iter().all(|nonce| *nonce == nonces[0]), "{nonces:?}");
    let deletion = "DELETE /api/v10/channels/5/messages/100";
    let scan = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let edit = "PATCH /api/v10/channels/5/messages/101";
    let lines = fixture.discord.grant_requests(3).await;
    assert_eq!(
        lines,
        [deletion, scan, edit],
        "the message may show the older screen, and there may be another one"
    );
}

#[tokio::test]
async fn the_reason_why_an_edit_failed_is_reported_to_the_table() {
    let undelivered = SpeakerEvent::Undelivered;
    let cases = [
        (10_008, undelivered(DeliveryFailure::MessageLost)),
        (30_046, undelivered(DeliveryFailure::MessageLost)),
        (10_003, SpeakerEvent::ChannelGone),
        (50_001, undelivered(DeliveryFailure::ChannelUnwritable)),
        (50_013, undelivered(DeliveryFailure::ChannelUnwritable)),
        (50_083, undelivered(DeliveryFailure::ChannelUnwritable)),
    ];
    for (code, expected) in cases {
        let mut fixture = Fixture::with_message().await;
        fixture.speaker.show(screen("x"), MessageUpdate::Edit);
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
    fixture.speaker.show(screen("x"), REPLACE);
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
    let call = Call::Post { channel: CHANNEL };
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
    let answering =
        tokio::spawn(
            async move { send_answer(&rest, &click(1, 1, false), &json!({}), false).await },
        );
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
    fixture.speaker.answer(callback, hand);
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
    fixture.speaker.refresh_panel(USER, screen("a newer hand"));
    fixture
        .speaker
        .show(screen("the table"), MessageUpdate::Edit);
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
