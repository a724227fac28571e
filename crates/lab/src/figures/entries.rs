//! Entries like the bot's, without a game behind them.

use rules::{Event, PileEnd, Seat, Title, Turn};
use table::TableLocation;
use table::entry::{Entry, SCHEMA};
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::options::TableOptions;
use table::record::{PersonRecord, Record};
use table::text::Locale;

/// Returns the entry that opens a table, in the channel with the same number.
pub(super) fn opening_entry(table: u64) -> Entry {
    let location = TableLocation {
        table: TableId(table),
        guild: GuildId(1),
        channel: ChannelId(table),
        number: Some(1),
    };
    let host = PersonRecord {
        user: UserId(table),
        name: "Ada".to_owned(),
    };
    let options = TableOptions::of(rules::EditionId::ORIGINAL, Locale::default());
    Entry::opening_table(location, host, &options, Millis(1_001), None)
}

/// Returns a later entry of a table: a person used it.
pub(super) fn later_entry(table: u64, version: u64) -> Entry {
    Entry {
        schema: SCHEMA,
        table: TableId(table),
        version,
        at: Millis(1_000 + version),
        interaction: None,
        records: vec![Record::Touched],
        result: None,
    }
}

/// Returns a later entry of a table: the most common action of a game.
pub(super) fn typical_entry(table: u64, version: u64) -> Entry {
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
    Entry {
        records: vec![Record::Game {
            events: vec![drew, turn],
            drawn: Vec::new(),
        }],
        ..later_entry(table, version)
    }
}
