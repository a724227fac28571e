//! Tests the guarantees about stored tables with every journal, and about personal data with every database.

use std::collections::BTreeSet;

use futures::future::join_all;
use journal::{Expiry, Journal, LOAD_PAGE, PersonalData, Store, StoredTables};
use table::direct_hand::{DirectHandRecord, DirectMessage};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use table::pages::settings::{ServerChange, ServerSettings};
use table::preferences::{LanguagePreference, PersonPreferences, PreferenceChange};
use table::recipe_list::{RecipeChange, SavedRecipe};
use table::record::{CloseReason, PersonRecord, Record};
use table::text::Locale;

use crate::conformance::{
    GUILD, database_guarantees, file, first, guarantees, later, sqlite, touched,
};

const BOB: UserId = UserId(1 << 50);
const LONG_AGO: Millis = Millis(500);
const LATER: Millis = Millis(1_000_000);

pub(crate) const NEVER: Expiry = Expiry {
    ended_before: Millis(0),
    left_before: Millis(0),
    batch: 10,
};

fn host(table: u64) -> UserId {
    UserId(u64::MAX - table)
}

fn bob() -> PersonRecord {
    let name = "Bobbington".to_owned();
    PersonRecord { user: BOB, name }
}

fn joined(table: u64) -> Entry {
    later(table, 2, vec![Record::Joined { person: bob() }])
}

fn closed(table: u64) -> Entry {
    let why = CloseReason::Ended { by: bob() };
    later(table, 3, vec![Record::Closed { why }])
}

async fn append(journal: &dyn Journal, entries: impl IntoIterator<Item = Entry>) {
    for entry in entries {
        assert_eq!(journal.append(&entry).await, Ok(()), "{entry:?}");
    }
}

async fn open(journal: &dyn Journal, table: u64) {
    append(journal, [first(table), joined(table)]).await;
}

async fn people_at(journal: &dyn Journal, table: u64) -> BTreeSet<UserId> {
    let entries = journal
        .load(TableId(table))
        .await
        .expect("the journal is readable");
    entries.iter().flat_map(Entry::people).collect()
}

/// Deletes everything that has expired. Returns the number of batches.
pub(crate) async fn delete_all(journal: &dyn PersonalData, expiry: Expiry) -> u32 {
    let mut batches = 0;
    loop {
        let deleted = journal.delete_expired(expiry).await;
        match deleted.expect("it can be deleted") {
            0 => return batches,
            _ => batches += 1,
        }
    }
}

pub(crate) async fn delete_ended(journal: &dyn PersonalData, ended_before: Millis) {
    let expiry = Expiry {
        ended_before,
        ..NEVER
    };
    delete_all(journal, expiry).await;
}

async fn a_persons_tables_are_found(journal: &dyn StoredTables) {
    open(journal, 1).await;
    append(journal, [first(2)]).await;
    open(journal, 3).await;
    let mut tables = journal.tables_of(BOB).await.expect("it is readable");
    tables.sort();
    assert_eq!(tables, [TableId(1), TableId(3)]);
    assert_eq!(journal.tables_of(host(2)).await, Ok(vec![TableId(2)]));
    assert_eq!(journal.tables_of(UserId(7)).await, Ok(vec![]));
    // A refused entry does not record its people.
    let person = PersonRecord {
        user: UserId(7),
        name: "Cleo".to_owned(),
    };
    let refused = later(2, 7, vec![Record::Joined { person }]);
    assert!(journal.append(&refused).await.is_err());
    assert_eq!(journal.tables_of(UserId(7)).await, Ok(vec![]));
}

async fn the_tables_of_a_channel_are_found_the_newest_first(journal: &dyn StoredTables) {
    let here = |table, channel| {
        let mut opened = first(table);
        if let Some(Record::Opened { channel: place, .. }) = opened.records.first_mut() {
            *place = channel;
        }
        opened
    };
    let (channel, other) = (ChannelId(u64::MAX), ChannelId(7));
    for table in [2, 1, 3] {
        append(journal, [here(table, channel), joined(table)]).await;
        let at = Millis(2_000 + table);
        append(
            journal,
            [Entry {
                at,
                ..closed(table)
            }],
        )
        .await;
    }
    append(journal, [here(4, other)]).await;
    let tables_in = async |guild, channel, limit| journal.tables_in(guild, channel, limit).await;
    let newest = [3, 2, 1].map(TableId).to_vec();
    assert_eq!(tables_in(GUILD, channel, 9).await, Ok(newest.clone()));
    assert_eq!(tables_in(GUILD, channel, 2).await, Ok(newest[..2].to_vec()));
    assert_eq!(tables_in(GUILD, other, 9).await, Ok(vec![TableId(4)]));
    assert_eq!(tables_in(GuildId(1), channel, 9).await, Ok(vec![]));
}

