//! The private panels of a table's players. Each person has one live panel: once a newer one is shown, the previous one
//! is deleted. Apart from deletions, a panel has at most one request in flight, and only a few within 2.5 seconds,
//! because Discord limits requests per token. Screens that arrive in the meantime wait, and only the newest is sent.
//!
//! A panel that its owner must see belongs below the table's message. If that message was posted later, the panel is
//! sent again at the bottom of the channel, and the panel's old message is deleted. While a post is in progress, such
//! a panel waits for the post, for at most [`POST_LIMIT`].
//!
//! After a failed answer, the token may refer to the public message, so it is never used to edit or delete the answer.
//! A follow-up message is always private.

use std::collections::VecDeque;
use std::time::Duration;

use serenity::model::id::{InteractionId, MessageId};
use table::ids::UserId;
use table::screen::Screen;
use tokio::time::Instant;

use super::request::{Key, Op, OpResult, PanelAnswer, PanelId, PrivateMessage, Reply, Request};
use super::timers::{Timer, Timers};
use crate::RequestError;
use crate::callback::{Callback, TOKEN_LIFETIME};

/// The maximum number of panels kept for one table. At the limit, the oldest panel is forgotten.
const MAX_PANELS: usize = 64;
/// The maximum number of requests per token within [`REQUESTS_WITHIN`]. Discord allows about five in two
/// seconds, counted on arrival; the fifth is reserved for deleting the panel once another has replaced it.
const MAX_REQUESTS: usize = 4;
const REQUESTS_WITHIN: Duration = Duration::from_millis(2_500);
/// The maximum number of deleted messages to remember: clicks on them may be in flight, and no message may be
/// deleted twice.
const MAX_DELETED: usize = 64;
/// How long a panel waits for the table's message to be posted above it.
pub(super) const POST_LIMIT: Duration = Duration::from_secs(2);

/// The table's public message. A panel may have to be moved below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TablePlace {
    pub(super) message: Option<MessageId>,
    /// True if a new message is in flight or due.
    pub(super) is_posting: bool,
}

#[derive(Default)]
pub(super) struct Panels {
    /// At most one per person. There are usually only a few, and a list takes half the memory of a map.
    panels: Vec<Panel>,
    /// The most recently deleted messages, oldest first.
    deleted: VecDeque<MessageId>,
    requests: VecDeque<Request>,
}

struct Panel {
    /// The interaction that the panel answers. Its token is used to send follow-up messages.
    callback: Callback,
    /// The message that shows the panel, if Discord has confirmed one.
    shown: Option<PrivateMessage>,
    /// The owner's earlier panels, newest last, to be deleted once this panel is shown.
    earlier: Vec<PrivateMessage>,
    state: PanelState,
    /// The times of the newest requests, oldest first.
    sent_at: VecDeque<Instant>,
}

#[derive(Clone, Debug)]
pub(super) enum PanelUpdate {
    Show(NextScreen),
    Delete,
}

#[derive(Clone, Debug)]
pub(super) struct NextScreen {
    pub(super) screen: Screen,
    /// True if the owner must see the screen, so that the panel must not stay above the table's message.
    pub(super) below: bool,
}

enum PanelState {
    Idle,
    /// A request is in flight; this update follows it.
    Busy(Option<PanelUpdate>),
    /// This screen is waiting until [`Timer::Panel`] ends, when the token may be used again.
    Resting(NextScreen),
    /// This screen is waiting for the table's message to be posted above it, until [`Timer::Panel`] at the latest.
    Waiting(Screen),
}

impl PanelUpdate {
    /// Merges this update with an earlier one. If either must be below the table's message, so must the result.
    fn after(mut self, earlier: Option<&Self>) -> Self {
        if let (Self::Show(next), Some(Self::Show(earlier))) = (&mut self, earlier) {
            next.below |= earlier.below;
        }
        self
    }
}

impl Panel {
    fn new(callback: Callback, earlier: Vec<PrivateMessage>, next: Option<PanelUpdate>) -> Self {
        Self {
            callback,
            shown: None,
            earlier,
            state: PanelState::Busy(next),
            sent_at: VecDeque::new(),
        }
    }

    fn id(&self) -> PanelId {
        PanelId::of(&self.callback)
    }

    fn timer(&self) -> Timer {
        Timer::Panel(self.callback.user)
    }

    fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.callback.received)
    }

    /// Returns true if this message shows the panel, or was clicked and is about to show it.
    fn is_in(&self, message: Option<MessageId>) -> bool {
        let shown = self.shown.as_ref().and_then(|shown| shown.id);
        message.is_some() && (shown.or_else(|| self.callback.clicked_panel()) == message)
    }

    fn is_above(&self, table: TablePlace) -> bool {
        let shown = self.shown.as_ref().and_then(|shown| shown.id);
        shown
            .zip(table.message)
            .is_some_and(|(own, table)| own < table)
    }

    /// Returns how long the token must rest before this many more requests; `None` if they may be sent now.
    fn rest(&self, requests: usize, now: Instant) -> Option<Duration> {
        let excess = (self.sent_at.len() + requests).checked_sub(MAX_REQUESTS + 1)?;
        let free_at = *self.sent_at.get(excess)? + REQUESTS_WITHIN;
        (now < free_at).then(|| free_at - now)
    }

    fn count_request(&mut self, now: Instant) {
        self.sent_at.push_back(now);
        if self.sent_at.len() > MAX_REQUESTS {
            self.sent_at.pop_front();
        }
    }

    /// Returns the request that shows a screen, or makes the screen wait. The panel must not have a request in flight.
    fn show(
        &mut self,
        next: NextScreen,
        table: TablePlace,
        timers: &mut Timers,
    ) -> Option<Request> {
        if table.is_posting && (next.below || self.shown.is_none()) {
            self.state = PanelState::Waiting(next.screen);
            timers.start(self.timer(), POST_LIMIT);
            return None;
        }
        self.send(next, table, timers)
    }

    fn send(
        &mut self,
        next: NextScreen,
        table: TablePlace,
        timers: &mut Timers,
    ) -> Option<Request> {
        let moves = next.below && self.is_above(table);
        // A panel that moves is also deleted from its old place.
        let requests = if moves { 2 } else { 1 };
        if let Some(rest) = self.rest(requests, timers.now()) {
            self.state = PanelState::Resting(next);
            timers.start(self.timer(), rest);
            return None;
        }
        timers.reset(self.timer());
        self.count_request(timers.now());
        self.state = PanelState::Busy(None);
        let screen = next.screen;
        let shown = self.shown.as_ref().filter(|_| !moves);
        Some(match shown {
            Some(shown) => Request {
                key: Key::PanelEdit(self.id()),
                op: Op::EditPrivate(shown.clone(), screen),
            },
            None => Request {
                key: Key::FollowUp(self.callback.clone()),
                op: Op::FollowUp(self.callback.clone(), screen),
            },
        })
    }

    /// Takes the owner's earlier panels for deletion, newest first, except one in the message that now shows this
    /// panel. If two tokens refer to one message, the newer token deletes it.
    fn take_earlier(&mut self, now: Instant) -> Vec<PrivateMessage> {
        let shown = self.shown.as_ref().and_then(|shown| shown.id);
        let earlier = std::mem::take(&mut self.earlier).into_iter().rev();
        let others: Vec<_> = earlier
            .filter(|message| message.id.is_none() || message.id != shown)
            .collect();
        others.iter().for_each(|_| self.count_request(now));
        others
    }

    /// Returns the update that follows the completed request.
    fn take_next(&mut self) -> Option<PanelUpdate> {
        match std::mem::replace(&mut self.state, PanelState::Idle) {
            PanelState::Busy(next) => next,
            PanelState::Resting(_) | PanelState::Waiting(_) | PanelState::Idle => None,
        }
    }
}

impl Panels {
    /// Answers an interaction with the person's panel, which replaces their earlier one. If `moves` is true, the panel
    /// is then sent again below the table's message.
    pub(super) fn answer(&mut self, callback: Callback, screen: Screen, moves: bool) {
        let below = moves.then(|| NextScreen {
            screen: screen.clone(),
            below: true,
        });
        self.replace(callback, Reply::Panel(screen), below);
    }

    /// Acknowledges a click. If a screen is given, the person's panel then shows it below the table's message.
    pub(super) fn acknowledge(&mut self, callback: Callback, below: Option<Screen>) {
        let below = below.map(|screen| NextScreen {
            screen,
            below: true,
        });
        self.replace(callback, Reply::Acknowledge, below);
    }

    /// Returns true if the person's panel answers this interaction or a later one.
    pub(super) fn is_outdated(&self, callback: &Callback) -> bool {
        let newest = self.newest_interaction(callback.user);
        newest >= Some(callback.interaction)
    }

    pub(super) fn is_answering(&self, callback: &Callback) -> bool {
        self.newest_interaction(callback.user) == Some(callback.interaction)
    }

    fn newest_interaction(&self, user: UserId) -> Option<InteractionId> {
        let mut panels = self.panels.iter().map(|panel| &panel.callback);
        let newest = panels.find(|callback| callback.user == user)?;
        Some(newest.interaction)
    }

