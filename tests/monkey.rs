//! Whole games over the wire. People also click components that they or others have seen, allowed or not, with valid
//! values or nonsense: every click is answered and every game ends. The people at a table use different languages, and
//! every message is entirely in the right language.

use std::collections::HashSet;

use futures::StreamExt as _;
use futures::future::join_all;
use futures::stream;
use kit::virtual_user::component::{Component, components, is_private, message_id};
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::text_of;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use table::intent::Intent;
use table::pages::PageMenu;
use table::text::Locale;

use crate::harness::{Harness, QUICK};
use crate::player::{
    play_round, play_to_the_end, press_button, start_game, wait_for_button, within_game_timeout,
};
use crate::text_language::find_mistake;

/// The number of games to finish, for all bots together: enough for each expansion at each of its table sizes.
const GAMES: usize = 36;
/// The number of the first game with an expansion.
const EXPANSIONS_FROM: usize = 21;
/// The expansions, each with the number of table sizes to play, from two players up.
const EXPANSIONS: [(&str, usize); 3] = [("imploding", 5), ("streaking", 4), ("barking", 4)];
/// The number of the game with the maximum number of players.
const LARGEST: usize = 20;
/// The number of concurrent games. More games would only wait for each other, and a click that waits longer than
/// Discord allows counts as unanswered.
const AT_A_TIME: usize = 12;
/// The editions and numbers of players of the games before [`LARGEST`].
const TABLES: [(&str, usize); 5] = [
    ("classic", 4),
    ("original", 3),
    ("travel", 3),
    ("two-player", 2),
    ("original", 5),
];
/// The number of bots, each with its own sandbox, so that none reaches Discord's global limit.
const BOTS: usize = 4;
/// The number of newest messages in a channel whose language is checked at a time.
const MESSAGES_READ: usize = 6;
/// The number of random clicks after each round in which everyone plays sensibly.
const RANDOM_CLICKS: usize = 2;
/// The maximum number of components that are kept to be clicked later.
const REMEMBERED: usize = 400;
/// The number of recent components, which are clicked more often.
const RECENT: usize = 40;
/// Ids that no control has ever had. The empty string stands for an id of the maximum length.
const FORGED_IDS: [&str; 8] = [
    "",
    "v1",
    "v1:0:0:draw",
    "v1:1:1:play:z",
    "v2:1:1:draw",
    "nonsense",
    "v1:999999999999999999999:1:draw",
    "v1:-1:+1:🙀",
];