async fn a_person_is_forgotten_at_closed_tables_at_once_and_at_others_once_they_are_closed(
    journal: &dyn Store,
) {
    open(journal, 1).await;
    open(journal, 2).await;
    append(journal, [closed(1)]).await;
    let [before, running] = [1, 2].map(|table| journal.load(TableId(table)));
    let (before, running) = (before.await.expect("it is readable"), running.await);
    assert_eq!(before, [first(1), joined(1), closed(1)]);
    assert_eq!(journal.request_erasure(BOB).await, Ok(()));
    let mut expected = before;
    let nobody = PersonRecord {
        user: UserId(2),
        name: "#2".to_owned(),
    };
    let why = CloseReason::Ended { by: nobody.clone() };
    expected[1].records = vec![Record::Joined { person: nobody }];
    expected[2].records = vec![Record::Closed { why }];
    assert_eq!(journal.load(TableId(1)).await, Ok(expected));
    let after = journal.load(TableId(2)).await;
    assert_eq!(after, running, "it is still played");
    assert_eq!(journal.tables_of(BOB).await, Ok(vec![TableId(2)]));
    // A person who returns after asking for erasure is recorded again.
    open(journal, 3).await;
    append(journal, [closed(2), closed(3)]).await;
    assert!(people_at(journal, 2).await.contains(&BOB));
    delete_all(journal, NEVER).await;
    assert_eq!(journal.tables_of(BOB).await, Ok(vec![TableId(3)]));
    assert!(!people_at(journal, 2).await.contains(&BOB));
    assert!(people_at(journal, 3).await.contains(&BOB));
    assert_eq!(journal.tables_of(host(1)).await, Ok(vec![TableId(1)]));
    assert_eq!(journal.request_erasure(host(1)).await, Ok(()));
    assert_eq!(people_at(journal, 1).await, [1, 2].map(UserId).into());
}

async fn to_forget_a_person_erases_nobody_else(journal: &dyn Store) {
    open(journal, 1).await;
    open(journal, 2).await;
    assert_eq!(journal.request_erasure(BOB).await, Ok(()));
    append(journal, [closed(1), closed(2)]).await;
    assert_eq!(journal.request_erasure(host(1)).await, Ok(()));
    assert_eq!(people_at(journal, 1).await, [UserId(1), BOB].into());
    delete_all(journal, NEVER).await;
    assert_eq!(people_at(journal, 1).await, [1, 2].map(UserId).into());
}

/// Erases Bob, who is at every table, and several hosts while expired tables are being deleted.
async fn people_are_forgotten_during_a_round_of_retention(store: &dyn Store) {
    for table in 11..=30 {
        open(store, table).await;
        let again = host(table - table % 2);
        let person = PersonRecord {
            user: again,
            ..bob()
        };
        append(store, [later(table, 3, vec![Record::Joined { person }])]).await;
    }
    for round in 0..10 {
        let (two, three) = (host(12 + 2 * round), host(13 + 2 * round));
        for user in [two, three, BOB] {
            assert_eq!(store.request_erasure(user).await, Ok(()));
        }
        for table in [11 + 2 * round, 12 + 2 * round] {
            append(store, [later(table, 4, closed(table).records)]).await;
        }
        let expiry = Expiry {
            ended_before: LATER,
            ..NEVER
        };
        let (one, other, deleted) = tokio::join!(
            store.request_erasure(BOB),
            store.request_erasure(two),
            store.delete_expired(expiry),
        );
        assert_eq!((one, other), (Ok(()), Ok(())));
        assert!(deleted.is_ok(), "{deleted:?}");
    }
}

async fn each_entry_of_a_table_has_the_name_and_the_message_that_it_was_written_with(
    journal: &dyn Store,
) {
    let message = |message| DirectMessage {
        channel: ChannelId(1 << 60),
        message,
    };
    let posted = |version, of| {
        let change = DirectHandRecord::Posted(message(of));
        later(1, version, vec![Record::DirectHand { user: BOB, change }])
    };
    let renamed = PersonRecord {
        user: BOB,
        name: "Bert".to_owned(),
    };
    let log = [
        first(1),
        joined(1),
        posted(3, 33_333),
        posted(4, 44_444),
        later(1, 5, vec![Record::SeatGivenUp { user: BOB }]),
        later(1, 6, vec![Record::Joined { person: renamed }]),
    ];
    append(journal, log.clone()).await;
    assert_eq!(journal.load(TableId(1)).await, Ok(log.to_vec()));
    let page = journal.load_page(TableId(1), 4).await;
    assert_eq!(page.as_deref(), Ok(&log[4..]));
    // Bob, recorded under two names, asks to be erased while the table is still running.
    assert_eq!(journal.request_erasure(BOB).await, Ok(()));
    append(journal, [posted(7, 77_777), later(1, 8, closed(1).records)]).await;
    delete_all(journal, NEVER).await;
    let entries = journal.load(TableId(1)).await.expect("it is readable");
    let left = format!("{entries:?} {}", serde_json::json!(entries));
    for gone in [BOB.to_string(), (1_u64 << 60).to_string()] {
        assert!(!left.contains(&gone), "{gone} in {left}");
    }
    for gone in ["Bobbington", "Bert", ":77777"] {
        assert!(!left.contains(gone), "{gone} in {left}");
    }
}

