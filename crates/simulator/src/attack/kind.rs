//! The kinds of attacks and their names. They are carried out in `hostile_crowd`.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// No attack: the baseline for the other measurements.
    None,
    /// A server revokes the bot's permissions where games are running, and its people keep sending commands.
    RefusingServer,
    /// Twenty such servers.
    RefusingServers,
    /// One account opens as many games between computers as it can, in twenty servers.
    ManyTables,
    /// Twenty refusing servers, and at the same time the account with its tables in twenty others.
    Together,
    /// One account sends commands as fast as it can.
    Flood,
    /// People use controls that no message has ever shown.
    ForgedIds,
    /// People keep typing into an option.
    Autocomplete,
    /// Option values of thousands of characters, which no client would send.
    GiantOptions,
    /// People with malicious names join and leave.
    Names,
    /// Permissions are granted and revoked in every order.
    Permissions,
    /// One account has a seat at twenty tables and changes its preferences, joins and leaves; the host of one of them
    /// changes its options. Sends as many clicks as the default limits allow in an hour, but faster.
    JournalGrowth,
    /// Fifty people play the Kitten of the day and change their preferences. Games are stored in an SQLite
    /// file on a disk that takes 60 ms per sync.
    SlowDisk,
}

impl Attack {
    /// Returns true if the attack ends by itself and should be given the time to do so.
    pub const fn ends_by_itself(self) -> bool {
        matches!(self, Self::JournalGrowth)
    }

    /// Returns the attack's name for the command line and for reports.
    pub fn id(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
