//! A person's preferences, and the requests about their stored data.

use journal::{Journal as _, StoredTables as _};
use table::pages::{PageIntent, me};
use table::personal_data::DataRequest;
use table::preference_value::PreferenceValue;

use super::*;
use crate::fakes::closed_table;

fn ask(request: DataRequest) -> InteractionRequest {
    InteractionRequest::Me {
        change: PreferenceChange::default(),
        request: Some(request),
    }
}

#[tokio::test(start_paused = true)]
async fn a_persons_data_follows_a_first_private_answer_as_a_file() {
    let fixture = Fixture::with_burst(20).await;
    let [opened, _] = closed_table(1, ADA, "Ada", Millis(1));
    assert_eq!(fixture.personal_data.append(&opened).await, Ok(()));
    let answer = fixture.serve(ask(DataRequest::Extract)).await;
    assert_eq!(answer, json!({ "type": 5, "data": { "flags": 64 } }));
    let sent = fixture.discord.take();
    let with_file = sent
        .iter()
        .find_map(|sent| Some((&sent.body, sent.call.file()?)));
    let (body, file) = with_file.expect("a file is sent");
    assert_eq!(body["attachments"][0]["filename"], file.name);
    assert!(
        body.to_string()
            .contains(&format!("attachment://{}", file.name))
    );
    let content: Value = serde_json::from_slice(&file.content).expect("it is JSON");
    assert_eq!(content["person"], ADA.0);
    assert_eq!(content["tables"][0]["names"], json!(["Ada"]));
    // Exports are expensive, so a second export is refused for a while.
    let again = fixture.serve(ask(DataRequest::Extract)).await;
    assert_eq!(again, error(InteractionError::RateLimited));
}

#[tokio::test(start_paused = true)]
async fn a_file_that_discord_refuses_is_reported_to_the_person() {
    let fixture = Fixture::with_burst(20).await;
    fixture.discord.refuse_files(true);
    fixture.serve(ask(DataRequest::Extract)).await;
    let sent = fixture.discord.take();
    let last = sent.last().expect("the answer").body.to_string();
    assert!(last.contains("Discord does not let me"), "{last}");
}

/// Returns a click in a private message from the bot.
fn click_in_private(fixture: &Fixture, intent: PageIntent) -> IncomingInteraction {
    let mut interaction = fixture.interaction(click_on(intent));
    interaction.callback.clicked = Some(ClickedMessage {
        private: true,
        ..CLICKED
    });
    interaction
}

#[tokio::test(start_paused = true)]
async fn each_choice_in_the_preferences_panel_applies_immediately_and_is_shown_in_place() {
    let fixture = Fixture::with_burst(20).await;
    let asked = InteractionRequest::Me {
        change: PreferenceChange::default(),
        request: None,
    };
    let mut chosen = PersonPreferences::default();
    let opened = fixture.serve(asked).await;
    let panel = me::preferences(chosen, Language::of(Locale::fallback()));
    assert_eq!(opened, private_answer(&panel));
    let german = Locale::nearest("de");
    for value in [
        PreferenceValue::Language(LanguagePreference::Fixed(german)),
        PreferenceValue::DisplayMode(DisplayMode::TextFirst),
        PreferenceValue::DirectHand(true),
    ] {
        let click = click_in_private(&fixture, PageIntent::Prefer(value));
        let answer = fixture.serve_interaction(click).await;
        chosen = chosen.with(value.into());
        assert_eq!(fixture.database.stored.get(ADA).await, Ok(chosen));
        let panel = private_answer(&me::preferences(chosen, Language::of(german)));
        assert_eq!(answer["type"], 7, "the panel is replaced");
        assert_eq!(answer["data"]["components"], panel["data"]["components"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_is_forgotten_only_after_they_confirm_it() {
    let fixture = Fixture::with_burst(20).await;
    let [running, _] = closed_table(2, ADA, "Ada", Millis(1));
    let closed = closed_table(1, ADA, "Ada", Millis(1));
    for entry in closed.into_iter().chain([running]) {
        assert_eq!(fixture.personal_data.append(&entry).await, Ok(()));
    }
    let german = Locale::nearest("de");
    fixture.serve(choose(german)).await;
    let question = fixture.serve(ask(DataRequest::Forget)).await;
    let asked = me::forget_question(Language::of(german));
    assert_eq!(question, private_answer(&asked));
    let stored = &fixture.database.stored;
    let language = async || stored.get(ADA).await.map(|chosen| chosen.language);
    assert_eq!(language().await, Ok(LanguagePreference::Fixed(german)));

    let confirm = click_in_private(&fixture, PageIntent::ForgetMe);
    let answer = fixture.serve_interaction(confirm).await;
    assert_eq!(answer["type"], 7, "the question is replaced");
    assert_eq!(language().await, Ok(LanguagePreference::FollowDiscord));
    let data = &fixture.personal_data;
    assert_eq!(data.tables_of(ADA).await, Ok(vec![TableId(2)]));
    assert!(
        !json!(data.load(TableId(1)).await.ok())
            .to_string()
            .contains("Ada")
    );
}
