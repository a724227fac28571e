//! The private page of a server's leaderboard, and the public message with the past week's leaderboard.

use crate::control::NO_TABLE;
use crate::ids::UserId;
use crate::pages::leaderboard::period::Period;
use crate::pages::leaderboard::{
    Board, BoardRow, BoardView, ComputerRow, Measure, Placing, RATED_FOR_BOARD, Window,
};
use crate::pages::statistics::{Names, StatsView};
use crate::pages::{PageIntent, PageMenu};
use crate::results::PLACING_GAMES;
use crate::screen::{Accent, Button, Screen, Select, SelectOption};
use crate::text::{KnownPerson, Language, List, Message, Verbatim};

/// The sum of risks, in tenths of a percent, that amounts to one certain death.
const CERTAIN_DEATH: u32 = 1_000;

/// Returns the page, with menus for the period and the measure, and buttons to other pages, other periods and the
/// reader's statistics. A page past the end says so and links back.
pub fn leaderboard(board: &Board, language: &Language) -> Screen {
    let view = board.query.view;
    let title = title(board, language);
    let own_place = own_place(board, language);
    let about = language.translate(&Message::BoardAbout);
    Screen::new(Accent::Private)
        .text(format!("### {title}"))
        .text(rows(board, language).join("\n"))
        .lines([own_place, page_number(board, language)])
        .lines([computers(&board.computers, language)])
        .lines(placing(board, language))
        .text(format!("-# {about}"))
        .select(window_menu(board, language))
        .select(measure_menu(view, language))
        .buttons(buttons(board, language))
}

/// Returns the public message with the past week's leaderboard, without menus or the reader's own place.
pub fn weekly_board(board: &Board, language: &Language) -> Screen {
    let (season, label) = (PageIntent::Boards(Window::Season), Message::ButtonBoard);
    let more = Button::labelled(NO_TABLE, season, &label, language);
    Screen::new(Accent::Calm)
        .text(format!("### {}", title(board, language)))
        .text(rows(board, language).join("\n"))
        .lines([computers(&board.computers, language)])
        .buttons([more])
}

fn title(board: &Board, language: &Language) -> String {
    let measure = board.query.view.measure;
    language.translate(&Message::BoardTitle {
        window: Verbatim(shown_window(board, language)),
        measure: Verbatim(language.translate(&measure_name(measure))),
    })
}

fn shown_window(board: &Board, language: &Language) -> String {
    let BoardView { window, back, .. } = board.query.view;
    match back {
        0 => language.window_name(window),
        _ => language.translate(&past_name(board.query.period())),
    }
}

fn past_name(period: Period) -> Message<'static> {
    let first = period.first();
    let year = Verbatim(first.year().to_string());
    match period.window() {
        Window::Week => Message::BoardPastWeek {
            monday: Verbatim(first.to_string()),
        },
        Window::Month => Message::BoardPastMonth {
            month: u8::from(first.month()).into(),
            year,
        },
        Window::Season => Message::BoardPastSeason {
            season: period.quarter().into(),
            year,
        },
        Window::Ever => Message::WindowEver,
    }
}

pub(crate) fn named(person: UserId, names: &Names) -> KnownPerson<'_> {
    KnownPerson {
        id: person,
        name: names.get(&person).map(String::as_str),
    }
}

fn rows(board: &Board, language: &Language) -> Vec<String> {
    if board.rows.is_empty() {
        let message = match (board.people, board.query.view.measure) {
            (0, Measure::Rating) => Message::BoardUnrated {
                placing: PLACING_GAMES,
            },
            (0, _) => Message::BoardNobody,
            _ => Message::BoardBeyond,
        };
        return vec![language.translate(&message)];
    }
    let rows = board.rows.iter().map(|row| {
        let text = row_text(row, board, language);
        if row.person == board.query.person {
            language.translate(&Message::BoardYou {
                row: Verbatim(text),
            })
        } else {
            text
        }
    });
    rows.collect()
}

fn row_text(row: &BoardRow, board: &Board, language: &Language) -> String {
    language.translate(&Message::BoardRow {
        rank: Verbatim(place_mark(row.rank)),
        person: named(row.person, &board.names),
        value: Verbatim(value(row.value, board.query.view.measure, language)),
        games: row.games,
    })
}

fn value(value: i64, measure: Measure, language: &Language) -> String {
    match measure {
        Measure::Rating | Measure::Wins | Measure::Nopes => value.to_string(),
        Measure::SurvivedOdds => {
            let tenths = u32::try_from(value).unwrap_or(0);
            let (times, percent) = (tenths / CERTAIN_DEATH, tenths / 10);
            language.translate(&match times {
                0 => Message::BoardPercent { percent },
                _ => Message::BoardCheated { times },
            })
        }
    }
}

