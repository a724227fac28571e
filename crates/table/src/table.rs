//! The table itself: opening and replaying it, its transition for each input, and its public properties. `handler`
//! handles the inputs, and `due` decides when to wake the table.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{InvariantError, Randomness};

use crate::beat::{Beat, BeatProgress};
use crate::computer_setup::ComputerSetup;
use crate::config::TableConfig;
use crate::direct_hand::{HandId, HandPlace};
use crate::effect::Transition;
use crate::entry::Entry;
use crate::handler::{self, InputHandler};
use crate::ids::{ChannelId, GuildId, Millis, Revision, TableId, TableLocation, UserId};
use crate::input::{Click, Input, WriteRefusal};
use crate::move_search::PendingSearches;
use crate::open_panels::OpenPanels;
use crate::options::TableOptions;
use crate::recent_edits::RecentEdits;
use crate::record::{CloseReason, PersonRecord, RecordError};
use crate::results::RatingChange;
use crate::screen::Screen;
use crate::state::{Stage, State};
use crate::user_set::UserSet;

/// One table: a state machine without I/O.
///
/// The driver passes in everything that happens, one input at a time. After each input it appends the transition's
/// entry to the journal, carries out its effects, and schedules [`Input::Wake`] for [`Table::next_wake`]. If the append
/// fails or its outcome is unknown, the table is discarded, and replayed from the journal.
#[derive(Clone, Debug)]
pub struct Table {
    /// Shared with copies of the table until one of them changes.
    pub(crate) state: Arc<State>,
    pub(crate) config: TableConfig,
    pub(crate) open_panels: OpenPanels,
    pub(crate) pending_searches: PendingSearches,
    /// When the public message was posted, or when posting it was last requested; `None` if
    /// unknown, for example after a restart. Not journalled.
    pub(crate) message_posted_at: Option<Millis>,
    /// The times of the last edits of the public message. Not journalled.
    pub(crate) edits: RecentEdits,
    /// The people who have already been pinged during the current Nope window. Not journalled.
    pub(crate) window_called: UserSet,
    /// The revision of the last finished game whose message was lost and has been replaced. Not journalled.
    pub(crate) end_replaced: Option<Revision>,
    /// The reason for the last refusal of the public message, until the message is posted again. Not journalled.
    pub(crate) write_refusal: Option<WriteRefusal>,
    /// How much of this revision's beat has been shown. Not journalled.
    pub(crate) beat_progress: Option<(Revision, BeatProgress)>,
    /// The rating changes of the game with this number. Not journalled.
    pub(crate) ratings: Option<(u32, Vec<RatingChange>)>,
    /// The latest time at which open panels began to offer a vote against a slow player. Not journalled.
    pub(crate) votes_offered_from: Option<Millis>,
    /// A hash of the last screen of each direct message with a hand. Not journalled.
    pub(crate) direct_shown: BTreeMap<UserId, u64>,
    /// True while deadlines are suspended: see [`Table::hold_deadlines`]. Not journalled.
    pub(crate) deadlines_held: bool,
}

impl Table {
    /// Restores a table's journalled state from all its entries. The next game uses this configuration; a running game
    /// keeps its own rules and time limits.
    ///
    /// # Errors
    /// [`RecordError`] if the entries do not form one table's history without gaps, or cannot be applied.
    pub fn replay(entries: &[Entry], config: TableConfig) -> Result<Self, RecordError> {
        let first = entries.first().ok_or(RecordError::OutOfSequence(0))?;
        let mut state = State::opened(first)?;
        for entry in entries {
            state.apply_entry(entry)?;
        }
        Ok(Self {
            state: Arc::new(state),
            config,
            open_panels: OpenPanels::default(),
            pending_searches: PendingSearches::default(),
            message_posted_at: None,
            edits: RecentEdits::default(),
            window_called: UserSet::EMPTY,
            end_replaced: None,
            write_refusal: None,
            beat_progress: None,
            ratings: None,
            votes_offered_from: None,
            direct_shown: BTreeMap::new(),
            deadlines_held: false,
        })
    }

