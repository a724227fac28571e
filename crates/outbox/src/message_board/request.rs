//! The requests that a message board asks for, and their outcomes. Plain data: `board_runner` carries the
//! requests out.

use journal::PostedMessages;
use serenity::model::id::{InteractionId, MessageId};
use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::Urgency;
use table::ids::UserId;
use table::input::DeliveryFailure;
use table::screen::Screen;

use crate::RequestError;
use crate::callback::Callback;
use crate::channel_scan::FoundMessage;

/// The number of a request for the public message, unique within one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestId(pub(super) u64);

/// A request that the board wants to be carried out. Requests may be carried out at the same time
/// and complete in any order.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// A request that concerns the table's public message.
    Public(RequestId, PublicRequest),
    /// Answer an interaction with a person's panel.
    AnswerWithPanel(Callback, Screen),
    /// Edit a person's panel by the token of the interaction that was answered with it.
    EditPanel(Callback, Screen),
    /// Bring a screen to the direct message with a person's hand.
    ShowHand(HandRequest),
    /// Answer a click on a hand by an edit of the direct message that was clicked.
    AnswerHand(HandId, Callback, Screen),
    /// Answer a click on a direct message that is out of use by an edit of it.
    AnswerObsolete(Callback, Screen),
    /// Answer an interaction with a private message that is no panel.
    AnswerWithNote(Callback, Screen),
    /// Answer an interaction with a private message that says why nothing has changed.
    AnswerWithRefusal(Callback, Screen),
    /// Delete the refusal that this interaction was answered with.
    DeleteRefusal(Callback),
    /// Answer an interaction without showing anything.
    Acknowledge(Callback),
}

/// A request that concerns the table's public message, and its outcome's kind.
#[derive(Clone, Debug)]
pub(crate) enum PublicRequest {
    /// Edit a message; [`Outcome::Done`].
    Edit(MessageId, Screen, Urgency),
    /// Post a new message; [`Outcome::Posted`].
    Post(Post),
    /// Answer a click by an edit of the message that was clicked; [`Outcome::Done`].
    AnswerClick(Callback, Screen),
    /// Answer a command by a new public message, which may ping one person; [`Outcome::Posted`].
    AnswerCommand(Callback, Screen, Option<UserId>),
    /// Find the table's messages in the channel, from this one on; [`Outcome::Scanned`].
    Scan(Option<MessageId>),
    /// Record in the journal which are the table's messages; [`Outcome::Recorded`].
    Record(Record),
    /// Record in the journal that this is the table's only message; [`Outcome::Recorded`].
    RecordOnly(MessageId),
    /// Delete a message; [`Outcome::Done`].
    Delete(MessageId),
    /// Delete a message that was posted for a table of another process, unless Discord gave it to
    /// that process too; [`Outcome::Withdrawn`].
    Withdraw(MessageId, MessageSource),
}

/// A screen for the direct message with a person's hand.
#[derive(Clone, Debug)]
pub(crate) struct HandRequest {
    pub(crate) hand: HandId,
    pub(crate) screen: Screen,
    pub(crate) place: HandPlace,
    /// True if a message is to be posted where there is none.
    pub(crate) may_post: bool,
    /// How many messages with this hand were deleted. Each has a nonce of its own.
    pub(crate) lost: u32,
}

/// A post of the table's message.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) screen: Screen,
    /// The only person that the message may ping.
    pub(crate) ping: Option<UserId>,
    /// The message that the journal names. A second post after the same message creates none.
    pub(crate) after: Option<MessageId>,
    /// The last screen for a message that stays when this one is posted.
    pub(crate) farewell: Option<(MessageId, Screen)>,
    pub(crate) urgency: Urgency,
}

/// A record of the table's messages.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The table's present message, which this process has posted or found.
    pub(crate) message: MessageId,
    pub(crate) source: MessageSource,
    /// Ids of messages that may still have to be deleted; 0 stands for the beginning of the channel.
    pub(crate) replaced: Vec<u64>,
}

/// How a message was created. Decides who else Discord may have given the same message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageSource {
    /// The answer to a command. It is this process's alone.
    CommandAnswer,
    /// A post after this recorded message; `None` for the table's first. Another process that posts
    /// after the same message is given this one too.
    PostAfter(Option<MessageId>),
}

