//! Doctored copies of a game's file: each value changed in turn, lines swapped, removed or duplicated, and players
//! renamed. The checksums are left unchanged, or recomputed to hide the forgery.

use std::ops::Range;

use data_encoding::BASE32;
use sha2::{Digest as _, Sha256};

const BEFORE_SUM: &str = ",\"sum\":\"";

pub(super) struct Changed {
    /// The path of the value, for example `players.name`.
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) file: String,
}

/// Returns copies of a file, each with one value changed. In a list of plain values, only the first is changed.
pub(super) fn change_each_value(file: &str, with_sums: bool) -> Vec<Changed> {
    let lines: Vec<&str> = file.lines().collect();
    let each = lines.iter().enumerate().flat_map(|(number, line)| {
        let lines = &lines;
        values(line).into_iter().filter_map(move |value| {
            let other = other_value(&line[value.range.clone()]);
            let changed = format!(
                "{}{other}{}",
                &line[..value.range.start],
                &line[value.range.end..]
            );
            let mut copy: Vec<&str> = lines.clone();
            copy[number] = &changed;
            // Changing a checksum that is then recomputed has no effect.
            (!with_sums || value.path != "sum").then(|| Changed {
                file: join(&copy, with_sums),
                path: value.path,
                line: number,
            })
        })
    });
    each.collect()
}

/// Returns copies that each have two lines swapped, or one line removed or duplicated.
pub(super) fn move_lines(file: &str, with_sums: bool) -> Vec<String> {
    let lines: Vec<&str> = file.lines().collect();
    let moved = (0..lines.len()).flat_map(|line| {
        let mut dropped = lines.clone();
        dropped.remove(line);
        let mut doubled = lines.clone();
        doubled.insert(line, lines[line]);
        let mut swapped = lines.clone();
        swapped.swap(line, (line + 1) % lines.len());
        [dropped, doubled, swapped]
    });
    moved.map(|lines| join(&lines, with_sums)).collect()
}

/// Returns the file with these names assigned to its players in turn, and the names of all players.
pub(super) fn rename_players(file: &str, names: &[String]) -> (String, Vec<String>) {
    let mut lines: Vec<&str> = file.lines().collect();
    let players = lines[0].matches("{\"seat\":").count();
    let names: Vec<String> = names.iter().cycle().take(players).cloned().collect();
    let renamed = serde_json::json!({ "names": names }).to_string();
    let body = renamed.trim_end_matches('}');
    let last = format!("{body}{BEFORE_SUM}\"}}");
    *lines.last_mut().expect("the names") = &last;
    (join(&lines, true), names)
}

fn join(lines: &[&str], with_sums: bool) -> String {
    let mut file = String::new();
    let mut sum = String::new();
    for line in lines {
        let body = line.rsplit_once(BEFORE_SUM).filter(|_| with_sums);
        match body {
            Some((body, _)) => {
                let hash = Sha256::digest(format!("{sum}{body}"));
                sum = BASE32.encode(&hash)[..28].to_owned();
                file += &format!("{body}{BEFORE_SUM}{sum}\"}}\n");
            }
            None => file += &format!("{line}\n"),
        }
    }
    file
}

struct Value {
    path: String,
    range: Range<usize>,
}

/// Finds the plain values in a line, but only the first in a list of plain values. The line is JSON without spaces.
fn values(line: &str) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut name = "";
    let mut is_later_in_list = false;
    let mut at = 0;
    while let Some(byte) = line.as_bytes().get(at) {
        let length = token_length(&line[at..]);
        let range = at..at + length;
        at = range.end;
        match byte {
            b'{' | b'[' => names.push(std::mem::take(&mut name)),
            b'}' | b']' => {
                names.pop();
                name = "";
            }
            b',' | b':' => continue,
            _ if line[at..].starts_with(':') => name = line[range].trim_matches('"'),
            _ if name.is_empty() && is_later_in_list => continue,
            _ => {
                let parts: Vec<&str> = names
                    .iter()
                    .copied()
                    .chain([name])
                    .filter(|name| !name.is_empty())
                    .collect();
                let path = parts.join(".");
                found.push(Value { path, range });
                is_later_in_list = name.is_empty();
                continue;
            }
        }
        is_later_in_list = false;
    }
    found
}

fn token_length(rest: &str) -> usize {
    match rest.as_bytes()[0] {
        b'{' | b'[' | b'}' | b']' | b',' | b':' => 1,
        b'"' => {
            let mut is_escaped = false;
            let end = rest[1..].bytes().position(|byte| {
                let is_end = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                is_end
            });
            end.expect("the text ends") + 2
        }
        _ => rest.find([',', '}', ']']).expect("the value ends"),
    }
}

/// Returns another value, of the same kind if there is one.
fn other_value(token: &str) -> String {
    let Some(text) = token
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        let number = token.parse::<u64>().map(|number| (number + 1).to_string());
        return number
            .unwrap_or_else(|_| if token == "true" { "false" } else { "true" }.to_owned());
    };
    let is_card = text.parse::<rules::Title>().is_ok();
    let other = match text {
        "nope" => "skip".to_owned(),
        _ if is_card => "nope".to_owned(),
        "window closes" => "time out".to_owned(),
        "time out" => "window closes".to_owned(),
        _ if text == "A" || text.starts_with("A ") => format!("B{}", &text[1..]),
        _ if text.len() == 1 || text.get(1..2) == Some(" ") => format!("A{}", &text[1..]),
        _ if text.starts_with('1') => format!("2{}", &text[1..]),
        _ if text.starts_with(|first: char| first.is_ascii_digit()) || text.len() == 64 => {
            format!("1{}", &text[1..])
        }
        _ => format!("{text}x"),
    };
    format!("\"{other}\"")
}
