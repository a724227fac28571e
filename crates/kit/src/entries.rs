//! Journal entries like the bot's, but without an actual game.

use rules::{EditionId, Event, PileEnd, Seat, Title, Turn};
use table::TableLocation;
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::record::{PersonRecord, Record};
use table::text::Locale;

/// Returns the entry with which this person opens a table.
pub fn opening_entry(
    (guild, channel, table): (u64, u64, u64),
    (user, name): (UserId, &str),
    at: Millis,
) -> Entry {
    let location = TableLocation {
        table: TableId(table),
        guild: GuildId(guild),
        channel: ChannelId(channel),
        number: Some(1),
    };
    let name = name.to_owned();
    let options = TableOptions::of(EditionId::ORIGINAL, Locale::fallback());
    Entry::opening_table(location, PersonRecord { user, name }, &options, at, None)
}

/// Returns a later entry of a table with these records.
pub fn later_entry(table: u64, version: u64, records: Vec<Record>) -> Entry {
    Entry {
        schema: SCHEMA,
        table: TableId(table),
        version,
        at: Millis(1_000 + version),
        interaction: None,
        records,
        result: None,
    }
}

/// Returns the records of a typical action: a draw.
pub fn typical_records() -> Vec<Record> {
    let [first, second, ..] = Seat::ALL;
    let drew = Event::Drew {
        seat: first,
        title: Title::Tacocat,
        from: PileEnd::Top,
    };
    let turn = Event::TurnBegan(Turn {
        seat: second,
        owed: 1,
        attacked: false,
    });
    vec![Record::Game {
        events: vec![drew, turn],
        drawn: Vec::new(),
    }]
}
