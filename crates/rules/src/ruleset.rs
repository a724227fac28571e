//! The rules of one game: a rulebook, house rules and a number of players, checked against each
//! other. An unplayable combination cannot be constructed. The values come from [`crate::rulebook`]
//! and [`crate::house_rules`]; this module does not depend on a running game.
//!
//! The rules of a running game are stored with it as [`RulesetParts`], because an operator can edit the edition while
//! the game is running.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::{
    action::is_zero,
    card::Shows,
    edition::{Edition, EditionId, PlayerRange},
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule, HouseRules},
    recipe_code::RecipeCode,
    recipe_error::RecipeError,
    rulebook::{DeadHand, MAX_FUTURE_DEPTH, MAX_TITLES, Rulebook, ShuffleRule, SpareDefuses},
    seat::{Seat, SeatSet},
    stored_form::counts,
    title::{Title, TitleSet},
};

/// The reason why an edition does not allow these house rules or this number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The edition does not allow two decks.
    #[error("this edition is not played with two decks")]
    TwoDecks,
    /// The edition does not let a table change this rule.
    #[error("this edition does not allow the house rule {}", .0.id())]
    HouseRule(HouseRule),
    /// Too few or too many players for the edition and the number of decks.
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
    /// The edition the rules are based on.
    pub edition: EditionId,
    /// The code of the recipe, if the rules come from one. Such games are not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<RecipeCode>,
    /// The house rules as chosen by the table. Only the value of `self_nope` is used in the game; the other house rules
    /// have been resolved into the fields below.
    pub house: HouseRules,
    /// The number of players, at least 2.
    pub players: u8,
    /// Every card of the deck, or of both decks, including cards that the setup removes.
    #[serde(with = "counts")]
    pub deck: Hand,
    /// The number of cards that each player is dealt besides their one Defuse.
    pub cards_dealt: u8,
    /// The number of Defuses in the game beyond one for each player.
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

impl RulesetParts {
    /// Combines a rulebook, house rules and a number of players, without checking the result.
    pub(crate) fn new(
        edition: EditionId,
        rulebook: &Rulebook,
        house: HouseRules,
        players: u8,
    ) -> RulesetParts {
        let mut deck = rulebook.deck;
        if house.decks == Decks::Two {
            deck.add_all(&rulebook.deck);
        }
        RulesetParts {
            edition,
            recipe: None,
            house,
            players,
            deck,
            cards_dealt: rulebook.cards_dealt,
            spare_defuse_count: rulebook.spare_defuse_count(house.decks.count(), players),
            hazards: rulebook.hazards(players),
            stash_cards: rulebook.stash_cards,
            spare_defuses: rulebook.spare_defuses,
            future_depth: rulebook.future_depth,
            combos: house.combos.unwrap_or(rulebook.combos),
            attack: house.attack.unwrap_or(rulebook.attack),
            favor: house.favor.unwrap_or(rulebook.favor),
            shuffle: rulebook.shuffle,
            dead_hand: rulebook.dead_hand,
        }
    }

    fn copies(&self, title: Title) -> usize {
        self.deck.count(title).into()
    }

    /// Checks that a game with these rules can be dealt, played to its end and shown.
    pub(crate) fn check(&self) -> Result<(), RecipeError> {
        self.check_size()?;
        self.check_dead_hand()?;
        self.check_hazards()?;
        let (min, found) = (self.defuses_in_play(), self.copies(Title::Defuse));
        let players = self.players.into();
        if found < min {
            return Err(RecipeError::Defuses {
                players,
                found,
                min,
            });
        }
        self.check_deal()
    }

    /// Returns the number of Defuses in the hands and the pile.
    fn defuses_in_play(&self) -> usize {
        usize::from(self.players) + usize::from(self.spare_defuse_count)
    }

    fn check_size(&self) -> Result<(), RecipeError> {
        let (found, max) = (self.players.into(), Seat::COUNT);
        if !(2..=max).contains(&found) {
            return Err(RecipeError::Players { found, min: 2, max });
        }
        let (found, max) = (self.future_depth.into(), MAX_FUTURE_DEPTH);
        if !(1..=max).contains(&found) {
            return Err(RecipeError::FutureDepth { found, max });
        }
        let (found, max) = (
            Title::ALL.map(|title| self.copies(title)).iter().sum(),
            Hand::MAX_CARDS,
        );
        if found > max {
            return Err(RecipeError::Cards { found, max });
        }
        let can_hide = self.copies(Title::StreakingKitten) > 0;
        let in_hands =
            |title: &Title| self.deck.has(*title) && (can_hide || title.hazard().is_none());
        let (found, max) = (
            Title::ALL.iter().filter(|title| in_hands(title)).count(),
            MAX_TITLES,
        );
        if found > max {
            return Err(RecipeError::Titles { found, max });
        }
        Ok(())
    }

    /// Rejects setting hands aside if the deck has a Streaking or Imploding Kitten: a face-down hand could hide a
    /// kitten for the rest of the game, and the face-up card in front of a dead player must be an Exploding Kitten.
    fn check_dead_hand(&self) -> Result<(), RecipeError> {
        let mut titles = [Title::StreakingKitten, Title::ImplodingKitten].into_iter();
        match (self.dead_hand, titles.find(|title| self.deck.has(*title))) {
            (DeadHand::SetAside, Some(title)) => Err(RecipeError::SetAside { title }),
            (DeadHand::SetAside | DeadHand::Discarded, _) => Ok(()),
        }
    }