    /// Opens a table at a person's request: a lobby with that person as its host in the first seat, or a game among
    /// computers if [`ComputerSetup::is_watched`] is true. The transition answers the click with the table's public
    /// message. The configuration determines the time limits.
    ///
    /// # Errors
    /// [`RecordError`] if the first entry cannot be applied. No choice of options causes this.
    pub fn open(
        location: TableLocation,
        config: TableConfig,
        options: TableOptions,
        computers: ComputerSetup,
        click: &Click,
        now: Millis,
        chance: &mut impl Randomness,
    ) -> Result<(Self, Transition), RecordError> {
        let host = PersonRecord {
            user: click.person.id,
            name: click.person.name.clone(),
        };
        let options = options.with_paces(config.paces);
        let entry = Entry::opening_table(location, host, &options, now, Some(click.interaction));
        let mut table = Self::replay(std::slice::from_ref(&entry), config)?;
        let transition = InputHandler::new(&mut table, now, chance, Some(click.interaction))
            .open(click, entry, computers);
        Ok((table, transition))
    }

    /// Handles one input, received at `now`, and returns the entry to append and the effects to carry out.
    pub fn handle(
        &mut self,
        now: Millis,
        input: Input,
        chance: &mut impl Randomness,
    ) -> Transition {
        let mut work = InputHandler::new(self, now, chance, input.interaction());
        work.close_at_entry_limit();
        match input {
            Input::Resumed { since } => work.extend_deadlines(since),
            Input::DeliveryFailed(failure) => work.delivery_failed(failure),
            Input::ChannelGone => work.close(CloseReason::ChannelGone),
            Input::MessagePosted { at } => work.message_posted(at),
            Input::Wake => work.run_due(),
            Input::HandPosted { hand, message } => work.hand_posted(hand, message),
            Input::HandRefused { hand } => work.hand_refused(hand),
            Input::Rated { game, changes } => work.show_ratings(game, changes),
            Input::PreferencesChanged {
                user,
                format,
                direct_hand,
                reminders_off,
            } => {
                work.set_reminders(user, reminders_off);
                work.preferences_changed(user, format, direct_hand);
            }
            Input::SearchFinished {
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
                return work.reopen(&click, *options, computers);
            }
        }
        work.finish(None)
    }

    /// Applies the table's next entry from the journal.
    ///
    /// # Errors
    /// [`RecordError`] if the entry is not the next one or cannot be applied. This table is then unusable.
    pub fn apply_entry(&mut self, entry: &Entry) -> Result<(), RecordError> {
        Arc::make_mut(&mut self.state).apply_entry(entry)?;
        Ok(())
    }

