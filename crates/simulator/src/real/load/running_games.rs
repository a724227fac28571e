//! Writes running games to a database that no process is using, with the bot's own code for tables and journals. Ten
//! thousand games take seconds, while a bot needs minutes to post as many messages.

use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use journal::{StorageUrl, Store};
use rules::{EditionId, SeededChance};
use table::Table;
use table::computer_setup::ComputerSetup;
use table::config::TableConfig;
use table::control::Stamp;
use table::entry::Entry;
use table::entry_limits::{MAX_ENTRIES, MAX_ENTRIES_BEFORE_DEAL};
use table::ids::{
    ChannelId, GuildId, InteractionId, Millis, ReplyId, TableId, TableLocation, UserId,
};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::{OptionValue, TableOptions};
use table::pace::Pace;
use table::record::RecordError;
use table::text::Locale;

use crate::real::error::RealError;

const WRITTEN_AT_ONCE: usize = 256;

/// The location and players of a game. The first person is the host.
pub(super) struct Venue {
    pub(super) guild: u64,
    pub(super) channel: u64,
    pub(super) people: Vec<u64>,
}

/// For each of these places, writes a game that starts at `now` and has at least `entries` entries.
pub(super) async fn write_running_games(
    address: &str,
    places: &[Venue],
    entries: u64,
    now: Millis,
) -> Result<(), RealError> {
    let url = StorageUrl::parse(address).map_err(|_| RealError::Storage(address.to_owned()))?;
    let store = journal::open(&url).await?;
    let written = iter((1..).zip(places))
        .map(|(number, place)| write_game(&*store, number, place, entries, now))
        .buffer_unordered(WRITTEN_AT_ONCE)
        .try_collect::<()>()
        .await;
    store.close().await;
    written
}

async fn write_game(
    store: &dyn Store,
    number: u64,
    place: &Venue,
    entries: u64,
    now: Millis,
) -> Result<(), RealError> {
    let entries = play_opening(number, place, entries, now).map_err(|error| {
        // Never happens: the table has a host and valid options.
        RealError::Journal(journal::JournalError::Unreadable(error.to_string()))
    })?;
    for entry in &entries {
        store.append(entry).await?;
    }
    Ok(())
}

/// Returns the entries of a dealt game, padded to at least `least_entries` (but fewer than `MAX_ENTRIES`) with outages
/// and the host's option changes. Turns are a day long.
fn play_opening(
    number: u64,
    place: &Venue,
    least_entries: u64,
    now: Millis,
) -> Result<Vec<Entry>, RecordError> {
    let location = TableLocation {
        table: TableId(number),
        guild: GuildId(place.guild),
        channel: ChannelId(place.channel),
        number: Some(1),
    };
    let options = TableOptions {
        pace: Pace::Slow,
        ..TableOptions::of(EditionId::ORIGINAL, Locale::fallback())
    };
    let mut interactions = (number * MAX_ENTRIES..).map(InteractionId);
    let mut click = |user: u64, origin, intent| Click {
        reply: ReplyId(0),
        interaction: interactions.next().unwrap_or(InteractionId(0)),
        person: person(user),
        origin,
        intent,
        may_post: true,
        table_message: None,
    };
    let mut chance = SeededChance::new(number);
    let (host, others) = place.people.split_first().ok_or(RecordError::Impossible)?;
    let (mut table, first) = Table::open(
        location,
        TableConfig::default(),
        options,
        ComputerSetup::default(),
        &click(*host, ClickOrigin::Command, Intent::Join),
        now,
        &mut chance,
    )?;
    let mut entries = Vec::from_iter(first.entry);
    let joins = others.iter().map(|user| (*user, Intent::Join));
    let change_count = least_entries.min(MAX_ENTRIES_BEFORE_DEAL) as usize;
    let changes = [true, false]
        .into_iter()
        .cycle()
        .take(change_count)
        .map(|on| (*host, Intent::SetOption(OptionValue::SelfNope(on))))
        .skip(place.people.len() + 1);
    for (user, intent) in joins.chain(changes).chain([(*host, Intent::Start)]) {
        let stamp = Stamp {
            table: table.id(),
            revision: table.revision(),
        };
        let input = Input::Click(click(user, ClickOrigin::Table(stamp), intent));
        entries.extend(table.handle(now, input, &mut chance).entry);
    }
    while (entries.len() as u64) < least_entries.min(MAX_ENTRIES - 1) {
        let outage = table.handle(now, Input::Resumed { since: now }, &mut chance);
        entries.extend(outage.entry);
    }
    Ok(entries)
}

fn person(user: u64) -> Clicker {
    Clicker::new(UserId(user), format!("Player {user}"), Locale::fallback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_ends_in_a_running_game_of_all_people() {
        let place = Venue {
            guild: 1,
            channel: 2,
            people: vec![3, 4, 5, 6],
        };
        let opening = |least| play_opening(7, &place, least, Millis(1_000));
        let entries = opening(0).expect("the people may play");
        let table = Table::replay(&entries, TableConfig::default()).expect("it is one table");
        assert!(table.is_playing());
        assert_eq!(table.version(), 5, "the command, three people, the start");
        assert!(table.next_wake() > Some(Millis::hours(20)));
        let entries = opening(MAX_ENTRIES).expect("the people may play");
        assert_eq!(entries.len() as u64, MAX_ENTRIES - 1);
        let table = Table::replay(&entries, TableConfig::default()).expect("it is one table");
        assert!(table.is_playing());
    }
}
