//! Snapshots of the screens that only *Barking Kittens* has, and checks of what they must not reveal.

use ::rules::Title::*;
use ::rules::{Action, ChoiceAnswer, EditionId, HouseRules, Order, Play, Setup, Title};
use insta::assert_snapshot;

use super::fixture::{self, Scenario, seat};
use super::limits::assert_within_limits;
use crate::intent::PanelStep;

const PILE: [Title; 6] = [
    Tacocat,
    ExplodingKitten,
    Favor,
    ExplodingKitten,
    Skip,
    Shuffle,
];

fn three_players(held: &[Title]) -> Scenario {
    fixture::three_players(EditionId::BARKING, held, &PILE)
}

/// Returns a game in which Bert has the tower and a Barking Kitten in front of them, and Cleo gets the next card that
/// Bert draws. It is Anna's turn.
fn with_cards_in_front(held: &[Title], stash: &[Title]) -> Scenario {
    let rules = fixture::ruleset(EditionId::BARKING, HouseRules::default(), 3);
    let mut setup = Setup::new(rules);
    setup.stash = fixture::hand(stash);
    setup.tower = Some(seat(1));
    setup.claimed_by[1] = Some(seat(2));
    setup.barking = setup.barking.with(seat(1));
    Scenario::of(setup, &[held, &[Attack, Defuse], &[Nope]], &PILE)
}

const STASH: [Title; 4] = [Nope, Attack, Favor, Skip];

#[test]
fn cards_before_players_and_the_number_of_the_stash_are_on_the_table() {
    let game = with_cards_in_front(&[Favor, Skip], &STASH);
    assert_snapshot!(game.table_screen());
    let other = with_cards_in_front(&[Favor, Skip], &[Shuffle, Shuffle, Bury, Potluck]);
    assert_eq!(game.table_screen(), other.table_screen());
    for index in 0..3 {
        assert_eq!(game.hand_screen(index), other.hand_screen(index));
    }
    let robbed = game.plays(0, Play::aimed(Favor, seat(1))).times_out();
    assert_snapshot!("table_after_a_robbed_stash", robbed.table_screen());
    assert_snapshot!("panel_with_a_card_of_the_stash", robbed.hand_screen(0));
}

#[test]
fn an_unworn_stash_is_on_the_table() {
    let rules = fixture::ruleset(EditionId::BARKING, HouseRules::default(), 3);
    let mut setup = Setup::new(rules);
    setup.stash = fixture::hand(&STASH);
    let game = Scenario::of(setup, &[&[TowerOfPower, Skip], &[Nope], &[Nope]], &PILE);
    assert_snapshot!(game.table_screen());
    let window = game.plays(0, Play::single(TowerOfPower));
    assert_snapshot!("window_of_a_tower", window.table_screen());
    let worn = window.times_out();
    assert_snapshot!("table_with_a_tower", worn.table_screen());
}

#[test]
fn a_card_for_any_turn_has_a_button_on_anothers_turn() {
    let rules = fixture::ruleset(EditionId::BARKING, HouseRules::default(), 3);
    let hands: [&[Title]; 3] = [&[Skip, Nope], &[AlterTheFutureNow, Skip], &[Skip, Nope]];
    let game = Scenario::new(rules, &["Anna", "Bert", "Cleo"], &hands, &PILE);
    assert_snapshot!(game.hand_screen(1));
    let ordering = game.plays(1, Play::single(AlterTheFutureNow)).times_out();
    assert_snapshot!("table_while_another_orders", ordering.table_screen());
    assert_snapshot!(
        "panel_on_turn_while_another_orders",
        ordering.hand_screen(0)
    );
}

