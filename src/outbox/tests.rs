//! The outbox against a Discord that answers when, and what, the test says.

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
use table::screen::{Accent, Button, Part, Screen, Style};
use table::text::Locale;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Duration, Instant, timeout};

use super::{Berth, Call, Callback, Clicked, Estate, Failure, Rest, Rested, Speaker, Spoken};
use crate::token::Token;

/// The entry that opens the table.
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

const TABLE: TableId = TableId(5);
const CHANNEL: ChannelId = ChannelId::new(5);
const POST: &str = "POST /api/v10/channels/5/messages";
const USER: UserId = UserId(9);
const ANEW: MessageUpdate = MessageUpdate::Replace { ping: None };
/// Far beyond what anything takes, so that a slow machine fails no test.
const PATIENCE: Duration = Duration::from_secs(30);

/// A request that waits for its answer.
struct Asked {
    line: String,
    body: Value,
    reply: oneshot::Sender<(StatusCode, Value)>,
}

impl Asked {
    fn grant(self, body: Value) {
        self.reply(200, body);
    }

    fn reply(self, status: u16, body: Value) {
        self.reply
            .send((StatusCode::from_u16(status).unwrap(), body))
            .unwrap();
    }

    fn words(&self) -> &str {
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

/// A Discord in the hands of a test.
struct Discord {
    rest: Rest,
    asked: mpsc::UnboundedReceiver<Asked>,
}

impl Discord {
    async fn start() -> Self {
        let (asking, asked) = mpsc::unbounded_channel();
        let router = Router::new().fallback(wait_for_the_test).with_state(asking);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let rest = Rest::new(&address.parse().unwrap(), &Token::parse("token").unwrap()).unwrap();
        Self { rest, asked }
    }

    async fn next(&mut self) -> Asked {
        timeout(PATIENCE, self.asked.recv())
            .await
            .expect("a request comes")
            .unwrap()
    }

    /// The next request, which has to be this one.
    async fn expect(&mut self, line: &str) -> Asked {
        let asked = self.next().await;
        assert_eq!(asked.line, line);
        asked
    }
}

async fn wait_for_the_test(
    State(asking): State<mpsc::UnboundedSender<Asked>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, String) {
    let (reply, answer) = oneshot::channel();
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    asking
        .send(Asked {
            line: format!("{method} {uri}"),
            body,
            reply,
        })
        .unwrap();
    let (status, body) = answer.await.unwrap();
    (status, body.to_string())
}

/// The journal of a table, which another process may have taken over.
struct Ledger {
    kept: MemoryJournal,
    /// What that other one has posted, each time that somebody asks until the last time.
    theirs: Mutex<Vec<PostedMessages>>,
    /// Whether it writes at all just now.
    open: watch::Sender<bool>,
}

impl Ledger {
    async fn new() -> Self {
        let kept = MemoryJournal::default();
        kept.append(&opening()).await.unwrap();
        Self {
            kept,
            theirs: Mutex::default(),
            open: watch::Sender::new(true),
        }
    }

    async fn posted(&self) -> PostedMessages {
        self.kept.running().await.unwrap().remove(0).posted
    }

    async fn wait_for(&self, expected: PostedMessages) {
        let named = async {
            while self.posted().await != expected {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, named)
            .await
            .expect("the journal names it");
    }
}

impl Journal for Ledger {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.kept.append(entry).await
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        self.kept.load(table).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.kept.running().await?;
        let mut theirs = self.theirs.lock().unwrap();
        if let Some(next) = theirs.first().cloned() {
            running[0].posted = next;
        }
        if theirs.len() > 1 {
            theirs.remove(0);
        }
        Ok(running)
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.kept.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.open.subscribe().wait_for(|open| *open).await.unwrap();
        if !self.theirs.lock().unwrap().is_empty() {
            return Err(JournalError::NotOwner(table));
        }
        self.kept.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.kept.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.kept.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.kept.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.kept.last_alive().await
    }
}

fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

/// A speaker with a table message of the id 100 in its channel.
struct Stage {
    discord: Discord,
    ledger: Arc<Ledger>,
    speaker: Speaker,
    told: mpsc::UnboundedReceiver<Spoken>,
    standing: Arc<AtomicU64>,
}

impl Stage {
    async fn set() -> Self {
        let mut stage = Self::empty(Estate::Nothing).await;
        stage.speaker.show(screen("first"), ANEW);
        stage
            .discord
            .expect(POST)
            .await
            .grant(json!({ "id": "100" }));
        assert_eq!(stage.told().await, Spoken::Shown);
        stage
    }

    /// A speaker that finds this in the journal.
    async fn empty(found: Estate) -> Self {
        let discord = Discord::start().await;
        let ledger = Arc::new(Ledger::new().await);
        let (telling, told) = mpsc::unbounded_channel();
        let standing = Arc::<AtomicU64>::default();
        let tell = move |spoken| telling.send(spoken).unwrap();
        let berth = Berth::new(Arc::clone(&ledger), discord.rest.clone(), TABLE, CHANNEL);
        let (speaker, task) = Speaker::new(berth, found, Arc::clone(&standing), tell);
        tokio::spawn(task);
        Self {
            discord,
            ledger,
            speaker,
            told,
            standing,
        }
    }

    async fn told(&mut self) -> Spoken {
        timeout(PATIENCE, self.told.recv())
            .await
            .expect("the speaker tells")
            .unwrap()
    }
}

fn screen(words: &str) -> Screen {
    Screen {
        accent: Accent::Calm,
        parts: vec![Part::Text(words.to_owned())],
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
        clicked: Some(Clicked {
            message: MessageId::new(message),
            private,
        }),
    }
}

const EDIT: &str = "PATCH /api/v10/channels/5/messages/100";

#[tokio::test]
async fn screens_that_come_while_an_edit_is_under_way_are_told_once_the_newest() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("1"), MessageUpdate::Edit);
    let first = stage.discord.expect(EDIT).await;
    assert_eq!(first.words(), "1");
    for words in ["2", "3", "4"] {
        stage.speaker.show(screen(words), MessageUpdate::Edit);
    }
    first.grant(Value::Null);
    let second = stage.discord.expect(EDIT).await;
    assert_eq!(second.words(), "4");
    second.grant(Value::Null);
    stage.speaker.show(screen("5"), MessageUpdate::Edit);
    assert_eq!(stage.discord.expect(EDIT).await.words(), "5");
}

