//! Replaces a person in the entries of a closed table by somebody who does not exist, so that the games
//! stay whole: they replay as before, with another id and name on the person's seat.

use std::collections::BTreeSet;

use super::{Named, people_in, visit_named};
use crate::direct_hand::{DirectHandRecord, DirectMessage};
use crate::entry::Entry;
use crate::ids::{ChannelId, UserId};
use crate::record::{PersonRecord, Record};

/// Stands for the direct message to a person who was replaced.
const NO_MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(0),
    message: 0,
};

/// Replaces a person in all entries of a table, and returns the entries from the first that changes on: an
/// entry that is written anew may be encrypted, and then those behind it have to be.
///
/// The replacement is the smallest number that names nobody at this table, so different people stay
/// different. It is no person's id: Discord's ids begin at 2^22. Its name is that number behind a `#`.
pub fn replace_person(entries: &[Entry], user: UserId) -> Vec<Entry> {
    let records = entries.iter().flat_map(|entry| &entry.records);
    let people: BTreeSet<UserId> = records.flat_map(people_in).collect();
    let free = (1..).map(UserId).find(|number| !people.contains(number));
    let number = free.unwrap_or_default();
    let replacement = Replacement {
        user,
        by: PersonRecord {
            user: number,
            name: format!("#{number}"),
        },
    };
    let replaced = entries.iter().map(|entry| Entry {
        records: entry
            .records
            .iter()
            .map(|one| replacement.of(one))
            .collect(),
        ..entry.clone()
    });
    let changed = replaced.zip(entries).skip_while(|(new, old)| new == *old);
    changed.map(|(new, _)| new).collect()
}

/// The replacement of one person at one table.
struct Replacement {
    user: UserId,
    by: PersonRecord,
}

impl Replacement {
    fn of(&self, record: &Record) -> Record {
        let mut record = record.clone();
        if let Record::DirectHand { user, change } = &mut record
            && *user == self.user
            && let DirectHandRecord::Posted(message) = change
        {
            *message = NO_MESSAGE;
        }
        visit_named(&mut record, |named| match named {
            Named::Person(person) if person.user == self.user => *person = self.by.clone(),
            Named::Id(user) if *user == self.user => *user = self.by.user,
            Named::Person(_) | Named::Id(_) | Named::Seat(_) => {}
        });
        record
    }
}
