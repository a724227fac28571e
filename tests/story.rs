//! The story of a finished game: its pages in one private message, its proof with the file, the lists of games, and a
//! moment shown to everyone. All of this happens after a restart.

use kit::virtual_user::component::{components, enabled_button, is_private, message_id};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::text_of;
use serde_json::{Value, json};
use table::game_file::CheckedGame;
use table::pages::PageIntent;
use table::pages::story::StoryPage;

use crate::harness::{Harness, stored_in, succeed};
use crate::player::{play_to_the_end, press_button, start_new_game};

const CARDS: PageIntent = story(StoryPage::Cards);

const fn story(page: StoryPage) -> PageIntent {
    PageIntent::Story { game: 1, page }
}

async fn click(
    harness: &Harness,
    (user, channel): (&User, &str),
    message: &Value,
    intent: PageIntent,
) -> Outcome {
    let buttons = components(message);
    let button =
        enabled_button(&buttons, intent).unwrap_or_else(|| panic!("no {intent:?} in {message}"));
    harness.click(user, channel, button, &[]).await
}

/// Waits until a person's private message has a game file attached, and returns the message and the file. Other
/// attachments, such as the picture of the statistics, do not count.
async fn message_with_file(harness: &Harness, user: &User, channel: &str) -> (Value, Vec<u8>) {
    let look = async || {
        let view = harness.view(user, channel).await;
        let mut own = view.messages.into_iter().filter(is_private);
        let is_game =
            |message: &Value| message["attachments"][0]["filename"] == "kittens-game.jsonl";
        own.find(is_game)
    };
    let message = harness.wait_for("the file", look).await;
    let url = message["attachments"][0]["url"].as_str();
    let response = reqwest::get(url.expect("a file has an address")).await;
    let file = response.expect("the sandbox serves the file").bytes().await;
    (message, file.expect("the whole file").to_vec())
}

/// Asks *Is it fair?* about the first game of the channel's table, and waits for the answer.
pub(crate) async fn ask_if_fair(harness: &Harness, user: &User, channel: &str) {
    let opened = press_button(harness, user, channel, CARDS).await;
    let at = (user, channel);
    click(harness, at, opened.message(), story(StoryPage::Fair)).await;
    message_with_file(harness, user, channel).await;
}

async fn wait_for_text(harness: &Harness, reader: &User, channel: &str, wanted: &str) {
    let is_shown = async || {
        let view = harness.view(reader, channel).await;
        let mut texts = view.messages.iter().map(text_of);
        texts.any(|text| text.contains(wanted)).then_some(())
    };
    harness.wait_for(wanted, is_shown).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_has_a_story_a_proof_a_list_entry_and_shareable_moments() {
    let folder = tempfile::tempdir().expect("a folder");
    let harness = Harness::start(&stored_in(&folder)).await;
    let (channel, users) = start_new_game(&harness, 2, json!({"pace": "fast"})).await;
    play_to_the_end(&harness, &users, &channel, 5).await;
    wait_for_text(&harness, &users[0], &channel, "placing 1/10").await;
    harness.restart_bot(async {}).await;
    let reader = harness.create_user("reader", "en-US").await;
    let at = (&reader, &*channel);

    let opened = press_button(&harness, &reader, &channel, CARDS).await;
    assert!(opened.is_private(), "{opened:?}");
    let client = &harness.client;
    let run = async |name: &str, target| {
        let sent = client.send_menu_command(&reader, &channel, name, target);
        succeed(sent.await)
    };
    let view = harness.view(&reader, &channel).await;
    let has_story = |one: &&Value| enabled_button(&components(one), CARDS).is_some();
    let mut public = view.messages.iter().filter(|one| !is_private(one));
    let end = public.find(has_story).expect("the end has a button");
    let of_end = json!({"message": message_id(end)});
    let same = run("The story of this game", of_end).await;
    assert!(same.is_private(), "{same:?}");
    assert_eq!(text_of(same.message()), text_of(opened.message()));
    let of_user = json!({"user": users[0].id});
    let stats = run("Kittens statistics", of_user).await;
    assert!(stats.is_private(), "{stats:?}");
    wait_for_text(&harness, &reader, &channel, "1 game").await;
    let first = click(&harness, at, opened.message(), story(StoryPage::First)).await;
    let step = click(&harness, at, first.message(), story(StoryPage::Step(1))).await;
    let own = message_id(opened.message());
    assert_eq!(message_id(step.message()), own, "no further message");

    let shows = PageIntent::ShowMoment { game: 1, step: 1 };
    let shown = click(&harness, at, step.message(), shows).await;
    assert!(shown.is_answered() && !shown.is_private(), "{shown:?}");
    assert_eq!(
        components(shown.message()).len(),
        1,
        "a way back to the game"
    );
    let again = click(&harness, at, step.message(), shows).await;
    assert!(again.is_private(), "once a minute: {again:?}");

    let cards = click(&harness, at, step.message(), CARDS).await;
    click(&harness, at, cards.message(), story(StoryPage::Fair)).await;
    let (proof, file) = message_with_file(&harness, &reader, &channel).await;
    assert_eq!(message_id(&proof), own, "no further message");
    let checked = CheckedGame::read(&file).expect("the file is right");
    let commitment = checked
        .commitment
        .expect("the game has a proof")
        .to_string();
    assert!(text_of(&proof).contains(&commitment), "{proof}");
    let cards = click(&harness, at, &proof, CARDS).await;
    assert_eq!(cards.message()["attachments"], json!([]));

    let games = harness
        .send_command(&reader, &channel, "games", json!({}))
        .await;
    assert!(enabled_button(&components(games.message()), CARDS).is_some());
    let elsewhere = harness.create_channel("elsewhere").await;
    let games = harness
        .send_command(&reader, &elsewhere, "games", json!({}))
        .await;
    assert!(enabled_button(&components(games.message()), CARDS).is_none());
    // On a busy machine, consecutive edits may hit the channel's limit: a 429 has the code 0.
    harness.finish_refused_with(&[0]).await;
}
