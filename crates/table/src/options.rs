//! The options that the host chooses in the lobby. Nothing is checked here: `rules::Ruleset` decides
//! if a game can be played by them.

use rules::{
    AttackRule, Combos, Decks, EditionId, Editions, FavorRule, HouseRules, Ruleset, RulesetError,
};

use crate::ids::UserId;
use crate::intent::SettingKind;
use crate::pace::{Pace, Paces, TimeLimits};
use crate::text::Locale;

/// All options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    /// The rulebook.
    pub edition: EditionId,
    /// The deviations from the rulebook.
    pub house: HouseRules,
    /// The speed of the game.
    pub pace: Pace,
    /// The time limits of every pace. The table copies them from its
    /// [`TableConfig`](crate::config::TableConfig) when it opens and before each further game, so
    /// that those of a running game never change.
    pub paces: Paces,
    /// The player who takes the first turn.
    pub first: FirstPlayer,
    /// The rule for the seat of a player who leaves a running game.
    pub leavers: LeaverPolicy,
    /// The language of the public message.
    pub language: Locale,
}

/// The player who takes the first turn of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstPlayer {
    /// Any player, each equally likely.
    #[default]
    Random,
    /// This person, if they are seated when the game starts; otherwise any player.
    Person(UserId),
}

/// The rule for the seat of a player who leaves a running game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LeaverPolicy {
    /// A computer player takes it over.
    #[default]
    StandIn,
    /// The seat drops out of the game.
    Out,
}

/// A new value for one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The rulebook. It resets all house rules to those of the book.
    Edition(EditionId),
    /// The allowed combos; `None` for those of the edition.
    Combos(Option<Combos>),
    /// The speed of the game.
    Pace(Pace),
    /// The effect of a second Attack; `None` for that of the edition.
    Attack(Option<AttackRule>),
    /// The player or players who give a card for a Favor; `None` for the rule of the edition.
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
}

/// The menu value for the edition's own rule.
const BOOK: &str = "book";

impl TableOptions {
    /// Returns the default options of an edition.
    pub fn of(edition: EditionId, language: Locale) -> Self {
        Self {
            edition,
            house: HouseRules::default(),
            pace: Pace::default(),
            paces: Paces::default(),
            first: FirstPlayer::default(),
            leavers: LeaverPolicy::default(),
            language,
        }
    }

    /// Returns these options with one of them changed.
    #[must_use]
    pub fn with(mut self, setting: Setting) -> Self {
        match setting {
            Setting::Edition(edition) => {
                self.edition = edition;
                self.house = HouseRules::default();
            }
            Setting::Combos(combos) => self.house.combos = combos,
            Setting::Pace(pace) => self.pace = pace,
            Setting::Attack(attack) => self.house.attack = attack,
            Setting::Favor(favor) => self.house.favor = favor,
            Setting::SelfNope(allowed) => self.house.self_nope = allowed,
            Setting::Decks(decks) => self.house.decks = decks,
            Setting::First(first) => self.first = first,
            Setting::Leavers(leavers) => self.leavers = leavers,
            Setting::Language(language) => self.language = language,
        }
        self
    }

    /// Returns these options with other time limits.
    #[must_use]
    pub(crate) fn with_paces(self, paces: Paces) -> Self {
        Self { paces, ..self }
    }

    /// Returns the time limits of the chosen pace.
    pub fn time_limits(&self) -> TimeLimits {
        self.paces.limits(self.pace)
    }

    /// Returns the rules for this number of players, by the editions as they are now.
    ///
    /// # Errors
    /// [`RulesetError`] if this number of players cannot play by these options.
    pub fn ruleset(&self, editions: &Editions, players: usize) -> Result<Ruleset, RulesetError> {
        Ruleset::new(editions.get(self.edition), self.house, players)
    }

    /// Returns the numbers of players that these options allow, ascending; empty if they allow none.
    pub fn players(&self, editions: &Editions) -> impl DoubleEndedIterator<Item = usize> {
        (1..=rules::Seat::ALL.len()).filter(|&players| self.ruleset(editions, players).is_ok())
    }
}

