//! Handles one input. Decisions become records, which are applied to the table one by one; at the end, the effects are
//! derived from the resulting table. The main modules:
//!
//! - `dispatch` routes a click, and checks that the person may make the request at all;
//! - `lobby`, `host`, `actions`, `votes`, `end`, `oracle` and `computers` handle the requests;
//! - `direct_hand_updates` handles the hands that people receive as direct messages;
//! - `pings` decides whom an update of the public message pings;
//! - `effects` decides how to answer and which messages to update, by comparing the table with the earlier `snapshot`.

mod actions;
mod computers;
pub(crate) mod direct_hand_updates;
mod dispatch;
mod effects;
mod end;
mod host;
mod lobby;
mod oracle;
mod pings;
mod snapshot;
mod unanswered_favor;
mod votes;

use std::sync::Arc;

use fairness::Purpose;
use rules::{Action, Illegal, Phase, Randomness, Seat};

use crate::beat::BeatProgress;
use crate::due::Due;
use crate::entry::{Entry, SCHEMA};
use crate::entry_limits::{MAX_ENTRIES, MAX_ENTRIES_BEFORE_DEAL};
use crate::fixed_time_limits::LAST_SCREEN_WITHIN;
use crate::ids::{InteractionId, Millis, UserId};
use crate::input::{Clicker, DeliveryFailure, WriteRefusal};
use crate::pages::calls::PlayerCall;
use crate::record::{CloseReason, PersonRecord, Record};
use crate::refusal::Refusal;
use crate::running_game::Timer;
use crate::screen::Notice;
use crate::screen_format::ScreenFormat;
use crate::table::Table;

pub(crate) use dispatch::Reply;
use snapshot::Snapshot;

/// The minimum time between two records that restart the idle timeout of a finished table.
const TOUCH_INTERVAL: Millis = Millis::minutes(1);

/// The minimum time between two records of the host's clicks that restart the idle timeout of a lobby.
const HOST_SEEN_INTERVAL: Millis = Millis::seconds(30);

/// The age that the public message must reach before people can have it reposted.
const REPOST_INTERVAL: Millis = Millis::seconds(15);

/// The minimum time between two attempts to post a message that Discord refused. Clicks prompt these attempts.
const ATTEMPT_INTERVAL: Millis = Millis::seconds(5);

/// Handles one input, from its first record to the effects.
pub(crate) struct InputHandler<'t, C> {
    table: &'t mut Table,
    now: Millis,
    chance: &'t mut C,
    interaction: Option<InteractionId>,
    /// The records made so far, which have all been applied to the table.
    records: Vec<Record>,
    /// The random picks already made for the next action.
    drawn: Vec<Purpose>,
    before: Snapshot,
    /// The person to ping because their turn has begun, or as a reminder of it.
    turn_passed_to: Option<UserId>,
    new_message: NewMessage,
    /// The person whose first hand this input shows.
    hand_explained_to: Option<UserId>,
    player_call: Option<PlayerCall>,
    /// The people whom this input informs that direct messages cannot reach them.
    shown_refusals: Vec<UserId>,
    /// True if the direct messages of a finished game might not show its end yet and must be finished again.
    finish_hands: bool,
    /// The people whose hands this input folds, and their formats.
    folded: Vec<(UserId, ScreenFormat)>,
    /// True once a new game has been dealt in this input.
    dealt: bool,
    /// True if the open panels get the buttons to vote against a slow player.
    offers_votes: bool,
    /// True if the answer shows the same step again, unchanged.
    shows_step_again: bool,
    /// The notice shown in the clicked panel as the answer to the click.
    told: Option<Notice>,
}

/// The update that the public message needs even if its content has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NewMessage {
    NotNeeded,
    /// The current message is edited, which reveals whether it still exists.
    IfLost,
    /// The message was lost. A new message is posted unless a newer screen has been posted since.
    UnlessPosted,
    /// A new message replaces the current message.
    Replace,
    /// A new message is posted, and the current message is kept.
    Append,
}

impl<'t, C: Randomness> InputHandler<'t, C> {
    pub(crate) fn new(
        table: &'t mut Table,
        now: Millis,
        chance: &'t mut C,
        interaction: Option<InteractionId>,
    ) -> Self {
        let before = Snapshot::of(table);
        Self {
            table,
            now,
            chance,
            interaction,
            drawn: Vec::new(),
            records: Vec::new(),
            before,
            turn_passed_to: None,
            new_message: NewMessage::NotNeeded,
            hand_explained_to: None,
            player_call: None,
            shown_refusals: Vec::new(),
            finish_hands: false,
            folded: Vec::new(),
            dealt: false,
            offers_votes: false,
            shows_step_again: false,
            told: None,
        }
    }

