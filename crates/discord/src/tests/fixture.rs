//! A message board with a fake Discord and an in-memory journal.

use std::sync::Arc;

use journal::Journal as _;
use kit::entries::opening_entry;
use kit::memory_journal::MemoryJournal;
use serde_json::json;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, UserId as BotUser};
use table::effect::{Effect, MessageUpdate, Urgency};
use table::ids::{Millis, TableId, UserId};
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::{Duration, timeout};

use super::fake_discord::{FakeDiscord, PendingRequest};
use super::samples::screen;
use crate::pictures::EndPictures;
use crate::{
    BoardEvent, BoardRunner, BotIdentity, InitialState, KnownIdentity, MessageSlot, RestClient,
};

const TABLE: TableId = TableId(5);
pub(super) const CHANNEL: ChannelId = ChannelId::new(5);
pub(super) const POST: &str = "POST /api/v10/channels/5/messages";
pub(super) const EDIT: &str = "PATCH /api/v10/channels/5/messages/100";
const BOT: BotIdentity = BotIdentity {
    user: BotUser::new(80),
    application: ApplicationId::new(8),
};
pub(super) const USER: UserId = UserId(9);
pub(super) const REPLACE: MessageUpdate = MessageUpdate::Replace {
    ping: UserSet::EMPTY,
};
/// Far longer than any step takes, so that tests do not fail on a slow machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The board makes progress while the test waits for a request or an event.
pub(super) struct Fixture {
    pub(super) discord: FakeDiscord,
    pub(super) board: BoardRunner,
}

impl Fixture {
    /// Returns a board that has posted the table's message, which has the id 100.
    pub(super) async fn with_message() -> Self {
        let discord = FakeDiscord::start().await;
        let slot = slot(journal_with_table().await, discord.rest.clone());
        let board = BoardRunner::new(slot, &InitialState::NewTable);
        let mut fixture = Self { discord, board };
        fixture.show(screen("first"), REPLACE);
        let post = fixture.expect(POST).await;
        post.respond_ok(json!({ "id": "100" }));
        assert_eq!(fixture.next_event().await, BoardEvent::Shown);
        fixture
    }

    pub(super) fn show(&mut self, screen: Screen, update: MessageUpdate) {
        self.board.handle(Effect::UpdateMessage {
            screen,
            update,
            urgency: Urgency::Routine,
        });
    }

    pub(super) async fn expect(&mut self, line: &str) -> PendingRequest {
        self.board.meanwhile(self.discord.expect(line)).await
    }

    pub(super) async fn next_event(&mut self) -> BoardEvent {
        loop {
            if let Some(event) = self.board.poll_event() {
                return event;
            }
            let advanced = timeout(PATIENCE, self.board.advance()).await;
            advanced.expect("the board reports an event");
        }
    }
}

async fn journal_with_table() -> Arc<MemoryJournal> {
    let ids = (1, CHANNEL.get(), TABLE.0);
    let opening = opening_entry(ids, (USER, "Ada"), Millis(1_000));
    let journal = MemoryJournal::default();
    journal.append(&opening).await.unwrap();
    Arc::new(journal)
}

fn slot(journal: Arc<MemoryJournal>, rest: RestClient) -> MessageSlot {
    let bot = KnownIdentity::default();
    bot.set(BOT);
    MessageSlot {
        journal,
        rest,
        bot,
        table: TABLE,
        guild: GuildId::new(1),
        channel: CHANNEL,
        hand: None,
        pictures: EndPictures::fixed(Some(b"a picture")),
        earlier: None,
    }
}
