//! The deal: sets up a game by its rules. Hand-made positions are in `handmade_position.rs`; `ruleset.rs` checks that
//! there are enough cards.

use crate::{
    card::CardClass,
    direction::Direction,
    event::Deal,
    game::{Game, PileKnowledge, StartKind},
    hand::Hand,
    invariants::InvariantError,
    phase::{Phase, Turn},
    pile::{DrawPile, Pile, PileCard, PileEnd},
    randomness::Randomness,
    rulebook::SpareDefuses,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

impl Game {
    /// Deals a game by these rules. Shuffles the cards to be dealt, deals the hands, adds the kittens (and, with
    /// [`SpareDefuses::AfterDeal`], the spare Defuses) to the rest of the pile, and shuffles it. If the rules have a
    /// stash, it is set aside after the first shuffle, and the cards to be dealt are then shuffled again. If `first` is
    /// not in play, seat 0 starts.
    pub fn deal(rules: Ruleset, first: Seat, chance: &mut impl Randomness) -> (Game, Deal) {
        let deal = Deal::new(&rules, chance);
        (Game::start(rules, first, &deal), deal)
    }

    /// Rebuilds a game as it was right after this recorded deal.
    ///
    /// # Errors
    /// Fails if these rules cannot produce this deal.
    pub fn from_deal(rules: Ruleset, first: Seat, deal: &Deal) -> Result<Game, InvariantError> {
        let game = Game::start(rules, first, deal);
        game.check_deal()?;
        Ok(game)
    }

    #[inline]
    fn start(rules: Ruleset, first: Seat, deal: &Deal) -> Game {
        let first = if rules.seats().contains(first) {
            first
        } else {
            Seat::ALL[0]
        };
        Game {
            rules,
            start_kind: StartKind::Deal,
            turn: Turn::normal(first),
            direction: Direction::Clockwise,
            living: rules.seats(),
            phase: Phase::Turn,
            hands: deal.hands,
            known: [PileKnowledge::default(); Seat::COUNT],
            raised: 0,
            draw_pile: deal.pile.clone(),
            discard: Pile::new(),
            deaths: Default::default(),
            face_down: [Hand::EMPTY; Seat::COUNT],
            face_up: SeatSet::EMPTY,
            removed: rules.removed_cards(),
            marked: [Hand::EMPTY; Seat::COUNT],
            blind: SeatSet::EMPTY,
            put: [None; Seat::COUNT],
            unresolved: None,
            buried: None,
            claimed_by: [None; Seat::COUNT],
            barking: SeatSet::EMPTY,
            tower: None,
            stash: stash_of(&rules, deal),
            cards: rules.deck,
        }
    }
}

impl Deal {
    #[inline]
    fn new(rules: &Ruleset, chance: &mut impl Randomness) -> Deal {
        let mut pile = dealing_pile(rules);
        chance.shuffle(pile.cards_mut());
        if rules.stash_cards > 0 {
            lay_stash(&mut pile, rules, chance);
        }
        let mut hands = [Hand::EMPTY; Seat::COUNT];
        for hand in &mut hands[..rules.players()] {
            hand.add(Title::Defuse);
            for _ in 0..rules.cards_dealt {
                if let Some(card) = pile.draw(PileEnd::Top) {
                    hand.add(card.title());
                }
            }
        }
        for hazard in TitleSet::HAZARDS.iter() {
            add_cards(&mut pile, hazard, rules.hazards.count(hazard));
        }
        if rules.spare_defuses == SpareDefuses::AfterDeal {
            add_cards(&mut pile, Title::Defuse, rules.spare_defuse_count);
        }
        chance.shuffle(pile.cards_mut());
        Deal { hands, pile }
    }
}

/// Returns the cards from which the stash and the hands (except each player's first Defuse) are dealt, sorted by title.
fn dealing_pile(rules: &Ruleset) -> DrawPile {
    let deck = rules.deck;
    let mut pile = DrawPile::new();
    for title in rules.titles().minus(TitleSet::HAZARDS).iter() {
        if title == Title::TowerOfPower && rules.stash_cards > 0 {
            continue;
        }
        let count = match (title.spec().class, rules.spare_defuses) {
            (CardClass::Rescue, SpareDefuses::AfterDeal) => 0,
            (CardClass::Rescue, SpareDefuses::BeforeDeal) => rules.spare_defuse_count,
            (
                CardClass::Hazard(_)
                | CardClass::Shelter
                | CardClass::Cat
                | CardClass::WildCat
                | CardClass::Action,
                SpareDefuses::AfterDeal | SpareDefuses::BeforeDeal,
            ) => deck.count(title),
        };
        add_cards(&mut pile, title, count);
    }
    pile
}

/// Removes the top cards of the pile, which become the stash. Then shuffles in the Tower of Power, which is never part
/// of the stash.
#[cold]
fn lay_stash(pile: &mut DrawPile, rules: &Ruleset, chance: &mut impl Randomness) {
    (0..rules.stash_cards).for_each(|_| _ = pile.draw(PileEnd::Top));
    let towers = rules.deck.count(Title::TowerOfPower);
    add_cards(pile, Title::TowerOfPower, towers);
    chance.shuffle(pile.cards_mut());
}

/// Returns the stash: the cards of the deck that are not in a hand or the pile and not removed from the game.
fn stash_of(rules: &Ruleset, deal: &Deal) -> Hand {
    if rules.stash_cards == 0 {
        return Hand::EMPTY;
    }
    let dealt = deal.hands.iter();
    let left = dealt.fold(rules.deck, |left, hand| left.minus(hand));
    left.minus(&rules.removed_cards())
        .minus(&deal.pile.counts())
}

fn add_cards(pile: &mut DrawPile, title: Title, count: u8) {
    for _ in 0..count {
        pile.push(PileCard::down(title));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, EditionId, HouseRules, SeededChance};

    #[test]
    fn a_deal_with_another_stash_is_refused() {
        let barking = Edition::built_in(EditionId::BARKING);
        let rules = Ruleset::new(barking, HouseRules::default(), 3).unwrap();
        let (game, deal) = Game::deal(rules, Seat::ALL[0], &mut SeededChance::new(5));
        assert_eq!(Game::from_deal(rules, Seat::ALL[0], &deal), Ok(game));
        let mut more = deal.clone();
        more.pile.draw(PileEnd::Bottom);
        let mut fewer = deal;
        fewer.pile.push(PileCard::down(Title::Skip));
        for wrong in [more, fewer] {
            assert!(Game::from_deal(rules, Seat::ALL[0], &wrong).is_err());
        }
    }
}
