//! Keeps refusals and other notices from piling up: a person's next notice or new panel replaces their earlier notice.
//! Once the next message is shown, the earlier notice is deleted using the token of the interaction that it answered. A
//! click is not answered with a refusal that the person has just received.
//!
//! A note with buttons or a menu stays, so that it can still be used. A notice is deleted, and counts as shown, only
//! after Discord has confirmed it: after any other outcome, the answer's token may refer to the public message.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use table::ids::UserId;
use table::screen::{Element, Screen};
use tokio::time::Instant;

use crate::callback::{Callback, TOKEN_LIFETIME};

/// The maximum number of people at one table whose newest notice is kept. Anyone in the channel can get one.
const MAX_REFUSALS: usize = 64;
/// For this long after a refused click, further clicks with the same refusal are only acknowledged, because nobody can
/// read and dismiss a refusal faster. A later click needs a visible answer.
const SAME_WORDS: Duration = Duration::from_secs(1);

/// A screen's hash. Keeping the whole screen would take up too much memory in an idle table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(u64);

impl Words {
    pub(super) fn of(screen: &Screen) -> Self {
        let mut hasher = DefaultHasher::new();
        screen.hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// An answer with a refusal or a note.
#[derive(Clone, Debug)]
pub(crate) struct NoticeAnswer {
    /// The interaction to answer, whose token may be used later to delete the notice.
    pub(super) callback: Callback,
    words: Words,
    /// True if no later message replaces this notice.
    pub(super) stays: bool,
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

/// The newest notice shown to each person, except notices that stay.
#[derive(Default)]
pub(super) struct RefusalMessages {
    shown: HashMap<UserId, NoticeAnswer>,
}

impl RefusalMessages {
    /// Forgets a person's notice, because a click may have turned it into their panel.
    pub(super) fn forget(&mut self, user: UserId) {
        self.shown.remove(&user);
    }

    /// Forgets a person's notice if it answered an interaction received at or before this time. Returns that
    /// interaction if its token can still delete the notice.
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

    /// Returns true if this refusal has the same words as the refusal that the person has just received. Always false
    /// for a command, which must be answered with a message.
    pub(super) fn repeats(&self, refusal: &NoticeAnswer, now: Instant) -> bool {
        let is_same =
            |shown: &NoticeAnswer| shown.words == refusal.words && shown.age(now) < SAME_WORDS;
        let callback = &refusal.callback;
        callback.clicked.is_some() && self.shown.get(&callback.user).is_some_and(is_same)
    }

    /// Records that an interaction was answered with a notice. Returns the interaction whose notice must now be
    /// deleted, if any.
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
