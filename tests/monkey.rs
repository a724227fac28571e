//! Monkeys: people who click anything that anybody can see or ever saw, allowed or not, with the
//! right values or with nonsense. Whatever they do is answered, and their games come to an end.
//! They read four languages at one table, and none of them ever reads a word of another's.

use std::collections::HashSet;

use futures::future::join_all;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use table::intent::Intent;
use table::text::Locale;

use crate::harness::{Component, User, World, components, is_private, string, text_of};
use crate::player::{ends, intent, look, play_on, start_game};
use crate::words::wrong;

/// Games played to their end, in all worlds together.
const GAMES: usize = 100;
/// Worlds of their own, so that no bot meets Discord's global limit.
const WORLDS: usize = 4;
/// The newest messages of a channel that are read each time somebody looks.
const READ: usize = 6;
/// Clicks of a person's nonsense between two clicks that make sense.
const NONSENSE: usize = 2;
/// Ids that nobody was ever shown.
const FORGED: [&str; 8] = [
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
async fn a_hundred_games_among_monkeys_come_to_their_end_with_every_click_answered() {
    let worlds = join_all((0..WORLDS).map(|_| World::start(crate::whole_games::QUICK))).await;
    let games = (0..GAMES).map(|number| ends(play_one(&worlds[number % WORLDS], number)));
    join_all(games).await;
    for world in worlds {
        world.assert_no_problems().await;
        world.stop().await;
    }
}

/// One game with its players and one who has no seat.
async fn play_one(world: &World, number: usize) {
    let (edition, players) = [
        ("classic", 4),
        ("original", 3),
        ("travel", 3),
        ("two-player", 2),
        ("original", 5),
    ][number % 5];
    let channel = world.channel(&format!("monkeys-{number}")).await;
    let languages: Vec<_> = Locale::all().map(Locale::id).collect();
    let language = |index: usize| languages[(number + index) % languages.len()];
    let mut users = Vec::new();
    for index in 0..=players {
        users.push(world.user(&format!("player{index}"), language(index)).await);
    }
    let seated = &users[..players];
    start_game(
        world,
        seated,
        &channel,
        json!({"edition": edition, "pace": "fast", "language": language(1)}),
    )
    .await;
    let mut monkeys = Monkeys {
        world,
        users: &users,
        channel: &channel,
        language,
        public: language(1),
        seen: Vec::new(),
        spoilt: HashSet::new(),
        chance: SmallRng::seed_from_u64(number as u64),
    };
    while play_on(world, seated, &channel, &mut monkeys.chance).await {
        for _ in 0..NONSENSE {
            monkeys.click().await;
        }
    }
    for index in 0..users.len() {
        monkeys.look_around(index).await;
    }
}

struct Monkeys<'t, L> {
    world: &'t World,
    users: &'t [User],
    channel: &'t str,
    /// What each of them reads.
    language: L,
    /// What the table is in.
    public: &'static str,
    /// Whatever anybody was ever shown, the newest last.
    seen: Vec<(usize, Component)>,
    /// Private messages that somebody else clicked, which Discord would not let him: they show the
    /// other one's language since.
    spoilt: HashSet<String>,
    chance: SmallRng,
}

impl<L: Fn(usize) -> &'static str> Monkeys<'_, L> {
    /// Somebody clicks something.
    async fn click(&mut self) {
        let looking = self.chance.random_range(0..self.users.len());
        self.look_around(looking).await;
        let Some((owner, mut component)) = self.pick() else {
            return;
        };
        let clicking = if component.private && self.chance.random_bool(0.8) {
            owner
        } else {
            self.chance.random_range(0..self.users.len())
        };
        if component.private && clicking != owner {
            self.spoilt.insert(component.message.clone());
        }
        let user = self.users[clicking].clone();
        if self.chance.random_bool(0.1) {
            let forged = FORGED.choose(&mut self.chance).copied().unwrap_or_default();
            component.custom_id = if forged.is_empty() {
                "?".repeat(100)
            } else {
                forged.to_owned()
            };
        }
        let values = self.values(&component);
        let outcome = self
            .world
            .force(&user, self.channel, &component, &values)
            .await;
        assert!(
            outcome.answered(),
            "{} pressed {component:?} and nobody answered: {outcome:?}",
            user.name
        );
        self.read(clicking, &outcome.0["message"]);
    }

    /// Whoever reads something reads it in his language, or in the table's.
    fn read(&self, reader: usize, message: &Value) {
        if self.spoilt.contains(&string(&message["id"])) {
            return;
        }
        let locale = if is_private(message) {
            (self.language)(reader)
        } else {
            self.public
        };
        let text = text_of(message);
        let wrong = wrong(&text, locale);
        assert_eq!(wrong, None, "for one who reads {locale}:\n{text}");
    }

    async fn look_around(&mut self, reader: usize) {
        let sight = look(self.world, &self.users[reader], self.channel).await;
        let newest = sight.messages.iter().rev().take(READ);
        newest.for_each(|message| self.read(reader, message));
        let shown = sight
            .messages
            .iter()
            .flat_map(components)
            .filter(|seen| !ends_the_table(seen))
            .map(|seen| (reader, seen));
        self.seen.extend(shown);
        let surplus = self.seen.len().saturating_sub(400);
        self.seen.drain(..surplus);
    }

    /// Rather something new than something old.
    fn pick(&mut self) -> Option<(usize, Component)> {
        let recent = self.seen.len().saturating_sub(40);
        let from = if self.chance.random_bool(0.7) {
            recent
        } else {
            0
        };
        self.seen[from..].choose(&mut self.chance).cloned()
    }

    fn values(&mut self, component: &Component) -> Vec<String> {
        match self.chance.random_range(0..4) {
            0 => vec!["nonsense".to_owned()],
            1 => Vec::new(),
            _ => component
                .values
                .sample(&mut self.chance, 1)
                .cloned()
                .collect(),
        }
    }
}

/// A game that its host ends has no winner, and one that everybody leaves waits for a day.
fn ends_the_table(component: &Component) -> bool {
    matches!(
        intent(component),
        Some(
            Intent::End { confirmed: true }
                | Intent::Leave { confirmed: true }
                | Intent::Rematch
                | Intent::NewTable
        )
    )
}