#[tokio::test]
async fn a_table_posted_anew_removes_the_old_message_and_its_successor_does_not() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("anew"), ANEW);
    stage
        .discord
        .expect(POST)
        .await
        .grant(json!({ "id": "101" }));
    stage
        .discord
        .expect("DELETE /api/v10/channels/5/messages/100")
        .await
        .grant(Value::Null);
    assert_eq!(stage.told().await, Spoken::Shown);
    assert_eq!(stage.standing.load(Ordering::Relaxed), 101);
    stage
        .speaker
        .show(screen("next"), MessageUpdate::Append { ping: None });
    stage
        .discord
        .expect(POST)
        .await
        .grant(json!({ "id": "102" }));
    stage.speaker.show(screen("edit"), MessageUpdate::Edit);
    stage
        .discord
        .expect("PATCH /api/v10/channels/5/messages/102")
        .await
        .grant(Value::Null);
}

#[tokio::test]
async fn the_journal_names_the_old_message_until_it_is_known_to_be_gone() {
    let mut stage = Stage::set().await;
    assert_eq!(stage.ledger.posted().await, posted(100, &[]));
    // Each attempt is made twice before Discord counts as unreachable.
    for (message, statuses, expected) in [
        ("101", [502, 502], posted(101, &[100])),
        ("102", [204, 204], posted(102, &[100, 101])),
    ] {
        stage.speaker.show(screen(message), ANEW);
        let post = stage.discord.expect(POST).await;
        post.grant(json!({ "id": message }));
        for status in statuses {
            let removal = stage.discord.next().await;
            assert!(removal.line.starts_with("DELETE"), "{}", removal.line);
            // It is noted first: who comes after this process knows what to remove.
            assert_eq!(stage.ledger.posted().await, expected);
            removal.reply(status, Value::Null);
        }
        assert_eq!(stage.told().await, Spoken::Shown);
    }
    stage.ledger.wait_for(posted(102, &[])).await;
}

