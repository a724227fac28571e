//! The input of each screen function. `crate::views` builds these values: a public screen gets only
//! what a spectator may know, a panel only what its owner may know.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use players::Strength;
use rules::{Editions, Phase, PlayerView, PrivateNews, Seat, SeatSet, SeenEvent};

use super::chart::Chart;
pub(crate) use crate::beat::{BeatEvent, DeathBeat};
use crate::control::Stamp;
use crate::direct_hand::DirectMessage;
use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use crate::intent::PanelStep;
use crate::options::TableOptions;
use crate::refusal::Refusal;
use crate::results::RatingChange;
use crate::server_settings::WeeklyBoard;
use crate::text::{ShownName, lookalikes};
pub(crate) use crate::turn_reason::TurnReason;
use crate::watch_speed::WatchSpeed;

/// A player on screens. The name is not escaped yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) occupant: Occupant,
    /// The seat whose mark is shown with the name; `None` if no other name at the table looks similar.
    pub(crate) mark: Option<Seat>,
}

/// The owner of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Occupant {
    Person { user: UserId, presence: Presence },
    Computer(Strength),
}

impl Player {
    /// Marks the players whose names look alike. The players are in seat order.
    pub(crate) fn mark_lookalikes<'p>(players: impl Iterator<Item = &'p mut Self>) {
        let players: Vec<_> = players.collect();
        let alike = lookalikes(players.iter().map(|player| player.name.as_str()));
        for (seat, player) in Seat::ALL.into_iter().zip(players) {
            player.mark = alike.contains(seat).then_some(seat);
        }
    }

    pub(crate) fn shown_name(&self) -> ShownName<'_> {
        let Self { name, mark, .. } = self;
        ShownName { name, mark: *mark }
    }

    pub(crate) fn user(&self) -> Option<UserId> {
        match self.occupant {
            Occupant::Person { user, .. } => Some(user),
            Occupant::Computer(_) => None,
        }
    }

    /// Returns true if both are the same person, or the same computer player of a table.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        match (self.user(), other.user()) {
            (None, None) => self.name == other.name,
            (one, other) => one == other,
        }
    }

    /// Returns the person the seat belongs to if they play it themselves.
    pub(crate) fn present_user(&self) -> Option<UserId> {
        match self.occupant {
            Occupant::Person {
                user,
                presence: Presence::Present,
            } => Some(user),
            Occupant::Person { .. } | Occupant::Computer(_) => None,
        }
    }
}

/// The presence of a seat's owner: if absent, a computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Presence {
    /// The owner plays.
    Present,
    /// A computer plays until the owner clicks anything.
    Away,
    /// A computer plays because the owner has left.
    Left,
}

/// The input of the public lobby.
#[derive(Clone, Debug)]
pub(crate) struct LobbyView {
    pub(crate) stamp: Stamp,
    pub(crate) options: TableOptions,
    pub(crate) editions: Arc<Editions>,
    /// Everyone who has joined, in seat order.
    pub(crate) players: Vec<Player>,
    pub(crate) host: UserId,
    /// When the lobby closes unless somebody clicks.
    pub(crate) closes: Millis,
    pub(crate) rematch: Option<RematchView>,
}

/// The players a rematch lobby is still waiting for, and when it stops waiting.
#[derive(Clone, Debug)]
pub(crate) struct RematchView {
    /// The players of the last game who have not answered yet.
    pub(crate) asked: Vec<Player>,
    /// When the game starts without them.
    pub(crate) starts: Millis,
}

/// The input of the host's options panel.
#[derive(Clone, Debug)]
pub(crate) struct OptionsView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) options: TableOptions,
    /// The current editions, which determine what the menus offer.
    pub(crate) editions: Arc<Editions>,
    /// Everyone who has joined: the candidates for the first turn.
    pub(crate) players: Vec<Player>,
}

