//! Suggests card names, and builds the answers to autocomplete requests.

use rules::Edition;
use serde_json::{Value, json};
use table::text::Language;

/// Discord's maximum number of suggestions in an autocomplete answer.
pub(super) const MAX_CHOICES: usize = 25;

/// Returns the cards whose names match the typed text, as choices of an autocomplete answer.
pub(super) fn matching_cards(
    edition: Option<&Edition>,
    typed: &str,
    language: &Language,
) -> Vec<Value> {
    let matching = language.search_cards(typed, edition).into_iter();
    matching
        .take(MAX_CHOICES)
        .map(|(title, name)| json!({ "name": name, "value": title.id() }))
        .collect()
}

/// Returns the body of an autocomplete answer.
pub(super) fn suggestions(choices: &[Value]) -> Value {
    json!({ "type": 8, "data": { "choices": choices } })
}
