//! A recipe over the wire: built, named in a form and shared by one person, opened by another from the card, and played
//! to the end.

use kit::virtual_user::component::{Component, components};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::text_of;
use rules::Title;
use serde_json::{Value, json};
use table::control::ControlAction;
use table::intent::Intent;
use table::pages::recipes::{RecipeField, RecipeGroup, RecipeMenu, RecipeRequest, Shelf};
use table::pages::story::StoryPage;
use table::pages::{PageIntent, PageMenu};

use crate::harness::{Harness, QUICK, succeed};
use crate::player::{play_to_the_end, press_button, wait_for_button};

const NAME: &str = "War of **Nopes**";
const SHOWN_NAME: &str = r"War of \*\*Nopes\*\*";

/// Returns a message's first control that has a wanted action.
fn control(message: &Value, is_wanted: impl Fn(ControlAction) -> bool) -> Component {
    let mut all = components(message).into_iter();
    let found = all.find(|one| one.control.is_some_and(|it| is_wanted(it.action)));
    found.unwrap_or_else(|| panic!("no such control in {message}"))
}

/// A person in a channel, with the private message that they change step by step.
struct Cook<'h> {
    harness: &'h Harness,
    user: &'h User,
    channel: &'h str,
    page: Value,
}

impl Cook<'_> {
    async fn click(&self, component: &Component, values: &[String]) -> Outcome {
        let outcome = self
            .harness
            .click(self.user, self.channel, component, values);
        let outcome = outcome.await;
        assert!(outcome.is_answered(), "{outcome:?}");
        outcome
    }

    async fn choose(&mut self, is_wanted: impl Fn(RecipeMenu) -> bool, value: Option<&str>) {
        let menu = control(
            &self.page,
            |action| matches!(action, ControlAction::PageMenu(PageMenu::Recipe(menu)) if is_wanted(menu)),
        );
        let offered = menu
            .choices
            .iter()
            .flat_map(|choices| choices.values.first().cloned());
        let values = value.map_or_else(|| offered.collect(), |value| vec![value.to_owned()]);
        self.page = self.click(&menu, &values).await.message().clone();
    }

    async fn choose_nopes(&mut self, count: &str) {
        let group = RecipeGroup::Nopes.id();
        self.choose(|menu| matches!(menu, RecipeMenu::Group(_)), Some(group))
            .await;
        let nopes = RecipeField::Copies(Title::Nope);
        let is_nope = |menu| matches!(menu, RecipeMenu::Field(_, field) if field == nopes);
        self.choose(is_nope, Some(count)).await;
    }

    async fn press(&mut self, is_wanted: impl Fn(RecipeRequest) -> bool) -> Outcome {
        let button = control(
            &self.page,
            |action| matches!(action, ControlAction::PageButton(PageIntent::Recipe(request)) if is_wanted(request)),
        );
        self.click(&button, &[]).await
    }

    /// Saves the recipe by entering its name in the form.
    async fn save(&mut self) {
        let is_form = |request| matches!(request, RecipeRequest::AskName(_, Shelf::Own));
        let form = self.press(is_form).await;
        let client = &self.harness.client;
        let named = client.submit(self.user, self.channel, &form, NAME);
        self.page = succeed(named.await).message().clone();
        assert!(text_of(&self.page).contains(SHOWN_NAME), "{}", self.page);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recipe_is_built_named_shared_opened_by_somebody_else_played_and_replayed() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("kitchen").await;
    let users = harness.create_users(2).await;
    let opened = harness
        .send_command(&users[0], &channel, "recipe", json!({}))
        .await;
    let mut cook = Cook {
        harness: &harness,
        user: &users[0],
        channel: &channel,
        page: opened.message().clone(),
    };
    cook.choose(|menu| menu == RecipeMenu::Shelf(Shelf::Boxes), None)
        .await;
    cook.choose_nopes("12").await;
    cook.save().await;
    let card = cook
        .press(|request| matches!(request, RecipeRequest::Share(_)))
        .await;
    assert!(
        !card.is_private() && text_of(card.message()).contains("Nope: 12"),
        "{card:?}"
    );

    let open = control(card.message(), |action| {
        matches!(
            action,
            ControlAction::PageButton(PageIntent::Recipe(RecipeRequest::Open(..)))
        )
    });
    let lobby = harness.click(&users[1], &channel, &open, &[]).await;
    assert!(lobby.is_answered(), "{lobby:?}");
    press_button(&harness, &users[0], &channel, Intent::Join).await;
    press_button(&harness, &users[1], &channel, Intent::Start).await;
    wait_for_button(&harness, &users[1], &channel, Intent::OpenHand).await;
    // The table keeps its rules even if its recipe is deleted or another recipe gets the name.
    let deleted = cook
        .press(|request| matches!(request, RecipeRequest::Delete(_, Shelf::Own)))
        .await;
    cook.page = deleted.message().clone();
    cook.choose_nopes("3").await;
    cook.save().await;
    play_to_the_end(&harness, &users, &channel, 7).await;

    let story = PageIntent::Story {
        game: 1,
        page: StoryPage::Cards,
    };
    let story = press_button(&harness, &users[0], &channel, story).await;
    assert!(story.is_private(), "{story:?}");
    let games = harness
        .send_command(&users[0], &channel, "games", json!({}))
        .await;
    let listed = text_of(games.message());
    assert!(listed.contains(SHOWN_NAME), "{listed}");
    harness.finish().await;
}
