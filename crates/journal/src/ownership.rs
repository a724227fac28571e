//! The owner of a table and the messages it has in its channel, as the journal has recorded them. The
//! registry decides what to do about them.

use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

/// The age at which a heartbeat counts as stopped, by the clock of the database.
pub const HEARTBEAT_TIMEOUT: Millis = Millis::seconds(4);

/// A table's place and messages. Usually of a running table;
/// [`Journal::closed_with_messages`](crate::Journal::closed_with_messages) returns closed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningTable {
    /// The table's number, unique over all servers.
    pub table: TableId,
    /// The server of its channel.
    pub guild: GuildId,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// Its public messages, as recorded last.
    pub posted: PostedMessages,
    /// The time of its newest entry.
    pub written_at: Millis,
}

/// The public messages that a table has in its channel, by Discord's message ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostedMessages {
    /// The message that shows the table, once its id is known.
    pub message: Option<u64>,
    /// Earlier messages that were to be deleted and may still exist, oldest first.
    pub replaced: Vec<u64>,
}

/// A running table together with the process that owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedTable {
    /// The table and its channel.
    pub running: RunningTable,
    /// The process that owns the table, as seen by this process.
    pub owner: Owner,
}

/// How a running table counts towards the limits on games. Until it is recorded, as a game without a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedTable {
    /// False once its game is over.
    pub is_game: bool,
    /// The person who hosts it.
    pub host: Option<UserId>,
    /// True if nobody takes part.
    pub watched: bool,
}

impl CountedTable {
    /// A table that is not loaded yet.
    pub const UNKNOWN: Self = Self::game(None, false);

    /// Returns a table with a lobby or a running game. `watched` is true if nobody takes part.
    pub const fn game(host: Option<UserId>, watched: bool) -> Self {
        Self {
            is_game: true,
            host,
            watched,
        }
    }
}

/// The number of running tables that other processes own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesElsewhere {
    /// Those of the server.
    pub tables: usize,
    /// Those of the server whose game is not over.
    pub games: usize,
    /// Games of the server in which nobody takes part.
    pub watched: usize,
    /// Games of the host, in all servers.
    pub hosted: usize,
    /// Tables of the host, in all servers.
    pub hosted_tables: usize,
}

/// The process that wakes a table when a deadline passes and that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The process that asks.
    ThisProcess,
    /// Another process whose heartbeat is recent.
    OtherProcess,
    /// A process whose heartbeat has stopped: the table can be taken over.
    Expired,
}

/// A table that this process has taken over from one whose heartbeat stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphaned {
    /// The table and its channel.
    pub running: RunningTable,
    /// The previous owner's last heartbeat: deadlines are extended by the time since then.
    pub since: Millis,
}
