//! The records of a table, as the journal stores them by serde. From the first release on their stored form only
//! grows; golden journals hold it. A record carries every random outcome, so that replay needs no randomness.
//! Records hold hidden cards and are never logged or shown.

mod dealt;

use fairness::{Purpose, Secret};
use players::Strength;
use rules::{Event, Ruleset, Seat};
use serde::{Deserialize, Serialize};

pub use dealt::DealtRecord;

use crate::direct_hand::DirectHandRecord;
use crate::ids::{ChannelId, GuildId, Millis, Revision, UserId};
use crate::options::TableOptions;
use crate::watch_speed::WatchSpeed;

/// One change of a table. `Debug` shows only which kind of change it is; the stored form, in JSON,
/// shows everything.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Record {
    /// The table was opened as a lobby, with its host on the first seat.
    Opened {
        guild: GuildId,
        channel: ChannelId,
        /// The number of the table in its channel; none for a table without proofs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        host: PersonRecord,
        options: TableOptions,
    },
    /// The chance of the next game was fixed, but for the shares of its players.
    Committed {
        /// Told to nobody before that game is over.
        secret: Secret,
    },
    /// A person sat down in the lobby.
    Joined {
        /// They take the next seat in clockwise order.
        person: PersonRecord,
    },
    /// A computer player was added in the lobby.
    ComputerAdded {
        /// Its display name, the same in every language.
        name: String,
        strength: Strength,
    },
    /// A computer player was removed in the lobby.
    ComputerRemoved {
        /// Its seat; the seats after it move up by one.
        seat: Seat,
    },
    /// A person lost their seat: they left the lobby, or had left the game before a rematch.
    SeatGivenUp {
        /// The seats after theirs move up by one.
        user: UserId,
    },
    /// The host changed the options.
    OptionsChanged {
        /// All options, the unchanged ones included.
        options: TableOptions,
    },
    /// A person used a table that has no running game, which restarts its idle timeout.
    Touched,
    /// A game started.
    Dealt {
        /// The seat that takes the first turn.
        first: Seat,
        /// The rules of this game. Later changes of its edition do not affect it.
        rules: Box<Ruleset>,
        /// The hands and the draw pile.
        dealt: DealtRecord,
        /// The draws for it, if the game has a proof.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Purpose>,
    },
    /// The game changed: all events of one action.
    Game {
        /// In the order in which they happened.
        events: Vec<Event>,
        /// The draws for them, if the game has a proof.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Purpose>,
    },
    /// A person's turn ran out of time.
    TurnMissed {
        /// The seat of the person.
        seat: Seat,
    },
    /// A person has been shown their private news.
    NewsRead {
        /// The seat of the person.
        seat: Seat,
        /// News of this revision and earlier ones counts as read.
        upto: Revision,
    },
    /// A person took their seat back from a computer, or reset the turns that they missed.
    Returned { seat: Seat },
    /// A person voted to let a computer play for another.
    Voted { seat: Seat, against: Seat },
    /// A vote against a person succeeded: a computer plays for them until they return.
    VotedAway { seat: Seat },
    /// A person left the game, so that a computer plays for them or their seat has dropped out.
    LeftGame { seat: Seat },
    /// Nothing can be posted in the channel, which pauses the game.
    ChannelUnwritable,
    /// A click arrived from a channel in which nothing could be posted, or a game among computers
    /// could be posted there again. This resumes the game.
    ChannelRestored,
    /// All deadlines were extended after an outage.
    DeadlinesExtended {
        /// Added to every deadline of the table.
        by: Millis,
    },
    /// The finished table became a new lobby.
    Reopened {
        /// The person who asked for it, on the first seat.
        host: PersonRecord,
    },
    /// The finished table became the lobby for a rematch, with its computer players.
    RematchOpened {
        /// The person who asked for it; they have a seat unless nobody took part in the last game.
        host: PersonRecord,
    },
    /// The time of a rematch was over with too few players, and its lobby stays.
    RematchLapsed,
    /// The host changed the speed of a game that people only watch.
    WatchSpeedSet { speed: WatchSpeed },
    /// A person let the table pass for them until their turn, or took that back.
    AutoPass {
        /// The seat of the person.
        seat: Seat,
        /// Drawn for the delays of the passes; none if they took it back.
        seed: Option<u32>,
    },
    /// Something about a person's hand as a direct message changed.
    DirectHand {
        user: UserId,
        change: DirectHandRecord,
    },
    /// The table was closed; no record follows.
    Closed {
        /// The reason, which decides what the last screen says.
        why: CloseReason,
    },
}

rules::redacted_debug! { Record {
    Opened, Committed, Joined, ComputerAdded, ComputerRemoved, SeatGivenUp, OptionsChanged, Touched, Dealt,
    Game, TurnMissed, NewsRead, Returned, Voted, VotedAway, LeftGame, ChannelUnwritable,
    ChannelRestored, DeadlinesExtended, Reopened, RematchOpened, RematchLapsed, WatchSpeedSet, AutoPass,
    DirectHand, Closed,
} }

/// The error of reading journal records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A schema that this version of the program does not know.
    #[error("unknown schema {0} of a journal entry")]
    Schema(u16),
    /// The cards or the players of a game are not those of its rules.
    #[error("no game can be dealt by the rules in a journal record")]
    Rules,
    /// An entry that does not follow from the ones before it; its version.
    #[error("the journal entry of version {0} does not follow from the entries before it")]
    OutOfSequence(u64),
    /// Events after which the game is one that the rules never lead to.
    #[error("the events in a journal record lead to no possible game")]
    Impossible,
}

/// The reason why a table was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// Nobody clicked in the lobby for [`LOBBY_IDLE`](crate::fixed_time_limits::LOBBY_IDLE).
    LobbyIdle,
    /// The last person left the lobby.
    LobbyEmpty,
    /// The host or a moderator ended it.
    Ended {
        /// The person who ended it; they need no seat.
        by: PersonRecord,
    },
    /// The game was paused for [`PAUSE_END`](crate::fixed_time_limits::PAUSE_END).
    Abandoned,
    /// The last person left the running game.
    AllLeft,
    /// Nobody clicked for [`OVER_IDLE`](crate::fixed_time_limits::OVER_IDLE) after the game was over.
    OverIdle,
    /// The channel was deleted.
    ChannelGone,
    /// The table has as many entries as it may have, see [`entry_limits`](crate::entry_limits).
    EntryLimit,
}

/// A person in a record. A journal stores a number for them, see [`personal_data`](crate::personal_data).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRecord {
    /// Their Discord id.
    pub user: UserId,
    /// Their display name when they sat down.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}
