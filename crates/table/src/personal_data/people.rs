//! The people of a table as a journal stores them: records contain numbers, and separate rows say which person
//! each number stands for. Erasing a person deletes their rows. The games remain complete, with a number in the
//! person's seat.

use serde::{Deserialize, Serialize};

use super::{Named, visit_named};
use crate::direct_hand::DirectMessage;
use crate::entry::Entry;
use crate::ids::{ChannelId, UserId};

/// The placeholder for a direct message in a stored record.
const NO_MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(0),
    message: 0,
};

/// One person in one entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRow {
    /// The version of the entry.
    pub version: u64,
    /// The number of the person at the table, counted from 1 in the order in which the entries first name people.
    pub number: u64,
    /// The Discord id of the person.
    pub user: UserId,
    /// The other personal data in the entry.
    pub details: PersonDetails,
}

/// A person's data in an entry, apart from the id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonDetails {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direct_message: Option<DirectMessage>,
}

impl Entry {
    /// Replaces people with numbers, given the rows of all earlier entries. Returns this entry's rows: one for each
    /// person who is new at the table, or about whom the entry contains more than an id.
    pub fn take_people(&mut self, known: &[PersonRow]) -> Vec<PersonRow> {
        let (version, mut rows) = (self.version, Vec::<PersonRow>::new());
        let mut newest = known.iter().map(|row| row.number).max().unwrap_or(0);
        for record in &mut self.records {
            visit_named(record, |named| {
                let Some((user, details)) = take_details(named) else {
                    return;
                };
                let mut numbered = known.iter().chain(&rows);
                let told = numbered.find(|row| row.user == *user).map(|row| row.number);
                let number = told.unwrap_or_else(|| {
                    newest += 1;
                    newest
                });
                let user = std::mem::replace(user, UserId(number));
                if told.is_some() && details == PersonDetails::default() {
                    return;
                }
                match rows.iter_mut().find(|row| row.number == number) {
                    Some(row) => row.details.add(details),
                    None => rows.push(PersonRow {
                        version,
                        number,
                        user,
                        details,
                    }),
                }
            });
        }
        rows
    }

    /// Replaces numbers with people, given the rows of all entries. A person without rows has been erased: their number
    /// remains as their id (Discord's ids start at 2^22, so it cannot be anyone else's), and their name becomes `#` and
    /// the number. Returns false if rows are missing.
    pub fn put_people(&mut self, rows: &[PersonRow]) -> bool {
        let version = self.version;
        let mut is_complete = true;
        let details = |number, is_complete: &mut bool| {
            let row = rows
                .iter()
                .find(|row| row.number == number && row.version == version);
            *is_complete &= row.is_some();
            row.map(|row| row.details.clone()).unwrap_or_default()
        };
        for record in &mut self.records {
            visit_named(record, |named| {
                let user = match named {
                    Named::Person(person) => {
                        let number = person.user.0;
                        let name = details(number, &mut is_complete).name;
                        person.name = name.unwrap_or_else(|| format!("#{number}"));
                        &mut person.user
                    }
                    Named::Message(user, message) => {
                        let details = details(user.0, &mut is_complete);
                        *message = details.direct_message.unwrap_or(NO_MESSAGE);
                        user
                    }
                    Named::Id(user) => user,
                    Named::Seat(_) => return,
                };
                match rows.iter().find(|row| row.number == user.0) {
                    Some(row) => *user = row.user,
                    None => is_complete = false,
                }
            });
        }
        is_complete
    }
}

/// Removes a person's data from a record. Returns a reference to their id, and the data; `None` for a seat.
fn take_details(named: Named<'_>) -> Option<(&mut UserId, PersonDetails)> {
    let mut details = PersonDetails::default();
    let user = match named {
        Named::Person(person) => {
            details.name = Some(std::mem::take(&mut person.name));
            &mut person.user
        }
        Named::Message(user, message) => {
            details.direct_message = Some(std::mem::replace(message, NO_MESSAGE));
            user
        }
        Named::Id(user) => user,
        Named::Seat(_) => return None,
    };
    Some((user, details))
}

impl PersonDetails {
    /// Adds the data from another record of the same entry.
    fn add(&mut self, other: Self) {
        self.name = other.name.or(self.name.take());
        self.direct_message = other.direct_message.or(self.direct_message);
    }
}
