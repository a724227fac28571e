//! A Pass of a Nope window that is over: whatever stamp its id has, it is answered in private, changes
//! nothing that others see, and counts for no later window.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use table::control::Stamp;
use table::ids::{Revision, TableId};
use table::intent::Intent;
use virtual_user::component::{Component, enabled_button, is_private};
use virtual_user::control_client::User;
use virtual_user::outcome::Outcome;
use virtual_user::random_click::choose_click;
use virtual_user::view::{View, newest_stamp};

use crate::harness::Harness;
use crate::player::{press_button, shown_table, start_game, wait_for_button, within_game_timeout};

const PLAYERS: usize = 3;

/// A game in which nothing happens by itself.
struct PatientGame {
    harness: Harness,
    channel: String,
    users: Vec<User>,
    rng: SmallRng,
}

/// A Nope window that is open.
struct OpenWindow {
    /// The seat that played the card.
    owner: usize,
    /// The stamp of its buttons.
    stamp: Stamp,
}

impl PatientGame {
    async fn start() -> Self {
        let harness = Harness::start(crate::whole_games::QUICK).await;
        let channel = harness.create_channel("late").await;
        let users = harness.create_users(PLAYERS).await;
        start_game(&harness, &users, &channel, json!({"pace": "slow"})).await;
        for user in &users {
            press_button(&harness, user, &channel, Intent::OpenHand).await;
        }
        Self {
            harness,
            channel,
            users,
            rng: SmallRng::seed_from_u64(3),
        }
    }

    async fn view(&self, seat: usize) -> View {
        self.harness.view(&self.users[seat], &self.channel).await
    }

    /// Lets people draw until one of them can play a card, which they do.
    async fn open_window(&mut self) -> OpenWindow {
        let owner = loop {
            match self.play_round().await {
                Some(owner) => break owner,
                None => continue,
            }
        };
        let user = &self.users[owner];
        let pass = wait_for_button(&self.harness, user, &self.channel, Intent::Pass).await;
        let stamp = pass.control.expect("the id of a Pass").stamp;
        OpenWindow { owner, stamp }
    }

    /// Lets everybody click at most once. Returns the seat of somebody who played a card.
    async fn play_round(&mut self) -> Option<usize> {
        let mut revision = 0;
        for seat in 0..PLAYERS {
            let view = self.view(seat).await;
            assert!(!view.is_over(), "the game ended too early");
            revision = view.revision;
            let panel = view.panel();
            if let Some(play) = playable(&panel) {
                let outcome = self.click(seat, play, &[]).await;
                assert!(outcome.is_answered(), "{outcome:?}");
                return Some(seat);
            }
            let draw = enabled_button(&panel, Intent::Draw).cloned();
            let drawing = draw.map(|draw| (draw, Vec::new()));
            if let Some((next, values)) = drawing.or_else(|| choose_click(&panel, &mut self.rng)) {
                self.click(seat, &next, &values).await;
            }
        }
        self.harness.wait_after(revision).await;
        None
    }

    async fn click(&self, seat: usize, component: &Component, values: &[String]) -> Outcome {
        let user = &self.users[seat];
        let clicked = self.harness.click(user, &self.channel, component, values);
        clicked.await
    }

    /// Lets everybody but the owner pass, and waits until the table shows that the window is over.
    async fn pass_all(&self, window: &OpenWindow) -> Stamp {
        for (count, seat) in others(window.owner).enumerate() {
            let user = &self.users[seat];
            let passed = press_button(&self.harness, user, &self.channel, Intent::Pass).await;
            let is_last = count + 1 == PLAYERS - 1;
            let text = passed.text();
            assert!(is_last || text.contains("Not yet passed"), "{text}");
        }
        loop {
            let view = self.view(window.owner).await;
            let shown = view.table_stamp().filter(|stamp| {
                let hand = newest_stamp(&view.panel()).map(|hand| hand.revision);
                stamp.revision > window.stamp.revision && hand <= Some(stamp.revision)
            });
            match shown {
                Some(stamp) => return stamp,
                None => self.harness.wait_after(view.revision).await,
            };
        }
    }

    /// Sends a Pass with this stamp, which must not be one that counts.
    async fn pass_late(&self, seat: usize, stamp: Stamp) {
        let before = self.seen_by_others(seat).await;
        let table = self.view(seat).await.table();
        let real = table.first().expect("there is a table").clone();
        let id = stamp.button(Intent::Pass).to_string();
        let forged = real.with_custom_id(&id);
        let user = &self.users[seat];
        let clicked = self
            .harness
            .force_click(user, &self.channel, &forged, &[])
            .await;
        assert!(clicked.is_answered(), "{id}: {clicked:?}");
        // A refusal in the words that its person has just got is only acknowledged.
        let is_silent = clicked.message() == &Value::Null || clicked.is_private();
        assert!(is_silent, "{id}: the answer is public: {clicked:?}");
        assert_eq!(self.seen_by_others(seat).await, before, "{id}");
    }

    /// Returns what the table's message shows, and how many private messages each other person has.
    async fn seen_by_others(&self, seat: usize) -> ((String, Vec<String>), Vec<usize>) {
        let mut counts = Vec::new();
        for other in others(seat) {
            let messages = self.view(other).await.messages;
            counts.push(messages.iter().filter(|one| is_private(one)).count());
        }
        (shown_table(&self.view(seat).await), counts)
    }
}

fn others(seat: usize) -> impl Iterator<Item = usize> {
    (0..PLAYERS).filter(move |other| *other != seat)
}

/// Returns an enabled button that plays a card.
fn playable(panel: &[Component]) -> Option<&Component> {
    let mut enabled = panel.iter().filter(|component| component.enabled);
    enabled.find(|component| matches!(component.intent(), Some(Intent::Play(_))))
}

/// Returns this stamp and those that somebody may put in its place.
fn forged_stamps(old: Stamp, now: Stamp) -> [Stamp; 4] {
    let later = Stamp {
        revision: Revision(now.revision.0 + 1),
        ..now
    };
    let elsewhere = Stamp {
        table: TableId(now.table.0 + 1),
        ..now
    };
    [old, now, later, elsewhere]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pass_of_a_window_that_is_over_changes_nothing_and_counts_for_no_later_window() {
    let mut game = PatientGame::start().await;
    let first = within_game_timeout(game.open_window()).await;
    let now = within_game_timeout(game.pass_all(&first)).await;
    for seat in 0..PLAYERS {
        for stamp in forged_stamps(first.stamp, now) {
            game.pass_late(seat, stamp).await;
        }
    }
    let second = within_game_timeout(game.open_window()).await;
    for seat in 0..PLAYERS {
        game.pass_late(seat, first.stamp).await;
    }
    within_game_timeout(game.pass_all(&second)).await;
    game.harness.assert_no_problems().await;
    game.harness.stop().await;
}
