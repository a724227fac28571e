//! The door to a table: what it is opened with, read back from, told, and when it wants to be woken.

use rules::{Broken, Chance, Seat};

use crate::choice_job::PendingChoices;
use crate::computer_setup::ComputerSetup;
use crate::delay::{self, Tempo};
use crate::effect::Transition;
use crate::ids::{ChannelId, GuildId, Millis, Revision, TableId};
use crate::input::{Click, Input};
use crate::journal::{Entry, SCHEMA};
use crate::options::TableOptions;
use crate::pace::{LOBBY_IDLE, OVER_IDLE, PAUSE_END};
use crate::playing::{Clock, Playing};
use crate::presence::Presence;
use crate::record::{CloseReason, PersonRecord, Record, RecordError};
use crate::screen::Screen;
use crate::state::{Stage, State};
use crate::work::{self, Work};

/// One table.
///
/// Its driver hands it everything that happens, one input after the other. After each it writes the
/// step's entry to the journal, carries out the step's effects, and wakes the table when
/// [`Table::next_wake`] says so. Should the journal refuse the entry, the driver drops this copy and
/// reads the table back from the journal: the copy is ahead of what was written.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) state: State,
    pub(crate) presence: Presence,
    pub(crate) pending_choices: PendingChoices,
}

/// Which table, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLocation {
    /// Its number.
    pub table: TableId,
    /// The server it stands in.
    pub guild: GuildId,
    /// The channel it stands in.
    pub channel: ChannelId,
}

/// Something that is due by the clock alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Close(CloseReason),
    TimeOut,
    Computer(Seat),
    Repost,
}

impl Table {
    /// Opens a lobby at the wish of a person, who becomes its host and sits down first, with the
    /// computers that he wants there; or, where he wants to watch, a game among computers. The step
    /// answers his click with the table's message.
    ///
    /// # Errors
    /// None that the options given here can cause; the entry is read back like any other.
    pub fn open(
        location: TableLocation,
        options: TableOptions,
        computers: ComputerSetup,
        click: &Click,
        now: Millis,
        chance: &mut impl Chance,
    ) -> Result<(Self, Transition), RecordError> {
        let TableLocation {
            table: id,
            guild,
            channel,
        } = location;
        let host = PersonRecord {
            user: click.person.id,
            name: click.person.name.clone(),
        };
        let opened = Record::Opened {
            guild,
            channel,
            host,
            options: (&options).into(),
        };
        let entry = Entry {
            schema: SCHEMA,
            table: id,
            version: 1,
            at: now,
            interaction: Some(click.interaction),
            records: vec![opened],
        };
        let mut table = Self::replay(std::slice::from_ref(&entry))?;
        let step = Work::new(&mut table, now, chance).opened(click, entry, computers);
        Ok((table, step))
    }

    /// The table whose life these entries tell, exactly as it was after the last of them.
    ///
    /// # Errors
    /// [`RecordError`] if they are not one table's whole life, in words that are known here.
    pub fn replay(entries: &[Entry]) -> Result<Self, RecordError> {
        let first = entries.first().ok_or(RecordError::Broken(0))?;
        let mut state = State::opened(first)?;
        for entry in entries {
            state.read(entry)?;
        }
        Ok(Self {
            state,
            presence: Presence::default(),
            pending_choices: PendingChoices::default(),
        })
    }

    /// The last screen of a closed table whose life these entries tell; none if its message already
    /// showed what it is to show for good, or nobody can see it any more.
    pub fn closing_screen(entries: &[Entry]) -> Option<Screen> {
        let (last, before) = entries.split_last()?;
        let closing = last.records.iter().find_map(work::closing_of)?;
        let before = Self::replay(before).ok()?;
        let table = Self::replay(entries).ok()?;
        (!before.is_over()).then(|| table.public(Some(&closing)))
    }

    /// Takes in an entry that was written after the last one that is known here. If it does not
    /// follow, this copy is of no use any more.
    ///
    /// # Errors
    /// [`RecordError`] if it does not follow, or says what means nothing here.
    pub fn apply_entry(&mut self, entry: &Entry) -> Result<(), RecordError> {
        self.state.read(entry)
    }

