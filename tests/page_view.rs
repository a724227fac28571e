//! The bottom of a person's channel, on a phone, shows everything that they need to see or press: the card
//! they drew, what is at stake while they may say Nope, and the button that the game waits for. Checked in
//! the sandbox's page at every step of games for two, three and five people.

use fantoccini::wd::WindowHandle;
use kit::virtual_user::component::{Component, components, is_private};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::{View, text_of};
use serde_json::json;
use table::intent::{Intent, Menu};

use crate::browser::Browser;
use crate::harness::{Harness, TIMEOUT};
use crate::player::{play_clicks, press_button, start_new_game};

/// Nothing times out, so players close every window and give every card.
const SETTINGS: &str = "
    paces.normal.turn = 3600
    paces.normal.choice = 3600
    paces.normal.window = 3600
    limits.click_burst = 1000
    limits.clicks_per_second = 1000
";
/// The height in pixels that a phone of 390 × 844 has for messages.
const VISIBLE: f64 = 735.0;
/// The number of clicks in a game that are checked.
const MAX_CLICKS: u32 = 40;

/// Script that returns the distance of each enabled control and each text from the channel's end.
const PLACES: &str = r"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')];
    if (rows.length === 0) return { controls: [], texts: [] };
    const end = rows.at(-1).getBoundingClientRect().bottom;
    const above = element => end - element.getBoundingClientRect().top;
    const controls = [...document.querySelectorAll('#messages [data-custom-id]:not(:disabled)')];
    const walker = document.createTreeWalker(document.querySelector('#messages'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push([walker.currentNode.data, above(walker.currentNode.parentElement)]);
    return { controls: controls.map(one => [one.dataset.customId, above(one)]), texts };
";

const DREW: &str = "You drew ";
/// The start of the sentence below what is at stake.
const STAKE: &str = "As it stands, ";

#[tokio::test(flavor = "multi_thread")]
async fn everything_a_person_needs_to_see_or_press_is_at_the_bottom_of_their_phone() {
    let browser = Browser::start().await;
    for (people, seed) in [(2, 11), (3, 12), (5, 13)] {
        let harness = Harness::start_seeded(SETTINGS, seed).await;
        let (channel, users) = start_new_game(&harness, people, json!({})).await;
        let server = harness.client.address();
        let watch = Watch {
            harness: &harness,
            browser: &browser,
            tabs: browser.open_phones(server, &users, &channel).await,
            users,
            channel: &channel,
        };
        watch.open_hands().await;
        let look = async |person: usize, component: &Component, outcome: &Outcome| {
            watch.look_after(person, component, outcome).await;
        };
        play_clicks(&harness, &watch.users, &channel, (seed, MAX_CLICKS), look).await;
        harness.assert_no_problems().await;
        harness.stop().await;
    }
    browser.stop().await;
}

struct Watch<'w> {
    harness: &'w Harness,
    browser: &'w Browser,
    channel: &'w str,
    users: Vec<User>,
    tabs: Vec<WindowHandle>,
}

impl Watch<'_> {
    async fn open_hands(&self) {
        for user in &self.users {
            press_button(self.harness, user, self.channel, Intent::OpenHand).await;
        }
    }

    async fn view(&self, user: &User) -> View {
        self.harness.view(user, self.channel).await
    }

    /// Checks what everyone sees after a click.
    async fn look_after(&self, person: usize, component: &Component, outcome: &Outcome) {
        assert!(outcome.is_answered(), "{outcome:?}");
        // A refused draw is answered with the reason; one that ends the turn is acknowledged.
        let draws = component.intent() == Some(Intent::Draw) && outcome.message().is_null();
        for other in 0..self.users.len() {
            self.look(other, draws && other == person).await;
        }
    }

    /// Waits until everything that this person needs to see or press is visible on their phone.
    async fn look(&self, person: usize, has_drawn: bool) {
        let mut missing = Vec::new();
        let mut looks = 0;
        let looking = async {
            loop {
                let view = self.view(&self.users[person]).await;
                let places = self.places(person).await;
                missing = needed(&view, has_drawn);
                missing.retain(|need| !places.show(need));
                if missing.is_empty() {
                    return;
                }
                looks += 1;
            }
        };
        if tokio::time::timeout(TIMEOUT / 4, looking).await.is_err() {
            let places = self.places(person).await;
            let near: Vec<_> = places
                .texts
                .iter()
                .map(|(text, above)| format!("{above:.0} {text}"))
                .collect();
            panic!("person {person} does not see {missing:?} after {looks} looks: {near:#?}");
        }
    }

    async fn places(&self, person: usize) -> Places {
        self.browser.switch_to(&self.tabs[person]).await;
        let places = self.browser.evaluate(PLACES).await;
        serde_json::from_value(places).expect("the script returns places")
    }
}

/// Something that must be visible.
#[derive(Debug)]
enum Need {
    /// One of these controls, which their reader needs in order to continue.
    Control(Vec<String>),
    Text(&'static str),
}

/// The distances from the channel's end: of controls by id, and of texts.
#[derive(Debug, serde::Deserialize)]
struct Places {
    controls: Vec<(String, f64)>,
    texts: Vec<(String, f64)>,
}

impl Places {
    fn show(&self, need: &Need) -> bool {
        let is_visible = |above: f64| above <= VISIBLE;
        match need {
            Need::Control(ids) => {
                let mut controls = self.controls.iter();
                controls.any(|(id, above)| is_visible(*above) && ids.contains(id))
            }
            Need::Text(text) => {
                let mut texts = self.texts.iter();
                texts.any(|(found, above)| is_visible(*above) && found.contains(text))
            }
        }
    }
}

/// Returns what a person with this view of the channel needs to see.
fn needed(view: &View, has_drawn: bool) -> Vec<Need> {
    let panel = view.panel();
    let mut needs = Vec::new();
    let enabled = panel.iter().filter(|control| control.enabled);
    let awaited: Vec<&Component> = enabled.filter(|control| is_awaited(control)).collect();
    if !awaited.is_empty() {
        let ids = awaited.iter().map(|control| control.custom_id.clone());
        needs.push(Need::Control(ids.collect()));
    }
    let may_pass = |control: &&Component| control.intent() == Some(Intent::Pass);
    if awaited.iter().any(may_pass) {
        needs.push(Need::Text(STAKE));
    }
    let hand = view
        .messages
        .iter()
        .rfind(|message| is_private(message) && !components(message).is_empty());
    if has_drawn && hand.is_some_and(|hand| text_of(hand).contains(DREW)) {
        needs.push(Need::Text(DREW));
    }
    needs
}

/// Returns true for the controls that the game waits for: a draw, a pass or a choice.
fn is_awaited(control: &Component) -> bool {
    let is_move = matches!(
        control.intent(),
        Some(Intent::Draw | Intent::Pass | Intent::PlaceAnywhere | Intent::Answer(_))
    );
    is_move || control.menu() == Some(Menu::Place)
}
