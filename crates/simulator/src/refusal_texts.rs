//! Recognizes the bot's refusals by their texts, in every language. A click answered with such a text need not have
//! been carried out.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use memchr::memmem::Finder;
use table::ids::{ChannelId, GuildId, Millis};
use table::refusal::Refusal;
use table::screen::{
    Element, InteractionError, Permission, Screen, TableLink, earlier_game, interaction_error,
    refusal,
};
use table::text::{Language, Locale};

/// For this long after a person is shown a refusal, their clicks that are answered without a message count as refused.
/// The bot does not repeat a refusal that it has just shown: see `refusal_messages` in the crate `discord`.
pub(super) const REPEATED_WITHIN: Duration = Duration::from_secs(13);

const TIMESTAMP: &str = "<t:";
/// The strings at which texts are split, in this order: the start of a timestamp, a link, a channel and a command, the
/// end of a command, and the asterisks that [`Refusal::all`] contains in place of Discord's own words.
const VARYING: [&str; 6] = [TIMESTAMP, "https://", "<#", "</", ":0>", "\\*"];

/// The longest constant part of each text in the refusals, by language.
static TEXTS: LazyLock<HashMap<Locale, Vec<Finder<'_>>>> = LazyLock::new(|| {
    let finder = |text: String| Finder::new(&text).into_owned();
    Locale::all()
        .map(|locale| (locale, refusals_in(locale).map(finder).collect()))
        .collect()
});

pub(super) fn is_refusal(text: &str) -> bool {
    Locale::all().any(|locale| is_refusal_in(text, locale))
}

pub(super) fn is_refusal_in(text: &str, locale: Locale) -> bool {
    TEXTS[&locale]
        .iter()
        .any(|refusal| refusal.find(text.as_bytes()).is_some())
}

fn refusals_in(locale: Locale) -> impl Iterator<Item = String> {
    let language = Language::of(locale);
    let refusals = Refusal::all(Millis(0)).map(move |reason| refusal(&reason, language));
    let errors = ERRORS
        .into_iter()
        .chain([game_here()])
        .map(move |error| interaction_error(&error, language));
    let link = TableLink {
        guild: GuildId(1),
        channel: ChannelId(1),
        message: None,
    };
    let earlier = [true, false].map(|is_playing| earlier_game(link, is_playing, language));
    refusals
        .chain(errors)
        .chain(earlier)
        .flat_map(constant_texts)
}

/// Returns the error for an existing game, with [`TIMESTAMP`] as its link, so that its text is split there.
fn game_here() -> InteractionError {
    InteractionError::GameExists {
        link: TIMESTAMP.to_owned(),
    }
}

/// Returns the longest constant part of each text on a screen.
fn constant_texts(screen: Screen) -> impl Iterator<Item = String> {
    screen
        .elements
        .into_iter()
        .filter_map(|element| match element {
            Element::Text(text) => VARYING
                .iter()
                .fold(vec![&*text], |pieces, varying| {
                    pieces
                        .iter()
                        .flat_map(|piece| piece.split(varying))
                        .collect()
                })
                .into_iter()
                .max_by_key(|piece| piece.len())
                .map(str::to_owned),
            _ => None,
        })
}

/// The errors whose texts are recognized, in addition to the error from [`game_here`].
const ERRORS: [InteractionError; 17] = [
    InteractionError::NoGame,
    InteractionError::RateLimited,
    InteractionError::UnknownButton,
    InteractionError::UnknownValue,
    InteractionError::AtCapacity,
    InteractionError::TooManyHosted,
    InteractionError::TooManyWatched,
    InteractionError::MayNotOpenThreads,
    InteractionError::MissingPermission(Permission::View),
    InteractionError::NoStory,
    InteractionError::NoStep,
    InteractionError::NoStats,
    InteractionError::MomentTooSoon,
    InteractionError::CardTooSoon,
    InteractionError::MomentsSpent,
    InteractionError::MomentElsewhere,
    InteractionError::Internal,
];
