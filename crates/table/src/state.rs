//! The journalled state of a table. Records change it, through the same code when they are made and
//! when they are replayed; an action is played by the rules, of which a replay has the events. It decides
//! nothing: decisions are in `work`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Action, Chance, Deal, Event, Game, MAX_EVENTS, Phase, Seat};

use crate::applied_interactions::AppliedInteractions;
use crate::beat::{BEAT, Beat, BeatEvent};
use crate::control::Stamp;
use crate::direct_hand::{DirectHandRecord, DirectHands};
use crate::entry::{Entry, SCHEMA};
use crate::entry_limits::MAX_REPEATS;
use crate::ids::{ChannelId, GuildId, InteractionId, Millis, Revision, TableId, UserId};
use crate::options::TableOptions;
use crate::pace::Pace;
use crate::record::{PersonRecord, Record, RecordError};
use crate::running_game::{RunningGame, Timer};
use crate::screen::{Chart, GameStats, Outcome, Standing};
use crate::seats::Seats;
use crate::user_set::UserSet;

/// The state of a table as its journal entries define it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) id: TableId,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    pub(crate) version: u64,
    pub(crate) revision: Revision,
    pub(crate) options: TableOptions,
    pub(crate) host: UserId,
    pub(crate) seats: Seats,
    pub(crate) stage: Stage,
    /// The time at which a person last used the table; its idle timeout counts from then.
    pub(crate) touched: Millis,
    /// The person who last had a turn and was present; they have been pinged for it already.
    pub(crate) on_turn: Option<UserId>,
    /// The number of games so far, the running one included.
    pub(crate) games: u32,
    pub(crate) direct_hands: DirectHands,
    /// How often each person has done what [`MAX_REPEATS`] limits, since the last deal.
    repeats: BTreeMap<UserId, u8>,
    pub(crate) applied: AppliedInteractions,
}

/// The stage of a table's life.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    Lobby,
    Playing(Box<RunningGame>),
    Over(Box<FinishedGame>),
    Closed,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedGame {
    /// The seat that took the first turn.
    pub(crate) first: Seat,
    pub(crate) standings: Vec<Standing>,
    pub(crate) stats: GameStats,
    pub(crate) chart: Arc<Chart>,
    /// The time at which the game ended; an outage does not move it.
    pub(crate) ended: Millis,
}

