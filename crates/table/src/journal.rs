//! Where a table's life is written down before anything of it becomes visible. The trait is the
//! port; the one implementation here keeps everything in memory and forgets it with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::future::{Future, ready};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{ChannelId, GuildId, InteractionId, Millis, TableId};
use crate::record::{Record, RecordError};

/// The form in which entries are written now. Older ones are brought up to it when read.
pub const SCHEMA: u16 = 1;

/// Everything that one input changed, to be kept whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The form of the records.
    pub schema: u16,
    /// Whose life it belongs to.
    pub table: TableId,
    /// Its place in that life, counted from 1 without a gap.
    pub version: u64,
    /// When the input was received.
    pub at: Millis,
    /// The click that it follows from, if it was one.
    pub interaction: Option<InteractionId>,
    /// What changed, in order.
    pub records: Vec<Record>,
}

impl Entry {
    /// Where the table came to stand, if this entry opens one.
    pub fn opening(&self) -> Option<(GuildId, ChannelId)> {
        match self.records.first() {
            Some(Record::Opened { guild, channel, .. }) => Some((*guild, *channel)),
            _ => None,
        }
    }

    /// Whether nothing comes after this entry.
    pub fn closes(&self) -> bool {
        let closing = |record: &Record| matches!(record, Record::Closed { .. });
        self.records.iter().any(closing)
    }
}

/// Reads the records of an entry that was written in this form, in the form of today: every older
/// one is brought up to the next here, and so on up to the newest.
///
/// # Errors
/// The reader's own, for a form or for words that are not known here.
pub fn read_records<'de, D: Deserializer<'de>>(
    schema: u16,
    written: D,
) -> Result<Vec<Record>, D::Error> {
    match schema {
        SCHEMA => Vec::deserialize(written),
        unknown => Err(D::Error::custom(RecordError::Schema(unknown))),
    }
}

/// A table, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// Which.
    pub table: TableId,
    /// The server it stands in.
    pub guild: GuildId,
    /// The channel it stands in.
    pub channel: ChannelId,
    /// What stands for it there.
    pub posted: Posted,
    /// When something was last written of it.
    pub written_at: Millis,
}

/// The public messages that a table has in its channel, as the outside numbers them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posted {
    /// The one that shows it, if it is known.
    pub message: Option<u64>,
    /// Those in whose place it came and which may still be there, the oldest first.
    pub replaced: Vec<u64>,
}

/// A running table, and who runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which, and where.
    pub running: Running,
    /// Whose it is, of the processes that share the journal.
    pub keeper: Keeper,
}

/// Which process runs a table: wakes it when something is due, and shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// This one.
    Here,
    /// Another, which is alive.
    Elsewhere,
    /// One that has not been heard of for too long.
    Nobody,
}

/// A table that has been taken over from a process that is no longer there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adrift {
    /// Which, and where.
    pub running: Running,
    /// Since when nobody has been there for it.
    pub since: Millis,
}

/// Why an entry was not kept, or could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Another process has written this version, this click, or a table in this channel: read again
    /// what it wrote.
    #[error("version {version} of table {table} has been forestalled")]
    Conflict {
        /// Whose.
        table: TableId,
        /// Which.
        version: u64,
    },
    /// Another process runs this table by now.
    #[error("table {0} is run by another process by now")]
    Elsewhere(TableId),
    /// The store refuses; nothing was kept.
    #[error("the journal cannot be used: {0}")]
    Unavailable(String),
    /// What was written is in no form that is known here.
    #[error("the journal holds what cannot be read: {0}")]
    Unreadable(String),
}

/// A durable list of entries a table.
pub trait Journal: Send + Sync {
    /// Keep an entry; when this is done, it is durable.
    ///
    /// # Errors
    /// [`JournalError::Conflict`] if the table has an entry of this version or lacks the one before
    /// it, if the click has been written down before, or if another running table stands in the
    /// channel of a new one; else [`JournalError::Unavailable`]. In either case nothing was kept.
    fn append(&self, entry: &Entry) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// All entries of a table, the first first; none if there is no such table.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`], and [`JournalError::Unreadable`] if they are in no known form.
    fn load(&self, table: TableId)
    -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send;

    /// The tables of this process that have been neither closed nor set aside: all there are, in a
    /// journal that one process uses alone.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn running(&self) -> impl Future<Output = Result<Vec<Running>, JournalError>> + Send;

    /// Counts a table that nobody here can read no longer among the running ones. Its entries stay.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn set_aside(&self, table: TableId) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// Notes which messages a table has in its channel.
    ///
    /// # Errors
    /// [`JournalError::Elsewhere`] if another process runs the table, whose message counts; else
    /// [`JournalError::Unavailable`].
    fn note_posted(
        &self,
        table: TableId,
        posted: &Posted,
    ) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// Forgets the messages of a closed table: they say that it is closed, or nobody can see them.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn forget_posted(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// The closed tables whose messages are not forgotten and that no living process looks after,
    /// but for this one: whoever closed them may not have come to say so.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn unforgotten(&self) -> impl Future<Output = Result<Vec<Running>, JournalError>> + Send;

    /// Notes that whoever writes here is alive at this time.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn note_life(&self, at: Millis) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// When anybody who writes here was last known to be alive; nothing if nobody ever was.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn last_life(&self) -> impl Future<Output = Result<Option<Millis>, JournalError>> + Send;

