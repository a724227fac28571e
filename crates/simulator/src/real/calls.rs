//! Counts the REST calls of whole games that people play at a human pace. `load` measures times.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use futures_util::future::try_join_all;

use super::environment::Environment;
use super::error::RealError;
use super::game::{Game, Manner};
use super::storage::{Storage, StorageKind};

/// The pause between a person's clicks, longer than the table's minimum tap delay.
const PAUSE: Duration = Duration::from_millis(1_200);
const PEOPLE: [usize; 3] = [2, 3, 5];
const GAMES: u64 = 8;
const SETTINGS: &str = "
discord.pictures = false
limits.games_per_server = 1000
log.filter = \"error\"
";
/// The maximum average number of REST calls per click. A click that passes the turn costs seven: the click's answer,
/// the table's message, both players' hands below it, and deleting the messages that these replace.
const MAX_CALLS: f64 = 4.5;
/// The maximum average number of REST calls per click that count towards Discord's global limit.
const MAX_LIMITED: f64 = 1.25;

/// The call counts of several games with the same number of people.
#[derive(Clone, Copy, Debug)]
pub struct CallReport {
    people: usize,
    clicks: usize,
    requests: u64,
    /// The calls that count towards Discord's global limit.
    limited: u64,
}

impl CallReport {
    pub fn is_cheap(&self) -> bool {
        self.for_a_click(self.requests) <= MAX_CALLS
            && self.for_a_click(self.limited) <= MAX_LIMITED
    }

    fn for_a_click(&self, calls: u64) -> f64 {
        calls as f64 / self.clicks.max(1) as f64
    }
}

impl fmt::Display for CallReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{GAMES} games of {} people, {} clicks: {:.2} REST calls for a click, of which {:.2} count towards \
             Discord's global limit",
            self.people,
            self.clicks,
            self.for_a_click(self.requests),
            self.for_a_click(self.limited),
        )
    }
}

/// Lets two, three and five people play whole games, and counts the REST calls for each number of people.
pub async fn count_calls(program: &Path) -> Result<Vec<CallReport>, RealError> {
    try_join_all(PEOPLE.map(|people| count_for(program, people))).await
}

async fn count_for(program: &Path, people: usize) -> Result<CallReport, RealError> {
    let storage = Storage::create(StorageKind::Sqlite).await?;
    let environment = Environment::start_with(program, &storage.address, SETTINGS, true).await?;
    let _process = environment.start_process()?;
    environment.wait_for_commands().await?;
    let (requests, limited) = environment.local_client().request_counts();
    let manner = Manner {
        people,
        pause: PAUSE,
        reopens_panels: false,
    };
    let environment = &environment;
    let games = (0..GAMES).map(|number| async move {
        let mut game = Game::create(environment, number, manner, 1).await?;
        game.play(environment).await?;
        Ok::<_, RealError>(game.interactions().count())
    });
    let clicks = try_join_all(games).await?;
    let (all_requests, all_limited) = environment.local_client().request_counts();
    Ok(CallReport {
        people,
        clicks: clicks.into_iter().sum(),
        requests: all_requests - requests,
        limited: all_limited - limited,
    })
}
