//! A change of one option in the lobby, and its form in menus and in the ids of controls.

use rules::{AttackRule, Combos, Decks, EditionId, FavorRule, HouseRules};

use crate::options::{DECKS, FirstPlayer, LeaverPolicy, TableOptions, decks_id, find_by_id};
use crate::pace::Pace;
use crate::presentation::Presentation;
use crate::text::Locale;

/// A new value for one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Pictures, or text first.
    Presentation(Presentation),
}

/// The option that a [`Setting`] changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingKind {
    /// The rulebook.
    Edition,
    /// The allowed combos.
    Combos,
    /// The speed of the game.
    Pace,
    /// The effect of a second Attack.
    Attack,
    /// The player or players who give a card for a Favor.
    Favor,
    /// Permission to Nope one's own cards.
    SelfNope,
    /// The number of decks.
    Decks,
    /// The player who takes the first turn.
    First,
    /// The rule for the seat of a player who leaves a running game.
    Leavers,
    /// The language of the public message.
    Language,
    /// Pictures, or text first.
    Presentation,
}

/// The menu value for the edition's own rule.
const BOOK: &str = "book";

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
            Self::Presentation(_) => SettingKind::Presentation,
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
            Self::Presentation(presentation) => presentation_id(presentation).to_owned(),
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
            SettingKind::Presentation => {
                Self::Presentation(find_by_id(value, &Presentation::ALL, presentation_id)?)
            }
        })
    }
}

impl SettingKind {
    /// Every kind, in the order in which the options panel shows them.
    pub const ALL: [Self; 11] = [
        Self::Edition,
        Self::Decks,
        Self::Pace,
        Self::Combos,
        Self::Attack,
        Self::Favor,
        Self::SelfNope,
        Self::First,
        Self::Leavers,
        Self::Language,
        Self::Presentation,
    ];

    /// Returns the word that stands for this kind in the ids of controls.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Edition => "edition",
            Self::Combos => "combos",
            Self::Pace => "pace",
            Self::Attack => "attack",
            Self::Favor => "favor",
            Self::SelfNope => "self-nope",
            Self::Decks => "decks",
            Self::First => "first",
            Self::Leavers => "leavers",
            Self::Language => "language",
            Self::Presentation => "presentation",
        }
    }
}

impl TableOptions {
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
            Setting::Presentation(presentation) => self.presentation = presentation,
        }
        self
    }
}

const fn presentation_id(presentation: Presentation) -> &'static str {
    match presentation {
        Presentation::Pictures => "pictures",
        Presentation::TextFirst => "text-first",
    }
}

fn or_book<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Option<Option<T>> {
    if word == BOOK {
        Some(None)
    } else {
        find_by_id(word, all, id).map(Some)
    }
}
