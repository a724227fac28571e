//! Takes screenshots into `target/screens`: for each entry of `SHOWS`, the real bot runs games on the sandbox until
//! every kind of screen has occurred. `cargo xtask screens` runs this test and copies the screenshots that documents
//! use to `docs/screens`. The bot deals the same cards each time.

mod director;
mod gallery;

use serde_json::json;

use crate::browser::Browser;
use crate::harness::Harness;
use crate::walk::Walk;
use director::Director;
use gallery::{Gallery, LOOKS};

/// Settings that leave enough time to take the screenshots, with very high limits on clicks.
const SETTINGS: &str = "
    discord.pictures = true
    paces.normal.window = 120
    paces.normal.turn = 300
    paces.normal.choice = 180
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";

/// A seed with which every kind of screen occurs within a few games.
const SEED: u64 = 12;

/// The games to show: folder, language and edition.
const SHOWS: [(&str, &str, &str); 9] = [
    ("en-US", "en-US", "original"),
    ("de", "de", "original"),
    ("it", "it", "original"),
    ("zh-TW", "zh-TW", "original"),
    (TEXT_FIRST, "en-US", "original"),
    ("imploding/en-US", "en-US", "imploding"),
    ("imploding/de", "de", "imploding"),
    ("imploding/it", "it", "imploding"),
    ("imploding/zh-TW", "zh-TW", "imploding"),
];
/// The folder of the game whose screens show text before pictures.
const TEXT_FIRST: &str = "text-first";
/// The folder with screenshots in all looks. The other folders have only the first look.
const ALL_LOOKS: &str = "en-US";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes and pictures: run it by cargo xtask screens"]
async fn the_screens_of_a_game_are_taken() {
    let only = std::env::var("SCREENS_ONLY").unwrap_or_default();
    let harness = Harness::start_seeded(SETTINGS, SEED).await;
    crate::emojis::wait_for_emojis(&harness).await;
    let browser = Browser::start().await;
    let mut missing = Vec::new();
    let wanted = |folder: &str| folder.starts_with(&only);
    for (folder, locale, edition) in SHOWS.into_iter().filter(|show| wanted(show.0)) {
        let looks = match folder {
            ALL_LOOKS => &LOOKS[..],
            _ => &LOOKS[..1],
        };
        let pictures = match edition {
            "imploding" => &director::IMPLODING[..],
            _ => &director::BASE,
        };
        let gallery = Gallery::new(&browser, folder, looks);
        let walk = Walk::new(&harness, &browser, &["Mia", "Tom", "Nele"], locale).await;
        let mut director = Director::new(walk, gallery, pictures, folder == TEXT_FIRST);
        let options = json!({"language": locale, "edition": edition});
        director.show_lobby(&options).await;
        while !director.is_finished() {
            director.play_one_game(&options).await;
        }
        let names = director.missing().into_iter();
        missing.extend(names.map(|name| format!("{folder}/{name}")));
    }
    gallery::take_art_sheet(&browser).await;
    browser.stop().await;
    harness.stop().await;
    assert_eq!(missing, Vec::<String>::new(), "screens did not come up");
}
