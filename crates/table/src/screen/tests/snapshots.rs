//! How every screen reads. A change of words shows here before anybody else sees it.

use ::rules::Title::*;
use ::rules::{Action, EditionId, HouseRules, Illegal, Play, SeatSet};
use insta::assert_snapshot;
use players::Strength;

use super::fixture::{DEADLINE, STAMP, Scenario, english, people, ruleset, seat};
use crate::ids::UserId;
use crate::intent::{PanelStep, TargetedPlay};
use crate::options::{FirstPlayer, LeaverPolicy, TableOptions};
use crate::refusal::Refusal;
use crate::screen::{
    Closing, Escape, Fate, LobbyView, Notice, Obstacle, Occupant, OptionsView, OverView,
    Permission, Placed, Question, Remark, RemarkTopic, RulesView, Screen, Sitter, Tally, Topic,
    Votes, closed, lobby, notice, obstacle, options, over, panel, question, refusal, rules, table,
};
use crate::text::Locale;

const NAMES: [&str; 4] = ["Anna", "*Bert*", "Cleo", "dave_the_cat"];

fn four() -> Scenario {
    Scenario::new(
        ruleset(EditionId::Original, HouseRules::default(), 4),
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

fn lobby_of(names: &[&str], options: TableOptions) -> Screen {
    let view = LobbyView {
        stamp: STAMP,
        options,
        people: people(names),
        host: UserId(1000),
        closes: DEADLINE,
    };
    lobby(&view, english())
}

#[test]
fn a_lobby_waits_for_a_second_player() {
    let options = TableOptions::of(EditionId::Original, Locale::fallback());
    assert_snapshot!(lobby_of(&NAMES[..1], options));
}

#[test]
fn a_lobby_with_house_rules_can_start() {
    let mut options = TableOptions::of(EditionId::Classic, Locale::fallback());
    options.house.self_nope = true;
    options.house.combos = Some(::rules::Combos::CatPairs);
    options.first = FirstPlayer::Person(UserId(1001));
    options.leavers = LeaverPolicy::Out;
    assert_snapshot!(lobby_of(&NAMES, options));
}

#[test]
fn a_lobby_is_too_full_for_its_options() {
    let options = TableOptions::of(EditionId::TwoPlayer, Locale::fallback());
    assert_snapshot!(lobby_of(&NAMES, options));
}

#[test]
fn a_lobby_with_computers() {
    let options = TableOptions::of(EditionId::Original, Locale::fallback());
    let mut people = people(&NAMES[..3]);
    people[1].occupant = Occupant::Computer(Strength::Kitten);
    people[2].occupant = Occupant::Computer(Strength::Tiger);
    let view = LobbyView {
        stamp: STAMP,
        options,
        people,
        host: UserId(1000),
        closes: DEADLINE,
    };
    assert_snapshot!(lobby(&view, english()));
}

#[test]
fn the_host_sees_every_option() {
    let options_now = TableOptions::of(EditionId::Classic, Locale::fallback());
    let view = OptionsView {
        stamp: STAMP,
        options: options_now,
        people: people(&NAMES[..2]),
    };
    assert_snapshot!(options(&view, english()));
}

#[test]
fn a_calm_turn() {
    assert_snapshot!(table(&four().table(), english()));
}

#[test]
fn an_attack_was_noped_and_the_nope_was_noped() {
    let scenario = four()
        .plays(0, Play::Single(Attack))
        .nopes(1, 0)
        .nopes(0, 1)
        .passes(2);
    assert_snapshot!("window_table", table(&scenario.table(), english()));
    assert_snapshot!(
        "window_panel",
        panel(&scenario.panel(1, PanelStep::Hand), english())
    );
    assert_snapshot!(
        "window_panel_own",
        panel(&scenario.panel(0, PanelStep::Hand), english())
    );
}

#[test]
fn what_is_at_stake_in_each_window() {
    let on = seat(1);
    let plays = [
        Play::Single(Skip),
        Play::Single(SeeTheFuture),
        Play::Favor { on: Some(on) },
        Play::Pair { title: Tacocat, on },
        Play::Triple {
            title: Tacocat,
            on,
            naming: Defuse,
        },
    ];
    let stakes: Vec<_> = plays
        .into_iter()
        .map(|play| table(&four().plays(0, play).table(), english()).parts[0].to_string())
        .collect();
    assert_snapshot!(stakes.join("\n\n"));
}

#[test]
fn the_attacked_one_is_away_and_another_has_left() {
    let scenario = four()
        .plays(0, Play::Single(Attack))
        .times_out()
        .sits(1, Sitter::Away)
        .sits(3, Sitter::Left);
    assert_snapshot!(table(&scenario.table(), english()));
}

#[test]
fn a_computer_is_on_turn_and_another_has_something_to_say() {
    let scenario = four()
        .draws(0)
        .computer(1, Strength::Tiger)
        .computer(2, Strength::Kitten);
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
    let mut view = four().table();
    view.votes = vec![Votes {
        against: seat(0),
        votes: 1,
        needed: 2,
    }];
    assert_snapshot!("votes_table", table(&view, english()));
    let mut view = four().panel(1, PanelStep::Hand);
    view.dawdlers = SeatSet::EMPTY.with(seat(0));
    assert_snapshot!("votes_panel", panel(&view, english()));
}

#[test]
fn everybody_is_away() {
    let mut view = four().table();
    view.deadline = None;
    assert_snapshot!(table(&view, english()));
}

/// Cleo, on turn third, draws the kitten and has a Defuse.
fn kitten_for_cleo() -> Scenario {
    four().draws(0).draws(1).draws(2)
}

#[test]
fn a_defused_kitten_goes_back() {
    let scenario = kitten_for_cleo();
    assert_snapshot!("placing_table", table(&scenario.table(), english()));
    assert_snapshot!(
        "placing_panel",
        panel(&scenario.panel(2, PanelStep::Hand), english())
    );
    assert_snapshot!(
        "placing_any",
        panel(&scenario.panel(2, PanelStep::Places { from: 0 }), english())
    );
    let placed = scenario.act(Action::Place {
        seat: seat(2),
        place: 1,
    });
    assert_snapshot!(
        "placed_panel",
        panel(&placed.panel(2, PanelStep::Hand), english())
    );
}

#[test]
fn somebody_explodes() {
    let scenario = kitten_for_cleo()
        .act(Action::Place {
            seat: seat(2),
            place: 0,
        })
        .draws(3);
    assert_snapshot!("exploded_table", table(&scenario.table(), english()));
    assert_snapshot!(
        "exploded_panel",
        panel(&scenario.panel(3, PanelStep::Hand), english())
    );
}

#[test]
fn the_hand_on_the_own_turn() {
    assert_snapshot!("hand", panel(&four().panel(0, PanelStep::Hand), english()));
    assert_snapshot!(
        "hand_of_another",
        panel(&four().panel(1, PanelStep::Hand), english())
    );
}

#[test]
fn the_steps_towards_a_triple() {
    let steps = [
        PanelStep::Title(Tacocat),
        PanelStep::Target(TargetedPlay::Triple(Tacocat)),
        PanelStep::Naming {
            title: Tacocat,
            on: seat(1),
        },
    ];
    let screens = steps.map(|step| panel(&four().panel(0, step), english()).to_string());
    assert_snapshot!(screens.join("\n"));
}

#[test]
fn the_future_was_seen_and_a_click_was_late() {
    let scenario = four().plays(0, Play::Single(SeeTheFuture)).times_out();
    let mut view = scenario.panel(0, PanelStep::Hand);
    view.refusal = Some(Refusal::MovedOn);
    assert_snapshot!(panel(&view, english()));
}

#[test]
fn a_card_is_stolen_from_both_sides() {
    let scenario = four()
        .plays(
            0,
            Play::Pair {
                title: Tacocat,
                on: seat(3),
            },
        )
        .times_out();
    assert_snapshot!(
        "stolen_by",
        panel(&scenario.panel(0, PanelStep::Hand), english())
    );
    assert_snapshot!(
        "stolen_from",
        panel(&scenario.panel(3, PanelStep::Hand), english())
    );
    assert_snapshot!("stolen_public", table(&scenario.table(), english()));
}

#[test]
fn a_favor_is_owed() {
    let scenario = four()
        .plays(0, Play::Favor { on: Some(seat(1)) })
        .times_out();
    assert_snapshot!("giving_table", table(&scenario.table(), english()));
    assert_snapshot!(
        "giving_panel",
        panel(&scenario.panel(1, PanelStep::Hand), english())
    );
    assert_snapshot!(
        "giving_waits",
        panel(&scenario.panel(0, PanelStep::Hand), english())
    );
}

#[test]
fn five_different_in_classic() {
    let scenario = Scenario::new(
        ruleset(EditionId::Classic, HouseRules::default(), 2),
        &NAMES[..2],
        &[&[Defuse, Nope, Tacocat, BeardCat, Skip, Attack], &[Defuse]],
        &[Skip, ExplodingKitten],
    );
    assert_snapshot!(
        "five_choice",
        panel(&scenario.panel(0, PanelStep::Five), english())
    );
    let five = Play::Five([Nope, Tacocat, BeardCat, Skip, Attack]);
    let played = scenario.plays(0, five).times_out();
    assert_snapshot!(
        "taking_panel",
        panel(&played.panel(0, PanelStep::Hand), english())
    );
    assert_snapshot!("taking_table", table(&played.table(), english()));
}

#[test]
fn a_shuffle_waits_for_a_stop_in_travel() {
    let scenario = Scenario::new(
        ruleset(EditionId::Travel, HouseRules::default(), 2),
        &NAMES[..2],
        &[&[Defuse, Shuffle], &[Defuse, Nope]],
        &[Skip, ExplodingKitten],
    );
    let played = scenario.plays(0, Play::Single(Shuffle)).times_out();
    assert_snapshot!(
        "stopping_panel",
        panel(&played.panel(1, PanelStep::Hand), english())
    );
    assert_snapshot!("stopping_table", table(&played.table(), english()));
}

#[test]
fn a_game_ends() {
    let placed = |index, fate| Placed {
        seat: seat(index),
        fate,
    };
    let view = OverView {
        stamp: STAMP,
        people: people(&NAMES),
        placing: vec![
            placed(2, Fate::Won),
            placed(0, Fate::Exploded),
            placed(3, Fate::Left),
            placed(1, Fate::Exploded),
        ],
        tally: Tally {
            turns: 31,
            nopes: 7,
            longest_chain: 3,
            closest_escape: Some(Escape {
                seat: seat(2),
                kittens: 1,
                cards: 3,
            }),
        },
    };
    assert_snapshot!(over(&view, english()));
}

#[test]
fn a_table_closes_without_a_winner() {
    let closings = [
        Closing::LobbyIdle,
        Closing::LobbyEmpty,
        Closing::Ended {
            by: "*Bert*".to_owned(),
        },
        Closing::Abandoned,
    ];
    assert_snapshot!(
        closings
            .map(|closing| closed(&closing, english()).to_string())
            .join("\n")
    );
}

#[test]
fn questions_and_notices() {
    let questions = [
        Question::End,
        Question::LeaveToStandIn,
        Question::LeaveForGood,
    ];
    let notices = [
        Notice::Joined,
        Notice::LeftLobby,
        Notice::LeftToStandIn,
        Notice::LeftForGood,
        Notice::Ended,
        Notice::TablePosted,
        Notice::Noped,
        Notice::Passed,
        Notice::Done,
    ];
    let questions = questions.map(|asked| question(asked, STAMP, english()).to_string());
    let notices = notices.map(|told| notice(told, english()).to_string());
    assert_snapshot!(
        questions
            .into_iter()
            .chain(notices)
            .collect::<Vec<_>>()
            .join("\n")
    );
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
    let obstacles = [
        Obstacle::NoGame,
        Obstacle::GameHere {
            link: "https://discord.com/channels/1/2/3".to_owned(),
        },
        Obstacle::Missing(Permission::Send),
        Obstacle::SlowDown,
        Obstacle::Trouble,
    ];
    let refusals = refusals.map(|reason| refusal(&reason, english()).to_string());
    let obstacles = obstacles.map(|reason| obstacle(&reason, english()).to_string());
    assert_snapshot!(
        refusals
            .into_iter()
            .chain(obstacles)
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
fn the_rules_help() {
    for edition in EditionId::ALL {
        let topics = [
            Topic::Guide,
            Topic::Cards,
            Topic::Combos,
            Topic::Card(Attack),
            Topic::Card(Favor),
        ];
        let pages = topics.map(|topic| rules(&RulesView { edition, topic }, english()).to_string());
        assert_snapshot!(format!("rules_{edition}"), pages.join("\n"));
    }
    let general = [Topic::Window, Topic::House];
    let pages = general.map(|topic| {
        rules(
            &RulesView {
                edition: EditionId::Original,
                topic,
            },
            english(),
        )
        .to_string()
    });
    assert_snapshot!("rules_general", pages.join("\n"));
}