/// The outcome of a [`PublicRequest`].
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// Of an edit, an answer to a click or a deletion.
    Done(Result<(), RequestError>),
    /// Of a post or an answer to a command: the new message.
    Posted(Result<MessageId, RequestError>),
    /// Of a scan: the messages found, the oldest first.
    Scanned(Result<Vec<FoundMessage>, RequestError>),
    /// Of a record.
    Recorded(RecordResult),
    /// Of a withdrawal: there is nothing more to do.
    Withdrawn,
}

/// The result of recording messages in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordResult {
    Recorded,
    /// The journal did not answer in several attempts. The record is tried again.
    Unavailable,
    /// Another process owns the table and has posted these. The message has been withdrawn.
    NotOwner(PostedMessages),
}

/// The completion of a [`Request`].
#[derive(Clone, Debug)]
pub(crate) enum Completion {
    /// Of a request for the public message.
    Public(RequestId, Outcome),
    /// Of an answer with a panel.
    PanelAnswered(UserId, InteractionId, Result<(), RequestError>),
    /// Of an edit of a panel.
    PanelEdited(UserId, InteractionId, Result<(), RequestError>),
    /// Of an answer with a refusal to this interaction.
    RefusalAnswered(Callback, Screen, Result<(), RequestError>),
    /// Of a screen for a hand: its message, if there is one.
    HandShown(HandId, Result<Option<DirectMessage>, RequestError>),
    /// Of an answer to a click on a hand.
    HandAnswered(HandId, InteractionId, Result<(), RequestError>),
    /// Of an answer or a deletion from which nothing follows.
    Answered,
}

/// An event that a board reports to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// The table's message was posted and is recorded in the journal.
    Shown,
    /// Another process owns the table; its message replaces this process's.
    Superseded,
    /// The table's message could not be posted or edited.
    Undelivered(DeliveryFailure),
    /// The table's channel has been deleted.
    ChannelGone,
    /// A person's hand was posted as a direct message.
    HandPosted(HandId, DirectMessage),
    /// No direct message reaches a person.
    HandRefused(HandId),
}

impl Request {
    /// Returns true if the request brings a screen to the table's public message.
    pub(crate) fn shows_table(&self) -> bool {
        matches!(
            self,
            Self::Public(
                _,
                PublicRequest::Edit(..)
                    | PublicRequest::Post(_)
                    | PublicRequest::AnswerClick(..)
                    | PublicRequest::AnswerCommand(..)
            )
        )
    }

    /// Returns the completion of this request if it fails.
    pub(crate) fn failed(&self, error: RequestError) -> Completion {
        match self {
            Self::Public(id, request) => Completion::Public(*id, request.failed(error)),
            Self::AnswerWithPanel(callback, _) => {
                Completion::PanelAnswered(callback.user, callback.interaction, Err(error))
            }
            Self::EditPanel(callback, _) => {
                Completion::PanelEdited(callback.user, callback.interaction, Err(error))
            }
            Self::AnswerWithRefusal(callback, screen) => {
                Completion::RefusalAnswered(callback.clone(), screen.clone(), Err(error))
            }
            Self::ShowHand(request) => Completion::HandShown(request.hand, Err(error)),
            Self::AnswerHand(hand, callback, _) => {
                Completion::HandAnswered(*hand, callback.interaction, Err(error))
            }
            Self::AnswerWithNote(..)
            | Self::AnswerObsolete(..)
            | Self::DeleteRefusal(_)
            | Self::Acknowledge(_) => Completion::Answered,
        }
    }
}

impl PublicRequest {
    fn failed(&self, error: RequestError) -> Outcome {
        match self {
            Self::Edit(..) | Self::AnswerClick(..) | Self::Delete(_) => Outcome::Done(Err(error)),
            Self::Post(_) | Self::AnswerCommand(..) => Outcome::Posted(Err(error)),
            Self::Scan(_) => Outcome::Scanned(Err(error)),
            Self::Record(_) | Self::RecordOnly(_) => Outcome::Recorded(RecordResult::Unavailable),
            Self::Withdraw(..) => Outcome::Withdrawn,
        }
    }
}

impl Completion {
    /// Returns true if a request that [shows the table](Request::shows_table) has done so.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(
            self,
            Self::Public(_, Outcome::Done(Ok(())) | Outcome::Posted(Ok(_)))
        )
    }
}
