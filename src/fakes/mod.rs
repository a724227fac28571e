//! Stand-ins for the journal, for Discord and for people, for unit tests without a server or a file.
//! Nothing here is part of the product.

mod journal;
mod people;
mod transport;

pub(crate) use journal::{AppendFault, FakeJournal};
pub(crate) use people::{CHANNEL, GUILD, callback, clicker, command, open_request, options};
pub(crate) use transport::FakeDiscord;
