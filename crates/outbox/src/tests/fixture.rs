//! A speaker between a fake Discord and a fake journal.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde_json::json;
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, MessageId, UserId as BotUser};
use table::effect::{MessageUpdate, Urgency};
use table::ids::{TableId, UserId};
use table::screen::{Accent, Element, Screen};
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, timeout};

use super::fake_discord::FakeDiscord;
use super::fake_journal::FakeJournal;
use crate::end_picture::EndPictures;
use crate::{
    BotIdentity, Callback, ClickedMessage, InitialState, KnownIdentity, MessageBoard, MessageSlot,
    Speaker, SpeakerEvent,
};

pub(super) const TABLE: TableId = TableId(5);
pub(super) const CHANNEL: ChannelId = ChannelId::new(5);
pub(super) const POST: &str = "POST /api/v10/channels/5/messages";
pub(super) const EDIT: &str = "PATCH /api/v10/channels/5/messages/100";
pub(super) const BOT: BotIdentity = BotIdentity {
    user: BotUser::new(80),
    application: ApplicationId::new(8),
};
pub(super) const USER: UserId = UserId(9);
pub(super) const REPLACE: MessageUpdate = MessageUpdate::Replace { ping: None };
/// Far longer than anything takes, so that a slow machine fails no test.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A speaker between a fake Discord and a fake journal.
pub(super) struct Fixture {
    pub(super) discord: FakeDiscord,
    pub(super) journal: Arc<FakeJournal>,
    pub(super) speaker: Speaker,
    pub(super) events: mpsc::UnboundedReceiver<SpeakerEvent>,
    pub(super) message_id: Arc<AtomicU64>,
}

impl Fixture {
    /// Returns a speaker that has posted the table's message, which has the id 100.
    pub(super) async fn with_message() -> Self {
        let mut fixture = Self::new(InitialState::NewTable).await;
        fixture
            .speaker
            .show(screen("first"), REPLACE, Urgency::Routine);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": "100" }));
        assert_eq!(fixture.next_event().await, SpeakerEvent::Shown);
        fixture
    }

    pub(super) async fn new(initial: InitialState) -> Self {
        let discord = FakeDiscord::start().await;
        let journal = Arc::new(FakeJournal::new().await);
        let (sender, events) = mpsc::unbounded_channel();
        let message_id = Arc::<AtomicU64>::default();
        let on_event = move |event| sender.send(event).unwrap();
        let (rest, bot) = (discord.rest.clone(), KnownIdentity::default());
        bot.set(BOT);
        let place = (serenity::model::id::GuildId::new(1), CHANNEL);
        let pictures = EndPictures::fixed(Some(b"a picture"));
        let slot = MessageSlot::new(
            Arc::<FakeJournal>::clone(&journal),
            rest,
            bot,
            TABLE,
            place,
            pictures,
        );
        let board = Box::new(MessageBoard::new(&initial));
        let (speaker, task) = Speaker::new(slot, board, Arc::clone(&message_id), on_event);
        tokio::spawn(task);
        Self {
            discord,
            journal,
            speaker,
            events,
            message_id,
        }
    }

    pub(super) async fn next_event(&mut self) -> SpeakerEvent {
        timeout(PATIENCE, self.events.recv())
            .await
            .expect("the speaker reports an event")
            .unwrap()
    }
}

pub(super) fn screen(text: &str) -> Screen {
    Screen {
        accent: Accent::Calm,
        elements: vec![Element::Text(text.to_owned())],
        mention: None,
    }
}

pub(super) fn click(interaction: u64, message: u64, private: bool) -> Callback {
    Callback {
        interaction: InteractionId::new(interaction),
        application: ApplicationId::new(8),
        token: format!("t{interaction}"),
        received: Instant::now(),
        user: USER,
        clicked: Some(ClickedMessage {
            message: MessageId::new(message),
            private,
            direct: false,
        }),
        http: None,
    }
}