/// The input of the panel with a server's settings.
#[derive(Clone, Debug)]
pub struct ServerSettingsView {
    /// The reader's display mode.
    pub display_mode: DisplayMode,
    /// The default options of new tables.
    pub options: TableOptions,
    /// The current editions, which determine what the menus offer.
    pub editions: Arc<Editions>,
    /// The only channels in which tables may be opened; empty if there is no restriction.
    pub channels: BTreeSet<ChannelId>,
    /// The channel and language of the weekly leaderboard, if it is posted.
    pub weekly_board: Option<WeeklyBoard>,
    /// The channel in which Discord refused it, if it is off for that reason.
    pub board_refused_in: Option<ChannelId>,
    /// The channel or thread in which the panel is shown.
    pub place: ChannelId,
    /// The same channel, or the parent channel of that thread.
    pub channel: ChannelId,
}

/// The input of the public table while a game is running.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    pub(crate) game: PlayerView,
    /// The death or rescue that is shown alone for a moment.
    pub(crate) beat: Option<BeatEvent>,
    /// Events as seen by a spectator, oldest first; the screen shows only the latest.
    pub(crate) events: Vec<SeenEvent>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) votes: Vec<VoteTally>,
    /// `None` while the game is paused.
    pub(crate) deadline: Option<Millis>,
    pub(crate) turn_reason: TurnReason,
    /// Shown only if all players are computers.
    pub(crate) watch_speed: WatchSpeed,
}

/// The input of a player's own panel while a game is running.
#[derive(Clone, Debug)]
pub(crate) struct PanelView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    pub(crate) seat: Seat,
    pub(crate) game: PlayerView,
    /// The news since the owner last looked, oldest first.
    pub(crate) news: Vec<PrivateNews>,
    pub(crate) refusal: Option<Refusal>,
    /// `None` while the game is paused.
    pub(crate) deadline: Option<Millis>,
    pub(crate) turn_reason: TurnReason,
    pub(crate) step: PanelStep,
    /// True if the table passes for the owner until their turn.
    pub(crate) has_auto_pass: bool,
    /// True in the first game in which its owner has opened a hand.
    pub(crate) is_first_hand: bool,
    /// The slow seats that the owner may vote to continue without.
    pub(crate) overdue: SeatSet,
    pub(crate) place: PanelPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelPlace {
    /// A private message at the table.
    Table {
        /// The direct message with the same hand, if there is one.
        direct: Option<DirectMessage>,
    },
    /// A direct message, which is edited only if it matters to its owner.
    Direct {
        table: TableLink,
        /// False if a link to the table replaces the controls.
        has_controls: bool,
    },
    /// The private message of a daily game, which has other lines above.
    Daily,
}

impl PanelView {
    /// Returns this panel for the direct message with the same hand. It has no votes, because they
    /// change with every turn.
    #[must_use]
    pub(crate) fn in_direct_message(self, table: TableLink, has_controls: bool) -> Self {
        Self {
            place: PanelPlace::Direct {
                table,
                has_controls,
            },
            overdue: SeatSet::EMPTY,
            ..self
        }
    }

    /// Returns true if the panel is in a direct message while a Nope window is open in which its owner cannot
    /// play a Nope. It then does not mention the window, which would be over before the message is read.
    pub(super) fn is_quiet(&self) -> bool {
        let is_direct = matches!(self.place, PanelPlace::Direct { .. });
        let legal = self.game.legal.as_ref();
        let can_nope = legal.is_some_and(|legal| legal.can_nope().is_some());
        is_direct && matches!(self.game.phase, Phase::Window(_)) && !can_nope
    }
}

/// The input of a direct message that no longer shows a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DirectHandEndView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) table: TableLink,
    pub(crate) end: DirectHandEnd,
}

/// Why a direct message no longer shows a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DirectHandEnd {
    /// Its owner has left the game.
    Left(Departure),
    Over {
        winner: Option<Player>,
    },
    Closed,
    /// Its owner wants their hand only at the table.
    Unwanted,
    Elsewhere(DirectMessage),
}

/// The votes to continue without a slow player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VoteTally {
    pub(crate) against: Seat,
    pub(crate) cast: usize,
    pub(crate) needed: usize,
}

