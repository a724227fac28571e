//! Snapshots of screens in English, so that changes of wording show up in review.

use std::sync::Arc;

use ::rules::Title::*;
use ::rules::{ChoiceAnswer, EditionId, HouseRules, Illegal, Play, SeatSet};
use insta::assert_snapshot;
use players::Strength;

use super::fixture::{DEADLINE, STAMP, Scenario, english, players, ruleset, seat};
use super::pictures::chart_line;
use crate::display_mode::DisplayMode;
use crate::ids::UserId;
use crate::intent::{OptionPage, PanelStep, TargetedPlay};
use crate::options::{FirstPlayer, LeaverPolicy, TableOptions};
use crate::pages::me::forget_question;
use crate::record::{CloseReason, PersonRecord};
use crate::refusal::Refusal;
use crate::screen::{
    Award, AwardKind, Chart, Departure, GameOverView, GameStats, InteractionError, LineEnding,
    LobbyView, Notice, Occupant, OptionsView, Outcome, Permission, Player, Presence, Question,
    Remark, RemarkTopic, RematchView, SafeDraw, Screen, SeriesWins, Standing, VoteTally,
    closed_table, game_over, interaction_error, lobby, notice, options, panel, question, refusal,
    table,
};
use crate::text::Locale;

const NAMES: [&str; 4] = ["Anna", "*Bert*", "Cleo", "dave_the_cat"];

fn four_players() -> Scenario {
    Scenario::new(
        ruleset(EditionId::ORIGINAL, HouseRules::default(), 4),
        &NAMES,
        &[
            &[
                Defuse,
                Attack,
                Skip,
                SeeTheFuture,
                Favor,
                Tacocat,
                Tacocat,
                Tacocat,
                Nope,
            ],
            &[Nope, Nope, BeardCat],
            &[Defuse, Skip],
            &[Cattermelon],
        ],
        &[
            Skip,
            Shuffle,
            ExplodingKitten,
            Nope,
            Attack,
            Favor,
            ExplodingKitten,
            Tacocat,
            ExplodingKitten,
        ],
    )
}

fn lobby_view(players: Vec<Player>, options: TableOptions) -> LobbyView {
    LobbyView {
        stamp: STAMP,
        options,
        editions: Arc::default(),
        players,
        host: UserId(1000),
        closes: DEADLINE,
        rematch: None,
        is_door_closed: false,
        knocking: Vec::new(),
        offers_host: false,
        has_called: false,
    }
}

fn lobby_of(players: Vec<Player>, options: TableOptions) -> Screen {
    lobby(&lobby_view(players, options), english())
}

#[test]
fn a_rematch_asks_those_who_played() {
    let options = TableOptions::of(EditionId::ORIGINAL, Locale::fallback());
    let view = LobbyView {
        rematch: Some(RematchView {
            asked: players(&NAMES).split_off(1),
            starts: DEADLINE,
        }),
        ..lobby_view(players(&NAMES[..1]), options)
    };
    assert_snapshot!(lobby(&view, english()));
}

#[test]
fn a_lobby_waits_for_a_second_player() {
    let options = TableOptions::of(EditionId::ORIGINAL, Locale::fallback());
    assert_snapshot!(lobby_of(players(&NAMES[..1]), options));
}

#[test]
fn a_lobby_with_house_rules_can_start() {
    let mut options = TableOptions::of(EditionId::CLASSIC, Locale::fallback());
    options.house.self_nope = true;
    options.house.combos = Some(::rules::Combos::CatPairs);
    options.first = FirstPlayer::Person(UserId(1001));
    options.leavers = LeaverPolicy::Out;
    assert_snapshot!(lobby_of(players(&NAMES), options));
}

#[test]
fn a_lobby_is_too_full_for_its_options() {
    let options = TableOptions::of(EditionId::TWO_PLAYER, Locale::fallback());
    assert_snapshot!(lobby_of(players(&NAMES), options));
}

#[test]
fn a_lobby_lists_its_computers() {
    let options = TableOptions::of(EditionId::ORIGINAL, Locale::fallback());
    let mut players = players(&NAMES[..3]);
    players[1].occupant = Occupant::Computer(Strength::Kitten);
    players[2].occupant = Occupant::Computer(Strength::Tiger);
    assert_snapshot!(lobby_of(players, options));
}

