//! The requests that a message board asks for, and their completions. Plain data: `board_runner` carries the
//! requests out. A request has a ticket of its kind, which its completion returns with the outcome. Only the
//! board issues tickets, so that no outcome is taken for that of another kind of request.

use serenity::model::id::{InteractionId, MessageId};
use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::Urgency;
use table::ids::UserId;
use table::input::DeliveryFailure;
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::Instant;

use super::newest_screen::UpdateKind;
use super::panels::clicked_panel;
use super::refusal_messages::Words;
use crate::RequestError;
use crate::call::Original;
use crate::callback::Callback;
use crate::channel_scan::FoundMessage;

type Done = Result<(), RequestError>;

/// The number of a request for the public message, unique within one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestId(pub(super) u64);

/// A request that the board wants to be carried out. Requests may be carried out at the same time
/// and complete in any order.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Public(PublicRequest),
    /// Answer an interaction with a person's panel.
    AnswerWithPanel(PanelAnswer, Screen),
    /// Acknowledge a click of a person whose panel follows below the table, or ends.
    AcknowledgePanel(PanelAnswer),
    /// Send a person's panel as a further private message, by the token of an answered interaction.
    FollowUpWithPanel(PanelFollowUp, Screen),
    EditPanel(PanelEdit, PrivateMessage, Screen),
    /// Bring a screen to the direct message with a person's hand.
    ShowHand(HandWrite, HandRequest),
    /// Answer a click on a hand by an edit of the direct message that was clicked.
    AnswerHand(HandAnswer, Callback, Screen),
    /// Answer a click on a direct message that is out of use by an edit of it.
    AnswerObsolete(PlainAnswer, Callback, Screen),
    /// Answer an interaction with a private message that is no panel.
    AnswerWithNote(NoticeAnswer, Screen),
    /// Answer an interaction with a private message that says why nothing has changed.
    AnswerWithRefusal(NoticeAnswer, Screen),
    /// Delete a private message that a newer one has replaced.
    DeletePrivate(PrivateMessage),
    /// Answer an interaction without showing anything.
    Acknowledge(PlainAnswer, Callback),
}

/// A request that concerns the table's public message.
#[derive(Clone, Debug)]
pub(crate) enum PublicRequest {
    Edit(Edit, Screen, Urgency),
    Post(NewMessage, Post),
    /// Answer a click by an edit of the message that was clicked.
    AnswerClick(ClickAnswer, Callback, Screen),
    /// Answer a command by a new public message.
    AnswerCommand(NewMessage, Callback, Screen),
    /// Find the table's messages in the channel.
    Scan(Scan),
    /// Record in the journal which are the table's messages.
    Record(Record),
    /// Record in the journal that this is the table's only message.
    RecordOnly(RecordOnly),
    Delete(Deletion),
}

/// A private message, by the interaction whose token edits and deletes it.
#[derive(Clone, Debug)]
pub(crate) struct PrivateMessage {
    pub(super) callback: Callback,
    /// None if Discord has not told it.
    pub(super) id: Option<MessageId>,
    /// True if it is not the answer itself, nor the message that was clicked.
    pub(super) follows_up: bool,
}

/// The ticket of an answer with a panel, or of an acknowledgement of a click beside one.
#[derive(Clone, Debug)]
pub(crate) struct PanelAnswer {
    pub(crate) callback: Callback,
    pub(super) acknowledges: bool,
}

/// The ticket of a panel that is sent as a further message by the token of this interaction.
#[derive(Clone, Debug)]
pub(crate) struct PanelFollowUp(pub(crate) Callback);

/// The ticket of an edit of a panel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PanelEdit(pub(super) PanelId);

/// A panel, by the interaction whose token edits it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PanelId {
    pub(super) user: UserId,
    pub(super) interaction: InteractionId,
}

/// The ticket of a write of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandWrite(pub(super) HandId);

/// The ticket of an answer to a click on a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandAnswer(pub(super) HandId, pub(super) InteractionId);

/// The ticket of an answer from which nothing follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainAnswer(pub(super) ());

/// The ticket of an answer with a refusal or a note.
#[derive(Clone, Debug)]
pub(crate) struct NoticeAnswer {
    /// The interaction to answer, whose token may delete the notice later.
    pub(crate) callback: Callback,
    pub(super) words: Words,
    /// True if no later message takes its place.
    pub(super) stays: bool,
}

/// The ticket of an edit of the public message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit {
    pub(super) id: RequestId,
    pub(crate) message: MessageId,
    pub(super) update: UpdateKind,
}

/// The ticket of an answer to a click by an edit of the public message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClickAnswer(pub(super) RequestId);

/// The ticket of a post or of an answer to a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewMessage {
    pub(super) id: RequestId,
    pub(super) answers_command: bool,
    /// The message of a finished game, which stays.
    pub(super) keeps: Option<MessageId>,
    /// The message that the journal named when the request was made. A second post after the same message
    /// creates none.
    pub(crate) after: Option<MessageId>,
    pub(crate) ping: UserSet,
}

/// The ticket of a scan of the channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    pub(super) id: RequestId,
    /// The oldest message to look at.
    pub(crate) since: Option<MessageId>,
}

/// The ticket of a record of the table's messages.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(super) id: RequestId,
    /// The table's current message, which this process has posted or found.
    pub(crate) message: MessageId,
    /// Ids of messages that may still have to be deleted; 0 stands for the beginning of the channel.
    pub(crate) replaced: Vec<u64>,
}

