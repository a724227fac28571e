//! Reads the results of one table's games: the games of an evening, with each player's name at the end of the game, and
//! the killers of a game's players.

use std::collections::BTreeMap;

use table::ids::{TableId, UserId};
use table::pages::evening::{EveningGame, EveningPlayer};
use table::results::PlayerEnding;

use super::hidden_people::is_visible;
use super::queries::number;
use crate::port::JournalError;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// A player of a game. Columns: the game, the person, the name, the fate, and the closest shave.
type EveningRow = (i64, Option<i64>, Option<String>, String, i64);

impl<S: Sql> SqlJournal<S> {
    /// Returns each person in a game who was killed by another person, with the killer and the number of times that the
    /// killer has killed them on the server in the past 30 days, including this time. Omits killers whose preferences
    /// hide them.
    pub(super) async fn fetch_killers(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<BTreeMap<i64, (UserId, u32)>, JournalError> {
        const SELECT: &str = concat!(
            "SELECT died.person, killer.person, count(*) FROM results AS played \
             JOIN result_players AS died ON died.number = played.number \
             JOIN result_players AS killer ON killer.number = died.number AND killer.seat = died.killer \
             JOIN result_players AS earlier ON earlier.person = died.person AND earlier.guild = died.guild \
                 AND earlier.number <= died.number AND earlier.ended > died.ended - 2592000000 \
             JOIN result_players AS culprit ON culprit.number = earlier.number \
                 AND culprit.seat = earlier.killer AND culprit.person = killer.person \
             WHERE played.table_id = $1 AND played.game = $2 AND killer.person <> died.person AND ",
            is_visible!("killer.person"),
            " GROUP BY died.person, killer.person"
        );
        let statement = Statement::new(SELECT).bind(table).bind(u32::from(game));
        let rows: Vec<(i64, i64, i64)> = self.sql.fetch(statement).await?;
        let killer = |(died, killer, times)| (died, (UserId(from_column(killer)), number(times)));
        Ok(rows.into_iter().map(killer).collect())
    }

    /// Returns the games of a table from `first` to `last` that have a result, oldest first.
    pub(super) async fn fetch_evening(
        &self,
        table: TableId,
        first: u16,
        last: u16,
    ) -> Result<Vec<EveningGame>, JournalError> {
        const SELECT: &str = "SELECT game, person, name, fate, closest_shave \
             FROM results JOIN result_players ON result_players.number = results.number \
             WHERE table_id = $1 AND game >= $2 AND game <= $3 ORDER BY game, place, seat";
        let statement = Statement::new(SELECT)
            .bind(table)
            .bind(u32::from(first))
            .bind(u32::from(last));
        let rows: Vec<EveningRow> = self.sql.fetch(statement).await?;
        let player = |(_, person, name, fate, shave): &EveningRow| {
            let person = person.map(|person| UserId(from_column(person)));
            let name = match person {
                Some(person) => self.open_name(person, name.clone()),
                None => name.clone(),
            };
            // Skips people whose names were erased or cannot be decrypted.
            Some(EveningPlayer {
                person,
                name: name?,
                fate: PlayerEnding::from_id(fate).unwrap_or(PlayerEnding::Left),
                closest_shave: number(*shave),
            })
        };
        let games = rows.chunk_by(|row, next| row.0 == next.0);
        Ok(games
            .map(|game| game.iter().filter_map(player).collect())
            .collect())
    }
}
