//! The accessibility of the page: the lobby, the table and a hand as a screen reader presents them (headings, lists,
//! pictures and controls in Chromium's accessibility tree, recorded as snapshots); readable text in every theme; large
//! emoji on a line of their own; alternative texts when a picture is hovered or focused.

use kit::virtual_user::component::{Component, components, is_private, message_id};
use serde_json::{Value, json};
use table::intent::Intent;
use table::pages::PageIntent;
use table::pages::rules_page::Topic;

use crate::browser::Browser;
use crate::player::open_hand;
use crate::walk::{Walk, start_bot};

/// A fixed seed, so that the recorded hand is always the same.
const SEED: u64 = 3;

/// The roles of nodes that a screen reader skips.
const SILENT: [&str; 7] = [
    "none",
    "generic",
    "InlineTextBox",
    "LineBreak",
    "ListMarker",
    "paragraph",
    "time",
];

/// The minimum contrast between text and background in the Web Content Accessibility Guidelines (AA).
const MIN_CONTRAST: f64 = 4.5;

/// Script that returns the width of an emoji in a row of cards and the size of letters there, in pixels.
const EMOJI_AND_LETTERS: &str = "
    const emoji = document.querySelector('#messages .jumbo img.emoji');
    return [emoji.getBoundingClientRect().width, parseFloat(getComputedStyle(emoji.parentElement).fontSize)];
";

/// Script that returns the text and background colours of the newest container.
const COLOURS: &str = "
    const parts = color => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
    let element = [...document.querySelectorAll('#messages .container')].pop();
    const text = parts(getComputedStyle(element).color);
    while (getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
    return [text, parts(getComputedStyle(element).backgroundColor)];
";

/// Script that focuses the newest picture. Returns the CSS `display` of its alternative text before and after, the
/// text, and the image's `alt`.
const ALTERNATIVE_TEXT: &str = "
    const picture = [...document.querySelectorAll('#messages .picture')].pop();
    const words = picture.querySelector('.alt-text');
    const before = getComputedStyle(words).display;
    picture.focus({ focusVisible: true });
    return [before, getComputedStyle(words).display, words.textContent, picture.querySelector('img').alt];
";

#[tokio::test(flavor = "multi_thread")]
async fn screens_make_sense_read_aloud_and_pages_of_rules_are_readable() {
    let harness = start_bot(SEED).await;
    let browser = Browser::start().await;
    let mut walk = Walk::new(&harness, &browser, &["Mia", "Tom"], "en-US").await;
    walk.open_lobby(&json!({})).await;
    insta::assert_snapshot!("lobby", read(&walk, false).await);
    walk.press(0, Intent::Start).await;
    open_hand(&harness, &walk.users[0], &walk.channel).await;
    insta::assert_snapshot!("table", read(&walk, false).await);
    insta::assert_snapshot!("hand", read(&walk, true).await);
    look_at_rules(&walk).await;
    browser.stop().await;
    harness.stop().await;
}

/// Asserts that pages of rules have large emoji and readable text in every theme, and alternative texts for pictures.
async fn look_at_rules(walk: &Walk<'_>) {
    let browser = walk.browser;
    let rules = walk.press(0, Intent::Rules(None)).await;
    let mut pages = components(rules.message()).into_iter();
    let is_of_cards = |page: &Component| matches!(page.page_intent(), Some(PageIntent::Read(page)) if page.topic == Topic::Cards);
    let cards = pages.find(is_of_cards).expect("a page of all cards");
    walk.click(0, &cards, &[]).await;
    let mut backgrounds = Vec::new();
    for theme in ["dark", "light", "black"] {
        browser
            .open(&walk.address(0, &format!("&theme={theme}")))
            .await;
        browser.await_element("#messages .jumbo img.emoji").await;
        let sizes = browser.evaluate(EMOJI_AND_LETTERS).await;
        let (emoji, letters) = (sizes[0].as_f64(), sizes[1].as_f64());
        let is_large = emoji > letters.map(|letters| letters * 2.5);
        assert!(is_large, "{theme}: {sizes}");
        let colours = browser.evaluate(COLOURS).await;
        let contrast = contrast(&colours[0], &colours[1]);
        let is_readable = contrast >= MIN_CONTRAST;
        assert!(is_readable, "{theme}: {contrast} of {colours}");
        backgrounds.push(colours[1].to_string());
    }
    backgrounds.dedup();
    assert_eq!(backgrounds.len(), 3, "three themes: {backgrounds:?}");
    walk.press(0, Intent::Rules(None)).await;
    browser.await_element("#messages .picture .alt-text").await;
    let words = browser.evaluate(ALTERNATIVE_TEXT).await;
    assert_eq!((&words[0], &words[1]), (&json!("none"), &json!("block")));
    assert!(!words[2].as_str().unwrap_or_default().is_empty());
    assert_eq!(words[2], words[3], "seen and read are the same words");
}

/// Returns a screen reader's text for the newest message with controls that the first person sees. If `private` is
/// true, only private messages count, otherwise only public messages.
async fn read(walk: &Walk<'_>, private: bool) -> String {
    let view = walk.view(0).await;
    let is_wanted =
        |message: &&Value| is_private(message) == private && !components(message).is_empty();
    let newest = view.messages.iter().rfind(is_wanted);
    let message = message_id(newest.expect("the message is there")).to_owned();
    walk.browser.open(&walk.address(0, "")).await;
    let selector = format!("[data-message-id='{message}'] .body");
    walk.browser.await_element(&selector).await;
    let query = json!({"expression": format!("document.querySelector({selector:?})")});
    let found = walk.browser.devtools("Runtime.evaluate", query).await;
    let body = json!({"objectId": found["result"]["objectId"]});
    let tree = walk.browser.devtools("Accessibility.queryAXTree", body);
    let nodes = tree.await["nodes"].as_array().cloned().unwrap_or_default();
    read_aloud(&nodes)
}

/// Returns a line for each node that is read aloud, in reading order.
fn read_aloud(nodes: &[Value]) -> String {
    let lines = nodes.iter().filter_map(line);
    lines.collect::<Vec<_>>().join("\n")
}

fn line(node: &Value) -> Option<String> {
    let role = node["role"]["value"].as_str()?;
    let name = node["name"]["value"].as_str().unwrap_or_default().trim();
    let is_silent = node["ignored"] == true || SILENT.contains(&role);
    if is_silent || (role == "StaticText" && name.is_empty()) {
        return None;
    }
    let properties = node["properties"].as_array().into_iter().flatten();
    let shown: String = properties
        .filter_map(|property| {
            let value = &property["value"]["value"];
            match property["name"].as_str()? {
                "level" => Some(format!(" level {value}")),
                "disabled" if value == true => Some(" greyed out".to_owned()),
                _ => None,
            }
        })
        .collect();
    let name = without_countdown(name);
    Some(format!("{role}{shown}: {name}"))
}

/// Returns a name without the number in its countdown, which depends on the time.
fn without_countdown(name: &str) -> String {
    match name.strip_prefix("in ") {
        Some(time) if time.ends_with(['s', 'e', 'r']) => "in a while".to_owned(),
        _ => name.to_owned(),
    }
}

/// Returns the contrast ratio of two colours, from 1 to 21.
fn contrast(one: &Value, other: &Value) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the relative luminance of a colour in sRGB.
fn luminance(colour: &Value) -> f64 {
    let linear = |part: &Value| {
        let part = part.as_f64().unwrap_or_default() / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(&colour[0]) + 0.7152 * linear(&colour[1]) + 0.0722 * linear(&colour[2])
}
