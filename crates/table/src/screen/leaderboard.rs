//! The private page of a server's leaderboard. Names are mentions: Discord shows what people call themselves today,
//! and a private message notifies nobody.

use super::element::{Accent, Button, Screen, Select, SelectOption};
use super::rules::NO_TABLE;
use crate::ids::UserId;
use crate::intent::{Intent, Menu};
use crate::results::{
    Board, BoardQuery, BoardRow, BoardView, ComputerRow, Measure, StatsView, Window,
};
use crate::text::{Language, List, Message, Verbatim};

/// Returns the page with a menu for the games that count, one for the order, and buttons to other pages. A page
/// behind the last one says so, and leads back.
pub fn leaderboard(board: &Board, language: &Language) -> Screen {
    let BoardQuery {
        window, measure, ..
    } = board.query;
    let title = language.translate(&Message::BoardTitle {
        window: Verbatim(language.window_name(window)),
        measure: Verbatim(language.translate(&measure_name(measure))),
    });
    let own_place = own_place(board, language);
    let about = language.translate(&Message::BoardAbout);
    Screen::new(Accent::Private)
        .text(format!("### {title}"))
        .text(rows(board, language).join("\n"))
        .lines([own_place, page_number(board, language)])
        .lines([computers(&board.computers, language)])
        .text(format!("-# {about}"))
        .select(window_menu(window, measure, language))
        .select(measure_menu(window, measure, language))
        .buttons(buttons(board, language))
}

pub(super) fn mention(person: UserId) -> Verbatim {
    Verbatim(format!("<@{person}>"))
}

fn rows(board: &Board, language: &Language) -> Vec<String> {
    if board.rows.is_empty() {
        let is_empty = board.people == 0;
        let message = if is_empty {
            Message::BoardNobody
        } else {
            Message::BoardBeyond
        };
        return vec![language.translate(&message)];
    }
    let rows = board.rows.iter().map(|row| {
        let text = row_text(row, board.query.measure, language);
        match row.person == board.query.person {
            true => language.translate(&Message::BoardYou {
                row: Verbatim(text),
            }),
            false => text,
        }
    });
    rows.collect()
}

fn row_text(row: &BoardRow, measure: Measure, language: &Language) -> String {
    language.translate(&Message::BoardRow {
        rank: row.rank,
        person: mention(row.person),
        value: Verbatim(value(row.value, measure, language)),
        games: row.games,
    })
}

fn value(value: i64, measure: Measure, language: &Language) -> String {
    match measure {
        Measure::Rating | Measure::Wins | Measure::Nopes => value.to_string(),
        Measure::SurvivedOdds => language.translate(&Message::BoardPercent {
            percent: u32::try_from(value / 10).unwrap_or(0),
        }),
    }
}

/// Returns the row of the person who asks, if it is on another page.
fn own_place(board: &Board, language: &Language) -> Option<String> {
    let own = board.own.as_ref()?;
    let is_here = board.rows.iter().any(|row| row.person == own.person);
    let row = Verbatim(row_text(own, board.query.measure, language));
    (!is_here).then(|| language.translate(&Message::BoardYouBelow { row }))
}

fn page_number(board: &Board, language: &Language) -> Option<String> {
    let (page, pages) = (
        u32::from(board.query.page) + 1,
        u32::from(board.last_page()) + 1,
    );
    let is_shown = pages > 1 && page <= pages;
    is_shown.then(|| language.translate(&Message::BoardPage { page, pages }))
}

fn computers(rows: &[ComputerRow], language: &Language) -> Option<String> {
    let computer = |row: &ComputerRow| {
        Verbatim(language.translate(&Message::BoardComputer {
            strength: Verbatim(language.strength_name(row.strength)),
            wins: row.wins,
            games: row.games,
        }))
    };
    let computers = List(rows.iter().map(computer).collect());
    (!rows.is_empty()).then(|| language.translate(&Message::BoardComputers { computers }))
}

fn window_menu(chosen: Window, measure: Measure, language: &Language) -> Select {
    let options = Window::ALL.map(|window| {
        SelectOption::new(window.id(), language.window_name(window)).chosen(window == chosen)
    });
    menu(Menu::Window(measure), options.into())
}

fn measure_menu(window: Window, chosen: Measure, language: &Language) -> Select {
    let options = Measure::ALL.map(|measure| {
        SelectOption::new(measure.id(), language.translate(&measure_name(measure)))
            .chosen(measure == chosen)
    });
    menu(Menu::Measure(window), options.into())
}

fn menu(menu: Menu, options: Vec<SelectOption>) -> Select {
    Select::one(NO_TABLE.menu(menu), options[0].label.clone(), options)
}

fn buttons(board: &Board, language: &Language) -> Vec<Button> {
    let BoardQuery {
        window,
        measure,
        page,
        ..
    } = board.query;
    let to = |page, label| {
        let view = BoardView {
            window,
            measure,
            page,
        };
        let control = NO_TABLE.button(Intent::Leaderboard(view));
        Button::new(control, language.translate(&label))
    };
    let last = board.last_page();
    let higher = page
        .checked_sub(1)
        .map(|before| to(before.min(last), Message::ButtonHigher));
    let lower = (page < last).then(|| to(page + 1, Message::ButtonLower));
    let stats = NO_TABLE.button(Intent::Stats(StatsView::Own));
    let stats = Button::new(stats, language.translate(&Message::ButtonStats));
    higher.into_iter().chain(lower).chain([stats]).collect()
}

fn measure_name(measure: Measure) -> Message<'static> {
    match measure {
        Measure::Rating => Message::MeasureRating,
        Measure::Wins => Message::MeasureWins,
        Measure::Nopes => Message::MeasureNopes,
        Measure::SurvivedOdds => Message::MeasureSurvivedOdds,
    }
}
