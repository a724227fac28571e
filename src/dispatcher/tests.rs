//! The dispatcher with a Discord that records its answers and a database that counts its reads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use journal::MemoryJournal;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serenity::model::id::{ApplicationId, GuildId, InteractionId, MessageId};
use serenity::model::permissions::Permissions;
use table::ids::{Revision, TableId};
use table::preferences::{MemoryPreferences, PreferenceFuture};
use tokio::time::Instant;

use super::*;
use crate::discord::from_discord::read_undeserialized;
use crate::failpoint::Failpoints;
use crate::outbox::{ClickedMessage, Response, ResponseFuture, Transport};
use crate::registry::{Env, Limits};

const ADA: UserId = UserId(1);
const STAMP: Stamp = Stamp {
    table: TableId(5),
    revision: Revision(0),
};

/// A transport that grants every request and keeps its body.
#[derive(Clone, Default)]
struct RecordingTransport(Arc<Mutex<Vec<Value>>>);

impl Transport for RecordingTransport {
    fn send<'a>(&'a self, _: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        self.0.lock().unwrap().extend(body.cloned());
        let response = Response {
            status: StatusCode::NO_CONTENT,
            headers: HeaderMap::new(),
            body: Value::Null,
        };
        Box::pin(std::future::ready(Ok(response)))
    }
}

/// A database that counts how often it is used.
#[derive(Default)]
struct CountingPreferences {
    stored: MemoryPreferences,
    reads: AtomicUsize,
    writes: AtomicUsize,
}

impl Preferences for CountingPreferences {
    fn language(&self, user: UserId) -> PreferenceFuture<'_, LanguagePreference> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.stored.language(user)
    }

    fn set_language(&self, user: UserId, language: LanguagePreference) -> PreferenceFuture<'_, ()> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.stored.set_language(user, language)
    }
}

/// A dispatcher whose people may do `burst` things, and then next to nothing.
struct Fixture {
    dispatcher: Dispatcher<MemoryJournal>,
    discord: RecordingTransport,
    database: Arc<CountingPreferences>,
    started: Instant,
}

impl Fixture {
    async fn with_burst(burst: usize) -> Self {
        let discord = RecordingTransport::default();
        let rest = RestClient::with_transport(discord.clone(), Failpoints::default());
        let limits = Limits {
            games_per_server: 1,
            clicks_waiting: 8,
        };
        let journal = Arc::<MemoryJournal>::default();
        let registry = Registry::new(journal, rest.clone(), limits, Env::system());
        let registry = registry.await.expect("the journal is readable");
        let database = Arc::<CountingPreferences>::default();
        let preferences = Arc::<CountingPreferences>::clone(&database);
        let budget = Budget::new(burst, 1);
        Self {
            dispatcher: Dispatcher::new(rest, registry, preferences, budget),
            discord,
            database,
            started: Instant::now(),
        }
    }

    /// Serves a request of Ada, whose Discord client is in English, and returns the answer.
    async fn serve(&self, request: InteractionRequest) -> Value {
        self.serve_interaction(self.interaction(request)).await
    }

    async fn serve_interaction(&self, incoming: IncomingInteraction) -> Value {
        self.dispatcher.serve(incoming).await;
        let mut answers = std::mem::take(&mut *self.discord.0.lock().unwrap());
        assert_eq!(answers.len(), 1, "every interaction gets one answer");
        answers.remove(0)
    }

    fn interaction(&self, request: InteractionRequest) -> IncomingInteraction {
        let clicked = ClickedMessage {
            message: MessageId::new(4),
            private: false,
        };
        IncomingInteraction {
            callback: Callback {
                interaction: InteractionId::new(2),
                application: ApplicationId::new(3),
                token: "token".to_owned(),
                // All at the same time, so that no budget refills.
                received: self.started,
                user: ADA,
                clicked: Some(clicked),
            },
            person: Clicker {
                id: ADA,
                name: "Ada".to_owned(),
                locale: Locale::fallback(),
                may_manage: false,
            },
            context: Some(ChannelContext {
                guild: GuildId::new(7),
                channel: ChannelId::new(8),
                is_thread: false,
                bot_permissions: Permissions::ADMINISTRATOR,
                server_locale: Locale::fallback(),
            }),
            request,
        }
    }