#[test]
fn the_host_sees_every_option() {
    let options_now = TableOptions::of(EditionId::CLASSIC, Locale::fallback());
    let view = OptionsView {
        display_mode: DisplayMode::default(),
        stamp: STAMP,
        options: options_now,
        editions: Arc::default(),
        players: players(&NAMES[..2]),
        host: players(&NAMES[..2])[0].user().unwrap(),
        is_door_closed: false,
        knocking: Vec::new(),
    };
    let pages = OptionPage::ALL.map(|page| options(&view, page, english()).to_string());
    assert_snapshot!(pages.join("\n"));
}

#[test]
fn a_turn_without_anything_special_is_shown() {
    assert_snapshot!(four_players().table_screen());
}

#[test]
fn a_window_and_a_hand_come_text_first() {
    let scenario = four_players().plays(0, Play::single(Attack)).nopes(1, 0);
    let mut window = scenario.table();
    window.display_mode = DisplayMode::TextFirst;
    assert_snapshot!("text_first_table", table(&window, english()));
    let mut hand = scenario.panel(1, PanelStep::Hand);
    hand.display_mode = DisplayMode::TextFirst;
    assert_snapshot!("text_first_panel", panel(&hand, english()));
}

#[test]
fn an_attack_was_noped_and_the_nope_was_noped() {
    let scenario = four_players()
        .plays(0, Play::single(Attack))
        .nopes(1, 0)
        .nopes(0, 1)
        .passes(2);
    assert_snapshot!("window_table", scenario.table_screen());
    assert_snapshot!("window_panel", scenario.hand_screen(1));
    assert_snapshot!("window_panel_own", scenario.hand_screen(0));
}

#[test]
fn each_nope_window_shows_its_pending_play() {
    let (title, wild, on) = (Tacocat, 0, seat(1));
    let plays = [
        Play::single(Skip),
        Play::single(SeeTheFuture),
        Play::aimed(Favor, on),
        Play::Pair { title, wild, on },
        Play::Triple {
            title,
            wild,
            on,
            naming: Defuse,
        },
    ];
    let headings = plays.map(|play| {
        let screen = four_players().plays(0, play).table_screen();
        screen.elements[0].to_string()
    });
    assert_snapshot!(headings.join("\n\n"));
}

#[test]
fn the_attacked_player_is_away_and_another_has_left() {
    let scenario = four_players()
        .plays(0, Play::single(Attack))
        .times_out()
        .with_presence(1, Presence::Away)
        .with_presence(3, Presence::Left);
    assert_snapshot!(scenario.table_screen());
}

#[test]
fn a_computer_is_on_turn_and_another_has_something_to_say() {
    let scenario = four_players()
        .draws(0)
        .with_computer(1, Strength::Tiger)
        .with_computer(2, Strength::Kitten);
    let mut view = scenario.table();
    view.remarks = vec![Remark {
        after: 0,
        by: seat(2),
        topic: RemarkTopic::Draw,
        variant: 1,
    }];
    assert_snapshot!(table(&view, english()));
}

#[test]
fn the_others_vote_to_go_on() {
    let mut view = four_players().table();
    view.votes = vec![VoteTally {
        against: seat(0),
        cast: 1,
        needed: 2,
    }];
    assert_snapshot!("votes_table", table(&view, english()));
    let mut view = four_players().panel(1, PanelStep::Hand);
    view.overdue = SeatSet::EMPTY.with(seat(0));
    assert_snapshot!("votes_panel", panel(&view, english()));
}

#[test]
fn everybody_is_away() {
    let away = |game: Scenario, seat| game.with_presence(seat, Presence::Away);
    let mut view = (0..4).fold(four_players(), away).table();
    view.deadline = None;
    assert_snapshot!(table(&view, english()));
}

#[test]
fn a_paused_game_among_computers_goes_on_by_itself() {
    let mut view = four_players().table();
    view.deadline = None;
    for player in &mut view.players {
        player.occupant = Occupant::Computer(Strength::Cat);
    }
    let text = table(&view, english()).to_string();
    assert!(text.contains("It wakes by itself"), "{text}");
    assert!(!text.contains("player's click"), "{text}");
}

fn cleo_defuses_a_kitten() -> Scenario {
    four_players().draws(0).draws(1).draws(2)
}

#[test]
fn a_defused_kitten_goes_back() {
    let scenario = cleo_defuses_a_kitten();
    assert_snapshot!("placing_table", scenario.table_screen());
    assert_snapshot!("placing_panel", scenario.hand_screen(2));
    assert_snapshot!(
        "placing_any",
        scenario.panel_screen(2, PanelStep::Places { from: 0 })
    );
    let placed = scenario.chooses(2, ChoiceAnswer::Place(1));
    assert_snapshot!("placed_panel", placed.hand_screen(2));
}

