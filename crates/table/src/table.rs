//! The public interface of a table: opening, replay, input, and when to wake it.

use rules::{Chance, InvariantError, Seat};

use crate::choice_job::PendingChoices;
use crate::computer_delay::{self, Tempo};
use crate::computer_setup::ComputerSetup;
use crate::config::TableConfig;
use crate::effect::Transition;
use crate::entry::Entry;
use crate::ids::{ChannelId, GuildId, Millis, Revision, TableId, TableLocation};
use crate::input::{Click, Input};
use crate::open_panels::OpenPanels;
use crate::options::TableOptions;
use crate::pace::{
    FIRST_REPOST_ATTEMPT, LOBBY_IDLE, MAX_REPOST_INTERVAL, OVER_IDLE, PAUSE_END, REPOST_AFTER,
};
use crate::record::{CloseReason, PersonRecord, RecordError};
use crate::running_game::{RunningGame, Timer};
use crate::screen::Screen;
use crate::state::{Stage, State};
use crate::work::{self, Work};

/// One table, a state machine without I/O.
///
/// The driver passes in everything that happens, one input after the other. After each it appends
/// the transition's entry to the journal, carries out its effects, and schedules [`Input::Wake`] for
/// [`Table::next_wake`]. If the append fails, the driver restores the copy it made before the input.
/// After a conflict or an unknown outcome it replays the table from the journal.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) state: State,
    pub(crate) config: TableConfig,
    pub(crate) open_panels: OpenPanels,
    pub(crate) pending_choices: PendingChoices,
    /// The time at which the public message was posted, or was last to be posted; `None` if it is not
    /// known, as after a restart. It is not journalled.
    pub(crate) message_posted_at: Option<Millis>,
    /// The revision of the last finished game whose lost message was replaced. It is not journalled.
    pub(crate) end_replaced: Option<Revision>,
}

/// Something that becomes due by the passing of time alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Close(CloseReason),
    TimeOut,
    /// The computer that plays this seat acts.
    ComputerAction(Seat),
    /// The public message gets too old to be edited freely, or a paused game among computers tries to
    /// show itself again.
    Repost,
}

impl Table {
    /// Opens a table at the request of a person: a lobby with that person as its host on the first
    /// seat, or a game among computers if they only want to watch. The transition answers the click
    /// with the table's public message. The time limits are those of the configuration.
    ///
    /// # Errors
    /// [`RecordError`] if the first entry cannot be applied, which no options given here cause.
    pub fn open(
        location: TableLocation,
        config: TableConfig,
        options: TableOptions,
        computers: ComputerSetup,
        click: &Click,
        now: Millis,
        chance: &mut impl Chance,
    ) -> Result<(Self, Transition), RecordError> {
        let host = PersonRecord {
            user: click.person.id,
            name: click.person.name.clone(),
        };
        let options = options.with_paces(config.paces);
        let entry = Entry::opening_table(location, host, &options, now, Some(click.interaction));
        let mut table = Self::replay(std::slice::from_ref(&entry), config)?;
        let transition = Work::new(&mut table, now, chance).open(click, entry, computers);
        Ok((table, transition))
    }

    /// Replays a table from all its entries, exactly as it was after the last of them. Its next game
    /// goes by this configuration; a running one keeps its own rules and time limits.
    ///
    /// # Errors
    /// [`RecordError`] if the entries are not those of one table without a gap, or cannot be read.
    pub fn replay(entries: &[Entry], config: TableConfig) -> Result<Self, RecordError> {
        let first = entries.first().ok_or(RecordError::OutOfSequence(0))?;
        let mut state = State::opened(first)?;
        for entry in entries {
            state.apply_entry(entry)?;
        }
        Ok(Self {
            state,
            config,
            open_panels: OpenPanels::default(),
            pending_choices: PendingChoices::default(),
            message_posted_at: None,
            end_replaced: None,
        })
    }

    /// Returns the last screen of a closed table, given all its entries. `None` if the public
    /// message already shows its final content, or nobody can see the message any more.
    pub fn closing_screen(entries: &[Entry]) -> Option<Screen> {
        let (last, before) = entries.split_last()?;
        let closing = last.records.iter().find_map(work::closing_of)?;
        // The last screen of a table without a winner shows nothing of the configuration.
        let before = Self::replay(before, TableConfig::default()).ok()?;
        let table = Self::replay(entries, TableConfig::default()).ok()?;
        (!before.is_over()).then(|| table.public_screen(Some(&closing)))
    }

    /// Applies an entry that another process appended after the last one applied here.
    ///
    /// # Errors
    /// [`RecordError`] if the entry does not follow or cannot be read; this copy is then unusable.
    pub fn apply_entry(&mut self, entry: &Entry) -> Result<(), RecordError> {
        self.state.apply_entry(entry)
    }

    /// Handles one input, received at `now`, and returns what changed and what to do.
    pub fn handle(&mut self, now: Millis, input: Input, chance: &mut impl Chance) -> Transition {
        let mut work = Work::new(self, now, chance);
        match input {
            Input::Resumed { since } => work.extend_deadlines(since),
            Input::DeliveryFailed(failure) => work.delivery_failed(failure),
            Input::ChannelGone => work.close(CloseReason::ChannelGone),
            Input::MessagePosted { at } => work.message_posted(at),
            Input::Wake => work.run_due(),
            Input::ComputerChose {
                seat,
                revision,
                action,
            } => work.store_choice(seat, revision, action),
            Input::Click(click) => {
                work.run_due();
                return work.click(&click);
            }
            Input::Reopen {
                click,
                options,
                computers,
            } => {
                work.run_due();
                return work.reopen(&click, options, computers);
            }
        }
        work.finish(None)
    }

