//! A running game as the table keeps it: the rules' state, the timer, the public story, each person's
//! private news, and each computer player's memory. Records change it; it decides nothing.

use std::collections::VecDeque;

use players::{Computer, Strength};
use rules::{
    AnswerKind, Event, Game, Phase, PileEnd, PlayerView, PrivateNews, Seat, SeatSet, SeenEvent,
    redact,
};

use crate::beat::Beat;
use crate::ids::{Millis, Revision};
use crate::pace::TimeLimits;
use crate::screen::{Chart, GameStats, Outcome, SafeDraw, Standing};
use crate::survival::Survival;
use crate::turn_reason::{TurnHistory, TurnReason};

/// The number of past events kept for the public story.
const MAX_STORY: usize = 24;

/// The number of unread pieces of private news kept for each person.
const MAX_NEWS: usize = 8;

/// A running game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunningGame {
    pub(crate) game: Game,
    /// The seat that took the first turn.
    pub(crate) first: Seat,
    turns: TurnHistory,
    /// The start of the current decision point. An outage moves it forward.
    pub(crate) since: Millis,
    pub(crate) timer: Timer,
    /// The death or rescue by the last action, if it is worth a beat.
    beat: Option<Beat>,
    story: VecDeque<SeenEvent>,
    /// The number of events ever added to `story`, including those dropped since.
    story_count: u64,
    /// By seat.
    news: Vec<VecDeque<UnreadNews>>,
    stats: GameStats,
    survival: Survival,
    /// By seat: what its player has seen, in case a computer takes the seat over.
    memories: Vec<Computer>,
    /// By seat: the seats that voted to continue without it. Cleared at the next decision point.
    votes: [SeatSet; Seat::COUNT],
}

/// The timer of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    Running {
        /// The time at which `rules::Action::TimeOut` is due.
        deadline: Millis,
    },
    Paused {
        since: Millis,
        /// True if the game pauses because nothing can be posted in its channel, false if it does
        /// because no person plays.
        channel_unwritable: bool,
    },
}

/// News that a person is shown in private, until they have read it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnreadNews {
    news: PrivateNews,
    /// The first revision whose panels show it.
    revision: Revision,
}

/// The thing that the game waits for, as far as deadlines and stale controls are concerned: when it
/// changes, a new deadline begins and the table gets a new revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Turn {
        seat: Seat,
        owed: u16,
    },
    Window {
        layer: u8,
    },
    /// The answers to one choice, whoever still owes them.
    Choice {
        kind: AnswerKind,
        owner: Seat,
    },
    Nothing,
}

