//! A running game as the table knows it: the rules' state, since when something is waited for, what
//! has been told and what is still to be told, and what each seat remembers. It changes by facts
//! alone and decides nothing.

use std::collections::VecDeque;

use players::{Computer, Strength};
use rules::{Event, Game, Phase, PlayerView, Seat, SeatSet, SeenEvent, redact};

use crate::ids::{Millis, Moment};
use crate::pace::Spans;
use crate::screen::{GameStats, Outcome, SafeDraw, Standing};

/// How many past events are remembered for the public story.
const STORY: usize = 24;

/// How many pieces of private news wait for one person.
const NEWS: usize = 8;

/// A running game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Playing {
    pub(crate) game: Game,
    /// Who began.
    pub(crate) first: Seat,
    /// When what is waited for now began to be waited for.
    since: Millis,
    pub(crate) clock: Clock,
    story: VecDeque<SeenEvent>,
    /// How many things the story has told, those that it has forgotten included.
    told: u64,
    news: Vec<VecDeque<News>>,
    tally: GameStats,
    /// By seat: what whoever sits there has seen, for the computer that may have to play there.
    memories: Vec<Computer>,
    /// By seat: those who want to go on without it. Forgotten when something else is waited for.
    votes: [SeatSet; Seat::MOST],
}

/// Whether time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// It does; what is waited for runs out then.
    Runs { deadline: Millis },
    /// Nobody is there, or the channel cannot be written to.
    Stands { since: Millis, silenced: bool },
}

/// Something that one person has to learn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct News {
    event: SeenEvent,
    /// The first step whose panels show it.
    moment: Moment,
}

/// What is waited for, as far as a clock and a button care: when it changes, a new deadline begins
/// and the buttons made before are stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    Turn { seat: Seat, owed: u16 },
    Window { layer: u8 },
    Place(Seat),
    Gifts(Seat),
    Take(Seat),
    Stop(Seat),
    Nothing,
}

impl Wait {
    pub(crate) fn of(game: &Game) -> Self {
        match game.phase() {
            Phase::Turn => game.turn().map_or(Self::Nothing, |turn| Self::Turn {
                seat: turn.seat,
                owed: turn.owed,
            }),
            Phase::Window(window) => Self::Window {
                layer: window.layer(),
            },
            Phase::Placing { seat } => Self::Place(*seat),
            Phase::Giving { taker, .. } => Self::Gifts(*taker),
            Phase::Taking { seat } => Self::Take(*seat),
            Phase::Stopping { seat, .. } => Self::Stop(*seat),
            Phase::Won { .. } => Self::Nothing,
        }
    }

    fn span(self, spans: Spans) -> Millis {
        match self {
            Self::Turn { .. } => spans.turn,
            Self::Window { .. } => spans.window,
            Self::Place(_) | Self::Gifts(_) | Self::Take(_) | Self::Stop(_) => spans.choice,
            Self::Nothing => Millis(0),
        }
    }
}

impl Playing {
    /// A game that was dealt just now.
    pub(crate) fn new(game: Game, first: Seat, at: Millis, spans: Spans) -> Self {
        let deadline = at.after(Wait::of(&game).span(spans));
        let players = game.rules().players();
        let memory = |seat| Computer::new(Strength::default(), seat, &game.view(Some(seat)));
        Self {
            memories: game.rules().seats().iter().map(memory).collect(),
            game,
            first,
            since: at,
            clock: Clock::Runs { deadline },
            story: VecDeque::new(),
            told: 0,
            news: vec![VecDeque::new(); players],
            tally: GameStats::default(),
            votes: [SeatSet::EMPTY; Seat::MOST],
        }
    }

    /// All that followed from one action, which can be seen from step `moment` on. Says whether
    /// something else is waited for now.
    pub(crate) fn happened(&mut self, events: &[Event], moment: Moment) -> bool {
        let before = Wait::of(&self.game);
        for event in events {
            self.count(event);
            self.game.evolve(event);
            self.tell(event, moment);
        }
        before != Wait::of(&self.game)
    }

    /// Starts the clock for what is waited for now.
    pub(crate) fn wait(&mut self, at: Millis, spans: Spans) {
        self.since = at;
        self.votes = [SeatSet::EMPTY; Seat::MOST];
        if let Clock::Runs { deadline } = &mut self.clock {
            *deadline = at.after(Wait::of(&self.game).span(spans));
        }
    }

    pub(crate) fn stand(&mut self, at: Millis, silenced: bool) {
        self.clock = Clock::Stands {
            since: at,
            silenced,
        };
    }

    /// Lets a clock that stands run again, from the beginning.
    pub(crate) fn run(&mut self, at: Millis, spans: Spans) {
        if let Clock::Stands { .. } = self.clock {
            self.clock = Clock::Runs { deadline: at };
            self.wait(at, spans);
        }
    }

    pub(crate) fn prolong(&mut self, by: Millis) {
        self.since = self.since.after(by);
        match &mut self.clock {
            Clock::Runs { deadline } => *deadline = deadline.after(by),
            Clock::Stands { since, .. } => *since = since.after(by),
        }
    }

    pub(crate) fn since(&self) -> Millis {
        self.since
    }

    /// How long there is in all for what is waited for.
    pub(crate) fn span(&self, spans: Spans) -> Millis {
        Wait::of(&self.game).span(spans)
    }

    /// When half of the time for what is waited for is up. Whoever put things off put this off too.
    pub(crate) fn half_time(&self, spans: Spans) -> Millis {
        self.since.after(Millis(self.span(spans).0 / 2))
    }

