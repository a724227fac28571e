//! Tests the [`Dispatcher`], with a fake Discord that records the answers and a database that counts reads. The clock
//! is paused: a sleep ends as soon as all tasks are waiting.

mod coach;
mod daily;
mod direct_click;
mod me;
mod new_table;
mod practice;
mod recipes;
mod settings;
mod statistics;
mod story;

use std::sync::atomic::Ordering;
use std::time::Duration;

use discord::ClickedMessage;
use kit::memory_journal::BlockingStore;
use rules::EditionId;
use serde_json::{Value, json};
use serenity::model::channel::ChannelType;
use serenity::model::id::{ChannelId, GuildId, MessageId};
use serenity::model::permissions::Permissions;
use table::control::Control;
use table::display_mode::DisplayMode;
use table::ids::{Millis, Revision, TableId, UserId};
use table::pages::PageIntent;
use table::pages::rules_page::{RulesView, Topic};
use table::preferences::{LanguagePreference, PersonPreferences, PreferenceChange};
use table::text::Locale;
use tokio::time::{Instant, sleep};

use super::*;
use crate::fakes::{
    CHANNEL, FakeDiscord, FakeJournal, FakePreferences, GUILD, callback, clicker,
    error_answer as error, private_answer, refusal_answer as refused,
};
use crate::interaction::{AccessCondition, NewTableCommand, read_undeserialized};
use crate::tables::game_quota::GameLimits;
use crate::tables::registry::{Env, Limits};

const ADA: UserId = UserId(1);
const INTERACTION: u64 = 2;
const STAMP: Stamp = Stamp {
    table: TableId(5),
    revision: Revision(0),
};

/// A public message of the bot.
const CLICKED: ClickedMessage = ClickedMessage {
    message: MessageId::new(4),
    private: false,
    direct: false,
};

/// Returns a German-language server without the bot, in which a person uses a command that they have installed.
fn foreign_server(may_post: bool) -> Elsewhere {
    let locale = Locale::nearest("de");
    Elsewhere { may_post, locale }
}

/// A dispatcher that allows each person `burst` actions, and almost none after that.
struct Fixture {
    dispatcher: Dispatcher,
    discord: FakeDiscord,
    journal: Arc<FakeJournal>,
    database: Arc<FakePreferences>,
    personal_data: Arc<BlockingStore>,
    started: Instant,
}

impl Fixture {
    async fn with_burst(burst: usize) -> Self {
        Self::over(FakeJournal::new(), burst).await
    }

    /// Starts a fixture in which people may act as soon as a step has been sent to them.
    async fn with_quick_people() -> Self {
        let mut env = Env::system();
        env.table_config.min_tap_delay = Millis(0);
        Self::with_env(FakeJournal::new(), 1000, env).await
    }

    /// Starts a fixture with the tables in this journal.
    async fn over(journal: Arc<FakeJournal>, burst: usize) -> Self {
        Self::with_env(journal, burst, Env::system()).await
    }

    async fn with_env(journal: Arc<FakeJournal>, burst: usize, env: Env) -> Self {
        Self::with_stored(journal, Arc::default(), burst, env).await
    }

    async fn with_stored(
        journal: Arc<FakeJournal>,
        personal_data: Arc<BlockingStore>,
        burst: usize,
        env: Env,
    ) -> Self {
        let discord = FakeDiscord::default();
        let rest = discord.rest();
        let limits = Limits {
            games: GameLimits {
                per_server: 1,
                per_person: 1,
                watched_per_server: 1,
            },
            mailbox_capacity: 2,
        };
        let registry = Registry::new(journal.shared(), rest.clone(), limits, env)
            .await
            .expect("the journal is readable");
        registry.guild_joined(GUILD);
        let database = Arc::<FakePreferences>::default();
        let preferences = Arc::<FakePreferences>::clone(&database);
        let data_requests = Arc::new(DataRequests::new(Arc::<BlockingStore>::clone(
            &personal_data,
        )));
        let click_rate_limit = ClickRateLimit::new(burst, 1);
        Self {
            dispatcher: Dispatcher::new(
                rest,
                registry,
                preferences,
                Arc::<BlockingStore>::clone(&personal_data),
                Arc::<BlockingStore>::clone(&personal_data),
                data_requests,
                click_rate_limit,
            ),
            discord,
            journal,
            database,
            personal_data,
            started: Instant::now(),
        }
    }

