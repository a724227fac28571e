//! The people in a table's entries: erasing a person leaves the games intact, and an extract for one person contains
//! nothing that they could not know.

use std::collections::BTreeSet;

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

/// Returns the entries as a journal stores them, and the rows about the people in them.
pub(crate) fn stored(entries: &[Entry]) -> (Vec<Entry>, Vec<PersonRow>) {
    let (mut stored, mut rows) = (entries.to_vec(), Vec::new());
    for entry in &mut stored {
        rows.extend(entry.take_people(&rows));
    }
    (stored, rows)
}

/// Returns stored entries with the people filled in from these rows.
fn read(stored: &[Entry], rows: &[PersonRow]) -> Vec<Entry> {
    let mut entries = stored.to_vec();
    for entry in &mut entries {
        entry.put_people(rows);
    }
    entries
}

/// Returns the entries with people's ids made as large as Discord's.
pub(crate) fn with_large_ids(entries: &[Entry]) -> Vec<Entry> {
    let (stored, mut rows) = stored(entries);
    rows.iter_mut().for_each(|row| row.user.0 += 1 << 40);
    read(&stored, &rows)
}

/// Returns entries as read after a person has been erased.
pub(crate) fn without(entries: &[Entry], user: UserId) -> Vec<Entry> {
    let (stored, mut rows) = stored(entries);
    rows.retain(|row| row.user != user);
    read(&stored, &rows)
}

fn to_json(entries: &[Entry]) -> String {
    serde_json::to_string(entries).expect("entries can be written")
}

fn replay(entries: &[Entry]) -> Table {
    Table::replay(entries, TableConfig::default()).expect("the entries are those of a table")
}

#[test]
fn a_game_replays_without_the_people_who_were_forgotten_and_who_stay_different_people() {
    for seed in 0..40 {
        let entries = with_large_ids(&random_entries(seed));
        let before = replay(&entries);
        let everybody = people(&entries);
        let (stored, mut rows) = stored(&entries);
        assert!(!to_json(&stored).contains("\"Player "), "seed {seed}");
        assert!(read(&stored, &rows) == entries, "seed {seed}");
        for &user in &everybody {
            rows.retain(|row| row.user != user);
            let left = read(&stored, &rows);
            let numbered = people(&left).into_iter().filter(|user| user.is_forgotten());
            let stayed = rows.iter().map(|row| row.user);
            let different: BTreeSet<_> = numbered.chain(stayed).collect();
            assert_eq!(different.len(), everybody.len(), "seed {seed}");
            let after = replay(&left);
            assert_eq!(after.version(), before.version());
            assert_eq!(after.revision(), before.revision());
            assert_eq!(after.next_wake(), before.next_wake());
            assert_eq!(after.is_over(), before.is_over());
            after.check_invariants().expect("the game is whole");
        }
        assert!(rows.is_empty(), "seed {seed}");
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

/// Returns the entries of a lobby: Ada opens it, Bob joins, and `closer`, whose name is "Ada" too, ends it.
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
fn the_person_who_ended_a_table_is_forgotten_too_and_another_of_their_name_is_not() {
    let [ada, bob, moderator] = [40, 41, 42].map(|bit| UserId(1 << bit));
    let entries = ended_lobby(ada);
    assert!(!to_json(&without(&entries, ada)).contains("Ada"));
    assert!(!to_json(&without(&entries, bob)).contains("Bob"));
    // Erasing Ada spares the moderator of the same name. The moderator can be erased even without a seat.
    let entries = ended_lobby(moderator);
    let left = without(&entries, ada);
    assert!(left[0] != entries[0] && left[1..] == entries[1..]);
    let left = without(&entries, moderator);
    assert!(left[..2] == entries[..2]);
    assert_eq!(people(&left), [UserId(3), ada, bob].into());
}

#[test]
fn a_name_is_that_of_its_entry_also_for_a_person_who_comes_back_under_another() {
    let ada = UserId(1 << 40);
    let mut entries = ended_lobby(ada);
    let why = CloseReason::Ended {
        by: PersonRecord {
            user: ada,
            name: "Countess".to_owned(),
        },
    };
    entries[2].records = vec![Record::SeatGivenUp { user: ada }, Record::Closed { why }];
    let (stored, rows) = stored(&entries);
    assert_eq!(
        rows.iter().map(|row| row.number).collect::<Vec<_>>(),
        [1, 2, 1]
    );
    assert!(read(&stored, &rows) == entries);
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

#[test]
fn an_extract_holds_a_persons_own_votes_and_auto_pass_and_nobody_elses() {
    let mut driver = Driver::playing(options(), 4, 4);
    let (seat, others) = (seat_on_turn(driver.game()), driver.others());
    driver.wait(Millis(Pace::Normal.turn().0 / 2));
    driver.does_on_panel(others[0], Intent::VoteAway(seat));
    driver.click_panel(others[0], Intent::AutoPass(true));
    let held = |user| {
        let mut records = driver.own_records(user);
        records.retain(|one| matches!(one, Record::Voted { .. } | Record::AutoPass { .. }));
        records.len()
    };
    assert_eq!(held(others[0]), 2);
    assert_eq!([driver.on_turn(), others[1]].map(held), [0, 0]);
}

/// Asserts that a record in an extract contains no dealt hand of another player, and does not reveal the draw pile.
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
