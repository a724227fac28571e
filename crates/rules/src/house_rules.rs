//! House rules: the few rules of an edition that a table may change. [`crate::ruleset`] applies them; their texts and
//! menu are in the `table` crate.

use serde::{Deserialize, Serialize};

crate::named! {
    /// The combos that may be played.
    pub enum Combos {
        /// Only two of the same cat. No built-in edition uses this.
        CatPairs = "cat-pairs",
        /// Two or three of any title (all editions but `classic`).
        Special = "special",
        /// Two or three of any title, and five different titles (`classic`).
        SpecialAndFive = "special-and-five",
    }
}

crate::named! {
    /// The effect of an Attack by a player who is under attack.
    pub enum AttackRule {
        /// The attacked player owes the turns still owed, plus two (all editions but `classic`).
        AddsUp = "adds-up",
        /// The attacked player owes two turns, regardless of the turns still owed (`classic`).
        Resets = "resets",
    }
}

crate::named! {
    /// The players who give a card for a Favor.
    pub enum FavorRule {
        /// One player, chosen when the Favor is played (all editions but `classic`).
        One = "one",
        /// Every other living player who has a card (`classic`).
        Everyone = "everyone",
    }
}

crate::named! {
    /// The number of decks in the game.
    #[derive(Default)]
    pub enum Decks {
        /// One deck, which every edition allows.
        #[default]
        One = "one",
        /// Two decks shuffled together (`classic` with six to nine players).
        Two = "two",
    }
}

impl Decks {
    /// Returns the number of decks: 1 or 2.
    pub fn count(self) -> u8 {
        match self {
            Decks::One => 1,
            Decks::Two => 2,
        }
    }
}

/// A table's changes to its edition. The default changes nothing: `None` keeps the edition's rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HouseRules {
    /// The combos that may be played.
    pub combos: Option<Combos>,
    /// The effect of an Attack by a player who is under attack.
    pub attack: Option<AttackRule>,
    /// The players who give a card for a Favor.
    pub favor: Option<FavorRule>,
    /// True if players may Nope their own card when it is on top. No rulebook allows this.
    pub self_nope: bool,
    /// The number of decks; one unless the table has changed it.
    pub decks: Decks,
}

crate::named! {
    /// A rule that a table may change if its edition allows it. Playing with two decks is not listed, because an
    /// edition allows it by defining a player range for two decks.
    pub enum HouseRule {
        /// See [`Combos`].
        Combos = "combos",
        /// See [`AttackRule`].
        Attack = "attack",
        /// See [`FavorRule`].
        Favor = "favor",
        /// See [`HouseRules::self_nope`].
        SelfNope = "self-nope",
    }
}

impl HouseRules {
    /// Returns true if the table has changed this rule.
    pub fn changes(&self, rule: HouseRule) -> bool {
        match rule {
            HouseRule::Combos => self.combos.is_some(),
            HouseRule::Attack => self.attack.is_some(),
            HouseRule::Favor => self.favor.is_some(),
            HouseRule::SelfNope => self.self_nope,
        }
    }

    /// Returns these house rules without any change to this rule.
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