#[test]
fn only_the_player_who_buries_sees_the_card_and_its_place() {
    let worlds = [ExplodingKitten, Skip, Tacocat].map(|top| {
        let other = if top == ExplodingKitten {
            Skip
        } else {
            ExplodingKitten
        };
        let pile = [top, Favor, ExplodingKitten, other];
        let bury = fixture::three_players(EditionId::BARKING, &[Bury, Skip], &pile);
        let burying = bury.plays(0, Play::single(Bury)).times_out();
        let shown = [1, 2].map(|index| burying.hand_screen(index).to_string());
        let before = (burying.table_screen().to_string(), shown);
        if top == ExplodingKitten {
            assert_snapshot!("panel_of_a_kitten_to_bury", burying.hand_screen(0));
            assert_snapshot!("table_while_a_card_is_buried", burying.table_screen());
        }
        let place = if top == Skip { 0 } else { 2 };
        let buried = burying.chooses(0, ChoiceAnswer::Place(place));
        if top == ExplodingKitten {
            assert_snapshot!("table_after_a_burial", buried.table_screen());
            assert_snapshot!("panel_after_a_burial", buried.hand_screen(0));
        }
        let shown = [1, 2].map(|index| buried.hand_screen(index).to_string());
        (before, buried.table_screen().to_string(), shown)
    });
    assert_eq!(worlds[0], worlds[1]);
    assert_eq!(worlds[0], worlds[2]);
}

#[test]
fn the_next_player_alone_sees_a_shared_future() {
    let sharing = three_players(&[ShareTheFuture, Skip]).plays(0, Play::single(ShareTheFuture));
    assert_snapshot!("window_of_a_shared_future", sharing.hand_screen(1));
    let sharing = sharing.times_out();
    assert_snapshot!(sharing.hand_screen(0));
    assert_snapshot!("table_while_the_future_is_shared", sharing.table_screen());
    let order = Order::new(&[1, 0, 2]).expect("an order");
    let shared = sharing.chooses(0, ChoiceAnswer::Order(order));
    assert_snapshot!("panel_with_a_shared_future", shared.hand_screen(1));
    assert_snapshot!("table_after_a_shared_future", shared.table_screen());
}

#[test]
fn a_potluck_asks_everybody_for_a_card() {
    let potluck = three_players(&[Potluck, Skip, Defuse]).plays(0, Play::single(Potluck));
    let asked = potluck.times_out();
    assert_snapshot!(asked.hand_screen(0));
    let put = asked.chooses(1, ChoiceAnswer::Put(Attack));
    assert_snapshot!("table_during_a_potluck", put.table_screen());
    let stacked = put
        .chooses(0, ChoiceAnswer::Put(Skip))
        .chooses(2, ChoiceAnswer::Put(Nope));
    assert_snapshot!("table_after_a_potluck", stacked.table_screen());
}

#[test]
fn a_drawn_card_that_another_takes_is_told_to_both() {
    let game = with_cards_in_front(&[Skip, PersonalAttack], &STASH);
    let on_turn = game.plays(0, Play::single(Skip)).times_out();
    let drawn = on_turn.draws(1);
    assert_snapshot!(drawn.table_screen());
    assert_snapshot!("panel_of_the_drawer", drawn.hand_screen(1));
    assert_snapshot!("panel_of_the_taker", drawn.hand_screen(2));
}

#[test]
fn barking_kittens_call_each_other() {
    let pair = three_players(&[BarkingKitten, BarkingKitten, Skip]);
    assert_snapshot!(pair.panel_screen(0, PanelStep::Title(BarkingKitten)));
    let both = pair.plays(0, Play::aimed(BarkingKitten, seat(1)));
    assert_snapshot!("table_after_both_barked", both.table_screen());
    let alone = three_players(&[BarkingKitten, Skip]).plays(0, Play::single(BarkingKitten));
    assert_snapshot!("table_after_barking_in_vain", alone.table_screen());
    let called =
        with_cards_in_front(&[BarkingKitten, Skip], &STASH).plays(0, Play::single(BarkingKitten));
    assert_snapshot!("table_after_a_call", called.table_screen());
}

#[test]
fn a_personal_attack_tells_how_many_turns_are_owed() {
    let game = three_players(&[PersonalAttack, Skip]).plays(0, Play::single(PersonalAttack));
    assert_snapshot!(game.table_screen());
    assert_snapshot!(
        "table_after_a_personal_attack",
        game.times_out().table_screen()
    );
}

#[test]
fn a_leaver_lets_the_stash_fall() {
    let game = with_cards_in_front(&[Favor, Skip], &STASH).act(Action::Leave { seat: seat(1) });
    assert_snapshot!(game.table_screen());
}

#[test]
fn a_hand_of_all_titles_of_the_edition_fits_a_panel() {
    let rules = fixture::ruleset(EditionId::BARKING, HouseRules::default(), 3);
    let held: Vec<Title> = rules.nameable_titles().iter().collect();
    assert_within_limits(&three_players(&held).hand_screen(0));
}
