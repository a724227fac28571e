//! The reasons why a deck cannot be played. `RulesetParts::check` in `ruleset.rs` finds most of them, for
//! editions, recipes and stored games. The `table` crate translates them for players; `edition_file.rs` reports
//! them to operators.

use crate::title::Title;

/// The reason why a deck cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "`found` and `players` are what was asked for, `min` and `max` what is allowed"
)]
pub enum RecipeError {
    #[error("{found} copies of {title}: at most {max}")]
    Copies {
        title: Title,
        found: usize,
        max: usize,
    },
    #[error("{found} cards: at most {max} in all")]
    Cards { found: usize, max: usize },
    /// More titles than a Discord menu can list.
    #[error("{found} titles that a hand may hold: at most {max}")]
    Titles { found: usize, max: usize },
    #[error("{found} players: {min} to {max}")]
    Players {
        found: usize,
        min: usize,
        max: usize,
    },
    #[error("a look at {found} cards: 1 to {max}")]
    FutureDepth { found: usize, max: usize },
    /// If the deck has this title, hands cannot be set aside face down: see `RulesetParts::check_dead_hand`.
    #[error("hands that are set aside: not together with {title}")]
    SetAside { title: Title },
    /// More than one copy of a kitten that may occur only once: see `RulesetParts::check_hazards`.
    #[error("{found} copies of {title} in a game: at most {max}")]
    Single {
        title: Title,
        found: usize,
        max: usize,
    },
    /// The deck has too few copies of a hazard for the pile, or the stored hazards include a card that is not a hazard.
    #[error("{found} copies of {title}: at least {min} for {players} players")]
    HazardCopies {
        title: Title,
        players: usize,
        found: usize,
        min: usize,
    },
    /// Too few hazards go into the pile to guarantee that all players but one are eliminated.
    #[error("{found} hazards: at least {min} for {players} players")]
    TooFewHazards {
        players: usize,
        found: usize,
        min: usize,
    },
    /// More hazards go into the pile than there are Defuses in the game.
    #[error("{found} hazards: at most {max}, one for each Defuse of {players} players")]
    TooManyHazards {
        players: usize,
        found: usize,
        max: usize,
    },
    #[error("{found} Defuses: at least {min} for {players} players")]
    Defuses {
        players: usize,
        found: usize,
        min: usize,
    },
    #[error("a stash of {found} cards: at most {max}")]
    Stash { found: usize, max: usize },
    #[error("{found} cards for each of {players} players: at most {max}")]
    CardsDealt {
        players: usize,
        found: usize,
        max: usize,
    },
}
