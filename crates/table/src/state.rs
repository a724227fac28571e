//! The journalled state of a table. Records change the state, using the same code when they are created and when they
//! are replayed. Only game actions differ: the rules perform a new action, and a replay applies the action's events.
//! `handler` creates the records.

use std::collections::BTreeMap;

use fairness::Purpose;
use rules::{Action, Event, MAX_EVENTS, Phase, Randomness, Seat, SeatSet};

use crate::applied_interactions::AppliedInteractions;
use crate::auto_pass::AutoPass;
use crate::beat::{Beat, BeatEvent};
use crate::control::Stamp;
use crate::direct_hand::{self, DirectHands};
use crate::door::Door;
use crate::entry::{Entry, SCHEMA};
use crate::finished_game::FinishedGame;
use crate::ids::{ChannelId, GuildId, InteractionId, Millis, Revision, TableId, UserId};
use crate::options::{FirstPlayer, TableOptions};
use crate::oracles::Oracles;
use crate::proof::{self, Proof};
use crate::record::{PersonRecord, Record, RecordError};
use crate::rematch::Rematch;
use crate::results::GameResult;
use crate::running_game::{RunningGame, Timer};
use crate::seats::Seats;
use crate::series::Series;
use crate::watch_speed::WatchSpeed;

/// The state of a table as defined by its journal entries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) id: TableId,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    /// The number of the table in its channel; `None` for a table without proofs.
    pub(crate) number: Option<u32>,
    /// The time of the first entry.
    pub(crate) opened: Millis,
    pub(crate) version: u64,
    pub(crate) revision: Revision,
    pub(crate) options: TableOptions,
    pub(crate) host: UserId,
    /// True if the lobby offers its host's role to others.
    pub(crate) offers_host: bool,
    pub(crate) door: Door,
    pub(crate) has_called: bool,
    /// The people who get no reminders.
    pub(crate) unreminded: Vec<UserId>,
    pub(crate) seats: Seats,
    pub(crate) stage: Stage,
    /// The rematch awaited in the lobby, or running and still open to latecomers. `None` in an ordinary lobby.
    pub(crate) rematch: Option<Rematch>,
    /// The start of the table's idle timeout.
    pub(crate) touched: Millis,
    /// The last present person whose turn it was. A change usually causes a ping.
    pub(crate) on_turn: Option<UserId>,
    /// The number of games so far, including the running one.
    pub(crate) games: u32,
    pub(crate) series: Series,
    pub(crate) oracles: Oracles,
    /// The proof of the game that is about to begin, running or over.
    pub(crate) proof: Option<Box<Proof>>,
    /// The proof of the next game, while the previous result is shown.
    pub(crate) next_proof: Option<Box<Proof>>,
    pub(crate) direct_hands: DirectHands,
    /// How many of the actions limited by `entry_limits::MAX_REPEATS` each person has taken since the last deal.
    pub(crate) repeats: BTreeMap<UserId, u8>,
    pub(crate) watch_speed: WatchSpeed,
    pub(crate) applied: AppliedInteractions,
    /// True if the table was closed during a game that still has a result.
    pub(crate) has_counted: bool,
    /// The result of a game that ended in the entry being created or applied.
    pub(crate) result: Option<Box<GameResult>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    Lobby,
    Playing(Box<RunningGame>),
    Over(Box<FinishedGame>),
    Closed,
}

impl State {
    /// Returns the initial state from a table's first entry, whose records have yet to be applied.
    pub(crate) fn opened(entry: &Entry) -> Result<Self, RecordError> {
        let Some(Record::Opened {
            guild,
            channel,
            number,
            host,
            options,
        }) = entry.records.first()
        else {
            return Err(RecordError::OutOfSequence(entry.version));
        };
        let mut state = Self {
            id: entry.table,
            guild: *guild,
            channel: *channel,
            number: *number,
            opened: entry.at,
            version: 0,
            revision: Revision::default(),
            options: *options,
            host: host.user,
            offers_host: false,
            door: Door::default(),
            has_called: false,
            unreminded: Vec::new(),
            seats: Seats::default(),
            stage: Stage::Lobby,
            rematch: None,
            touched: entry.at,
            on_turn: None,
            games: 0,
            series: Series::default(),
            oracles: Oracles::default(),
            proof: None,
            next_proof: None,
            direct_hands: DirectHands::new(),
            repeats: BTreeMap::new(),
            watch_speed: WatchSpeed::default(),
            applied: AppliedInteractions::default(),
            has_counted: false,
            result: None,
        };
        state.seats.add_person(host);
        Ok(state)
    }

