//! The newest private panel of each person at a table. A panel has at most one request in flight, and
//! few edits in two seconds, as Discord limits those by one token. Screens that come meanwhile wait, and
//! only the newest of them is sent.
//!
//! A token whose answer failed may stand for the public message. Such a panel is forgotten: no hand
//! is ever sent by its token.

use std::collections::VecDeque;
use std::time::Duration;

use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use super::request::{PanelAnswer, PanelEdit, PanelId, Request};
use crate::RequestError;
use crate::callback::{Callback, TOKEN_LIFETIME};

/// Panels of one table that are kept. More people than a game has can have one: refusals are shown in
/// panels too.
const MAX_PANELS: usize = 64;
/// The edits by one token within [`EDITS_WITHIN`]. Discord allows about five in two seconds, and counts
/// when they arrive.
const MAX_EDITS: usize = 4;
const EDITS_WITHIN: Duration = Duration::from_millis(2_500);

#[derive(Default)]
pub(super) struct Panels {
    /// One of each person. They are few, and a list takes half the memory of a map.
    panels: Vec<Panel>,
    requests: VecDeque<Request>,
}

struct Panel {
    /// The interaction whose token edits the panel.
    callback: Callback,
    state: PanelState,
    /// The times of the newest edits, the oldest first.
    edited_at: VecDeque<Instant>,
}

enum PanelState {
    Idle,
    /// A request is in flight, and this screen is to follow it.
    Busy(Option<Screen>),
    /// This screen waits until the token may be used again.
    Resting(Screen, Instant),
}

impl Panel {
    fn id(&self) -> PanelId {
        PanelId {
            user: self.callback.user,
            interaction: self.callback.interaction,
        }
    }

    fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.callback.received)
    }

    /// Returns the request that brings a screen to the panel, or lets the screen wait.
    fn edit(&mut self, screen: Screen, now: Instant) -> Option<Request> {
        if self.edited_at.len() == MAX_EDITS {
            let free_at = self
                .edited_at
                .front()
                .map_or(now, |first| *first + EDITS_WITHIN);
            if now < free_at {
                self.state = PanelState::Resting(screen, free_at);
                return None;
            }
            self.edited_at.pop_front();
        }
        self.edited_at.push_back(now);
        self.state = PanelState::Busy(None);
        let edit = PanelEdit(self.id());
        Some(Request::EditPanel(edit, self.callback.clone(), screen))
    }
}

impl Panels {
    /// Answers an interaction with the person's panel, which replaces an earlier one.
    pub(super) fn answer(&mut self, callback: Callback, screen: Screen) {
        let panel = Panel {
            callback: callback.clone(),
            state: PanelState::Busy(None),
            edited_at: VecDeque::new(),
        };
        self.remove(callback.user);
        self.make_room(callback.received);
        let answer = PanelAnswer(panel.id());
        self.panels.push(panel);
        self.requests
            .push_back(Request::AnswerWithPanel(answer, callback, screen));
    }

    fn forget_expired(&mut self, now: Instant) {
        self.panels.retain(|panel| panel.age(now) < TOKEN_LIFETIME);
    }

    /// Forgets the panels whose tokens have expired, and of too many the oldest.
    fn make_room(&mut self, now: Instant) {
        self.forget_expired(now);
        if self.panels.len() >= MAX_PANELS {
            let oldest = self.panels.iter().max_by_key(|panel| panel.age(now));
            if let Some(user) = oldest.map(|panel| panel.callback.user) {
                self.remove(user);
            }
        }
    }

    /// Brings a screen to a person's panel. Forgets the panel if its token has expired.
    pub(super) fn refresh(&mut self, user: UserId, screen: Screen, now: Instant) {
        let Some(panel) = self.find(user) else {
            return;
        };
        if panel.age(now) >= TOKEN_LIFETIME {
            return self.remove(user);
        }
        let request = match &mut panel.state {
            PanelState::Busy(next) => {
                *next = Some(screen);
                None
            }
            PanelState::Resting(next, _) => {
                *next = screen;
                None
            }
            PanelState::Idle => panel.edit(screen, now),
        };
        self.requests.extend(request);
    }

    /// Sends the screens that have waited long enough.
    pub(super) fn end_rests(&mut self, now: Instant) {
        for panel in &mut self.panels {
            if let PanelState::Resting(screen, until) = &panel.state
                && *until <= now
            {
                let screen = screen.clone();
                self.requests.extend(panel.edit(screen, now));
            }
        }
    }

    /// Returns the time at which a screen has waited long enough, if one waits.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        let resting = self.panels.iter().filter_map(|panel| match panel.state {
            PanelState::Resting(_, until) => Some(until),
            PanelState::Idle | PanelState::Busy(_) => None,
        });
        resting.min()
    }

    pub(super) fn on_answered(
        &mut self,
        PanelAnswer(panel): PanelAnswer,
        result: &Result<(), RequestError>,
        now: Instant,
    ) {
        match result {
            Ok(()) => self.on_request_done(panel, now),
            Err(_) => self.forget(panel),
        }
    }

    pub(super) fn on_edited(
        &mut self,
        PanelEdit(panel): PanelEdit,
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
            ) => self.on_request_done(panel, now),
            Err(_) => self.forget(panel),
        }
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    fn on_request_done(&mut self, id: PanelId, now: Instant) {
        let Some(panel) = self.find_newest(id) else {
            return;
        };
        let next = match std::mem::replace(&mut panel.state, PanelState::Idle) {
            PanelState::Busy(next) => next,
            PanelState::Resting(screen, _) => Some(screen),
            PanelState::Idle => None,
        };
        if let Some(screen) = next {
            self.refresh(id.user, screen, now);
        }
    }

    fn forget(&mut self, id: PanelId) {
        if self.find_newest(id).is_some() {
            self.remove(id.user);
        }
    }

    fn remove(&mut self, user: UserId) {
        self.panels.retain(|panel| panel.callback.user != user);
    }

    fn find(&mut self, user: UserId) -> Option<&mut Panel> {
        let mut panels = self.panels.iter_mut();
        panels.find(|panel| panel.callback.user == user)
    }

    /// Returns a panel if the person has no newer one.
    fn find_newest(&mut self, id: PanelId) -> Option<&mut Panel> {
        self.find(id.user)
            .filter(|panel| panel.callback.interaction == id.interaction)
    }
}