    /// Serves a request from Ada, whose Discord client is in English, and returns the answer.
    async fn serve(&self, request: InteractionRequest) -> Value {
        self.serve_interaction(self.interaction(request)).await
    }

    /// Serves a request from Ada in a changed context, and returns the answer.
    async fn serve_where(
        &self,
        request: InteractionRequest,
        change: impl FnOnce(&mut ChannelContext),
    ) -> Value {
        let mut incoming = self.interaction(request);
        change(incoming.context.as_mut().expect("it is in a server"));
        self.serve_interaction(incoming).await
    }

    async fn serve_interaction(&self, incoming: IncomingInteraction) -> Value {
        self.discord.take();
        self.dispatcher.serve(incoming).await;
        sleep(Duration::from_millis(100)).await;
        let mut answers = self.discord.answers(INTERACTION);
        assert_eq!(answers.len(), 1, "every interaction gets one answer");
        answers.remove(0)
    }

    fn interaction(&self, request: InteractionRequest) -> IncomingInteraction {
        IncomingInteraction {
            callback: Callback {
                // All clicks happen at the same instant, so that no bucket is refilled.
                received: self.started,
                clicked: Some(CLICKED),
                ..callback(INTERACTION, ADA)
            },
            person: clicker(ADA, "Ada"),
            avatar: None,
            context: Some(ChannelContext {
                guild: GUILD,
                channel: CHANNEL,
                parent_channel: CHANNEL,
                is_thread: false,
                thread_type: Some(ChannelType::PublicThread),
                access_condition: None,
                bot_permissions: Permissions::ADMINISTRATOR,
                member_permissions: Permissions::CREATE_PUBLIC_THREADS
                    | Permissions::VIEW_CHANNEL
                    | Permissions::SEND_MESSAGES,
                server_locale: Locale::fallback(),
            }),
            elsewhere: None,
            request,
        }
    }

    async fn hide(&self, person: UserId) {
        let hide = PreferenceChange {
            hidden: Some(true),
            ..PreferenceChange::default()
        };
        let hidden = self.personal_data.change(person, hide, Millis(0)).await;
        hidden.expect("it is stored");
    }

    fn reads(&self) -> usize {
        self.database.reads.load(Ordering::Relaxed)
    }
}

/// Returns a click on a button of the table of [`STAMP`].
fn click_on(intent: impl Into<Meaning>) -> InteractionRequest {
    let meaning = intent.into();
    InteractionRequest::UseControl(STAMP.button(meaning), meaning)
}

fn click() -> InteractionRequest {
    click_on(Intent::Draw)
}

fn new_table_in_thread() -> InteractionRequest {
    InteractionRequest::NewTable(NewTableCommand {
        in_thread: true,
        ..NewTableCommand::default()
    })
}

fn new_table() -> InteractionRequest {
    InteractionRequest::NewTable(NewTableCommand::default())
}

fn autocomplete() -> InteractionRequest {
    InteractionRequest::Autocomplete {
        of: Suggested::Cards(None),
        typed: "nope".to_owned(),
    }
}

fn choose(locale: Locale) -> InteractionRequest {
    let change = PreferenceChange {
        language: Some(LanguagePreference::Fixed(locale)),
        ..PreferenceChange::default()
    };
    InteractionRequest::Me {
        change,
        request: None,
    }
}

fn slow_down(locale: Locale) -> Value {
    let refusal = InteractionError::RateLimited;
    private_answer(&screen::interaction_error(&refusal, Language::of(locale)))
}

