//! The rules of one game: an edition, house rules and a number of players, checked against each
//! other. An unplayable combination cannot be constructed. The values come from [`crate::edition`]
//! and [`crate::house_rules`]; this module does not depend on a running game.
//!
//! The rules of a running game are stored with it as [`RulesetParts`], because an operator can edit
//! the edition in the meantime.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::{
    action::is_zero,
    card::Shows,
    edition::{
        DeadHand, Edition, EditionId, MAX_FUTURE_DEPTH, PlayerRange, ShuffleRule, SpareDefuses,
    },
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule, HouseRules},
    seat::{Seat, SeatSet},
    stored_form::counts,
    title::{Title, TitleSet},
};

/// The reason why these rules are unplayable with this number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The edition does not allow two decks.
    #[error("this edition is not played with two decks")]
    TwoDecks,
    /// The edition does not let a table change this rule.
    #[error("this edition does not allow the house rule {}", .0.id())]
    HouseRule(HouseRule),
    /// Too few or too many players for the edition and its decks.
    #[error("a table of {players}, where {} players", allowed_players(*decks, *min, *max))]
    Players {
        /// The requested number of players.
        players: usize,
        /// The requested number of decks.
        decks: Decks,
        /// The smallest number allowed.
        min: u8,
        /// The largest number allowed.
        max: u8,
    },
}

/// Every value of a [`Ruleset`], for storing it and reading it back without consulting an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetParts {
    /// The edition the rules are based on; it determines the cards and the rulebook.
    pub edition: EditionId,
    /// The house rules as chosen by the table. Only `self_nope` takes effect from here; the others
    /// have been resolved into the fields below.
    pub house: HouseRules,
    /// The number of players, at least 2.
    pub players: u8,
    /// Every card of the deck, or of both decks, including those removed by the setup.
    #[serde(with = "counts")]
    pub deck: Hand,
    /// The number of cards that each player is dealt besides their one Defuse.
    pub cards_dealt: u8,
    /// The number of Defuses in the draw pile besides the one for each player.
    pub spare_defuse_count: u8,
    /// The hazards that go into the draw pile after the deal.
    #[serde(with = "counts")]
    pub hazards: Hand,
    /// When the spare Defuses go into the draw pile.
    pub spare_defuses: SpareDefuses,
    /// The number of cards that See the Future shows: 1 to [`MAX_FUTURE_DEPTH`].
    pub future_depth: u8,
    /// The combos that may be played.
    pub combos: Combos,
    /// The effect of an Attack by a player who is under attack.
    pub attack: AttackRule,
    /// The players who give a card for a Favor.
    pub favor: FavorRule,
    /// How a Shuffle takes effect.
    pub shuffle: ShuffleRule,
    /// Where a dead player's cards go.
    pub dead_hand: DeadHand,
    /// The number of cards set aside as the stash before the deal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stash_cards: u8,
}

/// The error for building a [`Ruleset`] from parts that do not allow a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these rules do not allow a deal")]
pub struct RulesetPartsError;

impl RulesetParts {
    /// Returns true if the deck is large enough for the deal and small enough for a game.
    fn can_be_dealt(&self) -> bool {
        let count = |title| usize::from(self.deck.count(title));
        let defuses = count(Title::Defuse);
        let hazards: usize = TitleSet::HAZARDS.iter().map(count).sum();
        let put_in = usize::from(self.hazards.total());
        let cards: usize = Title::ALL.into_iter().map(count).sum();
        let players = usize::from(self.players);
        let spare = usize::from(self.spare_defuse_count);
        let stash = usize::from(self.stash_cards);
        let dealt_spare = match self.spare_defuses {
            SpareDefuses::BeforeDeal => spare,
            SpareDefuses::AfterDeal => 0,
        };
        (2..=Seat::COUNT).contains(&players)
            && (1..=MAX_FUTURE_DEPTH).contains(&self.future_depth.into())
            && cards <= Hand::MAX_CARDS
            && put_in + 1 >= players + count(Title::StreakingKitten)
            && self.hazards.titles().all(|title| {
                title.hazard().is_some() && self.hazards.count(title) <= self.deck.count(title)
            })
            && defuses >= players + spare
            && usize::from(self.cards_dealt) * players + stash
                <= cards - hazards - defuses + dealt_spare
    }
}

/// Describes the number of players for these decks.
fn allowed_players(decks: Decks, min: u8, max: u8) -> String {
    let decks = match decks {
        Decks::One => "one deck is",
        Decks::Two => "two decks are",
    };
    if min == max {
        format!("{decks} for {max}")
    } else {
        format!("{decks} for {min} to {max}")
    }
}

/// The rules of one game, known to allow a deal. Cheap to copy. Holds the values of
/// [`RulesetParts`] and is stored in that form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RulesetParts", try_from = "RulesetParts")]
pub struct Ruleset {
    parts: RulesetParts,
    /// The titles of the deck.
    titles: TitleSet,
}

impl Deref for Ruleset {
    type Target = RulesetParts;

    fn deref(&self) -> &RulesetParts {
        &self.parts
    }
}

impl From<Ruleset> for RulesetParts {
    fn from(rules: Ruleset) -> RulesetParts {
        rules.parts
    }
}

/// Reads stored rules, without consulting the current edition.
impl TryFrom<RulesetParts> for Ruleset {
    type Error = RulesetPartsError;

    fn try_from(parts: RulesetParts) -> Result<Ruleset, RulesetPartsError> {
        if parts.can_be_dealt() {
            Ok(Ruleset::with_titles(parts))
        } else {
            Err(RulesetPartsError)
        }
    }
}

