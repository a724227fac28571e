//! Reads finished games of stored tables, so that people can view them again. Does not start the tables, and cannot
//! represent an unfinished game (see [`PlayedGame`]). A game is shown to everyone in the channel where it was played,
//! and to its players anywhere. The pages: `table::pages::story`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, StoredTables};
use parking_lot::Mutex;
use table::entry::Entry;
use table::game_file::PlayedGame;
use table::ids::{ChannelId, GuildId, TableId, UserId};
use table::pages::story::{GamesList, ListedGame};
use table::screen::InteractionError;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tracing::warn;

use crate::pages::request_limit::RequestLimit;

const MAX_LISTED: usize = 10;
/// The maximum number of tables that are read for a list, newest first. Some tables have no finished game.
const MAX_TABLES: u32 = 20;
/// The maximum number of moments of one game that may be shown.
const MAX_MOMENTS: u8 = 5;
/// The number of games at which all counts of moments are cleared.
const COUNTED_GAMES: usize = 10_000;

/// No further table is read for a list once this many entries have been read. A long game has about four hundred.
const MAX_ENTRIES: usize = 5_000;
/// The maximum number of concurrent readers, because replaying stored games takes processor time from the tables.
const READERS: usize = 2;
/// The time limit for waiting and reading. Discord accepts an answer within three seconds.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// A game: its table, and its number at that table, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameAt {
    pub(crate) table: TableId,
    pub(crate) game: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) person: UserId,
    /// The channel in which the person asks; `None` outside the bot's servers.
    pub(crate) place: Option<(GuildId, ChannelId)>,
}

pub(crate) struct FoundGame {
    pub(crate) played: PlayedGame,
    /// True if the game was played in the reader's channel.
    pub(crate) is_here: bool,
}

pub(crate) struct FinishedGames {
    store: Arc<dyn StoredTables>,
    readers: Semaphore,
    moments: Mutex<ShownMoments>,
}

impl FinishedGames {
    pub(crate) fn new(store: Arc<dyn StoredTables>) -> Self {
        Self {
            store,
            readers: Semaphore::new(READERS),
            moments: Mutex::default(),
        }
    }

    /// Returns a game if the reader may see it.
    ///
    /// # Errors
    /// [`InteractionError::NoStory`] if the game does not exist, is unreadable or may not be shown, without revealing
    /// which; [`InteractionError::RateLimited`] if reading takes too long; otherwise [`InteractionError::Internal`].
    pub(crate) async fn find(
        &self,
        at: GameAt,
        reader: Reader,
    ) -> Result<FoundGame, InteractionError> {
        self.in_turn(self.find_now(at, reader)).await
    }

    async fn find_now(&self, at: GameAt, reader: Reader) -> Result<FoundGame, InteractionError> {
        let entries = self.load(at.table).await?;
        let is_here = is_in_channel_of(reader, &entries);
        let played = PlayedGame::find(&entries, at.game.into()).ok().flatten();
        let may_see = |played: &PlayedGame| is_here || played.is_played_by(reader.person);
        let played = played.filter(may_see).ok_or(InteractionError::NoStory)?;
        Ok(FoundGame { played, is_here })
    }

    /// Returns the games of the reader's channel, or the games that the reader played on any server, newest first.
    ///
    /// # Errors
    /// [`InteractionError::RateLimited`] if reading takes too long; otherwise [`InteractionError::Internal`].
    pub(crate) async fn list(
        &self,
        list: GamesList,
        reader: Reader,
    ) -> Result<Vec<ListedGame>, InteractionError> {
        self.in_turn(self.list_now(list, reader)).await
    }

