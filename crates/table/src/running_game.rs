//! A table's running game: the state of the rules, the timer, the beat, the votes and the auto-passes. `game_history`
//! keeps the past events that are still needed.

use std::collections::BTreeMap;

use rules::{
    Action, AnswerKind, Deal, Event, Game, Phase, Randomness, Ruleset, Seat, SeatSet, Title,
};

use crate::auto_pass::AutoPass;
use crate::beat::Beat;
use crate::direct_hand;
use crate::door::Door;
use crate::game_history::GameHistory;
use crate::ids::{InteractionId, Millis, Revision};
use crate::pace::TimeLimits;
use crate::record::{DealtRecord, RecordError};
use crate::screen::{Outcome, Standing};
use crate::state::{Stage, State};

impl State {
    pub(crate) fn dealt_game(
        &self,
        rules: Ruleset,
        first: Seat,
        dealt: &DealtRecord,
    ) -> Result<Game, RecordError> {
        if rules.players() != self.seats.len() {
            return Err(RecordError::Rules);
        }
        Game::from_deal(rules, first, &Deal::try_from(dealt)?)
            .map_err(|_| RecordError::OutOfSequence(self.version + 1))
    }

    /// Begins a game, or deals the running game again with the latecomer whose click has the id `interaction`.
    pub(crate) fn apply_dealt(
        &mut self,
        game: Game,
        first: Seat,
        (at, interaction): (Millis, Option<InteractionId>),
    ) {
        let (limits, revision) = (self.options.time_limits(), self.revision.next());
        let mut running = RunningGame::new(game, first, at, limits, revision);
        if self.running_game().is_some() {
            let latecomer = interaction.and_then(|share| self.seats.seat_with(share));
            running.history.note_latecomer(latecomer);
        } else {
            self.begin_next_game();
        }
        self.stage = Stage::Playing(Box::new(running));
        self.oracles.begin_game();
        self.revision = self.revision.next();
        self.update_on_turn();
    }

    fn begin_next_game(&mut self) {
        self.door = Door::default();
        self.games += 1;
        self.repeats.clear();
        let seats = &self.seats;
        let is_seated = |user| seats.seat_of(user).is_some();
        direct_hand::begin_game(&mut self.direct_hands, is_seated);
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunningGame {
    pub(crate) game: Game,
    /// The seat that took the first turn.
    pub(crate) first: Seat,
    pub(crate) began: Millis,
    /// The table's revision at the deal. Buttons of earlier games have an earlier revision.
    pub(crate) first_revision: Revision,
    /// The start of the current decision point. An outage shifts it forward.
    pub(crate) since: Millis,
    pub(crate) timer: Timer,
    /// The death or rescue in the last action, if it calls for a beat.
    pub(crate) beat: Option<Beat>,
    pub(crate) history: GameHistory,
    /// For each seat, the seats that voted to continue without it. Cleared at the next decision point.
    votes: [SeatSet; Seat::COUNT],
    auto_passes: BTreeMap<Seat, AutoPass>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    Running {
        /// When `rules::Action::TimeOut` is due.
        deadline: Millis,
    },
    Paused {
        since: Millis,
        /// True if the game is paused because nothing can be posted in its channel, false if it is because no person
        /// is playing.
        channel_unwritable: bool,
    },
}

/// The input that the game waits for, as far as deadlines and stale controls are concerned. When it changes, a new
/// deadline begins and the table gets a new revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Turn {
        seat: Seat,
        owed: u16,
        /// The number of Barking Kittens discarded or in front of players. Playing one can change this field alone.
        barked: usize,
        /// The number of cards that a blind player can still turn up. Turning up a card can change this field alone.
        unseen: u8,
    },
    Window {
        layer: u8,
    },
    /// Waits for the answers to one choice, regardless of which players have yet to answer.
    Choice {
        kind: AnswerKind,
        owner: Seat,
        /// The number of hazards waiting to be put back.
        hazards: u8,
    },
    Nothing,
}

impl Wait {
    fn of(game: &Game) -> Self {
        match game.phase() {
            Phase::Turn => game.turn().map_or(Self::Nothing, |turn| Self::Turn {
                seat: turn.seat,
                owed: turn.owed,
                barked: barking_kittens_played(game),
                unseen: unseen_cards(game, turn.seat),
            }),
            Phase::Window(window) => Self::Window {
                layer: window.layer(),
            },
            Phase::Choice(choice) => Self::Choice {
                kind: choice.kind.answer_kind(),
                owner: choice.owner,
                hazards: game.unresolved().map_or(0, |unresolved| unresolved.count),
            },
            Phase::Won { .. } => Self::Nothing,
        }
    }

    fn limit(self, limits: TimeLimits) -> Millis {
        match self {
            Self::Turn { .. } => limits.turn,
            Self::Window { .. } => limits.window,
            Self::Choice { .. } => limits.choice,
            Self::Nothing => Millis(0),
        }
    }
}

fn unseen_cards(game: &Game, seat: Seat) -> u8 {
    if game.blind().contains(seat) {
        game.hand(seat).total()
    } else {
        0
    }
}

fn barking_kittens_played(game: &Game) -> usize {
    game.discard().count(Title::BarkingKitten) + game.barking().len()
}

impl RunningGame {
    pub(crate) fn new(
        game: Game,
        first: Seat,
        at: Millis,
        limits: TimeLimits,
        first_revision: Revision,
    ) -> Self {
        let deadline = at.after(Wait::of(&game).limit(limits));
        Self {
            history: GameHistory::new(&game),
            game,
            first,
            began: at,
            first_revision,
            since: at,
            timer: Timer::Running { deadline },
            beat: None,
            votes: [SeatSet::EMPTY; Seat::COUNT],
            auto_passes: BTreeMap::new(),
        }
    }

