//! The heights of screens on a phone of 390 × 844 pixels, in a game for three people, in every language. A
//! message must leave enough of the channel for what a person needs to see beside it.

use std::collections::BTreeMap;

use fantoccini::wd::WindowHandle;
use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::random_click::choose_click;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::{Intent, OptionPage};
use table::text::Locale;

use crate::browser::Browser;
use crate::harness::{Harness, TIMEOUT};
use crate::player::{play_clicks, play_to_the_end, press_button, start_game};

/// Nothing times out, so players close every window and give every card.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.turn = 3600
    paces.normal.choice = 3600
    paces.normal.window = 3600
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";
/// With this seed, each kind of screen occurs, including a Nope on a Nope.
const SEED: u64 = 12;
/// The number of clicks in the game.
const MAX_CLICKS: u32 = 60;
/// The height in pixels of the line with the commitment, which seeded games lack.
const PROOF_HEIGHT: f64 = 26.0;
/// How much higher an Italian table can be after a death, when two of its events take two rows each.
const LONG_EVENTS: f64 = 10.0;
/// The additional height in pixels of expansion elements on the table.
const EXPANSION_HEIGHT: f64 = 60.0;

/// Script that returns the kind and height of each message, without the line about the message it replies to.
const MESSAGES: &str = r#"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')];
    const enabled = row => [...row.querySelectorAll('[data-custom-id]:not(:disabled)')];
    return rows.map(row => ({
        controls: enabled(row).map(one => one.dataset.customId),
        offers_explanation: row.querySelector('.primary[data-custom-id$=":explain"]') !== null,
        text: row.innerText,
        height: row.getBoundingClientRect().height - (row.querySelector('.origin')?.offsetHeight ?? 0),
    }));
"#;

#[derive(Debug, serde::Deserialize)]
struct Row {
    /// The ids of the enabled controls.
    controls: Vec<String>,
    offers_explanation: bool,
    text: String,
    height: f64,
}

/// A screen with a maximum height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Lobby,
    Options(OptionPage),
    FirstHand,
    /// A freshly dealt hand of eight cards.
    Hand,
    Table,
    NopeWindow,
}

impl Kind {
    fn limit(self) -> f64 {
        match self {
            Self::Lobby | Self::NopeWindow => 560.0 - PROOF_HEIGHT,
            Self::FirstHand => 560.0,
            Self::Table => 450.0 + LONG_EVENTS - PROOF_HEIGHT,
            Self::Hand | Self::Options(_) => 500.0,
        }
    }

