//! Which table stands in which channel, and the way to its task. It holds the sending ends of
//! mailboxes and nothing of any game. The tables of an earlier process sleep here until somebody
//! clicks at them or their turn to be shown comes. Those of another process are looked up in the
//! journal when somebody clicks at them, and taken over when that process is gone.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use journal::{Journal, JournalError, Orphaned, Owner, PostedMessages, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::effect::{Answer, MessageUpdate};
use table::ids::{Millis, TableId};
use table::input::{DeliveryFailure, Input};
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal};
use table::text::Language;
use table::{Table, TableLocation};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error, info, warn};

use crate::chance::{Fortune, TableChance};
use crate::clock::{Clock, system_time};
use crate::driver::{Beginning, Departure, Driver, FIRST_REPLY, Letter, Opening, Ties, Wish};
use crate::outbox::{InitialState, MessageSlot, RestClient, Speaker, SpeakerEvent, SpeakerExit};
use crate::point::{Point, Points};
use crate::thinkers::Thinkers;

/// All tables of the process.
pub struct Registry<J> {
    journal: Arc<J>,
    rest: RestClient,
    clock: Clock,
    limits: Limits,
    tables: DashMap<ChannelId, Handle>,
    /// The tables of an earlier process that nobody has read back yet.
    asleep: DashMap<ChannelId, Asleep>,
    /// How many tables each server has.
    guilds: Arc<DashMap<GuildId, usize>>,
    /// How many handles there have been.
    handles: AtomicU64,
    tasks: TaskTracker,
    closing: CancellationToken,
    means: Means,
}

/// What a process has of its own: nothing here is shared with another.
pub struct Means {
    /// What the system's clock says.
    pub time: Millis,
    pub fortune: Fortune,
    pub thinkers: Thinkers,
    pub points: Points,
}

impl Means {
    /// Those of the operating system.
    pub fn of_the_system() -> Self {
        Self {
            time: system_time(),
            fortune: Fortune::System,
            thinkers: Thinkers::new(),
            points: Points::default(),
        }
    }
}

/// A table of an earlier process, or of one that is gone.
struct Asleep {
    running: RunningTable,
    /// Since when nobody is there for it, a short grace before: so much more time has everybody.
    since: Millis,
    lease: Lease,
}

/// What everybody gets on top of the time that nobody was there.
const GRACE: Millis = Millis::seconds(5);
/// Sleeping tables are woken one after the other: each shows itself anew, and there may be many.
const WAKING: Duration = Duration::from_millis(40);
/// After a takeover it is done faster: most of the tables are finished games, which have nothing to
/// show, and everything has to be right within ten seconds of which the first four are over.
const TAKING_OVER: Duration = Duration::from_millis(10);
/// How often this process says that it is alive, for the one after it.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// How often it tells those beside it, and looks whether they are still there.
const WATCH: Duration = Duration::from_secs(1);
/// How often it is looked for what somebody may have left lying.
const ROUND: Duration = Duration::from_secs(10);
/// What everybody gets on top when another process takes over. It is less than after a restart: the
/// others notice within seconds, and a deadline is to pass within ten.
const TAKEOVER_GRACE: Millis = Millis::seconds(2);
/// How long a click at another process's table is left to that process.
const COURTESY: Duration = Duration::from_secs(1);

/// What the registry grants.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub games_per_server: usize,
    pub clicks_waiting: usize,
}

/// The way to one table.
struct Handle {
    /// Which of all handles it is: a channel's next one is another, even for the same table.
    serial: u64,
    channel: ChannelId,
    guild: GuildId,
    mailbox: mpsc::Sender<Letter>,
    standing: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

/// What belongs to a handle, on the side of its table's task.
struct Unread {
    serial: u64,
    speaker: Speaker,
    ties: Ties,
    letters: mpsc::Receiver<Letter>,
}

/// Why a letter was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untaken {
    /// No table stands in this channel.
    NoTable,
    /// The table has more letters than it can read.
    Full,
    /// The journal does not say whether a table stands here.
    Trouble,
}

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
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

