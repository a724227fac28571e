//! The heights of screens on a phone of 390 × 844 pixels, in a game of three people: how much of its channel a
//! message may take, so that what a person needs next to it is in view. Looked at in the sandbox's page.

use std::collections::BTreeMap;

use fantoccini::wd::WindowHandle;
use serde_json::json;
use table::intent::Intent;
use virtual_user::component::Component;
use virtual_user::control_client::User;
use virtual_user::outcome::Outcome;

use crate::browser::Browser;
use crate::harness::{Harness, TIMEOUT};
use crate::player::{open_hand, play_clicks, press_button, start_game};

/// Nothing runs out: every window is closed and every card is given by hand.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.turn = 3600
    paces.normal.choice = 3600
    paces.normal.window = 3600
    limits.clicks_at_once = 1000
    limits.clicks_per_second = 1000
";
/// With it, each kind of screen comes up, and a Nope on a Nope.
const SEED: u64 = 12;
/// Clicks of the game that is looked at.
const MOST_CLICKS: u32 = 60;
/// Pixels of the line with the commitment, which seeded games lack.
const PROOF_HEIGHT: f64 = 26.0;

/// Script that returns what each message is and how high, without the line about the message that it follows.
const MESSAGES: &str = r"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')];
    return rows.map(row => ({
        is_private: row.classList.contains('ephemeral'),
        is_game: row.querySelector('[data-custom-id]') !== null,
        offers_explanation: row.querySelector('.button.primary')?.textContent.includes('Explain') ?? false,
        text: row.innerText,
        height: row.getBoundingClientRect().height - (row.querySelector('.origin')?.offsetHeight ?? 0),
    }));
";

#[derive(Debug, serde::Deserialize)]
struct Row {
    is_private: bool,
    is_game: bool,
    offers_explanation: bool,
    text: String,
    height: f64,
}

/// A screen whose height is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Table,
    NopeWindow,
    /// A hand of eight cards as it was dealt.
    Hand,
    FirstHand,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Table, Self::NopeWindow, Self::Hand, Self::FirstHand];

    fn limit(self) -> f64 {
        match self {
            Self::Table => 450.0 - PROOF_HEIGHT,
            Self::Hand => 500.0,
            Self::NopeWindow => 560.0 - PROOF_HEIGHT,
            Self::FirstHand => 560.0,
        }
    }

    /// Returns the kind of a message, if its height is limited.
    fn of(row: &Row) -> Option<Self> {
        let is_window = row.text.contains("As it stands, ");
        if !row.is_private {
            let kind = if is_window {
                Self::NopeWindow
            } else {
                Self::Table
            };
            return (row.is_game && row.text.contains("My hand")).then_some(kind);
        }
        // News, refusals and what its owner knows of the pile come on top.
        let is_plain = !is_window
            && !["📬", "✋", "you know"]
                .iter()
                .any(|one| row.text.contains(one));
        let is_dealt = is_plain && row.text.contains("Your hand: 8 cards");
        let kind = if row.offers_explanation {
            Self::FirstHand
        } else {
            Self::Hand
        };
        is_dealt.then_some(kind)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_windows_and_hands_are_as_low_as_a_phone_needs_them() {
    let browser = Browser::start().await;
    let harness = Harness::start_seeded(SETTINGS, SEED).await;
    crate::emojis::wait_for_emojis(&harness).await;
    let users = harness.create_users(3).await;
    let mut look = Look {
        harness: &harness,
        browser: &browser,
        users,
        tabs: Vec::new(),
        highest: BTreeMap::new(),
    };
    look.open_first_hands().await;
    look.play().await;
    let mut found = look.highest;
    for kind in Kind::ALL {
        let row = found.remove(&kind).expect("a screen of each kind");
        let limit = kind.limit();
        assert!(row.height <= limit, "{kind:?}, {limit} at most: {row:#?}");
    }
    browser.stop().await;
    harness.stop().await;
}

struct Look<'w> {
    harness: &'w Harness,
    browser: &'w Browser,
    users: Vec<User>,
    tabs: Vec<WindowHandle>,
    /// The highest message of each kind.
    highest: BTreeMap<Kind, Row>,
}

impl Look<'_> {
    /// Starts a game and opens a tab for each person. Returns the channel.
    async fn start(&mut self, name: &str) -> String {
        let channel = self.harness.create_channel(name).await;
        start_game(self.harness, &self.users, &channel, json!({})).await;
        let server = self.harness.client.address();
        self.tabs = self
            .browser
            .open_phones(server, &self.users, &channel)
            .await;
        channel
    }

    async fn open_first_hands(&mut self) {
        let channel = self.start("first").await;
        for person in 0..self.users.len() {
            open_hand(self.harness, &self.users[person], &channel).await;
        }
        self.await_kind(Kind::FirstHand).await;
        // What is stored about them is read again.
        for user in &self.users {
            let chosen = json!({"text-first": false});
            let sent = self.harness.send_command(user, &channel, "me", chosen);
            assert!(sent.await.is_answered());
        }
    }

    /// Lets people play who have had a hand before, and looks at everybody's phone after each click.
    async fn play(&mut self) {
        let channel = self.start("second").await;
        for user in &self.users {
            press_button(self.harness, user, &channel, Intent::OpenHand).await;
        }
        self.await_kind(Kind::Hand).await;
        let (harness, users) = (self.harness, self.users.clone());
        let look = async |_: usize, _: &Component, _: &Outcome| {
            self.measure(&[Kind::Table, Kind::NopeWindow]).await;
        };
        play_clicks(harness, &users, &channel, (SEED, MOST_CLICKS), look).await;
    }

    async fn await_kind(&mut self, kind: Kind) {
        let looking = async {
            while !self.highest.contains_key(&kind) {
                self.measure(&[kind]).await;
            }
        };
        let seen = tokio::time::timeout(TIMEOUT, looking).await;
        seen.expect("such a screen is shown");
    }

    async fn measure(&mut self, kinds: &[Kind]) {
        for tab in &self.tabs {
            self.browser.switch_to(tab).await;
            let rows = self.browser.evaluate(MESSAGES).await;
            let rows: Vec<Row> = serde_json::from_value(rows).expect("the script returns rows");
            for row in rows {
                let Some(kind) = Kind::of(&row).filter(|kind| kinds.contains(kind)) else {
                    continue;
                };
                let highest = self.highest.get(&kind);
                if highest.is_none_or(|highest| highest.height < row.height) {
                    self.highest.insert(kind, row);
                }
            }
        }
    }
}
