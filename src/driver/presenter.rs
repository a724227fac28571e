//! Carries out a table's effects: answers the click, hands screens to the message board and jobs to the
//! choice pool. Every effect that arrives here belongs to a durable entry, or to none.

use std::sync::Arc;

use outbox::failpoint::Failpoint;
use outbox::{BoardRunner, Callback};
use serenity::model::id::MessageId;
use table::Table;
use table::effect::{Answer, Effect, MessageUpdate, Urgency};
use table::ids::{Millis, ReplyId, UserId};
use table::preferences::PreferenceChange;
use table::screen::{InteractionError, interaction_error};
use table::text::{Language, Locale};
use table::user_set::UserSet;

use tokio::sync::mpsc::WeakSender;
use tracing::warn;

use super::env::Services;
use crate::game_quota::GameQuotaSlot;
use crate::table_message::{TableMessage, TableRequest};
use crate::table_stage::{SharedStage, TableStage};

/// The click being handled, until it is answered.
struct PendingReply {
    reply: ReplyId,
    callback: Callback,
    locale: Locale,
}

/// Shows what a table decides.
pub(super) struct Presenter {
    services: Arc<Services>,
    pub(super) board: BoardRunner,
    /// The table's stage, for the figures.
    stage: SharedStage,
    /// The table's place in the quota.
    pub(super) slot: GameQuotaSlot,
    /// The table's own mailbox, for choices of computer players.
    own_mailbox: WeakSender<Box<TableMessage>>,
    pending_reply: Option<PendingReply>,
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
            board,
            stage,
            slot,
            own_mailbox,
            pending_reply: None,
        }
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
        self.pending_reply.is_none() && self.board.is_quiet()
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

    /// Carries out effects. Returns true if the table is closed.
    pub(super) fn carry_out(&mut self, table: &Table, effects: Vec<Effect>) -> bool {
        *self.stage.lock() = TableStage::of(table);
        let mut closes = false;
        for effect in effects {
            self.services.env.failpoints.hit(failpoint(&effect));
            match effect {
                Effect::Answer { reply, answer } => self.answer(reply, answer),
                Effect::HandExplained { user, at } => self.store_explained(user, at),
                Effect::UpdateMessage {
                    screen,
                    update,
                    urgency,
                } => self.board.show(screen, update, urgency),
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

    fn answer(&mut self, reply: ReplyId, answer: Answer) {
        match self.pending_reply.take_if(|pending| pending.reply == reply) {
            Some(pending) => self.board.answer(pending.callback, answer),
            // The command was answered with a link to the thread; the screen is posted there.
            None => {
                if let Answer::Public(screen) = answer {
                    let update = MessageUpdate::Replace {
                        ping: UserSet::EMPTY,
                    };
                    self.board.show(screen, update, Urgency::Urgent);
                }
            }
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