/// The ticket of a record that a message is the only one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordOnly {
    pub(super) id: RequestId,
    pub(crate) message: MessageId,
}

/// The ticket of a deletion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deletion(pub(super) MessageId);

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

/// The content of a post of the table's message.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) screen: Screen,
    /// The last screen for a message that stays when this one is posted.
    pub(crate) farewell: Option<(MessageId, Screen)>,
    pub(crate) urgency: Urgency,
}

/// The result of recording messages in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordResult {
    Recorded,
    /// The journal did not answer in several attempts. The record is tried again.
    Unavailable,
}

/// The completion of a [`Request`].
#[derive(Clone, Debug)]
pub(crate) enum Completion {
    Public(PublicCompletion),
    /// The message that was created, if one was and Discord has told it.
    PanelAnswered(PanelAnswer, Result<Option<MessageId>, RequestError>),
    PanelFollowedUp(PanelFollowUp, Result<MessageId, RequestError>),
    PanelEdited(PanelEdit, Done),
    NoticeAnswered(NoticeAnswer, Done),
    /// The message with the hand, if there is one.
    HandShown(HandWrite, Result<Option<DirectMessage>, RequestError>),
    HandAnswered(HandAnswer, Done),
    /// Nothing follows from it.
    PrivateDeleted,
    Answered(PlainAnswer),
}

/// The completion of a [`PublicRequest`].
#[derive(Clone, Debug)]
pub(crate) enum PublicCompletion {
    Edited(Edit, Done),
    Posted(NewMessage, Result<MessageId, RequestError>),
    ClickAnswered(ClickAnswer, Done),
    /// The messages found, the oldest first.
    Scanned(Scan, Result<Vec<FoundMessage>, RequestError>),
    Recorded(Record, RecordResult),
    /// Nothing follows from it: if it was not recorded, the next process tries the deletions again.
    RecordedOnly(RecordOnly),
    Deleted(Deletion, Done),
}

/// An event that a board reports to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// The table's message was posted and is recorded in the journal.
    Shown,
    /// The table's message could not be posted or edited.
    Undelivered(DeliveryFailure),
    /// The table's channel has been deleted.
    ChannelGone,
    /// A person's hand was posted as a direct message.
    HandPosted(HandId, DirectMessage),
    /// No direct message reaches a person.
    HandRefused(HandId),
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
    /// Returns the message that shows the panel after this answer, which created that one if it created any.
    pub(super) fn message(&self, created: Option<MessageId>) -> Option<PrivateMessage> {
        let clicked = clicked_panel(&self.callback);
        let is_shown = clicked.is_some() || !self.acknowledges;
        is_shown.then(|| PrivateMessage {
            callback: self.callback.clone(),
            id: created.or(clicked),
            follows_up: false,
        })
    }
}

impl Deletion {
    pub(crate) fn message(self) -> MessageId {
        self.0
    }
}

impl Request {
    /// Returns true if the request brings a screen to the table's public message.
    pub(crate) fn shows_table(&self) -> bool {
        matches!(
            self,
            Self::Public(
                PublicRequest::Edit(..)
                    | PublicRequest::Post(..)
                    | PublicRequest::AnswerClick(..)
                    | PublicRequest::AnswerCommand(..)
            )
        )
    }

    pub(crate) fn failed(&self, error: RequestError) -> Completion {
        match self {
            Self::Public(request) => Completion::Public(request.failed(error)),
            Self::AnswerWithPanel(panel, _) | Self::AcknowledgePanel(panel) => {
                Completion::PanelAnswered(panel.clone(), Err(error))
            }
            Self::FollowUpWithPanel(panel, _) => {
                Completion::PanelFollowedUp(panel.clone(), Err(error))
            }
            Self::EditPanel(panel, ..) => Completion::PanelEdited(*panel, Err(error)),
            Self::AnswerWithRefusal(notice, _) | Self::AnswerWithNote(notice, _) => {
                Completion::NoticeAnswered(notice.clone(), Err(error))
            }
            Self::ShowHand(hand, _) => Completion::HandShown(*hand, Err(error)),
            Self::AnswerHand(hand, ..) => Completion::HandAnswered(*hand, Err(error)),
            Self::DeletePrivate(_) => Completion::PrivateDeleted,
            Self::AnswerObsolete(answer, ..) | Self::Acknowledge(answer, _) => {
                Completion::Answered(*answer)
            }
        }
    }
}

impl PublicRequest {
    fn failed(&self, error: RequestError) -> PublicCompletion {
        match self {
            Self::Edit(edit, ..) => PublicCompletion::Edited(*edit, Err(error)),
            Self::Post(new, _) | Self::AnswerCommand(new, ..) => {
                PublicCompletion::Posted(*new, Err(error))
            }
            Self::AnswerClick(click, ..) => PublicCompletion::ClickAnswered(*click, Err(error)),
            Self::Scan(scan) => PublicCompletion::Scanned(*scan, Err(error)),
            Self::Record(record) => {
                PublicCompletion::Recorded(record.clone(), RecordResult::Unavailable)
            }
            Self::RecordOnly(record) => PublicCompletion::RecordedOnly(*record),
            Self::Delete(deletion) => PublicCompletion::Deleted(*deletion, Err(error)),
        }
    }
}

impl Completion {
    /// Returns true if a request that [shows the table](Request::shows_table) has done so.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(
            self,
            Self::Public(
                PublicCompletion::Edited(_, Ok(()))
                    | PublicCompletion::ClickAnswered(_, Ok(()))
                    | PublicCompletion::Posted(_, Ok(_))
            )
        )
    }
}
