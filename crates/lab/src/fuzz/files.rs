//! The files that an operator or a developer writes (settings, editions and scenarios), and those written by
//! the bot itself: journal entries and game files. An error must not repeat a password, and a modified game
//! file must not verify.

use std::fmt::Debug;

use kittens::Config;
use rules::{Edition, Editions, Randomness as _, SeededChance, scenario};
use serde_json::Value;
use table::Table;
use table::config::TableConfig;
use table::entry::{Entry, SCHEMA, read_records};
use table::game_file::CheckedGame;
use table::ids::{InteractionId, Millis, TableId};

use super::Verdict;
use super::mutation::{mutate_json, mutate_text, pick};

/// A password that must not appear in an error. It is not a key, which an error may name.
const PASSWORD: &str = "hunter2!";

const SETTINGS: [&str; 5] = [
    kittens::config::DEFAULT,
    "[storage]\nurl = \"postgres://bot:hunter2!@db.example/kittens\"\n",
    "storage = { url = 'mysql://bot:hunter2!@db' }\ndiscord.api_url = \"https://hunter2!@host\"\n",
    "[discord]\napi_url = \"http://127.0.0.1:1/api/v10\"\n[log]\nformat = \"json\"\nfilter = \"info,kittens=debug\"\n",
    "paces.fast.turn = 30\nlimits.games_per_server = 25\nstorage.url = \"\"\"hunter2!\n\"\"\"\n",
];

const EDITIONS: [&str; 2] = [
    include_str!("../../../../config/editions/classic.toml"),
    include_str!("../../../../config/editions/travel.toml"),
];

const SCENARIOS: [&str; 6] = [
    include_str!("../../../../tests/scenarios/cases/T39-travel.scenario"),
    include_str!("../../../../tests/scenarios/cases/T12-classic-6.scenario"),
    include_str!("../../../../tests/scenarios/cases/T74-two-player.scenario"),
    include_str!("../../../../tests/scenarios/cases/T34-original.scenario"),
    include_str!(
        "../../../../tests/scenarios/rulings/window/a-hand-is-read-when-it-happens.scenario"
    ),
    include_str!(
        "../../../../tests/scenarios/rulings/combos/a-triple-asks-for-titles-of-the-edition.scenario"
    ),
];

const JOURNALS: [&str; 4] = [
    include_str!("../../../../tests/journals/original.jsonl"),
    include_str!("../../../../tests/journals/classic.jsonl"),
    include_str!("../../../../tests/journals/travel.jsonl"),
    include_str!("../../../../tests/journals/imploding.jsonl"),
];
const GAMES: [&str; 2] = [
    include_str!("../../../../tests/games/proof.jsonl"),
    include_str!("../../../../tests/games/no-proof.jsonl"),
];
/// The maximum number of journal entries to replay: the more there are, the fewer inputs per second.
const MAX_ENTRIES: u32 = 40;

pub(super) fn make_settings(chance: &mut SeededChance) -> String {
    mutate_text(pick(&SETTINGS, chance), chance)
}

pub(super) fn judge_settings(text: &str) -> Verdict {
    without_password(Config::from_text(text).map(drop))
}

pub(super) fn make_edition(chance: &mut SeededChance) -> String {
    mutate_text(pick(&EDITIONS, chance), chance)
}

pub(super) fn judge_edition(text: &str) -> Verdict {
    without_password(Edition::parse("edition.toml", text).map(drop))
}

pub(super) fn make_scenario(chance: &mut SeededChance) -> String {
    mutate_text(pick(&SCENARIOS, chance), chance)
}

pub(super) fn judge_scenario(text: &str) -> Verdict {
    without_password(scenario::run(text, &Editions::built_in()))
}

fn without_password<E: Debug + ToString>(result: Result<(), E>) -> Verdict {
    let Err(error) = result else {
        return Verdict::Accepted;
    };
    let shown = format!("{} {error:?}", error.to_string());
    if shown.contains(PASSWORD) {
        Verdict::Wrong(shown)
    } else {
        Verdict::Refused
    }
}

/// Returns journal entries, one per line, some of them modified.
pub(super) fn make_journal(chance: &mut SeededChance) -> String {
    let journal = pick(&JOURNALS, chance);
    let length = 1 + chance.below(MAX_ENTRIES) as usize;
    let mut lines: Vec<String> = journal.lines().take(length).map(str::to_owned).collect();
    for _ in 0..chance.below(4) {
        let place = chance.below(lines.len() as u32) as usize;
        lines[place] = match serde_json::from_str::<Value>(&lines[place]) {
            Ok(mut entry) => {
                mutate_json(&mut entry["records"], chance);
                entry.to_string()
            }
            Err(_) => String::new(),
        };
    }
    if chance.below(8) == 0 {
        let place = chance.below(lines.len() as u32) as usize;
        lines.remove(place);
    }
    lines.join("\n")
}

/// Reads the entries as a journal does, and replays the table.
pub(super) fn judge_journal(text: &str) -> Verdict {
    let entries: Option<Vec<Entry>> = text.lines().map(entry).collect();
    let replayed = entries.map(|entries| Table::replay(&entries, TableConfig::default()));
    match replayed {
        Some(Ok(_)) => Verdict::Accepted,
        Some(Err(_)) | None => Verdict::Refused,
    }
}

pub(super) fn make_game(chance: &mut SeededChance) -> String {
    mutate_text(pick(&GAMES, chance), chance)
}

pub(super) fn judge_game(text: &str) -> Verdict {
    match CheckedGame::read(text.as_bytes()) {
        Ok(_) if GAMES.contains(&text) => Verdict::Accepted,
        Ok(_) => Verdict::Wrong("a changed game is right".to_owned()),
        Err(_) => Verdict::Refused,
    }
}

fn entry(line: &str) -> Option<Entry> {
    let line: Value = serde_json::from_str(line).ok()?;
    let number = |field: &str| line[field].as_u64();
    let schema = number("schema")?.try_into().ok()?;
    Some(Entry {
        schema: SCHEMA,
        table: TableId(number("table")?),
        version: number("version")?,
        at: Millis(number("at")?),
        interaction: number("interaction").map(InteractionId),
        records: read_records(schema, &line["records"]).ok()?,
        result: None,
    })
}
