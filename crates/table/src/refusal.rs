//! The reasons why a table refuses a click, which `screen::error_notice` puts into words. They must not reveal hidden
//! cards. [`rules::Illegal`] lists the rules' own reasons for refusing an action.

use rules::Illegal;

use crate::ids::Millis;
use crate::input::WriteRefusal;

/// Declares [`Refusal`] with the listed variants and their error texts, and three variants that contain a value.
macro_rules! refusals {
    ($( $refusal:ident = $text:literal, )*) => {
        /// The reason why a click had no effect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        #[expect(missing_docs, reason = "each error text describes its variant")]
        pub enum Refusal {
            $( #[error($text)] $refusal, )*
            #[error("it is too soon to vote")]
            VoteTooSoon {
                /// When votes will be allowed.
                from: Millis,
            },
            #[error("the table's message cannot be posted: {0:?}")]
            CannotWrite(WriteRefusal),
            #[error("the rules do not allow it: {0:?}")]
            Rules(Illegal),
        }

        impl Refusal {
            /// Returns a refusal of every kind, for checks of the texts. `from` is used in [`Refusal::VoteTooSoon`].
            pub fn all(from: Millis) -> impl Iterator<Item = Self> {
                let own = [$( Self::$refusal, )* Self::VoteTooSoon { from }];
                let write_refusals = [
                    WriteRefusal::NoAccess,
                    WriteRefusal::MissingPermission,
                    WriteRefusal::ThreadLocked,
                    WriteRefusal::other(u32::MAX, "*".repeat(80).as_str()),
                    WriteRefusal::Unknown,
                ];
                let cannot_write = write_refusals.map(Self::CannotWrite);
                own.into_iter()
                    .chain(cannot_write)
                    .chain(Illegal::ALL.map(Self::Rules))
            }
        }
    };
}

/// Returns the table's own refusal for an illegal action, or the rules' reason if the table has none.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the table has its own text for a few refusals, and uses the rules' text for all others"
)]
impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::GameOver => Self::GameOver,
            Illegal::NotSeated => Self::NotSeated,
            Illegal::NotTopCard => Self::NopedAlready,
            Illegal::WindowClosed => Self::WindowOver,
            other => Self::Rules(other),
        }
    }
}

refusals! {
    NotSeated = "not in this game",
    AlreadySeated = "already at the table",
    SeatedInLobby = "already in the lobby",
    TooOften = "repeated too often since the last deal (`entry_limits::MAX_REPEATS`)",
    TableFull = "the table is full",
    RemovedFromLobby = "the host has removed them from this lobby",
    CalledAlready = "players were called to this table already",
    HostIsHere = "the host is not away",
    HostOnly = "only the host may do this",
    HostOrModeratorOnly = "only the host or a moderator may do this",
    TooFewPlayers = "too few players",
    TooManyPlayers = "too many players",
    OptionsDoNotFit = "the options do not fit together",
    MorePeopleThanThat = "more people are seated than that allows",
    NotRatedHere = "the server's settings determine ratings",
    NotAtTheTable = "that person has no seat here",
    NotStarted = "the game has not begun",
    AlreadyStarted = "the game has begun",
    GameOver = "the game is over",
    NotOver = "the game is not over",
    Closed = "the table is closed",
    MovedOn = "the control is stale",
    TapAgain = "the tap came before its step can have been seen",
    NopedAlready = "another player was quicker",
    WindowOver = "the Nope window is over",
    LeftForGood = "left the game for good",
    NobodyWaits = "no one is waiting for that player",
    VotedAlready = "already voted",
    NoComputer = "the table has no computer player",
    NoDirectMessages = "direct messages cannot reach them",
    OnlyAtTheTable = "only possible at the table",
}
