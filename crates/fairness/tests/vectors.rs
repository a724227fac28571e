//! Test vectors that must hold on every machine and in every version. They were computed with a
//! Python program that follows `docs/fairness.md` and shares no code with this crate.

use fairness::{GameChance, GameId, GameKey, PickCounts, Purpose, Secret};
use rules::{
    Edition, EditionId, Game, Hand, HouseRules, PileCard, Randomness, Ruleset, Seat, SeatSet, Title,
};

const GAME: GameId = GameId {
    channel: 123_456_789_012_345_678,
    table: 7,
    game: 1,
};

fn secret() -> Secret {
    Secret::new(std::array::from_fn(|index| index as u8))
}

fn key() -> GameKey {
    let shares = [1_300_000_000_000_000_001, 1_300_000_000_000_000_002];
    GameKey::derive(&secret(), GAME, &shares)
}

#[test]
fn the_commitment_of_a_secret_never_changes() {
    let commitment = secret().commitment(GAME);
    assert_eq!(commitment.to_string(), "3GWZUTLQTQVKWASE75EC5DG2JNBF");
}

#[test]
fn a_shuffle_never_changes() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut cards: Vec<PileCard> = Title::ALL[..19]
        .iter()
        .map(|&title| PileCard::down(title))
        .collect();
    GameChance::new(&key, &mut counts).shuffle(&mut cards);
    let places: Vec<u8> = cards.iter().map(|card| card.title() as u8).collect();
    let expected = [
        12, 6, 7, 1, 8, 15, 10, 9, 5, 0, 3, 2, 13, 11, 14, 4, 16, 18, 17,
    ];
    assert_eq!(places, expected);
}

#[test]
fn the_places_and_the_stolen_cards_of_a_game_never_change() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut chance = GameChance::new(&key, &mut counts);
    let places: Vec<u8> = (0..8).map(|_| chance.place(39)).collect();
    assert_eq!(places, [19, 29, 10, 23, 31, 31, 18, 4]);
    let hand: Hand = Title::ALL.into_iter().take(7).collect();
    let stolen: Vec<u8> = (0..12)
        .map(|_| chance.steal(&hand, &Hand::EMPTY).title() as u8)
        .collect();
    assert_eq!(stolen, [4, 1, 6, 6, 5, 2, 4, 1, 0, 5, 2, 2]);
    assert_eq!(chance.into_picks().len(), 20);
}

#[test]
fn the_draws_for_blind_players_and_marks_never_change() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut chance = GameChance::new(&key, &mut counts);
    let (hand, none): (Hand, Hand) = (Title::ALL.into_iter().take(7).collect(), Hand::EMPTY);
    let mut drawn = |draw: &mut dyn FnMut(&mut GameChance<'_>) -> u8| {
        (0..8).map(|_| draw(&mut chance)).collect::<Vec<_>>()
    };
    let put = drawn(&mut |chance| chance.put(&hand, &none).title() as u8);
    assert_eq!(put, [4, 4, 2, 4, 0, 2, 0, 5]);
    let turned_up = drawn(&mut |chance| chance.turn_up(&hand, &none).title() as u8);
    assert_eq!(turned_up, [2, 2, 3, 0, 5, 6, 1, 6]);
    let marked = drawn(&mut |chance| chance.mark(&hand) as u8);
    assert_eq!(marked, [5, 6, 4, 2, 1, 0, 1, 1]);
    let aimed = drawn(&mut |chance| chance.aim(SeatSet::first(4)).index() as u8);
    assert_eq!(aimed, [1, 2, 2, 1, 2, 3, 0, 0]);
}

#[test]
fn the_first_seats_gifts_cards_taken_and_kittens_of_a_game_never_change() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut chance = GameChance::new(&key, &mut counts);
    let (hand, none): (Hand, Hand) = (Title::ALL.into_iter().take(7).collect(), Hand::EMPTY);
    let mut drawn = |draw: &mut dyn FnMut(&mut GameChance<'_>) -> u8| {
        (0..8).map(|_| draw(&mut chance)).collect::<Vec<_>>()
    };
    let first = drawn(&mut |chance| chance.first_seat(4).index() as u8);
    assert_eq!(first, [3, 1, 1, 2, 1, 3, 3, 3]);
    let given = drawn(&mut |chance| chance.gift(&hand, &none).title() as u8);
    assert_eq!(given, [1, 6, 1, 1, 4, 0, 4, 0]);
    let taken = drawn(&mut |chance| chance.take(&hand) as u8);
    assert_eq!(taken, [0, 6, 3, 6, 3, 3, 1, 3]);
    let kittens = drawn(&mut |chance| chance.kitten(3));
    assert_eq!(kittens, [1, 2, 2, 2, 1, 1, 2, 0]);
}

