//! Requests and events from a message board, as plain data. A request pairs an operation, which `board_runner` carries
//! out, with a key, which it returns with the outcome.

use serenity::model::id::{InteractionId, MessageId};
use table::direct_hand::{DirectMessage, HandId};
use table::effect::Urgency;
use table::ids::{ChannelId, UserId};
use table::input::DeliveryFailure;
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::Instant;

use super::refusal_messages::NoticeAnswer;
use crate::RequestError;
use crate::call::Original;
use crate::callback::Callback;
use crate::channel_scan::FoundMessage;

/// A request for `board_runner` to carry out. Requests may run concurrently and complete in any order.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) key: Key,
    pub(crate) op: Op,
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Answer(Callback, Reply),
    /// Answer a command with a public message that pings only these people.
    AnswerByPost(Callback, Screen, UserSet),
    /// Send a private follow-up message with the token of an answered interaction.
    FollowUp(Callback, Screen),
    EditPrivate(PrivateMessage, Screen),
    DeletePrivate(PrivateMessage),
    Post(Post),
    Edit(Place, MessageId, Screen, Urgency),
    Delete(Place, MessageId),
    /// Find the table's messages in the channel, from this message on, or among the newest hundred if `None`.
    Scan(Place, Option<MessageId>),
    OpenDirectMessages(UserId),
    Record {
        /// The table's current message.
        message: MessageId,
        /// Ids of messages that must be deleted or may precede an unknown message; 0 is the channel's beginning.
        replaced: Vec<u64>,
    },
    /// Record the table's message in the journal, with no replaced messages.
    RecordOnly(MessageId),
}

/// Identifies a message that a board keeps up to date: the table's message or the direct message with a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotId {
    Table,
    Hand(HandId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Table,
    /// The bot's direct message channel with the owner of the hand.
    Direct(ChannelId, HandId),
}

#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Acknowledge,
    /// An edit of the message that was clicked.
    Edit(Screen),
    /// An edit of the message that was clicked, or a new private message if that message is gone.
    EditOrNote(Screen),
    /// A person's panel, shown in the clicked private message, or in a new one if none was clicked.
    Panel(Screen),
    /// A new private message that is not a panel.
    Note(Screen),
}

/// Identifies the purpose of a request; returned with its outcome.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// A request for a slot's message; the number is unique within the slot.
    Slot(SlotId, u64),
    Panel(PanelAnswer),
    /// A panel sent as a follow-up message with this interaction's token.
    FollowUp(Callback),
    PanelEdit(PanelId),
    Notice(NoticeAnswer),
    /// An answer whose result is ignored.
    Answer,
    /// A deletion whose result is ignored.
    Deletion,
}

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Done,
    Created(MessageId),
    Opened(ChannelId),
    /// The messages found, oldest first.
    Found(Vec<FoundMessage>),
}

pub(crate) type OpResult = Result<Outcome, RequestError>;

/// A private message, with the interaction whose token edits and deletes it.
#[derive(Clone, Debug)]
pub(crate) struct PrivateMessage {
    pub(super) callback: Callback,
    /// `None` if Discord has not returned the id.
    pub(super) id: Option<MessageId>,
    /// True if the message is a follow-up, not the answer itself or the clicked message.
    pub(super) follows_up: bool,
}

/// An answer with a panel, or only an acknowledgement if the panel follows later or stays unchanged.
#[derive(Clone, Debug)]
pub(crate) struct PanelAnswer {
    pub(super) callback: Callback,
    pub(super) acknowledges: bool,
}

/// Identifies a panel by its owner and the interaction that it answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PanelId {
    pub(super) user: UserId,
    pub(super) interaction: InteractionId,
}

#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) place: Place,
    pub(crate) screen: Screen,
    /// The slot's recorded message when the request was made. It determines the nonce, so that a repeated post does not
    /// create a second message.
    pub(crate) after: Option<MessageId>,
    pub(crate) ping: UserSet,
    /// The finished game's message, which stays in the channel, and its last screen.
    pub(crate) farewell: Option<(MessageId, Screen)>,
    pub(crate) urgency: Urgency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// The table's current message is recorded in the journal.
    Shown,
    /// The table's message could not be posted or edited.
    Undelivered(DeliveryFailure),
    ChannelGone,
    HandPosted(HandId, DirectMessage),
    HandRefused(HandId),
}

impl Request {
    /// Returns true if the request posts the table's public message or changes its content.
    pub(crate) fn shows_table(&self) -> bool {
        let is_public = matches!(self.key, Key::Slot(SlotId::Table, _));
        let shows = |op: &Op| {
            matches!(
                op,
                Op::Edit(..) | Op::Post(_) | Op::Answer(..) | Op::AnswerByPost(..)
            )
        };
        is_public && shows(&self.op)
    }
}

impl Outcome {
    pub(super) fn created(&self) -> Option<MessageId> {
        match self {
            Self::Created(message) => Some(*message),
            Self::Done | Self::Opened(_) | Self::Found(_) => None,
        }
    }
}

impl PrivateMessage {
    /// Returns true if the token can still be used.
    pub(super) fn is_reachable(&self, now: Instant) -> bool {
        now < self.callback.token_end()
    }

    pub(crate) fn original(&self) -> Original {
        Original {
            follow_up: self.id.filter(|_| self.follows_up),
            ..self.callback.original()
        }
    }

    pub(crate) fn token_end(&self) -> Instant {
        self.callback.token_end()
    }
}

impl PanelId {
    pub(super) fn of(callback: &Callback) -> Self {
        Self {
            user: callback.user,
            interaction: callback.interaction,
        }
    }
}

impl PanelAnswer {
    /// Returns the message that shows the panel after this answer, if any: the created one, or else the clicked one.
    pub(super) fn message(&self, created: Option<MessageId>) -> Option<PrivateMessage> {
        let clicked = self.callback.clicked_panel();
        let is_shown = clicked.is_some() || !self.acknowledges;
        is_shown.then(|| PrivateMessage {
            callback: self.callback.clone(),
            id: created.or(clicked),
            follows_up: false,
        })
    }
}
