//! The options of a table, most of which the host chooses in the lobby. They are not validated here: `rules::Ruleset`
//! decides whether a game can be played with them.

use players::Strength;
use rules::{Decks, EditionId, Editions, HouseRules, Recipe, Ruleset, RulesetError};
use serde::{Deserialize, Serialize};

use crate::display_mode::DisplayMode;
use crate::ids::UserId;
use crate::pace::{Pace, Paces, TimeLimits};
use crate::recipe_list::ChosenRecipe;
use crate::text::Locale;

pub use crate::option_value::OptionValue;

/// All options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableOptions {
    /// The edition whose rules apply.
    pub edition: EditionId,
    /// The recipe, if any. Its deck and rules replace those of `edition`, which is its base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<ChosenRecipe>,
    /// True if the server opens tables only with its own recipes, so that the host cannot choose another deck.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_deck_fixed: bool,
    /// The house rules, which deviate from the edition's rules.
    pub house: HouseRules,
    /// The speed of the game.
    pub pace: Pace,
    /// The time limits of every pace. The table copies them from its [`TableConfig`](crate::config::TableConfig) when
    /// it opens and before each further game, so that the limits of a running game never change.
    pub paces: Paces,
    /// The player who takes the first turn.
    pub first: FirstPlayer,
    /// The rule for the seat of a player who leaves a running game.
    pub leavers: LeaverPolicy,
    /// The language of the public message.
    pub language: Locale,
    /// How the public message shows cards. [`DisplayMode::TextFirst`] applies to all private messages as well.
    pub display_mode: DisplayMode,
    /// The effect of the table's games on ratings.
    #[serde(default)]
    pub rating: RatingPolicy,
    /// True if the dead see the hands of the living, in their own panels.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ghosts: bool,
    /// True if the person who opened the table had never finished a game: the lobby then offers them gentle computers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_game: bool,
    /// True if calls were disabled on the server when the table was opened, so that the lobby does not offer them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub are_calls_off: bool,
}

/// The player who takes the first turn of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Option<UserId>", from = "Option<UserId>")]
pub enum FirstPlayer {
    /// A random player, each equally likely.
    #[default]
    Random,
    /// This person, if they are seated when the game starts; otherwise a random player.
    Person(UserId),
}

impl From<FirstPlayer> for Option<UserId> {
    fn from(first: FirstPlayer) -> Self {
        match first {
            FirstPlayer::Random => None,
            FirstPlayer::Person(user) => Some(user),
        }
    }
}

impl From<Option<UserId>> for FirstPlayer {
    fn from(user: Option<UserId>) -> Self {
        user.map_or(Self::Random, Self::Person)
    }
}

rules::named! {
    /// The rule for the seat of a player who leaves a running game.
    #[derive(Default)]
    pub enum LeaverPolicy {
        /// A computer player takes it over.
        #[default]
        StandIn = "stand-in",
        /// The seat is removed from the game.
        Out = "out",
    }
}

rules::named! {
    /// The effect of a table's games on ratings.
    #[derive(Default)]
    pub enum RatingPolicy {
        /// Games of at least two people are rated, unless a recipe is played.
        #[default]
        Rated = "rated",
        /// The host has chosen that no game is rated.
        Friendly = "friendly",
        /// No game on this server is rated, and hosts cannot change that.
        Off = "off",
    }
}

impl TableOptions {
    /// Returns these options for a person's first game: gentle computers and, if `may_choose_edition`, the easiest
    /// edition, without house rules or a recipe.
    #[must_use]
    pub fn for_first_game(self, may_choose_edition: bool) -> Self {
        let options = if may_choose_edition {
            self.with(OptionValue::Edition(EditionId::CLASSIC))
        } else {
            self
        };
        Self {
            first_game: true,
            ..options
        }
    }

    /// Returns the strength of the computers that the lobby offers to a person who is alone in it.
    pub(crate) fn opponent_strength(&self) -> Strength {
        if self.first_game {
            Strength::Kitten
        } else {
            Strength::Cat
        }
    }

    /// Returns the default options of an edition.
    pub fn of(edition: EditionId, language: Locale) -> Self {
        Self {
            edition,
            recipe: None,
            is_deck_fixed: false,
            house: HouseRules::default(),
            pace: Pace::default(),
            paces: Paces::default(),
            first: FirstPlayer::default(),
            leavers: LeaverPolicy::default(),
            language,
            display_mode: DisplayMode::default(),
            rating: RatingPolicy::default(),
            ghosts: false,
            first_game: false,
            are_calls_off: false,
        }
    }

    #[must_use]
    pub(crate) fn with_paces(self, paces: Paces) -> Self {
        Self { paces, ..self }
    }

    /// Returns the time limits of the chosen pace.
    pub fn time_limits(&self) -> TimeLimits {
        self.paces.limits(self.pace)
    }

    /// Returns the rules for this number of players, using the current editions.
    ///
    /// # Errors
    /// [`RulesetError`] if this number of players cannot play with these options.
    pub fn ruleset(&self, editions: &Editions, players: usize) -> Result<Ruleset, RulesetError> {
        match self.recipe {
            None => Ruleset::new(editions.get(self.edition), self.house, players),
            Some(chosen) => recipe_rules(chosen, players),
        }
    }

    /// Returns these options with a recipe and its base edition, without house rules.
    #[must_use]
    pub fn with_recipe(self, recipe: ChosenRecipe) -> Self {
        let base = Recipe::from_code(recipe.code.as_str()).map(|recipe| recipe.base);
        let options = self.with(OptionValue::Edition(base.unwrap_or(self.edition)));
        Self {
            recipe: Some(recipe),
            ..options
        }
    }

    /// Returns true if the table's games may change ratings.
    pub(crate) fn is_rated(&self) -> bool {
        self.rating == RatingPolicy::Rated && self.recipe.is_none()
    }

    /// Returns the numbers of players that these options allow, in ascending order.
    pub fn players(&self, editions: &Editions) -> impl DoubleEndedIterator<Item = usize> {
        (1..=rules::Seat::ALL.len()).filter(|&players| self.ruleset(editions, players).is_ok())
    }
}

/// Returns the rules of a recipe. A recipe that this release cannot play, for example because its base has changed,
/// fails for every number of players.
fn recipe_rules(chosen: ChosenRecipe, players: usize) -> Result<Ruleset, RulesetError> {
    let recipe = Recipe::from_code(chosen.code.as_str()).ok();
    let rules = recipe.and_then(|recipe| recipe.check(players).ok());
    rules.ok_or_else(|| {
        let range = recipe.and_then(|recipe| recipe.players().ok());
        let (min, max) = range.map_or((0, 0), |range| (range.min, range.max));
        RulesetError::Players {
            players,
            decks: Decks::One,
            min,
            max,
        }
    })
}
