//! The meaning of a click, a menu choice or a command. An intent is only a request: `handler` decides whether the
//! person may make it, and `rules` whether the game allows it. Requests that need no table are defined in `pages`.

use players::Strength;
use rules::{Action, ChoiceAnswer, Order, Play, Seat, Title};

use crate::ids::{ChannelId, UserId};
use crate::option_value::OptionValue;
use crate::pages::PageIntent;
use crate::watch_speed::WatchSpeed;

pub use crate::option_value::{OptionKind, OptionPage};

/// A person's request to a table, or for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// For a table.
    Table(Intent),
    /// Answered without a table.
    Page(PageIntent),
}

impl Meaning {
    /// Returns the request to a table; `None` for a page.
    pub fn table(self) -> Option<Intent> {
        match self {
            Self::Table(intent) => Some(intent),
            Self::Page(_) => None,
        }
    }
}

impl From<Intent> for Meaning {
    fn from(intent: Intent) -> Self {
        Self::Table(intent)
    }
}

impl From<PageIntent> for Meaning {
    fn from(intent: PageIntent) -> Self {
        Self::Page(intent)
    }
}

/// A person's request to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum Intent {
    /// Join the lobby, join a rematch late, or take back the person's own seat in a running game.
    Join,
    /// Remove a person from the lobby, or turn away a person who is knocking.
    Remove(UserId),
    /// Open or close the lobby's door. If the door is closed, the host must let others in.
    SetDoor {
        closed: bool,
    },
    /// Let a person who is knocking join.
    LetIn(UserId),
    /// Make another person the host.
    HandOver(UserId),
    /// Become the host, if the host is away.
    TakeOver,
    /// Call the people who asked to be called when a host looks for players.
    CallPlayers,
    /// Leave the lobby, the running game or the finished table.
    Leave {
        /// False to get a confirmation question first if a game is running.
        confirmed: bool,
    },
    /// Add a computer player of this strength in the lobby.
    AddComputer(Strength),
    /// Remove the most recently added computer player.
    RemoveComputer,
    /// Add computer players, usually two, and start the host's game against them.
    PlayNow,
    Start,
    OpenOptions(OptionPage),
    /// Close the options panel, replacing it with a link to the lobby.
    CloseOptions,
    SetOption(OptionValue),
    OpenHand,
    /// Repost the public message at the bottom of the channel.
    PostTable,
    /// Open the rules of this table: the guide, or the page about a card.
    Rules(Option<Title>),
    /// Go to a step of the hand panel.
    Show(PanelStep),
    Draw,
    Play(Play),
    /// Nope the card on top of the open window: the play is layer 0, the first Nope layer 1.
    Nope {
        /// The layer of the card that the Nope is meant for.
        layer: u8,
    },
    /// Pass on the card on top of the open Nope window.
    Pass,
    /// Enable auto-pass, which lasts until the person's own turn, or disable it.
    AutoPass(bool),
    /// Answer the choice that the game waits for.
    Answer(ChoiceAnswer),
    /// Pick a random card from a blind person's hand, to play, give or put into the draw pile.
    PickBlindly,
    /// Put the drawn hazard back at a uniformly random position that even its owner does not learn.
    PlaceAnywhere,
    /// Vote to let a computer play for the owner of this seat, who is holding up the game.
    VoteAway(Seat),
    /// Predict who explodes next; `None` predicts that no one does before the draw pile has halved.
    Predict(Option<Seat>),
    /// Watch a game among computers at this speed.
    WatchAt(WatchSpeed),
    /// Close the table for everyone.
    End {
        /// False to get a confirmation question first if a game is running.
        confirmed: bool,
    },
    /// Close the table in `channel`, which is not the channel of the click. The driver forwards the request to that
    /// table, but only for people who may manage the server.
    EndIn {
        channel: ChannelId,
        /// False to get a confirmation question first, which names the table.
        confirmed: bool,
    },
    /// Open the lobby for a rematch with the same options, or join the rematch.
    Rematch,
    /// Turn the finished table into a new lobby.
    NewTable,
}

impl Intent {
    /// Returns true if the intent is a move in the game, such as a draw, a play, an answer or a pass.
    pub fn is_move(self) -> bool {
        match self {
            Self::Draw
            | Self::Play(_)
            | Self::Nope { .. }
            | Self::Pass
            | Self::Answer(_)
            | Self::PickBlindly
            | Self::PlaceAnywhere => true,
            Self::Join
            | Self::Leave { .. }
            | Self::Remove(_)
            | Self::SetDoor { .. }
            | Self::LetIn(_)
            | Self::HandOver(_)
            | Self::TakeOver
            | Self::CallPlayers
            | Self::AddComputer(_)
            | Self::RemoveComputer
            | Self::Start
            | Self::PlayNow
            | Self::OpenOptions(_)
            | Self::CloseOptions
            | Self::SetOption(_)
            | Self::OpenHand
            | Self::PostTable
            | Self::Rules(_)
            | Self::Show(_)
            | Self::AutoPass(_)
            | Self::VoteAway(_)
            | Self::Predict(_)
            | Self::WatchAt(_)
            | Self::End { .. }
            | Self::EndIn { .. }
            | Self::Rematch
            | Self::NewTable => false,
        }
    }