/// A computer player's remark about a public event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The index of the event in [`TableView::events`].
    pub(crate) after: usize,
    pub(crate) by: Seat,
    pub(crate) topic: RemarkTopic,
    /// The number of the sentence among those on this topic, from 0.
    pub(crate) variant: u32,
}

/// An event that a computer player may comment on. Unless the name says otherwise, it happened to
/// the computer itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RemarkTopic {
    Nope,
    Defuse,
    Explode,
    OtherExploded,
    CardTaken,
    TookCard,
    /// The computer has more than one turn to play.
    Attacked,
    /// The computer has drawn a card and survived.
    Draw,
}

/// The input of the public end of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameOverView {
    pub(crate) stamp: Stamp,
    /// The number of the game at its table, from 1.
    pub(crate) game: u16,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    /// All seats, the winner first, then the others in reverse order of elimination.
    pub(crate) standings: Vec<Standing>,
    pub(crate) stats: GameStats,
    pub(crate) awards: Vec<Award>,
    /// The score of the table's rematches, best first; empty before the first.
    pub(crate) series: Vec<SeriesWins>,
    /// The rating changes, if the game is rated and they are known.
    pub(crate) ratings: Vec<RatingChange>,
    /// The chart of the game, shown as a picture unless the table is text first.
    pub(crate) chart: Arc<Chart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) seat: Seat,
    pub(crate) outcome: Outcome,
    /// The player who hid the kitten that killed this one, if any.
    pub(crate) hidden_by: Option<Seat>,
}

/// An award of a finished game, and the amount that earned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Award {
    pub(crate) kind: AwardKind,
    pub(crate) seat: Seat,
    pub(crate) amount: u32,
}

/// The quantity that an award is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AwardKind {
    /// The probability in percent that their riskiest draw kills.
    ClosestShave,
    /// Kittens defused.
    Rescues,
    /// Nopes played.
    Nopes,
    /// Cards taken from others.
    Stolen,
    /// Cards lost to others.
    Robbed,
    /// Turns with a Defuse in hand.
    HeldDefuse,
}

/// The games a player has won in a series of rematches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesWins {
    pub(crate) player: Player,
    pub(crate) wins: u32,
}

/// How the game ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The seat survived and its owner played it to the end.
    Won,
    /// The seat survived, but a computer played it to the end for its owner.
    WonByComputer,
    Exploded,
    Imploded,
    Left,
}

/// A few numbers of a game, shown when it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameStats {
    /// The number of turns that ended.
    pub(crate) turns: u32,
    pub(crate) nopes: u32,
    /// The highest number of Nopes on one card.
    pub(crate) longest_chain: u8,
    /// The survived draw with the highest risk.
    pub(crate) riskiest_draw: Option<SafeDraw>,
}

/// A draw without an explosion, with the numbers of kittens and cards in the pile before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SafeDraw {
    pub(crate) seat: Seat,
    pub(crate) kittens: u8,
    pub(crate) cards: u8,
}

/// A question asked before something that cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    End,
    /// Like `End`, for a game that counts anyway.
    EndCounted,
    Leave(Departure),
}

/// The consequence of leaving a running game, for the game or the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// A computer plays until the owner clicks again.
    StandIn,
    /// Like `StandIn`, but the game sleeps until then because no other person is present.
    Asleep,
    /// The seat is out of the game.
    ForGood,
    /// None: the seat was already out of the game.
    Dead,
    /// The table closes, because all other people have left.
    Last,
}

#[cfg(any(test, feature = "text-check"))]
impl Departure {
    pub(crate) const ALL: [Self; 5] = [
        Self::StandIn,
        Self::Asleep,
        Self::ForGood,
        Self::Dead,
        Self::Last,
    ];
}

/// The location of a table's public message. Displayed as the address that opens it in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLink {
    /// The server of the channel.
    pub guild: GuildId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The message's id, if known; otherwise the address opens the channel.
    pub message: Option<u64>,
}

