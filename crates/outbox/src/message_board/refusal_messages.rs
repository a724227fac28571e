//! Refusals and other notices that do not pile up: the next one takes the place of a person's earlier one,
//! and so does a new panel. The earlier one is deleted, by the token of the interaction that it answered,
//! once the next message is shown. A refusal in the same words is not sent twice within a moment.
//!
//! A note with buttons stays, as its reader goes on from there. A notice is deleted, and counts as shown, only
//! after Discord has confirmed it. The token of an answer with another outcome may stand for the public message.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use table::ids::UserId;
use table::screen::{Element, Screen};
use tokio::time::Instant;

use super::request::NoticeAnswer;
use crate::callback::{Callback, TOKEN_LIFETIME};

/// The people at one table whose newest refusal is kept. Anybody in the channel can be refused.
const MAX_REFUSALS: usize = 64;
/// For so long after a click, its refusal answers further clicks that are refused in the same words: nobody
/// reads and dismisses it sooner. A click after that must not be left without a sentence.
const SAME_WORDS: Duration = Duration::from_secs(1);

/// A short form of a screen, which tells it from others: a screen takes much room in a table that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(u64);

impl Words {
    pub(super) fn of(screen: &Screen) -> Self {
        let mut hasher = DefaultHasher::new();
        screen.hash(&mut hasher);
        Self(hasher.finish())
    }
}

impl NoticeAnswer {
    pub(super) fn refusal(callback: Callback, screen: &Screen) -> Self {
        Self {
            callback,
            words: Words::of(screen),
            stays: false,
        }
    }

    pub(super) fn note(callback: Callback, screen: &Screen) -> Self {
        let is_control =
            |element: &Element| matches!(element, Element::Buttons(_) | Element::Select(_));
        Self {
            stays: screen.elements.iter().any(is_control),
            ..Self::refusal(callback, screen)
        }
    }

    fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.callback.received)
    }

    fn is_deletable(&self, now: Instant) -> bool {
        self.age(now) < TOKEN_LIFETIME
    }
}

/// The newest private messages that are refusals, one for each person.
#[derive(Default)]
pub(super) struct RefusalMessages {
    shown: HashMap<UserId, NoticeAnswer>,
}

impl RefusalMessages {
    /// Forgets a person's notice, which a click may have turned into their panel.
    pub(super) fn forget(&mut self, user: UserId) {
        self.shown.remove(&user);
    }

    /// Takes that a person's click at this time was answered with a new panel. Returns the interaction whose
    /// notice is to be deleted.
    pub(super) fn take_before(
        &mut self,
        user: UserId,
        received: Instant,
        now: Instant,
    ) -> Option<Callback> {
        let shown = self.shown.get(&user)?;
        if shown.callback.received > received {
            return None;
        }
        let notice = self.shown.remove(&user)?;
        notice.is_deletable(now).then_some(notice.callback)
    }

    /// Returns true if a click is refused in the words that the person has just got. A command must be
    /// answered with a message.
    pub(super) fn repeats(&self, refusal: &NoticeAnswer, now: Instant) -> bool {
        let is_same =
            |shown: &NoticeAnswer| shown.words == refusal.words && shown.age(now) < SAME_WORDS;
        let callback = &refusal.callback;
        callback.clicked.is_some() && self.shown.get(&callback.user).is_some_and(is_same)
    }

    /// Takes that an interaction was answered with a notice. Returns the interaction whose notice is
    /// to be deleted: the person's older one of the two, if its token can still be used.
    pub(super) fn on_shown(&mut self, refusal: NoticeAnswer, now: Instant) -> Option<Callback> {
        self.shown.retain(|_, shown| shown.is_deletable(now));
        let user = refusal.callback.user;
        if refusal.stays {
            return self.shown.remove(&user).map(|older| older.callback);
        }
        let Some(other) = self.shown.remove(&user) else {
            self.make_room();
            self.shown.insert(user, refusal);
            return None;
        };
        let (older, newer) = if other.callback.received <= refusal.callback.received {
            (other, refusal)
        } else {
            (refusal, other)
        };
        self.shown.insert(user, newer);
        older.is_deletable(now).then_some(older.callback)
    }

    /// Of too many refusals, forgets the oldest.
    fn make_room(&mut self) {
        if self.shown.len() < MAX_REFUSALS {
            return;
        }
        let shown = self.shown.values().map(|shown| &shown.callback);
        let oldest = shown.min_by_key(|callback| callback.received);
        if let Some(user) = oldest.map(|callback| callback.user) {
            self.shown.remove(&user);
        }
    }
}