#[test]
fn somebody_explodes() {
    let scenario = cleo_defuses_a_kitten()
        .chooses(2, ChoiceAnswer::Place(0))
        .draws(3);
    assert_snapshot!("exploded_table", scenario.table_screen());
    assert_snapshot!("exploded_panel", scenario.hand_screen(3));
}

#[test]
fn the_hand_has_buttons_on_the_own_turn_only() {
    assert_snapshot!("hand", four_players().hand_screen(0));
    assert_snapshot!("hand_of_another", four_players().hand_screen(1));
}

#[test]
fn a_hand_knows_the_odds_of_the_draw_that_its_owner_may_make_unless_they_know_the_card() {
    let own = four_players().hand_screen(0).to_string();
    assert!(own.contains("( 🎴 Draw (33%) )"), "{own}");
    assert!(own.contains("Pile: **9** cards, **3** kittens"), "{own}");
    let other = four_players().hand_screen(1).to_string();
    assert!(other.contains("(- 🎴 Draw -)"), "{other}");
    let looked = four_players().plays(0, Play::single(SeeTheFuture));
    let known = looked.times_out().hand_screen(0).to_string();
    assert!(known.contains("( 🎴 Draw )"), "{known}");
}

#[test]
fn a_triple_is_played_in_three_steps() {
    let steps = [
        PanelStep::Title(Tacocat),
        PanelStep::Target(TargetedPlay::Triple(Tacocat, 0)),
        PanelStep::Naming {
            title: Tacocat,
            wild: 0,
            on: seat(1),
        },
    ];
    let screens = steps.map(|step| four_players().panel_screen(0, step).to_string());
    assert_snapshot!(screens.join("\n"));
}

#[test]
fn the_future_was_seen_and_a_click_was_late() {
    let scenario = four_players()
        .plays(0, Play::single(SeeTheFuture))
        .times_out();
    let mut view = scenario.panel(0, PanelStep::Hand);
    view.refusal = Some(Refusal::MovedOn);
    assert_snapshot!(panel(&view, english()));
}

#[test]
fn a_card_is_stolen_from_both_sides() {
    let (title, wild, on) = (Tacocat, 0, seat(3));
    let pair = Play::Pair { title, wild, on };
    let scenario = four_players().plays(0, pair).times_out();
    assert_snapshot!("stolen_by", scenario.hand_screen(0));
    assert_snapshot!("stolen_from", scenario.hand_screen(3));
    assert_snapshot!("stolen_public", scenario.table_screen());
}

#[test]
fn a_favor_is_owed() {
    let scenario = four_players()
        .plays(0, Play::aimed(Favor, seat(1)))
        .times_out();
    assert_snapshot!("giving_table", scenario.table_screen());
    assert_snapshot!("giving_panel", scenario.hand_screen(1));
    assert_snapshot!("giving_waits", scenario.hand_screen(0));
}

#[test]
fn five_different_titles_can_be_played_in_classic() {
    let scenario = Scenario::new(
        ruleset(EditionId::CLASSIC, HouseRules::default(), 2),
        &NAMES[..2],
        &[&[Defuse, Nope, Tacocat, BeardCat, Skip, Attack], &[Defuse]],
        &[Skip, ExplodingKitten],
    );
    assert_snapshot!("five_choice", scenario.panel_screen(0, PanelStep::Five));
    let five = Play::Five {
        titles: [Nope, Tacocat, BeardCat, Skip, Attack],
    };
    let played = scenario.plays(0, five).times_out();
    assert_snapshot!("taking_panel", played.hand_screen(0));
    assert_snapshot!("taking_table", played.table_screen());
}

#[test]
fn a_shuffle_waits_for_a_stop_in_travel() {
    let scenario = Scenario::new(
        ruleset(EditionId::TRAVEL, HouseRules::default(), 2),
        &NAMES[..2],
        &[&[Defuse, Shuffle], &[Defuse, Nope]],
        &[Skip, ExplodingKitten],
    );
    let played = scenario.plays(0, Play::single(Shuffle)).times_out();
    assert_snapshot!("stopping_panel", played.hand_screen(1));
    assert_snapshot!("stopping_table", played.table_screen());
}