/// Whose the table of a channel is, by the journal.
enum Found {
    /// This process's.
    Here(mpsc::Sender<Letter>),
    /// Another's.
    Elsewhere(RunningTable),
    /// There is none.
    Nowhere,
}

/// Why a table was not read back.
enum Illegible {
    /// The journal could not be read; it may be another time.
    Later,
    /// What it says makes no table, or one that has been closed meanwhile.
    Never,
}

impl Handle {
    fn ties(&self, means: &Means) -> Ties {
        Ties {
            over: Arc::clone(&self.over),
            thinkers: means.thinkers.clone(),
            back: self.mailbox.downgrade(),
            points: means.points.clone(),
        }
    }

    /// A new table in the place of one whose game is over.
    fn make_room(&self, opening: Opening) -> Result<(), Unopened> {
        if self.over.load(Ordering::Relaxed) {
            let handed = hand_over(&self.mailbox, opening.into_letter());
            return handed.map_err(|_| Unopened::Trouble);
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
    pub async fn new(
        journal: Arc<J>,
        rest: RestClient,
        limits: Limits,
        means: Means,
    ) -> Result<Arc<Self>, JournalError> {
        let last_life = journal.last_alive().await?;
        let clock = Clock::start(means.time, last_life);
        let since = last_life.unwrap_or_else(|| clock.now());
        let registry = Self {
            rest,
            clock,
            limits,
            tables: DashMap::new(),
            asleep: DashMap::new(),
            guilds: Arc::default(),
            handles: AtomicU64::new(0),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            means,
            journal,
        };
        for running in registry.journal.running().await? {
            registry.lay_down(running, before(since, GRACE));
        }
        info!(tables = registry.asleep.len(), "tables are still running");
        Ok(Arc::new(registry))
    }

    fn lay_down(&self, running: RunningTable, since: Millis) {
        // A table that is being put away for good is not woken beside itself.
        if self.closing.is_cancelled() {
            return;
        }
        let channel = channel_of(&running);
        if let Some(lease) = self.lease(&running) {
            let asleep = Asleep {
                running,
                since,
                lease,
            };
            self.asleep.insert(channel, asleep);
        }
    }

    /// A place for a table that is there already: a limit that has been lowered since ends no game.
    fn lease(&self, running: &RunningTable) -> Option<Lease> {
        Lease::take(&self.guilds, guild_of(running), usize::MAX)
    }

    /// Wakes the sleeping tables one after the other, and from then on says that it is alive: a
    /// process that dies before has not given all of them their time back.
    pub fn wake(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.tasks.spawn(async move {
            let closing = this.closing.clone();
            let living = async {
                while !this.asleep.is_empty() {
                    this.wake_all(WAKING).await;
                }
                tokio::join!(this.live(), this.watch(), this.go_the_rounds())
            };
            let all = async { tokio::join!(living, this.be_present(), this.stand_still()) };
            closing.run_until_cancelled(all).await;
        });
    }

    async fn wake_all(self: &Arc<Self>, pause: Duration) {
        // Where something happened last, somebody waits.
        let asleep = self.asleep.iter();
        let places = asleep.map(|one| (one.running.written_at, *one.key()));
        let mut places: Vec<_> = places.collect();
        places.sort_unstable_by_key(|(written_at, _)| Reverse(*written_at));
        for (_, channel) in places {
            self.mailbox(channel);
            sleep(pause).await;
        }
        self.means.points.pass(Point::AllAwake);
    }

    /// While nothing may be sent, no game goes on; the next click at each lets it.
    async fn stand_still(&self) {
        let mut stops = self.rest.subscribe_to_breaker();
        while stops.changed().await.is_ok() {
            for handle in &self.tables {
                deliver(&handle.mailbox, lost(DeliveryFailure::ChannelUnwritable));
            }
        }
    }

    /// Nothing should ever be left lying; what is, is not left for long.
    async fn go_the_rounds(self: &Arc<Self>) {
        loop {
            self.close_up().await;
            sleep(ROUND).await;
            self.pick_up().await;
        }
    }

    /// Wakes tables of this process that nobody here knows of.
    async fn pick_up(self: &Arc<Self>) {
        let running = self.journal.running().await.unwrap_or_else(|error| {
            warn!(%error, "running tables are not looked after");
            Vec::new()
        });
        for running in running {
            let channel = channel_of(&running);
            if !self.has(channel) {
                warn!(table = running.table.0, "a table of this process lay about");
                self.lay_down(running, self.clock.now());
                self.mailbox(channel);
            }
        }
    }

    /// Shows the end of tables that were closed by a process that did not come to show it.
    async fn close_up(&self) {
        let closed = self
            .journal
            .closed_with_messages()
            .await
            .unwrap_or_else(|error| {
                warn!(%error, "closed tables are not looked after");
                Vec::new()
            });
        for running in closed {
            self.show_the_end(running).await;
            sleep(WAKING).await;
        }
    }

    async fn show_the_end(&self, running: RunningTable) {
        let (id, channel) = (running.table, channel_of(&running));
        let closing_screen = match self.journal.load(id).await {
            Ok(entries) => Table::closing_screen(&entries),
            Err(JournalError::Unreadable(_)) => None,
            Err(error) => return debug!(%error, table = id.0, "its end is not shown yet"),
        };
        let slot = self.message_slot(id, channel);
        let (speaker, speaking) = Speaker::new(
            slot,
            InitialState::Uncertain(running.posted),
            Arc::default(),
            |_| (),
        );
        self.tasks.spawn(speaking);
        if let Some(screen) = closing_screen {
            speaker.show(screen, MessageUpdate::Edit);
        }
        self.bid_farewell(id, speaker).await;
    }

    /// Once a closed table's message says so, nobody needs to know it any more.
    async fn bid_farewell(&self, table: TableId, speaker: Speaker) {
        if speaker.finish().await == SpeakerExit::Finished
            && let Err(error) = self.journal.clear_posted(table).await
        {
            warn!(%error, table = table.0, "its message is not forgotten yet");
        }
    }

    async fn live(&self) {
        loop {
            self.means.points.pass(Point::LifeNoting);
            if let Err(error) = self.journal.record_alive(self.clock.now()).await {
                warn!(%error, "a sign of life was not kept");
            }
            self.means.points.pass(Point::LifeNoted);
            sleep(SIGN_OF_LIFE).await;
        }
    }

    /// Tells those who share the journal that this process is there for its tables.
    async fn be_present(&self) {
        loop {
            if let Err(error) = self.journal.record_heartbeat(self.clock.now()).await {
                warn!(%error, "the others were not told of this process");
            }
            sleep(WATCH).await;
        }
    }

    /// Looks after the tables of those who are not.
    async fn watch(self: &Arc<Self>) {
        loop {
            self.take_over().await;
            self.wake_all(TAKING_OVER).await;
            sleep(WATCH).await;
        }
    }

    async fn take_over(self: &Arc<Self>) {
        let adrift = self.journal.take_over().await.unwrap_or_else(|error| {
            warn!(%error, "the tables of other processes are not looked after");
            Vec::new()
        });
        if !adrift.is_empty() {
            info!(tables = adrift.len(), "tables are taken over");
        }
        for Orphaned { running, since } in adrift {
            let since = before(since, TAKEOVER_GRACE);
            let handle = self.tables.get(&channel_of(&running));
            match handle.map(|handle| handle.mailbox.clone()) {
                Some(mailbox) => self.hand_back(&mailbox, running, since),
                None => self.lay_down(running, since),
            }
        }
    }

    /// There is a copy from before, or a visitor: that one goes on.
    fn hand_back(
        self: &Arc<Self>,
        mailbox: &mpsc::Sender<Letter>,
        running: RunningTable,
        since: Millis,
    ) {
        match mailbox.try_send(Letter::TakenOver { running, since }) {
            Ok(()) => {}
            Err(TrySendError::Closed(letter)) => self.take_back(letter),
            Err(TrySendError::Full(letter)) => {
                let (this, mailbox) = (Arc::clone(self), mailbox.clone());
                self.tasks.spawn(async move {
                    if let Err(SendError(letter)) = mailbox.send(letter).await {
                        this.take_back(letter);
                    }
                });
            }
        }
    }

    /// It had just left.
    fn take_back(&self, letter: Letter) {
        if let Letter::TakenOver { running, since } = letter {
            self.lay_down(running, since);
        }
    }

    /// Passes a wish on to the channel's table, wherever it is run.
    pub async fn send(self: &Arc<Self>, channel: ChannelId, wish: Wish) -> Result<(), Untaken> {
        let letter = match self.mailbox(channel) {
            None => Letter::Wish(wish),
            Some(mailbox) => match mailbox.try_send(Letter::Wish(wish)) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => return Err(Untaken::Full),
                // Its task is ending: the table is closed, or another process's.
                Err(TrySendError::Closed(letter)) => letter,
            },
        };
        self.forward(channel, letter).await
    }

    /// Brings a letter to the table that the journal says stands in this channel. If another
    /// process runs it, that one has heard of the click too, most likely, and goes first.
    async fn forward(self: &Arc<Self>, channel: ChannelId, letter: Letter) -> Result<(), Untaken> {
        let mut found = self.find(channel).await?;
        if let Found::Elsewhere(_) = found {
            sleep(COURTESY).await;
            found = self.find(channel).await?;
        }
        match found {
            Found::Nowhere => Err(Untaken::NoTable),
            Found::Here(mailbox) => hand_over(&mailbox, letter),
            Found::Elsewhere(running) => self.visit(channel, running, letter),
        }
    }

    async fn find(self: &Arc<Self>, channel: ChannelId) -> Result<Found, Untaken> {
        let standing = self
            .journal
            .find_in_channel(table::ids::ChannelId(channel.get()))
            .await;
        let standing = standing.map_err(|error| {
            warn!(%error, "a table was not looked up");
            Untaken::Trouble
        })?;
        let Some(standing) = standing else {
            return Ok(Found::Nowhere);
        };
        match standing.owner {
            Owner::OtherProcess => return Ok(Found::Elsewhere(standing.running)),
            Owner::Expired => self.take_over().await,
            Owner::ThisProcess => {
                if !self.has(channel) {
                    self.lay_down(standing.running.clone(), self.clock.now());
                }
            }
        }
        Ok(match self.mailbox(channel) {
            Some(mailbox) => Found::Here(mailbox),
            None => Found::Elsewhere(standing.running),
        })
    }

    /// Reads another process's table back for this letter.
    fn visit(
        self: &Arc<Self>,
        channel: ChannelId,
        running: RunningTable,
        letter: Letter,
    ) -> Result<(), Untaken> {
        if let Some(mailbox) = self.mailbox(channel) {
            return hand_over(&mailbox, letter);
        }
        if self.closing.is_cancelled() {
            return Err(Untaken::Trouble);
        }
        let vacant = match self.tables.entry(channel) {
            Entry::Occupied(taken) => return hand_over(&taken.get().mailbox, letter),
            Entry::Vacant(vacant) => vacant,
        };
        let lease = self.lease(&running).ok_or(Untaken::Full)?;
        let (handle, letters) = self.handle(&running);
        hand_over(&handle.mailbox, letter)?;
        let known = InitialState::Known(running.posted.clone());
        let copy = self.unread(&handle, running.table, known, letters);
        vacant.insert(handle);
        let asleep = Asleep {
            running,
            since: self.clock.now(),
            lease,
        };
        let visit = Arc::clone(self).read_back(asleep, Beginning::Visited, copy);
        self.tasks.spawn(visit);
        Ok(())
    }

    /// Whether a table stands in this channel.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.tables.contains_key(&channel) || self.asleep.contains_key(&channel)
    }