#[tokio::test]
async fn what_an_earlier_process_has_replaced_is_removed() {
    let mut stage = Stage::empty(Estate::Known(posted(100, &[90]))).await;
    let removal = "DELETE /api/v10/channels/5/messages/90";
    stage.discord.expect(removal).await.grant(Value::Null);
    stage.ledger.wait_for(posted(100, &[])).await;
    stage.speaker.show(screen("anew"), ANEW);
    let post = stage.discord.expect(POST).await;
    assert_eq!(post.body["nonce"], "after100");
}

/// A message of the table of these tests that can be clicked at.
fn table_message(id: u64, intent: Intent) -> Value {
    let (table, revision) = (TABLE, Revision(1));
    let custom_id = Stamp { table, revision }.button(intent).to_string();
    json!({ "id": id.to_string(), "components": [{ "type": 2, "custom_id": custom_id }] })
}

#[tokio::test]
async fn what_an_earlier_process_could_not_note_any_more_is_found() {
    let mut stage = Stage::empty(Estate::Uncertain(posted(100, &[]))).await;
    stage.speaker.show(screen("newest"), MessageUpdate::Edit);
    let look = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let look = stage.discord.expect(look).await;
    look.grant(json!([
        table_message(103, Intent::OpenHand),
        { "id": "102", "content": "somebody talks" },
        table_message(101, Intent::Rematch),
        table_message(100, Intent::OpenHand),
    ]));
    let mut lines = Vec::new();
    for _ in 0..2 {
        let asked = stage.discord.next().await;
        lines.push(asked.line.clone());
        asked.grant(Value::Null);
    }
    lines.sort();
    let removal = "DELETE /api/v10/channels/5/messages/100";
    let edit = "PATCH /api/v10/channels/5/messages/103";
    assert_eq!(lines, [removal, edit], "a finished game's message stays");
    stage.ledger.wait_for(posted(103, &[])).await;
}

/// How a game ended at this step.
fn end(revision: u32) -> Screen {
    let (table, revision) = (TABLE, Revision(revision));
    let again = Button {
        control: Stamp { table, revision }.button(Intent::Rematch),
        label: "Again".to_owned(),
        emoji: None,
        style: Style::Primary,
        enabled: true,
    };
    Screen {
        parts: vec![Part::Buttons(vec![again])],
        ..screen("")
    }
}

#[tokio::test]
async fn where_the_end_of_a_game_stands_already_it_is_not_posted_again() {
    let look = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let mut stage = Stage::empty(Estate::Uncertain(posted(100, &[]))).await;
    stage.speaker.show(end(1), ANEW);
    let standing = json!([table_message(100, Intent::Rematch)]);
    stage.discord.expect(look).await.grant(standing);
    assert_eq!(stage.speaker.finish().await, Rested::InPeace);

    let mut stage = Stage::empty(Estate::Uncertain(posted(100, &[]))).await;
    stage.speaker.show(end(2), ANEW);
    let older = json!([table_message(100, Intent::Rematch)]);
    stage.discord.expect(look).await.grant(older);
    stage.discord.expect(POST).await;
}

#[tokio::test]
async fn the_end_of_a_game_that_could_not_be_noted_any_more_is_found() {
    let mut stage = Stage::empty(Estate::Uncertain(posted(100, &[]))).await;
    stage.speaker.show(end(1), ANEW);
    let look = stage.discord.next().await;
    look.grant(json!([
        table_message(101, Intent::Rematch),
        table_message(100, Intent::OpenHand),
    ]));
    let removal = "DELETE /api/v10/channels/5/messages/100";
    stage.discord.expect(removal).await.grant(Value::Null);
    stage.ledger.wait_for(posted(101, &[])).await;
    assert_eq!(stage.speaker.finish().await, Rested::InPeace);
}

