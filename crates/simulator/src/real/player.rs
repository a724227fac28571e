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
    /// Oldest first.
    pub(super) interactions: Vec<SentInteraction>,
}

#[derive(Clone, Debug)]
pub(super) struct SentInteraction {
    pub(super) id: InteractionId,
    pub(super) answer: AnswerKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerKind {
    /// The bot carried out the interaction, so it must be in the journal.
    Accepted,
    /// The bot may have refused the interaction, or does not need to journal it.
    Other,
    Missing,
}

/// The result of one call of [`Player::play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Clicked,
    Idle,
    GameOver,
}

impl Player {
    /// Creates a player. Only the host is seated from the start, because they open the table.
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
        // If there is already a table, the command does not open another, so an answer does not prove that a journal
        // entry was written.
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
            // Even a refusal counts: usually, the player already has a seat or no seat is left.
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
