//! A walk through the sandbox's page: people who play in a channel, each with a phone that shows the channel. Used in
//! tests of the page and to take screenshots.

use fantoccini::wd::WindowHandle;
use kit::virtual_user::component::Component;
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::View;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::intent::Intent;

use crate::browser::Browser;
use crate::harness::{Harness, TIMEOUT};
use crate::player::{play_clicks, press_button};

/// Settings with which nothing times out: players must close every window and give every card themselves.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.turn = 3600
    paces.normal.choice = 3600
    paces.normal.window = 3600
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";

pub(crate) struct Walk<'w> {
    pub(crate) harness: &'w Harness,
    pub(crate) browser: &'w Browser,
    pub(crate) users: Vec<User>,
    pub(crate) channel: String,
    tabs: Vec<WindowHandle>,
}

/// Starts a bot with pictures, for walks in which nothing times out.
pub(crate) async fn start_bot(seed: u64) -> Harness {
    let harness = Harness::start_seeded(SETTINGS, seed).await;
    crate::emojis::wait_for_emojis(&harness).await;
    harness
}

impl<'w> Walk<'w> {
    /// Creates people with these names and this locale, in a channel of their own.
    pub(crate) async fn new(
        harness: &'w Harness,
        browser: &'w Browser,
        names: &[&str],
        locale: &str,
    ) -> Self {
        let mut users = Vec::new();
        for name in names {
            users.push(harness.create_user(name, locale).await);
        }
        let channel = harness.create_channel("walk").await;
        Self {
            harness,
            browser,
            users,
            channel,
            tabs: Vec::new(),
        }
    }

    /// Lets the first person open a lobby in a new channel, and all others join.
    pub(crate) async fn open_lobby(&mut self, options: &Value) {
        self.channel = self.harness.create_channel("walk").await;
        let opened = self.command(0, "new", options).await;
        assert!(opened.is_answered(), "a lobby opens: {opened:?}");
        for person in 1..self.users.len() {
            self.press(person, Intent::Join).await;
        }
    }

    /// Opens the channel on phones for the first `people` users, in place of the phones that were open.
    pub(crate) async fn open_phones(&mut self, people: usize) {
        self.close_phones().await;
        for person in 0..people {
            let address = self.address(person, "");
            self.tabs.push(self.browser.open_phone(&address).await);
        }
    }

    /// Closes all phones. Left open, they would keep polling a sandbox that has stopped.
    pub(crate) async fn close_phones(&mut self) {
        for tab in self.tabs.drain(..) {
            self.browser.close(&tab).await;
        }
    }

    pub(crate) fn phones(&self) -> usize {
        self.tabs.len()
    }

    /// Returns the address of the channel as this person sees it, followed by `parameters`.
    pub(crate) fn address(&self, person: usize, parameters: &str) -> String {
        let (server, user) = (self.harness.client.address(), &self.users[person].id);
        format!("{server}/?user={user}&channel={}{parameters}", self.channel)
    }

    /// Starts the game and opens all hands.
    pub(crate) async fn start_game(&self) {
        self.press(0, Intent::Start).await;
        for person in 0..self.users.len() {
            self.press(person, Intent::OpenHand).await;
        }
    }

    pub(crate) async fn command(&self, person: usize, name: &str, options: &Value) -> Outcome {
        let (user, options) = (&self.users[person], options.clone());
        let sent = self
            .harness
            .send_command(user, &self.channel, name, options);
        sent.await
    }

    pub(crate) async fn press(&self, person: usize, intent: Intent) -> Outcome {
        press_button(self.harness, &self.users[person], &self.channel, intent).await
    }

    pub(crate) async fn click(
        &self,
        person: usize,
        component: &Component,
        values: &[String],
    ) -> Outcome {
        let user = &self.users[person];
        self.harness
            .click(user, &self.channel, component, values)
            .await
    }

    pub(crate) async fn view(&self, person: usize) -> View {
        self.harness.view(&self.users[person], &self.channel).await
    }

    /// Plays rounds until at least `clicks.1` clicks have been sent or the game is over. `clicks.0` is the seed. Calls
    /// `look` after each click.
    pub(crate) async fn play_clicks(
        &self,
        clicks: (u64, u32),
        look: impl AsyncFnMut(usize, &Component, &Outcome),
    ) {
        play_clicks(self.harness, &self.users, &self.channel, clicks, look).await;
    }

    pub(crate) async fn pick_up(&self, person: usize) {
        self.browser.switch_to(&self.tabs[person]).await;
    }

    pub(crate) async fn run<T: DeserializeOwned>(&self, person: usize, script: &str) -> T {
        self.pick_up(person).await;
        let found = self.browser.evaluate(script).await;
        serde_json::from_value(found).expect("the script returns this")
    }

    /// Calls `look` until it returns `Some`, and returns that value.
    pub(crate) async fn wait_for<T>(
        &self,
        what: &str,
        mut look: impl AsyncFnMut() -> Option<T>,
    ) -> T {
        let looking = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
            }
        };
        let seen = tokio::time::timeout(TIMEOUT, looking).await;
        seen.unwrap_or_else(|_| panic!("a phone does not show {what}"))
    }
}