    /// What follows from one input, received at this time.
    pub fn handle(&mut self, now: Millis, input: Input, chance: &mut impl Chance) -> Transition {
        let mut work = Work::new(self, now, chance);
        match input {
            Input::Resumed { since } => work.returned(since),
            Input::DeliveryFailed(failure) => work.undelivered(failure),
            Input::MessagePosted { at } => work.shown(at),
            Input::Wake => work.expire(),
            Input::ComputerChose {
                seat,
                revision,
                action,
            } => work.chosen(seat, revision, action),
            Input::Click(click) => {
                work.expire();
                return work.click(&click);
            }
            Input::Reopen {
                click,
                options,
                computers,
            } => {
                work.expire();
                return work.reopen(&click, options, computers);
            }
        }
        work.finish(None)
    }

    /// When this table wants an [`Input::Wake`], if nothing happens before; never if not told.
    pub fn next_wake(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// Its number.
    pub fn id(&self) -> TableId {
        self.state.id
    }

    /// The server it stands in.
    pub fn guild(&self) -> GuildId {
        self.state.guild
    }

    /// The channel it stands in.
    pub fn channel(&self) -> ChannelId {
        self.state.channel
    }

    /// Its version, which is that of the last entry.
    pub fn version(&self) -> u64 {
        self.state.version
    }

    /// The step of its life that its controls are made for now.
    pub fn revision(&self) -> Revision {
        self.state.revision
    }

    /// What everybody is to see of it now.
    pub fn screen(&self) -> Screen {
        self.public(None)
    }

    /// Asserts what must hold of the game that is being played, if one is.
    ///
    /// # Errors
    /// The first invariant of the rules that does not hold.
    pub fn check_invariants(&self) -> Result<(), Broken> {
        let playing = self.state.playing();
        playing.map_or(Ok(()), |playing| playing.game.check_invariants())
    }

    /// Whether nothing will happen here any more.
    pub fn is_closed(&self) -> bool {
        self.state.stage == Stage::Closed
    }

    /// Whether a game has been played to its end and nothing new has begun.
    pub fn is_over(&self) -> bool {
        matches!(self.state.stage, Stage::Over(_))
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        self.state.playing().is_some()
    }

    /// Whether this is the table that the journal's entries make.
    pub fn has_same_state(&self, other: &Self) -> bool {
        self.state == other.state
    }

    /// What is due next, and when.
    pub(crate) fn due(&self) -> Option<(Millis, Due)> {
        let state = &self.state;
        match &state.stage {
            Stage::Lobby => {
                let close = (
                    state.touched.after(LOBBY_IDLE),
                    Due::Close(CloseReason::LobbyIdle),
                );
                Some(self.or_repost(close))
            }
            Stage::Playing(playing) => Some(match playing.clock {
                Clock::Runs { deadline } => self.or_repost(self.playing_due(playing, deadline)),
                Clock::Stands { since, .. } => {
                    (since.after(PAUSE_END), Due::Close(CloseReason::Abandoned))
                }
            }),
            Stage::Over(_) => Some((
                state.touched.after(OVER_IDLE),
                Due::Close(CloseReason::OverIdle),
            )),
            Stage::Closed => None,
        }
    }

    fn or_repost(&self, due: (Millis, Due)) -> (Millis, Due) {
        match self.presence.repost() {
            Some(at) if at < due.0 => (at, Due::Repost),
            _ => due,
        }
    }

    /// The deadline, or the first computer to act before it.
    fn playing_due(&self, playing: &Playing, deadline: Millis) -> (Millis, Due) {
        let (since, span) = (
            playing.since(),
            playing.span(self.state.options.time_limits()),
        );
        let tempo = self.tempo(playing);
        let acts = |seat| {
            let takes = delay::delay(tempo, self.state.id, since, span, seat);
            (since.after(takes), seat)
        };
        let seats = &self.state.seats;
        let computers = playing.game.awaited();
        let computers = computers
            .iter()
            .filter(|&seat| seats.computer_at(seat).is_some());
        match computers.map(acts).min() {
            Some((at, seat)) if at < deadline => (at, Due::Computer(seat)),
            _ => (deadline, Due::TimeOut),
        }
    }

    /// Where no person plays any more, nobody wants to wait.
    fn tempo(&self, playing: &Playing) -> Tempo {
        let present = self.state.seats.present();
        if playing.game.living().minus(present) == playing.game.living() {
            Tempo::Brisk
        } else {
            Tempo::Unhurried
        }
    }
}
