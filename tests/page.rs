//! The sandbox's page in a real browser: two people, each in a tab as wide as a phone, play a whole game with
//! the page's controls, from typing the command to the winner.

use fantoccini::Locator;
use fantoccini::wd::WindowHandle;
use kit::virtual_user::component::Component;
use kit::virtual_user::control_client::User;
use serde_json::json;
use table::intent::{Intent, Menu};

use crate::browser::Browser;
use crate::harness::{Harness, TIMEOUT};

/// Script that returns the ids of all enabled controls on the page, those of the newest message first.
const CONTROLS: &str = r#"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')].reverse();
    return rows.flatMap(row => [...row.querySelectorAll('[data-custom-id]:not(:disabled)')].map(control => control.dataset.customId));
"#;
/// Script that returns true if the page is wider than the window.
const OVERFLOWS: &str =
    "return document.documentElement.scrollWidth > document.documentElement.clientWidth;";

/// Script that returns the width and height of the page's window.
const PHONE: &str = "return [window.innerWidth, window.innerHeight];";
/// Script that returns true if a computer player is in the lobby.
const SHOWS_COMPUTER: &str =
    "return document.querySelector('#messages').textContent.includes('computer, cat');";
/// Script that returns by how many pixels the newest message exceeds the space for messages.
const HIDDEN: &str = r#"
    const space = document.querySelector('#messages').getBoundingClientRect();
    const row = [...document.querySelectorAll('#messages [data-message-id]')].pop().getBoundingClientRect();
    return Math.max(0, Math.ceil(row.height - space.height));
"#;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game_in_the_page() {
    let harness = Harness::start(crate::harness::QUICK).await;
    let channel = harness.create_channel("page").await;
    let people = harness.create_users(2).await;
    let browser = Browser::start().await;
    let page = Tabs { browser };
    let game = async {
        let tabs = [
            page.open(&harness, &people[0], &channel).await,
            page.open(&harness, &people[1], &channel).await,
        ];
        page.open_lobby(&tabs[0]).await;
        page.press(&tabs[1], Intent::Join).await;
        page.press(&tabs[0], Intent::Start).await;
        page.play_to_the_end(&tabs).await;
    };
    let played = tokio::time::timeout(TIMEOUT * 4, game).await;
    played.expect("the game in the page comes to its end");
    page.browser.stop().await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_of_five_fits_a_phone_without_scrolling() {
    let harness = Harness::start(crate::harness::QUICK).await;
    let channel = harness.create_channel("phone").await;
    let people = harness.create_users(4).await;
    let browser = Browser::start().await;
    let page = Tabs { browser };
    let shown = async {
        let tab = page.open(&harness, &people[0], &channel).await;
        page.browser.resize(390, 844).await;
        page.open_lobby(&tab).await;
        page.find_control(&tab, Intent::Join).await;
        for person in &people[1..] {
            crate::player::press_button(&harness, person, &channel, Intent::Join).await;
        }
        let table = harness.view(&people[0], &channel).await.table();
        let is_menu =
            |component: &&Component| matches!(component.menu(), Some(Menu::Computers { .. }));
        let menu = table.iter().find(is_menu).expect("a seat is free");
        let cat = ["cat".to_owned()];
        harness.click(&people[0], &channel, menu, &cat).await;
        while page.browser.evaluate(SHOWS_COMPUTER).await != json!(true) {}
        assert_eq!(page.browser.evaluate(PHONE).await, json!([390, 844]));
        let hidden = page.browser.evaluate(HIDDEN).await;
        assert_eq!(hidden, json!(0), "hidden pixels of the lobby");
    };
    let shown = tokio::time::timeout(TIMEOUT * 2, shown).await;
    shown.expect("the lobby is shown with its players");
    page.browser.stop().await;
    harness.assert_no_problems().await;
    harness.stop().await;
}

struct Tabs {
    browser: Browser,
}

impl Tabs {
    async fn open(&self, harness: &Harness, user: &User, channel: &str) -> WindowHandle {
        let server = harness.client.address();
        let address = format!("{server}/?user={}&channel={channel}", user.id);
        self.browser.tab(&address).await
    }

    async fn open_lobby(&self, tab: &WindowHandle) {
        self.browser.switch_to(tab).await;
        let line = self.browser.await_element("#say").await;
        line.send_keys("/kittens new ")
            .await
            .expect("the command is typed");
        self.browser.await_element("#command .command-name").await;
        let send = self.browser.await_element("#send").await;
        send.click().await.expect("it is pressed");
    }

    async fn press(&self, tab: &WindowHandle, wanted: Intent) {
        loop {
            let mut controls = self.read_controls(tab).await.into_iter();
            let found = controls.find(|id| intent_of(id) == Some(wanted));
            if let Some(id) = found
                && self.click(&id).await
            {
                return;
            }
        }
    }

    /// Returns the ids of all enabled controls in the tab, those of the newest message first.
    async fn read_controls(&self, tab: &WindowHandle) -> Vec<String> {
        self.browser.switch_to(tab).await;
        let found = self.browser.evaluate(CONTROLS).await;
        let ids = found.as_array().into_iter().flatten();
        ids.filter_map(|id| id.as_str().map(str::to_owned))
            .collect()
    }

    /// Clicks a control; returns false if it no longer exists.
    async fn click(&self, id: &str) -> bool {
        let selector = format!("#messages [data-custom-id='{id}']:not(:disabled)");
        match self.browser.client.find(Locator::Css(&selector)).await {
            Ok(element) => element.click().await.is_ok(),
            Err(_) => false,
        }
    }

    /// Waits until the button for this intent exists.
    async fn find_control(&self, tab: &WindowHandle, wanted: Intent) {
        let is_wanted = |id: &String| intent_of(id) == Some(wanted);
        while !self.read_controls(tab).await.iter().any(is_wanted) {}
    }

    async fn play_to_the_end(&self, tabs: &[WindowHandle]) {
        loop {
            for tab in tabs {
                let controls = self.read_controls(tab).await;
                let is_end = |id: &String| intent_of(id) == Some(Intent::Rematch);
                if controls.iter().any(is_end) {
                    return;
                }
                self.play_on(&controls).await;
                let overflows = self.browser.evaluate(OVERFLOWS).await;
                assert_eq!(overflows, json!(false), "the page is wider than the phone");
            }
        }
    }

    /// Draws, or puts back a kitten that was drawn.
    async fn play_on(&self, controls: &[String]) {
        let find = |wanted: fn(Intent) -> bool| {
            controls.iter().find(|id| intent_of(id).is_some_and(wanted))
        };
        let next = find(|intent| matches!(intent, Intent::PlaceAnywhere))
            .or_else(|| find(|intent| intent == Intent::Draw));
        if let Some(id) = next {
            self.click(id).await;
        }
    }
}

fn intent_of(custom_id: &str) -> Option<Intent> {
    Component::button(custom_id).intent()
}
