//! A choice does not change with what the seat may not know.

use rules::{Chance, Game, Guess, HouseRules, Pile, PlayerView, Seat, Seeded, Title};

use super::table::{Table, rulesets};

/// Another game that looks the same to this seat: hands and pile hold other cards, but for what
/// the seat knows.
fn other_world(game: &Game, view: &PlayerView, chance: &mut Seeded) -> Game {
    let viewer = view.viewer.expect("a seat");
    let others = view.living().without(viewer);
    let mut hands = Seat::ALL.map(|seat| *game.hand(seat));
    let mut pile = game.draw_pile().cards().to_vec();
    let length = pile.len();
    let open: Vec<usize> = (0..length)
        .filter(|&index| view.known_at((length - 1 - index) as u8).is_none())
        .collect();
    // Kittens change places among what is open of the pile; all other cards among pile and hands.
    let mut order: Vec<Title> = open.iter().map(|&index| pile[index]).collect();
    chance.shuffle(&mut order);
    let held = others.iter().flat_map(|seat| game.hand(seat).cards());
    let mut loose: Vec<Title> = order.iter().copied().chain(held).collect();
    loose.retain(|&card| card != Title::ExplodingKitten);
    chance.shuffle(&mut loose);
    for (&index, card) in open.iter().zip(order) {
        pile[index] = match card {
            Title::ExplodingKitten => card,
            _ => loose.pop().expect("as many cards as before"),
        };
    }
    for seat in others.iter() {
        let cards = loose.split_off(loose.len() - usize::from(game.hand(seat).total()));
        hands[seat.index()] = cards.into_iter().collect();
    }
    let guess = Guess {
        hands,
        aside: Seat::ALL.map(|seat| *game.aside(seat)),
        pile: Pile::from_bottom(&pile).expect("as many cards as before"),
        looked: [0; Seat::MOST],
        kitten: None,
    };
    Game::imagine(view, &guess).expect("a world that agrees with the view")
}

#[test]
fn a_choice_does_not_change_when_hidden_cards_do_and_follows_from_what_was_seen() {
    let mut chance = Seeded::new(51);
    let mut changed = 0;
    for rules in rulesets(HouseRules::default()) {
        for first in 0..6 {
            let mut table = Table::new(rules, first, &mut chance);
            while let Some(seat) = table.awaited(&mut chance) {
                let (view, computer) = table.seat(seat);
                if view.known_at(0).is_none() {
                    let other = other_world(&table.game, &view, &mut chance);
                    changed += usize::from(other != table.game);
                    let seed = u64::from(chance.below(1000));
                    let here = computer.choose(&view, &mut Seeded::new(seed));
                    let there = computer.choose(&other.view(Some(seat)), &mut Seeded::new(seed));
                    assert_eq!(here, there);
                }
                let action = computer.choose(&view, &mut chance).expect("an answer");
                table.play(action, &mut chance);
            }
        }
    }
    assert!(changed > 1000, "only {changed} other worlds");
}
