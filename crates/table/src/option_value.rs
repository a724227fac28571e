//! One option of a table with its value, and the words for both in menus, control ids and stored settings.
//! [`TableOptions`] contains all options.

use rules::{AttackRule, Combos, Decks, EditionId, FavorRule, HouseRules};

use crate::display_mode::DisplayMode;
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy, TableOptions};
use crate::pace::Pace;
use crate::text::Locale;

/// A value for one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// The edition. Setting it resets all house rules and removes the recipe.
    Edition(EditionId),
    /// The allowed combos; `None` for the edition's own.
    Combos(Option<Combos>),
    /// The speed of the game.
    Pace(Pace),
    /// The effect of an Attack by a player who is under attack; `None` for the edition's own rule.
    Attack(Option<AttackRule>),
    /// The players who give a card for a Favor; `None` for the edition's own rule.
    Favor(Option<FavorRule>),
    /// True to allow players to Nope their own cards.
    SelfNope(bool),
    /// The number of decks.
    Decks(Decks),
    /// The player who takes the first turn.
    First(FirstPlayer),
    /// The rule for the seat of a player who leaves a running game.
    Leavers(LeaverPolicy),
    /// The language of the public message.
    Language(Locale),
    /// How the public message shows cards: pictures or text first.
    DisplayMode(DisplayMode),
    /// The effect of the table's games on ratings.
    Rating(RatingPolicy),
    /// True if the dead see the hands of the living.
    Ghosts(bool),
}

rules::named! {
    /// An option of a table, without its value. Each page of the options panel shows its options in this order.
    #[expect(missing_docs, reason = "the same as the variants of OptionValue")]
    pub enum OptionKind {
        Edition = "edition",
        Decks = "decks",
        Pace = "pace",
        Combos = "combos",
        Attack = "attack",
        Favor = "favor",
        SelfNope = "self-nope",
        First = "first",
        Leavers = "leavers",
        Rating = "rating",
        Language = "language",
        DisplayMode = "presentation",
        Ghosts = "ghosts",
    }
}

rules::named! {
    /// A page of the options panel. All options on one page would be too long for a phone.
    pub enum OptionPage {
        /// The game: edition, decks, pace, first player, and leavers.
        Game = "game",
        /// The house rules.
        House = "house",
        /// The table's language, display mode, rating policy and ghosts.
        Look = "look",
        /// The people: admitting and removing them, and choosing the host.
        People = "people",
    }
}

impl OptionKind {
    /// Returns the page that shows this option.
    pub const fn page(self) -> OptionPage {
        match self {
            Self::Edition | Self::Decks | Self::Pace | Self::First | Self::Leavers => {
                OptionPage::Game
            }
            Self::Combos | Self::Attack | Self::Favor | Self::SelfNope => OptionPage::House,
            Self::Rating | Self::Language | Self::DisplayMode | Self::Ghosts => OptionPage::Look,
        }
    }
}

impl OptionKind {
    /// Returns true if a recipe determines this option, so that a host cannot change it.
    pub(crate) fn is_part_of_recipe(self) -> bool {
        let is_house_rule = self.page() == OptionPage::House;
        is_house_rule || self == Self::Decks || self == Self::Rating
    }
}

/// The word for the edition's own rule.
const BOOK: &str = "book";

impl OptionValue {
    /// Returns the option to which this value belongs.
    pub const fn kind(self) -> OptionKind {
        match self {
            Self::Edition(_) => OptionKind::Edition,
            Self::Combos(_) => OptionKind::Combos,
            Self::Pace(_) => OptionKind::Pace,
            Self::Attack(_) => OptionKind::Attack,
            Self::Favor(_) => OptionKind::Favor,
            Self::SelfNope(_) => OptionKind::SelfNope,
            Self::Decks(_) => OptionKind::Decks,
            Self::First(_) => OptionKind::First,
            Self::Leavers(_) => OptionKind::Leavers,
            Self::Language(_) => OptionKind::Language,
            Self::DisplayMode(_) => OptionKind::DisplayMode,
            Self::Rating(_) => OptionKind::Rating,
            Self::Ghosts(_) => OptionKind::Ghosts,
        }
    }

