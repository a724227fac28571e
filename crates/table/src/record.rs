//! What a table's life is written down as: facts, in words of their own that outlive any change of
//! the types inside. A record carries every outcome of chance, so that reading it back needs none.
//! Records hold hidden cards and never leave the journal.

mod game;

use rules::{AttackRule, Combos, FavorRule};
use serde::{Deserialize, Serialize};

pub use game::{DealtRecord, GameRecord, LostKittenRecord, PlayRecord, Written};
pub(crate) use game::{number, read_seat};

use crate::ids::{ChannelId, GuildId, Millis, Revision, UserId};
use crate::options::{self, FirstPlayer, LeaverPolicy, TableOptions};
use crate::pace::Paces;
use crate::text::Locale;

/// One fact of a table's life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum Record {
    /// The table came to be, with its host on the first seat.
    Opened {
        /// The server.
        guild: GuildId,
        /// The channel.
        channel: ChannelId,
        /// Who opened it.
        host: PersonRecord,
        /// The options it began with.
        options: OptionsRecord,
    },
    /// Somebody sat down in the lobby.
    Joined {
        /// Who.
        person: PersonRecord,
    },
    /// A computer sat down in the lobby.
    #[serde(rename = "computer-sat")]
    ComputerAdded {
        /// What it is called.
        name: String,
        /// How well it plays.
        strength: String,
    },
    /// A computer got up in the lobby.
    #[serde(rename = "computer-got-up")]
    ComputerRemoved {
        /// Its seat.
        seat: u8,
    },
    /// Somebody got up: out of the lobby, or before a rematch that he left the game before.
    #[serde(rename = "got-up")]
    SeatGivenUp {
        /// Who.
        user: UserId,
    },
    /// The options changed.
    #[serde(rename = "chosen")]
    OptionsChanged {
        /// To this.
        options: OptionsRecord,
    },
    /// Somebody is there: the clock that closes a table nobody uses begins again.
    Touched,
    /// A game began.
    Dealt {
        /// The seat that begins.
        first: u8,
        /// All cards.
        dealt: DealtRecord,
    },
    /// Something happened in the game: all that followed from one action.
    Game {
        /// In order.
        events: Vec<GameRecord>,
    },
    /// A person let his turn's time run out.
    #[serde(rename = "missed")]
    TurnMissed {
        /// His seat.
        seat: u8,
    },
    /// A person has learnt his private news up to this step.
    #[serde(rename = "learnt")]
    NewsRead {
        /// His seat.
        seat: u8,
        /// The step.
        upto: Revision,
    },
    /// A person took his seat back, or showed that he is there.
    Returned {
        /// His seat.
        seat: u8,
    },
    /// A person voted to go on without another.
    Voted {
        /// His seat.
        seat: u8,
        /// The other's.
        against: u8,
    },
    /// A majority of the others goes on without a person, until he returns.
    VotedAway {
        /// His seat.
        seat: u8,
    },
    /// A person left his seat to a computer.
    #[serde(rename = "stepped-out")]
    LeftGame {
        /// His seat.
        seat: u8,
    },
    /// The channel cannot be written to: nothing is waited for.
    #[serde(rename = "silenced")]
    ChannelUnwritable,
    /// The channel can be written to again, or may be.
    #[serde(rename = "heard")]
    ChannelRestored,
    /// Everything waited for was put off.
    #[serde(rename = "prolonged")]
    DeadlinesExtended {
        /// By so much.
        by: Millis,
    },
    /// The finished table became a new lobby of this one.
    Reopened {
        /// The new host.
        host: PersonRecord,
    },
    /// The table is closed for good.
    Closed {
        /// Why.
        why: CloseReason,
    },
}

/// Why a table was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// Nobody clicked in the lobby for a while.
    LobbyIdle,
    /// The last one left the lobby.
    LobbyEmpty,
    /// Somebody ended it.
    Ended {
        /// His display name.
        by: String,
    },
    /// Nobody was there for a day, or everybody left.
    Abandoned,
    /// The game was over and nobody wanted another.
    OverIdle,
    /// The channel is gone.
    ChannelGone,
}

/// A person as the journal knows him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRecord {
    /// Who it is.
    pub user: UserId,
    /// His display name when he sat down.
    pub name: String,
}

/// Options as the journal knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "the fields are those of TableOptions, as words"
)]
pub struct OptionsRecord {
    pub edition: String,
    pub combos: Option<String>,
    pub attack: Option<String>,
    pub favor: Option<String>,
    pub self_nope: bool,
    pub decks: String,
    pub pace: String,
    pub paces: Paces,
    pub first: Option<UserId>,
    pub leavers: String,
    pub language: String,
}

/// A record that this version of the program cannot make sense of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A word that stands for nothing here.
    #[error("the journal says {0:?}, which means nothing here")]
    Word(String),
    /// A form that is not read here.
    #[error("the journal's entry has schema {0}")]
    Schema(u16),
    /// The entries do not make a table's life.
    #[error("the journal's entries do not follow from each other at version {0}")]
    Broken(u64),
}

impl From<&TableOptions> for OptionsRecord {
    fn from(options: &TableOptions) -> Self {
        let house = options.house;
        Self {
            edition: options.edition.id().to_owned(),
            combos: house.combos.map(|combos| combos.id().to_owned()),
            attack: house.attack.map(|attack| attack.id().to_owned()),
            favor: house.favor.map(|favor| favor.id().to_owned()),
            self_nope: house.self_nope,
            decks: options::decks_id(house.decks).to_owned(),
            pace: options.pace.id().to_owned(),
            paces: options.paces,
            first: match options.first {
                FirstPlayer::Random => None,
                FirstPlayer::Person(user) => Some(user),
            },
            leavers: options.leavers.id().to_owned(),
            language: options.language.id().to_owned(),
        }
    }
}

impl TryFrom<&OptionsRecord> for TableOptions {
    type Error = RecordError;

    fn try_from(record: &OptionsRecord) -> Result<Self, RecordError> {
        let word = |word: &str| RecordError::Word(word.to_owned());
        Ok(Self {
            edition: record.edition.parse().map_err(|_| word(&record.edition))?,
            house: house(record)?,
            pace: record.pace.parse().map_err(|_| word(&record.pace))?,
            paces: record.paces,
            first: record
                .first
                .map_or(FirstPlayer::Random, FirstPlayer::Person),
            leavers: read(&record.leavers, &LeaverPolicy::ALL, LeaverPolicy::id)?,
            // A language that has been taken away since is no reason to lose a game.
            language: Locale::nearest(&record.language),
        })
    }
}

fn house(record: &OptionsRecord) -> Result<rules::HouseRules, RecordError> {
    Ok(rules::HouseRules {
        combos: read_own(record.combos.as_deref(), &Combos::ALL, Combos::id)?,
        attack: read_own(record.attack.as_deref(), &AttackRule::ALL, AttackRule::id)?,
        favor: read_own(record.favor.as_deref(), &FavorRule::ALL, FavorRule::id)?,
        self_nope: record.self_nope,
        decks: read(&record.decks, &options::DECKS, options::decks_id)?,
    })
}

fn read<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Result<T, RecordError> {
    options::among(word, all, id).ok_or_else(|| RecordError::Word(word.to_owned()))
}

fn read_own<T: Copy>(
    word: Option<&str>,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<Option<T>, RecordError> {
    word.map(|word| read(word, all, id)).transpose()
}
