//! What a table may change of its edition.

/// Which combos may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combos {
    /// Only two of the same cat.
    CatPairs,
    /// Two or three of any title.
    Special,
    /// The same, and five different titles (`classic`).
    SpecialAndFive,
}

impl Combos {
    /// Every choice.
    pub const ALL: [Combos; 3] = [Combos::CatPairs, Combos::Special, Combos::SpecialAndFive];

    /// The fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            Combos::CatPairs => "cat-pairs",
            Combos::Special => "special",
            Combos::SpecialAndFive => "special-and-five",
        }
    }
}

/// What an Attack by a player under attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttackRule {
    /// The turns still owed pass on, and two more.
    AddsUp,
    /// The next player owes two, whatever was owed (`classic`).
    Resets,
}

impl AttackRule {
    /// Every choice.
    pub const ALL: [AttackRule; 2] = [AttackRule::AddsUp, AttackRule::Resets];

    /// The fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            AttackRule::AddsUp => "adds-up",
            AttackRule::Resets => "resets",
        }
    }
}

/// Who gives on a Favor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FavorRule {
    /// One player, named when it is played.
    One,
    /// Every other living player who has a card (`classic`).
    Everyone,
}

impl FavorRule {
    /// Every choice.
    pub const ALL: [FavorRule; 2] = [FavorRule::One, FavorRule::Everyone];

    /// The fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            FavorRule::One => "one",
            FavorRule::Everyone => "everyone",
        }
    }
}

/// With how many decks the game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Decks {
    /// One.
    #[default]
    One,
    /// Two, mixed (`classic` with six to nine players).
    Two,
}

impl Decks {
    /// As a number.
    pub fn count(self) -> u8 {
        match self {
            Decks::One => 1,
            Decks::Two => 2,
        }
    }
}

/// What the house changes. The default changes nothing: `None` leaves a rule as the edition has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// Which combos may be played.
    pub combos: Option<Combos>,
    /// What an Attack under attack does.
    pub attack: Option<AttackRule>,
    /// Who gives on a Favor.
    pub favor: Option<FavorRule>,
    /// Whether one may Nope the own card on top; no rulebook lets one.
    pub self_nope: bool,
    /// With how many decks.
    pub decks: Decks,
}
