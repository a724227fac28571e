//! A beat: the seconds after a death or a rescue in which the public message shows only that event. The last death of a
//! game gets a beat too. An outage extends a beat during a game, but cuts the last death's beat short. A beat is
//! derived from an entry's events and time, so a replay produces the same beat. Deadlines and computer delays start at
//! its end; clicks are served as usual in the meantime.

use rules::{Event, Seat, SeatSet, Title};

use crate::ids::{Millis, UserId};
use crate::kitten_origins::Hider;
use crate::pace::Pace;
use crate::running_game::RunningGame;
use crate::watch_speed::WatchSpeed;

/// How long a death is shown alone. At the fast pace, it is shown for [`RESCUE`] instead.
const DEATH: Millis = Millis::seconds(3);

/// How long a rescue is shown alone.
const RESCUE: Millis = Millis::seconds(2);

/// A death or a rescue, and the time until which it is shown alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beat {
    pub(crate) event: BeatEvent,
    pub(crate) length: Millis,
    /// The end of the beat, when the public message returns to the game or shows its result.
    pub(crate) until: Millis,
    /// The person whose turn began in the same action. They are pinged after the beat.
    pub(crate) turn_passed_to: Option<UserId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeatEvent {
    Death(DeathBeat),
    /// This player survived a kitten.
    Rescue(Seat),
}

/// A player's death, and the hazard that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeathBeat {
    pub(crate) seat: Seat,
    pub(crate) by: Title,
    /// The number of players who died earlier.
    pub(crate) order: usize,
    /// The first player who died in this game.
    pub(crate) first: Seat,
    /// The player who hid the hazard, if that is public.
    pub(crate) hider: Option<Hider>,
    /// How often the hider has killed this player in the table's series, including this death; 0 if the hider is
    /// unknown or is this player, and in solo games.
    pub(crate) times: u32,
}

impl Beat {
    /// Returns this beat with its end postponed by the length of an outage.
    pub(crate) fn extended(self, by: Millis) -> Self {
        let until = self.until.after(by);
        Self { until, ..self }
    }

    /// Returns the time of the death or rescue, postponed by the length of all outages since then.
    pub(crate) fn began(self) -> Millis {
        Millis(self.until.0.saturating_sub(self.length.0))
    }
}

/// How much of the current beat this process has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeatProgress {
    /// The public message shows the beat.
    Shown,
    /// The public message has returned to the game.
    Over,
}

impl BeatEvent {
    /// Returns the action's last event that gets a beat; `None` if there is none. `running` is the game after
    /// the action.
    pub(crate) fn among(events: &[Event], running: &RunningGame) -> Option<Self> {
        events.iter().rev().find_map(|event| {
            if let Event::Exploded { seat, by, .. } = *event {
                Some(Self::Death(DeathBeat {
                    seat,
                    by,
                    order: running.game.deaths().len().saturating_sub(1),
                    first: running
                        .game
                        .deaths()
                        .first()
                        .map_or(seat, |death| death.seat),
                    hider: running.history.kitten_origins.drawn,
                    times: 0,
                }))
            } else if let Event::Defused { seat } | Event::CurseEnded { seat } = *event {
                let waits = running
                    .game
                    .unresolved()
                    .is_some_and(|unresolved| unresolved.seat == seat);
                waits.then_some(Self::Rescue(seat))
            } else {
                None
            }
        })
    }

    /// Returns true if the event is the death of one of these players.
    pub(crate) fn is_death_among(self, seats: SeatSet) -> bool {
        matches!(self, Self::Death(death) if seats.contains(death.seat))
    }

    /// Returns how long the event is shown alone. Games between computers use at least the
    /// [`WatchSpeed::Fast`] interval.
    pub(crate) fn length(self, pace: Pace, is_watched: bool) -> Millis {
        let length = match (self, pace) {
            (Self::Rescue(_), _) | (Self::Death(_), Pace::Fast) => RESCUE,
            (Self::Death(_), Pace::Normal | Pace::Relaxed | Pace::Slow) => DEATH,
        };
        if is_watched {
            length.max(WatchSpeed::Fast.interval())
        } else {
            length
        }
    }
}
