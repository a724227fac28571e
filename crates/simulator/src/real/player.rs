//! A virtual player in a run with real processes. Records how the bot answered each interaction.

use std::time::Instant;

use kit::virtual_user::component::Component;
use kit::virtual_user::control_client::{ControlClient, User};
use kit::virtual_user::game_move::is_journaled;
use kit::virtual_user::outcome::Outcome;
use kit::virtual_user::player::{NextClick, Part, next_click};
use rand::rngs::SmallRng;
use serde_json::json;
use table::ids::InteractionId;
use table::intent::{Intent, Meaning};

use super::error::RealError;
use crate::refusal_texts::{REPEATED_WITHIN, is_refusal};

pub(super) struct Player {
    user: User,
    rng: SmallRng,
    part: Part,
    /// When the bot last refused a click with a message.
    refused_at: Option<Instant>,
    /// Everything that the player sent to the bot, in order.
    pub(super) interactions: Vec<SentInteraction>,
}

#[derive(Clone, Debug)]
pub(super) struct SentInteraction {
    pub(super) id: InteractionId,
    pub(super) answer: AnswerKind,
}

/// How the bot answered an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerKind {
    /// The bot carried out the interaction, so it must be in the journal.
    Accepted,
    /// The bot refused the interaction, or does not need to journal it.
    Other,
    /// There was no answer in time.
    Missing,
}

/// The result of one look at the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Clicked,
    Idle,
    /// The table shows that the game is over.
    GameOver,
}

impl Player {
    /// Creates a player. Only the host has a seat from the start, by opening the table.
    pub(super) fn new(user: User, host: bool, reopens_panels: bool, rng: SmallRng) -> Self {
        Self {
            user,
            rng,
            part: Part {
                is_host: host,
                is_seated: host,
                reopens_panels,
            },
            refused_at: None,
            interactions: Vec::new(),
        }
    }

    pub(super) async fn play(
        &mut self,
        client: &ControlClient,
        channel: &str,
    ) -> Result<Activity, RealError> {
        let view = client.view(Some(&self.user), channel).await?;
        match next_click(&view.table(), &view.panel(), self.part, &mut self.rng) {
            NextClick::NoTable if self.part.is_host => self.open_table(client, channel).await,
            NextClick::NoTable | NextClick::Wait => Ok(Activity::Idle),
            NextClick::Over => Ok(Activity::GameOver),
            NextClick::Use(component, values) => {
                self.click(client, channel, &component, &values).await
            }
        }
    }

    async fn open_table(
        &mut self,
        client: &ControlClient,
        channel: &str,
    ) -> Result<Activity, RealError> {
        let options = json!({"edition": "original", "pace": "fast"});
        let sent = client.send_command(&self.user, channel, "new", &options);
        // The command does not open a second table, so an answer proves nothing.
        Ok(self.record(&sent.await?, false))
    }

    async fn click(
        &mut self,
        client: &ControlClient,
        channel: &str,
        component: &Component,
        values: &[String],
    ) -> Result<Activity, RealError> {
        let sent = client.send_click(&self.user, channel, component, values);
        let outcome = sent.await?;
        let control = component.control;
        let meaning = control.and_then(|control| control.with_values(values).ok());
        let intent = meaning.and_then(Meaning::table);
        if intent == Some(Intent::Join) {
            // A refusal means that they already have a seat, or that no more seats are available.
            self.part.is_seated |= outcome.is_answered();
        }
        Ok(self.record(&outcome, intent.is_some_and(is_journaled)))
    }

    fn record(&mut self, outcome: &Outcome, journaled: bool) -> Activity {
        let Some(id) = outcome.interaction() else {
            return Activity::Idle;
        };
        let answer = if !outcome.is_answered() {
            AnswerKind::Missing
        } else if !self.may_be_refused(outcome) && journaled {
            AnswerKind::Accepted
        } else {
            AnswerKind::Other
        };
        self.interactions.push(SentInteraction { id, answer });
        Activity::Clicked
    }

    /// Returns true if this answer may be a refusal, and records when a refusal was shown.
    fn may_be_refused(&mut self, outcome: &Outcome) -> bool {
        if outcome.message().is_null() {
            let age = self.refused_at.map(|at| at.elapsed());
            return age.is_some_and(|age| age < REPEATED_WITHIN);
        }
        let is_refused = is_refusal(&outcome.text());
        if is_refused {
            self.refused_at = Some(Instant::now());
        }
        is_refused
    }
}