/// The tables of a server, for a person who may end them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerTablesView {
    /// A screen lists only the first 25.
    pub tables: Vec<ServerTable>,
}

/// A table in the list of a server's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub struct ServerTable {
    pub table: TableId,
    pub channel: ChannelId,
    /// When its most recent entry was written.
    pub written_at: Millis,
}

/// A table that a person in another channel is about to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndQuestionView {
    pub(crate) stamp: Stamp,
    pub(crate) channel: ChannelId,
    pub(crate) players: Vec<Player>,
    pub(crate) opened: Millis,
    /// True if its game counts anyway.
    pub(crate) counts: bool,
}

impl fmt::Display for TableLink {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { guild, channel, .. } = self;
        write!(to, "https://discord.com/channels/{guild}/{channel}")?;
        match self.message {
            Some(message) => write!(to, "/{message}"),
            None => Ok(()),
        }
    }
}

/// A private confirmation of something that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Notice {
    Joined,
    LeftLobby,
    /// The person has left the running game.
    LeftGame(Departure),
    Ended,
    /// The table's message was reposted at the bottom of the channel.
    TablePosted,
    Noped,
    Passed,
    Voted,
    /// The person's vote was the deciding one.
    VotedAway,
    Done,
    DataAttached,
    /// The person is being erased.
    Forgotten,
    TableAt(TableLink),
    /// The person's table was opened in its own thread.
    OpenedInThread {
        channel: ChannelId,
    },
}

/// The reason why an interaction fails before any table handles it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum InteractionError {
    NoGame,
    GameExists {
        link: String,
    },
    MissingPermission(Permission),
    /// The bot is not a member of the private thread.
    NotInThread,
    /// The person has exceeded the rate limit.
    RateLimited,
    ServersOnly,
    /// The control's id is unknown or no longer supported.
    UnknownButton,
    UnknownCard,
    UnknownValue,
    /// The server has reached its limit of games.
    AtCapacity,
    /// The person has reached their limit of hosted games.
    TooManyHosted,
    /// The server has reached its limit of games without people.
    TooManyWatched,
    MayNotOpenThreads,
    /// The server has the bot's commands, but not the bot. The link adds it.
    NotAMember {
        link: String,
    },
    /// The channel is of a type that has no threads.
    NoThreadsHere,
    /// The server has reached Discord's limit of active threads.
    ThreadsFull,
    /// The server's AutoMod blocks the name of the thread.
    ThreadNameBlocked,
    /// The person may not write in the channel, so the bot does not post there for them.
    MayNotPost,
    /// Discord permanently refuses the request, for a reason without a separate sentence.
    RefusedByDiscord,
    ManageServerOnly,
    /// Tables may be opened only in these channels.
    OtherChannels(BTreeSet<ChannelId>),
    /// There is no finished game that this person may view.
    NoStory,
    /// The requested step is after the end of the game.
    NoStep,
    /// The person has no statistics here, is hidden, or does not exist.
    NoStats,
    /// The person showed a moment too recently.
    MomentTooSoon,
    /// The maximum number of moments of the game has been shown.
    MomentsSpent,
    /// The game was played in another channel.
    MomentElsewhere,
    /// The person has already posted their result of that day.
    DailyPosted,
    /// The person has used their attempt; its details are no longer stored.
    DailySpent,
    /// That day's game was never started, or its secret must not be revealed yet.
    DailySecretUnavailable,
    Internal,
}

/// A Discord permission that the bot needs in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// "View Channel" in Discord's settings.
    View,
    /// "Send Messages" in Discord's settings.
    Send,
    /// "Send Messages in Threads" in Discord's settings.
    SendInThreads,
    /// "Create Public Threads" in Discord's settings.
    CreateThreads,
    /// "Embed Links" in Discord's settings.
    EmbedLinks,
    /// "Attach Files" in Discord's settings.
    AttachFiles,
    /// "Connect" in Discord's settings. Without it, a voice channel's chat is closed.
    Connect,
}