    pub(super) fn is_newest(&self, user: UserId, message: MessageId) -> bool {
        let mut panels = self.panels.iter();
        panels.any(|panel| panel.callback.user == user && panel.is_in(Some(message)))
    }

    /// Replaces the person's panel with a new one: sends this reply first, and shows `next` afterwards, if given.
    fn replace(&mut self, callback: Callback, reply: Reply, next: Option<NextScreen>) {
        let clicked = callback.clicked_panel();
        let mut panels = self.panels.iter();
        let previous = panels.position(|panel| panel.callback.user == callback.user);
        let mut earlier = Vec::new();
        if let Some(previous) = previous.map(|index| self.panels.remove(index)) {
            earlier.extend(previous.earlier);
            earlier.extend(previous.shown);
        }
        // If a message's id is unknown, the click may have been on that message.
        earlier.retain(|message| clicked.is_none() || message.id.is_some());
        self.make_room(callback.received);
        let next = next.map(PanelUpdate::Show);
        self.panels
            .push(Panel::new(callback.clone(), earlier, next));
        let answer = PanelAnswer {
            callback: callback.clone(),
            acknowledges: matches!(reply, Reply::Acknowledge),
        };
        self.requests.push_back(Request {
            key: Key::Panel(answer),
            op: Op::Answer(callback, reply),
        });
    }

    fn forget_expired(&mut self, now: Instant) {
        self.panels.retain(|panel| panel.age(now) < TOKEN_LIFETIME);
    }

    /// Forgets the panels whose tokens have expired, and the oldest if there are still too many.
    fn make_room(&mut self, now: Instant) {
        self.forget_expired(now);
        if self.panels.len() >= MAX_PANELS {
            let oldest = self.panels.iter().max_by_key(|panel| panel.age(now));
            if let Some(user) = oldest.map(|panel| panel.callback.user) {
                self.remove(user);
            }
        }
    }

    /// Applies an update to a person's panel. Forgets the panel if its token has expired.
    pub(super) fn update(
        &mut self,
        user: UserId,
        update: PanelUpdate,
        table: TablePlace,
        timers: &mut Timers,
    ) {
        let Some(panel) = self.find(user) else {
            return;
        };
        if panel.age(timers.now()) >= TOKEN_LIFETIME {
            return self.remove(user);
        }
        match &mut panel.state {
            PanelState::Busy(next) => {
                *next = Some(update.after(next.as_ref()));
            }
            state => match (update, state) {
                (PanelUpdate::Delete, _) => self.delete(user, timers.now()),
                (PanelUpdate::Show(newer), PanelState::Resting(next)) => {
                    next.below |= newer.below;
                    next.screen = newer.screen;
                }
                (PanelUpdate::Show(newer), PanelState::Waiting(next)) => *next = newer.screen,
                (PanelUpdate::Show(next), _) => {
                    let request = panel.show(next, table, timers);
                    self.requests.extend(request);
                }
            },
        }
    }

    fn delete(&mut self, user: UserId, now: Instant) {
        if let Some(panel) = self.find(user) {
            panel.earlier.extend(panel.shown.take());
            let earlier = panel.take_earlier(now);
            self.delete_messages(earlier, now);
            self.remove(user);
        }
    }

    /// Sends the waiting screens whose timer has ended or whose awaited post is no longer in progress.
    pub(super) fn end_waits(&mut self, table: TablePlace, timers: &mut Timers) {
        for panel in &mut self.panels {
            let waits = timers.is_running(panel.timer());
            let request = match &panel.state {
                PanelState::Resting(next) if !waits => {
                    let next = next.clone();
                    panel.show(next, table, timers)
                }
                PanelState::Waiting(screen) if !table.is_posting || !waits => {
                    let screen = screen.clone();
                    let below = true;
                    panel.send(NextScreen { screen, below }, table, timers)
                }
                _ => None,
            };
            self.requests.extend(request);
        }
    }

    /// Deletes the private messages that have not been deleted yet and whose tokens are still valid.
    pub(super) fn delete_messages(
        &mut self,
        messages: impl IntoIterator<Item = PrivateMessage>,
        now: Instant,
    ) {
        for message in messages {
            let is_deleted = message.id.is_some_and(|id| self.has_deleted(id));
            if is_deleted || !message.is_reachable(now) {
                continue;
            }
            self.deleted.extend(message.id);
            if self.deleted.len() > MAX_DELETED {
                self.deleted.pop_front();
            }
            self.requests.push_back(Request {
                key: Key::Deletion,
                op: Op::DeletePrivate(message),
            });
        }
    }

    /// Returns true if the board has recently deleted this private message, or is about to.
    pub(super) fn has_deleted(&self, message: MessageId) -> bool {
        self.deleted.contains(&message)
    }