#[tokio::test]
async fn who_comes_into_a_table_looks_for_what_its_owner_could_not_note() {
    let mut stage = Stage::set().await;
    stage
        .speaker
        .enter(Estate::Uncertain(PostedMessages::default()));
    stage.speaker.show(screen("taken over"), ANEW);
    let look = "GET /api/v10/channels/5/messages?limit=100";
    let found = json!([table_message(90, Intent::OpenHand)]);
    stage.discord.expect(look).await.grant(found);
    let post = stage.discord.expect(POST).await;
    assert_eq!(post.body["nonce"], "after90");
    post.grant(json!({ "id": "101" }));
    let removal = "DELETE /api/v10/channels/5/messages/90";
    assert_eq!(stage.discord.next().await.line, removal);
    assert_eq!(stage.ledger.posted().await, posted(101, &[90]));
}

#[tokio::test]
async fn a_table_is_shown_though_nobody_can_look_around() {
    for (status, answer) in [(403, json!({ "code": 50_001 })), (200, json!([]))] {
        let mut stage = Stage::empty(Estate::Uncertain(posted(100, &[]))).await;
        stage.speaker.show(screen("newest"), MessageUpdate::Edit);
        stage.discord.next().await.reply(status, answer);
        assert_eq!(stage.discord.expect(EDIT).await.words(), "newest");
    }
}

#[tokio::test]
async fn nothing_more_is_posted_or_edited_before_the_journal_knows_what_stands() {
    let mut stage = Stage::set().await;
    stage.ledger.open.send_replace(false);
    stage.speaker.show(screen("2"), ANEW);
    let post = stage.discord.expect(POST).await;
    post.grant(json!({ "id": "101" }));
    stage.speaker.show(screen("3"), ANEW);
    // A click beside the table is answered at once all the same, and nothing came before that.
    let command = Callback {
        clicked: None,
        ..click(1, 1, false)
    };
    stage.speaker.answer(command, Answer::Note(screen("aside")));
    let answer = "POST /api/v10/interactions/1/t1/callback";
    stage.discord.expect(answer).await.grant(Value::Null);
    stage.ledger.open.send_replace(true);
    let mut lines = [stage.discord.next().await, stage.discord.next().await];
    lines.sort_by(|one, other| one.line.cmp(&other.line));
    assert_eq!(lines[0].line, "DELETE /api/v10/channels/5/messages/100");
    assert_eq!(lines[1].line, POST);
    assert_eq!(lines[1].body["nonce"], "after101");
}

#[tokio::test]
async fn what_is_posted_for_another_processs_table_goes_away_again() {
    // Whether that one has posted something else, or finds nothing to be posted.
    for theirs in [200, 100] {
        let mut stage = Stage::set().await;
        *stage.ledger.theirs.lock().unwrap() = vec![posted(theirs, &[])];
        stage.speaker.show(screen("late"), ANEW);
        let post = stage.discord.expect(POST).await;
        post.grant(json!({ "id": "101" }));
        let removal = "DELETE /api/v10/channels/5/messages/101";
        stage.discord.expect(removal).await.grant(Value::Null);
        assert_eq!(stage.told().await, Spoken::Overtaken);
        assert_eq!(stage.standing.load(Ordering::Relaxed), theirs);
    }
}

#[tokio::test]
async fn what_another_process_is_given_too_stays() {
    let given = posted(101, &[100]);
    for theirs in [vec![given.clone()], vec![posted(100, &[]), given]] {
        let mut stage = Stage::set().await;
        *stage.ledger.theirs.lock().unwrap() = theirs;
        stage.speaker.show(screen("both"), ANEW);
        let post = stage.discord.expect(POST).await;
        assert_eq!(post.body["nonce"], "after100");
        post.grant(json!({ "id": "101" }));
        // Had it been removed, the removal would have come first and not be answered yet.
        assert_eq!(stage.told().await, Spoken::Overtaken);
    }
}

