//! Practice: a solo game played through clicks; stale and forged clicks; computers that take long to move.

use journal::Practices as _;
use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, enabled_button};
use players::Strength;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use table::pages::practice::{PracticeRequest, PracticeSetup};

use super::daily::{At, BOB, here, noon, offers};
use super::*;

const OPEN: PageIntent = PageIntent::Practice(PracticeRequest::Open(SETUP));
const DEAL: PageIntent = PageIntent::Practice(PracticeRequest::Deal(SETUP));
const CONTINUE: PageIntent = PageIntent::Practice(PracticeRequest::Continue);
const LEARN: PageIntent = PageIntent::Practice(PracticeRequest::Learn);
const SETUP: PracticeSetup = PracticeSetup {
    edition: EditionId::CLASSIC,
    opponents: 2,
    strength: Strength::Cat,
};

fn on(answer: &Value, intent: PageIntent) -> Component {
    let offered = components(&answer["data"]);
    enabled_button(&offered, intent)
        .expect("it is offered")
        .clone()
}

impl Fixture {
    async fn stored(&self, person: UserId) -> Option<Practice> {
        let stored = self.personal_data.practice_of(person).await;
        stored.expect("the journal is readable").practice
    }

    /// Opens the practice page and presses a button on it.
    async fn begin(&self, at: At, intent: PageIntent) -> Value {
        let page = self.daily(at, None, OPEN).await;
        self.use_control(at, &on(&page, intent), &[]).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_plays_alone_again_and_again_and_each_screen_replaces_the_one_before_it() {
    let fixture = Fixture::with_quick_people().await;
    let (ada, bob) = (here(ADA, noon()), here(BOB, noon()));
    let nowhere = At { guild: None, ..ada };
    let mut rng = SmallRng::seed_from_u64(5);
    for (at, begins) in [(ada, DEAL), (nowhere, LEARN), (ada, DEAL)] {
        let mut answer = fixture.begin(at, begins).await;
        while !fixture.stored(ADA).await.expect("it is dealt").is_over {
            let offered = components(&answer["data"]);
            let (click, values) = choose_click(&offered, &mut rng).expect("it goes on");
            answer = fixture.use_control(at, &click, &values).await;
            assert_eq!(answer["type"], 7, "{answer}");
        }
        if offers(&answer, CONTINUE) {
            answer = fixture.use_control(at, &on(&answer, CONTINUE), &[]).await;
        }
        let mut next = components(&answer["data"]).into_iter();
        assert!(next.any(|one| one.enabled), "there is a way on: {answer}");
    }
    assert!(!offers(&fixture.daily(bob, None, OPEN).await, CONTINUE));
    assert_eq!(fixture.stored(BOB).await, None);
}

#[tokio::test(start_paused = true)]
async fn stale_and_forged_clicks_show_the_game_and_change_nothing() {
    let fixture = Fixture::with_quick_people().await;
    let ada = here(ADA, noon());
    let page = fixture.daily(ada, None, OPEN).await;
    let (deal, first) = (on(&page, DEAL), fixture.begin(ada, DEAL).await);
    let before = fixture.stored(ADA).await.expect("it is dealt");
    let current = before.stamp();
    let later = Stamp {
        revision: current.revision.next(),
        ..current
    };
    let other = Stamp {
        table: TableId(current.table.0 + 1),
        ..current
    };
    for (stamp, intent) in [
        (later, Intent::Draw),
        (other, Intent::Draw),
        (current, Intent::Nope { layer: 99 }),
        (current, Intent::Start),
        (current, Intent::End { confirmed: true }),
    ] {
        let answer = fixture.daily(ada, Some(stamp), intent).await;
        assert_eq!(answer["type"], 7, "{intent:?}: {answer}");
        let now = fixture.stored(ADA).await;
        assert_eq!(now.as_ref(), Some(&before), "{intent:?}");
    }
    // A page from before the deal cannot discard the game.
    let again = fixture.use_control(ada, &deal, &[]).await;
    assert_eq!(fixture.stored(ADA).await, Some(before));
    assert_eq!(again["data"]["components"], first["data"]["components"]);
    let forged = PracticeSetup {
        edition: EditionId::TWO_PLAYER,
        opponents: u8::MAX,
        ..SETUP
    };
    let deal = PageIntent::Practice(PracticeRequest::Deal(forged));
    let page = fixture.daily(ada, Some(current), deal).await;
    assert!(offers(&page, CONTINUE), "{page}");
    let bob = fixture.daily(here(BOB, noon()), Some(current), Intent::Draw);
    assert!(offers(&bob.await, LEARN), "he has no practice");
}

#[tokio::test(start_paused = true)]
async fn a_tap_before_a_practice_can_have_been_seen_only_shows_it_again() {
    let fixture = Fixture::with_burst(1000).await;
    let begins = here(ADA, noon());
    fixture.begin(begins, LEARN).await;
    let dealt = fixture.stored(ADA).await.expect("it is dealt");
    for (after, is_early) in [(100, true), (700, false)] {
        let ada = here(ADA, noon().after(Millis(after)));
        let answer = fixture.daily(ada, Some(dealt.stamp()), Intent::Draw).await;
        let is_shown_again = answer.to_string().contains("Tap again");
        assert_eq!(is_shown_again, is_early, "{answer}");
        assert_eq!(fixture.stored(ADA).await.as_ref() == Some(&dealt), is_early);
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_is_answered_before_tigers_think() {
    let fixture = Fixture::with_quick_people().await;
    let strength = Strength::Tiger;
    let deal = PageIntent::Practice(PracticeRequest::Deal(PracticeSetup { strength, ..SETUP }));
    let mut incoming = fixture.interaction(InteractionRequest::UnknownControl);
    incoming.callback.clicked = Some(ClickedMessage {
        private: true,
        ..CLICKED
    });
    let request = PageRequest {
        callback: incoming.callback,
        person: clicker(ADA, "Ada"),
        stamp: Some(table::control::NO_TABLE),
        context: incoming.context,
        elsewhere: None,
    };
    let served = fixture.dispatcher.serve_page(&request, deal).await;
    assert_eq!(served, Ok(()));
    assert_eq!(
        fixture.discord.names(),
        ["answer interaction", "edit answer"]
    );
    let practice = fixture.stored(ADA).await.expect("it is dealt");
    assert_eq!(practice.setup().strength, strength);
}