    fn check_hazards(&self) -> Result<(), RecipeError> {
        let players = self.players.into();
        // With two Imploding Kittens, one could be face up while the other is drawn face down, and players could not
        // tell which is where. With two Streaking Kittens, a player could die of two kittens at once, leaving too few
        // for the others.
        let streaking = self.copies(Title::StreakingKitten);
        let imploding = self.hazards.count(Title::ImplodingKitten).into();
        for (title, found) in [
            (Title::ImplodingKitten, imploding),
            (Title::StreakingKitten, streaking),
        ] {
            if found > 1 {
                return Err(RecipeError::Single {
                    title,
                    found,
                    max: 1,
                });
            }
        }
        for title in self.hazards.titles() {
            let (min, found) = (self.hazards.count(title).into(), self.copies(title));
            if found < min || title.hazard().is_none() {
                return Err(RecipeError::HazardCopies {
                    title,
                    players,
                    found,
                    min,
                });
            }
        }
        let (found, min) = (self.hazards.total().into(), players - 1 + streaking);
        if found < min {
            return Err(RecipeError::TooFewHazards {
                players,
                found,
                min,
            });
        }
        let max = self.defuses_in_play();
        if found > max {
            return Err(RecipeError::TooManyHazards {
                players,
                found,
                max,
            });
        }
        Ok(())
    }

    fn check_deal(&self) -> Result<(), RecipeError> {
        let set_aside = TitleSet::HAZARDS.with(Title::Defuse);
        let others: usize = self
            .deck
            .holding(1)
            .minus(set_aside)
            .iter()
            .map(|title| self.copies(title))
            .sum();
        let (found, max) = (
            self.stash_cards.into(),
            others - self.copies(Title::TowerOfPower),
        );
        if found > max {
            return Err(RecipeError::Stash { found, max });
        }
        let spare = match self.spare_defuses {
            SpareDefuses::BeforeDeal => self.spare_defuse_count.into(),
            SpareDefuses::AfterDeal => 0,
        };
        let players = self.players.into();
        let max = (others + spare - found) / players;
        let found = self.cards_dealt.into();
        if found > max {
            return Err(RecipeError::CardsDealt {
                players,
                found,
                max,
            });
        }
        Ok(())
    }
}

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

/// The rules of one game, checked to be playable. Cheap to copy. Stored as [`RulesetParts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RulesetParts", try_from = "RulesetParts")]
pub struct Ruleset {
    parts: RulesetParts,
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
    type Error = RecipeError;

    fn try_from(parts: RulesetParts) -> Result<Ruleset, RecipeError> {
        Ruleset::checked(parts)
    }
}

impl Ruleset {
    /// Combines an edition, house rules and a number of players into the rules of one game.
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
        Ok(Ruleset::with_titles(RulesetParts::new(
            edition.id,
            &edition.rulebook,
            house,
            seats,
        )))
    }

    pub(crate) fn checked(parts: RulesetParts) -> Result<Ruleset, RecipeError> {
        parts.check().map(|()| Ruleset::with_titles(parts))
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

    /// Returns the titles that a triple may demand: all titles of the deck except the hazards.
    pub fn nameable_titles(&self) -> TitleSet {
        self.titles.minus(TitleSet::HAZARDS)
    }

    /// Returns how many more hazards there are than needed to eliminate all players but one.
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

    /// Returns how many cards are in the draw pile after the deal.
    pub fn cards_in_pile(&self) -> usize {
        let dealt = self.players() * (usize::from(self.cards_dealt) + 1);
        let out = usize::from(self.removed_cards().total()) + usize::from(self.stash_cards);
        usize::from(self.deck.total()).saturating_sub(dealt + out)
    }

    /// Returns the probability (0 to 1) that any player draws an Exploding Kitten in the first round if all players
    /// just draw: one minus the probability that all kittens are below the cards drawn.
    pub fn first_round_explosion(&self) -> f64 {
        let (cards, drawn) = (self.cards_in_pile(), self.players());
        let kittens = usize::from(self.hazards.count(Title::ExplodingKitten));
        let below = (0..kittens).map(|placed| {
            let free = cards.saturating_sub(drawn + placed) as f64;
            free / cards.saturating_sub(placed).max(1) as f64
        });
        1.0 - below.product::<f64>()
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
    use crate::{game::Game, seeded_chance::SeededChance};

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
    fn the_first_round_is_as_dangerous_as_in_simulated_deals() {
        let rules = Ruleset::try_from(parts()).expect("travel is for four");
        let danger = rules.first_round_explosion();
        let mut chance = SeededChance::new(3);
        let deals = 20_000;
        let is_dangerous = |_: &u32| {
            let (game, _) = Game::deal(rules, Seat::ALL[0], &mut chance);
            assert_eq!(game.draw_pile().len(), rules.cards_in_pile());
            let mut drawn = game.draw_pile().from_top().take(4);
            drawn.any(|card| card.title() == Title::ExplodingKitten)
        };
        let found = (0..deals).filter(is_dangerous).count() as f64 / f64::from(deals);
        assert!(
            (found - danger).abs() < 0.015,
            "{found} instead of {danger}"
        );
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
            assert!(Ruleset::try_from(parts).is_err(), "change {number}");
        }
    }
}