#[tokio::test]
async fn a_speaker_says_at_its_end_whether_all_was_heard() {
    for (status, rested) in [
        (200, Rested::InPeace),
        (404, Rested::InPeace),
        (502, Rested::Unheard),
    ] {
        let mut stage = Stage::set().await;
        stage.speaker.show(screen("the end"), MessageUpdate::Edit);
        let end = stage.speaker.finish();
        let heard = async {
            for _ in 0..if status == 502 { 2 } else { 1 } {
                let edit = stage.discord.expect(EDIT).await;
                edit.reply(status, json!({ "code": 10_008 }));
            }
        };
        let (said, ()) = tokio::join!(end, heard);
        assert_eq!(said, rested);
    }
}

#[tokio::test]
async fn a_finished_games_message_gets_its_last_screen_before_the_next_one_is_posted() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("playing"), MessageUpdate::Edit);
    let under_way = stage.discord.expect(EDIT).await;
    stage.speaker.show(screen("over"), MessageUpdate::Edit);
    stage
        .speaker
        .show(screen("next game"), MessageUpdate::Append { ping: None });
    under_way.grant(Value::Null);
    let farewell = stage.discord.expect(EDIT).await;
    assert_eq!(farewell.words(), "over");
    farewell.grant(Value::Null);
    let posted = stage.discord.expect(POST).await;
    assert_eq!(posted.words(), "next game");
}

#[tokio::test]
async fn a_click_on_the_table_is_answered_by_the_table_itself_and_by_nothing_more() {
    let mut stage = Stage::set().await;
    stage.speaker.answer(
        click(1, 100, false),
        Answer::Table(screen("after the click")),
    );
    let answer = stage
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    assert_eq!(
        (answer.body["type"].as_u64(), answer.words()),
        (Some(7), "after the click")
    );
    answer.reply(204, Value::Null);
    stage.speaker.show(screen("later"), MessageUpdate::Edit);
    assert_eq!(stage.discord.expect(EDIT).await.words(), "later");
}

#[tokio::test]
async fn a_click_on_an_old_message_changes_the_one_that_stands() {
    let mut stage = Stage::set().await;
    stage.speaker.answer(
        click(1, 66, false),
        Answer::Table(screen("after the click")),
    );
    let mut lines = Vec::new();
    for _ in 0..2 {
        let asked = stage.discord.next().await;
        lines.push(asked.line.clone());
        asked.reply(204, Value::Null);
    }
    lines.sort();
    assert_eq!(lines, [EDIT, "POST /api/v10/interactions/1/t1/callback"]);
}

