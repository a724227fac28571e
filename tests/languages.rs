//! Everybody reads his own language: two at one table, the one whom Discord tells and the one who
//! chose another, and cards found by what they are called in each.

use serde_json::{Value, json};
use table::intent::Intent;
use table::text::{Language, Locale};

use crate::harness::{Outcome, User, World, text_of};
use crate::player::{Sight, look, press, start_game};
use crate::whole_games::QUICK;

/// What tells a language apart on each panel: the label of the button that draws.
fn draw(locale: &str) -> &'static str {
    match locale {
        "en-US" => "Draw",
        "it" => "Pesca",
        "de" => "Ziehen",
        _ => "抽牌",
    }
}

/// The words of the newest table, and of the newest private message.
fn words(sight: &Sight, private: bool) -> String {
    let mut messages = sight.messages.iter().rev();
    let wanted = |message: &&Value| crate::harness::is_private(message) == private;
    messages.find(wanted).map(text_of).unwrap_or_default()
}

async fn hand(world: &World, user: &User, channel: &str) -> String {
    let shown = press(world, user, channel, Intent::OpenHand).await;
    assert!(shown.is_private(), "a hand is nobody else's: {shown:?}");
    shown.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_of_one_game_see_two_languages_at_once() {
    let world = World::start(QUICK).await;
    let channel = world.channel("two-languages").await;
    let users = [
        world.user("anna", "de").await,
        world.user("bruno", "it").await,
    ];
    let options = json!({"edition": "two-player", "pace": "slow", "language": "zh-TW"});
    start_game(&world, &users, &channel, options).await;
    for (user, locale) in users.iter().zip(["de", "it"]) {
        let panel = hand(&world, user, &channel).await;
        assert!(panel.contains(draw(locale)), "{locale}: {panel}");
    }
    // Both at the same moment, and the table before both of them in its own language.
    for (user, locale) in users.iter().zip(["de", "it"]) {
        let sight = look(&world, user, &channel).await;
        assert!(words(&sight, true).contains(draw(locale)));
        assert!(words(&sight, false).contains(draw("zh-TW")));
    }
    world.assert_no_problems().await;
    world.stop().await;
}

async fn choose(world: &World, user: &User, channel: &str, reading: &str) -> Outcome {
    let chosen = world
        .command(user, channel, "me", json!({"language": reading}))
        .await;
    assert!(
        chosen.is_private(),
        "a choice is told to nobody else: {chosen:?}"
    );
    chosen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_of_ones_own_outweighs_discords_until_it_is_taken_back() {
    let world = World::start(QUICK).await;
    let channel = world.channel("own-language").await;
    let users = [
        world.user("anna", "de").await,
        world.user("bruno", "it").await,
    ];
    let options = json!({"edition": "two-player", "pace": "slow"});
    start_game(&world, &users, &channel, options).await;
    let anna = &users[0];
    assert!(hand(&world, anna, &channel).await.contains(draw("de")));
    for (reading, locale) in [("zh-TW", "zh-TW"), ("discord", "de")] {
        choose(&world, anna, &channel, reading).await;
        let panel = hand(&world, anna, &channel).await;
        assert!(panel.contains(draw(locale)), "{reading}: {panel}");
    }
    let asked = world.command(anna, &channel, "me", json!({})).await;
    let told = choose(&world, anna, &channel, "discord").await;
    assert_eq!(asked.text(), told.text(), "asking says what holds");
    let nonsense = world
        .command(anna, &channel, "me", json!({"language": "tlh"}))
        .await;
    assert!(nonsense.was_impossible() || nonsense.is_private());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_speaks_its_own_language_until_somebody_chooses_one() {
    let world = World::start(QUICK).await;
    for (options, locale) in [(json!({}), "en-US"), (json!({"language": "it"}), "it")] {
        let channel = world.channel(&format!("lobby-{locale}")).await;
        let user = world.user("anna", "de").await;
        let opened = world.command(&user, &channel, "new", options).await;
        let edition =
            Language::of(Locale::nearest(locale)).edition_name(rules::EditionId::Original);
        assert!(opened.text().contains(&edition), "{locale}: {opened:?}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_found_by_their_names_in_the_readers_language() {
    let world = World::start(QUICK).await;
    let channel = world.channel("rules").await;
    for (locale, typed) in [("it", "disin"), ("zh-TW", "拆"), ("de", "entscharf")] {
        let user = world.user("reader", locale).await;
        let page = world
            .command(&user, &channel, "rules", json!({"card": typed}))
            .await;
        let name = Language::of(Locale::nearest(locale))
            .card_name(rules::Title::Defuse, rules::EditionId::Original);
        assert!(page.text().contains(&name), "{locale}: {page:?}");
    }
    world.assert_no_problems().await;
    world.stop().await;
}
