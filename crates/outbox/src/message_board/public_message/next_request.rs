//! The next requests for the public message: what has to be recorded, deleted, posted, edited or scanned
//! now, given what is in flight. The outcomes are read in [`super`].

use serenity::model::id::MessageId;
use table::effect::Urgency;
use table::screen::Screen;

use super::PublicMessage;
use crate::message_board::in_flight::InFlight;
use crate::message_board::present::Present;
use crate::message_board::request::{MessageSource, Post, PublicRequest, Record, Request};
use crate::message_board::scan::Scan;
use crate::message_board::wanted::UpdateKind;

impl PublicMessage {
    /// Starts everything that may start now.
    pub(in crate::message_board) fn start_requests(&mut self) {
        self.start_record();
        self.start_deletions();
        self.start_write();
    }

    /// Starts to record the present message, or that all messages it replaced are gone, so that no
    /// later process tries to delete them again.
    fn start_record(&mut self) {
        if self.in_flight.is_recording() || self.record_backoff.retry_at().is_some() {
            return;
        }
        match self.present {
            Present::Unrecorded(message, source) => {
                let record = Record {
                    message,
                    source,
                    replaced: self.replaced_for_journal(message),
                };
                self.journal_lists_replaced = !record.replaced.is_empty();
                self.send(
                    InFlight::Record(message, source),
                    PublicRequest::Record(record),
                );
            }
            Present::Recorded(message) if self.journal_lists_replaced && self.is_only_message() => {
                self.journal_lists_replaced = false;
                let record = PublicRequest::RecordOnly(message);
                self.send(InFlight::RecordOnly(message), record);
            }
            Present::Recorded(_) | Present::None => {}
        }
    }

    /// Returns true if no message but the present one can be in the channel.
    fn is_only_message(&self) -> bool {
        let is_unknown = self.in_flight.unknown_after().next().is_some();
        self.replaced.is_empty() && self.scan == Scan::NotNeeded && !is_unknown
    }

    /// Returns the replaced messages as the journal names them. They include the message after which
    /// an unknown one may stand, even if it is gone; 0 stands for the beginning of the channel. The
    /// next process scans from the oldest of them.
    fn replaced_for_journal(&self, message: MessageId) -> Vec<u64> {
        let mut replaced = self.replaced.ids();
        let unknown_after = self.scan.since().into_iter();
        for after in unknown_after.chain(self.in_flight.unknown_after()) {
            let after = after.map_or(0, MessageId::get);
            if after != message.get() && !replaced.contains(&after) {
                replaced.push(after);
            }
        }
        replaced
    }

    /// Starts to delete replaced messages. They are recorded first, so that the next process knows
    /// of them.
    fn start_deletions(&mut self) {
        if self.present.is_unrecorded() {
            return;
        }
        for message in self.replaced.begin_deletions() {
            let delete = PublicRequest::Delete(message);
            self.send(InFlight::Delete(message), delete);
        }
    }

    /// Starts the next post or edit, if one is due, no request in flight could overwrite it, and
    /// the journal names the present message.
    fn start_write(&mut self) {
        let is_busy = self.in_flight.is_changing() || self.in_flight.is_scanning();
        let is_waiting = self.backoff.retry_at().is_some() || self.present.is_unrecorded();
        if is_busy || is_waiting || self.is_calm() || self.wanted.due().is_none() {
            return;
        }
        if let Scan::BeforeWrite { since } = self.scan {
            return self.start_scan(since);
        }
        let urgency = self.wanted.urgency();
        let Some((screen, update)) = self.wanted.take_due() else {
            return;
        };
        match (update, self.present.id()) {
            (UpdateKind::Edit | UpdateKind::EditOrPost, Some(message)) => {
                let edit = PublicRequest::Edit(message, screen, urgency);
                self.send(InFlight::Edit { message, update }, edit);
            }
            _ => self.start_post(screen, update.max(UpdateKind::Replace)),
        }
    }

    /// Returns true if the edit that is due has to wait for the end of the calm.
    pub(super) fn is_calm(&self) -> bool {
        let is_unattended = self.wanted.urgency() == Urgency::Unattended;
        let edits = self.wanted.due() == Some(UpdateKind::Edit);
        self.calm_until.is_some() && is_unattended && edits
    }

    fn start_post(&mut self, screen: Screen, update: UpdateKind) {
        let after = self.recorded;
        let ping = self.wanted.take_ping(&screen);
        let post = Post {
            screen,
            ping,
            after,
            farewell: self.present.id().zip(self.farewell.take()),
            urgency: self.wanted.urgency(),
        };
        let present = self.present.id();
        let in_flight = InFlight::Post {
            update,
            keeps: present.filter(|_| update == UpdateKind::Append),
            after,
            ping,
        };
        self.send(in_flight, PublicRequest::Post(post));
    }

    pub(super) fn start_scan_after_post(&mut self) {
        if let Scan::AfterPost { since } | Scan::BeforeWrite { since } = self.scan
            && !self.in_flight.is_scanning()
        {
            self.start_scan(since);
        }
    }

    /// Starts a scan. If it fails, the table is shown all the same.
    pub(super) fn start_scan(&mut self, since: Option<MessageId>) {
        self.scan = Scan::NotNeeded;
        self.send(InFlight::Scan { since }, PublicRequest::Scan(since));
    }

    pub(super) fn withdraw(&mut self, message: MessageId, source: MessageSource) {
        let withdraw = PublicRequest::Withdraw(message, source);
        self.send(InFlight::Withdraw, withdraw);
    }

    pub(super) fn send(&mut self, in_flight: InFlight, request: PublicRequest) {
        let id = self.in_flight.add(in_flight);
        self.requests.push_back(Request::Public(id, request));
    }
}
