//! Games under faults: outages of Discord, refusals with many error codes, rate limits, a gateway that loses its
//! connections, and channels, messages or permissions that disappear. The bot continues where it can, and pauses where
//! it cannot.

mod gateway;
mod limits;
mod refusals;
mod trouble;
mod vanishing;
mod while_down;

use kit::virtual_user::component::{components, enabled_button, is_private, message_id};
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::{View, offers_rematch, text_of};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::Intent;

use crate::harness::{Harness, TIMEOUT, succeed};
use crate::player::{play_round_amid_faults, start_game};

/// A game for two in its own channel.
struct Game<'w> {
    harness: &'w Harness,
    channel: String,
    users: Vec<User>,
    rng: SmallRng,
}

impl<'w> Game<'w> {
    async fn start(harness: &'w Harness, name: &str) -> Self {
        let channel = harness.create_channel(name).await;
        Self::start_in(harness, channel).await
    }

    async fn start_in(harness: &'w Harness, channel: String) -> Self {
        let users = harness.create_users(2).await;
        let seed = channel.bytes().map(u64::from).sum();
        let game = Self {
            harness,
            channel,
            users,
            rng: SmallRng::seed_from_u64(seed),
        };
        game.play_again().await;
        game
    }

    /// Plays one round; returns false once the game is over.
    async fn play(&mut self) -> bool {
        play_round_amid_faults(self.harness, &self.users, &self.channel, &mut self.rng).await
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

    /// Plays until `happened` returns true, starting another game whenever a game ends first.
    async fn play_until(&mut self, event: &str, happened: impl AsyncFn(&Harness) -> bool) {
        let playing = async {
            while !happened(self.harness).await {
                if !self.play().await {
                    self.play_again().await;
                }
            }
        };
        let played = tokio::time::timeout(TIMEOUT, playing).await;
        played.unwrap_or_else(|_| panic!("this did not happen: {event}"));
    }

    async fn play_again(&self) {
        let options = json!({"edition": "original", "pace": "fast"});
        start_game(self.harness, &self.users, &self.channel, options).await;
    }

    /// Plays until a fault for this channel has occurred.
    async fn play_until_struck(&mut self) {
        let channel = self.channel.clone();
        let struck = async |harness: &Harness| has_struck(harness, &channel).await;
        self.play_until("the fault strikes", struck).await;
    }

    /// Opens the first player's hand, retrying until it is shown or the game is over.
    async fn ask_for_hand(&self) {
        let (user, channel) = (&self.users[0], &self.channel);
        let ask = async || {
            let view = self.view().await;
            let outcome = match enabled_button(&view.table(), Intent::OpenHand) {
                _ if view.is_over() => return Some(()),
                Some(hand) => self.harness.click(user, channel, hand, &[]).await,
                None => {
                    let asking = self.harness.send_command(user, channel, "hand", json!({}));
                    asking.await
                }
            };
            (outcome.is_answered() && outcome.is_private()).then_some(())
        };
        self.harness.wait_for("the hand is shown", ask).await;
    }

    async fn view(&self) -> View {
        self.harness.view(&self.users[0], &self.channel).await
    }

    /// Returns the public messages with controls, oldest first.
    async fn tables(&self) -> Vec<Value> {
        let messages = self.view().await.messages;
        let public = messages.into_iter().filter(|message| !is_private(message));
        public
            .filter(|message| !components(message).is_empty())
            .collect()
    }

    /// Waits until at most one message of the table is left, which may show the end of the game. While a message is
    /// being reposted, the old message remains until the new one has been recorded.
    async fn wait_for_one_message(&self) {
        let is_left = async || (self.tables().await.len() <= 1).then_some(());
        self.harness.wait_for("one message is left", is_left).await;
    }

    /// Waits until the bot has deleted all replaced messages. A finished game's message stays and does not count.
    async fn wait_for_one_table(&self) {
        let is_left = async || {
            let tables = self.tables().await.into_iter();
            let running = tables.filter(|table| !offers_rematch(&components(table)));
            (running.count() <= 1).then_some(())
        };
        self.harness.wait_for("one running table", is_left).await;
    }

    async fn newest_table(&self) -> Value {
        self.tables().await.pop().unwrap_or_default()
    }

    async fn wait_for_table(&self, expected: &str, wanted: impl Fn(&Value) -> bool) {
        let is_there = async || wanted(&self.newest_table().await).then_some(());
        self.harness.wait_for(expected, is_there).await;
    }

    /// Asks for the hand until the table is in a new message or shows the end of the game. Asks repeatedly, because the
    /// bot must first learn of a refusal, and posts the table again only at a later click.
    async fn ask_until_posted_again(&self, before: &str) {
        let ask = async || {
            let table = self.newest_table().await;
            let is_another = id_of(&table) != before || offers_rematch(&components(&table));
            if !is_another {
                self.ask_for_hand().await;
            }
            is_another.then_some(())
        };
        let what = format!("the table in {} is posted again", self.channel);
        self.harness.wait_for(&what, ask).await;
    }

    /// Waits until a new table can be opened in the channel, which shows that the old table is closed.
    async fn wait_until_closed(&self) {
        let try_once = async || {
            let (user, options) = (&self.users[0], json!({"pace": "fast"}));
            let opening = self
                .harness
                .send_command(user, &self.channel, "new", options);
            let opened = opening.await;
            (opened.is_answered() && !opened.is_private()).then_some(())
        };
        let what = format!("the table in {} closes", self.channel);
        self.harness.wait_for(&what, try_once).await;
    }

    /// Asserts, after the end of a game, that the newest message of the table names a player.
    async fn assert_over(&self) {
        let text = text_of(&self.newest_table().await);
        let named = self.users.iter().any(|user| text.contains(&user.name));
        assert!(named, "the end names the players: {text}");
    }
}

async fn has_struck(harness: &Harness, channel: &str) -> bool {
    let faults = succeed(harness.client.faults().await);
    let mut here = faults.iter().filter(|fault| fault["channel"] == channel);
    here.any(|fault| fault["struck"] != 0)
}

fn id_of(message: &Value) -> String {
    message_id(message).to_owned()
}