    fn reads(&self) -> usize {
        self.database.reads.load(Ordering::Relaxed)
    }
}

fn click() -> InteractionRequest {
    InteractionRequest::UseControl(STAMP.button(Intent::Draw), Intent::Draw)
}

fn autocomplete() -> InteractionRequest {
    InteractionRequest::Autocomplete {
        edition: None,
        typed: "nope".to_owned(),
    }
}

fn choose(locale: Locale) -> InteractionRequest {
    let chosen = Some(LanguagePreference::Fixed(locale));
    InteractionRequest::Me { chosen }
}

fn slow_down(locale: Locale) -> Value {
    let refusal = InteractionError::RateLimited;
    private_answer(&screen::interaction_error(&refusal, Language::of(locale)))
}

#[tokio::test]
async fn a_spent_budget_is_noticed_before_any_database_read() {
    let requests = [
        click(),
        InteractionRequest::TableCommand(Intent::Join),
        InteractionRequest::NewTable(NewTableCommand::default()),
        InteractionRequest::Rules {
            edition: None,
            card: None,
        },
        InteractionRequest::Me { chosen: None },
        choose(Locale::nearest("de")),
        InteractionRequest::UnknownControl,
        InteractionRequest::UnknownValue,
    ];
    let fixture = Fixture::with_burst(0).await;
    for request in requests {
        let answer = fixture.serve(request.clone()).await;
        assert_eq!(answer, slow_down(Locale::fallback()), "{request:?}");
    }
    assert_eq!(fixture.reads(), 0);
    assert_eq!(fixture.database.writes.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn autocomplete_spends_the_budget_and_then_suggests_nothing() {
    let fixture = Fixture::with_burst(1).await;
    let answer = fixture.serve(autocomplete()).await;
    assert_eq!(answer["data"]["choices"][0]["value"], "nope");
    let reads = fixture.reads();
    let answer = fixture.serve(autocomplete()).await;
    assert_eq!(answer, json!({ "type": 8, "data": { "choices": [] } }));
    assert_eq!(fixture.serve(click()).await, slow_down(Locale::fallback()));
    assert_eq!(fixture.reads(), reads);
}

#[tokio::test]
async fn an_undeserialized_interaction_spends_the_budget() {
    let fixture = Fixture::with_burst(1).await;
    let value = json!({
        "id": "2", "application_id": "3", "token": "token", "locale": "en-US",
        "member": { "user": { "id": ADA.to_string() } },
    });
    for expected in [
        InteractionError::UnknownButton,
        InteractionError::RateLimited,
    ] {
        let incoming = read_undeserialized(&value, fixture.started).expect("it can be answered");
        let answer = fixture.serve_interaction(incoming).await;
        let screen = screen::interaction_error(&expected, Language::of(Locale::fallback()));
        assert_eq!(answer, private_answer(&screen));
    }
}

#[tokio::test]
async fn many_clicks_of_one_person_read_their_language_once() {
    let fixture = Fixture::with_burst(20).await;
    let closed = screen::refusal(&Refusal::Closed, Language::of(Locale::fallback()));
    for _ in 0..20 {
        assert_eq!(fixture.serve(click()).await, private_answer(&closed));
    }
    assert_eq!(fixture.reads(), 1);
}

#[tokio::test]
async fn a_chosen_language_applies_from_the_next_click_on() {
    let german = Locale::nearest("de");
    let fixture = Fixture::with_burst(3).await;
    fixture.serve(click()).await;
    fixture.serve(choose(german)).await;
    let closed = screen::refusal(&Refusal::Closed, Language::of(german));
    assert_eq!(fixture.serve(click()).await, private_answer(&closed));
    assert_eq!(fixture.serve(click()).await, slow_down(german));
    assert_eq!(fixture.reads(), 1);
}
