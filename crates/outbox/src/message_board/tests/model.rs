//! A model of all that surrounds a message board: the channel, the journal and the tokens of
//! interactions. Carries out a request at once and completely, or not at all.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use journal::PostedMessages;
use serenity::model::id::{InteractionId, MessageId};
use table::screen::Screen;

use super::super::{
    Completion, PrivateMessage, PublicCompletion, PublicRequest, RecordResult, Request,
};
use super::support::number_of;
use crate::RequestError;
use crate::callback::Callback;
use crate::channel_scan::{FoundMessage, game_end_on};

#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) number: u32,
    screen: Screen,
}

/// The message that a token's edits would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Original {
    Public(MessageId),
    Private,
}

#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) messages: BTreeMap<MessageId, Shown>,
    pub(super) journal: PostedMessages,
    /// Interactions that an earlier process has answered already, by an edit of the public message.
    pub(super) answered_elsewhere: BTreeSet<InteractionId>,
    /// Private screens that became visible to everybody.
    pub(super) leaks: Vec<String>,
    nonces: HashMap<Option<MessageId>, MessageId>,
    originals: HashMap<InteractionId, Original>,
    last_id: u64,
}

impl Model {
    fn add(&mut self, screen: Screen) -> MessageId {
        self.last_id += 1;
        let id = MessageId::new(self.last_id);
        let number = number_of(&screen);
        self.messages.insert(id, Shown { number, screen });
        id
    }

    /// Posts after this message. A second post after the same one returns the message of the first.
    pub(super) fn post(&mut self, screen: Screen, after: Option<MessageId>) -> MessageId {
        let known = self.nonces.get(&after).copied();
        if let Some(id) = known.filter(|id| self.messages.contains_key(id)) {
            return id;
        }
        let id = self.add(screen);
        self.nonces.insert(after, id);
        id
    }

    fn edit(&mut self, message: MessageId, screen: Screen) -> Result<(), RequestError> {
        let shown = self
            .messages
            .get_mut(&message)
            .ok_or(RequestError::UnknownMessage)?;
        *shown = Shown {
            number: number_of(&screen),
            screen,
        };
        Ok(())
    }

    /// Returns the messages that take clicks of a game, the oldest first.
    pub(super) fn live(&self) -> Vec<(MessageId, u32)> {
        let live = self.messages.iter();
        let live = live.filter(|(_, shown)| game_end_on(&shown.screen).is_none());
        live.map(|(id, shown)| (*id, shown.number)).collect()
    }

    pub(super) fn apply(&mut self, request: Request) -> Completion {
        match request {
            Request::Public(request) => Completion::Public(self.apply_public(request)),
            Request::AnswerWithPanel(panel, screen) => {
                let result = self.answer_privately(&panel.callback, &screen);
                Completion::PanelAnswered(panel, result.map(|()| None))
            }
            Request::AcknowledgePanel(panel) => {
                let result = self.acknowledge(&panel.callback);
                Completion::PanelAnswered(panel, result.map(|()| None))
            }
            // It is private whatever the token's answer is.
            Request::FollowUpWithPanel(panel, screen) => {
                self.check_private(&screen);
                self.last_id += 1;
                let message = MessageId::new(self.last_id);
                Completion::PanelFollowedUp(panel, Ok(message))
            }
            Request::EditPanel(panel, message, screen) => {
                Completion::PanelEdited(panel, self.edit_panel(&message, &screen))
            }
            Request::AnswerWithRefusal(notice, screen)
            | Request::AnswerWithNote(notice, screen) => {
                let result = self.answer_privately(&notice.callback, &screen);
                Completion::NoticeAnswered(notice, result)
            }
            Request::DeletePrivate(message) => {
                self.delete_private(&message);
                Completion::PrivateDeleted
            }
            // The schedules have no hands: `direct_hands` tests those.
            Request::ShowHand(hand, _) => Completion::HandShown(hand, Ok(None)),
            Request::AnswerHand(hand, ..) => Completion::HandAnswered(hand, Ok(())),
            Request::AnswerObsolete(plain, ..) | Request::Acknowledge(plain, _) => {
                Completion::Answered(plain)
            }
        }
    }

