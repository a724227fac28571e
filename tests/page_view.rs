//! The bottom of a person's channel, on a phone, shows everything that they need to see or press: the card they drew,
//! what is at stake while they may say Nope, and the button that the game waits for. Checked in the sandbox's page
//! after each click in games for two, three and five people.

use kit::virtual_user::component::{Component, components, is_private};
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::view::{View, text_of};
use serde_json::json;
use table::intent::{Intent, Menu};

use crate::browser::Browser;
use crate::harness::TIMEOUT;
use crate::walk::{Walk, start_bot};

/// The height in pixels that a phone of 390 × 844 has for messages.
const VISIBLE: f64 = 735.0;
const MAX_CLICKS: u32 = 40;

/// Script that returns the distance in pixels from the top of each enabled control and text to the end of the channel.
const PLACES: &str = r"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')];
    if (rows.length === 0) return [[], []];
    const end = rows.at(-1).getBoundingClientRect().bottom;
    const above = element => end - element.getBoundingClientRect().top;
    const controls = [...document.querySelectorAll('#messages [data-custom-id]:not(:disabled)')];
    const walker = document.createTreeWalker(document.querySelector('#messages'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push([walker.currentNode.data, above(walker.currentNode.parentElement)]);
    return [controls.map(one => [one.dataset.customId, above(one)]), texts];
";

const DREW: &str = "You drew ";
/// The start of the sentence that says what is at stake.
const STAKE: &str = "As it stands, ";

#[tokio::test(flavor = "multi_thread")]
async fn everything_a_person_needs_to_see_or_press_is_at_the_bottom_of_their_phone() {
    const NAMES: [&str; 5] = ["player0", "player1", "player2", "player3", "player4"];
    let browser = Browser::start().await;
    for (people, seed) in [(2, 11), (3, 12), (5, 13)] {
        let harness = start_bot(seed).await;
        let mut walk = Walk::new(&harness, &browser, &NAMES[..people], "en-US").await;
        walk.open_lobby(&json!({})).await;
        walk.start_game().await;
        walk.open_phones(people).await;
        let look = async |person: usize, component: &Component, outcome: &Outcome| {
            assert!(outcome.is_answered(), "{outcome:?}");
            // A refused draw is answered with the reason; a draw that ends the turn is acknowledged.
            let draws = component.intent() == Some(Intent::Draw) && outcome.message().is_null();
            for other in 0..people {
                look_at(&walk, other, draws && other == person).await;
            }
        };
        walk.play_clicks((seed, MAX_CLICKS), look).await;
        walk.close_phones().await;
        harness.finish().await;
    }
    browser.stop().await;
}

/// Waits until everything that this person needs to see or press is visible on their phone.
async fn look_at(walk: &Walk<'_>, person: usize, has_drawn: bool) {
    let mut missing = Vec::new();
    let looking = async {
        loop {
            missing = needed(&walk.view(person).await, has_drawn);
            let (controls, texts): (Vec<Place>, Vec<Place>) = walk.run(person, PLACES).await;
            missing.retain(|need| !need.is_visible(&controls, &texts));
            if missing.is_empty() {
                return;
            }
        }
    };
    if tokio::time::timeout(TIMEOUT / 4, looking).await.is_err() {
        let places: (Vec<Place>, Vec<Place>) = walk.run(person, PLACES).await;
        panic!("person {person} does not see {missing:?}: {places:#?}");
    }
}

/// A control's id, or a text, with its distance from the channel's end.
type Place = (String, f64);

/// An element that must be visible.
#[derive(Debug)]
enum Need {
    /// At least one of these controls, which the person needs in order to continue.
    Control(Vec<String>),
    Text(&'static str),
}

impl Need {
    fn is_visible(&self, controls: &[Place], texts: &[Place]) -> bool {
        let any = |places: &[Place], is_wanted: &dyn Fn(&String) -> bool| {
            let mut places = places.iter();
            places.any(|(found, above)| *above <= VISIBLE && is_wanted(found))
        };
        match self {
            Self::Control(ids) => any(controls, &|id| ids.contains(id)),
            Self::Text(text) => any(texts, &|found| found.contains(text)),
        }
    }
}

/// Returns the elements that a person with this view of the channel needs to see.
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
    let mut messages = view.messages.iter();
    let hand = messages.rfind(|message| is_private(message) && !components(message).is_empty());
    if has_drawn && hand.is_some_and(|hand| text_of(hand).contains(DREW)) {
        needs.push(Need::Text(DREW));
    }
    needs
}

/// Returns true for a control that the game waits for: a draw, a pass, a choice or a place for a kitten.
fn is_awaited(control: &Component) -> bool {
    let is_move = matches!(
        control.intent(),
        Some(Intent::Draw | Intent::Pass | Intent::PlaceAnywhere | Intent::Answer(_))
    );
    is_move || control.menu() == Some(Menu::Place)
}
