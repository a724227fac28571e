//! The kinds of attacks and their names. How they are carried out: `hostile_crowd`.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// Nobody attacks: the measurements to compare the others with.
    None,
    /// A server takes the bot's permissions away where games run, and its people go on asking.
    RefusingServer,
    /// Twenty such servers.
    RefusingServers,
    /// One account opens all games among computers that it may, in twenty servers.
    ManyTables,
    /// Twenty refusing servers, and the account with its tables in twenty others, at the same time.
    Together,
    /// One account sends commands as fast as it can.
    Flood,
    /// People use controls that no message ever showed.
    ForgedIds,
    /// People type into an option without end.
    Autocomplete,
    /// Options that no client lets through, of thousands of characters.
    GiantOptions,
    /// People whose names are tricks join and leave.
    Names,
    /// Permissions come and go in every order.
    Permissions,
    /// One account has a seat at twenty tables and changes its preferences, joins and leaves; the host of
    /// one of them changes its options. As many clicks as the default limits allow in an hour, but faster.
    JournalGrowth,
    /// Fifty people play the Kitten of the day and change their preferences. Games are in an SQLite file
    /// on a disk that takes 60 ms to store something durably.
    SlowDisk,
}

impl Attack {
    /// Returns true if it ends by itself, and is to be given the time for that.
    pub const fn ends_by_itself(self) -> bool {
        matches!(self, Self::JournalGrowth)
    }

    /// Returns its name for the command line and for reports.
    pub fn id(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
