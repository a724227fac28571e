//! What each screen is made from. The table builds these; a public screen gets only what a
//! spectator may know, a panel only what its owner may know.

use players::Strength;
use rules::{EditionId, PlayerView, Seat, SeatSet, SeenEvent, Title};

use crate::control::Stamp;
use crate::ids::{ChannelId, Millis, UserId};
use crate::intent::PanelStep;
use crate::options::TableOptions;
use crate::preferences::LanguagePreference;
use crate::refusal::Refusal;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The display name as its owner wrote it, or a computer's own; screens escape it.
    pub name: String,
    /// Whose seat it is, and who plays it.
    pub occupant: Occupant,
}

/// Whose a seat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// A person's.
    Person {
        /// Who it is.
        user: UserId,
        /// Who plays for him, if he does not.
        sitter: Sitter,
    },
    /// A computer's, that plays this well.
    Computer(Strength),
}

impl Seated {
    /// The person whose seat it is.
    pub fn user(&self) -> Option<UserId> {
        match self.occupant {
            Occupant::Person { user, .. } => Some(user),
            Occupant::Computer(_) => None,
        }
    }

    /// The person whose seat it is, if he plays it himself.
    pub fn present(&self) -> Option<UserId> {
        match self.occupant {
            Occupant::Person {
                user,
                sitter: Sitter::Person,
            } => Some(user),
            _ => None,
        }
    }
}

/// Who plays a person's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sitter {
    /// The owner.
    Person,
    /// A computer, until the owner clicks anything.
    Away,
    /// A computer: the owner has left.
    Left,
}

/// The public lobby.
#[derive(Clone, Debug)]
pub struct LobbyView {
    /// What its controls are made for.
    pub stamp: Stamp,
    /// What is to be played, and how.
    pub options: TableOptions,
    /// Who has joined, in the order of the seats.
    pub people: Vec<Seated>,
    /// Who may change and start it.
    pub host: UserId,
    /// When it closes by itself.
    pub closes: Millis,
}

/// The host's options.
#[derive(Clone, Debug)]
pub struct OptionsView {
    /// What its controls are made for.
    pub stamp: Stamp,
    /// As they are now.
    pub options: TableOptions,
    /// Who may be asked to begin.
    pub people: Vec<Seated>,
}

/// The public table while a game runs.
#[derive(Clone, Debug)]
pub struct TableView {
    /// What its controls are made for.
    pub stamp: Stamp,
    /// Who sits where, by seat.
    pub people: Vec<Seated>,
    /// The game as a spectator sees it.
    pub game: PlayerView,
    /// What happened as a spectator saw it, the oldest first; only the end of it is told.
    pub story: Vec<SeenEvent>,
    /// What computers say about it.
    pub remarks: Vec<Remark>,
    /// The votes to go on without somebody, where there are any.
    pub votes: Vec<Votes>,
    /// When what is waited for runs out. None while the game pauses.
    pub deadline: Option<Millis>,
}

/// A player's own panel while a game runs.
#[derive(Clone, Debug)]
pub struct PanelView {
    /// What its controls are made for.
    pub stamp: Stamp,
    /// Who sits where, by seat.
    pub people: Vec<Seated>,
    /// Whose panel it is.
    pub seat: Seat,
    /// The game as this seat sees it.
    pub game: PlayerView,
    /// What he has to learn, as he saw it, the oldest first.
    pub news: Vec<SeenEvent>,
    /// Why his last click did not do what he wanted.
    pub refusal: Option<Refusal>,
    /// When what is waited for runs out. None while the game pauses.
    pub deadline: Option<Millis>,
    /// Where in the panel he is.
    pub step: PanelStep,
    /// Those whom he may vote to go on without, once they have had their time.
    pub dawdlers: SeatSet,
}

/// The votes to go on without somebody who keeps the others waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Votes {
    /// Without whom.
    pub against: Seat,
    /// How many want it.
    pub votes: usize,
    /// How many it takes.
    pub needed: usize,
}

/// Something that a computer says about what everybody saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// After which event of the story.
    pub after: usize,
    /// The computer's seat.
    pub by: Seat,
    /// What it is about.
    pub topic: RemarkTopic,
    /// Which of the sentences about it, from 0.
    pub variant: u32,
}