    async fn list_now(
        &self,
        list: GamesList,
        reader: Reader,
    ) -> Result<Vec<ListedGame>, InteractionError> {
        let tables = match (list, reader.place) {
            (GamesList::Channel, Some((guild, channel))) => {
                self.store.tables_in(guild, channel, MAX_TABLES).await
            }
            (GamesList::Channel, None) => Ok(Vec::new()),
            (GamesList::Own, _) => self.store.tables_of(reader.person).await,
        };
        let mut games = Vec::new();
        let mut entries_read = 0;
        for table in tables
            .map_err(internal)?
            .into_iter()
            .take(MAX_TABLES as usize)
        {
            // An unreadable table must not hide the other tables.
            let entries = self.load(table).await.unwrap_or_default();
            entries_read += entries.len();
            let games_here = PlayedGame::all(&entries).unwrap_or_default();
            let played = (1..).zip(&games_here).filter(|(_, game)| match list {
                GamesList::Channel => true,
                GamesList::Own => game.is_played_by(reader.person),
            });
            let listed = played.map(|(game, played)| ListedGame::new(table, game, played));
            games.extend(listed.collect::<Vec<_>>().into_iter().rev());
            if games.len() >= MAX_LISTED || entries_read >= MAX_ENTRIES {
                break;
            }
        }
        games.truncate(MAX_LISTED);
        Ok(games)
    }

    async fn in_turn<T>(
        &self,
        read: impl Future<Output = Result<T, InteractionError>>,
    ) -> Result<T, InteractionError> {
        let reading = async {
            // The semaphore is never closed.
            let _turn = self.readers.acquire().await.ok();
            read.await
        };
        let read = timeout(READ_TIMEOUT, reading).await;
        read.unwrap_or(Err(InteractionError::RateLimited))
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, InteractionError> {
        match self.store.load(table).await {
            Ok(entries) => Ok(entries),
            Err(JournalError::Unreadable(_) | JournalError::MissingKey { .. }) => {
                Err(InteractionError::NoStory)
            }
            Err(error) => Err(internal(error)),
        }
    }

    /// Counts a moment that a person wants to show.
    ///
    /// # Errors
    /// [`InteractionError::MomentsSpent`] or [`InteractionError::MomentTooSoon`]; the moment is then
    /// not counted.
    pub(crate) fn count_moment(
        &self,
        at: GameAt,
        person: UserId,
        now: Instant,
    ) -> Result<(), InteractionError> {
        self.moments.lock().count(at, person, now)
    }

    /// Reverts the count of a moment that could not be shown. The person still has to wait before showing
    /// another moment.
    pub(crate) fn take_back_moment(&self, at: GameAt) {
        if let Some(shown) = self.moments.lock().games.get_mut(&at) {
            *shown = shown.saturating_sub(1);
        }
    }
}

fn is_in_channel_of(reader: Reader, entries: &[Entry]) -> bool {
    let opening = entries.first().and_then(Entry::opening);
    opening.is_some() && opening == reader.place
}

fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read finished games");
    InteractionError::Internal
}

/// The moments shown by this process. The counts start over after a restart.
#[derive(Default)]
struct ShownMoments {
    people: RequestLimit,
    games: HashMap<GameAt, u8>,
}

impl ShownMoments {
    fn count(&mut self, at: GameAt, person: UserId, now: Instant) -> Result<(), InteractionError> {
        let shown = self.games.get(&at).copied().unwrap_or_default();
        if shown >= MAX_MOMENTS {
            return Err(InteractionError::MomentsSpent);
        }
        if !self.people.try_take(person, now) {
            return Err(InteractionError::MomentTooSoon);
        }
        if self.games.len() >= COUNTED_GAMES {
            self.games.clear();
        }
        self.games.insert(at, shown + 1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::memory_journal::MemoryJournal;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_is_asked_to_retry_while_others_are_reading() {
        let games = FinishedGames::new(Arc::<MemoryJournal>::default());
        let reader = Reader {
            person: UserId(1),
            place: Some((GuildId(5), ChannelId(6))),
        };
        let list = || games.list(GamesList::Channel, reader);
        let others = games.readers.acquire_many(READERS as u32).await;
        let refused = list().await.err();
        assert_eq!(refused, Some(InteractionError::RateLimited));
        drop(others);
        assert!(list().await.is_ok_and(|games| games.is_empty()));
    }
}
