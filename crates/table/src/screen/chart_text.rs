//! The alternative text for a finished game's chart. Describes each player's line and names the player's mark.

use std::sync::Arc;

use rules::Seat;

use super::chart::{Chart, ChartLine, LineEnding};
use super::element::{Element, MAX_ALT};
use super::lobby::count;
use super::view::GameOverView;
use crate::text::{Language, Message, PlainName, ShownName, Verbatim};

/// The number of characters kept of each name if the text would otherwise be too long.
const SHORT_NAME: usize = 12;

pub(super) fn element(view: &GameOverView, chart: &Arc<Chart>, language: &Language) -> Element {
    let whole = alt_text(view, chart, language, usize::MAX);
    let alt = if whole.chars().count() > MAX_ALT {
        let short = alt_text(view, chart, language, SHORT_NAME);
        short.chars().take(MAX_ALT).collect()
    } else {
        whole
    };
    Element::Chart {
        chart: Arc::clone(chart),
        alt,
    }
}

fn alt_text(view: &GameOverView, chart: &Chart, language: &Language, longest: usize) -> String {
    let intro = language.translate(&Message::OverChart { turns: chart.turns });
    let lines = chart.lines.iter().enumerate().map(|(index, line)| {
        let player = view.players.get(line.seat.index());
        let name: String = player
            .map_or("", |player| player.name.as_str())
            .chars()
            .take(longest)
            .collect();
        line_text(index, &name, line, language)
    });
    let all: Vec<_> = std::iter::once(intro).chain(lines).collect();
    all.join("\n")
}

fn line_text(index: usize, name: &str, line: &ChartLine, language: &Language) -> String {
    let (end, player) = (line.end(), PlainName(ShownName::unmarked(name)));
    let mark = Verbatim(language.translate(&mark_name(line.seat)));
    let (place, percent) = (count(index + 1), end.chance.percent());
    let (turn, rescues) = (end.turn, count(line.rescues()));
    language.translate(&match line.ending {
        LineEnding::Won => Message::OverChartWon {
            place,
            player,
            mark,
            percent,
            rescues,
        },
        LineEnding::StandInWon => Message::OverChartStandIn {
            place,
            player,
            mark,
        },
        LineEnding::Exploded => Message::OverChartExploded {
            place,
            player,
            mark,
            turn,
            percent: line.risk,
            rescues,
        },
        LineEnding::Imploded => Message::OverChartImploded {
            place,
            player,
            mark,
            turn,
            percent: line.risk,
            rescues,
        },
        LineEnding::Left => Message::OverChartLeft {
            place,
            player,
            mark,
            turn,
            percent,
            rescues,
        },
    })
}

/// Returns the name of a seat's mark, as drawn in `assets/art/seat-1.svg` to `seat-9.svg`.
fn mark_name(seat: Seat) -> Message<'static> {
    match seat.index() {
        0 => Message::MarkFish,
        1 => Message::MarkYarn,
        2 => Message::MarkBell,
        3 => Message::MarkMouse,
        4 => Message::MarkMilk,
        5 => Message::MarkFeather,
        6 => Message::MarkBox,
        7 => Message::MarkButterfly,
        _ => Message::MarkCactus,
    }
}
