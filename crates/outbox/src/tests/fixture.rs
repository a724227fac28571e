//! A message board between a fake Discord and a fake journal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, MessageId, UserId as BotUser};
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::{TableId, UserId};
use table::screen::{Accent, Element, Screen};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant, timeout};

use super::fake_discord::FakeDiscord;
use super::fake_journal::FakeJournal;
use crate::end_picture::EndPictures;
use crate::{
    BoardEvent, BoardRunner, BotIdentity, Callback, ClickedMessage, InitialState, KnownIdentity,
    MessageSlot,
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

/// A board that runs in a task of its own, as in a table's.
pub(super) struct RunningBoard {
    inputs: mpsc::UnboundedSender<Input>,
    task: JoinHandle<bool>,
}

type Input = Box<dyn FnOnce(&mut BoardRunner) + Send>;

impl RunningBoard {
    fn start(
        mut board: BoardRunner,
        events: mpsc::UnboundedSender<BoardEvent>,
        message_id: Arc<AtomicU64>,
    ) -> Self {
        let (inputs, mut inbox) = mpsc::unbounded_channel::<Input>();
        let task = tokio::spawn(async move {
            loop {
                let recorded = board.recorded().map_or(0, MessageId::get);
                message_id.store(recorded, Ordering::Relaxed);
                while let Some(event) = board.poll_event() {
                    events.send(event).unwrap();
                }
                tokio::select! {
                    () = board.advance() => {}
                    input = inbox.recv() => match input {
                        Some(input) => input(&mut board),
                        None => return board.finish().await,
                    }
                }
            }
        });
        Self { inputs, task }
    }

    fn send(&self, input: impl FnOnce(&mut BoardRunner) + Send + 'static) {
        assert!(self.inputs.send(Box::new(input)).is_ok(), "the board runs");
    }

    pub(super) fn show(&self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        self.send(move |board| board.show(screen, update, urgency));
    }

    pub(super) fn answer(&self, callback: Callback, answer: Answer) {
        self.send(move |board| board.answer(callback, answer));
    }

    pub(super) fn refresh_panel(&self, user: UserId, screen: Screen) {
        self.send(move |board| board.refresh_panel(user, screen));
    }

    /// Waits for the end of what is queued. Returns true if nothing is left to do.
    pub(super) async fn finish(self) -> bool {
        drop(self.inputs);
        self.task.await.unwrap()
    }
}

/// A message board between a fake Discord and a fake journal.
pub(super) struct Fixture {
    pub(super) discord: FakeDiscord,
    pub(super) journal: FakeJournal,
    pub(super) board: RunningBoard,
    pub(super) events: mpsc::UnboundedReceiver<BoardEvent>,
    pub(super) message_id: Arc<AtomicU64>,
}

impl Fixture {
    /// Returns a board that has posted the table's message, which has the id 100.
    pub(super) async fn with_message() -> Self {
        let mut fixture = Self::new(InitialState::NewTable).await;
        fixture
            .board
            .show(screen("first"), REPLACE, Urgency::Routine);
        let post = fixture.discord.expect(POST).await;
        post.respond_ok(json!({ "id": "100" }));
        assert_eq!(fixture.next_event().await, BoardEvent::Shown);
        fixture
    }

    pub(super) async fn new(initial: InitialState) -> Self {
        let discord = FakeDiscord::start().await;
        let journal = FakeJournal::new().await;
        let (sender, events) = mpsc::unbounded_channel();
        let message_id = Arc::<AtomicU64>::default();
        let (rest, bot) = (discord.rest.clone(), KnownIdentity::default());
        bot.set(BOT);
        let place = (serenity::model::id::GuildId::new(1), CHANNEL);
        let pictures = EndPictures::fixed(Some(b"a picture"));
        let slot = MessageSlot::new(
            journal.shared(),
            rest,
            bot,
            TABLE,
            place,
            pictures,
        );
        let board = BoardRunner::new(slot, &initial);
        let board = RunningBoard::start(board, sender, Arc::clone(&message_id));
        Self {
            discord,
            journal,
            board,
            events,
            message_id,
        }
    }

    pub(super) async fn next_event(&mut self) -> BoardEvent {
        timeout(PATIENCE, self.events.recv())
            .await
            .expect("the board reports an event")
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
