//! One table in its task: it takes what comes, one thing after the other, writes down what changes
//! and only then lets anybody see it. No one else in this process touches the table; where another
//! process runs it, it is read along with for as long as a click takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serenity::model::id::ChannelId;

use journal::{Journal, JournalError, OwnedTable, Owner, PostedMessages, RunningTable};
use table::Table;
use table::computer_setup::ComputerSetup;
use table::effect::{Answer, Effect, MessageUpdate, Transition};
use table::entry::Entry;
use table::ids::{InteractionId, Millis, ReplyId, TableId};
use table::input::{Click, ClickOrigin, Clicker, DeliveryFailure, Input};
use table::intent::Intent;
use table::options::TableOptions;
use table::screen::{InteractionError, interaction_error};
use table::text::{Language, Locale};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{error, info, warn};

use crate::chance::TableChance;
use crate::clock::Clock;
use crate::outbox::{Callback, InitialState, Speaker};
use crate::point::{Point, Points};
use crate::thinkers::Thinkers;

/// The handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);

/// A click, as it comes from the desk.
pub(crate) struct Wish {
    pub(crate) callback: Callback,
    pub(crate) person: Clicker,
    pub(crate) origin: ClickOrigin,
    pub(crate) intent: Intent,
    /// It has its answer already: whatever else there is to say is said in the channel.
    pub(crate) answered: bool,
}

impl Wish {
    /// The click that the table gets to see.
    pub(crate) fn click(&self, reply: ReplyId) -> Click {
        Click {
            reply,
            interaction: InteractionId(self.callback.interaction.get()),
            person: self.person.clone(),
            origin: self.origin,
            intent: self.intent,
        }
    }
}

/// What a table's mailbox takes.
pub(crate) enum Letter {
    Wish(Wish),
    /// A command that wants a new table where a finished one stands.
    Reopen(Wish, TableOptions, ComputerSetup),
    Happened(Input),
    /// Another process showed the table, and is gone. Since then nobody has been there for it.
    TakenOver {
        running: RunningTable,
        since: Millis,
    },
    /// Another process's message stands for the table.
    Overtaken,
}

impl Opening {
    /// The same wish, for a table that stands there already.
    pub(crate) fn into_letter(self) -> Letter {
        Letter::Reopen(self.wish, self.options, self.computers)
    }
}

/// Whether anything more can happen at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    Goes,
    Ends,
}

/// Whose a table is, of the processes that share the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// This process wrote last, or has taken it over: it wakes it, and it shows it.
    Own,
    /// The same, but what stands in the channel is another process's, which may still be changing
    /// it: the next screen is posted anew.
    Inherited,
    /// Another process's, or nobody's: what is known of it holds for one click.
    Guest,
}

/// How a table's task came to its end.
pub(crate) enum Departure {
    /// Nothing more happens at this table.
    Closed,
    /// Nobody can reach it here any more.
    Ended,
    /// Another process runs the table; this is for it, as are the letters that are still unread.
    Left(Option<Box<Letter>>),
}

/// The click at hand, until it is answered.
struct Waiting {
    reply: ReplyId,
    callback: Callback,
    locale: Locale,
}

/// A table and everything that it takes to run it.
pub(crate) struct Driver<J> {
    table: Table,
    hold: Hold,
    journal: Arc<J>,
    speaker: Speaker,
    clock: Clock,
    chance: TableChance,
    ties: Ties,
    waiting: Option<Waiting>,
    replies: u64,
    /// After a refusal of the journal, no deadline is tried again before this.
    rests_until: Option<Instant>,
    /// The journal refused an entry and could not be read after that: it may have kept it.
    doubtful: bool,
}

/// What ties a table's task to the rest of the process.
pub(crate) struct Ties {
    /// Whether its game is over, for those who ask for a new table.
    pub(crate) over: Arc<AtomicBool>,
    pub(crate) thinkers: Thinkers,
    /// The way back to this table, for those who think for it.
    pub(crate) back: mpsc::WeakSender<Letter>,
    pub(crate) points: Points,
}

/// How a table comes into its task.
pub(crate) enum Beginning {
    /// Somebody opened it just now, so; this is what follows.
    Opened(Transition, Box<Opening>),
    /// It was read back, and nothing has happened to it since then.
    ReadBack { since: Millis },
    /// It was read back for what lies in its mailbox; another process runs it.
    Visited,
}

