//! Carries out a table's effects: answers clicks, stores preferences, calls players, and passes jobs to the search pool
//! and screens to the message board. If an effect belongs to an entry, the entry is already durable.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use discord::failpoint::Failpoint;
use discord::{Call, Lane, to_discord};
use table::effect::{Answer, Effect, MessageUpdate, Urgency};
use table::ids::{Millis, ReplyId, UserId};
use table::pages::calls::PlayerCall;
use table::preferences::PreferenceChange;
use table::screen::{InteractionError, interaction_error};
use table::text::Language;
use table::user_set::UserSet;
use tokio::time::Instant;
use tracing::warn;

use super::{Driver, Exit, PendingReply};
use crate::tables::game_quota::count_of;
use crate::tables::mailbox::{TableMessage, TableRequest};
use crate::tables::table_stage::TableStage;

/// The timeout for calling players. Generous, because no one waits for the call.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

impl Driver {
    /// Stores a request until an effect answers it through this handle, unless `pages` answers it.
    pub(super) fn expect_reply(&mut self, reply: ReplyId, request: &TableRequest) {
        if !request.answered {
            self.pending_reply = Some(PendingReply {
                reply,
                callback: request.callback.clone(),
                locale: request.person.format().locale,
            });
        }
    }

    /// Carries out the effects of an input. The input's entry, if any, must already be durable. A click that no effect
    /// answers is answered with an error.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> ControlFlow<Exit> {
        let table = &self.journaled.table;
        self.slot.set(count_of(table));
        *self.stage.lock() = TableStage::of(table);
        let mut flow = Continue(());
        for effect in effects {
            self.services.env.failpoints.hit(failpoint(&effect));
            match effect {
                Effect::Answer { reply, answer } => self.answer(reply, answer),
                Effect::HandExplained { user, at } => self.store_explained(user, at),
                Effect::CallPlayers(call) => self.call_players(call),
                Effect::ComputeChoice(job) => {
                    let mailbox = self.inbox.sender.clone();
                    self.services.env.search_pool.submit(*job, move |choice| {
                        // If the table no longer exists, nothing is lost; if its mailbox is full, it makes a quick
                        // choice instead.
                        if let Some(mailbox) = mailbox.upgrade() {
                            let _ = mailbox.try_send(Box::new(TableMessage::Input(choice)));
                        }
                    });
                }
                Effect::Close => flow = Break(Exit::Closed),
                shown => self.board.handle(shown),
            }
        }
        self.services.env.failpoints.hit(Failpoint::EffectsDone);
        self.answer_with_error();
        flow
    }

    /// Stores that a person has seen their first hand, in a separate task because no one waits for it. If this fails,
    /// their next hand offers an explanation again.
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
                warn!(%error, "could not store that a person has seen their first hand");
            }
        });
    }

    /// Calls players in a separate task, because no one waits for it. A call that fails is not repeated.
    fn call_players(&self, call: PlayerCall) {
        let Some(results) = self.services.env.results.clone() else {
            return;
        };
        let (rest, now) = (self.services.rest.clone(), self.services.clock.now());
        let (server, channel) = (self.table().guild(), self.table().channel());
        // No server and no channel has the id 0.
        let guild = serenity::model::id::GuildId::new(server.0.max(1));
        let channel = serenity::model::id::ChannelId::new(channel.0.max(1));
        tokio::spawn(async move {
            let excluded = call.excluded.clone();
            let people = match results.take_called(server, excluded, now).await {
                Ok(people) if people.is_empty() => return,
                Ok(people) => people,
                Err(error) => return warn!(%error, "could not read who wants to be called"),
            };
            let body = to_discord::post(&call.screen(&people), people);
            let post = Call::Post {
                channel,
                file: None,
            };
            let deadline = Instant::now() + CALL_TIMEOUT;
            let lane = Lane::of(guild, Urgency::Routine);
            if let Err(error) = rest.send_in(lane, &post, Some(&body), deadline).await {
                warn!(%error, "could not call players");
            }
        });
    }

    /// Answers the pending click, if there still is one, with a message about an internal error.
    pub(super) fn answer_with_error(&mut self) {
        self.refuse(&InteractionError::Internal);
    }

    /// Answers the pending click, if there still is one, with the message for an error.
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
            // `pages` answers the command with a link to the thread; the screen is posted in the thread instead.
            None => {
                if let Answer::Public(screen) = answer {
                    let update = MessageUpdate::Replace {
                        ping: UserSet::EMPTY,
                    };
                    self.board.handle(Effect::UpdateMessage {
                        screen,
                        update,
                        urgency: Urgency::Urgent,
                    });
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
        Effect::HandExplained { .. } | Effect::CallPlayers(_) => Failpoint::EffectExplained,
        Effect::ShowHand { .. } | Effect::FinishHand { .. } => Failpoint::EffectHand,
        Effect::ComputeChoice(_) => Failpoint::EffectChoose,
        Effect::Close => Failpoint::EffectClose,
    }
}
