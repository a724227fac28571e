//! What the host chooses in the lobby. Options are only wishes here: whether a game can be played
//! by them is for the rules to say.

use rules::{
    AttackRule, Combos, Decks, Edition, EditionId, FavorRule, HouseRules, Ruleset, RulesetError,
};

use crate::ids::UserId;
use crate::intent::Subject;
use crate::pace::{Pace, Paces, Spans};
use crate::text::Locale;

/// Everything that is chosen before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which rulebook.
    pub edition: EditionId,
    /// What is played otherwise than in the book.
    pub house: HouseRules,
    /// How fast.
    pub pace: Pace,
    /// What each pace means at this table; no one here can choose that.
    pub paces: Paces,
    /// Who begins.
    pub first: First,
    /// What becomes of the seat of one who leaves.
    pub leavers: Leavers,
    /// The language of the public text.
    pub language: Locale,
}

/// Who begins a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum First {
    /// Any of the players, each equally likely.
    #[default]
    Random,
    /// This one, if he sits at the table when it starts.
    Person(UserId),
}

/// What becomes of the seat of one who leaves a running game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Leavers {
    /// A computer plays on in it.
    #[default]
    StandIn,
    /// The seat is out of the game.
    Out,
}

/// One option as it is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Which rulebook. House rules go back to the book's.
    Edition(EditionId),
    /// Which combos; none means the edition's own.
    Combos(Option<Combos>),
    /// How fast.
    Pace(Pace),
    /// Whether Attacks add up; none means the edition's own.
    Attack(Option<AttackRule>),
    /// Who gives for a Favor; none means the edition's own.
    Favor(Option<FavorRule>),
    /// Whether the own card may be Noped.
    SelfNope(bool),
    /// One deck or two.
    Decks(Decks),
    /// Who begins.
    First(First),
    /// What becomes of the seat of one who leaves.
    Leavers(Leavers),
    /// The language of the public text.
    Language(Locale),
}

/// The word for the edition's own rule, in the values of menus.
const BOOK: &str = "book";

impl Options {
    /// How an edition is played when nobody chooses anything.
    pub fn of(edition: EditionId, language: Locale) -> Self {
        Self {
            edition,
            house: HouseRules::default(),
            pace: Pace::default(),
            paces: Paces::default(),
            first: First::default(),
            leavers: Leavers::default(),
            language,
        }
    }

    /// The same options with one of them changed.
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

    /// How long people have for what.
    pub fn spans(&self) -> Spans {
        self.paces.of(self.pace)
    }

    /// The rules that so many players would play by.
    ///
    /// # Errors
    /// Why these options cannot be played by so many.
    pub fn ruleset(&self, players: usize) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::built_in(self.edition), self.house, players)
    }

    /// The numbers of players that these options allow; empty if they allow none.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = usize> {
        (1..=rules::Seat::ALL.len()).filter(|&players| self.ruleset(players).is_ok())
    }
}

impl Setting {
    /// What it is about.
    pub const fn subject(self) -> Subject {
        match self {
            Self::Edition(_) => Subject::Edition,
            Self::Combos(_) => Subject::Combos,
            Self::Pace(_) => Subject::Pace,
            Self::Attack(_) => Subject::Attack,
            Self::Favor(_) => Subject::Favor,
            Self::SelfNope(_) => Subject::SelfNope,
            Self::Decks(_) => Subject::Decks,
            Self::First(_) => Subject::First,
            Self::Leavers(_) => Subject::Leavers,
            Self::Language(_) => Subject::Language,
        }
    }

    /// The word for it in the values of menus; [`Setting::parse`] reads it back.
    pub fn value(self) -> String {
        match self {
            Self::Edition(edition) => edition.id().to_owned(),
            Self::Combos(combos) => combos.map_or(BOOK, Combos::id).to_owned(),
            Self::Pace(pace) => pace.id().to_owned(),
            Self::Attack(attack) => attack.map_or(BOOK, AttackRule::id).to_owned(),
            Self::Favor(favor) => favor.map_or(BOOK, FavorRule::id).to_owned(),
            Self::SelfNope(allowed) => if allowed { "on" } else { "off" }.to_owned(),
            Self::Decks(decks) => decks_id(decks).to_owned(),
            Self::First(First::Random) => "random".to_owned(),
            Self::First(First::Person(user)) => user.to_string(),
            Self::Leavers(leavers) => leavers.id().to_owned(),
            Self::Language(language) => language.id().to_owned(),
        }
    }

    /// The setting of this subject that a value stands for, if it is one.
    pub fn parse(subject: Subject, value: &str) -> Option<Self> {
        Some(match subject {
            Subject::Edition => Self::Edition(value.parse().ok()?),
            Subject::Combos => Self::Combos(own(value, &Combos::ALL, Combos::id)?),
            Subject::Pace => Self::Pace(value.parse().ok()?),
            Subject::Attack => Self::Attack(own(value, &AttackRule::ALL, AttackRule::id)?),
            Subject::Favor => Self::Favor(own(value, &FavorRule::ALL, FavorRule::id)?),
            Subject::SelfNope => Self::SelfNope(match value {
                "on" => true,
                "off" => false,
                _ => return None,
            }),
            Subject::Decks => Self::Decks(among(value, &DECKS, decks_id)?),
            Subject::First => Self::First(match value {
                "random" => First::Random,
                user => First::Person(user.parse().ok()?),
            }),
            Subject::Leavers => Self::Leavers(among(value, &Leavers::ALL, Leavers::id)?),
            Subject::Language => Self::Language(Locale::from_id(value)?),
        })
    }
}

impl Leavers {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::StandIn, Self::Out];

    /// The word that stands for it in options and stored games.
    pub const fn id(self) -> &'static str {
        match self {
            Self::StandIn => "stand-in",
            Self::Out => "out",
        }
    }
}

/// Every choice of decks.
pub const DECKS: [Decks; 2] = [Decks::One, Decks::Two];

pub(crate) const fn decks_id(decks: Decks) -> &'static str {
    match decks {
        Decks::One => "1",
        Decks::Two => "2",
    }
}

/// The one of `all` that the word stands for.
pub(crate) fn among<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Option<T> {
    all.iter().copied().find(|&each| id(each) == word)
}

fn own<T: Copy>(word: &str, all: &[T], id: fn(T) -> &'static str) -> Option<Option<T>> {
    if word == BOOK {
        Some(None)
    } else {
        among(word, all, id).map(Some)
    }
}
