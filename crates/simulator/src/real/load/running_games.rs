//! Writes running games into a storage that no process uses, by the bot's own table and journal: ten
//! thousand of them take seconds, while a bot needs minutes to post as many messages.

use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use journal::{Journal as _, StorageUrl, Store};
use rules::{EditionId, SeededChance};
use table::Table;
use table::computer_setup::ComputerSetup;
use table::config::TableConfig;
use table::control::Stamp;
use table::entry::Entry;
use table::ids::{
    ChannelId, GuildId, InteractionId, Millis, ReplyId, TableId, TableLocation, UserId,
};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::TableOptions;
use table::pace::Pace;
use table::presentation::Presentation;
use table::record::RecordError;
use table::text::Locale;

use crate::real::error::RealError;

/// Tables that are written at the same time.
const WRITTEN_AT_ONCE: usize = 256;
/// Clicks of the longest opening: one for each seat, and the start.
const MAX_CLICKS: u64 = 16;

/// Where a game is to run, and who plays it. The first of the people is the host.
pub(super) struct Place {
    pub(super) guild: u64,
    pub(super) channel: u64,
    pub(super) people: Vec<u64>,
}

/// Writes a game that begins at `now` for each of these places.
///
/// # Errors
/// If the storage cannot be opened or written.
pub(super) async fn write_running_games(
    address: &str,
    places: &[Place],
    now: Millis,
) -> Result<(), RealError> {
    let url = StorageUrl::parse(address).map_err(|_| RealError::Storage(address.to_owned()))?;
    let store = Store::open(&url).await?;
    let written = iter((1..).zip(places))
        .map(|(number, place)| write_game(&store, number, place, now))
        .buffer_unordered(WRITTEN_AT_ONCE)
        .try_collect::<()>()
        .await;
    store.close().await;
    written
}

async fn write_game(
    store: &Store,
    number: u64,
    place: &Place,
    now: Millis,
) -> Result<(), RealError> {
    let entries = play_opening(number, place, now).map_err(|error| {
        // The bot's own entries are always those of one table.
        RealError::Journal(journal::JournalError::Unreadable(error.to_string()))
    })?;
    for entry in &entries {
        store.append(entry).await?;
    }
    Ok(())
}

/// Returns the entries of a game that has just been dealt. Nobody's turn ends for a day.
fn play_opening(number: u64, place: &Place, now: Millis) -> Result<Vec<Entry>, RecordError> {
    let location = TableLocation {
        table: TableId(number),
        guild: GuildId(place.guild),
        channel: ChannelId(place.channel),
    };
    let options = TableOptions {
        pace: Pace::Slow,
        ..TableOptions::of(EditionId::ORIGINAL, Locale::fallback())
    };
    let mut interactions = (number * MAX_CLICKS..).map(InteractionId);
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
    for (user, intent) in joins.chain([(*host, Intent::Start)]) {
        let stamp = Stamp {
            table: table.id(),
            revision: table.revision(),
        };
        let input = Input::Click(click(user, ClickOrigin::Table(stamp), intent));
        entries.extend(table.handle(now, input, &mut chance).entry);
    }
    Ok(entries)
}

fn person(user: u64) -> Clicker {
    Clicker {
        id: UserId(user),
        name: format!("Player {user}"),
        locale: Locale::fallback(),
        presentation: Presentation::default(),
        direct_hand: None,
        hand_explained: true,
        may_manage: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_ends_in_a_running_game_of_all_people() {
        let place = Place {
            guild: 1,
            channel: 2,
            people: vec![3, 4, 5, 6],
        };
        let entries = play_opening(7, &place, Millis(1_000)).expect("the people may play");
        let table = Table::replay(&entries, TableConfig::default()).expect("it is one table");
        assert!(table.is_playing());
        assert_eq!(table.version(), 5, "the command, three people, the start");
        assert!(table.next_wake() > Some(Millis::hours(20)));
    }
}
