//! Which table stands in which channel, and the way to its task. It holds the sending ends of
//! mailboxes and nothing of any game. The tables of an earlier process sleep here until somebody
//! clicks at them or their turn to be shown comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use serenity::model::id::{ChannelId, GuildId};
use table::company::Company;
use table::effect::Answer;
use table::ids::{Millis, TableId};
use table::input::{Failure, Input};
use table::journal::{Journal, JournalError, Running};
use table::options::Options;
use table::refusal::Refusal;
use table::screen::{Obstacle, Screen, obstacle, refusal};
use table::text::Language;
use table::{Site, Table};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error, info, warn};

use crate::chance::{Fortune, TableChance};
use crate::clock::{Clock, system_time};
use crate::driver::{Beginning, Driver, FIRST_REPLY, Letter, Ties, Wish};
use crate::outbox::{Rest, Speaker, Spoken};
use crate::point::{Point, Points};
use crate::thinkers::Thinkers;

/// All tables of the process.
pub(crate) struct Registry<J> {
    journal: Arc<J>,
    rest: Rest,
    clock: Clock,
    limits: Limits,
    tables: DashMap<ChannelId, Handle>,
    /// The tables of an earlier process that nobody has read back yet.
    asleep: DashMap<ChannelId, Asleep>,
    /// When the earlier process was last known to be alive, a short grace before: so much more
    /// time has everybody.
    away_since: Millis,
    /// How many tables each server has.
    guilds: Arc<DashMap<GuildId, usize>>,
    tasks: TaskTracker,
    closing: CancellationToken,
    means: Means,
}

/// What a process has of its own: nothing here is shared with another.
pub(crate) struct Means {
    /// What the system's clock says.
    pub(crate) time: Millis,
    pub(crate) fortune: Fortune,
    pub(crate) thinkers: Thinkers,
    pub(crate) points: Points,
}

impl Means {
    /// Those of the operating system.
    pub(crate) fn of_the_system() -> Self {
        Self {
            time: system_time(),
            fortune: Fortune::System,
            thinkers: Thinkers::new(),
            points: Points::default(),
        }
    }
}

/// A table of an earlier process.
struct Asleep {
    running: Running,
    lease: Lease,
}

/// What everybody gets on top of the time that nobody was there.
const GRACE: Millis = Millis::seconds(5);
/// Sleeping tables are woken one after the other: each shows itself anew, and there may be many.
const WAKING: Duration = Duration::from_millis(40);
/// How often this process says that it is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// What the registry grants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) games_per_server: usize,
    pub(crate) clicks_waiting: usize,
}

/// The way to one table.
struct Handle {
    table: TableId,
    guild: GuildId,
    mailbox: mpsc::Sender<Letter>,
    standing: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

/// Why a letter was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untaken {
    /// No table stands in this channel.
    NoTable,
    /// The table has more letters than it can read.
    Full,
}

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unopened {
    /// One stands here whose game is not over; its message, if it has one yet.
    Occupied { message: Option<u64> },
    /// The server has as many as it may have.
    ServerFull,
    /// The operating system gave no randomness, or no table came of the options.
    Trouble,
}

/// One of the tables that a server may have; given back when dropped.
struct Lease {
    guilds: Arc<DashMap<GuildId, usize>>,
    guild: GuildId,
}

/// Why a table was not read back.
enum Unread {
    /// The journal could not be read; it may be another time.
    Later,
    /// What it says makes no table.
    Never,
}

impl Handle {
    fn ties(&self, means: &Means) -> Ties {
        Ties {
            over: Arc::clone(&self.over),
            standing: Arc::clone(&self.standing),
            thinkers: means.thinkers.clone(),
            back: self.mailbox.downgrade(),
            points: means.points.clone(),
        }
    }

    /// A new table in the place of one whose game is over.
    fn make_room(&self, wish: Wish, options: Options, company: Company) -> Result<(), Unopened> {
        if self.over.load(Ordering::Relaxed) {
            return self
                .mailbox
                .try_send(Letter::Reopen(wish, options, company))
                .map_err(|_| Unopened::Trouble);
        }
        let message = self.standing.load(Ordering::Relaxed);
        Err(Unopened::Occupied {
            message: (message != 0).then_some(message),
        })
    }
}

