//! An unmodified serenity 0.12.5 bot runs against the sandbox.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use serenity::all::{
    AutocompleteChoice, Client, Command, CommandOptionType, Context, CreateAutocompleteResponse,
    CreateCommand, CreateCommandOption, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, EventHandler, GatewayIntents, Guild,
    Interaction, RawEventHandler, Ready, ShardManager,
};
use serenity::async_trait;
use serenity::http::HttpBuilder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{TestSandbox, string};

struct Bot {
    reports: UnboundedSender<String>,
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, context: Context, ready: Ready) {
        let option = CreateCommandOption::new(CommandOptionType::String, "card", "A card.")
            .set_autocomplete(true);
        let command = CreateCommand::new("play")
            .description("Plays.")
            .add_option(option);
        let set = Command::set_global_commands(&context.http, vec![command]).await;
        let commands = set.expect("the command is accepted");
        self.report(format!("ready {} {}", ready.user.name, commands.len()));
    }

    async fn guild_create(&self, _context: Context, guild: Guild, _is_new: Option<bool>) {
        self.report(format!("guild {} {}", guild.name, guild.channels.len()));
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let result = match interaction {
            Interaction::Command(command) => {
                let response = CreateInteractionResponse::Message(first_message(true));
                command.create_response(&context.http, response).await
            }
            Interaction::Component(click) => {
                let message = CreateInteractionResponseMessage::new()
                    .content(format!("{} by {}", click.data.custom_id, click.user.name));
                let response = CreateInteractionResponse::UpdateMessage(message);
                click.create_response(&context.http, response).await
            }
            Interaction::Autocomplete(typing) => {
                let choice = AutocompleteChoice::new("Skip", "skip");
                let response = CreateAutocompleteResponse::new().set_choices(vec![choice]);
                let response = CreateInteractionResponse::Autocomplete(response);
                typing.create_response(&context.http, response).await
            }
            _ => Ok(()),
        };
        result.expect("the answer is accepted");
    }

    async fn message(&self, context: Context, message: serenity::all::Message) {
        if !message.author.bot {
            self.report(format!("said {:?}", message.content));
            let answer = CreateMessage::new().content("answer");
            let sent = message.channel_id.send_message(&context.http, answer).await;
            sent.expect("the message is accepted");
        }
    }
}

impl Bot {
    fn report(&self, event: String) {
        // The test may have ended.
        let _ = self.reports.send(event);
    }
}

fn first_message(ephemeral: bool) -> CreateInteractionResponseMessage {
    let button = |id: &str| serenity::all::CreateButton::new(id).label(id);
    CreateInteractionResponseMessage::new()
        .content("first")
        .button(button("next"))
        .ephemeral(ephemeral)
}

/// Reports every event that serenity does not know.
struct UnknownEventHandler {
    reports: UnboundedSender<String>,
}

#[async_trait]
impl RawEventHandler for UnknownEventHandler {
    async fn raw_event(&self, _context: Context, event: serenity::all::Event) {
        if let serenity::all::Event::Unknown(unknown) = event {
            // The test may have ended.
            let _ = self.reports.send(format!("unknown event {unknown:?}"));
        }
    }
}

struct RunningBot {
    reports: UnboundedReceiver<String>,
    shards: Arc<ShardManager>,
}

impl RunningBot {
    async fn start(sandbox: &TestSandbox) -> Self {
        let (sender, reports) = unbounded_channel();
        let http = HttpBuilder::new(sandbox.server.token())
            .proxy(sandbox.base())
            .ratelimiter_disabled(true)
            .build();
        let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
        let bot = Bot {
            reports: sender.clone(),
        };
        let builder = serenity::client::ClientBuilder::new_with_http(http, intents);
        let mut client: Client = builder
            .event_handler(bot)
            .raw_event_handler(UnknownEventHandler { reports: sender })
            .await
            .expect("serenity connects to the gateway");
        let shards = Arc::clone(&client.shard_manager);
        tokio::spawn(async move { client.start().await });
        Self { reports, shards }
    }

    /// Returns the next event that the bot reports.
    async fn next_report(&mut self) -> String {
        tokio::time::timeout(Duration::from_secs(20), self.reports.recv())
            .await
            .expect("the bot reports an event")
            .expect("the bot runs")
    }

    /// Waits for READY and GUILD_CREATE, in any order.
    async fn wait_until_started(&mut self) {
        let mut first = [self.next_report().await, self.next_report().await];
        first.sort();
        assert_eq!(first, ["guild Sandbox 2", "ready sandbox-bot 1"]);
    }
}

async fn assert_no_problems(sandbox: &TestSandbox) {
    let problems = sandbox
        .control(Method::GET, "/problems", &Value::Null)
        .await
        .body;
    assert_eq!(problems["refused"], json!([]), "no call was refused");
    assert_eq!(
        problems["unanswered"],
        json!([]),
        "every interaction was answered"
    );
}

#[tokio::test]
async fn serenity_starts_suggests_choices_and_answers_a_command_and_a_click() {
    let sandbox = TestSandbox::start().await;
    let mut bot = RunningBot::start(&sandbox).await;
    bot.wait_until_started().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);

    let body = json!({"user": ada, "command": "play", "options": {"card": "S"}, "focused": "card"});
    let path = format!("/channels/{channel}/autocomplete");
    let outcome = sandbox.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["choices"][0]["value"], "skip", "{outcome}");

    let body = json!({"user": ada, "command": "play"});
    let path = format!("/channels/{channel}/command");
    let outcome = sandbox.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["callback_type"], 4, "{outcome}");
    assert_eq!(outcome["message"]["content"], "first");

    let body = json!({"user": ada, "message": outcome["message"]["id"], "custom_id": "next"});
    let path = format!("/channels/{channel}/click");
    let outcome = sandbox.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["callback_type"], 7, "{outcome}");
    assert_eq!(outcome["message"]["content"], "next by ada");
    let seen = sandbox.visible_messages(&channel, Some(&ada)).await;
    assert_eq!(seen.len(), 1, "the click edited the message in place");
    assert_no_problems(&sandbox).await;
    bot.shards.shutdown_all().await;
}

#[tokio::test]
async fn serenity_receives_messages_and_can_read_every_event() {
    let sandbox = TestSandbox::start().await;
    let mut bot = RunningBot::start(&sandbox).await;
    bot.wait_until_started().await;
    let (channel, ada) = (sandbox.first_channel_id().await, sandbox.user_id(0).await);
    let path = format!("/channels/{channel}/say");
    sandbox
        .control(
            Method::POST,
            &path,
            &json!({"user": ada, "content": "hello"}),
        )
        .await;
    assert_eq!(
        bot.next_report().await,
        "said \"\"",
        "the content requires the intent MESSAGE_CONTENT"
    );

    let guild = string(&sandbox.state().await["guilds"][0]["id"]);
    let path = format!("/guilds/{guild}/channels");
    let created = sandbox
        .control(Method::POST, &path, &json!({"name": "third"}))
        .await
        .body;
    let path = format!("/channels/{}", string(&created["id"]));
    sandbox.control(Method::DELETE, &path, &Value::Null).await;
    sandbox
        .control(Method::POST, "/guilds", &json!({"name": "Second"}))
        .await;
    assert_eq!(
        bot.next_report().await,
        "guild Second 0",
        "serenity could read every event before it"
    );
    assert_no_problems(&sandbox).await;
    bot.shards.shutdown_all().await;
}
