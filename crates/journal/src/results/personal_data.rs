//! Erases people, and deletes expired tables and the results of servers that the bot left. Results do not
//! expire otherwise.

use table::ids::{Millis, UserId};

use super::rows::lock_results;
use crate::sql::{SqlConnection, Statement, TransactionWork};

/// Deletes the rows of people who asked to be erased, at tables that are no longer running.
const FORGET_PEOPLE: &str = "DELETE FROM table_people WHERE (table_id, person) IN ( \
     SELECT table_id, person FROM table_people JOIN tables ON tables.id = table_id \
     WHERE is_erasure_requested AND stage <> 'running')";

/// Erases a person from results, daily games, practices, reviews, call requests and tables that are not running. Marks
/// the person's rows at running tables for erasure.
pub(crate) struct ForgetPerson(pub(crate) UserId);

impl TransactionWork for ForgetPerson {
    type Output = ();

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<(), sqlx::Error> {
        const STATEMENTS: [&str; 7] = [
            "DELETE FROM calls WHERE person = $1",
            "UPDATE table_people SET is_erasure_requested = true WHERE person = $1",
            "DELETE FROM table_people WHERE person = $1 AND EXISTS ( \
                 SELECT 1 FROM tables WHERE tables.id = table_id AND stage <> 'running')",
            "UPDATE result_players SET person = NULL, name = NULL WHERE person = $1",
            "DELETE FROM daily_games WHERE person = $1",
            "DELETE FROM practices WHERE person = $1",
            "DELETE FROM reviews WHERE person = $1",
        ];
        lock_results(connection).await?;
        for sql in STATEMENTS {
            connection.execute(Statement::new(sql).bind(self.0)).await?;
        }
        Ok(())
    }
}

/// Deletes people who asked to be erased and a batch of expired tables. Returns the number of deleted rows. Takes the
/// results lock, because this and [`ForgetPerson`] would otherwise lock the same rows in different orders.
pub(crate) struct DeleteTables(pub(crate) Vec<Statement>);

impl TransactionWork for DeleteTables {
    type Output = u64;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<u64, sqlx::Error> {
        lock_results(connection).await?;
        let mut deleted = connection.execute(Statement::new(FORGET_PEOPLE)).await?;
        for statement in self.0 {
            deleted += connection.execute(statement).await?;
        }
        Ok(deleted)
    }
}

/// Deletes a batch of results of servers that the bot left before a time. Returns the number of deleted rows.
pub(crate) struct DeleteResults {
    pub(crate) left_before: Millis,
    pub(crate) batch: u32,
}

impl TransactionWork for DeleteResults {
    type Output = u64;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<u64, sqlx::Error> {
        const STATEMENTS: [&str; 2] = [
            "DELETE FROM result_players WHERE (number, seat) IN ( \
                 SELECT number, seat FROM result_players WHERE guild IN ( \
                     SELECT guild FROM left_guilds WHERE left_at < $1) LIMIT $2)",
            "DELETE FROM results WHERE number IN (SELECT number FROM results WHERE guild IN ( \
                     SELECT guild FROM left_guilds WHERE left_at < $1) \
                 AND NOT EXISTS (SELECT 1 FROM result_players \
                     WHERE result_players.number = results.number) LIMIT $2)",
        ];
        lock_results(connection).await?;
        let mut deleted = 0;
        for sql in STATEMENTS {
            let statement = Statement::new(sql).bind(self.left_before).bind(self.batch);
            deleted += connection.execute(statement).await?;
        }
        Ok(deleted)
    }
}