/// How somebody wanted his table to be.
pub(crate) struct Opening {
    pub(crate) wish: Wish,
    pub(crate) options: TableOptions,
    pub(crate) computers: ComputerSetup,
}

/// How long deadlines wait after the journal refused to write.
const REST: Duration = Duration::from_secs(1);

impl<J: Journal> Driver<J> {
    pub(crate) fn new(
        table: Table,
        journal: Arc<J>,
        speaker: Speaker,
        clock: Clock,
        chance: TableChance,
        ties: Ties,
    ) -> Self {
        Self {
            table,
            hold: Hold::Own,
            journal,
            speaker,
            clock,
            chance,
            ties,
            waiting: None,
            replies: FIRST_REPLY.0,
            rests_until: None,
            doubtful: false,
        }
    }

    /// The number of the table.
    pub(crate) fn table(&self) -> TableId {
        self.table.id()
    }

    /// Where the table stands.
    pub(crate) fn channel(&self) -> ChannelId {
        ChannelId::new(self.table.channel().0)
    }

    /// Runs until the table closes, cannot go on, belongs to another process, or nobody holds its
    /// mailbox any more. Gives back the speaker, for whoever still waits.
    pub(crate) async fn run(
        mut self,
        beginning: Beginning,
        mailbox: &mut mpsc::Receiver<Letter>,
    ) -> (Speaker, Departure) {
        let mut life = match beginning {
            Beginning::Opened(first, opening) => match self.open(first, &opening.wish).await {
                Ok(life) => life,
                Err(Forestalled) => {
                    // The table that another process opened there hears of the wish.
                    let letter = opening.into_letter();
                    return (self.speaker, Departure::Left(Some(Box::new(letter))));
                }
            },
            Beginning::ReadBack { since } => self.come_back(since, mailbox).await,
            Beginning::Visited => {
                self.hold = Hold::Guest;
                Life::Goes
            }
        };
        while life == Life::Goes {
            life = match self.next(mailbox).await {
                Some(letter) if self.is_for_another(&letter) => {
                    self.speaker
                        .reset(InitialState::Known(PostedMessages::default()));
                    return (self.speaker, Departure::Left(Some(Box::new(letter))));
                }
                Some(letter) => self.read(letter, mailbox).await,
                None => Life::Ends,
            };
        }
        let departure = match self.hold {
            Hold::Guest => Departure::Left(None),
            _ if self.table.is_closed() => Departure::Closed,
            Hold::Own | Hold::Inherited => Departure::Ended,
        };
        (self.speaker, departure)
    }

    /// Whether this is about a table that came to this place after this one.
    fn is_for_another(&self, letter: &Letter) -> bool {
        matches!(letter, Letter::TakenOver { running, .. } if running.table != self.table.id())
    }

    /// What comes next. A guest leaves when there is nothing to do for him, unless the table may
    /// have become this process's by what he did.
    async fn next(&self, mailbox: &mut mpsc::Receiver<Letter>) -> Option<Letter> {
        if self.hold == Hold::Guest && !self.doubtful {
            return mailbox.try_recv().ok();
        }
        let wake = self.wakes_at();
        tokio::select! {
            biased;
            letter = mailbox.recv() => letter,
            () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => Some(Letter::Happened(Input::Wake)),
        }
    }

    async fn read(&mut self, letter: Letter, mailbox: &mpsc::Receiver<Letter>) -> Life {
        if self.doubtful && self.resolve().await == Life::Ends {
            return Life::Ends;
        }
        match letter {
            Letter::Wish(wish) => self.grant(&wish, Input::Click).await,
            Letter::Reopen(wish, options, computers) => {
                let reopen = |click| Input::Reopen {
                    click,
                    options,
                    computers,
                };
                self.grant(&wish, reopen).await
            }
            Letter::Happened(_) if self.hold == Hold::Guest => Life::Goes,
            Letter::Happened(input) => self.handle(self.clock.now(), input).await,
            Letter::TakenOver { since, .. } => self.inherit(since, mailbox).await,
            Letter::Overtaken => self.overtaken().await,
        }
    }