impl State {
    /// Returns the table that a first entry opens, before that entry is applied.
    pub(crate) fn opened(entry: &Entry) -> Result<Self, RecordError> {
        let Some(Record::Opened {
            guild,
            channel,
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
            version: 0,
            revision: Revision::default(),
            options: options.try_into()?,
            host: host.user,
            seats: Seats::default(),
            stage: Stage::Lobby,
            touched: entry.at,
            on_turn: None,
            games: 0,
            direct_hands: DirectHands::default(),
            repeats: BTreeMap::new(),
            applied: AppliedInteractions::default(),
        };
        state.seats.add_person(host);
        Ok(state)
    }

    /// Applies all records of the next entry.
    pub(crate) fn apply_entry(&mut self, entry: &Entry) -> Result<(), RecordError> {
        if entry.schema != SCHEMA {
            return Err(RecordError::Schema(entry.schema));
        }
        if entry.table != self.id || entry.version != self.version + 1 {
            return Err(RecordError::OutOfSequence(entry.version));
        }
        for record in &entry.records {
            self.apply(record, entry.at)?;
        }
        self.complete_entry(entry.version, entry.interaction);
        Ok(())
    }

    /// Completes an entry whose records have been applied.
    pub(crate) fn complete_entry(&mut self, version: u64, interaction: Option<InteractionId>) {
        self.version = version;
        if let Some(interaction) = interaction {
            self.applied.add(interaction);
        }
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

    /// Returns when the last game ended; `None` unless the table is in that stage.
    pub(crate) fn ended(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Over(finished) => Some(finished.ended),
            Stage::Lobby | Stage::Playing(_) | Stage::Closed => None,
        }
    }

    /// Returns true unless this person has used up what they may repeat until the next deal.
    pub(crate) fn may_repeat(&self, user: UserId) -> bool {
        self.repeats.get(&user).is_none_or(|&n| n < MAX_REPEATS)
    }

    /// Returns the person whose repeated action this record is, if it is one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "few records count, and all others are limited elsewhere or follow from the game"
    )]
    fn repeated_by(&self, record: &Record) -> Option<UserId> {
        let owner = |seat: Seat| self.seats.get(seat)?.user();
        match record {
            Record::Joined { person } => Some(person.user),
            Record::DirectHand {
                user,
                change: DirectHandRecord::Wanted { .. } | DirectHandRecord::Unwanted,
            } => Some(*user),
            Record::Voted { seat, .. } | Record::LeftGame { seat } => owner(*seat),
            _ => None,
        }
    }

    /// Returns since when the table has waited for what it waits for now. Extended deadlines move it too.
    pub(crate) fn waiting_since(&self) -> Millis {
        match &self.stage {
            Stage::Playing(running) => running.waiting_since(),
            Stage::Lobby | Stage::Over(_) | Stage::Closed => self.touched,
        }
    }

    pub(crate) fn apply(&mut self, record: &Record, at: Millis) -> Result<(), RecordError> {
        if let Some(user) = self.repeated_by(record) {
            let repeats = self.repeats.entry(user).or_default();
            *repeats = repeats.saturating_add(1);
        }
        match record {
            // `State::opened` has applied it.
            Record::Opened { .. } => {}
            Record::Joined { person } => self.seats.add_person(person),
            Record::ComputerAdded { name, strength } => {
                self.seats.add_computer(name.clone(), *strength);
            }
            Record::ComputerRemoved { seat } => self.seats.remove_computer(*seat),
            Record::SeatGivenUp { user } => self.apply_seat_given_up(*user),
            Record::OptionsChanged { options } => self.options = options.try_into()?,
            Record::Touched => self.touched = at,
            Record::Dealt {
                first,
                rules,
                dealt,
            } => {
                let rules = rules.decode(self.seats.len())?;
                let game = Game::from_deal(rules, *first, &Deal::try_from(dealt)?);
                let game = game.map_err(|_| RecordError::OutOfSequence(self.version + 1))?;
                self.apply_dealt(game, *first, at);
            }
            Record::Game { events } => self.apply_events(events, at)?,
            Record::TurnMissed { seat } => self.apply_turn_missed(*seat, at),
            Record::NewsRead { seat, upto } => self.apply_news_read(*seat, *upto),
            Record::Returned { seat } => self.apply_returned(*seat, at),
            Record::Voted { seat, against } => self.apply_voted(*seat, *against),
            Record::VotedAway { seat } => self.apply_voted_away(*seat, at),
            Record::LeftGame { seat } => self.apply_left_game(*seat, at),
            Record::ChannelUnwritable => self.apply_channel_unwritable(at),
            Record::ChannelRestored => self.apply_channel_restored(at),
            Record::DeadlinesExtended { by } => self.apply_deadlines_extended(*by),
            Record::Reopened { host } => self.apply_reopened(host),
            Record::DirectHand { user, change } => self.direct_hands.apply(*user, change),
            Record::Closed { .. } => self.stage = Stage::Closed,
        }
        self.touch(record, at);
        Ok(())
    }

    /// Restarts the idle timeout, unless the record follows from the clock or the channel alone.
    fn touch(&mut self, record: &Record, at: Millis) {
        if !matches!(
            record,
            Record::DeadlinesExtended { .. }
                | Record::ChannelUnwritable
                | Record::DirectHand { .. }
                | Record::TurnMissed { .. }
        ) {
            self.touched = at;
        }
    }

    fn apply_seat_given_up(&mut self, user: UserId) {
        self.seats.remove_person(user);
        self.direct_hands.remove(user);
        self.replace_absent_host();
    }

    /// Makes the first person present the host, if the host is not present and anybody is.
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

    fn apply_dealt(&mut self, game: Game, first: Seat, at: Millis) {
        let running = RunningGame::new(game, first, at, self.options.time_limits());
        self.stage = Stage::Playing(Box::new(running));
        self.games += 1;
        self.repeats.clear();
        self.direct_hands.begin_game();
        self.revision = self.revision.next();
        self.update_on_turn();
    }

    /// Performs an action that the rules allow. Returns its events, whose record leads to the same state;
    /// `None` if no game is running.
    pub(crate) fn act(
        &mut self,
        action: Action,
        at: Millis,
        chance: &mut impl Chance,
    ) -> Option<Vec<Event>> {
        let Stage::Playing(running) = &mut self.stage else {
            return None;
        };
        let (events, waits_anew) = running.play(action, chance, self.revision.next());
        self.complete_action(&events, waits_anew, at);
        self.touched = at;
        Some(events)
    }

    fn apply_events(&mut self, events: &[Event], at: Millis) -> Result<(), RecordError> {
        let Stage::Playing(running) = &mut self.stage else {
            return Err(RecordError::OutOfSequence(self.version + 1));
        };
        // No action has more, and a pile has room for as many cards as the game has.
        if events.len() > MAX_EVENTS {
            return Err(RecordError::Impossible);
        }
        let waits_anew = running.replay(events, self.revision.next());
        let game = running.game.check_invariants();
        game.map_err(|_| RecordError::Impossible)?;
        self.complete_action(events, waits_anew, at);
        Ok(())
    }

    /// Follows the events of an action: the deadline, the turn, the beat and the end of the game.
    fn complete_action(&mut self, events: &[Event], waits_anew: bool, at: Millis) {
        let beat = self.beat_event(events);
        let on_turn_before = self.on_turn;
        if let (Stage::Playing(running), true) = (&mut self.stage, waits_anew) {
            let from = beat.map_or(at, |_| at.after(BEAT));
            running.restart_timer(from, self.options.time_limits());
            self.revision = self.revision.next();
        }
        self.update_on_turn();
        let turn_passed_to = self.on_turn.filter(|now| Some(*now) != on_turn_before);
        self.set_beat(beat.map(|event| Beat {
            event,
            until: at.after(BEAT),
            turn_passed_to,
        }));
        self.finish_won_game(at);
    }

    /// Returns the event that is worth a beat. There is none at the pace `fast`, in a paused game, and
    /// where nobody takes part.
    fn beat_event(&self, events: &[Event]) -> Option<BeatEvent> {
        let is_running = self.running_game()?.deadline().is_some();
        let is_slow_enough = self.options.pace != Pace::Fast;
        (is_running && is_slow_enough && !self.seats.has_no_people())
            .then(|| BeatEvent::among(events))
            .flatten()
    }

    fn set_beat(&mut self, beat: Option<Beat>) {
        if let Stage::Playing(running) = &mut self.stage {
            running.set_beat(beat);
        }
    }

    fn update_on_turn(&mut self) {
        let turn = self.running_game().and_then(|running| running.game.turn());
        if let Some(user) = turn.and_then(|turn| self.seats.present_at(turn.seat)) {
            self.on_turn = Some(user);
        }
    }

    /// Returns the people whom the game waits for on behalf of another player: the victims of a Favor, and
    /// whoever stops a Shuffle.
    pub(crate) fn asked(&self) -> UserSet {
        let Some(Phase::Choice(choice)) = self.running_game().map(|running| running.game.phase())
        else {
            return UserSet::EMPTY;
        };
        let others = choice.choosers.iter().filter(|seat| *seat != choice.owner);
        others
            .filter_map(|seat| self.seats.present_at(seat))
            .collect()
    }

    fn finish_won_game(&mut self, at: Millis) {
        let Some(running) = self.running_game() else {
            return;
        };
        if let Phase::Won { .. } = running.game.phase() {
            let standings = self.standings(running);
            let finished = FinishedGame {
                first: running.first,
                stats: running.history.stats,
                chart: Arc::new(running.history.chart(&standings)),
                standings,
                ended: at,
            };
            self.on_turn = None;
            self.stage = Stage::Over(Box::new(finished));
        }
    }

    /// Returns the result. If a computer won on the seat of an absent person, the win counts as
    /// the computer's.
    fn standings(&self, running: &RunningGame) -> Vec<Standing> {
        let mut standings = running.standings();
        for placed in &mut standings {
            let seat_state = self.seats.get(placed.seat);
            let is_absent = seat_state
                .is_some_and(|seat_state| seat_state.user().is_some() && !seat_state.is_present());
            if placed.outcome == Outcome::Won && is_absent {
                placed.outcome = Outcome::WonByComputer;
            }
        }
        standings
    }

    fn apply_voted(&mut self, seat: Seat, against: Seat) {
        if let Stage::Playing(running) = &mut self.stage {
            running.add_vote(seat, against);
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
    }

    fn apply_deadlines_extended(&mut self, by: Millis) {
        self.touched = self.touched.after(by);
        if let Stage::Playing(running) = &mut self.stage {
            running.extend_deadline(by);
        }
    }

    fn apply_reopened(&mut self, host: &PersonRecord) {
        self.seats.clear();
        self.direct_hands.clear();
        self.seats.add_person(host);
        self.host = host.user;
        self.stage = Stage::Lobby;
        self.revision = self.revision.next();
    }
}
