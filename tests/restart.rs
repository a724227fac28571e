//! The real process, killed in the middle of games and started again: whatever anybody was
//! answered still holds, and everybody plays on to a winner with the buttons he has.

use futures::future::join_all;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;
use table::control::Control;
use table::ids::Moment;
use table::intent::Intent;

use crate::harness::{User, World, components};
use crate::player::{intent, look, play_on, start_game};
use crate::whole_games::QUICK;

#[tokio::test(flavor = "multi_thread")]
async fn games_survive_every_kill_of_the_process_and_end_with_a_winner() {
    let folder = tempfile::tempdir().expect("a folder for the games");
    let file = folder.path().join("kittens.db");
    let mut world = World::start_apart(&format!("sqlite:{}", file.display()), QUICK).await;
    let mut games = Vec::new();
    for number in 0..3 {
        games.push(Game::start(&world, number).await);
    }
    let mut chance = SmallRng::seed_from_u64(20);
    for _ in 0..5 {
        let rounds = chance.random_range(1..4);
        join_all(games.iter_mut().map(|game| game.play(&world, rounds))).await;
        world.kill();
        world.revive();
        join_all(games.iter().map(|game| game.wait_until_served(&world))).await;
    }
    join_all(games.iter_mut().map(|game| game.play(&world, usize::MAX))).await;
    for game in &games {
        assert!(game.over, "the game in {} has a winner", game.channel);
    }
    world.stop().await;
}

struct Game {
    channel: String,
    users: Vec<User>,
    chance: SmallRng,
    /// The furthest step of the game that anybody was shown.
    seen: Moment,
    over: bool,
}

impl Game {
    async fn start(world: &World, number: u64) -> Self {
        let channel = world.channel(&format!("game-{number}")).await;
        let users = world.users(3).await;
        let options = json!({"edition": "original", "pace": "fast"});
        start_game(world, &users, &channel, options).await;
        Self {
            channel,
            users,
            chance: SmallRng::seed_from_u64(number),
            seen: Moment::default(),
            over: false,
        }
    }

    /// Everybody looks and clicks, so many times.
    async fn play(&mut self, world: &World, rounds: usize) {
        for _ in 0..rounds {
            if self.over {
                return;
            }
            self.over = !play_on(world, &self.users, &self.channel, &mut self.chance).await;
            self.seen = self.seen.max(self.shown(world).await);
        }
    }

    /// The furthest step that any control before anybody's eyes was made for.
    async fn shown(&self, world: &World) -> Moment {
        let mut furthest = Moment::default();
        for user in &self.users {
            let sight = look(world, user, &self.channel).await;
            let shown = sight.messages.iter().flat_map(components);
            let steps = shown.filter_map(|seen| seen.custom_id.parse::<Control>().ok());
            furthest = steps
                .map(|control| control.stamp.moment)
                .fold(furthest, Moment::max);
        }
        furthest
    }

    /// Everybody asks for his hand with the buttons that were there before: panels of the earlier
    /// process no longer change by themselves.
    async fn wait_until_served(&self, world: &World) {
        if self.over {
            return;
        }
        for user in &self.users {
            self.ask_for_hand(world, user).await;
        }
    }

    /// Asks until the new process answers. It must not know less of the game than anybody has seen.
    async fn ask_for_hand(&self, world: &World, user: &User) {
        loop {
            let sight = look(world, user, &self.channel).await;
            let hand = sight
                .table()
                .into_iter()
                .find(|seen| intent(seen) == Some(Intent::OpenHand));
            let hand = hand.expect("a running table has a button for the hand");
            let outcome = world.click(user, &self.channel, &hand, &[]).await;
            if outcome.answered() {
                let fresh = components(&outcome.0["message"]);
                let steps = fresh
                    .iter()
                    .filter_map(|seen| seen.custom_id.parse::<Control>().ok());
                let known = steps.map(|control| control.stamp.moment).max();
                assert!(known >= Some(self.seen), "{known:?} after {:?}", self.seen);
                return;
            }
            world.wait_after(sight.revision).await;
        }
    }
}