    /// A new table is nowhere before its first entry is kept.
    async fn open(&mut self, first: Transition, wish: &Wish) -> Result<Life, Forestalled> {
        self.await_answer(FIRST_REPLY, wish);
        match self.keep(first.entry.as_ref()).await {
            Ok(()) => Ok(self.show(first.effects)),
            Err(JournalError::Conflict { .. }) => Err(Forestalled),
            Err(_) => {
                self.confess();
                Ok(Life::Ends)
            }
        }
    }

    /// Before anything else, everybody gets back the time that nobody was there.
    async fn come_back(&mut self, since: Millis, mailbox: &mpsc::Receiver<Letter>) -> Life {
        loop {
            let returned = Input::Resumed { since };
            match self.attempt(self.clock.now(), returned).await {
                Ok(effects) => return self.show(effects),
                Err(_) if mailbox.is_closed() => return Life::Ends,
                Err(JournalError::Conflict { .. }) => match self.read_back().await {
                    Ok(_) if self.table.is_closed() => return Life::Ends,
                    // Whoever wrote has given them their time, or is still there.
                    Ok(_) if self.hold == Hold::Guest => return Life::Goes,
                    Err(JournalError::Unreadable(_)) => return Life::Ends,
                    Ok(_) | Err(_) => {}
                },
                Err(_) => {}
            }
            sleep(REST).await;
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        if self.doubtful {
            return self.rests_until;
        }
        let due = self.clock.instant(self.table.next_wake()?);
        Some(self.rests_until.map_or(due, |until| due.max(until)))
    }

    /// What this copy knew is as old as that other process's first word.
    async fn inherit(&mut self, since: Millis, mailbox: &mpsc::Receiver<Letter>) -> Life {
        loop {
            match self.read_back().await {
                Ok(_) if self.table.is_closed() => return Life::Ends,
                Ok(Some(standing)) if standing.owner == Owner::ThisProcess => {
                    self.take_possession(standing.running.posted);
                    break;
                }
                Ok(_) => return Life::Goes,
                Err(JournalError::Unreadable(_)) => return Life::Ends,
                Err(_) if mailbox.is_closed() => return Life::Ends,
                Err(_) => sleep(REST).await,
            }
        }
        self.hold = Hold::Inherited;
        self.come_back(since, mailbox).await
    }

    /// What was shown here is gone, or will not be seen.
    async fn overtaken(&mut self) -> Life {
        info!(
            table = self.table.id().0,
            "another process shows this table"
        );
        match self.read_back().await {
            Ok(_) if self.table.is_closed() => Life::Ends,
            Ok(_) if self.hold == Hold::Guest => Life::Goes,
            Ok(_) => self.show_anew().await,
            Err(JournalError::Unreadable(_)) => Life::Ends,
            Err(_) => {
                self.doubtful = true;
                self.refuse()
            }
        }
    }

    async fn show_anew(&mut self) -> Life {
        let lost = Input::DeliveryFailed(DeliveryFailure::MessageLost);
        self.handle(self.clock.now(), lost).await
    }

    async fn grant(&mut self, wish: &Wish, input: impl FnOnce(Click) -> Input) -> Life {
        self.replies += 1;
        let reply = ReplyId(self.replies);
        self.await_answer(reply, wish);
        self.handle(
            self.clock.at(wish.callback.received),
            input(wish.click(reply)),
        )
        .await
    }

    fn await_answer(&mut self, reply: ReplyId, wish: &Wish) {
        if !wish.answered {
            self.waiting = Some(Waiting {
                reply,
                callback: wish.callback.clone(),
                locale: wish.person.locale,
            });
        }
    }

    async fn handle(&mut self, now: Millis, input: Input) -> Life {
        match self.attempt(now, input.clone()).await {
            Ok(effects) => self.show(effects),
            Err(JournalError::Conflict { .. }) => self.again(now, input).await,
            Err(_) => self.refuse(),
        }
    }

    /// What follows from an input once that is written down; if it cannot be, nothing happened.
    async fn attempt(&mut self, now: Millis, input: Input) -> Result<Vec<Effect>, JournalError> {
        let before = self.table.clone();
        let step = self.table.handle(now, input, &mut self.chance);
        let kept = match &step.entry {
            Some(entry) => self.keep(Some(entry)).await,
            None if step.effects.is_empty() || self.hold == Hold::Guest => Ok(()),
            // Nobody is told what held before another process wrote.
            None => {
                let version = self.table.version();
                self.journal.confirm_version(self.table.id(), version).await
            }
        };
        match kept {
            Ok(()) if step.entry.is_some() && self.hold == Hold::Guest => self.move_in().await,
            Ok(()) => {}
            Err(_) => self.table = before,
        }
        kept.map(|()| step.effects)
    }

    /// From now on the other process's posts are noted no more: what stands now is what it leaves.
    async fn move_in(&mut self) {
        self.hold = Hold::Inherited;
        let (id, channel) = (self.table.id(), self.table.channel());
        match self.journal.find_in_channel(channel).await {
            Ok(Some(standing)) if standing.running.table == id => {
                self.take_possession(standing.running.posted);
            }
            Ok(_) => {}
            Err(error) => warn!(%error, table = id.0, "what is left of a table is not known"),
        }
    }

    /// Somebody else wrote first: what holds is what he wrote, and a click comes after it. What
    /// else was due is due where the table is run.
    async fn again(&mut self, now: Millis, input: Input) -> Life {
        match self.read_back().await {
            Ok(_) if self.hold == Hold::Guest && !is_click(&input) => return Life::Goes,
            Ok(_) => {}
            Err(JournalError::Unreadable(_)) => {
                self.confess();
                return Life::Ends;
            }
            Err(_) => return self.refuse(),
        }
        match self.attempt(now, input).await {
            Ok(effects) if self.table.is_closed() => {
                let _ = self.show(effects);
                Life::Ends
            }
            Ok(effects) => self.show(effects),
            Err(_) => self.refuse(),
        }
    }

    /// Who wanted what could not be written down is told so; a deadline comes back later.
    fn refuse(&mut self) -> Life {
        self.rests_until = Some(Instant::now() + REST);
        self.confess();
        Life::Goes
    }

    async fn keep(&mut self, entry: Option<&Entry>) -> Result<(), JournalError> {
        let Some(entry) = entry else { return Ok(()) };
        self.ties.points.decided(entry);
        let mut kept = self.journal.append(entry).await;
        if let Err(JournalError::Unavailable(_)) = kept
            && self.was_kept(entry).await
        {
            kept = Ok(());
        }
        match &kept {
            Ok(()) => {
                self.doubtful = false;
                self.ties.points.kept(&self.table);
            }
            Err(error) => {
                warn!(%error, table = entry.table.0, "an entry was not kept");
                self.ties.points.pass(Point::EntryRefused);
            }
        }
        kept
    }

    /// The answer to a write can get lost: whether it was done, the journal knows.
    async fn was_kept(&mut self, entry: &Entry) -> bool {
        let entries = self.journal.load(entry.table).await;
        self.doubtful = entries.is_err();
        entries.is_ok_and(|entries| entries.contains(entry))
    }

    /// Once the journal can be read again, it says what became of the entry in doubt. If it has
    /// that, nobody has been shown it yet.
    async fn resolve(&mut self) -> Life {
        let version = self.table.version();
        match self.read_back().await {
            Ok(_) => {}
            Err(JournalError::Unreadable(_)) => return Life::Ends,
            Err(_) => {
                self.rests_until = Some(Instant::now() + REST);
                return Life::Goes;
            }
        }
        if self.table.is_closed() {
            return Life::Ends;
        }
        if self.table.version() == version || self.hold == Hold::Guest {
            return Life::Goes;
        }
        self.show_anew().await
    }

    /// Takes what the journal says in the place of what this task believed. Gives back how the
    /// table stands, if it still does.
    async fn read_back(&mut self) -> Result<Option<OwnedTable>, JournalError> {
        let (id, channel) = (self.table.id(), self.table.channel());
        self.ties.points.pass(Point::TableReadingBack);
        let entries = self.journal.load(id).await?;
        let standing = self.journal.find_in_channel(channel).await?;
        let standing = standing.filter(|standing| standing.running.table == id);
        self.ties.points.pass(Point::TableReadBack);
        self.table = Table::replay(&entries).map_err(|error| {
            error!(%error, table = id.0, "a table cannot be read back and is left alone");
            JournalError::Unreadable(error.to_string())
        })?;
        self.doubtful = false;
        if let Some(standing) = &standing {
            self.heed(standing);
        }
        Ok(standing)
    }

    /// Who wrote last runs the table.
    fn heed(&mut self, standing: &OwnedTable) {
        let here = standing.owner == Owner::ThisProcess;
        if here && self.hold != Hold::Guest {
            return;
        }
        let posted = standing.running.posted.clone();
        if here {
            self.hold = Hold::Inherited;
            self.take_possession(posted);
        } else {
            self.hold = Hold::Guest;
            self.speaker.reset(InitialState::Known(posted));
        }
    }

    /// Whoever had the table may have been cut off between a post and the journal.
    fn take_possession(&self, posted: PostedMessages) {
        self.speaker.reset(InitialState::Uncertain(posted));
    }

    fn show(&mut self, effects: Vec<Effect>) -> Life {
        self.rests_until = None;
        self.ties
            .over
            .store(self.table.is_over(), Ordering::Relaxed);
        let mut life = Life::Goes;
        for effect in effects {
            self.ties.points.pass(point(&effect));
            match effect {
                Effect::Answer { reply, answer } => self.answer(reply, answer),
                // The rest is for those to whom the table belongs.
                _ if self.hold == Hold::Guest => {}
                Effect::UpdateMessage {
                    screen,
                    update: how,
                } => {
                    let how = self.way(how);
                    self.speaker.show(screen, how);
                }
                Effect::RefreshPanel { user, screen } => self.speaker.refresh_panel(user, screen),
                Effect::ComputeChoice(thought) => {
                    self.ties.thinkers.think(*thought, self.ties.back.clone())
                }
                Effect::Close => life = Life::Ends,
            }
        }
        if self.hold == Hold::Inherited && !self.table.is_over() && !self.table.is_closed() {
            let how = self.way(MessageUpdate::Edit);
            self.speaker.show(self.table.screen(), how);
        }
        self.ties.points.pass(Point::EffectsDone);
        self.confess();
        life
    }

    /// Another process's message is not changed but replaced: that process may still be about to
    /// change it, or to post the next.
    fn way(&mut self, how: MessageUpdate) -> MessageUpdate {
        match (self.hold, how) {
            (Hold::Inherited, MessageUpdate::Edit) if !self.table.is_closed() => {
                self.hold = Hold::Own;
                MessageUpdate::Replace { ping: None }
            }
            (Hold::Inherited, _) => {
                self.hold = Hold::Own;
                how
            }
            _ => how,
        }
    }

    fn answer(&mut self, reply: ReplyId, answer: Answer) {
        match self.waiting.take_if(|waiting| waiting.reply == reply) {
            Some(waiting) => {
                let answer = self.replacing(answer);
                self.speaker.answer(waiting.callback, answer);
            }
            // The command was answered with the way to the thread in which this is to stand.
            None => {
                if let Answer::Public(screen) = answer {
                    self.speaker
                        .show(screen, MessageUpdate::Replace { ping: None });
                }
            }
        }
    }

    /// The same for an answer that would change another process's message.
    fn replacing(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Table(screen) if self.hold == Hold::Inherited => {
                let how = self.way(MessageUpdate::Edit);
                self.speaker.show(screen, how);
                Answer::Acknowledge
            }
            // The owner may have shown something newer meanwhile.
            Answer::Table(_) if self.hold == Hold::Guest => Answer::Acknowledge,
            Answer::Public(screen) => {
                // That is a new message already.
                self.way(MessageUpdate::Replace { ping: None });
                Answer::Public(screen)
            }
            other => other,
        }
    }

    /// Nobody is left without an answer, whatever went wrong.
    fn confess(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            let screen =
                interaction_error(&InteractionError::Internal, Language::of(waiting.locale));
            self.speaker.answer(waiting.callback, Answer::Note(screen));
        }
    }
}

fn point(effect: &Effect) -> Point {
    match effect {
        Effect::Answer { .. } => Point::EffectAnswer,
        Effect::UpdateMessage { .. } => Point::EffectShow,
        Effect::RefreshPanel { .. } => Point::EffectRefresh,
        Effect::ComputeChoice(_) => Point::EffectThink,
        Effect::Close => Point::EffectClose,
    }
}

/// Another process was quicker.
struct Forestalled;

fn is_click(input: &Input) -> bool {
    matches!(input, Input::Click(_) | Input::Reopen { .. })
}
