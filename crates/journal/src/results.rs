//! The port for reading the results of games. A result is written in the same transaction as the entry that ends its
//! game. `tests/main/results.rs` tests the port with every database.
//!
//! - `rating` rates the people of a game, without I/O
//! - `rows` writes results, `queries` reads them, `table_queries` reads the results of one table's games, and
//!   `hidden_people` filters out people who hide
//! - `personal_data` erases people and deletes expired tables and results, `names` encrypts and reads names

pub(crate) mod hidden_people;
pub(crate) mod names;
pub(crate) mod personal_data;
pub(crate) mod queries;
pub(crate) mod rating;
pub(crate) mod rows;
mod table_queries;

use async_trait::async_trait;
use serde::Serialize;
use table::ids::{GuildId, Millis, TableId, UserId};
use table::pages::evening::EveningGame;
use table::pages::leaderboard::{Board, BoardQuery};
use table::pages::statistics::{PersonStats, StatsScope};
use table::results::RatingChange;

use crate::calls::Calls;
use crate::daily::DailyGames;
use crate::personal_data::PersonalData;
use crate::port::JournalError;
use crate::practice::Practices;
use crate::reviews::Reviews;

/// The results of games. All errors are those of [`Journal`](crate::Journal).
#[async_trait]
pub trait Results: PersonalData + DailyGames + Practices + Reviews + Calls {
    /// Returns a person's statistics as `reader` may see them; `None` for another person who hides, or for another
    /// person's totals over all servers.
    async fn person_stats(
        &self,
        person: UserId,
        scope: StatsScope,
        reader: UserId,
    ) -> Result<Option<PersonStats>, JournalError>;

    /// Returns a page of a leaderboard.
    async fn leaderboard(&self, query: BoardQuery) -> Result<Board, JournalError>;

    /// Returns up to `limit` of a person's newest shown ratings on a server, oldest first. Does not check who may see
    /// the ratings; [`Self::person_stats`] does.
    async fn rating_curve(
        &self,
        person: UserId,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<i32>, JournalError>;

    /// Returns each visible person's rating change in a game, ordered by place; empty if the game was not rated.
    async fn rating_changes(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<Vec<RatingChange>, JournalError>;

    /// Returns the games of a table from `first` to `last` that have a result, oldest first.
    async fn evening(
        &self,
        table: TableId,
        first: u16,
        last: u16,
    ) -> Result<Vec<EveningGame>, JournalError>;

    /// Returns up to `limit` results of a person, newest first.
    async fn results_of_person(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<OwnResult>, JournalError>;
}

/// A person's own part of a result, to be shown only to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the same as in GameResult and PlayerResult")]
pub struct OwnResult {
    pub server: GuildId,
    pub table: TableId,
    pub game: u16,
    /// `None` if it cannot be decrypted.
    pub name: Option<String>,
    pub edition: String,
    pub began_at_ms: Millis,
    pub ended_at_ms: Millis,
    pub players: u8,
    pub place: u8,
    pub fate: String,
    pub nopes: u32,
    pub noped: u32,
    pub taken: u32,
    pub lost: u32,
    pub closest_shave_percent: u32,
    pub turns: u32,
    pub turns_by_computer: u32,
    /// The badges earned in this game, separated by spaces.
    pub badges: String,
    /// The rating after the game; `None` if the game was not rated or the person had too few rated games.
    pub rating: Option<i32>,
}