impl Setting {
    /// Returns the option that this setting changes.
    pub const fn kind(self) -> SettingKind {
        match self {
            Self::Edition(_) => SettingKind::Edition,
            Self::Combos(_) => SettingKind::Combos,
            Self::Pace(_) => SettingKind::Pace,
            Self::Attack(_) => SettingKind::Attack,
            Self::Favor(_) => SettingKind::Favor,
            Self::SelfNope(_) => SettingKind::SelfNope,
            Self::Decks(_) => SettingKind::Decks,
            Self::First(_) => SettingKind::First,
            Self::Leavers(_) => SettingKind::Leavers,
            Self::Language(_) => SettingKind::Language,
        }
    }

    /// Returns the menu value for this setting; [`Setting::parse`] is the inverse.
    pub fn value(self) -> String {
        match self {
            Self::Edition(edition) => edition.id().to_owned(),
            Self::Combos(combos) => combos.map_or(BOOK, Combos::id).to_owned(),
            Self::Pace(pace) => pace.id().to_owned(),
            Self::Attack(attack) => attack.map_or(BOOK, AttackRule::id).to_owned(),
            Self::Favor(favor) => favor.map_or(BOOK, FavorRule::id).to_owned(),
            Self::SelfNope(allowed) => if allowed { "on" } else { "off" }.to_owned(),
            Self::Decks(decks) => decks_id(decks).to_owned(),
            Self::First(FirstPlayer::Random) => "random".to_owned(),
            Self::First(FirstPlayer::Person(user)) => user.to_string(),
            Self::Leavers(leavers) => leavers.id().to_owned(),
            Self::Language(language) => language.id().to_owned(),
        }
    }

    /// Parses a menu value of this kind of setting; `None` if the menu offers no such value.
    pub fn parse(kind: SettingKind, value: &str) -> Option<Self> {
        Some(match kind {
            SettingKind::Edition => Self::Edition(value.parse().ok()?),
            SettingKind::Combos => Self::Combos(or_book(value, &Combos::ALL, Combos::id)?),
            SettingKind::Pace => Self::Pace(value.parse().ok()?),
            SettingKind::Attack => Self::Attack(or_book(value, &AttackRule::ALL, AttackRule::id)?),
            SettingKind::Favor => Self::Favor(or_book(value, &FavorRule::ALL, FavorRule::id)?),
            SettingKind::SelfNope => Self::SelfNope(match value {
                "on" => true,
                "off" => false,
                _ => return None,
            }),
            SettingKind::Decks => Self::Decks(find_by_id(value, &DECKS, decks_id)?),
            SettingKind::First => Self::First(match value {
                "random" => FirstPlayer::Random,
                user => FirstPlayer::Person(user.parse().ok()?),
            }),
            SettingKind::Leavers => {
                Self::Leavers(find_by_id(value, &LeaverPolicy::ALL, LeaverPolicy::id)?)
            }
            SettingKind::Language => Self::Language(Locale::from_id(value)?),
        })
    }
}

impl LeaverPolicy {
    /// Both policies, the default first.
    pub const ALL: [Self; 2] = [Self::StandIn, Self::Out];

    /// Returns the word that stands for this policy in menus and in the journal.
    pub const fn id(self) -> &'static str {
        match self {
            Self::StandIn => "stand-in",
            Self::Out => "out",
        }
    }
}

/// Both numbers of decks, the default first.
pub const DECKS: [Decks; 2] = [Decks::One, Decks::Two];

pub(crate) const fn decks_id(decks: Decks) -> &'static str {
    match decks {
        Decks::One => "1",
        Decks::Two => "2",
    }
}

/// Returns the value in `all` whose id is `word`.
pub(crate) fn find_by_id<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Option<T> {
    all.iter().copied().find(|&each| id(each) == word)
}

fn or_book<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Option<Option<T>> {
    if word == BOOK {
        Some(None)
    } else {
        find_by_id(word, all, id).map(Some)
    }
}
