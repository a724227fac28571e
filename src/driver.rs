//! One table in its task: it takes what comes, one thing after the other, writes down what changes
//! and only then lets anybody see it. No one else touches the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serenity::model::id::ChannelId;

use table::Table;
use table::company::Company;
use table::effect::{Answer, Effect, Show, Step};
use table::ids::{InteractionId, Millis, ReplyId, TableId};
use table::input::{Click, Input, Origin, Person};
use table::intent::Intent;
use table::journal::{Entry, Journal, JournalError};
use table::options::Options;
use table::screen::{Obstacle, obstacle};
use table::text::{Language, Locale};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{error, warn};

use crate::chance::TableChance;
use crate::clock::Clock;
use crate::outbox::{Callback, Speaker};
use crate::point::{Point, Points};
use crate::thinkers::Thinkers;

/// The handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);

/// A click, as it comes from the desk.
pub(crate) struct Wish {
    pub(crate) callback: Callback,
    pub(crate) person: Person,
    pub(crate) origin: Origin,
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
    Reopen(Wish, Options, Company),
    Happened(Input),
}

/// Whether anything more can happen at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    Goes,
    Ends,
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
    journal: Arc<J>,
    speaker: Speaker,
    clock: Clock,
    chance: TableChance,
    ties: Ties,
    waiting: Option<Waiting>,
    replies: u64,
    /// After a refusal of the journal, no deadline is tried again before this.
    rests_until: Option<Instant>,
}

/// What ties a table's task to the rest of the process.
pub(crate) struct Ties {
    /// Whether its game is over, for those who ask for a new table.
    pub(crate) over: Arc<AtomicBool>,
    /// The number of its message, 0 while there is none.
    pub(crate) standing: Arc<AtomicU64>,
    pub(crate) thinkers: Thinkers,
    /// The way back to this table, for those who think for it.
    pub(crate) back: mpsc::WeakSender<Letter>,
    pub(crate) points: Points,
}

/// How a table comes into its task.
pub(crate) enum Beginning {
    /// Somebody opened it just now; this is what follows.
    Opened(Step, Box<Wish>),
    /// It was read back, and nothing has happened to it since then.
    ReadBack { since: Millis },
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
            journal,
            speaker,
            clock,
            chance,
            ties,
            waiting: None,
            replies: FIRST_REPLY.0,
            rests_until: None,
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

    /// Runs until the table closes, cannot go on, or nobody holds its mailbox any more.
    /// Gives back the speaker, for whoever still waits.
    pub(crate) async fn run(
        mut self,
        beginning: Beginning,
        mailbox: &mut mpsc::Receiver<Letter>,
    ) -> Speaker {
        let mut life = match beginning {
            Beginning::Opened(first, wish) => self.open(first, &wish).await,
            Beginning::ReadBack { since } => self.come_back(since, mailbox).await,
        };
        while life == Life::Goes {
            let wake = self.wakes_at();
            let letter = tokio::select! {
                biased;
                letter = mailbox.recv() => letter,
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => Some(Letter::Happened(Input::Woken)),
            };
            life = match letter {
                Some(Letter::Wish(wish)) => self.grant(&wish, Input::Click).await,
                Some(Letter::Reopen(wish, options, company)) => {
                    let reopen = |click| Input::Reopen {
                        click,
                        options,
                        company,
                    };
                    self.grant(&wish, reopen).await
                }
                Some(Letter::Happened(input)) => {
                    self.note(&input).await;
                    self.handle(self.clock.now(), input).await
                }
                None => Life::Ends,
            };
        }
        self.speaker
    }

    /// A new table is nowhere before its first entry is kept.
    async fn open(&mut self, first: Step, wish: &Wish) -> Life {
        self.await_answer(FIRST_REPLY, wish);
        match self.keep(first.entry.as_ref()).await {
            Ok(()) => self.show(first.effects),
            Err(_) => {
                self.confess();
                Life::Ends
            }
        }
    }