    /// The running table of a channel, whichever process runs it.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn standing(
        &self,
        channel: ChannelId,
    ) -> impl Future<Output = Result<Option<Standing>, JournalError>> + Send {
        async move {
            let running = self.running().await?;
            let here = running.into_iter().find(|one| one.channel == channel);
            Ok(here.map(|running| Standing {
                running,
                keeper: Keeper::Here,
            }))
        }
    }

    /// Makes sure that nobody has written to a table since this version. One who writes alone need
    /// not ask.
    ///
    /// # Errors
    /// [`JournalError::Conflict`] if somebody has; [`JournalError::Unavailable`].
    fn confirm(
        &self,
        _table: TableId,
        _version: u64,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        ready(Ok(()))
    }

    /// Tells the other processes that this one is alive at this time, where there are any.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn note_presence(&self, _at: Millis) -> impl Future<Output = Result<(), JournalError>> + Send {
        ready(Ok(()))
    }

    /// Makes the tables of processes that are no longer there this one's, and tells which these
    /// are. One who writes alone takes over nothing.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    fn take_over(&self) -> impl Future<Output = Result<Vec<Adrift>, JournalError>> + Send {
        ready(Ok(Vec::new()))
    }
}

/// A journal that lasts as long as the process.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<TableId, Vec<Entry>>,
    /// Those of all the tables' entries.
    clicks: BTreeSet<InteractionId>,
    aside: BTreeSet<TableId>,
    posted: BTreeMap<TableId, Posted>,
    life: Option<Millis>,
}

impl Kept {
    fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        if !self.follows(entry) {
            return Err(JournalError::Conflict {
                table: entry.table,
                version: entry.version,
            });
        }
        self.clicks.extend(entry.interaction);
        let kept = self.tables.entry(entry.table).or_default();
        kept.push(entry.clone());
        if entry.closes() && !self.posted.contains_key(&entry.table) {
            self.remove(entry.table);
        }
        Ok(())
    }

    /// Nobody will ever read a closed table again, and memory is all there is.
    fn forget(&mut self, table: TableId) {
        if self.tables.get(&table).is_some_and(|life| is_closed(life)) {
            self.remove(table);
            self.posted.remove(&table);
        }
    }

    fn remove(&mut self, table: TableId) {
        let life = self.tables.remove(&table).unwrap_or_default();
        for click in life.iter().filter_map(|entry| entry.interaction) {
            self.clicks.remove(&click);
        }
    }

    fn follows(&self, entry: &Entry) -> bool {
        let known = |click| self.clicks.contains(&click);
        if entry.interaction.is_some_and(known) {
            return false;
        }
        match self.tables.get(&entry.table) {
            None => entry.version == 1 && self.has_room(entry),
            Some(kept) => entry.version == kept.len() as u64 + 1 && !is_closed(kept),
        }
    }

    fn has_room(&self, entry: &Entry) -> bool {
        let channel = entry.opening().map(|(_, channel)| channel);
        !self
            .running()
            .any(|running| Some(running.channel) == channel)
    }

    fn running(&self) -> impl Iterator<Item = Running> {
        let tables = self.tables.iter().filter(|(table, life)| {
            let aside = self.aside.contains(table);
            !aside && !is_closed(life)
        });
        tables.filter_map(|(table, life)| self.place(*table, life))
    }

    fn unforgotten(&self) -> impl Iterator<Item = Running> {
        let tables = self.tables.iter().filter(|(_, life)| is_closed(life));
        tables.filter_map(|(table, life)| self.place(*table, life))
    }

    fn place(&self, table: TableId, life: &[Entry]) -> Option<Running> {
        let (guild, channel) = life.first()?.opening()?;
        Some(Running {
            table,
            guild,
            channel,
            posted: self.posted.get(&table).cloned().unwrap_or_default(),
            written_at: life.last()?.at,
        })
    }
}

fn is_closed(life: &[Entry]) -> bool {
    life.last().is_some_and(Entry::closes)
}

impl MemoryJournal {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // What is kept is whole between any two statements here, so a panic elsewhere while the
        // lock was held has not torn it.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for MemoryJournal {
    fn append(&self, entry: &Entry) -> impl Future<Output = Result<(), JournalError>> + Send {
        ready(self.kept().append(entry))
    }

    fn load(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send {
        let kept = self.kept();
        ready(Ok(kept.tables.get(&table).cloned().unwrap_or_default()))
    }

    fn running(&self) -> impl Future<Output = Result<Vec<Running>, JournalError>> + Send {
        ready(Ok(self.kept().running().collect()))
    }

    fn set_aside(&self, table: TableId) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.kept().aside.insert(table);
        ready(Ok(()))
    }

    fn note_posted(
        &self,
        table: TableId,
        posted: &Posted,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut kept = self.kept();
        if kept.tables.contains_key(&table) {
            kept.posted.insert(table, posted.clone());
        }
        ready(Ok(()))
    }

    fn forget_posted(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.kept().forget(table);
        ready(Ok(()))
    }

    fn unforgotten(&self) -> impl Future<Output = Result<Vec<Running>, JournalError>> + Send {
        ready(Ok(self.kept().unforgotten().collect()))
    }

    fn note_life(&self, at: Millis) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut kept = self.kept();
        kept.life = kept.life.max(Some(at));
        ready(Ok(()))
    }

    fn last_life(&self) -> impl Future<Output = Result<Option<Millis>, JournalError>> + Send {
        ready(Ok(self.kept().life))
    }
}
