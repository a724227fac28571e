//! People who play whole games over the wire. `kit::virtual_user::player` chooses their clicks.

use std::time::Duration;

use kit::virtual_user::component::{Component, components, enabled_button, is_private};
use kit::virtual_user::control_client::User;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::player::{NextClick, Part, next_click};
use kit::virtual_user::view::{View, text_of};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::intent::{Intent, Meaning};

use crate::harness::{Harness, succeed};

/// The timeout of a whole game. It is much longer than any game takes, even on a busy machine.
const GAME_TIMEOUT: Duration = Duration::from_secs(20 * 60);

/// Everyone's part in a running game. The bot updates their panels, so they need not reopen them.
const PLAYER: Part = Part {
    is_host: false,
    is_seated: true,
    reopens_panels: false,
};

/// Opens a lobby, lets everyone join, starts the game and waits for its table. The first user is the host.
pub(crate) async fn start_game(harness: &Harness, users: &[User], channel: &str, options: Value) {
    let (host, guests) = users.split_first().expect("a game has a host");
    let opened = harness.send_command(host, channel, "new", options).await;
    assert!(opened.is_answered(), "the lobby opens: {opened:?}");
    for guest in guests {
        press_button(harness, guest, channel, Intent::Join).await;
    }
    press_button(harness, host, channel, Intent::Start).await;
    wait_for_button(harness, host, channel, Intent::OpenHand).await;
}

pub(crate) async fn start_new_game(
    harness: &Harness,
    people: usize,
    options: Value,
) -> (String, Vec<User>) {
    let channel = harness.create_channel("game").await;
    let users = harness.create_users(people).await;
    start_game(harness, &users, &channel, options).await;
    (channel, users)
}

/// Presses the table's button for this intent as soon as it is enabled. Retries until a press is answered.
pub(crate) async fn press_button(
    harness: &Harness,
    user: &User,
    channel: &str,
    intent: impl Into<Meaning>,
) -> Outcome {
    succeed(harness.client.press(user, channel, intent).await)
}

/// Opens a person's hand and returns its message. If the table's message is just being posted, the hand arrives after
/// the answer.
pub(crate) async fn open_hand(harness: &Harness, user: &User, channel: &str) -> Value {
    let newest = async || {
        let view = harness.view(user, channel).await;
        let is_panel = |message: &&Value| is_private(message) && !components(message).is_empty();
        view.messages.iter().rfind(is_panel).cloned()
    };
    let before = newest().await.map(|message| message["id"].clone());
    let outcome = press_button(harness, user, channel, Intent::OpenHand).await;
    if !outcome.message().is_null() {
        return outcome.message().clone();
    }
    let follows = async || {
        let hand = newest().await;
        hand.filter(|hand| Some(&hand["id"]) != before.as_ref())
    };
    harness.wait_for("the hand follows", follows).await
}

pub(crate) async fn wait_for_button(
    harness: &Harness,
    user: &User,
    channel: &str,
    intent: impl Into<Meaning>,
) -> Component {
    let waiting = harness.client.wait_for_button(user, channel, intent);
    succeed(waiting.await)
}

/// Waits until a game's message has replaced the lobby's message, and returns the game's message.
pub(crate) async fn game_message(harness: &Harness, user: &User, channel: &str) -> Value {
    wait_for_button(harness, user, channel, Intent::OpenHand).await;
    only_message(harness, user, channel).await
}

/// Waits until a channel has a single public message, and returns it.
pub(crate) async fn only_message(harness: &Harness, user: &User, channel: &str) -> Value {
    let look = async || {
        let messages = harness.view(user, channel).await.messages;
        let mut public = messages.into_iter().filter(|message| !is_private(message));
        public.next().filter(|_| public.next().is_none())
    };
    harness.wait_for("a single public message", look).await
}

/// Plays until the table shows that the game is over. Every click must be answered.
pub(crate) async fn play_to_the_end(harness: &Harness, users: &[User], channel: &str, seed: u64) {
    let rng = &mut SmallRng::seed_from_u64(seed);
    within_game_timeout(async { while play_round(harness, users, channel, rng).await {} }).await;
}

/// Continues a game under faults until the table shows that the game is over.
pub(crate) async fn play_to_the_end_amid_faults(
    harness: &Harness,
    users: &[User],
    channel: &str,
    seed: u64,
) {
    let rng = &mut SmallRng::seed_from_u64(seed);
    within_game_timeout(async {
        while play_round_amid_faults(harness, users, channel, rng).await {}
    })
    .await;
}

