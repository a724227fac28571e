//! One game in its own channel. Its players keep playing even while bot processes are killed or stopped.

use std::time::Duration;

use futures_util::future::{join, try_join_all};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::environment::Environment;
use super::error::{RealError, TIMEOUT};
use super::player::{Activity, Player, SentInteraction};

/// The probability, after each round of clicks, that all players pause for [`LONG_PAUSE`].
const LONG_PAUSE_PROBABILITY: f64 = 0.01;
/// Longer than a turn in the default settings of [`Environment`].
const LONG_PAUSE: Duration = Duration::from_secs(9);

#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) people: usize,
    /// The pause after every player has had a chance to click.
    pub(super) pause: Duration,
    pub(super) reopens_panels: bool,
}

impl Manner {
    /// Three people who play fast, but slower than the machine could.
    pub(super) const QUICK: Self = Self {
        people: 3,
        pause: Duration::from_millis(100),
        reopens_panels: true,
    };
}

pub(super) struct Game {
    pub(super) channel: String,
    manner: Manner,
    players: Vec<Player>,
    rng: SmallRng,
}

impl Game {
    /// Creates a channel with players who have not opened a table yet.
    pub(super) async fn create(
        environment: &Environment,
        number: u64,
        manner: Manner,
        seed: u64,
    ) -> Result<Self, RealError> {
        let channel = environment.create_channel(number).await?;
        let mut rng = SmallRng::seed_from_u64(seed ^ (number << 32));
        let mut players = Vec::new();
        for index in 0..manner.people {
            let name = format!("g{number}p{index}");
            let user = environment.client.create_user(&name, "en-US").await?;
            let own_rng = SmallRng::seed_from_u64(rng.random());
            players.push(Player::new(
                user,
                index == 0,
                manner.reopens_panels,
                own_rng,
            ));
        }
        Ok(Self {
            channel,
            manner,
            players,
            rng,
        })
    }

    pub(super) async fn play(&mut self, environment: &Environment) -> Result<(), RealError> {
        let mut last_click = Instant::now();
        loop {
            let looks = self
                .players
                .iter_mut()
                .map(|player| player.play(&environment.client, &self.channel));
            let activities = try_join_all(looks).await?;
            if activities.contains(&Activity::GameOver) {
                return Ok(());
            }
            if activities.contains(&Activity::Clicked) {
                last_click = Instant::now();
            }
            if last_click.elapsed() > TIMEOUT {
                return Err(RealError::Timeout(format!("a click in {}", self.channel)));
            }
            let long = self.rng.random_bool(LONG_PAUSE_PROBABILITY);
            sleep(if long { LONG_PAUSE } else { self.manner.pause }).await;
        }
    }

    pub(super) fn interactions(&self) -> impl Iterator<Item = &SentInteraction> {
        self.players.iter().flat_map(|player| &player.interactions)
    }
}

/// Plays `at_once` series of games concurrently, each of at least one game. No further game starts after `disturbance`
/// has finished. Returns all games and the disturbance's result once every game is over.
pub(super) async fn play_while<T>(
    environment: &Environment,
    at_once: usize,
    seed: u64,
    disturbance: impl Future<Output = Result<T, RealError>>,
) -> Result<(Vec<Game>, T), RealError> {
    let (running, runs) = watch::channel(true);
    let runs = &runs;
    let series = (0..at_once).map(|first| async move {
        environment.wait_for_commands().await?;
        let mut games = Vec::new();
        while games.is_empty() || *runs.borrow() {
            let number = (first + games.len() * at_once) as u64;
            let mut game = Game::create(environment, number, Manner::QUICK, seed).await?;
            game.play(environment).await?;
            games.push(game);
        }
        Ok::<_, RealError>(games)
    });
    let disturbing = async {
        let disturbed = disturbance.await;
        running.send_replace(false);
        disturbed
    };
    let (disturbed, played) = join(disturbing, try_join_all(series)).await;
    // The disturbance's error takes precedence, because it may explain errors in the games.
    let disturbed = disturbed?;
    Ok((played?.into_iter().flatten().collect(), disturbed))
}
