//! Snapshots of the screens that only *Imploding Kittens* has.

use ::rules::Title::*;
use ::rules::{ChoiceAnswer, DeathCause, EditionId, HouseRules, Order, Play, Title};
use insta::assert_snapshot;

use super::fixture::{self, STAMP, Scenario, english, ruleset};
use super::limits::assert_within_limits;
use crate::intent::{Intent, PanelStep};
use crate::screen::element::{Button, Element, SelectOption};
use crate::screen::game_context::GameContext;
use crate::screen::hand_layout::{self, HeldCard};
use crate::screen::{Presence, panel};

fn three_players(held: &[Title], pile: &[Title]) -> Scenario {
    fixture::three_players(EditionId::IMPLODING, held, pile)
}

const PILE: [Title; 5] = [Tacocat, ExplodingKitten, Favor, ImplodingKitten, Skip];

#[test]
fn the_future_is_rearranged_card_by_card() {
    let plays =
        three_players(&[AlterTheFuture, Skip], &PILE).plays(0, Play::single(AlterTheFuture));
    let altering = plays.times_out();
    let steps = [&[][..], &[2], &[2, 0]].map(|places| {
        let step = PanelStep::Order(Order::new(places).expect("three fit"));
        altering.panel_screen(0, step).to_string()
    });
    assert_snapshot!(steps.join("\n"));
    assert_snapshot!(
        "table_while_the_future_is_rearranged",
        altering.table_screen()
    );
    let answer = ChoiceAnswer::Order(Order::new(&[2, 0, 1]).expect("three fit"));
    let done = altering.chooses(0, answer);
    // A player who reorders cards has already read the news about these cards.
    let mut view = done.panel(0, PanelStep::Hand);
    view.news.clear();
    assert_snapshot!("panel_after_the_order", panel(&view, english()));
}

#[test]
fn the_imploding_kitten_is_put_back_face_up_and_seen_on_top() {
    let drawn = three_players(&[Skip], &[ImplodingKitten, Skip, Favor]).draws(0);
    assert_snapshot!(drawn.hand_screen(0));
    assert_snapshot!("table_while_it_is_put_back", drawn.table_screen());
    let placed = drawn.chooses(0, ChoiceAnswer::Place(0));
    assert_snapshot!("table_with_it_on_top", placed.table_screen());
}

#[test]
fn a_death_by_the_imploding_kitten_is_told_as_one() {
    let drawn = three_players(&[Skip], &[ImplodingKitten, Skip, Favor]).draws(0);
    let placed = drawn.chooses(0, ChoiceAnswer::Place(0));
    let died = placed.draws(1);
    let seats = &died.table().game.seats;
    assert_eq!(seats[1].died, Some((0, DeathCause::Imploded)));
    let shown = died.table_screen().to_string();
    assert!(shown.contains("**Bert** imploded."), "{shown}");
}

#[test]
fn the_direction_of_play_is_on_the_table() {
    let turned = three_players(&[Reverse], &PILE)
        .plays(0, Play::single(Reverse))
        .times_out();
    assert_snapshot!(turned.table_screen());
}

#[test]
fn a_feral_cat_has_a_step_with_the_cats_that_it_can_stand_for() {
    let game = three_players(&[FeralCat, FeralCat, Tacocat, BeardCat], &PILE);
    let steps =
        [FeralCat, Tacocat].map(|title| game.panel_screen(0, PanelStep::Title(title)).to_string());
    assert_snapshot!(steps.join("\n"));
}

/// No game has this many titles yet, so the test invents titles with distinct ids and names longer than any
/// real card's.
#[test]
fn a_hand_of_thirty_titles_fits_a_panel() {
    let game = three_players(&[Attack, Nope], &PILE);
    let view = game.panel(0, PanelStep::Hand);
    let context = GameContext {
        stamp: STAMP,
        game: &view.game,
        players: &view.players,
        deadline: view.deadline,
        language: english(),
        display_mode: view.display_mode,
    };
    let card = |number: u8| {
        let name = format!("Title {number:02} {}", "x".repeat(36));
        let answers = number >= 28;
        HeldCard {
            button: Button::new(STAMP.button(Intent::Nope { layer: number }), name.clone())
                .enabled(answers),
            option: SelectOption::new(format!("title-{number}"), name),
            is_playable: !answers,
        }
    };
    let screen = panel(&view, english());
    let thirty = hand_layout::add_cards(screen, (0..30).map(card).collect(), &context);
    assert_within_limits(&thirty);
    let menus = thirty.elements.iter().filter_map(|element| {
        let Element::Select(select) = element else {
            return None;
        };
        Some(select.options.len())
    });
    assert_eq!(menus.collect::<Vec<_>>(), [14, 14]);
    assert_snapshot!(thirty);
}

#[test]
fn a_hand_of_all_titles_is_played_from_a_menu() {
    let rules = ruleset(EditionId::IMPLODING, HouseRules::default(), 3);
    let held: Vec<Title> = rules.nameable_titles().iter().collect();
    let game = three_players(&held, &PILE).with_presence(1, Presence::Away);
    let screen = game.hand_screen(0);
    assert_within_limits(&screen);
    assert_snapshot!(screen);
}
