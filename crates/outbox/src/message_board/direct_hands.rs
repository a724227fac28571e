//! The hands that people get as direct messages, as a state machine without I/O: one message a person
//! and game. It has at most one write of each in flight and keeps its newest screen only, so that screens
//! in between are skipped.
//!
//! A screen that asks its owner to act is sent at once; others wait until [`CALM_INTERVAL`] after the
//! last write. A hand is only ever sent to the person whose hand it is: requests name the person, not a
//! channel, until Discord has said which channel is theirs.
//!
//! Opening the channel, looking for a message that nobody recorded, and posting are one request,
//! carried out in `outbox::direct_message`.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::screen::Screen;
use tracing::debug;

use super::request::{BoardEvent, HandRequest, Key, Op, OpResult, Outcome, Reply, Request};
use super::timers::{Timer, Timers};
use crate::RequestError;
use crate::callback::Callback;

/// The shortest time between two writes of a message that asks its owner for nothing.
pub(super) const CALM_INTERVAL: Duration = Duration::from_secs(4);

#[derive(Default)]
pub(super) struct DirectHands {
    hands: BTreeMap<HandId, Hand>,
    requests: VecDeque<Request>,
    events: VecDeque<BoardEvent>,
}

/// The direct message with one hand.
struct Hand {
    place: HandPlace,
    /// The message that the table knows, or has been told of.
    told: Option<DirectMessage>,
    newest: Screen,
    due: Due,
    /// True once the newest screen is the last: it has no buttons, and nothing is posted for it.
    closing: bool,
    is_writing: bool,
    /// The answers to clicks in flight, each of which edits the message.
    answers: u32,
    /// How many messages with this hand were deleted.
    lost: u32,
}

/// Tells if the newest screen has to be sent, and how soon. Ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    No,
    Later,
    Now,
}

impl Hand {
    fn new(place: HandPlace, newest: Screen) -> Self {
        Self {
            place,
            told: message_at(place),
            newest,
            due: Due::No,
            closing: false,
            is_writing: false,
            answers: 0,
            lost: 0,
        }
    }

    fn is_busy(&self) -> bool {
        self.is_writing || self.answers > 0
    }

    /// Returns true if the newest screen may be sent now.
    fn may_write(&self, id: HandId, timers: &Timers) -> bool {
        let is_calm = self.due == Due::Later && timers.is_running(Timer::HandCalm(id));
        let is_waiting = is_calm || timers.is_running(Timer::HandWrite(id));
        self.due > Due::No && !self.is_busy() && !is_waiting
    }

    /// Returns true if nothing has to be sent any more for a game that is over.
    fn is_finished(&self) -> bool {
        self.closing && self.due == Due::No && !self.is_busy()
    }

    fn require(&mut self, due: Due) {
        self.due = self.due.max(due);
    }
}

impl DirectHands {
    /// Takes a newer screen of a hand. `urgent` if it asks its owner to act.
    pub(super) fn show(&mut self, id: HandId, screen: Screen, place: HandPlace, urgent: bool) {
        let hand = self.adopt(id, screen, place);
        hand.require(if urgent { Due::Now } else { Due::Later });
        hand.closing = false;
        self.report_message(id);
    }

    pub(super) fn finish(&mut self, id: HandId, screen: Screen, place: HandPlace) {
        let hand = self.adopt(id, screen, place);
        hand.require(Due::Now);
        hand.closing = true;
    }

    /// Answers a click on a hand by an edit of the message that was clicked. If that is not the
    /// person's message, that gets the screen, and the click is returned, which is to be acknowledged.
    pub(super) fn answer(
        &mut self,
        callback: Callback,
        id: HandId,
        screen: Screen,
        timers: &mut Timers,
    ) -> Option<Callback> {
        let clicked = callback.clicked.map(|clicked| clicked.message.get());
        // A visitor, which knows no hand, answers without showing anything else.
        if let Some(hand) = self.hands.get_mut(&id) {
            let own = message_at(hand.place).map(|message| message.message);
            hand.newest = screen.clone();
            if own.is_some() && own != clicked {
                hand.require(Due::Now);
                return Some(callback);
            }
            // Discord may carry out two writes in any order: one more brings the newest screen.
            hand.due = if hand.is_busy() { Due::Now } else { Due::No };
            hand.answers += 1;
            timers.start(Timer::HandCalm(id), CALM_INTERVAL);
        }
        self.requests.push_back(Request {
            key: Key::HandAnswer(id),
            op: Op::Answer(callback, Reply::Edit(screen)),
        });
        None
    }