    /// Returns the requested action; `None` for [`Self::PlaceAnywhere`], and if the intent is not a move.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "an intent that is not a move has no action"
    )]
    pub(crate) fn action(self, seat: Seat) -> Option<Action> {
        Some(match self {
            Self::Draw => Action::Draw { seat },
            Self::Play(play) => Action::Play { seat, play },
            Self::Nope { layer } => Action::Nope { seat, layer },
            Self::Pass => Action::Pass { seat },
            Self::Answer(answer) => Action::Choose { seat, answer },
            Self::PickBlindly => Action::PickBlindly { seat },
            _ => return None,
        })
    }

    /// Returns the intent that requests this action; `None` if no intent does.
    pub(crate) fn of_action(action: Action) -> Option<Self> {
        Some(match action {
            Action::Draw { .. } => Self::Draw,
            Action::Play { play, .. } => Self::Play(play),
            Action::Nope { layer, .. } => Self::Nope { layer },
            Action::Pass { .. } => Self::Pass,
            Action::Choose { answer, .. } => Self::Answer(answer),
            Action::PickBlindly { .. } => Self::PickBlindly,
            Action::Leave { .. } | Action::TimeOut => return None,
        })
    }
}

/// A step of the hand panel, encoded in the ids of the panel's controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelStep {
    /// The hand, or the choice that the game waits for.
    Hand,
    /// The hand with an explanation of a turn and of each card.
    Explained,
    /// The ways to play a title that can be part of a combo now.
    Title(Title),
    /// The target of a play.
    Target(TargetedPlay),
    /// The title demanded by a triple.
    Naming {
        /// The title of the three cards played.
        title: Title,
        /// The number of Feral Cats among them, as in [`Play::Triple`].
        wild: u8,
        /// The player who is asked.
        on: Seat,
    },
    /// The five different titles of a five-card combo.
    Five,
    /// The confirmation before this life-saving card is given away or put into the draw pile.
    Giving(Title),
    /// The new order of the top cards: the cards placed so far, the new top card first.
    Order(Order),
    /// The position for the kitten, one page of positions at a time.
    Places {
        /// The first position on the page, counted from 0 at the top of the pile.
        from: u8,
    },
}

impl PanelStep {
    /// Returns the partial order of the top cards; `None` unless this is [`Self::Order`].
    pub fn order(self) -> Option<Order> {
        let Self::Order(order) = self else {
            return None;
        };
        Some(order)
    }

    /// Returns the card about to be given away or put into the draw pile; `None` unless this is [`Self::Giving`].
    pub fn given(self) -> Option<Title> {
        let Self::Giving(title) = self else {
            return None;
        };
        Some(title)
    }

    /// Returns the first position on the page; `None` unless this is [`Self::Places`].
    pub fn first_place(self) -> Option<u8> {
        let Self::Places { from } = self else {
            return None;
        };
        Some(from)
    }
}

/// A play whose target is yet to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetedPlay {
    /// A single card of this title.
    Single(Title),
    /// A pair of this title, with this many Feral Cats.
    Pair(Title, u8),
    /// A triple of this title, with this many Feral Cats.
    Triple(Title, u8),
}

/// The value of [`Menu::Computers`] that removes a computer player.
pub const REMOVE_COMPUTER: &str = "remove";
/// The value of [`Menu::Computers`] that calls players.
pub const CALL_PLAYERS: &str = "call";

/// The value of [`Menu::Predict`] for the prediction that no one explodes.
pub const PREDICT_NOBODY: &str = "nobody";

/// A select menu of a table. The menu and the values chosen in it form an [`Intent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// A lobby option. Values: [`OptionValue::word`].
    Option(OptionKind),
    /// Adding or removing a computer player in the lobby, or calling players. Values: the strength's id,
    /// [`REMOVE_COMPUTER`] or [`CALL_PLAYERS`].
    Computers {
        /// The number of players when the menu was shown. Used only to give the menu a new id, because clients would
        /// otherwise keep showing the previous choice.
        players: u8,
    },
    /// The person to remove from the lobby. Values: their id.
    Remove,
    /// The person to make the host. Values: their id.
    HandOver,
    /// The target of a play. Values: the seat's index.
    Target(TargetedPlay),
    /// The cards of a large hand. Values: the title's id.
    Hand {
        /// The number of the menu, from 0; a hand may need several.
        page: u8,
    },
    /// The title demanded by a triple. Values: the title's id.
    Naming {
        /// The title of the three cards played.
        title: Title,
        /// The number of Feral Cats among them.
        wild: u8,
        /// The player who is asked.
        on: Seat,
    },
    /// Five different titles. Five values: the titles' ids.
    Five,
    /// The position for the kitten. Values: the position, counted from 0 at the top.
    Place,
    /// The card to give. Values: the title's id.
    Give,
    /// The card to take. Values: the title's id.
    Take,
    /// The player who explodes next. Values: the seat's index, or [`PREDICT_NOBODY`].
    Predict,
}
