//! The inputs of the screen functions. The input for a public screen contains only information that a spectator may
//! know, and the input for a panel only information that the panel's owner may know.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use players::Strength;
use rules::{
    Editions, Hand, Phase, PlayerView, PrivateNews, Recipe, RecipeCodeError, RecipeError, Seat,
    SeatSet, SeenEvent,
};

use super::chart::Chart;
pub(crate) use crate::beat::{BeatEvent, DeathBeat};
use crate::control::Stamp;
use crate::direct_hand::DirectMessage;
use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, GuildId, Millis, UserId};
use crate::intent::PanelStep;
use crate::options::TableOptions;
use crate::oracles::{OracleScore, Prediction};
use crate::record::PersonRecord;
use crate::refusal::Refusal;
use crate::results::RatingChange;
use crate::text::{ShownName, lookalikes};
pub(crate) use crate::turn_reason::TurnReason;
use crate::watch_speed::WatchSpeed;

/// A player as shown on screens. The name is not yet escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) occupant: Occupant,
    /// The seat whose mark is shown with the name, if another name at the table looks similar.
    pub(crate) mark: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Occupant {
    Person { user: UserId, presence: Presence },
    Computer(Strength),
}

impl Player {
    pub(crate) fn at_the_door(person: &PersonRecord) -> Self {
        let PersonRecord { user, name } = person.clone();
        let presence = Presence::Present;
        Self {
            name,
            occupant: Occupant::Person { user, presence },
            mark: None,
        }
    }

    /// Marks players whose names look alike. Expects the players in seat order.
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

    /// Returns true if both are the same person, or the same computer player at one table.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        match (self.user(), other.user()) {
            (None, None) => self.name == other.name,
            (one, other) => one == other,
        }
    }

    /// Returns true if a computer plays the seat of a person.
    pub(crate) fn has_stand_in(&self) -> bool {
        self.user().is_some() && self.present_user().is_none()
    }

    /// Returns the person in the seat, if they are playing it themselves.
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

/// The presence of a seat's owner. While they are absent, a computer plays the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Presence {
    Present,
    /// A computer plays until the owner next clicks something.
    Away,
    /// The owner has left the game.
    Left,
}

#[derive(Clone, Debug)]
pub(crate) struct LobbyView {
    pub(crate) stamp: Stamp,
    pub(crate) options: TableOptions,
    pub(crate) editions: Arc<Editions>,
    /// Everyone who has joined, in seat order.
    pub(crate) players: Vec<Player>,
    pub(crate) host: UserId,
    /// When the lobby closes, unless its idle timeout restarts.
    pub(crate) closes: Millis,
    pub(crate) rematch: Option<RematchView>,
    /// True if the host must let in people who want to join.
    pub(crate) is_door_closed: bool,
    pub(crate) knocking: Vec<Player>,
    /// True if the host is away, so that another person may take over.
    pub(crate) offers_host: bool,
    pub(crate) has_called: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct RematchView {
    /// The players of the last game who have not answered yet.
    pub(crate) asked: Vec<Player>,
    /// When the game starts without the players who have not answered.
    pub(crate) starts: Millis,
}

#[derive(Clone, Debug)]
pub(crate) struct OptionsView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) options: TableOptions,
    /// The current editions, which determine what the menus offer.
    pub(crate) editions: Arc<Editions>,
    /// Everyone who has joined, in seat order.
    pub(crate) players: Vec<Player>,
    pub(crate) host: UserId,
    pub(crate) is_door_closed: bool,
    pub(crate) knocking: Vec<Player>,
}

