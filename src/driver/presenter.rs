//! Carries out a table's effects: answers the click, hands screens to the message board and jobs to the
//! choice pool. [`crate::cluster::ownership`] decides what a visitor or a new owner may show.
//! Every effect that arrives here belongs to a durable entry, or to none.

use std::sync::Arc;

use journal::{Owner, PostedMessages};
use outbox::failpoint::Failpoint;
use outbox::{BoardRunner, Callback, InitialState};
use serenity::model::id::MessageId;
use table::Table;
use table::effect::{Answer, Effect, MessageUpdate, Urgency};
use table::ids::{Millis, ReplyId, UserId};
use table::preferences::PreferenceChange;
use table::screen::{InteractionError, Screen, interaction_error};
use table::text::{Language, Locale};
use table::user_set::UserSet;

use tokio::sync::mpsc::WeakSender;
use tracing::warn;

use super::env::Services;
use crate::cluster::ownership::{Ownership, OwnershipAction, OwnershipEvent};
use crate::game_quota::GameQuotaSlot;
use crate::table_message::{TableMessage, TableRequest};
use crate::table_stage::{SharedStage, TableStage};

/// The click being handled, until it is answered.
struct PendingReply {
    reply: ReplyId,
    callback: Callback,
    locale: Locale,
}

/// Shows what a table decides, as far as this process's relation to the table allows.
pub(super) struct Presenter {
    services: Arc<Services>,
    pub(super) ownership: Ownership,
    pub(super) board: BoardRunner,
    /// The table's stage, for the figures.
    stage: SharedStage,
    /// The table's place in the quota.
    pub(super) slot: GameQuotaSlot,
    /// The table's own mailbox, for choices of computer players.
    own_mailbox: WeakSender<Box<TableMessage>>,
    pending_reply: Option<PendingReply>,
    /// True if the table turned out to be this process's again, and no entry has told so yet.
    unnoticed_takeover: bool,
}

impl Presenter {
    pub(super) fn new(
        services: Arc<Services>,
        board: BoardRunner,
        stage: SharedStage,
        slot: GameQuotaSlot,
        own_mailbox: WeakSender<Box<TableMessage>>,
    ) -> Self {
        Self {
            services,
            ownership: Ownership::Owner,
            board,
            stage,
            slot,
            own_mailbox,
            pending_reply: None,
            unnoticed_takeover: false,
        }
    }

    /// Returns true if this process shows the table and wakes it.
    pub(super) fn is_owner(&self) -> bool {
        self.ownership.is_owner()
    }

    pub(super) fn message_id(&self) -> Option<u64> {
        self.board.recorded().map(MessageId::get)
    }

    /// Completes some other work. The requests for the table go on meanwhile.
    pub(super) async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> T {
        self.board.meanwhile(work).await
    }

    /// Returns true if nobody waits for an answer or a screen.
    pub(super) fn is_quiet(&self) -> bool {
        let is_busy = self.pending_reply.is_some() || self.unnoticed_takeover;
        !is_busy && self.is_owner() && self.board.is_quiet()
    }

    /// Remembers a request until the effect arrives that answers it by this handle.
    pub(super) fn expect_reply(&mut self, reply: ReplyId, request: &TableRequest) {
        if !request.answered {
            self.pending_reply = Some(PendingReply {
                reply,
                callback: request.callback.clone(),
                locale: request.person.format().locale,
            });
        }
    }

    /// Forgets the table's messages: another table has taken its channel.
    pub(super) fn forget_messages(&mut self) {
        let none = InitialState::Known(PostedMessages::default());
        self.board.reset(none);
    }

    /// Takes in that this process has appended an entry. Returns true if it was a visitor: the caller
    /// then passes on the previous owner's messages with [`Self::adopt_messages`].
    pub(super) fn on_appended(&mut self) -> bool {
        self.advance(OwnershipEvent::Appended) == OwnershipAction::AdoptMessages
    }

    /// Takes in that the journal was read again, where another process has closed the table.
    pub(super) fn on_closed_elsewhere(&mut self) {
        self.unnoticed_takeover = false;
        self.advance(OwnershipEvent::ClosedElsewhere);
        self.forget_messages();
    }

    /// Takes in that the journal was read again and names this owner and these messages. `has_news`
    /// is true if it held entries that the copy here lacked.
    pub(super) fn on_reloaded(&mut self, owner: Owner, has_news: bool, posted: PostedMessages) {
        match self.advance(OwnershipEvent::Reloaded { owner, has_news }) {
            OwnershipAction::AdoptMessages => {
                self.unnoticed_takeover = true;
                self.adopt_messages(posted);
            }
            OwnershipAction::FollowOwner => {
                self.unnoticed_takeover = false;
                self.board.reset(InitialState::of_other(posted));
            }
            _ => {}
        }
    }

    /// Returns true, once, if this process has become the owner by a takeover whose result got lost.
    /// The caller then writes an entry: without one, the previous owner could write on as if nothing
    /// had happened.
    pub(super) fn take_unnoticed_takeover(&mut self) -> bool {
        std::mem::take(&mut self.unnoticed_takeover)
    }

    /// Takes in that this process has taken the table over, with these messages.
    pub(super) fn on_taken_over(&mut self, posted: PostedMessages) {
        self.unnoticed_takeover = false;
        if self.advance(OwnershipEvent::TakenOver) == OwnershipAction::AdoptMessages {
            self.adopt_messages(posted);
        }
    }

    /// Continues with the previous owner's messages. It may have ended between a post and its record.
    pub(super) fn adopt_messages(&mut self, posted: PostedMessages) {
        self.board.reset(InitialState::Uncertain(posted));
    }