/// What a computer has something to say about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkTopic {
    /// It has played a Nope.
    Nope,
    /// It has defused a kitten.
    Defuse,
    /// It has exploded.
    Explode,
    /// Somebody else has exploded.
    Farewell,
    /// A card was taken from it.
    Robbed,
    /// It has taken a card.
    Robs,
    /// It has more than one turn to play.
    Attacked,
    /// It has drawn and lives.
    Draw,
}

/// The public end of a game.
#[derive(Clone, Debug)]
pub struct OverView {
    /// What its controls are made for.
    pub stamp: Stamp,
    /// Who sat where, by seat.
    pub people: Vec<Seated>,
    /// All seats, the winner first, then who lasted longest.
    pub placing: Vec<Placed>,
    /// A few numbers of the game.
    pub tally: Tally,
}

/// One line of the placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Whose it is.
    pub seat: Seat,
    /// How the game ended for him.
    pub fate: Fate,
}

/// How the game ended for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// He is the one still living.
    Won,
    /// His seat is the one still living, but a computer played it to the end.
    WonByComputer,
    /// He drew a kitten and had no Defuse.
    Exploded,
    /// He left, and his seat went with him.
    Left,
}

/// A few numbers of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Turns ended.
    pub turns: u32,
    /// Nopes played.
    pub nopes: u32,
    /// The most Nopes on one card.
    pub longest_chain: u8,
    /// The safe draw that was likeliest to explode.
    pub closest_escape: Option<Escape>,
}

/// A safe draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escape {
    /// Who drew.
    pub seat: Seat,
    /// The kittens in the pile as he drew.
    pub kittens: u8,
    /// The cards in the pile as he drew.
    pub cards: u8,
}

/// Why a table is gone without a winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Nobody clicked in the lobby for a quarter of an hour.
    LobbyIdle,
    /// The last one left the lobby.
    LobbyEmpty,
    /// Somebody ended it.
    Ended {
        /// His display name.
        by: String,
    },
    /// Everybody was away for a day.
    Abandoned,
}

/// A question before something that cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// End the running game for all.
    End,
    /// Leave the running game; a computer plays on.
    LeaveToStandIn,
    /// Leave the running game and take the seat out of it.
    LeaveForGood,
}

/// A private sentence about something that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// He sits in the lobby.
    Joined,
    /// He got up in the lobby.
    LeftLobby,
    /// He left the running game; a computer plays on until he clicks again.
    LeftToStandIn,
    /// He left the running game for good.
    LeftForGood,
    /// He has ended the table.
    Ended,
    /// The table stands at the bottom of the channel again.
    TablePosted,
    /// His Nope is on the table.
    Noped,
    /// He lets it pass.
    Passed,
    /// His vote counts.
    Voted,
    /// His vote was the one that it took.
    VotedAway,
    /// The change is made.
    Done,
    /// In which language he reads from now on.
    Reading(LanguagePreference),
    /// His table stands in a thread of its own.
    OpenedIn {
        /// The thread.
        channel: ChannelId,
    },
}

/// Why something could not be done where no table has a say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// No table stands in this channel.
    NoGame,
    /// One stands here already.
    GameHere {
        /// A link to its message.
        link: String,
    },
    /// The bot may not do what it needs to do in this channel.
    Missing(Permission),
    /// He clicks faster than anybody reads.
    SlowDown,
    /// Not in a server.
    ServersOnly,
    /// No control of ours has, or has any more, such an id.
    UnknownButton,
    /// No card has this name.
    UnknownCard,
    /// No option has this value.
    UnknownValue,
    /// The process has as many tables as it can take.
    Full,
    /// A fault of ours; nothing has changed.
    Trouble,
}

/// What the bot has to be allowed to do in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// View Channel.
    View,
    /// Send Messages.
    Send,
    /// Send Messages in Threads.
    SendInThreads,
    /// Create Public Threads.
    CreateThreads,
    /// Embed Links.
    EmbedLinks,
    /// Attach Files.
    AttachFiles,
}

/// What the rules help shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesView {
    /// Of which edition.
    pub edition: EditionId,
    /// What of it.
    pub topic: Topic,
}

/// One page of the rules help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The whole game in a minute.
    Guide,
    /// Every card in a line.
    Cards,
    /// The combos.
    Combos,
    /// The Nope window.
    Window,
    /// The house rules.
    House,
    /// One card.
    Card(Title),
}
