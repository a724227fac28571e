//! Finds the people named in a table's entries, separates their data from the entries, and extracts one person's
//! actions. Works on entries only; the crate `journal` finds the tables at which a person played.

mod extract;
mod people;

use std::collections::BTreeSet;

use rules::Seat;

use crate::direct_hand::{DirectHandRecord, DirectMessage};
use crate::entry::Entry;
use crate::ids::UserId;
use crate::options::{FirstPlayer, TableOptions};
use crate::record::{CloseReason, PersonRecord, Record};

pub use extract::{ActionExtract, TableExtract};
pub use people::{PersonDetails, PersonRow};

rules::named! {
    /// A person's request about their stored data. Lists show the requests in this order.
    pub enum DataRequest {
        /// Send the person the data stored about them.
        Extract = "data",
        /// Erase the person's data, once they have confirmed it.
        Forget = "forget",
    }
}

impl Entry {
    /// Returns the people named by id in the records.
    pub fn people(&self) -> BTreeSet<UserId> {
        let people = self.records.iter().flat_map(people_in);
        people.collect()
    }
}

/// A mention of a person in a record.
enum Named<'r> {
    Person(&'r mut PersonRecord),
    Id(&'r mut UserId),
    /// The person, and the direct message sent to them.
    Message(&'r mut UserId, &'r mut DirectMessage),
    /// The seat that the record is about.
    Seat(Seat),
}

/// Calls `visit` for each person in a record, and for the seat that the record is about. Does not visit game events,
/// which refer to players only by seat.
fn visit_named(record: &mut Record, mut visit: impl FnMut(Named<'_>)) {
    match record {
        Record::Opened { host, options, .. } => {
            visit(Named::Person(host));
            visit_first(options, visit);
        }
        Record::OptionsChanged { options } => visit_first(options, visit),
        Record::Joined { person }
        | Record::Knocked { person }
        | Record::Predicted { person, .. }
        | Record::Reopened { host: person }
        | Record::RematchOpened { host: person }
        | Record::Closed {
            why: CloseReason::Ended { by: person },
        } => visit(Named::Person(person)),
        Record::DirectHand {
            user,
            change: DirectHandRecord::Posted(message),
        } => visit(Named::Message(user, message)),
        Record::SeatGivenUp { user }
        | Record::Removed { user }
        | Record::HostChanged { user }
        | Record::RemindersSet { user, .. }
        | Record::DirectHand { user, .. } => visit(Named::Id(user)),
        Record::TurnMissed { seat }
        | Record::NewsRead { seat, .. }
        | Record::Returned { seat }
        | Record::VotedAway { seat }
        | Record::LeftGame { seat }
        | Record::AutoPass { seat, .. }
        // The target of a vote learns the number of votes, but not who cast them.
        | Record::Voted { seat, .. } => visit(Named::Seat(*seat)),
        Record::Closed { .. }
        | Record::ComputerAdded { .. }
        | Record::ComputerRemoved { .. }
        | Record::DoorSet { .. }
        | Record::HostOffered
        | Record::PlayersCalled
        | Record::Touched
        | Record::Committed { .. }
        | Record::Dealt { .. }
        | Record::Game { .. }
        | Record::ChannelUnwritable
        | Record::ChannelRestored
        | Record::RematchLapsed
        | Record::WatchSpeedSet { .. }
        | Record::DeadlinesExtended { .. } => {}
    }
}

fn visit_first(options: &mut TableOptions, mut visit: impl FnMut(Named<'_>)) {
    if let FirstPlayer::Person(first) = &mut options.first {
        visit(Named::Id(first));
    }
}

/// Returns the ids of people in a record. People mentioned only by seat are left out.
fn people_in(record: &Record) -> Vec<UserId> {
    let mut people = Vec::new();
    visit_named(&mut record.clone(), |named| match named {
        Named::Person(person) => people.push(person.user),
        Named::Id(user) | Named::Message(user, _) => people.push(*user),
        Named::Seat(_) => {}
    });
    people
}

fn names_of(entries: &[Entry], user: UserId) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for record in entries.iter().flat_map(|entry| &entry.records) {
        visit_named(&mut record.clone(), |named| {
            if let Named::Person(person) = named
                && person.user == user
            {
                names.insert(person.name.clone());
            }
        });
    }
    names
}
