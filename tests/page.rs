//! The sandbox's page in a real browser: two people, each in a tab of a phone's width, play from
//! the first typed slash to the winner, by what the page lets them click.

use std::net::TcpListener;
use std::process::Stdio;

use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use table::intent::{Intent, PilePosition};
use tokio::process::{Child, Command};

use crate::harness::{Component, PATIENCE, User, World};
use crate::player::intent;

/// Chromium without a window, and without a word to anybody outside.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=390,844",
];
/// Every enabled control on the page, the newest message first.
const CONTROLS: &str = r#"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')].reverse();
    return rows.flatMap(row => [...row.querySelectorAll('[data-custom-id]:not(:disabled)')].map(control => control.dataset.customId));
"#;
const OVERFLOWS: &str =
    "return document.documentElement.scrollWidth > document.documentElement.clientWidth;";

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_game_to_the_winner_in_the_page() {
    let world = World::start(crate::whole_games::QUICK).await;
    let channel = world.channel("page").await;
    let people = world.users(2).await;
    let browser = Browser::start().await;
    let game = async {
        let tabs = [
            browser.tab(&world, &people[0], &channel).await,
            browser.tab(&world, &people[1], &channel).await,
        ];
        browser.open_lobby(&tabs[0]).await;
        browser.press(&tabs[1], Intent::Join).await;
        browser.press(&tabs[0], Intent::Start).await;
        browser.play_to_the_end(&tabs).await;
    };
    tokio::time::timeout(PATIENCE * 4, game)
        .await
        .expect("the game in the page comes to its end");
    browser.stop().await;
    world.assert_no_problems().await;
    world.stop().await;
}

struct Browser {
    client: Client,
    driver: Child,
}

impl Browser {
    async fn start() -> Browser {
        let port = free_port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver is installed: `cargo xtask browser` sees to it");
        let options = json!({"goog:chromeOptions": {"args": ARGUMENTS}});
        let Value::Object(capabilities) = options else {
            unreachable!("written as an object above")
        };
        let address = format!("http://127.0.0.1:{port}");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let connected = async {
            loop {
                match builder.connect(&address).await {
                    Ok(client) => return client,
                    // The driver has not opened its port yet.
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        let client = tokio::time::timeout(PATIENCE, connected)
            .await
            .expect("the browser starts");
        Browser { client, driver }
    }

    /// A tab in which this person sits before this channel.
    async fn tab(&self, world: &World, user: &User, channel: &str) -> WindowHandle {
        let window = self.client.new_window(true).await.expect("a tab opens");
        self.client
            .switch_to_window(window.handle.clone())
            .await
            .expect("the new tab is there");
        let address = format!("{}/?user={}&channel={channel}", world.address, user.id);
        self.client.goto(&address).await.expect("the page loads");
        window.handle
    }

    async fn see(&self, tab: &WindowHandle) {
        self.client
            .switch_to_window(tab.clone())
            .await
            .expect("the tab is there");
    }

    /// Types the command as a person does, and sends it.
    async fn open_lobby(&self, tab: &WindowHandle) {
        self.see(tab).await;
        let line = self
            .client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css("#say"))
            .await
            .expect("the input line");
        line.send_keys("/kittens new ")
            .await
            .expect("the command is typed");
        self.client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css("#command .command-name"))
            .await
            .expect("the command's form opens");
        self.client
            .find(Locator::Css("#send"))
            .await
            .expect("the button that sends")
            .click()
            .await
            .expect("it is pressed");
    }

    /// Presses the button that means this as soon as it is there.
    async fn press(&self, tab: &WindowHandle, wanted: Intent) {
        loop {
            let found = self
                .controls(tab)
                .await
                .into_iter()
                .find(|id| intent(&control(id)) == Some(wanted));
            if let Some(id) = found
                && self.click(&id).await
            {
                return;
            }
        }
    }

    async fn controls(&self, tab: &WindowHandle) -> Vec<String> {
        self.see(tab).await;
        let found = self
            .client
            .execute(CONTROLS, Vec::new())
            .await
            .expect("the page can be read");
        found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|id| id.as_str().map(str::to_owned))
            .collect()
    }

    /// Whether it was still there to be clicked.
    async fn click(&self, id: &str) -> bool {
        let selector = format!("#messages [data-custom-id='{id}']:not(:disabled)");
        match self.client.find(Locator::Css(&selector)).await {
            Ok(element) => element.click().await.is_ok(),
            Err(_) => false,
        }
    }

    async fn play_to_the_end(&self, tabs: &[WindowHandle]) {
        loop {
            for tab in tabs {
                let controls = self.controls(tab).await;
                if controls
                    .iter()
                    .any(|id| intent(&control(id)) == Some(Intent::Rematch))
                {
                    return;
                }
                self.act(&controls).await;
                let overflows = self
                    .client
                    .execute(OVERFLOWS, Vec::new())
                    .await
                    .expect("the page can be measured");
                assert_eq!(overflows, json!(false), "the page is wider than the phone");
            }
        }
    }

    /// Draws, puts the kitten back, and opens the hand for that.
    async fn act(&self, controls: &[String]) {
        let meant = |wanted: fn(Intent) -> bool| {
            controls
                .iter()
                .find(|id| intent(&control(id)).is_some_and(wanted))
        };
        let next = meant(|intent| matches!(intent, Intent::Place(PilePosition::Random)))
            .or_else(|| meant(|intent| intent == Intent::Draw));
        if let Some(id) = next {
            self.click(id).await;
        }
    }

    async fn stop(mut self) {
        self.client.close().await.expect("the browser closes");
        self.driver.kill().await.expect("the driver ends");
    }
}

fn control(id: &str) -> Component {
    Component {
        custom_id: id.to_owned(),
        ..Component::default()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}