    /// Extends all deadlines by the part of an outage that overlaps the current wait. The outage lasted from `since`
    /// until now. Also replaces a public message that may no longer exist.
    pub(crate) fn extend_deadlines(&mut self, since: Millis) {
        if !self.table.is_closed() {
            self.skip_beat_before(since);
            // After a restart, it is unknown whether the message still exists, so it is replaced. The message of a
            // finished game is kept unless its last screen might not have been shown.
            let ended = self.table.state.ended();
            let ended_before = ended.is_some_and(|ended| ended.after(LAST_SCREEN_WITHIN) <= since);
            let overlap = since.max(self.table.state.waiting_since());
            let by = self.now.since(overlap);
            self.record(Record::DeadlinesExtended { by });
            if self.table.message_posted_at.is_none() && !ended_before {
                self.new_message = NewMessage::Replace;
                self.finish_hands = self.table.is_over();
            }
        }
    }

    /// Treats a beat as over if it ended before an outage began. For a finished game, it must have ended at least
    /// [`LAST_SCREEN_WITHIN`] earlier, because the result may be shown that late.
    fn skip_beat_before(&mut self, outage: Millis) {
        let late = if self.table.is_over() {
            LAST_SCREEN_WITHIN
        } else {
            Millis(0)
        };
        if let Some(beat) = self.table.pending_beat()
            && beat.until.after(late) <= outage
        {
            let revision = self.table.state.revision;
            self.table.beat_progress = Some((revision, BeatProgress::Over));
            self.before.beat = None;
        }
    }

    pub(crate) fn delivery_failed(&mut self, failure: DeliveryFailure) {
        match failure {
            DeliveryFailure::MessageLost => self.post_again(NewMessage::UnlessPosted),
            DeliveryFailure::MessageUnusable => self.post_again(NewMessage::Replace),
            DeliveryFailure::ChannelUnwritable(refusal) => self.pause_for_channel(refusal),
        }
    }

    /// Reposts the public message. For a finished game, does so only once: a moderator who deletes the message a
    /// second time wants it gone.
    fn post_again(&mut self, new_message: NewMessage) {
        let revision = self.table.state.revision;
        if self.table.is_over() && self.table.end_replaced.replace(revision) == Some(revision) {
            return;
        }
        self.new_message = new_message;
    }

    /// Pauses a game until its message can be posted again. `Unknown` does not replace a known reason.
    fn pause_for_channel(&mut self, refusal: WriteRefusal) {
        let known = self.table.write_refusal;
        self.table.write_refusal = known
            .filter(|_| refusal == WriteRefusal::Unknown)
            .or(Some(refusal));
        let running = self.table.state.running_game();
        if running.is_some_and(|running| matches!(running.timer, Timer::Running { .. })) {
            self.record(Record::ChannelUnwritable);
        }
    }

    /// Records that the public message was posted. Resumes a game that was paused because its message
    /// could not be posted.
    pub(crate) fn message_posted(&mut self, at: Millis) {
        self.table.message_posted_at = Some(at);
        if self.table.is_playing() && self.table.unwritable().is_some() {
            self.record(Record::ChannelRestored);
        }
        self.table.write_refusal = None;
    }

    pub(crate) fn run_due(&mut self) {
        while let Some((at, due)) = self.table.due()
            && at <= self.now
        {
            match due {
                Due::Close(reason) => self.close(reason),
                Due::TimeOut => self.time_out(),
                Due::StartRematch => self.end_rematch_wait(),
                Due::EndBeat => self.end_beat(),
                Due::ComputerAction(seat) => self.act_for_computer(seat),
                Due::OffTurn(seat) => self.consider_off_turn(seat),
                Due::AutoPass(seat) => self.auto_pass(seat),
                Due::Repost => self.repost(),
                Due::FoldHand => self.fold_hand(),
                Due::OfferHost => self.record(Record::HostOffered),
                Due::Remind => self.remind(),
                Due::OfferVotes => self.offer_votes(at),
            }
        }
    }

    /// Returns to the game after a beat, and pings the person whose turn has begun. Does neither if this process did
    /// not show the beat and it ended too long ago. For a finished game, this is when the result is shown, which may be
    /// up to [`LAST_SCREEN_WITHIN`] late.
    fn end_beat(&mut self) {
        let Some(beat) = self.table.pending_beat() else {
            return;
        };
        let revision = self.table.state.revision;
        let over = (revision, BeatProgress::Over);
        let progress = self.table.beat_progress.replace(over);
        let was_shown = progress == Some((revision, BeatProgress::Shown));
        let in_time = if self.table.is_over() {
            LAST_SCREEN_WITHIN
        } else {
            beat.length
        };
        if !was_shown && self.now.since(beat.until) > in_time {
            self.before.beat = None;
            return;
        }
        if self.new_message == NewMessage::NotNeeded {
            self.new_message = NewMessage::IfLost;
        }
    }

    fn fold_hand(&mut self) {
        self.folded
            .extend(self.table.open_panels.take_folding(self.now));
    }

