//! The reasons for which a table refuses a click. Only the person who clicked sees a refusal;
//! `screen::error_notice` puts it into words. Why the rules refuse an action: [`rules::Illegal`]. It holds nothing of the game's state.

use rules::Illegal;

use crate::ids::Millis;

/// The reason why a click had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person has no seat at this table.
    #[error("not in this game")]
    NotSeated,
    /// The person already has a seat at this table.
    #[error("already at the table")]
    AlreadySeated,
    /// The person has done this [too often](crate::entry_limits::MAX_REPEATS) since the last deal.
    #[error("they have done it too often")]
    TooOften,
    /// Every seat that the options allow is taken.
    #[error("the table is full")]
    TableFull,
    /// The request is reserved to the host.
    #[error("only the host may do this")]
    HostOnly,
    /// The request is reserved to the host and to people who may manage messages in the channel.
    #[error("only the host or a moderator may do this")]
    HostOrModeratorOnly,
    /// The options need more players.
    #[error("too few players")]
    TooFewPlayers,
    /// The options allow fewer players.
    #[error("too many players")]
    TooManyPlayers,
    /// The options contradict each other or the edition.
    #[error("the options do not fit together")]
    OptionsDoNotFit,
    /// The new option allows fewer players than are seated.
    #[error("more people are seated than that allows")]
    MorePeopleThanThat,
    /// The person chosen to take the first turn has no seat at this table.
    #[error("that person has no seat here")]
    NotAtTheTable,
    /// The request needs a running game, and this table is still a lobby.
    #[error("the game has not begun")]
    NotStarted,
    /// The request needs a lobby, and the game is running.
    #[error("the game has begun")]
    AlreadyStarted,
    /// The request needs a lobby or a running game, and the game is over.
    #[error("the game is over")]
    GameOver,
    /// The request needs a finished game, and the game is still running.
    #[error("the game is not over")]
    NotOver,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The control is stale: it was made for an earlier revision, or for another table.
    #[error("the control is stale")]
    MovedOn,
    /// Another player Noped that card first. The Nope stays in the person's hand.
    #[error("another player was quicker")]
    NopedAlready,
    /// The Nope window is closed. The Nope stays in the person's hand.
    #[error("the Nope window is over")]
    WindowOver,
    /// The person's seat dropped out of this game when they left.
    #[error("they left for good")]
    LeftForGood,
    /// The vote is about a player for whom the game does not wait.
    #[error("nobody is waiting for that player")]
    NobodyWaits,
    /// The vote is about a player who has not used half of their time yet.
    #[error("it is too soon to vote")]
    VoteTooSoon {
        /// The time from which votes are allowed.
        from: Millis,
    },
    /// The person has already voted.
    #[error("they have voted already")]
    VotedAlready,
    /// The table has no computer player to remove.
    #[error("the table has no computer player")]
    NoComputer,
    /// No direct message with their hand reaches the person.
    #[error("they take no direct messages")]
    NoDirectMessages,
    /// The request can only be made at the table, not in a direct message.
    #[error("only at the table")]
    OnlyAtTheTable,
    /// The rules forbid the action.
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