impl Lease {
    fn take(guilds: &Arc<DashMap<GuildId, usize>>, guild: GuildId, most: usize) -> Option<Self> {
        let mut taken = guilds.entry(guild).or_insert(0);
        if *taken >= most {
            return None;
        }
        *taken += 1;
        Some(Self {
            guilds: Arc::clone(guilds),
            guild,
        })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.guilds.remove_if_mut(&self.guild, |_, taken| {
            *taken = taken.saturating_sub(1);
            *taken == 0
        });
    }
}

impl<J: Journal + 'static> Registry<J> {
    /// The tables that this journal says are running, all of them asleep.
    pub(crate) async fn new(
        journal: Arc<J>,
        rest: Rest,
        limits: Limits,
        means: Means,
    ) -> Result<Arc<Self>, JournalError> {
        let last_life = journal.last_life().await?;
        let clock = Clock::start(means.time, last_life);
        let away_since = last_life.unwrap_or_else(|| clock.now());
        let registry = Self {
            rest,
            clock,
            limits,
            tables: DashMap::new(),
            asleep: DashMap::new(),
            away_since: Millis(away_since.0.saturating_sub(GRACE.0)),
            guilds: Arc::default(),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            means,
            journal,
        };
        for running in registry.journal.running().await? {
            registry.lay_down(running);
        }
        info!(tables = registry.asleep.len(), "tables are still running");
        Ok(Arc::new(registry))
    }

    fn lay_down(&self, running: Running) {
        // A limit that has been lowered since ends no game.
        if let Some(lease) = Lease::take(&self.guilds, guild_of(&running), usize::MAX) {
            self.asleep
                .insert(channel_of(&running), Asleep { running, lease });
        }
    }

    /// Wakes the sleeping tables one after the other, and from then on says that it is alive: a
    /// process that dies before has not given all of them their time back.
    pub(crate) fn wake(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.tasks.spawn(async move {
            let closing = this.closing.clone();
            let living = async {
                this.wake_all().await;
                this.live().await;
            };
            let all = async { tokio::join!(living, this.stand_still()) };
            closing.run_until_cancelled(all).await;
        });
    }

    async fn wake_all(self: &Arc<Self>) {
        while !self.asleep.is_empty() {
            let channels: Vec<_> = self.asleep.iter().map(|asleep| *asleep.key()).collect();
            for channel in channels {
                self.mailbox(channel);
                sleep(WAKING).await;
            }
        }
        self.means.points.pass(Point::AllAwake);
    }

    /// While nothing may be sent, no game goes on; the next click at each lets it.
    async fn stand_still(&self) {
        let mut stops = self.rest.stops();
        while stops.changed().await.is_ok() {
            for handle in &self.tables {
                deliver(&handle.mailbox, Input::Undelivered(Failure::Silenced));
            }
        }
    }

    async fn live(&self) {
        loop {
            self.means.points.pass(Point::LifeNoting);
            if let Err(error) = self.journal.note_life(self.clock.now()).await {
                warn!(%error, "a sign of life was not kept");
            }
            self.means.points.pass(Point::LifeNoted);
            sleep(SIGN_OF_LIFE).await;
        }
    }

    /// Passes a wish on to the channel's table.
    pub(crate) fn send(self: &Arc<Self>, channel: ChannelId, wish: Wish) -> Result<(), Untaken> {
        let mailbox = self.mailbox(channel).ok_or(Untaken::NoTable)?;
        mailbox
            .try_send(Letter::Wish(wish))
            .map_err(|error| match error {
                TrySendError::Full(_) => Untaken::Full,
                TrySendError::Closed(_) => Untaken::NoTable,
            })
    }

    /// Whether a table stands in this channel.
    pub(crate) fn has(&self, channel: ChannelId) -> bool {
        self.tables.contains_key(&channel) || self.asleep.contains_key(&channel)
    }

    /// The channel is gone for good, and its table with it.
    pub(crate) fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        if let Some(mailbox) = self.mailbox(channel) {
            deliver(&mailbox, Input::Undelivered(Failure::ChannelGone));
        }
    }

    /// The bot has left a server, or the server is gone.
    pub(crate) fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        let asleep = self
            .asleep
            .iter()
            .filter(|asleep| asleep.running.guild.0 == guild.get());
        let asleep: Vec<_> = asleep.map(|asleep| *asleep.key()).collect();
        for channel in asleep {
            self.mailbox(channel);
        }
        for handle in self.tables.iter().filter(|handle| handle.guild == guild) {
            deliver(&handle.mailbox, Input::Undelivered(Failure::ChannelGone));
        }
    }

    /// Nothing could be heard since then; now it can.
    pub(crate) fn returned(&self, since: tokio::time::Instant) {
        let since = self.clock.at(since);
        for handle in &self.tables {
            deliver(&handle.mailbox, Input::Returned { since });
        }
    }

    /// Takes no more letters and waits until all that are taken have been dealt with.
    pub(crate) async fn close(&self) {
        self.closing.cancel();
        let all_awake = self.asleep.is_empty();
        self.asleep.clear();
        self.tables.clear();
        self.tasks.close();
        self.tasks.wait().await;
        if all_awake && let Err(error) = self.journal.note_life(self.clock.now()).await {
            warn!(%error, "a sign of life was not kept");
        }
    }

    /// The way to the table of a channel, which is woken if it sleeps.
    fn mailbox(self: &Arc<Self>, channel: ChannelId) -> Option<mpsc::Sender<Letter>> {
        match self.tables.entry(channel) {
            Entry::Occupied(taken) => Some(taken.get().mailbox.clone()),
            Entry::Vacant(vacant) => {
                let (_, asleep) = self.asleep.remove(&channel)?;
                let (handle, letters) = self.handle(&asleep.running);
                let mailbox = handle.mailbox.clone();
                // Until it is read back, the table itself says whether it makes room.
                handle.over.store(true, Ordering::Relaxed);
                let speaker = self.speaker(channel, &handle);
                let ties = handle.ties(&self.means);
                vacant.insert(handle);
                let waking = Arc::clone(self).read_back(asleep, speaker, ties, letters);
                self.tasks.spawn(waking);
                Some(mailbox)
            }
        }
    }

    fn handle(&self, running: &Running) -> (Handle, mpsc::Receiver<Letter>) {
        let (mailbox, letters) = mpsc::channel(self.limits.clicks_waiting);
        let handle = Handle {
            table: running.table,
            guild: guild_of(running),
            mailbox,
            standing: Arc::new(AtomicU64::new(running.message.unwrap_or(0))),
            over: Arc::default(),
        };
        (handle, letters)
    }

    /// Reads a table back and runs it from there.
    async fn read_back(
        self: Arc<Self>,
        asleep: Asleep,
        speaker: Speaker,
        ties: Ties,
        letters: mpsc::Receiver<Letter>,
    ) {
        let (id, channel) = (asleep.running.table, channel_of(&asleep.running));
        match self.load(id).await {
            Ok((table, chance)) => {
                info!(
                    table = id.0,
                    channel = channel.get(),
                    "a table is read back"
                );
                let driver = self.driver(table, chance, speaker, ties);
                let beginning = Beginning::ReadBack {
                    since: self.away_since,
                };
                self.run(driver, beginning, letters, asleep.lease).await;
            }
            Err(Unread::Later) => {
                self.asleep.insert(channel, asleep);
                self.put_away(id, channel);
                let trouble = |language| obstacle(&Obstacle::Trouble, language);
                send_off(letters, &speaker, trouble).await;
            }
            Err(Unread::Never) => {
                self.put_away(id, channel);
                let closed = |language| refusal(&Refusal::Closed, language);
                send_off(letters, &speaker, closed).await;
            }
        }
    }

    async fn load(&self, id: TableId) -> Result<(Table, TableChance), Unread> {
        self.means.points.pass(Point::TableWaking);
        let entries = match self.journal.load(id).await {
            Ok(entries) => entries,
            Err(JournalError::Unreadable(why)) => return Err(self.set_aside(id, &why).await),
            Err(error) => {
                warn!(%error, table = id.0, "a table is not read back yet");
                return Err(Unread::Later);
            }
        };
        let table = match Table::replay(&entries) {
            Ok(table) => table,
            Err(error) => return Err(self.set_aside(id, &error.to_string()).await),
        };
        let chance = self.means.fortune.table().map_err(|_| Unread::Later)?;
        self.means.points.pass(Point::TableAwake);
        Ok((table, chance))
    }

    /// A table that cannot be read stops nobody from playing at another.
    async fn set_aside(&self, id: TableId, why: &str) -> Unread {
        error!(
            table = id.0,
            why, "a table cannot be read back and is set aside"
        );
        if let Err(error) = self.journal.set_aside(id).await {
            warn!(%error, table = id.0, "a table could not be set aside");
        }
        Unread::Never
    }

    fn put_away(&self, id: TableId, channel: ChannelId) {
        self.tables
            .remove_if(&channel, |_, handle| handle.table == id);
    }

    /// Opens a table, unless one stands there already or the server has enough of them. A table
    /// whose game is over makes room by itself.
    pub(crate) fn open(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        wish: Wish,
        options: Options,
        company: Company,
    ) -> Result<(), Unopened> {
        self.mailbox(channel);
        let vacant = match self.tables.entry(channel) {
            Entry::Vacant(vacant) => vacant,
            Entry::Occupied(taken) => return taken.get().make_room(wish, options, company),
        };
        let lease = Lease::take(&self.guilds, guild, self.limits.games_per_server)
            .ok_or(Unopened::ServerFull)?;
        let chance = self.means.fortune.table();
        let mut chance = chance.map_err(|_| Unopened::Trouble)?;
        let id = TableId(chance.number());
        let now = self.clock.at(wish.callback.received);
        let (table, first) = Table::open(
            Site {
                table: id,
                guild: table::ids::GuildId(guild.get()),
                channel: table::ids::ChannelId(channel.get()),
            },
            options,
            company,
            &wish.click(FIRST_REPLY),
            now,
            &mut chance,
        )
        .map_err(|_| Unopened::Trouble)?;
        let (handle, letters) = self.handle(&Running {
            table: id,
            guild: table.guild(),
            channel: table.channel(),
            message: None,
        });
        let speaker = self.speaker(channel, &handle);
        let driver = self.driver(table, chance, speaker, handle.ties(&self.means));
        vacant.insert(handle);
        self.means.points.pass(Point::TableOpened);
        info!(
            table = id.0,
            channel = channel.get(),
            guild = guild.get(),
            "a table is opened"
        );
        let beginning = Beginning::Opened(first, Box::new(wish));
        self.tasks
            .spawn(Arc::clone(self).run(driver, beginning, letters, lease));
        Ok(())
    }

    fn speaker(&self, channel: ChannelId, handle: &Handle) -> Speaker {
        let back = handle.mailbox.downgrade();
        let clock = self.clock;
        let tell = move |spoken| {
            if let Some(mailbox) = back.upgrade() {
                deliver(&mailbox, heard(spoken, &clock));
            }
        };
        let standing = Arc::clone(&handle.standing);
        let (speaker, speaking) = Speaker::new(self.rest.clone(), channel, standing, tell);
        self.tasks.spawn(speaking);
        speaker
    }

    fn driver(&self, table: Table, chance: TableChance, speaker: Speaker, ties: Ties) -> Driver<J> {
        let journal = Arc::clone(&self.journal);
        Driver::new(table, journal, speaker, self.clock, chance, ties)
    }

    async fn run(
        self: Arc<Self>,
        driver: Driver<J>,
        beginning: Beginning,
        mut letters: mpsc::Receiver<Letter>,
        lease: Lease,
    ) {
        let (id, channel) = (driver.table(), driver.channel());
        let speaker = driver.run(beginning, &mut letters).await;
        self.means.points.pass(Point::TablePutAway);
        self.put_away(id, channel);
        drop(lease);
        // Who clicked while the table closed is told so.
        let closed = |language| refusal(&Refusal::Closed, language);
        send_off(letters, &speaker, closed).await;
        info!(table = id.0, channel = channel.get(), "a table is put away");
    }
}

/// Answers everybody who still waits for a table that takes nothing more.
async fn send_off(
    mut letters: mpsc::Receiver<Letter>,
    speaker: &Speaker,
    screen: impl Fn(&'static Language) -> Screen,
) {
    letters.close();
    while let Some(letter) = letters.recv().await {
        if let Letter::Wish(wish) | Letter::Reopen(wish, ..) = letter {
            let screen = screen(Language::of(wish.person.locale));
            speaker.answer(wish.callback, Answer::Note(screen));
        }
    }
}

/// Discord's numbers are never 0; what the journal holds was one of them.
fn channel_of(running: &Running) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}

fn guild_of(running: &Running) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}

fn heard(spoken: Spoken, clock: &Clock) -> Input {
    match spoken {
        Spoken::Shown => Input::Shown { at: clock.now() },
        Spoken::Undelivered(failure) => Input::Undelivered(failure),
    }
}

/// News that a table can live without: if its mailbox is full, it hears of the matter again with
/// the next screen that cannot be shown.
fn deliver(mailbox: &mpsc::Sender<Letter>, input: Input) {
    if mailbox.try_send(Letter::Happened(input)).is_err() {
        debug!("a table had no room for news");
    }
}
