//! Snapshots of the screens that only *Streaking Kittens* has, and checks of what they must not reveal.

use ::rules::Title::*;
use ::rules::{Action, ChoiceAnswer, EditionId, Play, Title};
use insta::assert_snapshot;

use super::fixture::{self, Scenario, seat};
use super::limits::assert_within_limits;
use crate::intent::PanelStep;
use crate::screen;
use crate::screen::view::BeatEvent;

fn three_players(held: &[Title], pile: &[Title]) -> Scenario {
    fixture::three_players(EditionId::STREAKING, held, pile)
}

const PILE: [Title; 5] = [Tacocat, ExplodingKitten, Favor, ExplodingKitten, Skip];

/// Returns a game in which Anna has cursed Bert and ended the turn. It is Bert's turn, but the Attack and the two Skips
/// in Bert's hand are hidden from Bert.
fn cursed(held: &[Title]) -> Scenario {
    let curse = Play::aimed(CurseOfTheCatButt, seat(1));
    let cursed = three_players(held, &PILE).plays(0, curse).times_out();
    cursed.plays(0, Play::single(Skip)).times_out()
}

fn picks_blindly(game: Scenario, by: usize) -> Scenario {
    game.act(Action::PickBlindly { seat: seat(by) })
}

#[test]
fn a_cursed_player_sees_their_number_of_cards_and_two_buttons() {
    let blind = cursed(&[CurseOfTheCatButt, Skip, Nope]);
    assert_snapshot!(blind.table_screen());
    let panel = blind.hand_screen(1);
    assert_snapshot!("panel_of_a_blind_player", panel);
    assert!(!panel.to_string().contains("Skip"), "{panel}");
    let turned_up = picks_blindly(blind, 1);
    assert_snapshot!("table_after_a_blind_play", turned_up.table_screen());
}

#[test]
fn all_see_the_cards_that_a_blind_player_turns_up_to_be_saved() {
    let rules = fixture::ruleset(EditionId::STREAKING, ::rules::HouseRules::default(), 3);
    let hand = [Tacocat, Tacocat, Tacocat, Defuse, Attack];
    let hands: [&[Title]; 3] = [&[CurseOfTheCatButt, Skip], &hand, &[Nope]];
    let pile = [ExplodingKitten, Skip, Favor, ExplodingKitten];
    let saved = Scenario::new(rules, &["Anna", "Bert", "Cleo"], &hands, &pile)
        .plays(0, Play::aimed(CurseOfTheCatButt, seat(1)))
        .times_out()
        .plays(0, Play::single(Skip))
        .times_out()
        .draws(1);
    assert_snapshot!("table_after_a_blind_rescue", saved.table_screen());
    let mut in_beat = saved.table();
    in_beat.beat = Some(BeatEvent::Rescue(seat(1)));
    let beat = screen::table(&in_beat, fixture::english());
    assert_snapshot!("beat_of_a_blind_rescue", beat);
}

#[test]
fn marks_are_on_the_table_and_in_the_hand() {
    let marked = three_players(&[Mark, Mark, Skip], &PILE)
        .plays(0, Play::aimed(Mark, seat(1)))
        .times_out()
        .plays(0, Play::aimed(Mark, seat(1)))
        .times_out();
    assert_snapshot!(marked.table_screen());
    assert_snapshot!("panel_with_marked_cards", marked.hand_screen(1));
}

#[test]
fn the_table_tells_who_has_not_thrown_a_card_in_but_not_what_others_threw() {
    let held = [GarbageCollection, Skip, Defuse, Defuse];
    let collecting = three_players(&held, &PILE)
        .plays(0, Play::single(GarbageCollection))
        .times_out();
    assert_snapshot!(collecting.hand_screen(0));
    let question = collecting.panel_screen(0, PanelStep::Giving(Defuse));
    assert_snapshot!("question_before_a_defuse_is_thrown_in", question);
    let put = collecting.chooses(1, ChoiceAnswer::Put(Attack));
    assert_snapshot!("table_while_others_throw_cards_in", put.table_screen());
    assert!(!put.hand_screen(0).to_string().contains("Attack"));
}

#[test]
fn a_card_that_was_turned_up_asks_for_its_target() {
    let curse = [CurseOfTheCatButt, Skip, Nope];
    let hands: [&[Title]; 3] = [&curse, &[Favor], &[Nope]];
    let rules = fixture::ruleset(EditionId::STREAKING, ::rules::HouseRules::default(), 3);
    let names = ["Anna", "Bert", "Cleo"];
    let cursed = Scenario::new(rules, &names, &hands, &PILE)
        .plays(0, Play::aimed(CurseOfTheCatButt, seat(1)))
        .times_out()
        .plays(0, Play::single(Skip))
        .times_out();
    let aiming = picks_blindly(cursed, 1);
    assert_snapshot!(aiming.hand_screen(1));
    assert_snapshot!("table_while_a_card_is_aimed", aiming.table_screen());
}

#[test]
fn only_the_drawer_is_told_of_a_sheltered_kitten() {
    let pile = [ExplodingKitten, Skip, Favor, ExplodingKitten];
    let drawn = three_players(&[StreakingKitten, Skip], &pile).draws(0);
    assert_snapshot!(drawn.hand_screen(0));
    let harmless = [Skip, ExplodingKitten, Favor, ExplodingKitten];
    let other = three_players(&[StreakingKitten, Skip], &harmless).draws(0);
    let screens = |game: &Scenario| {
        let panels = [1, 2].map(|index| game.hand_screen(index).to_string());
        (game.table_screen().to_string(), panels)
    };
    assert_eq!(screens(&drawn), screens(&other));
}

#[test]
fn a_panel_of_a_blind_player_is_the_same_whatever_they_hold() {
    let rules = fixture::ruleset(EditionId::STREAKING, ::rules::HouseRules::default(), 3);
    let names = ["Anna", "Bert", "Cleo"];
    let curse = [CurseOfTheCatButt, GarbageCollection, Skip];
    let hands: [&[Title]; 4] = [
        &[Attack, Skip, Skip],
        &[Nope, Nope, Defuse],
        &[StreakingKitten, Mark, Favor],
        &[Tacocat, Tacocat, Tacocat],
    ];
    let shown = hands.map(|hand| {
        let cursed = || {
            Scenario::new(rules, &names, &[&curse, hand, &[Nope]], &PILE)
                .plays(0, Play::aimed(CurseOfTheCatButt, seat(1)))
                .times_out()
        };
        let window = cursed().plays(0, Play::single(GarbageCollection));
        let asked = cursed()
            .plays(0, Play::single(GarbageCollection))
            .times_out();
        let on_turn = cursed().plays(0, Play::single(Skip)).times_out();
        let games = [cursed(), window, asked, on_turn];
        let steps = [
            PanelStep::Hand,
            PanelStep::Explained,
            PanelStep::Title(Tacocat),
        ];
        let panels: Vec<_> = games
            .iter()
            .flat_map(|game| steps.map(|step| game.panel_screen(1, step)))
            .map(|panel| panel.to_string())
            .collect();
        panels
    });
    for other in &shown[1..] {
        assert_eq!(*other, shown[0]);
    }
}

#[test]
fn a_hand_of_all_titles_of_the_edition_fits_a_panel() {
    let rules = fixture::ruleset(EditionId::STREAKING, ::rules::HouseRules::default(), 3);
    let held: Vec<Title> = rules.nameable_titles().iter().collect();
    let game = three_players(&held, &PILE);
    assert_within_limits(&game.hand_screen(0));
}