#[test]
fn a_game_ends() {
    let standing = |index, outcome, hidden_by: Option<usize>| Standing {
        seat: seat(index),
        outcome,
        hidden_by: hidden_by.map(seat),
    };
    let award = |kind, index, amount| Award {
        kind,
        seat: seat(index),
        amount,
    };
    let wins = |index: usize, wins| SeriesWins {
        player: players(&NAMES)[index].clone(),
        wins,
    };
    let view = GameOverView {
        game: 1,
        display_mode: DisplayMode::default(),
        stamp: STAMP,
        players: players(&NAMES),
        standings: vec![
            standing(2, Outcome::Won, None),
            standing(0, Outcome::Exploded, Some(2)),
            standing(3, Outcome::Left, None),
            standing(1, Outcome::Exploded, Some(1)),
        ],
        stats: GameStats {
            turns: 31,
            nopes: 7,
            longest_chain: 3,
            riskiest_draw: Some(SafeDraw {
                seat: seat(2),
                kittens: 1,
                cards: 3,
            }),
        },
        awards: vec![
            award(AwardKind::ClosestShave, 2, 33),
            award(AwardKind::Rescues, 2, 2),
            award(AwardKind::Nopes, 1, 3),
            award(AwardKind::Stolen, 0, 4),
            award(AwardKind::Robbed, 3, 2),
            award(AwardKind::HeldDefuse, 0, 12),
        ],
        ratings: Vec::new(),
        series: vec![wins(2, 2), wins(1, 1)],
        series_games: 2,
        oracle: None,
        chart: Arc::new(Chart {
            turns: 31,
            lines: vec![
                chart_line(2, LineEnding::Won, &[(1, 10), (1, 3)], true),
                chart_line(0, LineEnding::Exploded, &[(3, 20)], false),
                chart_line(1, LineEnding::Exploded, &[(3, 20)], false),
            ],
        }),
    };
    assert_snapshot!(game_over(&view, english()));
}

#[test]
fn a_table_closes_without_a_winner() {
    let reasons = [
        CloseReason::LobbyIdle,
        CloseReason::LobbyEmpty,
        CloseReason::Ended {
            by: PersonRecord {
                user: UserId(1001),
                name: "*Bert*".to_owned(),
            },
        },
        CloseReason::Abandoned,
        CloseReason::AllLeft,
        CloseReason::EntryLimit,
    ];
    assert_snapshot!(
        reasons
            .map(|reason| {
                let counts = matches!(reason, CloseReason::Ended { .. });
                closed_table(&reason, &players(&["Anna"]), None, counts, english()).to_string()
            })
            .join("\n")
    );
}

#[test]
fn questions_and_notices_are_short_sentences() {
    let questions = [Question::End, Question::EndCounted]
        .into_iter()
        .chain(Departure::ALL.map(Question::Leave));
    let notices = [
        Notice::Joined,
        Notice::LeftLobby,
        Notice::Ended,
        Notice::TablePosted,
        Notice::Noped,
        Notice::Passed,
        Notice::Done,
        Notice::TableOpened,
        Notice::DataAttached,
        Notice::Forgotten,
    ];
    let questions: Vec<_> = questions
        .map(|kind| question(kind, STAMP, english()).to_string())
        .collect();
    let left = Departure::ALL.map(Notice::LeftGame);
    let forget = [forget_question(english()).to_string()];
    let notices: Vec<_> = notices
        .into_iter()
        .chain(left)
        .map(|kind| notice(kind, english()).to_string())
        .collect();
    assert_snapshot!([&questions[..], &forget, &notices].concat().join("\n"));
}

#[test]
fn refusals_say_what_to_do() {
    let refusals = [
        Refusal::NotSeated,
        Refusal::MovedOn,
        Refusal::NopedAlready,
        Refusal::Rules(Illegal::NotYourTurn),
        Refusal::Rules(Illegal::TargetEmpty),
    ];
    let errors = [
        InteractionError::NoGame,
        InteractionError::GameExists {
            link: "https://discord.com/channels/1/2/3".to_owned(),
        },
        InteractionError::MissingPermission(Permission::Send),
        InteractionError::RateLimited,
        InteractionError::Internal,
    ];
    let refusals = refusals.map(|reason| refusal(&reason, english()).to_string());
    let errors = errors.map(|error| interaction_error(&error, english()).to_string());
    assert_snapshot!([refusals, errors].concat().join("\n"));
}

#[test]
fn a_hand_is_explained() {
    let view = four_players().panel(0, PanelStep::Explained);
    assert_snapshot!(panel(&view, english()));
}
