//! Everybody reads their own language: two people at one table, people who follow Discord's setting
//! and people who chose another language, and cards found by their names in each.

use serde_json::{Value, json};
use table::intent::Intent;
use table::text::{Language, Locale};
use virtual_user::component::is_private;
use virtual_user::control_client::User;
use virtual_user::outcome::Outcome;
use virtual_user::view::{View, text_of};

use crate::harness::Harness;
use crate::player::{press_button, start_game};
use crate::whole_games::QUICK;

/// Returns the label of the button that draws, which differs in each language.
fn draw_label(locale: &str) -> &'static str {
    match locale {
        "en-US" => "Draw",
        "it" => "Pesca",
        "de" => "Ziehen",
        _ => "抽牌",
    }
}

/// Returns the text of the newest private, or of the newest public message.
fn newest_text(view: &View, private: bool) -> String {
    let mut newest_first = view.messages.iter().rev();
    let wanted = |message: &&Value| is_private(message) == private;
    newest_first.find(wanted).map(text_of).unwrap_or_default()
}

/// Opens the person's hand panel, and returns its text.
async fn open_hand(harness: &Harness, user: &User, channel: &str) -> String {
    let shown = press_button(harness, user, channel, Intent::OpenHand).await;
    assert!(shown.is_private(), "only its owner sees a hand: {shown:?}");
    shown.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_of_one_game_see_two_languages_at_once() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("two-languages").await;
    let users = [
        harness.create_user("anna", "de").await,
        harness.create_user("bruno", "it").await,
    ];
    let options = json!({"edition": "two-player", "pace": "slow", "language": "zh-TW"});
    start_game(&harness, &users, &channel, options).await;
    for (user, locale) in users.iter().zip(["de", "it"]) {
        let panel = open_hand(&harness, user, &channel).await;
        assert!(panel.contains(draw_label(locale)), "{locale}: {panel}");
    }
    // Both panels are open at once, and the table has a language of its own.
    for (user, locale) in users.iter().zip(["de", "it"]) {
        let view = harness.view(user, &channel).await;
        assert!(newest_text(&view, true).contains(draw_label(locale)));
        assert!(newest_text(&view, false).contains(draw_label("zh-TW")));
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}

/// Sets the language that this person reads.
async fn choose_language(harness: &Harness, user: &User, channel: &str, language: &str) -> Outcome {
    let chosen = harness
        .send_command(user, channel, "me", json!({"language": language}))
        .await;
    assert!(
        chosen.is_private(),
        "only the person who chooses sees the answer: {chosen:?}"
    );
    chosen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_language_outweighs_discords_until_the_choice_is_undone() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("own-language").await;
    let users = [
        harness.create_user("anna", "de").await,
        harness.create_user("bruno", "it").await,
    ];
    let options = json!({"edition": "two-player", "pace": "slow"});
    start_game(&harness, &users, &channel, options).await;
    let anna = &users[0];
    assert!(
        open_hand(&harness, anna, &channel)
            .await
            .contains(draw_label("de"))
    );
    for (language, locale) in [("zh-TW", "zh-TW"), ("follow-discord", "de")] {
        choose_language(&harness, anna, &channel, language).await;
        let panel = open_hand(&harness, anna, &channel).await;
        assert!(panel.contains(draw_label(locale)), "{language}: {panel}");
    }
    let asked = harness.send_command(anna, &channel, "me", json!({})).await;
    let chosen = choose_language(&harness, anna, &channel, "follow-discord").await;
    assert_eq!(
        asked.text(),
        chosen.text(),
        "the command without a language shows the current choice"
    );
    let nonsense = harness
        .send_command(anna, &channel, "me", json!({"language": "tlh"}))
        .await;
    assert!(!nonsense.is_sent() || nonsense.is_private());
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_in_its_servers_language_unless_its_host_chooses_one() {
    let harness = Harness::start(QUICK).await;
    for (options, locale) in [(json!({}), "en-US"), (json!({"language": "it"}), "it")] {
        let channel = harness.create_channel(&format!("lobby-{locale}")).await;
        let user = harness.create_user("anna", "de").await;
        let opened = harness.send_command(&user, &channel, "new", options).await;
        let edition =
            Language::of(Locale::nearest(locale)).edition_name(rules::EditionId::ORIGINAL);
        assert!(opened.text().contains(&edition), "{locale}: {opened:?}");
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_found_by_their_names_in_the_readers_language() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("rules").await;
    for (locale, typed) in [("it", "disin"), ("zh-TW", "拆"), ("de", "entscharf")] {
        let user = harness.create_user("reader", locale).await;
        let page = harness
            .send_command(&user, &channel, "rules", json!({"card": typed}))
            .await;
        let name = Language::of(Locale::nearest(locale))
            .card_name(rules::Title::Defuse, rules::EditionId::ORIGINAL);
        assert!(page.text().contains(&name), "{locale}: {page:?}");
    }
    harness.assert_no_problems().await;
    harness.stop().await;
}
