//! Whole games while things go wrong: Discord in trouble, refusals of every code on every route,
//! limits, a gateway that comes and goes, channels and messages that vanish. The bot goes on where it
//! can, stands still where it cannot, and never does anything twice.

mod gateway;
mod limits;
mod refusals;
mod trouble;
mod vanishing;

use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::Intent;

use crate::harness::{Component, PATIENCE, User, World, components, is_private, string, text_of};
use crate::player::{intent, look, play_amid_faults, start_game};

/// A game for two in a channel of its own.
struct Game<'w> {
    world: &'w World,
    channel: String,
    users: Vec<User>,
    chance: SmallRng,
}

impl<'w> Game<'w> {
    async fn start(world: &'w World, name: &str) -> Self {
        let channel = world.channel(name).await;
        Self::start_in(world, channel).await
    }

    async fn start_in(world: &'w World, channel: String) -> Self {
        let users = world.users(2).await;
        let seed = channel.bytes().map(u64::from).sum();
        let game = Self {
            world,
            channel,
            users,
            chance: SmallRng::seed_from_u64(seed),
        };
        game.play_again().await;
        game
    }

    /// One round; whether the game goes on.
    async fn play(&mut self) -> bool {
        play_amid_faults(self.world, &self.users, &self.channel, &mut self.chance).await
    }

    async fn play_to_the_end(&mut self) {
        while self.play().await {}
    }

    async fn play_rounds(&mut self, rounds: usize) {
        for _ in 0..rounds {
            if !self.play().await {
                return;
            }
        }
    }

    /// Plays until this has happened, another game if one ends before.
    async fn play_until(&mut self, what: &str, happened: impl AsyncFn(&World) -> bool) {
        let playing = async {
            while !happened(self.world).await {
                if !self.play().await {
                    self.play_again().await;
                }
            }
        };
        let played = tokio::time::timeout(PATIENCE, playing).await;
        played.unwrap_or_else(|_| panic!("{what} did not happen"));
    }

    async fn play_again(&self) {
        let options = json!({"edition": "original", "pace": "fast"});
        start_game(self.world, &self.users, &self.channel, options).await;
    }

    /// Plays until the only fault of this channel has struck.
    async fn play_until_struck(&mut self) {
        let channel = self.channel.clone();
        let struck = async |world: &World| is_struck(world, &channel).await;
        self.play_until("the fault strikes", struck).await;
    }

    /// The first player's hand, asked for until it is shown; nothing if the game is over.
    async fn ask_for_hand(&self) {
        let asking = async {
            loop {
                let sight = look(self.world, &self.users[0], &self.channel).await;
                if sight.is_over() {
                    return;
                }
                let (user, channel) = (&self.users[0], &self.channel);
                let outcome = match wanted(&sight.table(), Intent::OpenHand) {
                    Some(hand) => self.world.click(user, channel, &hand, &[]).await,
                    None => self.world.command(user, channel, "hand", json!({})).await,
                };
                if outcome.answered() && outcome.is_private() {
                    return;
                }
                self.world.wait_after(sight.revision).await;
            }
        };
        let asked = tokio::time::timeout(PATIENCE, asking).await;
        asked.unwrap_or_else(|_| panic!("nobody shows a hand in {}", self.channel));
    }

    /// The table's public messages, oldest first.
    async fn tables(&self) -> Vec<Value> {
        let (_, messages) = self.world.messages(&self.users[0], &self.channel).await;
        let public = messages.into_iter().filter(|message| !is_private(message));
        public
            .filter(|message| !components(message).is_empty())
            .collect()
    }

    /// How many tables stand whose game is not over: what a finished game showed last stays.
    async fn running_tables(&self) -> usize {
        let tables = self.tables().await.into_iter();
        let running = tables.filter(|table| {
            let mut shown = components(table).into_iter();
            !shown.any(|seen| intent(&seen) == Some(Intent::Rematch))
        });
        running.count()
    }

    /// Waits until what was replaced has been removed.
    async fn wait_for_one_table(&self) {
        let waiting = async {
            while self.running_tables().await > 1 {
                let (revision, _) = self.world.messages(&self.users[0], &self.channel).await;
                self.world.wait_after(revision).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        waited.expect("one table stands in the channel");
    }

    async fn newest_table(&self) -> Value {
        self.tables().await.pop().unwrap_or_default()
    }

    /// Waits until the channel's newest table is as wanted.
    async fn wait_for_table(&self, what: &str, wanted: impl Fn(&Value) -> bool) {
        let waiting = async {
            loop {
                let (revision, _) = self.world.messages(&self.users[0], &self.channel).await;
                if wanted(&self.newest_table().await) {
                    return;
                }
                self.world.wait_after(revision).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        assert!(waited.is_ok(), "{what}: {}", self.newest_table().await);
    }

    /// Waits until a table can be opened here, which tells that the old one is closed.
    async fn wait_until_closed(&self) {
        let trying = async {
            loop {
                let options = json!({"edition": "original", "pace": "fast"});
                let opened = self
                    .world
                    .command(&self.users[0], &self.channel, "new", options)
                    .await;
                if opened.answered() && !opened.is_private() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let closed = tokio::time::timeout(PATIENCE, trying).await;
        assert!(closed.is_ok(), "the table in {} closes", self.channel);
    }

    async fn assert_over(&self) {
        let text = text_of(&self.newest_table().await);
        let named = self.users.iter().any(|user| text.contains(&user.name));
        assert!(named, "the end names the players: {text}");
    }
}

fn wanted(table: &[Component], intended: Intent) -> Option<Component> {
    let mut fitting = table.iter().filter(|seen| seen.enabled);
    fitting.find(|seen| intent(seen) == Some(intended)).cloned()
}

/// Whether a fault that is confined to this channel has struck.
async fn is_struck(world: &World, channel: &str) -> bool {
    let faults = world.get("/sandbox/faults").await["faults"].clone();
    let faults = faults.as_array().cloned().unwrap_or_default();
    let mut here = faults.iter().filter(|fault| fault["channel"] == channel);
    here.any(|fault| fault["struck"] != 0)
}

fn id_of(message: &Value) -> String {
    string(&message["id"])
}
