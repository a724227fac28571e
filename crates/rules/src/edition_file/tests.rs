//! Tests that unplayable edition files are rejected, and that the error names the right key.

use super::*;

const TRAVEL: &str = include_str!("../../../../config/editions/travel.toml");

const STREAKING: &str = include_str!("../../../../config/editions/streaking.toml");

const IMPLODING: &str = include_str!("../../../../config/editions/imploding.toml");

const BARKING: &str = include_str!("../../../../config/editions/barking.toml");

fn error_of(file: &str, (from, to): (&str, &str)) -> EditionError {
    assert!(file.contains(from), "{from}");
    Edition::parse("mine.toml", &file.replacen(from, to, 1)).unwrap_err()
}

fn assert_keys(file: &str, changes: &[(&str, &str, &str)]) {
    for (from, to, key) in changes {
        let error = error_of(file, (from, to));
        assert_eq!(error.key, *key, "{from} to {to}: {error}");
    }
}

#[test]
fn an_error_names_the_file_the_key_the_value_found_and_the_expected_one() {
    let error = error_of(TRAVEL, ("cards = 5", "cards = \"113\""));
    assert_eq!(
        error.to_string(),
        "mine.toml: deal.cards: found \"113\", expected a whole number from 0 to 112"
    );
    let error = error_of(TRAVEL, ("attack = \"adds-up\"", "attack = \"halves\""));
    let words = "\"adds-up\", \"resets\"";
    assert_eq!((&*error.found, &*error.expected), ("\"halves\"", words));
}

#[test]
fn an_unplayable_edition_is_refused_with_the_key_at_fault() {
    let keys = [
        ("id = \"travel\"", "id = \"tarvel\"", "id"),
        (
            "exploding-kitten = 3",
            "exploding-kitten = 2",
            "deal.hazards",
        ),
        ("defuse = 5", "defuse = 3", "players.one-deck"),
        ("most = 4", "most = 10", "players.one-deck.most"),
        ("least = 2", "least = 1", "players.one-deck.least"),
        ("cards = 5", "cards = 9", "deal.cards"),
        ("future-depth = 2", "future-depth = 4", "rules.future-depth"),
        (
            "attack = \"adds-up\"",
            "attack = \"halves\"",
            "rules.attack",
        ),
        ("tacocat = 4", "taco-cat = 4", "cards.taco-cat"),
        ("shuffle = 4", "shuffle = -4", "cards.shuffle"),
        ("combos = \"special\"\n", "", "rules.combos"),
        ("group = \"base\"", "group = \"party\"", "group"),
        ("order = ", "order = -", "order"),
        ("order = 3", "order = 100", "order"),
        (
            "id =",
            "house-rules = [\"favor\", \"dice\"]\nid =",
            "house-rules",
        ),
        ("[deal]", "[deal", "line 22"),
    ];
    assert_keys(TRAVEL, &keys);
}

#[test]
fn an_expansion_that_cannot_be_played_is_refused_with_the_key_at_fault() {
    let fewer = "{ fewer-than-players = 2, at-least = 1 }";
    let keys = [
        ("reverse = 4", "revers = 4", "cards.revers"),
        ("reverse = 4", "reverse = 17", "cards.reverse"),
        ("feral-cat = 4", "feral-cat = 1.5", "cards.feral-cat"),
        ("imploding-kitten = 1\n\n[rules]", "[rules]", "deal.hazards"),
        (
            "imploding-kitten = 1\n\n",
            "imploding-kitten = 2\n\n",
            "deal.hazards.imploding-kitten",
        ),
        (
            "imploding-kitten = 1\n\n",
            "imploding-kitten = { fewer-than-players = 1, at-least = 1 }\n\n",
            "deal.hazards.imploding-kitten",
        ),
        (
            fewer,
            "{ fewer-than-players = 0, at-least = 1 }",
            "deal.hazards",
        ),
        (
            fewer,
            "{ fewer-than-players = 2 }",
            "deal.hazards.exploding-kitten.at-least",
        ),
        ("imploding-kitten = 1\nalter", "alter", "deal.hazards"),
        ("\"self-nope\"", "\"decks\"", "house-rules"),
        ("[\"combos\", \"self-nope\"]", "\"combos\"", "house-rules"),
        ("most = 6", "most = 7", "deal.hazards"),
        ("\"discarded\"", "\"set-aside\"", "rules.dead-hand"),
        ("cards = 7", "cards = 12", "deal.cards"),
        ("group = \"expansion\"", "group = \"party\"", "group"),
    ];
    assert_keys(IMPLODING, &keys);
}

#[test]
fn kittens_that_can_be_hidden_in_hands_have_to_be_put_in_besides() {
    let keys = [
        (
            "streaking-kitten = 1",
            "streaking-kitten = 2",
            "cards.streaking-kitten",
        ),
        (
            "fewer-than-players = 0",
            "fewer-than-players = 1",
            "deal.hazards",
        ),
        (
            "exploding-kitten = 5",
            "exploding-kitten = 4",
            "deal.hazards",
        ),
        ("\"discarded\"", "\"set-aside\"", "rules.dead-hand"),
        ("house-rules", "draft = 1\nhouse-rules", "draft"),
        ("mark = 3", "marks = 3", "cards.marks"),
        ("most = 5", "most = 6", "deal.hazards"),
    ];
    assert_keys(STREAKING, &keys);
}

#[test]
fn a_stash_needs_cards() {
    let keys = [
        ("stash = 6", "stash = 113", "deal.stash"),
        (
            "cards = 7\nstash = 6",
            "cards = 7\nstash = 60",
            "deal.cards",
        ),
        (
            "cards = 7\nstash = 6",
            "cards = 0\nstash = 100",
            "deal.stash",
        ),
    ];
    assert_keys(BARKING, &keys);
}

#[test]
fn two_decks_with_more_cards_than_a_game_can_hold_are_refused() {
    let classic = include_str!("../../../../config/editions/classic.toml");
    let error = error_of(classic, ("favor = 4", "favor = 5"));
    assert_eq!((&*error.key, &*error.found), ("cards", "114"));
}
