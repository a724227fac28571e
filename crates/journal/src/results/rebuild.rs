//! The steps of a rebuild in a database, each a small transaction: games go on meanwhile, in the sums that people
//! see. A rebuild that was killed leaves sums that nobody sees; the next one begins anew and deletes them.

use players::Strength;
use table::ids::{GuildId, Millis, TableId, UserId};
use table::results::{Fate, GameResult};

use super::fold::{FoldedPlayer, FoldedResult, FoldedWho};
use super::rows::{Generation, Insertion, add_up, insert, lock_results};
use super::{RebuildStep, RebuildToken};
use crate::rows::from_column;
use crate::sql::{SqlConnection, Statement, TransactionWork};

/// The results that are added up in one transaction.
const FOLDED_AT_ONCE: u32 = 100;
/// The rows that are deleted in one transaction.
const DELETED_AT_ONCE: u32 = 1000;

pub(super) fn begin(token: RebuildToken) -> Statement {
    const BEGIN: &str = "UPDATE standings_state SET token = $1, building = building + 1, \
         position = -1, number = -1";
    Statement::new(BEGIN).bind(token.0)
}

/// Deletes sums that are neither shown nor being built.
pub(super) fn delete_replaced() -> Statement {
    const DELETE: &str = "DELETE FROM standings WHERE (generation, guild, period, player) IN ( \
         SELECT generation, guild, period, player FROM standings \
         WHERE generation NOT IN (SELECT generation FROM standings_state) \
             AND generation NOT IN (SELECT building FROM standings_state) LIMIT $1)";
    Statement::new(DELETE).bind(DELETED_AT_ONCE)
}

/// Returns true if this rebuild is still the newest one. Locks results.
async fn goes_on<C: SqlConnection>(
    connection: &mut C,
    token: RebuildToken,
) -> Result<bool, sqlx::Error> {
    const SELECT: &str = "SELECT building FROM standings_state WHERE token = $1";
    lock_results(connection).await?;
    let rows: Vec<(i64,)> = connection
        .fetch(Statement::new(SELECT).bind(token.0))
        .await?;
    Ok(!rows.is_empty())
}

/// Stores results that were derived from entries.
pub(super) struct StoreResults {
    pub(super) token: RebuildToken,
    pub(super) results: Vec<(TableId, GameResult)>,
}

impl TransactionWork for StoreResults {
    type Output = RebuildStep;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<RebuildStep, sqlx::Error> {
        if !goes_on(connection, self.token).await? {
            return Ok(RebuildStep::GaveWay);
        }
        for (table, result) in &self.results {
            insert(connection, *table, result, Insertion::Rebuilt).await?;
        }
        Ok(RebuildStep::More)
    }
}

/// Adds the next few results up; if there are none, shows the new sums.
pub(super) struct FoldResults(pub(super) RebuildToken);

impl TransactionWork for FoldResults {
    type Output = RebuildStep;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<RebuildStep, sqlx::Error> {
        const ADVANCE: &str = "UPDATE standings_state SET position = $1, number = $2";
        const SHOW: &str = "UPDATE standings_state SET generation = building, token = NULL";
        if !goes_on(connection, self.0).await? {
            return Ok(RebuildStep::GaveWay);
        }
        let results = fetch_next(connection).await?;
        let Some(last) = results.last() else {
            connection.execute(Statement::new(SHOW)).await?;
            return Ok(RebuildStep::Done);
        };
        let advance = Statement::new(ADVANCE)
            .bind(last.position)
            .bind(last.number);
        add_up(connection, Generation::Building, &results).await?;
        connection.execute(advance).await?;
        Ok(RebuildStep::More)
    }
}

/// A row of `results`: number, position, server, end, and if it is rated.
type ResultRow = (i64, i64, i64, i64, bool);

/// A row of `result_players`: number, seat, person, computer, place, fate, Nopes and odds.
type PlayerRow = (i64, i64, Option<i64>, Option<String>, i64, String, i64, i64);

/// The condition that a result follows those that were added up.
macro_rules! next_results {
    ($columns:literal, $join:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM (SELECT results.number, results.position, guild, ended, rated \
                 FROM results, standings_state AS state \
                 WHERE (results.position, results.number) > (state.position, state.number) \
                 ORDER BY results.position, results.number LIMIT $1) AS next ",
            $join,
            " ORDER BY next.position, next.number"
        )
    };
}

async fn fetch_next<C: SqlConnection>(
    connection: &mut C,
) -> Result<Vec<FoldedResult>, sqlx::Error> {
    const RESULTS: &str = next_results!("number, position, guild, ended, rated", "");
    const PLAYERS: &str = next_results!(
        "next.number, seat, person, computer, place, fate, nopes, survived_odds",
        "JOIN result_players AS player ON player.number = next.number"
    );
    let results = Statement::new(RESULTS).bind(FOLDED_AT_ONCE);
    let results: Vec<ResultRow> = connection.fetch(results).await?;
    let players = Statement::new(PLAYERS).bind(FOLDED_AT_ONCE);
    let players: Vec<PlayerRow> = connection.fetch(players).await?;
    let mut players = players.into_iter().peekable();
    let results = results
        .into_iter()
        .map(|(number, position, guild, ended, rated)| {
            let own = std::iter::from_fn(|| players.next_if(|player| player.0 == number));
            FoldedResult {
                number,
                position,
                guild: GuildId(from_column(guild)),
                ended: Millis(from_column(ended)),
                rated,
                players: own.map(folded_player).collect(),
            }
        });
    Ok(results.collect())
}

fn folded_player(
    (_, seat, person, computer, place, fate, nopes, survived_odds): PlayerRow,
) -> FoldedPlayer {
    let computer: Option<Strength> = computer.and_then(|id| id.parse().ok());
    let who = match (person, computer) {
        (_, Some(strength)) => FoldedWho::Computer(strength),
        (Some(person), None) => FoldedWho::Person(UserId(from_column(person))),
        (None, None) => FoldedWho::Forgotten,
    };
    FoldedPlayer {
        seat,
        who,
        place: u8::try_from(place).unwrap_or(u8::MAX),
        won: Fate::from_id(&fate) == Some(Fate::Won),
        nopes,
        survived_odds,
    }
}
