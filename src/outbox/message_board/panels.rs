//! The newest private panel of each person at a table. A panel has at most one request in flight;
//! screens that come meanwhile wait, and only the newest of them is sent.
//!
//! A token whose answer failed may stand for the public message. Such a panel is forgotten: no hand
//! is ever sent by its token.

use std::collections::HashMap;
use std::collections::VecDeque;

use serenity::model::id::InteractionId;
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use super::request::Request;
use crate::discord::callback::Callback;
use crate::outbox::RequestError;
use crate::outbox::interaction::TOKEN_LIFETIME;

/// The panels of one table.
#[derive(Default)]
pub(super) struct Panels {
    panels: HashMap<UserId, Panel>,
    requests: VecDeque<Request>,
}

/// The newest panel of one person.
struct Panel {
    /// The interaction whose token edits the panel.
    callback: Callback,
    state: PanelState,
}

enum PanelState {
    Idle,
    /// A request is in flight, and this screen is to follow it.
    Busy(Option<Screen>),
}

impl Panels {
    /// Answers an interaction with the person's panel, which replaces an earlier one.
    pub(super) fn answer(&mut self, callback: Callback, screen: Screen) {
        let panel = Panel {
            callback: callback.clone(),
            state: PanelState::Busy(None),
        };
        self.panels.insert(callback.user, panel);
        self.requests
            .push_back(Request::AnswerWithPanel(callback, screen));
    }

    /// Brings a screen to a person's panel. Forgets the panel if its token has expired.
    pub(super) fn refresh(&mut self, user: UserId, screen: Screen, now: Instant) {
        let Some(panel) = self.panels.get_mut(&user) else {
            return;
        };
        if now.saturating_duration_since(panel.callback.received) >= TOKEN_LIFETIME {
            self.panels.remove(&user);
            return;
        }
        match &mut panel.state {
            PanelState::Busy(next) => *next = Some(screen),
            PanelState::Idle => {
                panel.state = PanelState::Busy(None);
                let callback = panel.callback.clone();
                self.requests
                    .push_back(Request::EditPanel(callback, screen));
            }
        }
    }

    /// Takes the result of an answer with a panel.
    pub(super) fn on_answered(
        &mut self,
        user: UserId,
        interaction: InteractionId,
        result: &Result<(), RequestError>,
        now: Instant,
    ) {
        match result {
            Ok(()) => self.on_request_done(user, interaction, now),
            Err(_) => self.forget(user, interaction),
        }
    }

    /// Takes the result of an edit of a panel.
    pub(super) fn on_edited(
        &mut self,
        user: UserId,
        interaction: InteractionId,
        result: &Result<(), RequestError>,
        now: Instant,
    ) {
        match result {
            // The panel is still there, or may be.
            Ok(())
            | Err(
                RequestError::OutcomeUnknown
                | RequestError::DeadlineExceeded
                | RequestError::InvalidBody(_),
            ) => self.on_request_done(user, interaction, now),
            Err(_) => self.forget(user, interaction),
        }
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    fn on_request_done(&mut self, user: UserId, interaction: InteractionId, now: Instant) {
        let Some(panel) = self.present(user, interaction) else {
            return;
        };
        let next = match std::mem::replace(&mut panel.state, PanelState::Idle) {
            PanelState::Busy(next) => next,
            PanelState::Idle => None,
        };
        if let Some(screen) = next {
            self.refresh(user, screen, now);
        }
    }

    fn forget(&mut self, user: UserId, interaction: InteractionId) {
        if self.present(user, interaction).is_some() {
            self.panels.remove(&user);
        }
    }

    /// Returns the person's panel if it is still the one of this interaction.
    fn present(&mut self, user: UserId, interaction: InteractionId) -> Option<&mut Panel> {
        self.panels
            .get_mut(&user)
            .filter(|panel| panel.callback.interaction == interaction)
    }
}
