//! Replaces a person in the entries of a closed table with someone who does not exist. The games
//! stay complete: they replay as before, with a different id and name in the person's seat.

use std::collections::BTreeSet;

use super::{Named, people_in, visit_named};
use crate::direct_hand::{DirectHandRecord, DirectMessage};
use crate::entry::Entry;
use crate::ids::{ChannelId, UserId};
use crate::record::{PersonRecord, Record};

/// Replaces the direct message to an erased person.
const NO_MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(0),
    message: 0,
};

/// Replaces a person in all entries of a table, and returns the entries starting with the first that changes: a
/// rewritten entry may be encrypted, and then the entries after it must be rewritten too.
///
/// The replacement is the smallest number not in use at this table, so different people stay different. It is
/// never a real person's id, because Discord's ids start at 2^22. Its name is that number after a `#`.
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