    /// Performs a legal action. `absent` contains the seats whose owners are absent; `revision` is the first revision
    /// at which panels show the action's news. Returns the events, and true if the game now waits for something else.
    pub(crate) fn play(
        &mut self,
        action: Action,
        chance: &mut impl Randomness,
        absent: SeatSet,
        revision: Revision,
    ) -> (Vec<Event>, bool) {
        let before = Wait::of(&self.game);
        let mut events = Vec::new();
        self.game.play_unchecked(action, chance, |game, event| {
            self.history.observe(game, event, absent, revision);
            events.push(event.clone());
        });
        (events, before != Wait::of(&self.game))
    }

    /// Applies the events of an earlier action, with the same effect as [`Self::play`]. Returns true if the game now
    /// waits for something else.
    pub(crate) fn replay(&mut self, events: &[Event], absent: SeatSet, revision: Revision) -> bool {
        let before = Wait::of(&self.game);
        for event in events {
            self.history.observe(&self.game, event, absent, revision);
            self.game.evolve(event);
        }
        before != Wait::of(&self.game)
    }

    /// Starts the timer of a new wait: sets the deadline, clears the votes, and ends auto-pass for the player on turn.
    pub(crate) fn restart_timer(&mut self, at: Millis, limits: TimeLimits) {
        self.since = at;
        self.votes = [SeatSet::EMPTY; Seat::COUNT];
        if let Some(turn) = self.game.turn() {
            self.auto_passes.remove(&turn.seat);
        }
        if let Timer::Running { deadline } = &mut self.timer {
            *deadline = at.after(Wait::of(&self.game).limit(limits));
        }
    }

    pub(crate) fn pause(&mut self, at: Millis, channel_unwritable: bool) {
        self.timer = Timer::Paused {
            since: at,
            channel_unwritable,
        };
        self.beat = None;
    }

    pub(crate) fn is_unwritable(&self) -> bool {
        matches!(
            self.timer,
            Timer::Paused {
                channel_unwritable: true,
                ..
            }
        )
    }

    /// Resumes a paused game with its full time limit. Does nothing if the timer is running.
    pub(crate) fn resume(&mut self, at: Millis, limits: TimeLimits) {
        if let Timer::Paused { .. } = self.timer {
            self.timer = Timer::Running { deadline: at };
            self.restart_timer(at, limits);
        }
    }

    pub(crate) fn extend_deadline(&mut self, by: Millis) {
        self.since = self.since.after(by);
        self.beat = self.beat.map(|beat| beat.extended(by));
        match &mut self.timer {
            Timer::Running { deadline } => *deadline = deadline.after(by),
            Timer::Paused { since, .. } => *since = since.after(by),
        }
    }

    /// Returns when the pause began or, without a pause, when the current wait or the beat before it began.
    pub(crate) fn waiting_since(&self) -> Millis {
        match self.timer {
            Timer::Running { .. } => self.beat_before().map_or(self.since, Beat::began),
            Timer::Paused { since, .. } => since,
        }
    }

    /// Returns the beat whose end started the current wait.
    fn beat_before(&self) -> Option<Beat> {
        self.beat.filter(|beat| beat.until == self.since)
    }

    pub(crate) fn limit(&self, limits: TimeLimits) -> Millis {
        Wait::of(&self.game).limit(limits)
    }

    /// Returns when half of the time limit has passed. An extension after an outage shifts this time too.
    pub(crate) fn half_time(&self, limits: TimeLimits) -> Millis {
        self.since.after(Millis(self.limit(limits).0 / 2))
    }

    pub(crate) fn votes(&self, against: Seat) -> SeatSet {
        self.votes[against.index()]
    }

    pub(crate) fn add_vote(&mut self, seat: Seat, against: Seat) {
        let votes = &mut self.votes[against.index()];
        *votes = votes.with(seat);
    }

    pub(crate) fn clear_votes(&mut self, seat: Seat) {
        self.votes[seat.index()] = SeatSet::EMPTY;
    }

    pub(crate) fn auto_pass(&self, seat: Seat) -> Option<AutoPass> {
        self.auto_passes.get(&seat).copied()
    }

    pub(crate) fn set_auto_pass(&mut self, seat: Seat, auto_pass: Option<AutoPass>) {
        match auto_pass {
            Some(auto_pass) => drop(self.auto_passes.insert(seat, auto_pass)),
            None => drop(self.auto_passes.remove(&seat)),
        }
    }

    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.timer {
            Timer::Running { deadline } => Some(deadline),
            Timer::Paused { .. } => None,
        }
    }

    /// Returns the standings of all seats: first the living, then the dead, starting with the last death.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let living = self.game.living().iter().map(|seat| Standing {
            seat,
            outcome: Outcome::Won,
            hidden_by: None,
        });
        let dead = self.game.deaths().iter().rev().map(|death| Standing {
            seat: death.seat,
            outcome: match death.cause {
                rules::DeathCause::Exploded | rules::DeathCause::Barked => Outcome::Exploded,
                rules::DeathCause::Imploded => Outcome::Imploded,
                rules::DeathCause::Left => Outcome::Left,
            },
            hidden_by: self.history.hidden_kittens.killer_of(death.seat),
        });
        living.chain(dead).collect()
    }
}
