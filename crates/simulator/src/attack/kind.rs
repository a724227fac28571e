//! The kinds of attacks and their names. `hostile_crowd` carries them out.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// No attack: the baseline for the other measurements.
    None,
    /// A server revokes the bot's permissions in channels with open tables, and its members keep sending commands.
    RefusingServer,
    /// Like `RefusingServer`, but with twenty servers.
    RefusingServers,
    /// One account opens as many games between computers as it can, in twenty servers.
    ManyTables,
    /// `RefusingServers` and `ManyTables` at the same time, in different servers.
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
    /// A server revokes every combination of the bot's permissions while its members keep sending commands.
    Permissions,
    /// One account has a seat at twenty tables and changes its preferences, joins and leaves; the host of one table
    /// changes the options. The account makes as many clicks as the default limits allow in an hour, but faster.
    JournalGrowth,
    /// Fifty people play the Kitten of the day and change their preferences. Games are stored in an SQLite
    /// file on a disk that takes 60 ms per sync.
    SlowDisk,
}

impl Attack {
    /// Returns true if the attack ends by itself and should be given time to do so.
    pub const fn ends_by_itself(self) -> bool {
        matches!(self, Self::JournalGrowth)
    }

    /// Returns the attack's name for the command line and for reports.
    pub fn id(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
