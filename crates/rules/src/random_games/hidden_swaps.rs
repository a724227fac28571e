//! Tests that swapping two cards that a player cannot see changes nothing for that player until a card is shown.

use super::{CheckedGame, pick, sheltered_draws::look_the_same};
use crate::{
    edition::EditionId,
    game::Game,
    pile::{Face, PileCard},
    randomness::Randomness,
    seat::Seat,
    seeded_chance::SeededChance,
    title::{Title, TitleSet},
};

/// The location of a card that a viewer cannot see.
#[derive(Clone, Copy, PartialEq)]
enum Hidden {
    Hand(Seat),
    Put(Seat),
    /// The index of a card in the pile, from the bottom.
    Pile(usize),
    Buried,
    Stash,
}

fn hidden_cards(game: &Game, viewer: Seat) -> Vec<(Hidden, Title)> {
    let view = game.view(Some(viewer));
    let mut cards = Vec::new();
    for seat in game.living().without(viewer).iter() {
        let hand = game.hand(seat).titles();
        cards.extend(hand.map(|title| (Hidden::Hand(seat), title)));
        cards.extend(game.put(seat).map(|title| (Hidden::Put(seat), title)));
    }
    let pile = game.draw_pile.cards();
    let unknown = (0..pile.len())
        .filter(|index| pile[*index].face() == Face::Down)
        .filter(|index| view.known_at((pile.len() - 1 - index) as u8).is_none());
    cards.extend(unknown.map(|index| (Hidden::Pile(index), pile[index].title())));
    let buried = game.buried().filter(|_| view.buried.is_none());
    cards.extend(buried.map(|card| (Hidden::Buried, card.title())));
    cards.extend(game.stash().titles().map(|title| (Hidden::Stash, title)));
    cards
}

fn replace(game: &mut Game, place: Hidden, (old, new): (Title, Title)) {
    let heap = match place {
        Hidden::Pile(index) => {
            game.draw_pile.cards_mut()[index] = PileCard::down(new);
            return;
        }
        Hidden::Put(seat) => return game.put[seat.index()] = Some(new),
        Hidden::Buried => return game.buried = Some(PileCard::down(new)),
        Hidden::Hand(seat) => &mut game.hands[seat.index()],
        Hidden::Stash => &mut game.stash,
    };
    heap.remove(old);
    heap.add(new);
}

/// Returns a copy of the game with two hidden cards swapped. If a hidden card is being buried, it is one of the two.
/// `None` if the titles are equal, or if a hazard would enter or leave a hand, the stash or the cards put in.
fn with_swap(game: &Game, viewer: Seat, chance: &mut SeededChance) -> Option<Game> {
    let cards = hidden_cards(game, viewer);
    let buried = cards.iter().find(|(place, _)| *place == Hidden::Buried);
    let one = buried.copied().unwrap_or_else(|| pick(chance, &cards));
    let two = pick(chance, &cards);
    let is_loose = |place| matches!(place, Hidden::Pile(_) | Hidden::Buried);
    let kittens = [one.1, two.1]
        .iter()
        .any(|title| TitleSet::HAZARDS.contains(*title));
    if one.1 == two.1 || kittens && !(is_loose(one.0) && is_loose(two.0)) {
        return None;
    }
    let mut game = game.clone();
    replace(&mut game, one.0, (one.1, two.1));
    replace(&mut game, two.0, (two.1, one.1));
    Some(game)
}

#[test]
fn cards_that_a_player_cannot_see_may_change_places() {
    compare_swaps(|number| CheckedGame::new(EditionId::BARKING, number));
}

#[test]
fn cards_that_a_player_cannot_see_may_change_places_in_a_game_of_any_recipe() {
    compare_swaps(CheckedGame::of_recipe);
}

fn compare_swaps(game: fn(u64) -> CheckedGame) {
    let (mut pairs, mut buried, mut steps) = (0, 0, 0);
    for number in 0..3_000 {
        let mut chance = SeededChance::new(number);
        let (mut step, at) = (0, chance.below(80));
        game(number).play(|before, _, _| {
            step += 1;
            let is_buried = before.buried().is_some();
            if step - 1 != at && !is_buried || before.winner().is_some() {
                return;
            }
            let viewer = pick(
                &mut chance,
                &before.rules.seats().iter().collect::<Vec<_>>(),
            );
            if let Some(other) = with_swap(before, viewer, &mut chance) {
                pairs += 1;
                buried += u32::from(is_buried);
                steps += look_the_same([before.clone(), other], viewer, number);
            }
        });
    }
    assert!(pairs > 2_000, "only {pairs} pairs were compared");
    assert!(
        buried > 300,
        "only {buried} of them while a card was buried"
    );
    assert!(steps > 20_000, "only {steps} steps were compared");
}
