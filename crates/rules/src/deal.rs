//! The set-up of a real game.

use crate::{
    chance::Chance,
    edition::SpareDefuses,
    event::Dealt,
    game::{Game, Known, Origin},
    hand::Hand,
    invariants::Broken,
    phase::{Phase, Turn},
    pile::Pile,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

impl Game {
    /// Deals a game by its edition's set-up. Shuffles twice: the cards that are dealt, and, once
    /// kittens (and in `classic` the spare Defuses) are in, the pile that is left.
    /// A `first` seat that is not in play is replaced by seat 0.
    pub fn deal(rules: Ruleset, first: Seat, chance: &mut impl Chance) -> (Game, Dealt) {
        let dealt = Dealt::by(&rules, chance);
        (Game::start(rules, first, &dealt), dealt)
    }

    /// Builds the start of a game from what its deal gave.
    ///
    /// # Errors
    /// Cards that no deal by these rules gives.
    pub fn from_dealt(rules: Ruleset, first: Seat, dealt: &Dealt) -> Result<Game, Broken> {
        let game = Game::start(rules, first, dealt);
        game.check_deal()?;
        Ok(game)
    }

    #[inline]
    pub(crate) fn start(rules: Ruleset, first: Seat, dealt: &Dealt) -> Game {
        let first = match rules.seats().contains(first) {
            true => first,
            false => Seat::ALL[0],
        };
        Game {
            rules,
            origin: Origin::Dealt,
            turn: Turn::normal(first),
            living: rules.seats(),
            phase: Phase::Turn,
            hands: dealt.hands,
            known: [Known::default(); Seat::MOST],
            draw_pile: dealt.pile.clone(),
            discard: Pile::new(),
            deaths: Default::default(),
            aside: [Hand::EMPTY; Seat::MOST],
            face_up: SeatSet::EMPTY,
            out: rules.out(),
            cards: rules.deck(),
        }
    }
}

impl Dealt {
    #[inline]
    pub(crate) fn by(rules: &Ruleset, chance: &mut impl Chance) -> Dealt {
        let mut pile = dealing_pile(rules);
        chance.shuffle(pile.cards_mut());
        let mut hands = [Hand::EMPTY; Seat::MOST];
        for hand in &mut hands[..rules.players()] {
            hand.add(Title::Defuse);
            for _ in 0..rules.dealt() {
                if let Some(card) = pile.draw() {
                    hand.add(card);
                }
            }
        }
        put_in(&mut pile, Title::ExplodingKitten, rules.kittens());
        if rules.spare_defuses() == SpareDefuses::AfterDeal {
            put_in(&mut pile, Title::Defuse, rules.spares());
        }
        chance.shuffle(pile.cards_mut());
        Dealt { hands, pile }
    }
}

/// The cards that are dealt, sorted.
fn dealing_pile(rules: &Ruleset) -> Pile {
    let deck = rules.deck();
    let mut pile = Pile::new();
    for title in Title::ALL {
        let count = match (title, rules.spare_defuses()) {
            (Title::ExplodingKitten, _) | (Title::Defuse, SpareDefuses::AfterDeal) => 0,
            (Title::Defuse, SpareDefuses::BeforeDeal) => rules.spares(),
            _ => deck.count(title),
        };
        put_in(&mut pile, title, count);
    }
    pile
}

fn put_in(pile: &mut Pile, title: Title, count: u8) {
    for _ in 0..count {
        pile.push(title);
    }
}
