//! A model of a message board's environment: a channel, the journal and the tokens of interactions. Carries out a
//! request at once and completely, or not at all.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use journal::PostedMessages;
use serenity::model::id::{InteractionId, MessageId};
use table::ids::ChannelId;
use table::screen::Screen;

use super::super::{Op, OpResult, Outcome, PrivateMessage, Reply};
use super::support::number_of;
use crate::RequestError;
use crate::callback::Callback;
use crate::channel_scan::{FoundMessage, game_end_on};

#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) number: u32,
    screen: Screen,
}

/// The message to which an interaction's token refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Original {
    Public(MessageId),
    Private,
}

#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) messages: BTreeMap<MessageId, Shown>,
    pub(super) journal: PostedMessages,
    /// Interactions that an earlier process has already answered by editing the public message.
    pub(super) answered_elsewhere: BTreeSet<InteractionId>,
    /// Private screens that became visible to everyone, and public screens and messages treated as private.
    pub(super) leaks: Vec<String>,
    nonces: HashMap<Option<MessageId>, MessageId>,
    originals: HashMap<InteractionId, Original>,
    last_id: u64,
}

/// The direct message channel with the person whose hand is shown.
pub(super) const DIRECT_CHANNEL: ChannelId = ChannelId(50);

impl Model {
    /// Returns the model of a channel whose new messages have ids greater than `last_id`.
    pub(super) fn above(last_id: u64) -> Self {
        Self {
            last_id,
            ..Self::default()
        }
    }

    fn add(&mut self, screen: Screen) -> MessageId {
        self.last_id += 1;
        let id = MessageId::new(self.last_id);
        let number = number_of(&screen);
        self.messages.insert(id, Shown { number, screen });
        id
    }

    /// Posts a message whose predecessor is `after`. A second post with the same predecessor returns the first post's
    /// message if it still exists.
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

    /// Returns the messages that do not show the end of a game, oldest first.
    pub(super) fn live(&self) -> Vec<(MessageId, u32)> {
        let live = self
            .messages
            .iter()
            .filter(|(_, shown)| game_end_on(&shown.screen).is_none());
        live.map(|(id, shown)| (*id, shown.number)).collect()
    }

    pub(super) fn apply(&mut self, op: Op) -> OpResult {
        match op {
            Op::Answer(callback, Reply::Edit(screen) | Reply::EditOrNote(screen)) => {
                self.answer_click(&callback, screen)?;
            }
            Op::Answer(callback, Reply::Acknowledge) => self.acknowledge(&callback)?,
            Op::Answer(callback, Reply::Panel(screen) | Reply::Note(screen)) => {
                self.answer_privately(&callback, &screen)?;
            }
            Op::AnswerByPost(_, screen, _) => return Ok(Outcome::Created(self.add(screen))),
            // A follow-up is private even if the token's answer is public.
            Op::FollowUp(_, screen) => {
                self.check_private(&screen);
                self.last_id += 1;
                return Ok(Outcome::Created(MessageId::new(self.last_id)));
            }
            Op::EditPrivate(message, screen) => self.edit_panel(&message, &screen)?,
            Op::DeletePrivate(message) => self.delete_private(&message),
            Op::Edit(_, message, screen, _) => self.edit(message, screen)?,
            Op::Post(post) => {
                if let Some((message, screen)) = post.farewell {
                    // The message may have been deleted.
                    let _ = self.edit(message, screen);
                }
                return Ok(Outcome::Created(self.post(post.screen, post.after)));
            }
            Op::Scan(_, since) => return Ok(Outcome::Found(self.found(since))),
            Op::Record { message, replaced } => self.record(message, replaced),
            Op::RecordOnly(message) => self.record(message, Vec::new()),
            Op::Delete(_, message) => {
                let removed = self.messages.remove(&message);
                removed.ok_or(RequestError::UnknownMessage)?;
            }
            Op::OpenDirectMessages(_) => return Ok(Outcome::Opened(DIRECT_CHANNEL)),
        }
        Ok(Outcome::Done)
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
        let public = callback.clicked.filter(|clicked| !clicked.private);
        if self.answered_elsewhere.contains(&callback.interaction)
            && let Some(clicked) = public
        {
            let original = Original::Public(clicked.message);
            self.originals.insert(callback.interaction, original);
            return Err(RequestError::AlreadyAnswered);
        }
        self.originals
            .insert(callback.interaction, Original::Private);
        self.check_private(screen);
        Ok(())
    }

    /// Acknowledges a click, whose token then refers to the clicked message.
    fn acknowledge(&mut self, callback: &Callback) -> Result<(), RequestError> {
        let clicked = callback.clicked.filter(|clicked| !clicked.private);
        let original = clicked.map_or(Original::Private, |clicked| {
            Original::Public(clicked.message)
        });
        self.originals.insert(callback.interaction, original);
        if self.answered_elsewhere.contains(&callback.interaction) {
            Err(RequestError::AlreadyAnswered)
        } else {
            Ok(())
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

    /// Deletes the message that answered an interaction, which must not be the public one.
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

    /// Records a violation if a public screen was sent in a private message.
    fn check_private(&mut self, screen: &Screen) {
        if number_of(screen) != 0 {
            self.leaks.push(format!("{screen} as a panel"));
        }
    }

    fn found(&self, since: Option<MessageId>) -> Vec<FoundMessage> {
        let found = self
            .messages
            .iter()
            .filter(|(id, _)| Some(**id) >= since)
            .map(|(id, shown)| FoundMessage {
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