async fn expired_tables_go_in_batches(journal: &dyn Store) {
    for table in 1..=5 {
        open(journal, table).await;
    }
    append(journal, (1..=4).map(closed)).await;
    let expiry = Expiry {
        ended_before: LATER,
        batch: 4,
        ..NEVER
    };
    assert_eq!(delete_all(journal, NEVER).await, 0);
    let first_batch = journal.delete_expired(expiry).await.expect("it goes");
    let is_small = (1..=30).contains(&first_batch);
    assert!(is_small, "{first_batch} rows at once");
    assert!(delete_all(journal, expiry).await >= 1);
    for table in 1..=4 {
        assert_eq!(journal.load(TableId(table)).await, Ok(vec![]));
    }
    assert_eq!(journal.tables_of(BOB).await, Ok(vec![TableId(5)]));
    assert_eq!(journal.tables_of(host(1)).await, Ok(vec![]));
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
    // The running table still accepts entries.
    append(journal, [closed(5)]).await;
}

async fn the_settings_of_a_server_go_after_the_bot_has_left_it(store: &dyn Store) {
    let change = ServerChange::AllowChannel(table::ids::ChannelId(1));
    let changed = store.change_settings(GUILD, change).await;
    let settings = changed.expect("it is stored");
    let claims = join_all((0..4).map(|_| store.claim_greeting(GUILD))).await;
    let granted = claims.into_iter().filter(|claim| *claim == Ok(true));
    assert_eq!(granted.count(), 1, "a server is greeted once");
    delete_all(store, NEVER).await;
    assert_eq!(store.claim_greeting(GUILD).await, Ok(false));
    assert_eq!(store.settings_of(GUILD).await, Ok(settings));
    assert_eq!(store.record_guild_left(GUILD, LONG_AGO).await, Ok(()));
    let expiry = Expiry {
        left_before: Millis(600),
        ..NEVER
    };
    assert!(delete_all(store, expiry).await > 0);
    let settings = store.settings_of(GUILD).await;
    assert_eq!(settings, Ok(ServerSettings::default()));
    assert_eq!(store.claim_greeting(GUILD).await, Ok(true));
}

async fn a_server_is_found_wherever_it_is_named(store: &dyn Store) {
    open(store, 1).await;
    let allows = ServerChange::AllowChannel(ChannelId(1));
    assert!(store.change_settings(GuildId(2), allows).await.is_ok());
    assert_eq!(store.claim_weekly_board(GuildId(3), 1).await, Ok(true));
    assert_eq!(store.claim_greeting(GuildId(6)).await, Ok(true));
    let daily = crate::daily::attempt(1, Some(GuildId(4)));
    assert!(crate::daily::stores(store, BOB, daily).await);
    let mut guilds = store.guilds().await.expect("the journal is readable");
    guilds.sort();
    assert_eq!(
        guilds,
        [GuildId(2), GuildId(3), GuildId(4), GuildId(6), GUILD]
    );
}

async fn a_servers_tables_go_after_the_bot_has_left_it(journal: &dyn Store) {
    open(journal, 1).await;
    append(journal, [closed(1)]).await;
    assert_eq!(journal.guilds().await, Ok(vec![GUILD]));
    let expiry = Expiry {
        left_before: Millis(600),
        ..NEVER
    };
    // The bot returns in time, so its recorded departure is removed.
    assert_eq!(journal.record_guild_left(GUILD, LONG_AGO).await, Ok(()));
    let present = [GuildId(4), GUILD];
    assert_eq!(journal.record_guilds_present(&present).await, Ok(()));
    assert_eq!(delete_all(journal, expiry).await, 0);
    // The first recorded departure counts, not the last.
    for at in [LONG_AGO, LATER] {
        assert_eq!(journal.record_guild_left(GUILD, at).await, Ok(()));
    }
    assert!(delete_all(journal, expiry).await > 0);
    assert_eq!(journal.load(TableId(1)).await, Ok(vec![]));
    assert_eq!(journal.guilds().await, Ok(vec![]));
    // The departure was deleted with the server's data, so a new table stays.
    open(journal, 2).await;
    append(journal, [closed(2)]).await;
    assert_eq!(delete_all(journal, expiry).await, 0);
}