#[tokio::test]
async fn answers_that_cross_each_other_are_confirmed_by_one_edit() {
    let mut stage = Stage::set().await;
    stage
        .speaker
        .answer(click(1, 100, false), Answer::Table(screen("one")));
    let first = stage
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    stage
        .speaker
        .answer(click(2, 100, false), Answer::Table(screen("two")));
    let second = stage
        .discord
        .expect("POST /api/v10/interactions/2/t2/callback")
        .await;
    second.reply(204, Value::Null);
    first.reply(204, Value::Null);
    assert_eq!(stage.discord.expect(EDIT).await.words(), "two");
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_made_up_for_by_an_edit() {
    let mut stage = Stage::set().await;
    stage
        .speaker
        .answer(click(1, 100, false), Answer::Table(screen("late")));
    let answer = stage
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback")
        .await;
    answer.reply(404, json!({ "code": 10062 }));
    assert_eq!(stage.discord.expect(EDIT).await.words(), "late");
}

#[tokio::test]
async fn a_panel_has_one_request_under_way_and_then_the_newest() {
    let mut stage = Stage::set().await;
    stage
        .speaker
        .answer(click(1, 100, false), Answer::Panel(screen("hand")));
    let answer = stage
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
    stage.speaker.refresh(USER, screen("hand 2"));
    stage.speaker.refresh(USER, screen("hand 3"));
    answer.reply(204, Value::Null);
    let refreshed = stage
        .discord
        .expect("PATCH /api/v10/webhooks/8/t1/messages/@original")
        .await;
    assert_eq!(refreshed.words(), "hand 3");
    refreshed.reply(404, json!({ "code": 10008 }));
    // The panel is gone: nothing goes there any more, and the next click opens another.
    stage
        .speaker
        .answer(click(2, 40, true), Answer::Panel(screen("hand 4")));
    let answer = stage
        .discord
        .expect("POST /api/v10/interactions/2/t2/callback")
        .await;
    assert_eq!(answer.body["type"], 7);
}

#[tokio::test]
async fn a_commands_answer_becomes_the_table() {
    let mut stage = Stage::set().await;
    let command = Callback {
        clicked: None,
        ..click(1, 1, false)
    };
    stage
        .speaker
        .answer(command, Answer::Public(screen("here")));
    let answer = stage
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback?with_response=true")
        .await;
    assert_eq!(answer.body["type"], 4);
    answer.grant(json!({ "resource": { "message": { "id": "103" } } }));
    stage
        .discord
        .expect("DELETE /api/v10/channels/5/messages/100")
        .await
        .grant(Value::Null);
    assert_eq!(stage.told().await, Spoken::Shown);
    assert_eq!(stage.standing.load(Ordering::Relaxed), 103);
}

#[tokio::test]
async fn an_edit_of_a_message_that_a_commands_answer_has_replaced_may_fail() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("old"), MessageUpdate::Edit);
    let under_way = stage.discord.expect(EDIT).await;
    let command = Callback {
        clicked: None,
        ..click(1, 1, false)
    };
    stage.speaker.answer(command, Answer::Public(screen("new")));
    let answer = stage
        .discord
        .expect("POST /api/v10/interactions/1/t1/callback?with_response=true")
        .await;
    answer.grant(json!({ "resource": { "message": { "id": "103" } } }));
    under_way.reply(404, json!({ "code": 10008 }));
    let mut lines = Vec::new();
    for _ in 0..2 {
        let asked = stage.discord.next().await;
        if asked.line.starts_with("PATCH") {
            assert_eq!(asked.words(), "new");
        }
        lines.push(asked.line.clone());
        asked.grant(Value::Null);
    }
    lines.sort();
    let removal = "DELETE /api/v10/channels/5/messages/100";
    let edit = "PATCH /api/v10/channels/5/messages/103";
    assert_eq!(lines, [removal, edit]);
    assert_eq!(stage.told().await, Spoken::Shown);
}

#[tokio::test]
async fn a_post_that_nobody_answered_keeps_its_nonce_and_is_confirmed() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("x"), ANEW);
    let mut nonces = Vec::new();
    for status in [502, 502, 200] {
        let post = stage.discord.expect(POST).await;
        nonces.push(post.body["nonce"].clone());
        post.reply(status, json!({ "id": "101" }));
        if nonces.len() == 2 {
            // Something happens, so that it does not wait for its next attempt.
            stage.speaker.show(screen("y"), MessageUpdate::Edit);
        }
    }
    assert!(nonces.iter().all(|nonce| *nonce == nonces[0]), "{nonces:?}");
    let removal = "DELETE /api/v10/channels/5/messages/100";
    let look = "GET /api/v10/channels/5/messages?limit=100&after=99";
    let edit = "PATCH /api/v10/channels/5/messages/101";
    let mut lines = Vec::new();
    for _ in 0..3 {
        let asked = stage.discord.next().await;
        lines.push(asked.line.clone());
        asked.grant(Value::Null);
    }
    lines.sort();
    assert_eq!(
        lines,
        [removal, look, edit],
        "the message may hold the older screen, and another may be there too"
    );
}