    pub(crate) fn apply_entry(&mut self, entry: &Entry) -> Result<(), RecordError> {
        self.apply_entry_with(entry, |_, _| {})
    }

    /// Like [`Self::apply_entry`], but passes each record to `observe` with the state before it.
    pub(crate) fn apply_entry_with(
        &mut self,
        entry: &Entry,
        mut observe: impl FnMut(&Self, &Record),
    ) -> Result<(), RecordError> {
        if entry.schema != SCHEMA {
            return Err(RecordError::Schema(entry.schema));
        }
        if entry.table != self.id || entry.version != self.version + 1 {
            return Err(RecordError::OutOfSequence(entry.version));
        }
        for record in &entry.records {
            observe(self, record);
            self.apply(record, entry.at, entry.interaction)?;
        }
        self.complete_entry(entry.version, entry.interaction);
        Ok(())
    }

    /// Completes an entry whose records have been applied. Returns the result of a game that ended in it.
    pub(crate) fn complete_entry(
        &mut self,
        version: u64,
        interaction: Option<InteractionId>,
    ) -> Option<Box<GameResult>> {
        self.version = version;
        if let Some(interaction) = interaction {
            self.applied.add(interaction);
        }
        self.result.take()
    }

    pub(crate) fn stamp(&self) -> Stamp {
        Stamp {
            table: self.id,
            revision: self.revision,
        }
    }

    pub(crate) fn running_game(&self) -> Option<&RunningGame> {
        match &self.stage {
            Stage::Playing(running) => Some(running),
            Stage::Lobby | Stage::Over(_) | Stage::Closed => None,
        }
    }