async fn a_person_is_forgotten_at_a_table_that_cannot_be_read(journal: &dyn Store) {
    open(journal, 1).await;
    assert_eq!(journal.quarantine(TableId(1)).await, Ok(()));
    assert_eq!(journal.request_erasure(BOB).await, Ok(()));
    assert_eq!(journal.tables_of(BOB).await, Ok(vec![]));
    assert!(!people_at(journal, 1).await.contains(&BOB));
}

guarantees!(
    postgres_finds_stored_tables_likewise:
    a_persons_tables_are_found,
    the_tables_of_a_channel_are_found_the_newest_first,
);

mod databases {
    use super::*;

    database_guarantees!(
        postgres_keeps_and_deletes_personal_data_likewise:
        a_server_is_found_wherever_it_is_named,
        a_person_is_forgotten_at_closed_tables_at_once_and_at_others_once_they_are_closed,
        to_forget_a_person_erases_nobody_else,
        each_entry_of_a_table_has_the_name_and_the_message_that_it_was_written_with,
        expired_tables_go_in_batches,
        a_servers_tables_go_after_the_bot_has_left_it,
        a_person_is_forgotten_at_a_table_that_cannot_be_read,
        old_preferences_go_with_the_last_table,
        the_settings_of_a_server_go_after_the_bot_has_left_it,
        people_are_forgotten_during_a_round_of_retention,
    );
}

async fn old_preferences_go_with_the_last_table(store: &dyn Store) {
    let [player, recent, forgetful] = [BOB, UserId(8), UserId(9)];
    let change = PreferenceChange {
        language: Some(LanguagePreference::Fixed(Locale::nearest("de"))),
        ..PreferenceChange::default()
    };
    let german = PersonPreferences::default().with(change);
    for (user, at) in [(player, LONG_AGO), (recent, LATER), (forgetful, LATER)] {
        assert_eq!(store.change(user, change, at).await, Ok(german));
    }
    let recipe = RecipeChange::Save(SavedRecipe {
        name: "Cats".try_into().expect("a name"),
        code: "1".parse().expect("a code"),
    });
    for user in [player, recent] {
        let saved =
            store.change_recipes(user, recipe, if user == player { LONG_AGO } else { LATER });
        assert_eq!(saved.await.map(|list| list.is_empty()), Ok(false));
    }
    assert_eq!(store.forget(forgetful).await, Ok(()));
    open(store, 1).await;
    delete_ended(store, Millis(600)).await;
    assert_eq!(store.get(player).await, Ok(german), "they still play");
    append(store, [closed(1)]).await;
    delete_ended(store, LATER).await;
    let nothing = Ok(PersonPreferences::default());
    assert_eq!(store.get(player).await, nothing);
    assert_eq!(store.get(forgetful).await, nothing);
    assert_eq!(store.get(recent).await, Ok(german));
    for (user, is_deleted) in [(player, true), (recent, false)] {
        let recipes = store.recipes_of(user).await;
        assert_eq!(recipes.map(|list| list.is_empty()), Ok(is_deleted));
    }
}

#[tokio::test]
async fn a_person_who_is_forgotten_while_a_table_is_read_is_in_all_of_its_entries_or_in_none() {
    let (_folder, store) = sqlite().await;
    let people = (1..=20).map(|id| UserId(BOB.0 + id));
    append(&*store, [first(1)]).await;
    let joins = people.clone().map(|user| Record::Joined {
        person: PersonRecord { user, ..bob() },
    });
    append(&*store, [later(1, 2, joins.collect())]).await;
    let last = 2 * LOAD_PAGE as u64 + 1;
    append(&*store, (3..last).map(|version| touched(1, version))).await;
    let leaves = people.clone().map(|user| Record::SeatGivenUp { user });
    append(&*store, [later(1, last, leaves.collect())]).await;
    append(&*store, [crate::conformance::closed(1, last + 1)]).await;
    for user in people {
        let named = |entry: &Entry| entry.people().contains(&user);
        let reads = async {
            for _ in 0..5 {
                let read = store.load(TableId(1)).await.expect("it is readable");
                let named = read.iter().filter(|entry| named(entry)).count();
                assert!(named == 0 || named == 2, "{named}");
            }
        };
        let (forgotten, ()) = tokio::join!(store.request_erasure(user), reads);
        assert_eq!(forgotten, Ok(()));
    }
    store.close().await;
}

#[tokio::test]
async fn a_deleted_name_is_overwritten_in_the_file() {
    let (folder, store) = sqlite().await;
    open(&*store, 1).await;
    append(&*store, [closed(1)]).await;
    assert_eq!(store.request_erasure(BOB).await, Ok(()));
    // Closing copies the log into the file and removes it.
    store.close().await;
    let bytes = std::fs::read(file(&folder)).expect("the file is there");
    assert!(!bytes.windows(10).any(|bytes| bytes == b"Bobbington"));
}