    /// The channel is gone for good, and its table with it.
    pub fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        if let Some(mailbox) = self.mailbox(channel) {
            deliver(&mailbox, Letter::Happened(Input::ChannelGone));
        }
    }

    /// The bot has left a server, or the server is gone.
    pub fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        let asleep = self
            .asleep
            .iter()
            .filter(|asleep| asleep.running.guild.0 == guild.get());
        let asleep: Vec<_> = asleep.map(|asleep| *asleep.key()).collect();
        for channel in asleep {
            self.mailbox(channel);
        }
        for handle in self.tables.iter().filter(|handle| handle.guild == guild) {
            deliver(&handle.mailbox, Letter::Happened(Input::ChannelGone));
        }
    }

    /// Nothing could be heard of these servers since then; now it can.
    pub fn returned(&self, since: Instant, unheard: impl Fn(GuildId) -> bool) {
        let since = self.clock.at(since);
        for handle in self.tables.iter().filter(|handle| unheard(handle.guild)) {
            deliver(&handle.mailbox, Letter::Happened(Input::Resumed { since }));
        }
    }

    /// Takes no more letters and waits until all that are taken have been dealt with.
    pub async fn close(&self) {
        self.closing.cancel();
        let all_awake = self.asleep.is_empty();
        self.asleep.clear();
        self.tables.clear();
        self.tasks.close();
        self.tasks.wait().await;
        if all_awake && let Err(error) = self.journal.record_alive(self.clock.now()).await {
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
                let estate = InitialState::Uncertain(asleep.running.posted.clone());
                let unread = self.unread(&handle, asleep.running.table, estate, letters);
                vacant.insert(handle);
                let beginning = Beginning::ReadBack {
                    since: asleep.since,
                };
                let waking = Arc::clone(self).read_back(asleep, beginning, unread);
                self.tasks.spawn(waking);
                Some(mailbox)
            }
        }
    }

    fn handle(&self, running: &RunningTable) -> (Handle, mpsc::Receiver<Letter>) {
        let (mailbox, letters) = mpsc::channel(self.limits.clicks_waiting);
        let handle = Handle {
            serial: self.handles.fetch_add(1, Ordering::Relaxed),
            channel: channel_of(running),
            guild: guild_of(running),
            mailbox,
            standing: Arc::new(AtomicU64::new(running.posted.message.unwrap_or(0))),
            over: Arc::default(),
        };
        (handle, letters)
    }

    /// A handle's other side.
    fn unread(
        &self,
        handle: &Handle,
        table: TableId,
        estate: InitialState,
        letters: mpsc::Receiver<Letter>,
    ) -> Unread {
        // Until it is read back, the table itself says whether it makes room.
        let over = estate != InitialState::NewTable;
        handle.over.store(over, Ordering::Relaxed);
        Unread {
            serial: handle.serial,
            speaker: self.speaker(handle, table, estate),
            ties: handle.ties(&self.means),
            letters,
        }
    }

    /// Reads a table back and runs it from there.
    async fn read_back(self: Arc<Self>, asleep: Asleep, beginning: Beginning, unread: Unread) {
        let (id, channel) = (asleep.running.table, channel_of(&asleep.running));
        match self.load(id).await {
            Ok((table, chance)) => {
                info!(
                    table = id.0,
                    channel = channel.get(),
                    "a table is read back"
                );
                self.run(table, chance, beginning, unread, asleep.lease)
                    .await;
            }
            Err(Illegible::Later) => {
                if let Beginning::ReadBack { .. } = beginning {
                    self.asleep.insert(channel, asleep);
                }
                self.put_away(unread.serial, channel);
                let trouble = |language| interaction_error(&InteractionError::Internal, language);
                send_off(unread.letters, &unread.speaker, trouble).await;
            }
            Err(Illegible::Never) => {
                self.put_away(unread.serial, channel);
                let closed = |language| refusal(&Refusal::Closed, language);
                send_off(unread.letters, &unread.speaker, closed).await;
            }
        }
    }

    async fn load(&self, id: TableId) -> Result<(Table, TableChance), Illegible> {
        self.means.points.pass(Point::TableWaking);
        let entries = match self.journal.load(id).await {
            Ok(entries) => entries,
            Err(JournalError::Unreadable(why)) => return Err(self.quarantine(id, &why).await),
            Err(error) => {
                warn!(%error, table = id.0, "a table is not read back yet");
                return Err(Illegible::Later);
            }
        };
        let table = match Table::replay(&entries) {
            Ok(table) => table,
            Err(error) => return Err(self.quarantine(id, &error.to_string()).await),
        };
        if table.is_closed() {
            return Err(Illegible::Never);
        }
        let chance = self.means.fortune.table().map_err(|_| Illegible::Later)?;
        self.means.points.pass(Point::TableAwake);
        Ok((table, chance))
    }

    /// A table that cannot be read stops nobody from playing at another.
    async fn quarantine(&self, id: TableId, why: &str) -> Illegible {
        error!(
            table = id.0,
            why, "a table cannot be read back and is set aside"
        );
        if let Err(error) = self.journal.quarantine(id).await {
            warn!(%error, table = id.0, "a table could not be set aside");
        }
        Illegible::Never
    }

    fn put_away(&self, serial: u64, channel: ChannelId) {
        self.tables
            .remove_if(&channel, |_, handle| handle.serial == serial);
    }

    /// Opens a table, unless one stands there already or the server has enough of them. A table
    /// whose game is over makes room by itself.
    pub async fn open(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        opening: Opening,
    ) -> Result<(), Unopened> {
        if !self.has(channel) {
            let found = self.find(channel).await.map_err(|_| Unopened::Trouble)?;
            if let Found::Elsewhere(_) = found {
                let forwarded = self.forward(channel, opening.into_letter()).await;
                return forwarded.map_err(|_| Unopened::Trouble);
            }
        }
        self.mailbox(channel);
        self.open_here(guild, channel, opening)
    }

    fn open_here(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        opening: Opening,
    ) -> Result<(), Unopened> {
        let vacant = match self.tables.entry(channel) {
            Entry::Vacant(vacant) => vacant,
            Entry::Occupied(taken) => return taken.get().make_room(opening),
        };
        let lease = Lease::take(&self.guilds, guild, self.limits.games_per_server)
            .ok_or(Unopened::ServerFull)?;
        let chance = self.means.fortune.table();
        let mut chance = chance.map_err(|_| Unopened::Trouble)?;
        let id = TableId(chance.number());
        let Opening {
            wish,
            options,
            computers,
        } = &opening;
        let now = self.clock.at(wish.callback.received);
        let (table, first) = Table::open(
            TableLocation {
                table: id,
                guild: table::ids::GuildId(guild.get()),
                channel: table::ids::ChannelId(channel.get()),
            },
            *options,
            *computers,
            &wish.click(FIRST_REPLY),
            now,
            &mut chance,
        )
        .map_err(|_| Unopened::Trouble)?;
        let (handle, letters) = self.handle(&RunningTable {
            table: id,
            guild: table.guild(),
            channel: table.channel(),
            posted: PostedMessages::default(),
            written_at: now,
        });
        let unread = self.unread(&handle, id, InitialState::NewTable, letters);
        vacant.insert(handle);
        self.means.points.pass(Point::TableOpened);
        info!(
            table = id.0,
            channel = channel.get(),
            guild = guild.get(),
            "a table is opened"
        );
        let beginning = Beginning::Opened(first, Box::new(opening));
        self.tasks
            .spawn(Arc::clone(self).run(table, chance, beginning, unread, lease));
        Ok(())
    }

    fn speaker(&self, handle: &Handle, table: TableId, estate: InitialState) -> Speaker {
        let back = handle.mailbox.downgrade();
        let clock = self.clock;
        let tell = move |spoken| {
            if let Some(mailbox) = back.upgrade() {
                deliver(&mailbox, heard(spoken, &clock));
            }
        };
        let standing = Arc::clone(&handle.standing);
        let slot = self.message_slot(table, handle.channel);
        let (speaker, speaking) = Speaker::new(slot, estate, standing, tell);
        self.tasks.spawn(speaking);
        speaker
    }

    fn message_slot(&self, table: TableId, channel: ChannelId) -> MessageSlot<J> {
        MessageSlot::new(Arc::clone(&self.journal), self.rest.clone(), table, channel)
    }

    async fn run(
        self: Arc<Self>,
        table: Table,
        chance: TableChance,
        beginning: Beginning,
        unread: Unread,
        lease: Lease,
    ) {
        let Unread {
            serial,
            speaker,
            ties,
            mut letters,
        } = unread;
        let journal = Arc::clone(&self.journal);
        let driver = Driver::new(table, journal, speaker, self.clock, chance, ties);
        let (id, channel) = (driver.table(), driver.channel());
        let (speaker, departure) = driver.run(beginning, &mut letters).await;
        self.means.points.pass(Point::TablePutAway);
        self.put_away(serial, channel);
        drop(lease);
        let closed = matches!(departure, Departure::Closed);
        match departure {
            // Who clicked while the table closed is told so.
            Departure::Closed | Departure::Ended => {
                let closed = |language| refusal(&Refusal::Closed, language);
                send_off(letters, &speaker, closed).await;
            }
            Departure::Left(first) => self.send_on(channel, first, letters, &speaker).await,
        }
        if closed {
            self.bid_farewell(id, speaker).await;
        }
        info!(table = id.0, channel = channel.get(), "a table is put away");
    }

    /// Everybody who still waits here is served by whoever runs the table now.
    async fn send_on(
        self: &Arc<Self>,
        channel: ChannelId,
        first: Option<Box<Letter>>,
        mut letters: mpsc::Receiver<Letter>,
        speaker: &Speaker,
    ) {
        letters.close();
        let mut next = match first {
            Some(first) => Some(*first),
            None => letters.recv().await,
        };
        while let Some(letter) = next {
            if let Letter::TakenOver { .. } = letter {
                self.take_back(letter);
            } else if let Letter::Wish(wish) | Letter::Reopen(wish, ..) = &letter {
                let (callback, locale) = (wish.callback.clone(), wish.person.locale);
                if self.forward(channel, letter).await.is_err() {
                    let trouble =
                        interaction_error(&InteractionError::Internal, Language::of(locale));
                    speaker.answer(callback, Answer::Note(trouble));
                }
            }
            next = letters.recv().await;
        }
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

fn hand_over(mailbox: &mpsc::Sender<Letter>, letter: Letter) -> Result<(), Untaken> {
    mailbox.try_send(letter).map_err(|error| match error {
        TrySendError::Full(_) => Untaken::Full,
        TrySendError::Closed(_) => Untaken::NoTable,
    })
}

/// A point in time, put back by a grace.
fn before(since: Millis, grace: Millis) -> Millis {
    Millis(since.0.saturating_sub(grace.0))
}

/// Discord's numbers are never 0; what the journal holds was one of them.
fn channel_of(running: &RunningTable) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}

fn guild_of(running: &RunningTable) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}

fn heard(spoken: SpeakerEvent, clock: &Clock) -> Letter {
    match spoken {
        SpeakerEvent::Shown => Letter::Happened(Input::MessagePosted { at: clock.now() }),
        SpeakerEvent::Undelivered(failure) => Letter::Happened(Input::DeliveryFailed(failure)),
        SpeakerEvent::ChannelGone => Letter::Happened(Input::ChannelGone),
        SpeakerEvent::Superseded => Letter::Overtaken,
    }
}

fn lost(failure: DeliveryFailure) -> Letter {
    Letter::Happened(Input::DeliveryFailed(failure))
}

/// News that a table can live without: if its mailbox is full, it hears of the matter again with
/// the next screen that cannot be shown.
fn deliver(mailbox: &mpsc::Sender<Letter>, news: Letter) {
    if mailbox.try_send(news).is_err() {
        debug!("a table had no room for news");
    }
}
