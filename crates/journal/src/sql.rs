//! SQL statements for SQLite and PostgreSQL. Most are the same for both, because SQLite accepts PostgreSQL's
//! placeholders. [`Sql`] runs them; its implementations are in `sqlite` and `postgres`.

use std::convert::identity;
use std::marker::PhantomData;
use std::time::Duration;

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgRow;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::SqliteRow;
use sqlx::{Database, Encode, FromRow, Type};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use tokio::time::timeout;

use crate::lease::Acquired;
use crate::port::{JournalError, PostedMessages};
use crate::postgres::SessionStarts;
use crate::rows::to_column;
use crate::sql_journal::SqlJournal;

/// Fails with [`sqlx::Error::PoolTimedOut`] if there is no answer within the limit.
pub(crate) async fn in_time<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let answer = timeout(limit, answer).await;
    answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

#[derive(Clone, Debug)]
pub struct Statement {
    sql: &'static str,
    values: Vec<Value>,
}

impl Statement {
    pub(crate) fn new(sql: &'static str) -> Self {
        let values = Vec::new();
        Self { sql, values }
    }

    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn query<D: Database>(self) -> Query<'static, D, D::Arguments>
    where
        Value: Encode<'static, D> + Type<D>,
    {
        let query = sqlx::query(self.sql);
        self.values.into_iter().fold(query, Query::bind)
    }

    pub(crate) fn query_as<D: Database, R>(self) -> QueryAs<'static, D, R, D::Arguments>
    where
        R: for<'r> FromRow<'r, D::Row>,
        Value: Encode<'static, D> + Type<D>,
    {
        let query = sqlx::query_as(self.sql);
        self.values.into_iter().fold(query, QueryAs::bind)
    }
}

/// Runs statements and transactions in a database.
pub trait Sql: Send + Sync + Sized + 'static {
    /// This process's claim on the database: a file lock, or the id and cluster under which it holds the lease.
    type Process: Send + Sync;
    /// The statements from `personal_data_rows` that delete a batch of expired tables.
    const DELETE_TABLES: [&'static str; 3];
    /// The statements that delete a batch of expired preferences and a batch of expired recipes.
    const DELETE_PREFERENCES: [&'static str; 2];

    /// Returns true if this process serves this server.
    fn owns(_process: &Self::Process, _guild: GuildId) -> bool {
        true
    }

    /// Implements [`Journal::record_posted`](crate::Journal::record_posted).
    fn record_posted(
        journal: &SqlJournal<Self>,
        table: TableId,
        posted: &PostedMessages,
    ) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// Returns the statement that records a time at which this process is running.
    fn record_alive(process: &Self::Process, at: Millis) -> Statement;

    /// Returns the statement that selects the latest time recorded with [`Self::record_alive`].
    fn last_alive(process: &Self::Process) -> Statement;

    fn acquire_lease(
        _journal: &SqlJournal<Self>,
    ) -> impl Future<Output = Result<Acquired, JournalError>> + Send {
        std::future::ready(Ok(Acquired::Held))
    }

    fn renew_lease(
        _journal: &SqlJournal<Self>,
    ) -> impl Future<Output = Result<bool, JournalError>> + Send {
        std::future::ready(Ok(true))
    }

    /// Releases the lock or the lease. Called after the writer has closed.
    fn close(journal: &SqlJournal<Self>) -> impl Future<Output = ()> + Send;

    fn session_starts(_journal: &SqlJournal<Self>) -> Option<SessionStarts> {
        None
    }

    /// Runs a statement that only reads, and returns its rows.
    fn fetch<R: Row>(&self, statement: Statement) -> impl SqlFuture<Vec<R>>;

    fn work<W: TransactionWork>(&self, work: W) -> impl SqlFuture<W::Output>;

    /// Runs a statement that writes, and returns its rows.
    fn fetch_changed<R: Row>(&self, statement: Statement) -> impl SqlFuture<Vec<R>> {
        self.work(Fetch(statement, PhantomData))
    }

    /// Runs a statement that writes. Returns the number of rows that it changed.
    fn execute(&self, statement: Statement) -> impl SqlFuture<u64> {
        self.transact(false, vec![statement])
    }

    /// Runs statements in one transaction. Returns the number of rows that they changed. If `is_conditional` is set and
    /// the first statement changes no row, the other statements are not run, and the result is 0.
    fn transact(&self, is_conditional: bool, statements: Vec<Statement>) -> impl SqlFuture<u64> {
        self.work(Execute {
            is_conditional,
            statements,
        })
    }
}

struct Fetch<R>(Statement, PhantomData<fn() -> R>);

impl<R: Row> TransactionWork for Fetch<R> {
    type Output = Vec<R>;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<Vec<R>, sqlx::Error> {
        connection.fetch(self.0).await
    }
}

struct Execute {
    is_conditional: bool,
    statements: Vec<Statement>,
}

impl TransactionWork for Execute {
    type Output = u64;

    async fn run<C: SqlConnection>(self, connection: &mut C) -> Result<u64, sqlx::Error> {
        let mut changed = 0;
        for (index, statement) in self.statements.into_iter().enumerate() {
            changed += connection.execute(statement).await?;
            if self.is_conditional && index == 0 && changed == 0 {
                break;
            }
        }
        Ok(changed)
    }
}

/// A connection, usually within a transaction.
pub trait SqlConnection: Send {
    /// The dialect, for the few statements that differ.
    const DATABASE: Dialect;

    fn fetch<R: Row>(&mut self, statement: Statement) -> impl SqlFuture<Vec<R>>;

    /// Runs a statement. Returns the number of rows that it changed.
    fn execute(&mut self, statement: Statement) -> impl SqlFuture<u64>;
}

/// Work that runs within one transaction in either database.
pub trait TransactionWork: Send + 'static {
    type Output: Send + 'static;

    /// Does the work. On failure, its changes are undone.
    fn run<C: SqlConnection>(self, connection: &mut C) -> impl SqlFuture<Self::Output>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

pub trait SqlFuture<T>: Future<Output = Result<T, sqlx::Error>> + Send {}

impl<T, F: Future<Output = Result<T, sqlx::Error>> + Send> SqlFuture<T> for F {}

/// A row as a tuple of its columns.
pub trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<R> Row for R where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Number(Option<i64>),
    Flag(Option<bool>),
    Text(Option<String>),
}