impl Wait {
    fn of(game: &Game) -> Self {
        match game.phase() {
            Phase::Turn => game.turn().map_or(Self::Nothing, |turn| Self::Turn {
                seat: turn.seat,
                owed: turn.owed,
            }),
            Phase::Window(window) => Self::Window {
                layer: window.layer(),
            },
            Phase::Choice(choice) => Self::Choice {
                kind: choice.kind.answer_kind(),
                owner: choice.owner,
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

impl RunningGame {
    /// Returns a game that was dealt just now.
    pub(crate) fn new(game: Game, first: Seat, at: Millis, limits: TimeLimits) -> Self {
        let deadline = at.after(Wait::of(&game).limit(limits));
        let players = game.rules().players();
        let memory = |seat| Computer::new(Strength::default(), seat, &game.view(Some(seat)));
        Self {
            memories: game.rules().seats().iter().map(memory).collect(),
            game,
            first,
            turns: TurnHistory::default(),
            since: at,
            timer: Timer::Running { deadline },
            beat: None,
            story: VecDeque::new(),
            story_count: 0,
            news: vec![VecDeque::new(); players],
            stats: GameStats::default(),
            survival: Survival::new(players),
            votes: [SeatSet::EMPTY; Seat::COUNT],
        }
    }

    /// Applies all events of one action, which panels show from `revision` on. Returns true if the
    /// game waits for something else now.
    pub(crate) fn apply_events(&mut self, events: &[Event], revision: Revision) -> bool {
        let before = Wait::of(&self.game);
        for event in events {
            self.count(event);
            self.turns.observe(&self.game, event);
            self.game.evolve(event);
            self.publish(event, revision);
        }
        before != Wait::of(&self.game)
    }

    /// Begins to wait for something else: sets a new deadline and clears the votes.
    pub(crate) fn restart_timer(&mut self, at: Millis, limits: TimeLimits) {
        self.since = at;
        self.votes = [SeatSet::EMPTY; Seat::COUNT];
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

    /// Replaces the beat; `None` once something else has happened.
    pub(crate) fn set_beat(&mut self, beat: Option<Beat>) {
        self.beat = beat;
    }

    pub(crate) fn beat(&self) -> Option<Beat> {
        self.beat
    }

    /// Resumes a paused game with a full new deadline; does nothing if the timer is running.
    pub(crate) fn resume(&mut self, at: Millis, limits: TimeLimits) {
        if let Timer::Paused { .. } = self.timer {
            self.timer = Timer::Running { deadline: at };
            self.restart_timer(at, limits);
        }
    }

    pub(crate) fn extend_deadline(&mut self, by: Millis) {
        self.since = self.since.after(by);
        if let Some(beat) = &mut self.beat {
            beat.until = beat.until.after(by);
        }
        match &mut self.timer {
            Timer::Running { deadline } => *deadline = deadline.after(by),
            Timer::Paused { since, .. } => *since = since.after(by),
        }
    }

    pub(crate) fn turn_reason(&self) -> TurnReason {
        self.turns.reason()
    }

    /// Returns when the pause began, or what the game waits for now, with the beat before it.
    pub(crate) fn waiting_since(&self) -> Millis {
        match self.timer {
            Timer::Running { .. } => self.beat_before().map_or(self.since, Beat::began),
            Timer::Paused { since, .. } => since,
        }
    }

    /// Returns the beat at whose end the present wait began.
    fn beat_before(&self) -> Option<Beat> {
        self.beat.filter(|beat| beat.until == self.since)
    }

    /// Returns the whole time limit for what the game waits for now.
    pub(crate) fn limit(&self, limits: TimeLimits) -> Millis {
        Wait::of(&self.game).limit(limits)
    }

    /// Returns when half of the time limit is over. An extension after an outage moves it too.
    pub(crate) fn half_time(&self, limits: TimeLimits) -> Millis {
        self.since.after(Millis(self.limit(limits).0 / 2))
    }

    pub(crate) fn has_open_window(&self) -> bool {
        matches!(self.game.phase(), Phase::Window(_))
    }

    /// Returns the view of a seat and a computer player of this strength that remembers everything
    /// the seat has seen.
    pub(crate) fn computer(&self, seat: Seat, by: Strength) -> Option<(Computer, PlayerView)> {
        let memory = self.memories.get(seat.index())?.clone();
        Some((memory.with_strength(by), self.game.view(Some(seat))))
    }

    pub(crate) fn votes(&self, against: Seat) -> SeatSet {
        self.votes[against.index()]
    }

    pub(crate) fn add_vote(&mut self, seat: Seat, against: Seat) {
        let votes = &mut self.votes[against.index()];
        *votes = votes.with(seat);
    }

    /// Clears the votes against a seat, because its owner has clicked.
    pub(crate) fn clear_votes(&mut self, seat: Seat) {
        self.votes[seat.index()] = SeatSet::EMPTY;
    }

    /// Returns the deadline; `None` while the game is paused.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.timer {
            Timer::Running { deadline } => Some(deadline),
            Timer::Paused { .. } => None,
        }
    }

    pub(crate) fn story(&self) -> Vec<SeenEvent> {
        self.story.iter().cloned().collect()
    }

    /// Returns the story, each event with its number among all events of this game's story, which
    /// does not change when older events are dropped.
    pub(crate) fn numbered_story(&self) -> impl Iterator<Item = (u64, &SeenEvent)> {
        let dropped = self.story_count - self.story.len() as u64;
        (dropped..).zip(&self.story)
    }

    pub(crate) fn news(&self, seat: Seat) -> Vec<PrivateNews> {
        let unread = self.unread_news(seat);
        unread.map(|unread| unread.news.clone()).collect()
    }

    /// Returns the revision of a seat's newest unread news.
    pub(crate) fn newest_news(&self, seat: Seat) -> Option<Revision> {
        self.unread_news(seat).last().map(|news| news.revision)
    }

    /// Returns true if a seat has unread news from this revision or an earlier one.
    pub(crate) fn has_news(&self, seat: Seat, upto: Revision) -> bool {
        let oldest = self.unread_news(seat).next();
        oldest.is_some_and(|news| news.revision <= upto)
    }

    pub(crate) fn mark_news_read(&mut self, seat: Seat, upto: Revision) {
        if let Some(news) = self.news.get_mut(seat.index()) {
            news.retain(|news| news.revision > upto);
        }
    }

    pub(crate) fn stats(&self) -> GameStats {
        self.stats
    }

    /// Returns the chart of the finished game, with the lines in the order of this result.
    pub(crate) fn chart(&self, standings: &[Standing]) -> Chart {
        self.survival.chart(self.stats.turns, standings)
    }

    /// Returns all seats in the order of the result: the winner, then the others, the last to die first.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let living = self.game.living().iter().map(|seat| Standing {
            seat,
            outcome: Outcome::Won,
        });
        let dead = self.game.deaths().iter().rev().map(|death| Standing {
            seat: death.seat,
            outcome: match death.cause {
                rules::DeathCause::Exploded => Outcome::Exploded,
                rules::DeathCause::Imploded => Outcome::Imploded,
                rules::DeathCause::Left => Outcome::Left,
            },
        });
        living.chain(dead).collect()
    }