fn placing(board: &Board, language: &Language) -> [Option<String>; 2] {
    let Some(Placing { rated, people }) = &board.placing else {
        return [None, None];
    };
    let person = |&(person, games): &(UserId, u32)| {
        Verbatim(language.translate(&Message::BoardPlacingPerson {
            person: named(person, &board.names),
            games,
            placing: PLACING_GAMES,
        }))
    };
    let needed = RATED_FOR_BOARD;
    let is_substitute = board.query.view.measure != Measure::Rating;
    let rated = is_substitute.then_some(Message::BoardRated {
        rated: *rated,
        needed,
    });
    let placing = (!people.is_empty()).then(|| Message::BoardPlacing {
        people: List(people.iter().map(person).collect()),
    });
    [rated, placing].map(|line| Some(format!("-# {}", language.translate(&line?))))
}

pub(crate) fn place_mark(place: u32) -> String {
    match place {
        1 => "🥇".to_owned(),
        2 => "🥈".to_owned(),
        3 => "🥉".to_owned(),
        place => format!("#{place}"),
    }
}

/// Returns the reader's own row, if it is on a different page.
fn own_place(board: &Board, language: &Language) -> Option<String> {
    let own = board.own.as_ref()?;
    let is_here = board.rows.iter().any(|row| row.person == own.person);
    let row = Verbatim(row_text(own, board, language));
    (!is_here).then(|| language.translate(&Message::BoardYouBelow { row }))
}

fn page_number(board: &Board, language: &Language) -> Option<String> {
    let (page, pages) = (
        u32::from(board.query.view.page) + 1,
        u32::from(board.last_page()) + 1,
    );
    let is_shown = pages > 1 && page <= pages;
    is_shown.then(|| language.translate(&Message::BoardPage { page, pages }))
}

fn computers(rows: &[ComputerRow], language: &Language) -> Option<String> {
    let computer = |row: &ComputerRow| {
        Verbatim(language.translate(&Message::BoardComputer {
            strength: Verbatim(language.computer_kind(row.strength)),
            wins: row.wins,
            games: row.games,
        }))
    };
    let computers = List(rows.iter().map(computer).collect());
    (!rows.is_empty()).then(|| language.translate(&Message::BoardComputers { computers }))
}

fn window_menu(board: &Board, language: &Language) -> Select {
    let view = board.query.view;
    let is_chosen = |window| window == view.window && view.back == 0;
    let options = Window::ALL.map(|window| {
        SelectOption::new(window.id(), language.window_name(window)).chosen(is_chosen(window))
    });
    let placeholder = shown_window(board, language);
    Select::one(
        NO_TABLE.page_menu(PageMenu::Window(view.measure)),
        placeholder,
        options.into(),
    )
}

fn measure_menu(view: BoardView, language: &Language) -> Select {
    let options = Measure::ALL.map(|measure| {
        SelectOption::new(measure.id(), language.translate(&measure_name(measure)))
            .chosen(measure == view.measure)
    });
    let BoardView { window, back, .. } = view;
    let menu = NO_TABLE.page_menu(PageMenu::Measure { window, back });
    Select::one(
        menu,
        language.translate(&measure_name(view.measure)),
        options.into(),
    )
}

fn buttons(board: &Board, language: &Language) -> Vec<Button> {
    let view = board.query.view;
    let to = |intent: PageIntent, label| Button::labelled(NO_TABLE, intent, &label, language);
    let board_at = |view, label| to(PageIntent::Leaderboard(view), label);
    let at_page = |page, label| board_at(BoardView { page, ..view }, label);
    let first_page = BoardView { page: 0, ..view };
    let back = |back, label| board_at(BoardView { back, ..first_page }, label);
    let (page, last) = (view.page, board.last_page());
    let higher = page
        .checked_sub(1)
        .map(|before| at_page(before.min(last), Message::ButtonHigher));
    let lower = (page < last).then(|| at_page(page + 1, Message::ButtonLower));
    // No button leads further back from an empty period, except from the current period, which may have just begun.
    let may_go_back = view.window != Window::Ever && (view.back == 0 || board.people > 0);
    let earlier = view
        .back
        .checked_add(1)
        .filter(|_| may_go_back)
        .map(|earlier| back(earlier, Message::ButtonEarlier));
    let later = view
        .back
        .checked_sub(1)
        .map(|later| back(later, Message::ButtonLater));
    let stats = to(PageIntent::Stats(StatsView::Own), Message::ButtonStats);
    let pages = [higher, lower, earlier, later];
    pages.into_iter().flatten().chain([stats]).collect()
}

fn measure_name(measure: Measure) -> Message<'static> {
    match measure {
        Measure::Rating => Message::MeasureRating,
        Measure::Wins => Message::MeasureWins,
        Measure::Nopes => Message::MeasureNopes,
        Measure::SurvivedOdds => Message::MeasureSurvivedOdds,
    }
}