    /// Returns the word for this value; the inverse of [`OptionValue::parse`].
    pub fn word(self) -> String {
        match self {
            Self::Edition(edition) => edition.id().to_owned(),
            Self::Combos(combos) => combos.map_or(BOOK, Combos::id).to_owned(),
            Self::Pace(pace) => pace.id().to_owned(),
            Self::Attack(attack) => attack.map_or(BOOK, AttackRule::id).to_owned(),
            Self::Favor(favor) => favor.map_or(BOOK, FavorRule::id).to_owned(),
            Self::SelfNope(is_on) | Self::Ghosts(is_on) => {
                if is_on { "on" } else { "off" }.to_owned()
            }
            Self::Decks(decks) => decks.id().to_owned(),
            Self::First(FirstPlayer::Random) => "random".to_owned(),
            Self::First(FirstPlayer::Person(user)) => user.to_string(),
            Self::Leavers(leavers) => leavers.id().to_owned(),
            Self::Language(language) => language.id().to_owned(),
            Self::DisplayMode(display_mode) => display_mode.id().to_owned(),
            Self::Rating(rating) => rating.id().to_owned(),
        }
    }

    /// Parses the word for a value of this option; `None` if no value has this word.
    pub fn parse(kind: OptionKind, word: &str) -> Option<Self> {
        Some(match kind {
            OptionKind::Edition => Self::Edition(word.parse().ok()?),
            OptionKind::Combos => Self::Combos(or_book(word, Combos::from_id)?),
            OptionKind::Pace => Self::Pace(Pace::from_id(word)?),
            OptionKind::Attack => Self::Attack(or_book(word, AttackRule::from_id)?),
            OptionKind::Favor => Self::Favor(or_book(word, FavorRule::from_id)?),
            OptionKind::SelfNope => Self::SelfNope(on_or_off(word)?),
            OptionKind::Ghosts => Self::Ghosts(on_or_off(word)?),
            OptionKind::Decks => Self::Decks(Decks::from_id(word)?),
            OptionKind::First => Self::First(match word {
                "random" => FirstPlayer::Random,
                user => FirstPlayer::Person(user.parse().ok()?),
            }),
            OptionKind::Leavers => Self::Leavers(LeaverPolicy::from_id(word)?),
            OptionKind::Language => Self::Language(Locale::from_id(word)?),
            OptionKind::DisplayMode => Self::DisplayMode(DisplayMode::from_id(word)?),
            OptionKind::Rating => Self::Rating(RatingPolicy::from_id(word)?),
        })
    }
}

impl TableOptions {
    /// Returns these options with this value. Setting the edition also removes the recipe and all house rules.
    #[must_use]
    pub fn with(mut self, value: OptionValue) -> Self {
        match value {
            OptionValue::Edition(edition) => {
                self.edition = edition;
                self.recipe = None;
                self.house = HouseRules::default();
            }
            OptionValue::Combos(combos) => self.house.combos = combos,
            OptionValue::Pace(pace) => self.pace = pace,
            OptionValue::Attack(attack) => self.house.attack = attack,
            OptionValue::Favor(favor) => self.house.favor = favor,
            OptionValue::SelfNope(allowed) => self.house.self_nope = allowed,
            OptionValue::Decks(decks) => self.house.decks = decks,
            OptionValue::First(first) => self.first = first,
            OptionValue::Leavers(leavers) => self.leavers = leavers,
            OptionValue::Language(language) => self.language = language,
            OptionValue::DisplayMode(display_mode) => self.display_mode = display_mode,
            OptionValue::Rating(rating) => self.rating = rating,
            OptionValue::Ghosts(ghosts) => self.ghosts = ghosts,
        }
        self
    }
}

fn on_or_off(word: &str) -> Option<bool> {
    match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn or_book<T>(word: &str, from_id: fn(&str) -> Option<T>) -> Option<Option<T>> {
    match word {
        BOOK => Some(None),
        id => from_id(id).map(Some),
    }
}