    fn unread_news(&self, seat: Seat) -> impl Iterator<Item = &UnreadNews> {
        self.news.get(seat.index()).into_iter().flatten()
    }

    /// Updates the statistics and the chart of the game; called before the event is applied.
    fn count(&mut self, event: &Event) {
        match event {
            Event::Noped { layer, .. } => {
                self.stats.nopes += 1;
                self.stats.longest_chain = self.stats.longest_chain.max(layer + 1);
            }
            Event::TurnBegan(_) | Event::Won { .. } => self.stats.turns += 1,
            Event::Drew { seat, from, .. } => {
                let odds = self.count_draw(*seat, *from);
                self.count_escape(*seat, odds);
            }
            Event::DrewKitten { seat, from, .. } => {
                self.count_draw(*seat, *from);
            }
            Event::Defused { seat } => self.survival.record_rescue(*seat),
            Event::Left { seat, .. } => self.survival.record_leave(*seat, self.present_turn()),
            Event::Played { .. }
            | Event::Passed { .. }
            | Event::WindowClosed { .. }
            | Event::Fizzled { .. }
            | Event::Saw { .. }
            | Event::ChoiceOpened { .. }
            | Event::Chosen { .. }
            | Event::Shuffled { .. }
            | Event::Stolen { .. }
            | Event::Asked { .. }
            | Event::Exploded { .. }
            | Event::Lapsed { .. }
            | Event::TimedOut { .. }
            | Event::DirectionTurned { .. } => {}
        }
    }

    /// Returns the number of the present turn, counted from 1.
    fn present_turn(&self) -> u32 {
        self.stats.turns + 1
    }

    /// Adds a draw to the chart, and returns the public odds of it: kittens and cards in the pile.
    fn count_draw(&mut self, seat: Seat, from: PileEnd) -> (u8, u8) {
        let (kittens, cards) = self.game.view(None).kitten_odds_at(from);
        let turn = self.present_turn();
        self.survival.record_draw(seat, turn, kittens, cards);
        (kittens, cards)
    }

    fn count_escape(&mut self, seat: Seat, (kittens, cards): (u8, u8)) {
        let closer = |than: SafeDraw| {
            u32::from(kittens) * u32::from(than.cards) > u32::from(than.kittens) * u32::from(cards)
        };
        if self.stats.riskiest_draw.is_none_or(closer) {
            self.stats.riskiest_draw = Some(SafeDraw {
                seat,
                kittens,
                cards,
            });
        }
    }

    /// Adds an event to the computers' memories, the public story and the private news, to each as
    /// far as its viewer may see it.
    fn publish(&mut self, event: &Event, revision: Revision) {
        let rules = *self.game.rules();
        let rules = &rules;
        for (seat, memory) in Seat::ALL.into_iter().zip(&mut self.memories) {
            let seen = redact(event, Some(seat), rules);
            memory.observe(&seen);
            let own = self.news.get_mut(seat.index());
            if let (Some(own), Some(news)) = (own, seen.private_news(seat)) {
                push_bounded(own, UnreadNews { news, revision }, MAX_NEWS);
            }
        }
        if belongs_to_story(event) {
            self.story_count += 1;
            push_bounded(&mut self.story, redact(event, None, rules), MAX_STORY);
        }
    }
}

fn push_bounded<T>(list: &mut VecDeque<T>, item: T, max: usize) {
    if list.len() == max {
        list.pop_front();
    }
    list.push_back(item);
}

/// Returns true if an event belongs to the public story. Passes do not: the screen shows them apart.
fn belongs_to_story(event: &Event) -> bool {
    !matches!(event, Event::Passed { .. })
}