    pub(crate) fn ended(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Over(finished) => Some(finished.ended),
            Stage::Lobby | Stage::Playing(_) | Stage::Closed => None,
        }
    }

    pub(crate) fn chosen_first(&self) -> Option<Seat> {
        match (&self.rematch, self.options.first) {
            (Some(rematch), _) => rematch.first_seat(&self.seats),
            (None, FirstPlayer::Person(user)) => self.seats.seat_of(user),
            (None, FirstPlayer::Random) => None,
        }
    }

    /// Returns when the current wait began. Extending the deadlines shifts this time too.
    pub(crate) fn waiting_since(&self) -> Millis {
        match &self.stage {
            Stage::Playing(running) => running.waiting_since(),
            Stage::Lobby | Stage::Over(_) | Stage::Closed => self.touched,
        }
    }

    pub(crate) fn apply(
        &mut self,
        record: &Record,
        at: Millis,
        interaction: Option<InteractionId>,
    ) -> Result<(), RecordError> {
        let host_before = self.host;
        self.count_repeat(record);
        match record {
            Record::Opened { .. } => {} // Already applied by `State::opened`.
            Record::Committed { secret } => self.apply_committed(secret),
            Record::Joined { person } => {
                self.apply_joined(person);
                self.seats.set_share(person.user, interaction);
            }
            Record::ComputerAdded { name, strength } => {
                self.seats.add_computer(name.clone(), *strength);
            }
            Record::ComputerRemoved { seat } => self.seats.remove_computer(*seat),
            Record::SeatGivenUp { user } => self.apply_seat_given_up(*user),
            Record::Removed { user } => self.apply_removed(*user),
            Record::DoorSet { closed } => self.door.is_closed = *closed,
            Record::Knocked { person } => self.door.knocking.push(person.clone()),
            Record::RemindersSet { user, off } => self.apply_reminders_set(*user, *off),
            Record::PlayersCalled => self.has_called = true,
            Record::HostOffered => self.offers_host = true,
            Record::HostChanged { user } => self.host = *user,
            Record::OptionsChanged { options } => self.options = *options,
            Record::Touched => self.touched = at,
            Record::Dealt {
                first,
                rules,
                dealt,
                drawn,
            } => {
                let game = self.dealt_game(**rules, *first, dealt)?;
                self.proof = self.binding_proof((at, interaction), record);
                self.count_draws(drawn);
                self.apply_dealt(game, *first, (at, interaction));
            }
            Record::Game { events, drawn } => self.apply_events((events, drawn), at)?,
            Record::TurnMissed { seat } => self.apply_turn_missed(*seat, at),
            Record::NewsRead { seat, upto } => self.apply_news_read(*seat, *upto),
            Record::Returned { seat } => self.apply_returned(*seat, at),
            Record::Voted { seat, against } => self.apply_voted(*seat, *against),
            Record::VotedAway { seat } => self.apply_voted_away(*seat, at),
            Record::LeftGame { seat } => self.apply_left_game(*seat, at),
            Record::ChannelUnwritable => self.apply_channel_unwritable(at),
            Record::ChannelRestored => self.apply_channel_restored(at),
            Record::DeadlinesExtended { by } => self.apply_deadlines_extended(*by),
            Record::Reopened { host } => {
                self.apply_reopened(host);
                self.seats.set_share(host.user, interaction);
            }
            Record::RematchOpened { host } => {
                self.apply_rematch_opened(host, at);
                self.seats.set_share(host.user, interaction);
            }
            Record::RematchLapsed => self.rematch = None,
            Record::DirectHand { user, change } => {
                direct_hand::apply(&mut self.direct_hands, *user, change);
            }
            Record::WatchSpeedSet { speed } => self.watch_speed = *speed,
            Record::Predicted { person, on } => self.apply_predicted(person, *on),
            Record::AutoPass { seat, seed } => self.apply_auto_pass(*seat, *seed, at),
            Record::Closed { why } => self.apply_closed(why, at),
        }
        self.touch(record, host_before, at);
        Ok(())
    }

    /// Restarts the idle timeout if the record counts as use of the table. Withdraws the offer of the host's role if
    /// the record shows that the host is active, or has changed the host.
    fn touch(&mut self, record: &Record, host_before: UserId, at: Millis) {
        let is_given_up = matches!(record, Record::SeatGivenUp { .. });
        let is_idle = matches!(
            record,
            Record::DeadlinesExtended { .. }
                | Record::ChannelUnwritable
                | Record::DirectHand { .. }
                | Record::TurnMissed { .. }
                | Record::Knocked { .. }
                | Record::HostOffered
                | Record::RemindersSet { .. }
                | Record::Predicted { .. }
        );
        let keeps_idle = is_given_up && self.stage == Stage::Lobby;
        if !(is_idle || keeps_idle) {
            self.touched = at;
        }
        let is_by_host = !is_idle && !is_given_up && !matches!(record, Record::Joined { .. });
        if is_by_host || self.host != host_before {
            self.offers_host = false;
        }
    }

    pub(crate) fn apply_joined(&mut self, person: &PersonRecord) {
        self.seats.add_person(person);
        self.door.stop_knocking(person.user);
        if let Some(rematch) = &mut self.rematch {
            rematch.note_answer(person.user);
            self.seats.sort_by_place(|player| rematch.place_of(player));
        }
    }

    fn apply_seat_given_up(&mut self, user: UserId) {
        if let Some(rematch) = &mut self.rematch {
            rematch.note_answer(user);
        }
        self.seats.remove_person(user);
        self.direct_hands.remove(&user);
        self.replace_absent_host();
    }

    fn apply_removed(&mut self, user: UserId) {
        self.apply_seat_given_up(user);
        self.door.remove(user);
    }

    fn apply_reminders_set(&mut self, user: UserId, off: bool) {
        self.unreminded.retain(|other| *other != user);
        self.unreminded.extend(off.then_some(user));
    }

    /// If the host is not present, makes the first present person the host, if there is one.
    fn replace_absent_host(&mut self) {
        let host_is_present = self
            .seats
            .seat_of(self.host)
            .is_some_and(|seat| self.seats.present_at(seat).is_some());
        let next = self
            .seats
            .iter()
            .find_map(|(_, state)| state.user().filter(|_| state.is_present()));
        if let (false, Some(next)) = (host_is_present, next) {
            self.host = next;
        }
    }

    /// Performs a legal action, for which the picks in `drawn` have already been made. Returns the action's events and
    /// all picks; replaying a record of both leads to the same state. `None` if no game is running.
    pub(crate) fn act(
        &mut self,
        action: Action,
        at: Millis,
        mut drawn: Vec<Purpose>,
        chance: &mut impl Randomness,
    ) -> Option<(Vec<Event>, Vec<Purpose>)> {
        let before = self.game_to_bind();
        let Stage::Playing(running) = &mut self.stage else {
            return None;
        };
        let (revision, absent) = (self.revision.next(), self.seats.absent());
        let proof = self.proof.as_deref_mut();
        let ((events, waits_anew), also_drawn) = proof::draw(proof, chance, |chance| {
            running.play(action, chance, absent, revision)
        });
        drawn.extend(also_drawn);
        self.bind_move(before, (&events, &drawn), at);
        self.complete_action(&events, waits_anew, at);
        self.touched = at;
        Some((events, drawn))
    }

    fn apply_events(
        &mut self,
        (events, drawn): (&[Event], &[Purpose]),
        at: Millis,
    ) -> Result<(), RecordError> {
        self.count_draws(drawn);
        let before = self.game_to_bind();
        let Stage::Playing(running) = &mut self.stage else {
            return Err(RecordError::OutOfSequence(self.version + 1));
        };
        // No action produces more events than this.
        if events.len() > MAX_EVENTS {
            return Err(RecordError::Impossible);
        }
        let waits_anew = running.replay(events, self.seats.absent(), self.revision.next());
        let game = running.game.check_invariants();
        game.map_err(|_| RecordError::Impossible)?;
        self.bind_move(before, (events, drawn), at);
        self.complete_action(events, waits_anew, at);
        Ok(())
    }

    /// Updates the rest of the state after an action, such as the deadline, the turn and the beat. Finishes the game if
    /// it is won.
    fn complete_action(&mut self, events: &[Event], waits_anew: bool, at: Millis) {
        let beat = self.beat_after(events, at);
        let on_turn_before = self.on_turn;
        if let (Stage::Playing(running), true) = (&mut self.stage, waits_anew) {
            let from = beat.map_or(at, |beat| beat.until);
            running.restart_timer(from, self.options.time_limits());
            self.revision = self.revision.next();
        }
        self.observe_for_oracles(events);
        self.refuse_latecomers_after(events);
        self.update_on_turn();
        let turn_passed_to = self.on_turn.filter(|now| Some(*now) != on_turn_before);
        self.set_beat(beat.map(|beat| Beat {
            turn_passed_to,
            ..beat
        }));
        self.finish_won_game(at);
    }

    /// Returns the beat started by an action's events; `None` if no event gets a beat or the game is paused. If the
    /// rest of the game is played without delays, only the death of a person who has not left gets a beat.
    fn beat_after(&self, events: &[Event], at: Millis) -> Option<Beat> {
        let running = self.running_game()?;
        running.deadline()?;
        let mut event = BeatEvent::among(events, running)?;
        if let BeatEvent::Death(death) = &mut event {
            death.times = self.times_killed(death);
        }
        if self.is_outlived() && !event.is_death_among(self.seats.staying()) {
            return None;
        }
        let length = event.length(self.options.pace, self.seats.has_no_people());
        Some(Beat {
            event,
            length,
            until: at.after(length),
            turn_passed_to: None,
        })
    }

    /// Returns true if people played in the running game but all of them are dead or have left. The rest of the game is
    /// then played without delays, because the dead could only wait for the end.
    pub(crate) fn is_outlived(&self) -> bool {
        let running = self.running_game();
        let living = running.map_or(SeatSet::EMPTY, |running| running.game.living());
        !self.seats.has_no_people() && living.minus(self.seats.staying()) == living
    }

    /// Returns the beat started by the last action of a running or finished game, even if the beat is over.
    pub(crate) fn beat(&self) -> Option<Beat> {
        match &self.stage {
            Stage::Playing(running) => running.beat,
            Stage::Over(finished) => finished.beat,
            Stage::Lobby | Stage::Closed => None,
        }
    }

    fn set_beat(&mut self, beat: Option<Beat>) {
        if let Stage::Playing(running) = &mut self.stage {
            running.beat = beat;
        }
    }

    pub(crate) fn update_on_turn(&mut self) {
        let running = self.running_game();
        // A player whose turn begins while others are choosing is pinged once the others have chosen.
        let turn = running
            .filter(|running| *running.game.phase() == Phase::Turn)
            .and_then(|running| running.game.turn());
        if let Some(user) = turn.and_then(|turn| self.seats.present_at(turn.seat)) {
            self.on_turn = Some(user);
        }
    }

    fn apply_voted(&mut self, seat: Seat, against: Seat) {
        if let Stage::Playing(running) = &mut self.stage {
            running.add_vote(seat, against);
        }
    }

    fn apply_auto_pass(&mut self, seat: Seat, seed: Option<u32>, set_at: Millis) {
        if let Stage::Playing(running) = &mut self.stage {
            running.set_auto_pass(seat, seed.map(|seed| AutoPass { seed, set_at }));
        }
    }

    fn apply_voted_away(&mut self, seat: Seat, at: Millis) {
        self.seats.mark_away(seat);
        self.pause_if_deserted(at);
    }

    fn apply_turn_missed(&mut self, seat: Seat, at: Millis) {
        self.seats.count_missed_turn(seat);
        self.pause_if_deserted(at);
    }

    fn apply_left_game(&mut self, seat: Seat, at: Millis) {
        self.seats.mark_left(seat);
        self.replace_absent_host();
        self.pause_if_deserted(at);
    }

    fn pause_if_deserted(&mut self, at: Millis) {
        if let (Stage::Playing(running), true) = (&mut self.stage, self.seats.is_deserted()) {
            running.pause(at, false);
        }
    }

    fn apply_returned(&mut self, seat: Seat, at: Millis) {
        self.seats.mark_returned(seat);
        if let Stage::Playing(running) = &mut self.stage {
            running.clear_votes(seat);
            if let Timer::Paused {
                channel_unwritable: false,
                ..
            } = running.timer
            {
                running.resume(at, self.options.time_limits());
            }
        }
        self.update_on_turn();
    }

    fn apply_news_read(&mut self, seat: Seat, upto: Revision) {
        if let Stage::Playing(running) = &mut self.stage {
            running.history.mark_news_read(seat, upto);
        }
    }

    fn apply_channel_unwritable(&mut self, at: Millis) {
        if let Stage::Playing(running) = &mut self.stage {
            running.pause(at, true);
        }
    }

    fn apply_channel_restored(&mut self, at: Millis) {
        if let Stage::Playing(running) = &mut self.stage {
            running.resume(at, self.options.time_limits());
        }
        self.pause_if_deserted(at);
    }

    fn apply_deadlines_extended(&mut self, by: Millis) {
        self.touched = self.touched.after(by);
        if let Some(rematch) = &mut self.rematch {
            rematch.starts = rematch.starts.after(by);
        }
        match &mut self.stage {
            Stage::Playing(running) => running.extend_deadline(by),
            // The last beat is cut short rather than extended. Otherwise, frequent restarts would
            // keep the result hidden.
            Stage::Over(finished) => finished.beat = None,
            Stage::Lobby | Stage::Closed => {}
        }
    }

    fn apply_reopened(&mut self, host: &PersonRecord) {
        self.seats = Seats::default();
        self.begin_next_proof();
        self.series = Series::default();
        self.oracles = Oracles::default();
        self.direct_hands.clear();
        self.seats.add_person(host);
        self.host = host.user;
        self.stage = Stage::Lobby;
        self.revision = self.revision.next();
    }
}