impl<'q, D: Database> Encode<'q, D> for Value
where
    Option<i64>: Encode<'q, D>,
    Option<bool>: Encode<'q, D>,
    Option<String>: Encode<'q, D>,
    i64: Type<D>,
    bool: Type<D>,
    String: Type<D>,
{
    fn encode_by_ref(&self, buffer: &mut D::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        match self {
            Self::Number(number) => number.encode_by_ref(buffer),
            Self::Flag(flag) => flag.encode_by_ref(buffer),
            Self::Text(text) => text.encode_by_ref(buffer),
        }
    }

    fn produces(&self) -> Option<D::TypeInfo> {
        Some(match self {
            Self::Number(_) => i64::type_info(),
            Self::Flag(_) => bool::type_info(),
            Self::Text(_) => String::type_info(),
        })
    }
}

/// This type is only a default; [`Encode::produces`] returns the type of each value.
impl<D: Database> Type<D> for Value
where
    i64: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        i64::type_info()
    }
}

macro_rules! values {
    ($($type:ty: $variant:ident($convert:expr)),* $(,)?) => {
        $(
            impl From<$type> for Value {
                fn from(value: $type) -> Self {
                    Self::from(Some(value))
                }
            }

            impl From<Option<$type>> for Value {
                fn from(value: Option<$type>) -> Self {
                    Self::$variant(value.map($convert))
                }
            }
        )*
    };
}

values!(
    i64: Number(identity),
    i32: Number(i64::from),
    u32: Number(i64::from),
    u64: Number(to_column),
    UserId: Number(|id| to_column(id.0)),
    ChannelId: Number(|id| to_column(id.0)),
    GuildId: Number(|id| to_column(id.0)),
    InteractionId: Number(|id| to_column(id.0)),
    TableId: Number(|id| to_column(id.0)),
    Millis: Number(|time| to_column(time.0)),
    bool: Flag(identity),
    String: Text(identity),
    &str: Text(str::to_owned),
);
