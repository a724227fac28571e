//! The sandbox's page looks like Discord: emoji on a line of their own are large, text is readable in every
//! theme, and alternative texts appear when a picture is hovered or focused.

use kit::virtual_user::component::{Component, components};
use serde_json::{Value, json};
use table::intent::Intent;
use table::pages::PageIntent;
use table::pages::rules_page::Topic;

use crate::browser::Browser;
use crate::harness::Harness;
use crate::player::{press_button, start_new_game};

/// Long time limits: nothing times out during the test.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.turn = 3600
    paces.normal.window = 3600
";
/// With this seed, the hand is always the same.
const SEED: u64 = 3;

/// The minimum contrast between text and background in the Web Content Accessibility Guidelines (AA).
const MIN_CONTRAST: f64 = 4.5;

/// Script that returns the widths in pixels of the emoji in a row of cards and next to text.
const EMOJI_WIDTHS: &str = "
    const width = selector => document.querySelector(selector)?.getBoundingClientRect().width;
    return [width('#messages .jumbo img.emoji'), width('#messages :not(.jumbo) > img.emoji')];
";

/// Script that returns the text and background colours of the newest container.
const COLOURS: &str = "
    const parts = color => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
    let element = [...document.querySelectorAll('#messages .container')].pop();
    const text = parts(getComputedStyle(element).color);
    while (getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
    return [text, parts(getComputedStyle(element).backgroundColor)];
";

/// Script that focuses the newest picture and returns its alternative texts, hidden before and visible after.
const ALTERNATIVE_TEXT: &str = "
    const picture = [...document.querySelectorAll('#messages .picture')].pop();
    const words = picture.querySelector('.alt-text');
    const before = getComputedStyle(words).display;
    picture.focus({ focusVisible: true });
    return [before, getComputedStyle(words).display, words.textContent, picture.querySelector('img').alt];
";

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_cards_are_large_text_is_readable_and_pictures_have_words() {
    let harness = Harness::start_seeded(SETTINGS, SEED).await;
    crate::emojis::wait_for_emojis(&harness).await;
    let (channel, people) = start_new_game(&harness, 2, json!({})).await;
    let rules = press_button(&harness, &people[0], &channel, Intent::Rules).await;
    let mut pages = components(rules.message()).into_iter();
    let is_of_cards = |page: &Component| matches!(page.page_intent(), Some(PageIntent::Read(page)) if page.topic == Topic::Cards);
    let cards = pages.find(is_of_cards).expect("a page of all cards");
    harness.click(&people[0], &channel, &cards, &[]).await;
    let browser = Browser::start().await;
    let server = harness.client.address();
    let mut backgrounds = Vec::new();
    for theme in ["dark", "light", "black"] {
        let person = &people[0].id;
        let address = format!("{server}/?user={person}&channel={channel}&theme={theme}");
        browser.open(&address).await;
        browser.await_element("#messages .jumbo img.emoji").await;
        let widths = browser.evaluate(EMOJI_WIDTHS).await;
        let (large, small) = (widths[0].as_f64(), widths[1].as_f64());
        assert!(large > small.map(|small| small * 1.8), "{theme}: {widths}");
        let colours = browser.evaluate(COLOURS).await;
        let contrast = contrast(&colours[0], &colours[1]);
        assert!(contrast >= MIN_CONTRAST, "{theme}: {contrast} of {colours}");
        backgrounds.push(colours[1].to_string());
    }
    backgrounds.dedup();
    assert_eq!(backgrounds.len(), 3, "three themes: {backgrounds:?}");
    press_button(&harness, &people[0], &channel, Intent::Rules).await;
    browser.await_element("#messages .picture .alt-text").await;
    let words = browser.evaluate(ALTERNATIVE_TEXT).await;
    assert_eq!((&words[0], &words[1]), (&json!("none"), &json!("block")));
    assert!(!words[2].as_str().unwrap_or_default().is_empty());
    assert_eq!(words[2], words[3], "seen and read are the same words");
    browser.stop().await;
    harness.stop().await;
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