#[derive(Clone, Debug)]
pub(crate) struct TableView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    pub(crate) game: PlayerView,
    /// The death or rescue that the screen shows alone for a moment.
    pub(crate) beat: Option<BeatEvent>,
    /// Events as seen by a spectator, oldest first; the screen shows only the latest.
    pub(crate) events: Vec<SeenEvent>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) votes: Vec<VoteTally>,
    /// `None` while the game is paused.
    pub(crate) deadline: Option<Millis>,
    pub(crate) turn_reason: TurnReason,
    /// Used only if all players are computer players.
    pub(crate) watch_speed: WatchSpeed,
    /// True if the table's message mentions the players who have yet to decide in a Nope window.
    pub(crate) calls_to_windows: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct PanelView {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    pub(crate) seat: Seat,
    pub(crate) game: PlayerView,
    /// The news that the owner has not read yet, oldest first.
    pub(crate) news: Vec<PrivateNews>,
    pub(crate) refusal: Option<Refusal>,
    /// The answer to the owner's click, if the panel does not show it otherwise.
    pub(crate) notice: Option<Notice>,
    /// `None` while the game is paused.
    pub(crate) deadline: Option<Millis>,
    pub(crate) turn_reason: TurnReason,
    pub(crate) step: PanelStep,
    /// True if the table passes in Nope windows on the owner's behalf until their turn.
    pub(crate) has_auto_pass: bool,
    /// True during the first game in which the owner has opened a hand.
    pub(crate) is_first_hand: bool,
    pub(crate) hint: Option<Hint>,
    /// The line with the full commitment to the game's randomness, shown in the explanation of the hand.
    pub(crate) commitment: Option<String>,
    /// The seats of slow players. The owner may vote to continue without them.
    pub(crate) overdue: SeatSet,
    /// The owner's prediction and score, if they are out of the game.
    pub(crate) oracle: Option<OracleView>,
    /// The living players' hands, if the panel's owner is a ghost.
    pub(crate) ghost_hands: Vec<(Seat, Hand)>,
    pub(crate) place: PanelPlace,
}

/// The input for the private message to a person who only watches the running game.
pub(crate) struct WatcherView {
    pub(crate) table: TableView,
    pub(crate) oracle: OracleView,
    /// True if the person may sit down late. The cards are then dealt again.
    pub(crate) may_sit_down: bool,
}

/// A person's latest prediction, and how often they were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OracleView {
    pub(crate) prediction: Option<Prediction>,
    pub(crate) score: OracleScore,
}

/// A hint, shown during only one turn, choice or window of a person's first game or, for `AutoPass`, of each later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hint {
    Turn,
    Window,
    Kitten,
    AutoPass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelPlace {
    /// A private message at the table.
    Table {
        /// The direct message with the same hand, if there is one.
        direct: Option<DirectMessage>,
    },
    /// A direct message. Edited only when something changes that the owner should know.
    Direct {
        table: TableLink,
        /// False if the message has a link to the table instead of controls.
        has_controls: bool,
    },
    /// The private message of a solo game, which shows other lines above the panel.
    Solo,
}

impl PanelView {
    /// Returns this panel for the direct message that shows the same hand. Leaves out predictions, other players' hands
    /// and votes, because they change too often.
    #[must_use]
    pub(crate) fn in_direct_message(self, table: TableLink, has_controls: bool) -> Self {
        Self {
            place: PanelPlace::Direct {
                table,
                has_controls,
            },
            overdue: SeatSet::EMPTY,
            oracle: None,
            ghost_hands: Vec::new(),
            ..self
        }
    }

    /// Returns true for a direct message while a Nope window is open in which the owner cannot play a Nope. The panel
    /// then leaves the window out, because it may be over before the owner reads the message.
    pub(crate) fn is_quiet(&self) -> bool {
        let is_direct = matches!(self.place, PanelPlace::Direct { .. });
        let legal = self.game.legal.as_ref();
        let can_nope = legal.is_some_and(|legal| legal.can_nope().is_some());
        is_direct && matches!(self.game.phase, Phase::Window(_)) && !can_nope
    }
}

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
    Left(Departure),
    Over {
        winner: Option<Player>,
    },
    Closed,
    /// The owner no longer wants their hand in direct messages.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The index of the event in [`TableView::events`].
    pub(crate) after: usize,
    pub(crate) by: Seat,
    pub(crate) topic: RemarkTopic,
    /// The index of the sentence among this topic's sentences.
    pub(crate) variant: u32,
}

