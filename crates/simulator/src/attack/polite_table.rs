//! A table of two well-behaved people in their own server. They click the controls they see, no faster than Discord
//! allows a message to be edited, and measure how long they wait.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::player::{NextClick, Part, next_click};
use kit::virtual_user::view::{View, newest_stamp};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use table::control::Stamp;
use table::intent::Intent;
use tokio::sync::watch;

use super::arena::Arena;
use super::report::Measurements;
use crate::real::{RealError, TIMEOUT, within};

/// The pause after a click, which keeps the table below Discord's limit for edits in a channel.
const PAUSE: Duration = Duration::from_millis(1_100);
/// The maximum wait for an update. An update that takes longer is recorded with about this lateness.
const PATIENCE: Duration = Duration::from_secs(20);
/// The start of the bot's message after an internal error, for example if a click could not be stored.
const WENT_WRONG: &str = "Something went wrong";

/// When [`PoliteTable::play`] begins, both players already have a seat and the game has started.
const PLAYER: Part = Part {
    is_host: false,
    is_seated: true,
    reopens_panels: true,
};

pub(super) struct PoliteTable {
    channel: String,
    users: Vec<User>,
    rng: SmallRng,
    measured: Measurements,
}

impl PoliteTable {
    pub(super) async fn open(arena: &Arena, number: usize) -> Result<Self, RealError> {
        let client = &arena.client;
        let name = format!("Polite {number}");
        let guild = client.create_guild(&name, "en-US").await?;
        let channel = client.create_channel(&guild, "table").await?;
        let mut users = Vec::new();
        for name in ["Ada", "Bob"] {
            let name = format!("{name}{number}");
            users.push(client.create_user(&name, "en-US").await?);
        }
        let options = json!({"pace": "fast"});
        arena.command(&users[0], &channel, "new", &options).await?;
        let table = Self {
            channel,
            users,
            rng: SmallRng::seed_from_u64(number as u64),
            measured: Measurements::default(),
        };
        table.press(arena, 1, Intent::Join).await?;
        table.press(arena, 0, Intent::Start).await?;
        Ok(table)
    }

    async fn press(&self, arena: &Arena, user: usize, intent: Intent) -> Result<(), RealError> {
        let pressing = arena.client.press(&self.users[user], &self.channel, intent);
        within(TIMEOUT, "a press of a button", pressing).await??;
        Ok(())
    }

    /// Plays one game after another until `stopped` is true.
    pub(super) async fn play(
        mut self,
        arena: Arc<Arena>,
        stopped: watch::Receiver<bool>,
    ) -> Result<Measurements, RealError> {
        let mut turn = 0;
        while !*stopped.borrow() {
            turn = (turn + 1) % self.users.len();
            self.act(&arena, turn).await?;
        }
        Ok(self.measured)
    }

    /// Reads the channel as one person, who then makes at most one click.
    async fn act(&mut self, arena: &Arena, user: usize) -> Result<(), RealError> {
        let user = self.users[user].clone();
        let view = arena.client.view(Some(&user), &self.channel).await?;
        let Some((component, values)) = self.choose(&view) else {
            arena
                .client
                .wait_in_channel(&self.channel, view.revision)
                .await?;
            return Ok(());
        };
        let clicked = Instant::now();
        let client = &arena.client;
        let outcome = client
            .send_click(&user, &self.channel, &component, &values)
            .await?;
        if !outcome.is_answered() || outcome.text().contains(WENT_WRONG) {
            self.measured.unanswered += 1;
            return Ok(());
        }
        self.measured.answers.push(clicked.elapsed());
        if let Some(stamp) = changed_to(&component, &outcome) {
            self.wait_until_shown(arena, &user, stamp).await?;
        }
        tokio::time::sleep(PAUSE).await;
        Ok(())
    }

    fn choose(&mut self, view: &View) -> Option<(Component, Vec<String>)> {
        let table = view.table();
        match next_click(&table, &view.panel(), PLAYER, &mut self.rng) {
            NextClick::Use(component, values) => Some((*component, values)),
            NextClick::Over => Some((enabled_button(&table, Intent::Rematch)?.clone(), Vec::new())),
            NextClick::Wait | NextClick::NoTable => None,
        }
    }

    /// Waits, up to [`PATIENCE`], until the table's message shows this revision or a later one. Records the time.
    async fn wait_until_shown(
        &mut self,
        arena: &Arena,
        user: &User,
        stamp: Stamp,
    ) -> Result<(), RealError> {
        let answered = Instant::now();
        while answered.elapsed() < PATIENCE {
            let view = arena.client.view(Some(user), &self.channel).await?;
            let shown = view.table_stamp().map(|shown| shown.revision);
            if shown >= Some(stamp.revision) {
                break;
            }
            arena
                .client
                .wait_in_channel(&self.channel, view.revision)
                .await?;
        }
        self.measured.lateness.push(answered.elapsed());
        Ok(())
    }
}

/// Returns the stamp of the answer's panel, if it is newer than the stamp of the clicked control.
fn changed_to(component: &Component, outcome: &Outcome) -> Option<Stamp> {
    let before = component.control?.stamp;
    let after = newest_stamp(&components(outcome.message()))?;
    (after.table == before.table && after.revision > before.revision).then_some(after)
}
