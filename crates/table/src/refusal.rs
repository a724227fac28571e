//! Why a click is refused: one variant for each reason that a person can meet. A refusal is told to
//! the one who clicked and to nobody else, in words that are found elsewhere; it holds nothing of
//! the game's state.

use rules::Illegal;

use crate::ids::Millis;

/// Why nothing came of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// He has no seat at this table.
    #[error("not in this game")]
    NotSeated,
    /// He sits here already.
    #[error("already at the table")]
    AlreadySeated,
    /// Every seat that the options allow is taken.
    #[error("the table is full")]
    TableFull,
    /// Only the host may do this.
    #[error("only the host may do this")]
    HostOnly,
    /// Only the host, or one who may manage messages, may do this.
    #[error("only the host or a moderator may do this")]
    HostOrModeratorOnly,
    /// These options are not for so few players.
    #[error("too few players")]
    TooFewPlayers,
    /// These options are not for so many players.
    #[error("too many players")]
    TooManyPlayers,
    /// The options contradict each other or the edition.
    #[error("the options do not fit together")]
    OptionsDoNotFit,
    /// More people sit here than the new option would allow.
    #[error("more people sit here than that allows")]
    MorePeopleThanThat,
    /// The one who is to begin does not sit here.
    #[error("that person does not sit here")]
    NotAtTheTable,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The game has begun: it is too late for this.
    #[error("the game has begun")]
    AlreadyStarted,
    /// There is no game any more.
    #[error("the game is over")]
    GameOver,
    /// A game is running: it must end first.
    #[error("the game is not over")]
    NotOver,
    /// The table is closed for good.
    #[error("the table is closed")]
    Closed,
    /// The control was made for an earlier step of the game, or for another table.
    #[error("that has moved on")]
    MovedOn,
    /// Somebody Noped that card first: his own Nope stays in his hand.
    #[error("somebody was quicker")]
    NopedAlready,
    /// The Nope window is over: his Nope stays in his hand.
    #[error("the Nope window is over")]
    WindowOver,
    /// Who left for good cannot come back into this game.
    #[error("he left for good")]
    LeftForGood,
    /// Nobody waits for the one whom he would go on without.
    #[error("nobody is waiting for that player")]
    NobodyWaits,
    /// That one has not had his time yet.
    #[error("it is too soon to vote")]
    VoteTooSoon {
        /// From when it is not.
        from: Millis,
    },
    /// His vote counts already.
    #[error("he has voted already")]
    VotedAlready,
    /// No computer sits here.
    #[error("no computer sits here")]
    NoComputer,
    /// The rules do not allow it.
    #[error("the rules do not allow it: {0:?}")]
    Rules(Illegal),
}

impl Refusal {
    /// Every reason there is; what is refused until some time is refused until this one.
    pub fn all(from: Millis) -> impl Iterator<Item = Self> {
        let own = [
            Self::NotSeated,
            Self::AlreadySeated,
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
        ];
        own.into_iter().chain(Illegal::ALL.map(Self::Rules))
    }
}