    fn adopt(&mut self, id: HandId, screen: Screen, place: HandPlace) -> &mut Hand {
        let hand = self
            .hands
            .entry(id)
            .or_insert_with(|| Hand::new(place, screen.clone()));
        hand.newest = screen;
        hand.told = message_at(place);
        if let (HandPlace::New | HandPlace::Unknown, HandPlace::Known(_)) = (hand.place, place) {
            hand.place = place;
        }
        hand
    }

    /// Tells the table which message it is, unless it knows.
    fn report_message(&mut self, id: HandId) {
        if let Some(hand) = self.hands.get_mut(&id)
            && let HandPlace::Known(message) = hand.place
            && hand.told != Some(message)
        {
            hand.told = Some(message);
            self.events.push_back(BoardEvent::HandPosted(id, message));
        }
    }

    pub(super) fn start_requests(&mut self, timers: &Timers) {
        for (id, hand) in &mut self.hands {
            if !hand.may_write(*id, timers) {
                continue;
            }
            hand.due = Due::No;
            if hand.closing && hand.place == HandPlace::New {
                // Nothing was ever posted.
                continue;
            }
            hand.is_writing = true;
            let request = HandRequest {
                hand: *id,
                screen: hand.newest.clone(),
                place: hand.place,
                may_post: !hand.closing,
                lost: hand.lost,
            };
            self.requests.push_back(Request {
                key: Key::Hand(*id),
                op: Op::ShowHand(request),
            });
        }
        self.hands.retain(|_, hand| !hand.is_finished());
    }

    /// Takes the result of a write: the message, or none if there was none and none was to be posted.
    pub(super) fn on_shown(&mut self, id: HandId, result: OpResult, timers: &mut Timers) {
        let Some(hand) = self.hands.get_mut(&id) else {
            return;
        };
        hand.is_writing = false;
        timers.start(Timer::HandCalm(id), CALM_INTERVAL);
        match result {
            Ok(outcome) => {
                timers.reset(Timer::HandWrite(id));
                hand.place = match outcome {
                    Outcome::Hand(message) => HandPlace::Known(message),
                    _ => HandPlace::New,
                };
                self.report_message(id);
            }
            Err(error) => self.on_failed(id, &error, timers),
        }
    }

    fn on_failed(&mut self, id: HandId, error: &RequestError, timers: &mut Timers) {
        let Some(hand) = self.hands.get_mut(&id) else {
            return;
        };
        match error {
            RequestError::OutcomeUnknown
            | RequestError::DeadlineExceeded
            | RequestError::ChannelPaused
            | RequestError::TooManyEdits => {
                if hand.place == HandPlace::New {
                    hand.place = HandPlace::Unknown;
                }
                hand.require(Due::Later);
                timers.back_off(Timer::HandWrite(id));
            }
            RequestError::UnknownMessage => {
                // Another one is posted, unless an attempt has been made already.
                hand.place = HandPlace::Unknown;
                hand.lost += 1;
                timers.back_off(Timer::HandWrite(id));
                if !hand.closing {
                    hand.require(Due::Later);
                }
            }
            // The same body would be refused again.
            RequestError::InvalidBody(_) => {}
            error => {
                debug!(%error, user = id.user.0, "a person gets no direct message");
                if !hand.closing {
                    self.events.push_back(BoardEvent::HandRefused(id));
                }
                self.hands.remove(&id);
            }
        }
    }

    pub(super) fn on_answered(&mut self, id: HandId, result: &OpResult) {
        let Some(hand) = self.hands.get_mut(&id) else {
            return;
        };
        hand.answers = hand.answers.saturating_sub(1);
        if let Err(error) = result {
            debug!(%error, user = id.user.0, "a hand is shown by an edit instead");
            hand.require(Due::Now);
        }
    }

    /// Returns true if a write of this hand is due that its owner does not wait for.
    pub(super) fn waits_for_calm(&self, id: HandId) -> bool {
        let hand = self.hands.get(&id);
        hand.is_some_and(|hand| hand.due == Due::Later && !hand.is_busy())
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    pub(super) fn poll_event(&mut self) -> Option<BoardEvent> {
        self.events.pop_front()
    }

    /// Returns true if every last screen is shown, or can never be.
    pub(super) fn is_settled(&self) -> bool {
        !self.hands.values().any(|hand| hand.closing)
    }
}

fn message_at(place: HandPlace) -> Option<DirectMessage> {
    match place {
        HandPlace::Known(message) => Some(message),
        HandPlace::New | HandPlace::Unknown => None,
    }
}
