//! A beat: the second after a death or a rescue in which the public message shows that alone. It follows
//! from the events of an entry and its time, so that a replay finds the same beat. Deadlines and the
//! delays of computer players count from its end; people who click meanwhile are served as usual.

use rules::{Event, Seat, Title};

use crate::ids::{Millis, UserId};

/// How long a beat lasts.
pub(crate) const BEAT: Millis = Millis::seconds(1);

/// A death or a rescue, and the time until which it is shown alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beat {
    pub(crate) event: BeatEvent,
    /// The time at which the public message goes on with the game.
    pub(crate) until: Millis,
    /// The person to whom the turn passed by the same action. They are pinged after the beat.
    pub(crate) turn_passed_to: Option<UserId>,
}

/// An event that is worth a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BeatEvent {
    /// This player is out, because of this hazard.
    Death(Seat, Title),
    /// This player defused a kitten.
    Rescue(Seat),
}

impl Beat {
    /// Returns the time of the death or rescue, moved by every outage since.
    pub(crate) fn began(self) -> Millis {
        Millis(self.until.0.saturating_sub(BEAT.0))
    }
}

/// How far this process has shown the present beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeatProgress {
    /// The public message shows it.
    Shown,
    /// The public message goes on with the game.
    Over,
}

impl BeatEvent {
    /// Returns the event among those of one action that is worth a beat, if there is one.
    pub(crate) fn among(events: &[Event]) -> Option<Self> {
        events.iter().rev().find_map(|event| {
            if let Event::Exploded { seat, by, .. } = event {
                Some(Self::Death(*seat, *by))
            } else if let Event::Defused { seat } = event {
                Some(Self::Rescue(*seat))
            } else {
                None
            }
        })
    }
}
