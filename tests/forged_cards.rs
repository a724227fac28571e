//! Forged answers to the cards of the expansion that ask for something, over the real wire: the order of an
//! Alter the Future, the target of a Targeted Attack, the place of the Imploding Kitten. Each is answered
//! in private, nobody else sees anything of it, and the honest answer still counts afterwards.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rules::{Play, Seat, Title};
use serde_json::{Value, json};
use table::control::Stamp;
use table::intent::Intent;
use virtual_user::component::{components, enabled_button, is_private};
use virtual_user::control_client::User;
use virtual_user::random_click::choose_click;
use virtual_user::view::{View, newest_stamp, text_of};

use crate::harness::Harness;
use crate::player::{press_button, shown_table, start_game, within_game_timeout};

const PLAYERS: usize = 3;

/// Ends of ids that are no order of three cards: one twice, one three times, one that was not among them,
/// too short, too long, none, no digits.
const FORGED_ORDERS: [&str; 9] = [
    "order:001",
    "order:111",
    "order:013",
    "order:349",
    "order:01",
    "order:0123",
    "order:",
    "order:0123456789",
    "order:0-2",
];

/// Ends of ids that are no place in a pile of fewer than 76 cards, or no answer to this question.
const FORGED_PLACES: [&str; 6] = ["at:76", "at:255", "at:256", "at:-1", "order:012", "give:n"];

/// A running game of the expansion whose people draw until one of them can do something.
struct ForgedGame {
    harness: Harness,
    channel: String,
    users: Vec<User>,
}

impl ForgedGame {
    async fn start(name: &str) -> ForgedGame {
        let harness = Harness::start(crate::whole_games::QUICK).await;
        let channel = harness.create_channel(name).await;
        let users = harness.create_users(PLAYERS).await;
        let options = json!({"edition": "imploding", "pace": "slow"});
        start_game(&harness, &users, &channel, options).await;
        for user in &users {
            press_button(&harness, user, &channel, Intent::OpenHand).await;
        }
        ForgedGame {
            harness,
            channel,
            users,
        }
    }

    async fn view(&self, user: &User) -> View {
        self.harness.view(user, &self.channel).await
    }

    /// Lets everybody draw, and put kittens back, until somebody's view is as wanted. Returns their seat.
    async fn draw_until(&self, is_wanted: impl Fn(&View) -> bool) -> usize {
        let rng = &mut SmallRng::seed_from_u64(14);
        let drawing = async {
            loop {
                let mut revision = 0;
                for (seat, user) in self.users.iter().enumerate() {
                    let view = self.view(user).await;
                    assert!(!view.is_over(), "the game ended too early");
                    if is_wanted(&view) {
                        return seat;
                    }
                    let panel = view.panel();
                    let draw = enabled_button(&panel, Intent::Draw).cloned();
                    let drawing = draw.map(|draw| (draw, Vec::new()));
                    if let Some((next, values)) = drawing.or_else(|| choose_click(&panel, rng)) {
                        self.harness
                            .click(user, &self.channel, &next, &values)
                            .await;
                    }
                    revision = view.revision;
                }
                self.harness.wait_after(revision).await;
            }
        };
        within_game_timeout(drawing).await
    }

    /// Clicks a control that no message has: its id has this end.
    async fn forge(&self, user: &User, stamp: Stamp, end: &str) {
        // A hand with nothing to decide has no control; the table's message always has one.
        let messages = self.view(user).await.messages;
        let (private, public): (Vec<_>, Vec<_>) = messages.iter().partition(|one| is_private(one));
        let mut newest_first = private.into_iter().rev().chain(public.into_iter().rev());
        let real = newest_first.find_map(|message| components(message).into_iter().next());
        let real = real.expect("the table's message has a control");
        let id = stamp.button(Intent::Draw).to_string();
        let id = id
            .strip_suffix("draw")
            .expect("the id of a draw")
            .to_owned()
            + end;
        let forged = real.with_custom_id(&id);
        let outcome = self
            .harness
            .force_click(user, &self.channel, &forged, &[])
            .await;
        assert!(outcome.is_answered(), "{end}: {outcome:?}");
        // A refusal in the words that its person has just got is only acknowledged.
        let is_silent = outcome.message() == &Value::Null || outcome.is_private();
        assert!(is_silent, "{end}: the answer is public: {outcome:?}");
    }

    /// Asserts that none of these forged clicks shows to anybody but the forger.
    async fn assert_refused(&self, seat: usize, stamp: Stamp, ends: &[&str]) {
        let before = self.seen_by_others(seat).await;
        for end in ends {
            self.forge(&self.users[seat], stamp, end).await;
        }
        assert_eq!(self.seen_by_others(seat).await, before);
    }

    /// Returns everything that a person's click must not change for others: what the table's message shows,
    /// and how many private messages each of them has. The text of those may still follow an earlier click.
    async fn seen_by_others(&self, seat: usize) -> ((String, Vec<String>), Vec<usize>) {
        let mut counts = Vec::new();
        for (other, user) in self.users.iter().enumerate() {
            let messages = self.view(user).await.messages;
            if other != seat {
                counts.push(messages.iter().filter(|one| is_private(one)).count());
            }
        }
        (shown_table(&self.view(&self.users[seat]).await), counts)
    }

