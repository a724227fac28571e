//! The mechanisms of later expansions in scenario files, which no edition has yet: their lines can be parsed,
//! so that a file may say that a step is refused. Any other use fails at its line and names the word.
//!
//! A mechanism that is built leaves the functions here and becomes a step, a pick or an expectation of its
//! own. The cards: `unbuilt_cards`.

use crate::scenario::{
    condition::Condition,
    line::{Line, ScenarioError},
    setup::PlayerNames,
};

/// A word that stands for nothing that an edition has, or nothing if a line is none of this grammar.
type Unbuilt = Result<Option<&'static str>, ScenarioError>;

/// Returns the reason why a line with this word is refused.
pub(super) fn reason(word: &str) -> String {
    format!("no edition has `{word}`")
}

/// Parses the words after `expect`.
pub(super) fn expectation(line: &Line, words: &[&str], names: &PlayerNames) -> Unbuilt {
    let (name, word) = match *words {
        ["no", "tower"] => return Ok(Some("tower")),
        // A player may have that name.
        ["stash", "sees" | "knows", ..] => return Ok(None),
        ["stash", ref rest @ ..] => {
            return Condition::read(line, rest).map(|_| Some("stash"));
        }
        ["before", name, ":", ref cards @ ..] => {
            read_laid(line, cards, names)?;
            (name, "before")
        }
        ["tower", name] => (name, "tower"),
        ["view", name, "hides", "stash"] => (name, "stash"),
        ["view", name, "hides", "drawn"] => (name, "drawn"),
        _ => return Ok(None),
    };
    names.seat(line, name)?;
    Ok(Some(word))
}

/// Parses cards that lie before a player, each with the player who laid it if that is another.
fn read_laid(line: &Line, cards: &[&str], names: &PlayerNames) -> Result<(), ScenarioError> {
    for laid in cards {
        let (card, by) = match laid.split_once('/') {
            Some((card, by)) => (card, Some(by)),
            None => (*laid, None),
        };
        line.card(card)?;
        by.map(|by| names.seat(line, by)).transpose()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{edition::Editions, scenario::run};

    /// Runs these lines of a game in an edition that has none of these words.
    fn run_body(body: &str) -> Result<(), ScenarioError> {
        let start = "edition original\nplayers A B\nhand A: skip tacocat beard-cat\n\
                     pile: favor shuffle exploding-kitten\n";
        run(&format!("{start}{body}"), &Editions::built_in())
    }

    const STEPS: [&str; 9] = [
        "A puts bury",
        "A gives bury",
        "A plays personal-attack",
        "A plays ill-take-that on B",
        "A plays pair of beard-cat+tacocat on B",
        "A plays triple of tacocat+beard-cat+feral-cat on B naming skip",
        "A plays triple of tacocat on B naming bury",
        "A plays five skip bury mark potluck nope",
        "A orders bury mark potluck",
    ];

    #[test]
    fn a_step_that_no_edition_has_may_be_refused_and_fails_otherwise() {
        for step in STEPS {
            assert_eq!(run_body(&format!("refuse {step}")), Ok(()), "{step}");
            let error = run_body(step).expect_err(step);
            assert_eq!(
                (error.line, &*error.expected),
                (5, "the step to be accepted")
            );
            assert!(error.got.starts_with("a refusal: "), "{step}: {error}");
        }
        let error = run_body("A draws\nA plays personal-attack").expect_err("no edition has it");
        assert_eq!(error.got, "a refusal: no edition has `personal-attack`");
    }

    #[test]
    fn a_chance_or_an_expectation_that_no_edition_has_fails_and_names_its_word() {
        for (line, word) in [
            ("chance gives bury", "bury"),
            ("chance steal bury/marked", "bury/marked"),
            ("expect A sees potluck", "potluck"),
            ("expect stash: skip", "stash"),
            ("expect stash has 6 cards", "stash"),
            ("expect tower A", "tower"),
            ("expect no tower", "tower"),
            ("expect before A: ill-take-that/B", "ill-take-that/B"),
            ("expect before A: skip/B nope", "before"),
            ("expect view A hides stash", "stash"),
            ("expect view A hides drawn", "drawn"),
            ("expect hand A lacks bury", "bury"),
            ("expect in play has 0 potluck", "potluck"),
            ("expect some seed stash has 6 cards", "stash"),
        ] {
            let error = run_body(&format!("A draws\n{line}")).expect_err(line);
            assert_eq!((error.line, error.got), (6, reason(word)), "{line}");
            assert!(run_body(&format!("refuse {line}")).is_err(), "{line}");
        }
    }

    #[test]
    fn a_line_with_such_a_word_and_a_mistake_cannot_be_parsed_even_if_it_is_refused() {
        for line in [
            "refuse A aims at C",
            "refuse C puts skip",
            "refuse A puts skpi",
            "refuse A puts skip/marked",
            "refuse A plays ill-take-that on C",
            "refuse A plays personal-attack nope",
            "refuse A plays pair of beard-cat+tacocat+skip on B",
            "refuse A gives blindfold",
        ] {
            let error = run_body(&format!("expect dead A\n{line}")).expect_err(line);
            assert_eq!(error.line, 6, "{line}: {error}");
        }
    }

    #[test]
    fn a_set_up_that_no_edition_has_is_reported_with_its_line() {
        for line in [
            "stash: skip",
            "tower A",
            "before A: skip/B",
            "or stash: skip",
        ] {
            let text = format!("edition original\nplayers A B\n{line}\nA draws");
            let error = run(&text, &Editions::built_in()).expect_err(line);
            let expected = (3, "a set-up that an edition has");
            assert_eq!((error.line, &*error.expected), expected, "{line}");
            // The edition that would have it is the first that is missing.
            let text = text.replace("original", "barking");
            let error = run(&text, &Editions::built_in()).expect_err(line);
            assert_eq!((error.line, &*error.got), (1, "`barking`"), "{line}");
        }
    }

    #[test]
    fn a_player_may_have_the_name_of_such_a_card() {
        let text = "edition original\nplayers bury stash\npile: favor skip\nbury draws\n\
                    stash draws\nexpect hand bury: favor\nexpect stash knows nothing\n\
                    refuse bury plays mark on stash\n";
        assert_eq!(run(text, &Editions::built_in()), Ok(()));
    }
}
