//! The people of a table as a journal stores them: its records hold numbers, and rows beside the entries tell who
//! that is. To forget a person is to delete their rows; the games stay whole, with a number on the person's seat.

use serde::{Deserialize, Serialize};

use super::{Named, visit_named};
use crate::direct_hand::DirectMessage;
use crate::entry::Entry;
use crate::ids::{ChannelId, UserId};

/// Stands in a record for the direct message to a person.
const NO_MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(0),
    message: 0,
};

/// One person in one entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRow {
    /// The version of the entry.
    pub version: u64,
    /// The number of the person at the table: from 1, in the order in which its entries first name people.
    pub number: u64,
    /// The person.
    pub user: UserId,
    /// The rest that the entry says of them.
    pub details: PersonDetails,
}

/// The data of a person in an entry, beside their id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonDetails {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direct_message: Option<DirectMessage>,
}

impl Entry {
    /// Puts numbers in the place of people, given the rows of the entries before. Returns the rows of this entry: one
    /// for each person who is new at the table, or of whom it says more than that they are meant.
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

    /// Puts people in the place of their numbers, given the rows of all entries. Somebody without rows was forgotten:
    /// their number stays, and is no person's id, as Discord's ids begin at 2^22. Their name is it behind a `#`.
    /// Returns false if rows are missing.
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

/// Takes what a record says of a person out of it. Returns it with the place of their id.
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
    /// Adds what another record of the same entry says of the person.
    fn add(&mut self, other: Self) {
        self.name = other.name.or(self.name.take());
        self.direct_message = other.direct_message.or(self.direct_message);
    }
}
