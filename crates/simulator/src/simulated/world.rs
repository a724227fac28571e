//! Everything of one simulated game that outlives a process: true time, Discord, the disk, the
//! people, what is on its way, and what all of it came to. No process sees it but through its
//! ports; a process that has died sees none of it any more.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::ids::Millis;
use tokio::time::Instant;

use super::dice::Dice;
use super::discord::Discord;
use super::disk::Disk;
use super::fate::{Fate, Target};
use super::fault::{Fault, Weather};
use super::kinds::Kinds;
use super::people::{Click, Person};
use super::plan::Plan;
use super::tally::{Tally, Violation};
use super::wire::Adrift;
use kittens::failpoint::Failpoint;

/// When every world begins.
const BEGINNING: Millis = Millis(1_800_000_000_000);

/// After this nothing that was tried again is still on its way.
const SETTLES: Millis = Millis::seconds(400);

/// A source of chance for each part of the world.
pub(super) struct Streams {
    pub(super) people: Dice,
    pub(super) network: Dice,
    pub(super) disk: Dice,
    pub(super) fate: Dice,
    pub(super) deeds: Dice,
}

impl Streams {
    fn of(seed: u64) -> Self {
        let stream = |number| Dice::stream(seed, number);
        Self {
            people: stream(1),
            network: stream(2),
            disk: stream(3),
            fate: stream(4),
            deeds: stream(5),
        }
    }
}

/// Something that happens at its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A person looks and perhaps clicks.
    Look { person: usize },
    /// A click reaches the process that lives then.
    Deliver { interaction: u64 },
    /// By now it has to be answered, if the same process still lives.
    Expect { interaction: u64, life: u64 },
    /// An outsider does something to the channel.
    Deed,
    /// The bot may write again.
    Permit,
    /// The gateway is heard again.
    Hear { since: Millis },
    /// The process is told to end.
    Stop { life: u64 },
    /// All is quiet: the channel has to show what the journal says.
    Settle,
    /// The very last click has to have its answer.
    Conclude { interaction: u64 },
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// People play, and everything can go wrong.
    Rough,
    /// The game has ended: nothing goes wrong any more, and nobody clicks.
    Calm,
    /// Everything has been looked at.
    Done,
}

/// One world.
pub(super) struct World {
    pub(super) seed: u64,
    pub(super) plan: Plan,
    pub(super) dice: Streams,
    pub(super) discord: Discord,
    pub(super) disk: Disk,
    pub(super) people: Vec<Person>,
    pub(super) clicks: BTreeMap<u64, Click>,
    pub(super) stage: Stage,
    pub(super) fate: Fate,
    /// Where a process dies besides, the first that comes past it.
    pub(super) target: Option<Target>,
    pub(super) tally: Tally,
    /// Which process lives, counted from 1.
    pub(super) life: u64,
    pub(super) alive: bool,
    /// What the table decided last.
    pub(super) latest: Kinds,
    /// The system's clock is ahead by this, or behind.
    pub(super) skew: i64,
    /// When something last went wrong that can delay answers.
    pub(super) troubled: Millis,
    /// When something last went wrong after which the table waits for a click.
    pub(super) silenced: bool,
    /// The bot was not allowed to look for what an earlier process had left.
    pub(super) blind: bool,
    /// The newest click that any process has got.
    pub(super) last_delivered: u64,
    /// Nothing is heard before this.
    pub(super) deaf_until: Millis,
    /// What was on its way when its process died.
    pub(super) adrift: Vec<Adrift>,
    pub(super) violation: Option<Violation>,
    pub(super) transcript: Transcript,
    calendar: BTreeMap<(Millis, u64), Event>,
    events: u64,
    /// True time when the process began, or now if none lives.
    base: Millis,
    began: Option<Instant>,
}

/// What happened, in order: a number that stands for all of it, and the words if somebody wants
/// to read them.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    digest: u64,
    pub(super) lines: Option<Vec<String>>,
}

impl Transcript {
    fn note(&mut self, line: String) {
        let mut hasher = DefaultHasher::new();
        (self.digest, &line).hash(&mut hasher);
        self.digest = hasher.finish();
        self.tell(line);
    }

    fn tell(&mut self, line: String) {
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }

    /// The number that stands for all of it.
    pub(super) fn digest(&self) -> u64 {
        self.digest
    }
}

impl World {
    pub(super) fn new(seed: u64, plan: Plan) -> Self {
        let people = (0..plan.people).map(|index| Person::new(index, seed));
        let mut world = Self {
            seed,
            dice: Streams::of(seed),
            discord: Discord::default(),
            disk: Disk::default(),
            people: people.collect(),
            clicks: BTreeMap::new(),
            stage: Stage::Rough,
            fate: Fate::Spared,
            target: None,
            tally: Tally::default(),
            life: 0,
            alive: false,
            latest: Kinds::default(),
            skew: 0,
            troubled: Millis(0),
            silenced: false,
            blind: false,
            last_delivered: 0,
            deaf_until: Millis(0),
            adrift: Vec::new(),
            violation: None,
            transcript: Transcript::default(),
            calendar: BTreeMap::new(),
            events: 0,
            base: BEGINNING,
            began: None,
            plan,
        };
        world.begin();
        world
    }