/// An event that a computer player may comment on. Unless the name says otherwise, the event concerns that player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RemarkTopic {
    Nope,
    Defuse,
    Explode,
    OtherExploded,
    CardTaken,
    TookCard,
    /// The computer player owes more than one turn.
    Attacked,
    /// The computer player drew a card and survived.
    Draw,
}

#[derive(Clone, Debug)]
pub(crate) struct GameOverView {
    pub(crate) stamp: Stamp,
    /// The number of the game at its table, from 1.
    pub(crate) game: u16,
    pub(crate) display_mode: DisplayMode,
    pub(crate) players: Vec<Player>,
    /// All seats: the winner first, then the other seats in reverse order of elimination.
    pub(crate) standings: Vec<Standing>,
    pub(crate) stats: GameStats,
    pub(crate) awards: Vec<Award>,
    /// The wins in the table's series of rematches, most first; empty before the first rematch.
    pub(crate) series: Vec<SeriesWins>,
    /// The number of games in the series, including this game.
    pub(crate) series_games: u16,
    /// The best oracle since the table's last ordinary lobby.
    pub(crate) oracle: Option<(Player, OracleScore)>,
    /// The rating changes, if the game is rated and they have been computed.
    pub(crate) ratings: Vec<RatingChange>,
    /// The game's chart, shown as a picture unless the table is in text-first mode.
    pub(crate) chart: Arc<Chart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) seat: Seat,
    pub(crate) outcome: Outcome,
    /// The player who hid the kitten that killed this player, if anyone did.
    pub(crate) hidden_by: Option<Seat>,
}

/// An award for a finished game, and the amount that earned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Award {
    pub(crate) kind: AwardKind,
    pub(crate) seat: Seat,
    pub(crate) amount: u32,
}

/// The reason for an award, with the unit of [`Award::amount`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AwardKind {
    /// The risk of the riskiest draw that the player survived, in percent.
    ClosestShave,
    /// Kittens defused.
    Rescues,
    /// Nopes played.
    Nopes,
    /// Cards taken from others.
    Stolen,
    /// Cards lost to others.
    Robbed,
    /// The longest run of turns with a Defuse in hand.
    HeldDefuse,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesWins {
    pub(crate) player: Player,
    pub(crate) wins: u32,
}

/// How the game ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The seat survived, and its owner was playing at the end.
    Won,
    /// The seat survived, but a computer was playing for its owner at the end.
    WonByComputer,
    Exploded,
    Imploded,
    Left,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameStats {
    /// The number of completed turns.
    pub(crate) turns: u32,
    pub(crate) nopes: u32,
    /// The most Nopes on a single play.
    pub(crate) longest_chain: u8,
    pub(crate) riskiest_draw: Option<SafeDraw>,
}

/// A draw that a player survived, with the numbers of kittens and cards in the pile just before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SafeDraw {
    pub(crate) seat: Seat,
    pub(crate) kittens: u8,
    pub(crate) cards: u8,
}

/// An action that a person must confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    End,
    /// Like `End`, but the result counts even if the game is ended now.
    EndCounted,
    Leave(Departure),
}

/// The consequence of leaving a running game, for either the game or the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// A computer plays for the owner until they click again.
    StandIn,
    /// Like `StandIn`, but the game is also paused until a player clicks, because no other person is present.
    Asleep,
    /// The seat is out of the game for good.
    ForGood,
    /// Leaving does not affect the game: the seat was already out.
    Dead,
    /// The table closes, because no other person remains.
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

/// The location of a table's public message. Its `Display` is the URL that opens it in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLink {
    /// The server of the channel.
    pub guild: GuildId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The message's id, if known; without it, the URL opens the channel.
    pub message: Option<u64>,
}