/// Fails the test if this game does not end in time, so that one game cannot block all other tests.
pub(crate) async fn within_game_timeout<T>(game: impl Future<Output = T>) -> T {
    tokio::time::timeout(GAME_TIMEOUT, game)
        .await
        .expect("the game ends")
}

/// Lets each person make at most one click on what they see. If no click is sent, waits up to a second for a change.
/// Every click must be answered. Returns false once the game is over.
pub(crate) async fn play_round(
    harness: &Harness,
    users: &[User],
    channel: &str,
    rng: &mut SmallRng,
) -> bool {
    let assert_answered = async |_: usize, _: &Component, outcome: &Outcome| {
        assert!(outcome.is_answered(), "{outcome:?}");
    };
    match click_once_each(harness, users, channel, rng, assert_answered).await {
        Round::Over => false,
        Round::Played => true,
        Round::Idle { revision } => {
            harness.wait_in_channel(channel, revision).await;
            true
        }
    }
}

/// Returns true if the table's newest public message mentions this person.
pub(crate) fn is_mentioned(user: &User, view: &View) -> bool {
    let is_table = |message: &&Value| !is_private(message) && !components(message).is_empty();
    let newest = view.messages.iter().rev().find(is_table);
    newest.is_some_and(|message| text_of(message).contains(&format!("<@{}>", user.id)))
}

/// Like [`play_round`], but under faults: clicks may go unanswered, and people who see no progress ask for their hand
/// or the table.
pub(crate) async fn play_round_amid_faults(
    harness: &Harness,
    users: &[User],
    channel: &str,
    rng: &mut SmallRng,
) -> bool {
    match click_once_each(harness, users, channel, rng, async |_, _, _| ()).await {
        Round::Over => return false,
        Round::Played => return true,
        Round::Idle { revision } => {
            if harness.wait_after(revision).await > revision {
                return true;
            }
        }
    }
    for user in users {
        let table = harness.view(user, channel).await.table();
        if let Some(hand) = enabled_button(&table, Intent::OpenHand) {
            harness.click(user, channel, hand, &[]).await;
        } else {
            let asked = harness.send_command(user, channel, "table", json!({}));
            asked.await;
        }
    }
    true
}

/// Plays rounds until at least `most` clicks have been sent or the game is over. Calls `look` after each click with the
/// person's index in `users`.
pub(crate) async fn play_clicks(
    harness: &Harness,
    users: &[User],
    channel: &str,
    (seed, most): (u64, u32),
    mut look: impl AsyncFnMut(usize, &Component, &Outcome),
) {
    let rng = &mut SmallRng::seed_from_u64(seed);
    let mut clicks = 0;
    while clicks < most {
        let counting = async |person: usize, component: &Component, outcome: &Outcome| {
            clicks += 1;
            look(person, component, outcome).await;
        };
        match click_once_each(harness, users, channel, rng, counting).await {
            Round::Over => return,
            Round::Played => {}
            Round::Idle { revision } => drop(harness.wait_in_channel(channel, revision).await),
        }
    }
}

/// The result of a round.
enum Round {
    Over,
    Played,
    /// No click was sent.
    Idle {
        /// The revision that the last person saw.
        revision: u64,
    },
}

/// Lets each person make at most one click on what they see. A click that the sandbox rejects because the message has
/// just changed does not count.
async fn click_once_each(
    harness: &Harness,
    users: &[User],
    channel: &str,
    rng: &mut SmallRng,
    mut sent: impl AsyncFnMut(usize, &Component, &Outcome),
) -> Round {
    let mut clicked = false;
    let mut revision = 0;
    for (person, user) in users.iter().enumerate() {
        let view = harness.view(user, channel).await;
        revision = view.revision;
        match next_click(&view.table(), &view.panel(), PLAYER, rng) {
            NextClick::Over => return Round::Over,
            NextClick::Wait | NextClick::NoTable => {}
            NextClick::Use(component, values) => {
                let outcome = harness.click(user, channel, &component, &values).await;
                if outcome.is_sent() {
                    sent(person, &component, &outcome).await;
                    clicked = true;
                }
            }
        }
    }
    if clicked {
        Round::Played
    } else {
        Round::Idle { revision }
    }
}
