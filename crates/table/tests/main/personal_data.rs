//! The people in a table's entries: replacing one keeps the games complete, and an extract for one
//! person contains nothing that they could not know.

use std::collections::{BTreeMap, BTreeSet};

use rules::ChoiceAnswer;

use crate::monkey;
use crate::prelude::*;

fn random_entries(seed: u64) -> Vec<Entry> {
    let mut driver = monkey::table(seed);
    let mut chance = SeededChance::new(seed);
    for _ in 0..250 {
        if !driver.closed {
            monkey::random_input(&mut driver, &mut chance);
        }
    }
    driver.entries
}

fn people(entries: &[Entry]) -> BTreeSet<UserId> {
    entries.iter().flat_map(Entry::people).collect()
}

/// Returns the entries with the changed ones in place of the original ones.
pub(crate) fn with_changes(entries: &[Entry], changed: Vec<Entry>) -> Vec<Entry> {
    let all = entries.iter().cloned().chain(changed);
    let by_version: BTreeMap<u64, Entry> = all.map(|entry| (entry.version, entry)).collect();
    by_version.into_values().collect()
}

fn to_json(entries: &[Entry]) -> String {
    serde_json::to_string(entries).expect("entries can be written")
}

fn replay(entries: &[Entry]) -> Table {
    Table::replay(entries, TableConfig::default()).expect("the entries are those of a table")
}

#[test]
fn a_game_replays_with_replaced_people_who_stay_different_people() {
    for seed in 0..40 {
        let entries = random_entries(seed);
        let before = replay(&entries);
        let everybody = people(&entries);
        let mut replaced = entries.clone();
        for &user in &everybody {
            replaced = with_changes(&replaced, replace_person(&replaced, user));
            assert!(!people(&replaced).contains(&user), "seed {seed}");
            assert_eq!(people(&replaced).len(), everybody.len(), "seed {seed}");
            let after = replay(&replaced);
            assert_eq!(after.version(), before.version());
            assert_eq!(after.revision(), before.revision());
            assert_eq!(after.next_wake(), before.next_wake());
            assert_eq!(after.is_over(), before.is_over());
            after.check_invariants().expect("the game is whole");
        }
        assert!(!to_json(&replaced).contains("\"Player "), "seed {seed}");
        for (old, new) in entries.iter().zip(&replaced) {
            assert_eq!(old.people().len(), new.people().len(), "seed {seed}");
        }
    }
}

fn entry(version: u64, records: Vec<Record>) -> Entry {
    Entry {
        schema: SCHEMA,
        table: TableId(1),
        version,
        at: Millis(version),
        interaction: None,
        records,
        result: None,
    }
}

/// Returns a lobby that Ada opens and Bob joins, and that a person named "Ada" ends.
fn ended_lobby(closer: UserId) -> Vec<Entry> {
    let person = |user, name: &str| PersonRecord {
        user,
        name: name.to_owned(),
    };
    let [ada, bob] = [40, 41].map(|bit| UserId(1 << bit));
    let location = TableLocation {
        table: TableId(1),
        guild: GuildId(2),
        channel: ChannelId(3),
        number: Some(1),
    };
    let options = options();
    let why = CloseReason::Ended {
        by: person(closer, "Ada"),
    };
    let joined = Record::Joined {
        person: person(bob, "Bob"),
    };
    vec![
        Entry::opening_table(location, person(ada, "Ada"), &options, Millis(1), None),
        entry(2, vec![joined]),
        entry(3, vec![Record::Closed { why }]),
    ]
}

#[test]
fn the_name_of_the_person_who_ended_a_table_is_replaced_too() {
    let [ada, bob, moderator] = [40, 41, 42].map(|bit| UserId(1 << bit));
    let entries = ended_lobby(ada);
    let changed = replace_person(&entries, ada);
    assert_eq!(changed.len(), 3);
    assert!(!to_json(&changed).contains("Ada"));
    assert!(!to_json(&replace_person(&entries, bob)).contains("Bob"));
    // Another person with the same name is not affected, and is found even without a seat.
    let entries = ended_lobby(moderator);
    let changed = with_changes(&entries, replace_person(&entries, ada));
    assert_eq!(changed[2], entries[2]);
    assert!(people(&entries).contains(&moderator));
    assert_eq!(replace_person(&entries, moderator).len(), 1);
}

#[test]
fn an_extract_holds_a_persons_own_actions_and_no_id_name_or_hidden_card_of_anybody_else() {
    let mut actions = 0;
    for seed in 0..40 {
        let entries = random_entries(seed);
        let is_playing = replay(&entries).is_playing();
        for user in people(&entries) {
            let extract = TableExtract::new(&entries, user).expect("the table is whole");
            let others = people(&entries).into_iter().filter(|other| *other != user);
            let names: Vec<_> = others.map(|other| format!("\"Player {other}\"")).collect();
            let text = serde_json::to_string(&extract).expect("it is written");
            let named = names.iter().find(|name| text.contains(*name));
            assert_eq!(named, None, "seed {seed}: {text}");
            let last_deal = extract.actions.iter().rposition(|action| {
                let deals = |record: &Record| matches!(record, Record::Dealt { .. });
                action.records.iter().any(deals)
            });
            for (index, action) in extract.actions.iter().enumerate() {
                let named = entry(1, action.records.clone()).people();
                assert!(named.iter().all(|person| *person == user), "seed {seed}");
                let is_running = is_playing && last_deal.is_some_and(|deal| index >= deal);
                let records = action.records.iter();
                records.for_each(|record| check_own(record, is_running));
                actions += action.records.len();
            }
        }
    }
    assert!(actions > 1_000, "{actions} records");
}

/// Checks that a record in an extract shows at most one hand and not the order of the draw pile.
fn check_own(record: &Record, is_running: bool) {
    match record {
        Record::Dealt { dealt, drawn, .. } => {
            assert!(dealt.pile.is_empty() && drawn.is_empty());
            let hands = dealt.hands.iter().filter(|hand| !hand.is_empty());
            assert_eq!(hands.count(), 1);
        }
        Record::Game { events, drawn } => {
            assert!(drawn.is_empty());
            for event in events {
                let shows_place = matches!(
                    event,
                    Event::Left { .. }
                        | Event::Chosen {
                            answer: ChoiceAnswer::Place(_),
                            ..
                        }
                );
                assert!(!matches!(event, Event::Shuffled { .. }));
                assert!(!(is_running && shows_place));
            }
        }
        _ => {}
    }
}
