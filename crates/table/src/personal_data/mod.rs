//! The people whom a table's entries name: finding them, replacing one of them, and extracting what
//! one of them did. Works on entries only; which tables a person sat at is known to the crate `journal`,
//! and when somebody is replaced is decided by the bot.

mod data_request;
mod extract;
mod replacement;

use std::collections::BTreeSet;

use crate::entry::Entry;
use crate::ids::UserId;
use crate::record::{CloseReason, PersonRecord, Record};

pub use data_request::{DataRequest, UnknownDataRequestError};
pub use extract::{ActionExtract, TableExtract};
pub use replacement::replace_person;

impl Entry {
    /// Returns the people whom the records name by their ids.
    pub fn people(&self) -> BTreeSet<UserId> {
        let people = self.records.iter().flat_map(people_in);
        people.collect()
    }
}

/// Returns the ids of people in a record. A record that names none names players by their seats.
fn people_in(record: &Record) -> impl Iterator<Item = UserId> {
    let (person, first) = match record {
        Record::Opened { host, options, .. } => (Some(host.user), options.first),
        Record::Joined { person }
        | Record::Reopened { host: person }
        | Record::RematchOpened { host: person } => (Some(person.user), None),
        Record::SeatGivenUp { user } | Record::DirectHand { user, .. } => (Some(*user), None),
        Record::OptionsChanged { options } => (None, options.first),
        Record::Closed {
            why: CloseReason::Ended { by },
        } => (Some(by.user), None),
        Record::Closed { .. }
        | Record::ComputerAdded { .. }
        | Record::ComputerRemoved { .. }
        | Record::Touched
        | Record::Committed { .. }
        | Record::Dealt { .. }
        | Record::Game { .. }
        | Record::TurnMissed { .. }
        | Record::NewsRead { .. }
        | Record::Returned { .. }
        | Record::Voted { .. }
        | Record::VotedAway { .. }
        | Record::LeftGame { .. }
        | Record::ChannelUnwritable
        | Record::ChannelRestored
        | Record::RematchLapsed
        | Record::WatchSpeedSet { .. }
        | Record::AutoPass { .. }
        | Record::DeadlinesExtended { .. } => (None, None),
    };
    person.into_iter().chain(first)
}

/// Returns the person of a record that introduces one by id and name.
fn introduced(record: &Record) -> Option<&PersonRecord> {
    if let Record::Opened { host: person, .. }
    | Record::Joined { person }
    | Record::Reopened { host: person }
    | Record::RematchOpened { host: person }
    | Record::Closed {
        why: CloseReason::Ended { by: person },
    } = record
    {
        Some(person)
    } else {
        None
    }
}

fn names_of(entries: &[Entry], user: UserId) -> BTreeSet<String> {
    let people = entries.iter().flat_map(|entry| &entry.records);
    people
        .filter_map(introduced)
        .filter(|person| person.user == user)
        .map(|person| person.name.clone())
        .collect()
}