    pub(super) fn carry_out(&mut self, table: &Table, effects: Vec<Effect>) -> bool {
        *self.stage.lock() = TableStage::of(table);
        let mut closes = false;
        for effect in effects {
            self.services.env.failpoints.hit(failpoint(&effect));
            match effect {
                Effect::Answer { reply, answer } => self.answer(reply, answer),
                Effect::HandExplained { user, at } => self.store_explained(user, at),
                _ if !self.is_owner() => {}
                Effect::UpdateMessage {
                    screen,
                    update,
                    urgency,
                } => self.show(screen, update, urgency),
                Effect::RefreshPanel {
                    user,
                    screen,
                    below,
                } => self.board.refresh_panel(user, screen, below),
                Effect::DeletePanel { user } => self.board.delete_panel(user),
                Effect::ShowHand {
                    hand,
                    screen,
                    place,
                    urgent,
                } => self.board.show_hand(hand, screen, place, urgent),
                Effect::FinishHand {
                    hand,
                    screen,
                    place,
                } => self.board.finish_hand(hand, screen, place),
                Effect::ComputeChoice(job) => {
                    let mailbox = self.own_mailbox.clone();
                    self.services.env.choice_pool.submit(*job, move |choice| {
                        // A table that is gone, or whose mailbox is full, uses its quick choice.
                        if let Some(mailbox) = mailbox.upgrade() {
                            let _ = mailbox.try_send(Box::new(TableMessage::Input(choice)));
                        }
                    });
                }
                Effect::Close => closes = true,
            }
        }
        let unfinished = !table.is_over() && !table.is_closed();
        if self.ownership == Ownership::NewOwner && unfinished {
            self.show(table.screen(), MessageUpdate::Edit, Urgency::Routine);
        }
        self.services.env.failpoints.hit(Failpoint::EffectsDone);
        self.answer_with_error();
        closes
    }

    /// Stores that a person has had their first hand, in a task of its own: nobody waits for it. If it
    /// fails, their next hand offers its explanation first again.
    fn store_explained(&self, user: UserId, at: Millis) {
        let Some(preferences) = self.services.env.preferences.clone() else {
            return;
        };
        let change = PreferenceChange {
            hand_explained: Some(true),
            ..PreferenceChange::default()
        };
        tokio::spawn(async move {
            if let Err(error) = preferences.change(user, change, at).await {
                warn!(%error, "it is not stored that a person has had their first hand");
            }
        });
    }

    /// Answers the pending click, if it has not been answered, with a sentence about an internal error.
    pub(super) fn answer_with_error(&mut self) {
        self.refuse(&InteractionError::Internal);
    }

    /// Answers the pending click, if it has not been answered, with the sentence about an error.
    pub(super) fn refuse(&mut self, error: &InteractionError) {
        if let Some(pending) = self.pending_reply.take() {
            let language = Language::of(pending.locale);
            let screen = interaction_error(error, language);
            self.board.answer(pending.callback, Answer::Refusal(screen));
        }
    }

    fn advance(&mut self, event: OwnershipEvent) -> OwnershipAction {
        let (ownership, action) = self.ownership.next(event);
        self.ownership = ownership;
        action
    }

    fn on_show(&mut self, update: MessageUpdate) -> OwnershipAction {
        self.advance(OwnershipEvent::Show {
            edit: matches!(update, MessageUpdate::Edit | MessageUpdate::EditOrPost),
        })
    }

    fn show(&mut self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        match self.on_show(update) {
            OwnershipAction::Show => self.board.show(screen, update, urgency),
            OwnershipAction::ReplaceMessage => {
                let update = MessageUpdate::Replace {
                    ping: UserSet::EMPTY,
                };
                self.board.show(screen, update, urgency);
            }
            _ => {}
        }
    }

    fn answer(&mut self, reply: ReplyId, answer: Answer) {
        match self.pending_reply.take_if(|pending| pending.reply == reply) {
            Some(pending) => {
                let answer = self.adapt_answer(answer);
                self.board.answer(pending.callback, answer);
            }
            // The command was answered with a link to the thread; the screen is posted there.
            None => {
                if let Answer::Public(screen) = answer {
                    let update = MessageUpdate::Replace {
                        ping: UserSet::EMPTY,
                    };
                    self.show(screen, update, Urgency::Urgent);
                }
            }
        }
    }

    /// Adapts an answer that would edit another process's message.
    fn adapt_answer(&mut self, answer: Answer) -> Answer {
        match answer {
            // A visitor shows nothing: the owner may have shown something newer meanwhile.
            Answer::Table(screen) if self.ownership != Ownership::Owner => {
                self.show(screen, MessageUpdate::Edit, Urgency::Routine);
                Answer::Acknowledge
            }
            // No journal would name a visitor's message: it would stay if this process died.
            Answer::Public(screen) if !self.is_owner() => Answer::Note(screen),
            Answer::Public(screen) => {
                // The answer is itself a new message, so the previous owner's is replaced.
                self.on_show(MessageUpdate::Replace {
                    ping: UserSet::EMPTY,
                });
                Answer::Public(screen)
            }
            other => other,
        }
    }
}

fn failpoint(effect: &Effect) -> Failpoint {
    match effect {
        Effect::Answer { .. } => Failpoint::EffectAnswer,
        Effect::UpdateMessage { .. } => Failpoint::EffectShow,
        Effect::RefreshPanel { .. } | Effect::DeletePanel { .. } => Failpoint::EffectRefresh,
        Effect::HandExplained { .. } => Failpoint::EffectExplained,
        Effect::ShowHand { .. } | Effect::FinishHand { .. } => Failpoint::EffectHand,
        Effect::ComputeChoice(_) => Failpoint::EffectChoose,
        Effect::Close => Failpoint::EffectClose,
    }
}
