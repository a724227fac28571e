//! Tests the alternative text for the picture of a finished game.

use std::sync::Arc;

use insta::assert_snapshot;

use super::fixture::{STAMP, english, players, seat};
use crate::display_mode::DisplayMode;
use crate::screen::{
    Chart, ChartLine, ChartPoint, Element, GameOverView, GameStats, LineEnding, game_over,
};

const NAMES: [&str; 4] = ["Anna", "*Bert*", "Cleo", "dave_the_cat"];

pub(super) fn chart_line(
    index: usize,
    ending: LineEnding,
    draws: &[(u8, u8)],
    rescued: bool,
) -> ChartLine {
    let mut points = vec![ChartPoint::START];
    for (kittens, cards) in draws {
        let last = points[points.len() - 1];
        points.push(ChartPoint {
            turn: last.turn + 4,
            chance: last.chance.after_draw(*kittens, *cards),
            rescued,
        });
    }
    ChartLine {
        seat: seat(index),
        user: None,
        ending,
        points,
        risk: 25,
    }
}

#[test]
fn the_picture_of_a_game_is_told_in_words_and_shown_only_where_there_is_one() {
    let chart = Chart {
        turns: 12,
        lines: vec![
            chart_line(2, LineEnding::Won, &[(1, 10), (1, 3), (1, 2)], true),
            chart_line(0, LineEnding::Exploded, &[(3, 20)], false),
            chart_line(3, LineEnding::Left, &[(3, 20), (0, 1)], false),
            chart_line(1, LineEnding::Exploded, &[], false),
        ],
    };
    let mut view = GameOverView {
        game: 1,
        stamp: STAMP,
        players: players(&NAMES),
        display_mode: DisplayMode::default(),
        standings: Vec::new(),
        stats: GameStats::default(),
        awards: Vec::new(),
        ratings: Vec::new(),
        series: Vec::new(),
        series_games: 1,
        oracle: None,
        chart: Arc::new(chart),
    };
    let picture = |view: &GameOverView| {
        let screen = game_over(view, english());
        let elements = screen.elements.into_iter();
        let mut charts = elements.filter(|element| matches!(element, Element::Chart { .. }));
        charts.next().map(|chart| chart.to_string())
    };
    assert_snapshot!(picture(&view).expect("a picture"));
    view.display_mode = DisplayMode::TextFirst;
    assert_eq!(picture(&view), None);
}
