//! The records of a table, which the journal stores using serde. After the first release, their stored form may only
//! grow; golden journals check this. A record contains every random outcome, so replay needs no randomness. Records
//! contain hidden cards and must never be logged or shown.

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

/// One change to a table. `Debug` shows only the kind of change; the stored form, JSON, shows everything.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Record {
    /// The table was opened as a lobby, with its host in the first seat.
    Opened {
        guild: GuildId,
        channel: ChannelId,
        /// The number of the table in its channel; `None` for a table without proofs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        host: PersonRecord,
        options: TableOptions,
    },
    /// The bot committed to its part of the next game's randomness, to which the players add their shares.
    Committed {
        /// Not revealed until that game is over.
        secret: Secret,
    },
    /// A person joined the lobby, or joined a rematch late, after which the cards are dealt again.
    Joined {
        /// They take the next seat in clockwise order, or return to their old position in a rematch.
        person: PersonRecord,
    },
    ComputerAdded {
        /// Its display name, the same in every language.
        name: String,
        strength: Strength,
    },
    ComputerRemoved {
        /// Its seat; the seats after it move up by one.
        seat: Seat,
    },
    /// A person left the lobby, gave up their seat to watch, or declined a rematch.
    SeatGivenUp {
        /// If they had a seat, the seats after it move up by one.
        user: UserId,
    },
    /// The host removed a person from the lobby or turned them away at the door. They cannot join until the next game.
    Removed { user: UserId },
    /// The host opened or closed the lobby's door.
    DoorSet { closed: bool },
    /// A person asked to join a lobby whose door is closed.
    Knocked { person: PersonRecord },
    /// The host is away, so another person in the lobby may take over.
    HostOffered,
    /// Another person in the lobby became the host.
    HostChanged { user: UserId },
    /// A person turned their reminders at this table on or off.
    RemindersSet { user: UserId, off: bool },
    /// The host called for players, which is possible once per table.
    PlayersCalled,
    OptionsChanged {
        /// All options, including the unchanged ones.
        options: TableOptions,
    },
    /// The host of a lobby, or anyone at a finished table, clicked. This restarts the idle timeout.
    Touched,
    /// A game started, or its cards were dealt again for a latecomer, which voids all moves since its first deal.
    Dealt {
        /// The seat that takes the first turn.
        first: Seat,
        /// The rules of this game. Later changes to its edition do not affect them.
        rules: Box<Ruleset>,
        dealt: DealtRecord,
        /// The purposes of the random picks for the deal, if the game has a proof.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Purpose>,
    },
    /// One action in the game, by a player or the clock, with all its events.
    Game {
        /// In the order in which they happened.
        events: Vec<Event>,
        /// The purposes of the action's random picks, if the game has a proof.
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
        seat: Seat,
        /// News of this revision and earlier ones counts as read.
        upto: Revision,
    },
    /// A person returned to their seat: a computer no longer plays for them, and their missed turns and the votes
    /// against them are cleared.
    Returned { seat: Seat },
    /// A person voted to let a computer play for another.
    Voted { seat: Seat, against: Seat },
    /// A vote against a person succeeded: a computer plays for them until they return.
    VotedAway { seat: Seat },
    /// A person left a running or finished game. In a running game, a computer takes over their seat unless it is out.
    LeftGame { seat: Seat },
    /// Nothing can be posted in the channel. This pauses the game.
    ChannelUnwritable,
    /// The table's message was posted again in a channel where that had failed. This resumes the game.
    ChannelRestored,
    /// The table's deadlines were extended after an outage.
    DeadlinesExtended {
        /// The time added to each deadline.
        by: Millis,
    },
    /// The finished table became a new lobby.
    Reopened {
        /// The person who requested it, in the first seat.
        host: PersonRecord,
    },
    /// The finished table became the lobby for a rematch, in which its computer players keep their seats.
    RematchOpened {
        /// The person who requested it. They have a seat unless only computers played the previous game.
        host: PersonRecord,
    },
    /// The wait for a rematch ended with too few players. The lobby becomes an ordinary one.
    RematchLapsed,
    /// The host changed the speed of a game among computers.
    WatchSpeedSet { speed: WatchSpeed },
    /// A person who is out of the game or only watches it predicted who explodes next.
    Predicted {
        person: PersonRecord,
        /// `None` predicts that no one explodes before the draw pile has halved.
        on: Option<Seat>,
    },
    /// A person enabled or disabled auto-pass, which ends when their turn begins.
    AutoPass {
        seat: Seat,
        /// Randomizes the delays of the passes; `None` if auto-pass was disabled.
        seed: Option<u32>,
    },
    /// A change to the delivery of a person's hand as a direct message.
    DirectHand {
        user: UserId,
        change: DirectHandRecord,
    },
    /// The table was closed; no record follows.
    Closed {
        /// The reason, which determines the text of the last screen.
        why: CloseReason,
    },
}

rules::redacted_debug! { Record {
    Opened, Committed, Joined, ComputerAdded, ComputerRemoved, SeatGivenUp, Removed, DoorSet, Knocked,
    HostOffered, HostChanged, RemindersSet, PlayersCalled, OptionsChanged, Touched, Dealt,
    Game, TurnMissed, NewsRead, Returned, Voted, VotedAway, LeftGame, ChannelUnwritable,
    ChannelRestored, DeadlinesExtended, Reopened, RematchOpened, RematchLapsed, WatchSpeedSet, Predicted, AutoPass,
    DirectHand, Closed,
} }

/// An error while reading journal records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The schema is unknown to this version of the program.
    #[error("unknown schema {0} of a journal entry")]
    Schema(u16),
    /// A game's cards or players do not match its rules.
    #[error("the rules in a journal record do not match the deal")]
    Rules,
    /// The entry with this version does not follow from the earlier ones.
    #[error("the journal entry with version {0} does not follow from the earlier entries")]
    OutOfSequence(u64),
    /// The events lead to a game state that the rules never reach.
    #[error("the events in a journal record lead to an impossible game state")]
    Impossible,
}

/// The reason why a table was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// The host did not click, and no one joined the lobby, for [`LOBBY_IDLE`](crate::fixed_time_limits::LOBBY_IDLE).
    LobbyIdle,
    /// The last person left the lobby.
    LobbyEmpty,
    /// The host or a moderator ended the table.
    Ended {
        /// The person who ended it, who may not have had a seat.
        by: PersonRecord,
    },
    /// The game was paused for [`PAUSE_END`](crate::fixed_time_limits::PAUSE_END).
    Abandoned,
    /// The last person left the running game.
    AllLeft,
    /// No one clicked for [`OVER_IDLE`](crate::fixed_time_limits::OVER_IDLE) after the game ended.
    OverIdle,
    /// The channel was deleted, or the bot was removed from its server.
    ChannelGone,
    /// The table reached its maximum number of entries, see [`entry_limits`](crate::entry_limits).
    EntryLimit,
}

/// A person in a record. A journal stores a number instead, see [`personal_data`](crate::personal_data).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRecord {
    /// Their Discord id.
    pub user: UserId,
    /// Their display name at the time of the record.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}
