//! serenity 0.12.5, unchanged, starts up and plays along.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, Client, Command, CommandOptionType, Context,
    CreateActionRow, CreateAutocompleteResponse, CreateCommand, CreateCommandOption,
    CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage,
    CreateModal, EventHandler, GatewayIntents, Guild, InputTextStyle, Interaction, RawEventHandler,
    Ready, ShardManager,
};
use serenity::async_trait;
use serenity::http::HttpBuilder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{Scene, text};

struct Bot {
    heard: UnboundedSender<String>,
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
        self.hear(format!("ready {} {}", ready.user.name, commands.len()));
    }

    async fn guild_create(&self, _context: Context, guild: Guild, _is_new: Option<bool>) {
        self.hear(format!("guild {} {}", guild.name, guild.channels.len()));
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let answered = match interaction {
            Interaction::Command(command) => {
                let response = CreateInteractionResponse::Message(first_screen(true));
                command.create_response(&context.http, response).await
            }
            Interaction::Component(click) if click.data.custom_id == "ask" => {
                click.create_response(&context.http, modal()).await
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
            Interaction::Modal(modal) => {
                let ActionRowComponent::InputText(input) = &modal.data.components[0].components[0]
                else {
                    return;
                };
                let message = CreateInteractionResponseMessage::new()
                    .content(input.value.clone().unwrap_or_default());
                let response = CreateInteractionResponse::UpdateMessage(message);
                modal.create_response(&context.http, response).await
            }
            _ => Ok(()),
        };
        answered.expect("the answer is accepted");
    }

    async fn message(&self, context: Context, message: serenity::all::Message) {
        if !message.author.bot {
            self.hear(format!("said {:?}", message.content));
            let answer = CreateMessage::new().content("heard");
            let sent = message.channel_id.send_message(&context.http, answer).await;
            sent.expect("the message is accepted");
        }
    }
}

impl Bot {
    fn hear(&self, what: String) {
        // The test may have ended.
        let _ = self.heard.send(what);
    }
}

fn first_screen(ephemeral: bool) -> CreateInteractionResponseMessage {
    let button = |id: &str| serenity::all::CreateButton::new(id).label(id);
    CreateInteractionResponseMessage::new()
        .content("first")
        .button(button("next"))
        .button(button("ask"))
        .ephemeral(ephemeral)
}

fn modal() -> CreateInteractionResponse {
    let input = CreateInputText::new(InputTextStyle::Short, "Name", "name");
    let rows = vec![CreateActionRow::InputText(input)];
    CreateInteractionResponse::Modal(CreateModal::new("naming", "Your name").components(rows))
}

/// Hears of every event that serenity could not read.
struct Unread {
    heard: UnboundedSender<String>,
}

#[async_trait]
impl RawEventHandler for Unread {
    async fn raw_event(&self, _context: Context, event: serenity::all::Event) {
        if let serenity::all::Event::Unknown(unknown) = event {
            // The test may have ended.
            let _ = self.heard.send(format!("unread {unknown:?}"));
        }
    }
}

struct Running {
    heard: UnboundedReceiver<String>,
    shards: Arc<ShardManager>,
}

impl Running {
    async fn start(scene: &Scene) -> Self {
        let (sender, heard) = unbounded_channel();
        let http = HttpBuilder::new("sandbox-token")
            .proxy(scene.base())
            .ratelimiter_disabled(true)
            .build();
        let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
        let bot = Bot {
            heard: sender.clone(),
        };
        let builder = serenity::client::ClientBuilder::new_with_http(http, intents);
        let mut client: Client = builder
            .event_handler(bot)
            .raw_event_handler(Unread { heard: sender })
            .await
            .expect("serenity finds the gateway");
        let shards = Arc::clone(&client.shard_manager);
        tokio::spawn(async move { client.start().await });
        Self { heard, shards }
    }