    /// Forgets the times of earlier requests. No timeout will follow, so waiting screens must be sent at once.
    pub(super) fn close(&mut self) {
        self.panels
            .iter_mut()
            .for_each(|panel| panel.sent_at.clear());
    }

    /// Handles the result of answering an interaction with a panel, or of acknowledging it. Returns true if the panel
    /// is shown in a new message.
    pub(super) fn on_answered(
        &mut self,
        answer: &PanelAnswer,
        result: &OpResult,
        table: TablePlace,
        timers: &mut Timers,
    ) -> bool {
        let now = timers.now();
        let id = PanelId::of(&answer.callback);
        let message = match result {
            Ok(outcome) => answer.message(outcome.created()),
            // Another process has answered, but a follow-up message is still private.
            Err(RequestError::AlreadyAnswered) if answer.acknowledges => None,
            Err(_) => {
                self.fall_back(id, table, timers);
                return false;
            }
        };
        let Some(panel) = self.find_newest(id) else {
            self.delete_outdated(message, now);
            return false;
        };
        panel.shown = message;
        let is_next = matches!(&panel.state, PanelState::Busy(Some(_))) && answer.acknowledges;
        let earlier = if is_next {
            Vec::new()
        } else {
            panel.take_earlier(now)
        };
        self.delete_messages(earlier, now);
        self.go_on(id, table, timers);
        answer.callback.clicked_panel().is_none() && !answer.acknowledges
    }

    /// Forgets a panel whose answer failed, and resumes the previous panel, if any.
    fn fall_back(&mut self, id: PanelId, table: TablePlace, timers: &mut Timers) {
        let now = timers.now();
        let Some(panel) = self.find_newest(id) else {
            return;
        };
        panel.earlier.retain(|message| message.is_reachable(now));
        let Some(previous) = panel.earlier.pop() else {
            return self.forget(id);
        };
        panel.callback = previous.callback.clone();
        panel.shown = Some(previous);
        let id = panel.id();
        self.go_on(id, table, timers);
    }

    /// Deletes a panel that was shown after its owner's newer one, unless both are in the same message. The newer panel
    /// may already be gone.
    fn delete_outdated(&mut self, message: Option<PrivateMessage>, now: Instant) {
        let Some(message) = message else {
            return;
        };
        let newest = self.find(message.callback.user);
        if newest.is_none_or(|newest| !newest.is_in(message.id)) {
            self.delete_messages([message], now);
        }
    }

    /// Handles the result of a panel's follow-up message. Returns true if it was sent and the panel is still current.
    pub(super) fn on_followed_up(
        &mut self,
        callback: &Callback,
        result: &Result<MessageId, RequestError>,
        table: TablePlace,
        timers: &mut Timers,
    ) -> bool {
        let now = timers.now();
        let id = PanelId::of(callback);
        let message = result.as_ref().ok().map(|&id| PrivateMessage {
            callback: callback.clone(),
            id: Some(id),
            follows_up: true,
        });
        let Some(panel) = self.find_newest(id) else {
            self.delete_outdated(message, now);
            return false;
        };
        match result {
            Ok(_) | Err(RequestError::OutcomeUnknown) => {
                panel.earlier.extend(panel.shown.take());
                let earlier = panel.take_earlier(now);
                panel.shown = message;
                self.delete_messages(earlier, now);
            }
            Err(_) => {}
        }
        match result {
            Ok(_) | Err(RequestError::DeadlineExceeded) => self.go_on(id, table, timers),
            Err(_) => self.forget(id),
        }
        result.is_ok()
    }

    pub(super) fn on_edited(
        &mut self,
        panel: PanelId,
        result: &OpResult,
        table: TablePlace,
        timers: &mut Timers,
    ) {
        match result {
            // The panel exists, or may exist.
            Ok(_)
            | Err(
                RequestError::OutcomeUnknown
                | RequestError::DeadlineExceeded
                | RequestError::InvalidBody(_),
            ) => self.go_on(panel, table, timers),
            Err(_) => self.forget(panel),
        }
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    /// Applies the update that follows a panel's completed request, if any.
    fn go_on(&mut self, id: PanelId, table: TablePlace, timers: &mut Timers) {
        let Some(panel) = self.find_newest(id) else {
            return;
        };
        if let Some(update) = panel.take_next() {
            self.update(id.user, update, table, timers);
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

    /// Returns the panel, or `None` if it is gone or the person has a newer one.
    fn find_newest(&mut self, id: PanelId) -> Option<&mut Panel> {
        self.find(id.user)
            .filter(|panel| panel.callback.interaction == id.interaction)
    }
}