    /// Returns the kind of a message, if its height is limited.
    fn of(row: &Row) -> Option<Self> {
        let has = |ending: &str| row.controls.iter().any(|id| id.ends_with(ending));
        if has(":options-close") {
            // The current page's button is disabled.
            let mut pages = OptionPage::ALL.into_iter();
            return pages
                .find(|page| !has(&format!(":options:{}", page.id())))
                .map(Self::Options);
        }
        if row.offers_explanation {
            Some(Self::FirstHand)
        } else if has(":explain") {
            Some(Self::Hand)
        } else if has(":join") {
            Some(Self::Lobby)
        } else if !has(":hand") {
            None
        } else if has(":pass") {
            Some(Self::NopeWindow)
        } else {
            Some(Self::Table)
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_fit_a_phone_in_every_language() {
    look_at("original", SEED, 0.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_of_streaking_are_little_higher_in_every_language() {
    look_at("streaking", SEED, EXPANSION_HEIGHT).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_of_barking_are_little_higher_in_every_language() {
    look_at("barking", SEED, EXPANSION_HEIGHT).await;
}

/// Checks a game of an edition in every language. Its screens may be higher by `allowance`.
async fn look_at(edition: &'static str, seed: u64, allowance: f64) {
    let browser = Browser::start().await;
    for locale in Locale::all() {
        let harness = Harness::start_seeded(SETTINGS, seed).await;
        crate::emojis::wait_for_emojis(&harness).await;
        let mut users = Vec::new();
        for name in ["Ada", "Bruno", "Clara"] {
            users.push(harness.create_user(name, locale.id()).await);
        }
        let mut look = Look {
            harness: &harness,
            browser: &browser,
            locale,
            edition,
            users,
            tabs: Vec::new(),
            highest: BTreeMap::new(),
        };
        look.open_first_hands().await;
        look.play(seed).await;
        assert_eq!(
            look.highest.len(),
            8,
            "a screen of each kind: {:?}",
            look.highest.keys()
        );
        for (kind, row) in &look.highest {
            let limit = kind.limit() + allowance;
            let Row { height, text, .. } = row;
            println!("{edition} {locale:?} {kind:?} {height} of {limit}");
            assert!(*height <= limit, "{locale:?} {kind:?}, {height}: {text}");
        }
        harness.stop().await;
    }
    browser.stop().await;
}

struct Look<'w> {
    harness: &'w Harness,
    browser: &'w Browser,
    locale: Locale,
    edition: &'static str,
    users: Vec<User>,
    tabs: Vec<WindowHandle>,
    highest: BTreeMap<Kind, Row>,
}

impl Look<'_> {
    /// Opens a lobby that everyone joins, and a tab for each person. Returns the channel.
    async fn open_lobby(&mut self, name: &str) -> String {
        let channel = self.harness.create_channel(name).await;
        let options = json!({"language": self.locale.id(), "edition": self.edition});
        let (host, guests) = self.users.split_first().expect("a lobby has a host");
        let opened = self.harness.send_command(host, &channel, "new", options);
        assert!(opened.await.is_answered());
        for guest in guests {
            press_button(self.harness, guest, &channel, Intent::Join).await;
        }
        let server = self.harness.client.address();
        let phones = self.browser.open_phones(server, &self.users, &channel);
        self.tabs = phones.await;
        channel
    }

    async fn open_hands(&self, channel: &str) {
        press_button(self.harness, &self.users[0], channel, Intent::Start).await;
        for user in &self.users {
            press_button(self.harness, user, channel, Intent::OpenHand).await;
        }
    }

    async fn open_first_hands(&mut self) {
        let channel = self.open_lobby("first").await;
        self.await_kind(Kind::Lobby).await;
        for page in OptionPage::ALL {
            let open = Intent::OpenOptions(page);
            let view = self.harness.view(&self.users[0], &channel).await;
            let mut shown = view.messages.iter().flat_map(components);
            let button = shown.rfind(|one| one.enabled && one.intent() == Some(open));
            let button = button.unwrap_or_else(|| panic!("no button of {page:?}"));
            self.harness
                .click(&self.users[0], &channel, &button, &[])
                .await;
            self.await_kind(Kind::Options(page)).await;
        }
        self.open_hands(&channel).await;
        self.await_kind(Kind::FirstHand).await;
        // Makes the bot reload their stored preferences.
        for user in &self.users {
            let chosen = json!({"text-first": false});
            let sent = self.harness.send_command(user, &channel, "me", chosen);
            assert!(sent.await.is_answered());
        }
    }

    /// Plays a second game, in which hands no longer explain themselves, and checks a phone after each click.
    async fn play(&mut self, seed: u64) {
        let channel = self.open_lobby("second").await;
        self.open_hands(&channel).await;
        self.await_kind(Kind::Hand).await;
        // Everyone sees the table in the same way.
        self.tabs.truncate(1);
        let (harness, users) = (self.harness, self.users.clone());
        let look = async |_: usize, _: &Component, _: &Outcome| {
            self.measure(&[Kind::Table, Kind::NopeWindow]).await;
        };
        play_clicks(harness, &users, &channel, (seed, MAX_CLICKS), look).await;
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
            let found = self.browser.evaluate(MESSAGES).await;
            let rows: Vec<Row> = serde_json::from_value(found).expect("the script returns rows");
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

/// A private page about results must fit between the bars at the top and bottom of a phone.
const PAGE_LIMIT: f64 = 735.0;
/// A hand of the Kitten of the day must fit except for its topmost lines.
const DAILY_LIMIT: f64 = PAGE_LIMIT + 50.0;

#[tokio::test(flavor = "multi_thread")]
async fn pages_about_results_and_a_daily_game_fit_on_a_phone_in_every_language() {
    let browser = Browser::start().await;
    for locale in Locale::all() {
        let harness = Harness::start_seeded(SETTINGS, SEED).await;
        crate::emojis::wait_for_emojis(&harness).await;
        let mut users = Vec::new();
        for name in ["Ada", "Bruno"] {
            users.push(harness.create_user(name, locale.id()).await);
        }
        let channel = harness.create_channel("results").await;
        start_game(&harness, &users, &channel, json!({})).await;
        play_to_the_end(&harness, &users, &channel, SEED).await;
        let server = harness.client.address();
        browser.open_phones(server, &users[..1], &channel).await;
        let pages = Pages {
            harness: &harness,
            browser: &browser,
            user: &users[0],
            channel: &channel,
        };
        for command in ["stats", "leaderboard"] {
            let page = pages.open(command).await;
            let height = pages.height_of(page.message()).await;
            println!("{locale:?} {command} {height} of {PAGE_LIMIT}");
            assert!(height <= PAGE_LIMIT, "{locale:?} {command}: {height}");
        }
        let height = pages.play_daily().await;
        println!("{locale:?} daily {height} of {DAILY_LIMIT}");
        assert!(height <= DAILY_LIMIT, "{locale:?}: {height}");
        harness.stop().await;
    }
    browser.stop().await;
}

/// A person who opens private pages.
struct Pages<'w> {
    harness: &'w Harness,
    browser: &'w Browser,
    user: &'w User,
    channel: &'w str,
}

impl Pages<'_> {
    async fn open(&self, command: &str) -> Outcome {
        let sent = self
            .harness
            .send_command(self.user, self.channel, command, json!({}));
        sent.await
    }

    /// Plays a daily game to its end and returns the height of its highest page.
    async fn play_daily(&self) -> f64 {
        let mut rng = SmallRng::seed_from_u64(SEED);
        let page = self.open("today").await;
        let mut message = page.message().clone();
        let mut highest = self.height_of(&message).await;
        let offered = components(&message);
        let mut next = enabled_button(&offered, Intent::Start).map(|one| (one.clone(), Vec::new()));
        while let Some((component, values)) = next {
            let clicked = self
                .harness
                .click(self.user, self.channel, &component, &values);
            message = clicked.await.message().clone();
            highest = highest.max(self.height_of(&message).await);
            next = choose_click(&components(&message), &mut rng);
        }
        highest
    }

    /// Returns the height of a message, once the phone shows its controls.
    async fn height_of(&self, message: &Value) -> f64 {
        let shown = components(message);
        let enabled = shown.iter().filter(|one| one.enabled);
        let wanted: Vec<_> = enabled.map(|one| one.custom_id.clone()).collect();
        let looking = async {
            loop {
                let found = self.browser.evaluate(MESSAGES).await;
                let rows: Vec<Row> =
                    serde_json::from_value(found).expect("the script returns rows");
                if let Some(row) = rows.into_iter().rfind(|row| row.controls == wanted) {
                    return row.height;
                }
            }
        };
        let seen = tokio::time::timeout(TIMEOUT, looking).await;
        seen.expect("the phone shows the message")
    }
}