#[tokio::test(flavor = "multi_thread")]
async fn games_with_random_clicks_end_and_every_click_is_answered() {
    let harnesses = join_all((0..BOTS).map(|_| Harness::start(QUICK))).await;
    let games =
        (0..GAMES).map(|number| within_game_timeout(play_one(&harnesses[number % BOTS], number)));
    stream::iter(games)
        .buffer_unordered(AT_A_TIME)
        .collect::<()>()
        .await;
    for harness in harnesses {
        harness.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_plays_a_tiger_twice_has_at_most_one_private_message() {
    let harness = Harness::start(QUICK).await;
    let channel = harness.create_channel("against-a-tiger").await;
    let users = harness.create_users(1).await;
    let options =
        json!({"edition": "two-player", "pace": "fast", "computers": 1, "strength": "tiger"});
    let opened = harness
        .send_command(&users[0], &channel, "new", options)
        .await;
    assert_eq!(opened.text().matches("· tiger").count(), 1);
    for (seed, begin) in [(1, Intent::Start), (2, Intent::Rematch)] {
        press_button(&harness, &users[0], &channel, begin).await;
        wait_for_button(&harness, &users[0], &channel, Intent::OpenHand).await;
        play_to_the_end(&harness, &users, &channel, seed).await;
    }
    let few = async || {
        let messages = harness.view(&users[0], &channel).await.messages;
        let private = messages.iter().filter(|message| is_private(message));
        (private.count() <= 1).then_some(())
    };
    harness.wait_for("at most one private message", few).await;
    harness.finish().await;
}

/// Plays one game with its players and one person without a seat.
async fn play_one(harness: &Harness, number: usize) {
    play_prepared(harness, number, "player", async |_, _| ()).await;
}

/// Plays one game like [`play_one`], with people whose names start with this prefix. Before the game, calls `prepare`
/// with the people and the channel.
pub(crate) async fn play_prepared(
    harness: &Harness,
    number: usize,
    name: &str,
    prepare: impl AsyncFn(&[User], &str),
) {
    let (edition, players) = match number {
        LARGEST => ("classic", 9),
        EXPANSIONS_FROM.. => {
            let (edition, numbers) = EXPANSIONS[number % EXPANSIONS.len()];
            (edition, 2 + number % numbers)
        }
        _ => TABLES[number % TABLES.len()],
    };
    let channel = harness.create_channel(&format!("monkeys-{number}")).await;
    let languages: Vec<_> = Locale::all().map(Locale::id).collect();
    let language = |index: usize| languages[(number + index) % languages.len()];
    let mut users = Vec::new();
    for index in 0..=players {
        users.push(
            harness
                .create_user(&format!("{name}{index}"), language(index))
                .await,
        );
    }
    prepare(&users, &channel).await;
    let seated = &users[..players];
    start_game(
        harness,
        seated,
        &channel,
        json!({"edition": edition, "pace": "fast", "language": language(1)}),
    )
    .await;
    let mut clicks = RandomClicks {
        harness,
        users: &users,
        channel: &channel,
        language,
        public: language(1),
        remembered: Vec::new(),
        wrong_reader: HashSet::new(),
        rng: SmallRng::seed_from_u64(number as u64),
    };
    while play_round(harness, seated, &channel, &mut clicks.rng).await {
        for _ in 0..RANDOM_CLICKS {
            clicks.click().await;
        }
    }
    for index in 0..users.len() {
        clicks.read_channel(index).await;
    }
}

struct RandomClicks<'t, L> {
    harness: &'t Harness,
    users: &'t [User],
    channel: &'t str,
    /// Returns the id of a person's language, given the person's index.
    language: L,
    /// The id of the table's language.
    public: &'static str,
    /// Components that were shown, each with the index of the person who saw it, newest last.
    remembered: Vec<(usize, Component)>,
    /// Ids of private messages that another person clicked, which Discord would not allow. From then on, these messages
    /// may be in that person's language.
    wrong_reader: HashSet<String>,
    rng: SmallRng,
}

impl<L: Fn(usize) -> &'static str> RandomClicks<'_, L> {
    async fn click(&mut self) {
        let reader = self.rng.random_range(0..self.users.len());
        self.read_channel(reader).await;
        let Some((owner, mut component)) = self.pick() else {
            return;
        };
        let clicking = if component.private && self.rng.random_bool(0.8) {
            owner
        } else {
            self.rng.random_range(0..self.users.len())
        };
        if component.private && clicking != owner {
            self.wrong_reader.insert(component.message.clone());
        }
        let user = self.users[clicking].clone();
        if self.rng.random_bool(0.1) {
            component = component.with_custom_id(&self.forge_id());
        }
        let values = self.values(&component);
        let outcome = self
            .harness
            .force_click(&user, self.channel, &component, &values)
            .await;
        assert!(
            outcome.is_answered(),
            "{} clicked {component:?} and the bot did not answer: {outcome:?}",
            user.name
        );
        self.assert_language(clicking, outcome.message());
    }

    fn forge_id(&mut self) -> String {
        match FORGED_IDS.choose(&mut self.rng) {
            Some(&"") | None => "?".repeat(100),
            Some(id) => (*id).to_owned(),
        }
    }

    /// Asserts that a message is in the table's language if it is public, and otherwise in its reader's language. Skips
    /// the messages in `wrong_reader`.
    fn assert_language(&self, reader: usize, message: &Value) {
        if self.wrong_reader.contains(message_id(message)) {
            return;
        }
        let locale = if is_private(message) {
            (self.language)(reader)
        } else {
            self.public
        };
        let text = text_of(message);
        let mistake = find_mistake(&text, locale);
        assert_eq!(mistake, None, "for somebody who reads {locale}:\n{text}");
    }

    /// Reads the channel, checks the language of the newest messages, and remembers the components of all messages.
    async fn read_channel(&mut self, reader: usize) {
        let view = self.harness.view(&self.users[reader], self.channel).await;
        let newest = view.messages.iter().rev().take(MESSAGES_READ);
        newest.for_each(|message| self.assert_language(reader, message));
        let shown = view
            .messages
            .iter()
            .flat_map(components)
            .filter(|component| !spoils_the_game(component))
            .map(|component| (reader, component));
        self.remembered.extend(shown);
        let surplus = self.remembered.len().saturating_sub(REMEMBERED);
        self.remembered.drain(..surplus);
    }

    /// Returns a remembered component, preferably a recent one.
    fn pick(&mut self) -> Option<(usize, Component)> {
        let recent = self.remembered.len().saturating_sub(RECENT);
        let from = if self.rng.random_bool(0.7) { recent } else { 0 };
        self.remembered[from..].choose(&mut self.rng).cloned()
    }

    /// Returns a value that the select offers, nonsense, or nothing.
    fn values(&mut self, component: &Component) -> Vec<String> {
        let offered = component.choices.as_ref().map(|choices| &choices.values);
        match (self.rng.random_range(0..4), offered) {
            (0, _) => vec!["nonsense".to_owned()],
            (1, _) | (_, None) => Vec::new(),
            (_, Some(offered)) => offered.sample(&mut self.rng, 1).cloned().collect(),
        }
    }
}

/// Returns true for a control that could end or replace the game, or take a player out of it. Also returns true for a
/// control that changes a person's preferences, such as their language, which the test must know.
fn spoils_the_game(component: &Component) -> bool {
    matches!(
        component.intent(),
        Some(
            Intent::End { confirmed: true }
                | Intent::Leave { confirmed: true }
                | Intent::Rematch
                | Intent::NewTable
        )
    ) || matches!(component.page_menu(), Some(PageMenu::Preference(_)))
}
