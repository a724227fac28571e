//! What people are told when nothing came of a click, in every language: who reads one of these
//! sentences has not been told that anything happened.

use std::collections::HashMap;
use std::sync::LazyLock;

use table::ids::Millis;
use table::refusal::Refusal;
use table::screen::{Element, InteractionError, Screen, interaction_error, refusal};
use table::text::{Language, Locale};

/// A time begins like this, which nobody can foresee.
const UNFORESEEN: &str = "<t:";

static SENTENCES: LazyLock<HashMap<Locale, Vec<String>>> = LazyLock::new(|| {
    Locale::all()
        .map(|locale| (locale, all(locale).collect()))
        .collect()
});

/// Whether a text says, in whichever language, that nothing came of the click.
pub(super) fn refuses(text: &str) -> bool {
    Locale::all().any(|locale| refuses_in(text, locale))
}

/// Whether a text in this language says that nothing came of the click.
pub(super) fn refuses_in(text: &str, locale: Locale) -> bool {
    SENTENCES[&locale]
        .iter()
        .any(|sentence| text.contains(sentence.as_str()))
}

fn all(locale: Locale) -> impl Iterator<Item = String> {
    let language = Language::of(locale);
    let refusals = Refusal::all(Millis(0)).map(move |why| refusal(&why, language));
    let obstacles = OBSTACLES.into_iter().chain([game_here()]);
    let obstacles = obstacles.map(move |why| interaction_error(&why, language));
    refusals.chain(obstacles).flat_map(sentences)
}

/// The one with a link in it, which nobody can foresee either.
fn game_here() -> InteractionError {
    InteractionError::GameExists {
        link: UNFORESEEN.to_owned(),
    }
}

/// What of each sentence can be foreseen.
fn sentences(screen: Screen) -> impl Iterator<Item = String> {
    screen.elements.into_iter().filter_map(|part| match part {
        Element::Text(text) => text
            .split("<t:")
            .max_by_key(|piece| piece.len())
            .map(str::to_owned),
        _ => None,
    })
}

const OBSTACLES: [InteractionError; 6] = [
    InteractionError::NoGame,
    InteractionError::RateLimited,
    InteractionError::UnknownButton,
    InteractionError::UnknownValue,
    InteractionError::AtCapacity,
    InteractionError::Internal,
];
