//! The next requests for a slot's message: recordings, deletions, posts, edits, scans and openings of channels, given
//! the requests in flight. The outcomes are handled in [`super`].

use serenity::model::id::MessageId;
use table::effect::Urgency;
use table::screen::Screen;

use super::Slot;
use super::known_messages::{CurrentMessage, PendingScan};
use crate::message_board::in_flight::{InFlight, NewMessage};
use crate::message_board::newest_screen::UpdateKind;
use crate::message_board::request::{Key, Op, Place, Post, Request, SlotId};
use crate::message_board::timers::{Timer, Timers};

impl Slot {
    pub(in crate::message_board) fn start_requests(&mut self, timers: &Timers) {
        self.start_record(timers);
        self.start_deletions(timers);
        self.start_write(timers);
    }

    /// Starts recording the current message. Once all replaced messages are gone, records that too, so that no later
    /// process tries to delete them again.
    fn start_record(&mut self, timers: &Timers) {
        if self.in_flight.is_recording() || timers.is_running(Timer::Record) {
            return;
        }
        match self.current {
            CurrentMessage::Unrecorded(message) if self.id != SlotId::Table => {
                self.set_recorded(message);
            }
            CurrentMessage::Unrecorded(message) => {
                let replaced = self.replaced_for_journal(message);
                self.journal_lists_replaced = !replaced.is_empty();
                let record = Op::Record { message, replaced };
                self.send(InFlight::Record(message), record);
            }
            CurrentMessage::Recorded(message)
                if self.journal_lists_replaced && self.is_only_message() =>
            {
                self.journal_lists_replaced = false;
                self.send(InFlight::RecordOnly, Op::RecordOnly(message));
            }
            CurrentMessage::Recorded(_) | CurrentMessage::None => {}
        }
    }

    /// Returns true if no replaced message remains to be deleted and no unknown message may exist.
    fn is_only_message(&self) -> bool {
        let is_unknown = self.in_flight.unknown_after().next().is_some();
        self.replaced.is_empty() && self.pending_scan == PendingScan::NotNeeded && !is_unknown
    }

    /// Returns the messages that the journal must list as replaced: those to be deleted, and each message, even a
    /// deleted one, after which an unknown message may have been posted. 0 is the beginning of the channel. The next
    /// process scans from the oldest of these messages.
    fn replaced_for_journal(&self, message: MessageId) -> Vec<u64> {
        let mut replaced = self.replaced.ids();
        let unknown_after = self.pending_scan.since().into_iter();
        for after in unknown_after.chain(self.in_flight.unknown_after()) {
            let after = after.map_or(0, MessageId::get);
            if after != message.get() && !replaced.contains(&after) {
                replaced.push(after);
            }
        }
        replaced
    }

    /// Starts deleting replaced messages, but only once they are recorded, so that the next process knows about them.
    fn start_deletions(&mut self, timers: &Timers) {
        let Some(place) = self.place.filter(|_| !self.current.is_unrecorded()) else {
            return;
        };
        for message in self.replaced.begin_deletions(self.id, timers) {
            self.send(InFlight::Deletion(message), Op::Delete(place, message));
        }
    }

    /// Starts the next post or edit if one is due, no pause forbids it, no request in flight could overwrite it, and
    /// the current message is recorded. If necessary, opens the channel or scans it first.
    fn start_write(&mut self, timers: &Timers) {
        let is_busy = self.in_flight.is_changing()
            || self.in_flight.is_scanning()
            || self.in_flight.is_opening();
        let is_throttled =
            self.is_low_urgency_edit_due() && timers.is_running(Timer::Throttle(self.id));
        let is_waiting = is_throttled
            || timers.is_running(Timer::Write(self.id))
            || self.current.is_unrecorded();
        if is_busy || is_waiting || self.newest.due().is_none() {
            return;
        }
        let Some(place) = self.place else {
            return self.start_opening();
        };
        if let PendingScan::BeforeWrite { since } = self.pending_scan {
            return self.start_scan(place, since);
        }
        let urgency = self.newest.urgency();
        let Some((screen, update)) = self.newest.take_due() else {
            return;
        };
        match (update, self.current.id()) {
            (UpdateKind::Edit | UpdateKind::EditOrPost, Some(message)) => {
                let edit = Op::Edit(place, message, screen, urgency);
                self.send(InFlight::Edit(message, update), edit);
            }
            (_, None) if self.is_last => {}
            _ => self.start_post(place, screen, update.max(UpdateKind::Replace)),
        }
    }

    fn start_opening(&mut self) {
        if let SlotId::Hand(hand) = self.id {
            self.send(InFlight::Opening, Op::OpenDirectMessages(hand.user));
        }
    }

    pub(in crate::message_board) fn is_low_urgency_edit_due(&self) -> bool {
        let is_unattended = self.newest.urgency() == Urgency::Unattended;
        is_unattended && self.newest.due() == Some(UpdateKind::Edit)
    }

    fn start_post(&mut self, place: Place, screen: Screen, update: UpdateKind) {
        let ping = self.newest.take_ping(&screen);
        let keeps = self.current.id().filter(|_| update == UpdateKind::Append);
        let after = self.recorded;
        let post = Post {
            place,
            screen,
            after,
            ping,
            farewell: self.current.id().zip(self.farewell.take()),
            urgency: self.newest.urgency(),
        };
        let new = NewMessage {
            answers_command: false,
            keeps,
            after,
            ping,
        };
        self.send(InFlight::NewMessage(new), Op::Post(post));
    }

    pub(super) fn start_scan_after_post(&mut self) {
        if let PendingScan::AfterPost { since } | PendingScan::BeforeWrite { since } =
            self.pending_scan
            && let Some(place) = self.place
            && !self.in_flight.is_scanning()
        {
            self.start_scan(place, since);
        }
    }

    /// Starts a scan. If the scan fails, the newest screen is shown anyway.
    fn start_scan(&mut self, place: Place, since: Option<MessageId>) {
        self.pending_scan = PendingScan::NotNeeded;
        self.send(InFlight::Scan { since }, Op::Scan(place, since));
    }

    pub(super) fn send(&mut self, request: InFlight, op: Op) {
        let key = Key::Slot(self.id, self.in_flight.add(request));
        self.requests.push_back(Request { key, op });
    }
}