    /// Whether a Nope window is open.
    pub(crate) fn waits_for_nopes(&self) -> bool {
        matches!(self.game.phase(), Phase::Window(_))
    }

    /// What a seat sees, and a computer that plays this well and remembers all it has seen.
    pub(crate) fn computer(
        &self,
        seat: Seat,
        strength: Strength,
    ) -> Option<(Computer, PlayerView)> {
        let memory = self.memories.get(seat.index())?.clone();
        Some((memory.with_strength(strength), self.game.view(Some(seat))))
    }

    /// Those who want to go on without a seat.
    pub(crate) fn votes(&self, against: Seat) -> SeatSet {
        self.votes[against.index()]
    }

    pub(crate) fn voted(&mut self, seat: Seat, against: Seat) {
        let votes = &mut self.votes[against.index()];
        *votes = votes.with(seat);
    }

    /// Whoever sits there shows that he is there: what was voted is void.
    pub(crate) fn pardon(&mut self, seat: Seat) {
        self.votes[seat.index()] = SeatSet::EMPTY;
    }

    /// When what is waited for runs out; never while the clock stands.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.clock {
            Clock::Runs { deadline } => Some(deadline),
            Clock::Stands { .. } => None,
        }
    }

    pub(crate) fn story(&self) -> Vec<SeenEvent> {
        self.story.iter().cloned().collect()
    }

    /// The story, each thing with its number among all that was ever told of this game.
    pub(crate) fn numbered_story(&self) -> impl Iterator<Item = (u64, &SeenEvent)> {
        let forgotten = self.told - self.story.len() as u64;
        (forgotten..).zip(&self.story)
    }

    pub(crate) fn news(&self, seat: Seat) -> Vec<SeenEvent> {
        self.waiting_news(seat)
            .map(|news| news.event.clone())
            .collect()
    }

    /// The step at which this seat's latest news arose.
    pub(crate) fn newest(&self, seat: Seat) -> Option<Moment> {
        self.waiting_news(seat).last().map(|news| news.moment)
    }

    /// Whether this seat has news from this step or before.
    pub(crate) fn has_news(&self, seat: Seat, upto: Moment) -> bool {
        self.waiting_news(seat)
            .next()
            .is_some_and(|news| news.moment <= upto)
    }

    pub(crate) fn learnt(&mut self, seat: Seat, upto: Moment) {
        if let Some(news) = self.news.get_mut(seat.index()) {
            news.retain(|news| news.moment > upto);
        }
    }

    pub(crate) fn tally(&self) -> GameStats {
        self.tally
    }

    /// All seats: the winner, then who lasted longest.
    pub(crate) fn placing(&self) -> Vec<Standing> {
        let living = self.game.living().iter().map(|seat| Standing {
            seat,
            outcome: Outcome::Won,
        });
        let dead = self.game.deaths().iter().rev().map(|death| Standing {
            seat: death.seat,
            outcome: match death.fate {
                rules::Fate::Exploded => Outcome::Exploded,
                rules::Fate::Left => Outcome::Left,
            },
        });
        living.chain(dead).collect()
    }

    fn waiting_news(&self, seat: Seat) -> impl Iterator<Item = &News> {
        self.news.get(seat.index()).into_iter().flatten()
    }

    /// Keeps the numbers of the game; looks at the state before the event.
    fn count(&mut self, event: &Event) {
        match event {
            Event::Noped { layer, .. } => {
                self.tally.nopes += 1;
                self.tally.longest_chain = self.tally.longest_chain.max(layer + 1);
            }
            Event::TurnBegan(_) | Event::Won { .. } => self.tally.turns += 1,
            Event::Drew { seat, .. } => self.escape(*seat),
            _ => {}
        }
    }

    fn escape(&mut self, seat: Seat) {
        let (kittens, cards) = self.game.view(None).odds();
        let closer = |than: SafeDraw| {
            u32::from(kittens) * u32::from(than.cards) > u32::from(than.kittens) * u32::from(cards)
        };
        if self.tally.riskiest_draw.is_none_or(closer) {
            self.tally.riskiest_draw = Some(SafeDraw {
                seat,
                kittens,
                cards,
            });
        }
    }

    fn tell(&mut self, event: &Event, moment: Moment) {
        let rules = *self.game.rules();
        let rules = &rules;
        for (seat, memory) in Seat::ALL.into_iter().zip(&mut self.memories) {
            memory.observe(&redact(event, Some(seat), rules));
        }
        if worth_telling(event) {
            self.told += 1;
            keep(&mut self.story, redact(event, None, rules), STORY);
        }
        for seat in concerned(event).iter() {
            if let Some(news) = self.news.get_mut(seat.index()) {
                keep(
                    news,
                    News {
                        event: redact(event, Some(seat), rules),
                        moment,
                    },
                    NEWS,
                );
            }
        }
    }
}

fn keep<T>(list: &mut VecDeque<T>, item: T, most: usize) {
    if list.len() == most {
        list.pop_front();
    }
    list.push_back(item);
}

/// Whether an event belongs to the public story; who passed is seen on the table itself.
fn worth_telling(event: &Event) -> bool {
    !matches!(event, Event::Passed { .. })
}

/// Those to whom an event tells something that others are not told, or takes something away.
fn concerned(event: &Event) -> SeatSet {
    match event {
        Event::Saw { seat, .. } | Event::Drew { seat, .. } => SeatSet::EMPTY.with(*seat),
        Event::Stolen { from, to, .. }
        | Event::Asked { from, to, .. }
        | Event::Gave { from, to, .. } => SeatSet::EMPTY.with(*from).with(*to),
        _ => SeatSet::EMPTY,
    }
}
