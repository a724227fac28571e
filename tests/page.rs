//! The sandbox's page in a real browser, in tabs as wide as a phone: two people play a whole game with its controls,
//! from typing the command to the winner; a lobby fits the screen; a form is filled in.

use fantoccini::Locator;
use kit::virtual_user::component::{Component, components};
use serde_json::json;
use table::intent::{Intent, Menu};

use crate::browser::Browser;
use crate::harness::{Harness, QUICK, TIMEOUT};
use crate::walk::Walk;

/// Script that returns the ids of all enabled controls on the page, the newest message's first.
const CONTROLS: &str = r#"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')].reverse();
    return rows.flatMap(row => [...row.querySelectorAll('[data-custom-id]:not(:disabled)')].map(control => control.dataset.customId));
"#;
/// Script that returns true if the page is wider than the window.
const OVERFLOWS: &str =
    "return document.documentElement.scrollWidth > document.documentElement.clientWidth;";

const PHONE: &str = "return [window.innerWidth, window.innerHeight];";
/// Script that returns true if a computer player is in the lobby.
const SHOWS_COMPUTER: &str =
    "return document.querySelector('#messages').textContent.includes('· cat');";
const SHOWS_SOUP: &str =
    "return document.querySelector('#messages').textContent.includes('Soup of the day');";
/// Script that returns how many pixels taller the newest message is than the space for messages.
const HIDDEN: &str = r#"
    const space = document.querySelector('#messages').getBoundingClientRect();
    const row = [...document.querySelectorAll('#messages [data-message-id]')].pop().getBoundingClientRect();
    return Math.max(0, Math.ceil(row.height - space.height));
"#;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game_in_the_page() {
    let harness = Harness::start(QUICK).await;
    let browser = Browser::start().await;
    let mut walk = Walk::new(&harness, &browser, &["Mia", "Tom"], "en-US").await;
    let game = async {
        walk.open_phones(2).await;
        open_lobby(&walk).await;
        press(&walk, 1, Intent::Join).await;
        press(&walk, 0, Intent::Start).await;
        play_to_the_end(&walk).await;
    };
    let played = tokio::time::timeout(TIMEOUT * 4, game).await;
    played.expect("the game in the page comes to its end");
    browser.stop().await;
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_of_five_fits_a_phone_without_scrolling() {
    let harness = Harness::start(QUICK).await;
    let browser = Browser::start().await;
    let people = ["player0", "player1", "player2", "player3"];
    let mut walk = Walk::new(&harness, &browser, &people, "en-US").await;
    walk.open_lobby(&json!({})).await;
    walk.open_phones(1).await;
    let table = walk.view(0).await.table();
    let is_menu = |component: &&Component| matches!(component.menu(), Some(Menu::Computers { .. }));
    let menu = table.iter().find(is_menu).expect("a seat is free");
    walk.click(0, menu, &["cat".to_owned()]).await;
    let is_shown = async || walk.run::<bool>(0, SHOWS_COMPUTER).await.then_some(());
    walk.wait_for("the computer", is_shown).await;
    assert_eq!(walk.run::<[u32; 2]>(0, PHONE).await, [390, 844]);
    let hidden: u32 = walk.run(0, HIDDEN).await;
    assert_eq!(hidden, 0, "hidden pixels of the lobby");
    browser.stop().await;
    harness.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recipe_is_named_in_a_form_of_the_page() {
    let harness = Harness::start(QUICK).await;
    let browser = Browser::start().await;
    let mut walk = Walk::new(&harness, &browser, &["Mia"], "en-US").await;
    walk.open_phones(1).await;
    let cookbook = walk.command(0, "recipe", &json!({})).await;
    let boxes = components(cookbook.message())
        .pop()
        .expect("a menu of boxes");
    let first = boxes
        .choices
        .iter()
        .flat_map(|all| all.values.first().cloned());
    walk.click(0, &boxes, &first.collect::<Vec<_>>()).await;
    walk.pick_up(0).await;
    let save = browser.await_element("#messages [data-custom-id*=':recipe:name:']");
    save.await.click().await.expect("it is pressed");
    let name = browser.await_element("dialog input").await;
    name.send_keys("Soup of the day")
        .await
        .expect("it is typed");
    let send = browser.await_element("dialog [type=submit]").await;
    send.click().await.expect("it is pressed");
    let is_named = async || walk.run::<bool>(0, SHOWS_SOUP).await.then_some(());
    walk.wait_for("the name", is_named).await;
    browser.stop().await;
    harness.finish().await;
}

/// Opens a lobby by typing the command on the first phone.
async fn open_lobby(walk: &Walk<'_>) {
    walk.pick_up(0).await;
    let line = walk.browser.await_element("#say").await;
    let typed = line.send_keys("/kittens new ").await;
    typed.expect("the command is typed");
    walk.browser.await_element("#command .command-name").await;
    let send = walk.browser.await_element("#send").await;
    send.click().await.expect("it is pressed");
}

async fn press(walk: &Walk<'_>, person: usize, wanted: Intent) {
    let press = async || {
        let controls: Vec<String> = walk.run(person, CONTROLS).await;
        let found = controls.iter().find(|id| intent_of(id) == Some(wanted))?;
        click(walk, found).await.then_some(())
    };
    walk.wait_for("the button", press).await;
}

/// Clicks a control; returns false if that fails, for example because it no longer exists.
async fn click(walk: &Walk<'_>, id: &str) -> bool {
    let selector = format!("#messages [data-custom-id='{id}']:not(:disabled)");
    match walk.browser.client.find(Locator::Css(&selector)).await {
        Ok(element) => element.click().await.is_ok(),
        Err(_) => false,
    }
}

async fn play_to_the_end(walk: &Walk<'_>) {
    for person in [0, 1].into_iter().cycle() {
        let controls: Vec<String> = walk.run(person, CONTROLS).await;
        let find = |wanted: Intent| controls.iter().find(|id| intent_of(id) == Some(wanted));
        if find(Intent::Rematch).is_some() {
            return;
        }
        // Draws, or puts back a kitten that was drawn.
        if let Some(id) = find(Intent::PlaceAnywhere).or_else(|| find(Intent::Draw)) {
            click(walk, id).await;
        }
        let overflows: bool = walk.run(person, OVERFLOWS).await;
        assert!(!overflows, "the page is wider than the phone");
    }
}

fn intent_of(custom_id: &str) -> Option<Intent> {
    Component::button(custom_id).intent()
}
