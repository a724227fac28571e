//! Recipes: decks and rules that players put together, or that come with the program. `recipe_encoding.rs` defines the
//! code of a recipe, `recipe_file.rs` reads the built-in recipes, and `ruleset.rs` decides which recipes can be played.
//! This module does not depend on a running game.

use crate::{
    edition::{Edition, EditionId, PlayerRange},
    house_rules::{Decks, HouseRules},
    recipe_error::RecipeError,
    rulebook::{HazardCount, MAX_COPIES, Rulebook},
    ruleset::{Ruleset, RulesetParts},
    seat::Seat,
    title::{Title, TitleSet},
};

/// A deck and rules that are based on an edition. A recipe need not be playable: see [`Recipe::check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The edition on which the recipe is based. The recipe's code is relative to this edition as shipped.
    pub base: EditionId,
    /// The deck, the setup and the rules.
    pub rulebook: Rulebook,
    /// True if players may Nope their own card when it is on top.
    pub self_nope: bool,
    /// The number of decks that are shuffled together. With two, every card occurs twice as often.
    pub decks: Decks,
}

impl Recipe {
    /// Returns a recipe that plays like this edition with one deck.
    pub fn of_edition(edition: &Edition) -> Recipe {
        Recipe {
            base: edition.id(),
            rulebook: edition.rulebook,
            self_nope: false,
            decks: Decks::One,
        }
    }

    /// Returns how many copies of a title are in one deck.
    pub fn count(&self, title: Title) -> u8 {
        self.rulebook.deck.count(title)
    }

    /// Sets how many copies of a title are in one deck.
    ///
    /// # Errors
    /// Fails if `found` is more than [`MAX_COPIES`].
    pub fn set_count(&mut self, title: Title, found: usize) -> Result<(), RecipeError> {
        let max = MAX_COPIES;
        match u8::try_from(found) {
            Ok(count) if found <= max => self.rulebook.deck.set(title, count),
            _ => return Err(RecipeError::Copies { title, found, max }),
        }
        Ok(())
    }

    /// Returns the total number of cards in all decks, including cards that the setup removes.
    pub fn cards(&self) -> usize {
        let titles = Title::ALL.into_iter();
        let copies = titles.map(|title| usize::from(self.count(title) * self.decks.count()));
        copies.sum()
    }

    /// Returns how many copies of a hazard go into the pile; `None` for any other title.
    pub fn hazard(&self, title: Title) -> Option<HazardCount> {
        let place = TitleSet::HAZARDS
            .iter()
            .position(|hazard| hazard == title)?;
        self.rulebook.hazards.get(place).copied()
    }

    /// Sets how many copies of a hazard go into the pile. Does nothing for any other title.
    pub fn set_hazard(&mut self, title: Title, count: HazardCount) {
        let mut hazards = TitleSet::HAZARDS.iter().zip(&mut self.rulebook.hazards);
        if let Some((_, old)) = hazards.find(|(hazard, _)| *hazard == title) {
            *old = count;
        }
    }

    /// Returns the rules of a game of this recipe with this number of players.
    ///
    /// # Errors
    /// Returns the first reason why such a game cannot be played.
    pub fn check(&self, players: usize) -> Result<Ruleset, RecipeError> {
        let (min, max) = (2, Seat::COUNT);
        let seats = u8::try_from(players).map_err(|_| RecipeError::Players {
            found: players,
            min,
            max,
        })?;
        let house = HouseRules {
            self_nope: self.self_nope,
            decks: self.decks,
            ..HouseRules::default()
        };
        Ruleset::checked(RulesetParts {
            recipe: Some(self.code()),
            ..RulesetParts::new(self.base, &self.rulebook, house, seats)
        })
    }

    /// Returns the possible numbers of players, from the smallest up to the first gap.
    ///
    /// # Errors
    /// If no number of players is possible, returns the reason why two players cannot play.
    pub fn players(&self) -> Result<PlayerRange, RecipeError> {
        let mut possible = (2..=Seat::COUNT).skip_while(|&players| self.check(players).is_err());
        match possible.next() {
            None => self.check(2).map(|_| PlayerRange { min: 2, max: 2 }),
            Some(min) => {
                let more = possible.take_while(|&players| self.check(players).is_ok());
                Ok(PlayerRange {
                    min: min as u8,
                    max: (min + more.count()) as u8,
                })
            }
        }
    }

    /// Returns the reason why the recipe is unplayable or, if its base allows more players, the error for one player
    /// more than the recipe allows; otherwise `None`.
    pub fn obstacle(&self) -> Option<RecipeError> {
        let possible = match self.players() {
            Ok(possible) => possible,
            Err(error) => return Some(error),
        };
        let base = Self::of_edition(Edition::built_in(self.base)).players();
        let is_narrower = base.is_ok_and(|base| possible.max < base.max);
        let too_many = usize::from(possible.max) + 1;
        is_narrower.then(|| self.check(too_many).err()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::HazardCount;

    #[test]
    fn a_recipe_says_why_fewer_can_play_it_than_its_base() {
        let mut recipe = Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL));
        assert_eq!(recipe.obstacle(), None);
        recipe.set_hazard(Title::ExplodingKitten, HazardCount::Exactly(2));
        let range = recipe.players().map(|range| (range.min, range.max));
        assert_eq!(range, Ok((2, 3)));
        let found = recipe.obstacle();
        assert!(
            matches!(
                found,
                Some(RecipeError::TooFewHazards {
                    players: 4,
                    min: 3,
                    ..
                })
            ),
            "{found:?}"
        );
    }

    #[test]
    fn a_bad_deck_is_refused_with_the_title_and_what_is_allowed() {
        let original = Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL));
        let (title, found, max) = (Title::Nope, 500, MAX_COPIES);
        let many = original.clone().set_count(title, found);
        assert_eq!(many, Err(RecipeError::Copies { title, found, max }));
        let mut empty = original;
        for title in Title::ALL {
            assert_eq!(empty.set_count(title, 0), Ok(()));
        }
        let (players, title) = (2, Title::ExplodingKitten);
        let expected = RecipeError::HazardCopies {
            title,
            players,
            found: 0,
            min: 1,
        };
        assert_eq!(empty.players(), Err(expected));
        let mut deadly = original;
        assert_eq!(deadly.set_count(title, 9), Ok(()));
        deadly.set_hazard(title, HazardCount::Exactly(9));
        let expected = RecipeError::TooManyHazards {
            players,
            found: 9,
            max: 4,
        };
        assert_eq!(deadly.players(), Err(expected));
        let mut stash = original;
        stash.rulebook.stash_cards = 90;
        assert_eq!(
            stash.players(),
            Err(RecipeError::Stash { found: 90, max: 46 })
        );
        let mut colorful = original;
        for title in Title::ALL
            .into_iter()
            .filter(|title| title.hazard().is_none())
        {
            let copies = colorful.count(title).max(1);
            assert_eq!(colorful.set_count(title, copies.into()), Ok(()));
        }
        // With a Streaking Kitten, hands may also hold an Exploding Kitten.
        let titles = Err(RecipeError::Titles { found: 35, max: 25 });
        assert_eq!(colorful.players(), titles);
    }
}
