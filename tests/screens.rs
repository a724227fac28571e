//! Takes the screenshots of `docs/screens`: a game on the sandbox with the real bot, played until every
//! kind of screen has come up, in the looks and languages of its README. `cargo xtask screens` runs it.
//! The same bot deals the same cards each time.

mod director;
mod gallery;

use serde_json::json;

use crate::browser::Browser;
use crate::harness::Harness;
use director::Director;
use gallery::{Gallery, Look};

/// Time to take the pictures, and clicks as fast as the program makes them.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.window = 120
    paces.normal.turn = 300
    paces.normal.choice = 180
    limits.clicks_at_once = 1000
    limits.clicks_per_second = 1000
";

/// The seed of the games. With it, every kind of screen comes up within a few games.
const SEED: u64 = 12;

/// A game that is shown: the folder, the language, the looks, and if its words come before pictures.
struct Show {
    folder: &'static str,
    locale: &'static str,
    looks: &'static [Look],
    text_first: bool,
    edition: &'static str,
    pictures: &'static [&'static str],
}

const SHOWS: [Show; 9] = [
    Show {
        folder: "en-US",
        locale: "en-US",
        looks: &Look::ALL,
        text_first: false,
        edition: "original",
        pictures: &director::BASE,
    },
    Show {
        folder: "de",
        locale: "de",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "original",
        pictures: &director::BASE,
    },
    Show {
        folder: "it",
        locale: "it",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "original",
        pictures: &director::BASE,
    },
    Show {
        folder: "zh-TW",
        locale: "zh-TW",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "original",
        pictures: &director::BASE,
    },
    Show {
        folder: "text-first",
        locale: "en-US",
        looks: &[Look::PhoneDark],
        text_first: true,
        edition: "original",
        pictures: &director::BASE,
    },
    Show {
        folder: "imploding/en-US",
        locale: "en-US",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "imploding",
        pictures: &director::IMPLODING,
    },
    Show {
        folder: "imploding/de",
        locale: "de",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "imploding",
        pictures: &director::IMPLODING,
    },
    Show {
        folder: "imploding/it",
        locale: "it",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "imploding",
        pictures: &director::IMPLODING,
    },
    Show {
        folder: "imploding/zh-TW",
        locale: "zh-TW",
        looks: &[Look::PhoneDark],
        text_first: false,
        edition: "imploding",
        pictures: &director::IMPLODING,
    },
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "writes docs/screens: run it by cargo xtask screens"]
async fn the_screens_of_a_game_are_taken() {
    let only = std::env::var("SCREENS_ONLY").unwrap_or_default();
    let harness = Harness::start_seeded(SETTINGS, SEED).await;
    crate::emojis::wait_for_emojis(&harness).await;
    let browser = Browser::start().await;
    let mut missing = Vec::new();
    for show in SHOWS.iter().filter(|show| show.folder.starts_with(&only)) {
        let gallery = Gallery::new(&browser, show.folder, show.looks);
        let people = (show.locale, show.text_first);
        let mut director = Director::new(&harness, gallery, show.pictures, people).await;
        let options = json!({"language": show.locale, "edition": show.edition});
        director.show_lobby(&options).await;
        while !director.is_finished() {
            director.play_one_game(&options).await;
        }
        let names = director.missing().into_iter();
        missing.extend(names.map(|name| format!("{}/{name}", show.folder)));
    }
    gallery::take_art_sheet(&browser).await;
    browser.stop().await;
    harness.stop().await;
    assert_eq!(missing, Vec::<String>::new(), "screens did not come up");
}