    /// Returns when to pass in [`Input::Wake`] if no other input comes first; `None` for never.
    pub fn next_wake(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// Returns the configuration that the table was opened or replayed with.
    pub fn config(&self) -> &TableConfig {
        &self.config
    }

    /// Returns the id of the table, unique in the journal.
    pub fn id(&self) -> TableId {
        self.state.id
    }

    /// Returns the server of the table's channel.
    pub fn guild(&self) -> GuildId {
        self.state.guild
    }

    /// Returns the channel or thread that holds the public message.
    pub fn channel(&self) -> ChannelId {
        self.state.channel
    }

    /// Returns the version of the last entry: the number of entries so far.
    pub fn version(&self) -> u64 {
        self.state.version
    }

    /// Returns the present revision; controls of earlier ones are stale.
    pub fn revision(&self) -> Revision {
        self.state.revision
    }

    /// Returns the present content of the public message.
    pub fn screen(&self) -> Screen {
        self.public_screen(None)
    }

    /// Checks the invariants of the running game, if there is one.
    ///
    /// # Errors
    /// The first invariant of the rules that does not hold.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let running = self.state.running_game();
        running.map_or(Ok(()), |running| running.game.check_invariants())
    }

    /// Returns true if the table is closed: no entry follows.
    pub fn is_closed(&self) -> bool {
        self.state.stage == Stage::Closed
    }

    /// Returns true if a game is over and neither a rematch nor a new lobby has begun.
    pub fn is_over(&self) -> bool {
        matches!(self.state.stage, Stage::Over(_))
    }

    /// Returns true while a game is running, paused or not.
    pub fn is_playing(&self) -> bool {
        self.state.running_game().is_some()
    }

    /// Returns true if both tables have the same journalled state.
    pub fn has_same_state(&self, other: &Self) -> bool {
        self.state == other.state
    }

    /// Returns the next thing to become due, and when.
    pub(crate) fn due(&self) -> Option<(Millis, Due)> {
        let state = &self.state;
        match &state.stage {
            Stage::Lobby => {
                let close_at = state.touched.after(LOBBY_IDLE);
                Some(self.or_repost((close_at, Due::Close(CloseReason::LobbyIdle))))
            }
            Stage::Playing(running) => Some(match running.timer {
                Timer::Running { deadline } => self.or_repost(self.due_in_game(running, deadline)),
                Timer::Paused { since, .. } => self.due_in_pause(since),
            }),
            Stage::Over(_) => Some((
                state.touched.after(OVER_IDLE),
                Due::Close(CloseReason::OverIdle),
            )),
            Stage::Closed => None,
        }
    }

    /// Returns the repost of the public message instead, if that is due earlier.
    fn or_repost(&self, due: (Millis, Due)) -> (Millis, Due) {
        match self.repost_at() {
            Some(at) if at < due.0 => (at, Due::Repost),
            _ => due,
        }
    }

    /// Returns the end of a pause. Before that, a game among computers tries to show itself again:
    /// it has no player whose click could wake it.
    fn due_in_pause(&self, since: Millis) -> (Millis, Due) {
        let end = since.after(PAUSE_END);
        let is_watched = self.state.seats.has_no_people();
        match self.next_repost_attempt(since) {
            attempt if is_watched && attempt < end => (attempt, Due::Repost),
            _ => (end, Due::Close(CloseReason::Abandoned)),
        }
    }

    /// Returns when to try again to show a game paused `since` then. The interval is as long as all
    /// earlier ones together and [`FIRST_REPOST_ATTEMPT`], so it doubles, up to
    /// [`MAX_REPOST_INTERVAL`].
    fn next_repost_attempt(&self, since: Millis) -> Millis {
        let last = self
            .message_posted_at
            .map_or(since, |posted| posted.max(since));
        let interval = last.since(since).after(FIRST_REPOST_ATTEMPT);
        last.after(interval.min(MAX_REPOST_INTERVAL))
    }

    /// Returns when the public message gets too old to be edited freely.
    pub(crate) fn repost_at(&self) -> Option<Millis> {
        self.message_posted_at.map(|at| at.after(REPOST_AFTER))
    }

    /// Returns the deadline, or the first computer to act before it.
    fn due_in_game(&self, running: &RunningGame, deadline: Millis) -> (Millis, Due) {
        let since = running.since();
        let limit = running.limit(self.state.options.time_limits());
        let tempo = self.tempo(running);
        let acts = |seat| {
            let delay = computer_delay::delay(tempo, self.state.id, since, limit, seat);
            (since.after(delay), seat)
        };
        let seats = &self.state.seats;
        let awaited = running.game.awaited();
        let computers = awaited
            .iter()
            .filter(|&seat| seats.computer_at(seat).is_some());
        match computers.map(acts).min() {
            Some((at, seat)) if at < deadline => (at, Due::ComputerAction(seat)),
            _ => (deadline, Due::TimeOut),
        }
    }

    fn tempo(&self, running: &RunningGame) -> Tempo {
        let present = self.state.seats.present();
        if running.game.living().minus(present) == running.game.living() {
            Tempo::ComputersOnly
        } else {
            Tempo::WithPeople
        }
    }
}