    /// The next thing that the bot tells of.
    async fn next(&mut self) -> String {
        tokio::time::timeout(Duration::from_secs(20), self.heard.recv())
            .await
            .expect("the bot hears something")
            .expect("the bot runs")
    }

    /// Waits for both of the things that follow a start, in any order.
    async fn started(&mut self) {
        let mut first = [self.next().await, self.next().await];
        first.sort();
        assert_eq!(first, ["guild Sandbox 2", "ready sandbox-bot 1"]);
    }
}

async fn clean(scene: &Scene) {
    let problems = scene
        .control(Method::GET, "/problems", &Value::Null)
        .await
        .body;
    assert_eq!(problems["refused"], json!([]), "nothing is refused");
    assert_eq!(problems["unanswered"], json!([]), "everything is answered");
}

#[tokio::test]
async fn serenity_starts_and_answers_a_command_and_a_click() {
    let scene = Scene::start().await;
    let mut bot = Running::start(&scene).await;
    bot.started().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);

    let body = json!({"user": ada, "command": "play"});
    let path = format!("/channels/{channel}/command");
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["callback_type"], 4, "{outcome}");
    assert_eq!(outcome["message"]["content"], "first");

    let body = json!({"user": ada, "message": outcome["message"]["id"], "custom_id": "next"});
    let path = format!("/channels/{channel}/click");
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["callback_type"], 7, "{outcome}");
    assert_eq!(outcome["message"]["content"], "next by ada");
    let seen = scene.seen(&channel, Some(&ada)).await;
    assert_eq!(seen.len(), 1, "the click changed the message in its place");
    clean(&scene).await;
    bot.shards.shutdown_all().await;
}

#[tokio::test]
async fn serenity_suggests_choices_and_reads_a_modal() {
    let scene = Scene::start().await;
    let mut bot = Running::start(&scene).await;
    bot.started().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);

    let body = json!({"user": ada, "command": "play", "options": {"card": "S"}, "focused": "card"});
    let path = format!("/channels/{channel}/autocomplete");
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["choices"][0]["value"], "skip", "{outcome}");

    let body = json!({"user": ada, "command": "play"});
    let path = format!("/channels/{channel}/command");
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    let body = json!({"user": ada, "message": outcome["message"]["id"], "custom_id": "ask"});
    let path = format!("/channels/{channel}/click");
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["modal"]["title"], "Your name", "{outcome}");

    let path = format!("/channels/{channel}/modal");
    let body = json!({"user": ada, "custom_id": "naming", "fields": {"name": "Ada L."}});
    let outcome = scene.control(Method::POST, &path, &body).await.body;
    assert_eq!(outcome["message"]["content"], "Ada L.", "{outcome}");
    clean(&scene).await;
    bot.shards.shutdown_all().await;
}

#[tokio::test]
async fn serenity_hears_people_talk_and_reads_every_event() {
    let scene = Scene::start().await;
    let mut bot = Running::start(&scene).await;
    bot.started().await;
    let (channel, ada) = (scene.channel().await, scene.person(0).await);
    let path = format!("/channels/{channel}/say");
    scene
        .control(
            Method::POST,
            &path,
            &json!({"user": ada, "content": "hello"}),
        )
        .await;
    assert_eq!(
        bot.next().await,
        "said \"\"",
        "the content needs an intent of its own"
    );

    let guild = text(&scene.state().await["guilds"][0]["id"]);
    let path = format!("/guilds/{guild}/channels");
    let made = scene
        .control(Method::POST, &path, &json!({"name": "third"}))
        .await
        .body;
    let path = format!("/channels/{}", text(&made["id"]));
    scene.control(Method::DELETE, &path, &Value::Null).await;
    scene
        .control(Method::POST, "/guilds", &json!({"name": "Second"}))
        .await;
    assert_eq!(
        bot.next().await,
        "guild Second 0",
        "nothing before it was unreadable"
    );
    clean(&scene).await;
    bot.shards.shutdown_all().await;
}
