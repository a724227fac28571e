//! Golden journals of every schema, in `tests/journals`, which every later version must replay. Run
//! this test with `KITTENS_WRITE_JOURNALS=1` to write the files of a new schema; files of older
//! schemas are never written again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rules::SeededChance;
use serde_json::{Value, json};
use table::Table;
use table::config::TableConfig;
use table::entry::{Entry, SCHEMA, read_records};
use table::ids::{InteractionId, Millis, TableId};
use table::personal_data::replace_person;

use crate::monkey;
use crate::personal_data::with_changes;

/// The number of journals of each schema, each of another edition.
const JOURNALS: u64 = 6;
const STEPS: usize = 220;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals")
}

/// Returns the last line of a file: the state of the table after all its entries.
fn summary(table: &Table) -> Value {
    json!({
        "version": table.version(),
        "moment": table.revision(),
        "over": table.is_over(),
        "closed": table.is_closed(),
        "due": table.next_wake(),
    })
}

fn write_journal(seed: u64) {
    let mut driver = monkey::table(seed);
    let mut chance = SeededChance::new(seed);
    for _ in 0..STEPS {
        if !driver.closed {
            monkey::random_input(&mut driver, &mut chance);
        }
    }
    let read = Table::replay(&driver.entries, TableConfig::default()).expect("it is a table");
    let mut lines: Vec<Value> = driver.entries.iter().map(|entry| json!(entry)).collect();
    lines.push(summary(&read));
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let file = folder().join(format!("form-{SCHEMA}-life-{seed}.jsonl"));
    fs::write(file, lines.join("\n") + "\n").expect("a journal is written");
}

/// Parses an entry like a store.
fn entry(line: &Value) -> Entry {
    let number = |field: &str| line[field].as_u64().expect("a number");
    let schema = number("schema").try_into().expect("a small number");
    Entry {
        schema: SCHEMA,
        table: TableId(number("table")),
        version: number("version"),
        at: Millis(number("at")),
        interaction: line["interaction"].as_u64().map(InteractionId),
        records: read_records(schema, &line["records"]).expect("a known schema"),
    }
}

#[test]
fn every_stored_journal_replays_to_the_table_it_had_when_it_was_written() {
    if std::env::var_os("KITTENS_WRITE_JOURNALS").is_some() {
        (0..JOURNALS).for_each(write_journal);
    }
    let mut newest = 0;
    for file in fs::read_dir(folder()).expect("there are old journals") {
        let file = file.expect("a file").path();
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).expect("a journal");
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect();
        let (end, entries) = lines.split_last().expect("a summary");
        let entries: Vec<Entry> = entries.iter().map(entry).collect();
        let table = Table::replay(&entries, TableConfig::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(summary(&table), *end, "{name}");
        let people: BTreeSet<_> = entries.iter().flat_map(Entry::people).collect();
        for user in people {
            let replaced = with_changes(&entries, replace_person(&entries, user));
            let table = Table::replay(&replaced, TableConfig::default());
            let table = table.unwrap_or_else(|error| panic!("{name} without {user}: {error}"));
            assert_eq!(summary(&table), *end, "{name} without {user}");
        }
        newest += u64::from(name.contains(&format!("form-{SCHEMA}-")));
    }
    assert_eq!(newest, JOURNALS, "journals of the present schema");
}

#[test]
fn an_unknown_schema_is_refused_and_named_in_the_error() {
    let refused = read_records(SCHEMA + 1, &json!([])).expect_err("an unknown schema");
    let number = (SCHEMA + 1).to_string();
    assert!(refused.to_string().contains(&number), "{refused}");
}