#[tokio::test(start_paused = true)]
async fn a_spent_click_rate_limit_is_noticed_before_any_database_read() {
    let requests = [
        click(),
        InteractionRequest::TableCommand(Intent::Join),
        new_table(),
        InteractionRequest::Rules {
            edition: None,
            card: None,
        },
        InteractionRequest::Me {
            change: PreferenceChange::default(),
            request: None,
        },
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

#[tokio::test(start_paused = true)]
async fn autocomplete_counts_for_the_click_rate_limit_and_then_suggests_nothing() {
    let fixture = Fixture::with_burst(1).await;
    let answer = fixture.serve(autocomplete()).await;
    assert_eq!(answer["data"]["choices"][0]["value"], "nope");
    let reads = fixture.reads();
    let answer = fixture.serve(autocomplete()).await;
    assert_eq!(answer, json!({ "type": 8, "data": { "choices": [] } }));
    assert_eq!(fixture.serve(click()).await, slow_down(Locale::fallback()));
    assert_eq!(fixture.reads(), reads);
}

#[tokio::test(start_paused = true)]
async fn an_undeserialized_interaction_counts_for_the_click_rate_limit() {
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
        assert_eq!(answer, error(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn many_clicks_of_one_person_read_their_language_once() {
    let fixture = Fixture::with_burst(20).await;
    for _ in 0..20 {
        assert_eq!(fixture.serve(click()).await, refused(Refusal::Closed));
    }
    assert_eq!(fixture.reads(), 1);
}

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
async fn a_command_without_a_table_or_outside_of_a_server_names_the_reason() {
    let fixture = Fixture::with_burst(20).await;
    let answer = fixture.serve(InteractionRequest::UnknownControl).await;
    assert_eq!(answer, error(InteractionError::UnknownButton));
    let answer = fixture.serve(InteractionRequest::UnknownValue).await;
    assert_eq!(answer, error(InteractionError::UnknownValue));
    let join = || fixture.interaction(InteractionRequest::TableCommand(Intent::Join));
    let answer = fixture.serve_interaction(join()).await;
    assert_eq!(answer, error(InteractionError::NoGame));
    let direct_message = IncomingInteraction {
        context: None,
        ..join()
    };
    let elsewhere = IncomingInteraction {
        context: None,
        elsewhere: Some(foreign_server(true)),
        ..join()
    };
    let answer = fixture.serve_interaction(direct_message).await;
    assert_eq!(answer, error(InteractionError::ServersOnly));
    let answer = fixture.serve_interaction(elsewhere).await.to_string();
    assert!(answer.contains("oauth2/authorize"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn a_missing_permission_is_named_before_the_table_hears_of_the_click() {
    let fixture = Fixture::with_burst(20).await;
    let missing = missing_to_post(Permissions::empty(), false).expect("it lacks all");
    let answer = fixture.serve_where(click(), |context| {
        context.bot_permissions = Permissions::empty();
    });
    assert_eq!(
        answer.await,
        error(InteractionError::MissingPermission(missing))
    );
}

#[tokio::test(start_paused = true)]
async fn a_person_who_floods_is_refused_for_a_while_and_then_ignored() {
    let fixture = Fixture::with_burst(5).await;
    for _ in 0..1_000 {
        fixture.dispatcher.serve(fixture.interaction(click())).await;
    }
    let answers = fixture.discord.answers(INTERACTION).len();
    assert!((5..30).contains(&answers), "{answers}");
}

/// Returns a command or click from outside the table's channel, by a person with these permissions.
fn elsewhere(
    fixture: &Fixture,
    request: InteractionRequest,
    member: Permissions,
) -> IncomingInteraction {
    let mut incoming = fixture.interaction(request);
    incoming.callback = callback(INTERACTION, UserId(77));
    incoming.person.id = UserId(77);
    if let Some(context) = &mut incoming.context {
        context.channel = ChannelId::new(CHANNEL.get() + 1);
        context.member_permissions = member;
    }
    incoming
}

#[tokio::test(start_paused = true)]
async fn only_people_who_manage_the_server_can_end_any_of_its_tables() {
    let fixture = Fixture::with_burst(50).await;
    fixture.serve(new_table()).await;
    let end = || InteractionRequest::TableCommand(Intent::End { confirmed: false });
    let member = Permissions::MANAGE_MESSAGES;
    let answer = fixture
        .serve_interaction(elsewhere(&fixture, end(), member))
        .await;
    assert_eq!(answer, error(InteractionError::NoGame));
    let manager = Permissions::MANAGE_GUILD;
    let list = fixture
        .serve_interaction(elsewhere(&fixture, end(), manager))
        .await;
    let first_control = |shown: &Value| {
        let control: Control = custom_ids(shown)[0].parse().expect("a control of the bot");
        let intent = control.with_values::<String>(&[]).expect("a button");
        InteractionRequest::UseControl(control, intent)
    };
    let click = || first_control(&list);
    let answer = fixture
        .serve_interaction(elsewhere(&fixture, click(), member))
        .await;
    assert_eq!(answer, refused(Refusal::HostOrModeratorOnly));
    let mut foreign = elsewhere(&fixture, click(), manager);
    if let Some(context) = &mut foreign.context {
        context.guild = GuildId::new(GUILD.get() + 1);
    }
    let answer = fixture.serve_interaction(foreign).await;
    assert_eq!(answer, refused(Refusal::Closed));
    assert!(fixture.dispatcher.registry.has(CHANNEL), "it goes on");
    let mut asking = elsewhere(&fixture, click(), manager);
    // The table has already handled an interaction with the id `INTERACTION`.
    asking.callback = callback(INTERACTION + 1, UserId(77));
    fixture.dispatcher.serve(asking).await;
    sleep(Duration::from_millis(100)).await;
    let asked = fixture.discord.answers(INTERACTION + 1).remove(0);
    assert!(fixture.dispatcher.registry.has(CHANNEL), "it asks first");
    let mut confirmed = elsewhere(&fixture, first_control(&asked), manager);
    confirmed.callback = callback(INTERACTION + 2, UserId(77));
    fixture.dispatcher.serve(confirmed).await;
    sleep(Duration::from_secs(1)).await;
    assert!(!fixture.dispatcher.registry.has(CHANNEL), "it has ended");
}

fn custom_ids(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let own = fields
                .get("custom_id")
                .and_then(Value::as_str)
                .map(str::to_owned)
                .into_iter();
            own.chain(fields.values().flat_map(custom_ids)).collect()
        }
        Value::Array(items) => items.iter().flat_map(custom_ids).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_on_a_full_mailbox_is_answered() {
    let fixture = Fixture::with_burst(20).await;
    fixture.serve(new_table()).await;
    fixture.journal.hold_appends(true);
    let command = |number: u64| {
        let join = InteractionRequest::TableCommand(Intent::Join);
        let mut incoming = fixture.interaction(join);
        incoming.callback = callback(INTERACTION + number, UserId(number));
        incoming.person.id = UserId(number);
        incoming
    };
    // The driver holds the first command, and the mailbox holds the next two.
    for number in 2..=5 {
        fixture.dispatcher.serve(command(number)).await;
        sleep(Duration::from_millis(1)).await;
    }
    let answers = fixture.discord.answers(INTERACTION + 5);
    assert_eq!(answers, [error(InteractionError::RateLimited)]);
    assert_eq!(fixture.discord.answers(INTERACTION + 4).len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_control_that_no_table_handles_does_not_load_a_table() {
    let before = Fixture::with_burst(1).await;
    before.serve(new_table()).await;
    before.dispatcher.registry.close().await;
    let fixture = Fixture::over(Arc::clone(&before.journal), 9).await;
    let loaded = || fixture.dispatcher.registry.sample().loaded;
    let page = RulesView {
        book: EditionId::ORIGINAL.into(),
        topic: Topic::Guide,
    };
    for intent in [PageIntent::Read(page), PageIntent::ForgetMe] {
        fixture.serve(click_on(intent)).await;
        assert_eq!(loaded(), 0);
    }
    fixture.serve(click()).await;
    assert_eq!(loaded(), 1, "this one is the table's");
}
