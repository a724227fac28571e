//! House rules: the few rules of an edition that a table may change. The texts and the menu for
//! them are in the crate `table`; they take effect in [`crate::ruleset`].

/// The combos that may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combos {
    /// Only two of the same cat. No built-in edition plays by this.
    CatPairs,
    /// Two or three of any title (all editions but `classic`).
    Special,
    /// Two or three of any title, and five different titles (`classic`).
    SpecialAndFive,
}

impl Combos {
    /// Every variant, in the order in which menus list them.
    pub const ALL: [Combos; 3] = [Combos::CatPairs, Combos::Special, Combos::SpecialAndFive];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            Combos::CatPairs => "cat-pairs",
            Combos::Special => "special",
            Combos::SpecialAndFive => "special-and-five",
        }
    }
}

/// The effect of an Attack by a player who is under attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttackRule {
    /// The next player owes the turns still owed, plus two (all editions but `classic`).
    AddsUp,
    /// The next player owes two turns, regardless of the turns still owed (`classic`).
    Resets,
}

impl AttackRule {
    /// Every variant, in the order in which menus list them.
    pub const ALL: [AttackRule; 2] = [AttackRule::AddsUp, AttackRule::Resets];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            AttackRule::AddsUp => "adds-up",
            AttackRule::Resets => "resets",
        }
    }
}

/// The players who give a card for a Favor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FavorRule {
    /// One player, chosen when the Favor is played (all editions but `classic`).
    One,
    /// Every other living player who has a card (`classic`).
    Everyone,
}

impl FavorRule {
    /// Every variant, in the order in which menus list them.
    pub const ALL: [FavorRule; 2] = [FavorRule::One, FavorRule::Everyone];

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            FavorRule::One => "one",
            FavorRule::Everyone => "everyone",
        }
    }
}

/// The number of decks in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Decks {
    /// One deck.
    #[default]
    One,
    /// Two decks shuffled together (`classic` with six to nine players).
    Two,
}

impl Decks {
    /// Returns the number of decks.
    pub fn count(self) -> u8 {
        match self {
            Decks::One => 1,
            Decks::Two => 2,
        }
    }
}

/// A table's changes to its edition. The default changes nothing: `None` keeps the edition's rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// The combos that may be played.
    pub combos: Option<Combos>,
    /// The effect of an Attack by a player who is under attack.
    pub attack: Option<AttackRule>,
    /// The players who give a card for a Favor.
    pub favor: Option<FavorRule>,
    /// True if players may Nope their own card on top; no rulebook allows it.
    pub self_nope: bool,
    /// The number of decks.
    pub decks: Decks,
}

/// A rule that a table may change, where its edition allows it. Two decks are not among them: an edition
/// that has numbers of players for two decks allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseRule {
    /// See [`Combos`].
    Combos,
    /// See [`AttackRule`].
    Attack,
    /// See [`FavorRule`].
    Favor,
    /// Noping one's own card.
    SelfNope,
}

impl HouseRule {
    /// Every rule.
    pub const ALL: [HouseRule; 4] = [
        HouseRule::Combos,
        HouseRule::Attack,
        HouseRule::Favor,
        HouseRule::SelfNope,
    ];

    /// Returns the fixed id used by files.
    pub fn id(self) -> &'static str {
        match self {
            HouseRule::Combos => "combos",
            HouseRule::Attack => "attack",
            HouseRule::Favor => "favor",
            HouseRule::SelfNope => "self-nope",
        }
    }
}

impl HouseRules {
    /// Returns true if this rule differs from that of the edition.
    pub fn changes(&self, rule: HouseRule) -> bool {
        match rule {
            HouseRule::Combos => self.combos.is_some(),
            HouseRule::Attack => self.attack.is_some(),
            HouseRule::Favor => self.favor.is_some(),
            HouseRule::SelfNope => self.self_nope,
        }
    }

    /// Returns these house rules with the edition's own rule in place of this one.
    #[must_use]
    pub fn without(mut self, rule: HouseRule) -> HouseRules {
        match rule {
            HouseRule::Combos => self.combos = None,
            HouseRule::Attack => self.attack = None,
            HouseRule::Favor => self.favor = None,
            HouseRule::SelfNope => self.self_nope = false,
        }
        self
    }
}