#[test]
fn the_deal_of_a_game_never_changes() {
    let (key, mut counts) = (key(), PickCounts::default());
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), 4).expect("rules");
    let mut chance = GameChance::new(&key, &mut counts);
    let (_, deal) = Game::deal(rules, Seat::ALL[0], &mut chance);
    let names = |cards: &mut dyn Iterator<Item = Title>| {
        let names: Vec<_> = cards.map(|title| title.to_string()).collect();
        names.join(" ")
    };
    assert_eq!(
        names(&mut deal.hands[0].cards()),
        "defuse attack favor favor tacocat hairy-potato-cat beard-cat rainbow-ralphing-cat"
    );
    assert_eq!(
        names(&mut deal.hands[3].cards()),
        "defuse defuse attack skip see-the-future nope beard-cat rainbow-ralphing-cat"
    );
    let pile = deal.pile.cards();
    assert_eq!(pile.len(), 23);
    assert_eq!(
        names(&mut pile.iter().rev().take(5).map(|card| card.title())),
        "tacocat tacocat exploding-kitten hairy-potato-cat exploding-kitten"
    );
}

#[test]
fn marked_cards_are_listed_before_their_equals() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut chance = GameChance::new(&key, &mut counts);
    let hand = [
        Title::ExplodingKitten,
        Title::Defuse,
        Title::Defuse,
        Title::Attack,
        Title::Attack,
        Title::Nope,
    ];
    let (hand, marked): (Hand, Hand) = (
        hand.into_iter().collect(),
        [Title::Defuse].into_iter().collect(),
    );
    let turned_up = (0..6)
        .map(|_| chance.turn_up(&hand, &marked).to_string())
        .collect::<Vec<_>>()
        .join(" ");
    assert_eq!(
        turned_up,
        "attack nope nope defuse/marked attack exploding-kitten"
    );
    let listed = chance.into_picks().remove(0).from.expect("cards");
    assert_eq!(listed[1..3], ["defuse/marked", "defuse"]);
}

#[test]
fn a_number_is_taken_again_where_the_remainders_would_not_be_equally_likely() {
    let (key, mut counts) = (key(), PickCounts::default());
    // The first word of this pick is above 3,000,000,000, so it is rejected.
    let number = GameChance::new(&key, &mut counts).below(3_000_000_000);
    assert_eq!(number, 2_422_407_560);
}

#[test]
fn draws_of_one_purpose_do_not_move_those_of_another() {
    let key = key();
    let place_after = |steals: usize| {
        let mut counts = PickCounts::default();
        let mut chance = GameChance::new(&key, &mut counts);
        let hand: Hand = Title::ALL.into_iter().take(7).collect();
        for _ in 0..steals {
            chance.steal(&hand, &Hand::EMPTY);
        }
        chance.place(39)
    };
    assert_eq!(place_after(0), place_after(5));
}

#[test]
fn a_game_goes_on_from_the_draws_that_it_has_had() {
    let key = key();
    let mut counts = PickCounts::default();
    let mut chance = GameChance::new(&key, &mut counts);
    let whole: Vec<u8> = (0..8).map(|_| chance.place(39)).collect();
    let mut counts = PickCounts::default();
    (0..5).for_each(|_| counts.add(Purpose::Place));
    let mut later = GameChance::new(&key, &mut counts);
    let rest: Vec<u8> = (0..3).map(|_| later.place(39)).collect();
    assert_eq!(rest, whole[5..]);
}

#[test]
fn another_share_gives_another_game() {
    let other = GameKey::derive(&secret(), GAME, &[1_300_000_000_000_000_001]);
    assert_ne!(other, key());
}

/// A fair source exceeds the chi-square limit of 98 in about one test in a million.
#[test]
fn every_place_comes_about_equally_often() {
    let (key, mut counts) = (key(), PickCounts::default());
    let mut chance = GameChance::new(&key, &mut counts);
    let (places, draws) = (40, 40_000);
    let mut seen = vec![0_u32; places];
    for _ in 0..draws {
        seen[usize::from(chance.place(39))] += 1;
    }
    let expected = draws as f64 / places as f64;
    let off = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let chi_square: f64 = seen.iter().map(off).sum();
    assert!(chi_square < 98.0, "{chi_square}");
}