    /// Returns when to pass in [`Input::Wake`] unless another input arrives first; `None` if nothing will become due.
    pub fn next_wake(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// Returns the deadline of the current wait; `None` if no game is running or it is paused.
    pub fn deadline(&self) -> Option<Millis> {
        self.state
            .running_game()
            .and_then(|running| running.deadline())
    }

    /// Suspends or resumes all deadlines. While they are suspended, nothing becomes due except the result of a finished
    /// game. [`Input::Resumed`] extends the deadlines by the length of the outage.
    pub fn hold_deadlines(&mut self, held: bool) {
        self.deadlines_held = held;
    }

    /// Returns when the public message was posted, or when posting it was last requested; `None` if unknown.
    pub fn message_posted_at(&self) -> Option<Millis> {
        self.message_posted_at
    }

    /// Sets the time at which the public message of a replayed table was posted; `None` if it is unknown.
    pub fn set_message_posted_at(&mut self, at: Option<Millis>) {
        self.message_posted_at = at;
    }

    /// Returns true if a replay of the journal can replace this table, because nothing is pending that a replay would
    /// lose, such as a search or a beat.
    pub fn is_replayable(&self) -> bool {
        let awaits_choice = self.pending_searches.awaits_result(self.state.revision);
        let offers_votes = self.votes_offered_at().is_some();
        let has_notes =
            self.end_replaced.is_some() || (self.write_refusal.is_some() && !self.is_playing());
        let shows_alone = self.pending_beat().is_some() || self.next_fold().is_some();
        !(self.deadlines_held || awaits_choice || offers_votes || has_notes || shows_alone)
    }

    /// Returns why the public message cannot be posted; `None` if it has not been refused or the table is closed.
    pub(crate) fn unwritable(&self) -> Option<WriteRefusal> {
        match &self.state.stage {
            Stage::Lobby | Stage::Over(_) => self.write_refusal,
            Stage::Playing(running) => running
                .is_unwritable()
                .then(|| self.write_refusal.unwrap_or(WriteRefusal::Unknown)),
            Stage::Closed => None,
        }
    }

    /// Returns true while all deadlines are suspended.
    pub fn holds_deadlines(&self) -> bool {
        self.deadlines_held
    }

    /// Returns the current beat. While it lasts, the public message shows only the beat's event.
    pub(crate) fn pending_beat(&self) -> Option<Beat> {
        let over = Some((self.state.revision, BeatProgress::Over));
        self.state.beat().filter(|_| self.beat_progress != over)
    }

    /// Returns the checksum of the game that is over; `None` in a lobby, during a game, and if the game has none.
    pub fn game_sum(&self) -> Option<&str> {
        self.state.proof.as_ref()?.game_sum()
    }

    /// Returns the configuration with which the table was opened or replayed.
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

    /// Returns the version of the last entry, which is the number of entries so far.
    pub fn version(&self) -> u64 {
        self.state.version
    }

    /// Returns the host: the person who opened the table, or a successor.
    pub fn host(&self) -> UserId {
        self.state.host
    }

    /// Returns true if no person owns a seat.
    pub fn is_watched(&self) -> bool {
        self.state.seats.has_no_people()
    }

    /// Returns the current revision. Controls of earlier revisions are stale.
    pub fn revision(&self) -> Revision {
        self.state.revision
    }

    /// Returns the current content of the public message.
    pub fn screen(&self) -> Screen {
        self.public_screen(None)
    }

    /// Returns the content that the public message has once any current beat is over.
    pub fn screen_after_beat(&self) -> Screen {
        let over = Some((self.state.revision, BeatProgress::Over));
        let after = Self {
            beat_progress: over,
            ..self.clone()
        };
        after.screen()
    }

    /// Checks the invariants of the running game, if there is one.
    ///
    /// # Errors
    /// Returns the first violated invariant of the rules.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let running = self.state.running_game();
        running.map_or(Ok(()), |running| running.game.check_invariants())
    }

    /// Returns true if the table is closed and gets no more entries.
    pub fn is_closed(&self) -> bool {
        self.state.stage == Stage::Closed
    }

    /// Returns true while the last death of a game is shown alone, before its result.
    pub fn shows_last_death(&self) -> bool {
        self.is_over() && self.pending_beat().is_some()
    }

    /// Returns true if a game is over and neither a rematch nor a new lobby has begun.
    pub fn is_over(&self) -> bool {
        matches!(self.state.stage, Stage::Over(_))
    }

    /// Returns true while a game is running, paused or not.
    pub fn is_playing(&self) -> bool {
        self.state.running_game().is_some()
    }

    /// Returns true while a game is paused, because no person is playing or the public message cannot be posted. Its
    /// players then have no deadline.
    pub fn is_paused(&self) -> bool {
        let running = self.state.running_game();
        running.is_some_and(|running| running.deadline().is_none())
    }

    /// Returns true if both tables have the same journalled state.
    pub fn has_same_state(&self, other: &Self) -> bool {
        self.state == other.state
    }

    /// Given all entries of a closed table, returns the last screens of the hands in direct messages. Empty unless the
    /// table was closed mid-game.
    pub fn closing_hands(entries: &[Entry]) -> Vec<(HandId, Screen, HandPlace)> {
        let replay = |entries| Self::replay(entries, TableConfig::default()).ok();
        let before = entries.split_last().and_then(|(_, before)| replay(before));
        match before.zip(replay(entries)) {
            Some((before, after)) => {
                handler::direct_hand_updates::closing_hands(&before.state, &after.state)
            }
            None => Vec::new(),
        }
    }

    /// Returns the last screen of a closed table, given all its entries. `None` if the public
    /// message already shows its final content, or can no longer be seen.
    pub fn closing_screen(entries: &[Entry]) -> Option<Screen> {
        let (last, before) = entries.split_last()?;
        let closing = last.records.iter().find_map(handler::closing_of)?;
        // The screen of a closed table does not depend on the configuration.
        let before = Self::replay(before, TableConfig::default()).ok()?;
        let table = Self::replay(entries, TableConfig::default()).ok()?;
        (!before.is_over()).then(|| table.public_screen(Some(closing)))
    }
}