    fn offer_votes(&mut self, from: Millis) {
        self.table.votes_offered_from = Some(from);
        self.offers_votes = true;
    }

    fn repost(&mut self) {
        self.table.message_posted_at = Some(self.now);
        self.new_message = NewMessage::Replace;
    }

    /// Reposts the table and pings the player on turn once more.
    fn remind(&mut self) {
        self.turn_passed_to = self.table.state.on_turn;
        self.repost();
    }

    fn time_out(&mut self) {
        if self.give_unanswered() {
            return;
        }
        let missing = self.person_on_turn();
        if self.act(Action::TimeOut).is_err() {
            // The rules allow a timeout in every phase except the last, which has no deadline.
            debug_assert!(false, "the rules refuse a timeout");
            self.close(CloseReason::Abandoned);
        }
        if let Some(seat) = missing {
            self.record(Record::TurnMissed { seat });
        }
    }

    /// Returns the seat on turn; `None` if the game waits for something else or a computer plays the seat.
    fn person_on_turn(&self) -> Option<Seat> {
        let running = self.table.state.running_game()?;
        let is_turn = *running.game.phase() == Phase::Turn;
        let seat = running.game.turn().filter(|_| is_turn)?.seat;
        self.table.state.seats.present_at(seat).map(|_| seat)
    }

    fn act(&mut self, action: Action) -> Result<(), Illegal> {
        let running = self.table.state.running_game().ok_or(Illegal::GameOver)?;
        running.game.check(&action)?;
        self.perform(action);
        Ok(())
    }

    /// Performs an action that has been checked, and adds its events to the entry.
    fn perform(&mut self, action: Action) {
        let before = self.table.state.on_turn;
        let state = Arc::make_mut(&mut self.table.state);
        let drawn = std::mem::take(&mut self.drawn);
        if let Some((events, drawn)) = state.act(action, self.now, drawn, self.chance) {
            self.add(Record::Game { events, drawn }, before);
        }
        if self.table.is_over() {
            // The click that requests a rematch may also start it, so the commitment must be made before that click.
            self.commit();
        }
    }

    pub(crate) fn close(&mut self, why: CloseReason) {
        if !self.table.is_closed() {
            self.record(Record::Closed { why });
        }
    }

    /// Closes the table if only one more entry fits.
    pub(crate) fn close_at_entry_limit(&mut self) {
        if self.table.version() + 1 >= MAX_ENTRIES {
            self.close(CloseReason::EntryLimit);
        }
    }

    /// If another game might reach the entry limit, closes the table and refuses the request.
    fn require_room_for_game(&mut self) -> Result<(), Refusal> {
        if self.table.version() < MAX_ENTRIES_BEFORE_DEAL {
            return Ok(());
        }
        self.close(CloseReason::EntryLimit);
        Err(Refusal::Closed)
    }

    fn record(&mut self, record: Record) {
        self.dealt |= !self.before.is_playing && matches!(record, Record::Dealt { .. });
        let before = self.table.state.on_turn;
        let applied =
            Arc::make_mut(&mut self.table.state).apply(&record, self.now, self.interaction);
        // The record was derived from the table's current state, so it always applies.
        debug_assert!(applied.is_ok(), "{record:?}: {applied:?}");
        self.add(record, before);
    }

    /// Adds an applied record to the entry. `before` is the person who was on turn before the record was applied.
    fn add(&mut self, record: Record, before: Option<UserId>) {
        let on_turn = self.table.state.on_turn;
        // A person who returns on their own turn has just clicked and needs no ping.
        if on_turn != before && !matches!(record, Record::Returned { .. }) {
            self.turn_passed_to = on_turn;
        }
        self.records.push(record);
    }

    fn take_entry(&mut self) -> Option<Entry> {
        let interaction = self.interaction;
        let records = std::mem::take(&mut self.records);
        if records.is_empty() {
            return None;
        }
        let state = Arc::make_mut(&mut self.table.state);
        let result = state.complete_entry(state.version + 1, interaction);
        Some(Entry {
            schema: SCHEMA,
            table: state.id,
            version: state.version,
            at: self.now,
            interaction,
            records,
            result,
        })
    }

    fn closing(&self) -> Option<CloseReason> {
        self.records.iter().rev().find_map(closing_of).cloned()
    }
}

/// Returns the reason to show on the last screen; `None` if the record does not close the table or closing it does not
/// change the screen.
pub(crate) fn closing_of(record: &Record) -> Option<&CloseReason> {
    let Record::Closed { why } = record else {
        return None;
    };
    let is_seen = !matches!(why, CloseReason::OverIdle | CloseReason::ChannelGone);
    is_seen.then_some(why)
}

fn person_record(person: &Clicker) -> PersonRecord {
    PersonRecord {
        user: person.id,
        name: person.name.clone(),
    }
}