    /// Returns the stamp of this person's turn once the table's message shows it.
    async fn wait_for_turn(&self, seat: usize) -> Stamp {
        loop {
            let view = self.view(&self.users[seat]).await;
            let shown = view.table_stamp();
            match shown.filter(|_| shown == newest_stamp(&view.panel())) {
                Some(stamp) => return stamp,
                None => self.harness.wait_after(view.revision).await,
            };
        }
    }

    /// Returns the stamp of the table once a public message has this text.
    async fn wait_for(&self, text: &str) -> Stamp {
        loop {
            let view = self.view(&self.users[0]).await;
            let public = view.messages.iter().filter(|one| !is_private(one));
            let shown = public.map(text_of).any(|shown| shown.contains(text));
            match view.table_stamp().filter(|_| shown) {
                Some(stamp) => return stamp,
                None => self.harness.wait_after(view.revision).await,
            };
        }
    }

    async fn stop(self) {
        self.harness.assert_no_problems().await;
        self.harness.stop().await;
    }
}

/// Returns the end of the id of a button.
fn end_of(intent: Intent) -> String {
    let stamp: Stamp = "v1:1:1:draw"
        .parse::<table::control::Control>()
        .expect("an id")
        .stamp;
    let id = stamp.button(intent).to_string();
    id.strip_prefix("v1:1:1:")
        .expect("the same stamp")
        .to_owned()
}

/// Returns true if a person is on turn and has a card of this name.
fn can_play(view: &View, name: &str) -> bool {
    let panel = view.panel();
    let has_card = panel
        .iter()
        .any(|one| one.enabled && one.label.starts_with(name));
    has_card && enabled_button(&panel, Intent::Draw).is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_order_of_the_future_is_refused_in_private_and_the_honest_one_counts() {
    let game = ForgedGame::start("orders").await;
    let owner = game
        .draw_until(|view| can_play(view, "Alter the Future"))
        .await;
    let play = end_of(Intent::Play(Play::single(Title::AlterTheFuture)));
    let stamp = game.wait_for_turn(owner).await;
    game.forge(&game.users[owner], stamp, &play).await;
    let others = (0..PLAYERS).filter(|seat| *seat != owner);
    for other in others.clone() {
        press_button(
            &game.harness,
            &game.users[other],
            &game.channel,
            Intent::Pass,
        )
        .await;
    }
    let stamp = game.wait_for("is rearranging the future").await;
    game.assert_refused(owner, stamp, &FORGED_ORDERS).await;
    for other in others {
        game.assert_refused(other, stamp, &["order:012", "order:210", "sort:2"])
            .await;
    }
    game.forge(&game.users[owner], stamp, "order:201").await;
    game.wait_for("puts the top cards back").await;
    // Late: the cards already lie as they are to lie.
    game.assert_refused(owner, stamp, &["order:210"]).await;
    game.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_target_of_a_targeted_attack_is_refused_in_private_and_an_honest_one_counts() {
    let game = ForgedGame::start("targets").await;
    let owner = game
        .draw_until(|view| can_play(view, "Targeted Attack"))
        .await;
    let attack = |seat: usize| {
        let on = Seat::ALL[seat];
        end_of(Intent::Play(Play::aimed(Title::TargetedAttack, on)))
    };
    let honest = attack((owner + 1) % PLAYERS);
    let untargeted = end_of(Intent::Play(Play::single(Title::TargetedAttack)));
    let forged = [
        attack(owner),
        attack(PLAYERS),
        attack(8),
        untargeted,
        honest.clone() + "9",
    ];
    let forged = forged.each_ref().map(String::as_str);
    let stamp = game.wait_for_turn(owner).await;
    game.assert_refused(owner, stamp, &forged).await;
    for other in (0..PLAYERS).filter(|seat| *seat != owner) {
        game.assert_refused(other, stamp, &[&attack(owner), &honest])
            .await;
    }
    game.forge(&game.users[owner], stamp, &honest).await;
    game.wait_for("Nope window").await;
    game.assert_refused(owner, stamp, &[&honest]).await;
    game.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_place_of_the_imploding_kitten_is_refused_in_private_and_the_honest_one_counts() {
    let game = ForgedGame::start("places").await;
    let places_it = |view: &View| {
        let text = view.text();
        text.contains("You only have to put it back, face up")
    };
    let owner = game.draw_until(places_it).await;
    let stamp = game.wait_for("puts it back face up, somewhere").await;
    game.assert_refused(owner, stamp, &FORGED_PLACES).await;
    for other in (0..PLAYERS).filter(|seat| *seat != owner) {
        game.assert_refused(other, stamp, &["at:0", "anywhere", "places:0"])
            .await;
    }
    game.forge(&game.users[owner], stamp, "at:0").await;
    game.wait_for("On top, face up for all to see").await;
    game.assert_refused(owner, stamp, &["at:1"]).await;
    game.stop().await;
}
