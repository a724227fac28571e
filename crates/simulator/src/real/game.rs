//! One game: a channel and the people in it, who play whatever becomes of the bot.

use std::time::Duration;

use futures_util::future::try_join_all;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::time::{Instant, sleep};

use super::person::{Deed, Person, Turn};
use super::scene::Scene;
use super::{PATIENCE, RealError};

/// People are quick here, but not as quick as the machine.
const PAUSE: Duration = Duration::from_millis(100);
/// How often somebody does nothing for longer than his turn lasts.
const DOZES: f64 = 0.01;
const NAP: Duration = Duration::from_secs(9);

/// One game.
pub(super) struct Game {
    pub(super) channel: String,
    people: Vec<Person>,
    chance: SmallRng,
}

impl Game {
    /// A new channel with three people in it.
    pub(super) async fn new(scene: &Scene, number: u64, seed: u64) -> Result<Self, RealError> {
        let mut chance = SmallRng::seed_from_u64(seed ^ (number << 32));
        let channel = scene.channel(&format!("game-{number}")).await?;
        let mut people = Vec::new();
        for place in 0..3 {
            let id = scene.user(&format!("g{number}p{place}")).await?;
            let own = SmallRng::seed_from_u64(chance.random());
            people.push(Person::new(id, place == 0, own));
        }
        Ok(Self {
            channel,
            people,
            chance,
        })
    }

    /// Plays until the table shows a winner.
    pub(super) async fn play(&mut self, scene: &Scene) -> Result<(), RealError> {
        let mut moved = Instant::now();
        loop {
            let acts = self
                .people
                .iter_mut()
                .map(|person| person.act(scene, &self.channel));
            let turns = try_join_all(acts).await?;
            if turns.contains(&Turn::Over) {
                return Ok(());
            }
            if turns.contains(&Turn::Clicked) {
                moved = Instant::now();
            }
            if moved.elapsed() > PATIENCE {
                return Err(RealError::Stuck(format!("a click in {}", self.channel)));
            }
            let nap = self.chance.random_bool(DOZES);
            sleep(if nap { NAP } else { PAUSE }).await;
        }
    }

    /// What all its people did.
    pub(super) fn deeds(&self) -> impl Iterator<Item = &Deed> {
        self.people.iter().flat_map(|person| &person.deeds)
    }
}
