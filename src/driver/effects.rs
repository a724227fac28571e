//! Carries out a table's effects: answers the click, hands screens to the speaker and jobs to the
//! choice pool. A visitor whose click changes nothing only answers. One that appends an entry
//! becomes the owner before its effects are carried out.

use std::sync::atomic::Ordering;

use journal::Journal;
use table::effect::{Answer, Effect, MessageUpdate};
use table::ids::ReplyId;
use table::screen::{InteractionError, interaction_error};
use table::text::Language;

use super::ownership::Ownership;
use super::{Driver, Next};
use crate::failpoint::Failpoint;
use crate::table_message::TableMessage;

impl<J: Journal> Driver<J> {
    /// Carries out the effects of an input. Its entry, if it has one, is durable.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> Next {
        self.backoff_until = None;
        let game_over = &self.context.game_over;
        game_over.store(self.table.is_over(), Ordering::Relaxed);
        let mut next = Next::Continue;
        for effect in effects {
            self.context.failpoints.hit(failpoint(&effect));
            match effect {
                Effect::Answer { reply, answer } => self.answer(reply, answer),
                _ if !self.ownership.is_owner() => {}
                Effect::UpdateMessage { screen, update } => {
                    let update = self.update_ownership_by(update);
                    self.speaker.show(screen, update);
                }
                Effect::RefreshPanel { user, screen } => self.speaker.refresh_panel(user, screen),
                Effect::ComputeChoice(job) => {
                    let mailbox = self.context.own_mailbox.clone();
                    self.context.choice_pool.submit(*job, move |choice| {
                        // A table that is gone, or whose mailbox is full, uses its quick choice.
                        if let Some(mailbox) = mailbox.upgrade() {
                            let _ = mailbox.try_send(TableMessage::Input(choice));
                        }
                    });
                }
                Effect::Close => next = Next::Exit,
            }
        }
        let unfinished = !self.table.is_over() && !self.table.is_closed();
        if self.ownership == Ownership::NewOwner && unfinished {
            let update = self.update_ownership_by(MessageUpdate::Edit);
            self.speaker.show(self.table.screen(), update);
        }
        self.context.failpoints.hit(Failpoint::EffectsDone);
        self.answer_with_error();
        next
    }

    fn update_ownership_by(&mut self, update: MessageUpdate) -> MessageUpdate {
        let (update, ownership) = self.ownership.update_message(update);
        self.ownership = ownership;
        update
    }

    fn answer(&mut self, reply: ReplyId, answer: Answer) {
        match self.pending_reply.take_if(|pending| pending.reply == reply) {
            Some(pending) => {
                let answer = self.adapt_answer(answer);
                self.speaker.answer(pending.callback, answer);
            }
            // The command was answered with a link to the thread; the screen is posted there.
            None => {
                if let Answer::Public(screen) = answer
                    && self.ownership.is_owner()
                {
                    let update = MessageUpdate::Replace { ping: None };
                    self.speaker.show(screen, update);
                }
            }
        }
    }

    /// Adapts an answer that would edit another process's message.
    fn adapt_answer(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Table(screen) if self.ownership == Ownership::NewOwner => {
                let update = self.update_ownership_by(MessageUpdate::Edit);
                self.speaker.show(screen, update);
                Answer::Acknowledge
            }
            // The owner may have shown something newer meanwhile.
            Answer::Table(_) if !self.ownership.is_owner() => Answer::Acknowledge,
            // No journal would name a visitor's message: it would stay if this process died.
            Answer::Public(screen) if !self.ownership.is_owner() => Answer::Note(screen),
            Answer::Public(screen) => {
                // The answer is itself a new message, so the previous owner's is replaced.
                self.update_ownership_by(MessageUpdate::Replace { ping: None });
                Answer::Public(screen)
            }
            other => other,
        }
    }

    /// Answers the pending click, if it has not been answered, with a sentence about an internal
    /// error.
    pub(super) fn answer_with_error(&mut self) {
        if let Some(pending) = self.pending_reply.take() {
            let language = Language::of(pending.locale);
            let screen = interaction_error(&InteractionError::Internal, language);
            self.speaker.answer(pending.callback, Answer::Note(screen));
        }
    }
}

fn failpoint(effect: &Effect) -> Failpoint {
    match effect {
        Effect::Answer { .. } => Failpoint::EffectAnswer,
        Effect::UpdateMessage { .. } => Failpoint::EffectShow,
        Effect::RefreshPanel { .. } => Failpoint::EffectRefresh,
        Effect::ComputeChoice(_) => Failpoint::EffectThink,
        Effect::Close => Failpoint::EffectClose,
    }
}