#[tokio::test]
async fn what_stops_an_edit_is_told_to_the_table() {
    let lost = Spoken::Undelivered;
    let cases = [
        (10_008, lost(DeliveryFailure::MessageLost)),
        (30_046, lost(DeliveryFailure::MessageLost)),
        (10_003, Spoken::ChannelGone),
        (50_001, lost(DeliveryFailure::ChannelUnwritable)),
        (50_013, lost(DeliveryFailure::ChannelUnwritable)),
        (50_083, lost(DeliveryFailure::ChannelUnwritable)),
    ];
    for (code, told) in cases {
        let mut stage = Stage::set().await;
        stage.speaker.show(screen("x"), MessageUpdate::Edit);
        stage
            .discord
            .expect(EDIT)
            .await
            .reply(403, json!({ "code": code }));
        assert_eq!(stage.told().await, told, "{code}");
    }
}

#[tokio::test]
async fn a_post_of_unknown_outcome_is_tried_once_more_with_the_same_nonce() {
    let mut stage = Stage::set().await;
    stage.speaker.show(screen("x"), ANEW);
    let first = stage.discord.expect(POST).await;
    let nonce = first.body["nonce"].clone();
    assert!(nonce.is_string() && first.body["enforce_nonce"] == true);
    first.reply(502, Value::Null);
    let second = stage.discord.expect(POST).await;
    assert_eq!(second.body["nonce"], nonce);
}

#[tokio::test]
async fn a_request_waits_for_as_long_as_discord_says_unless_it_makes_no_sense_by_then() {
    let mut discord = Discord::start().await;
    let rest = discord.rest.clone();
    let call = Call::Post { channel: CHANNEL };
    let sending = tokio::spawn(async move {
        let soon = rest.send(&call, None, Instant::now() + PATIENCE).await;
        let late = rest.send(&call, None, Instant::now() + PATIENCE).await;
        (soon, late)
    });
    discord
        .next()
        .await
        .reply(429, json!({ "retry_after": 0.01, "global": true }));
    discord.next().await.grant(json!({ "id": "1" }));
    discord
        .next()
        .await
        .reply(429, json!({ "retry_after": 3600.0 }));
    assert_eq!(
        sending.await.unwrap(),
        (Ok(json!({ "id": "1" })), Err(Failure::TooSlow))
    );
}

#[tokio::test]
async fn who_was_answered_elsewhere_is_not_answered_again() {
    let mut discord = Discord::start().await;
    let rest = discord.rest.clone();
    let answering =
        tokio::spawn(
            async move { super::answer(&rest, &click(1, 1, false), &json!({}), false).await },
        );
    discord.next().await.reply(400, json!({ "code": 40060 }));
    assert_eq!(answering.await.unwrap(), Err(Failure::AlreadyAnswered));
}

/// A click at the table is delivered twice: the first was answered, the second is to show a hand.
async fn answered_before(stage: &mut Stage, original: Value) {
    let callback = click(1, 100, false);
    let hand = Answer::Panel(screen("a hand"));
    stage.speaker.answer(callback, hand);
    let answer = stage.discord.next().await;
    assert!(answer.line.ends_with("/callback"), "{}", answer.line);
    answer.reply(400, json!({ "code": 40060 }));
    stage
        .discord
        .expect("GET /api/v10/webhooks/8/t1/messages/@original")
        .await
        .grant(original);
}

#[tokio::test]
async fn a_hand_never_gets_into_a_message_that_everybody_sees() {
    let mut stage = Stage::set().await;
    answered_before(&mut stage, json!({ "id": "100", "flags": 1 << 15 })).await;
    stage.speaker.refresh(USER, screen("a newer hand"));
    stage.speaker.show(screen("the table"), MessageUpdate::Edit);
    let next = stage.discord.expect(EDIT).await;
    assert_eq!(next.words(), "the table");
}

#[tokio::test]
async fn a_hand_that_stands_already_is_brought_up_to_date() {
    let mut stage = Stage::set().await;
    answered_before(&mut stage, json!({ "id": "101", "flags": 64 })).await;
    let edit = stage
        .discord
        .expect("PATCH /api/v10/webhooks/8/t1/messages/@original")
        .await;
    assert_eq!(edit.words(), "a hand");
}