    fn begin(&mut self) {
        for person in 0..self.people.len() {
            self.plan_look(person);
        }
        self.plan_deed();
    }

    /// The true time.
    pub(super) fn now(&self) -> Millis {
        let passed = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        self.base.after(Millis(passed))
    }

    /// How long everything has gone on.
    pub(super) fn age(&self) -> Millis {
        self.now().since(BEGINNING)
    }

    /// A process begins, after nobody was there for so long.
    pub(super) fn be_born(&mut self, absence: Millis, fate: Fate) {
        self.base = self.base.after(absence);
        self.began = Some(Instant::now());
        self.alive = true;
        self.fate = fate;
        self.life += 1;
        self.tally.lives += 1;
        self.troubled = self.now();
        if self.stage == Stage::Calm {
            self.begin_to_settle();
        }
        if let Fate::Stopped { seconds } = fate {
            let life = self.life;
            self.plan(Millis::seconds(seconds.into()), Event::Stop { life });
        }
        let life = self.life;
        self.note(format_args!("process {life} begins"));
    }

    /// Nothing more goes wrong, and after a while everything has to be as it should.
    pub(super) fn begin_to_settle(&mut self) {
        self.stage = Stage::Calm;
        self.calendar.clear();
        self.plan(SETTLES, Event::Settle);
    }

    /// The process is gone: time stands still until another begins.
    pub(super) fn die(&mut self, how: &str) {
        let life = self.life;
        self.note(format_args!("process {life} {how}"));
        self.base = self.now();
        self.began = None;
        self.alive = false;
    }

    /// The process has ended as it was told to.
    pub(super) fn stop(&mut self) {
        self.tally.stops += 1;
        self.die("ends");
    }

    /// What the system's clock says.
    pub(super) fn system_time(&self) -> Millis {
        Millis(self.now().0.saturating_add_signed(self.skew))
    }

    /// Puts something in the calendar.
    pub(super) fn plan(&mut self, after: Millis, event: Event) {
        self.events += 1;
        let at = self.now().after(after);
        self.calendar.insert((at, self.events), event);
    }

    /// When something happens next, by the clock of the process that lives.
    pub(super) fn next(&self) -> Instant {
        let (base, began) = (self.base, self.began.unwrap_or_else(Instant::now));
        let far = || (self.now().after(Millis::hours(1)), 0);
        let (at, _) = self.calendar.keys().next().copied().unwrap_or_else(far);
        began + Duration::from_millis(at.since(base).0)
    }

    /// What is due.
    pub(super) fn take_due(&mut self) -> Option<Event> {
        let due = self.calendar.first_entry()?;
        (due.key().0 <= self.base.after(passed(self.began))).then(|| due.remove())
    }

    /// A process comes past a point. Returns whether it dies there.
    pub(super) fn pass(&mut self, point: Failpoint) -> bool {
        let aimed = self
            .target
            .is_some_and(|target| target.is(point, self.latest));
        let fated = self.stage == Stage::Rough && self.fate.strikes(point);
        let dies = aimed || fated;
        if aimed {
            self.target = None;
        }
        self.tally.pass(point, self.latest, dies);
        if dies {
            self.die(&format!("dies at {point}"));
        }
        dies
    }

    /// What the weather is like now.
    pub(super) fn weather(&self) -> Weather {
        match self.stage {
            Stage::Rough => self.plan.weather,
            Stage::Calm | Stage::Done => Weather {
                delivery: 0,
                ..Weather::fair()
            },
        }
    }

    /// Counts a fault.
    pub(super) fn strike(&mut self, fault: Fault) {
        self.troubled = self.now();
        self.tally.strike(fault);
        self.note(format_args!("fault: {fault}"));
    }

    /// Something does not hold. Only the first counts: what comes after may follow from it.
    pub(super) fn violate(&mut self, what: impl Into<String>) {
        let what = what.into();
        self.note(format_args!("VIOLATION: {what}"));
        let seed = self.seed;
        self.violation.get_or_insert(Violation { seed, what });
    }

    /// Writes a line into the transcript.
    pub(super) fn note(&mut self, line: std::fmt::Arguments<'_>) {
        let at = self.age().0;
        self.transcript.note(format!("{at:>10} {line}"));
    }

    /// The same for what only readers want to know, and what follows from the rest.
    pub(super) fn tell(&mut self, line: std::fmt::Arguments<'_>) {
        if self.transcript.lines.is_some() {
            self.transcript.tell(format!("{:>10} {line}", ""));
        }
    }
}

fn passed(began: Option<Instant>) -> Millis {
    let passed = began.map_or(Duration::ZERO, |began| began.elapsed());
    Millis(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX))
}

/// A world that several hold.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<World>>);

impl Shared {
    pub(super) fn new(world: World) -> Self {
        Self(Arc::new(Mutex::new(world)))
    }

    /// The world, for a moment. Nobody may hold it across an await, nor come past a point with it.
    pub(super) fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
