//! Clicks that one process leaves for another in PostgreSQL, which tells the other one at once. A click is
//! there until it has been answered: one that is not in time can be taken back, also from a process that took
//! it and ended.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use table::ids::{InteractionId, TableId};
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::PostgresJournal;
use super::timed_pool::TimedPool;
use crate::port::JournalError;
use crate::record_cipher::{RecordCipher, SealedPlace};
use crate::rows::{error_text, to_column};
use crate::sql::{Sql as _, Statement};

/// The pause after the database did not answer.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// How long a connection is listened on without news. A connection of which the network has lost one end has
/// none for ever, and says nothing.
const LISTEN_TIME: Duration = Duration::from_mins(1);
/// The time that the database has to accept the connection that is listened on.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The beginning of the name by which a process is told of clicks; its id follows.
const CHANNEL: &str = "handed_clicks_";

/// The clicks that other processes leave for this one.
pub struct HandedClicks {
    pool: TimedPool,
    cipher: RecordCipher,
    process: i64,
    /// None until the first use, and after an error.
    listener: Option<PgListener>,
}

/// A click that this process has taken.
pub struct TakenClick {
    /// The click as it was left.
    pub click: String,
    interaction: i64,
    pool: TimedPool,
}

impl TakenClick {
    /// Deletes the click, which has been answered: the process that left it cannot take it back any more.
    pub async fn answered(self) {
        if let Err(error) = delete(&self.pool, self.interaction).await {
            let error = error_text(&error);
            warn!(error, "could not delete a click of another process");
        }
    }
}

async fn delete(pool: &TimedPool, interaction: i64) -> Result<(), sqlx::Error> {
    const DELETE: &str = "DELETE FROM handed_clicks WHERE interaction = $1";
    let done = pool.execute(Statement::new(DELETE).bind(interaction)).await;
    done.map(drop)
}

impl PostgresJournal {
    /// Leaves a click for the owner of a table. Returns false if that is this process, or there is none.
    pub(super) async fn leave_click(
        &self,
        table: TableId,
        interaction: InteractionId,
        click: &str,
    ) -> Result<bool, JournalError> {
        const LEAVE: &str = "WITH handed AS ( \
                 INSERT INTO handed_clicks (interaction, process, table_id, click) \
                 SELECT $1, owner, id, $3 FROM tables WHERE id = $2 AND owner <> $4 \
                 ON CONFLICT DO NOTHING RETURNING process) \
             SELECT count(pg_notify($5 || process, '')) FROM handed";
        let place = ClickPlace {
            interaction: to_column(interaction.0),
            table: to_column(table.0),
        };
        let sealed = self.cipher.seal(place, click.to_owned());
        let sealed = sealed.map_err(|_| JournalError::Unavailable("encryption".to_owned()))?;
        let statement = Statement::new(LEAVE)
            .bind(interaction)
            .bind(table)
            .bind(sealed)
            .bind(self.process.id)
            .bind(CHANNEL);
        let told: Vec<(i64,)> = self.sql.fetch(statement).await?;
        Ok(told != [(0,)])
    }

    /// Takes a click back. Returns false if another process has answered it, or may still do so.
    pub(super) async fn take_click_back(
        &self,
        interaction: InteractionId,
    ) -> Result<bool, JournalError> {
        const TAKE_BACK: &str = "DELETE FROM handed_clicks WHERE interaction = $1 \
             AND (NOT taken OR at <= now() - interval '2 seconds')";
        let statement = Statement::new(TAKE_BACK).bind(interaction);
        Ok(self.sql.execute(statement).await? > 0)
    }
}

impl HandedClicks {
    pub(super) fn of(journal: &PostgresJournal) -> Self {
        Self {
            pool: journal.sql.clone(),
            cipher: journal.cipher.clone(),
            process: journal.process.id,
            listener: None,
        }
    }

    /// Waits until there may be clicks, for a minute at most. Tries again while the database is away.
    pub async fn wait(&mut self) {
        while let Err(error) = self.listen().await {
            let error = error_text(&error);
            warn!(error, "could not wait for clicks of other processes");
            self.listener = None;
            sleep(RETRY_PAUSE).await;
        }
    }

    /// Waits until a process has left a click. Those that were left before this one listened are there at
    /// once, and while nobody leaves any it listens anew from time to time.
    async fn listen(&mut self) -> Result<(), sqlx::Error> {
        if let Some(listener) = &mut self.listener
            && let Ok(told) = timeout(LISTEN_TIME, listener.recv()).await
        {
            return told.map(drop);
        }
        self.listener = None;
        let channel = format!("{CHANNEL}{}", self.process);
        let listening = async {
            // A pool of its own: the end of a listener waits for the database's answer.
            let pool = PgPoolOptions::new()
                .max_connections(1)
                .acquire_timeout(CONNECT_TIMEOUT)
                .connect_lazy_with(self.pool.options());
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.listen(&channel).await?;
            Ok(listener)
        };
        let listening = timeout(CONNECT_TIMEOUT, listening).await;
        self.listener = Some(listening.unwrap_or(Err(sqlx::Error::PoolTimedOut))?);
        Ok(())
    }

    /// Takes the clicks that are there and not taken yet, and deletes those of other processes that nobody has
    /// taken or taken back: their processes have ended. Those that cannot be read from the database stay: the
    /// process that left them takes them back. With a key, those that no process with the key has left are
    /// dropped, as they are not to be trusted.
    pub async fn take(&self) -> Vec<TakenClick> {
        const TAKE: &str = "WITH stale AS ( \
                 DELETE FROM handed_clicks WHERE at < now() - interval '1 minute') \
             UPDATE handed_clicks SET taken = true WHERE process = $1 AND NOT taken \
             RETURNING interaction, table_id, click";
        let statement = Statement::new(TAKE).bind(self.process);
        let rows: Result<Vec<(i64, i64, String)>, _> = self.pool.fetch(statement).await;
        let rows = rows.unwrap_or_else(|error| {
            let error = error_text(&error);
            warn!(error, "could not take clicks of other processes");
            Vec::new()
        });
        let clicks = rows.into_iter().filter_map(|(interaction, table, sealed)| {
            let place = ClickPlace { interaction, table };
            let opened = self.cipher.open_sealed(place, sealed);
            let opened = opened.inspect_err(|_| warn!("a click of another process cannot be read"));
            Some(TakenClick {
                click: opened.ok()?,
                interaction,
                pool: self.pool.clone(),
            })
        });
        clicks.collect()
    }
}

/// The place of a click, which is authenticated with it: it is that interaction for that table.
struct ClickPlace {
    interaction: i64,
    table: i64,
}

impl SealedPlace for ClickPlace {
    fn to_bytes(&self) -> Vec<u8> {
        [self.interaction.to_be_bytes(), self.table.to_be_bytes()].concat()
    }
}
