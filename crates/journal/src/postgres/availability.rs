//! Tells soon that the database is away. A click waits for several statements, one after the other, and
//! perhaps for those of a deadline before it. If each of them found out for itself that there is no
//! connection, the answer would come too late. So once one has waited in vain, the following ones are
//! refused at once for a moment. Statements that no click waits for do without this.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};

/// The time after which a statement counts as failed, with its wait for a connection: a machine that is gone
/// would else hold it up for a quarter of an hour. A click has to be answered within three seconds.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(2);
/// For how long statements are refused after one has waited in vain.
const PAUSE: Duration = Duration::from_secs(1);

/// The time until which the database counts as away. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Availability {
    away_until: Arc<Mutex<Option<Instant>>>,
}

impl Availability {
    /// Runs a statement, or several in one transaction.
    ///
    /// # Errors
    /// The statement's own, or [`sqlx::Error::PoolTimedOut`] if the database does not answer or did not just
    /// now.
    pub(super) async fn run<T>(
        &self,
        statement: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        if self.is_away(Instant::now()) {
            return Err(sqlx::Error::PoolTimedOut);
        }
        let finished = timeout(STATEMENT_TIMEOUT, statement).await;
        let result = finished.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if matches!(result, Err(sqlx::Error::PoolTimedOut)) {
            *self.away_until() = Some(Instant::now() + PAUSE);
        }
        result
    }

    fn is_away(&self, now: Instant) -> bool {
        self.away_until().is_some_and(|until| now < until)
    }

    fn away_until(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        // A panic cannot leave a single value half changed.
        self.away_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use sqlx::Error::{PoolTimedOut, RowNotFound};

    use super::*;

    #[tokio::test]
    async fn after_a_statement_that_got_no_answer_others_are_refused_unrun_for_a_moment() {
        let availability = Availability::default();
        let silence = availability.run(ready(Err::<(), _>(PoolTimedOut))).await;
        assert!(matches!(silence, Err(PoolTimedOut)));
        let other = availability.clone();
        let refused = other.run(async { panic!("it was run") as Result<(), _> });
        assert!(matches!(refused.await, Err(PoolTimedOut)));
        assert!(!availability.is_away(Instant::now() + PAUSE));
    }

    #[tokio::test]
    async fn an_error_that_the_database_tells_refuses_nothing_else() {
        let availability = Availability::default();
        let told = availability.run(ready(Err::<(), _>(RowNotFound))).await;
        assert!(matches!(told, Err(RowNotFound)));
        assert_eq!(availability.run(ready(Ok(7))).await.ok(), Some(7));
    }
}
