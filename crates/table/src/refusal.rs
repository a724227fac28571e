//! The reasons for which a table refuses a click. Only the person who clicked sees a refusal;
//! `screen::error_notice` puts it into words. It holds nothing of the game's state. Why the rules refuse
//! an action: [`rules::Illegal`].

use rules::Illegal;

use crate::ids::Millis;

/// The reason why a click had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each error text describes its variant")]
pub enum Refusal {
    #[error("not in this game")]
    NotSeated,
    #[error("already at the table")]
    AlreadySeated,
    #[error("they have done it too often since the last deal (`entry_limits::MAX_REPEATS`)")]
    TooOften,
    #[error("the table is full")]
    TableFull,
    #[error("only the host may do this")]
    HostOnly,
    #[error("only the host or a moderator may do this")]
    HostOrModeratorOnly,
    #[error("too few players")]
    TooFewPlayers,
    #[error("too many players")]
    TooManyPlayers,
    #[error("the options do not fit together")]
    OptionsDoNotFit,
    #[error("more people are seated than that allows")]
    MorePeopleThanThat,
    #[error("that person has no seat here")]
    NotAtTheTable,
    #[error("the game has not begun")]
    NotStarted,
    #[error("the game has begun")]
    AlreadyStarted,
    #[error("the game is over")]
    GameOver,
    #[error("the game is not over")]
    NotOver,
    #[error("the table is closed")]
    Closed,
    #[error("the control is stale")]
    MovedOn,
    #[error("another player was quicker")]
    NopedAlready,
    #[error("the Nope window is over")]
    WindowOver,
    #[error("they left for good")]
    LeftForGood,
    #[error("nobody is waiting for that player")]
    NobodyWaits,
    #[error("it is too soon to vote")]
    VoteTooSoon {
        /// The time from which votes are allowed.
        from: Millis,
    },
    #[error("they have voted already")]
    VotedAlready,
    #[error("the table has no computer player")]
    NoComputer,
    #[error("they take no direct messages")]
    NoDirectMessages,
    #[error("only at the table")]
    OnlyAtTheTable,
    #[error("the rules do not allow it: {0:?}")]
    Rules(Illegal),
}

impl Refusal {
    /// Returns every refusal; [`Refusal::VoteTooSoon`] with this time.
    pub fn all(from: Millis) -> impl Iterator<Item = Self> {
        let own = [
            Self::NotSeated,
            Self::AlreadySeated,
            Self::TooOften,
            Self::TableFull,
            Self::HostOnly,
            Self::HostOrModeratorOnly,
            Self::TooFewPlayers,
            Self::TooManyPlayers,
            Self::OptionsDoNotFit,
            Self::MorePeopleThanThat,
            Self::NotAtTheTable,
            Self::NotStarted,
            Self::AlreadyStarted,
            Self::GameOver,
            Self::NotOver,
            Self::Closed,
            Self::MovedOn,
            Self::NopedAlready,
            Self::WindowOver,
            Self::LeftForGood,
            Self::NobodyWaits,
            Self::VoteTooSoon { from },
            Self::VotedAlready,
            Self::NoComputer,
            Self::NoDirectMessages,
            Self::OnlyAtTheTable,
        ];
        own.into_iter().chain(Illegal::ALL.map(Self::Rules))
    }
}
