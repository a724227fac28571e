//! The coach reviews finished games for the people who played them, and for nobody else.

use journal::{Expiry, PersonalData as _, Reviews as _};
use table::pages::PageIntent;
use table::pages::story::StoryPage;

use super::story::{BOB, CARDS, HERE, answer, click_of, story, with_finished_game};
use super::*;

const fn coach(game: u16) -> PageIntent {
    PageIntent::Coach { game }
}

/// Returns the text of the page that completes the answer to a click by Ada.
async fn reviewed(fixture: &Fixture) -> String {
    reviewed_while(fixture, async {}).await
}

async fn reviewed_while(fixture: &Fixture, meanwhile: impl Future<Output = ()>) -> String {
    fixture.discord.take();
    let click = click_of(fixture, ADA, HERE, coach(1));
    tokio::join!(fixture.dispatcher.serve(click), meanwhile);
    let sent = fixture.discord.take();
    let texts: Vec<String> = sent.iter().map(|sent| sent.body.to_string()).collect();
    texts.last().cloned().unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn a_player_is_shown_how_they_played_and_the_review_is_kept() {
    let fixture = with_finished_game().await;
    let cards = answer(&fixture, ADA, HERE, CARDS).await.to_string();
    assert!(cards.contains("How did I play?"), "{cards}");
    let first = reviewed(&fixture).await;
    assert!(first.contains("points"), "{first}");
    assert!(!first.contains("ran out of time"), "{first}");
    let stored = fixture.personal_data.reviews_of(ADA, 9).await;
    assert_eq!(stored.map(|reviews| reviews.len()), Ok(1));
    // The review is cached now, so the bot answers with the page immediately.
    let again = answer(&fixture, ADA, HERE, coach(1)).await;
    assert_eq!(
        (&again["type"], &again["data"]["flags"]),
        (&json!(4), &json!(64 | 1 << 15))
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_else_is_shown_how_a_player_played() {
    let fixture = with_finished_game().await;
    let cards = answer(&fixture, BOB, HERE, CARDS).await.to_string();
    assert!(!cards.contains("How did I play?"), "{cards}");
    let refused = error(InteractionError::NoStory);
    assert_eq!(answer(&fixture, BOB, HERE, coach(1)).await, refused);
    let picture = |game| PageIntent::CoachPicture { game };
    assert_eq!(answer(&fixture, BOB, HERE, picture(1)).await, refused);
    for game in [0, 2, u16::MAX] {
        for forged in [coach(game), picture(game)] {
            assert_eq!(answer(&fixture, ADA, HERE, forged).await, refused);
        }
    }
    let last_step = story(1, StoryPage::Step(u16::MAX));
    let beyond = answer(&fixture, ADA, HERE, last_step).await;
    assert_eq!(beyond, error(InteractionError::NoStep));
}

#[tokio::test(start_paused = true)]
async fn a_person_who_waits_for_the_coach_is_asked_to_be_patient() {
    let fixture = with_finished_game().await;
    let click = || click_of(&fixture, ADA, HERE, coach(1));
    fixture.discord.take();
    let (first, mut second) = (click(), click());
    second.callback.interaction = callback(INTERACTION + 1, ADA).interaction;
    tokio::join!(
        fixture.dispatcher.serve(first),
        fixture.dispatcher.serve(second)
    );
    let sent: String = fixture
        .discord
        .take()
        .iter()
        .map(|sent| sent.body.to_string())
        .collect();
    let patience = error(InteractionError::RateLimited).to_string();
    assert!(sent.contains(&patience), "{sent}");
}

#[tokio::test(start_paused = true)]
async fn the_chance_to_win_is_drawn_on_request() {
    let fixture = with_finished_game().await;
    reviewed(&fixture).await;
    fixture.discord.take();
    let click = click_of(&fixture, ADA, HERE, PageIntent::CoachPicture { game: 1 });
    fixture.dispatcher.serve(click).await;
    let sent = fixture.discord.take();
    let page = sent.last().expect("a page").body.to_string();
    assert!(page.contains("attachment://"), "{page}");
    assert!(
        page.contains("Your chance to win, decision by decision"),
        "{page}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_click_that_dies_while_the_coach_thinks_leaves_no_place_taken() {
    let fixture = with_finished_game().await;
    for _ in 0..3 {
        let click = click_of(&fixture, ADA, HERE, coach(1));
        let served = fixture.dispatcher.serve(click);
        let killed = tokio::time::timeout(Duration::from_nanos(1), served).await;
        drop(killed);
    }
    let page = reviewed(&fixture).await;
    assert!(page.contains("points"), "{page}");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_erased_or_expires_while_the_coach_thinks_is_not_shown_and_leaves_nothing() {
    let expiry = Expiry {
        ended_before: Millis(u64::MAX >> 1),
        left_before: Millis(0),
        batch: 1_000,
    };
    for expires in [false, true] {
        let fixture = with_finished_game().await;
        let data = &fixture.personal_data;
        let meanwhile = async {
            assert_eq!(fixture.discord.take().len(), 1, "the coach has begun");
            if expires {
                while data.delete_expired(expiry).await != Ok(0) {}
            } else {
                assert_eq!(data.request_erasure(ADA).await, Ok(()));
            }
        };
        let late = reviewed_while(&fixture, meanwhile).await;
        let again = reviewed(&fixture).await;
        for page in [late, again] {
            assert!(page.contains("cannot be looked at"), "{expires}: {page}");
        }
        assert_eq!(data.reviews_of(ADA, 9).await, Ok(vec![]));
    }
}