impl Ruleset {
    /// Combines an edition, house rules and a number of players.
    ///
    /// # Errors
    /// Fails if the edition does not allow this number of players or decks, or one of the house rules.
    pub fn new(
        edition: &Edition,
        house: HouseRules,
        players: usize,
    ) -> Result<Ruleset, RulesetError> {
        let forbidden = |&rule: &HouseRule| house.changes(rule) && !edition.allows(rule);
        if let Some(rule) = HouseRule::ALL.into_iter().find(forbidden) {
            return Err(RulesetError::HouseRule(rule));
        }
        let range = edition.players(house.decks).ok_or(RulesetError::TwoDecks)?;
        let PlayerRange { min, max } = range;
        let seats = u8::try_from(players)
            .ok()
            .filter(|_| range.contains(players))
            .ok_or(RulesetError::Players {
                players,
                decks: house.decks,
                min,
                max,
            })?;
        let mut deck = edition.deck;
        if house.decks == Decks::Two {
            deck.add_all(&edition.deck);
        }
        Ok(Ruleset::with_titles(RulesetParts {
            edition: edition.id,
            house,
            players: seats,
            deck,
            cards_dealt: edition.cards_dealt,
            spare_defuse_count: edition.spare_defuse_count(house.decks.count(), seats),
            hazards: edition.hazards(seats),
            stash_cards: edition.stash_cards,
            spare_defuses: edition.spare_defuses,
            future_depth: edition.future_depth,
            combos: house.combos.unwrap_or(edition.combos),
            attack: house.attack.unwrap_or(edition.attack),
            favor: house.favor.unwrap_or(edition.favor),
            shuffle: edition.shuffle,
            dead_hand: edition.dead_hand,
        }))
    }

    fn with_titles(parts: RulesetParts) -> Ruleset {
        let titles = parts.deck.holding(1);
        Ruleset { parts, titles }
    }

    /// Returns the edition the rules are based on.
    pub fn edition(&self) -> EditionId {
        self.edition
    }

    /// Returns the house rules as chosen by the table.
    pub fn house_rules(&self) -> HouseRules {
        self.house
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// Returns the seats in play: 0 to the number of players minus 1.
    pub fn seats(&self) -> SeatSet {
        SeatSet::first(self.players())
    }

    /// Returns the titles of the deck.
    pub fn titles(&self) -> TitleSet {
        self.titles
    }

    /// Returns the titles that a triple may demand: all except the hazards.
    pub fn nameable_titles(&self) -> TitleSet {
        self.titles.minus(TitleSet::HAZARDS)
    }

    /// Returns how many hazards there are beyond those needed to leave a single player.
    pub fn surplus_hazards(&self) -> usize {
        (usize::from(self.hazards.total()) + 1).saturating_sub(self.players())
    }

    /// Returns the cards removed from the game by the setup.
    pub fn removed_cards(&self) -> Hand {
        let mut removed = Hand::EMPTY;
        let kept = self.spare_defuse_count + self.players;
        removed.set(Title::Defuse, self.deck.count(Title::Defuse) - kept);
        for title in TitleSet::HAZARDS.iter() {
            removed.set(title, self.deck.count(title) - self.hazards.count(title));
        }
        removed
    }

    /// Returns how many cards See the Future shows.
    pub fn future_depth(&self) -> usize {
        self.future_depth.into()
    }

    /// Returns how many cards of the draw pile a card of this title shows, provided the pile has that many.
    pub fn cards_shown(&self, title: Title) -> usize {
        match title.spec().shows {
            Shows::Nothing => 0,
            Shows::TopByEdition => self.future_depth(),
            Shows::Top(cards) => cards.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> RulesetParts {
        let travel = Edition::built_in(EditionId::TRAVEL);
        let rules = Ruleset::new(travel, HouseRules::default(), 4).expect("travel is for four");
        *rules
    }

    #[test]
    fn every_ruleset_can_be_rebuilt_from_its_parts() {
        for id in EditionId::with_drafts() {
            for decks in [Decks::One, Decks::Two] {
                let house = HouseRules {
                    combos: Some(Combos::CatPairs),
                    self_nope: true,
                    decks,
                    ..HouseRules::default()
                };
                let playable = (2..=Seat::COUNT)
                    .filter_map(|players| Ruleset::new(Edition::built_in(id), house, players).ok());
                for rules in playable {
                    assert_eq!(Ruleset::try_from(*rules), Ok(rules));
                }
            }
        }
    }

    #[test]
    fn a_house_rule_that_the_edition_does_not_allow_is_refused() {
        let imploding = Edition::built_in(EditionId::IMPLODING);
        let rules = |house| Ruleset::new(imploding, house, 4).map(|_| ());
        let attack = HouseRules {
            attack: Some(AttackRule::Resets),
            ..HouseRules::default()
        };
        let refused = Err(RulesetError::HouseRule(HouseRule::Attack));
        assert_eq!(rules(attack), refused);
        assert_eq!(rules(attack.without(HouseRule::Attack)), Ok(()));
        let decks = HouseRules {
            decks: Decks::Two,
            ..HouseRules::default()
        };
        assert_eq!(rules(decks), Err(RulesetError::TwoDecks));
    }

    #[test]
    fn parts_that_cannot_be_dealt_are_refused() {
        type Change = fn(&mut RulesetParts);
        let changes: [Change; 8] = [
            |parts| parts.players = 1,
            |parts| parts.players = 10,
            |parts| parts.future_depth = 0,
            |parts| parts.future_depth = 4,
            |parts| parts.spare_defuse_count += 1,
            |parts| parts.deck.set(Title::ExplodingKitten, 2),
            |parts| parts.deck.set(Title::Skip, 100),
            |parts| parts.cards_dealt = 9,
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut parts = parts();
            change(&mut parts);
            assert_eq!(
                Ruleset::try_from(parts),
                Err(RulesetPartsError),
                "change {number}"
            );
        }
    }
}