    /// Before anything else, everybody gets back the time that nobody was there.
    async fn come_back(&mut self, since: Millis, mailbox: &mpsc::Receiver<Letter>) -> Life {
        loop {
            let returned = Input::Returned { since };
            match self.attempt(self.clock.now(), returned).await {
                Ok(effects) => return self.show(effects),
                Err(_) if mailbox.is_closed() => return Life::Ends,
                Err(JournalError::Conflict { .. }) => {
                    if let Ok(Life::Ends) = self.read_back().await {
                        return Life::Ends;
                    }
                }
                Err(_) => {}
            }
            sleep(REST).await;
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        let due = self.clock.instant(self.table.next_wake()?);
        Some(self.rests_until.map_or(due, |until| due.max(until)))
    }

    /// The next process wants to know which message stands for the table.
    async fn note(&self, input: &Input) {
        if let Input::Shown { .. } = input {
            let message = self.ties.standing.load(Ordering::Relaxed);
            self.ties.points.pass(Point::MessageNoting);
            if let Err(error) = self.journal.note_message(self.table.id(), message).await {
                warn!(%error, table = self.table.id().0, "a message's number was not kept");
            }
            self.ties.points.pass(Point::MessageNoted);
        }
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
        let kept = self.keep(step.entry.as_ref()).await;
        if kept.is_err() {
            self.table = before;
        }
        kept.map(|()| step.effects)
    }

    /// Somebody else wrote first: what holds is what he wrote, and the input comes after it.
    async fn again(&mut self, now: Millis, input: Input) -> Life {
        match self.read_back().await {
            Ok(Life::Goes) => {}
            Ok(Life::Ends) => {
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

    async fn keep(&self, entry: Option<&Entry>) -> Result<(), JournalError> {
        let Some(entry) = entry else { return Ok(()) };
        self.ties.points.decided(entry);
        let kept = self.journal.append(entry).await;
        match &kept {
            Ok(()) => self.ties.points.kept(&self.table),
            Err(error) => {
                warn!(%error, table = entry.table.0, "an entry was not kept");
                self.ties.points.pass(Point::EntryRefused);
            }
        }
        kept
    }

    /// Takes what the journal says in the place of what this task believed.
    async fn read_back(&mut self) -> Result<Life, JournalError> {
        let id = self.table.id();
        self.ties.points.pass(Point::TableReadingBack);
        match Table::replay(&self.journal.load(id).await?) {
            Ok(table) => {
                self.ties.points.pass(Point::TableReadBack);
                self.table = table;
                Ok(Life::Goes)
            }
            Err(error) => {
                error!(%error, table = id.0, "a table cannot be read back and is left alone");
                Ok(Life::Ends)
            }
        }
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
                Effect::ShowTable { screen, how } => self.speaker.show(screen, how),
                Effect::RefreshPanel { user, screen } => self.speaker.refresh(user, screen),
                Effect::Think(thought) => {
                    self.ties.thinkers.think(*thought, self.ties.back.clone())
                }
                Effect::Close => life = Life::Ends,
            }
        }
        self.ties.points.pass(Point::EffectsDone);
        self.confess();
        life
    }

    fn answer(&mut self, reply: ReplyId, answer: Answer) {
        match self.waiting.take_if(|waiting| waiting.reply == reply) {
            Some(waiting) => self.speaker.answer(waiting.callback, answer),
            // The command was answered with the way to the thread in which this is to stand.
            None => {
                if let Answer::Public(screen) = answer {
                    self.speaker.show(screen, Show::Anew { ping: None });
                }
            }
        }
    }

    /// Nobody is left without an answer, whatever went wrong.
    fn confess(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            let screen = obstacle(&Obstacle::Trouble, Language::of(waiting.locale));
            self.speaker.answer(waiting.callback, Answer::Note(screen));
        }
    }
}

fn point(effect: &Effect) -> Point {
    match effect {
        Effect::Answer { .. } => Point::EffectAnswer,
        Effect::ShowTable { .. } => Point::EffectShow,
        Effect::RefreshPanel { .. } => Point::EffectRefresh,
        Effect::Think(_) => Point::EffectThink,
        Effect::Close => Point::EffectClose,
    }
}
