//! Hands shown as direct messages: one slot per person and game, in the bot's direct message channel with that person.
//! Each slot reports the same events as the table's own message, but they are handled here: a lost message is reposted
//! unless the hand is finished, and the table is told if the person cannot be reached by direct message.
//!
//! A hand is only ever sent to its owner: the slot opens the channel using their id.

use std::collections::{BTreeMap, VecDeque};

use journal::PostedMessages;
use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::effect::{MessageUpdate, Urgency};
use table::input::{DeliveryFailure, WriteRefusal};
use table::screen::Screen;
use tracing::debug;

use super::request::{BoardEvent, OpResult, Place, Request, SlotId};
use super::slot::Slot;
use super::slot::known_messages::InitialState;
use super::timers::Timers;

#[derive(Default)]
pub(super) struct DirectHands {
    slots: BTreeMap<HandId, Slot>,
    events: VecDeque<BoardEvent>,
}

impl DirectHands {
    /// Stores a newer screen for a hand. `urgent` means that the screen asks the hand's owner to act.
    pub(super) fn show(
        &mut self,
        hand: HandId,
        screen: Screen,
        place: HandPlace,
        urgent: bool,
        timers: &mut Timers,
    ) {
        let urgency = if urgent {
            Urgency::Urgent
        } else {
            Urgency::Unattended
        };
        let slot = self
            .slots
            .entry(hand)
            .or_insert_with(|| slot_at(hand, place));
        slot.show(screen, MessageUpdate::Edit, urgency, timers);
        slot.is_last = false;
        let message = slot.direct_message();
        let unrecorded = message.filter(|message| place != HandPlace::Known(*message));
        // Reports the message again: the table may have ignored the earlier report because it did not want the hand at
        // the time.
        self.events
            .extend(unrecorded.map(|message| BoardEvent::HandPosted(hand, message)));
    }

    /// Stores a hand's last screen. No new message is posted for it.
    pub(super) fn finish(
        &mut self,
        hand: HandId,
        screen: Screen,
        place: HandPlace,
        timers: &mut Timers,
    ) {
        if place == HandPlace::New && !self.slots.contains_key(&hand) {
            return;
        }
        let slot = self
            .slots
            .entry(hand)
            .or_insert_with(|| slot_at(hand, place));
        slot.show(screen, MessageUpdate::Edit, Urgency::Urgent, timers);
        slot.is_last = true;
    }

    pub(super) fn slot(&self, hand: HandId) -> Option<&Slot> {
        self.slots.get(&hand)
    }

    pub(super) fn slot_mut(&mut self, hand: HandId) -> Option<&mut Slot> {
        self.slots.get_mut(&hand)
    }

    pub(super) fn complete(
        &mut self,
        hand: HandId,
        id: u64,
        result: OpResult,
        timers: &mut Timers,
    ) {
        if let Some(slot) = self.slots.get_mut(&hand) {
            slot.complete(id, result, timers);
        }
    }

    /// Starts the requests that may start now, handles the slots' events, and forgets finished and unreachable hands.
    pub(super) fn start_requests(&mut self, timers: &mut Timers) {
        let Self { slots, events } = self;
        slots.retain(|hand, slot| {
            slot.start_requests(timers);
            let is_refused = follow(*hand, slot, events, timers);
            let is_over = is_refused || slot.is_finished();
            if is_over {
                timers.reset_slot(SlotId::Hand(*hand));
            }
            !is_over
        });
    }

    pub(super) fn poll_request(&mut self) -> Option<Request> {
        self.slots.values_mut().find_map(Slot::poll_request)
    }

    pub(super) fn poll_event(&mut self) -> Option<BoardEvent> {
        self.events.pop_front()
    }

    /// Returns true if no hand's last screen remains to be shown.
    pub(super) fn is_settled(&self) -> bool {
        !self.slots.values().any(|slot| slot.is_last)
    }
}

/// Handles the slot's events. Returns true if the hand's owner cannot be reached by direct message.
fn follow(
    hand: HandId,
    slot: &mut Slot,
    events: &mut VecDeque<BoardEvent>,
    timers: &mut Timers,
) -> bool {
    while let Some(event) = slot.poll_event() {
        match event {
            BoardEvent::Shown => {
                let message = slot.direct_message();
                events.extend(message.map(|message| BoardEvent::HandPosted(hand, message)));
            }
            BoardEvent::Undelivered(DeliveryFailure::MessageLost) if slot.is_last => {}
            BoardEvent::Undelivered(
                DeliveryFailure::MessageLost | DeliveryFailure::MessageUnusable,
            ) => slot.retry_later(timers),
            // The channel is paused after too many refusals. The slot retries by itself.
            BoardEvent::Undelivered(DeliveryFailure::ChannelUnwritable(WriteRefusal::Unknown)) => {}
            refusal => {
                debug!(
                    ?refusal,
                    user = hand.user.0,
                    "a person gets no direct message"
                );
                if !slot.is_last {
                    events.push_back(BoardEvent::HandRefused(hand));
                }
                return true;
            }
        }
    }
    false
}

fn slot_at(hand: HandId, place: HandPlace) -> Slot {
    let (place, initial) = match place {
        HandPlace::New => (None, InitialState::NewTable),
        HandPlace::Unknown => (None, InitialState::Uncertain(PostedMessages::default())),
        HandPlace::Known(DirectMessage { channel, message }) => {
            let posted = PostedMessages {
                message: Some(message),
                replaced: Vec::new(),
            };
            let place = Place::Direct(channel, hand);
            (Some(place), InitialState::Known(posted))
        }
    };
    Slot::new(SlotId::Hand(hand), place, &initial)
}
