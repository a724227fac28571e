//! The public end of a game: the winner, the final standings, a few numbers and a rematch button.

use rules::Seat;

use super::element::{Accent, Button, ButtonStyle, Screen};
use super::game_context::join_lines;
use super::lobby::count;
use super::view::{GameOverView, Outcome, Standing};
use super::{Emoji, Icon, chart_text};
use crate::intent::Intent;
use crate::text::{Language, Message, Name, PlainName};

/// Returns the public message after the end of a game.
pub(crate) fn game_over(view: &GameOverView, language: &Language) -> Screen {
    let standings = view.standings.iter().enumerate();
    let lines =
        standings.map(|(index, standing)| Some(standing_line(view, index, *standing, language)));
    let chart = view.chart.as_ref();
    let chart = chart.map(|chart| chart_text::element(view, chart, language));
    add_heading(view, language, Screen::new(Accent::Win))
        .text(join_lines(lines))
        .separator()
        .text(stats_text(view, language))
        .element(chart)
        .buttons(buttons(view, language))
        .displayed_as(view.display_mode)
}

fn add_heading(view: &GameOverView, language: &Language, screen: Screen) -> Screen {
    let has_won =
        |standing: &&Standing| matches!(standing.outcome, Outcome::Won | Outcome::WonByComputer);
    let icon = Emoji::Icon(Icon::Winner);
    let Some(winner) = view.standings.iter().find(has_won) else {
        return screen.text(format!("## {icon}"));
    };
    let player = name(view, winner.seat);
    let title = language.translate(&Message::OverTitle { player });
    let player = PlainName(raw_name(view, winner.seat));
    let alt = language.translate(&Message::AltWinner { player });
    screen.illustrated(format!("## {icon} {title}"), icon, alt)
}

fn standing_line(
    view: &GameOverView,
    index: usize,
    standing: Standing,
    language: &Language,
) -> String {
    let player = name(view, standing.seat);
    let (icon, message) = match standing.outcome {
        Outcome::Won => (Icon::Winner, Message::OverWon { player }),
        Outcome::WonByComputer => (Icon::Winner, Message::OverWonByComputer { player }),
        Outcome::Exploded => (Icon::Dead, Message::OverExploded { player }),
        Outcome::Imploded => (Icon::Dead, Message::OverImploded { player }),
        Outcome::Left => (Icon::Leave, Message::OverLeft { player }),
    };
    let (place, icon) = (index + 1, Emoji::Icon(icon));
    let (seat, line) = (Emoji::Seat(standing.seat), language.translate(&message));
    format!("{place}. {icon} {seat} {line}")
}

fn stats_text(view: &GameOverView, language: &Language) -> String {
    let stats = &view.stats;
    let chain = Message::OverChain {
        nopes: u32::from(stats.longest_chain),
    };
    let mut numbers = vec![
        language.translate(&Message::OverTurns { turns: stats.turns }),
        language.translate(&Message::OverNopes { nopes: stats.nopes }),
    ];
    // A single Nope is not a chain.
    numbers.extend((stats.longest_chain > 1).then(|| language.translate(&chain)));
    let riskiest = stats.riskiest_draw.map(|draw| {
        language.translate(&Message::OverEscape {
            player: name(view, draw.seat),
            percent: percent(draw.kittens.into(), draw.cards.into()),
        })
    });
    join_lines([Some(numbers.join(" · ")), riskiest])
}

fn buttons(view: &GameOverView, language: &Language) -> [Button; 3] {
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), language.translate(&label))
    };
    [
        button(Intent::Rematch, Message::ButtonRematch)
            .emoji(Icon::Rematch)
            .style(ButtonStyle::Success),
        button(Intent::NewTable, Message::ButtonNewTable).emoji(Icon::NewTable),
        button(Intent::Rules, Message::ButtonRules).emoji(Icon::Rules),
    ]
}

fn name(view: &GameOverView, seat: Seat) -> Name<'_> {
    Name(raw_name(view, seat))
}

fn raw_name(view: &GameOverView, seat: Seat) -> &str {
    view.players
        .get(seat.index())
        .map_or("", |player| player.name.as_str())
}

/// Returns `part` in per cent of `whole`, rounded; 0 and 100 only if exact.
pub(super) fn percent(part: usize, whole: usize) -> u32 {
    match (part, whole) {
        (0, _) | (_, 0) => 0,
        (part, whole) if part >= whole => 100,
        (part, whole) => count((part * 100 + whole / 2) / whole).clamp(1, 99),
    }
}
