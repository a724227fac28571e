//! The port that stores the coach's reviews. The reviews are defined in `table::pages::coach`, and the port's
//! guarantees are tested in `tests/main/reviews.rs`.

use async_trait::async_trait;
use table::ids::{Millis, TableId, UserId};
use table::pages::coach::ReviewedGame;

use crate::port::JournalError;
use crate::record_cipher::SealedPlace;
use crate::results::rows::lock_results;
use crate::rows::from_column;
use crate::sql::{Sql, SqlConnection, Statement, TransactionWork};
use crate::sql_journal::SqlJournal;

/// The stored reviews. Errors are as documented for [`Journal`](crate::Journal).
#[async_trait]
pub trait Reviews: Send + Sync {
    /// Stores the review of a person's game, unless it is already stored. Returns false and stores nothing if the
    /// person is no longer recorded at the table, because the table has expired or the person has asked to be erased.
    async fn store_review(&self, person: UserId, game: ReviewedGame) -> Result<bool, JournalError>;

    /// Returns the readable reviews among the latest `limit` reviews of a person's games, latest first.
    async fn reviews_of(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<ReviewedGame>, JournalError>;
}

/// Deletes the reviews whose games ended before `$1` and whose people are not recorded at any table.
pub(crate) const DELETE_REVIEWS: &str = "DELETE FROM reviews WHERE ended_at < $1 \
     AND NOT EXISTS (SELECT 1 FROM table_people WHERE table_people.person = reviews.person)";

/// The place of a stored review, which is authenticated along with the encrypted review.
struct ReviewPlace(UserId, TableId, u16);

impl SealedPlace for ReviewPlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.0.0.to_be_bytes().to_vec();
        bytes.extend(self.1.0.to_be_bytes());
        bytes.extend(self.2.to_be_bytes());
        bytes
    }
}

/// Inserts a review. Takes the results lock, because otherwise it could miss a concurrent erasure of the person.
struct InsertReview(Statement);

impl TransactionWork for InsertReview {
    type Output = bool;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<bool, sqlx::Error> {
        lock_results(connection).await?;
        Ok(connection.execute(self.0).await? > 0)
    }
}

#[async_trait]
impl<S: Sql> Reviews for SqlJournal<S> {
    async fn store_review(&self, person: UserId, game: ReviewedGame) -> Result<bool, JournalError> {
        // A repeated review counts as a changed row, but keeps the stored findings.
        const INSERT: &str = "INSERT INTO reviews (person, table_id, game, ended_at, lost) \
             SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM table_people \
                 WHERE person = $1 AND table_id = $2 AND NOT is_erasure_requested) \
             ON CONFLICT (person, table_id, game) DO UPDATE SET ended_at = excluded.ended_at";
        let place = ReviewPlace(person, game.table, game.game);
        let lost = serde_json::json!(game.lost).to_string();
        let sealed = self.cipher.seal(place, lost)?;
        let insert = Statement::new(INSERT)
            .bind(person)
            .bind(game.table)
            .bind(u32::from(game.game))
            .bind(game.ended_at)
            .bind(sealed);
        Ok(self.sql.work(InsertReview(insert)).await?)
    }

    async fn reviews_of(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<ReviewedGame>, JournalError> {
        const SELECT: &str = "SELECT table_id, game, ended_at, lost FROM reviews \
             WHERE person = $1 ORDER BY ended_at DESC, table_id DESC, game DESC LIMIT $2";
        let select = Statement::new(SELECT).bind(person).bind(limit);
        let rows: Vec<(i64, i64, i64, String)> = self.sql.fetch(select).await?;
        let read = |(table, game, ended_at, sealed)| {
            let (table, game) = (TableId(from_column(table)), from_column(game) as u16);
            let place = ReviewPlace(person, table, game);
            let json = self.cipher.open_sealed(place, sealed).ok()?;
            Some(ReviewedGame {
                table,
                game,
                ended_at: Millis(from_column(ended_at)),
                lost: serde_json::from_str(&json).ok()?,
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}