    fn apply_public(&mut self, request: PublicRequest) -> PublicCompletion {
        match request {
            PublicRequest::Edit(edit, screen, _) => {
                PublicCompletion::Edited(edit, self.edit(edit.message, screen))
            }
            PublicRequest::AnswerClick(click, callback, screen) => {
                PublicCompletion::ClickAnswered(click, self.answer_click(&callback, screen))
            }
            PublicRequest::Post(new, post) => {
                if let Some((message, screen)) = post.farewell {
                    // The message may have been deleted.
                    let _ = self.edit(message, screen);
                }
                PublicCompletion::Posted(new, Ok(self.post(post.screen, new.after)))
            }
            PublicRequest::AnswerCommand(new, _, screen) => {
                PublicCompletion::Posted(new, Ok(self.add(screen)))
            }
            PublicRequest::Scan(scan) => {
                PublicCompletion::Scanned(scan, Ok(self.found(scan.since)))
            }
            PublicRequest::Record(record) => {
                self.record(record.message, record.replaced.clone());
                PublicCompletion::Recorded(record, RecordResult::Recorded)
            }
            PublicRequest::RecordOnly(record) => {
                self.record(record.message, Vec::new());
                PublicCompletion::RecordedOnly(record)
            }
            PublicRequest::Delete(deletion) => {
                let removed = self.messages.remove(&deletion.message());
                let result = removed.map(drop).ok_or(RequestError::UnknownMessage);
                PublicCompletion::Deleted(deletion, result)
            }
        }
    }

    fn answer_click(&mut self, callback: &Callback, screen: Screen) -> Result<(), RequestError> {
        if self.answered_elsewhere.contains(&callback.interaction) {
            return Err(RequestError::AlreadyAnswered);
        }
        let clicked = callback.clicked.map(|clicked| clicked.message);
        self.edit(clicked.ok_or(RequestError::UnknownMessage)?, screen)
    }

    fn answer_privately(
        &mut self,
        callback: &Callback,
        screen: &Screen,
    ) -> Result<(), RequestError> {
        let clicked = callback.clicked.filter(|clicked| !clicked.private);
        let clicked = clicked.map(|clicked| clicked.message);
        if self.answered_elsewhere.contains(&callback.interaction)
            && let Some(clicked) = clicked
        {
            let original = Original::Public(clicked);
            self.originals.insert(callback.interaction, original);
            return Err(RequestError::AlreadyAnswered);
        }
        self.originals
            .insert(callback.interaction, Original::Private);
        self.check_private(screen);
        Ok(())
    }

    /// Takes a click without showing anything: its token stands for the message that was clicked.
    fn acknowledge(&mut self, callback: &Callback) -> Result<(), RequestError> {
        let clicked = callback.clicked.filter(|clicked| !clicked.private);
        let original = clicked.map_or(Original::Private, |clicked| {
            Original::Public(clicked.message)
        });
        self.originals.insert(callback.interaction, original);
        match self.answered_elsewhere.contains(&callback.interaction) {
            true => Err(RequestError::AlreadyAnswered),
            false => Ok(()),
        }
    }

    fn edit_panel(
        &mut self,
        message: &PrivateMessage,
        screen: &Screen,
    ) -> Result<(), RequestError> {
        self.check_private(screen);
        if message.original().follow_up.is_some() {
            return Ok(());
        }
        match self.originals.get(&message.callback.interaction) {
            Some(Original::Private) => Ok(()),
            Some(Original::Public(message)) => {
                self.leaks.push(format!("{screen} in {message}"));
                Ok(())
            }
            None => Err(RequestError::UnknownMessage),
        }
    }

    /// Deletes the message that an interaction was answered with, which must not be the public one.
    fn delete_private(&mut self, message: &PrivateMessage) {
        if message.original().follow_up.is_some() {
            return;
        }
        let interaction = message.callback.interaction;
        if let Some(Original::Public(message)) = self.originals.remove(&interaction) {
            self.leaks
                .push(format!("{message} deleted as a private one"));
        }
    }

    /// Notes a public screen that was sent as a panel: the two must not be mixed up.
    fn check_private(&mut self, screen: &Screen) {
        if number_of(screen) != 0 {
            self.leaks.push(format!("{screen} as a panel"));
        }
    }

    fn found(&self, since: Option<MessageId>) -> Vec<FoundMessage> {
        let found = self.messages.iter();
        let found = found.filter(|(id, _)| Some(**id) >= since);
        let found = found.map(|(id, shown)| FoundMessage {
            id: *id,
            game_end: game_end_on(&shown.screen),
        });
        found.collect()
    }

    fn record(&mut self, message: MessageId, replaced: Vec<u64>) {
        self.journal = PostedMessages {
            message: Some(message.get()),
            replaced,
        };
    }
}