/// The input for the prompt that asks a person to confirm ending a table in another channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndQuestionView {
    pub(crate) stamp: Stamp,
    pub(crate) channel: ChannelId,
    pub(crate) players: Vec<Player>,
    pub(crate) opened: Millis,
    /// True if the result counts even if the game is ended now.
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

/// A short private answer to a click or command, usually that it succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Notice {
    Joined,
    /// The host has been asked to let the person join.
    Knocked,
    /// The bot is notifying the people who asked to be called.
    PlayersCalled,
    LeftLobby,
    /// The person left a running game.
    LeftGame(Departure),
    Ended,
    /// The table's message has been reposted at the bottom of the channel.
    TablePosted,
    Noped,
    Passed,
    /// The tap was too early: the person cannot have seen the step with this control yet.
    TapAgain,
    Voted,
    /// The person cast the deciding vote.
    VotedAway,
    Done,
    /// A command opened a lobby at the bottom of the channel.
    TableOpened,
    DataAttached,
    /// The person's data is being erased.
    Forgotten,
    TableAt(TableLink),
    /// The table was opened in a thread of its own.
    OpenedInThread {
        channel: ChannelId,
    },
}

/// The reason why the bot cannot carry out an interaction.
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
    /// The control is unknown or can no longer be used.
    UnknownButton,
    UnknownCard,
    UnknownValue,
    /// The server has reached its limit on games.
    AtCapacity,
    /// The person has reached their limit on hosted games.
    TooManyHosted,
    /// The server has reached its limit on games without human players.
    TooManyWatched,
    MayNotOpenThreads,
    /// The request works only in a server that the bot has joined, but here only the user has installed the bot. The
    /// link adds the bot to a server.
    AloneOnly {
        link: String,
    },
    /// The server has the bot's commands, but the bot is not a member. The link adds the bot.
    NotAMember {
        link: String,
    },
    /// Channels of this type do not support threads.
    NoThreadsHere,
    /// The server has reached Discord's limit on active threads.
    ThreadsFull,
    /// The server's AutoMod blocks the thread's name.
    ThreadNameBlocked,
    /// The person may not write in the channel, so the bot does not post there on their behalf.
    MayNotPost,
    /// Discord permanently refuses the request, for a reason that no other variant covers.
    RefusedByDiscord,
    ManageServerOnly,
    /// Tables may be opened only in these channels.
    OtherChannels(BTreeSet<ChannelId>),
    /// There is no finished game whose story this person may see.
    NoStory,
    /// The requested step is after the end of the game.
    NoStep,
    /// The person has no statistics here, hides them, or does not exist.
    NoStats,
    /// The server's managers have turned off calls for players.
    NoCalls,
    /// The person has posted another moment too recently.
    MomentTooSoon,
    /// The person has posted another card too recently.
    CardTooSoon,
    /// The game's limit on posted moments has been reached.
    MomentsSpent,
    /// The game was played in another channel.
    MomentElsewhere,
    /// The person has already posted their result for that day.
    DailyPosted,
    /// The person has used up that day's attempt, but its details are no longer stored.
    DailySpent,
    /// The text is not a recipe's code.
    RecipeCode(RecipeCodeError),
    /// No recipe has this name here.
    UnknownRecipe,
    /// The recipe cannot be played, for this reason.
    Unplayable(Box<(Recipe, RecipeError)>),
    /// The name for a recipe is missing or not allowed.
    RecipeName,
    /// The list of recipes has no room for another.
    RecipesFull {
        most: usize,
    },
    /// Tables on this server may use only recipes from the server's list.
    OnlyListedRecipes,
    /// Nobody played that day, or the day's secret must not be revealed yet.
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
    /// "Connect" in Discord's settings. Without it, the bot cannot use a voice channel's chat.
    Connect,
}
