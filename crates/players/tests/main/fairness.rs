//! Tests that choices do not depend on hidden cards.

use rules::{
    Face, Game, Guess, Hand, HouseRules, Pile, PileCard, PlayerView, Randomness, Ruleset, Seat,
    SeededChance, Title,
};

use super::computer_game::{ComputerGame, rulesets};

/// Returns a game that gives this seat the same view, but in which hidden cards are shuffled.
fn with_other_hidden_cards(game: &Game, view: &PlayerView, chance: &mut SeededChance) -> Game {
    let viewer = view.viewer.expect("a seat");
    let others = view.living().without(viewer);
    let mut hands = Seat::ALL.map(|seat| *game.hand(seat));
    let mut pile = game.draw_pile().cards().to_vec();
    let length = pile.len();
    let unknown: Vec<usize> = (0..length)
        .filter(|&index| view.known_at((length - 1 - index) as u8).is_none())
        .collect();
    // Kittens are permuted within the unknown part of the draw pile, all other cards across the pile, the hands and
    // the stash.
    let mut order: Vec<PileCard> = unknown.iter().map(|&index| pile[index]).collect();
    chance.shuffle(&mut order);
    // A face-up card on top would be visible.
    if order.last().is_some_and(|card| card.face() == Face::Up) {
        let top = order.len() - 1;
        order.swap(0, top);
    }
    let held = others
        .iter()
        .flat_map(|seat| movable_cards(game, seat).cards().collect::<Vec<_>>())
        .chain(game.stash().cards())
        .map(PileCard::down);
    let mut cards: Vec<PileCard> = order.iter().copied().chain(held).collect();
    cards.retain(|card| card.title().hazard().is_none());
    chance.shuffle(&mut cards);
    for (&index, card) in unknown.iter().zip(order) {
        pile[index] = match card.title().hazard() {
            Some(_) => card,
            None => cards.pop().expect("the same number of cards as before"),
        };
    }
    for seat in others.iter() {
        let movable = movable_cards(game, seat);
        let taken = cards.split_off(cards.len() - usize::from(movable.total()));
        let fixed = game.hand(seat).minus(&movable);
        let taken = taken.into_iter().map(PileCard::title);
        hands[seat.index()] = taken.chain(fixed.cards()).collect();
    }
    let guess = Guess {
        hands,
        face_down: Seat::ALL.map(|seat| *game.face_down(seat)),
        pile: Pile::from_bottom(&pile).expect("the same number of cards as before"),
        looked: [0; Seat::COUNT],
        kitten: None,
        put: Seat::ALL.map(|seat| game.put(seat)),
        buried: game.buried(),
        stash: cards.into_iter().map(PileCard::title).collect(),
    };
    Game::determinize(view, &guess).expect("a game consistent with the view")
}

/// Returns the cards of a hand that could be elsewhere as far as the other players know. Excludes marked cards, and a
/// hidden kitten with the card that shelters it.
fn movable_cards(game: &Game, seat: Seat) -> Hand {
    let mut movable = game.hand(seat).minus(game.marked(seat));
    if movable.has(Title::ExplodingKitten) {
        movable.remove(Title::ExplodingKitten);
        movable.remove(Title::StreakingKitten);
    }
    movable
}

/// Plays a game, and checks that each player would make the same choice with other hidden cards. Skips choices of
/// players who know the top card. Returns how often the hidden cards differed.
fn compare_choices(rules: Ruleset, first: usize, chance: &mut SeededChance) -> usize {
    let mut changed = 0;
    let mut running = ComputerGame::new(rules, first, chance);
    while let Some(seat) = running.awaited(chance) {
        let (view, computer) = running.seat(seat);
        if view.known_at(0).is_none() {
            let other = with_other_hidden_cards(&running.game, &view, chance);
            changed += usize::from(other != running.game);
            let seed = u64::from(chance.below(1000));
            let choice = computer.choose(&view, &mut SeededChance::new(seed));
            let other_choice =
                computer.choose(&other.view(Some(seat)), &mut SeededChance::new(seed));
            assert_eq!(choice, other_choice);
        }
        let action = computer.choose(&view, chance).expect("a choice");
        running.play(action, chance);
    }
    changed
}

#[test]
fn a_choice_does_not_depend_on_hidden_cards() {
    let mut chance = SeededChance::new(51);
    let mut changed = 0;
    for rules in rulesets(HouseRules::default()) {
        for first in 0..6 {
            changed += compare_choices(rules, first, &mut chance);
        }
    }
    assert!(changed > 1000, "only {changed} games with other cards");
}

#[test]
fn a_choice_in_a_game_of_any_recipe_does_not_depend_on_hidden_cards() {
    let mut chance = SeededChance::new(52);
    let changed: usize = (0..200)
        .map(|first| {
            let (_, rules) = rules::simulation::any_recipe(&mut chance);
            compare_choices(rules, first, &mut chance)
        })
        .sum();
    assert!(changed > 1000, "only {changed} games with other cards");
}
